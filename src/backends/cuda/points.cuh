// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Coordinates of points in G1 (Fp) and in G2 (Fp2) under names of one form, for kernels that are written once for both
 * groups: sl_cuda_fp_NAME and sl_cuda_fp2_NAME. Bounds of Fp2 are of both parts.
 *
 * Points and references are only read; scratch memory is written and read by one thread, far apart, so it is kept out
 * of the nearest cache.
 */
#ifndef SL_BACKENDS_CUDA_POINTS_CUH
#define SL_BACKENDS_CUDA_POINTS_CUH

#include "backends/cuda/inverse.cuh"
#include "backends/cuda/pairs_work.h"

#define SL_CUDA_LANES 32

/* --- memory --------------------------------------------------------------------------------------------------------
 */

typedef struct sl_cuda_piece {
    uint32_t w[4];
} sl_cuda_piece;

#define SL_CUDA_FP_PIECES 3
#define SL_CUDA_FP2_PIECES 6

#ifdef __CUDACC__
static __device__ __forceinline__ sl_cuda_piece sl_cuda_piece_from(uint4 piece) {
    return sl_cuda_piece{{piece.x, piece.y, piece.z, piece.w}};
}
#define SL_CUDA_LOAD_POINT(from) sl_cuda_piece_from(__ldg((const uint4 *)(from)))
#define SL_CUDA_LOAD_REFS(from) __ldg((const unsigned long long *)(from))
#define SL_CUDA_LOAD_SCRATCH(from) sl_cuda_piece_from(__ldcg((const uint4 *)(from)))
#define SL_CUDA_LOAD_ANY(from) sl_cuda_piece_from(*(const uint4 *)(from))
#define SL_CUDA_STORE(to, a, b, c, d) __stcg((uint4 *)(to), make_uint4(a, b, c, d))
#define SL_CUDA_STORE_ANY(to, a, b, c, d) (*(uint4 *)(to) = make_uint4(a, b, c, d))
#else
#define SL_CUDA_LOAD_POINT(from) (*(from))
#define SL_CUDA_LOAD_REFS(from) (*(from))
#define SL_CUDA_LOAD_SCRATCH(from) (*(from))
#define SL_CUDA_LOAD_ANY(from) (*(from))
#define SL_CUDA_STORE(to, a, b, c, d) (*(to) = (sl_cuda_piece){{a, b, c, d}})
#define SL_CUDA_STORE_ANY SL_CUDA_STORE
#endif

/* Three pieces, `stride` apart. */
SL_CUDA_FN void sl_cuda_fp_store(sl_cuda_piece *to, const sl_cuda_fp *a, uint32_t stride) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < SL_CUDA_FP_PIECES; i++) {
        SL_CUDA_STORE(to + i * stride, a->w[4 * i], a->w[4 * i + 1], a->w[4 * i + 2], a->w[4 * i + 3]);
    }
}

SL_CUDA_FN void sl_cuda_piece_put(sl_cuda_fp *out, unsigned i, sl_cuda_piece piece) {
    SL_CUDA_UNROLL
    for (unsigned k = 0; k < 4; k++) {
        out->w[4 * i + k] = piece.w[k];
    }
}

/* From scratch memory. */
SL_CUDA_FN void sl_cuda_fp_restore(sl_cuda_fp *out, const sl_cuda_piece *from, uint32_t stride) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < SL_CUDA_FP_PIECES; i++) {
        sl_cuda_piece_put(out, i, SL_CUDA_LOAD_SCRATCH(from + i * stride));
    }
}

/* From a point. */
SL_CUDA_FN void sl_cuda_fp_load(sl_cuda_fp *out, const sl_cuda_fp *from) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < SL_CUDA_FP_PIECES; i++) {
        sl_cuda_piece_put(out, i, SL_CUDA_LOAD_POINT((const sl_cuda_piece *)from + i));
    }
}

/* From and to memory of any kind, by pieces. */
SL_CUDA_FN void sl_cuda_fp_take(sl_cuda_fp *out, const sl_cuda_fp *from) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < SL_CUDA_FP_PIECES; i++) {
        sl_cuda_piece_put(out, i, SL_CUDA_LOAD_ANY((const sl_cuda_piece *)from + i));
    }
}

