// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The index kernels of sums on the processor, as a table, for the runtime of tests (cpu_runtime.h): thread by thread,
 * in an order that changes from launch to launch. Memory that a call may use as it likes is poisoned.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_SUMS_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_SUMS_RUN_H

#include "backends/cuda/sums_calls.h"
#include "backends/cuda/sums_index.cuh"
#include "cpu_runtime.h"

/* Threads are taken with a stride that has no factor in common with their number, a power of two times blocks_n. */
#define RUNTIME_SUMS_THREADS(blocks_n, t)                                                         \
    for (uint32_t all = (blocks_n)*SL_CUDA_INDEX_THREADS, step = runtime_sums_stride(all), i = 0, \
                  t = (uint32_t)(sl_test_u64() % all);                                            \
         i < all; i++, t = (t + step) % all)

static inline uint32_t runtime_sums_stride(uint32_t n) {
    static const uint32_t primes[] = {1, 1000003, 999983, 1000033};
    const uint32_t stride = primes[sl_test_u64() % 4];
    return n % stride == 0 ? 1 : stride % n == 0 ? 1 : stride;
}

#define RUNTIME_SUMS_CALL(name, type, function)                                                \
    static inline int runtime_sums_##name(const type *work, uint32_t blocks_n, void *stream) { \
        SL_CHECK(stream != NULL && blocks_n > 0);                                              \
        const int code = runtime_result();                                                     \
        if (code == 0) {                                                                       \
            RUNTIME_SUMS_THREADS(blocks_n, t) {                                                \
                function(work, t, blocks_n *SL_CUDA_INDEX_THREADS);                            \
            }                                                                                  \
        }                                                                                      \
        return code;                                                                           \
    }

RUNTIME_SUMS_CALL(digits, sl_cuda_sum_digits, sl_cuda_sum_digits_cut)
RUNTIME_SUMS_CALL(schedule, sl_cuda_schedule, sl_cuda_schedule_put)
RUNTIME_SUMS_CALL(lines, sl_cuda_lines, sl_cuda_lines_put)
RUNTIME_SUMS_CALL(keep, sl_cuda_keep, sl_cuda_keep_put)
RUNTIME_SUMS_CALL(spread, sl_cuda_spread, sl_cuda_spread_put)

static inline int runtime_sums_bounds(const sl_cuda_bounds *work, uint32_t blocks_n, void *stream) {
    SL_CHECK(stream != NULL && blocks_n > 0);
    const int code = runtime_result();
    if (code != 0) {
        return code;
    }
    memset(work->heads, 0xff, ((size_t)work->keys_n + 1) * sizeof *work->heads);
    const uint32_t threads_n = blocks_n * SL_CUDA_INDEX_THREADS;
    RUNTIME_SUMS_THREADS(blocks_n, t) {
        sl_cuda_heads_mark(work, t, threads_n);
    }
    uint32_t largest = 0;
    RUNTIME_SUMS_THREADS(blocks_n, t) {
        const uint32_t own = sl_cuda_bounds_put(work, t, threads_n);
        largest = own > largest ? own : largest;
    }
    if (work->largest != NULL) {
        *work->largest = largest;
    }
    return 0;
}

/* What they take is the test's to say. */
#define RUNTIME_SORT_BYTES(n) (4 * (size_t)(n) + 1000)
#define RUNTIME_ADD_UP_BYTES(n) ((size_t)(n) + 100)

static inline int runtime_sums_sort_bytes(size_t *out, uint32_t n) {
    *out = RUNTIME_SORT_BYTES(n);
    return runtime_result();
}

static inline int runtime_sums_add_up_bytes(size_t *out, uint32_t n) {
    *out = RUNTIME_ADD_UP_BYTES(n);
    return runtime_result();
}

