// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * SHA-256 with the SHA instructions. They keep the state as two registers, abef and cdgh (a and c in the top lane),
 * and do two rounds each; sha256msg1 and sha256msg2 extend the message schedule four words at a time.
 */
#if defined(__x86_64__)
#include <immintrin.h>

#include "math/hash/sha256_paths.h"

/* Rounds 4i .. 4i + 3 with the message words w. */
SL_INLINE void four_rounds(__m128i *abef, __m128i *cdgh, __m128i w, int i) {
    const __m128i wk = _mm_add_epi32(w, _mm_loadu_si128((const __m128i *)(const void *)(sl_sha256_k + 4 * i)));
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, wk);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(wk, 0x0e));
}

/* The four message words after w0, w1, w2, w3 (four words each). */
SL_INLINE __m128i schedule_next(__m128i w0, __m128i w1, __m128i w2, __m128i w3) {
    const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
    return _mm_sha256msg2_epu32(sum, w3);
}

void sl_sha256_compress_shani(uint32_t state[8], const uint8_t *blocks, size_t blocks_n) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i dcba = _mm_loadu_si128((const __m128i *)(const void *)state);
    const __m128i hgfe = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (size_t b = 0; b < blocks_n; b++) {
        const __m128i *in = (const __m128i *)(const void *)(blocks + b * SL_SHA256_BLOCK_BYTES);
        const __m128i abef_start = abef, cdgh_start = cdgh;
        __m128i w[4];
        SL_UNROLL
        for (int i = 0; i < 4; i++) {
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128(in + i), swap);
            four_rounds(&abef, &cdgh, w[i], i);
        }
        SL_UNROLL
        for (int i = 4; i < 16; i++) {
            w[i % 4] = schedule_next(w[i % 4], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
            four_rounds(&abef, &cdgh, w[i % 4], i);
        }
        abef = _mm_add_epi32(abef, abef_start);
        cdgh = _mm_add_epi32(cdgh, cdgh_start);
    }

    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#else
typedef int sl_sha256_shani_unit_is_empty;
#endif
