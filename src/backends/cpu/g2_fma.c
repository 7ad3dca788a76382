// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * G2 of the fma set: coordinates in Fp2 over the lanes of fp_fma.h.
 *
 * A product in Fp2 is two sums of two products, each reduced once: 2 (96 + 48) limb products. The second factor may be
 * a difference that is not carried; results are reduced, since a sum of two products grows. For a difference of two a
 * factor is negated: another function of 6 KiB would leave the first cache of instructions.
 */
#include <string.h>

#include "backends/cpu/fp_words_fma.h"
#include "backends/cpu/kernels_fma.h"
#include "backends/cpu/pairs_ahead.h"
#include "math/curve/g2.h"

typedef struct fp42 {
    fp4 c0, c1;
} fp42;

#define E fp42
#define E_BYTES 128
#define E_FP_N 2
#define E_(name) e2_##name
#define C_(name) g2_##name
#define POINT sl_g2
#define POINT_(name) sl_g2_##name
#define AFFINE sl_g2_affine

SL_INLINE fp4 *e2_part(fp42 *a, int i) {
    return i == 0 ? &a->c0 : &a->c1;
}

SL_INLINE void e2_one(fp42 *out) {
    fp4_broadcast(&out->c0, fp4_one_limbs);
    memset(&out->c1, 0, sizeof out->c1);
}

SL_INLINE void e2_load(fp42 *out, const void *const rows[FP4_LANES], size_t offset) {
    fp4_load(&out->c0, rows, offset);
    fp4_load(&out->c1, rows, offset + 64);
}

SL_INLINE void e2_store(void *const rows[FP4_LANES], size_t offset, const fp42 *a, unsigned mask) {
    fp4_store(rows, offset, &a->c0, mask);
    fp4_store(rows, offset + 64, &a->c1, mask);
}

SL_INLINE void e2_add(fp42 *out, const fp42 *a, const fp42 *b) {
    fp4_add(&out->c0, &a->c0, &b->c0);
    fp4_add(&out->c1, &a->c1, &b->c1);
}

/* A factor of a product. */
SL_INLINE void e2_sub(fp42 *out, const fp42 *a, const fp42 *b) {
    fp4_sub(&out->c0, &a->c0, &b->c0);
    fp4_sub(&out->c1, &a->c1, &b->c1);
}

/* a *= scale_a; out = scale_b b - a, a factor. */
SL_INLINE void e2_scale_sub(fp42 *out, fp42 *a, const fp42 *b, __m256d scale_a, __m256d scale_b) {
    fp4_scale_sub(&out->c0, &a->c0, &b->c0, scale_a, scale_b);
    fp4_scale_sub(&out->c1, &a->c1, &b->c1, scale_a, scale_b);
}

/* a b, reduced: a reduced, b a difference of such elements. out may be a or b. */
SL_INLINE void e2_mul(fp42 *out, const fp42 *a, const fp42 *b) {
    fp42 r;
    fp4 minus_b1;
    fp4_neg(&minus_b1, &b->c1);
    fp4_mul_two(&r.c0, &a->c0, &b->c0, &a->c1, &minus_b1);
    fp4_mul_two(&out->c1, &a->c0, &b->c1, &a->c1, &b->c0);
    out->c0 = r.c0;
}

SL_INLINE void e2_sqr(fp42 *out, const fp42 *a) {
    const fp42 factor = *a;
    e2_mul(out, &factor, &factor);
}

/* a^2 - b = (a0 + a1)(a0 - a1) - b0 + (2 a0 a1 - b1) u, reduced; a reduced. out must not be a. */
SL_INLINE void e2_sqr_sub(fp42 *out, const fp42 *a, const fp42 *b) {
    fp4 sum;
    fp4 difference;
    fp4 twice;
    fp4_add(&sum, &a->c0, &a->c1);
    fp4_sub(&difference, &a->c0, &a->c1);
    fp4_add(&twice, &a->c0, &a->c0);
    fp4_mul_sub(&out->c0, &sum, &difference, &b->c0);
    fp4_mul_sub(&out->c1, &a->c1, &twice, &b->c1);
}

/* a b - c, reduced: likewise, c reduced. */
SL_INLINE void e2_mul_sub(fp42 *out, const fp42 *a, const fp42 *b, const fp42 *c) {
    fp42 r;
    fp4 minus_b1;
    fp4_neg(&minus_b1, &b->c1);
    fp4_mul_two_sub(&r.c0, &a->c0, &b->c0, &a->c1, &minus_b1, &c->c0);
    fp4_mul_two_sub(&out->c1, &a->c0, &b->c1, &a->c1, &b->c0, &c->c1);
    out->c0 = r.c0;
}

SL_INLINE void e2_select(fp42 *out, __m256d mask, const fp42 *if_set, const fp42 *if_clear) {
    fp4_select(&out->c0, mask, &if_set->c0, &if_clear->c0);
    fp4_select(&out->c1, mask, &if_set->c1, &if_clear->c1);
}

SL_INLINE void e2_reduce(fp42 *a) {
    fp4_reduce(&a->c0);
    fp4_reduce(&a->c1);
}

SL_INLINE unsigned e2_zero_mask(const fp42 *a) {
    return fp4_zero_mask(&a->c0) & fp4_zero_mask(&a->c1);
}

/* Any lane of a or b whose c0 has the low limb 0. */
SL_INLINE bool e2_any_low_zero(const fp42 *a, const fp42 *b) {
    const __m256d product = _mm256_mul_pd(a->c0.l[0], b->c0.l[0]);
    return _mm256_movemask_pd(_mm256_cmp_pd(product, _mm256_setzero_pd(), _CMP_EQ_OQ)) != 0;
}

/* a - 4 (u + 1), not carried. */
SL_INLINE void e2_sub_curve_b(fp42 *a) {
    fp4_sub_four(&a->c0);
    fp4_sub_four(&a->c1);
}

/* All lanes inverted, with one inversion, as in G1; false, and nothing done, if any lane is 0. a is reduced. */
static bool e2_invert(fp42 *a) {
    fp42 next;
    fp42 pair;
    fp42 opposite;
    fp42 all;
    sl_fp2 inverse;
    fp4_rotate_one(&next.c0, &a->c0);
    fp4_rotate_one(&next.c1, &a->c1);
    e2_mul(&pair, a, &next);
    fp4_rotate_two(&opposite.c0, &pair.c0);
    fp4_rotate_two(&opposite.c1, &pair.c1);
    e2_mul(&all, &pair, &opposite);
    fp4_to_scalar(&inverse.c0, &all.c0);
    fp4_to_scalar(&inverse.c1, &all.c1);
    if (sl_fp2_is_zero(&inverse)) {
        return false;
    }
    sl_fp2_inv_vt(&inverse, &inverse);
    fp4_from_scalar(&all.c0, &inverse.c0);
    fp4_from_scalar(&all.c1, &inverse.c1);
    e2_mul(a, &next, &opposite);
    e2_mul(a, a, &all);
    return true;
}

#include "backends/cpu/curve_fma_tmpl.h"

const sl_curve_kernels sl_g2_kernels_fma = {
    .slot_bytes = g2_slot_bytes,
    .key_bytes = g2_key_bytes,
    .affine_bytes = sizeof(sl_g2_affine),
    .pairs_max = g2_pairs_max,
    .scratch_bytes = sizeof(g2_scratch),
    .decode = g2_decode,
    .encode = g2_encode,
    .from_affine = g2_from_affine,
    .to_affine = g2_to_affine,
    .add_pairs = g2_add_pairs,
    .add_pairs_ahead = g2_add_pairs_ahead,
    .copy = g2_copy,
};
