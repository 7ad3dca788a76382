// SPDX-License-Identifier: MIT OR Apache-2.0
/* Scalar helpers of the ifma set: limbs of 64 and of 52 bits, key-file bytes, inversion of a product of lanes. */
#ifndef SL_BACKENDS_CPU_FP_WORDS_IFMA_H
#define SL_BACKENDS_CPU_FP_WORDS_IFMA_H

#include "backends/cpu/fp_ifma.h"
#include "backends/cpu/fp_limbs.h"

/* Factors that take x and y of a point to a slot, and from one: from and to the scalar field's form, to integers. */
static const uint64_t fp_slot_from_384[2][FP8_LIMBS] = {
    {UINT64_C(0x0000100000000), UINT64_C(0x0000000000000), UINT64_C(0x0000000000000), UINT64_C(0x0000000000000),
     UINT64_C(0x0000000000000), UINT64_C(0x0000000000000), UINT64_C(0x0000000000000), UINT64_C(0x0000000000000)},
    {UINT64_C(0x5c43313e0f85b), UINT64_C(0xc3ca19e4475d2), UINT64_C(0x0f0bb11ecaf5b), UINT64_C(0x7a514bfcb272d),
     UINT64_C(0xacd34867d07a1), UINT64_C(0x9beb7732f9c64), UINT64_C(0x6a0c8022321f2), UINT64_C(0x0000000004c4a)}};
static const uint64_t fp_slot_to_384[2][FP8_LIMBS] = {
    {UINT64_C(0x551039a1d2c25), UINT64_C(0xc857a984373dc), UINT64_C(0x3331128e8da66), UINT64_C(0xba38b82e8f651),
     UINT64_C(0xbb197b6252a29), UINT64_C(0xcbe4f4e32928c), UINT64_C(0x80ef81f158c5d), UINT64_C(0x000000000e91f)},
    {UINT64_C(0x5667beaea90c7), UINT64_C(0xbb21e957466d7), UINT64_C(0x50e7133dfbcec), UINT64_C(0x35bb0d79cf750),
     UINT64_C(0x8c6a0756b5c0c), UINT64_C(0x49dfda5e5656e), UINT64_C(0x2d157af450f8d), UINT64_C(0x0000000014020)}};
static const uint64_t fp_slot_to_integer[2][FP8_LIMBS] = {
    {UINT64_C(0x6480ea8e9b9af), UINT64_C(0x65766c8fe444f), UINT64_C(0x8b540fea96f7d), UINT64_C(0x3b2ee82efd422),
     UINT64_C(0xa6723e5f0ade5), UINT64_C(0xff6eb6fdd4230), UINT64_C(0xe06ef23c24a25), UINT64_C(0x0000000014c8e)},
    {UINT64_C(0xadb883cd79d33), UINT64_C(0x8a1b1ef87ab9b), UINT64_C(0x31d24315e12d2), UINT64_C(0x954f355a3755c),
     UINT64_C(0xa1c34b86b51fa), UINT64_C(0x311003ad8c19d), UINT64_C(0xfefa1ef75142d), UINT64_C(0x000000000c5ff)}};
/* b of the curve equation in G1, and of both its parts in G2, over R^2: 4 / 2^832. */
static const uint64_t fp_slot_b[FP8_LIMBS] = {
    UINT64_C(0x3358d25cf27d8), UINT64_C(0x6e29ffe61f294), UINT64_C(0xfcdc6956e807d), UINT64_C(0x86a08ae1615f2),
    UINT64_C(0x71b71ff934e15), UINT64_C(0x8b4e45c2bcc23), UINT64_C(0x0ad87c02136d3), UINT64_C(0x000000000426b)};

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

/*
 * The eight limbs of 48 big-endian bytes: the four 16-bit words that limb i lies in, then their bytes put right and
 * what is below the limb shifted out. A limb starts at a multiple of four bits, so four words are enough; words from 24
 * on are zero.
 */
SL_INLINE __m512i fp_limbs52_from_bytes(const uint8_t *bytes) {
#define WORDS(f) (23 - (f)), (22 - (f)), (21 - (f)), (20 - (f))
    static const uint16_t words[32] SL_ALIGNED(64) = {WORDS(0),  WORDS(3), WORDS(6), WORDS(9), WORDS(13), WORDS(16),
                                                      WORDS(19), 1,        0,        31,       31};
#undef WORDS
    static const uint64_t shifts[FP8_LIMBS] SL_ALIGNED(64) = {0, 4, 8, 12, 0, 4, 8, 12};
    const __m512i swap = _mm512_broadcast_i32x4(_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    const __m512i all = _mm512_maskz_loadu_epi64(0x3f, bytes);
    const __m512i cut = _mm512_shuffle_epi8(_mm512_permutexvar_epi16(_mm512_load_si512(words), all), swap);
    return _mm512_and_si512(_mm512_srlv_epi64(cut, _mm512_load_si512(shifts)), lanes8_set1(FP8_MASK52));
}

/* Lane k: the integer that stands at keys[k] + offset; carried, and as it is read, so perhaps not below p. */
SL_INLINE void fp8_from_bytes(fp8 *out, const uint8_t *const keys[FP8_LANES], size_t offset) {
    SL_UNROLL
    for (int k = 0; k < FP8_LANES; k++) {
        out->l[k] = fp_limbs52_from_bytes(keys[k] + offset);
    }
    lanes8_transpose(out->l);
}

/* Lanes whose integer, carried, is below p: the borrow of a - p. */
SL_INLINE __mmask8 fp8_canonical_mask(const fp8 *a) {
    __m512i borrow = _mm512_setzero_si512();
    SL_UNROLL
    for (int i = 0; i < FP8_LIMBS; i++) {
        const __m512i less = _mm512_sub_epi64(a->l[i], lanes8_set1(fp8_p[i]));
        borrow = _mm512_srai_epi64(_mm512_add_epi64(less, borrow), 52);
    }
    return _mm512_movepi64_mask(borrow);
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