/* One pass of a stable sort. */
static inline void runtime_sums_pass(sl_cuda_list to, sl_cuda_list from, uint32_t n, uint32_t shift, uint32_t mask) {
    uint32_t counts[257] = {0};
    for (uint32_t i = 0; i < n; i++) {
        counts[((from.keys[i] >> shift) & mask) + 1]++;
    }
    for (uint32_t digit = 0; digit < 256; digit++) {
        counts[digit + 1] += counts[digit];
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t place = counts[(from.keys[i] >> shift) & mask]++;
        to.keys[place] = from.keys[i];
        to.refs[place] = from.refs[i];
    }
}

static inline int runtime_sums_sort(const sl_cuda_sort *work, bool *is_other, void *stream) {
    SL_CHECK(stream != NULL && work->temp_bytes >= RUNTIME_SORT_BYTES(work->n));
    const int code = runtime_result();
    if (code != 0) {
        return code;
    }
    memset(work->temp, 0xa5, RUNTIME_SORT_BYTES(work->n));
    memset(work->other.keys, 0xa5, work->n * sizeof(uint32_t));
    memset(work->other.refs, 0xa5, work->n * sizeof(uint32_t));
    sl_cuda_list from = work->list, to = work->other;
    for (uint32_t shift = 0; shift < work->key_bits; shift += 8) {
        const uint32_t bits = work->key_bits - shift < 8 ? work->key_bits - shift : 8;
        runtime_sums_pass(to, from, work->n, shift, (1U << bits) - 1);
        const sl_cuda_list last = from;
        from = to;
        to = last;
    }
    *is_other = from.keys == work->other.keys;
    if (sl_test_u64() % 2 == 0) { /* where it ends is not for the caller to know */
        runtime_sums_pass(to, from, work->n, 0, 0);
        *is_other = !*is_other;
        to = from;
    }
    memset(to.keys, 0xa5, work->n * sizeof(uint32_t));
    memset(to.refs, 0xa5, work->n * sizeof(uint32_t));
    return 0;
}

static inline int runtime_sums_halve(const sl_cuda_halve *work, void *stream) {
    SL_CHECK(stream != NULL && work->temp_bytes >= RUNTIME_ADD_UP_BYTES(work->keys_n + 1));
    const int code = runtime_result();
    if (code == 0) {
        uint32_t sum = 0;
        memset(work->temp, 0xa5, RUNTIME_ADD_UP_BYTES(work->keys_n + 1));
        for (uint32_t key = 0; key <= work->keys_n; key++) {
            work->halves[key] = sum;
            sum += sl_cuda_halve_of(work->starts, work->keys_n, key);
        }
    }
    return code;
}

static inline int runtime_sums_ones(const sl_cuda_ones *work, uint32_t blocks_n, void *stream) {
    SL_CHECK(stream != NULL && work->temp_bytes >= RUNTIME_ADD_UP_BYTES(work->words_n + 1));
    const int code = runtime_result();
    if (code != 0) {
        return code;
    }
    uint32_t sum = 0;
    memset(work->temp, 0xa5, RUNTIME_ADD_UP_BYTES(work->words_n + 1));
    for (uint32_t i = 0; i <= work->words_n; i++) {
        work->counts[i] = sum;
        sum += sl_cuda_ones_count(work->words, work->words_n, work->bits_n, i);
    }
    RUNTIME_SUMS_THREADS(blocks_n, t) {
        sl_cuda_ones_put(work, t, blocks_n * SL_CUDA_INDEX_THREADS);
    }
    return 0;
}

static const sl_cuda_sums_calls runtime_sums_calls = {
    .digits = runtime_sums_digits,
    .sort_bytes = runtime_sums_sort_bytes,
    .add_up_bytes = runtime_sums_add_up_bytes,
    .sort = runtime_sums_sort,
    .bounds = runtime_sums_bounds,
    .halve = runtime_sums_halve,
    .schedule = runtime_sums_schedule,
    .lines = runtime_sums_lines,
    .keep = runtime_sums_keep,
    .spread = runtime_sums_spread,
    .ones = runtime_sums_ones,
};

#endif
