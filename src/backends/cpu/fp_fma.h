// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp in doubles: four elements side by side, eight limbs of 48 bits each, Montgomery form with R = 2^384.
 *
 * A limb is a double that holds an integer with a sign; the value of an element is the sum of l[i] 2^(48 i), its sign
 * is free, and residues are not unique. Words that every function's comment uses:
 *   balanced  every |limb| is at most 2^47 + 2^6
 *   wide      every |limb| is at most 2^48 + 2^7: a sum or difference of two balanced elements, or 48 bits unsigned
 *   raw       every |limb| is at most 2^53 - 2^50: the sum of some wide elements
 *   within k  the |value| is at most k p
 * Factors must be wide and within 4; their product is within 0.62 + k1 k2 / 9.84. An element that is kept
 * is brought back within 0.501 by fp4_reduce. SL_VERIFY builds check the limbs of factors and results.
 *
 * Included only by units that end in _fma.c.
 */
#ifndef SL_BACKENDS_CPU_FP_FMA_H
#define SL_BACKENDS_CPU_FP_FMA_H

#include "backends/cpu/lanes_fma.h"
#include "math/field/fp.h"

enum { FP4_LIMBS = 8, FP4_LANES = LANES4 };

typedef struct fp4 {
    __m256d l[FP4_LIMBS];
} fp4;

/* p and R^2 mod p as balanced limbs, and R mod p: one. */
static const double fp4_p[FP4_LIMBS] = {-0x5555p0,        -0x4eac00004601p0, -0x9dbe1540001p0,  0x6730d2a0f6b1p0,
                                        0x4b84f38512bfp0, 0x434bacd76477p0,  -0x1965b4e4584ap0, 0x1a0111ea3980p0};
static const double fp4_r2[FP4_LIMBS] = {0x1f341c346c9bp0, 0x587d04f23ae0p0, -0x3f4f14351959p0, 0x26b474cb55e5p0,
                                         0x3d24a0187101p0, 0x71cde8560374p0, -0x2efb0a26931p0,  -0x8688204a6b5p0};
static const double fp4_one_limbs[FP4_LIMBS] = {0x35552p0,       0x12b80002bc0ap0, 0x6296cd48000dp0, -0x7e83a49a2eap0,
                                                0xcce7ccd4486p0, 0x5f0b3f961357p0, -0x206ef148d1fp0, -0x40ab3263effp0};

#define FP4_LIMB_BALANCED (0x1p47 + 0x1p6)
#define FP4_LIMB_WIDE (0x1p48 + 0x1p7)

#define FP4_CARRY 0x1.8p100             /* rounds to multiples of 2^48 */
#define FP4_PER_P 0x1.3b06ba5e7993dp-45 /* 2^336 / p */

SL_INLINE void fp4_broadcast(fp4 *out, const double limbs[FP4_LIMBS]) {
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        out->l[i] = lanes4_set1(limbs[i]);
    }
}

/* Assembly (gen/fp_products_fma.S, by tools/gen-fp-fma). out may be a factor. */
void sl_fp4_mul_fma(fp4 *out, const fp4 *a, const fp4 *b);
void sl_fp4_mul_two_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d);
void sl_fp4_mul_minus_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d);
void sl_fp4_mul_sub_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c);
void sl_fp4_sqr_sub_fma(fp4 *out, const fp4 *a, const fp4 *twice_a, const fp4 *c);

/* In verify builds: every limb is an integer with |limb| <= max. */
SL_INLINE void fp4_limbs_check(const fp4 *a, double max) {
    (void)a;
    (void)max;
#ifdef SL_VERIFY
    for (int i = 0; i < FP4_LIMBS; i++) {
        double l[FP4_LANES];
        _mm256_storeu_pd(l, a->l[i]);
        for (int k = 0; k < FP4_LANES; k++) {
            SL_ASSERT(l[k] >= -max && l[k] <= max && l[k] == (double)(int64_t)l[k]);
        }
    }
#endif
}

