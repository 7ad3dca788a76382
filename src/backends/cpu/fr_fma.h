// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fr in doubles: four elements side by side, as pairs (c_0, c_1) that stand for c_0 + c_1 X.
 *
 * r = X^2 - X + 1 with X = x^2, where x = -0xd201000000010000 is the parameter of the curve. So Fr is Z[X] / (X^2 - X +
 * 1) modulo X - x^2, coefficients need half of the bits, and X = 2^32 + e 2^65 + e^2 2^96, e = 0xd201, is sparse. A
 * quotient digit of a coefficient costs two products where a digit of an integer modulo r costs six (fr_fma.c). There
 * is no Montgomery form: k stands for k itself, and a vector of sl_fr for the integers that its words are.
 *
 * A coefficient is three limbs, doubles that hold integers with signs: l[0] + l[1] 2^43 + l[2] 2^86. Words:
 *   within A  both |coefficients| are at most 0.8 A X, and limbs at most A (2^42 + 2^36)
 *   raw       limbs are below 2^53
 * Products take factors within 128 or 64 and give elements within 1; sums and differences add up. Signs are free,
 * residues not unique.
 *
 * Included only by units that end in _fma.c. All need the rounding of lanes_fma.h.
 */
#ifndef SL_BACKENDS_CPU_FR_FMA_H
#define SL_BACKENDS_CPU_FR_FMA_H

#include "backends/cpu/lanes_fma.h"
#include "math/field/fr.h"

enum { FR4_LIMBS = 3, FR4_LANES = LANES4 };

typedef struct fr4 {
    __m256d c[2][FR4_LIMBS];
} fr4;

/* A constant k within 1 as factor: the limbs of k_0, k_1 and k_0 + k_1. */
typedef struct fr4_prepared {
    double k[3][FR4_LIMBS];
} fr4_prepared;

/* The same with a constant for each lane. */
typedef struct fr4_factor {
    __m256d k[3][FR4_LIMBS];
} fr4_factor;

/*
 * A constant k that many elements are multiplied by: k, k 2^43 and k 2^86, each within 1 as it is modulo r. Limb i of
 * an element times the i-th of them needs one column more than a limb has, not three, so that one digit of quotients
 * reduces the product.
 */
typedef struct fr4_scale {
    fr4_prepared shifted[FR4_LIMBS];
} fr4_scale;

/* The same with a constant for each lane. */
typedef struct fr4_scales {
    fr4_factor shifted[FR4_LIMBS];
} fr4_scales;

/* The limbs of X: 2^32 and e 2^22 as one number in units of 2^43, and e^2 2^10. */
#define FR4_X01 0x1.a40200000001p+37
#define FR4_X1 0x1.a402p+37 /* the second alone */
#define FR4_X2 0x1.588b4802p+41
#define FR4_PER_X 0x1.7c6becf1e01fbp-42 /* 2^86 / X */

#define FR4_UNIT 0x1.8p52  /* rounds to integers */
#define FR4_CARRY 0x1.8p95 /* rounds to multiples of 2^43 */

/* out = a k, within 1, for a within 128; half of that by what is prepared three times. out may be a. */
void sl_fr4_mul_fma(fr4 *out, const fr4 *a, const fr4_prepared *k);
void sl_fr4_mul_lanes_fma(fr4 *out, const fr4 *a, const fr4_factor *k);
void sl_fr4_scale_fma(fr4 *out, const fr4 *a, const fr4_scale *k);
void sl_fr4_scale_lanes_fma(fr4 *out, const fr4 *a, const fr4_scales *k);
/* Constants for the first and the third of these. */
void sl_fr4_prepare_fma(fr4_prepared *out, const sl_fr *in, size_t n);
void sl_fr4_scale_prepare_fma(fr4_scale *out, const sl_fr *in, size_t n);
/* out = sum of a[i] k[i stride], within 1, for n elements that are together within 128. out may be one of them. */
void sl_fr4_dot_fma(fr4 *out, const fr4 *a, const fr4_prepared *k, size_t stride, size_t n);
/* out = a times the fourth root of unity x^3, within 1, for a within 64. */
void sl_fr4_mul_quarter_fma(fr4 *out, const fr4 *a);

