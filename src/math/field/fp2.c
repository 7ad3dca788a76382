// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp2.h"

void sl_fp2_mul(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b) {
    /* Karatsuba: c0 = a0 b0 - a1 b1, c1 = (a0 + a1)(b0 + b1) - a0 b0 - a1 b1. */
    sl_fp low;
    sl_fp high;
    sl_fp cross;
    sl_fp sum;
    sl_fp_add(&cross, &a->c0, &a->c1);
    sl_fp_add(&sum, &b->c0, &b->c1);
    sl_fp_mul(&low, &a->c0, &b->c0);
    sl_fp_mul(&high, &a->c1, &b->c1);
    sl_fp_mul(&cross, &cross, &sum);
    sl_fp_sub(&out->c0, &low, &high);
    sl_fp_sub(&cross, &cross, &low);
    sl_fp_sub(&out->c1, &cross, &high);
}

void sl_fp2_sqr(sl_fp2 *out, const sl_fp2 *a) {
    /* (a0 + a1)(a0 - a1) + 2 a0 a1 u. */
    sl_fp sum;
    sl_fp diff;
    sl_fp cross;
    sl_fp_add(&sum, &a->c0, &a->c1);
    sl_fp_sub(&diff, &a->c0, &a->c1);
    sl_fp_mul(&cross, &a->c0, &a->c1);
    sl_fp_mul(&out->c0, &sum, &diff);
    sl_fp_dbl(&out->c1, &cross);
}
