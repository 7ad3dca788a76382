// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp2.h"

#include "harness/test.h"
#include "unit/math/random_field.h"

static sl_fp2 fp2_unhex(const char *c0, const char *c1) {
    uint8_t bytes[SL_FP_BYTES];
    sl_fp2 out;
    sl_test_unhex(bytes, sizeof bytes, c0);
    SL_CHECK(sl_fp_from_bytes(&out.c0, bytes));
    sl_test_unhex(bytes, sizeof bytes, c1);
    SL_CHECK(sl_fp_from_bytes(&out.c1, bytes));
    return out;
}

static void check_is_root(const sl_fp2 *root, const sl_fp2 *square) {
    sl_fp2 t;
    sl_fp2_sqr(&t, root);
    SL_CHECK(sl_fp2_eq(&t, square));
}

SL_TEST(agrees_with_vectors) {
    FILE *f = fopen(sl_test_vector_path("primitives/fp2.txt"), "r");
    SL_CHECK(f != NULL);
    char line[2048];
    int rows = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        char hex[14][97];
        int is_square;
        if (line[0] == '#') {
            continue;
        }
        char *at = line;
        for (int i = 0; i < 14; i++) {
            int used;
            SL_CHECK(sscanf(at, "%96s%n", hex[i], &used) == 1);
            at += used;
        }
        SL_CHECK(sscanf(at, "%d", &is_square) == 1);
        sl_fp2 v[7];
        for (int i = 0; i < 7; i++) {
            v[i] = fp2_unhex(hex[2 * i], hex[2 * i + 1]);
        }
        sl_fp2 t;
        sl_fp2_add(&t, &v[0], &v[1]);
        SL_CHECK(sl_fp2_eq(&t, &v[2]));
        sl_fp2_sub(&t, &v[0], &v[1]);
        SL_CHECK(sl_fp2_eq(&t, &v[3]));
        sl_fp2_mul(&t, &v[0], &v[1]);
        SL_CHECK(sl_fp2_eq(&t, &v[4]));
        sl_fp2_sqr(&t, &v[0]);
        SL_CHECK(sl_fp2_eq(&t, &v[5]));
        sl_fp2_inv_vt(&t, &v[0]);
        SL_CHECK(sl_fp2_eq(&t, &v[6]));
        SL_CHECK(sl_fp2_sqrt_vt(&t, &v[0]) == (is_square == 1));
        if (is_square == 1) {
            check_is_root(&t, &v[0]);
        }
        rows++;
    }
    (void)fclose(f);
    SL_CHECK(rows == 13);
}

SL_TEST(products_are_those_of_the_definition) {
    for (int i = 0; i < 300; i++) {
        const sl_fp2 a = sl_test_fp2();
        const sl_fp2 b = sl_test_fp2();
        sl_fp2 want;
        sl_fp t;
        sl_fp_mul(&want.c0, &a.c0, &b.c0);
        sl_fp_mul(&t, &a.c1, &b.c1);
        sl_fp_sub(&want.c0, &want.c0, &t);
        sl_fp_mul(&want.c1, &a.c0, &b.c1);
        sl_fp_mul(&t, &a.c1, &b.c0);
        sl_fp_add(&want.c1, &want.c1, &t);
        sl_fp2 got;
        sl_fp2_mul(&got, &a, &b);
        SL_CHECK(sl_fp2_eq(&got, &want));
        got = a;
        sl_fp2_mul(&got, &got, &b);
        SL_CHECK(sl_fp2_eq(&got, &want));
        got = b;
        sl_fp2_mul(&got, &a, &got);
        SL_CHECK(sl_fp2_eq(&got, &want));

        sl_fp2_mul(&want, &a, &a);
        sl_fp2_sqr(&got, &a);
        SL_CHECK(sl_fp2_eq(&got, &want));
        got = a;
        sl_fp2_sqr(&got, &got);
        SL_CHECK(sl_fp2_eq(&got, &want));

        const sl_fp2 xi = {sl_fp_one(), sl_fp_one()};
        sl_fp2_mul(&want, &a, &xi);
        got = a;
        sl_fp2_mul_by_xi(&got, &got);
        SL_CHECK(sl_fp2_eq(&got, &want));

        const sl_fp2 real = {b.c0, sl_fp_zero()};
        sl_fp2_mul(&want, &b, &real);
        got = b;
        sl_fp2_mul_by_fp(&got, &got, &got.c0);
        SL_CHECK(sl_fp2_eq(&got, &want));

        sl_fp2_half(&got, &a);
        sl_fp2_dbl(&got, &got);
        SL_CHECK(sl_fp2_eq(&got, &a));
    }
}

