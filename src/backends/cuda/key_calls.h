// SPDX-License-Identifier: MIT OR Apache-2.0
/* Launches of the kernels for keys: a sub-table of sl_cuda_calls. All return 0 or an error code of the runtime. */
#ifndef SL_BACKENDS_CUDA_KEY_CALLS_H
#define SL_BACKENDS_CUDA_KEY_CALLS_H

#include "backends/cuda/key_work.h"

typedef struct sl_cuda_key_calls {
    int (*decode_g1)(const sl_cuda_decode *work, void *stream);
    int (*decode_g2)(const sl_cuda_decode *work, void *stream);
    int (*cuts)(const sl_cuda_cuts *work, void *stream);
    int (*reverse)(const sl_cuda_reverse *work, void *stream);
} sl_cuda_key_calls;

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_key_calls sl_cuda_key_launches; /* the real ones */

#ifdef __cplusplus
}
#endif
#endif
