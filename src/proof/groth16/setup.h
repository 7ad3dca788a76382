// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Key generation (spec 1.8): from a circuit and secrets to a `.params` file and the `.vk` beside it, byte for byte what
 * bellperson writes for the same circuit and secrets.
 *
 * The file is streamed in its own order, within the budget of memory (setup_plan.h). A process that is killed leaves
 * PATH.part and PATH.state (setup_state.h); the same call goes on from there. Whoever fails or is told to stop leaves
 * nothing.
 */
#ifndef SL_PROOF_GROTH16_SETUP_H
#define SL_PROOF_GROTH16_SETUP_H

#include "proof/groth16/observer.h"
#include "proof/groth16/setup_plan.h"
#include "proof/groth16/setup_secrets.h"

typedef struct sl_setup_result {
    sl_key_layout layout;   /* of the file */
    uint8_t sha256[32];     /* of the `.params` file */
    uint64_t resumed_bytes; /* taken over from a killed process */
} sl_setup_result;

/*
 * Writes `path` and, its extension replaced, the `.vk`; each appears complete or not at all, the key first. `path` may
 * be "-" (standard output; no `.vk` then, and nothing to resume) but must not itself end in ".vk". `secrets` may be
 * NULL: they are drawn, or taken from the state of the process before.
 *
 * SLUICE_E_INPUT: secrets that give no key (sl_setup_secrets_check), or an auxiliary wire that no row uses, by index,
 * as the reference refuses it ("UnconstrainedVariable": its point of l would be the identity). SLUICE_E_BUDGET and
 * SLUICE_E_NO_SPACE, with figures, before any work. SLUICE_E_MISMATCH: the files left behind are of another circuit or
 * other secrets; they are left alone. `observer` may be NULL; stages "resume", "inputs", "h", "l", "a", "b_g1", "b_g2",
 * progress "key" in bytes of the file.
 */
SL_NODISCARD sluice_status sl_setup_run(const sl_r1cs *r1cs, const sl_setup_secrets *secrets, const char *path,
                                        const sl_kernels *kernels, sl_pool *pool, const sl_observer *observer,
                                        sl_setup_result *out, sluice_error *err);

typedef struct sl_setup_options {
    const sl_multiples_backend *multiples; /* where points are made, the same bytes; NULL: the processor */
    /*
     * The folded key of that key in its place (fold.h), the same bytes as sl_fold_run makes. The key is made as well,
     * for its digest, but not kept; stages begin anew then, and progress before is of "digest". It is not checked
     * against the key: it follows from the same secrets. SLUICE_E_INPUT also for a tau in 7 times the domain.
     */
    bool is_folded;
    const sl_observer *observer; /* or NULL */
} sl_setup_options;

SL_NODISCARD sluice_status sl_setup_run_with(const sl_r1cs *r1cs, const sl_setup_secrets *secrets, const char *path,
                                             const sl_setup_options *options, const sl_kernels *kernels, sl_pool *pool,
                                             sl_setup_result *out, sluice_error *err);

#endif
