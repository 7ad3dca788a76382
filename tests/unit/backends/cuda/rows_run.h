// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of rows and queries on the processor, thread by thread, as launches of the runtime of tests. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_ROWS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_ROWS_RUN_H

#include "backends/cuda/rows_calls.h"
#include "backends/cuda/rows_eval.cuh"
#include "backends/cuda/rows_terms.cuh"
#include "cpu_runtime.h"

static inline void rows_run(const sl_cuda_rows *work) {
    for (int kind = 0; kind < SL_MODULE_TILES_KINDS; kind++) {
        for (uint32_t i = 0; i < sl_cuda_rows_chunks(work, kind) * SL_CUDA_ROWS_THREADS; i++) {
            sl_cuda_rows_thread(work, kind, i / SL_CUDA_ROWS_THREADS, i % SL_CUDA_ROWS_THREADS);
        }
    }
    for (uint32_t i = 0; i < sl_cuda_rows_fills(work) * SL_CUDA_ROWS_THREADS; i++) {
        sl_cuda_rows_fill(work, i / SL_CUDA_ROWS_THREADS, i % SL_CUDA_ROWS_THREADS);
    }
}

static inline void query_bits_run(const sl_cuda_query *query) {
    for (uint32_t t = 0; t < sl_cuda_query_bit_threads(query); t++) {
        sl_cuda_query_bits_thread(query, t);
    }
}

static inline void query_full_run(const sl_cuda_query *query) {
    for (uint32_t t = 0; t < sl_cuda_query_full_threads(query); t++) {
        sl_cuda_query_full_thread(query, t);
    }
}

static inline int rows_launch(const sl_cuda_rows *work, void *stream) {
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    if (code == 0) {
        rows_run(work);
    }
    return code;
}

static inline int query_bits_launch(const sl_cuda_query *query, void *stream) {
    SL_CHECK(stream != NULL && query->points_n > 0);
    const int code = runtime_result();
    if (code == 0) {
        query_bits_run(query);
    }
    return code;
}

static inline int query_full_launch(const sl_cuda_query *query, void *stream) {
    SL_CHECK(stream != NULL && sl_cuda_query_full_threads(query) > 0);
    const int code = runtime_result();
    if (code == 0) {
        query_full_run(query);
    }
    return code;
}

static const sl_cuda_rows_calls rows_launches = {rows_launch, query_bits_launch, query_full_launch};

#endif
