// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The terms of a query from a packed witness (spec 1.3), as functions of a thread without barriers: bits of the wires
 * that take part, moved together, and the values that are no bits. rows_kernels.cu runs them on the device, tests on
 * the processor.
 */
#ifndef SL_BACKENDS_CUDA_ROWS_TERMS_CUH
#define SL_BACKENDS_CUDA_ROWS_TERMS_CUH

#include "backends/cuda/rows_memory.cuh"

/* The bits of `word` at the positions of `mask`, moved together at the low end. */
SL_CUDA_FN uint64_t sl_cuda_bits_compress(uint64_t word, uint64_t mask) {
    if (~mask == 0) {
        return word;
    }
    uint64_t out = 0;
    uint32_t at = 0;
    while (mask != 0) { /* run by run: densities come in long ones */
        const uint32_t from = SL_CUDA_LOWEST(mask);
        const uint32_t n = SL_CUDA_LOWEST(~(mask >> from)); /* < 64, for mask is not all ones */
        const uint64_t ones = ((uint64_t)1 << n) - 1;
        out |= (word >> from & ones) << at;
        at += n;
        mask &= ~(ones << from);
    }
    return out;
}

/* The mask without its lowest n < 64 ones. */
SL_CUDA_FN uint64_t sl_cuda_mask_skip(uint64_t mask, uint32_t n) {
    for (; n > 0; n--) {
        mask &= mask - 1;
    }
    return mask;
}

/* The word that has one number `one` of a plane: ranks[word] <= one < ranks[word + 1]. */
SL_CUDA_FN uint32_t sl_cuda_word_of_one(const uint32_t *ranks, uint32_t words_n, uint32_t one) {
    uint32_t low = 0, high = words_n;
    while (low + 1 < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (SL_CUDA_GET(ranks + middle) <= one) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* n <= 64 bits of wires that take part, from number `first` of these on; there are so many. */
SL_CUDA_FN uint64_t sl_cuda_query_wires(const sl_cuda_query *query, uint32_t first, uint32_t n) {
    const uint32_t words_n = (query->aux_n + 63) / 64;
    uint32_t word = sl_cuda_word_of_one(query->density_ranks, words_n, first);
    uint64_t mask =
        sl_cuda_mask_skip(SL_CUDA_GET(query->density + word), first - SL_CUDA_GET(query->density_ranks + word));
    uint64_t bits = 0;
    for (uint32_t done = 0;;) {
        const uint32_t found = SL_CUDA_POPCOUNT(mask);
        if (found > 0) {
            bits |= sl_cuda_bits_compress(SL_CUDA_GET(query->plane + word), mask) << done;
            done += found;
        }
        if (done >= n) {
            break;
        }
        mask = SL_CUDA_GET(query->density + ++word);
    }
    return n < 64 ? bits & (((uint64_t)1 << n) - 1) : bits;
}

/* n <= 64 bits of the plane from `first` on; there are so many. */
SL_CUDA_FN uint64_t sl_cuda_plane_bits(const uint64_t *plane, uint32_t first, uint32_t n) {
    const uint32_t shift = first % 64;
    uint64_t bits = SL_CUDA_GET(plane + first / 64) >> shift;
    if (shift + n > 64) {
        bits |= SL_CUDA_GET(plane + first / 64 + 1) << (64 - shift);
    }
    return n < 64 ? bits & (((uint64_t)1 << n) - 1) : bits;
}

/* Thread t of sl_cuda_query_bit_threads: a word of bits. Those of inputs are 0. */
SL_CUDA_FN void sl_cuda_query_bits_thread(const sl_cuda_query *query, uint32_t t) {
    const uint64_t begin = (uint64_t)t * 64;
    const uint64_t end = begin + 64 < query->points_n ? begin + 64 : query->points_n;
    const uint64_t first = begin > query->inputs_n ? begin : query->inputs_n;
    uint64_t bits = 0;
    if (first < end) {
        const uint32_t wire = (uint32_t)(first - query->inputs_n), n = (uint32_t)(end - first);
        bits = query->density == NULL ? sl_cuda_plane_bits(query->plane, wire, n) : sl_cuda_query_wires(query, wire, n);
        bits <<= first - begin;
    }
    query->bits[t] = bits;
}

/* The values of one word of wires. */
SL_CUDA_FN void sl_cuda_query_word(const sl_cuda_query *query, uint32_t word) {
    const uint64_t types = SL_CUDA_GET(query->wire_types + word);
    const uint64_t rest = query->aux_n - (uint64_t)word * 64;
    const uint64_t all = rest < 64 ? ((uint64_t)1 << rest) - 1 : ~(uint64_t)0;
    const uint64_t density = query->density == NULL ? all : SL_CUDA_GET(query->density + word);
    uint64_t left = types & density;
    if (left == 0) {
        return;
    }
    const uint32_t fields = SL_CUDA_GET(query->field_ranks + word);
    const uint32_t points = query->density == NULL ? word * 64 : SL_CUDA_GET(query->density_ranks + word);
    uint32_t to = query->inputs_n + (query->density == NULL ? fields : SL_CUDA_GET(query->both_ranks + word));
    for (; left != 0; left &= left - 1, to++) {
        const uint64_t below = ((uint64_t)1 << SL_CUDA_LOWEST(left)) - 1;
        if (query->full_at != NULL) {
            query->full_at[to] = query->inputs_n + points + SL_CUDA_POPCOUNT(density & below);
        }
        if (query->full != NULL) {
            sl_cuda_fr value;
            sl_cuda_value_load(&value, query->values + query->all_inputs_n + fields + SL_CUDA_POPCOUNT(types & below));
            sl_cuda_value_store(query->full + to, &value);
        }
    }
}

/* Thread t of sl_cuda_query_full_threads: a word of wires, or an input. */
SL_CUDA_FN void sl_cuda_query_full_thread(const sl_cuda_query *query, uint32_t t) {
    const uint32_t words_n = (query->aux_n + 63) / 64;
    if (t < words_n) {
        sl_cuda_query_word(query, t);
        return;
    }
    const uint32_t i = t - words_n;
    if (query->full_at != NULL) {
        query->full_at[i] = i;
    }
    if (query->full != NULL) {
        sl_cuda_fr value;
        sl_cuda_value_load(&value, query->values + (query->inputs == NULL ? i : SL_CUDA_GET(query->inputs + i)));
        sl_cuda_value_store(query->full + i, &value);
    }
}

#endif
