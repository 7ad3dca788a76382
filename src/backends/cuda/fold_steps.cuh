// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Kernels for folding keys (fold_work.h), each as a function of one thread; tests run them on the processor.
 *
 * A product: with z the parameter of the curve, k = k1 + z^2 k2, both odd and below 2^128 in size (fold_points.h of
 * groth16 tells why that always works), and z^2 P = -(beta x, y). Odd digits of four bits, 2 v - 15 for the digits v of
 * (k + 2^128 - 1) / 2, are never 0, so every thread doubles and adds at the same time: 124 doublings, 64 additions of
 * one of eight odd multiples. Where the threads of a warp share a scalar, digits may be 0: 43 additions, where a digit
 * of -15 to 15 is left of a number of five bits and the next four are 0. The multiples are affine on a curve that is
 * isomorphic to this one, so they need no inversion: the chain runs on that curve, and its Z is multiplied by what
 * leads back. Exact for all points and scalars.
 */
#ifndef SL_BACKENDS_CUDA_FOLD_STEPS_CUH
#define SL_BACKENDS_CUDA_FOLD_STEPS_CUH

#include "backends/cuda/fold_work.h"
#include "backends/cuda/key_points.cuh"
#include "backends/cuda/points.cuh"

#define SL_CUDA_FOLD_DIGITS 32       /* of 4 bits */
#define SL_CUDA_FOLD_SPARSE_BITS 129 /* the last digit may carry */

/* 2^((p - 1) / 3): (x, y) -> (beta x, y) is multiplication by -z^2. */
SL_CUDA_FN void sl_cuda_fold_beta(sl_cuda_fp *out) {
    const sl_cuda_fp beta = {{0x798a64e8, 0x30f1361b, 0x7ece5a2a, 0xf3b8ddab, 0xc61577f7, 0x16a8ca3a, 0x74fd029b,
                              0xc26a2ff8, 0x60701c6e, 0x3636b766, 0x241b6160, 0x051ba4ab}};
    *out = beta;
}

SL_CUDA_FN void sl_cuda_jacobian_take(sl_cuda_jacobian *out, const sl_cuda_jacobian *from) {
    sl_cuda_fp_take(&out->x, &from->x);
    sl_cuda_fp_take(&out->y, &from->y);
    sl_cuda_fp_take(&out->z, &from->z);
}

SL_CUDA_FN void sl_cuda_jacobian_put(sl_cuda_jacobian *to, const sl_cuda_jacobian *a) {
    sl_cuda_fp_put(&to->x, &a->x);
    sl_cuda_fp_put(&to->y, &a->y);
    sl_cuda_fp_put(&to->z, &a->z);
}

/* --- the group law --------------------------------------------------------------------------------------------------
 */

/* *out = 2 *a <= 2p; a < 2p. */
SL_CUDA_FN void sl_cuda_fp_twice(sl_cuda_fp *out, const sl_cuda_fp *a) {
    sl_cuda_fp_add(out, a, a);
    sl_cuda_fp_reduce(out, out);
}

/* a = 2 a: three products and four squares. The identity stays what it is. */
SL_CUDA_FN void sl_cuda_jacobian_double(sl_cuda_jacobian *a) {
    sl_cuda_fp s, d, e, f;
    sl_cuda_fp_add(&f, &a->y, &a->y);
    sl_cuda_fp_mul_called(&a->z, &f, &a->z);
    sl_cuda_fp_sqr_called(&s, &a->y);
    sl_cuda_fp_twice(&s, &s); /* 2 y^2 */
    sl_cuda_fp_twice(&d, &s);
    sl_cuda_fp_mul_called(&d, &d, &a->x); /* 4 x y^2 */
    sl_cuda_fp_sqr_called(&s, &s);
    sl_cuda_fp_twice(&s, &s); /* 8 y^4 */
    sl_cuda_fp_sqr_called(&e, &a->x);
    sl_cuda_fp_twice(&f, &e);
    sl_cuda_fp_add(&e, &f, &e);
    sl_cuda_fp_reduce(&e, &e); /* 3 x^2 */
    sl_cuda_fp_sqr_called(&f, &e);
    sl_cuda_fp_sub_reduced(&f, &f, &d);
    sl_cuda_fp_sub_reduced(&a->x, &f, &d);
    sl_cuda_fp_sub(&d, &d, &a->x); /* < 4p */
    sl_cuda_fp_mul_called(&d, &d, &e);
    sl_cuda_fp_sub_reduced(&a->y, &d, &s);
}

