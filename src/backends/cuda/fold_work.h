// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the kernels for folding keys (fold_steps.cuh) work on, for CUDA and for C: a vector of points in G1 times
 * scalars, and layers of its transform.
 *
 * Points are (X, Y, Z) for x = X / Z^2 and y = Y / Z^3, the identity with Z = 0; coordinates below 2p. A product with a
 * scalar is a chain of doublings, which cost as much in this form as affine ones that share an inversion, and need no
 * memory. So points stay in it from the first step to the last.
 */
#ifndef SL_BACKENDS_CUDA_FOLD_WORK_H
#define SL_BACKENDS_CUDA_FOLD_WORK_H

#include "backends/cuda/pairs_work.h"

#define SL_CUDA_FOLD_THREADS 128
#define SL_CUDA_FOLD_BLOCKS 3 /* of products for a multiprocessor */
#define SL_CUDA_FOLD_LOW_LOG2 14

typedef struct sl_cuda_jacobian {
    sl_cuda_fp x, y, z;
} sl_cuda_jacobian;

/* Powers b^e of a number, for e below a power of two: low[e % 2^14] high[e / 2^14]. */
typedef struct sl_cuda_fold_powers {
    const sl_cuda_fr *low, *high;
} sl_cuda_fold_powers;

#define SL_CUDA_FOLD_ENTRIES 8
#define SL_CUDA_FOLD_SPARSE_N 144 /* at least 129 */

/* What a thread needs for a product: odd multiples of a point on a curve on which all are affine. */
typedef struct sl_cuda_fold_table {
    sl_cuda_g1 entries[SL_CUDA_FOLD_ENTRIES];
    sl_cuda_fp steps[SL_CUDA_FOLD_ENTRIES];   /* from the Z of an entry to that of the next */
    sl_cuda_fp scale;                         /* Z of the result is to be multiplied by it */
    sl_cuda_g1 twice;                         /* the point's double, on a curve on the way */
    uint32_t digits[2][4];                    /* of both halves of the scalar, four bits each */
    uint8_t sparse[2][SL_CUDA_FOLD_SPARSE_N]; /* or a byte a bit, most of them 0 */
    uint32_t room[4];                         /* to whole sectors of memory */
} sl_cuda_fold_table;

typedef enum sl_cuda_fold_scalars {
    SL_CUDA_FOLD_LIST,     /* scalars[i] for point i */
    SL_CUDA_FOLD_SERIES,   /* power first + i for point first + i */
    SL_CUDA_FOLD_TWIDDLES, /* what two layers leave to be multiplied by, in the groups first .. first + n - 1 */
    SL_CUDA_FOLD_ALL       /* the same times a number: all four points of a group are multiplied */
} sl_cuda_fold_scalars;

/*
 * Groups are four points, 2^quarter_log2 apart: group g is the one at g % 2^quarter_log2 of block g / 2^quarter_log2, a
 * block of 2^(quarter_log2 + 2) points. Its points 1, 2, 3 are multiplied by root powers 2 p, p and 3 p, where p is its
 * place in the block and the root that of the block's size.
 */
typedef struct sl_cuda_fold_mul {
    sl_cuda_jacobian *points;
    const sl_cuda_fr *scalars;  /* of a list */
    sl_cuda_fold_powers powers; /* else */
    sl_cuda_fold_table *tables; /* for each thread of the launch */
    uint32_t kind;              /* sl_cuda_fold_scalars */
    bool is_shared;             /* of groups: whole blocks, 32 or more of them: so those of a warp share a scalar */
    uint32_t first, n;
    uint32_t quarter_log2, log2; /* of groups; of the whole vector */
} sl_cuda_fold_mul;

/* (a, b) to (a + b, a - b): points 0 and 2, and 1 and 3, of groups; or 0 and 1, and 2 and 3; or neighbours. */
typedef enum sl_cuda_fold_layer { SL_CUDA_FOLD_OUTER, SL_CUDA_FOLD_INNER, SL_CUDA_FOLD_LAST } sl_cuda_fold_layer;

typedef struct sl_cuda_fold_sums {
    sl_cuda_jacobian *points;
    uint32_t layer;    /* sl_cuda_fold_layer */
    uint32_t first, n; /* groups; or pairs of neighbours */
    uint32_t quarter_log2;
} sl_cuda_fold_sums;

/* Point 3 of groups is multiplied by the root of order 4 that the transform has. */
typedef struct sl_cuda_fold_turn {
    sl_cuda_jacobian *points;
    uint32_t first, n, quarter_log2;
} sl_cuda_fold_turn;

/* Affine points into the vector. */
typedef struct sl_cuda_fold_enter {
    const sl_cuda_g1 *from; /* NULL: the identity */
    sl_cuda_jacobian *to;
    uint32_t n;
} sl_cuda_fold_enter;

/* Places first + i of the vector, in bit-reversed order, or (log2 0) points i as they are, to affine points. */
typedef struct sl_cuda_fold_leave {
    const sl_cuda_jacobian *from;
    sl_cuda_g1 *to;
    uint32_t first, n, log2;
} sl_cuda_fold_leave;

#endif