SL_INLINE void fr4_add(fr4 *out, const fr4 *a, const fr4 *b) {
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        out->c[0][i] = _mm256_add_pd(a->c[0][i], b->c[0][i]);
        out->c[1][i] = _mm256_add_pd(a->c[1][i], b->c[1][i]);
    }
}

SL_INLINE void fr4_sub(fr4 *out, const fr4 *a, const fr4 *b) {
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        out->c[0][i] = _mm256_sub_pd(a->c[0][i], b->c[0][i]);
        out->c[1][i] = _mm256_sub_pd(a->c[1][i], b->c[1][i]);
    }
}

/* One carry of every limb to the next, all at once. Raw in; limbs at most 2^42 + 2^11 out, but for the top one. */
SL_INLINE void fr4_carry(__m256d out[FR4_LIMBS], const __m256d t[FR4_LIMBS]) {
    const __m256d m = lanes4_set1(FR4_CARRY);
    const __m256d down = lanes4_set1(0x1p-43);
    const __m256d k0 = lanes4_round(t[0], m);
    const __m256d k1 = lanes4_round(t[1], m);
    out[0] = _mm256_sub_pd(t[0], k0);
    out[1] = _mm256_fmadd_pd(k0, down, _mm256_sub_pd(t[1], k1));
    out[2] = _mm256_fmadd_pd(k1, down, t[2]);
}

/* t += m X01 2^43 with limbs t[0], t[1], t[2]; |m| is below 2^50. */
SL_INLINE void fr4_add_x01(__m256d t[3], __m256d m) {
    const __m256d c = lanes4_set1(FR4_CARRY);
    const __m256d x01 = lanes4_set1(FR4_X01);
    const __m256d high = _mm256_sub_pd(_mm256_fmadd_pd(m, x01, c), c);
    /* 2^-11 is the unit of what is left: its integer belongs to t[1], its fraction to t[0]. */
    const __m256d low = _mm256_fmsub_pd(m, x01, high);
    const __m256d integer = lanes4_round(low, lanes4_set1(FR4_UNIT));
    t[2] = _mm256_fmadd_pd(high, lanes4_set1(0x1p-43), t[2]);
    t[1] = _mm256_add_pd(t[1], integer);
    t[0] = _mm256_fmadd_pd(_mm256_sub_pd(low, integer), lanes4_set1(0x1p43), t[0]);
}

/*
 * Digit i of the quotient of a coefficient by X goes off: t[0 .. 2] are its limbs i .. i + 2, `high` is its limb i + 3
 * times 2^43 and becomes 0. Returns minus the digit. The next digit waits for t[2].
 */
SL_INLINE __m256d fr4_digit(__m256d t[3], __m256d high) {
    const __m256d unit = lanes4_set1(FR4_UNIT);
    const __m256d estimate = _mm256_fmadd_pd(_mm256_add_pd(high, t[2]), lanes4_set1(FR4_PER_X), unit);
    const __m256d q = _mm256_sub_pd(unit, estimate);
    /* Exact: a multiple of 2^10 below 2^53. */
    t[2] = _mm256_add_pd(t[2], _mm256_fmadd_pd(q, lanes4_set1(FR4_X2), high));
    fr4_add_x01(t, q);
    return q;
}

/* X - x^2 times digit i of the quotients of both coefficients goes off. */
SL_INLINE void fr4_digits(__m256d *t0, __m256d high0, __m256d *t1, __m256d high1) {
    const __m256d q0 = fr4_digit(t0, high0);
    const __m256d q1 = fr4_digit(t1, high1);
    t0[0] = _mm256_add_pd(t0[0], q1);
    t1[0] = _mm256_sub_pd(t1[0], _mm256_add_pd(q0, q1));
}

SL_INLINE __m256d fr4_up(__m256d v) {
    return _mm256_mul_pd(v, lanes4_set1(0x1p43));
}