/* X and Y of the sum, from u and s of a = (u, s), h = u_b - u and r = s_b - s; Z is the caller's. */
SL_CUDA_FN void sl_cuda_jacobian_sum(sl_cuda_jacobian *out, const sl_cuda_fp *u, const sl_cuda_fp *s,
                                     const sl_cuda_fp *h, const sl_cuda_fp *r) {
    sl_cuda_fp square, cube, v, y;
    sl_cuda_fp_sqr_called(&square, h);
    sl_cuda_fp_mul_called(&cube, h, &square);
    sl_cuda_fp_mul_called(&v, u, &square);
    sl_cuda_fp_mul_called(&y, s, &cube);
    sl_cuda_fp_sqr_called(&square, r);
    sl_cuda_fp_sub_reduced(&square, &square, &cube);
    sl_cuda_fp_sub_reduced(&square, &square, &v);
    sl_cuda_fp_sub_reduced(&out->x, &square, &v);
    sl_cuda_fp_sub(&v, &v, &out->x); /* < 4p */
    sl_cuda_fp_mul_called(&v, &v, r);
    sl_cuda_fp_sub_reduced(&out->y, &v, &y);
}

/* a product, < 2p, that may be 0 modulo p: it is 0 or p */
SL_CUDA_FN bool sl_cuda_fp_may_vanish(const sl_cuda_fp *a) {
    return a->w[0] == 0 || a->w[0] == 0xffffaaab;
}

/* An affine point in memory, coordinates below 2p; or its image (beta x, y); or the negative of that. */
typedef struct sl_cuda_fold_summand {
    const sl_cuda_fp *x, *y;
    bool is_image, is_negative;
} sl_cuda_fold_summand;

SL_CUDA_FN void sl_cuda_fold_summand_take(sl_cuda_fp *x, sl_cuda_fp *y, const sl_cuda_fold_summand *b) {
    sl_cuda_fp_take(x, b->x);
    if (b->is_image) {
        sl_cuda_fp beta;
        sl_cuda_fold_beta(&beta);
        sl_cuda_fp_mul_called(x, x, &beta);
    }
    sl_cuda_fp_take(y, b->y);
    sl_cuda_fp_negate_if(y, y, b->is_negative);
    sl_cuda_fp_reduce(y, y);
}

/* *a = b */
SL_CUDA_FN void sl_cuda_jacobian_start(sl_cuda_jacobian *a, const sl_cuda_fold_summand *b) {
    sl_cuda_fold_summand_take(&a->x, &a->y, b);
    sl_cuda_fp_one(&a->z);
}

/*
 * a += b, which is not the identity: eight products and three squares. b is read again where a sum is special, so that
 * it does not stay in registers. *step, unless it is NULL: the new Z over the old one, where neither point is special.
 */
SL_CUDA_FN void sl_cuda_jacobian_add(sl_cuda_jacobian *a, const sl_cuda_fold_summand *b, sl_cuda_fp *step) {
    sl_cuda_fp h, r, z;
    sl_cuda_fold_summand_take(&h, &r, b);
    sl_cuda_fp_sqr_called(&z, &a->z);
    sl_cuda_fp_mul_called(&h, &h, &z);
    sl_cuda_fp_mul_called(&z, &z, &a->z);
    sl_cuda_fp_mul_called(&r, &r, &z);
    sl_cuda_fp_sub_reduced(&h, &h, &a->x);
    sl_cuda_fp_sub_reduced(&r, &r, &a->y);
    sl_cuda_fp_mul_called(&z, &a->z, &h);
    if (sl_cuda_fp_may_vanish(&z) && sl_cuda_fp_is_zero(&z)) {
        if (sl_cuda_fp_is_zero(&a->z)) {
            sl_cuda_jacobian_start(a, b);
        } else if (sl_cuda_fp_is_zero(&r)) {
            sl_cuda_jacobian_double(a);
        } else {
            sl_cuda_fp_zero(&a->z);
        }
        return;
    }
    a->z = z;
    if (step != NULL) {
        sl_cuda_fp_put(step, &h);
    }
    sl_cuda_jacobian_sum(a, &a->x, &a->y, &h, &r);
}

