// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of key_points.cuh: an element for each thread. */
#include <cuda_runtime.h>

#include "backends/cuda/key_calls.h"
#include "backends/cuda/key_points.cuh"

static __global__ void __launch_bounds__(SL_CUDA_KEY_THREADS)
    decode_g1_kernel(const __grid_constant__ sl_cuda_decode work) {
    const uint32_t i = blockIdx.x * SL_CUDA_KEY_THREADS + threadIdx.x;
    if (i < work.n) {
        sl_cuda_g1_decode(&work, i);
    }
}

static __global__ void __launch_bounds__(SL_CUDA_KEY_THREADS)
    decode_g2_kernel(const __grid_constant__ sl_cuda_decode work) {
    const uint32_t i = blockIdx.x * SL_CUDA_KEY_THREADS + threadIdx.x;
    if (i < work.n) {
        sl_cuda_g2_decode(&work, i);
    }
}

static __global__ void __launch_bounds__(SL_CUDA_KEY_THREADS) cuts_kernel(const __grid_constant__ sl_cuda_cuts work) {
    const uint32_t i = blockIdx.x * SL_CUDA_KEY_THREADS + threadIdx.x;
    if (i < work.cuts_n) {
        sl_cuda_cut_find(&work, i);
    }
}

static __global__ void __launch_bounds__(SL_CUDA_KEY_THREADS)
    reverse_kernel(const __grid_constant__ sl_cuda_reverse work) {
    const uint32_t i = blockIdx.x * SL_CUDA_KEY_THREADS + threadIdx.x;
    if (i < 1U << work.log2) {
        sl_cuda_scalar_move(&work, i);
    }
}

/* n <= 2^31 */
template <typename Work> static int launch(void (*kernel)(const Work), const Work *work, uint32_t n, void *stream) {
    if (n == 0) {
        return cudaSuccess;
    }
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    kernel<<<(n - 1) / SL_CUDA_KEY_THREADS + 1, SL_CUDA_KEY_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static int decode_g1(const sl_cuda_decode *work, void *stream) {
    return launch(decode_g1_kernel, work, work->n, stream);
}

static int decode_g2(const sl_cuda_decode *work, void *stream) {
    return launch(decode_g2_kernel, work, work->n, stream);
}

static int cuts(const sl_cuda_cuts *work, void *stream) {
    return launch(cuts_kernel, work, work->cuts_n, stream);
}

static int reverse(const sl_cuda_reverse *work, void *stream) {
    return launch(reverse_kernel, work, 1U << work->log2, stream);
}

const sl_cuda_key_calls sl_cuda_key_launches = {decode_g1, decode_g2, cuts, reverse};
