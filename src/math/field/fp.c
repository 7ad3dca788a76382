// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fp.h"

bool sl_fp_from_bytes(sl_fp *out, const uint8_t bytes[SL_FP_BYTES]) {
    uint64_t limbs[6];
    for (int i = 0; i < 6; i++) {
        limbs[i] = sl_limb_load_be(bytes + 8 * (5 - i));
    }
    if (!sl_fp_limbs_canonical(limbs)) {
        return false;
    }
    sl_fp_from_limbs(out, limbs);
    return true;
}

void sl_fp_to_bytes(uint8_t bytes[SL_FP_BYTES], const sl_fp *a) {
    uint64_t limbs[6];
    sl_fp_to_limbs(limbs, a);
    for (int i = 0; i < 6; i++) {
        sl_limb_store_be(bytes + 8 * (5 - i), limbs[i]);
    }
}

bool sl_fp_is_larger_half(const sl_fp *a) {
    /* a > -a means a > p - a as integers, that is a > (p - 1) / 2. */
    uint64_t limbs[6];
    sl_fp_to_limbs(limbs, a);
    for (int i = 5; i >= 0; i--) {
        const uint64_t above = i < 5 ? sl_fp_modulus[i + 1] << 63 : 0;
        const uint64_t half = sl_fp_modulus[i] >> 1 | above;
        if (limbs[i] != half) {
            return limbs[i] > half;
        }
    }
    return false;
}

#define F_T sl_fp
#define F_N 6
#define F_(name) sl_fp_##name
#include "math/field/mont_vt_tmpl.h"

void sl_fp_pow_p34_vt(sl_fp *out, const sl_fp *a) {
    uint64_t e[6]; /* (p - 3) / 4 = floor(p / 4) */
    for (int i = 0; i < 6; i++) {
        e[i] = sl_fp_modulus[i] >> 2 | (i < 5 ? sl_fp_modulus[i + 1] << 62 : 0);
    }
    sl_fp_pow_vt(out, a, e, 6);
}

bool sl_fp_sqrt_vt(sl_fp *out, const sl_fp *a) {
    /* p = 3 mod 4: a^((p + 1) / 4) is a root if there is one. */
    sl_fp root;
    sl_fp square;
    sl_fp_pow_p34_vt(&root, a);
    sl_fp_mul(&root, &root, a);
    sl_fp_sqr(&square, &root);
    if (!sl_fp_eq(&square, a)) {
        return false;
    }
    *out = root;
    return true;
}
