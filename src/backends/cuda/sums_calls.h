// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Launches of the index kernels of sums: a sub-table of sl_cuda_calls. All return 0 or an error code of the runtime;
 * blocks_n is how many blocks of SL_CUDA_INDEX_THREADS threads share the work, at least one.
 */
#ifndef SL_BACKENDS_CUDA_SUMS_CALLS_H
#define SL_BACKENDS_CUDA_SUMS_CALLS_H

#include "backends/cuda/sums_work.h"

#define SL_CUDA_INDEX_THREADS 256

typedef struct sl_cuda_sums_calls {
    int (*digits)(const sl_cuda_sum_digits *work, uint32_t blocks_n, void *stream);
    /* Memory that the sorting of up to n elements takes, and the adding up of n numbers. */
    int (*sort_bytes)(size_t *out, uint32_t n);
    int (*add_up_bytes)(size_t *out, uint32_t n);
    /* *is_other: the sorted list is work->other. */
    int (*sort)(const sl_cuda_sort *work, bool *is_other, void *stream);
    /* Fills heads, marks, and puts starts, the round and the largest. */
    int (*bounds)(const sl_cuda_bounds *work, uint32_t blocks_n, void *stream);
    int (*halve)(const sl_cuda_halve *work, void *stream);
    int (*schedule)(const sl_cuda_schedule *work, uint32_t blocks_n, void *stream);
    int (*lines)(const sl_cuda_lines *work, uint32_t blocks_n, void *stream);
    int (*keep)(const sl_cuda_keep *work, uint32_t blocks_n, void *stream);
    int (*spread)(const sl_cuda_spread *work, uint32_t blocks_n, void *stream);
    /* Counts, then the list. */
    int (*ones)(const sl_cuda_ones *work, uint32_t blocks_n, void *stream);
} sl_cuda_sums_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_sums_calls sl_cuda_sums_launches; /* the real ones */

#ifdef __cplusplus
}
#endif
#endif
