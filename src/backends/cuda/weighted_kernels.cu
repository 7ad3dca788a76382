// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums of rows of points: the phases of weighted_tmpl.h, joined by barriers. A block for each row. */
#include <cuda_runtime.h>

#include "backends/cuda/points_calls.h"
#include "backends/cuda/weighted.cuh"

#define PHASES(name)                                                                                                  \
    struct name {                                                                                                     \
        typedef sl_cuda_##name##_weighted_shared shared;                                                              \
        static __device__ __forceinline__ void clear(shared *block, unsigned t) {                                     \
            sl_cuda_##name##_weighted_clear(block, t);                                                                \
        }                                                                                                             \
        static __device__ __forceinline__ void phase(const sl_cuda_weighted *work, shared *block, unsigned step,      \
                                                     unsigned phase, unsigned t) {                                    \
            sl_cuda_##name##_weighted_phase(work, block, blockIdx.x, step, phase, t);                                 \
        }                                                                                                             \
        static __device__ __forceinline__ void store(const sl_cuda_weighted *work, const shared *block, unsigned t) { \
            sl_cuda_##name##_weighted_store(work, block, blockIdx.x, t);                                              \
        }                                                                                                             \
    };
PHASES(g1)
PHASES(g2)

#define THREADS (SL_CUDA_WEIGHTED_TEAM * SL_CUDA_WEIGHTED_TEAMS)

extern __shared__ uint4 shared_memory[];

template <typename Phases>
static __global__ void __launch_bounds__(THREADS, 1)
    weighted_kernel(const __grid_constant__ sl_cuda_weighted work, uint32_t steps_n) {
    typename Phases::shared *const shared = (typename Phases::shared *)shared_memory;
    const uint32_t t = threadIdx.x;
    Phases::clear(shared, t);
    SL_CUDA_ROLLED
    for (uint32_t step = 0; step < steps_n; step++) {
        SL_CUDA_ROLLED
        for (uint32_t phase = 0; phase < SL_CUDA_WEIGHTED_PHASES_N; phase++) {
            __syncthreads();
            Phases::phase(&work, shared, step, phase, t);
        }
    }
    __syncthreads();
    Phases::store(&work, shared, t);
}

template <typename Phases> static int weighted(const sl_cuda_weighted *work, void *stream) {
    if (work->rows_n == 0) {
        return cudaSuccess;
    }
    const size_t bytes = sizeof(typename Phases::shared);
    const cudaError_t code =
        cudaFuncSetAttribute(weighted_kernel<Phases>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (code != cudaSuccess) {
        return code;
    }
    const uint32_t steps_n = sl_cuda_weighted_steps(work->weights_n, work->is_plain);
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    weighted_kernel<Phases><<<work->rows_n, THREADS, bytes, (cudaStream_t)stream>>>(*work, steps_n);
    return cudaGetLastError();
}

int sl_cuda_weighted_g1_launch(const sl_cuda_weighted *work, void *stream) {
    return weighted<g1>(work, stream);
}

int sl_cuda_weighted_g2_launch(const sl_cuda_weighted *work, void *stream) {
    return weighted<g2>(work, stream);
}
