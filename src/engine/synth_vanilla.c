// SPDX-License-Identifier: MIT OR Apache-2.0
/* Writes synthetic vanilla proofs of PoSt and sector updates, with their meta file, into a folder. */
#include <sluice/input.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "engine/engine_context.h"
#include "proof/circuits/inputs/post_synth.h"
#include "proof/circuits/inputs/update_synth.h"
#include "proof/circuits/inputs/vanilla_write.h"

enum { SECTORS_MAX = 65536, NAME_ROOM = 64 };

/* The folder, and what this call has put there. */
typedef struct vanilla_folder {
    const char *path;
    bool is_made;
    size_t blobs_n;
} vanilla_folder;

void sluice_vanilla_order_init(sluice_vanilla_order *order) {
    *order = (sluice_vanilla_order){.struct_size = sizeof *order, .sectors = 1};
}

static sluice_status empty_check(const char *path, sluice_error *err) {
    DIR *const folder = opendir(path);
    if (folder == NULL) {
        return errno == ENOTDIR ? SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a folder, found a file", path)
                                : SL_FAIL_ERRNO(err, "%s", path);
    }
    sluice_status status = SLUICE_OK;
    for (const struct dirent *entry; status == SLUICE_OK && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            status = SL_FAIL(err, SLUICE_E_INPUT, "%s: expected an empty folder, found %s in it", path, entry->d_name);
        }
    }
    (void)closedir(folder);
    return status;
}

static sluice_status folder_open(vanilla_folder *out, const char *path, sluice_error *err) {
    const size_t n = strlen(path);
    if (n == 0 || n + NAME_ROOM >= SL_PATH_BYTES) {
        return SL_FAIL(err, SLUICE_E_INPUT, "folder: expected 1 to %d bytes, found %zu", SL_PATH_BYTES - NAME_ROOM - 1,
                       n);
    }
    const bool is_made = mkdir(path, 0777) == 0;
    if (!is_made && errno == ENOENT) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such folder to make it in", path);
    }
    if (!is_made && errno != EEXIST) {
        return SL_FAIL_ERRNO(err, "%s: cannot make this folder", path);
    }
    if (!is_made) {
        SL_TRY(empty_check(path, err));
    }
    *out = (vanilla_folder){.path = path, .is_made = is_made};
    return SLUICE_OK;
}

static void name_in(const vanilla_folder *folder, const char *name, char out[SL_PATH_BYTES]) {
    (void)snprintf(out, SL_PATH_BYTES, "%s/%s", folder->path, name);
}

/* Takes back what was written. */
static void folder_clear(const vanilla_folder *folder) {
    char path[SL_PATH_BYTES];
    for (size_t i = 0; i < folder->blobs_n; i++) {
        char name[SL_VANILLA_NAME_BYTES];
        sl_vanilla_name(name, i);
        name_in(folder, name, path);
        (void)unlink(path);
    }
    if (folder->is_made) {
        (void)rmdir(folder->path);
    }
}

