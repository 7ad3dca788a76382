// SPDX-License-Identifier: MIT OR Apache-2.0
/* The passes of transforms: the phases of ntt_pass.cuh, joined by barriers. */
#include <cuda_runtime.h>

#include "backends/cuda/ntt_calls.h"
#include "backends/cuda/ntt_pass.cuh"

/* Two blocks a multiprocessor: 128 registers, 64 KB of shared memory. */
template <sl_cuda_ntt_way WAY>
static __global__ void __launch_bounds__(SL_CUDA_NTT_THREADS, 2)
    ntt_pass_kernel(const __grid_constant__ sl_cuda_ntt_pass work) {
    extern __shared__ uint4 memory[];
    sl_cuda_ntt_tile *shared = (sl_cuda_ntt_tile *)memory;
    const uint32_t t = threadIdx.x, tile = blockIdx.x, rounds_n = sl_cuda_ntt_rounds(&work, WAY);
    if (WAY == SL_CUDA_NTT_WAY_UP) {
        sl_cuda_ntt_begin_up(&work, shared, tile, t);
        __syncwarp();
    }
    SL_CUDA_ROLLED
    for (uint32_t round = 0; round < rounds_n; round++) {
        sl_cuda_ntt_round(&work, WAY, shared, tile, t, round);
        if (round + 1 < rounds_n && sl_cuda_ntt_is_wide(&work, WAY, round)) {
            __syncthreads();
        } else {
            __syncwarp();
        }
    }
    if (WAY == SL_CUDA_NTT_WAY_DOWN) {
        sl_cuda_ntt_finish_down(&work, shared, tile, t);
    } else {
        sl_cuda_ntt_finish_up(&work, shared, tile, t);
    }
}

static __global__ void __launch_bounds__(SL_CUDA_NTT_THREADS)
    ntt_short_kernel(const __grid_constant__ sl_cuda_ntt_pass work, sl_cuda_ntt_way way) {
    const uint32_t row = blockIdx.x * SL_CUDA_NTT_THREADS + threadIdx.x;
    if (row < 1U << (work.log2_size - work.log2_n)) {
        sl_cuda_ntt_short_row(&work, way, row);
    }
}

static __global__ void __launch_bounds__(SL_CUDA_NTT_THREADS)
    ntt_table_kernel(const __grid_constant__ sl_cuda_ntt_table work) {
    const uint32_t i = blockIdx.x * SL_CUDA_NTT_THREADS + threadIdx.x;
    if (i < work.n) {
        sl_cuda_ntt_table_entry(&work, i);
    }
}

/* The kernel may take more shared memory than every kernel may. */
template <sl_cuda_ntt_way WAY> static int pass_launch(const sl_cuda_ntt_pass *work, cudaStream_t stream) {
    const uint32_t tiles_n =
        1U << (work->log2_size > SL_CUDA_NTT_TILE_LOG2 ? work->log2_size - SL_CUDA_NTT_TILE_LOG2 : 0);
    const cudaError_t code = cudaFuncSetAttribute(ntt_pass_kernel<WAY>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                  (int)SL_CUDA_NTT_TILE_BYTES);
    if (code != cudaSuccess) {
        return code;
    }
    ntt_pass_kernel<WAY><<<tiles_n, SL_CUDA_NTT_THREADS, SL_CUDA_NTT_TILE_BYTES, stream>>>(*work);
    return cudaGetLastError();
}

static uint32_t blocks_for(uint32_t threads_n) {
    return (threads_n - 1) / SL_CUDA_NTT_THREADS + 1;
}

static int pass(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, void *stream) {
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    if (work->log2_n < 3) {
        const uint32_t rows_n = 1U << (work->log2_size - work->log2_n);
        ntt_short_kernel<<<blocks_for(rows_n), SL_CUDA_NTT_THREADS, 0, (cudaStream_t)stream>>>(*work, way);
        return cudaGetLastError();
    }
    switch (way) {
    case SL_CUDA_NTT_WAY_DOWN:
        return pass_launch<SL_CUDA_NTT_WAY_DOWN>(work, (cudaStream_t)stream);
    case SL_CUDA_NTT_WAY_UP:
        return pass_launch<SL_CUDA_NTT_WAY_UP>(work, (cudaStream_t)stream);
    case SL_CUDA_NTT_WAY_TURN:
        return pass_launch<SL_CUDA_NTT_WAY_TURN>(work, (cudaStream_t)stream);
    }
    return cudaErrorInvalidValue;
}

static int table(const sl_cuda_ntt_table *work, void *stream) {
    (void)cudaGetLastError();
    ntt_table_kernel<<<blocks_for(work->n), SL_CUDA_NTT_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

const sl_cuda_ntt_calls sl_cuda_ntt_launches = {pass, table};
