// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fr with AVX-512 IFMA: eight elements side by side, five limbs of 52 bits.
 *
 * fr8_mul is a b / 2^260. Vectors in memory are in Montgomery form with R = 2^256, and stay so: they are worked on as
 * the integers that they are, which sums, differences and products with a *prepared* factor (k 2^260 mod r) respect.
 * Where two vectors are multiplied, one is taken times 16 on the way in (fr8_load with shift 4).
 *
 * Words of the comments: carried = limbs in [0, 2^52); below k = value in [0, k r). 2^260 is 35.3 r, so a product of
 * values below a and b is below a b / 35.3 + 1.
 */
#ifndef SL_BACKENDS_CPU_FR_IFMA_H
#define SL_BACKENDS_CPU_FR_IFMA_H

#include "backends/cpu/lanes_ifma.h"
#include "math/field/fr.h"

enum { FR8_LIMBS = 5, FR8_LANES = LANES8 };

typedef struct fr8 {
    __m512i l[FR8_LIMBS];
} fr8;

/* A constant k as factor of fr8_mul: k 2^260 mod r, canonical. */
typedef struct fr_prepared {
    uint64_t l[FR8_LIMBS];
} fr_prepared;

#define FR8_MASK52 UINT64_C(0xfffffffffffff)
#define FR8_NINV UINT64_C(0xffffeffffffff) /* -1/r mod 2^52 */

static const uint64_t fr8_r[FR8_LIMBS] = {UINT64_C(0xfffff00000001), UINT64_C(0x02fffe5bfefff),
                                          UINT64_C(0x9a1d80553bda4), UINT64_C(0x7d483339d8080),
                                          UINT64_C(0x073eda753299d)};

/* Limbs with signs, value in [0, 2^260): carried. */
SL_INLINE void fr8_carry(fr8 *a) {
    const __m512i mask = lanes8_set1(FR8_MASK52);
    SL_UNROLL
    for (int i = 0; i + 1 < FR8_LIMBS; i++) {
        a->l[i + 1] = _mm512_add_epi64(a->l[i + 1], _mm512_srai_epi64(a->l[i], 52));
        a->l[i] = _mm512_and_si512(a->l[i], mask);
    }
}

/* Limbs below 2^62 with signs, value in [0, 2^260): digits. Cheaper than fr8_carry by the masks. */
SL_INLINE void fr8_digits(fr8 *a) {
    SL_UNROLL
    for (int i = 0; i + 1 < FR8_LIMBS; i++) {
        a->l[i + 1] = _mm512_add_epi64(a->l[i + 1], _mm512_srai_epi64(a->l[i], 52));
    }
}

/*
 * One row of a product: t (limbs i .. i + 5 of the sum) plus a b_i plus the multiple of r that clears its lowest limb,
 * which is then dropped. A lowest limb is kept 2^52 - 1 too large: what it carries is then
 * its quotient by 2^52 rounded up, and lo(q r_0), which would make it a multiple, need not be added.
 */
SL_INLINE void fr8_mul_row(__m512i t[FR8_LIMBS], const fr8 *a, __m512i b) {
    const __m512i ninv = lanes8_set1(FR8_NINV);
    SL_UNROLL
    for (int j = 0; j < FR8_LIMBS; j++) {
        t[j] = _mm512_madd52lo_epu64(t[j], a->l[j], b);
    }
    /* -(t + 1) / r for t that is too large by -1 modulo 2^52. */
    const __m512i q = _mm512_madd52lo_epu64(ninv, t[0], ninv);
    const __m512i carry = _mm512_srli_epi64(t[0], 52);
    SL_UNROLL
    for (int j = 1; j < FR8_LIMBS; j++) {
        t[j - 1] = _mm512_madd52lo_epu64(t[j], q, lanes8_set1(fr8_r[j]));
    }
    t[FR8_LIMBS - 1] = _mm512_setzero_si512();
    t[0] = _mm512_add_epi64(t[0], carry);
    SL_UNROLL
    for (int j = 0; j < FR8_LIMBS; j++) {
        t[j] = _mm512_madd52hi_epu64(t[j], a->l[j], b);
    }
    SL_UNROLL
    for (int j = 0; j < FR8_LIMBS; j++) {
        t[j] = _mm512_madd52hi_epu64(t[j], q, lanes8_set1(fr8_r[j]));
    }
}

