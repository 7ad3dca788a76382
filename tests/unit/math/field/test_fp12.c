// SPDX-License-Identifier: MIT OR Apache-2.0
/* Fp6 and Fp12 against polynomial arithmetic in the basis w^0 .. w^5 over Fp2, w^6 = xi. */
#include "math/field/fp12.h"

#include "harness/test.h"
#include "unit/math/random_field.h"

static void to_poly(sl_fp2 poly[6], const sl_fp12 *a) {
    poly[0] = a->c0.c0;
    poly[1] = a->c1.c0;
    poly[2] = a->c0.c1;
    poly[3] = a->c1.c1;
    poly[4] = a->c0.c2;
    poly[5] = a->c1.c2;
}

static sl_fp12 from_poly(const sl_fp2 poly[6]) {
    return (sl_fp12){{poly[0], poly[2], poly[4]}, {poly[1], poly[3], poly[5]}};
}

static sl_fp12 mul_schoolbook(const sl_fp12 *a, const sl_fp12 *b) {
    sl_fp2 x[6];
    sl_fp2 y[6];
    to_poly(x, a);
    to_poly(y, b);
    const sl_fp2 xi = {sl_fp_one(), sl_fp_one()};
    sl_fp2 r[6];
    for (int i = 0; i < 6; i++) {
        r[i] = sl_fp2_zero();
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            sl_fp2 t;
            sl_fp2_mul(&t, &x[i], &y[j]);
            if (i + j >= 6) {
                sl_fp2_mul(&t, &t, &xi);
            }
            sl_fp2_add(&r[(i + j) % 6], &r[(i + j) % 6], &t);
        }
    }
    return from_poly(r);
}

static sl_fp12 pow_p(const sl_fp12 *a) {
    sl_fp12 acc = sl_fp12_one();
    for (int i = 383; i >= 0; i--) {
        acc = mul_schoolbook(&acc, &acc);
        if (sl_fp_modulus[i / 64] >> (i % 64) & 1) {
            acc = mul_schoolbook(&acc, a);
        }
    }
    return acc;
}

/* a^((p^6 - 1)(p^2 + 1)). */
static sl_fp12 cyclotomic(const sl_fp12 *a) {
    sl_fp12 t;
    sl_fp12 inverse;
    sl_fp12_inv_vt(&inverse, a);
    sl_fp12_conj(&t, a);
    sl_fp12_mul(&t, &t, &inverse);
    sl_fp12 t2;
    sl_fp12_frobenius(&t2, &t);
    sl_fp12_frobenius(&t2, &t2);
    sl_fp12_mul(&t, &t, &t2);
    return t;
}

SL_TEST(multiplication) {
    for (int i = 0; i < 100; i++) {
        const sl_fp12 a = sl_test_fp12();
        const sl_fp12 b = sl_test_fp12();
        sl_fp12 want = mul_schoolbook(&a, &b);
        sl_fp12 got;
        sl_fp12_mul(&got, &a, &b);
        SL_CHECK(sl_fp12_eq(&got, &want));
        got = a;
        sl_fp12_mul(&got, &got, &b);
        SL_CHECK(sl_fp12_eq(&got, &want));
        got = b;
        sl_fp12_mul(&got, &a, &got);
        SL_CHECK(sl_fp12_eq(&got, &want));
        want = mul_schoolbook(&a, &a);
        sl_fp12_sqr(&got, &a);
        SL_CHECK(sl_fp12_eq(&got, &want));
        got = a;
        sl_fp12_sqr(&got, &got);
        SL_CHECK(sl_fp12_eq(&got, &want));
        got = a;
        sl_fp12_mul(&got, &got, &got);
        SL_CHECK(sl_fp12_eq(&got, &want));
    }
}

SL_TEST(fp6_operations) {
    for (int i = 0; i < 100; i++) {
        const sl_fp12 a = {sl_test_fp6(), sl_fp6_zero()};
        const sl_fp12 b = {sl_test_fp6(), sl_fp6_zero()};
        const sl_fp2 b0 = sl_test_fp2();
        const sl_fp2 b1 = sl_test_fp2();
        sl_fp6 got;
        sl_fp12 want = mul_schoolbook(&a, &b);
        got = a.c0;
        sl_fp6_mul(&got, &got, &b.c0);
        SL_CHECK(sl_fp6_eq(&got, &want.c0));
        want = mul_schoolbook(&a, &a);
        got = a.c0;
        sl_fp6_sqr(&got, &got);
        SL_CHECK(sl_fp6_eq(&got, &want.c0));
        sl_fp12 sparse = {{b0, b1, sl_fp2_zero()}, sl_fp6_zero()};
        want = mul_schoolbook(&a, &sparse);
        got = a.c0;
        sl_fp6_mul_by_01(&got, &got, &b0, &b1);
        SL_CHECK(sl_fp6_eq(&got, &want.c0));
        sparse.c0.c0 = sl_fp2_zero();
        want = mul_schoolbook(&a, &sparse);
        got = a.c0;
        sl_fp6_mul_by_1(&got, &got, &b1);
        SL_CHECK(sl_fp6_eq(&got, &want.c0));
        sparse.c0.c1 = sl_fp2_one();
        want = mul_schoolbook(&a, &sparse);
        got = a.c0;
        sl_fp6_mul_by_v(&got, &got);
        SL_CHECK(sl_fp6_eq(&got, &want.c0));
        const sl_fp6 one = sl_fp6_one();
        got = a.c0;
        sl_fp6_inv_vt(&got, &got);
        sl_fp6_mul(&got, &got, &a.c0);
        SL_CHECK(sl_fp6_eq(&got, &one) || sl_fp6_is_zero(&a.c0));
    }
}

