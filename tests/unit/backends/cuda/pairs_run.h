// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The kernels of pairs on the processor: the batches that blocks take, one after the other, each with all its phases,
 * thread by thread between the barriers.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_PAIRS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_PAIRS_RUN_H

#include "backends/cuda/pairs.cuh"
#include "backends/cuda/points_calls.h"
#include "harness/test.h"

/* Returns the number of batches. */
#define PAIRS_RUN(g, group, folds_n)                                                                             \
    static inline unsigned g##_pairs_run(const sl_cuda_pairs *work, uint32_t blocks_n) {                         \
        static _Thread_local sl_cuda_##g##_pairs_shared shared;                                                  \
        const uint32_t n = *work->n, threads_n = sl_cuda_pairs_threads(group);                                   \
        unsigned batches_n = 0;                                                                                  \
        uint32_t end = 0;                                                                                        \
        SL_CHECK(n <= SL_CUDA_PAIRS_N_MAX && *work->taken == 0);                                                 \
        for (;; batches_n++) {                                                                                   \
            const sl_cuda_batch batch = sl_cuda_pairs_batch(group, batches_n, n, blocks_n, work->scratch_steps); \
            const uint32_t block = batches_n % blocks_n;                                                         \
            if (batch.steps == 0) {                                                                              \
                break;                                                                                           \
            }                                                                                                    \
            SL_CHECK(batch.first == end);                                                                        \
            end = batch.first + batch.steps * threads_n;                                                         \
            memset(&shared, 0xa5, sizeof shared);                                                                \
            shared.n = n;                                                                                        \
            shared.out_first = work->out_first != NULL ? *work->out_first : 0;                                   \
            shared.first = batch.first;                                                                          \
            shared.steps = batch.steps;                                                                          \
            SL_CHECK(shared.steps >= 1 && shared.steps <= work->scratch_steps);                                  \
            for (uint32_t t = 0; t < threads_n; t++) {                                                           \
                sl_cuda_##g##_pairs_forward(work, &shared, block, t);                                            \
            }                                                                                                    \
            for (uint32_t level = 1; level <= (folds_n); level++) {                                              \
                for (uint32_t t = 0; t < threads_n; t++) {                                                       \
                    sl_cuda_##g##_pairs_fold(&shared, level, t);                                                 \
                }                                                                                                \
            }                                                                                                    \
            for (uint32_t lane = 0; lane < SL_CUDA_LANES; lane++) {                                              \
                sl_cuda_##g##_pairs_invert(&shared, lane);                                                       \
            }                                                                                                    \
            for (uint32_t level = (folds_n); level > 0; level--) {                                               \
                for (uint32_t t = 0; t < threads_n; t++) {                                                       \
                    sl_cuda_##g##_pairs_unfold(&shared, level, t);                                               \
                }                                                                                                \
            }                                                                                                    \
            for (uint32_t t = 0; t < threads_n; t++) {                                                           \
                sl_cuda_##g##_pairs_backward(work, &shared, block, t);                                           \
            }                                                                                                    \
        }                                                                                                        \
        SL_CHECK(end >= n);                                                                                      \
        *work->taken = 0xa5a5a5a5;                                                                               \
        return batches_n;                                                                                        \
    }
PAIRS_RUN(g1, SL_CUDA_G1, SL_CUDA_G1_PAIRS_FOLDS)
PAIRS_RUN(g2, SL_CUDA_G2, SL_CUDA_G2_PAIRS_FOLDS)

static inline unsigned pairs_run(sl_cuda_group group, const sl_cuda_pairs *work, uint32_t blocks_n) {
    return group == SL_CUDA_G1 ? g1_pairs_run(work, blocks_n) : g2_pairs_run(work, blocks_n);
}

#endif
