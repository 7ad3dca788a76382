// SPDX-License-Identifier: MIT OR Apache-2.0
/* Every way in which an uncompressed point of a key can be wrong. */
#ifndef SL_TESTS_UNIT_PROOF_GROTH16_BAD_POINTS_H
#define SL_TESTS_UNIT_PROOF_GROTH16_BAD_POINTS_H

#include "harness/test.h"
#include "math/curve/encoding.h"

/* Up to BAD_OUTSIDE decoding refuses them; that one needs the subgroup check; BAD_NEGATED is a good point, but not the
 * right one. */
typedef enum bad_point {
    BAD_INFINITY,
    BAD_ALL_ZERO,
    BAD_OFF_CURVE,
    BAD_TOO_LARGE,
    BAD_FLAG_80,
    BAD_FLAG_40,
    BAD_FLAG_20,
    BAD_OUTSIDE,
    BAD_NEGATED,
    BAD_POINTS_N
} bad_point;

/* On the curve and outside the subgroup: the first x from 1 up that has such a y. */
static inline void g1_outside(uint8_t *out) {
    sl_g1_affine p = {.x = sl_fp_one()};
    for (const sl_fp one = sl_fp_one();; sl_fp_add(&p.x, &p.x, &one)) {
        sl_fp y2;
        sl_fp_sqr(&y2, &p.x);
        sl_fp_mul(&y2, &y2, &p.x);
        sl_fp_add(&y2, &y2, &sl_g1_b);
        if (sl_fp_sqrt_vt(&p.y, &y2) && !sl_g1_affine_in_subgroup_vt(&p)) {
            sl_g1_encode_uncompressed(out, &p);
            return;
        }
    }
}

static inline void g2_outside(uint8_t *out) {
    sl_g2_affine p = {.x = sl_fp2_one()};
    for (const sl_fp2 one = sl_fp2_one();; sl_fp2_add(&p.x, &p.x, &one)) {
        sl_fp2 y2;
        sl_fp2_sqr(&y2, &p.x);
        sl_fp2_mul(&y2, &y2, &p.x);
        sl_fp2_add(&y2, &y2, &sl_g2_b);
        if (sl_fp2_sqrt_vt(&p.y, &y2) && !sl_g2_affine_in_subgroup_vt(&p)) {
            sl_g2_encode_uncompressed(out, &p);
            return;
        }
    }
}

static inline void point_negate(uint8_t *at, size_t bytes) {
    if (bytes == SL_G1_UNCOMPRESSED_BYTES) {
        sl_g1_affine p;
        SL_CHECK(sl_g1_decode_uncompressed_vt(&p, at, 0) == SL_POINT_OK);
        sl_g1_affine_neg(&p, &p);
        sl_g1_encode_uncompressed(at, &p);
    } else {
        sl_g2_affine p;
        SL_CHECK(sl_g2_decode_uncompressed_vt(&p, at, 0) == SL_POINT_OK);
        sl_g2_affine_neg(&p, &p);
        sl_g2_encode_uncompressed(at, &p);
    }
}

/* Damages the good point of 96 or 192 bytes at `at`. */
static inline void point_damage(uint8_t *at, size_t bytes, bad_point kind) {
    switch (kind) {
    case BAD_INFINITY:
    case BAD_ALL_ZERO:
        memset(at, 0, bytes);
        at[0] = kind == BAD_INFINITY ? 0x40 : 0;
        break;
    case BAD_OFF_CURVE:
        at[bytes - 1] ^= 1;
        break;
    case BAD_TOO_LARGE:
        memset(at + bytes / 2, 0x1f, 48);
        break;
    case BAD_FLAG_80:
    case BAD_FLAG_40:
    case BAD_FLAG_20:
        at[0] |= (uint8_t)(0x80 >> (kind - BAD_FLAG_80));
        break;
    case BAD_OUTSIDE:
        if (bytes == SL_G1_UNCOMPRESSED_BYTES) {
            g1_outside(at);
        } else {
            g2_outside(at);
        }
        break;
    default:
        point_negate(at, bytes);
    }
}

#endif
