// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Launches of the kernels of rows and queries: a sub-table of sl_cuda_calls. All return 0 or an error code of the
 * runtime. The work is copied; all that it points to is of the device.
 */
#ifndef SL_BACKENDS_CUDA_ROWS_CALLS_H
#define SL_BACKENDS_CUDA_ROWS_CALLS_H

#include "backends/cuda/rows_work.h"

typedef struct sl_cuda_rows_calls {
    int (*rows)(const sl_cuda_rows *work, void *stream);
    int (*query_bits)(const sl_cuda_query *query, void *stream); /* at least one point */
    int (*query_full)(const sl_cuda_query *query, void *stream); /* at least one wire or input */
} sl_cuda_rows_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_rows_calls sl_cuda_rows_launches; /* the real ones */

#ifdef __cplusplus
}
#endif
#endif
