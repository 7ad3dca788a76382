// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What launches of the transforms' kernels (ntt_pass.cuh) work on; for CUDA and for C.
 *
 * A vector of m = n_0 n_1 .. elements takes a pass for each n_p. Pass p sees blocks of M_p = n_p n_(p+1) .. adjacent
 * elements as n_p rows of C_p = M_p / n_p columns: a transform down each column, and factors root(M_p)^(index column)
 * between this pass and the next. In the last pass a block has one column.
 */
#ifndef SL_BACKENDS_CUDA_NTT_WORK_H
#define SL_BACKENDS_CUDA_NTT_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/cuda/field_words.h"

#define SL_CUDA_NTT_THREADS 256
#define SL_CUDA_NTT_TILE_LOG2 11 /* elements of a block of threads */
#define SL_CUDA_NTT_TILE_BYTES (((size_t)1 << SL_CUDA_NTT_TILE_LOG2) * sizeof(sl_cuda_fr)) /* of shared memory */

typedef enum sl_cuda_ntt_way {
    SL_CUDA_NTT_WAY_DOWN, /* rows in natural order in, in bit-reversed order out, then the factors */
    SL_CUDA_NTT_WAY_UP,   /* the factors, then rows in bit-reversed order in, natural out */
    SL_CUDA_NTT_WAY_TURN, /* down, the factors, up */
} sl_cuda_ntt_way;

/* Of one direction: w is the root of order 512. */
typedef struct sl_cuda_ntt_roots {
    const sl_cuda_fr *within512;  /* entry 64 p + j: w^(q j), q the reversed three bits of p */
    const sl_cuda_fr *within64;   /* entry 8 p + j: w^(8 q j) */
    sl_cuda_fr turn[3];           /* of v = w^64, order 8: v^2, (v - v^3) / 2, v^2 times that */
    const sl_cuda_fr *turn_table; /* the same */
} sl_cuda_ntt_roots;

/*
 * Factors for index k of a row, column c, block b: low[k k_step + c + (b >> block_shift) block_step], or with `high`
 * low[k c mod 2^low_bits] high[k c / 2^low_bits].
 */
typedef struct sl_cuda_ntt_factors {
    const sl_cuda_fr *low;  /* NULL: no factors */
    const sl_cuda_fr *high; /* or NULL */
    uint32_t k_step, block_step, block_shift, low_bits;
} sl_cuda_ntt_factors;

/* All pointers are aligned to 16 bytes. */
typedef struct sl_cuda_ntt_pass {
    const sl_cuda_fr *in; /* 2^log2_size elements */
    sl_cuda_fr *out;      /* may be `in` */
    /* NULL, or: the result of a way up or turn is multiplied by it, and it is subtracted from that of a way down; may
     * be `out`. */
    const sl_cuda_fr *other;
    sl_cuda_ntt_factors factors;
    sl_cuda_ntt_roots down, up; /* those that the way needs */
    uint32_t log2_size, log2_columns;
    uint32_t log2_n; /* 3, 6 or 9, in any pass; 0, 1 or 2 in the last one */
} sl_cuda_ntt_pass;

/*
 * A table of products. With `columns_log2`: out[i] = low[e mod 2^low_bits] high[e / 2^low_bits], e = (k c) << shift for
 * k = i >> columns_log2 and the rest c, times rows[k] if that is not NULL. Without (is_outer): out[i] = low[i mod
 * 2^low_bits] high[i / 2^low_bits].
 */
typedef struct sl_cuda_ntt_table {
    sl_cuda_fr *out;
    const sl_cuda_fr *low, *high, *rows;
    uint32_t n, columns_log2, shift, low_bits;
    bool is_outer;
} sl_cuda_ntt_table;

#endif
