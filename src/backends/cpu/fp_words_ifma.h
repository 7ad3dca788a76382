// SPDX-License-Identifier: MIT OR Apache-2.0
/* Scalar helpers of the ifma set: limbs of 64 and of 52 bits, key-file bytes, inversion of a product of lanes. */
#ifndef SL_BACKENDS_CPU_FP_WORDS_IFMA_H
#define SL_BACKENDS_CPU_FP_WORDS_IFMA_H

#include "backends/cpu/fp_ifma.h"
#include "backends/cpu/fp_limbs.h"

/* An integer below 2^384 from limbs of 64 bits to limbs of 52. */
SL_INLINE void fp_split52(uint64_t out[FP8_LIMBS], const uint64_t in[6]) {
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const int word = 52 * i / 64;
        const int shift = 52 * i % 64;
        uint64_t v = in[word] >> shift;
        if (shift > 12 && word < 5) {
            v |= in[word + 1] << (64 - shift);
        }
        out[i] = v & FP8_MASK52;
    }
}

/* Carried limbs of a value below 2^384, reduced to the canonical integer: below 2.2 p needs two subtractions. */
SL_INLINE void fp_join52(uint64_t out[6], const uint64_t in[FP8_LIMBS]) {
    sl_fp v;
    SL_UNROLL
    for (int w = 0; w < 6; w++) {
        v.l[w] = 0;
    }
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const int word = 52 * i / 64;
        const int shift = 52 * i % 64;
        v.l[word] |= in[i] << shift;
        if (shift > 12 && word < 5) {
            v.l[word + 1] |= in[i] >> (64 - shift);
        }
    }
    sl_fp_reduce_once(&v);
    sl_fp_reduce_once(&v);
    SL_UNROLL
    for (int w = 0; w < 6; w++) {
        out[w] = v.l[w];
    }
}

/* The first lane of a (linked) as an element in the scalar field's Montgomery form, and one element in all lanes. */
SL_INLINE void fp8_to_scalar(sl_fp *out, const fp8 *a) {
    uint64_t split[FP8_LIMBS];
    fp8 f;
    fp8 v;
    fp8_broadcast(&f, fp8_to_384);
    fp8_mul(&v, a, &f);
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        split[i] = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(v.l[i]));
    }
    fp_join52(out->l, split);
}

SL_INLINE void fp8_from_scalar(fp8 *out, const sl_fp *in) {
    uint64_t split[FP8_LIMBS];
    fp8 f;
    fp_split52(split, in->l);
    fp8_broadcast(&f, fp8_from_384);
    fp8_broadcast(out, split);
    fp8_mul(out, out, &f);
}

#endif
