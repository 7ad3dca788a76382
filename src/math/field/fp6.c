// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp6.h"

void sl_fp6_add(sl_fp6 *out, const sl_fp6 *a, const sl_fp6 *b) {
    sl_fp2_add(&out->c0, &a->c0, &b->c0);
    sl_fp2_add(&out->c1, &a->c1, &b->c1);
    sl_fp2_add(&out->c2, &a->c2, &b->c2);
}

void sl_fp6_sub(sl_fp6 *out, const sl_fp6 *a, const sl_fp6 *b) {
    sl_fp2_sub(&out->c0, &a->c0, &b->c0);
    sl_fp2_sub(&out->c1, &a->c1, &b->c1);
    sl_fp2_sub(&out->c2, &a->c2, &b->c2);
}

void sl_fp6_neg(sl_fp6 *out, const sl_fp6 *a) {
    sl_fp2_neg(&out->c0, &a->c0);
    sl_fp2_neg(&out->c1, &a->c1);
    sl_fp2_neg(&out->c2, &a->c2);
}

/* out = (a + b)(c + d) - minus1 - minus2: the cross term of a Karatsuba product. */
static void cross_term(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b, const sl_fp2 *c, const sl_fp2 *d,
                       const sl_fp2 *minus1, const sl_fp2 *minus2) {
    sl_fp2 left;
    sl_fp2 right;
    sl_fp2_add(&left, a, b);
    sl_fp2_add(&right, c, d);
    sl_fp2_mul(&left, &left, &right);
    sl_fp2_sub(&left, &left, minus1);
    sl_fp2_sub(out, &left, minus2);
}

void sl_fp6_mul(sl_fp6 *out, const sl_fp6 *a, const sl_fp6 *b) {
    /* p_i = a_i b_i; c0 = p0 + xi (a1 b2 + a2 b1), c1 = a0 b1 + a1 b0 + xi p2, c2 = a0 b2 + a2 b0 + p1. */
    sl_fp2 p0;
    sl_fp2 p1;
    sl_fp2 p2;
    sl_fp2_mul(&p0, &a->c0, &b->c0);
    sl_fp2_mul(&p1, &a->c1, &b->c1);
    sl_fp2_mul(&p2, &a->c2, &b->c2);
    sl_fp2 m12;
    sl_fp2 m01;
    sl_fp2 m02;
    cross_term(&m12, &a->c1, &a->c2, &b->c1, &b->c2, &p1, &p2);
    cross_term(&m01, &a->c0, &a->c1, &b->c0, &b->c1, &p0, &p1);
    cross_term(&m02, &a->c0, &a->c2, &b->c0, &b->c2, &p0, &p2);
    sl_fp2_mul_by_xi(&m12, &m12);
    sl_fp2_add(&out->c0, &p0, &m12);
    sl_fp2_mul_by_xi(&p2, &p2);
    sl_fp2_add(&out->c1, &m01, &p2);
    sl_fp2_add(&out->c2, &m02, &p1);
}

void sl_fp6_sqr(sl_fp6 *out, const sl_fp6 *a) {
    /*
     * Chung, Hasan, "Asymmetric squaring formulae", SQR2: with m = 2 a0 a1, n = 2 a1 a2 and s = (a0 - a1 + a2)^2, c2
     * = a1^2 + 2 a0 a2 = s + m + n - a0^2 - a2^2.
     */
    sl_fp2 s;
    sl_fp2 m;
    sl_fp2 n;
    sl_fp2_sub(&s, &a->c0, &a->c1);
    sl_fp2_add(&s, &s, &a->c2);
    sl_fp2_sqr(&s, &s);
    sl_fp2_mul(&m, &a->c0, &a->c1);
    sl_fp2_dbl(&m, &m);
    sl_fp2_mul(&n, &a->c1, &a->c2);
    sl_fp2_dbl(&n, &n);
    sl_fp2 s0;
    sl_fp2 s2;
    sl_fp2_sqr(&s0, &a->c0);
    sl_fp2_sqr(&s2, &a->c2);
    sl_fp2_add(&s, &s, &m);
    sl_fp2_add(&s, &s, &n);
    sl_fp2_sub(&s, &s, &s0);
    sl_fp2_sub(&out->c2, &s, &s2);
    sl_fp2_mul_by_xi(&n, &n);
    sl_fp2_add(&out->c0, &s0, &n);
    sl_fp2_mul_by_xi(&s2, &s2);
    sl_fp2_add(&out->c1, &m, &s2);
}

