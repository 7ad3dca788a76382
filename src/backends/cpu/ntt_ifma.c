// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Transforms of the ifma set: eight lanes of a pass go through a tile of limbs, radix 4, depth first so that blocks
 * that fit the first cache stay there. Values in the tile are below 5.2 and need not be carried (fr_ifma.h).
 */
#include "backends/cpu/fr_ifma.h"
#include "backends/cpu/kernels_ifma.h"

/* A prepared factor in all lanes. */
SL_INLINE void factor_load(fr8 *out, const fr_prepared *factor) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = lanes8_set1(factor->l[i]);
    }
}

/* a = a k; a below 16 and not carried; result carried and below 1.5. */
SL_INLINE void scale(fr8 *a, const fr_prepared *k) {
    fr8 factor;
    factor_load(&factor, k);
    fr8_carry(a);
    fr8_mul(a, a, &factor);
}

/*
 * Two layers of decimation in frequency over a block of n elements: i, i + n/4, i + n/2, i + 3n/4. Bounds, in turn:
 * below 5.2; sums and differences below 10.4; the sum of sums is brought down, everything else is multiplied.
 */
static void dif4(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step) {
    const size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        fr8 s02;
        fr8 s13;
        fr8 d02;
        fr8 d13;
        fr8 r;
        fr8_add(&s02, &t[i], &t[i + 2 * q]);
        fr8_sub(&d02, &t[i], &t[i + 2 * q], 6);
        fr8_add(&s13, &t[i + q], &t[i + 3 * q]);
        fr8_sub(&d13, &t[i + q], &t[i + 3 * q], 6);
        fr8_reduce(&s02);
        fr8_reduce(&s13);
        scale(&d02, &twiddles[i * step]);
        scale(&d13, &twiddles[(i + q) * step]);
        fr8_add(&t[i], &s02, &s13);
        fr8_sub(&r, &s02, &s13, 2);
        scale(&r, &twiddles[2 * i * step]);
        t[i + q] = r;
        fr8_add(&t[i + 2 * q], &d02, &d13);
        fr8_sub(&r, &d02, &d13, 2);
        scale(&r, &twiddles[2 * i * step]);
        t[i + 3 * q] = r;
    }
}

static void dif2(fr8 *t) {
    fr8 difference;
    fr8_sub(&difference, &t[0], &t[1], 6);
    fr8_add(&t[0], &t[0], &t[1]);
    fr8_reduce(&difference);
    fr8_reduce(&t[0]);
    t[1] = difference;
}

/* Natural order in, bit-reversed out: the four quarters after two layers are in the order 0, 2, 1, 3 of frequencies. */
static void dif(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step) {
    if (n == 1) {
        return;
    }
    if (n == 2) {
        dif2(t);
        return;
    }
    dif4(t, n, twiddles, step);
    for (size_t k = 0; k < 4; k++) {
        dif(t + k * (n / 4), n / 4, twiddles, 4 * step);
    }
}

/* The mirror image: the last two layers of decimation in time over a block of n elements. */
static void dit4(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step) {
    const size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        fr8 x0 = t[i];
        fr8 x1 = t[i + q];
        fr8 x2 = t[i + 2 * q];
        fr8 x3 = t[i + 3 * q];
        fr8 y1;
        fr8 y3;
        scale(&x1, &twiddles[2 * i * step]);
        scale(&x3, &twiddles[2 * i * step]);
        fr8_reduce(&x0);
        fr8_sub(&y1, &x0, &x1, 2);
        fr8_add(&x0, &x0, &x1);
        fr8_sub(&y3, &x2, &x3, 2);
        fr8_add(&x2, &x2, &x3);
        scale(&x2, &twiddles[i * step]);
        scale(&y3, &twiddles[(i + q) * step]);
        fr8_sub(&t[i + 2 * q], &x0, &x2, 2);
        fr8_add(&t[i], &x0, &x2);
        fr8_sub(&t[i + 3 * q], &y1, &y3, 2);
        fr8_add(&t[i + q], &y1, &y3);
    }
}

static void dit(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step) {
    if (n == 1) {
        return;
    }
    if (n == 2) {
        dif2(t);
        return;
    }
    for (size_t k = 0; k < 4; k++) {
        dit(t + k * (n / 4), n / 4, twiddles, 4 * step);
    }
    dit4(t, n, twiddles, step);
}

/* The bit-reversed counter: the position after `position` (of i) for i + 1, in lanes of n elements. */
SL_INLINE size_t bitrev_next(size_t position, size_t i, size_t n) {
    return position ^ (n - (n >> (__builtin_ctzll(i + 1) + 1)));
}

