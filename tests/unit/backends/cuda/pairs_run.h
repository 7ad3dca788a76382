// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The kernel of pairs on the processor: the batches that blocks take, one after the other, each with all its phases,
 * thread by thread between the barriers.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_PAIRS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_PAIRS_RUN_H

#include "backends/cuda/g1_pairs.cuh"
#include "harness/test.h"

/* Returns the number of batches. */
static inline unsigned pairs_run(const sl_cuda_pairs *work, uint32_t blocks_n) {
    static sl_cuda_pairs_shared shared;
    unsigned batches_n = 0;
    for (uint32_t first = 0; first < work->n; batches_n++) {
        const uint32_t block = batches_n % blocks_n;
        memset(&shared, 0xa5, sizeof shared);
        shared.first = first;
        shared.steps = sl_cuda_pairs_steps(work->n - first, blocks_n);
        SL_CHECK(shared.steps >= 1 && shared.steps <= work->scratch_steps);
        for (uint32_t t = 0; t < SL_CUDA_PAIRS_THREADS; t++) {
            sl_cuda_pairs_forward(work, &shared, block, t);
        }
        for (uint32_t lane = 0; lane < SL_CUDA_LANES; lane++) {
            sl_cuda_pairs_invert(&shared, lane);
        }
        for (uint32_t t = 0; t < SL_CUDA_PAIRS_THREADS; t++) {
            sl_cuda_pairs_backward(work, &shared, block, t);
        }
        first += shared.steps * SL_CUDA_PAIRS_THREADS;
    }
    return batches_n;
}

#endif