void sl_fp6_mul_by_v(sl_fp6 *out, const sl_fp6 *a) {
    sl_fp2 top;
    sl_fp2_mul_by_xi(&top, &a->c2);
    out->c2 = a->c1;
    out->c1 = a->c0;
    out->c0 = top;
}

void sl_fp6_mul_by_01(sl_fp6 *out, const sl_fp6 *a, const sl_fp2 *b0, const sl_fp2 *b1) {
    /* c0 = p0 + xi a2 b1, c1 = a0 b1 + a1 b0, c2 = a2 b0 + p1. */
    sl_fp2 p0;
    sl_fp2 p1;
    sl_fp2 m21;
    sl_fp2 m20;
    sl_fp2 m01;
    sl_fp2_mul(&p0, &a->c0, b0);
    sl_fp2_mul(&p1, &a->c1, b1);
    sl_fp2_mul(&m21, &a->c2, b1);
    sl_fp2_mul(&m20, &a->c2, b0);
    cross_term(&m01, &a->c0, &a->c1, b0, b1, &p0, &p1);
    sl_fp2_mul_by_xi(&m21, &m21);
    sl_fp2_add(&out->c0, &p0, &m21);
    sl_fp2_add(&out->c2, &m20, &p1);
    out->c1 = m01;
}

void sl_fp6_mul_by_1(sl_fp6 *out, const sl_fp6 *a, const sl_fp2 *b1) {
    sl_fp2 top;
    sl_fp2 m0;
    sl_fp2_mul(&top, &a->c2, b1);
    sl_fp2_mul(&m0, &a->c0, b1);
    sl_fp2_mul(&out->c2, &a->c1, b1);
    sl_fp2_mul_by_xi(&out->c0, &top);
    out->c1 = m0;
}

void sl_fp6_inv_vt(sl_fp6 *out, const sl_fp6 *a) {
    /*
     * The adjugate of the matrix of multiplication by a: with A = a0^2 - xi a1 a2, B = xi a2^2 - a0 a1, C = a1^2 - a0
     * a2, a (A + B v + C v^2) = a0 A + xi (a2 B + a1 C), an element of Fp2.
     */
    sl_fp6 adj;
    sl_fp2 t;
    sl_fp2 norm;
    sl_fp2_mul(&t, &a->c1, &a->c2);
    sl_fp2_mul_by_xi(&t, &t);
    sl_fp2_sqr(&adj.c0, &a->c0);
    sl_fp2_sub(&adj.c0, &adj.c0, &t);
    sl_fp2_mul(&t, &a->c0, &a->c1);
    sl_fp2_sqr(&adj.c1, &a->c2);
    sl_fp2_mul_by_xi(&adj.c1, &adj.c1);
    sl_fp2_sub(&adj.c1, &adj.c1, &t);
    sl_fp2_mul(&t, &a->c0, &a->c2);
    sl_fp2_sqr(&adj.c2, &a->c1);
    sl_fp2_sub(&adj.c2, &adj.c2, &t);

    sl_fp2_mul(&norm, &a->c2, &adj.c1);
    sl_fp2_mul(&t, &a->c1, &adj.c2);
    sl_fp2_add(&norm, &norm, &t);
    sl_fp2_mul_by_xi(&norm, &norm);
    sl_fp2_mul(&t, &a->c0, &adj.c0);
    sl_fp2_add(&norm, &norm, &t);
    sl_fp2_inv_vt(&norm, &norm);
    sl_fp2_mul(&out->c0, &adj.c0, &norm);
    sl_fp2_mul(&out->c1, &adj.c1, &norm);
    sl_fp2_mul(&out->c2, &adj.c2, &norm);
}
