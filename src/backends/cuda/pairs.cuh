// SPDX-License-Identifier: MIT OR Apache-2.0
/* Additions from lists of pairs, in G1 and in G2: sl_cuda_g1_pairs_PHASE and sl_cuda_g2_pairs_PHASE (pairs_tmpl.h).
 */
#ifndef SL_BACKENDS_CUDA_PAIRS_CUH
#define SL_BACKENDS_CUDA_PAIRS_CUH

#include "backends/cuda/points.cuh"

#define SL_CUDA_REF1(refs) ((uint32_t)(refs))
#define SL_CUDA_REF2(refs) ((uint32_t)((refs) >> 32))

/* A block's threads are 2^FOLDS warps. */
#define SL_CUDA_G1_PAIRS_FOLDS 3
#define SL_CUDA_G2_PAIRS_FOLDS 2

typedef enum sl_cuda_pair_kind {
    SL_CUDA_GENERAL,
    SL_CUDA_EQUAL,
    SL_CUDA_OPPOSITE,    /* the sum is the identity, as it is for two of them */
    SL_CUDA_FIRST_ALONE, /* the other one is the identity */
    SL_CUDA_SECOND_ALONE
} sl_cuda_pair_kind;

#define G_T sl_cuda_g1
#define G_(name) sl_cuda_g1_##name
#define G_THREADS SL_CUDA_G1_PAIRS_THREADS
#define G_FOLDS SL_CUDA_G1_PAIRS_FOLDS
#define C_T sl_cuda_fp
#define C_(name) sl_cuda_fp_##name
#define C_PIECES SL_CUDA_FP_PIECES
#define MUL sl_cuda_fp_mul
#define SQR sl_cuda_fp_sqr
#include "backends/cuda/pairs_tmpl.h"
#undef G_T
#undef G_
#undef G_THREADS
#undef G_FOLDS
#undef C_T
#undef C_
#undef C_PIECES
#undef MUL
#undef SQR

#define G_T sl_cuda_g2
#define G_(name) sl_cuda_g2_##name
#define G_THREADS SL_CUDA_G2_PAIRS_THREADS
#define G_FOLDS SL_CUDA_G2_PAIRS_FOLDS
#define C_T sl_cuda_fp2
#define C_(name) sl_cuda_fp2_##name
#define C_PIECES SL_CUDA_FP2_PIECES
#define MUL sl_cuda_fp2_mul_called
#define SQR sl_cuda_fp2_sqr_called
#include "backends/cuda/pairs_tmpl.h"
#undef G_T
#undef G_
#undef G_THREADS
#undef G_FOLDS
#undef C_T
#undef C_
#undef C_PIECES
#undef MUL
#undef SQR

#endif