SL_TEST(line_multiplication) {
    for (int i = 0; i < 100; i++) {
        const sl_fp12 a = sl_test_fp12();
        const sl_fp2 l0 = sl_test_fp2();
        const sl_fp2 l1 = sl_test_fp2();
        const sl_fp2 l4 = sl_test_fp2();
        const sl_fp12 line = {{l0, l1, sl_fp2_zero()}, {sl_fp2_zero(), l4, sl_fp2_zero()}};
        const sl_fp12 want = mul_schoolbook(&a, &line);
        sl_fp12 got = a;
        sl_fp12_mul_by_line(&got, &got, &l0, &l1, &l4);
        SL_CHECK(sl_fp12_eq(&got, &want));
    }
}

SL_TEST(inverse) {
    sl_fp12 t = sl_fp12_zero();
    const sl_fp12 zero = t;
    sl_fp12_inv_vt(&t, &t);
    SL_CHECK(sl_fp12_eq(&t, &zero));
    for (int i = 0; i < 30; i++) {
        sl_fp12 a = sl_test_fp12();
        if (i == 0) {
            a.c0 = sl_fp6_zero();
        } else if (i == 1) {
            a.c1 = sl_fp6_zero();
        }
        t = a;
        sl_fp12_inv_vt(&t, &t);
        sl_fp12_mul(&t, &t, &a);
        SL_CHECK(sl_fp12_is_one(&t));
    }
}

SL_TEST(frobenius_is_the_pth_power) {
    const sl_fp12 a = sl_test_fp12();
    const sl_fp12 want = pow_p(&a);
    sl_fp12 got;
    sl_fp12_frobenius(&got, &a);
    SL_CHECK(sl_fp12_eq(&got, &want));
    for (int i = 1; i < 6; i++) {
        sl_fp12_frobenius(&got, &got);
    }
    sl_fp12 conj;
    sl_fp12_conj(&conj, &a);
    SL_CHECK(sl_fp12_eq(&got, &conj));
}

SL_TEST(cyclotomic_squaring_and_power) {
    for (int i = 0; i < 10; i++) {
        const sl_fp12 any = sl_test_fp12();
        const sl_fp12 a = cyclotomic(&any);
        sl_fp12 want;
        sl_fp12_sqr(&want, &a);
        sl_fp12 got = a;
        sl_fp12_cyclotomic_sqr(&got, &got);
        SL_CHECK(sl_fp12_eq(&got, &want));
        /* Elements outside of the subgroup must not pass, or the test would prove nothing. */
        sl_fp12_sqr(&want, &any);
        sl_fp12_cyclotomic_sqr(&got, &any);
        SL_CHECK(!sl_fp12_eq(&got, &want));
        static const uint64_t exponents[] = {1, 2, 3, 21, UINT64_MAX, UINT64_C(0xd201000000010000)};
        for (size_t k = 0; k < SL_ARRAY_N(exponents); k++) {
            want = sl_fp12_one();
            for (int bit = 63; bit >= 0; bit--) {
                sl_fp12_sqr(&want, &want);
                if (exponents[k] >> bit & 1) {
                    sl_fp12_mul(&want, &want, &a);
                }
            }
            sl_fp12_cyclotomic_pow(&got, &a, exponents[k]);
            SL_CHECK(sl_fp12_eq(&got, &want));
        }
    }
}

SL_TEST(bytes_are_in_tower_order) {
    sl_fp12 a = sl_fp12_zero();
    a.c0.c0.c1 = sl_fp_from_u64(1);
    a.c0.c1.c0 = sl_fp_from_u64(2);
    a.c1.c0.c0 = sl_fp_from_u64(0x0304);
    a.c1.c2.c1 = sl_fp_from_u64(5);
    uint8_t bytes[SL_FP12_BYTES];
    sl_fp12_to_bytes(bytes, &a);
    uint8_t want[SL_FP12_BYTES] = {0};
    want[48] = 1;
    want[2 * 48] = 2;
    want[6 * 48] = 4;
    want[6 * 48 + 1] = 3;
    want[11 * 48] = 5;
    SL_CHECK_MEM(bytes, want, sizeof want);
}
