// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/curve/pairing.h"

#include "harness/test.h"
#include "math/curve/encoding.h"
#include "unit/math/random_field.h"

static sl_g1_affine g1_times(const sl_fr *k) {
    sl_g1 t;
    sl_g1_from_affine(&t, &sl_g1_generator);
    sl_g1_mul_vt(&t, &t, k);
    sl_g1_affine out;
    sl_g1_to_affine_vt(&out, &t);
    return out;
}

static sl_g2_affine g2_times(const sl_fr *k) {
    sl_g2 t;
    sl_g2_from_affine(&t, &sl_g2_generator);
    sl_g2_mul_vt(&t, &t, k);
    sl_g2_affine out;
    sl_g2_to_affine_vt(&out, &t);
    return out;
}

static sl_fp12 pairing_of(const sl_fr *a, const sl_fr *b) {
    const sl_g1_affine p = g1_times(a);
    const sl_g2_affine q = g2_times(b);
    sl_fp12 out;
    sl_pairing_vt(&out, &p, &q);
    return out;
}

static sl_fp12 pow_limbs(const sl_fp12 *a, const uint64_t *e, size_t limbs) {
    sl_fp12 acc = sl_fp12_one();
    for (size_t bit = 64 * limbs; bit-- > 0;) {
        sl_fp12_sqr(&acc, &acc);
        if (e[bit / 64] >> (bit % 64) & 1) {
            sl_fp12_mul(&acc, &acc, a);
        }
    }
    return acc;
}

SL_TEST(products_of_the_reference) {
    FILE *f = fopen(sl_test_vector_path("primitives/pairings.txt"), "r");
    SL_CHECK(f != NULL);
    char line[1024];
    int rows = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        int is_one;
        int n;
        char note[64];
        if (line[0] == '#') {
            continue;
        }
        SL_CHECK(sscanf(line, "case %d %d %63[^\n]", &is_one, &n, note) == 3 && n <= 4);
        sl_g1_affine p[4];
        sl_g2_affine q[4];
        sl_g2_prepared prepared[4];
        sl_pairing_pair pairs[4];
        sl_pairing_pair fixed[4];
        for (int i = 0; i < n; i++) {
            char hex1[97];
            char hex2[193];
            uint8_t bytes[SL_G2_COMPRESSED_BYTES];
            SL_CHECK(fgets(line, sizeof line, f) != NULL);
            SL_CHECK(sscanf(line, "pair %96s %192s", hex1, hex2) == 2);
            const unsigned rules = SL_POINT_SUBGROUP | SL_POINT_IDENTITY_ALLOWED;
            sl_test_unhex(bytes, SL_G1_COMPRESSED_BYTES, hex1);
            SL_CHECK(sl_g1_decode_compressed_vt(&p[i], bytes, rules) == SL_POINT_OK);
            sl_test_unhex(bytes, SL_G2_COMPRESSED_BYTES, hex2);
            SL_CHECK(sl_g2_decode_compressed_vt(&q[i], bytes, rules) == SL_POINT_OK);
            sl_g2_prepare(&prepared[i], &q[i]);
            pairs[i] = (sl_pairing_pair){&p[i], &q[i], NULL};
            fixed[i] = (sl_pairing_pair){&p[i], NULL, &prepared[i]};
        }
        SL_CHECK_MSG(sl_pairing_product_is_one_vt(pairs, (size_t)n) == (is_one == 1), "%s", note);
        SL_CHECK_MSG(sl_pairing_product_is_one_vt(fixed, (size_t)n) == (is_one == 1), "%s, prepared", note);
        rows++;
    }
    (void)fclose(f);
    SL_CHECK(rows == 7);
}

SL_TEST(is_bilinear_and_not_degenerate) {
    const sl_fr one = sl_fr_one();
    const sl_fp12 base = pairing_of(&one, &one);
    SL_CHECK(!sl_fp12_is_one(&base));
    const sl_fp12 order = pow_limbs(&base, sl_fr_modulus, 4);
    SL_CHECK(sl_fp12_is_one(&order));
    for (int i = 0; i < 4; i++) {
        const sl_fr a = sl_test_fr();
        const sl_fr b = sl_test_fr();
        const sl_fp12 left = pairing_of(&a, &b);
        sl_fr ab;
        uint64_t e[4];
        sl_fr_mul(&ab, &a, &b);
        sl_fr_to_limbs(e, &ab);
        const sl_fp12 right = pow_limbs(&base, e, 4);
        SL_CHECK(sl_fp12_eq(&left, &right));
        const sl_fp12 swapped = pairing_of(&b, &a);
        SL_CHECK(sl_fp12_eq(&left, &swapped));
    }
}

