// SPDX-License-Identifier: MIT OR Apache-2.0
/* Loads and stores of rows_eval.cuh and rows_terms.cuh: what is read is only read, what is written is not read back. */
#ifndef SL_BACKENDS_CUDA_ROWS_MEMORY_CUH
#define SL_BACKENDS_CUDA_ROWS_MEMORY_CUH

#include "backends/cuda/rows_work.h"

#ifdef __CUDACC__
static __device__ __forceinline__ uint32_t sl_cuda_get(const uint32_t *from) {
    return __ldg(from);
}
static __device__ __forceinline__ uint64_t sl_cuda_get(const uint64_t *from) {
    return __ldg((const unsigned long long *)from);
}
#define SL_CUDA_GET(from) sl_cuda_get(from)
/* Looks first: if many threads find the same, only few of them have to wait for each other. */
static __device__ __forceinline__ void sl_cuda_lower(uint32_t *word, uint32_t value) {
    if (value < __ldcg(word)) {
        (void)atomicMin(word, value);
    }
}
#define SL_CUDA_LOWEST(x) ((uint32_t)__ffsll((long long)(x)) - 1)
#else
#define SL_CUDA_GET(from) (*(from))
static inline void sl_cuda_lower(uint32_t *word, uint32_t value) {
    *word = *word < value ? *word : value;
}
#define SL_CUDA_LOWEST(x) ((uint32_t)__builtin_ctzll(x)) /* x is not 0 */
#endif

SL_CUDA_FN void sl_cuda_value_load(sl_cuda_fr *out, const sl_cuda_fr *from) {
#ifdef __CUDACC__
    const uint4 low = __ldg((const uint4 *)from), high = __ldg((const uint4 *)from + 1);
    *out = sl_cuda_fr{{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
#else
    *out = *from;
#endif
}

SL_CUDA_FN void sl_cuda_value_store(sl_cuda_fr *to, const sl_cuda_fr *x) {
#ifdef __CUDACC__
    __stcg((uint4 *)to, make_uint4(x->w[0], x->w[1], x->w[2], x->w[3]));
    __stcg((uint4 *)to + 1, make_uint4(x->w[4], x->w[5], x->w[6], x->w[7]));
#else
    *to = *x;
#endif
}

#endif
