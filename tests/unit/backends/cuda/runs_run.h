// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The kernels of runs on the processor, as a table, for the runtime of tests (cpu_runtime.h): thread by thread, between
 * barriers where there are some.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_RUNS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_RUNS_RUN_H

#include "backends/cuda/runs.cuh"
#include "backends/cuda/runs_calls.h"
#include "cpu_runtime.h"

#define RUNTIME_COUNT_BYTES(keys_n) (2 * (size_t)(keys_n) + 50)

static inline int runtime_runs_count_bytes(size_t *out, uint32_t keys_n) {
    *out = RUNTIME_COUNT_BYTES(keys_n);
    return runtime_result();
}

static inline int runtime_runs_count(const sl_cuda_runs *work, void *stream) {
    SL_CHECK(stream != NULL && work->temp_bytes >= RUNTIME_COUNT_BYTES(work->keys_n));
    const int code = runtime_result();
    if (code == 0) {
        uint32_t sum = 0;
        memset(work->temp, 0xa5, RUNTIME_COUNT_BYTES(work->keys_n));
        for (uint32_t key = 0; key <= work->keys_n; key++) {
            work->next_starts[key] = sum;
            sum += sl_cuda_run_parts_of(work->starts, work->keys_n, work->run_n, key);
        }
    }
    return code;
}

static inline int runtime_runs_add(const sl_cuda_runs *work, uint32_t blocks_n, void *stream) {
    static _Thread_local sl_cuda_runs_shared shared;
    SL_CHECK(stream != NULL && blocks_n > 0);
    SL_CHECK((uint64_t)blocks_n * SL_CUDA_RUNS_THREADS * work->run_n >= work->round->elements_n);
    const uintptr_t parts_end =
        (uintptr_t)((const sl_cuda_g1 *)work->pool + work->round->pool_used + work->next_starts[work->keys_n]);
    SL_CHECK((uintptr_t)work->scales >= parts_end || (uintptr_t)work->scales < (uintptr_t)work->pool);
    const int code = runtime_result();
    for (uint32_t block = 0; code == 0 && block < blocks_n; block++) {
        memset(&shared, 0xa5, sizeof shared);
        for (uint32_t t = SL_CUDA_RUNS_THREADS; t-- > 0;) {
            sl_cuda_runs_add(work, &shared, block, t);
        }
    }
    return code;
}

/* A block's batch, phase by phase. */
static inline void runtime_runs_batch(const sl_cuda_runs *work, sl_cuda_g1_pairs_shared *shared, uint32_t block) {
    for (uint32_t t = 0; t < SL_CUDA_G1_PAIRS_THREADS; t++) {
        sl_cuda_runs_forward(work, shared, block, t);
    }
    for (uint32_t level = 1; level <= SL_CUDA_G1_PAIRS_FOLDS; level++) {
        for (uint32_t t = 0; t < SL_CUDA_G1_PAIRS_THREADS; t++) {
            sl_cuda_g1_pairs_fold(shared, level, t);
        }
    }
    for (uint32_t lane = 0; lane < SL_CUDA_LANES; lane++) {
        sl_cuda_g1_pairs_invert(shared, lane);
    }
    for (uint32_t level = SL_CUDA_G1_PAIRS_FOLDS; level > 0; level--) {
        for (uint32_t t = 0; t < SL_CUDA_G1_PAIRS_THREADS; t++) {
            sl_cuda_g1_pairs_unfold(shared, level, t);
        }
    }
    for (uint32_t t = 0; t < SL_CUDA_G1_PAIRS_THREADS; t++) {
        sl_cuda_runs_backward(work, shared, block, t);
    }
}

static inline int runtime_runs_settle(const sl_cuda_runs *work, uint32_t blocks_n, void *stream) {
    static _Thread_local sl_cuda_g1_pairs_shared shared;
    SL_CHECK(stream != NULL && blocks_n > 0);
    const int code = runtime_result();
    for (uint32_t block = 0; code == 0 && block < blocks_n; block++) {
        for (uint32_t number = 0;; number++) {
            memset(&shared, 0xa5, sizeof shared);
            sl_cuda_runs_batch(work, &shared, number, block, blocks_n);
            if (shared.steps == 0) {
                break;
            }
            runtime_runs_batch(work, &shared, block);
        }
    }
    return code;
}

static const sl_cuda_runs_calls runtime_runs_calls = {
    .count_bytes = runtime_runs_count_bytes,
    .count = runtime_runs_count,
    .add = runtime_runs_add,
    .settle = runtime_runs_settle,
};

#endif