/* *sum = a + b and *difference = a - b, in memory, where a and b may be. */
SL_CUDA_FN void sl_cuda_jacobian_both(sl_cuda_jacobian *sum, sl_cuda_jacobian *difference, const sl_cuda_jacobian *at_a,
                                      const sl_cuda_jacobian *at_b) {
    sl_cuda_jacobian a, b, out;
    sl_cuda_fp h, r, opposite;
    sl_cuda_jacobian_take(&a, at_a);
    sl_cuda_jacobian_take(&b, at_b);
    if (sl_cuda_fp_is_zero(&b.z)) {
        sl_cuda_jacobian_put(sum, &a);
        sl_cuda_jacobian_put(difference, &a);
        return;
    }
    if (sl_cuda_fp_is_zero(&a.z)) {
        sl_cuda_jacobian_put(sum, &b);
        sl_cuda_fp_negate_if(&b.y, &b.y, 1);
        sl_cuda_fp_reduce(&b.y, &b.y);
        sl_cuda_jacobian_put(difference, &b);
        return;
    }
    out = a;
    sl_cuda_fp_sqr_called(&h, &b.z);
    sl_cuda_fp_mul_called(&a.x, &a.x, &h);
    sl_cuda_fp_mul_called(&h, &h, &b.z);
    sl_cuda_fp_mul_called(&a.y, &a.y, &h);
    sl_cuda_fp_sqr_called(&h, &a.z);
    sl_cuda_fp_mul_called(&b.x, &b.x, &h);
    sl_cuda_fp_mul_called(&h, &h, &a.z);
    sl_cuda_fp_mul_called(&b.y, &b.y, &h);
    sl_cuda_fp_mul_called(&a.z, &a.z, &b.z);
    sl_cuda_fp_sub_reduced(&h, &b.x, &a.x);
    sl_cuda_fp_sub_reduced(&r, &b.y, &a.y);
    sl_cuda_fp_add(&opposite, &b.y, &a.y); /* -(-s_b - s_a) < 4p */
    sl_cuda_fp_reduce(&opposite, &opposite);
    if (sl_cuda_fp_is_zero(&h)) { /* equal, or opposite */
        const bool are_equal = sl_cuda_fp_is_zero(&r);
        sl_cuda_jacobian_double(&out);
        sl_cuda_jacobian_put(are_equal ? sum : difference, &out);
        sl_cuda_fp_zero(&out.z);
        sl_cuda_jacobian_put(are_equal ? difference : sum, &out);
        return;
    }
    sl_cuda_fp_mul_called(&out.z, &a.z, &h);
    sl_cuda_jacobian_sum(&out, &a.x, &a.y, &h, &r);
    sl_cuda_jacobian_put(sum, &out);
    sl_cuda_fp_negate_if(&r, &opposite, 1);
    sl_cuda_fp_reduce(&r, &r);
    sl_cuda_jacobian_sum(&out, &a.x, &a.y, &h, &r);
    sl_cuda_jacobian_put(difference, &out);
}

/* --- products -------------------------------------------------------------------------------------------------------
 */

/* A number of 128 bits and its sign. */
typedef struct sl_cuda_half {
    uint32_t w[4];
    uint32_t is_negative;
} sl_cuda_half;

/* out = a - b; the borrow. */
SL_CUDA_FN uint32_t sl_cuda_half_sub(uint32_t out[4], const uint32_t a[4], const uint32_t b[4]) {
    uint64_t borrow = 0;
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t difference = (uint64_t)a[i] - b[i] - borrow;
        out[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return (uint32_t)borrow;
}

/* a = a - less, as size and sign. */
SL_CUDA_FN void sl_cuda_half_less(sl_cuda_half *a, const uint32_t less[4]) {
    uint32_t other[4];
    a->is_negative = sl_cuda_half_sub(other, a->w, less);
    uint32_t carry = a->is_negative; /* two's complement */
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t word = a->is_negative != 0 ? ~other[i] : other[i];
        a->w[i] = word + carry;
        carry = carry != 0 && a->w[i] == 0;
    }
}

