// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fr.h"

#include <stdio.h> /* before gmp.h, for gmp_fprintf */

#include <gmp.h>

#include "harness/test.h"
#include "unit/math/random_field.h"

#define F_T sl_fr
#define F_N 4
#define F_(name) sl_fr_##name
#define random_element sl_test_fr
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

static sl_fr fr_unhex(const char *hex) {
    uint8_t bytes[SL_FR_BYTES];
    sl_fr out;
    sl_test_unhex(bytes, sizeof bytes, hex);
    SL_CHECK(sl_fr_from_bytes(&out, bytes));
    uint8_t again[SL_FR_BYTES];
    sl_fr_to_bytes(again, &out);
    SL_CHECK_MEM(again, bytes, sizeof bytes);
    return out;
}

static void check_op_row(char hex[9][65]) {
    sl_fr v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = fr_unhex(hex[i]);
    }
    sl_fr t;
    sl_fr_add(&t, &v[0], &v[1]);
    SL_CHECK(sl_fr_eq(&t, &v[2]));
    sl_fr_sub(&t, &v[0], &v[1]);
    SL_CHECK(sl_fr_eq(&t, &v[3]));
    sl_fr_mul(&t, &v[0], &v[1]);
    SL_CHECK(sl_fr_eq(&t, &v[4]));
    sl_fr_neg(&t, &v[0]);
    SL_CHECK(sl_fr_eq(&t, &v[5]));
    sl_fr_sqr(&t, &v[0]);
    SL_CHECK(sl_fr_eq(&t, &v[6]));
    sl_fr_pow_u64_vt(&t, &v[0], 5);
    SL_CHECK(sl_fr_eq(&t, &v[7]));
    sl_fr_inv_vt(&t, &v[0]);
    if (strcmp(hex[8], "-") == 0) {
        SL_CHECK(sl_fr_is_zero(&t) && sl_fr_is_zero(&v[0]));
    } else {
        const sl_fr inverse = fr_unhex(hex[8]);
        SL_CHECK(sl_fr_eq(&t, &inverse));
    }
}

static void check_constant_row(const char *name, const char *hex) {
    if (strcmp(name, "modulus") == 0) {
        uint8_t be[SL_FR_BYTES];
        sl_test_unhex(be, sizeof be, hex);
        for (int i = 0; i < SL_FR_BYTES; i++) {
            SL_CHECK(be[SL_FR_BYTES - 1 - i] == (uint8_t)(sl_fr_modulus[i / 8] >> (8 * (i % 8))));
        }
        return;
    }
    const sl_fr want = fr_unhex(hex);
    if (strcmp(name, "generator") == 0) {
        SL_CHECK(sl_fr_eq(&want, &sl_fr_generator));
    } else {
        SL_CHECK(strcmp(name, "root_of_unity") == 0);
        SL_CHECK(sl_fr_eq(&want, &sl_fr_root_of_unity));
    }
}

SL_TEST(agrees_with_vectors) {
    FILE *f = fopen(sl_test_vector_path("primitives/fr.txt"), "r");
    SL_CHECK(f != NULL);
    char line[1024];
    int rows[3] = {0};
    while (fgets(line, sizeof line, f) != NULL) {
        char hex[9][65];
        int accept;
        char name[32];
        if (line[0] == '#') {
            continue;
        }
        if (sscanf(line, "op %64s %64s %64s %64s %64s %64s %64s %64s %64s", hex[0], hex[1], hex[2], hex[3], hex[4],
                   hex[5], hex[6], hex[7], hex[8]) == 9) {
            check_op_row(hex);
            rows[0]++;
        } else if (sscanf(line, "canonical %64s %d", hex[0], &accept) == 2) {
            uint8_t bytes[SL_FR_BYTES];
            sl_fr a = sl_fr_one();
            sl_test_unhex(bytes, sizeof bytes, hex[0]);
            SL_CHECK(sl_fr_from_bytes(&a, bytes) == (accept == 1));
            const sl_fr one = sl_fr_one();
            SL_CHECK(accept == 1 || sl_fr_eq(&a, &one));
            rows[1]++;
        } else {
            SL_CHECK(sscanf(line, "constant %31s %64s", name, hex[0]) == 2);
            check_constant_row(name, hex[0]);
            rows[2]++;
        }
    }
    (void)fclose(f);
    SL_CHECK(rows[0] == 17 && rows[1] == 6 && rows[2] == 3);
}

SL_TEST(root_of_unity_has_its_order) {
    const sl_fr one = sl_fr_one();
    sl_fr w = sl_fr_root_of_unity;
    for (int i = 0; i < SL_FR_TWO_ADICITY; i++) {
        SL_CHECK(!sl_fr_eq(&w, &one));
        sl_fr_sqr(&w, &w);
    }
    SL_CHECK(sl_fr_eq(&w, &one));
    /* 7^((r - 1) / 2^32), and 7 is no square. */
    uint64_t e[4];
    for (int i = 0; i < 4; i++) {
        e[i] = sl_fr_modulus[i] >> 32 | (i < 3 ? sl_fr_modulus[i + 1] << 32 : 0);
    }
    sl_fr_pow_vt(&w, &sl_fr_generator, e, 4);
    SL_CHECK(sl_fr_eq(&w, &sl_fr_root_of_unity));
    const sl_fr seven = sl_fr_from_u64(7);
    SL_CHECK(sl_fr_eq(&seven, &sl_fr_generator));
}

SL_TEST(batch_inverse) {
    static const size_t sizes[] = {0, 1, 2, 3, 64, 257};
    for (size_t k = 0; k < SL_ARRAY_N(sizes); k++) {
        for (int zeros = 0; zeros < 3; zeros++) {
            sl_fr a[257];
            sl_fr scratch[257];
            sl_fr want[257];
            for (size_t i = 0; i < sizes[k]; i++) {
                /* no zeros, some (also first and last), nothing else */
                a[i] = zeros == 2 || (zeros == 1 && i % 3 == 0) ? sl_fr_zero() : sl_test_fr();
                sl_fr_inv_vt(&want[i], &a[i]);
            }
            sl_fr_batch_inv_vt(a, scratch, sizes[k]);
            for (size_t i = 0; i < sizes[k]; i++) {
                SL_CHECK(sl_fr_eq(&a[i], &want[i]));
            }
        }
    }
}

SL_TEST(random_elements_differ_and_fill_the_range) {
    sluice_error err;
    sl_fr a[64];
    uint64_t seen_or = 0;
    uint64_t seen_and = UINT64_MAX;
    for (size_t i = 0; i < SL_ARRAY_N(a); i++) {
        SL_CHECK_OK(sl_fr_random(&a[i], &err));
        SL_CHECK(sl_fr_limbs_canonical(a[i].l));
        for (size_t j = 0; j < i; j++) {
            SL_CHECK(!sl_fr_eq(&a[i], &a[j]));
        }
        uint64_t limbs[4];
        sl_fr_to_limbs(limbs, &a[i]);
        seen_or |= limbs[3];
        seen_and &= limbs[3];
    }
    /* The top bits take both values; the chance of a wrong alarm is below 2^-50. */
    SL_CHECK((seen_or & UINT64_C(0x3fffffffffffffff)) == UINT64_C(0x3fffffffffffffff));
    SL_CHECK(seen_and == 0);
}
