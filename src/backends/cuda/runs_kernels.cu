// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums over lists by runs (runs.cuh) as kernels; adding up by CUB. */
#include <cuda_runtime.h>

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "backends/cuda/runs.cuh"
#include "backends/cuda/runs_calls.h"

struct parts_of {
    const uint32_t *starts;
    uint32_t keys_n, run_n;
    __device__ uint32_t operator()(uint32_t key) const {
        return sl_cuda_run_parts_of(starts, keys_n, run_n, key);
    }
};

static cudaError_t add_up(void *temp, size_t *bytes, parts_of parts, uint32_t *out, void *stream) {
    const auto numbers = thrust::make_transform_iterator(thrust::make_counting_iterator((uint32_t)0), parts);
    return cub::DeviceScan::ExclusiveSum(temp, *bytes, numbers, out, parts.keys_n + 1, (cudaStream_t)stream);
}

static int count_bytes(size_t *out, uint32_t keys_n) {
    *out = 0;
    return add_up(NULL, out, parts_of{NULL, keys_n, 1}, NULL, NULL);
}

static int count(const sl_cuda_runs *work, void *stream) {
    size_t bytes = work->temp_bytes;
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    return add_up(work->temp, &bytes, parts_of{work->starts, work->keys_n, work->run_n}, work->next_starts, stream);
}

static __global__ void __launch_bounds__(SL_CUDA_RUNS_THREADS, SL_CUDA_RUNS_BLOCKS)
    runs_add_kernel(const __grid_constant__ sl_cuda_runs work) {
    __shared__ __align__(16) sl_cuda_runs_shared shared;
    sl_cuda_runs_add(&work, &shared, blockIdx.x, threadIdx.x);
}

static int add(const sl_cuda_runs *work, uint32_t blocks_n, void *stream) {
    (void)cudaGetLastError();
    runs_add_kernel<<<blocks_n, SL_CUDA_RUNS_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

static __global__ void __launch_bounds__(SL_CUDA_G1_PAIRS_THREADS, SL_CUDA_PAIRS_BLOCKS)
    runs_settle_kernel(const __grid_constant__ sl_cuda_runs work) {
    __shared__ __align__(16) sl_cuda_g1_pairs_shared shared;
    const uint32_t t = threadIdx.x;
    for (uint32_t number = 0;; number++) {
        if (t == 0) {
            sl_cuda_runs_batch(&work, &shared, number, blockIdx.x, gridDim.x);
        }
        __syncthreads();
        if (shared.steps == 0) {
            return;
        }
        sl_cuda_runs_forward(&work, &shared, blockIdx.x, t);
        SL_CUDA_ROLLED
        for (unsigned level = 1; level <= SL_CUDA_G1_PAIRS_FOLDS; level++) {
            __syncthreads();
            sl_cuda_g1_pairs_fold(&shared, level, t);
        }
        __syncthreads();
        if (t < SL_CUDA_LANES) {
            sl_cuda_g1_pairs_invert(&shared, t);
        }
        SL_CUDA_ROLLED
        for (unsigned level = SL_CUDA_G1_PAIRS_FOLDS; level > 0; level--) {
            __syncthreads();
            sl_cuda_g1_pairs_unfold(&shared, level, t);
        }
        __syncthreads();
        sl_cuda_runs_backward(&work, &shared, blockIdx.x, t);
        __syncthreads();
    }
}

static int settle(const sl_cuda_runs *work, uint32_t blocks_n, void *stream) {
    (void)cudaGetLastError();
    runs_settle_kernel<<<blocks_n, SL_CUDA_G1_PAIRS_THREADS, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

const sl_cuda_runs_calls sl_cuda_runs_launches = {count_bytes, count, add, settle};