/* k = low + z^2 high for a number below r: bit by bit. */
SL_CUDA_FN void sl_cuda_fold_divide(uint32_t high[4], uint32_t low[4], const sl_cuda_fr *k) {
    const uint32_t z2[4] = {0x00000000, 0x00000001, 0x0001a402, 0xac45a401};
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        high[i] = k->w[i];
        low[i] = k->w[4 + i]; /* below z^2 */
    }
    SL_CUDA_ROLLED
    for (unsigned bit = 0; bit < 128; bit++) {
        uint32_t less[4];
        const uint32_t over = low[3] >> 31;
        SL_CUDA_UNROLL
        for (unsigned i = 3; i > 0; i--) {
            low[i] = low[i] << 1 | low[i - 1] >> 31;
        }
        low[0] = low[0] << 1 | high[3] >> 31;
        SL_CUDA_UNROLL
        for (unsigned i = 3; i > 0; i--) {
            high[i] = high[i] << 1 | high[i - 1] >> 31;
        }
        const bool fits = sl_cuda_half_sub(less, low, z2) <= over;
        high[0] = high[0] << 1 | (fits ? 1 : 0);
        SL_CUDA_UNROLL
        for (unsigned i = 0; i < 4; i++) {
            low[i] = fits ? less[i] : low[i];
        }
    }
}

/*
 * The two halves of a scalar, odd: where one is even, less (z^2, -1), (z^2 + 1, z^2 - 2) or (1, z^2 - 1), which are 0
 * modulo r.
 */
SL_CUDA_FN void sl_cuda_fold_split(sl_cuda_half *k1, sl_cuda_half *k2, const sl_cuda_fr *scalar) {
    const sl_cuda_fr one = {{1}};
    sl_cuda_fr k;
    sl_cuda_fr_mul(&k, scalar, &one);
    sl_cuda_fold_divide(k2->w, k1->w, &k);
    const bool is_odd1 = (k1->w[0] & 1) != 0, is_odd2 = (k2->w[0] & 1) != 0;
    /* k1 - less1, k2 + more2 - less2 */
    const uint32_t more2 = is_odd1 == is_odd2 ? 0 : is_odd1 ? 1 : 2;
    const bool has_z2_1 = !(is_odd1 && is_odd2) && (is_odd1 || is_odd2), has_z2_2 = !is_odd1;
    const uint32_t less1[4] = {!is_odd1, has_z2_1, has_z2_1 ? 0x0001a402U : 0, has_z2_1 ? 0xac45a401U : 0};
    /* z^2, or z^2 - 1 */
    const bool is_one_less = has_z2_2 && !is_odd2;
    const uint32_t less2[4] = {is_one_less ? 0xffffffffU : 0, has_z2_2 && !is_one_less, has_z2_2 ? 0x0001a402U : 0,
                               has_z2_2 ? 0xac45a401U : 0};
    uint32_t carry = more2;
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t sum = k2->w[i] + carry;
        carry = sum < carry;
        k2->w[i] = sum;
    }
    sl_cuda_half_less(k1, less1);
    sl_cuda_half_less(k2, less2);
}

/* The words of (k + 2^128 - 1) / 2, whose digits v mean 2 v - 15; of -k the complement, for 15 - v means the negative.
 */
SL_CUDA_FN void sl_cuda_half_put(uint32_t words[4], const sl_cuda_half *k, bool is_negative) {
    const uint32_t flip = (k->is_negative != 0) != is_negative ? 0xffffffffU : 0;
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t above = i < 3 ? k->w[i + 1 < 4 ? i + 1 : 3] : 1;
        words[i] = (k->w[i] >> 1 | above << 31) ^ flip;
    }
}

