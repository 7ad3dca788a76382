// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the files of the prover share (prover.c, prover_*.c, prove_*.c); for them only. */
#ifndef SL_PROOF_GROTH16_PROVER_STATE_H
#define SL_PROOF_GROTH16_PROVER_STATE_H

#include "math/poly/quotient_blocks.h"
#include "proof/groth16/key_reader.h"
#include "proof/groth16/prover.h"
#include "proof/groth16/prover_backend.h"
#include "proof/groth16/verifier.h"

struct sl_prover {
    const sl_r1cs *r1cs;
    const sl_params *params;
    const sl_kernels *kernels;
    sl_pool *pool;
    sl_r1cs_counts counts;
    sl_density density;
    sl_verifier *verifier;
};

/* In their order. Start ends with the sum over h. */
enum { SL_PHASE_ROWS, SL_PHASE_QUOTIENT, SL_PHASE_H, SL_PHASE_L, SL_PHASE_A, SL_PHASE_B_G1, SL_PHASE_B_G2 };
const char *sl_phase_name(int phase);
/* The array of the key that a phase from SL_PHASE_H on sums over. */
sl_key_section sl_phase_section(int phase);

/* One call of start or finish: what its phases read. */
typedef struct sl_prove_run {
    const sl_prover *prover;
    const sl_witness *witness;
    const sl_prove_plan *plan;
    sl_pool *pool;
    const sl_observer *observer;
    const char *scratch_folder; /* of start, where the plan needs it */
} sl_prove_run;

typedef struct sl_sums {
    sl_g1 a, b1, h, l;
    sl_g2 b2;
} sl_sums;

/* What an open prover takes. */
size_t sl_prove_prepared_bytes(const sl_r1cs_counts *counts);
/* The pieces of the phases first .. last as a reader takes them. */
size_t sl_plan_spans(sl_key_span *spans, const sl_prove_plan *plan, const sl_key_layout *layout, int first, int last);
#define SL_RING_SLOTS_N 3
#define SL_ROWS_BLOCK 4096

/* The coefficients of h: in memory, or in a file. */
typedef struct sl_quotient {
    sl_buf vector;
    sl_quotient_blocks *blocks;
} sl_quotient;

SL_NODISCARD sluice_status sl_quotient_make(const sl_prove_run *run, bool skip_row_check, sl_quotient *out,
                                            sluice_error *err);
void sl_quotient_release(sl_quotient *quotient); /* accepts the empty state */
/* Says which row does not hold, in the words of the circuit's scopes. SLUICE_OK if every row does. */
SL_NODISCARD sluice_status sl_rows_explain(const sl_prove_run *run, sluice_error *err);

/* What a row that was found not to hold means: names it, or says that it holds now. Never SLUICE_OK. */
SL_NODISCARD sluice_status sl_rows_broken(const sl_prove_run *run, sluice_error *err);
/* Whether a b = c in each of n rows. */
bool sl_rows_hold(const sl_fr *a, const sl_fr *b, const sl_fr *c, size_t n);

/* Both add the seconds that the key kept them waiting to *wait_s. Coefficients are released as soon as they are used.
 */
SL_NODISCARD sluice_status sl_sum_h(const sl_prove_run *run, sl_quotient *h, sl_sums *out, double *wait_s,
                                    sluice_error *err);
SL_NODISCARD sluice_status sl_sums_rest(const sl_prove_run *run, sl_sums *out, double *wait_s, sluice_error *err);

/* The feed of the scalars of a phase from SL_PHASE_L on: which inputs and which densities take part (spec 1.3). */
SL_NODISCARD sluice_status sl_prove_feed_open(const sl_prove_run *run, sl_query_feed *out, int phase, size_t chunk_n,
                                              size_t full_max, sluice_error *err);
/* All five sums by a backend; with a folded key as they enter the proof. */
SL_NODISCARD sluice_status sl_sums_elsewhere(const sl_prove_run *run, const sl_prover_backend *backend,
                                             bool skip_row_check, sl_sums *out, sluice_error *err);

/*
 * With a folded key: a becomes the values of A B on the coset, whose sum over h is divided afterwards; the sum over l
 * lacks what the inputs have over d.
 */
SL_NODISCARD sluice_status sl_folded_products(const sl_prove_run *run, sl_fr *a, sl_fr *b, sluice_error *err);
void sl_folded_h_divide(const sl_prover *prover, sl_sums *sums);
void sl_folded_l_less_inputs(const sl_prove_run *run, sl_sums *sums);

#endif
