// SPDX-License-Identifier: MIT OR Apache-2.0
/* The endomorphism checks against multiplication by r, on points in the subgroup, outside of it, and of small order. */
#include "harness/test.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "unit/math/random_field.h"

/* k a for an integer k of any size, by the group law alone (k need not be reduced mod r: a may have any order). */
static sl_g1 g1_times(const sl_g1_affine *a, const uint64_t *k, size_t limbs) {
    sl_g1 t = sl_g1_identity();
    for (size_t bit = 64 * limbs; bit-- > 0;) {
        sl_g1_dbl(&t, &t);
        if (k[bit / 64] >> (bit % 64) & 1) {
            sl_g1_add_affine(&t, &t, a);
        }
    }
    return t;
}

static sl_g2 g2_times(const sl_g2_affine *a, const uint64_t *k, size_t limbs) {
    sl_g2 t = sl_g2_identity();
    for (size_t bit = 64 * limbs; bit-- > 0;) {
        sl_g2_dbl(&t, &t);
        if (k[bit / 64] >> (bit % 64) & 1) {
            sl_g2_add_affine(&t, &t, a);
        }
    }
    return t;
}

static bool g1_has_order_r(const sl_g1_affine *a) {
    const sl_g1 t = g1_times(a, sl_fr_modulus, 4);
    return sl_g1_is_identity(&t);
}

static bool g2_has_order_r(const sl_g2_affine *a) {
    const sl_g2 t = g2_times(a, sl_fr_modulus, 4);
    return sl_g2_is_identity(&t);
}

/* Random points of the whole curve: x counts up until there is a y. */
static sl_g1_affine g1_any(void) {
    sl_g1_affine a = {sl_test_fp(), sl_fp_zero()};
    const sl_fp one = sl_fp_one();
    for (;;) {
        sl_fp_add(&a.x, &a.x, &one);
        sl_fp_sqr(&a.y, &a.x);
        sl_fp_mul(&a.y, &a.y, &a.x);
        sl_fp_add(&a.y, &a.y, &sl_g1_b);
        if (sl_fp_sqrt_vt(&a.y, &a.y)) {
            return a;
        }
    }
}

static sl_g2_affine g2_any(void) {
    sl_g2_affine a = {sl_test_fp2(), sl_fp2_zero()};
    const sl_fp2 one = sl_fp2_one();
    for (;;) {
        sl_fp2_add(&a.x, &a.x, &one);
        sl_fp2_sqr(&a.y, &a.x);
        sl_fp2_mul(&a.y, &a.y, &a.x);
        sl_fp2_add(&a.y, &a.y, &sl_g2_b);
        if (sl_fp2_sqrt_vt(&a.y, &a.y)) {
            return a;
        }
    }
}

/* The orders of the curves are h r; h1 = (z - 1)^2 / 3, h2 = (z^8 - 4 z^7 + 5 z^6 - 4 z^4 + 6 z^3 - 4 z^2 - 4 z + 13)
 * / 9. */
static const uint64_t h1[2] = {UINT64_C(0x8c00aaab0000aaab), UINT64_C(0x396c8c005555e156)};
static const uint64_t h2[8] = {UINT64_C(0xcf1c38e31c7238e5), UINT64_C(0x1616ec6e786f0c70), UINT64_C(0x21537e293a6691ae),
                               UINT64_C(0xa628f1cb4d9e82ef), UINT64_C(0xa68a205b2e5a7ddf), UINT64_C(0xcd91de4547085aba),
                               UINT64_C(0x091d50792876a202), UINT64_C(0x05d543a95414e7f1)};
/* Small primes that divide h1 and h2. */
static const uint64_t g1_primes[] = {3, 11, 10177, 859267, 52437899};
static const uint64_t g2_primes[] = {13, 23, 2713, 11953, 262069};

SL_TEST(members) {
    const sl_g1_affine zero1 = {sl_fp_zero(), sl_fp_zero()};
    const sl_g2_affine zero2 = {sl_fp2_zero(), sl_fp2_zero()};
    SL_CHECK(sl_g1_affine_in_subgroup_vt(&zero1));
    SL_CHECK(sl_g2_affine_in_subgroup_vt(&zero2));
    SL_CHECK(sl_g1_affine_in_subgroup_vt(&sl_g1_generator));
    SL_CHECK(sl_g2_affine_in_subgroup_vt(&sl_g2_generator));
    for (int i = 0; i < 10; i++) {
        const sl_g1_affine p = g1_any();
        const sl_g1 hp = g1_times(&p, h1, 2);
        sl_g1_affine a;
        sl_g1_to_affine_vt(&a, &hp);
        SL_CHECK(g1_has_order_r(&a));
        SL_CHECK(sl_g1_affine_in_subgroup_vt(&a));
        const sl_g2_affine q = g2_any();
        const sl_g2 hq = g2_times(&q, h2, 8);
        sl_g2_affine b;
        sl_g2_to_affine_vt(&b, &hq);
        SL_CHECK(g2_has_order_r(&b));
        SL_CHECK(sl_g2_affine_in_subgroup_vt(&b));
    }
}

