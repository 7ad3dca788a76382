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

/* Within 0.99: the canonical integer. Limbs may be raw. */
SL_INLINE void fp4_row_to_words(uint64_t out[6], const fp4_row *row) {
    uint64_t limbs[FP4_LIMBS];
    int64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        const int64_t v = (int64_t)row->l[i] + (int64_t)fp4_p[i] + carry; /* plus p: not negative */
        limbs[i] = (uint64_t)v & UINT64_C(0xffffffffffff);
        carry = v >> 48;
    }
    sl_fp v;
    SL_UNROLL
    for (int w = 0; w < 6; w++) {
        /* Word w begins at bit 64 w of limbs of 48 bits. */
        const int limb = 64 * w / 48;
        const int shift = 64 * w % 48;
        v.l[w] = limbs[limb] >> shift | limbs[limb + 1] << (48 - shift);
    }
    sl_fp_reduce_once(&v);
    SL_UNROLL
    for (int w = 0; w < 6; w++) {
        out[w] = v.l[w];
    }
}

/* Lanes as elements of the scalar field code, which has the same Montgomery form, and back. Within 0.99. */
SL_INLINE void fp4_to_scalars(sl_fp out[FP4_LANES], const fp4 *a) {
    fp4_row rows[FP4_LANES];
    fp4_to_rows(rows, a);
    for (int k = 0; k < FP4_LANES; k++) {
        fp4_row_to_words(out[k].l, &rows[k]);
    }
}

SL_INLINE void fp4_from_scalars(fp4 *out, const sl_fp in[FP4_LANES]) {
    fp4_row rows[FP4_LANES];
    for (int k = 0; k < FP4_LANES; k++) {
        fp4_row_from_words(&rows[k], in[k].l);
    }
    fp4_from_rows(out, rows);
    fp4_reduce(out);
}

#endif
