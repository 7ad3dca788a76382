// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * BLAKE2s with one row of the 4 x 4 state in each vector register.
 *
 * A single stream is bound by the chain of dependent operations through b, so everything else is kept off that chain:
 * message words are added to a before b arrives, and for the diagonal half of a round rows a, c and d are turned while b
 * stays where it is (which turns the order of the diagonals, hence of their message words, by one).
 */
#if defined(__x86_64__)
#include <immintrin.h>

#include "math/hash/blake2_sigma.h"
#include "math/hash/blake2s_paths.h"

SL_INLINE __m128i rotate16(__m128i v) {
    return _mm_shuffle_epi8(v, _mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302));
}

SL_INLINE __m128i rotate8(__m128i v) {
    return _mm_shuffle_epi8(v, _mm_set_epi64x(0x0c0f0e0d080b0a09, 0x0407060500030201));
}

SL_INLINE __m128i rotate12(__m128i v) {
    return _mm_or_si128(_mm_srli_epi32(v, 12), _mm_slli_epi32(v, 20));
}

SL_INLINE __m128i rotate7(__m128i v) {
    return _mm_or_si128(_mm_srli_epi32(v, 7), _mm_slli_epi32(v, 25));
}

/* Four mixings side by side; x and y are their message words. */
SL_INLINE void mix4(__m128i v[4], __m128i x, __m128i y) {
    v[0] = _mm_add_epi32(_mm_add_epi32(v[0], x), v[1]);
    v[3] = rotate16(_mm_xor_si128(v[3], v[0]));
    v[2] = _mm_add_epi32(v[2], v[3]);
    v[1] = rotate12(_mm_xor_si128(v[1], v[2]));
    v[0] = _mm_add_epi32(_mm_add_epi32(v[0], y), v[1]);
    v[3] = rotate8(_mm_xor_si128(v[3], v[0]));
    v[2] = _mm_add_epi32(v[2], v[3]);
    v[1] = rotate7(_mm_xor_si128(v[1], v[2]));
}

SL_INLINE __m128i words(const uint8_t *block, int i0, int i1, int i2, int i3) {
    int m[16];
    __builtin_memcpy(m, block, sizeof m);
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

void sl_blake2s_compress_avx2(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes,
                              uint32_t flag) {
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
#else
typedef int sl_blake2s_avx2_unit_is_empty;
#endif
