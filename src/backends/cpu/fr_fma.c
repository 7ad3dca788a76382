// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Products and vectors over Fr of the fma set.
 *
 * A product of coefficients is summed by columns of equal weight (lanes_fma.h). With factors within A and 1, a sum of
 * three products is below 12 A 2^84.05, so below 2^95 for A = 128, and a limb after merging below 2^45.6 + A 2^45:
 * raw. A coefficient is below 3.2 A X^2, so the first digit is below A 2^43.2; the last one rounds to within 0.51.
 *
 * A product by what is prepared three times: the constants are within 0.51, limbs of a are together below 2.57 A 2^42,
 * so a coefficient is below 6.6 A 2^42 X and for A = 64 its digit below 2^50.8. The digit is 0.5 off by rounding, 0.1
 * by the constant that it is computed with (0.44 2^-53 of itself) and 0.19 by the sum that is rounded before: 0.8.
 */
#include "backends/cpu/fr_fma.h"

#include "backends/cpu/kernels_fma.h"

#define FR4_PER_Y 0x1.381204ca56cd5p-64 /* 1 / -x */
#define FR4_COLUMN 0x1.8p96             /* columns of a product are rounded to multiples of 2^44 */

/* The limbs of a sum of products, and what is behind the last one times 2^43: within 1. */
SL_INLINE void product_reduce(fr4 *out, __m256d t[2][5], const __m256d high[2]) {
    fr4_digits(t[0] + 2, high[0], t[1] + 2, high[1]);
    fr4_digits(t[0] + 1, fr4_up(t[0][4]), t[1] + 1, fr4_up(t[1][4]));
    fr4_digits(t[0], fr4_up(t[0][3]), t[1], fr4_up(t[1][3]));
    fr4_carry(out->c[0], t[0]);
    fr4_carry(out->c[1], t[1]);
}

/*
 * Column by column, so that the sums stay in registers: a_0 k_0, a_1 k_1 and (a_0 + a_1) (k_0 + k_1) of all terms.
 */
void sl_fr4_dot_fma(fr4 *out, const fr4 *a, const fr4_prepared *k, size_t stride, size_t n) {
    const __m256d c = lanes4_set1(FR4_COLUMN);
    const __m256d down = lanes4_set1(0x1p-43);
    __m256d t[2][5];
    __m256d high[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    SL_UNROLL
    for (int column = 0; column < 5; column++) {
        const int first = column < FR4_LIMBS ? 0 : column - FR4_LIMBS + 1;
        const int last = column < FR4_LIMBS ? column : FR4_LIMBS - 1;
        lanes4_acc acc[3];
        SL_UNROLL
        for (int s = 0; s < 3; s++) {
            acc[s] = (lanes4_acc){c, _mm256_setzero_pd()};
        }
        for (size_t term = 0; term < n; term++) {
            const fr4 *x = &a[term];
            const fr4_prepared *y = &k[term * stride];
            SL_UNROLL
            for (int i = first; i <= last; i++) {
                lanes4_acc_add(&acc[0], x->c[0][i], lanes4_set1(y->k[0][column - i]));
                lanes4_acc_add(&acc[1], x->c[1][i], lanes4_set1(y->k[1][column - i]));
                lanes4_acc_add(&acc[2], _mm256_add_pd(x->c[0][i], x->c[1][i]), lanes4_set1(y->k[2][column - i]));
            }
        }
        t[0][column] = _mm256_fmadd_pd(high[0], down, _mm256_sub_pd(acc[0].l, acc[1].l));
        t[1][column] = _mm256_fmadd_pd(high[1], down, _mm256_sub_pd(acc[2].l, acc[0].l));
        high[0] = _mm256_sub_pd(acc[0].h, acc[1].h);
        high[1] = _mm256_sub_pd(acc[2].h, acc[0].h);
    }
    product_reduce(out, t, high);
}

/*
 * b = q y + rest with y = -x: q is q[0] + q[1] 2^32, the rest within y / 2 is rest[0] + rest[1], at most 2^37 and a
 * multiple of 2^38. For coefficients b of sums of two elements within 64: q[1] is below 2^38.5, q[0] below 2^31.5.
 */
SL_INLINE void divide_by_y(__m256d q[2], __m256d rest[2], const __m256d b[FR4_LIMBS]) {
    const __m256d unit = lanes4_set1(FR4_UNIT);
    q[1] = _mm256_sub_pd(_mm256_fmadd_pd(b[2], lanes4_set1(0x1p54 * FR4_PER_Y), unit), unit);
    const __m256d b2 = _mm256_fnmadd_pd(q[1], lanes4_set1(0xd201p-6), b[2]);
    const __m256d b1 = _mm256_fnmadd_pd(q[1], lanes4_set1(0x1p5), _mm256_fmadd_pd(b2, lanes4_set1(0x1p43), b[1]));
    q[0] = _mm256_sub_pd(_mm256_fmadd_pd(b1, lanes4_set1(0x1p43 * FR4_PER_Y), unit), unit);
    const __m256d r1 = _mm256_fnmadd_pd(q[0], lanes4_set1(0xd201p5), b1);
    const __m256d r0 = _mm256_fnmadd_pd(q[0], lanes4_set1(0x1p16), b[0]);
    const __m256d high = lanes4_round(r0, lanes4_set1(0x1.8p90));
    rest[0] = _mm256_sub_pd(r0, high);
    rest[1] = _mm256_fmadd_pd(r1, lanes4_set1(0x1p43), high);
}

/* out = sign y rest + low + high: `low` below 2^44, `high` a multiple of 2^43 below 2^72. */
SL_INLINE void multiply_by_y(__m256d out[FR4_LIMBS], const __m256d rest[2], double sign, __m256d low, __m256d high) {
    const __m256d c = lanes4_set1(FR4_CARRY);
    const __m256d down = lanes4_set1(0x1p-43);
    const __m256d y0 = lanes4_set1(sign * 0x1p16);
    const __m256d y1 = lanes4_set1(sign * 0xd201p5);
    const __m256d carry = lanes4_round(_mm256_fmadd_pd(rest[0], y0, low), c);
    const __m256d next = _mm256_sub_pd(_mm256_fmadd_pd(rest[0], y1, c), c);
    out[0] = _mm256_add_pd(_mm256_fmsub_pd(rest[0], y0, carry), low);
    out[1] = _mm256_fmadd_pd(rest[1], lanes4_set1(sign * 0x1p-27), _mm256_fmsub_pd(rest[0], y1, next));
    out[1] = _mm256_fmadd_pd(_mm256_add_pd(carry, high), down, out[1]);
    out[2] = _mm256_fmadd_pd(next, down, _mm256_mul_pd(rest[1], lanes4_set1(sign * 0xd201p-38)));
}

/*
 * With y = -x, x^3 = -y X: c_0 = y a_1 and c_1 = -y (a_0 + a_1). Since X = y^2, b = q y + s makes y b = q X + y s: the
 * quotients by X are those by y, half as long, and what they leave is y times 64 bits.
 */
void sl_fr4_mul_quarter_fma(fr4 *out, const fr4 *a) {
    const __m256d c = lanes4_set1(FR4_CARRY);
    const __m256d shift = lanes4_set1(0x1p32);
    __m256d sum[FR4_LIMBS];
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        sum[i] = _mm256_add_pd(a->c[0][i], a->c[1][i]);
    }
    __m256d q[2][2];
    __m256d rest[2][2];
    divide_by_y(q[0], rest[0], a->c[1]);
    divide_by_y(q[1], rest[1], sum);
    __m256d low[2];
    __m256d high[2];
    SL_UNROLL
    for (int s = 0; s < 2; s++) {
        high[s] = _mm256_sub_pd(_mm256_fmadd_pd(q[s][1], shift, c), c);
        low[s] = _mm256_add_pd(_mm256_fmsub_pd(q[s][1], shift, high[s]), q[s][0]);
    }
    multiply_by_y(out->c[0], rest[0], 1, low[1], high[1]);
    multiply_by_y(out->c[1], rest[1], -1, _mm256_sub_pd(low[0], low[1]), _mm256_sub_pd(high[0], high[1]));
}

