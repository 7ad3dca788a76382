// SPDX-License-Identifier: MIT OR Apache-2.0
/* Writes synthetic C1 files and the meta files beside them. */
#include <sluice/input.h>

#include <stdio.h>
#include <string.h>

#include "core/sys/file.h"
#include "engine/engine_context.h"
#include "proof/circuits/inputs/c1_synth.h"
#include "proof/circuits/inputs/c1_write.h"

#define PATH_BYTES 4096

/* One of the two files: the C1, or the meta file if `vanilla` (the C1's name) is given. */
static sluice_status file_write(const sl_c1 *c1, const char *path, const char *vanilla, sluice_error *err) {
    sl_outfile file;
    SL_TRY(sl_outfile_open(&file, path, err));
    sluice_status status =
        vanilla == NULL ? sl_c1_write(c1, SL_C1_JSON, &file, err) : sl_c1_write_meta(c1, vanilla, &file, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    return status;
}

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

sluice_status sluice_c1_synth(sluice_context *context, uint64_t sector_bytes, const char *variant, uint64_t miner,
                              uint64_t sector, uint64_t seed, const char *path, sluice_error *err) {
    sl_c1_order order = {.sector_bytes = sector_bytes, .miner = miner, .sector = sector, .seed = seed};
    SL_TRY(variant_parse(&order.variant, variant, err));
    char meta_path[PATH_BYTES];
    const int n = snprintf(meta_path, sizeof meta_path, "%s.meta.json", path);
    if (n < 0 || (size_t)n >= sizeof meta_path) {
        return SL_FAIL(err, SLUICE_E_INPUT, "the file's name is longer than %d bytes", PATH_BYTES);
    }
    sl_c1 *c1;
    SL_TRY(sl_c1_synth(&c1, &order, context->pool, err));
    const char *slash = strrchr(path, '/');
    sluice_status status = file_write(c1, path, NULL, err);
    if (status == SLUICE_OK) {
        status = file_write(c1, meta_path, slash == NULL ? path : slash + 1, err);
    }
    sl_c1_close(c1);
    return status;
}