SL_CUDA_FN void sl_cuda_fp_put(sl_cuda_fp *to, const sl_cuda_fp *a) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < SL_CUDA_FP_PIECES; i++) {
        SL_CUDA_STORE_ANY((sl_cuda_piece *)to + i, a->w[4 * i], a->w[4 * i + 1], a->w[4 * i + 2], a->w[4 * i + 3]);
    }
}

SL_CUDA_FN void sl_cuda_fp2_take(sl_cuda_fp2 *out, const sl_cuda_fp2 *from) {
    sl_cuda_fp_take(&out->c0, &from->c0);
    sl_cuda_fp_take(&out->c1, &from->c1);
}

SL_CUDA_FN void sl_cuda_fp2_put(sl_cuda_fp2 *to, const sl_cuda_fp2 *a) {
    sl_cuda_fp_put(&to->c0, &a->c0);
    sl_cuda_fp_put(&to->c1, &a->c1);
}

SL_CUDA_FN void sl_cuda_fp2_store(sl_cuda_piece *to, const sl_cuda_fp2 *a, uint32_t stride) {
    sl_cuda_fp_store(to, &a->c0, stride);
    sl_cuda_fp_store(to + SL_CUDA_FP_PIECES * stride, &a->c1, stride);
}

SL_CUDA_FN void sl_cuda_fp2_restore(sl_cuda_fp2 *out, const sl_cuda_piece *from, uint32_t stride) {
    sl_cuda_fp_restore(&out->c0, from, stride);
    sl_cuda_fp_restore(&out->c1, from + SL_CUDA_FP_PIECES * stride, stride);
}

SL_CUDA_FN void sl_cuda_fp2_load(sl_cuda_fp2 *out, const sl_cuda_fp2 *from) {
    sl_cuda_fp_load(&out->c0, &from->c0);
    sl_cuda_fp_load(&out->c1, &from->c1);
}

/* --- values --------------------------------------------------------------------------------------------------------
 */

/* a < 4p and a = 0 modulo p. */
SL_CUDA_FN bool sl_cuda_fp_is_zero(const sl_cuda_fp *a) {
    sl_cuda_fp least;
    sl_cuda_fp_reduce(&least, a);
    sl_cuda_fp_canonical(&least, &least);
    uint32_t bits = 0;
    SL_CUDA_UNROLL
    for (int i = 0; i < 12; i++) {
        bits |= least.w[i];
    }
    return bits == 0;
}

SL_CUDA_FN bool sl_cuda_fp2_is_zero(const sl_cuda_fp2 *a) {
    return sl_cuda_fp_is_zero(&a->c0) && sl_cuda_fp_is_zero(&a->c1);
}

/* Words that an element of all zero words has zero, and hardly any other. */
SL_CUDA_FN bool sl_cuda_fp_may_be_zero(const sl_cuda_fp *a) {
    return a->w[0] == 0;
}

SL_CUDA_FN bool sl_cuda_fp2_may_be_zero(const sl_cuda_fp2 *a) {
    return (a->c0.w[0] | a->c1.w[0]) == 0;
}

/* 2^384 mod p */
SL_CUDA_FN void sl_cuda_fp_one(sl_cuda_fp *out) {
    const sl_cuda_fp one = {{0x0002fffd, 0x76090000, 0xc40c0002, 0xebf4000b, 0x53c758ba, 0x5f489857, 0x70525745,
                             0x77ce5853, 0xa256ec6d, 0x5c071a97, 0xfa80e493, 0x15f65ec3}};
    *out = one;
}

SL_CUDA_FN void sl_cuda_fp_zero(sl_cuda_fp *out) {
    SL_CUDA_UNROLL
    for (int i = 0; i < 12; i++) {
        out->w[i] = 0;
    }
}

SL_CUDA_FN void sl_cuda_fp2_zero(sl_cuda_fp2 *out) {
    sl_cuda_fp_zero(&out->c0);
    sl_cuda_fp_zero(&out->c1);
}

