// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/module/ntt_series.h"

#define X UINT64_C(0x9e3779b97f4a7c15)
#define Y UINT64_C(0xc2b2ae3d27d4eb4f)

const sl_ntt_case sl_ntt_cases[SL_MODULE_NTT_OPS_N] = {
    [SL_MODULE_NTT_DOWN] = {"transform", 1, {SL_NTT_SERIES_A_COEFFICIENTS}, SL_NTT_SERIES_A_VALUES, false, true},
    [SL_MODULE_NTT_DOWN_INVERSE] =
        {"inverse transform", 1, {SL_NTT_SERIES_A_VALUES}, SL_NTT_SERIES_A_COEFFICIENTS, false, true},
    [SL_MODULE_NTT_DOWN_COSET_INVERSE] = {"inverse transform on the coset",
                                          1,
                                          {SL_NTT_SERIES_A_COSET_VALUES},
                                          SL_NTT_SERIES_A_COEFFICIENTS,
                                          false,
                                          true},
    [SL_MODULE_NTT_UP] = {"transform up", 1, {SL_NTT_SERIES_A_COEFFICIENTS}, SL_NTT_SERIES_A_VALUES, true, false},
    [SL_MODULE_NTT_UP_INVERSE] =
        {"inverse transform up", 1, {SL_NTT_SERIES_A_VALUES}, SL_NTT_SERIES_A_COEFFICIENTS, true, false},
    [SL_MODULE_NTT_UP_COSET] =
        {"transform up to the coset", 1, {SL_NTT_SERIES_A_COEFFICIENTS}, SL_NTT_SERIES_A_COSET_VALUES, true, false},
    [SL_MODULE_NTT_PRODUCTS] = {"products on the coset",
                                2,
                                {SL_NTT_SERIES_A_VALUES, SL_NTT_SERIES_B_VALUES},
                                SL_NTT_SERIES_AB_COSET_VALUES,
                                false,
                                false},
    [SL_MODULE_NTT_QUOTIENT] = {"quotient",
                                3,
                                {SL_NTT_SERIES_A_VALUES, SL_NTT_SERIES_B_VALUES, SL_NTT_SERIES_AB_VALUES},
                                SL_NTT_SERIES_QUOTIENT,
                                false,
                                true},
};

static sl_fr power_of(const sl_fr *a, uint64_t e) {
    sl_fr out;
    sl_fr_pow_u64_vt(&out, a, e);
    return out;
}

static uint64_t reversed(uint64_t i, uint32_t bits) {
    uint64_t out = 0;
    for (uint32_t b = 0; b < bits; b++) {
        out |= (i >> b & 1) << (bits - 1 - b);
    }
    return out;
}

/*
 * The elements of a block: their places run through index_0 + r step for r = 0, 1, .. at place r, or that in reverse.
 */
typedef struct block {
    uint64_t index_0, step;
    uint32_t log2_size, bits;
    bool is_reversed;
} block;

static size_t place_of(const block *b, size_t r) {
    return b->is_reversed ? (size_t)reversed(r, b->bits) : r;
}

/* scale base^index */
static void powers_make(sl_fr *out, const block *b, const sl_fr *base, sl_fr scale) {
    const sl_fr step = power_of(base, b->step), first = power_of(base, b->index_0);
    sl_fr_mul(&scale, &scale, &first);
    for (size_t r = 0; r < (size_t)1 << b->bits; r++) {
        out[place_of(b, r)] = scale;
        sl_fr_mul(&scale, &scale, &step);
    }
}

/* Values of the polynomial with coefficients x^i at shift w^index. */
static void values_make(sl_fr *out, const block *b, uint64_t x_number, const sl_fr *shift, sl_fr *scratch) {
    const sl_fr one = sl_fr_one(), root = power_of(&sl_fr_root_of_unity, UINT64_C(1) << (32 - b->log2_size));
    sl_fr scale = sl_fr_from_u64(x_number), last;
    sl_fr_mul(&scale, &scale, shift);
    last = power_of(&scale, UINT64_C(1) << b->log2_size);
    sl_fr_sub(&last, &last, &one);
    powers_make(out, b, &root, scale);
    const size_t n = (size_t)1 << b->bits;
    for (size_t i = 0; i < n; i++) {
        sl_fr_sub(&out[i], &out[i], &one);
    }
    sl_fr_batch_inv_vt(out, scratch, n);
    for (size_t i = 0; i < n; i++) {
        sl_fr_mul(&out[i], &out[i], &last);
    }
}

static void products_make(sl_fr *out, const block *b, const sl_fr *shift, sl_fr *scratch) {
    const size_t n = (size_t)1 << b->bits;
    values_make(out, b, X, shift, scratch);
    values_make(scratch, b, Y, shift, scratch + n);
    for (size_t i = 0; i < n; i++) {
        sl_fr_mul(&out[i], &out[i], &scratch[i]);
    }
}

/*
 * The high half of A B: coefficient t is the sum of x^i y^(m + t - i) for t < i < m, which is
 * (x^m y^(t+1) - y^m x^(t+1)) / (x - y).
 */
static void quotient_make(sl_fr *out, const block *b, sl_fr *scratch) {
    const uint64_t m = UINT64_C(1) << b->log2_size;
    const sl_fr x = sl_fr_from_u64(X), y = sl_fr_from_u64(Y);
    sl_fr scale, of_y = power_of(&x, m), of_x = power_of(&y, m);
    sl_fr_sub(&scale, &x, &y);
    sl_fr_inv_vt(&scale, &scale);
    sl_fr_mul(&of_y, &of_y, &y);
    sl_fr_mul(&of_x, &of_x, &x);
    sl_fr_mul(&of_y, &of_y, &scale);
    sl_fr_mul(&of_x, &of_x, &scale);
    powers_make(out, b, &y, of_y);
    powers_make(scratch, b, &x, of_x);
    for (size_t i = 0; i < (size_t)1 << b->bits; i++) {
        sl_fr_sub(&out[i], &out[i], &scratch[i]);
    }
}

void sl_ntt_series_make(sl_fr *out, sl_ntt_series series, uint32_t log2_size, bool is_reversed, uint64_t first,
                        sl_fr *scratch) {
    const sl_fr one = sl_fr_one(), x = sl_fr_from_u64(X);
    block b = {.index_0 = first, .step = 1, .log2_size = log2_size, .is_reversed = is_reversed};
    b.bits = SL_MIN(log2_size, (uint32_t)SL_NTT_SERIES_BLOCK_LOG2);
    if (is_reversed) {
        b.index_0 = reversed(first, log2_size);
        b.step = UINT64_C(1) << (log2_size - b.bits);
    }
    switch (series) {
    case SL_NTT_SERIES_A_COEFFICIENTS:
        powers_make(out, &b, &x, one);
        break;
    case SL_NTT_SERIES_A_VALUES:
        values_make(out, &b, X, &one, scratch);
        break;
    case SL_NTT_SERIES_A_COSET_VALUES:
        values_make(out, &b, X, &sl_fr_generator, scratch);
        break;
    case SL_NTT_SERIES_B_VALUES:
        values_make(out, &b, Y, &one, scratch);
        break;
    case SL_NTT_SERIES_AB_VALUES:
        products_make(out, &b, &one, scratch);
        break;
    case SL_NTT_SERIES_AB_COSET_VALUES:
        products_make(out, &b, &sl_fr_generator, scratch);
        break;
    case SL_NTT_SERIES_QUOTIENT:
        quotient_make(out, &b, scratch);
        break;
    }
}
