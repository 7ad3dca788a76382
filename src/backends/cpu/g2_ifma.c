// SPDX-License-Identifier: MIT OR Apache-2.0
/* G2 of the ifma set: coordinates in Fp2 over the lanes of fp_ifma.h. Products are below 4.3 in each part. */
#include <string.h>

#include "backends/cpu/fp_words_ifma.h"
#include "backends/cpu/kernels_ifma.h"
#include "core/base/error.h"

typedef struct fp28 {
    fp8 c0, c1;
} fp28;

#define E fp28
#define E_BYTES 128
#define E_FP_N 2
#define E_(name) e2_##name
#define C_(name) g2_##name
#define AFFINE sl_g2_affine
#define AFFINE_NEG sl_g2_affine_neg
#define AFFINE_ADD affine_add

static void affine_add(sl_g2_affine *out, const sl_g2_affine *a, const sl_g2_affine *b) {
    sl_g2 sum;
    sl_g2_from_affine(&sum, a);
    sl_g2_add_affine(&sum, &sum, b);
    sl_g2_to_affine_vt(out, &sum);
}

SL_INLINE fp8 *e2_part(fp28 *a, int i) {
    return i == 0 ? &a->c0 : &a->c1;
}

SL_INLINE void e2_one(fp28 *out) {
    fp8_broadcast(&out->c0, fp8_one_limbs);
    memset(&out->c1, 0, sizeof out->c1);
}

SL_INLINE void e2_load(fp28 *out, const void *const rows[FP8_LANES], size_t offset) {
    fp8_load(&out->c0, rows, offset);
    fp8_load(&out->c1, rows, offset + 64);
}

SL_INLINE void e2_store(void *const rows[FP8_LANES], size_t offset, const fp28 *a, __mmask8 mask) {
    fp8_store(rows, offset, &a->c0, mask);
    fp8_store(rows, offset + 64, &a->c1, mask);
}

SL_INLINE void e2_sub(fp28 *out, const fp28 *a, const fp28 *b, int k) {
    fp8_sub(&out->c0, &a->c0, &b->c0, k);
    fp8_sub(&out->c1, &a->c1, &b->c1, k);
}

/*
 * Karatsuba: low = a0 b0, high = a1 b1, cross = (a0 + a1)(b0 + b1); (low - high) + (cross - low - high) u. The limbs
 * come out uncarried: low, high and cross are below 1.2, 2 p and 3 p keep the parts positive.
 */
static void e2_mul_uncarried(fp28 *out, const fp28 *a, const fp28 *b) {
    fp8 low;
    fp8 high;
    fp8 cross;
    fp8 sum_a;
    fp8 sum_b;
    fp8_add(&sum_a, &a->c0, &a->c1);
    fp8_add(&sum_b, &b->c0, &b->c1);
    fp8_mul_uncarried(&low, &a->c0, &b->c0);
    fp8_mul_uncarried(&high, &a->c1, &b->c1);
    fp8_mul_uncarried(&cross, &sum_a, &sum_b);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i both = _mm512_add_epi64(low.l[i], high.l[i]);
        out->c0.l[i] = _mm512_add_epi64(_mm512_sub_epi64(low.l[i], high.l[i]), fp8_multiple(i, 2));
        out->c1.l[i] = _mm512_add_epi64(_mm512_sub_epi64(cross.l[i], both), fp8_multiple(i, 3));
    }
}

SL_INLINE void e2_mul(fp28 *out, const fp28 *a, const fp28 *b) {
    fp28 r;
    e2_mul_uncarried(&r, a, b);
    fp8_carry(&r.c0);
    fp8_carry(&r.c1);
    *out = r;
}

/* (a0 + a1)(a0 - a1) + 2 a0 a1 u, uncarried, both below 2.4; a below 5. */
static void e2_sqr_uncarried(fp28 *out, const fp28 *a) {
    fp8 sum;
    fp8 difference;
    fp8 cross;
    fp8_add(&sum, &a->c0, &a->c1);
    fp8_sub(&difference, &a->c0, &a->c1, 5);
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
    fp8_carry(&r.c0);
    fp8_carry(&r.c1);
    *out = r;
}

