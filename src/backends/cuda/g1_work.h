// SPDX-License-Identifier: MIT OR Apache-2.0
/* What a launch of the kernel of pairs (g1_pairs.cuh) works on; for CUDA and for C. */
#ifndef SL_BACKENDS_CUDA_G1_WORK_H
#define SL_BACKENDS_CUDA_G1_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/cuda/field_words.h"

#define SL_CUDA_PAIRS_THREADS 256
#define SL_CUDA_PAIRS_STEPS_MAX 256 /* pairs of a thread in a batch */
#define SL_CUDA_REF_NEGATIVE 0x80000000U

typedef struct sl_cuda_g1 {
    sl_cuda_fp x, y;
} sl_cuda_g1;

/* All pointers are aligned to 16 bytes. `out` overlaps nothing. */
typedef struct sl_cuda_pairs {
    const sl_cuda_g1 *points;
    const uint64_t
        *pairs;      /* two references each, the first in the low word: a point's number, and SL_CUDA_REF_NEGATIVE */
    sl_cuda_g1 *out; /* a sum for each pair */
    uint32_t n;      /* pairs, at most 2^30 */
    uint32_t scratch_steps; /* pairs of a thread that the scratch memory is for */
    void *scratch;          /* for each block: scratch_steps * SL_CUDA_PAIRS_THREADS elements of Fp */
} sl_cuda_pairs;

/*
 * Most pairs of a thread, for a batch that begins when so many are left: at the end batches are small, so that blocks
 * end together.
 */
SL_CUDA_BOTH uint32_t sl_cuda_pairs_steps(uint32_t left, uint32_t blocks_n) {
    const uint32_t threads_n = blocks_n * SL_CUDA_PAIRS_THREADS;
    const uint32_t even = left / threads_n + (left % threads_n != 0);
    return even < SL_CUDA_PAIRS_STEPS_MAX ? even : SL_CUDA_PAIRS_STEPS_MAX;
}

#endif
