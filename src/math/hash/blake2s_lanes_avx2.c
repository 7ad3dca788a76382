// SPDX-License-Identifier: MIT OR Apache-2.0
#if defined(__x86_64__)
#include <immintrin.h>

#include "core/base/compat.h"

enum { LANES = 8 };
typedef __m256i vec;

#define vec_add(a, b) _mm256_add_epi32((a), (b))
#define vec_xor(a, b) _mm256_xor_si256((a), (b))
#define vec_set1(w) _mm256_set1_epi32((int)(w))
#define vec_load(at) _mm256_loadu_si256((const __m256i *)(const void *)(at))
#define vec_low32(a, b) _mm256_unpacklo_epi32((a), (b))
#define vec_high32(a, b) _mm256_unpackhi_epi32((a), (b))
#define vec_low64(a, b) _mm256_unpacklo_epi64((a), (b))
#define vec_high64(a, b) _mm256_unpackhi_epi64((a), (b))
#define vec_store(to, v) _mm256_storeu_si256((__m256i *)(void *)(to), (v))

SL_INLINE vec vec_ror16(vec v) {
    return _mm256_shuffle_epi8(
        v, _mm256_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302, 0x0d0c0f0e09080b0a, 0x0504070601000302));
}

SL_INLINE vec vec_ror8(vec v) {
    return _mm256_shuffle_epi8(
        v, _mm256_set_epi64x(0x0c0f0e0d080b0a09, 0x0407060500030201, 0x0c0f0e0d080b0a09, 0x0407060500030201));
}

SL_INLINE vec vec_ror12(vec v) {
    return _mm256_or_si256(_mm256_srli_epi32(v, 12), _mm256_slli_epi32(v, 20));
}

SL_INLINE vec vec_ror7(vec v) {
    return _mm256_or_si256(_mm256_srli_epi32(v, 7), _mm256_slli_epi32(v, 25));
}

#include "math/hash/blake2s_lanes_tmpl.h"

SL_INLINE void block_load(vec m[16], const uint8_t *block, size_t stride) {
    SL_UNROLL
    for (int half = 0; half < 2; half++) {
        vec b[8];
        fours_load(b, block + 32 * half, stride);
        SL_UNROLL
        for (int j = 0; j < 4; j++) {
            m[8 * half + j] = _mm256_permute2x128_si256(b[j], b[4 + j], 0x20);
            m[8 * half + 4 + j] = _mm256_permute2x128_si256(b[j], b[4 + j], 0x31);
        }
    }
}

void sl_blake2s_pieces8_avx2(uint8_t *digests, const uint8_t *data, size_t piece_bytes) {
    lanes_digest(digests, data, piece_bytes);
}
#else
typedef int sl_blake2s_lanes_avx2_unit_is_empty;
#endif