/* Both halves; the image is -z^2 P. */
SL_CUDA_FN void sl_cuda_fold_digits_make(sl_cuda_fold_table *table, const sl_cuda_fr *scalar) {
    sl_cuda_half k1, k2;
    sl_cuda_fold_split(&k1, &k2, scalar);
    sl_cuda_half_put(table->digits[0], &k1, false);
    sl_cuda_half_put(table->digits[1], &k2, true);
}

/* The odd multiples of *at, affine on one curve. */
SL_CUDA_FN void sl_cuda_fold_table_make(sl_cuda_fold_table *table, const sl_cuda_jacobian *at) {
    sl_cuda_jacobian a;
    sl_cuda_fp scale, step;
    /* On the curve on which the point is (X, Y), and then on the one on which its double is affine. */
    sl_cuda_fp_take(&a.x, &at->x);
    sl_cuda_fp_take(&a.y, &at->y);
    sl_cuda_fp_one(&a.z);
    sl_cuda_jacobian_double(&a);
    sl_cuda_fp_put(&table->twice.x, &a.x);
    sl_cuda_fp_put(&table->twice.y, &a.y);
    sl_cuda_fp_take(&scale, &at->z);
    sl_cuda_fp_mul_called(&scale, &scale, &a.z);
    sl_cuda_fp_put(&table->scale, &scale);
    sl_cuda_fp_sqr_called(&step, &a.z);
    sl_cuda_fp_take(&a.x, &at->x);
    sl_cuda_fp_mul_called(&a.x, &a.x, &step);
    sl_cuda_fp_mul_called(&step, &step, &a.z);
    sl_cuda_fp_take(&a.y, &at->y);
    sl_cuda_fp_mul_called(&a.y, &a.y, &step);
    sl_cuda_fp_one(&a.z);
    const sl_cuda_fold_summand twice = {&table->twice.x, &table->twice.y, false, false};
    SL_CUDA_ROLLED
    for (unsigned i = 0;; i++) {
        sl_cuda_fp_put(&table->entries[i].x, &a.x);
        sl_cuda_fp_put(&table->entries[i].y, &a.y);
        if (i == SL_CUDA_FOLD_ENTRIES - 1) {
            break;
        }
        sl_cuda_jacobian_add(&a, &twice, &table->steps[i]);
    }
    sl_cuda_fp_take(&scale, &table->scale);
    sl_cuda_fp_mul_called(&scale, &scale, &a.z);
    sl_cuda_fp_put(&table->scale, &scale);
    /* All on the curve of the last one. */
    sl_cuda_fp_one(&scale);
    SL_CUDA_ROLLED
    for (unsigned i = SL_CUDA_FOLD_ENTRIES - 1; i-- > 0;) {
        sl_cuda_fp_take(&step, &table->steps[i]);
        sl_cuda_fp_mul_called(&scale, &scale, &step);
        sl_cuda_fp_sqr_called(&step, &scale);
        sl_cuda_fp_take(&a.x, &table->entries[i].x);
        sl_cuda_fp_mul_called(&a.x, &a.x, &step);
        sl_cuda_fp_put(&table->entries[i].x, &a.x);
        sl_cuda_fp_mul_called(&step, &step, &scale);
        sl_cuda_fp_take(&a.y, &table->entries[i].y);
        sl_cuda_fp_mul_called(&a.y, &a.y, &step);
        sl_cuda_fp_put(&table->entries[i].y, &a.y);
    }
}

/* The entry that digit i of a half means. */
SL_CUDA_FN void sl_cuda_fold_entry_find(sl_cuda_fold_summand *out, const sl_cuda_fold_table *table, uint32_t i,
                                        uint32_t half) {
    const uint32_t digit = table->digits[half][i / 8] >> (4 * (i % 8)) & 15;
    const bool is_below = digit < SL_CUDA_FOLD_ENTRIES;
    const sl_cuda_g1 *entry = &table->entries[is_below ? SL_CUDA_FOLD_ENTRIES - 1 - digit : digit - 8];
    out->x = &entry->x;
    out->y = &entry->y;
    out->is_image = half != 0;
    out->is_negative = is_below;
}