SL_CUDA_FN void sl_cuda_fp2_one(sl_cuda_fp2 *out) {
    sl_cuda_fp_one(&out->c0);
    sl_cuda_fp_zero(&out->c1);
}

/*
 * Products and squares by functions that are called, for kernels with many of them: inlined, their code would not stay
 * in the instruction cache. By value, so that operands and results stay in registers.
 */
#ifdef __CUDACC__
#define SL_CUDA_CALLED(field)                                                        \
    static __device__ __noinline__ field field##_product(field a, field b) {         \
        field##_mul(&a, &a, &b);                                                     \
        return a;                                                                    \
    }                                                                                \
    static __device__ __noinline__ field field##_square(field a) {                   \
        field##_sqr(&a, &a);                                                         \
        return a;                                                                    \
    }                                                                                \
    SL_CUDA_FN void field##_mul_called(field *out, const field *a, const field *b) { \
        *out = field##_product(*a, *b);                                              \
    }                                                                                \
    SL_CUDA_FN void field##_sqr_called(field *out, const field *a) {                 \
        *out = field##_square(*a);                                                   \
    }
SL_CUDA_CALLED(sl_cuda_fp)
#else
#define sl_cuda_fp_mul_called sl_cuda_fp_mul
#define sl_cuda_fp_sqr_called sl_cuda_fp_sqr
#endif

/* --- Fp2 = Fp[u] / (u^2 + 1) ----------------------------------------------------------------------------------------
 */

SL_CUDA_FN void sl_cuda_fp2_add(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, const sl_cuda_fp2 *b) {
    sl_cuda_fp_add(&out->c0, &a->c0, &b->c0);
    sl_cuda_fp_add(&out->c1, &a->c1, &b->c1);
}

SL_CUDA_FN void sl_cuda_fp2_sub(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, const sl_cuda_fp2 *b) {
    sl_cuda_fp_sub(&out->c0, &a->c0, &b->c0);
    sl_cuda_fp_sub(&out->c1, &a->c1, &b->c1);
}

SL_CUDA_FN void sl_cuda_fp2_sub_reduced(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, const sl_cuda_fp2 *b) {
    sl_cuda_fp_sub_reduced(&out->c0, &a->c0, &b->c0);
    sl_cuda_fp_sub_reduced(&out->c1, &a->c1, &b->c1);
}

SL_CUDA_FN void sl_cuda_fp2_negate_if(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, uint32_t condition) {
    sl_cuda_fp_negate_if(&out->c0, &a->c0, condition);
    sl_cuda_fp_negate_if(&out->c1, &a->c1, condition);
}

SL_CUDA_FN void sl_cuda_fp2_reduce(sl_cuda_fp2 *out, const sl_cuda_fp2 *a) {
    sl_cuda_fp_reduce(&out->c0, &a->c0);
    sl_cuda_fp_reduce(&out->c1, &a->c1);
}

/*
 * a <= 4p and b <= 2p; the product is below 2p. By Karatsuba: c0 = a0 b0 - a1 b1, and c1 is (a0 + a1) (b0 + b1) without
 * a0 b0 and a1 b1; three products and two reductions.
 */
SL_CUDA_FN void sl_cuda_fp2_mul(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, const sl_cuda_fp2 *b) {
    sl_cuda_fp a_sum, b_sum;
    sl_cuda_fp_wide low, high, cross;
    sl_cuda_fp_add(&a_sum, &a->c0, &a->c1);
    sl_cuda_fp_add(&b_sum, &b->c0, &b->c1);
    sl_cuda_fp_wide_mul(&low, &a->c0, &b->c0);   /* <= 8 p^2 */
    sl_cuda_fp_wide_mul(&high, &a->c1, &b->c1);  /* <= 8 p^2 */
    sl_cuda_fp_wide_mul(&cross, &a_sum, &b_sum); /* <= 32 p^2 */
    sl_cuda_fp_wide_sub(&cross, &cross, &low);
    sl_cuda_fp_wide_sub(&cross, &cross, &high); /* <= 16 p^2 */
    sl_cuda_fp_wide_sub_p(&low, &low, &high);   /* <= p R + 8 p^2, and p R > 8 p^2 */
    sl_cuda_fp_wide_reduce(&out->c0, &low);     /* < 2.9p */
    sl_cuda_fp_wide_reduce(&out->c1, &cross);   /* < 2.7p */
    sl_cuda_fp2_reduce(out, out);
}

