// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp in doubles: four elements side by side, as pairs (c_0, c_1) that stand for c_0 + c_1 X with X^2 = X - 1.
 *
 * p is the norm of a prime m = m_0 + m_1 X of Z[X] / (X^2 - X + 1), so Fp is that ring modulo m, X a sixth root of
 * unity, and coefficients need half of the bits: three products of coefficients in place of the four that make a
 * product of integers. Montgomery form has R = 2^192. See docs/adr/021-fp-in-doubles-is-a-pair.md.
 *
 * A coefficient is four limbs of 48 bits: doubles that hold integers with signs, l[0] + l[1] 2^48 + .. of c_0, then
 * those of c_1. Signs are free, and residues are not unique. Words that every function's comment uses:
 *   balanced  every |limb| is at most 2^47 + 2^6, the highest ones aside
 *   wide      every |limb| is at most 2^48 + 2^7 likewise: a sum or difference of two balanced elements
 *   raw       every |limb| is at most 2^52: the sum of some wide elements
 *   within k  the norm c_0^2 + c_0 c_1 + c_1^2 is at most k^2 p; so |c_i| and |c_0 + c_1| are at most 1.155 k p^(1/2),
 *             |c_0| + |c_1| is at most 2 k p^(1/2), and the highest limb of c_i is below k 2^46.6
 * Products are within what their comments say, which is how bounds of limbs in gen/fp_products_fma.S hold. An element
 * that is kept is within 0.867, as fp4_reduce leaves it. SL_VERIFY builds check the limbs of factors and results.
 *
 * Included only by units that end in _fma.c.
 */
#ifndef SL_BACKENDS_CPU_FP_FMA_H
#define SL_BACKENDS_CPU_FP_FMA_H

#include "backends/cpu/lanes_fma.h"
#include "math/field/fp.h"

enum { FP4_LIMBS = 8, FP4_HALF = FP4_LIMBS / 2, FP4_LANES = LANES4 };

typedef struct fp4 {
    __m256d l[FP4_LIMBS];
} fp4;

/* m: its coefficients and their sum. */
static const double fp4_modulus[3][FP4_HALF] = {
    {0x5554aaabp0, 0x7cac36aac955p0, 0x19b32c2e156p0, 0x2f1b4444d201p0},
    {-0xaaaa5555p0, 0x6a792a99b55p0, -0x3366585c2adp0, -0x5e368889a402p0},
    {-0x5555aaaap0, -0x7cac36ab9b56p0, -0x19b32c2e156p0, -0x2f1b4444d201p0},
};
/* R mod m: one. */
#define FP4_ONE_LIMBS \
    { -0x1fffffffep0, 0x13f6b7fbfffep0, -0x9a330914807p0, -0x1aa3999cec06p0, 0x1fffep0, 0x1a402p0 }
static const double fp4_one_limbs[FP4_LIMBS] = FP4_ONE_LIMBS;

#define FP4_LIMB_BALANCED (0x1p47 + 0x1p6)
#define FP4_LIMB_WIDE (0x1p48 + 0x1p7)

#define FP4_CARRY 0x1.8p100 /* rounds to multiples of 2^48 */
/* Coefficients of c / m from the highest limbs of c: each time 2^144 / p times a coefficient of m. */
#define FP4_PER_FIRST 0x1.cfbe4f7bd0028p-48
#define FP4_PER_SECOND 0x1.cfbe4f7bd0028p-47

SL_INLINE void fp4_broadcast(fp4 *out, const double limbs[FP4_LIMBS]) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = lanes4_set1(limbs[i]);
    }
}

/* Assembly (gen/fp_products_fma.S, by tools/gen-fp-fma). out may be a factor. */
void sl_fp4_mul_fma(fp4 *out, const fp4 *a, const fp4 *b);
void sl_fp4_mul_two_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d);
void sl_fp4_mul_two_sub_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d, const fp4 *e);
void sl_fp4_mul_sub_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c);
void sl_fp4_sqr_sub_fma(fp4 *out, const fp4 *a, const fp4 *c);