/* Digits of a half, the lowest first: 0, or 0x80, 8 where it is negative, and which entry it means. */
SL_CUDA_FN void sl_cuda_fold_sparse_make(uint8_t *out, const sl_cuda_half *k, bool is_negative) {
    const uint32_t flip = (k->is_negative != 0) != is_negative ? 8 : 0;
    uint32_t w[5] = {k->w[0], k->w[1], k->w[2], k->w[3], 0};
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < SL_CUDA_FOLD_SPARSE_BITS; i++) {
        const uint32_t low = w[0] & 31;
        const bool is_odd = (low & 1) != 0, is_above = low > 16;
        const uint32_t size = is_above ? 32 - low : low;
        out[i] = (uint8_t)(is_odd ? 0x80 | (size >> 1) | ((is_above ? 8 : 0) ^ flip) : 0);
        /* without the digit, which leaves five zeros */
        uint32_t carry = is_odd && is_above ? 32 : 0;
        w[0] = is_odd ? w[0] & ~31U : w[0];
        SL_CUDA_UNROLL
        for (unsigned j = 0; j < 5; j++) {
            w[j] += carry;
            carry = w[j] < carry;
        }
        SL_CUDA_UNROLL
        for (unsigned j = 0; j < 5; j++) {
            w[j] = w[j] >> 1 | (j < 4 ? w[j < 4 ? j + 1 : 4] << 31 : 0);
        }
    }
}

/* *at = scalar *at, where the threads of a warp have the same scalar. */
SL_CUDA_FN void sl_cuda_fold_product_shared(sl_cuda_jacobian *at, const sl_cuda_fr *scalar, sl_cuda_fold_table *table) {
    sl_cuda_jacobian a;
    sl_cuda_half k1, k2;
    sl_cuda_fold_table_make(table, at);
    sl_cuda_fold_split(&k1, &k2, scalar);
    sl_cuda_fold_sparse_make(table->sparse[0], &k1, false);
    sl_cuda_fold_sparse_make(table->sparse[1], &k2, true);
    sl_cuda_fp_zero(&a.x);
    sl_cuda_fp_zero(&a.y);
    sl_cuda_fp_zero(&a.z);
    SL_CUDA_ROLLED
    for (uint32_t i = SL_CUDA_FOLD_SPARSE_BITS; i-- > 0;) {
        sl_cuda_jacobian_double(&a);
        SL_CUDA_ROLLED
        for (uint32_t half = 0; half < 2; half++) {
            const uint32_t digit = table->sparse[half][i];
            if (digit != 0) {
                const sl_cuda_g1 *entry = &table->entries[digit & 7];
                const sl_cuda_fold_summand b = {&entry->x, &entry->y, half != 0, (digit & 8) != 0};
                sl_cuda_jacobian_add(&a, &b, NULL);
            }
        }
    }
    sl_cuda_fp scale;
    sl_cuda_fp_take(&scale, &table->scale);
    sl_cuda_fp_mul_called(&a.z, &a.z, &scale);
    sl_cuda_jacobian_put(at, &a);
}

/* *at = scalar *at */
SL_CUDA_FN void sl_cuda_fold_product(sl_cuda_jacobian *at, const sl_cuda_fr *scalar, sl_cuda_fold_table *table) {
    sl_cuda_jacobian a;
    sl_cuda_fold_summand entry;
    sl_cuda_fold_table_make(table, at);
    sl_cuda_fold_digits_make(table, scalar);
    sl_cuda_fold_entry_find(&entry, table, SL_CUDA_FOLD_DIGITS - 1, 0);
    sl_cuda_jacobian_start(&a, &entry);
    SL_CUDA_ROLLED
    for (uint32_t i = SL_CUDA_FOLD_DIGITS - 1, half = 1;; half ^= 1) {
        sl_cuda_fold_entry_find(&entry, table, i, half);
        sl_cuda_jacobian_add(&a, &entry, NULL);
        if (half == 0) {
            continue;
        }
        if (i-- == 0) {
            break;
        }
        SL_CUDA_ROLLED
        for (unsigned k = 0; k < 4; k++) {
            sl_cuda_jacobian_double(&a);
        }
    }
    sl_cuda_fp scale;
    sl_cuda_fp_take(&scale, &table->scale);
    sl_cuda_fp_mul_called(&a.z, &a.z, &scale);
    sl_cuda_jacobian_put(at, &a);
}

