// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp with AVX-512 IFMA: eight elements side by side, eight limbs of 52 bits each, Montgomery form with R = 2^416.
 *
 * 416 - 381 = 35 spare bits make the arithmetic lazy. Words that every function's comment uses:
 *   carried   limbs are in [0, 2^52)
 *   linked    each limb's carry was added to the next one but not taken off it: the low 52 bits are those of the
 *             carried value, the others mean nothing. The multiplier reads 52 bits, so a factor need be no more.
 *   below k   the value is in [0, k p)
 * A product of factors below 2^16 is below 2.2 (it is a b / R + 2 p at most, with 35 bits more than p in R). Sums and
 * differences are taken limb by limb with signs, a multiple of p keeps the value positive, and one carry pass ends
 * them. fp8_reduce brings values below 16 back below 2.01, which is what slots hold.
 *
 * Included only by units that end in _ifma.c.
 */
#ifndef SL_BACKENDS_CPU_FP_IFMA_H
#define SL_BACKENDS_CPU_FP_IFMA_H

#include "backends/cpu/lanes_ifma.h"
#include "math/field/fp.h"
#include "math/kernels/kernels.h"

enum { FP8_LIMBS = 8, FP8_LANES = LANES8, FP8_MULTIPLES = 16 };

typedef struct fp8 {
    __m512i l[FP8_LIMBS];
} fp8;

#define FP8_MASK52 UINT64_C(0xfffffffffffff)
#define FP8_NINV UINT64_C(0x3fffcfffcfffd) /* -1/p mod 2^52 */

/* p and 2 p as limbs of 52 bits. */
static const uint64_t fp8_p[FP8_LIMBS] = {
    UINT64_C(0xeffffffffaaab), UINT64_C(0xfeb153ffffb9f), UINT64_C(0x6b0f6241eabff), UINT64_C(0x12bf6730d2a0f),
    UINT64_C(0x764774b84f385), UINT64_C(0x1ba7b6434bacd), UINT64_C(0x1ea397fe69a4b), UINT64_C(0x000000001a011)};
static const uint64_t fp8_2p[FP8_LIMBS] = {
    UINT64_C(0xdffffffff5556), UINT64_C(0xfd62a7ffff73f), UINT64_C(0xd61ec483d57ff), UINT64_C(0x257ece61a541e),
    UINT64_C(0xec8ee9709e70a), UINT64_C(0x374f6c869759a), UINT64_C(0x3d472ffcd3496), UINT64_C(0x0000000034022)};
/* 2^448 mod p takes Montgomery form with R = 2^384 into this one, 2^384 mod p takes it back. */
static const uint64_t fp8_from_384[FP8_LIMBS] = {
    UINT64_C(0x7fde37dba9366), UINT64_C(0x4e27525bc342b), UINT64_C(0x1f5b1e9778489), UINT64_C(0xb872b2b91b9dc),
    UINT64_C(0xb206f497dfcaf), UINT64_C(0x4137cc89a9b0b), UINT64_C(0xd9d20d7e39959), UINT64_C(0x000000000411c)};
static const uint64_t fp8_to_384[FP8_LIMBS] = {
    UINT64_C(0x900000002fffd), UINT64_C(0x0bc40c0002760), UINT64_C(0x3c758baebf400), UINT64_C(0x57455f4898575),
    UINT64_C(0xd77ce58537052), UINT64_C(0x071a97a256ec6), UINT64_C(0xec3fa80e4935c), UINT64_C(0x0000000015f65)};
/* 2^416 mod p: one. */
static const uint64_t fp8_one_limbs[FP8_LIMBS] = {
    UINT64_C(0x6480ea8e9b9af), UINT64_C(0x65766c8fe444f), UINT64_C(0x8b540fea96f7d), UINT64_C(0x3b2ee82efd422),
    UINT64_C(0xa6723e5f0ade5), UINT64_C(0xff6eb6fdd4230), UINT64_C(0xe06ef23c24a25), UINT64_C(0x0000000014c8e)};
