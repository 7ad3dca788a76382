// SPDX-License-Identifier: MIT OR Apache-2.0
/* The calls of the CUDA runtime, and the kernels. Defined in CUDA, for C. */
#ifndef SL_BACKENDS_CUDA_CUDART_CALLS_H
#define SL_BACKENDS_CUDA_CUDART_CALLS_H

#include "backends/cuda/cuda_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const sl_cuda_calls sl_cudart_calls;

/* See sl_cuda_calls. */
int sl_cuda_field_launch(void *out, const void *a, const void *b, size_t n, sl_module_field_op op, uint32_t rounds,
                         void *stream);

#ifdef __cplusplus
}
#endif
#endif