/* f^(3 (p^12 - 1) / r), the hard part by plain exponentiation. */
SL_TEST(final_exponentiation_is_that_power) {
    /* 3 (p^4 - p^2 + 1) / r */
    static const uint64_t hard[20] = {
        UINT64_C(0xaf444bdcaaab2f6b), UINT64_C(0xefcb3800a61a66d5), UINT64_C(0xb116bba59a18123a),
        UINT64_C(0x554e727d129be6a3), UINT64_C(0x8a65dbc1cc35fe5a), UINT64_C(0x6574220c23e5b6cc),
        UINT64_C(0x8c72178bc76a791c), UINT64_C(0xb415c7da454d4863), UINT64_C(0x37d47f639b68a630),
        UINT64_C(0x6a6a2b0ab1c47526), UINT64_C(0x6c9ae9625394f594), UINT64_C(0x6163cbf00bf566e4),
        UINT64_C(0x877c5e22f2639411), UINT64_C(0xb0f5836ba82b62de), UINT64_C(0xe3ae662e47a24ea0),
        UINT64_C(0x8d69012b6d183f47), UINT64_C(0xbcf13296f7a83fce), UINT64_C(0x7b69b9acc2cc45ea),
        UINT64_C(0x4237aa494c159cdc), UINT64_C(0x002e3941b8817705)};
    for (int i = 0; i < 3; i++) {
        const sl_fp12 f = sl_test_fp12();
        sl_fp12 t = f;
        for (int k = 0; k < 6; k++) {
            sl_fp12_frobenius(&t, &t);
        }
        sl_fp12 inverse;
        sl_fp12_inv_vt(&inverse, &f);
        sl_fp12_mul(&t, &t, &inverse);
        sl_fp12 t2;
        sl_fp12_frobenius(&t2, &t);
        sl_fp12_frobenius(&t2, &t2);
        sl_fp12_mul(&t, &t, &t2);
        const sl_fp12 want = pow_limbs(&t, hard, SL_ARRAY_N(hard));
        sl_fp12 got = f;
        sl_pairing_final_exp_vt(&got, &got);
        SL_CHECK(sl_fp12_eq(&got, &want));
    }
}

/* Any number of pairs, across the groups that share their squarings, prepared or not, identities among them. */
SL_TEST(products_of_many_pairs) {
    enum { MOST = 2 * SL_PAIRING_GROUP + 3 };
    sl_g1_affine p[MOST];
    sl_g2_affine q[MOST];
    sl_pairing_pair pairs[MOST];
    static sl_g2_prepared prepared[MOST];
    sl_fp12 want = sl_fp12_one();
    for (size_t i = 0; i < MOST; i++) {
        const sl_fr a = i % 7 == 3 ? sl_fr_zero() : sl_fr_from_u64(3 * i + 1);
        const sl_fr b = i % 5 == 4 ? sl_fr_zero() : sl_fr_from_u64(i * i + 2);
        p[i] = g1_times(&a);
        q[i] = g2_times(&b);
        sl_g2_prepare(&prepared[i], &q[i]);
        pairs[i] = (sl_pairing_pair){&p[i], i % 3 == 0 ? NULL : &q[i], i % 3 == 0 ? &prepared[i] : NULL};
        sl_fp12 f;
        if (i == 0 || i == 1 || i == SL_PAIRING_GROUP - 1 || i == SL_PAIRING_GROUP || i == MOST - 1) {
            sl_pairing_miller_vt(&f, pairs, i);
            sl_pairing_final_exp_vt(&f, &f);
            SL_CHECK_MSG(sl_fp12_eq(&f, &want), "%zu pairs", i);
        }
        sl_pairing_vt(&f, &p[i], &q[i]);
        SL_CHECK(sl_fp12_is_one(&f) == (sl_fr_is_zero(&a) || sl_fr_is_zero(&b)));
        sl_fp12_mul(&want, &want, &f);
    }
    SL_CHECK(sl_pairing_product_is_one_vt(pairs, 0));
    SL_CHECK(!sl_pairing_product_is_one_vt(pairs, MOST));
}

/* Points outside of the subgroups, and a Miller value of 0, must end and not count as one. */
SL_TEST(meaningless_input_ends) {
    sl_fp12 f = sl_fp12_zero();
    sl_pairing_final_exp_vt(&f, &f);
    SL_CHECK(!sl_fp12_is_one(&f));
    const sl_g1_affine p = {sl_test_fp(), sl_test_fp()};
    const sl_g2_affine q = {sl_test_fp2(), sl_fp2_zero()};
    sl_pairing_vt(&f, &p, &q);
    SL_CHECK(!sl_fp12_is_one(&f));
}