/* 2^-52 mod p: what a limb of a product is worth one limb further up. */
static const uint64_t fp8_fold_limbs[FP8_LIMBS] = {
    UINT64_C(0x4be07d2027cb), UINT64_C(0xd7786e39002d4), UINT64_C(0xf51047083c4dd), UINT64_C(0x96079a7670223),
    UINT64_C(0x4ca513044b79), UINT64_C(0x6615d3780ea11), UINT64_C(0xf9a5623d6a279), UINT64_C(0x6803)};

SL_INLINE void fp8_broadcast(fp8 *out, const uint64_t limbs[FP8_LIMBS]) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = lanes8_set1(limbs[i]);
    }
}

/* 2^52 - 1, -1/p mod 2^52, and for fp8_reduce 4 and floor(2^40 / 106514). */
static const uint64_t fp8_words[4] = {FP8_MASK52, FP8_NINV, 4, 10322763};

/* Where constants are read from: kept from the compiler, which else builds each of them in a register on a busy port.
 */
SL_INLINE const uint64_t *fp8_in_memory(const uint64_t *constants) {
    __asm__("" : "+r"(constants));
    return constants;
}

/* Limbs with signs, value not negative and below 2^416: carried. */
SL_INLINE void fp8_carry(fp8 *a) {
    const __m512i mask = lanes8_set1(fp8_in_memory(fp8_words)[0]);
    SL_UNROLL
    for (int i = 0; i + 1 < FP8_LIMBS; i++) {
        a->l[i + 1] = _mm512_add_epi64(a->l[i + 1], _mm512_srai_epi64(a->l[i], 52));
        a->l[i] = _mm512_and_si512(a->l[i], mask);
    }
}

/* The same: linked. */
SL_INLINE void fp8_link(fp8 *a) {
    SL_UNROLL
    for (int i = 0; i + 1 < FP8_LIMBS; i++) {
        a->l[i + 1] = _mm512_add_epi64(a->l[i + 1], _mm512_srai_epi64(a->l[i], 52));
    }
}

/* A product or sum of products before its reduction: sixteen limbs with signs. */
typedef struct fp8_wide {
    __m512i l[2 * FP8_LIMBS];
} fp8_wide;

SL_INLINE void fp8_wide_zero(fp8_wide *out) {
    SL_UNROLL
    for (int j = 0; j < 2 * FP8_LIMBS; j++) {
        out->l[j] = _mm512_setzero_si512();
    }
}

/* Row i of a product: limb i of b times all of a. */
SL_INLINE void fp8_mul_row(fp8_wide *out, const fp8 *a, const fp8 *b, int i) {
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        out->l[i + j] = _mm512_madd52lo_epu64(out->l[i + j], a->l[j], b->l[i]);
    }
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        out->l[i + j + 1] = _mm512_madd52hi_epu64(out->l[i + j + 1], a->l[j], b->l[i]);
    }
}

/* out = a b; limbs below 2^56. */
SL_INLINE void fp8_mul_wide(fp8_wide *out, const fp8 *a, const fp8 *b) {
    fp8_wide_zero(out);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        fp8_mul_row(out, a, b, i);
    }
}

/* Row i of a square: products of limb i with later limbs. */
SL_INLINE void fp8_sqr_row(fp8_wide *out, const fp8 *a, int i) {
    SL_UNROLL
    for (int j = i + 1; j < FP8_LIMBS; j++) {
        out->l[i + j] = _mm512_madd52lo_epu64(out->l[i + j], a->l[i], a->l[j]);
        out->l[i + j + 1] = _mm512_madd52hi_epu64(out->l[i + j + 1], a->l[i], a->l[j]);
    }
}

/* The rows' sum doubled (as a sum: a doubled limb has 53 bits), and the squares of limbs. */
SL_INLINE void fp8_sqr_end(fp8_wide *out, const fp8 *a) {
    SL_UNROLL
    for (int j = 1; j < 2 * FP8_LIMBS - 1; j++) {
        out->l[j] = _mm512_add_epi64(out->l[j], out->l[j]);
    }
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[2 * i] = _mm512_madd52lo_epu64(out->l[2 * i], a->l[i], a->l[i]);
        out->l[2 * i + 1] = _mm512_madd52hi_epu64(out->l[2 * i + 1], a->l[i], a->l[i]);
    }
}

