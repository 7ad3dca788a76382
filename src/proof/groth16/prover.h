// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proofs of one circuit with one key (spec 1.1 to 1.4).
 *
 * A prover holds what every proof of the circuit needs besides witness and key: densities and the prepared verifying
 * key. A proof walks through phases that each give their memory back before the next: row values, quotient, then one
 * streamed sum over each array of the key file, read in order.
 *
 * No proof leaves this room that has not been verified with the key's own verifying key: see sl_prover_prove.
 */
#ifndef SL_PROOF_GROTH16_PROVER_H
#define SL_PROOF_GROTH16_PROVER_H

#include "math/kernels/kernels.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/params_file.h"
#include "proof/groth16/proof.h"

typedef struct sl_prover sl_prover;

/*
 * Everything passed in is borrowed until the prover is closed. SLUICE_E_MISMATCH, with the section and both counts, if
 * the key is not that of the circuit. One proof at a time; several provers may share a key and a circuit.
 */
SL_NODISCARD sluice_status sl_prover_open(sl_prover **out, const sl_r1cs *r1cs, const sl_params *params,
                                          const sl_kernels *kernels, sl_pool *pool, sluice_error *err);
void sl_prover_close(sl_prover *prover); /* accepts NULL */

/* The memory of each phase, in their order, beyond circuit, witness, and the open prover itself: upper bounds. */
#define SL_PROVE_PHASES_N 7
typedef struct sl_prove_plan {
    struct {
        const char *name; /* of the stage, as the observer is told; static */
        size_t bytes;
    } phase[SL_PROVE_PHASES_N];
    size_t peak_bytes;     /* the largest of them */
    size_t prepared_bytes; /* of the open prover */
} sl_prove_plan;
/* Arithmetic alone: needs no key (sl_key_layout_of_circuit gives the layout) and opens nothing. */
void sl_prove_plan_make(sl_prove_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                        const sl_kernels *kernels, size_t threads_n);

/* The five sums of spec 1.4, as they enter the proof. */
typedef struct sl_prove_sums {
    sl_g1_affine a, b1, h, l;
    sl_g2_affine b2;
} sl_prove_sums;

typedef struct sl_prove_options {
    const sl_fr *r, *s;          /* both NULL: from the operating system's generator; given: tests only */
    const sl_observer *observer; /* or NULL */
    sl_prove_sums *sums;         /* or NULL; written on success */
    bool skip_row_check;         /* leaves an unsatisfied witness to the check of the proof; tests only */
} sl_prove_options;

/*
 * One proof. `options` may be NULL.
 *
 * SLUICE_E_MISMATCH: the witness has other counts than the circuit. SLUICE_E_UNSATISFIED: names the first row.
 * SLUICE_E_CORRUPT or SLUICE_E_TRUNCATED: the key file, with section and point. SLUICE_E_RANDOM: no blinding values.
 * SLUICE_E_SELF_CHECK: the finished proof does not verify although every row holds; hardware or key are to be
 * suspected, and the text says what is known.
 */
SL_NODISCARD sluice_status sl_prover_prove(sl_prover *prover, const sl_witness *witness,
                                           const sl_prove_options *options, sl_proof *out, sluice_error *err);

#endif
