// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * BLAKE2s with one row of the 4 x 4 state in each vector register; included by a unit for each instruction set.
 * AVX-512VL rotates in one instruction where AVX2 needs up to three, which is a fifth of the time.
 *
 * A single stream is bound by the chain of dependent operations through b, so everything else is kept off that chain:
 * message words are added to a before b arrives, and for the diagonal half of a round rows a, c and d are turned
 * while b stays where it is (which turns the order of the diagonals, hence of their message words, by one).
 */
#ifndef SL_MATH_HASH_BLAKE2S_ROWS_H
#define SL_MATH_HASH_BLAKE2S_ROWS_H

#include <immintrin.h>
#include <string.h>

#include "math/hash/blake2_sigma.h"
#include "math/hash/blake2s_paths.h"

#if defined(__AVX512VL__)
#define ROTATE16(v) _mm_ror_epi32((v), 16)
#define ROTATE12(v) _mm_ror_epi32((v), 12)
#define ROTATE8(v) _mm_ror_epi32((v), 8)
#define ROTATE7(v) _mm_ror_epi32((v), 7)
#else
#define ROTATE16(v) _mm_shuffle_epi8((v), _mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302))
#define ROTATE12(v) _mm_or_si128(_mm_srli_epi32((v), 12), _mm_slli_epi32((v), 20))
#define ROTATE8(v) _mm_shuffle_epi8((v), _mm_set_epi64x(0x0c0f0e0d080b0a09, 0x0407060500030201))
#define ROTATE7(v) _mm_or_si128(_mm_srli_epi32((v), 7), _mm_slli_epi32((v), 25))
#endif

/* Four mixings side by side; x and y are their message words. */
SL_INLINE void mix4(__m128i v[4], __m128i x, __m128i y) {
    v[0] = _mm_add_epi32(_mm_add_epi32(v[0], x), v[1]);
    v[3] = _mm_xor_si128(v[3], v[0]);
    v[3] = ROTATE16(v[3]);
    v[2] = _mm_add_epi32(v[2], v[3]);
    v[1] = _mm_xor_si128(v[1], v[2]);
    v[1] = ROTATE12(v[1]);
    v[0] = _mm_add_epi32(_mm_add_epi32(v[0], y), v[1]);
    v[3] = _mm_xor_si128(v[3], v[0]);
    v[3] = ROTATE8(v[3]);
    v[2] = _mm_add_epi32(v[2], v[3]);
    v[1] = _mm_xor_si128(v[1], v[2]);
    v[1] = ROTATE7(v[1]);
}

SL_INLINE __m128i words(const uint8_t *block, int i0, int i1, int i2, int i3) {
    int m[16];
    memcpy(m, block, sizeof m);
    return _mm_set_epi32(m[i3], m[i2], m[i1], m[i0]);
}

SL_INLINE void round_one(__m128i v[4], const uint8_t *block, const uint8_t *s) {
    mix4(v, words(block, s[0], s[2], s[4], s[6]), words(block, s[1], s[3], s[5], s[7]));
    v[0] = _mm_shuffle_epi32(v[0], 0x93);
    v[2] = _mm_shuffle_epi32(v[2], 0x39);
    v[3] = _mm_shuffle_epi32(v[3], 0x4e);
    mix4(v, words(block, s[14], s[8], s[10], s[12]), words(block, s[15], s[9], s[11], s[13]));
    v[0] = _mm_shuffle_epi32(v[0], 0x39);
    v[2] = _mm_shuffle_epi32(v[2], 0x93);
    v[3] = _mm_shuffle_epi32(v[3], 0x4e);
}

SL_INLINE void compress_rows(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes, uint32_t flag) {
    const __m128i iv0 = _mm_loadu_si128((const __m128i *)(const void *)sl_blake2s_iv);
    const __m128i iv1 = _mm_loadu_si128((const __m128i *)(const void *)(sl_blake2s_iv + 4));
    __m128i h0 = _mm_loadu_si128((const __m128i *)(const void *)state);
    __m128i h1 = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    for (size_t i = 0; i < blocks_n; i++) {
        const uint8_t *block = blocks + i * SL_BLAKE2S_BLOCK_BYTES;
        bytes += SL_BLAKE2S_BLOCK_BYTES;
        const __m128i count = _mm_set_epi64x(flag, (int64_t)bytes);
        __m128i v[4] = {h0, h1, iv0, _mm_xor_si128(iv1, count)};
        SL_UNROLL
        for (int r = 0; r < 10; r++) {
            round_one(v, block, sl_blake2_sigma[r]);
        }
        h0 = _mm_xor_si128(h0, _mm_xor_si128(v[0], v[2]));
        h1 = _mm_xor_si128(h1, _mm_xor_si128(v[1], v[3]));
    }
    _mm_storeu_si128((__m128i *)(void *)state, h0);
    _mm_storeu_si128((__m128i *)(void *)(state + 4), h1);
}

#endif
