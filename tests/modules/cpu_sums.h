// SPDX-License-Identifier: MIT OR Apache-2.0
/* Quotients and sums by the arithmetic of the processor, for what stands in for a device in tests. */
#ifndef SL_TESTS_MODULES_CPU_SUMS_H
#define SL_TESTS_MODULES_CPU_SUMS_H

#include "math/msm/msm.h"
#include "math/poly/ntt.h"

/*
 * a becomes the scalars of h: coefficients of (a b - c) / Z, or, with c == NULL, the values of a b on the coset. All
 * are 2^log2 values and are overwritten.
 */
static inline sluice_status cpu_quotient(sl_fr *a, sl_fr *b, sl_fr *c, unsigned log2, const sl_kernels *kernels,
                                         sl_pool *pool, sluice_error *err) {
    sl_ntt *ntt;
    SL_TRY(sl_ntt_open(&ntt, log2, kernels, pool, err));
    if (c == NULL) {
        sl_ntt_quotient_products(ntt, a, b);
    } else {
        sl_ntt_quotient(ntt, a, b, c);
    }
    sl_ntt_close(ntt);
    return SLUICE_OK;
}

/* The sum over chunk->n points of a key file as an affine point of the group; of none: the identity. */
static inline sluice_status cpu_sum(void *out, sl_group group, const sl_msm_chunk *chunk, const sl_kernels *kernels,
                                    sl_pool *pool, sluice_error *err) {
    sl_g1 g1 = sl_g1_identity();
    sl_g2 g2 = sl_g2_identity();
    if (chunk->n != 0) {
        sl_msm_plan plan;
        sl_msm *msm;
        sl_msm_plan_make(&plan, group, chunk->n, chunk->full_n, sl_pool_threads(pool));
        SL_TRY(sl_msm_open(&msm, &plan, kernels, pool, err));
        const sluice_status status = sl_msm_add(msm, chunk, err);
        if (status == SLUICE_OK && group == SL_G1) {
            sl_msm_result_g1(msm, &g1);
        } else if (status == SLUICE_OK) {
            sl_msm_result_g2(msm, &g2);
        }
        sl_msm_close(msm);
        SL_TRY(status);
    }
    if (group == SL_G1) {
        sl_g1_to_affine_vt(out, &g1);
    } else {
        sl_g2_to_affine_vt(out, &g2);
    }
    return SLUICE_OK;
}

#endif
