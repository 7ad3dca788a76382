// SPDX-License-Identifier: MIT OR Apache-2.0
/* The index work of sums (sums_index.cuh) as kernels; sorting and adding up by CUB. */
#include <cuda_runtime.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "backends/cuda/sums_calls.h"
#include "backends/cuda/sums_index.cuh"

#define THREADS SL_CUDA_INDEX_THREADS

#define SELF (blockIdx.x * THREADS + threadIdx.x)
#define ALL (gridDim.x * THREADS)

/* A kernel of a function of a thread, and its launch. */
#define KERNEL(name, type, function)                                                                     \
    static __global__ void __launch_bounds__(THREADS) name##_kernel(const __grid_constant__ type work) { \
        function(&work, SELF, ALL);                                                                      \
    }                                                                                                    \
    static int name##_launch(const type *work, uint32_t blocks_n, void *stream) {                        \
        (void)cudaGetLastError(); /* what an earlier call left is not this launch's */                   \
        name##_kernel<<<blocks_n, THREADS, 0, (cudaStream_t)stream>>>(*work);                            \
        return cudaGetLastError();                                                                       \
    }

KERNEL(digits, sl_cuda_sum_digits, sl_cuda_sum_digits_cut)
KERNEL(heads, sl_cuda_bounds, sl_cuda_heads_mark)
KERNEL(schedule, sl_cuda_schedule, sl_cuda_schedule_put)
KERNEL(lines, sl_cuda_lines, sl_cuda_lines_put)
KERNEL(keep, sl_cuda_keep, sl_cuda_keep_put)
KERNEL(spread, sl_cuda_spread, sl_cuda_spread_put)
KERNEL(ones, sl_cuda_ones, sl_cuda_ones_put)

/* One atomic operation a warp. */
static __device__ void bounds_put(const sl_cuda_bounds *work, uint32_t t, uint32_t threads_n) {
    uint32_t largest = sl_cuda_bounds_put(work, t, threads_n);
    if (work->largest == NULL) {
        return;
    }
    for (unsigned step = 16; step > 0; step /= 2) {
        const uint32_t other = __shfl_xor_sync(0xffffffff, largest, step);
        largest = other > largest ? other : largest;
    }
    if (t % 32 == 0 && largest > *(volatile uint32_t *)work->largest) {
        atomicMax(work->largest, largest);
    }
}

KERNEL(bounds_put, sl_cuda_bounds, bounds_put)

static int bounds_launch(const sl_cuda_bounds *work, uint32_t blocks_n, void *stream) {
    const size_t bytes = ((size_t)work->keys_n + 1) * sizeof *work->heads;
    cudaError_t code = cudaMemsetAsync(work->heads, 0xff, bytes, (cudaStream_t)stream);
    if (code == cudaSuccess && work->largest != NULL) {
        code = cudaMemsetAsync(work->largest, 0, sizeof *work->largest, (cudaStream_t)stream);
    }
    if (code != cudaSuccess) {
        return code;
    }
    const int launched = heads_launch(work, blocks_n, stream);
    return launched != 0 ? launched : bounds_put_launch(work, blocks_n, stream);
}

/* --- sorting and adding up -----------------------------------------------------------------------------------------
 */

typedef cub::DoubleBuffer<uint32_t> two_buffers;

static int sort_bytes(size_t *out, uint32_t n) {
    two_buffers keys, refs;
    *out = 0;
    return cub::DeviceRadixSort::SortPairs(NULL, *out, keys, refs, n, 0, 32);
}

static int sort(const sl_cuda_sort *work, bool *is_other, void *stream) {
    two_buffers keys(work->list.keys, work->other.keys), refs(work->list.refs, work->other.refs);
    size_t bytes = work->temp_bytes;
    (void)cudaGetLastError();
    const cudaError_t code = cub::DeviceRadixSort::SortPairs(work->temp, bytes, keys, refs, work->n, 0,
                                                             (int)work->key_bits, (cudaStream_t)stream);
    *is_other = keys.selector != 0;
    return code;
}

struct halve_of {
    const uint32_t *starts;
    uint32_t keys_n;
    __device__ uint32_t operator()(uint32_t key) const {
        return sl_cuda_halve_of(starts, keys_n, key);
    }
};

struct ones_of {
    const uint64_t *words;
    uint32_t words_n, bits_n;
    __device__ uint32_t operator()(uint32_t i) const {
        return sl_cuda_ones_count(words, words_n, bits_n, i);
    }
};

/* out[i] = the sum of function(j) for j < i, for n numbers. */
template <typename Function>
static cudaError_t add_up(void *temp, size_t *bytes, Function function, uint32_t *out, uint32_t n, void *stream) {
    const auto numbers = thrust::make_transform_iterator(thrust::make_counting_iterator((uint32_t)0), function);
    return cub::DeviceScan::ExclusiveSum(temp, *bytes, numbers, out, n, (cudaStream_t)stream);
}

static int add_up_bytes(size_t *out, uint32_t n) {
    size_t halves = 0, ones = 0;
    cudaError_t code = add_up(NULL, &halves, halve_of{NULL, n}, NULL, n, NULL);
    if (code == cudaSuccess) {
        code = add_up(NULL, &ones, ones_of{NULL, n, 0}, NULL, n, NULL);
    }
    *out = halves > ones ? halves : ones;
    return code;
}

static int halve(const sl_cuda_halve *work, void *stream) {
    size_t bytes = work->temp_bytes;
    (void)cudaGetLastError();
    return add_up(work->temp, &bytes, halve_of{work->starts, work->keys_n}, work->halves, work->keys_n + 1, stream);
}

static int count_and_list(const sl_cuda_ones *work, uint32_t blocks_n, void *stream) {
    size_t bytes = work->temp_bytes;
    (void)cudaGetLastError();
    const cudaError_t code = add_up(work->temp, &bytes, ones_of{work->words, work->words_n, work->bits_n}, work->counts,
                                    work->words_n + 1, stream);
    return code != cudaSuccess ? code : ones_launch(work, blocks_n, stream);
}

const sl_cuda_sums_calls sl_cuda_sums_launches = {
    digits_launch,   sort_bytes,   add_up_bytes, sort,          bounds_launch,  halve,
    schedule_launch, lines_launch, keep_launch,  spread_launch, count_and_list,
};
