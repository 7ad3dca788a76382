// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of weighted sums on the processor: row by row, step by step, thread by thread. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_WEIGHTED_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_WEIGHTED_RUN_H

#include <string.h>

#include "backends/cuda/weighted.cuh"

#define WEIGHTED_THREADS (SL_CUDA_WEIGHTED_TEAM * SL_CUDA_WEIGHTED_TEAMS)

#define WEIGHTED_RUN(g)                                                                                     \
    static inline void g##_weighted_run(const sl_cuda_weighted *work) {                                     \
        static _Thread_local sl_cuda_##g##_weighted_shared shared;                                          \
        const uint32_t steps_n = sl_cuda_weighted_steps(work->weights_n, work->is_plain);                   \
        for (uint32_t row = 0; row < work->rows_n; row++) {                                                 \
            memset(&shared, 0xa5, sizeof shared);                                                           \
            for (uint32_t t = 0; t < WEIGHTED_THREADS; t++) {                                               \
                sl_cuda_##g##_weighted_clear(&shared, t);                                                   \
            }                                                                                               \
            for (uint32_t i = 0; i < steps_n * SL_CUDA_WEIGHTED_PHASES_N; i++) {                            \
                const uint32_t step = i / SL_CUDA_WEIGHTED_PHASES_N, phase = i % SL_CUDA_WEIGHTED_PHASES_N; \
                for (uint32_t t = 0; t < WEIGHTED_THREADS; t++) { /* in any order */                        \
                    const uint32_t thread = step % 2 == 0 ? t : WEIGHTED_THREADS - 1 - t;                   \
                    sl_cuda_##g##_weighted_phase(work, &shared, row, step, phase, thread);                  \
                }                                                                                           \
            }                                                                                               \
            for (uint32_t t = 0; t < WEIGHTED_THREADS; t++) {                                               \
                sl_cuda_##g##_weighted_store(work, &shared, row, t);                                        \
            }                                                                                               \
        }                                                                                                   \
    }
WEIGHTED_RUN(g1)
WEIGHTED_RUN(g2)

static inline void weighted_run(sl_cuda_group group, const sl_cuda_weighted *work) {
    if (group == SL_CUDA_G1) {
        g1_weighted_run(work);
    } else {
        g2_weighted_run(work);
    }
}

#endif
