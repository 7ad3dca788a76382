// SPDX-License-Identifier: MIT OR Apache-2.0
/* G2 of the ifma set: coordinates in Fp2 over the lanes of fp_ifma.h. Products are below 2.3 in each part. */
#include <string.h>

#include "backends/cpu/fp_words_ifma.h"
#include "backends/cpu/kernels_ifma.h"
#include "backends/cpu/pairs_ahead.h"
#include "core/base/error.h"

typedef struct fp28 {
    fp8 c0, c1;
} fp28;

#define E fp28
#define E_BYTES 128
#define E_FP_N 2
#define GROUPS_MAX 96
#define E_(name) e2_##name
#define C_(name) g2_##name
#define POINT sl_g2
#define POINT_(name) sl_g2_##name
#define AFFINE sl_g2_affine

SL_INLINE fp8 *e2_part(fp28 *a, int i) {
    return i == 0 ? &a->c0 : &a->c1;
}

SL_INLINE void e2_one(fp28 *out) {
    fp8_broadcast(&out->c0, fp8_one_limbs);
    memset(&out->c1, 0, sizeof out->c1);
}

SL_INLINE void e2_load(fp28 *out, const sl_point_ref *refs, size_t offset) {
    fp8_load_refs(&out->c0, refs, offset);
    fp8_load_refs(&out->c1, refs, offset + 64);
}

SL_INLINE void e2_load_rows(fp28 *out, const void *const rows[FP8_LANES], size_t offset) {
    fp8_load(&out->c0, rows, offset);
    fp8_load(&out->c1, rows, offset + 64);
}

SL_INLINE void e2_store(void *const rows[FP8_LANES], size_t offset, const fp28 *a, __mmask8 mask) {
    fp8_store(rows, offset, &a->c0, mask);
    fp8_store(rows, offset + 64, &a->c1, mask);
}

SL_INLINE void e2_store_pairs(const sl_point_pair *pairs, size_t offset, const fp28 *a, __mmask8 mask) {
    fp8_store_pairs(pairs, offset, &a->c0, mask);
    fp8_store_pairs(pairs, offset + 64, &a->c1, mask);
}

SL_INLINE void e2_sub(fp28 *out, const fp28 *a, const fp28 *b, int k) {
    fp8_sub(&out->c0, &a->c0, &b->c0, k);
    fp8_sub(&out->c1, &a->c1, &b->c1, k);
}

/* Factors are carried here, because a multiplication begins with the sums of their parts. */
SL_INLINE void e2_sub_factor(fp28 *out, const fp28 *a, const fp28 *b, int k) {
    e2_sub(out, a, b, k);
}

SL_INLINE void e2_signed(fp28 *out, const fp28 *a, __mmask8 mask) {
    fp8_signed(&out->c0, &a->c0, mask);
    fp8_signed(&out->c1, &a->c1, mask);
}

/*
 * Karatsuba on products that are not reduced: low = a0 b0, high = a1 b1, cross = (a0 + a1)(b0 + b1); two reductions,
 * of low - high and cross - low - high. Limbs uncarried; the first part is below 3.3 (p keeps it positive), the second
 * below 2.2.
 */
static SL_NOINLINE void e2_mul_uncarried(fp28 *out, const fp28 *a, const fp28 *b) {
    fp8 sum_a;
    fp8 sum_b;
    fp8_add_linked(&sum_a, &a->c0, &a->c1);
    fp8_add_linked(&sum_b, &b->c0, &b->c1);
    fp8_wide low;
    fp8_wide high;
    fp8_wide both;
    fp8_mul_wide(&low, &a->c0, &b->c0);
    fp8_mul_wide(&high, &a->c1, &b->c1);
    SL_UNROLL
    for (int i = 0; i < 2 * FP8_LIMBS; i++) {
        both.l[i] = _mm512_add_epi64(low.l[i], high.l[i]);
        low.l[i] = _mm512_sub_epi64(low.l[i], high.l[i]);
    }
    fp8_redc(&out->c0, &low);
    fp8_mul_wide(&high, &sum_a, &sum_b);
    SL_UNROLL
    for (int i = 0; i < 2 * FP8_LIMBS; i++) {
        high.l[i] = _mm512_sub_epi64(high.l[i], both.l[i]);
    }
    fp8_redc(&out->c1, &high);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->c0.l[i] = _mm512_add_epi64(out->c0.l[i], fp8_multiple(i, 1));
    }
}

SL_INLINE void e2_carry(fp28 *a) {
    fp8_carry(&a->c0);
    fp8_carry(&a->c1);
}

SL_INLINE void e2_mul(fp28 *out, const fp28 *a, const fp28 *b) {
    fp28 r;
    e2_mul_uncarried(&r, a, b);
    e2_carry(&r);
    *out = r;
}

SL_INLINE void e2_mul_factor_both(fp28 out[2], const fp28 a[2], const fp28 b[2]) {
    for (int c = 0; c < 2; c++) {
        e2_mul(&out[c], &a[c], &b[c]);
    }
}

/* (a0 + a1)(a0 - a1) + 2 a0 a1 u, uncarried, below 2.2 and 4.4; the second part of a below 3. */
static SL_NOINLINE void e2_sqr_uncarried(fp28 *out, const fp28 *a) {
    fp8 sum;
    fp8 difference;
    fp8 cross;
    fp8_add_linked(&sum, &a->c0, &a->c1);
    fp8_sub_linked(&difference, &a->c0, &a->c1, 3);
    fp8_mul_uncarried(&cross, &a->c0, &a->c1);
    fp8_mul_uncarried(&out->c0, &sum, &difference);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        out->c1.l[i] = _mm512_add_epi64(cross.l[i], cross.l[i]);
    }
}

