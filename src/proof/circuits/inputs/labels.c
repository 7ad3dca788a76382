// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/labels.h"

#include "math/hash/bytes.h"
#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"

enum { HEAD_BYTES = 64 };

/* With parents_n of the parents' slots. */
static void label_hash(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                       const uint8_t (*parents)[32], unsigned parents_n) {
    uint8_t preimage[HEAD_BYTES + SL_LABEL_PARENTS_N * 32] = {0};
    memcpy(preimage, replica_id, 32);
    sl_store32_be(preimage + 32, layer);
    sl_store64_be(preimage + 36, node);
    size_t bytes = HEAD_BYTES;
    for (unsigned i = 0; i < parents_n; i++) {
        memcpy(preimage + bytes, parents[sl_label_parent_at(layer, i)], 32);
        bytes += 32;
    }
    sl_sha256_digest(out, preimage, bytes);
    sl_sha256_trim(out);
}

void sl_porep_label(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                    const uint8_t (*parents)[32]) {
    label_hash(out, replica_id, layer, node, parents, node == 0 ? 0 : SL_LABEL_PARENTS_N);
}

void sl_porep_label_of(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                       const uint8_t (*parents)[32]) {
    label_hash(out, replica_id, layer, node, parents, SL_LABEL_PARENTS_N);
}

void sl_porep_column_hash(sl_fr *out, const sl_fr *rows, unsigned layers) {
    SL_ASSERT(layers == 2 || layers == 11);
    sl_poseidon_hash(sl_poseidon_get(layers), out, rows);
}
