// SPDX-License-Identifier: MIT OR Apache-2.0
/* Eight lanes of 64 bits: what the fields of the ifma set share. Included only by units that end in _ifma.c. */
#ifndef SL_BACKENDS_CPU_LANES_IFMA_H
#define SL_BACKENDS_CPU_LANES_IFMA_H

#include <immintrin.h>

#include "core/base/compat.h"

enum { LANES8 = 8 };

SL_INLINE __m512i lanes8_set1(uint64_t v) {
    return _mm512_set1_epi64((long long)v);
}

/* Transposes 8 x 8 words: rows are lanes outside, limbs inside. */
SL_INLINE void lanes8_transpose(__m512i r[8]) {
    __m512i s[8];
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        s[2 * i] = _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);
        s[2 * i + 1] = _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);
    }
    /* s[2i + b]: words 2k + b of rows 2i, 2i + 1. Gather the four quarters of each. */
    SL_UNROLL
    for (int b = 0; b < 2; b++) {
        const __m512i lo01 = _mm512_shuffle_i64x2(s[b], s[2 + b], 0x88);
        const __m512i hi01 = _mm512_shuffle_i64x2(s[b], s[2 + b], 0xdd);
        const __m512i lo23 = _mm512_shuffle_i64x2(s[4 + b], s[6 + b], 0x88);
        const __m512i hi23 = _mm512_shuffle_i64x2(s[4 + b], s[6 + b], 0xdd);
        r[b] = _mm512_shuffle_i64x2(lo01, lo23, 0x88);
        r[2 + b] = _mm512_shuffle_i64x2(hi01, hi23, 0x88);
        r[4 + b] = _mm512_shuffle_i64x2(lo01, lo23, 0xdd);
        r[6 + b] = _mm512_shuffle_i64x2(hi01, hi23, 0xdd);
    }
}

#endif