/* Point k of group g. */
SL_CUDA_FN uint32_t sl_cuda_fold_place(uint32_t g, uint32_t k, uint32_t quarter_log2) {
    const uint32_t quarter = 1U << quarter_log2;
    return (g >> quarter_log2 << (quarter_log2 + 2)) + (g & (quarter - 1)) + k * quarter;
}

SL_CUDA_FN void sl_cuda_fold_power(sl_cuda_fr *out, const sl_cuda_fold_powers *powers, uint32_t e) {
    const sl_cuda_fr low = powers->low[e & ((1U << SL_CUDA_FOLD_LOW_LOG2) - 1)];
    const sl_cuda_fr high = powers->high[e >> SL_CUDA_FOLD_LOW_LOG2];
    sl_cuda_fr_mul(out, &low, &high);
}

/* How many products there are. */
SL_CUDA_BOTH uint32_t sl_cuda_fold_mul_n(const sl_cuda_fold_mul *work) {
    return work->kind == SL_CUDA_FOLD_TWIDDLES ? 3 * work->n : work->kind == SL_CUDA_FOLD_ALL ? 4 * work->n : work->n;
}

/* What power of the whole vector's root point k of the group at place p of a block is multiplied by. */
SL_CUDA_FN uint32_t sl_cuda_fold_exponent(const sl_cuda_fold_mul *work, uint32_t k, uint32_t p) {
    const uint32_t times = k == 0 || k == 3 ? k : 3 - k; /* bit-reversed */
    return times * p << (work->log2 - work->quarter_log2 - 2);
}

/* Product i, by thread `thread` of all. */
SL_CUDA_FN void sl_cuda_fold_mul_thread(const sl_cuda_fold_mul *work, uint32_t i, uint32_t thread) {
    sl_cuda_fr scalar;
    uint32_t place = work->first + i;
    if (work->kind == SL_CUDA_FOLD_LIST) {
        scalar = work->scalars[i];
    } else if (work->kind == SL_CUDA_FOLD_SERIES) {
        sl_cuda_fold_power(&scalar, &work->powers, place);
    } else {
        const bool has_all = work->kind == SL_CUDA_FOLD_ALL;
        const uint32_t k = i / work->n + (has_all ? 0 : 1), g = work->first + i % work->n;
        const uint32_t p = g & ((1U << work->quarter_log2) - 1);
        if (p == 0 && !has_all) {
            return;
        }
        place = sl_cuda_fold_place(g, k, work->quarter_log2);
        sl_cuda_fold_power(&scalar, &work->powers, sl_cuda_fold_exponent(work, k, p));
    }
    sl_cuda_fold_product(work->points + place, &scalar, work->tables + thread);
}

/* The same of a launch whose scalars are shared: neighbours are of neighbouring blocks. */
SL_CUDA_FN void sl_cuda_fold_mul_shared_thread(const sl_cuda_fold_mul *work, uint32_t i, uint32_t thread) {
    const uint32_t k = 1 + i / work->n, j = i % work->n, blocks_n = work->n >> work->quarter_log2;
    const uint32_t p = j / blocks_n;
    if (p == 0) {
        return;
    }
    sl_cuda_fr scalar;
    const uint32_t g = work->first + (j % blocks_n << work->quarter_log2) + p;
    sl_cuda_fold_power(&scalar, &work->powers, sl_cuda_fold_exponent(work, k, p));
    sl_cuda_jacobian *at = work->points + sl_cuda_fold_place(g, k, work->quarter_log2);
    sl_cuda_fold_product_shared(at, &scalar, work->tables + thread);
}

/* --- layers ---------------------------------------------------------------------------------------------------------
 */

SL_CUDA_BOTH uint32_t sl_cuda_fold_sums_n(const sl_cuda_fold_sums *work) {
    return work->layer == SL_CUDA_FOLD_LAST ? work->n : 2 * work->n;
}