/* Factors: digits; result: limbs below 2^57, not carried. */
SL_INLINE void fr8_mul(fr8 *out, const fr8 *a, const fr8 *b) {
    fr8 t;
    SL_UNROLL
    for (int j = 0; j < FR8_LIMBS; j++) {
        t.l[j] = lanes8_set1(FR8_MASK52);
    }
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        fr8_mul_row(t.l, a, b->l[i]);
    }
    *out = t;
}

/* Two products, interleaved: the rows of one wait for each other longer than they work. */
SL_INLINE void fr8_mul2(fr8 out[2], const fr8 *a0, const fr8 *b0, const fr8 *a1, const fr8 *b1) {
    fr8 t0;
    fr8 t1;
    SL_UNROLL
    for (int j = 0; j < FR8_LIMBS; j++) {
        t0.l[j] = lanes8_set1(FR8_MASK52);
        t1.l[j] = t0.l[j];
    }
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        fr8_mul_row(t0.l, a0, b0->l[i]);
        fr8_mul_row(t1.l, a1, b1->l[i]);
    }
    out[0] = t0;
    out[1] = t1;
}

/* a + b, not carried. */
SL_INLINE void fr8_add(fr8 *out, const fr8 *a, const fr8 *b) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = _mm512_add_epi64(a->l[i], b->l[i]);
    }
}

/* fr8_multiples[i][q] = q r_i */
#define FR8_ROW(r)                                                                                                    \
    {                                                                                                                 \
        0, (r), 2 * (r), 3 * (r), 4 * (r), 5 * (r), 6 * (r), 7 * (r), 8 * (r), 9 * (r), 10 * (r), 11 * (r), 12 * (r), \
            13 * (r), 14 * (r), 15 * (r)                                                                              \
    }
static const uint64_t fr8_multiples[FR8_LIMBS][16] SL_ALIGNED(64) = {
    FR8_ROW(UINT64_C(0xfffff00000001)), FR8_ROW(UINT64_C(0x02fffe5bfefff)), FR8_ROW(UINT64_C(0x9a1d80553bda4)),
    FR8_ROW(UINT64_C(0x7d483339d8080)), FR8_ROW(UINT64_C(0x073eda753299d))};
#undef FR8_ROW

/* a - b + k r, not carried; b is below k, which is at most 15. */
SL_INLINE void fr8_sub(fr8 *out, const fr8 *a, const fr8 *b, unsigned k) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = _mm512_add_epi64(_mm512_sub_epi64(a->l[i], b->l[i]), lanes8_set1(fr8_multiples[i][k]));
    }
}

/*
 * Value below 16, limbs below 2^62 with signs: carried and below 1.01. The quotient is estimated from the top
 * limb (r = 0x73eda753299d.8 * 2^208, shifted right by 36: 1,854.85): never too large, and 0.003 too small at most.
 */
SL_INLINE void fr8_reduce(fr8 *a) {
    fr8_carry(a);
    /* 18088 = floor(2^25 / 1855) */
    const __m512i top = _mm512_srli_epi64(a->l[FR8_LIMBS - 1], 36);
    const __m512i q = _mm512_srli_epi64(_mm512_mul_epu32(top, lanes8_set1(18088)), 25);
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        const __m512i low = _mm512_load_si512(&fr8_multiples[i][0]);
        const __m512i high = _mm512_load_si512(&fr8_multiples[i][8]);
        a->l[i] = _mm512_sub_epi64(a->l[i], _mm512_permutex2var_epi64(low, q, high));
    }
    fr8_carry(a);
}

/* Carried and below 2: below 1. */
SL_INLINE void fr8_canonical(fr8 *a) {
    fr8 d;
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        d.l[i] = _mm512_sub_epi64(a->l[i], lanes8_set1(fr8_r[i]));
    }
    fr8_carry(&d);
    const __mmask8 negative = _mm512_movepi64_mask(d.l[FR8_LIMBS - 1]);
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        a->l[i] = _mm512_mask_blend_epi64(negative, d.l[i], a->l[i]);
    }
}

/* The same where values of r and more are rare: the top limbs tell nearly always that there are none. */
SL_INLINE void fr8_canonical_rare(fr8 *a) {
    const __m512i top = lanes8_set1(fr8_r[FR8_LIMBS - 1]);
    if (SL_UNLIKELY(_mm512_cmpge_epu64_mask(a->l[FR8_LIMBS - 1], top) != 0)) {
        fr8_canonical(a);
    }
}

