// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Key generation (spec 1.8): from a circuit and secrets to a `.params` file and the `.vk` beside it, byte for byte what
 * bellperson writes for the same circuit and secrets.
 *
 * The file is streamed in its own order: the vectors over rows and wires are in memory, points only a piece at a time.
 */
#ifndef SL_PROOF_GROTH16_SETUP_H
#define SL_PROOF_GROTH16_SETUP_H

#include "math/kernels/kernels.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/params_file.h"
#include "proof/groth16/setup_secrets.h"

typedef struct sl_setup_result {
    sl_key_layout layout;
    uint8_t sha256[32]; /* of the `.params` file */
} sl_setup_result;

/*
 * Writes `path` and, its extension replaced, the `.vk`; each appears complete or not at all, the key first. `path` may
 * be "-" (standard output; no `.vk` then) but must not itself end in ".vk".
 *
 * SLUICE_E_INPUT: secrets that give no key (sl_setup_secrets_check), or an auxiliary wire that no row uses, by index,
 * as the reference refuses it ("UnconstrainedVariable": its point of l would be the identity). SLUICE_E_NO_SPACE, with
 * figures, before any work. `observer` may be NULL; stages "columns", "h", "l", "a", "b_g1", "b_g2", progress in
 * points.
 */
SL_NODISCARD sluice_status sl_setup_run(const sl_r1cs *r1cs, const sl_setup_secrets *secrets, const char *path,
                                        const sl_kernels *kernels, sl_pool *pool, const sl_observer *observer,
                                        sl_setup_result *out, sluice_error *err);

/* An upper bound of the memory of sl_setup_run beyond the circuit. */
size_t sl_setup_memory(const sl_r1cs_counts *counts);

#endif
