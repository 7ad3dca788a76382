// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Launches of the kernels of runs: a sub-table of sl_cuda_calls. All return 0 or an error code of the runtime. One
 * after the other, on one stream: count, add, settle.
 */
#ifndef SL_BACKENDS_CUDA_RUNS_CALLS_H
#define SL_BACKENDS_CUDA_RUNS_CALLS_H

#include "backends/cuda/runs_work.h"

typedef struct sl_cuda_runs_calls {
    /* Memory that counting takes, for up to keys_n keys. */
    int (*count_bytes)(size_t *out, uint32_t keys_n);
    /* Fills next_starts. */
    int (*count)(const sl_cuda_runs *work, void *stream);
    /* Blocks share the runs: SL_CUDA_RUNS_BLOCKS for each multiprocessor are good. Fills the next list and round. */
    int (*add)(const sl_cuda_runs *work, uint32_t blocks_n, void *stream);
    /* Makes parts affine; blocks_n as of sl_cuda_pairs, whose scratch memory it is. */
    int (*settle)(const sl_cuda_runs *work, uint32_t blocks_n, void *stream);
} sl_cuda_runs_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_runs_calls sl_cuda_runs_launches; /* the real ones */

#ifdef __cplusplus
}
#endif

#endif
