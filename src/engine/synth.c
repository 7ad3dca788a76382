// SPDX-License-Identifier: MIT OR Apache-2.0
/* Writes synthetic C1 files and the meta files beside them. */
#include <sluice/input.h>

#include <stdio.h>
#include <string.h>

#include "core/sys/file.h"
#include "engine/engine_context.h"
#include "proof/circuits/inputs/c1_synth.h"
#include "proof/circuits/inputs/c1_write.h"

static sluice_status variant_parse(sl_seal_variant *out, const char *variant, sluice_error *err) {
    if (strcmp(variant, "v1") == 0) {
        *out = SL_SEAL_V1;
    } else if (strcmp(variant, "v1_1") == 0) {
        *out = SL_SEAL_V1_1;
    } else {
        return SL_FAIL(err, SLUICE_E_USAGE, "variant %s: only v1 and v1_1 can be written without sealing", variant);
    }
    return SLUICE_OK;
}

/* Both are written before the first appears. */
static sluice_status files_write(const sl_c1 *c1, const char *path, sl_outfile *file, sl_outfile *meta,
                                 sluice_error *err) {
    const char *slash = strrchr(path, '/');
    SL_TRY(sl_c1_write(c1, SL_C1_JSON, file, err));
    SL_TRY(sl_c1_write_meta(c1, slash == NULL ? path : slash + 1, meta, err));
    SL_TRY(sl_outfile_commit(meta, err));
    return sl_outfile_commit(file, err);
}

sluice_status sluice_c1_synth(sluice_context *context, uint64_t sector_bytes, const char *variant, uint64_t miner,
                              uint64_t sector, uint64_t seed, const char *path, sluice_error *err) {
    sl_c1_order order = {.sector_bytes = sector_bytes, .miner = miner, .sector = sector, .seed = seed};
    SL_TRY(variant_parse(&order.variant, variant, err));
    if (strcmp(path, "-") == 0) {
        return SL_FAIL(err, SLUICE_E_USAGE, "two files are written, standard output cannot take both");
    }
    char meta_path[SL_PATH_BYTES + 16]; /* a longer name is refused when the file is opened */
    (void)snprintf(meta_path, sizeof meta_path, "%s.meta.json", path);
    sl_outfile file = SL_OUTFILE_CLOSED;
    sl_outfile meta = SL_OUTFILE_CLOSED;
    sl_c1 *c1 = NULL;
    sluice_status status = sl_outfile_open(&file, path, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_open(&meta, meta_path, err);
    }
    if (status == SLUICE_OK) {
        status = sl_c1_synth(&c1, &order, context->pool, err);
    }
    if (status == SLUICE_OK) {
        status = files_write(c1, path, &file, &meta, err);
    }
    sl_outfile_discard(&meta);
    sl_outfile_discard(&file);
    sl_c1_close(c1);
    return status;
}