/* Element of logical index i of lane k times first_k ratio_k^i. */
static void tile_scale(fr8 *t, size_t n, bool is_reversed, const sl_ntt_factors *factors, size_t lane, size_t lanes) {
    if (factors->first == NULL && factors->ratio == NULL) {
        return;
    }
    const bool is_constant = factors->ratio == NULL;
    const sl_fr one = sl_fr_one();
    fr8 factor;
    fr8 ratio;
    if (factors->first == NULL) {
        fr8_gather(&factor, &one, 0, lanes, 4);
    } else {
        fr8_gather(&factor, factors->first + lane, 1, lanes, 4);
    }
    fr8_gather(&ratio, (is_constant ? factors->first : factors->ratio) + lane, 1, lanes, 4);
    fr8_reduce(&factor);
    fr8_reduce(&ratio);
    size_t position = 0;
    for (size_t i = 0; i < n; i++) {
        fr8_carry(&t[position]);
        fr8_mul(&t[position], &t[position], &factor);
        if (!is_constant) {
            fr8_mul(&factor, &factor, &ratio);
        }
        position = is_reversed ? bitrev_next(position, i, n) : i + 1;
    }
}

/* Pairs of elements of eight rows: 64 bytes of each row are its words, which a transposition turns into lanes. */
SL_INLINE void rows_in(fr8 out[2], const sl_fr *const rows[FR8_LANES], size_t i) {
    __m512i w[8];
    SL_UNROLL
    for (int k = 0; k < FR8_LANES; k++) {
        w[k] = _mm512_loadu_si512(rows[k] + i);
    }
    lanes8_transpose(w);
    fr8_split(&out[0], w, 0);
    fr8_split(&out[1], w + 4, 0);
}

SL_INLINE void rows_out(sl_fr *const rows[FR8_LANES], size_t i, size_t lanes, const fr8 in[2]) {
    __m512i w[8];
    fr8_join(w, &in[0]);
    fr8_join(w + 4, &in[1]);
    lanes8_transpose(w);
    SL_UNROLL
    for (size_t k = 0; k < FR8_LANES; k++) {
        if (k < lanes) {
            _mm512_storeu_si512(rows[k] + i, w[k]);
        }
    }
}

static void tile_load(fr8 *t, size_t n, const sl_fr *a, const sl_ntt_pass *pass, size_t lanes) {
    if (pass->stride == 1 && n > 1) {
        const sl_fr *rows[FR8_LANES];
        for (size_t k = 0; k < FR8_LANES; k++) {
            rows[k] = a + (k < lanes ? k : 0) * pass->lane_stride;
        }
        for (size_t i = 0; i < n; i += 2) {
            rows_in(t + i, rows, i);
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (lanes == FR8_LANES && pass->lane_stride == 1) {
            fr8_load(&t[i], a + i * pass->stride, 0);
        } else {
            fr8_gather(&t[i], a + i * pass->stride, pass->lane_stride, lanes, 0);
        }
    }
}

static void tile_store(sl_fr *a, const sl_ntt_pass *pass, size_t lanes, fr8 *t, size_t n) {
    for (size_t i = 0; i < n; i++) {
        fr8_reduce(&t[i]);
        fr8_canonical(&t[i]);
        if (lanes == FR8_LANES && pass->lane_stride == 1) {
            fr8_store(a + i * pass->stride, &t[i]);
        } else if (pass->stride != 1 || n == 1) {
            fr8_scatter(a + i * pass->stride, pass->lane_stride, lanes, &t[i]);
        }
    }
    if (pass->stride == 1 && n > 1 && !(lanes == FR8_LANES && pass->lane_stride == 1)) {
        sl_fr *rows[FR8_LANES];
        for (size_t k = 0; k < FR8_LANES; k++) {
            rows[k] = a + (k < lanes ? k : 0) * pass->lane_stride;
        }
        for (size_t i = 0; i < n; i += 2) {
            rows_out(rows, i, lanes, t + i);
        }
    }
}

void sl_ntt_pass_ifma(sl_fr *a, const sl_ntt_pass *pass, void *scratch) {
    fr8 *t = scratch;
    const size_t n = (size_t)1 << pass->log2_n;
    for (size_t lane = 0; lane < pass->lanes_n; lane += FR8_LANES) {
        const size_t lanes = pass->lanes_n - lane < FR8_LANES ? pass->lanes_n - lane : FR8_LANES;
        sl_fr *first = a + lane * pass->lane_stride;
        tile_load(t, n, first, pass, lanes);
        tile_scale(t, n, pass->is_reversed_in, &pass->before, lane, lanes);
        if (pass->is_reversed_in) {
            dit(t, n, pass->twiddles, 1);
        } else {
            dif(t, n, pass->twiddles, 1);
        }
        tile_scale(t, n, !pass->is_reversed_in, &pass->after, lane, lanes);
        tile_store(first, pass, lanes, t, n);
    }
}