SL_TEST(strangers) {
    for (int i = 0; i < 20; i++) {
        const sl_g1_affine p = g1_any();
        SL_CHECK(!g1_has_order_r(&p));
        SL_CHECK(!sl_g1_affine_in_subgroup_vt(&p));
        const sl_g2_affine q = g2_any();
        SL_CHECK(!g2_has_order_r(&q));
        SL_CHECK(!sl_g2_affine_in_subgroup_vt(&q));
    }
}

/* v = h without its factors `prime`. */
static void remove_prime(uint64_t *v, const uint64_t *h, size_t limbs, uint64_t prime) {
    uint64_t quotient[8];
    memcpy(quotient, h, 8 * limbs);
    for (int times = 0;; times++) {
        memcpy(v, quotient, 8 * limbs);
        sl_u128 rest = 0;
        for (size_t i = limbs; i-- > 0;) {
            rest = rest << 64 | v[i];
            quotient[i] = (uint64_t)(rest / prime);
            rest %= prime;
        }
        if (rest != 0) {
            SL_CHECK(times > 0);
            return;
        }
    }
}

/* A point whose order is `prime`, a divisor of the cofactor. */
static sl_g1_affine g1_of_order(uint64_t prime) {
    uint64_t k[2];
    remove_prime(k, h1, 2, prime);
    for (;;) {
        sl_g1_affine a = g1_any();
        sl_g1 t = g1_times(&a, sl_fr_modulus, 4);
        sl_g1_to_affine_vt(&a, &t);
        t = g1_times(&a, k, 2);
        while (!sl_g1_is_identity(&t)) {
            sl_g1_to_affine_vt(&a, &t);
            t = g1_times(&a, &prime, 1);
            if (sl_g1_is_identity(&t)) {
                return a;
            }
        }
    }
}

static sl_g2_affine g2_of_order(uint64_t prime) {
    uint64_t k[8];
    remove_prime(k, h2, 8, prime);
    for (;;) {
        sl_g2_affine a = g2_any();
        sl_g2 t = g2_times(&a, sl_fr_modulus, 4);
        sl_g2_to_affine_vt(&a, &t);
        t = g2_times(&a, k, 8);
        while (!sl_g2_is_identity(&t)) {
            sl_g2_to_affine_vt(&a, &t);
            t = g2_times(&a, &prime, 1);
            if (sl_g2_is_identity(&t)) {
                return a;
            }
        }
    }
}

/* Points of small order and their sums with members: the near misses that a wrong endomorphism check lets through. */
SL_TEST(small_orders) {
    for (size_t i = 0; i < SL_ARRAY_N(g1_primes); i++) {
        sl_g1_affine a = g1_of_order(g1_primes[i]);
        SL_CHECK(sl_g1_affine_on_curve(&a));
        SL_CHECK_MSG(!sl_g1_affine_in_subgroup_vt(&a), "G1, order %zu", (size_t)g1_primes[i]);
        sl_g1 t;
        sl_g1_from_affine(&t, &a);
        sl_g1_add_affine(&t, &t, &sl_g1_generator);
        sl_g1_to_affine_vt(&a, &t);
        SL_CHECK_MSG(!sl_g1_affine_in_subgroup_vt(&a), "G1, order r times %zu", (size_t)g1_primes[i]);
    }
    for (size_t i = 0; i < SL_ARRAY_N(g2_primes); i++) {
        sl_g2_affine a = g2_of_order(g2_primes[i]);
        SL_CHECK(sl_g2_affine_on_curve(&a));
        SL_CHECK_MSG(!sl_g2_affine_in_subgroup_vt(&a), "G2, order %zu", (size_t)g2_primes[i]);
        sl_g2 t;
        sl_g2_from_affine(&t, &a);
        sl_g2_add_affine(&t, &t, &sl_g2_generator);
        sl_g2_to_affine_vt(&a, &t);
        SL_CHECK_MSG(!sl_g2_affine_in_subgroup_vt(&a), "G2, order r times %zu", (size_t)g2_primes[i]);
    }
}
