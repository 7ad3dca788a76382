// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels for keys on the processor, thread by thread, as launches of the runtime of tests (cpu_runtime.h). */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_KEY_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_KEY_RUN_H

#include <pthread.h>

#include "backends/cuda/key_calls.h"
#include "backends/cuda/key_points.cuh"
#include "cpu_runtime.h"

/* The word of faults is for all threads of a device. */
static pthread_mutex_t key_run_lock = PTHREAD_MUTEX_INITIALIZER;

static inline int key_run_decode_g1(const sl_cuda_decode *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0 && work->n < 1U << 31);
    const int code = runtime_result();
    SL_CHECK(pthread_mutex_lock(&key_run_lock) == 0);
    for (uint32_t i = 0; code == 0 && i < work->n; i++) {
        sl_cuda_g1_decode(work, i);
    }
    SL_CHECK(pthread_mutex_unlock(&key_run_lock) == 0);
    return code;
}

static inline int key_run_decode_g2(const sl_cuda_decode *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0 && work->n < 1U << 31);
    const int code = runtime_result();
    SL_CHECK(pthread_mutex_lock(&key_run_lock) == 0);
    for (uint32_t i = 0; code == 0 && i < work->n; i++) {
        sl_cuda_g2_decode(work, i);
    }
    SL_CHECK(pthread_mutex_unlock(&key_run_lock) == 0);
    return code;
}

static inline int key_run_cuts(const sl_cuda_cuts *work, void *stream) {
    SL_CHECK(stream != NULL && work->cuts_n > 0);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < work->cuts_n; i++) {
        sl_cuda_cut_find(work, i);
    }
    return code;
}

static inline int key_run_reverse(const sl_cuda_reverse *work, void *stream) {
    SL_CHECK(stream != NULL && work->log2 < 32);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < 1U << work->log2; i++) {
        sl_cuda_scalar_move(work, i);
    }
    return code;
}

static const sl_cuda_key_calls key_run_calls = {key_run_decode_g1, key_run_decode_g2, key_run_cuts, key_run_reverse};

#endif
