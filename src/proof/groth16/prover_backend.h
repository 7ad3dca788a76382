// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Where the large part of a proof can be computed instead of on the processor (a device): calls that take row values
 * and the scalars of the queries, or the packed witness that these come from, and give the five sums. The prover draws
 * the blinding values, assembles and checks; so a proof has the same bytes wherever it was computed.
 *
 * The key of the prover stands there already when a proof is started.
 */
#ifndef SL_PROOF_GROTH16_PROVER_BACKEND_H
#define SL_PROOF_GROTH16_PROVER_BACKEND_H

#include "proof/groth16/prover.h"
#include "proof/groth16/query_feed.h"

struct sl_prover_backend {
    void *data; /* of the backend; for `open` */
    /* One proof. Any thread; all that follows is called by one thread at a time, but for `rows`. */
    sluice_status (*open)(void *data, void **job, sluice_error *err);
    /*
     * NULL: the prover evaluates and tests the rows and packs the scalars. Else this does both, and `rows` is not
     * called: with is_checked *is_broken says whether there is a row where a b = c does not hold.
     */
    sluice_status (*witness)(void *job, const sl_witness *witness, bool is_checked, bool *is_broken, sluice_error *err);
    /*
     * Values of rows first .. first + n - 1, which are copied: vector 0 is a, 1 b, 2 c, the last not with a folded key.
     * Threads give different blocks of one proof at the same time; together they give all rows of the domain, once.
     */
    sluice_status (*rows)(void *job, unsigned vector, uint64_t first, const sl_fr *values, size_t n, sluice_error *err);
    /* The sum over h, after all rows; with a folded key not yet divided by the vanishing polynomial (fold.h). */
    sluice_status (*h)(void *job, sl_g1_affine *out, sluice_error *err);
    /*
     * The other four sums. terms[SL_KEY_L], [SL_KEY_A], [SL_KEY_B_G1] and [SL_KEY_B_G2] are of whole arrays of the key;
     * NULL after `witness`. Writes a, b1, b2 and l.
     */
    sluice_status (*queries)(void *job, const sl_query_chunk terms[SL_KEY_SECTIONS_N], sl_prove_sums *out,
                             sluice_error *err);
    void (*close)(void *job);
};

/*
 * The plan of such proofs: what the host takes beside circuit and witness. Phases are "terms", "rows", "sum h" and
 * "sums", all of them of start; finish assembles. takes_witness: the backend has `witness`, and there is little to
 * take.
 */
void sl_prove_plan_elsewhere(sl_prove_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                             size_t threads_n, bool takes_witness);

#endif
