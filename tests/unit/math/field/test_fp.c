// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp.h"

#include <stdio.h> /* before gmp.h, for gmp_fprintf */

#include <gmp.h>

#include "harness/test.h"
#include "unit/math/random_field.h"

#define F_T sl_fp
#define F_N 6
#define F_(name) sl_fp_##name
#define random_element sl_test_fp
#include "unit/math/field/field_laws_tmpl.h"

SL_TEST(arithmetic_agrees_with_gmp) {
    laws_arithmetic();
}

SL_TEST(inverse_agrees_with_gmp) {
    laws_inverse();
}

SL_TEST(power_agrees_with_gmp) {
    laws_power();
}

SL_TEST(canonical_range) {
    laws_canonical();
}

SL_TEST(constants) {
    laws_constants();
}

static sl_fp fp_unhex(const char *hex) {
    uint8_t bytes[SL_FP_BYTES];
    sl_fp out;
    sl_test_unhex(bytes, sizeof bytes, hex);
    SL_CHECK(sl_fp_from_bytes(&out, bytes));
    uint8_t again[SL_FP_BYTES];
    sl_fp_to_bytes(again, &out);
    SL_CHECK_MEM(again, bytes, sizeof bytes);
    return out;
}

SL_TEST(agrees_with_vectors) {
    FILE *f = fopen(sl_test_vector_path("primitives/fp.txt"), "r");
    SL_CHECK(f != NULL);
    char line[1024];
    int rows = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        char hex[7][97];
        int is_square;
        if (line[0] == '#') {
            continue;
        }
        SL_CHECK(sscanf(line, "%96s %96s %96s %96s %96s %96s %96s %d", hex[0], hex[1], hex[2], hex[3], hex[4], hex[5],
                        hex[6], &is_square) == 8);
        sl_fp v[7];
        for (int i = 0; i < 7; i++) {
            v[i] = fp_unhex(hex[i]);
        }
        sl_fp t;
        sl_fp_add(&t, &v[0], &v[1]);
        SL_CHECK(sl_fp_eq(&t, &v[2]));
        sl_fp_sub(&t, &v[0], &v[1]);
        SL_CHECK(sl_fp_eq(&t, &v[3]));
        sl_fp_mul(&t, &v[0], &v[1]);
        SL_CHECK(sl_fp_eq(&t, &v[4]));
        sl_fp_neg(&t, &v[0]);
        SL_CHECK(sl_fp_eq(&t, &v[5]));
        sl_fp_inv_vt(&t, &v[0]);
        SL_CHECK(sl_fp_eq(&t, &v[6]));
        SL_CHECK(sl_fp_sqrt_vt(&t, &v[0]) == (is_square == 1));
        rows++;
    }
    (void)fclose(f);
    SL_CHECK(rows == 13);
}

SL_TEST(bytes_are_big_endian_and_canonical) {
    uint8_t bytes[SL_FP_BYTES] = {0};
    sl_fp a;
    bytes[47] = 2;
    bytes[46] = 1;
    SL_CHECK(sl_fp_from_bytes(&a, bytes));
    const sl_fp want = sl_fp_from_u64(0x0102);
    SL_CHECK(sl_fp_eq(&a, &want));
    /* p is refused and leaves the output alone; p - 1 is good. */
    for (int i = 0; i < SL_FP_BYTES; i++) {
        bytes[i] = (uint8_t)(sl_fp_modulus[5 - i / 8] >> (56 - 8 * (i % 8)));
    }
    SL_CHECK(!sl_fp_from_bytes(&a, bytes));
    SL_CHECK(sl_fp_eq(&a, &want));
    bytes[47]--;
    SL_CHECK(sl_fp_from_bytes(&a, bytes));
    const sl_fp one = sl_fp_one();
    sl_fp_add(&a, &a, &one);
    SL_CHECK(sl_fp_is_zero(&a));
    memset(bytes, 0xff, sizeof bytes);
    SL_CHECK(!sl_fp_from_bytes(&a, bytes));
    for (int i = 0; i < 200; i++) {
        const sl_fp x = sl_test_fp();
        sl_fp_to_bytes(bytes, &x);
        SL_CHECK(sl_fp_from_bytes(&a, bytes));
        SL_CHECK(sl_fp_eq(&a, &x));
    }
}

SL_TEST(square_roots) {
    sl_fp zero = sl_fp_zero();
    SL_CHECK(sl_fp_sqrt_vt(&zero, &zero));
    SL_CHECK(sl_fp_is_zero(&zero));
    for (int i = 0; i < 50; i++) {
        const sl_fp a = sl_test_fp();
        sl_fp minus;
        sl_fp square;
        sl_fp root;
        sl_fp_neg(&minus, &a);
        sl_fp_sqr(&square, &a);
        SL_CHECK(sl_fp_sqrt_vt(&root, &square));
        SL_CHECK(sl_fp_eq(&root, &a) || sl_fp_eq(&root, &minus));
        root = square;
        SL_CHECK(sl_fp_sqrt_vt(&root, &root));
        SL_CHECK(sl_fp_eq(&root, &a) || sl_fp_eq(&root, &minus));
        /* p = 3 mod 4: -1 is not a square, so the negative of a square is not either. */
        sl_fp_neg(&square, &square);
        const sl_fp before = root;
        SL_CHECK(sl_fp_is_zero(&a) || !sl_fp_sqrt_vt(&root, &square));
        SL_CHECK(sl_fp_is_zero(&a) || sl_fp_eq(&root, &before));
        /* The inverse root that it is made from. */
        sl_fp_sqr(&square, &a);
        sl_fp_pow_p34_vt(&root, &square);
        sl_fp_sqr(&root, &root);
        sl_fp_mul(&root, &root, &square);
        const sl_fp one = sl_fp_one();
        SL_CHECK(sl_fp_is_zero(&a) || sl_fp_eq(&root, &one));
    }
}

SL_TEST(larger_half) {
    mpz_t m;
    mpz_init_modulus(m);
    sl_fp edges[EDGES];
    edge_elements(edges, m);
    for (int i = 0; i < EDGES + 300; i++) {
        const sl_fp a = i < EDGES ? edges[i] : sl_test_fp();
        mpz_t x;
        mpz_init(x);
        mpz_set_element(x, &a, m);
        mpz_mul_2exp(x, x, 1);
        SL_CHECK(sl_fp_is_larger_half(&a) == (mpz_cmp(x, m) > 0));
        mpz_clear(x);
    }
    mpz_clear(m);
}
