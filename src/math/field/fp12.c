// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp12.h"

/* (u + 1)^((p - 1) / 6), Montgomery form. */
static const sl_fp2 frobenius_factor = {
    {{UINT64_C(0x07089552b319d465), UINT64_C(0xc6695f92b50a8313), UINT64_C(0x97e83cccd117228f),
      UINT64_C(0xa35baecab2dc29ee), UINT64_C(0x1ce393ea5daace4d), UINT64_C(0x08f2220fb0fb66eb)}},
    {{UINT64_C(0xb2f66aad4ce5d646), UINT64_C(0x5842a06bfc497cec), UINT64_C(0xcf4895d42599d394),
      UINT64_C(0xc11b9cba40a8e8d0), UINT64_C(0x2e3813cbe5a0de89), UINT64_C(0x110eefda88847faf)}},
};

void sl_fp12_mul(sl_fp12 *out, const sl_fp12 *a, const sl_fp12 *b) {
    sl_fp6 p0;
    sl_fp6 p1;
    sl_fp6 left;
    sl_fp6 right;
    sl_fp6_mul(&p0, &a->c0, &b->c0);
    sl_fp6_mul(&p1, &a->c1, &b->c1);
    sl_fp6_add(&left, &a->c0, &a->c1);
    sl_fp6_add(&right, &b->c0, &b->c1);
    sl_fp6_mul(&left, &left, &right);
    sl_fp6_sub(&left, &left, &p0);
    sl_fp6_sub(&out->c1, &left, &p1);
    sl_fp6_mul_by_v(&p1, &p1);
    sl_fp6_add(&out->c0, &p0, &p1);
}

void sl_fp12_sqr(sl_fp12 *out, const sl_fp12 *a) {
    /* With m = c0 c1: c0^2 + v c1^2 = (c0 + c1)(c0 + v c1) - m - v m, and 2 m. */
    sl_fp6 m;
    sl_fp6 left;
    sl_fp6 right;
    sl_fp6_mul(&m, &a->c0, &a->c1);
    sl_fp6_add(&left, &a->c0, &a->c1);
    sl_fp6_mul_by_v(&right, &a->c1);
    sl_fp6_add(&right, &right, &a->c0);
    sl_fp6_mul(&left, &left, &right);
    sl_fp6_sub(&left, &left, &m);
    sl_fp6_add(&out->c1, &m, &m);
    sl_fp6_mul_by_v(&m, &m);
    sl_fp6_sub(&out->c0, &left, &m);
}

void sl_fp12_conj(sl_fp12 *out, const sl_fp12 *a) {
    out->c0 = a->c0;
    sl_fp6_neg(&out->c1, &a->c1);
}

void sl_fp12_inv_vt(sl_fp12 *out, const sl_fp12 *a) {
    /* 1/a = conj(a) / (c0^2 - v c1^2). */
    sl_fp6 norm;
    sl_fp6 t;
    sl_fp6_sqr(&norm, &a->c0);
    sl_fp6_sqr(&t, &a->c1);
    sl_fp6_mul_by_v(&t, &t);
    sl_fp6_sub(&norm, &norm, &t);
    sl_fp6_inv_vt(&norm, &norm);
    sl_fp6_mul(&out->c0, &a->c0, &norm);
    sl_fp6_mul(&out->c1, &a->c1, &norm);
    sl_fp6_neg(&out->c1, &out->c1);
}

void sl_fp12_frobenius(sl_fp12 *out, const sl_fp12 *a) {
    /* The basis over Fp2 is w^0 .. w^5, w^p = w xi^((p - 1) / 6), and on Fp2 the map is conjugation. */
    const sl_fp2 *from[6] = {&a->c0.c0, &a->c1.c0, &a->c0.c1, &a->c1.c1, &a->c0.c2, &a->c1.c2};
    sl_fp2 *to[6] = {&out->c0.c0, &out->c1.c0, &out->c0.c1, &out->c1.c1, &out->c0.c2, &out->c1.c2};
    sl_fp2 factor = frobenius_factor;
    sl_fp2_conj(to[0], from[0]);
    for (int i = 1; i < 6; i++) {
        sl_fp2_conj(to[i], from[i]);
        sl_fp2_mul(to[i], to[i], &factor);
        sl_fp2_mul(&factor, &factor, &frobenius_factor);
    }
}

