// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Field elements as words of 32 bits and what functions of kernels need, for CUDA and for C; and, for C alone, the
 * functions of field.cuh: to the bit what the device computes, not fast. Contracts: field.cuh.
 */
#ifndef SL_BACKENDS_CUDA_FIELD_WORDS_H
#define SL_BACKENDS_CUDA_FIELD_WORDS_H

#include <stdint.h>

typedef struct sl_cuda_fp {
    uint32_t w[12];
} sl_cuda_fp;

typedef struct sl_cuda_fp_wide { /* a product of two */
    uint32_t w[24];
} sl_cuda_fp_wide;

typedef struct sl_cuda_fr {
    uint32_t w[8];
} sl_cuda_fr;

#define SL_CUDA_P_LOW 0xffffaaabU /* the low word of p */

#ifdef __CUDACC__
#define SL_CUDA_FN static __device__ __forceinline__
#define SL_CUDA_SLOW static __device__ __noinline__
#define SL_CUDA_BOTH static inline __host__ __device__
#define SL_CUDA_CONSTANT static __device__ constexpr
#define SL_CUDA_UNROLL _Pragma("unroll")
#define SL_CUDA_ROLLED _Pragma("unroll 1")
#define SL_CUDA_POPCOUNT(x) ((uint32_t)__popcll(x))
#define SL_CUDA_WORD_REVERSE(x) __brev(x) /* its bits in reverse order */
#else
#define SL_CUDA_FN static inline
#define SL_CUDA_SLOW static inline
#define SL_CUDA_BOTH static inline
#define SL_CUDA_CONSTANT static const
#define SL_CUDA_UNROLL
#define SL_CUDA_ROLLED
#define SL_CUDA_POPCOUNT(x) ((uint32_t)__builtin_popcountll(x))
static inline uint32_t sl_cuda_word_reverse(uint32_t x) {
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    return __builtin_bswap32(x);
}
#define SL_CUDA_WORD_REVERSE(x) sl_cuda_word_reverse(x)
#endif

#ifndef __CUDACC__

#define SL_CUDA_P                                                                                                   \
    {                                                                                                               \
        0xffffaaab, 0xb9feffff, 0xb153ffff, 0x1eabfffe, 0xf6b0f624, 0x6730d2a0, 0xf38512bf, 0x64774b84, 0x434bacd7, \
            0x4b1ba7b6, 0x397fe69a, 0x1a0111ea                                                                      \
    }
#define SL_CUDA_2P                                                                                                  \
    {                                                                                                               \
        0xffff5556, 0x73fdffff, 0x62a7ffff, 0x3d57fffd, 0xed61ec48, 0xce61a541, 0xe70a257e, 0xc8ee9709, 0x869759ae, \
            0x96374f6c, 0x72ffcd34, 0x340223d4                                                                      \
    }
#define SL_CUDA_R \
    { 0x00000001, 0xffffffff, 0xfffe5bfe, 0x53bda402, 0x09a1d805, 0x3339d808, 0x299d7d48, 0x73eda753 }

/* out = a + b; the carry. */
static inline uint32_t sl_cuda_words_add(uint32_t *out, const uint32_t *a, const uint32_t *b, unsigned n) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += (uint64_t)a[i] + b[i];
        out[i] = (uint32_t)sum;
        sum >>= 32;
    }
    return (uint32_t)sum;
}