/* The next blob, which is released. */
static sluice_status blob_write(vanilla_folder *folder, sl_buf *blob, sluice_error *err) {
    char name[SL_VANILLA_NAME_BYTES], path[SL_PATH_BYTES];
    sl_outfile file = SL_OUTFILE_CLOSED;
    sl_vanilla_name(name, folder->blobs_n);
    name_in(folder, name, path);
    sluice_status status = sl_outfile_open(&file, path, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_append(&file, blob->data, blob->bytes, err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    sl_buf_release(blob);
    folder->blobs_n += status == SLUICE_OK;
    return status;
}

/* The meta file of one of the two. */
static sluice_status meta_write(const vanilla_folder *folder, const sl_post_statement *post,
                                const sl_update_statement *update, sluice_error *err) {
    char path[SL_PATH_BYTES];
    sl_outfile file = SL_OUTFILE_CLOSED;
    name_in(folder, "meta.json", path);
    sluice_status status = sl_outfile_open(&file, path, err);
    if (status == SLUICE_OK) {
        status = post != NULL ? sl_post_meta_write(post, &file, err) : sl_update_meta_write(update, &file, err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    return status;
}

static sluice_status post_write(const sluice_context *context, const sl_post_order *order, vanilla_folder *folder,
                                sluice_error *err) {
    sl_buf storage, blob;
    sl_post_statement statement;
    SL_TRY(sl_buf_alloc_n(&storage, order->sectors_n, sizeof(sl_post_public_sector), "synthetic PoSt", err));
    sl_post_public_sector *const sectors = storage.data;
    sluice_status status = sl_post_synth_begin(&statement, sectors, order, err);
    for (size_t i = 0; status == SLUICE_OK && i < order->sectors_n; i++) {
        status = sl_context_progress(context, "sectors", i, order->sectors_n, err);
        if (status == SLUICE_OK) {
            status = sl_post_synth_sector(&statement, sectors, order->seed, i, context->pool, &blob, err);
        }
        if (status == SLUICE_OK) {
            status = blob_write(folder, &blob, err);
        }
    }
    if (status == SLUICE_OK) {
        status = meta_write(folder, &statement, NULL, err);
    }
    sl_buf_release(&storage);
    return status;
}

static sluice_status update_write(const sluice_context *context, const sl_circuit *circuit, uint64_t seed,
                                  vanilla_folder *folder, sluice_error *err) {
    sl_update_synth *synth;
    sl_buf blob;
    SL_TRY(sl_update_synth_open(&synth, circuit, seed, context->kernels, context->pool, err));
    sluice_status status = SLUICE_OK;
    for (unsigned k = 0; status == SLUICE_OK && k < circuit->partitions; k++) {
        status = sl_update_synth_partition(synth, k, &blob, err);
        if (status == SLUICE_OK) {
            status = blob_write(folder, &blob, err);
        }
    }
    if (status == SLUICE_OK) {
        status = meta_write(folder, NULL, sl_update_synth_statement(synth), err);
    }
    sl_update_synth_close(synth);
    return status;
}

static sluice_status order_read(const sluice_vanilla_order *order, sl_post_order *out, sluice_error *err) {
    if (order->struct_size != sizeof *order) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_vanilla_order_init");
    }
    static const char *const kinds[] = {"winning", "window", "update", "update-poseidon"};
    unsigned kind = 0;
    while (kind < SL_ARRAY_N(kinds) && (order->kind == NULL || strcmp(order->kind, kinds[kind]) != 0)) {
        kind++;
    }
    if (kind == SL_ARRAY_N(kinds)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "kind: expected winning, window, update or update-poseidon, found %.32s",
                       order->kind == NULL ? "none" : order->kind);
    }
    if (order->sectors == 0 || order->sectors > SECTORS_MAX || (kind != 1 && order->sectors != 1)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "sectors: expected 1%s, found %" PRIu64, kind == 1 ? " to 65536" : "",
                       order->sectors);
    }
    sl_post_order made = {.api = kind == 0 ? SL_API_V1_0 : SL_API_V1_2,
                          .miner = order->miner,
                          .seed = order->seed,
                          .first_sector = order->sector,
                          .sectors_n = (size_t)order->sectors};
    SL_TRY(sl_vanilla_circuit(&made.circuit, kinds[kind], order->sector_bytes, err));
    if (order->api_version != NULL) {
        SL_TRY(sl_api_version_by_name(&made.api, order->api_version, err));
    }
    *out = made;
    return SLUICE_OK;
}

sluice_status sluice_vanilla_synth(sluice_context *context, const sluice_vanilla_order *order, const char *folder,
                                   sluice_error *err) {
    sl_post_order made;
    vanilla_folder to;
    SL_TRY(order_read(order, &made, err));
    SL_TRY(folder_open(&to, folder, err));
    const bool is_post = made.circuit.kind == SL_CIRCUIT_WINNING || made.circuit.kind == SL_CIRCUIT_WINDOW;
    const sluice_status status =
        is_post ? post_write(context, &made, &to, err) : update_write(context, &made.circuit, made.seed, &to, err);
    if (status != SLUICE_OK) {
        folder_clear(&to);
    }
    return status;
}
