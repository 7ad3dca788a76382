// SPDX-License-Identifier: MIT OR Apache-2.0
/* Launches of the kernels for folding keys, a sub-table of sl_cuda_calls. All return 0 or an error code. */
#ifndef SL_BACKENDS_CUDA_FOLD_CALLS_H
#define SL_BACKENDS_CUDA_FOLD_CALLS_H

#include "backends/cuda/fold_work.h"

typedef struct sl_cuda_fold_calls {
    int (*mul)(const sl_cuda_fold_mul *work, uint32_t blocks_n, void *stream); /* a table for each thread */
    int (*sums)(const sl_cuda_fold_sums *work, void *stream);
    int (*turn)(const sl_cuda_fold_turn *work, void *stream);
    int (*enter)(const sl_cuda_fold_enter *work, void *stream);
    int (*leave)(const sl_cuda_fold_leave *work, void *stream);
} sl_cuda_fold_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_fold_calls sl_cuda_fold_launches; /* the real ones */

#ifdef __cplusplus
}
#endif
#endif
