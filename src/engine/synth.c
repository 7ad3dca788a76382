// SPDX-License-Identifier: MIT OR Apache-2.0
/* Writes synthetic C1 files and the meta files beside them. */
#include <sluice/input.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "core/sys/file.h"
#include "engine/engine_context.h"
#include "proof/circuits/inputs/c1_synth.h"
#include "proof/circuits/inputs/c1_write.h"
#include "proof/circuits/inputs/ids.h"

#define PATH_BYTES 4096

static sluice_status file_write(const char *path, const void *bytes, size_t n, sluice_error *err) {
    sl_outfile file;
    SL_TRY(sl_outfile_open(&file, path, err));
    sluice_status status = sl_outfile_append(&file, bytes, n, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    return status;
}

/* What a verifier needs to know, under the names that meta files have. */
static void meta_fields(sl_json *json, const sl_c1 *c1, const char *vanilla) {
    const sl_c1_info *info = sl_c1_info_of(c1);
    const sl_porep_partition *partition = sl_c1_partition(c1, 0);
    uint8_t prover_id[32];
    uint8_t comm_c[32];
    uint8_t comm_r_last[32];
    sl_prover_id(prover_id, info->miner);
    sl_fr_to_bytes(comm_c, &partition->comm_c);
    sl_fr_to_bytes(comm_r_last, &partition->comm_r_last);
    sl_json_object_begin(json, NULL);
    sl_json_string(json, "kind", "seal");
    sl_json_string(json, "registered_proof", info->proof.name);
    sl_json_string(json, "api_version", sl_api_version_name(sl_seal_variant_api(info->proof.variant)));
    sl_json_array_begin(json, "api_features");
    sl_json_array_end(json);
    sl_json_u64(json, "sector_size", info->proof.sector_bytes);
    sl_json_u64(json, "partitions", info->partitions_n);
    sl_json_u64(json, "miner_id", info->miner);
    sl_json_u64(json, "sector_id", info->sector);
    const struct {
        const char *name;
        const uint8_t *bytes;
    } values[] = {{"prover_id", prover_id}, {"porep_id", info->proof.porep_id}, {"ticket", info->ticket},
                  {"seed", info->seed},     {"comm_d", info->comm_d},           {"comm_r", info->comm_r},
                  {"comm_c", comm_c},       {"comm_r_last", comm_r_last},       {"replica_id", info->replica_id}};
    for (size_t i = 0; i < SL_ARRAY_N(values); i++) {
        sl_json_hex(json, values[i].name, values[i].bytes, 32);
    }
    sl_json_string(json, "vanilla", vanilla);
    sl_json_object_end(json);
}

static sluice_status meta_write(const sl_c1 *c1, const char *c1_path, sluice_error *err) {
    char path[PATH_BYTES];
    const int n = snprintf(path, sizeof path, "%s.meta.json", c1_path);
    if (n < 0 || (size_t)n >= sizeof path) {
        return SL_FAIL(err, SLUICE_E_INPUT, "the file's name is longer than %d bytes", PATH_BYTES);
    }
    char *text = NULL;
    size_t text_n = 0;
    FILE *stream = open_memstream(&text, &text_n);
    if (stream == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a meta file");
    }
    const char *slash = strrchr(c1_path, '/');
    sl_json json;
    sl_json_open(&json, stream);
    meta_fields(&json, c1, slash == NULL ? c1_path : slash + 1);
    sluice_status status = sl_json_close(&json, err);
    if (fclose(stream) != 0 && status == SLUICE_OK) {
        status = SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a meta file");
    }
    if (status == SLUICE_OK) {
        status = file_write(path, text, text_n, err);
    }
    free(text);
    return status;
}

static sluice_status c1_write(const sl_c1 *c1, const char *path, sluice_error *err) {
    sl_outfile file;
    SL_TRY(sl_outfile_open(&file, path, err));
    sluice_status status = sl_c1_write(c1, SL_C1_JSON, &file, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    return status;
}

sluice_status sluice_c1_synth(sluice_context *context, uint64_t sector_bytes, const char *variant, uint64_t miner,
                              uint64_t sector, uint64_t seed, const char *path, sluice_error *err) {
    sl_c1_order order = {.sector_bytes = sector_bytes, .miner = miner, .sector = sector, .seed = seed};
    if (strcmp(variant, "v1") == 0) {
        order.variant = SL_SEAL_V1;
    } else if (strcmp(variant, "v1_1") == 0) {
        order.variant = SL_SEAL_V1_1;
    } else {
        return SL_FAIL(err, SLUICE_E_USAGE, "variant %s: only v1 and v1_1 can be written without sealing", variant);
    }
    sl_c1 *c1;
    SL_TRY(sl_c1_synth(&c1, &order, context->pool, err));
    sluice_status status = c1_write(c1, path, err);
    if (status == SLUICE_OK) {
        status = meta_write(c1, path, err);
    }
    sl_c1_close(c1);
    return status;
}
