// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Membership in the subgroups of order r, by endomorphisms (Scott: eprint 2021/1130; El Housni, Guillevic, Piellard:
 * eprint 2022/352, which closes the proofs): one multiplication by z^2 (G1) or z (G2) in place of one by r.
 */
#include "math/curve/g1.h"
#include "math/curve/g2.h"

#define Z_ABS UINT64_C(0xd201000000010000) /* |z|; the parameter z of the curve is negative */

/* 2^((p - 1) / 3), a cube root of 1: (x, y) -> (beta x, y) is multiplication by -z^2 in the subgroup of G1. */
static const sl_fp beta = {{UINT64_C(0x30f1361b798a64e8), UINT64_C(0xf3b8ddab7ece5a2a), UINT64_C(0x16a8ca3ac61577f7),
                            UINT64_C(0xc26a2ff874fd029b), UINT64_C(0x3636b76660701c6e), UINT64_C(0x051ba4ab241b6160)}};

/* (u + 1)^(-(p - 1) / 3) and (u + 1)^(-(p - 1) / 2): psi below. */
static const sl_fp2 psi_x = {
    {{0}},
    {{UINT64_C(0x890dc9e4867545c3), UINT64_C(0x2af322533285a5d5), UINT64_C(0x50880866309b7e2c),
      UINT64_C(0xa20d1b8c7e881024), UINT64_C(0x14e4f04fe2db9068), UINT64_C(0x14e56d3f1564853a)}},
};
static const sl_fp2 psi_y = {
    {{UINT64_C(0x3e2f585da55c9ad1), UINT64_C(0x4294213d86c18183), UINT64_C(0x382844c88b623732),
      UINT64_C(0x92ad2afd19103e18), UINT64_C(0x1d794e4fac7cf0b9), UINT64_C(0x0bd592fc7d825ec8)}},
    {{UINT64_C(0x7bcfa7a25aa30fda), UINT64_C(0xdc17dec12a927e7c), UINT64_C(0x2f088dd86b4ebef1),
      UINT64_C(0xd1ca2087da74d4a7), UINT64_C(0x2da2596696cebc1d), UINT64_C(0x0e2b7eedbbfd87d2)}},
};

bool sl_g1_affine_in_subgroup_vt(const sl_g1_affine *a) {
    if (sl_g1_affine_is_identity(a)) {
        return true;
    }
    /* t = z^2 a: double and add with |z|, twice. */
    sl_g1 t;
    sl_g1_from_affine(&t, a);
    for (int bit = 62; bit >= 0; bit--) {
        sl_g1_dbl(&t, &t);
        if (Z_ABS >> bit & 1) {
            sl_g1_add_affine(&t, &t, a);
        }
    }
    const sl_g1 za = t;
    for (int bit = 62; bit >= 0; bit--) {
        sl_g1_dbl(&t, &t);
        if (Z_ABS >> bit & 1) {
            sl_g1_add(&t, &t, &za);
        }
    }
    sl_g1_affine phi = *a;
    sl_fp_mul(&phi.x, &phi.x, &beta);
    sl_g1_add_affine(&t, &t, &phi);
    return sl_g1_is_identity(&t);
}

bool sl_g2_affine_in_subgroup_vt(const sl_g2_affine *a) {
    if (sl_g2_affine_is_identity(a)) {
        return true;
    }
    /* psi = twist . Frobenius . untwist is multiplication by z, so |z| a + psi(a) = 0. */
    sl_g2 t;
    sl_g2_from_affine(&t, a);
    for (int bit = 62; bit >= 0; bit--) {
        sl_g2_dbl(&t, &t);
        if (Z_ABS >> bit & 1) {
            sl_g2_add_affine(&t, &t, a);
        }
    }
    sl_g2_affine psi;
    sl_fp2_conj(&psi.x, &a->x);
    sl_fp2_conj(&psi.y, &a->y);
    sl_fp2_mul(&psi.x, &psi.x, &psi_x);
    sl_fp2_mul(&psi.y, &psi.y, &psi_y);
    sl_g2_add_affine(&t, &t, &psi);
    return sl_g2_is_identity(&t);
}
