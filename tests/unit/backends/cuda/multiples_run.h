// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of multiples on the processor, thread by thread, as launches of the runtime of tests (cpu_runtime.h). */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_MULTIPLES_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_MULTIPLES_RUN_H

#include "backends/cuda/multiples.cuh"
#include "backends/cuda/multiples_calls.h"
#include "cpu_runtime.h"

static inline int multiples_run_growth(const sl_cuda_growth *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < work->n; i++) {
        sl_cuda_growth_thread(work, i);
    }
    return code;
}

static inline int multiples_run_digits(const sl_cuda_digits *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < work->n; i++) {
        sl_cuda_digits_thread(work, i);
    }
    return code;
}

static inline int multiples_run_joins(const sl_cuda_joins *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0 && work->lists_n > 0);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < work->n * work->lists_n; i++) {
        sl_cuda_joins_thread(work, i / work->n, i % work->n);
    }
    return code;
}

static inline int multiples_run_encode(const sl_cuda_encode *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < work->n; i++) {
        sl_cuda_encode_thread(work, i);
    }
    return code;
}

static const sl_cuda_multiples_calls multiples_run_calls = {multiples_run_growth, multiples_run_digits,
                                                            multiples_run_joins, multiples_run_encode};

#endif
