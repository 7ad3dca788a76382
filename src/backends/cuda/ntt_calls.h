// SPDX-License-Identifier: MIT OR Apache-2.0
/* Launches of the kernels of transforms: a sub-table of sl_cuda_calls. All return 0 or an error code of the runtime. */
#ifndef SL_BACKENDS_CUDA_NTT_CALLS_H
#define SL_BACKENDS_CUDA_NTT_CALLS_H

#include "backends/cuda/ntt_work.h"

typedef struct sl_cuda_ntt_calls {
    int (*pass)(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, void *stream);
    int (*table)(const sl_cuda_ntt_table *work, void *stream);
} sl_cuda_ntt_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_ntt_calls sl_cuda_ntt_launches; /* the real ones */

#ifdef __cplusplus
}
#endif
#endif
