// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Products and vectors over Fr of the fma set.
 *
 * A product of coefficients is summed by columns of equal weight (lanes_fma.h). With factors within A and 1, a column
 * of c_1 is below 9 A 2^84.2, so below 2^95 for A = 128, and a limb after merging below 2^45.6 + A 2^44.3: raw. A
 * coefficient is below 1.1 A 2^253, so its digits are below A 2^40.7.
 */
#include "backends/cpu/fr_fma.h"

#include "backends/cpu/kernels_fma.h"

#define FR4_COLUMN 0x1.8p96 /* columns of a product are rounded to multiples of 2^44 */

/* acc -= x y */
SL_INLINE void acc_sub(lanes4_acc *acc, __m256d x, __m256d y) {
    const __m256d h = _mm256_fnmadd_pd(x, y, acc->h);
    acc->l = _mm256_sub_pd(acc->l, _mm256_fmadd_pd(x, y, _mm256_sub_pd(h, acc->h)));
    acc->h = h;
}

/*
 * Column `column` of c_0 = a_0 k_0 - a_1 k_1 and c_1 = (a_0 + a_1) (k_0 + k_1) - a_0 k_0: what belongs to it, low[s],
 * and what belongs to the next column times 2^43, high[s].
 */
SL_INLINE void mul_column(__m256d low[2], __m256d high[2], const fr4 *a, const __m256d sum[FR4_LIMBS],
                          const fr4_factor *k, int column) {
    const __m256d c = lanes4_set1(FR4_COLUMN);
    const int first = column < FR4_LIMBS ? 0 : column - FR4_LIMBS + 1;
    const int last = column < FR4_LIMBS ? column : FR4_LIMBS - 1;
    lanes4_acc both;
    lanes4_acc second;
    SL_UNROLL
    for (int i = first; i <= last; i++) {
        const int j = column - i;
        if (i == first) {
            lanes4_acc_first(&both, c, a->c[0][i], k->k[0][j]);
            lanes4_acc_first(&second, c, sum[i], k->k[2][j]);
        } else {
            lanes4_acc_add(&both, a->c[0][i], k->k[0][j]);
            lanes4_acc_add(&second, sum[i], k->k[2][j]);
        }
    }
    high[1] = _mm256_sub_pd(second.h, both.h);
    low[1] = _mm256_sub_pd(second.l, both.l);
    SL_UNROLL
    for (int i = first; i <= last; i++) {
        acc_sub(&both, a->c[1][i], k->k[1][column - i]);
    }
    high[0] = _mm256_sub_pd(both.h, c);
    low[0] = both.l;
}

/* The limbs of a product or of a sum of them, and what is behind the last one times 2^43: within 1. */
SL_INLINE void product_reduce(fr4 *out, __m256d t[2][5], const __m256d high[2]) {
    fr4_digits(t[0] + 2, high[0], t[1] + 2, high[1]);
    fr4_digits(t[0] + 1, fr4_up(t[0][4]), t[1] + 1, fr4_up(t[1][4]));
    fr4_digits(t[0], fr4_up(t[0][3]), t[1], fr4_up(t[1][3]));
    fr4_carry(out->c[0], t[0]);
    fr4_carry(out->c[1], t[1]);
}

SL_INLINE void mul(fr4 *out, const fr4 *a, const fr4_factor *k) {
    const __m256d down = lanes4_set1(0x1p-43);
    __m256d sum[FR4_LIMBS];
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        sum[i] = _mm256_add_pd(a->c[0][i], a->c[1][i]);
    }
    __m256d t[2][5];
    __m256d high[2];
    SL_UNROLL
    for (int column = 0; column < 5; column++) {
        __m256d low[2];
        __m256d next[2];
        mul_column(low, next, a, sum, k, column);
        SL_UNROLL
        for (int s = 0; s < 2; s++) {
            t[s][column] = column == 0 ? low[s] : _mm256_fmadd_pd(high[s], down, low[s]);
            high[s] = next[s];
        }
    }
    product_reduce(out, t, high);
}

/* Straight lines of 240 operations on 16 registers: gcc's first scheduler gains a tenth here, and loses elsewhere. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize("schedule-insns", "sched-pressure")
#endif

SL_INLINE void broadcast(fr4_factor *factor, const fr4_prepared *k) {
    SL_UNROLL
    for (int i = 0; i < 3; i++) {
        SL_UNROLL
        for (int j = 0; j < FR4_LIMBS; j++) {
            factor->k[i][j] = lanes4_set1(k->k[i][j]);
        }
    }
}

void sl_fr4_mul_fma(fr4 *out, const fr4 *a, const fr4_prepared *k) {
    fr4_factor factor;
    broadcast(&factor, k);
    mul(out, a, &factor);
}

void sl_fr4_mul_lanes_fma(fr4 *out, const fr4 *a, const fr4_factor *k) {
    mul(out, a, k);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif

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

/* t = m (x0 + x1 2^43), raw. Returns the limb behind it times 2^43. */
SL_INLINE __m256d mul_x(__m256d t[4], const __m256d m[FR4_LIMBS], __m256d x0, __m256d x1) {
    const __m256d c = lanes4_set1(FR4_CARRY);
    const __m256d down = lanes4_set1(0x1p-43);
    __m256d carry = _mm256_setzero_pd();
    SL_UNROLL
    for (int column = 0; column < 4; column++) {
        lanes4_acc acc;
        if (column < FR4_LIMBS) {
            lanes4_acc_first(&acc, c, m[column], x0);
            if (column > 0) {
                lanes4_acc_add(&acc, m[column - 1], x1);
            }
        } else {
            lanes4_acc_first(&acc, c, m[column - 1], x1);
        }
        t[column] = column == 0 ? acc.l : _mm256_fmadd_pd(carry, down, acc.l);
        carry = _mm256_sub_pd(acc.h, c);
    }
    return carry;
}

/* x^3 = x X, so c_0 = -x a_1 and c_1 = x (a_0 + a_1); -x = 2^16 + e 2^48. */
void sl_fr4_mul_quarter_fma(fr4 *out, const fr4 *a, bool is_negative) {
    const double sign = is_negative ? 1 : -1;
    const __m256d x0 = lanes4_set1(sign * 0x1p16);
    const __m256d x1 = lanes4_set1(sign * 0xd201p5);
    const __m256d minus_x0 = lanes4_set1(-sign * 0x1p16);
    const __m256d minus_x1 = lanes4_set1(-sign * 0xd201p5);
    __m256d sum[FR4_LIMBS];
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        sum[i] = _mm256_add_pd(a->c[0][i], a->c[1][i]);
    }
    __m256d t0[4];
    __m256d t1[4];
    const __m256d high0 = mul_x(t0, a->c[1], minus_x0, minus_x1);
    const __m256d high1 = mul_x(t1, sum, x0, x1);
    fr4_digits(t0 + 1, high0, t1 + 1, high1);
    fr4_digits(t0, fr4_up(t0[3]), t1, fr4_up(t1[3]));
    fr4_carry(out->c[0], t0);
    fr4_carry(out->c[1], t1);
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

void sl_fr_prepare_fma(void *out, const sl_fr *in, size_t n) {
    const unsigned rounding = lanes4_rounding_begin();
    fr4_prepared *prepared = out;
    for (size_t i = 0; i < n; i += FR4_LANES) {
        prepare_four(prepared + i, in + i, n - i);
    }
    lanes4_rounding_end(rounding);
}