SL_INLINE void sub_reduce(fp8 *a, const fp8 *b, int k) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        a->l[i] = _mm512_add_epi64(_mm512_sub_epi64(a->l[i], b->l[i]), fp8_multiple(i, k));
    }
    fp8_reduce(a);
}

/* a^2 - b - c, below 2.01; a below 5, b and c below 2.01. */
SL_INLINE void e2_sqr_sub_sub(fp28 *out, const fp28 *a, const fp28 *b, const fp28 *c) {
    fp28 r;
    e2_sqr_uncarried(&r, a);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        r.c0.l[i] = _mm512_sub_epi64(r.c0.l[i], c->c0.l[i]);
        r.c1.l[i] = _mm512_sub_epi64(r.c1.l[i], c->c1.l[i]);
    }
    sub_reduce(&r.c0, &b->c0, 5);
    sub_reduce(&r.c1, &b->c1, 5);
    *out = r;
}

/* a b - c, below 2.01; c below 3. */
SL_INLINE void e2_mul_sub(fp28 *out, const fp28 *a, const fp28 *b, const fp28 *c) {
    fp28 r;
    e2_mul_uncarried(&r, a, b);
    sub_reduce(&r.c0, &c->c0, 4);
    sub_reduce(&r.c1, &c->c1, 4);
    *out = r;
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

SL_INLINE __mmask8 e2_low_zero_mask(const fp28 *a) {
    const __m512i any = _mm512_or_si512(a->c0.l[0], a->c1.l[0]);
    return _mm512_testn_epi64_mask(any, any);
}

/* 4 (u + 1) in Montgomery form. */
SL_INLINE void e2_add_curve_b(fp28 *a) {
    fp8 one;
    fp8_broadcast(&one, fp8_one_limbs);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i four = _mm512_slli_epi64(one.l[i], 2);
        a->c0.l[i] = _mm512_add_epi64(a->c0.l[i], four);
        a->c1.l[i] = _mm512_add_epi64(a->c1.l[i], four);
    }
    fp8_carry(&a->c0);
    fp8_carry(&a->c1);
}

/* Both vectors' lanes inverted, with one inversion; false, and nothing done, if any lane is 0. */
static bool e2_invert_pair(fp28 product[2]) {
    enum { LANES = 2 * FP8_LANES };
    sl_fp c0[LANES];
    sl_fp c1[LANES];
    for (int v = 0; v < 2; v++) {
        /* Through the multiplier: products below 4.3 may not be handed over as they are. */
        fp8_to_scalars(c0 + v * FP8_LANES, &product[v].c0);
        fp8_to_scalars(c1 + v * FP8_LANES, &product[v].c1);
    }
    sl_fp2 before[LANES];
    sl_fp2 running = sl_fp2_one();
    for (int i = 0; i < LANES; i++) {
        before[i] = running;
        sl_fp2_mul(&running, &running, &(sl_fp2){c0[i], c1[i]});
    }
    if (sl_fp2_is_zero(&running)) {
        return false;
    }
    sl_fp2_inv_vt(&running, &running);
    for (int i = LANES; i-- > 0;) {
        sl_fp2 inverse;
        sl_fp2_mul(&inverse, &running, &before[i]);
        sl_fp2_mul(&running, &running, &(sl_fp2){c0[i], c1[i]});
        c0[i] = inverse.c0;
        c1[i] = inverse.c1;
    }
    for (int v = 0; v < 2; v++) {
        fp8_from_scalars(&product[v].c0, c0 + v * FP8_LANES);
        fp8_from_scalars(&product[v].c1, c1 + v * FP8_LANES);
    }
    return true;
}

static void g2_to_affine(void *affine, const void *slots, size_t n);
static void g2_from_affine(void *slots, const void *affine, size_t n);

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
    .copy = g2_copy,
};
