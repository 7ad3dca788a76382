// SPDX-License-Identifier: MIT OR Apache-2.0
/* The functions of rows_eval.cuh and rows_terms.cuh as kernels. */
#include <cuda_runtime.h>

#include "backends/cuda/rows_calls.h"
#include "backends/cuda/rows_eval.cuh"
#include "backends/cuda/rows_terms.cuh"

#define QUERY_THREADS 256
/* Blocks a multiprocessor for which rows that take long have registers enough. */
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 1000
#define OTHERS_BLOCKS 2
#else
#define OTHERS_BLOCKS 3
#endif

static __global__ void __launch_bounds__(SL_CUDA_ROWS_THREADS, 4)
    rows_tables_kernel(const __grid_constant__ sl_cuda_rows work) {
    sl_cuda_rows_thread(&work, SL_MODULE_TILES_TABLES, blockIdx.x, threadIdx.x);
}

static __global__ void __launch_bounds__(SL_CUDA_ROWS_THREADS, OTHERS_BLOCKS)
    rows_others_kernel(const __grid_constant__ sl_cuda_rows work) {
    sl_cuda_rows_thread(&work, SL_MODULE_TILES_OTHERS, blockIdx.x, threadIdx.x);
}

static __global__ void __launch_bounds__(SL_CUDA_ROWS_THREADS)
    rows_fill_kernel(const __grid_constant__ sl_cuda_rows work) {
    sl_cuda_rows_fill(&work, blockIdx.x, threadIdx.x);
}

static __global__ void __launch_bounds__(QUERY_THREADS)
    query_bits_kernel(const __grid_constant__ sl_cuda_query query, uint32_t threads_n) {
    const uint32_t t = blockIdx.x * QUERY_THREADS + threadIdx.x;
    if (t < threads_n) {
        sl_cuda_query_bits_thread(&query, t);
    }
}

static __global__ void __launch_bounds__(QUERY_THREADS)
    query_full_kernel(const __grid_constant__ sl_cuda_query query, uint32_t threads_n) {
    const uint32_t t = blockIdx.x * QUERY_THREADS + threadIdx.x;
    if (t < threads_n) {
        sl_cuda_query_full_thread(&query, t);
    }
}

typedef void (*rows_kernel)(sl_cuda_rows work);

static int rows_kernel_launch(rows_kernel run, const sl_cuda_rows *work, uint32_t blocks_n, void *stream) {
    if (blocks_n == 0) {
        return cudaSuccess;
    }
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    run<<<blocks_n, SL_CUDA_ROWS_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

/* Rows that take long first, so that their last ones do not run alone. */
static int rows(const sl_cuda_rows *work, void *stream) {
    int code = rows_kernel_launch(rows_others_kernel, work, sl_cuda_rows_chunks(work, SL_MODULE_TILES_OTHERS), stream);
    if (code == cudaSuccess) {
        code = rows_kernel_launch(rows_tables_kernel, work, sl_cuda_rows_chunks(work, SL_MODULE_TILES_TABLES), stream);
    }
    return code == cudaSuccess ? rows_kernel_launch(rows_fill_kernel, work, sl_cuda_rows_fills(work), stream) : code;
}

static int query_bits(const sl_cuda_query *query, void *stream) {
    const uint32_t threads_n = sl_cuda_query_bit_threads(query);
    const uint32_t blocks_n = (threads_n + QUERY_THREADS - 1) / QUERY_THREADS;
    (void)cudaGetLastError();
    query_bits_kernel<<<blocks_n, QUERY_THREADS, 0, (cudaStream_t)stream>>>(*query, threads_n);
    return cudaGetLastError();
}

static int query_full(const sl_cuda_query *query, void *stream) {
    const uint32_t threads_n = sl_cuda_query_full_threads(query);
    const uint32_t blocks_n = (threads_n + QUERY_THREADS - 1) / QUERY_THREADS;
    (void)cudaGetLastError();
    query_full_kernel<<<blocks_n, QUERY_THREADS, 0, (cudaStream_t)stream>>>(*query, threads_n);
    return cudaGetLastError();
}

const sl_cuda_rows_calls sl_cuda_rows_launches = {rows, query_bits, query_full};
