// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the kernels of multiples (multiples.cuh) work on, for CUDA and for C: many multiples k P of one point P, each a
 * sum of one entry of a table a window, by the kernel of pairs.
 *
 * Digits are odd, so none is zero: with C = (2^256 - 1 - r) / 2 and v = k + C, which has 256 bits, windows of `width`
 * bits v_j of v give
 *
 *     2 k - r = sum over j of (2 v_j + 1 - 2^width) 2^(width j)
 *
 * and so k P is the sum of these odd multiples of 2^(width j) Q with Q = P / 2 (half of P modulo r). A table holds the
 * positive ones, (2 d + 1) 2^(width j) Q, at place rows_n d + j for d < 2^(width - 1) and each of its rows_n = 256 /
 * width rows.
 *
 * References (pairs_work.h): the powers 2^i Q, i < 256, are the bases; the pool has the table, then the sums.
 */
#ifndef SL_BACKENDS_CUDA_MULTIPLES_WORK_H
#define SL_BACKENDS_CUDA_MULTIPLES_WORK_H

#include "backends/cuda/pairs_work.h"

#define SL_CUDA_MULTIPLES_THREADS 256
#define SL_CUDA_POWERS_N 256 /* bits of v */

/* A power of two, so that sums join two by two. */
SL_CUDA_BOTH uint32_t sl_cuda_multiples_rows(uint32_t width) {
    return SL_CUDA_POWERS_N / width;
}

SL_CUDA_BOTH uint32_t sl_cuda_multiples_table(uint32_t width) {
    return sl_cuda_multiples_rows(width) << (width - 1);
}

/* Growth of a table: the first rows_n known entries plus known_n / rows_n = 2^log2 times 2 row powers are the next. */
typedef struct sl_cuda_growth {
    uint64_t *pairs;
    uint32_t n;     /* entries that are known, rows_n 2^log2: pairs to write */
    uint32_t width; /* 8 or 16 */
    uint32_t log2;
} sl_cuda_growth;

/* The first sums: of the table's entries for windows 2 q and 2 q + 1 of scalar i, at pairs[q n + i]. */
typedef struct sl_cuda_digits {
    const sl_cuda_fr *scalars; /* Montgomery form, below r */
    uint64_t *pairs;           /* n rows_n / 2 */
    uint32_t n;                /* scalars */
    uint32_t width;            /* 8 or 16 */
} sl_cuda_digits;

/* The next sums: of lists 2 q and 2 q + 1 of n points each, which begin at reference `first`, at pairs[q n + i]. */
typedef struct sl_cuda_joins {
    uint64_t *pairs;
    uint32_t n, lists_n; /* lists that come out */
    uint32_t first;
} sl_cuda_joins;

/* Points as key files have them: coordinates big-endian and canonical, c1 before c0, 0x40 and zeros the identity. */
typedef struct sl_cuda_encode {
    const void *points; /* sl_cuda_g1 or sl_cuda_g2 */
    uint32_t *out;      /* as many bytes, aligned to 16 */
    uint32_t n;
    sl_cuda_group group;
} sl_cuda_encode;

#endif
