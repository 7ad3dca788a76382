// SPDX-License-Identifier: MIT OR Apache-2.0
/* Launches of the kernels of multiples, a sub-table of sl_cuda_calls; each has a thread for each pair or point. */
#ifndef SL_BACKENDS_CUDA_MULTIPLES_CALLS_H
#define SL_BACKENDS_CUDA_MULTIPLES_CALLS_H

#include "backends/cuda/multiples_work.h"

typedef struct sl_cuda_multiples_calls {
    int (*growth)(const sl_cuda_growth *work, void *stream);
    int (*digits)(const sl_cuda_digits *work, void *stream);
    int (*joins)(const sl_cuda_joins *work, void *stream);
    int (*encode)(const sl_cuda_encode *work, void *stream);
} sl_cuda_multiples_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_multiples_calls sl_cuda_multiples_launches; /* the real ones */

#ifdef __cplusplus
}
#endif

#endif
