// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp2.h"

void sl_fp2_mul(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b) {
    sl_fp2_mul_with(out, a, b, sl_fp_mul);
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

void sl_fp2_inv_vt(sl_fp2 *out, const sl_fp2 *a) {
    /* 1/a = conj(a) / (a0^2 + a1^2). */
    sl_fp norm;
    sl_fp square;
    sl_fp_sqr(&norm, &a->c0);
    sl_fp_sqr(&square, &a->c1);
    sl_fp_add(&norm, &norm, &square);
    sl_fp_inv_vt(&norm, &norm);
    sl_fp_mul(&out->c0, &a->c0, &norm);
    sl_fp_mul(&out->c1, &a->c1, &norm);
    sl_fp_neg(&out->c1, &out->c1);
}

bool sl_fp2_sqrt_vt(sl_fp2 *out, const sl_fp2 *a) {
    if (sl_fp_is_zero(&a->c1)) {
        /* -1 is not a square in Fp, so a0 or -a0 is one; (u x)^2 = -x^2. */
        sl_fp2 root = sl_fp2_zero();
        sl_fp minus;
        sl_fp_neg(&minus, &a->c0);
        if (!sl_fp_sqrt_vt(&root.c0, &a->c0) && !sl_fp_sqrt_vt(&root.c1, &minus)) {
            return false;
        }
        *out = root;
        return true;
    }
    /*
     * (x + y u)^2 = a means x^2 - y^2 = a0, 2 x y = a1, so x^2 + y^2 = s with s^2 = a0^2 + a1^2, and x^2 = (a0 + s) /
     * 2 = t. a is a square exactly if its norm is. t is not 0, for a1 is not. With i = t^((p - 3) / 4), x = t i,
     * there are two cases. x^2 = t: then 1/x = i, y = a1 i / 2. Or x^2 = -t, t is no square: then the other candidate
     * (a0 - s) / 2 = -(a1/2)^2 / t is the square of a1 / (2 x), where 1/x = -i, and its y is x itself.
     */
    sl_fp t;
    sl_fp square;
    sl_fp_sqr(&t, &a->c0);
    sl_fp_sqr(&square, &a->c1);
    sl_fp_add(&t, &t, &square);
    if (!sl_fp_sqrt_vt(&t, &t)) {
        return false;
    }
    sl_fp_add(&t, &t, &a->c0);
    sl_fp_half(&t, &t);
    sl_fp i;
    sl_fp x;
    sl_fp y;
    sl_fp_pow_p34_vt(&i, &t);
    sl_fp_mul(&x, &t, &i);
    sl_fp_mul(&y, &a->c1, &i);
    sl_fp_half(&y, &y);
    sl_fp_sqr(&square, &x);
    if (sl_fp_eq(&square, &t)) {
        *out = (sl_fp2){x, y};
    } else {
        sl_fp_neg(&y, &y);
        *out = (sl_fp2){y, x};
    }
    return true;
}

bool sl_fp2_is_larger_half(const sl_fp2 *a) {
    return sl_fp_is_larger_half(sl_fp_is_zero(&a->c1) ? &a->c0 : &a->c1);
}