/* out = a b / R, balanced, within 0.62 + k1 k2 / 9.84; a and b wide. */
SL_INLINE void fp4_mul(fp4 *out, const fp4 *a, const fp4 *b) {
    fp4_limbs_check(a, FP4_LIMB_WIDE);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    sl_fp4_mul_fma(out, a, b);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* out = a b / R - c, balanced and within 0.501; all three wide, c within 4. */
SL_INLINE void fp4_mul_sub(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c) {
    fp4_limbs_check(a, FP4_LIMB_WIDE);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_WIDE);
    sl_fp4_mul_sub_fma(out, a, b, c);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* out = a^2 / R - c likewise. */
SL_INLINE void fp4_sqr_sub(fp4 *out, const fp4 *a, const fp4 *c) {
    fp4_limbs_check(a, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_WIDE);
    fp4 twice;
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        twice.l[i] = _mm256_add_pd(a->l[i], a->l[i]);
    }
    sl_fp4_sqr_sub_fma(out, a, &twice, c);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* (a b + c d) / R and (a b - c d) / R, within 0.62 + (sum of both k1 k2) / 9.84; a and c balanced, b and d wide. */
SL_INLINE void fp4_mul_two(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d) {
    fp4_limbs_check(a, FP4_LIMB_BALANCED);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_BALANCED);
    fp4_limbs_check(d, FP4_LIMB_WIDE);
    sl_fp4_mul_two_fma(out, a, b, c, d);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

SL_INLINE void fp4_mul_minus(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d) {
    fp4_limbs_check(a, FP4_LIMB_BALANCED);
    fp4_limbs_check(b, FP4_LIMB_WIDE);
    fp4_limbs_check(c, FP4_LIMB_BALANCED);
    fp4_limbs_check(d, FP4_LIMB_WIDE);
    sl_fp4_mul_minus_fma(out, a, b, c, d);
    fp4_limbs_check(out, FP4_LIMB_BALANCED);
}

/* One carry of every limb to the next, all at once: raw to balanced. The top limb keeps what it has. */
SL_INLINE void fp4_carry(fp4 *a) {
    const __m256d m = lanes4_set1(FP4_CARRY);
    const __m256d down = lanes4_set1(0x1p-48);
    __m256d carry = lanes4_round(a->l[0], m);
    a->l[0] = _mm256_sub_pd(a->l[0], carry);
    SL_UNROLL
    for (int i = 1; i < FP4_LIMBS - 1; i++) {
        const __m256d next = lanes4_round(a->l[i], m);
        a->l[i] = _mm256_fmadd_pd(carry, down, _mm256_sub_pd(a->l[i], next));
        carry = next;
    }
    a->l[FP4_LIMBS - 1] = _mm256_fmadd_pd(carry, down, a->l[FP4_LIMBS - 1]);
}

/* Raw and within 6: balanced and within 0.501. The nearest multiple of p, estimated from the top limb, goes off. */
SL_INLINE void fp4_reduce(fp4 *a) {
    const __m256d m = lanes4_set1(0x1.8p52);
    const __m256d k = _mm256_sub_pd(_mm256_fmadd_pd(a->l[FP4_LIMBS - 1], lanes4_set1(FP4_PER_P), m), m);
    SL_UNROLL
    for (int i = 0; i < FP4_LIMBS; i++) {
        a->l[i] = _mm256_fnmadd_pd(k, lanes4_set1(fp4_p[i]), a->l[i]);
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

/* Lanes that are 0 mod p, one bit each; a is as fp4_reduce leaves it, which makes 0 the only multiple of p there is. */
SL_INLINE unsigned fp4_zero_mask(const fp4 *a) {
    __m256d any = a->l[0];
    SL_UNROLL
    for (int i = 1; i < FP4_LIMBS; i++) {
        any = _mm256_or_pd(any, a->l[i]);
    }
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(any, _mm256_setzero_pd(), _CMP_EQ_OQ));
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
