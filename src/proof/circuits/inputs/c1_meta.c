// SPDX-License-Identifier: MIT OR Apache-2.0
/* The meta file of a C1. */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/json.h"
#include "proof/circuits/inputs/c1_model.h"
#include "proof/circuits/inputs/c1_write.h"
#include "proof/circuits/inputs/ids.h"

static void meta_json(sl_json *json, const sl_c1 *c1, const char *vanilla) {
    const sl_c1_info *const info = &c1->info;
    uint8_t prover_id[32], root[32];
    sl_prover_id(prover_id, info->miner);
    sl_json_object_begin(json, NULL);
    sl_json_string(json, "kind", "seal");
    sl_json_string(json, "registered_proof", info->proof.name);
    sl_json_u64(json, "sector_size", info->proof.sector_bytes);
    sl_json_string(json, "api_version", sl_api_version_name(sl_seal_variant_api(info->proof.variant)));
    sl_json_array_begin(json, "api_features");
    sl_json_array_end(json);
    sl_json_hex(json, "porep_id", info->proof.porep_id, 32);
    sl_json_u64(json, "miner_id", info->miner);
    sl_json_hex(json, "prover_id", prover_id, 32);
    sl_json_u64(json, "sector_id", info->sector);
    sl_json_hex(json, "ticket", info->ticket, 32);
    sl_json_hex(json, "seed", info->seed, 32);
    sl_json_hex(json, "comm_d", info->comm_d, 32);
    sl_json_hex(json, "comm_r", info->comm_r, 32);
    sl_fr_to_bytes(root, &c1->partitions[0].comm_c);
    sl_json_hex(json, "comm_c", root, 32);
    sl_fr_to_bytes(root, &c1->partitions[0].comm_r_last);
    sl_json_hex(json, "comm_r_last", root, 32);
    sl_json_hex(json, "replica_id", info->replica_id, 32);
    sl_json_u64(json, "partitions", info->partitions_n);
    sl_json_array_begin(json, "challenges");
    for (unsigned k = 0; k < info->partitions_n; k++) {
        sl_json_array_begin(json, NULL);
        for (unsigned i = 0; i < info->challenges_n; i++) {
            sl_json_u64(json, NULL, c1->partitions[k].challenges[i].challenge);
        }
        sl_json_array_end(json);
    }
    sl_json_array_end(json);
    sl_json_string(json, "vanilla", vanilla);
    sl_json_object_end(json);
}

sluice_status sl_c1_write_meta(const sl_c1 *c1, const char *vanilla, sl_outfile *file, sluice_error *err) {
    if (!c1->info.has_miner || !c1->info.has_sector) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a meta file needs miner and sector number, which are not known");
    }
    char *text = NULL;
    size_t n = 0;
    FILE *const stream = open_memstream(&text, &n);
    if (stream == NULL) {
        return SL_FAIL_ERRNO(err, "meta file");
    }
    sl_json json;
    sl_json_open(&json, stream);
    meta_json(&json, c1, vanilla);
    sluice_status status = sl_json_close(&json, err);
    if (fclose(stream) != 0 && status == SLUICE_OK) {
        status = SL_FAIL_ERRNO(err, "meta file");
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_append(file, text, n, err);
    }
    free(text);
    return status;
}