/* a < 2p, and the square is. */
SL_CUDA_FN void sl_cuda_fp2_sqr(sl_cuda_fp2 *out, const sl_cuda_fp2 *a) {
    sl_cuda_fp sum, difference, twice;
    sl_cuda_fp_add(&sum, &a->c0, &a->c1);
    sl_cuda_fp_sub_reduced(&difference, &a->c0, &a->c1);
    sl_cuda_fp_add(&twice, &a->c0, &a->c0);
    sl_cuda_fp_mul(&out->c1, &twice, &a->c1);
    sl_cuda_fp_mul(&out->c0, &sum, &difference);
}

#ifdef __CUDACC__
SL_CUDA_CALLED(sl_cuda_fp2)
#else
#define sl_cuda_fp2_mul_called sl_cuda_fp2_mul
#define sl_cuda_fp2_sqr_called sl_cuda_fp2_sqr
#endif

/* The same products in steps of Fp that are called, for kernels with so much in registers that no more can be passed.
 */
SL_CUDA_FN void sl_cuda_fp2_mul_stepwise(sl_cuda_fp2 *out, const sl_cuda_fp2 *a, const sl_cuda_fp2 *b) {
    sl_cuda_fp low, high, cross, sum;
    sl_cuda_fp_add(&cross, &a->c0, &a->c1); /* <= 8p */
    sl_cuda_fp_add(&sum, &b->c0, &b->c1);
    sl_cuda_fp_reduce(&sum, &sum);
    sl_cuda_fp_mul_called(&low, &a->c0, &b->c0);  /* < 1.9p */
    sl_cuda_fp_mul_called(&high, &a->c1, &b->c1); /* < 1.9p */
    sl_cuda_fp_mul_called(&cross, &sum, &cross);  /* < 2.7p */
    sl_cuda_fp_sub_reduced(&out->c0, &low, &high);
    sl_cuda_fp_reduce(&cross, &cross);
    sl_cuda_fp_sub_reduced(&cross, &cross, &low);
    sl_cuda_fp_sub_reduced(&out->c1, &cross, &high);
}

SL_CUDA_FN void sl_cuda_fp2_sqr_stepwise(sl_cuda_fp2 *out, const sl_cuda_fp2 *a) {
    sl_cuda_fp sum, difference, twice;
    sl_cuda_fp_add(&sum, &a->c0, &a->c1);
    sl_cuda_fp_sub_reduced(&difference, &a->c0, &a->c1);
    sl_cuda_fp_add(&twice, &a->c0, &a->c0);
    sl_cuda_fp_mul_called(&out->c1, &twice, &a->c1);
    sl_cuda_fp_mul_called(&out->c0, &sum, &difference);
}

/* a < 2p; 1 / a = (c0 - c1 u) / (c0^2 + c1^2), or 0 for 0; below 2p. */
SL_CUDA_FN void sl_cuda_fp2_inverse(sl_cuda_fp2 *out, const sl_cuda_fp2 *a) {
    const sl_cuda_fp zero = {{0}};
    sl_cuda_fp norm, square, minus;
    sl_cuda_fp_sqr(&norm, &a->c0);
    sl_cuda_fp_sqr(&square, &a->c1);
    sl_cuda_fp_add(&norm, &norm, &square); /* < 3p */
    sl_cuda_fp_reduce(&norm, &norm);
    sl_cuda_fp_inverse(&norm, &norm);
    sl_cuda_fp_sub(&minus, &zero, &a->c1); /* <= 2p */
    sl_cuda_fp_mul(&out->c0, &a->c0, &norm);
    sl_cuda_fp_mul(&out->c1, &minus, &norm);
}

#endif