SL_TEST(inverse) {
    const sl_fp2 one = sl_fp2_one();
    sl_fp2 t = sl_fp2_zero();
    sl_fp2_inv_vt(&t, &t);
    SL_CHECK(sl_fp2_is_zero(&t));
    for (int i = 0; i < 40; i++) {
        sl_fp2 a = sl_test_fp2();
        if (i == 0) {
            a.c0 = sl_fp_zero();
        } else if (i == 1) {
            a.c1 = sl_fp_zero();
        }
        t = a;
        sl_fp2_inv_vt(&t, &t);
        sl_fp2_mul(&t, &t, &a);
        SL_CHECK(sl_fp2_eq(&t, &one));
    }
}

/* Squares have roots, exactly one of a and a (non-square) does; all shapes of the algorithm's branches occur. */
SL_TEST(square_roots) {
    const sl_fp2 xi = {sl_fp_one(), sl_fp_one()}; /* not a square */
    for (int i = 0; i < 60; i++) {
        sl_fp2 a = sl_test_fp2();
        if (i % 4 == 1) {
            a.c0 = sl_fp_zero();
        } else if (i % 4 == 2) {
            a.c1 = sl_fp_zero();
        }
        sl_fp2 square;
        sl_fp2_sqr(&square, &a);
        sl_fp2 root;
        SL_CHECK(sl_fp2_sqrt_vt(&root, &square));
        sl_fp2 minus;
        sl_fp2_neg(&minus, &a);
        SL_CHECK(sl_fp2_eq(&root, &a) || sl_fp2_eq(&root, &minus));
        sl_fp2_mul(&square, &square, &xi);
        const sl_fp2 before = root;
        SL_CHECK(!sl_fp2_sqrt_vt(&root, &square));
        SL_CHECK(sl_fp2_eq(&root, &before));
        /* All of Fp is squares in Fp2, with and without a root in Fp. */
        a.c1 = sl_fp_zero();
        SL_CHECK(sl_fp2_sqrt_vt(&root, &a));
        check_is_root(&root, &a);
    }
    sl_fp2 zero = sl_fp2_zero();
    SL_CHECK(sl_fp2_sqrt_vt(&zero, &zero));
    SL_CHECK(sl_fp2_is_zero(&zero));
}

SL_TEST(larger_half_goes_by_c1_first) {
    const sl_fp one = sl_fp_one();
    sl_fp minus_one;
    sl_fp_neg(&minus_one, &one);
    const sl_fp zero = sl_fp_zero();
    const struct {
        sl_fp2 a;
        bool larger;
    } cases[] = {
        {{one, one}, false},   {{minus_one, one}, false}, {{one, minus_one}, true}, {{minus_one, minus_one}, true},
        {{one, zero}, false},  {{minus_one, zero}, true}, {{zero, one}, false},     {{zero, minus_one}, true},
        {{zero, zero}, false},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        SL_CHECK_MSG(sl_fp2_is_larger_half(&cases[i].a) == cases[i].larger, "case %zu", i);
    }
    for (int i = 0; i < 100; i++) {
        const sl_fp2 a = sl_test_fp2();
        sl_fp2 minus;
        sl_fp2_neg(&minus, &a);
        SL_CHECK(sl_fp2_is_zero(&a) || sl_fp2_is_larger_half(&a) != sl_fp2_is_larger_half(&minus));
    }
}
