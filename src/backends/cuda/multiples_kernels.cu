// SPDX-License-Identifier: MIT OR Apache-2.0
/* Kernels of multiples: the functions of multiples.cuh, a thread each. */
#include <cuda_runtime.h>

#include "backends/cuda/cudart_calls.h"
#include "backends/cuda/multiples.cuh"

static __device__ __forceinline__ uint32_t thread_index() {
    return blockIdx.x * SL_CUDA_MULTIPLES_THREADS + threadIdx.x;
}

static __global__ void __launch_bounds__(SL_CUDA_MULTIPLES_THREADS)
    growth_kernel(const __grid_constant__ sl_cuda_growth work) {
    if (thread_index() < work.n) {
        sl_cuda_growth_thread(&work, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_MULTIPLES_THREADS)
    digits_kernel(const __grid_constant__ sl_cuda_digits work) {
    if (thread_index() < work.n) {
        sl_cuda_digits_thread(&work, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_MULTIPLES_THREADS)
    joins_kernel(const __grid_constant__ sl_cuda_joins work) {
    if (thread_index() < work.n) {
        sl_cuda_joins_thread(&work, blockIdx.y, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_MULTIPLES_THREADS)
    encode_kernel(const __grid_constant__ sl_cuda_encode work) {
    if (thread_index() < work.n) {
        sl_cuda_encode_thread(&work, thread_index());
    }
}

static dim3 blocks_of(uint32_t n, uint32_t lists_n) {
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    return dim3(n / SL_CUDA_MULTIPLES_THREADS + (n % SL_CUDA_MULTIPLES_THREADS != 0), lists_n);
}

static int growth_launch(const sl_cuda_growth *work, void *stream) {
    growth_kernel<<<blocks_of(work->n, 1), SL_CUDA_MULTIPLES_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int digits_launch(const sl_cuda_digits *work, void *stream) {
    digits_kernel<<<blocks_of(work->n, 1), SL_CUDA_MULTIPLES_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int joins_launch(const sl_cuda_joins *work, void *stream) {
    joins_kernel<<<blocks_of(work->n, work->lists_n), SL_CUDA_MULTIPLES_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int encode_launch(const sl_cuda_encode *work, void *stream) {
    encode_kernel<<<blocks_of(work->n, 1), SL_CUDA_MULTIPLES_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

const sl_cuda_multiples_calls sl_cuda_multiples_launches = {
    growth_launch,
    digits_launch,
    joins_launch,
    encode_launch,
};
