// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of weighted sums on the processor: row by row, step by step, thread by thread. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_WEIGHTED_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_WEIGHTED_RUN_H

#include <string.h>

#include "backends/cuda/weighted.cuh"

#define WEIGHTED_RUN(g, group, threads_n)                                                                         \
    static inline void g##_weighted_run(const sl_cuda_weighted *work) {                                           \
        static sl_cuda_##g##_weighted_shared shared;                                                              \
        const uint32_t steps_n = sl_cuda_weighted_steps(group, work->weights_n, work->is_plain);                  \
        for (uint32_t row = 0; row < work->rows_n; row++) {                                                       \
            memset(&shared, 0xa5, sizeof shared);                                                                 \
            for (uint32_t t = 0; t < (threads_n); t++) {                                                          \
                sl_cuda_##g##_weighted_clear(&shared, t);                                                         \
            }                                                                                                     \
            for (uint32_t step = 0; step < steps_n; step++) {                                                     \
                for (uint32_t t = 0; t < (threads_n); t++) {                                                      \
                    const uint32_t thread = step % 2 == 0 ? t : (threads_n)-1 - t; /* their order is no matter */ \
                    sl_cuda_##g##_weighted_step(work, &shared, row, step, thread);                                \
                }                                                                                                 \
            }                                                                                                     \
            for (uint32_t t = 0; t < (threads_n); t++) {                                                          \
                sl_cuda_##g##_weighted_store(work, &shared, row, t);                                              \
            }                                                                                                     \
        }                                                                                                         \
    }
WEIGHTED_RUN(g1, SL_CUDA_G1, SL_CUDA_G1_WEIGHTED_THREADS)
WEIGHTED_RUN(g2, SL_CUDA_G2, SL_CUDA_G2_WEIGHTED_THREADS)

static inline void weighted_run(sl_cuda_group group, const sl_cuda_weighted *work) {
    if (group == SL_CUDA_G1) {
        g1_weighted_run(work);
    } else {
        g2_weighted_run(work);
    }
}

#endif
