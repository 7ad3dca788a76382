// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Four lanes of doubles that hold integers: what the fields of the fma set share. Included only by units that end in
 * _fma.c.
 *
 * Every operation here is exact, on one condition: the processor rounds to nearest. SysV threads inherit MXCSR from
 * their creator and a host program may have changed it (fesetround, trapping of inexact results), so each entry of the
 * set works between lanes4_rounding_begin and lanes4_rounding_end, in a function that is not inlined.
 */
#ifndef SL_BACKENDS_CPU_LANES_FMA_H
#define SL_BACKENDS_CPU_LANES_FMA_H

#include <immintrin.h>

#include "core/base/error.h"

enum { LANES4 = 4 };

/* Control bits of MXCSR: round to nearest, all exceptions masked, no flushing to zero. The rest are sticky flags. */
#define LANES4_MXCSR 0x1f80U
#define LANES4_MXCSR_FLAGS 0x3fU

/* What to give to lanes4_rounding_end. */
SL_INLINE unsigned lanes4_rounding_begin(void) {
    const unsigned old = _mm_getcsr();
    _mm_setcsr(LANES4_MXCSR);
    return old;
}

/* The caller's rounding, and its sticky flags as they were. */
SL_INLINE void lanes4_rounding_end(unsigned old) {
    _mm_setcsr(old);
}

SL_INLINE __m256d lanes4_set1(double v) {
    return _mm256_set1_pd(v);
}

/*
 * A sum of products of integers in two parts. `h` starts at LANES4_C-like constant c (1.5 times a power of two) and
 * takes the products rounded to multiples of its unit; `l` takes what rounding left away, exactly.
 */
typedef struct lanes4_acc {
    __m256d h, l;
} lanes4_acc;

/* The first product of a sum; c is the constant in all lanes. */
SL_INLINE void lanes4_acc_first(lanes4_acc *acc, __m256d c, __m256d x, __m256d y) {
    acc->h = _mm256_fmadd_pd(x, y, c);
    acc->l = _mm256_fmsub_pd(x, y, _mm256_sub_pd(acc->h, c));
}

SL_INLINE void lanes4_acc_add(lanes4_acc *acc, __m256d x, __m256d y) {
    const __m256d h = _mm256_fmadd_pd(x, y, acc->h);
    acc->l = _mm256_add_pd(acc->l, _mm256_fmsub_pd(x, y, _mm256_sub_pd(h, acc->h)));
    acc->h = h;
}

/* The multiple of the unit of m (1.5 times a power of two) that is nearest to v. */
SL_INLINE __m256d lanes4_round(__m256d v, __m256d m) {
    return _mm256_sub_pd(_mm256_add_pd(v, m), m);
}

/* rows[k] + offset (bytes): four doubles of lane k. Out: limb i of all lanes. Aligned to 32 bytes. */
SL_INLINE void lanes4_load(__m256d out[4], const void *const rows[LANES4], size_t offset) {
    __m256d r[4];
    SL_UNROLL
    for (int i = 0; i < 2; i++) {
        SL_UNROLL
        for (int k = 0; k < 2; k++) {
            const char *low = (const char *)rows[k] + offset + 16 * i;
            const char *high = (const char *)rows[k + 2] + offset + 16 * i;
            r[2 * i + k] = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd((const double *)low)),
                                                _mm_load_pd((const double *)high), 1);
        }
        out[2 * i] = _mm256_unpacklo_pd(r[2 * i], r[2 * i + 1]);
        out[2 * i + 1] = _mm256_unpackhi_pd(r[2 * i], r[2 * i + 1]);
    }
}

/* parts[k]: what even and odd (limbs i and i + 1) have in lane k. */
SL_INLINE void lanes4_parts(__m128d parts[LANES4], __m256d even, __m256d odd) {
    const __m256d low = _mm256_unpacklo_pd(even, odd);
    const __m256d high = _mm256_unpackhi_pd(even, odd);
    parts[0] = _mm256_castpd256_pd128(low);
    parts[1] = _mm256_castpd256_pd128(high);
    parts[2] = _mm256_extractf128_pd(low, 1);
    parts[3] = _mm256_extractf128_pd(high, 1);
}

/* And back, for the lanes of mask. */
SL_INLINE void lanes4_store(void *const rows[LANES4], size_t offset, const __m256d in[4], unsigned mask) {
    SL_UNROLL
    for (int i = 0; i < 2; i++) {
        __m128d parts[LANES4];
        lanes4_parts(parts, in[2 * i], in[2 * i + 1]);
        SL_UNROLL
        for (int k = 0; k < LANES4; k++) {
            if (mask >> k & 1) {
                _mm_store_pd((double *)((char *)rows[k] + offset + 16 * i), parts[k]);
            }
        }
    }
}

#endif
