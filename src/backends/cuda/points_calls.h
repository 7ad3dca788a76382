// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Launches of the kernels of points, by group (sl_cuda_group): a sub-table of sl_cuda_calls. All return 0 or an error
 * code of the runtime.
 */
#ifndef SL_BACKENDS_CUDA_POINTS_CALLS_H
#define SL_BACKENDS_CUDA_POINTS_CALLS_H

#include "backends/cuda/pairs_work.h"

typedef struct sl_cuda_points_calls {
    /* blocks_n: at most SL_CUDA_PAIRS_BLOCKS for each multiprocessor. */
    int (*pairs[SL_CUDA_GROUPS_N])(const sl_cuda_pairs *work, uint32_t blocks_n, void *stream);
    /* No rows: nothing happens. */
    int (*weighted[SL_CUDA_GROUPS_N])(const sl_cuda_weighted *work, void *stream);
} sl_cuda_points_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_points_calls sl_cuda_points_launches; /* the real ones */

int sl_cuda_weighted_g1_launch(const sl_cuda_weighted *work, void *stream);
int sl_cuda_weighted_g2_launch(const sl_cuda_weighted *work, void *stream);

#ifdef __cplusplus
}
#endif

#endif