/* Thread i < sl_cuda_fold_sums_n. */
SL_CUDA_FN void sl_cuda_fold_sums_thread(const sl_cuda_fold_sums *work, uint32_t i) {
    uint32_t a, b;
    if (work->layer == SL_CUDA_FOLD_LAST) {
        a = 2 * (work->first + i);
        b = a + 1;
    } else {
        const uint32_t k = i / work->n, g = work->first + i % work->n;
        const bool is_outer = work->layer == SL_CUDA_FOLD_OUTER;
        a = sl_cuda_fold_place(g, is_outer ? k : 2 * k, work->quarter_log2);
        b = sl_cuda_fold_place(g, is_outer ? k + 2 : 2 * k + 1, work->quarter_log2);
    }
    sl_cuda_jacobian_both(&work->points[a], &work->points[b], &work->points[a], &work->points[b]);
}

/*
 * Thread i < n. z is a root of order 12 modulo r, for z^4 - z^2 + 1 = r; so z^3 has order 4, and it is the one of the
 * transform. z is negative, has 64 bits and six ones: z^3 P = |z| (beta x, y).
 */
SL_CUDA_FN void sl_cuda_fold_turn_thread(const sl_cuda_fold_turn *work, uint32_t i) {
    sl_cuda_jacobian *at = work->points + sl_cuda_fold_place(work->first + i, 3, work->quarter_log2);
    const sl_cuda_fold_summand image = {&at->x, &at->y, true, false};
    sl_cuda_jacobian a;
    sl_cuda_fp z;
    sl_cuda_jacobian_start(&a, &image);
    uint64_t bits = UINT64_C(0xd201000000010000) << 1;
    SL_CUDA_ROLLED
    for (unsigned bit = 0; bit < 63; bit++) {
        sl_cuda_jacobian_double(&a);
        if (bits >> 63 != 0) {
            sl_cuda_jacobian_add(&a, &image, NULL);
        }
        bits <<= 1;
    }
    sl_cuda_fp_take(&z, &at->z);
    sl_cuda_fp_mul_called(&a.z, &a.z, &z);
    sl_cuda_jacobian_put(at, &a);
}

/* --- in and out -----------------------------------------------------------------------------------------------------
 */

/* Thread i < n. */
SL_CUDA_FN void sl_cuda_fold_enter_thread(const sl_cuda_fold_enter *work, uint32_t i) {
    sl_cuda_jacobian a;
    sl_cuda_fp_zero(&a.x);
    sl_cuda_fp_zero(&a.y);
    sl_cuda_fp_zero(&a.z);
    if (work->from != NULL) {
        sl_cuda_fp_take(&a.x, &work->from[i].x);
        sl_cuda_fp_take(&a.y, &work->from[i].y);
        if (!sl_cuda_fp_is_zero(&a.y)) {
            sl_cuda_fp_one(&a.z);
        }
    }
    sl_cuda_jacobian_put(work->to + i, &a);
}

/* Thread i < n. An inversion for each point is a hundredth of what the transform takes. */
SL_CUDA_FN void sl_cuda_fold_leave_thread(const sl_cuda_fold_leave *work, uint32_t i) {
    const uint32_t at = work->log2 == 0 ? i : sl_cuda_place_reverse(work->first + i, work->log2);
    sl_cuda_jacobian a;
    sl_cuda_fp square;
    sl_cuda_jacobian_take(&a, work->from + at);
    sl_cuda_fp_inverse(&a.z, &a.z); /* 0 for the identity */
    sl_cuda_fp_sqr_called(&square, &a.z);
    sl_cuda_fp_mul_called(&a.x, &a.x, &square);
    sl_cuda_fp_mul_called(&square, &square, &a.z);
    sl_cuda_fp_mul_called(&a.y, &a.y, &square);
    sl_cuda_fp_canonical(&a.x, &a.x);
    sl_cuda_fp_canonical(&a.y, &a.y);
    sl_cuda_fp_put(&work->to[i].x, &a.x);
    sl_cuda_fp_put(&work->to[i].y, &a.y);
}

#endif