static SL_NOINLINE void prepare_four(fr4_prepared *out, const sl_fr *in, size_t n) {
    sl_fr words[FR4_LANES];
    const sl_fr *at[FR4_LANES];
    for (size_t k = 0; k < FR4_LANES; k++) {
        sl_fr_to_limbs(words[k].l, &in[k < n ? k : 0]);
        at[k] = &words[k];
    }
    fr4 a;
    fr4_load(&a, at);
    fr4_reduce(&a);
    for (int j = 0; j < FR4_LIMBS; j++) {
        double c0[FR4_LANES];
        double c1[FR4_LANES];
        _mm256_storeu_pd(c0, a.c[0][j]);
        _mm256_storeu_pd(c1, a.c[1][j]);
        for (size_t k = 0; k < n && k < FR4_LANES; k++) {
            out[k].k[0][j] = c0[k];
            out[k].k[1][j] = c1[k];
            out[k].k[2][j] = c0[k] + c1[k];
        }
    }
}

void sl_fr4_prepare_fma(fr4_prepared *out, const sl_fr *in, size_t n) {
    const unsigned rounding = lanes4_rounding_begin();
    for (size_t i = 0; i < n; i += FR4_LANES) {
        prepare_four(out + i, in + i, n - i);
    }
    lanes4_rounding_end(rounding);
}

void sl_fr4_scale_prepare_fma(fr4_scale *out, const sl_fr *in, size_t n) {
    _Static_assert(sizeof *out == SL_FR_SLOT_BYTES_FMA, "the table says how many bytes a constant takes");
    const sl_fr shift = sl_fr_from_u64((uint64_t)1 << 43);
    for (size_t i = 0; i < n; i++) {
        sl_fr shifted[FR4_LIMBS] = {in[i]};
        for (size_t j = 1; j < FR4_LIMBS; j++) {
            sl_fr_mul(&shifted[j], &shifted[j - 1], &shift);
        }
        sl_fr4_prepare_fma(out[i].shifted, shifted, FR4_LIMBS);
    }
}

void sl_fr_prepare_fma(void *out, const sl_fr *in, size_t n) {
    sl_fr4_scale_prepare_fma(out, in, n);
}
