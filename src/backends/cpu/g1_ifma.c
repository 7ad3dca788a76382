// SPDX-License-Identifier: MIT OR Apache-2.0
/* G1 of the ifma set. */
#include <string.h>

#include "backends/cpu/fp_words_ifma.h"
#include "backends/cpu/kernels_ifma.h"
#include "backends/cpu/pairs_ahead.h"
#include "core/base/error.h"

#define E fp8
#define E_BYTES 64
#define E_FP_N 1
#define GROUPS_MAX 192
#define E_(name) e1_##name
#define C_(name) g1_##name
#define POINT sl_g1
#define POINT_(name) sl_g1_##name
#define AFFINE sl_g1_affine

SL_INLINE fp8 *e1_part(fp8 *a, int i) {
    (void)i;
    return a;
}

SL_INLINE void e1_one(fp8 *out) {
    fp8_broadcast(out, fp8_one_limbs);
}

SL_INLINE void e1_load(fp8 *out, const sl_point_ref *refs, size_t offset) {
    fp8_load_refs(out, refs, offset);
}

SL_INLINE void e1_load_rows(fp8 *out, const void *const rows[FP8_LANES], size_t offset) {
    fp8_load(out, rows, offset);
}

SL_INLINE void e1_store(void *const rows[FP8_LANES], size_t offset, const fp8 *a, __mmask8 mask) {
    fp8_store(rows, offset, a, mask);
}

SL_INLINE void e1_store_pairs(const sl_point_pair *pairs, size_t offset, const fp8 *a, __mmask8 mask) {
    fp8_store_pairs(pairs, offset, a, mask);
}

SL_INLINE void e1_sub(fp8 *out, const fp8 *a, const fp8 *b, int k) {
    fp8_sub(out, a, b, k);
}

SL_INLINE void e1_sub_factor(fp8 *out, const fp8 *a, const fp8 *b, int k) {
    fp8_sub_linked(out, a, b, k);
}

SL_INLINE void e1_signed(fp8 *out, const fp8 *a, __mmask8 mask) {
    fp8_signed(out, a, mask);
}

SL_INLINE void e1_mul(fp8 *out, const fp8 *a, const fp8 *b) {
    fp8_mul(out, a, b);
}

/*
 * Two products, or squares, with the bounds of one: the second is formed row by row between the rows that reduce the
 * first, so that the processor has work while a row waits for the one before it. Functions, because they are called
 * often enough to fill the cache of decoded instructions.
 */
static SL_NOINLINE void fp8_mul_both(fp8 out[2], const fp8 a[2], const fp8 b[2]) {
    fp8_wide t;
    fp8_wide u;
    fp8_mul_wide(&t, &a[0], &b[0]);
    fp8_wide_zero(&u);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        fp8_redc_row(&t, i);
        fp8_mul_row(&u, &a[1], &b[1], i);
    }
    fp8_wide_upper(&out[0], &t);
    fp8_redc(&out[1], &u);
}

static SL_NOINLINE void fp8_sqr_both(fp8 out[2], const fp8 a[2]) {
    fp8_wide t;
    fp8_wide u;
    fp8_sqr_wide(&t, &a[0]);
    fp8_wide_zero(&u);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        fp8_redc_row(&t, i);
        fp8_sqr_row(&u, &a[1], i);
    }
    fp8_sqr_end(&u, &a[1]);
    fp8_wide_upper(&out[0], &t);
    fp8_redc(&out[1], &u);
}

SL_INLINE void e1_mul_factor_both(fp8 out[2], const fp8 a[2], const fp8 b[2]) {
    fp8_mul_both(out, a, b);
    fp8_link(&out[0]);
    fp8_link(&out[1]);
}

/* slope^2 - xa - xb, below 2.01, where difference = xb - xa + 3 p; xa and xb below 2.01. */
SL_INLINE void e1_x3_both(fp8 out[2], const fp8 slope[2], const fp8 xa[2], const fp8 difference[2]) {
    fp8_sqr_both(out, slope);
    for (int c = 0; c < 2; c++) {
        SL_UNROLL
        for (int i = 0; i < FP8_LIMBS; i++) {
            const __m512i both = _mm512_add_epi64(_mm512_add_epi64(xa[c].l[i], xa[c].l[i]), difference[c].l[i]);
            out[c].l[i] = _mm512_add_epi64(_mm512_sub_epi64(out[c].l[i], both), fp8_multiple(i, 8));
        }
        fp8_reduce(&out[c]);
    }
}

