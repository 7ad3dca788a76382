// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Digits of scalars sorted by bucket. Two counting sorts, by the upper and then by the lower half of the bucket's
 * number: the places that each of them writes to at a time stay in the first cache.
 */
#include <string.h>

#include "math/msm/msm_internal.h"

enum { BLOCK_N = 128, UPPERS_MAX = 1 << SL_MSM_WINDOW_MAX / 2 };

_Static_assert(1 + (SL_MSM_WINDOW_MAX - 1) / 2 + SL_BATCH_LOG2_MAX <= 32, "a record has 32 bits");

void sl_scalars_bias(uint32_t *rows, size_t stride, const sl_window *windows, unsigned windows_n, const uint64_t *limbs,
                     size_t n) {
    uint64_t bias[4] = {0};
    for (unsigned w = 0; w < windows_n; w++) {
        const unsigned bit = windows[w].position + windows[w].width - 1;
        bias[bit / 64] |= UINT64_C(1) << (bit % 64);
    }
    for (size_t i = 0; i < n; i++) {
        sl_carry carry = 0;
        for (size_t j = 0; j < 4; j++) {
            const uint64_t limb = sl_limb_add(&carry, limbs[4 * i + j], bias[j]);
            rows[2 * j * stride + i] = (uint32_t)limb;
            rows[(2 * j + 1) * stride + i] = (uint32_t)(limb >> 32);
        }
    }
}

/* Elements of one step below: of a fixed number of them compilers make vectors. */
enum { STEP_N = 8 };

/* Window values of scalars first .. first + n: from one row, or from two for a window that two words share. */
SL_INLINE void values_cut(uint32_t *restrict out, const sl_window *window, const uint32_t *rows, size_t stride,
                          size_t first, size_t n) {
    const unsigned shift = window->position % 32;
    const uint32_t mask = (UINT32_C(2) << (window->width - 1)) - 1;
    const uint32_t *restrict low = rows + window->position / 32 * stride + first;
    const bool is_shared = shift + window->width > 32;
    const uint32_t *restrict high = is_shared ? low + stride : low;
    const unsigned high_shift = is_shared ? 32 - shift : 0;
    const uint32_t high_mask = is_shared ? mask : 0;
    size_t i = 0;
    for (; i + STEP_N <= n; i += STEP_N) {
        for (size_t k = 0; k < STEP_N; k++) {
            out[i + k] = (low[i + k] >> shift & mask) | (high[i + k] << high_shift & high_mask);
        }
    }
    for (; i < n; i++) {
        out[i] = (low[i] >> shift & mask) | (high[i] << high_shift & high_mask);
    }
}

/* The digit that a window's value means: bucket | sign, or for a value of half SL_DIGIT_ZERO. */
SL_INLINE uint32_t digit_of(uint32_t value, uint32_t half) {
    const int32_t signed_digit = (int32_t)(value - half);  /* at least -half, below half: 2^20 at most */
    const uint32_t below = (uint32_t)(signed_digit >> 31); /* all ones: a negative digit */
    const uint32_t size = ((uint32_t)signed_digit ^ below) - below;
    return (size - 1) | (below & SL_REF_NEGATIVE);
}

uint32_t sl_digit_at(const sl_window *window, const uint32_t *rows, size_t stride, size_t i) {
    const uint32_t half = UINT32_C(1) << (window->width - 1);
    uint32_t value;
    values_cut(&value, window, rows, stride, i, 1);
    return digit_of(value, half);
}

void sl_digits_cut(uint32_t *out, const sl_window *window, const uint32_t *rows, size_t stride, const uint32_t *picked,
                   size_t first, size_t n) {
    const uint32_t half = UINT32_C(1) << (window->width - 1);
    if (picked == NULL) {
        values_cut(out, window, rows, stride, first, n);
    } else {
        for (size_t i = 0; i < n; i++) {
            values_cut(&out[i], window, rows, stride, picked[first + i], 1);
        }
    }
    size_t i = 0;
    for (; i + STEP_N <= n; i += STEP_N) {
        for (size_t k = 0; k < STEP_N; k++) {
            out[i + k] = digit_of(out[i + k], half);
        }
    }
    for (; i < n; i++) {
        out[i] = digit_of(out[i], half);
    }
}

/* Counts of elements become the places of their first ones. */
static void places_of_counts(uint32_t *counts, size_t n, uint32_t start) {
    for (size_t j = 0; j < n; j++) {
        const uint32_t count = counts[j];
        counts[j] = start;
        start += count;
    }
}

/*
 * Records, sign | low bits of the bucket | place among what is sorted, by the upper bits of their buckets; ends[u] is
 * where those with upper bits u end.
 */
static void upper_sort(uint32_t *records, uint32_t *digits, uint32_t *ends, const sl_window_sort *sort,
                       unsigned low_bits) {
    const uint32_t half = UINT32_C(1) << (sort->window->width - 1);
    const uint32_t low_mask = (UINT32_C(1) << low_bits) - 1;
    const size_t uppers_n = half >> low_bits;
    memset(ends, 0, uppers_n * sizeof *ends);
    for (size_t first = 0; first < sort->n; first += BLOCK_N) {
        const size_t n = SL_MIN(sort->n - first, (size_t)BLOCK_N);
        sl_digits_cut(digits + first, sort->window, sort->rows, sort->stride, sort->picked, first, n);
        for (size_t i = 0; i < n; i++) {
            const uint32_t digit = digits[first + i];
            if (digit != SL_DIGIT_ZERO) {
                ends[(digit & SL_REF_INDEX_MAX) >> low_bits]++;
            }
        }
    }
    places_of_counts(ends, uppers_n, 0);
    for (size_t i = 0; i < sort->n; i++) {
        const uint32_t digit = digits[i];
        if (digit != SL_DIGIT_ZERO) {
            const uint32_t upper = (digit & SL_REF_INDEX_MAX) >> low_bits;
            records[ends[upper]++] = (digit & SL_REF_NEGATIVE) | (digit & low_mask) << SL_BATCH_LOG2_MAX | (uint32_t)i;
        }
    }
}

void sl_window_sort_run(uint32_t *refs, uint32_t *ends, uint32_t *records, const sl_window_sort *sort) {
    const unsigned bucket_bits = sort->window->width - 1;
    const unsigned low_bits = bucket_bits / 2;
    const uint32_t lows_n = UINT32_C(1) << low_bits;
    uint32_t upper_ends[UPPERS_MAX];
    upper_sort(records, refs, upper_ends, sort, low_bits);
    uint32_t begin = 0;
    for (size_t upper = 0; upper < (size_t)1 << (bucket_bits - low_bits); upper++) {
        const uint32_t end = upper_ends[upper];
        uint32_t *places = ends + upper * lows_n;
        memset(places, 0, lows_n * sizeof *places);
        for (uint32_t k = begin; k < end; k++) {
            places[records[k] >> SL_BATCH_LOG2_MAX & (lows_n - 1)]++;
        }
        places_of_counts(places, lows_n, begin);
        /* Each bucket's start moves on to its end. */
        for (uint32_t k = begin; k < end; k++) {
            const uint32_t record = records[k];
            const uint32_t at = record & ((UINT32_C(1) << SL_BATCH_LOG2_MAX) - 1);
            const uint32_t i = sort->picked == NULL ? at : sort->picked[at];
            const uint32_t base = sort->at == NULL ? sort->offset + i : sort->at[i];
            refs[places[record >> SL_BATCH_LOG2_MAX & (lows_n - 1)]++] = base | (record & SL_REF_NEGATIVE);
        }
        begin = end;
    }
}