/* out = a^2 */
SL_INLINE void fp8_sqr_wide(fp8_wide *out, const fp8 *a) {
    fp8_wide_zero(out);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        fp8_sqr_row(out, a, i);
    }
    fp8_sqr_end(out, a);
}

/*
 * Row i of a reduction by rows_n limbs (eight: t / R in all): limb i is taken off t. It is folded upwards, which needs
 * no quotient digit and so a third of the time from limb to limb; what the folds leave, up to 2^52 p at the last limb,
 * a true Montgomery row brings down.
 */
SL_INLINE void fp8_redc_row_of(fp8_wide *t, int i, int rows_n) {
    const bool is_last = i == rows_n - 1;
    const uint64_t *low = fp8_in_memory(is_last ? fp8_p : fp8_fold_limbs);
    const uint64_t *high = fp8_in_memory(low);
    __m512i digit = t->l[i];
    int to = i + 1;
    if (is_last) {
        digit = _mm512_madd52lo_epu64(_mm512_setzero_si512(), digit, lanes8_set1(fp8_in_memory(fp8_words)[1]));
        to = i; /* the low 52 bits become zero */
    }
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        t->l[to + j] = _mm512_madd52lo_epu64(t->l[to + j], digit, lanes8_set1(low[j]));
    }
    t->l[i + 1] = _mm512_add_epi64(t->l[i + 1], _mm512_srai_epi64(t->l[i], 52));
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        t->l[to + 1 + j] = _mm512_madd52hi_epu64(t->l[to + 1 + j], digit, lanes8_set1(high[j]));
    }
}

SL_INLINE void fp8_redc_row(fp8_wide *t, int i) {
    fp8_redc_row_of(t, i, FP8_LIMBS);
}

/* The reduced value's limbs. */
SL_INLINE void fp8_wide_upper(fp8 *out, const fp8_wide *t) {
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        out->l[j] = t->l[FP8_LIMBS + j];
    }
}

/*
 * out = t / R, limbs below 2^58, not carried. |t| < 0.1 p R and |limbs| < 2^60: the value is in (-0.1 p, 2.2 p), and in
 * [0, 2.2 p) if t is not negative: p for the folds, p for the last row.
 */
SL_INLINE void fp8_redc(fp8 *out, fp8_wide *t) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        fp8_redc_row(t, i);
    }
    fp8_wide_upper(out, t);
}

/* out = a / 2^208, the root of R; a carried and below 2^16, out carried and below 2.01. */
SL_INLINE void fp8_div_root(fp8 *out, const fp8 *a) {
    enum { ROWS_N = FP8_LIMBS / 2 };
    fp8_wide t;
    fp8_wide_zero(&t);
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        t.l[j] = a->l[j];
    }
    SL_UNROLL
    for (int i = 0; i < ROWS_N; i++) {
        fp8_redc_row_of(&t, i, ROWS_N);
    }
    SL_UNROLL
    for (int j = 0; j < FP8_LIMBS; j++) {
        out->l[j] = t.l[ROWS_N + j];
    }
    fp8_carry(out);
}

/* Factors linked and below 2^16; results below 2.2: not carried, or carried. out may be a or b. */
SL_INLINE void fp8_mul_uncarried(fp8 *out, const fp8 *a, const fp8 *b) {
    fp8_wide t;
    fp8_mul_wide(&t, a, b);
    fp8_redc(out, &t);
}

SL_INLINE void fp8_mul(fp8 *out, const fp8 *a, const fp8 *b) {
    fp8 r;
    fp8_mul_uncarried(&r, a, b);
    fp8_carry(&r);
    *out = r;
}

/* Likewise a^2, carried. */
SL_INLINE void fp8_sqr(fp8 *out, const fp8 *a) {
    fp8_wide t;
    fp8 r;
    fp8_sqr_wide(&t, a);
    fp8_redc(&r, &t);
    fp8_carry(&r);
    *out = r;
}

