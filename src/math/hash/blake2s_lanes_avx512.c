// SPDX-License-Identifier: MIT OR Apache-2.0
#if defined(__x86_64__)
#include <immintrin.h>

#include "core/base/compat.h"

enum { LANES = 16 };
typedef __m512i vec;

#define vec_add(a, b) _mm512_add_epi32((a), (b))
#define vec_xor(a, b) _mm512_xor_si512((a), (b))
#define vec_set1(w) _mm512_set1_epi32((int)(w))
#define vec_load(at) _mm512_loadu_si512(at)
#define vec_low32(a, b) _mm512_unpacklo_epi32((a), (b))
#define vec_high32(a, b) _mm512_unpackhi_epi32((a), (b))
#define vec_low64(a, b) _mm512_unpacklo_epi64((a), (b))
#define vec_high64(a, b) _mm512_unpackhi_epi64((a), (b))
#define vec_store(to, v) _mm512_storeu_si512((to), (v))
#define vec_ror16(v) _mm512_ror_epi32((v), 16)
#define vec_ror12(v) _mm512_ror_epi32((v), 12)
#define vec_ror8(v) _mm512_ror_epi32((v), 8)
#define vec_ror7(v) _mm512_ror_epi32((v), 7)

#include "math/hash/blake2s_lanes_tmpl.h"

SL_INLINE void block_load(vec m[16], const uint8_t *block, size_t stride) {
    vec b[16];
    fours_load(b, block, stride);
    SL_UNROLL
    for (int j = 0; j < 4; j++) {
        const vec even_low = _mm512_shuffle_i32x4(b[j], b[4 + j], 0x88);
        const vec odd_low = _mm512_shuffle_i32x4(b[j], b[4 + j], 0xdd);
        const vec even_high = _mm512_shuffle_i32x4(b[8 + j], b[12 + j], 0x88);
        const vec odd_high = _mm512_shuffle_i32x4(b[8 + j], b[12 + j], 0xdd);
        m[j] = _mm512_shuffle_i32x4(even_low, even_high, 0x88);
        m[4 + j] = _mm512_shuffle_i32x4(odd_low, odd_high, 0x88);
        m[8 + j] = _mm512_shuffle_i32x4(even_low, even_high, 0xdd);
        m[12 + j] = _mm512_shuffle_i32x4(odd_low, odd_high, 0xdd);
    }
}

void sl_blake2s_pieces16_avx512(uint8_t *digests, const uint8_t *data, size_t piece_bytes) {
    lanes_digest(digests, data, piece_bytes);
}
#else
typedef int sl_blake2s_lanes_avx512_unit_is_empty;
#endif