/* Four words of 64 bits to five limbs, times 2^shift (0 or 4); the value is below 2^256. */
SL_INLINE void fr8_split(fr8 *out, const __m512i w[4], int shift) {
    const __m512i mask = lanes8_set1(FR8_MASK52);
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        /* Limb i begins at bit 52 i - shift. */
        const int from = 52 * i - shift;
        const int word = from < 0 ? 0 : from / 64;
        const int bit = from < 0 ? 0 : from % 64;
        __m512i v = from < 0 ? _mm512_slli_epi64(w[0], (unsigned)-from) : _mm512_srli_epi64(w[word], (unsigned)bit);
        if (bit > 12 && word < 3) {
            v = _mm512_or_si512(v, _mm512_slli_epi64(w[word + 1], (unsigned)(64 - bit)));
        }
        out->l[i] = _mm512_and_si512(v, mask);
    }
}

/* Carried limbs of a value below 2^256 to four words. */
SL_INLINE void fr8_join(__m512i w[4], const fr8 *a) {
    w[0] = _mm512_or_si512(a->l[0], _mm512_slli_epi64(a->l[1], 52));
    w[1] = _mm512_or_si512(_mm512_srli_epi64(a->l[1], 12), _mm512_slli_epi64(a->l[2], 40));
    w[2] = _mm512_or_si512(_mm512_srli_epi64(a->l[2], 24), _mm512_slli_epi64(a->l[3], 28));
    w[3] = _mm512_or_si512(_mm512_srli_epi64(a->l[3], 36), _mm512_slli_epi64(a->l[4], 16));
}

/* Four vectors of two elements each (eight elements one after the other) to four vectors of a word each, and back. */
SL_INLINE void fr8_words_in(__m512i w[4]) {
    const __m512i even = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13);
    const __m512i odd = _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15);
    const __m512i a = _mm512_permutex2var_epi64(w[0], even, w[1]);
    const __m512i b = _mm512_permutex2var_epi64(w[2], even, w[3]);
    const __m512i c = _mm512_permutex2var_epi64(w[0], odd, w[1]);
    const __m512i d = _mm512_permutex2var_epi64(w[2], odd, w[3]);
    w[0] = _mm512_shuffle_i64x2(a, b, 0x44);
    w[1] = _mm512_shuffle_i64x2(a, b, 0xee);
    w[2] = _mm512_shuffle_i64x2(c, d, 0x44);
    w[3] = _mm512_shuffle_i64x2(c, d, 0xee);
}

SL_INLINE void fr8_words_out(__m512i w[4]) {
    /* Words 0 and 1 (2 and 3) of elements 0 .. 3, and of 4 .. 7. */
    const __m512i a = _mm512_shuffle_i64x2(w[0], w[1], 0x44);
    const __m512i b = _mm512_shuffle_i64x2(w[0], w[1], 0xee);
    const __m512i c = _mm512_shuffle_i64x2(w[2], w[3], 0x44);
    const __m512i d = _mm512_shuffle_i64x2(w[2], w[3], 0xee);
    const __m512i first = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13);
    const __m512i second = _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15);
    w[0] = _mm512_permutex2var_epi64(a, first, c);
    w[1] = _mm512_permutex2var_epi64(a, second, c);
    w[2] = _mm512_permutex2var_epi64(b, first, d);
    w[3] = _mm512_permutex2var_epi64(b, second, d);
}

/* Eight adjacent elements, times 2^shift. */
SL_INLINE void fr8_load(fr8 *out, const sl_fr *a, int shift) {
    __m512i w[4];
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        w[i] = _mm512_loadu_si512(a + 2 * i);
    }
    fr8_words_in(w);
    fr8_split(out, w, shift);
}

/* Canonical elements to eight adjacent places. */
SL_INLINE void fr8_store(sl_fr *out, const fr8 *a) {
    __m512i w[4];
    fr8_join(w, a);
    fr8_words_out(w);
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        _mm512_storeu_si512(out + 2 * i, w[i]);
    }
}

/* Element a[k] for lane k of the first n, elsewhere any value; and back. For tails. */
SL_INLINE void fr8_gather(fr8 *out, const sl_fr *a, size_t stride, size_t n, int shift) {
    sl_fr t[FR8_LANES];
    for (size_t k = 0; k < FR8_LANES; k++) {
        t[k] = a[(k < n ? k : 0) * stride];
    }
    fr8_load(out, t, shift);
}

SL_INLINE void fr8_scatter(sl_fr *out, size_t stride, size_t n, const fr8 *a) {
    sl_fr t[FR8_LANES];
    fr8_store(t, a);
    for (size_t k = 0; k < n; k++) {
        out[k * stride] = t[k];
    }
}

#endif
