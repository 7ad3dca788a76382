// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/labels.h"

#include "harness/test.h"
#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"

/* The preimage written out as in spec 4.3 and 4.5. */
SL_TEST(preimages) {
    uint8_t replica_id[32], parents[14][32], preimage[1248], got[32], want[32];
    sl_test_bytes(replica_id, sizeof replica_id);
    sl_test_bytes(parents, sizeof parents);
    for (uint32_t layer = 1; layer <= 11; layer += 10) {
        memset(preimage, 0, sizeof preimage);
        memcpy(preimage, replica_id, 32);
        preimage[35] = (uint8_t)layer;
        memcpy(preimage + 36, (const uint8_t[8]){0, 0, 0, 1, 0x23, 0x45, 0x67, 0x89}, 8);
        for (int i = 0; i < 37; i++) {
            const int slot_layer_1[37] = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0,
                                          1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0};
            const int slot[37] = {0, 1, 2, 3, 4, 5,  6,  7,  8,  9, 10, 11, 12, 13, 0, 1, 2, 3, 4,
                                  5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1,  2,  3,  4,  5, 6, 7, 8};
            memcpy(preimage + 64 + 32 * i, parents[layer == 1 ? slot_layer_1[i] : slot[i]], 32);
        }
        sl_sha256_digest(want, preimage, sizeof preimage);
        want[31] &= 0x3f;
        sl_porep_label(got, replica_id, layer, UINT64_C(0x123456789), (const uint8_t(*)[32])parents);
        SL_CHECK_MEM(got, want, 32);
    }
    /* Node 0: the first 64 bytes alone. */
    memset(preimage + 36, 0, 8);
    sl_sha256_digest(want, preimage, 64);
    want[31] &= 0x3f;
    sl_porep_label(got, replica_id, 11, 0, NULL);
    SL_CHECK_MEM(got, want, 32);
}

SL_TEST(columns) {
    sl_fr rows[11], got, want;
    for (unsigned i = 0; i < 11; i++) {
        rows[i] = sl_fr_from_u64(i + 1);
    }
    sl_porep_column_hash(&got, rows, 2);
    sl_poseidon_hash(sl_poseidon_get(2), &want, rows);
    SL_CHECK(sl_fr_eq(&got, &want));
    sl_porep_column_hash(&got, rows, 11);
    sl_poseidon_hash(sl_poseidon_get(11), &want, rows);
    SL_CHECK(sl_fr_eq(&got, &want));
}