/* The one digit that is left of a coefficient within 128 goes off: its products fit a double. Returns minus the digit.
 */
SL_INLINE __m256d fr4_small_digit(__m256d t[FR4_LIMBS]) {
    const __m256d unit = lanes4_set1(FR4_UNIT);
    const __m256d q = _mm256_sub_pd(unit, _mm256_fmadd_pd(t[2], lanes4_set1(FR4_PER_X), unit));
    t[2] = _mm256_fmadd_pd(q, lanes4_set1(FR4_X2), t[2]);
    t[1] = _mm256_fmadd_pd(q, lanes4_set1(FR4_X1), t[1]);
    t[0] = _mm256_fmadd_pd(q, lanes4_set1(0x1p32), t[0]);
    return q;
}

/* Within 128: coefficients as of elements within 1, limbs raw. */
SL_INLINE void fr4_trim(fr4 *a) {
    const __m256d q0 = fr4_small_digit(a->c[0]);
    const __m256d q1 = fr4_small_digit(a->c[1]);
    a->c[0][0] = _mm256_add_pd(a->c[0][0], q1);
    a->c[1][0] = _mm256_sub_pd(a->c[1][0], _mm256_add_pd(q0, q1));
}

/* Within 128: within 1. */
SL_INLINE void fr4_reduce(fr4 *a) {
    fr4_trim(a);
    fr4_carry(a->c[0], a->c[0]);
    fr4_carry(a->c[1], a->c[1]);
}

/* Lane k: the four words at at[k], an integer below r. Coefficients as within 2, limbs as within 4. */
SL_INLINE void fr4_load(fr4 *out, const sl_fr *const at[FR4_LANES]) {
    __m256i r[4];
    SL_UNROLL
    for (int k = 0; k < 2; k++) {
        SL_UNROLL
        for (int i = 0; i < 2; i++) {
            const __m128i *low = (const __m128i *)(const void *)&at[k]->l[2 * i];
            const __m128i *high = (const __m128i *)(const void *)&at[k + 2]->l[2 * i];
            r[2 * i + k] =
                _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(low)), _mm_loadu_si128(high), 1);
        }
    }
    const __m256i w[4] = {_mm256_unpacklo_epi64(r[0], r[1]), _mm256_unpackhi_epi64(r[0], r[1]),
                          _mm256_unpacklo_epi64(r[2], r[3]), _mm256_unpackhi_epi64(r[2], r[3])};
    const __m256i mask = _mm256_set1_epi64x((1LL << 43) - 1);
    __m256i digits[6] = {
        w[0],
        _mm256_or_si256(_mm256_srli_epi64(w[0], 43), _mm256_slli_epi64(w[1], 21)),
        _mm256_or_si256(_mm256_srli_epi64(w[1], 22), _mm256_slli_epi64(w[2], 42)),
        _mm256_srli_epi64(w[2], 1),
        _mm256_or_si256(_mm256_srli_epi64(w[2], 44), _mm256_slli_epi64(w[3], 20)),
        _mm256_srli_epi64(w[3], 23),
    };
    __m256d t[6];
    SL_UNROLL
    for (int i = 0; i < 6; i++) {
        /* An integer below 2^52 in the fraction of 2^52, minus 2^52. */
        const __m256d one = lanes4_set1(0x1p52);
        t[i] = _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(_mm256_and_si256(digits[i], mask)), one), one);
    }
    /* The quotient by X is the other coefficient. */
    const __m256d zero = _mm256_setzero_pd();
    __m256d q[3];
    q[2] = fr4_digit(t + 2, fr4_up(t[5]));
    q[1] = fr4_digit(t + 1, fr4_up(t[4]));
    q[0] = fr4_digit(t, fr4_up(t[3]));
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        out->c[0][i] = t[i];
        out->c[1][i] = _mm256_sub_pd(zero, q[i]);
    }
}

/* r as digits of 43 bits. */
static const double fr4_r[6] = {0x7ff00000001p0, 0x7cb7fdfffffp0, 0x54ef6900bffp0,
                                0x40404d0ec02p0, 0x1d7d483339dp0, 0xe7db4ea653p0};