/* out = a - b; the borrow. */
static inline uint32_t sl_cuda_words_sub(uint32_t *out, const uint32_t *a, const uint32_t *b, unsigned n) {
    uint64_t borrow = 0;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t difference = (uint64_t)a[i] - b[i] - borrow;
        out[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return (uint32_t)borrow;
}

/* out = a - step if that is not negative, else a. */
static inline void sl_cuda_words_reduce(uint32_t *out, const uint32_t *a, const uint32_t *step, unsigned n) {
    uint32_t less[12];
    const uint32_t *from = sl_cuda_words_sub(less, a, step, n) != 0 ? a : less;
    for (unsigned i = 0; i < n; i++) {
        out[i] = from[i];
    }
}

/* out = a b: 2 n words. */
static inline void sl_cuda_words_product(uint32_t *out, const uint32_t *a, const uint32_t *b, unsigned n) {
    for (unsigned i = 0; i < 2 * n; i++) {
        out[i] = 0;
    }
    for (unsigned i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < n; j++) {
            carry += out[i + j] + (uint64_t)a[j] * b[i];
            out[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out[i + n] = (uint32_t)carry;
    }
}

/* The low n words of (t + q m) / 2^(32 n) with the q below 2^(32 n) that makes it whole; the word above. t is lost. */
static inline uint32_t sl_cuda_words_montgomery(uint32_t *out, uint32_t *t, const uint32_t *m, uint32_t inverse,
                                                unsigned n) {
    uint32_t top = 0;
    for (unsigned i = 0; i < n; i++) {
        const uint32_t q = t[i] * inverse;
        uint64_t carry = 0;
        for (unsigned j = 0; j < n; j++) {
            carry += t[i + j] + (uint64_t)q * m[j];
            t[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        carry += (uint64_t)t[i + n] + top;
        t[i + n] = (uint32_t)carry;
        top = (uint32_t)(carry >> 32);
    }
    for (unsigned i = 0; i < n; i++) {
        out[i] = t[n + i];
    }
    return top;
}

/* The same of t = a b. */
static inline uint32_t sl_cuda_words_mul(uint32_t *out, const uint32_t *a, const uint32_t *b, const uint32_t *m,
                                         uint32_t inverse, unsigned n) {
    uint32_t t[24];
    sl_cuda_words_product(t, a, b, n);
    return sl_cuda_words_montgomery(out, t, m, inverse, n);
}

#define SL_CUDA_P_MINUS_INVERSE 0xfffcfffd /* -1 / p modulo 2^32 */

SL_CUDA_FN void sl_cuda_fp_mul(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    static const uint32_t p[12] = SL_CUDA_P;
    (void)sl_cuda_words_mul(out->w, a->w, b->w, p, SL_CUDA_P_MINUS_INVERSE, 12);
}

SL_CUDA_FN void sl_cuda_fp_wide_mul(sl_cuda_fp_wide *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    sl_cuda_fp_wide product;
    sl_cuda_words_product(product.w, a->w, b->w, 12);
    *out = product;
}

SL_CUDA_FN void sl_cuda_fp_wide_reduce(sl_cuda_fp *out, const sl_cuda_fp_wide *a) {
    static const uint32_t p[12] = SL_CUDA_P;
    sl_cuda_fp_wide t = *a;
    (void)sl_cuda_words_montgomery(out->w, t.w, p, SL_CUDA_P_MINUS_INVERSE, 12);
}

SL_CUDA_FN void sl_cuda_fp_wide_sub(sl_cuda_fp_wide *out, const sl_cuda_fp_wide *a, const sl_cuda_fp_wide *b) {
    (void)sl_cuda_words_sub(out->w, a->w, b->w, 24);
}

SL_CUDA_FN void sl_cuda_fp_wide_sub_p(sl_cuda_fp_wide *out, const sl_cuda_fp_wide *a, const sl_cuda_fp_wide *b) {
    static const uint32_t p[12] = SL_CUDA_P;
    (void)sl_cuda_words_sub(out->w, a->w, b->w, 24);
    (void)sl_cuda_words_add(out->w + 12, out->w + 12, p, 12);
}

SL_CUDA_FN void sl_cuda_fp_sqr(sl_cuda_fp *out, const sl_cuda_fp *a) {
    sl_cuda_fp_mul(out, a, a);
}

SL_CUDA_FN void sl_cuda_fp_add(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    (void)sl_cuda_words_add(out->w, a->w, b->w, 12);
}

SL_CUDA_FN void sl_cuda_fp_sub(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    static const uint32_t p2[12] = SL_CUDA_2P;
    (void)sl_cuda_words_sub(out->w, a->w, b->w, 12);
    (void)sl_cuda_words_add(out->w, out->w, p2, 12);
}

SL_CUDA_FN void sl_cuda_fp_sub_reduced(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    static const uint32_t p2[12] = SL_CUDA_2P;
    if (sl_cuda_words_sub(out->w, a->w, b->w, 12) != 0) {
        (void)sl_cuda_words_add(out->w, out->w, p2, 12);
    }
}

SL_CUDA_FN void sl_cuda_fp_negate_if(sl_cuda_fp *out, const sl_cuda_fp *a, uint32_t condition) {
    static const uint32_t p2[12] = SL_CUDA_2P;
    *out = *a;
    if (condition != 0) {
        (void)sl_cuda_words_sub(out->w, p2, a->w, 12);
    }
}

SL_CUDA_FN void sl_cuda_fp_reduce(sl_cuda_fp *out, const sl_cuda_fp *a) {
    static const uint32_t p2[12] = SL_CUDA_2P;
    sl_cuda_words_reduce(out->w, a->w, p2, 12);
}

SL_CUDA_FN void sl_cuda_fp_canonical(sl_cuda_fp *out, const sl_cuda_fp *a) {
    static const uint32_t p[12] = SL_CUDA_P;
    sl_cuda_words_reduce(out->w, a->w, p, 12);
}

SL_CUDA_FN void sl_cuda_fr_mul(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    static const uint32_t r[8] = SL_CUDA_R;
    const uint32_t top = sl_cuda_words_mul(out->w, a->w, b->w, r, 0xffffffff, 8);
    if (top != 0) {
        (void)sl_cuda_words_sub(out->w, out->w, r, 8);
    } else {
        sl_cuda_words_reduce(out->w, out->w, r, 8);
    }
}

SL_CUDA_FN void sl_cuda_fr_mul_short(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    sl_cuda_fr_mul(out, a, b);
}

SL_CUDA_FN void sl_cuda_fr_add(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    static const uint32_t r[8] = SL_CUDA_R;
    (void)sl_cuda_words_add(out->w, a->w, b->w, 8);
    sl_cuda_words_reduce(out->w, out->w, r, 8);
}

SL_CUDA_FN void sl_cuda_fr_sub(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    static const uint32_t r[8] = SL_CUDA_R;
    if (sl_cuda_words_sub(out->w, a->w, b->w, 8) != 0) {
        (void)sl_cuda_words_add(out->w, out->w, r, 8);
    }
}

SL_CUDA_FN void sl_cuda_fr_add_lazy(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    (void)sl_cuda_words_add(out->w, a->w, b->w, 8);
}

SL_CUDA_FN void sl_cuda_fr_sub_lazy(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    static const uint32_t r[8] = SL_CUDA_R;
    (void)sl_cuda_words_sub(out->w, a->w, b->w, 8);
    (void)sl_cuda_words_add(out->w, out->w, r, 8);
}

SL_CUDA_FN void sl_cuda_fr_reduce(sl_cuda_fr *out, const sl_cuda_fr *a) {
    static const uint32_t r[8] = SL_CUDA_R;
    sl_cuda_words_reduce(out->w, a->w, r, 8);
}

#endif
#endif
