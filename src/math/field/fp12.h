// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp12 = Fp6[w] / (w^2 - v); elements c0 + c1 w. Output may be any of the inputs.
 *
 * The target group of the pairing is the subgroup of order r. It lies in the cyclotomic subgroup, where a^(p^6) =
 * 1/a, so the inverse is a conjugation, and squaring is cheap (Granger, Scott: eprint 2009/565, section 3).
 */
#ifndef SL_MATH_FIELD_FP12_H
#define SL_MATH_FIELD_FP12_H

#include "math/field/fp6.h"

typedef struct sl_fp12 {
    sl_fp6 c0, c1;
} sl_fp12;

#define SL_FP12_BYTES (12 * SL_FP_BYTES)

SL_INLINE sl_fp12 sl_fp12_zero(void) {
    return (sl_fp12){sl_fp6_zero(), sl_fp6_zero()};
}

SL_INLINE sl_fp12 sl_fp12_one(void) {
    return (sl_fp12){sl_fp6_one(), sl_fp6_zero()};
}

SL_INLINE bool sl_fp12_eq(const sl_fp12 *a, const sl_fp12 *b) {
    return sl_fp6_eq(&a->c0, &b->c0) && sl_fp6_eq(&a->c1, &b->c1);
}

SL_INLINE bool sl_fp12_is_one(const sl_fp12 *a) {
    const sl_fp12 one = sl_fp12_one();
    return sl_fp12_eq(a, &one);
}

void sl_fp12_mul(sl_fp12 *out, const sl_fp12 *a, const sl_fp12 *b);
void sl_fp12_sqr(sl_fp12 *out, const sl_fp12 *a);
/* w -> -w, the map a -> a^(p^6). */
void sl_fp12_conj(sl_fp12 *out, const sl_fp12 *a);
/* out = 1/a, or 0 for 0. */
void sl_fp12_inv_vt(sl_fp12 *out, const sl_fp12 *a);
/* out = a^p. */
void sl_fp12_frobenius(sl_fp12 *out, const sl_fp12 *a);

/* out = a (l0 + l1 v + l4 v w), the shape of a line of the Miller loop. */
void sl_fp12_mul_by_line(sl_fp12 *out, const sl_fp12 *a, const sl_fp2 *l0, const sl_fp2 *l1, const sl_fp2 *l4);

/* Only for a with a^(p^4 - p^2 + 1) = 1: out = a^2 and out = a^e, e >= 1. Time depends on e alone. */
void sl_fp12_cyclotomic_sqr(sl_fp12 *out, const sl_fp12 *a);
void sl_fp12_cyclotomic_pow(sl_fp12 *out, const sl_fp12 *a, uint64_t e);

/* The twelve coefficients in the order c0.c0.c0, c0.c0.c1, c0.c1.c0, ... c1.c2.c1, each 48 bytes little-endian. */
void sl_fp12_to_bytes(uint8_t bytes[SL_FP12_BYTES], const sl_fp12 *a);

#endif
