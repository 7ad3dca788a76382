// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The index work of sums: digits of scalars, where keys begin, rounds, rows and columns, ones of bit vectors. Functions
 * of a thread out of threads_n, which take what there is to do in turns, with neighbours for neighbouring threads.
 * Nothing here waits for another thread of the same launch.
 *
 * A thread has elements, never keys: so no list of one key, however long, takes longer than as many others.
 */
#ifndef SL_BACKENDS_CUDA_SUMS_INDEX_CUH
#define SL_BACKENDS_CUDA_SUMS_INDEX_CUH

#include "backends/cuda/field.cuh"
#include "backends/cuda/sums_work.h"

#ifdef __CUDACC__
#define SL_CUDA_UINT4 uint4
SL_CUDA_FN uint4 sl_cuda_load4(const void *from, size_t i) {
    return ((const uint4 *)from)[i];
}
#define SL_CUDA_UINT2 uint2
SL_CUDA_FN uint2 sl_cuda_load2(const void *from, size_t i) {
    return ((const uint2 *)from)[i];
}
#else
typedef struct sl_cuda_uint4 {
    uint32_t x, y, z, w;
} sl_cuda_uint4;
#define SL_CUDA_UINT4 sl_cuda_uint4
SL_CUDA_FN sl_cuda_uint4 sl_cuda_load4(const void *from, size_t i) {
    return ((const sl_cuda_uint4 *)from)[i];
}
typedef struct sl_cuda_uint2 {
    uint32_t x, y;
} sl_cuda_uint2;
#define SL_CUDA_UINT2 sl_cuda_uint2
SL_CUDA_FN sl_cuda_uint2 sl_cuda_load2(const void *from, size_t i) {
    return ((const sl_cuda_uint2 *)from)[i];
}
#endif

/* --- digits --------------------------------------------------------------------------------------------------------
 */

/* x >> by, for by < 32. */
SL_CUDA_FN void sl_cuda_words_shift(sl_cuda_fr *x, uint32_t by) {
    SL_CUDA_UNROLL
    for (unsigned j = 0; j < 8; j++) {
        const uint64_t two = x->w[j] | (j < 7 ? (uint64_t)x->w[j < 7 ? j + 1 : 7] << 32 : 0);
        x->w[j] = (uint32_t)(two >> by);
    }
}

