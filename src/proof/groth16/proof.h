// SPDX-License-Identifier: MIT OR Apache-2.0
/* A Groth16 proof and its 192 bytes (spec 1.6). */
#ifndef SL_PROOF_GROTH16_PROOF_H
#define SL_PROOF_GROTH16_PROOF_H

#include "math/curve/g1.h"
#include "math/curve/g2.h"

#define SL_PROOF_BYTES 192

typedef struct sl_proof {
    sl_g1_affine a;
    sl_g2_affine b;
    sl_g1_affine c;
} sl_proof;

/*
 * Compressed A, B, C. Refuses (SLUICE_E_INPUT, with the element and what is wrong) flags, coordinates, points off the
 * curve or outside the subgroup, and the identity. Bytes that are no proof are bad input; a proof that does not
 * verify is SLUICE_E_PROOF_INVALID, from the verifier alone.
 */
SL_NODISCARD sluice_status sl_proof_read(sl_proof *out, const uint8_t bytes[SL_PROOF_BYTES], sluice_error *err);
void sl_proof_write(uint8_t bytes[SL_PROOF_BYTES], const sl_proof *proof);
/*
 * The proofs of `proofs_n` partitions stand one after the other; `bytes_n` must be exactly theirs. `name` (a path) and
 * the partition start the messages.
 */
SL_NODISCARD sluice_status sl_proof_read_all(sl_proof *out, size_t proofs_n, const uint8_t *bytes, size_t bytes_n,
                                             const char *name, sluice_error *err);

#endif
