// SPDX-License-Identifier: MIT OR Apache-2.0
/* The launches of kernels of points on the processor, as a table, for the runtime of tests (cpu_runtime.h). */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_POINTS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_POINTS_RUN_H

#include "cpu_runtime.h"
#include "pairs_run.h"

static inline int runtime_pairs_g1(const sl_cuda_pairs *work, uint32_t blocks_n, void *stream) {
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    if (code == 0) {
        (void)g1_pairs_run(work, blocks_n);
    }
    return code;
}

static inline int runtime_pairs_g2(const sl_cuda_pairs *work, uint32_t blocks_n, void *stream) {
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    if (code == 0) {
        (void)g2_pairs_run(work, blocks_n);
    }
    return code;
}

static const sl_cuda_points_calls runtime_points_calls = {.pairs = {runtime_pairs_g1, runtime_pairs_g2}};

#endif
