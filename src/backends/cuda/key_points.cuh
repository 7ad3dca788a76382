// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Points of key files to points of the device, and scalars into another order: what a thread of a kernel does for its
 * element. key_points.cu has the kernels; tests run the same text on the processor.
 */
#ifndef SL_BACKENDS_CUDA_KEY_POINTS_CUH
#define SL_BACKENDS_CUDA_KEY_POINTS_CUH

#include <stdbool.h>

#include "backends/cuda/field.cuh"
#include "backends/cuda/key_work.h"

/* The three bits of an encoding above the first coordinate, and the one of them that means the identity. */
#define SL_CUDA_KEY_FLAGS 0xe0000000U
#define SL_CUDA_KEY_IDENTITY 0x40000000U

/* *least = min(*least, value) among all threads. */
SL_CUDA_FN void sl_cuda_fault_keep(uint64_t *least, uint64_t value) {
#ifdef __CUDACC__
    (void)atomicMin((unsigned long long *)least, (unsigned long long)value);
#else
    *least = value < *least ? value : *least;
#endif
}

/* Four bytes, most significant first. */
SL_CUDA_FN uint32_t sl_cuda_word_swap(uint32_t w) {
    return w << 24 | (w & 0xff00) << 8 | (w >> 8 & 0xff00) | w >> 24;
}

SL_CUDA_FN void sl_cuda_coordinate_read(sl_cuda_fp *out, const uint32_t *bytes) {
    for (int i = 0; i < 12; i++) {
        out->w[i] = sl_cuda_word_swap(bytes[11 - i]);
    }
}

/* The bits that differ. */
SL_CUDA_FN uint32_t sl_cuda_fp_difference(const sl_cuda_fp *a, const sl_cuda_fp *b) {
    uint32_t bits = 0;
    for (int i = 0; i < 12; i++) {
        bits |= a->w[i] ^ b->w[i];
    }
    return bits;
}

/* Any words to Montgomery form, < 2p. False, and zero, if they are p or more. */
SL_CUDA_FN bool sl_cuda_fp_enter(sl_cuda_fp *a) {
    const sl_cuda_fp r2 = {{0x1c341746, 0xf4df1f34, 0x09d104f1, 0x0a76e6a6, 0x4c95b6d5, 0x8de5476c, 0x939d83c0,
                            0x67eb88a9, 0xb519952d, 0x9a793e85, 0x92cae3aa, 0x11988fe5}}; /* 2^768 mod p */
    const sl_cuda_fp zero = {{0}};
    sl_cuda_fp less;
    sl_cuda_fp_canonical(&less, a); /* less by p where that is not negative */
    const bool is_below = sl_cuda_fp_difference(&less, a) == 0;
    less = is_below ? less : zero;
    sl_cuda_fp_mul(a, &less, &r2);
    return is_below;
}

/* Whether left = right + 4; left < 2p, right < 2p. */
SL_CUDA_FN bool sl_cuda_fp_is_four_more(const sl_cuda_fp *left, const sl_cuda_fp *right) {
    const sl_cuda_fp four = {{0x000cfff3, 0xaa270000, 0xfc34000a, 0x53cc0032, 0x6b0a807f, 0x478fe97a, 0xe6ba24d7,
                              0xb1d37ebe, 0xbf78ab2f, 0x8ec9733b, 0x3d83de7e, 0x09d64551}}; /* 2^386 mod p */
    const sl_cuda_fp zero = {{0}};
    sl_cuda_fp rest;
    sl_cuda_fp_sub(&rest, left, right); /* < 4p */
    sl_cuda_fp_reduce(&rest, &rest);
    sl_cuda_fp_sub(&rest, &rest, &four); /* < 4p */
    sl_cuda_fp_reduce(&rest, &rest);
    sl_cuda_fp_canonical(&rest, &rest);
    return sl_cuda_fp_difference(&rest, &zero) == 0;
}

/*
 * False if anything is wrong with point i, and keeps what it is. `first_word` has the flags, `bits` all other bits,
 * one over the other.
 */
SL_CUDA_FN bool sl_cuda_point_judge(const sl_cuda_decode *work, uint32_t i, uint32_t first_word, uint32_t bits,
                                    bool is_canonical, bool is_on_curve) {
    const uint32_t flags = first_word & SL_CUDA_KEY_FLAGS;
    unsigned fault = 0;
    if (flags == SL_CUDA_KEY_IDENTITY && bits == 0) {
        fault = SL_CUDA_FAULT_IDENTITY;
    } else if (flags != 0) {
        fault = SL_CUDA_FAULT_FLAGS;
    } else if (!is_canonical) {
        fault = SL_CUDA_FAULT_NOT_CANONICAL;
    } else if (!is_on_curve) {
        fault = SL_CUDA_FAULT_NOT_ON_CURVE;
    }
    if (fault != 0) {
        sl_cuda_fault_keep(work->fault, (work->first + i) << SL_CUDA_FAULT_BITS | fault);
    }
    return fault == 0;
}

/* --- G1: y^2 = x^3 + 4 ---------------------------------------------------------------------------------------------
 */