/* In verify builds: every limb is an integer with |limb| <= max, the highest ones of coefficients below 2^50. */
SL_INLINE void fp4_limbs_check(const fp4 *a, double max) {
    (void)a;
    (void)max;
#ifdef SL_VERIFY
    for (int i = 0; i < FP4_LIMBS; i++) {
        const double most = i % FP4_HALF == FP4_HALF - 1 ? 0x1p50 : max;
        double l[FP4_LANES];
        _mm256_storeu_pd(l, a->l[i]);
        for (int k = 0; k < FP4_LANES; k++) {
            SL_ASSERT(l[k] >= -most && l[k] <= most && l[k] == (double)(int64_t)l[k]);
        }
    }
#endif
}

/* out = a b / R, balanced, within 1.2 + k1 k2 / 3.13; a balanced, b wide, both within 4. */
SL_INLINE void fp4_mul(fp4 *out, const fp4 *a, const fp4 *b) {
    fp4_limbs_check(a, FP4_LIMB_BALANCED);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    sl_fp4_mul_fma(out, a, b);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* out = a b / R - c, balanced and within 0.867; a balanced within 3.2 or wide within 1.8, b and c wide within 1.8. */
SL_INLINE void fp4_mul_sub(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c) {
    fp4_limbs_check(a, FP4_LIMB_WIDE);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_WIDE);
    sl_fp4_mul_sub_fma(out, a, b, c);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* out = a^2 / R - c, balanced and within 0.867; a balanced within 3.2, c wide within 1.8. */
SL_INLINE void fp4_sqr_sub(fp4 *out, const fp4 *a, const fp4 *c) {
    fp4_limbs_check(a, FP4_LIMB_BALANCED);
    fp4_limbs_check(c, FP4_LIMB_WIDE);
    sl_fp4_sqr_sub_fma(out, a, c);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/*
 * (a b + c d) / R, balanced and within 0.867; a and c balanced within 0.867, b and d wide within 1.8. Or b and d are
 * limbs of 48 bits without sign as first coefficients, and the second ones are 0.
 */
SL_INLINE void fp4_mul_two(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d) {
    fp4_limbs_check(a, FP4_LIMB_BALANCED);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_BALANCED);
    fp4_limbs_check(d, FP4_LIMB_WIDE);
    sl_fp4_mul_two_fma(out, a, b, c, d);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* (a b + c d) / R - e, likewise; e balanced within 0.867. */
SL_INLINE void fp4_mul_two_sub(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d, const fp4 *e) {
    fp4_limbs_check(a, FP4_LIMB_BALANCED);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_BALANCED);
    fp4_limbs_check(d, FP4_LIMB_WIDE);
    fp4_limbs_check(e, FP4_LIMB_BALANCED);
    sl_fp4_mul_two_sub_fma(out, a, b, c, d, e);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* One carry of every limb to the next, all at once: raw to balanced. Highest limbs keep what they have. */
SL_INLINE void fp4_carry(fp4 *a) {
    const __m256d m = lanes4_set1(FP4_CARRY);
    const __m256d down = lanes4_set1(0x1p-48);
    SL_UNROLL
    for (int c = 0; c < FP4_LIMBS; c += FP4_HALF) {
        __m256d carry = lanes4_round(a->l[c], m);
        a->l[c] = _mm256_sub_pd(a->l[c], carry);
        SL_UNROLL
        for (int i = c + 1; i < c + FP4_HALF - 1; i++) {
            const __m256d next = lanes4_round(a->l[i], m);
            a->l[i] = _mm256_fmadd_pd(carry, down, _mm256_sub_pd(a->l[i], next));
            carry = next;
        }
        a->l[c + FP4_HALF - 1] = _mm256_fmadd_pd(carry, down, a->l[c + FP4_HALF - 1]);
    }
}

/* The integer nearest to x x_scale + y y_scale. */
SL_INLINE __m256d fp4_nearest(__m256d x, double x_scale, __m256d y, double y_scale) {
    const __m256d sum = _mm256_fmadd_pd(x, lanes4_set1(x_scale), _mm256_mul_pd(y, lanes4_set1(y_scale)));
    return lanes4_round(sum, lanes4_set1(0x1.8p52));
}

/* Raw and within 6: balanced and within 0.867. The multiple of m that is nearest, by the highest limbs, goes off. */
SL_INLINE void fp4_reduce(fp4 *a) {
    const __m256d top0 = a->l[FP4_HALF - 1];
    const __m256d top1 = a->l[FP4_LIMBS - 1];
    const __m256d k0 = fp4_nearest(top0, -FP4_PER_FIRST, top1, -FP4_PER_SECOND);
    const __m256d k1 = fp4_nearest(top0, FP4_PER_SECOND, top1, FP4_PER_FIRST);
    SL_UNROLL
    for (int i = 0; i < FP4_HALF; i++) {
        const __m256d first = lanes4_set1(fp4_modulus[0][i]);
        const __m256d second = lanes4_set1(fp4_modulus[1][i]);
        const __m256d sum = lanes4_set1(fp4_modulus[2][i]);
        a->l[i] = _mm256_fmadd_pd(k1, second, _mm256_fnmadd_pd(k0, first, a->l[i]));
        a->l[FP4_HALF + i] = _mm256_fnmadd_pd(k1, sum, _mm256_fnmadd_pd(k0, second, a->l[FP4_HALF + i]));
    }
    fp4_carry(a);
}

/* Limb by limb; no carry. */
SL_INLINE void fp4_add(fp4 *out, const fp4 *a, const fp4 *b) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = _mm256_add_pd(a->l[i], b->l[i]);
    }
}

