// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Both tables of curve entries for a set that computes with the words of sl_fp: sl_g1_kernels_SET and
 * sl_g2_kernels_SET, whose slots are sl_g1_affine and sl_g2_affine.
 *
 * Included with K_(name) (the name with the set's suffix) and the multiplications of the inner loops, K_FP_MUL and
 * K_FP2_MUL.
 */
#include <string.h>

#include "math/kernels/kernels.h"

static bool fp2_read(sl_fp2 *out, const uint8_t *bytes) {
    return sl_fp_from_bytes(&out->c1, bytes) && sl_fp_from_bytes(&out->c0, bytes + SL_FP_BYTES);
}

static void fp2_write(uint8_t *bytes, const sl_fp2 *a) {
    sl_fp_to_bytes(bytes, &a->c1);
    sl_fp_to_bytes(bytes + SL_FP_BYTES, &a->c0);
}

/* b if choice is 1, a if it is 0. */
SL_INLINE sl_fp sl_fp_select(const sl_fp *a, const sl_fp *b, uint64_t choice) {
    const uint64_t mask = sl_limb_mask((sl_carry)choice);
    sl_fp out;
    SL_UNROLL
    for (int i = 0; i < 6; i++) {
        out.l[i] = sl_limb_select(mask, b->l[i], a->l[i]);
    }
    return out;
}

SL_INLINE sl_fp2 sl_fp2_select(const sl_fp2 *a, const sl_fp2 *b, uint64_t choice) {
    return (sl_fp2){sl_fp_select(&a->c0, &b->c0, choice), sl_fp_select(&a->c1, &b->c1, choice)};
}

#define PAIRS_MAX_G1 2048
#define PAIRS_MAX_G2 1024

#define G_AFFINE sl_g1_affine
#define G_(name) g1_##name
#define G_B (&sl_g1_b)
#define G_KEY_BYTES 96
#define C_T sl_fp
#define C_(name) sl_fp_##name
#define C_LOW(a) ((a)->l[0])
#define C_MUL K_FP_MUL
#define C_READ sl_fp_from_bytes
#define C_WRITE sl_fp_to_bytes
#include "math/kernels/curve_tmpl.h"
#undef G_AFFINE
#undef G_
#undef G_B
#undef G_KEY_BYTES
#undef C_T
#undef C_
#undef C_LOW
#undef C_MUL
#undef C_READ
#undef C_WRITE

#define G_AFFINE sl_g2_affine
#define G_(name) g2_##name
#define G_B (&sl_g2_b)
#define G_KEY_BYTES 192
#define C_T sl_fp2
#define C_(name) sl_fp2_##name
#define C_LOW(a) ((a)->c0.l[0])
#define C_MUL K_FP2_MUL
#define C_READ fp2_read
#define C_WRITE fp2_write
#include "math/kernels/curve_tmpl.h"

const sl_curve_kernels K_(sl_g1_kernels) = {
    .slot_bytes = sizeof(sl_g1_affine),
    .key_bytes = 96,
    .affine_bytes = sizeof(sl_g1_affine),
    .pairs_max = PAIRS_MAX_G1,
    .scratch_bytes = PAIRS_MAX_G1 * sizeof(sl_fp),
    .decode = g1_decode,
    .encode = g1_encode,
    .from_affine = g1_slots_copy,
    .to_affine = g1_slots_copy,
    .add_pairs = g1_add_pairs,
    .add_pairs_ahead = g1_add_pairs_ahead,
    .copy = g1_copy,
};
const sl_curve_kernels K_(sl_g2_kernels) = {
    .slot_bytes = sizeof(sl_g2_affine),
    .key_bytes = 192,
    .affine_bytes = sizeof(sl_g2_affine),
    .pairs_max = PAIRS_MAX_G2,
    .scratch_bytes = PAIRS_MAX_G2 * sizeof(sl_fp2),
    .decode = g2_decode,
    .encode = g2_encode,
    .from_affine = g2_slots_copy,
    .to_affine = g2_slots_copy,
    .add_pairs = g2_add_pairs,
    .add_pairs_ahead = g2_add_pairs_ahead,
    .copy = g2_copy,
};
