// SPDX-License-Identifier: MIT OR Apache-2.0
/* Scalar helpers of the fma set: words of 64 bits, key-file bytes, and rows (the eight limbs of one element). */
#ifndef SL_BACKENDS_CPU_FP_WORDS_FMA_H
#define SL_BACKENDS_CPU_FP_WORDS_FMA_H

#include "backends/cpu/fp_fma.h"
#include "backends/cpu/fp_limbs.h"

/* The limbs of one element, one after the other. */
typedef struct fp4_row {
    double l[FP4_LIMBS];
} SL_ALIGNED(32) fp4_row;

SL_INLINE void fp4_from_rows(fp4 *out, const fp4_row rows[FP4_LANES]) {
    const void *at[FP4_LANES];
    for (int k = 0; k < FP4_LANES; k++) {
        at[k] = &rows[k];
    }
    fp4_load(out, at, 0);
}

SL_INLINE void fp4_to_rows(fp4_row rows[FP4_LANES], const fp4 *a) {
    void *at[FP4_LANES];
    for (int k = 0; k < FP4_LANES; k++) {
        at[k] = &rows[k];
    }
    fp4_store(at, 0, a, 0xf);
}

/* Four limbs from 16 bytes at `low` and 16 at `high`: `order` gathers six bytes for each. */
SL_INLINE void fp4_row_cut(double out[4], const uint8_t *low, const uint8_t *high, __m256i order) {
    const __m256i bytes =
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                _mm_loadu_si128((const __m128i *)(const void *)high), 1);
    /* An integer below 2^52 in the fraction of 2^52, minus 2^52. */
    const __m256d one = lanes4_set1(0x1p52);
    const __m256d limbs = _mm256_or_pd(_mm256_castsi256_pd(_mm256_shuffle_epi8(bytes, order)), one);
    _mm256_store_pd(out, _mm256_sub_pd(limbs, one));
}

/* An integer below 2^384: limbs of 48 bits, from 48 big-endian bytes or from words. */
SL_INLINE void fp4_row_from_bytes(fp4_row *out, const uint8_t *bytes) {
    const __m256i order = _mm256_setr_epi8(15, 14, 13, 12, 11, 10, -1, -1, 9, 8, 7, 6, 5, 4, -1, -1, /* low */
                                           11, 10, 9, 8, 7, 6, -1, -1, 5, 4, 3, 2, 1, 0, -1, -1);
    fp4_row_cut(out->l, bytes + 32, bytes + 24, order);
    fp4_row_cut(out->l + 4, bytes + 8, bytes, order);
}

SL_INLINE void fp4_row_from_words(fp4_row *out, const uint64_t words[6]) {
    const __m256i order = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11, -1, -1, /* low */
                                           4, 5, 6, 7, 8, 9, -1, -1, 10, 11, 12, 13, 14, 15, -1, -1);
    const uint8_t *bytes = (const uint8_t *)words;
    fp4_row_cut(out->l, bytes, bytes + 8, order);
    fp4_row_cut(out->l + 4, bytes + 24, bytes + 32, order);
}

/*
 * The way in from integers low + high 2^192 that stand for their value over S: v R is (low A + high B) / R, with A =
 * R^2 / S and B = 2^192 A modulo m.
 */
typedef struct fp4_source {
    double low[FP4_LIMBS], high[FP4_LIMBS];
} fp4_source;

/* Integers as they are in key files, S = 1, and the Montgomery form of 64-bit words, S = 2^384. */
static const fp4_source fp4_of_integers = {
    .low = {-0x385a83fb2e8ap0, -0x7075a5706224p0, 0x2522e7d90d84p0, 0x733a540d98cp0, 0x1b11725f01e4p0,
            -0x55f518fa612ap0, -0x1d2013626c43p0, -0x1deafa1b4c4fp0},
    .high = {0x28d95f812698p0, -0x516ef1e2ba1ap0, -0x7a46409125c3p0, -0x2b07cc538560p0, -0x32a9a1c9bbd2p0,
             0x26a8742cc593p0, 0x7bc0e88def7fp0, 0x1d7ee7a9391fp0},
};
static const fp4_source fp4_of_words = {
    .low = {1},
    .high = FP4_ONE_LIMBS,
};

