// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums of rows of points: the steps of weighted_tmpl.h, joined by barriers. A block for each row. */
#include <cuda_runtime.h>

#include "backends/cuda/points_calls.h"
#include "backends/cuda/weighted.cuh"

#define STEPS(name, group_of_it, threads_n)                                                                           \
    struct name {                                                                                                     \
        typedef sl_cuda_##name##_weighted_shared shared;                                                              \
        static constexpr sl_cuda_group group = group_of_it;                                                           \
        static constexpr unsigned threads = threads_n;                                                                \
        static __device__ __forceinline__ void clear(shared *block, unsigned t) {                                     \
            sl_cuda_##name##_weighted_clear(block, t);                                                                \
        }                                                                                                             \
        static __device__ __forceinline__ void step(const sl_cuda_weighted *work, shared *block, unsigned i,          \
                                                    unsigned t) {                                                     \
            sl_cuda_##name##_weighted_step(work, block, blockIdx.x, i, t);                                            \
        }                                                                                                             \
        static __device__ __forceinline__ void store(const sl_cuda_weighted *work, const shared *block, unsigned t) { \
            sl_cuda_##name##_weighted_store(work, block, blockIdx.x, t);                                              \
        }                                                                                                             \
    };
STEPS(g1, SL_CUDA_G1, SL_CUDA_G1_WEIGHTED_THREADS)
STEPS(g2, SL_CUDA_G2, SL_CUDA_G2_WEIGHTED_THREADS)

extern __shared__ uint4 shared_memory[];

template <typename Steps>
static __global__ void __launch_bounds__(Steps::threads, 1)
    weighted_kernel(const __grid_constant__ sl_cuda_weighted work, uint32_t steps_n) {
    typename Steps::shared *const shared = (typename Steps::shared *)shared_memory;
    const uint32_t t = threadIdx.x;
    Steps::clear(shared, t);
    SL_CUDA_ROLLED
    for (uint32_t step = 0; step < steps_n; step++) {
        __syncthreads();
        Steps::step(&work, shared, step, t);
    }
    __syncthreads();
    Steps::store(&work, shared, t);
}

template <typename Steps> static int weighted(const sl_cuda_weighted *work, void *stream) {
    if (work->rows_n == 0) {
        return cudaSuccess;
    }
    const size_t bytes = sizeof(typename Steps::shared);
    const cudaError_t code =
        cudaFuncSetAttribute(weighted_kernel<Steps>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (code != cudaSuccess) {
        return code;
    }
    const uint32_t steps_n = sl_cuda_weighted_steps(Steps::group, work->weights_n, work->is_plain);
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    weighted_kernel<Steps><<<work->rows_n, Steps::threads, bytes, (cudaStream_t)stream>>>(*work, steps_n);
    return cudaGetLastError();
}

int sl_cuda_weighted_g1_launch(const sl_cuda_weighted *work, void *stream) {
    return weighted<g1>(work, stream);
}

int sl_cuda_weighted_g2_launch(const sl_cuda_weighted *work, void *stream) {
    return weighted<g2>(work, stream);
}
