// SPDX-License-Identifier: MIT OR Apache-2.0
/* What is other with a folded key (fold.h): four transforms, no quotient, and the inputs over d. */
#include "math/poly/ntt.h"
#include "proof/groth16/prover_state.h"

sluice_status sl_folded_products(const sl_prove_run *run, sl_fr *a, sl_fr *b, sluice_error *err) {
    const sl_prover *prover = run->prover;
    sl_ntt *ntt;
    SL_TRY(sl_ntt_open(&ntt, prover->counts.domain_log2, prover->kernels, run->pool, err));
    sl_ntt_quotient_products(ntt, a, b);
    sl_ntt_close(ntt);
    return SLUICE_OK;
}

/* The division by 7^m - 1 is of the sum, not of m scalars. */
void sl_folded_h_divide(const sl_prover *prover, sl_sums *sums) {
    const sl_fr vanishing = sl_ntt_vanishing_inverse(prover->counts.domain_log2);
    sl_g1_mul_vt(&sums->h, &sums->h, &vanishing);
}

void sl_folded_l_less_inputs(const sl_prove_run *run, sl_sums *sums) {
    const sl_g1_affine *d = run->prover->params->d.data;
    sl_g1 sum = sl_g1_identity(), t;
    for (size_t i = 0; i < run->witness->inputs_n; i++) {
        sl_g1_from_affine(&t, &d[i]);
        sl_g1_mul_vt(&t, &t, &run->witness->inputs[i]);
        sl_g1_add(&sum, &sum, &t);
    }
    sl_g1_neg(&sum, &sum);
    sl_g1_add(&sums->l, &sums->l, &sum);
}