/* Integers below 2^384, cut as above: reduced. */
SL_INLINE void fp4_from_rows_of(fp4 *out, const fp4_row rows[FP4_LANES], const fp4_source *source) {
    fp4 v;
    fp4 low = {0};
    fp4 high = {0};
    fp4 low_scale;
    fp4 high_scale;
    fp4_from_rows(&v, rows);
    SL_UNROLL
    for (int i = 0; i < FP4_HALF; i++) {
        low.l[i] = v.l[i];
        high.l[i] = v.l[FP4_HALF + i];
    }
    fp4_broadcast(&low_scale, source->low);
    fp4_broadcast(&high_scale, source->high);
    fp4_mul_two(out, &low_scale, &low, &high_scale, &high);
}

/*
 * The way out: v S for c_0 + c_1 X that stands for v is c_0 scale[0] + c_1 scale[1]. The scales are S / R and that
 * times the integer that X stands for, both times 2^384, which a product of words takes away.
 */
typedef struct fp4_target {
    sl_fp scale[2];
} fp4_target;

/* S = 1 and S = 2^384. */
static const fp4_target fp4_to_integers = {{
    {{0, 0, 0, 1, 0, 0}},
    {{0xa2249a68878e9708, 0x1ebf8cdad1e1c2d2, 0x79feb2c84acdb7ef, 0xf54b19d9e6f2e873, 0x66308f4d343e40ee,
      0x11c138d3e76ccd11}},
}};
static const fp4_target fp4_to_words = {{
    {{0x9e2a2b803b8e1ce7, 0xcede519d701f5ab3, 0xa0a6217e81ab4621, 0xde9fabaf9eee6510, 0xef148e598e4a8041,
      0x16ae30783dff1a47}},
    {{0xb7f29b635cd05c84, 0x0c1e2145f6173e26, 0x638ef0312978e38c, 0x01b1e04a405c3d67, 0x7b6e8a35176a2512,
      0x1171ef2df11ee658}},
}};

/* A coefficient as an integer modulo p. */
SL_INLINE void fp4_coefficient(sl_fp *out, const double l[FP4_HALF]) {
    uint64_t limbs[FP4_HALF];
    int64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < FP4_HALF; i++) {
        const int64_t v = (int64_t)l[i] + carry;
        limbs[i] = (uint64_t)v & UINT64_C(0xffffffffffff);
        carry = v >> 48; /* at last 0 or -1 */
    }
    /* A negative one is its limbs minus 2^192, and p more. */
    const uint64_t negative = (uint64_t)carry;
    const sl_fp words = {{limbs[0] | limbs[1] << 48, limbs[1] >> 16 | limbs[2] << 32, limbs[2] >> 32 | limbs[3] << 16}};
    sl_carry c = 0;
    SL_UNROLL
    for (int w = 0; w < 6; w++) {
        out->l[w] = sl_limb_add(&c, words.l[w], negative & (sl_fp_modulus[w] - (w == 3)));
    }
}

SL_INLINE void fp4_row_to(sl_fp *out, const fp4_row *row, const fp4_target *target) {
    sl_fp c0;
    sl_fp c1;
    fp4_coefficient(&c0, row->l);
    fp4_coefficient(&c1, row->l + FP4_HALF);
    sl_fp_mul(&c0, &c0, &target->scale[0]);
    sl_fp_mul(&c1, &c1, &target->scale[1]);
    sl_fp_add(out, &c0, &c1);
}

/* The first lane (a within 6) as an element of the scalar field code, and one element in all lanes, reduced. */
SL_INLINE void fp4_to_scalar(sl_fp *out, const fp4 *a) {
    fp4 reduced = *a;
    fp4_row rows[FP4_LANES];
    fp4_reduce(&reduced);
    fp4_to_rows(rows, &reduced);
    fp4_row_to(out, &rows[0], &fp4_to_words);
}

SL_INLINE void fp4_from_scalar(fp4 *out, const sl_fp *in) {
    fp4_row rows[FP4_LANES];
    fp4_row_from_words(&rows[0], in->l);
    for (int k = 1; k < FP4_LANES; k++) {
        rows[k] = rows[0];
    }
    fp4_from_rows_of(out, rows, &fp4_of_words);
}

#endif