/* fp8_multiples[i][q] = q p_i: what is subtracted limb by limb to subtract q p. */
#define FP8_ROW(p)                                                                                                    \
    {                                                                                                                 \
        0, (p), 2 * (p), 3 * (p), 4 * (p), 5 * (p), 6 * (p), 7 * (p), 8 * (p), 9 * (p), 10 * (p), 11 * (p), 12 * (p), \
            13 * (p), 14 * (p), 15 * (p)                                                                              \
    }
static const uint64_t fp8_multiples[FP8_LIMBS][FP8_MULTIPLES] SL_ALIGNED(64) = {
    FP8_ROW(UINT64_C(0xeffffffffaaab)), FP8_ROW(UINT64_C(0xfeb153ffffb9f)), FP8_ROW(UINT64_C(0x6b0f6241eabff)),
    FP8_ROW(UINT64_C(0x12bf6730d2a0f)), FP8_ROW(UINT64_C(0x764774b84f385)), FP8_ROW(UINT64_C(0x1ba7b6434bacd)),
    FP8_ROW(UINT64_C(0x1ea397fe69a4b)), FP8_ROW(UINT64_C(0x000000001a011))};
#undef FP8_ROW

/* k p as limbs (k p_i, not carried), k < 16. */
SL_INLINE __m512i fp8_multiple(int i, int k) {
    return lanes8_set1(fp8_in_memory(&fp8_multiples[0][0])[i * FP8_MULTIPLES + k]);
}

/* a + b, linked. */
SL_INLINE void fp8_add_linked(fp8 *out, const fp8 *a, const fp8 *b) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = _mm512_add_epi64(a->l[i], b->l[i]);
    }
    fp8_link(out);
}

/* a - b + k p, carried; b is below k. */
SL_INLINE void fp8_sub(fp8 *out, const fp8 *a, const fp8 *b, int k) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = _mm512_add_epi64(_mm512_sub_epi64(a->l[i], b->l[i]), fp8_multiple(i, k));
    }
    fp8_carry(out);
}

/* The same: linked. */
SL_INLINE void fp8_sub_linked(fp8 *out, const fp8 *a, const fp8 *b, int k) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = _mm512_add_epi64(_mm512_sub_epi64(a->l[i], b->l[i]), fp8_multiple(i, k));
    }
    fp8_link(out);
}

/* -a in the lanes of mask, limb by limb and without a multiple of p: only for sums that add one. */
SL_INLINE void fp8_signed(fp8 *out, const fp8 *a, __mmask8 mask) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = _mm512_mask_sub_epi64(a->l[i], mask, _mm512_setzero_si512(), a->l[i]);
    }
}

/* k p - a in the lanes of mask, a elsewhere; carried. */
SL_INLINE void fp8_negate_masked(fp8 *out, const fp8 *a, __mmask8 mask, int k) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = _mm512_mask_sub_epi64(a->l[i], mask, fp8_multiple(i, k), a->l[i]);
    }
    fp8_carry(out);
}

SL_INLINE void fp8_select(fp8 *out, __mmask8 mask, const fp8 *if_set, const fp8 *if_clear) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = _mm512_mask_blend_epi64(mask, if_clear->l[i], if_set->l[i]);
    }
}

/*
 * A value in [0, 16 p) whose limbs are the sum of at most four carried or uncarried values, signs allowed: carried and
 * below 2.01. The quotient is estimated from the top limb (p = 106,513.1 * 2^364): 36 units of doubt are 0.0004 p, and
 * it is never too large because 4 is taken off first.
 */
SL_INLINE void fp8_reduce(fp8 *a) {
    const uint64_t *words = fp8_in_memory(fp8_words);
    const __m512i less = _mm512_sub_epi64(a->l[FP8_LIMBS - 1], lanes8_set1(words[2]));
    const __m512i top = _mm512_max_epi64(less, _mm512_setzero_si512());
    const __m512i q = _mm512_srli_epi64(_mm512_mul_epu32(top, lanes8_set1(words[3])), 40);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i low = _mm512_load_si512(&fp8_multiples[i][0]);
        const __m512i high = _mm512_load_si512(&fp8_multiples[i][8]);
        a->l[i] = _mm512_sub_epi64(a->l[i], _mm512_permutex2var_epi64(low, q, high));
    }
    fp8_carry(a);
}

