// SPDX-License-Identifier: MIT OR Apache-2.0
/* Additions in G1 from a list of pairs: the phases of g1_pairs.cuh, joined by barriers. */
#include <cuda_runtime.h>

#include "backends/cuda/cudart_calls.h"
#include "backends/cuda/g1_pairs.cuh"

/* The next batch, for the whole block. `taken`: pairs that blocks have taken so far. */
static __device__ void batch_take(const sl_cuda_pairs *work, uint32_t *taken, sl_cuda_pairs_shared *shared) {
    uint32_t first = *(volatile uint32_t *)taken, steps = 0;
    while (first < work->n) {
        steps = sl_cuda_pairs_steps(work->n - first, gridDim.x);
        const uint32_t found = atomicCAS(taken, first, first + steps * SL_CUDA_PAIRS_THREADS);
        if (found == first) {
            break;
        }
        first = found;
        steps = 0;
    }
    shared->first = first;
    shared->steps = steps;
}

/* Two blocks a multiprocessor: 128 registers. */
static __global__ void __launch_bounds__(SL_CUDA_PAIRS_THREADS, 2)
    pairs_kernel(const __grid_constant__ sl_cuda_pairs work, uint32_t *taken) {
    __shared__ sl_cuda_pairs_shared shared;
    const uint32_t t = threadIdx.x;
    for (;;) {
        if (t == 0) {
            batch_take(&work, taken, &shared);
        }
        __syncthreads();
        if (shared.steps == 0) {
            return;
        }
        sl_cuda_pairs_forward(&work, &shared, blockIdx.x, t);
        __syncthreads();
        if (t < SL_CUDA_LANES) {
            sl_cuda_pairs_invert(&shared, t);
        }
        __syncthreads();
        sl_cuda_pairs_backward(&work, &shared, blockIdx.x, t);
        __syncthreads();
    }
}

extern "C" int sl_cuda_pairs_launch(const sl_cuda_pairs *work, uint32_t *taken, uint32_t blocks_n, void *stream) {
    const cudaError_t code = cudaMemsetAsync(taken, 0, sizeof *taken, (cudaStream_t)stream);
    if (code != cudaSuccess) {
        return code;
    }
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    pairs_kernel<<<blocks_n, SL_CUDA_PAIRS_THREADS, 0, (cudaStream_t)stream>>>(*work, taken);
    return cudaGetLastError();
}