SL_INLINE void fp4_sub(fp4 *out, const fp4 *a, const fp4 *b) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = _mm256_sub_pd(a->l[i], b->l[i]);
    }
}

SL_INLINE void fp4_neg(fp4 *out, const fp4 *a) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = _mm256_sub_pd(_mm256_setzero_pd(), a->l[i]);
    }
}

/* a *= scale_a; out = scale_b b - a: in each lane, scales 1 or -1. */
SL_INLINE void fp4_scale_sub(fp4 *out, fp4 *a, const fp4 *b, __m256d scale_a, __m256d scale_b) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        a->l[i] = _mm256_mul_pd(a->l[i], scale_a);
        out->l[i] = _mm256_fmsub_pd(b->l[i], scale_b, a->l[i]);
    }
}

/* a - 4 in Montgomery form, limb by limb. */
SL_INLINE void fp4_sub_four(fp4 *a) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        a->l[i] = _mm256_sub_pd(a->l[i], lanes4_set1(4 * fp4_one_limbs[i]));
    }
}

/* if_set in the lanes whose sign bit is set in mask. */
SL_INLINE void fp4_select(fp4 *out, __m256d mask, const fp4 *if_set, const fp4 *if_clear) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = _mm256_blendv_pd(if_clear->l[i], if_set->l[i], mask);
    }
}

/* Lanes that are 0 mod m, one bit each; a is as fp4_reduce leaves it, which makes 0 the only multiple of m there is. */
SL_INLINE unsigned fp4_zero_mask(const fp4 *a) {
    __m256d any = a->l[0];
    SL_UNROLL
    for (int i = 1; i < FP4_LIMBS; i++) {
        any = _mm256_or_pd(any, a->l[i]);
    }
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(any, _mm256_setzero_pd(), _CMP_EQ_OQ));
}

/* Lane k takes what lane k + 1 has, or k + 2 (modulo 4). */
SL_INLINE void fp4_rotate_one(fp4 *out, const fp4 *a) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = _mm256_permute4x64_pd(a->l[i], 0x39);
    }
}

SL_INLINE void fp4_rotate_two(fp4 *out, const fp4 *a) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = _mm256_permute4x64_pd(a->l[i], 0x4e);
    }
}

/* Lane k from the eight limbs at rows[k] + offset (bytes), and back for the lanes of mask. */
SL_INLINE void fp4_load(fp4 *out, const void *const rows[FP4_LANES], size_t offset) {
    lanes4_load(out->l, rows, offset);
    lanes4_load(out->l + 4, rows, offset + 32);
}

SL_INLINE void fp4_store(void *const rows[FP4_LANES], size_t offset, const fp4 *a, unsigned mask) {
    lanes4_store(rows, offset, a->l, mask);
    lanes4_store(rows, offset + 32, a->l + 4, mask);
}

#endif