/* Lanes that are 0 mod p; a carried and below 2.01. */
SL_INLINE __mmask8 fp8_zero_mask(const fp8 *a) {
    __m512i any = _mm512_setzero_si512();
    __m512i from_p = any;
    __m512i from_2p = any;
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        any = _mm512_or_si512(any, a->l[i]);
        from_p = _mm512_or_si512(from_p, _mm512_xor_si512(a->l[i], lanes8_set1(fp8_p[i])));
        from_2p = _mm512_or_si512(from_2p, _mm512_xor_si512(a->l[i], lanes8_set1(fp8_2p[i])));
    }
    return (__mmask8)(_mm512_testn_epi64_mask(any, any) | _mm512_testn_epi64_mask(from_p, from_p) |
                      _mm512_testn_epi64_mask(from_2p, from_2p));
}

/* Lanes i and i xor 4, 2, 1 (k = 0, 1, 2) exchanged. */
SL_INLINE void fp8_lanes_swapped(fp8 *out, const fp8 *a, int k) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->l[i] = k == 0   ? _mm512_shuffle_i64x2(a->l[i], a->l[i], 0x4e)
                    : k == 1 ? _mm512_permutex_epi64(a->l[i], 0x4e)
                             : _mm512_permutex_epi64(a->l[i], 0xb1);
    }
}

/* Lane k from the eight words at rows[k] + offset (bytes). */
SL_INLINE void fp8_load(fp8 *out, const void *const rows[FP8_LANES], size_t offset) {
    SL_UNROLL
    for (int k = 0; k < FP8_LANES; k++) {
        out->l[k] = _mm512_loadu_si512((const char *)rows[k] + offset);
    }
    lanes8_transpose(out->l);
}

/* The same for the slots that refs[0], refs[3], ... name: one operand of eight pairs. */
SL_INLINE void fp8_load_refs(fp8 *out, const sl_point_ref *refs, size_t offset) {
    SL_UNROLL
    for (int k = 0; k < FP8_LANES; k++) {
        out->l[k] = _mm512_loadu_si512((const char *)sl_point_ref_slot(refs[3 * k]) + offset);
    }
    lanes8_transpose(out->l);
}

/* Lanes of mask to rows[k] + offset. */
SL_INLINE void fp8_store(void *const rows[FP8_LANES], size_t offset, const fp8 *a, __mmask8 mask) {
    fp8 t = *a;
    lanes8_transpose(t.l);
    SL_UNROLL
    for (int k = 0; k < FP8_LANES; k++) {
        if (mask >> k & 1) {
            _mm512_storeu_si512((char *)rows[k] + offset, t.l[k]);
        }
    }
}

/* The same to the slots of eight pairs' results. */
SL_INLINE void fp8_store_pairs(const sl_point_pair *pairs, size_t offset, const fp8 *a, __mmask8 mask) {
    fp8 t = *a;
    lanes8_transpose(t.l);
    if (SL_LIKELY(mask == 0xff)) {
        SL_UNROLL
        for (int k = 0; k < FP8_LANES; k++) {
            _mm512_storeu_si512((char *)pairs[k].out + offset, t.l[k]);
        }
        return;
    }
    for (int k = 0; k < FP8_LANES; k++) {
        if (mask >> k & 1) {
            _mm512_storeu_si512((char *)pairs[k].out + offset, t.l[k]);
        }
    }
}

_Static_assert(sizeof(sl_point_pair) == 3 * sizeof(sl_point_ref), "a pair is three words: a, b, out");

/* Which of eight pairs' operands are negated. */
SL_INLINE void pair_signs(__mmask8 *a, __mmask8 *b, const sl_point_pair *pairs) {
    const __m512i one = lanes8_set1(1);
    unsigned bits = 0;
    SL_UNROLL
    for (int i = 0; i < 3; i++) {
        const __m512i words = _mm512_loadu_si512((const char *)pairs + 64 * i);
        bits |= (unsigned)_mm512_test_epi64_mask(words, one) << (8 * i);
    }
    *a = (__mmask8)_pext_u32(bits, 0x249249);
    *b = (__mmask8)_pext_u32(bits, 0x492492);
}

#endif
