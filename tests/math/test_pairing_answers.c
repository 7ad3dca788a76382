// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The pairing against other libraries: SHA-256 of its twelve coefficients, on which blst, gnark-crypto and a reading
 * of the definition in another language agree. Inputs come from SplitMix64 with seed 1, as in the comparison
 * programs.
 */
#include "harness/test.h"
#include "math/curve/pairing.h"
#include "math/hash/sha256.h"

/* Four words, bit 255 cleared, reduced: the random scalars of the comparison programs. sl_test_u64 is SplitMix64. */
static sl_fr next_scalar(void) {
    uint64_t w[4];
    for (int i = 0; i < 4; i++) {
        w[i] = sl_test_u64();
    }
    w[3] &= UINT64_MAX >> 1;
    sl_fr out;
    if (!sl_fr_limbs_canonical(w)) {
        memcpy(out.l, w, sizeof w); /* below 2 r: one subtraction */
        sl_fr_reduce_once(&out);
        memcpy(w, out.l, sizeof w);
    }
    sl_fr_from_limbs(&out, w);
    return out;
}

static void check_pairs(size_t n, const char *digest) {
    sl_g1_affine p[4];
    sl_g2_affine q[4];
    sl_pairing_pair pairs[4];
    for (size_t i = 0; i < n; i++) {
        sl_fr s = next_scalar();
        sl_g1 t1;
        sl_g1_from_affine(&t1, &sl_g1_generator);
        sl_g1_mul_vt(&t1, &t1, &s);
        sl_g1_to_affine_vt(&p[i], &t1);
        s = next_scalar();
        sl_g2 t2;
        sl_g2_from_affine(&t2, &sl_g2_generator);
        sl_g2_mul_vt(&t2, &t2, &s);
        sl_g2_to_affine_vt(&q[i], &t2);
        pairs[i] = (sl_pairing_pair){&p[i], &q[i], NULL};
    }
    sl_fp12 f;
    sl_pairing_miller_vt(&f, pairs, n);
    sl_pairing_final_exp_vt(&f, &f);
    uint8_t bytes[SL_FP12_BYTES];
    sl_fp12_to_bytes(bytes, &f);
    uint8_t got[SL_SHA256_BYTES];
    uint8_t want[SL_SHA256_BYTES];
    sl_sha256_digest(got, bytes, sizeof bytes);
    sl_test_unhex(want, sizeof want, digest);
    SL_CHECK_MEM(got, want, sizeof want);
}

SL_TEST(one_pair) {
    check_pairs(1, "c46eb14d57a13b417276fcb1ac4f69a6c875b2370584def4c10bd1bc8a2ef066");
}

SL_TEST(four_pairs) {
    check_pairs(4, "35af737db1124adb52fddda2ba3a7f15d838d2504bf8ecf0e0ab81880ee3cdaf");
}
