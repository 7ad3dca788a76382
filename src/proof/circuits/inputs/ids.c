// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/ids.h"

#include "math/hash/bytes.h"
#include "math/hash/sha256.h"

void sl_prover_id(uint8_t out[32], uint64_t miner) {
    memset(out, 0, 32);
    for (; miner > 0x7f; miner >>= 7) {
        *out++ = (uint8_t)(miner | 0x80);
    }
    *out = (uint8_t)miner;
}

void sl_replica_id(uint8_t out[32], const uint8_t prover_id[32], uint64_t sector, const uint8_t ticket[32],
                   const uint8_t comm_d[32], const uint8_t porep_id[32]) {
    uint8_t sector_be[8];
    sl_store64_be(sector_be, sector);
    sl_sha256 ctx;
    sl_sha256_init(&ctx);
    sl_sha256_update(&ctx, prover_id, 32);
    sl_sha256_update(&ctx, sector_be, sizeof sector_be);
    sl_sha256_update(&ctx, ticket, 32);
    sl_sha256_update(&ctx, comm_d, 32);
    sl_sha256_update(&ctx, porep_id, 32);
    sl_sha256_final(&ctx, out);
    sl_sha256_trim(out);
}
