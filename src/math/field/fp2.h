// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp2 = Fp[u] / (u^2 + 1); elements c0 + c1 u. Output may be any of the inputs.
 */
#ifndef SL_MATH_FIELD_FP2_H
#define SL_MATH_FIELD_FP2_H

#include "math/field/fp.h"

typedef struct sl_fp2 {
    sl_fp c0, c1;
} sl_fp2;

SL_INLINE sl_fp2 sl_fp2_zero(void) {
    return (sl_fp2){{{0}}, {{0}}};
}

SL_INLINE sl_fp2 sl_fp2_one(void) {
    return (sl_fp2){sl_fp_one(), sl_fp_zero()};
}

SL_INLINE bool sl_fp2_is_zero(const sl_fp2 *a) {
    return sl_fp_is_zero(&a->c0) && sl_fp_is_zero(&a->c1);
}

SL_INLINE bool sl_fp2_eq(const sl_fp2 *a, const sl_fp2 *b) {
    return sl_fp_eq(&a->c0, &b->c0) && sl_fp_eq(&a->c1, &b->c1);
}

SL_INLINE void sl_fp2_add(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b) {
    sl_fp_add(&out->c0, &a->c0, &b->c0);
    sl_fp_add(&out->c1, &a->c1, &b->c1);
}

SL_INLINE void sl_fp2_dbl(sl_fp2 *out, const sl_fp2 *a) {
    sl_fp2_add(out, a, a);
}

SL_INLINE void sl_fp2_sub(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b) {
    sl_fp_sub(&out->c0, &a->c0, &b->c0);
    sl_fp_sub(&out->c1, &a->c1, &b->c1);
}

SL_INLINE void sl_fp2_neg(sl_fp2 *out, const sl_fp2 *a) {
    sl_fp_neg(&out->c0, &a->c0);
    sl_fp_neg(&out->c1, &a->c1);
}

/* u -> -u: the p-power Frobenius map. */
SL_INLINE void sl_fp2_conj(sl_fp2 *out, const sl_fp2 *a) {
    out->c0 = a->c0;
    sl_fp_neg(&out->c1, &a->c1);
}

/* out = (u + 1) a; u + 1 is the cubic and quadratic nonresidue that the tower is built with. */
SL_INLINE void sl_fp2_mul_by_xi(sl_fp2 *out, const sl_fp2 *a) {
    sl_fp c0;
    sl_fp_sub(&c0, &a->c0, &a->c1);
    sl_fp_add(&out->c1, &a->c0, &a->c1);
    out->c0 = c0;
}

SL_INLINE void sl_fp2_half(sl_fp2 *out, const sl_fp2 *a) {
    sl_fp_half(&out->c0, &a->c0);
    sl_fp_half(&out->c1, &a->c1);
}

SL_INLINE void sl_fp2_mul_by_fp(sl_fp2 *out, const sl_fp2 *a, const sl_fp *k) {
    const sl_fp factor = *k; /* k may lie inside out */
    sl_fp_mul(&out->c0, &a->c0, &factor);
    sl_fp_mul(&out->c1, &a->c1, &factor);
}

/* Karatsuba, with the product in Fp that is given: c0 = a0 b0 - a1 b1, c1 = (a0 + a1)(b0 + b1) - a0 b0 - a1 b1. */
SL_INLINE void sl_fp2_mul_with(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b,
                               void (*product)(sl_fp *out, const sl_fp *a, const sl_fp *b)) {
    sl_fp low;
    sl_fp high;
    sl_fp cross;
    sl_fp sum;
    sl_fp_add(&cross, &a->c0, &a->c1);
    sl_fp_add(&sum, &b->c0, &b->c1);
    product(&low, &a->c0, &b->c0);
    product(&high, &a->c1, &b->c1);
    product(&cross, &cross, &sum);
    sl_fp_sub(&out->c0, &low, &high);
    sl_fp_sub(&cross, &cross, &low);
    sl_fp_sub(&out->c1, &cross, &high);
}

/* Karatsuba and complex squaring; out of line, for they are large. */
void sl_fp2_mul(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b);
void sl_fp2_sqr(sl_fp2 *out, const sl_fp2 *a);

/* out = 1/a, or 0 for 0. */
void sl_fp2_inv_vt(sl_fp2 *out, const sl_fp2 *a);
/* True and *out with out^2 = a if a is a square, else false and *out untouched. */
SL_NODISCARD bool sl_fp2_sqrt_vt(sl_fp2 *out, const sl_fp2 *a);
/* a > -a: by c1, by c0 where c1 = 0 (the sign bit of G2 encodings). */
bool sl_fp2_is_larger_half(const sl_fp2 *a);

#endif