/*
 * Coefficients within 1, limbs raw: the canonical words of lane k to at[k], for the first `lanes` of them. The integer
 * c_0 + c_1 x^2 is within 0.53 r; r is added to negative ones. Those near 0, which are rare, count as negative and are
 * put right at the end.
 */
SL_INLINE void fr4_store(sl_fr *const at[FR4_LANES], size_t lanes, const fr4 *a) {
    __m256d t[6];
    SL_UNROLL
    for (int i = 0; i < 6; i++) {
        t[i] = i < FR4_LIMBS ? a->c[0][i] : _mm256_setzero_pd();
    }
    const __m256d c = lanes4_set1(FR4_CARRY);
    const __m256d x2 = lanes4_set1(FR4_X2);
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        const __m256d m = a->c[1][i];
        const __m256d high = _mm256_sub_pd(_mm256_fmadd_pd(m, x2, c), c);
        t[i + 2] = _mm256_add_pd(t[i + 2], _mm256_fmsub_pd(m, x2, high));
        t[i + 3] = _mm256_fmadd_pd(high, lanes4_set1(0x1p-43), t[i + 3]);
        fr4_add_x01(t + i, m);
    }
    /* The lower limbs are worth less than 2^11 of limb 4. */
    const __m256d sum = _mm256_fmadd_pd(t[5], lanes4_set1(0x1p43), t[4]);
    const __m256d is_negative = _mm256_cmp_pd(sum, lanes4_set1(0x1p11), _CMP_LT_OQ);
    const __m256d is_positive = _mm256_cmp_pd(sum, lanes4_set1(-0x1p11), _CMP_GT_OQ);
    const bool has_near = _mm256_movemask_pd(_mm256_and_pd(is_negative, is_positive)) != 0;
    /* Limbs plus 2^51 in the fraction of 2^52; what the part above 43 bits always adds is taken off the next limb. */
    const __m256i mask = _mm256_set1_epi64x((1LL << 43) - 1);
    const double offset = (double)(0x4338000000000000 >> 43);
    __m256i digits[6];
    SL_UNROLL
    for (int i = 0; i < 6; i++) {
        const __m256d limb = _mm256_add_pd(t[i], _mm256_and_pd(is_negative, lanes4_set1(fr4_r[i])));
        digits[i] = _mm256_castpd_si256(_mm256_add_pd(limb, lanes4_set1(i == 0 ? FR4_UNIT : FR4_UNIT - offset)));
        if (i > 0) {
            digits[i] = _mm256_add_epi64(digits[i], _mm256_srli_epi64(digits[i - 1], 43));
            digits[i - 1] = _mm256_and_si256(digits[i - 1], mask);
        }
    }
    const __m256i w[4] = {
        _mm256_or_si256(digits[0], _mm256_slli_epi64(digits[1], 43)),
        _mm256_or_si256(_mm256_srli_epi64(digits[1], 21), _mm256_slli_epi64(digits[2], 22)),
        _mm256_or_si256(_mm256_or_si256(_mm256_srli_epi64(digits[2], 42), _mm256_slli_epi64(digits[3], 1)),
                        _mm256_slli_epi64(digits[4], 44)),
        _mm256_or_si256(_mm256_srli_epi64(digits[4], 20), _mm256_slli_epi64(digits[5], 23)),
    };
    SL_UNROLL
    for (int i = 0; i < 2; i++) {
        __m128d parts[FR4_LANES];
        lanes4_parts(parts, _mm256_castsi256_pd(w[2 * i]), _mm256_castsi256_pd(w[2 * i + 1]));
        SL_UNROLL
        for (size_t k = 0; k < FR4_LANES; k++) {
            if (k < lanes) {
                _mm_storeu_si128((__m128i *)(void *)&at[k]->l[2 * i], _mm_castpd_si128(parts[k]));
            }
        }
    }
    if (SL_UNLIKELY(has_near)) {
        for (size_t k = 0; k < lanes; k++) {
            sl_fr_reduce_once(at[k]);
        }
    }
}

#endif
