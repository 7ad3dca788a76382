// SPDX-License-Identifier: MIT OR Apache-2.0
/* Additions from lists of pairs: the phases of pairs_tmpl.h, joined by barriers. */
#include <cuda_runtime.h>

#include "backends/cuda/pairs.cuh"
#include "backends/cuda/points_calls.h"

#define PHASES(name, group_of_it, threads_n, folds_n)                                                           \
    struct name {                                                                                               \
        typedef sl_cuda_##name##_pairs_shared shared;                                                           \
        static constexpr sl_cuda_group group = group_of_it;                                                     \
        static constexpr unsigned threads = threads_n, folds = folds_n;                                         \
        static __device__ __forceinline__ void forward(const sl_cuda_pairs *work, shared *block, unsigned t) {  \
            sl_cuda_##name##_pairs_forward(work, block, blockIdx.x, t);                                         \
        }                                                                                                       \
        static __device__ __forceinline__ void fold(shared *block, unsigned level, unsigned t) {                \
            sl_cuda_##name##_pairs_fold(block, level, t);                                                       \
        }                                                                                                       \
        static __device__ __forceinline__ void invert(shared *block, unsigned lane) {                           \
            sl_cuda_##name##_pairs_invert(block, lane);                                                         \
        }                                                                                                       \
        static __device__ __forceinline__ void unfold(shared *block, unsigned level, unsigned t) {              \
            sl_cuda_##name##_pairs_unfold(block, level, t);                                                     \
        }                                                                                                       \
        static __device__ __forceinline__ void backward(const sl_cuda_pairs *work, shared *block, unsigned t) { \
            sl_cuda_##name##_pairs_backward(work, block, blockIdx.x, t);                                        \
        }                                                                                                       \
    };
PHASES(g1, SL_CUDA_G1, SL_CUDA_G1_PAIRS_THREADS, SL_CUDA_G1_PAIRS_FOLDS)
PHASES(g2, SL_CUDA_G2, SL_CUDA_G2_PAIRS_THREADS, SL_CUDA_G2_PAIRS_FOLDS)

/* Batch `number`, for the whole block. */
template <typename Phases>
static __device__ void batch_begin(const sl_cuda_pairs *work, typename Phases::shared *shared, uint32_t number) {
    const sl_cuda_batch batch = sl_cuda_pairs_batch(Phases::group, number, shared->n, gridDim.x, work->scratch_steps);
    shared->first = batch.first;
    shared->steps = batch.steps;
}

/* 128 registers for G1, 255 for G2. */
template <typename Phases>
static __global__ void __launch_bounds__(Phases::threads, SL_CUDA_PAIRS_BLOCKS)
    pairs_kernel(const __grid_constant__ sl_cuda_pairs work) {
    __shared__ __align__(16) typename Phases::shared shared;
    const uint32_t t = threadIdx.x;
    if (t == 0) {
        shared.n = *work.n;
        shared.out_first = work.out_first != NULL ? *work.out_first : 0;
    }
    for (bool is_first = true;; is_first = false) {
        if (t == 0) {
            batch_begin<Phases>(&work, &shared, is_first ? blockIdx.x : gridDim.x + atomicAdd(work.taken, 1));
        }
        __syncthreads();
        if (shared.steps == 0) {
            return;
        }
        Phases::forward(&work, &shared, t);
        SL_CUDA_ROLLED
        for (unsigned level = 1; level <= Phases::folds; level++) {
            __syncthreads();
            Phases::fold(&shared, level, t);
        }
        __syncthreads();
        if (t < SL_CUDA_LANES) {
            Phases::invert(&shared, t);
        }
        SL_CUDA_ROLLED
        for (unsigned level = Phases::folds; level > 0; level--) {
            __syncthreads();
            Phases::unfold(&shared, level, t);
        }
        __syncthreads();
        Phases::backward(&work, &shared, t);
        __syncthreads();
    }
}

template <typename Phases> static int pairs(const sl_cuda_pairs *work, uint32_t blocks_n, void *stream) {
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    pairs_kernel<Phases><<<blocks_n, Phases::threads, 0, (cudaStream_t)stream>>>(*work);
    return cudaGetLastError();
}

const sl_cuda_points_calls sl_cuda_points_launches = {
    {pairs<g1>, pairs<g2>},
    {sl_cuda_weighted_g1_launch, sl_cuda_weighted_g2_launch},
};