SL_CUDA_FN void sl_cuda_g1_decode(const sl_cuda_decode *work, uint32_t i) {
    const uint32_t *const bytes = work->bytes + (uint64_t)i * 24;
    sl_cuda_fp x, y, left, right;
    sl_cuda_coordinate_read(&x, bytes);
    sl_cuda_coordinate_read(&y, bytes + 12);
    const sl_cuda_fp zero = {{0}};
    const uint32_t first_word = x.w[11];
    x.w[11] &= ~SL_CUDA_KEY_FLAGS;
    const uint32_t bits = sl_cuda_fp_difference(&x, &zero) | sl_cuda_fp_difference(&y, &zero);
    bool is_canonical = sl_cuda_fp_enter(&x);
    is_canonical = sl_cuda_fp_enter(&y) && is_canonical;
    sl_cuda_fp_sqr(&right, &x);
    sl_cuda_fp_mul(&right, &right, &x);
    sl_cuda_fp_sqr(&left, &y);
    const bool is_on_curve = sl_cuda_fp_is_four_more(&left, &right);
    const bool is_good = sl_cuda_point_judge(work, i, first_word, bits, is_canonical, is_on_curve);
    sl_cuda_fp *const out = (sl_cuda_fp *)work->out + (uint64_t)i * 2;
    out[0] = is_good ? x : zero;
    out[1] = is_good ? y : zero;
}

/* --- G2: y^2 = x^3 + 4 (1 + u), u^2 = -1 ---------------------------------------------------------------------------
 */

/* Parts are below 2p. */
SL_CUDA_FN void sl_cuda_key_fp2_sqr(sl_cuda_fp2 *out, const sl_cuda_fp2 *a) {
    sl_cuda_fp sum, difference, product;
    sl_cuda_fp_add(&sum, &a->c0, &a->c1);
    sl_cuda_fp_reduce(&sum, &sum);
    sl_cuda_fp_sub(&difference, &a->c0, &a->c1); /* < 4p */
    sl_cuda_fp_mul(&product, &a->c0, &a->c1);
    sl_cuda_fp_add(&product, &product, &product);
    sl_cuda_fp_reduce(&out->c1, &product);
    sl_cuda_fp_mul(&out->c0, &difference, &sum);
}

SL_CUDA_FN void sl_cuda_key_fp2_mul(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, const sl_cuda_fp2 *b) {
    sl_cuda_fp first, second, c0;
    sl_cuda_fp_mul(&first, &a->c0, &b->c0);
    sl_cuda_fp_mul(&second, &a->c1, &b->c1);
    sl_cuda_fp_sub(&c0, &first, &second);
    sl_cuda_fp_mul(&first, &a->c0, &b->c1);
    sl_cuda_fp_mul(&second, &a->c1, &b->c0);
    sl_cuda_fp_add(&first, &first, &second);
    sl_cuda_fp_reduce(&out->c1, &first);
    sl_cuda_fp_reduce(&out->c0, &c0);
}

/* In the file c1 comes before c0. */
SL_CUDA_FN void sl_cuda_g2_decode(const sl_cuda_decode *work, uint32_t i) {
    const uint32_t *const bytes = work->bytes + (uint64_t)i * 48;
    sl_cuda_fp2 x, y, left, right;
    sl_cuda_coordinate_read(&x.c1, bytes);
    sl_cuda_coordinate_read(&x.c0, bytes + 12);
    sl_cuda_coordinate_read(&y.c1, bytes + 24);
    sl_cuda_coordinate_read(&y.c0, bytes + 36);
    const sl_cuda_fp zero = {{0}};
    const uint32_t first_word = x.c1.w[11];
    x.c1.w[11] &= ~SL_CUDA_KEY_FLAGS;
    const uint32_t bits = sl_cuda_fp_difference(&x.c0, &zero) | sl_cuda_fp_difference(&x.c1, &zero) |
                          sl_cuda_fp_difference(&y.c0, &zero) | sl_cuda_fp_difference(&y.c1, &zero);
    bool is_canonical = sl_cuda_fp_enter(&x.c1);
    is_canonical = sl_cuda_fp_enter(&x.c0) && is_canonical;
    is_canonical = sl_cuda_fp_enter(&y.c1) && is_canonical;
    is_canonical = sl_cuda_fp_enter(&y.c0) && is_canonical;
    sl_cuda_key_fp2_sqr(&right, &x);
    sl_cuda_key_fp2_mul(&right, &right, &x);
    sl_cuda_key_fp2_sqr(&left, &y);
    const bool is_on_curve =
        sl_cuda_fp_is_four_more(&left.c0, &right.c0) && sl_cuda_fp_is_four_more(&left.c1, &right.c1);
    const bool is_good = sl_cuda_point_judge(work, i, first_word, bits, is_canonical, is_on_curve);
    sl_cuda_fp *const out = (sl_cuda_fp *)work->out + (uint64_t)i * 4;
    out[0] = is_good ? x.c0 : zero;
    out[1] = is_good ? x.c1 : zero;
    out[2] = is_good ? y.c0 : zero;
    out[3] = is_good ? y.c1 : zero;
}

/* --- terms -------------------------------------------------------------------------------------------------------
 */

SL_CUDA_FN void sl_cuda_cut_find(const sl_cuda_cuts *work, uint32_t i) {
    const uint64_t limit = i * work->step;
    uint32_t first = 0, n = work->n;
    while (n > 0) {
        const uint32_t half = n / 2;
        const bool is_below = work->numbers[first + half] < limit;
        first += is_below ? half + 1 : 0;
        n = is_below ? n - half - 1 : half;
    }
    work->out[i] = first;
}

SL_CUDA_FN uint32_t sl_cuda_place_reverse(uint32_t i, uint32_t log2) {
    if (log2 == 0) {
        return 0;
    }
    return SL_CUDA_WORD_REVERSE(i) >> (32 - log2);
}

/* The first of two positions that change places moves both. */
SL_CUDA_FN void sl_cuda_scalar_move(const sl_cuda_reverse *work, uint32_t i) {
    const uint32_t other = sl_cuda_place_reverse(i, work->log2);
    if (i < other) {
        const sl_cuda_fr kept = work->vector[i];
        work->vector[i] = work->vector[other];
        work->vector[other] = kept;
    }
}

#endif
