// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of rows of points and of each times its place: sl_cuda_g1_weighted_* and sl_cuda_g2_weighted_*
 * (weighted_tmpl.h), and what each team of threads does when.
 *
 * Team t has a run of L = 2^run_log2 places from t L on. It goes through them from the last, and adds the sum so far,
 * A, to another one, B, at each but the first: B is then the sum of (i - t L) P_i. What is missing is the sum of
 * t L A_t, which is L times the sum of all S_t with t > 0, where S_t = A_t + A_(t+1) + ... So then: sums from behind,
 * of twice as many teams each step; L times each; added to B; and the sum of all B.
 */
#ifndef SL_BACKENDS_CUDA_WEIGHTED_CUH
#define SL_BACKENDS_CUDA_WEIGHTED_CUH

#include "backends/cuda/points.cuh"

typedef enum sl_cuda_weighted_kind {
    SL_CUDA_REST,
    SL_CUDA_ADD_POINT, /* of place `from` of the row to sum `to` */
    SL_CUDA_ADD_SUM,   /* sum `from` to sum `to` */
    SL_CUDA_DOUBLE     /* sum `to` */
} sl_cuda_weighted_kind;

typedef struct sl_cuda_weighted_act {
    sl_cuda_weighted_kind kind;
    uint32_t to, from;
} sl_cuda_weighted_act;

typedef enum sl_cuda_weighted_phase {
    SL_CUDA_WEIGHTED_LOOK,
    SL_CUDA_WEIGHTED_FIRST, /* products */
    SL_CUDA_WEIGHTED_COMPARE,
    SL_CUDA_WEIGHTED_SECOND,
    SL_CUDA_WEIGHTED_THIRD,
    SL_CUDA_WEIGHTED_X,
    SL_CUDA_WEIGHTED_FOURTH,
    SL_CUDA_WEIGHTED_WRITE,
    SL_CUDA_WEIGHTED_PHASES_N
} sl_cuda_weighted_phase;

SL_CUDA_BOTH sl_cuda_weighted_act sl_cuda_weighted_act_of(uint32_t weights_n, bool is_plain, uint32_t step,
                                                          uint32_t t) {
    const uint32_t run_log2 = sl_cuda_weighted_run_log2(weights_n);
    const uint32_t teams_log2 = SL_CUDA_WEIGHTED_TEAMS_LOG2, teams = SL_CUDA_WEIGHTED_TEAMS;
    const uint32_t run_n = is_plain ? (uint32_t)1 << run_log2 : ((uint32_t)2 << run_log2) - 1;
    sl_cuda_weighted_act act = {SL_CUDA_REST, t, t};
    if (step < run_n) {
        const bool is_sum = !is_plain && step % 2 != 0;
        act.kind = is_sum ? SL_CUDA_ADD_SUM : SL_CUDA_ADD_POINT;
        act.to = is_sum ? teams + t : t;
        act.from = is_sum ? t : ((t + 1) << run_log2) - 1 - (is_plain ? step : step / 2);
        return act;
    }
    step -= run_n;
    if (step < teams_log2) { /* S_t of blocks of 2^step teams each, from which those of two together */
        act.kind = (t >> step & 1) == 0 ? SL_CUDA_ADD_SUM : SL_CUDA_REST;
        act.from = ((t >> step) + 1) << step;
        return act;
    }
    step -= teams_log2;
    if (step < run_log2) {
        act.kind = t > 0 ? SL_CUDA_DOUBLE : SL_CUDA_REST;
        return act;
    }
    step -= run_log2;
    act.to = teams + t;
    if (step == 0) {
        act.kind = t > 0 ? SL_CUDA_ADD_SUM : SL_CUDA_REST;
        return act;
    }
    const uint32_t half = teams >> step;
    act.kind = t < half ? SL_CUDA_ADD_SUM : SL_CUDA_REST;
    act.from = teams + t + half;
    return act;
}

#define G_T sl_cuda_g1
#define X_T sl_cuda_g1_xyzz
#define G_(name) sl_cuda_g1_##name
#define C_T sl_cuda_fp
#define C_(name) sl_cuda_fp_##name
#define MUL sl_cuda_fp_mul
#define MUL_SELDOM sl_cuda_fp_mul_called
#define SQR_SELDOM sl_cuda_fp_sqr_called
#include "backends/cuda/weighted_tmpl.h"
#undef G_T
#undef X_T
#undef G_
#undef C_T
#undef C_
#undef MUL
#undef MUL_SELDOM
#undef SQR_SELDOM

#define G_T sl_cuda_g2
#define X_T sl_cuda_g2_xyzz
#define G_(name) sl_cuda_g2_##name
#define C_T sl_cuda_fp2
#define C_(name) sl_cuda_fp2_##name
#define MUL sl_cuda_fp2_mul
#define MUL_SELDOM sl_cuda_fp2_mul_stepwise
#define SQR_SELDOM sl_cuda_fp2_sqr_stepwise
#include "backends/cuda/weighted_tmpl.h"
#undef G_T
#undef X_T
#undef G_
#undef C_T
#undef C_
#undef MUL
#undef MUL_SELDOM
#undef SQR_SELDOM

#endif
