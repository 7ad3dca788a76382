// SPDX-License-Identifier: MIT OR Apache-2.0
/* The meta file of a C1. */
#include "proof/circuits/inputs/c1_model.h"
#include "proof/circuits/inputs/c1_write.h"
#include "proof/circuits/inputs/ids.h"
#include "proof/circuits/inputs/json_append.h"

typedef struct meta_source {
    const sl_c1 *c1;
    const char *vanilla;
} meta_source;

static void meta_json(sl_json *json, const void *data) {
    const meta_source *const source = data;
    const sl_c1 *const c1 = source->c1;
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
    sl_json_string(json, "vanilla", source->vanilla);
    sl_json_object_end(json);
}

sluice_status sl_c1_write_meta(const sl_c1 *c1, const char *vanilla, sl_outfile *file, sluice_error *err) {
    if (!c1->info.has_miner || !c1->info.has_sector) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a meta file needs miner and sector number, which are not known");
    }
    const meta_source source = {.c1 = c1, .vanilla = vanilla};
    return sl_json_append(file, meta_json, &source, err);
}