SL_INLINE void e2_sqr(fp28 *out, const fp28 *a) {
    fp28 r;
    e2_sqr_uncarried(&r, a);
    e2_carry(&r);
    *out = r;
}

SL_INLINE void x3_part(fp8 *r, const fp8 *xa, const fp8 *difference) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i both = _mm512_add_epi64(_mm512_add_epi64(xa->l[i], xa->l[i]), difference->l[i]);
        r->l[i] = _mm512_add_epi64(_mm512_sub_epi64(r->l[i], both), fp8_multiple(i, 8));
    }
    fp8_reduce(r);
}

SL_INLINE void e2_x3_both(fp28 out[2], const fp28 slope[2], const fp28 xa[2], const fp28 difference[2]) {
    for (int c = 0; c < 2; c++) {
        e2_sqr_uncarried(&out[c], &slope[c]);
        x3_part(&out[c].c0, &xa[c].c0, &difference[c].c0);
        x3_part(&out[c].c1, &xa[c].c1, &difference[c].c1);
    }
}

SL_INLINE void y3_part(fp8 *r, const fp8 *ya) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        r->l[i] = _mm512_add_epi64(_mm512_sub_epi64(r->l[i], ya->l[i]), fp8_multiple(i, 3));
    }
    fp8_reduce(r);
}

SL_INLINE void e2_y3_both(fp28 out[2], const fp28 slope[2], const fp28 step[2], const fp28 ya[2]) {
    for (int c = 0; c < 2; c++) {
        e2_mul_uncarried(&out[c], &slope[c], &step[c]);
        y3_part(&out[c].c0, &ya[c].c0);
        y3_part(&out[c].c1, &ya[c].c1);
    }
}

SL_INLINE void e2_negate_masked(fp28 *out, const fp28 *a, __mmask8 mask, int k) {
    fp8_negate_masked(&out->c0, &a->c0, mask, k);
    fp8_negate_masked(&out->c1, &a->c1, mask, k);
}

SL_INLINE void e2_select(fp28 *out, __mmask8 mask, const fp28 *if_set, const fp28 *if_clear) {
    fp8_select(&out->c0, mask, &if_set->c0, &if_clear->c0);
    fp8_select(&out->c1, mask, &if_set->c1, &if_clear->c1);
}

SL_INLINE void e2_reduce(fp28 *a) {
    fp8_reduce(&a->c0);
    fp8_reduce(&a->c1);
}

SL_INLINE __mmask8 e2_zero_mask(const fp28 *a) {
    return fp8_zero_mask(&a->c0) & fp8_zero_mask(&a->c1);
}

SL_INLINE __mmask8 e2_low_zero_mask(const fp28 *a, const fp28 *b) {
    const __m512i any_a = _mm512_or_si512(a->c0.l[0], a->c1.l[0]);
    const __m512i any_b = _mm512_or_si512(b->c0.l[0], b->c1.l[0]);
    const __m512i least = _mm512_min_epu64(any_a, any_b);
    return _mm512_testn_epi64_mask(least, least);
}

/* y^2 - x^3 - b over R^2, below 2.01, of which 0 is a point of the curve; x and y of a slot. */
SL_INLINE void e2_curve_difference(fp28 *out, const fp28 *x, const fp28 *y) {
    fp28 cube;
    e2_sqr(&cube, x);
    e2_mul(&cube, &cube, x);
    e2_sqr(out, y);
    /* The cube is below 3.3, parts of b below 1. */
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i more = _mm512_sub_epi64(fp8_multiple(i, 5), lanes8_set1(fp_slot_b[i]));
        out->c0.l[i] = _mm512_add_epi64(_mm512_sub_epi64(out->c0.l[i], cube.c0.l[i]), more);
        out->c1.l[i] = _mm512_add_epi64(_mm512_sub_epi64(out->c1.l[i], cube.c1.l[i]), more);
    }
    e2_reduce(out);
}

/* All lanes inverted, with one inversion; false, and nothing done, if any lane is 0. */
static bool e2_invert(fp28 *product) {
    fp28 of_others[3];
    fp28 all = *product;
    for (int k = 0; k < 3; k++) {
        fp8_lanes_swapped(&of_others[k].c0, &all.c0, k);
        fp8_lanes_swapped(&of_others[k].c1, &all.c1, k);
        e2_mul(&all, &all, &of_others[k]);
    }
    sl_fp2 inverse;
    fp8_to_scalar(&inverse.c0, &all.c0);
    fp8_to_scalar(&inverse.c1, &all.c1);
    if (sl_fp2_is_zero(&inverse)) {
        return false;
    }
    sl_fp2_inv_vt(&inverse, &inverse);
    fp8_from_scalar(&all.c0, &inverse.c0);
    fp8_from_scalar(&all.c1, &inverse.c1);
    for (int k = 3; k-- > 0;) {
        e2_mul(&all, &all, &of_others[k]);
    }
    *product = all;
    return true;
}

#include "backends/cpu/curve_ifma_tmpl.h"

const sl_curve_kernels sl_g2_kernels_ifma = {
    .slot_bytes = g2_slot_bytes,
    .key_bytes = g2_key_bytes,
    .affine_bytes = sizeof(sl_g2_affine),
    .pairs_max = FP8_LANES * g2_groups_max,
    .scratch_bytes = sizeof(g2_scratch),
    .decode = g2_decode,
    .encode = g2_encode,
    .from_affine = g2_from_affine,
    .to_affine = g2_to_affine,
    .add_pairs = g2_add_pairs,
    .add_pairs_ahead = g2_add_pairs_ahead,
    .copy = g2_copy,
};