/* slope step - ya, below 2.01; ya within 2.01 of 0 on either side. */
SL_INLINE void e1_y3_both(fp8 out[2], const fp8 slope[2], const fp8 step[2], const fp8 ya[2]) {
    fp8_mul_both(out, slope, step);
    for (int c = 0; c < 2; c++) {
        SL_UNROLL
        for (int i = 0; i < FP8_LIMBS; i++) {
            out[c].l[i] = _mm512_add_epi64(_mm512_sub_epi64(out[c].l[i], ya[c].l[i]), fp8_multiple(i, 3));
        }
        fp8_reduce(&out[c]);
    }
}

SL_INLINE void e1_negate_masked(fp8 *out, const fp8 *a, __mmask8 mask, int k) {
    fp8_negate_masked(out, a, mask, k);
}

SL_INLINE void e1_select(fp8 *out, __mmask8 mask, const fp8 *if_set, const fp8 *if_clear) {
    fp8_select(out, mask, if_set, if_clear);
}

SL_INLINE void e1_reduce(fp8 *a) {
    fp8_reduce(a);
}

SL_INLINE __mmask8 e1_zero_mask(const fp8 *a) {
    return fp8_zero_mask(a);
}

SL_INLINE __mmask8 e1_low_zero_mask(const fp8 *a, const fp8 *b) {
    const __m512i least = _mm512_min_epu64(a->l[0], b->l[0]);
    return _mm512_testn_epi64_mask(least, least);
}

/* y^2 - x^3 - b over R^2, below 2.01, of which 0 is a point of the curve; x and y of a slot. One reduction for both. */
SL_INLINE void e1_curve_difference(fp8 *out, const fp8 *x, const fp8 *y) {
    fp8 square;
    fp8_wide left;
    fp8_wide right;
    fp8_sqr(&square, x);
    fp8_sqr_wide(&left, y);
    fp8_mul_wide(&right, &square, x);
    SL_UNROLL
    for (int j = 0; j < 2 * FP8_LIMBS; j++) {
        left.l[j] = _mm512_sub_epi64(left.l[j], right.l[j]);
    }
    fp8_redc(out, &left);
    /* Within (-0.1, 2.2), less b, which is below 1. */
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i b = lanes8_set1(fp_slot_b[i]);
        out->l[i] = _mm512_add_epi64(_mm512_sub_epi64(out->l[i], b), fp8_multiple(i, 2));
    }
    fp8_reduce(out);
}

/* All lanes inverted, with one inversion; false, and nothing done, if any lane is 0. */
static bool e1_invert(fp8 *product) {
    /* Products of the lanes that are 4, 2 and 1 away, in the end of all eight; inverses the same way back. */
    fp8 of_others[3];
    fp8 all = *product;
    for (int k = 0; k < 3; k++) {
        fp8_lanes_swapped(&of_others[k], &all, k);
        fp8_mul(&all, &all, &of_others[k]);
    }
    sl_fp inverse;
    fp8_to_scalar(&inverse, &all);
    if (sl_fp_is_zero(&inverse)) {
        return false;
    }
    sl_fp_inv_vt(&inverse, &inverse);
    fp8_from_scalar(&all, &inverse);
    for (int k = 3; k-- > 0;) {
        fp8_mul(&all, &all, &of_others[k]);
    }
    *product = all;
    return true;
}

#include "backends/cpu/curve_ifma_tmpl.h"

const sl_curve_kernels sl_g1_kernels_ifma = {
    .slot_bytes = g1_slot_bytes,
    .key_bytes = g1_key_bytes,
    .affine_bytes = sizeof(sl_g1_affine),
    .pairs_max = FP8_LANES * g1_groups_max / 2,
    .stream_pairs_max = FP8_LANES * g1_groups_max,
    .scratch_bytes = sizeof(g1_scratch),
    .decode = g1_decode,
    .encode = g1_encode,
    .from_affine = g1_from_affine,
    .to_affine = g1_to_affine,
    .add_pairs = g1_add_pairs,
    .add_pairs_ahead = g1_add_pairs_ahead,
    .copy = g1_copy,
};
