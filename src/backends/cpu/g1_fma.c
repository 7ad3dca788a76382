// SPDX-License-Identifier: MIT OR Apache-2.0
/* G1 of the fma set. */
#include <string.h>

#include "backends/cpu/fp_words_fma.h"
#include "backends/cpu/kernels_fma.h"
#include "backends/cpu/pairs_ahead.h"
#include "math/curve/g1.h"

#define E fp4
#define E_BYTES 64
#define E_FP_N 1
#define E_(name) e1_##name
#define C_(name) g1_##name
#define POINT sl_g1
#define POINT_(name) sl_g1_##name
#define AFFINE sl_g1_affine

SL_INLINE fp4 *e1_part(fp4 *a, int i) {
    (void)i;
    return a;
}

SL_INLINE void e1_one(fp4 *out) {
    fp4_broadcast(out, fp4_one_limbs);
}

SL_INLINE void e1_load(fp4 *out, const void *const rows[FP4_LANES], size_t offset) {
    fp4_load(out, rows, offset);
}

SL_INLINE void e1_store(void *const rows[FP4_LANES], size_t offset, const fp4 *a, unsigned mask) {
    fp4_store(rows, offset, a, mask);
}

SL_INLINE void e1_add(fp4 *out, const fp4 *a, const fp4 *b) {
    fp4_add(out, a, b);
}

SL_INLINE void e1_sub(fp4 *out, const fp4 *a, const fp4 *b) {
    fp4_sub(out, a, b);
}

/* a *= scale_a; out = scale_b b - a. */
SL_INLINE void e1_scale_sub(fp4 *out, fp4 *a, const fp4 *b, __m256d scale_a, __m256d scale_b) {
    fp4_scale_sub(out, a, b, scale_a, scale_b);
}

/* a balanced, b wide; out may be a. */
SL_INLINE void e1_mul(fp4 *out, const fp4 *a, const fp4 *b) {
    fp4_mul(out, a, b);
}

SL_INLINE void e1_sqr(fp4 *out, const fp4 *a) {
    fp4_mul(out, a, a);
}

/* a^2 - b, reduced. */
SL_INLINE void e1_sqr_sub(fp4 *out, const fp4 *a, const fp4 *b) {
    fp4_sqr_sub(out, a, b);
}

/* a b - c, reduced. */
SL_INLINE void e1_mul_sub(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c) {
    fp4_mul_sub(out, a, b, c);
}

SL_INLINE void e1_select(fp4 *out, __m256d mask, const fp4 *if_set, const fp4 *if_clear) {
    fp4_select(out, mask, if_set, if_clear);
}

SL_INLINE void e1_reduce(fp4 *a) {
    fp4_reduce(a);
}

SL_INLINE unsigned e1_zero_mask(const fp4 *a) {
    return fp4_zero_mask(a);
}

/* Any lane of a or b with low limb 0: neither product of limbs can be too small for a double. */
SL_INLINE bool e1_any_low_zero(const fp4 *a, const fp4 *b) {
    const __m256d product = _mm256_mul_pd(a->l[0], b->l[0]);
    return _mm256_movemask_pd(_mm256_cmp_pd(product, _mm256_setzero_pd(), _CMP_EQ_OQ)) != 0;
}

/* a - 4, not carried. */
SL_INLINE void e1_sub_curve_b(fp4 *a) {
    fp4_sub_four(a);
}

/*
 * All lanes inverted, with one inversion; false, and nothing done, if any lane is 0. The product of all lanes, in every
 * lane, is inverted once; the product of the other three is what a lane's own inverse has more.
 */
static bool e1_invert(fp4 *a) {
    fp4 first = *a;
    fp4 next;
    fp4 pair;
    fp4 opposite;
    fp4 all;
    sl_fp inverse;
    fp4_reduce(&first);
    fp4_rotate_one(&next, &first);
    fp4_mul(&pair, &first, &next);
    fp4_rotate_two(&opposite, &pair);
    fp4_mul(&all, &pair, &opposite);
    fp4_to_scalar(&inverse, &all);
    if (sl_fp_is_zero(&inverse)) {
        return false;
    }
    sl_fp_inv_vt(&inverse, &inverse);
    fp4_from_scalar(&all, &inverse);
    fp4_mul(a, &next, &opposite);
    fp4_mul(a, a, &all);
    return true;
}

#include "backends/cpu/curve_fma_tmpl.h"

const sl_curve_kernels sl_g1_kernels_fma = {
    .slot_bytes = g1_slot_bytes,
    .key_bytes = g1_key_bytes,
    .affine_bytes = sizeof(sl_g1_affine),
    .pairs_max = g1_pairs_max,
    .scratch_bytes = sizeof(g1_scratch),
    .decode = g1_decode,
    .encode = g1_encode,
    .from_affine = g1_from_affine,
    .to_affine = g1_to_affine,
    .add_pairs = g1_add_pairs,
    .add_pairs_ahead = g1_add_pairs_ahead,
    .copy = g1_copy,
};
