// SPDX-License-Identifier: MIT OR Apache-2.0
/* G1 of the ifma set. */
#include <string.h>

#include "backends/cpu/fp_words_ifma.h"
#include "backends/cpu/kernels_ifma.h"
#include "core/base/error.h"

#define E fp8
#define E_BYTES 64
#define E_FP_N 1
#define E_(name) e1_##name
#define C_(name) g1_##name
#define AFFINE sl_g1_affine
#define AFFINE_NEG sl_g1_affine_neg
#define AFFINE_ADD affine_add

static void affine_add(sl_g1_affine *out, const sl_g1_affine *a, const sl_g1_affine *b) {
    sl_g1 sum;
    sl_g1_from_affine(&sum, a);
    sl_g1_add_affine(&sum, &sum, b);
    sl_g1_to_affine_vt(out, &sum);
}

SL_INLINE fp8 *e1_part(fp8 *a, int i) {
    (void)i;
    return a;
}

SL_INLINE void e1_one(fp8 *out) {
    fp8_broadcast(out, fp8_one_limbs);
}

SL_INLINE void e1_load(fp8 *out, const void *const rows[FP8_LANES], size_t offset) {
    fp8_load(out, rows, offset);
}

SL_INLINE void e1_store(void *const rows[FP8_LANES], size_t offset, const fp8 *a, __mmask8 mask) {
    fp8_store(rows, offset, a, mask);
}

SL_INLINE void e1_sub(fp8 *out, const fp8 *a, const fp8 *b, int k) {
    fp8_sub(out, a, b, k);
}

SL_INLINE void e1_mul(fp8 *out, const fp8 *a, const fp8 *b) {
    fp8_mul(out, a, b);
}

SL_INLINE void e1_sqr(fp8 *out, const fp8 *a) {
    fp8_sqr(out, a);
}

/* a^2 - b - c, below 2.01; b and c below 2.01. */
SL_INLINE void e1_sqr_sub_sub(fp8 *out, const fp8 *a, const fp8 *b, const fp8 *c) {
    fp8 r;
    fp8_sqr_uncarried(&r, a);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        r.l[i] = _mm512_add_epi64(_mm512_sub_epi64(r.l[i], _mm512_add_epi64(b->l[i], c->l[i])), fp8_multiple(i, 5));
    }
    fp8_reduce(&r);
    *out = r;
}

/* a b - c, below 2.01; c below 3. */
SL_INLINE void e1_mul_sub(fp8 *out, const fp8 *a, const fp8 *b, const fp8 *c) {
    fp8 r;
    fp8_mul_uncarried(&r, a, b);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        r.l[i] = _mm512_add_epi64(_mm512_sub_epi64(r.l[i], c->l[i]), fp8_multiple(i, 4));
    }
    fp8_reduce(&r);
    *out = r;
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

SL_INLINE __mmask8 e1_low_zero_mask(const fp8 *a) {
    return _mm512_testn_epi64_mask(a->l[0], a->l[0]);
}

/* 4 in Montgomery form. */
SL_INLINE void e1_add_curve_b(fp8 *a) {
    fp8 one;
    fp8_broadcast(&one, fp8_one_limbs);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        a->l[i] = _mm512_add_epi64(a->l[i], _mm512_slli_epi64(one.l[i], 2));
    }
    fp8_carry(a);
}

/* Both vectors' lanes inverted, with one inversion; false, and nothing done, if any lane is 0. */
static bool e1_invert_pair(fp8 product[2]) {
    sl_fp lanes[2 * FP8_LANES];
    sl_fp before[2 * FP8_LANES];
    fp8_to_scalars(lanes, &product[0]);
    fp8_to_scalars(lanes + FP8_LANES, &product[1]);
    sl_fp running = sl_fp_one();
    for (int i = 0; i < 2 * FP8_LANES; i++) {
        before[i] = running;
        sl_fp_mul(&running, &running, &lanes[i]);
    }
    if (sl_fp_is_zero(&running)) {
        return false;
    }
    sl_fp_inv_vt(&running, &running);
    for (int i = 2 * FP8_LANES; i-- > 0;) {
        sl_fp inverse;
        sl_fp_mul(&inverse, &running, &before[i]);
        sl_fp_mul(&running, &running, &lanes[i]);
        lanes[i] = inverse;
    }
    fp8_from_scalars(&product[0], lanes);
    fp8_from_scalars(&product[1], lanes + FP8_LANES);
    return true;
}

static void g1_to_affine(void *affine, const void *slots, size_t n);
static void g1_from_affine(void *slots, const void *affine, size_t n);

#include "backends/cpu/curve_ifma_tmpl.h"

const sl_curve_kernels sl_g1_kernels_ifma = {
    .slot_bytes = g1_slot_bytes,
    .key_bytes = g1_key_bytes,
    .affine_bytes = sizeof(sl_g1_affine),
    .pairs_max = FP8_LANES * g1_groups_max,
    .scratch_bytes = sizeof(g1_scratch),
    .decode = g1_decode,
    .encode = g1_encode,
    .from_affine = g1_from_affine,
    .to_affine = g1_to_affine,
    .add_pairs = g1_add_pairs,
    .copy = g1_copy,
};
