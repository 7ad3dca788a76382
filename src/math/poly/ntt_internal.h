// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * How a transform is cut into passes.
 *
 * m = n_0 n_1 .. n_(P-1), each at most 2^SL_NTT_PASS_LOG2_MAX. Pass p works on blocks of M_p = n_p n_(p+1) .. adjacent
 * elements as n_p rows of M_p / n_p columns: a transform down each column, and factors root(M_p)^(index column) at its
 * index. Passes 0 .. P - 1 with natural order in leave the whole vector in bit-reversed order ("down"); the mirrored
 * passes P - 1 .. 0 take that order back to natural ("up"). In the last pass a block has one column, that is, it is a
 * row: row l holds the logical indices bitrev(l) + i m / n_(P-1).
 */
#ifndef SL_MATH_POLY_NTT_INTERNAL_H
#define SL_MATH_POLY_NTT_INTERNAL_H

#include "math/poly/ntt.h"

#define SL_NTT_PASSES_MAX 3

/* Columns or rows of one task, at most; a power of two. */
#define SL_NTT_TASK_LANES 64

typedef enum sl_ntt_direction { SL_NTT_FORWARD, SL_NTT_INVERSE } sl_ntt_direction;

/* g^(2^b) for all b. */
typedef struct sl_fr_squares {
    sl_fr power[SL_FR_TWO_ADICITY];
} sl_fr_squares;

typedef struct sl_ntt_level {
    unsigned log2_n;
    size_t n;
    size_t columns_n;        /* 1 in the last pass */
    size_t task_lanes;       /* columns (rows) a task */
    const void *twiddles[2]; /* by direction, prepared */
    sl_fr_squares roots[2];  /* of root(M_p) */
} sl_ntt_level;

typedef struct sl_ntt_worker {
    void *scratch; /* of ntt_pass */
    sl_fr *first;  /* SL_NTT_TASK_LANES */
    sl_fr *ratio;  /* SL_NTT_TASK_LANES */
} sl_ntt_worker;

struct sl_ntt {
    unsigned log2_size;
    size_t size;
    const sl_kernels *kernels;
    sl_pool *pool;
    unsigned passes_n;
    sl_ntt_level levels[SL_NTT_PASSES_MAX];
    sl_fr_squares coset[2]; /* of 7 and of 1/7 */
    sl_fr size_inverse;
    sl_buf memory;
    sl_ntt_worker *workers;
};

/* Factors scale base^index for the logical indices of the whole vector. */
typedef struct sl_ntt_geometric {
    const sl_fr_squares *base; /* NULL: scale only */
    const sl_fr *scale;        /* NULL: 1 */
} sl_ntt_geometric;

/* To bit-reversed order, with factors at the end, and less `minus` (in the same order) if that is not NULL. */
void sl_ntt_down(const sl_ntt *ntt, sl_fr *a, sl_ntt_direction direction, sl_ntt_geometric after, const sl_fr *minus);
/* Inverse to bit-reversed order, factors, and forward again to natural order. */
void sl_ntt_down_up(const sl_ntt *ntt, sl_fr *a, sl_ntt_geometric between);

/* 1 / (m (7^m - 1)): of the inverse transform, and sl_ntt_vanishing_inverse. */
sl_fr sl_ntt_quotient_scale(unsigned log2_size);

/* Powers of g; g^e, e < 2^32; the root of order 2^log2_n. */
void sl_fr_squares_make(sl_fr_squares *out, const sl_fr *g);
sl_fr sl_fr_squares_pow(const sl_fr_squares *squares, uint64_t e);
sl_fr sl_ntt_root(unsigned log2_n, sl_ntt_direction direction);

/* The position with the lowest `bits` bits of i in reverse order. */
size_t sl_bitrev(size_t i, unsigned bits);

/* Bit-reversed order to natural or back, in place. */
void sl_ntt_permute(sl_ntt *ntt, sl_fr *a);

#endif
