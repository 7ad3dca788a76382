// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of transforms on the processor, thread by thread between the barriers, as launches of cpu_runtime.h. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_NTT_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_NTT_RUN_H

#include "backends/cuda/ntt_calls.h"
#include "backends/cuda/ntt_pass.cuh"
#include "cpu_runtime.h"

/* For each thread `t`. */
#define NTT_RUN_THREADS for (uint32_t t = 0; t < SL_CUDA_NTT_THREADS; t++)

static inline void ntt_run_tile(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, sl_cuda_ntt_tile *shared,
                                uint32_t tile) {
    memset(shared, 0xa5, sizeof *shared);
    NTT_RUN_THREADS {
        if (way == SL_CUDA_NTT_WAY_UP) {
            sl_cuda_ntt_begin_up(work, shared, tile, t);
        }
    }
    for (uint32_t round = 0; round < sl_cuda_ntt_rounds(work, way); round++) {
        NTT_RUN_THREADS {
            sl_cuda_ntt_round(work, way, shared, tile, t, round);
        }
    }
    NTT_RUN_THREADS {
        if (way == SL_CUDA_NTT_WAY_DOWN) {
            sl_cuda_ntt_finish_down(work, shared, tile, t);
        } else {
            sl_cuda_ntt_finish_up(work, shared, tile, t);
        }
    }
}

static inline int ntt_run_pass(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, void *stream) {
    static _Thread_local sl_cuda_ntt_tile shared;
    SL_CHECK(stream != NULL && work->log2_columns + work->log2_n <= work->log2_size);
    const int code = runtime_result();
    if (code != 0) {
        return code;
    }
    if (work->log2_n < 3) {
        SL_CHECK(work->log2_columns == 0);
        for (uint32_t row = 0; row < 1U << (work->log2_size - work->log2_n); row++) {
            sl_cuda_ntt_short_row(work, way, row);
        }
        return 0;
    }
    SL_CHECK(work->log2_n == 3 || work->log2_n == 6 || work->log2_n == 9);
    SL_CHECK(way != SL_CUDA_NTT_WAY_TURN || work->log2_columns == 0);
    const uint32_t bits = work->log2_size > SL_CUDA_NTT_TILE_LOG2 ? work->log2_size - SL_CUDA_NTT_TILE_LOG2 : 0;
    for (uint32_t tile = 0; tile < 1U << bits; tile++) {
        ntt_run_tile(work, way, &shared, tile);
    }
    return 0;
}

static inline int ntt_run_table(const sl_cuda_ntt_table *work, void *stream) {
    SL_CHECK(stream != NULL && work->n > 0);
    const int code = runtime_result();
    for (uint32_t i = 0; code == 0 && i < work->n; i++) {
        sl_cuda_ntt_table_entry(work, i);
    }
    return code;
}

static const sl_cuda_ntt_calls ntt_run_calls = {ntt_run_pass, ntt_run_table};

#endif