/* The scalar as a number, plus the bias, from the first window's lowest bit on. */
SL_CUDA_FN void sl_cuda_sum_digits_load(sl_cuda_fr *out, const sl_cuda_sum_digits *work, uint32_t i) {
    const sl_cuda_fr one = {{1}};
    const SL_CUDA_UINT4 low = sl_cuda_load4(work->scalars, 2 * (size_t)i);
    const SL_CUDA_UINT4 high = sl_cuda_load4(work->scalars, 2 * (size_t)i + 1);
    sl_cuda_fr x = {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
    sl_cuda_fr_mul(&x, &x, &one); /* out of Montgomery form */
    uint64_t carry = 0;
    SL_CUDA_UNROLL
    for (unsigned j = 0; j < 8; j++) {
        carry += (uint64_t)x.w[j] + work->bias.w[j];
        x.w[j] = (uint32_t)carry;
        carry >>= 32;
    }
    SL_CUDA_ROLLED
    for (uint32_t words = work->position / 32; words > 0; words--) {
        SL_CUDA_UNROLL
        for (unsigned j = 0; j < 8; j++) {
            x.w[j] = j < 7 ? x.w[j < 7 ? j + 1 : 7] : 0;
        }
    }
    sl_cuda_words_shift(&x, work->position % 32);
    *out = x;
}

/* The reference of scalar i; SL_CUDA_REF_NONE if it is left out. */
SL_CUDA_FN uint32_t sl_cuda_sum_digits_ref(const sl_cuda_sum_digits *work, uint32_t i) {
    if (work->at != NULL) {
        return work->first + work->at[i];
    }
    if (!work->is_reversed) {
        return work->first + i;
    }
    const uint32_t log2 = work->reversed_log2;
    const uint32_t place = log2 == 0 ? 0 : SL_CUDA_WORD_REVERSE(work->reversed_from + i) >> (32 - log2);
    return place == (UINT32_C(1) << log2) - 1 ? SL_CUDA_REF_NONE : work->first + place;
}

SL_CUDA_FN void sl_cuda_sum_digits_cut(const sl_cuda_sum_digits *work, uint32_t t, uint32_t threads_n) {
    SL_CUDA_ROLLED
    for (uint32_t i = t; i < work->stride; i += threads_n) {
        sl_cuda_fr x = {{0}};
        uint32_t ref = SL_CUDA_REF_NONE;
        if (i < work->n) {
            sl_cuda_sum_digits_load(&x, work, i);
            ref = sl_cuda_sum_digits_ref(work, i);
        }
        SL_CUDA_ROLLED
        for (uint32_t window = 0; window < work->windows_n; window++) {
            const uint32_t width = work->widths[window], half = UINT32_C(1) << (width - 1);
            const uint32_t value = x.w[0] & (2 * half - 1);
            const bool is_negative = value < half;
            const uint32_t size = is_negative ? half - value : value - half;
            const size_t to = (size_t)window * work->stride + i;
            const bool has_key = size != 0 && ref != SL_CUDA_REF_NONE;
            work->out.keys[to] = has_key ? work->key_first[window] + size - 1 : SL_CUDA_KEY_NONE;
            work->out.refs[to] = ref | (is_negative ? SL_CUDA_REF_NEGATIVE : 0);
            sl_cuda_words_shift(&x, width);
        }
    }
}

/* --- where keys begin ----------------------------------------------------------------------------------------------
 */

SL_CUDA_FN uint32_t sl_cuda_bounds_n(const sl_cuda_bounds *work) {
    return work->n_at != NULL ? *work->n_at : work->n;
}

/* Marks the first element of each key that has one. */
SL_CUDA_FN void sl_cuda_heads_mark(const sl_cuda_bounds *work, uint32_t t, uint32_t threads_n) {
    const uint32_t n = sl_cuda_bounds_n(work), fours_n = (n + 3) / 4;
    SL_CUDA_ROLLED
    for (uint32_t four = t; four < fours_n; four += threads_n) {
        const uint32_t i = 4 * four;
        const SL_CUDA_UINT4 keys = sl_cuda_load4(work->keys, four);
        const uint32_t before = i > 0 ? work->keys[i - 1] : SL_CUDA_KEY_NONE;
        if (keys.x != before && keys.x < work->keys_n) {
            work->heads[keys.x] = i;
        }
        if (i + 1 < n && keys.y != keys.x && keys.y < work->keys_n) {
            work->heads[keys.y] = i + 1;
        }
        if (i + 2 < n && keys.z != keys.y && keys.z < work->keys_n) {
            work->heads[keys.z] = i + 2;
        }
        if (i + 3 < n && keys.w != keys.z && keys.w < work->keys_n) {
            work->heads[keys.w] = i + 3;
        }
    }
}

/* The first element whose key is not below `key`. */
SL_CUDA_FN uint32_t sl_cuda_bound_find(const sl_cuda_bounds *work, uint32_t key) {
    const uint32_t head = work->heads[key];
    if (head != SL_CUDA_REF_NONE) {
        return head;
    }
    uint32_t low = 0, high = sl_cuda_bounds_n(work);
    SL_CUDA_ROLLED
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (work->keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the most elements of a key of the thread's. */
SL_CUDA_FN uint32_t sl_cuda_bounds_put(const sl_cuda_bounds *work, uint32_t t, uint32_t threads_n) {
    uint32_t largest = 0;
    SL_CUDA_ROLLED
    for (uint32_t key = t; key <= work->keys_n; key += threads_n) {
        const uint32_t start = sl_cuda_bound_find(work, key);
        work->starts[key] = start;
        if (key < work->keys_n) {
            const uint32_t own = sl_cuda_bound_find(work, key + 1) - start;
            largest = own > largest ? own : largest;
        } else {
            work->round->elements_n = start;
            work->round->pool_used = work->after != NULL ? work->after->pool_used : work->pool_used;
        }
    }
    return largest;
}

/* --- rounds --------------------------------------------------------------------------------------------------------
 */

/* What sl_cuda_halve adds up: pairs of key k. */
SL_CUDA_FN uint32_t sl_cuda_halve_of(const uint32_t *starts, uint32_t keys_n, uint32_t key) {
    return key < keys_n ? (starts[key + 1] - starts[key]) / 2 : 0;
}

/* Where a key's elements begin and end, and how many pairs there are before. */
typedef struct sl_cuda_schedule_key {
    uint32_t start, end, halves;
} sl_cuda_schedule_key;

SL_CUDA_FN sl_cuda_schedule_key sl_cuda_schedule_find(const sl_cuda_schedule *work, uint32_t key) {
    const sl_cuda_schedule_key found = {work->starts[key], work->starts[key + 1], work->halves[key]};
    return found;
}

/* Element i, which has no partner or is the first of a pair. */
SL_CUDA_FN void sl_cuda_schedule_element(const sl_cuda_schedule *work, uint32_t sum_first, uint32_t i, uint32_t key,
                                         const sl_cuda_schedule_key *own, uint32_t ref, uint32_t next_ref) {
    const uint32_t half = (i - own->start) / 2, pair = own->halves + half, place = own->start - own->halves + half;
    if (i + 1 < own->end) {
        work->pairs[pair] = ref | (uint64_t)next_ref << 32;
        ref = sum_first + pair;
    }
    work->next.keys[place] = key;
    work->next.refs[place] = ref;
}

/*
 * Two neighbouring elements. One of them is written, so that neighbouring threads write to neighbouring places, all at
 * once; seldom both are: a key's last element, which has no partner, and the first of the next key.
 */
SL_CUDA_FN void sl_cuda_schedule_two(const sl_cuda_schedule *work, uint32_t sum_first, uint32_t n, uint32_t two) {
    const uint32_t i = 2 * two;
    const SL_CUDA_UINT2 keys = sl_cuda_load2(work->list.keys, two), refs = sl_cuda_load2(work->list.refs, two);
    const uint32_t behind = i + 2 < n ? work->list.refs[i + 2] : 0;
    const bool has_second = i + 1 < n, are_equal = keys.x == keys.y;
    sl_cuda_schedule_key own = sl_cuda_schedule_find(work, keys.x);
    const bool is_second = (i - own.start) % 2 != 0;
    if (is_second && has_second && !are_equal) {
        own = sl_cuda_schedule_find(work, keys.y);
    }
    if (!is_second || has_second) {
        sl_cuda_schedule_element(work, sum_first, i + is_second, is_second ? keys.y : keys.x, &own,
                                 is_second ? refs.y : refs.x, is_second ? behind : refs.y);
    }
    if (!is_second && has_second && !are_equal) {
        own = sl_cuda_schedule_find(work, keys.y);
        sl_cuda_schedule_element(work, sum_first, i + 1, keys.y, &own, refs.y, behind);
    }
}

SL_CUDA_FN void sl_cuda_schedule_put(const sl_cuda_schedule *work, uint32_t t, uint32_t threads_n) {
    const uint32_t n = work->round->elements_n, twos_n = n / 2 + n % 2;
    const uint32_t sum_first = work->pool_ref + work->round->pool_used;
    SL_CUDA_ROLLED
    for (uint32_t two = t; two < twos_n; two += threads_n) {
        sl_cuda_schedule_two(work, sum_first, n, two);
    }
    SL_CUDA_ROLLED
    for (uint32_t key = t; key <= work->keys_n; key += threads_n) {
        work->next_starts[key] = work->starts[key] - work->halves[key];
    }
    if (t == 0) {
        const uint32_t pairs_n = work->halves[work->keys_n];
        work->round[0].pairs_n = pairs_n;
        work->round[0].taken = 0;
        work->round[1].elements_n = n - pairs_n;
        work->round[1].pool_used = work->round[0].pool_used + pairs_n;
    }
}

/* --- rows and columns, what is kept, tables ------------------------------------------------------------------------
 */

SL_CUDA_FN void sl_cuda_lines_put(const sl_cuda_lines *work, uint32_t t, uint32_t threads_n) {
    const uint32_t n = *work->n;
    SL_CUDA_ROLLED
    for (uint32_t i = t; i < work->half_n; i += threads_n) {
        uint32_t row = SL_CUDA_KEY_NONE, column = SL_CUDA_KEY_NONE, ref = SL_CUDA_REF_NONE;
        if (i < n) {
            const uint32_t key = work->list.keys[i], slot = key >> work->slot_log2;
            const uint32_t bucket = key & ((UINT32_C(1) << work->slot_log2) - 1);
            row = (2 * slot << work->line_log2) + (bucket >> work->column_log2);
            column = ((2 * slot + 1) << work->line_log2) + (bucket & ((UINT32_C(1) << work->column_log2) - 1));
            ref = work->list.refs[i];
        }
        work->out.keys[i] = row;
        work->out.refs[i] = ref;
        work->out.keys[work->half_n + i] = column;
        work->out.refs[work->half_n + i] = ref;
    }
}

SL_CUDA_FN void sl_cuda_keep_put(const sl_cuda_keep *work, uint32_t t, uint32_t threads_n) {
    const uint32_t n = work->round->elements_n, before = work->kept_n[0];
    SL_CUDA_ROLLED
    for (size_t i = t; i < (size_t)n * work->point_pieces; i += threads_n) {
        const uint32_t element = (uint32_t)(i / work->point_pieces), piece = (uint32_t)(i % work->point_pieces);
        const uint32_t ref = work->list.refs[element], point = ref & ~SL_CUDA_REF_NEGATIVE;
        const bool is_base = point < work->bases_n;
        const size_t from = (size_t)(is_base ? point : point - work->bases_n) * work->point_pieces + piece;
        const size_t to = (size_t)before * work->point_pieces + i;
        ((SL_CUDA_UINT4 *)work->points)[to] = sl_cuda_load4(is_base ? work->bases : work->pool, from);
        if (piece == 0) {
            const uint32_t key = work->list.keys[element], slot = key >> work->slot_log2;
            const uint32_t rest = key & ((UINT32_C(1) << work->slot_log2) - 1);
            work->kept.keys[before + element] = work->key_first + (slot << work->kept_slot_log2) + rest;
            work->kept.refs[before + element] = (work->kept_ref + before + element) | (ref & SL_CUDA_REF_NEGATIVE);
        }
    }
    if (t == 0) {
        work->kept_n[1] = before + n;
    }
}

SL_CUDA_FN void sl_cuda_spread_put(const sl_cuda_spread *work, uint32_t t, uint32_t threads_n) {
    const uint32_t n = work->round->elements_n;
    SL_CUDA_ROLLED
    for (uint32_t i = t; i < n; i += threads_n) {
        work->table[work->list.keys[i]] = work->list.refs[i];
    }
}

/* --- ones ----------------------------------------------------------------------------------------------------------
 */

/* Word i of those that count. */
SL_CUDA_FN uint64_t sl_cuda_ones_word(const uint64_t *words, uint32_t bits_n, uint32_t i) {
    const uint32_t left = bits_n - 64 * i;
    return left >= 64 ? words[i] : words[i] & ((UINT64_C(1) << left) - 1);
}

/* What the counts add up: ones of word i, for i up to words_n. */
SL_CUDA_FN uint32_t sl_cuda_ones_count(const uint64_t *words, uint32_t words_n, uint32_t bits_n, uint32_t i) {
    return i < words_n ? SL_CUDA_POPCOUNT(sl_cuda_ones_word(words, bits_n, i)) : 0;
}

/* Eight bits at a time, so that neighbouring threads write to neighbouring places. */
SL_CUDA_FN void sl_cuda_ones_put(const sl_cuda_ones *work, uint32_t t, uint32_t threads_n) {
    SL_CUDA_ROLLED
    for (uint32_t byte = t; byte < 8 * work->words_n; byte += threads_n) {
        const uint32_t i = byte / 8, shift = byte % 8 * 8;
        const uint64_t word = sl_cuda_ones_word(work->words, work->bits_n, i);
        const uint32_t lane = i / work->words_a_lane;
        uint32_t to = work->counts[i] + SL_CUDA_POPCOUNT(word & ((UINT64_C(1) << shift) - 1));
        uint32_t bits = (uint32_t)(word >> shift) & 0xff;
        SL_CUDA_ROLLED
        for (uint32_t bit = 0; bits != 0; bit++, bits >>= 1) {
            if ((bits & 1) != 0) {
                work->out.keys[to] = lane;
                work->out.refs[to] = work->first + 8 * byte + bit;
                to++;
            }
        }
    }
    SL_CUDA_ROLLED
    for (uint32_t lane = t; lane <= work->lanes_n; lane += threads_n) {
        const uint64_t word = (uint64_t)lane * work->words_a_lane;
        work->starts[lane] = work->counts[word < work->words_n ? word : work->words_n];
    }
    if (t == 0) {
        work->round->elements_n = work->counts[work->words_n];
        work->round->pool_used = work->pool_used;
    }
}

#endif
