// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as proofs of as many partitions as they have room for: refused, or written back as they were read. */
#include <string.h>

#include "proof/groth16/proof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sl_proof proofs[4];
    sluice_error err;
    const size_t n = SL_MIN(size / SL_PROOF_BYTES, SL_ARRAY_N(proofs));
    if (sl_proof_read_all(proofs, n, data, size, "fuzz", &err) == SLUICE_OK) {
        for (size_t i = 0; i < n; i++) {
            uint8_t again[SL_PROOF_BYTES];
            sl_proof_write(again, &proofs[i]);
            SL_ASSERT(memcmp(again, data + i * SL_PROOF_BYTES, sizeof again) == 0);
        }
    }
    return 0;
}
