// SPDX-License-Identifier: MIT OR Apache-2.0
/* The launches of kernels of points on the processor, as a table, for the runtime of tests (cpu_runtime.h). */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_POINTS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_POINTS_RUN_H

#include "cpu_runtime.h"
#include "pairs_run.h"
#include "weighted_run.h"

static inline int runtime_pairs(sl_cuda_group group, const sl_cuda_pairs *work, uint32_t blocks_n, void *stream) {
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    if (code == 0) {
        (void)pairs_run(group, work, blocks_n);
    }
    return code;
}

static inline int runtime_weighted(sl_cuda_group group, const sl_cuda_weighted *work, void *stream) {
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    if (code == 0) {
        weighted_run(group, work);
    }
    return code;
}

static inline int runtime_pairs_g1(const sl_cuda_pairs *work, uint32_t blocks_n, void *stream) {
    return runtime_pairs(SL_CUDA_G1, work, blocks_n, stream);
}

static inline int runtime_pairs_g2(const sl_cuda_pairs *work, uint32_t blocks_n, void *stream) {
    return runtime_pairs(SL_CUDA_G2, work, blocks_n, stream);
}

static inline int runtime_weighted_g1(const sl_cuda_weighted *work, void *stream) {
    return runtime_weighted(SL_CUDA_G1, work, stream);
}

static inline int runtime_weighted_g2(const sl_cuda_weighted *work, void *stream) {
    return runtime_weighted(SL_CUDA_G2, work, stream);
}

static const sl_cuda_points_calls runtime_points_calls = {
    .pairs = {runtime_pairs_g1, runtime_pairs_g2},
    .weighted = {runtime_weighted_g1, runtime_weighted_g2},
};

#endif
