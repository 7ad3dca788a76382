// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp6 = Fp2[v] / (v^3 - xi), xi = u + 1; elements c0 + c1 v + c2 v^2. Output may be any of the inputs.
 */
#ifndef SL_MATH_FIELD_FP6_H
#define SL_MATH_FIELD_FP6_H

#include "math/field/fp2.h"

typedef struct sl_fp6 {
    sl_fp2 c0, c1, c2;
} sl_fp6;

SL_INLINE sl_fp6 sl_fp6_zero(void) {
    return (sl_fp6){sl_fp2_zero(), sl_fp2_zero(), sl_fp2_zero()};
}

SL_INLINE sl_fp6 sl_fp6_one(void) {
    return (sl_fp6){sl_fp2_one(), sl_fp2_zero(), sl_fp2_zero()};
}

SL_INLINE bool sl_fp6_is_zero(const sl_fp6 *a) {
    return sl_fp2_is_zero(&a->c0) && sl_fp2_is_zero(&a->c1) && sl_fp2_is_zero(&a->c2);
}

SL_INLINE bool sl_fp6_eq(const sl_fp6 *a, const sl_fp6 *b) {
    return sl_fp2_eq(&a->c0, &b->c0) && sl_fp2_eq(&a->c1, &b->c1) && sl_fp2_eq(&a->c2, &b->c2);
}

void sl_fp6_add(sl_fp6 *out, const sl_fp6 *a, const sl_fp6 *b);
void sl_fp6_sub(sl_fp6 *out, const sl_fp6 *a, const sl_fp6 *b);
void sl_fp6_neg(sl_fp6 *out, const sl_fp6 *a);
void sl_fp6_mul(sl_fp6 *out, const sl_fp6 *a, const sl_fp6 *b);
void sl_fp6_sqr(sl_fp6 *out, const sl_fp6 *a);
/* out = v a. */
void sl_fp6_mul_by_v(sl_fp6 *out, const sl_fp6 *a);
/* out = a (b0 + b1 v) and out = a b1 v: what lines of the Miller loop consist of. */
void sl_fp6_mul_by_01(sl_fp6 *out, const sl_fp6 *a, const sl_fp2 *b0, const sl_fp2 *b1);
void sl_fp6_mul_by_1(sl_fp6 *out, const sl_fp6 *a, const sl_fp2 *b1);
/* out = 1/a, or 0 for 0. */
void sl_fp6_inv_vt(sl_fp6 *out, const sl_fp6 *a);

#endif
