// SPDX-License-Identifier: MIT OR Apache-2.0
/* The products of the adx set against the portable ones, at edges of both fields and in place. */
#include "harness/test.h"

#include "backends/cpu/kernels_adx.h"
#include "backends/cpu/trial.h"
#include "core/mem/buf.h"
#include "core/sys/cpu.h"
#include "math/kernels/kernels_portable.h"
#include "unit/math/random_field.h"

#define NEEDS_ADX()                                       \
    do {                                                  \
        if (!sl_cpu_has(SL_CPU_ADX | SL_CPU_BMI2)) {      \
            SL_SKIP("this processor cannot run the set"); \
        }                                                 \
    } while (0)

/* modulus - k for a small k, as limbs: no carry leaves the lowest limb of either modulus by less than 2^31. */
static void below_modulus(uint64_t *limbs, const uint64_t *modulus, size_t n, uint64_t k) {
    memcpy(limbs, modulus, n * sizeof *limbs);
    sl_carry borrow = 0;
    limbs[0] = sl_limb_sub(&borrow, limbs[0], k);
    for (size_t i = 1; i < n; i++) {
        limbs[i] = sl_limb_sub(&borrow, limbs[i], 0);
    }
}

#define PRODUCTS_CHECK(type, name, limbs_n, random)                                              \
    do {                                                                                         \
        type edges[12] = {sl_##name##_zero(), sl_##name##_one()};                                \
        edges[2].l[0] = 1;                                                                       \
        for (size_t i = 3; i < 8; i++) {                                                         \
            below_modulus(edges[i].l, sl_##name##_modulus, limbs_n, i - 2);                      \
        }                                                                                        \
        for (size_t i = 8; i < 12; i++) { /* as many ones as fit below the modulus */            \
            memset(edges[i].l, i % 2 == 0 ? 0xff : 0, sizeof edges[i].l);                        \
            edges[i].l[i / 2 % 2] = UINT64_MAX;                                                  \
            edges[i].l[limbs_n - 1] = sl_##name##_modulus[limbs_n - 1] - 1;                      \
        }                                                                                        \
        for (int round = 0; round < 4000; round++) {                                             \
            const size_t at = (size_t)round;                                                     \
            const type a = at < 144 ? edges[at / 12] : random();                                 \
            const type b = at < 144 ? edges[at % 12] : at % 16 == 0 ? edges[at % 12] : random(); \
            type expected, got, in_place = a;                                                    \
            sl_##name##_mul(&expected, &a, &b);                                                  \
            sl_##name##_product_adx(&got, &a, &b);                                               \
            SL_CHECK_MSG(sl_##name##_eq(&got, &expected), "round %d", round);                    \
            sl_##name##_product_adx(&in_place, &in_place, &b);                                   \
            SL_CHECK(sl_##name##_eq(&in_place, &expected));                                      \
            in_place = b;                                                                        \
            sl_##name##_product_adx(&in_place, &a, &in_place);                                   \
            SL_CHECK(sl_##name##_eq(&in_place, &expected));                                      \
            sl_##name##_mul(&expected, &b, &b);                                                  \
            in_place = b;                                                                        \
            sl_##name##_product_adx(&in_place, &in_place, &in_place);                            \
            SL_CHECK(sl_##name##_eq(&in_place, &expected));                                      \
        }                                                                                        \
    } while (0)

SL_TEST(products_in_fp) {
    NEEDS_ADX();
    PRODUCTS_CHECK(sl_fp, fp, 6, sl_test_fp);
}

SL_TEST(products_in_fr) {
    NEEDS_ADX();
    PRODUCTS_CHECK(sl_fr, fr, 4, sl_test_fr);
}

/* A trial answers with one of the two, and with the first where there is no memory to try. */
SL_TEST(trial) {
    NEEDS_ADX();
    const sl_kernels *best = sl_kernels_trial(&sl_kernels_portable, &sl_kernels_adx);
    SL_CHECK(best == &sl_kernels_portable || best == &sl_kernels_adx);
    for (size_t n = 0; n < 2; n++) {
        sl_mem_fail_after(n);
        SL_CHECK(sl_kernels_trial(&sl_kernels_adx, &sl_kernels_portable) == &sl_kernels_adx);
        sl_mem_fail_after(SIZE_MAX);
    }
    SL_CHECK(sl_mem_live() == 0);
}
