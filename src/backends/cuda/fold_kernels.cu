// SPDX-License-Identifier: MIT OR Apache-2.0
/* Kernels for folding keys: the functions of fold_steps.cuh, a thread each; products by as many threads as fit. */
#include <cuda_runtime.h>

#include "backends/cuda/cudart_calls.h"
#include "backends/cuda/fold_steps.cuh"

static __device__ __forceinline__ uint32_t thread_index() {
    return blockIdx.x * SL_CUDA_FOLD_THREADS + threadIdx.x;
}

static __global__ void __launch_bounds__(SL_CUDA_FOLD_THREADS, SL_CUDA_FOLD_BLOCKS)
    mul_kernel(const __grid_constant__ sl_cuda_fold_mul work) {
    const uint32_t n = sl_cuda_fold_mul_n(&work), step = gridDim.x * SL_CUDA_FOLD_THREADS;
    SL_CUDA_ROLLED
    for (uint32_t i = thread_index(); i < n; i += step) {
        sl_cuda_fold_mul_thread(&work, i, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_FOLD_THREADS, SL_CUDA_FOLD_BLOCKS)
    mul_shared_kernel(const __grid_constant__ sl_cuda_fold_mul work) {
    const uint32_t n = sl_cuda_fold_mul_n(&work), step = gridDim.x * SL_CUDA_FOLD_THREADS;
    SL_CUDA_ROLLED
    for (uint32_t i = thread_index(); i < n; i += step) {
        sl_cuda_fold_mul_shared_thread(&work, i, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_FOLD_THREADS)
    sums_kernel(const __grid_constant__ sl_cuda_fold_sums work) {
    if (thread_index() < sl_cuda_fold_sums_n(&work)) {
        sl_cuda_fold_sums_thread(&work, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_FOLD_THREADS, SL_CUDA_FOLD_BLOCKS)
    turn_kernel(const __grid_constant__ sl_cuda_fold_turn work) {
    if (thread_index() < work.n) {
        sl_cuda_fold_turn_thread(&work, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_FOLD_THREADS)
    enter_kernel(const __grid_constant__ sl_cuda_fold_enter work) {
    if (thread_index() < work.n) {
        sl_cuda_fold_enter_thread(&work, thread_index());
    }
}

static __global__ void __launch_bounds__(SL_CUDA_FOLD_THREADS)
    leave_kernel(const __grid_constant__ sl_cuda_fold_leave work) {
    if (thread_index() < work.n) {
        sl_cuda_fold_leave_thread(&work, thread_index());
    }
}

static uint32_t blocks_of(uint32_t n) {
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    return n / SL_CUDA_FOLD_THREADS + (n % SL_CUDA_FOLD_THREADS != 0);
}

static int mul_launch(const sl_cuda_fold_mul *work, uint32_t blocks_n, void *stream) {
    (void)cudaGetLastError();
    if (work->is_shared) {
        mul_shared_kernel<<<blocks_n, SL_CUDA_FOLD_THREADS, 0, (cudaStream_t)stream>>>(*work);
    } else {
        mul_kernel<<<blocks_n, SL_CUDA_FOLD_THREADS, 0, (cudaStream_t)stream>>>(*work);
    }
    return cudaGetLastError();
}

static int sums_launch(const sl_cuda_fold_sums *work, void *stream) {
    sums_kernel<<<blocks_of(sl_cuda_fold_sums_n(work)), SL_CUDA_FOLD_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int turn_launch(const sl_cuda_fold_turn *work, void *stream) {
    turn_kernel<<<blocks_of(work->n), SL_CUDA_FOLD_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int enter_launch(const sl_cuda_fold_enter *work, void *stream) {
    enter_kernel<<<blocks_of(work->n), SL_CUDA_FOLD_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int leave_launch(const sl_cuda_fold_leave *work, void *stream) {
    leave_kernel<<<blocks_of(work->n), SL_CUDA_FOLD_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

const sl_cuda_fold_calls sl_cuda_fold_launches = {
    mul_launch, sums_launch, turn_launch, enter_launch, leave_launch,
};