void sl_fp12_mul_by_line(sl_fp12 *out, const sl_fp12 *a, const sl_fp2 *l0, const sl_fp2 *l1, const sl_fp2 *l4) {
    sl_fp6 p0;
    sl_fp6 p1;
    sl_fp6 sum;
    sl_fp2 l14;
    sl_fp2_add(&l14, l1, l4);
    sl_fp6_mul_by_01(&p0, &a->c0, l0, l1);
    sl_fp6_mul_by_1(&p1, &a->c1, l4);
    sl_fp6_add(&sum, &a->c0, &a->c1);
    sl_fp6_mul_by_01(&sum, &sum, l0, &l14);
    sl_fp6_sub(&sum, &sum, &p0);
    sl_fp6_sub(&out->c1, &sum, &p1);
    sl_fp6_mul_by_v(&p1, &p1);
    sl_fp6_add(&out->c0, &p0, &p1);
}

/* (a + b s)^2 in Fp4 = Fp2[s] / (s^2 - xi): re = a^2 + xi b^2, im = 2 a b. */
static void fp4_sqr(sl_fp2 *re, sl_fp2 *im, const sl_fp2 *a, const sl_fp2 *b) {
    sl_fp2 a2;
    sl_fp2 b2;
    sl_fp2_sqr(&a2, a);
    sl_fp2_sqr(&b2, b);
    sl_fp2_add(im, a, b);
    sl_fp2_sqr(im, im);
    sl_fp2_sub(im, im, &a2);
    sl_fp2_sub(im, im, &b2);
    sl_fp2_mul_by_xi(&b2, &b2);
    sl_fp2_add(re, &a2, &b2);
}

/* out = 3 t - 2 a and out = 3 t + 2 a. */
static void thrice_minus_twice(sl_fp2 *out, const sl_fp2 *t, const sl_fp2 *a) {
    sl_fp2 d;
    sl_fp2_sub(&d, t, a);
    sl_fp2_dbl(&d, &d);
    sl_fp2_add(out, &d, t);
}

static void thrice_plus_twice(sl_fp2 *out, const sl_fp2 *t, const sl_fp2 *a) {
    sl_fp2 d;
    sl_fp2_add(&d, t, a);
    sl_fp2_dbl(&d, &d);
    sl_fp2_add(out, &d, t);
}

void sl_fp12_cyclotomic_sqr(sl_fp12 *out, const sl_fp12 *a) {
    /*
     * Three squarings in Fp4 = Fp2[w^3]. The elements A = (c0.c0, c1.c1), B = (c1.c0, c0.c2), C = (c0.c1, c1.c2) give
     * 3 A^2 - 2 conj(A), and so on with B and C in each other's place.
     */
    sl_fp2 re;
    sl_fp2 im;
    sl_fp2 re_b;
    sl_fp2 im_b;
    fp4_sqr(&re, &im, &a->c0.c0, &a->c1.c1);
    fp4_sqr(&re_b, &im_b, &a->c1.c0, &a->c0.c2);
    thrice_minus_twice(&out->c0.c0, &re, &a->c0.c0);
    thrice_plus_twice(&out->c1.c1, &im, &a->c1.c1);
    fp4_sqr(&re, &im, &a->c0.c1, &a->c1.c2);
    thrice_minus_twice(&out->c0.c1, &re_b, &a->c0.c1);
    thrice_plus_twice(&out->c1.c2, &im_b, &a->c1.c2);
    sl_fp2_mul_by_xi(&im, &im);
    thrice_plus_twice(&out->c1.c0, &im, &a->c1.c0);
    thrice_minus_twice(&out->c0.c2, &re, &a->c0.c2);
}

void sl_fp12_cyclotomic_pow(sl_fp12 *out, const sl_fp12 *a, uint64_t e) {
    const sl_fp12 base = *a;
    sl_fp12 acc = base;
    for (int i = 62 - __builtin_clzll(e); i >= 0; i--) {
        sl_fp12_cyclotomic_sqr(&acc, &acc);
        if (e >> i & 1) {
            sl_fp12_mul(&acc, &acc, &base);
        }
    }
    *out = acc;
}

void sl_fp12_to_bytes(uint8_t bytes[SL_FP12_BYTES], const sl_fp12 *a) {
    const sl_fp2 *coefficients[6] = {&a->c0.c0, &a->c0.c1, &a->c0.c2, &a->c1.c0, &a->c1.c1, &a->c1.c2};
    for (int i = 0; i < 12; i++) {
        uint64_t limbs[6];
        sl_fp_to_limbs(limbs, i % 2 == 0 ? &coefficients[i / 2]->c0 : &coefficients[i / 2]->c1);
        for (int j = 0; j < 6; j++) {
            sl_limb_store_le(bytes + SL_FP_BYTES * i + 8 * j, limbs[j]);
        }
    }
}
