// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels for folding on the processor, thread by thread, as launches of the runtime of tests (cpu_runtime.h). */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_FOLD_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_FOLD_RUN_H

#include "backends/cuda/fold_calls.h"
#include "backends/cuda/fold_steps.cuh"
#include "cpu_runtime.h"

static inline int fold_run_mul(const sl_cuda_fold_mul *work, uint32_t blocks_n, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0 && blocks_n > 0);
    const int code = runtime_result();
    const uint32_t n = sl_cuda_fold_mul_n(work), threads_n = blocks_n * SL_CUDA_FOLD_THREADS;
    for (uint32_t i = 0; code == 0 && i < n; i++) {
        if (work->is_shared) {
            sl_cuda_fold_mul_shared_thread(work, i, i % threads_n);
        } else {
            sl_cuda_fold_mul_thread(work, i, i % threads_n);
        }
    }
    return code;
}

#define FOLD_RUN(name, n_)                                                             \
    static inline int fold_run_##name(const sl_cuda_fold_##name *work, void *stream) { \
        SL_CHECK(stream != NULL && work->n > 0);                                       \
        const int code = runtime_result();                                             \
        for (uint32_t i = 0; code == 0 && i < (n_); i++) {                             \
            sl_cuda_fold_##name##_thread(work, i);                                     \
        }                                                                              \
        return code;                                                                   \
    }
FOLD_RUN(sums, sl_cuda_fold_sums_n(work))
FOLD_RUN(turn, work->n)
FOLD_RUN(enter, work->n)
FOLD_RUN(leave, work->n)

static const sl_cuda_fold_calls fold_run_calls = {fold_run_mul, fold_run_sums, fold_run_turn, fold_run_enter,
                                                  fold_run_leave};

#endif
