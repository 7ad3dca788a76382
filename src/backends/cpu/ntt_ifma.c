// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Transforms of the ifma set: eight lanes of a pass go through a tile of limbs, radix 4, depth first so that blocks
 * that fit the first cache stay there. Sums and differences are neither carried nor reduced: a bound says below how
 * many r the values of a block are, and is kept at 16 or less, which is what the way out of the tile (fr8_reduce)
 * takes. A product takes values below 35 and gives values below 2. Limbs: below 2^57 from a product, four times
 * that after a butterfly, at most three of which follow each other without a product or a reduction (fr_ifma.h).
 */
#include "backends/cpu/fr_ifma.h"
#include "backends/cpu/kernels_ifma.h"

enum { PRODUCT_BOUND = 2, REDUCED_BOUND = 2, TILE_BOUND = 16 };

/* Rows of a column pass that are asked for ahead: they are far apart, so no processor guesses them. */
enum { PREFETCH_ROWS = 12 };

SL_INLINE void row_prefetch(const sl_fr *a, size_t i, size_t n, size_t stride) {
    if (i + PREFETCH_ROWS < n) {
        const char *row = (const char *)(a + (i + PREFETCH_ROWS) * stride);
        SL_UNROLL
        for (size_t line = 0; line < FR8_LANES * sizeof(sl_fr); line += 64) {
            SL_PREFETCH(row + line);
        }
    }
}

/* A prepared factor in all lanes. */
SL_INLINE void factor_load(fr8 *out, const fr_prepared *factor) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = lanes8_set1(factor->l[i]);
    }
}

/* a = a k and b = b m. */
SL_INLINE void scale2(fr8 *a, const fr_prepared *k, fr8 *b, const fr_prepared *m) {
    fr8 factors[2];
    fr8 products[2];
    factor_load(&factors[0], k);
    factor_load(&factors[1], m);
    fr8_digits(a);
    fr8_digits(b);
    fr8_mul2(products, a, &factors[0], b, &factors[1]);
    *a = products[0];
    *b = products[1];
}

SL_INLINE void scale(fr8 *a, const fr_prepared *k) {
    fr8 factor;
    factor_load(&factor, k);
    fr8_digits(a);
    fr8_mul(a, a, &factor);
}

/*
 * Two layers of decimation in frequency of elements 0, q, 2 q, 3 q below `bound` (at most 4), where all factors but one
 * are 1; `quarter` is the fourth root of unity. Out: below 16.
 */
SL_INLINE void dif_four(fr8 *t, size_t q, const fr_prepared *quarter, unsigned bound) {
    fr8 s02;
    fr8 s13;
    fr8 d02;
    fr8 d13;
    fr8_add(&s02, &t[0], &t[2 * q]);
    fr8_sub(&d02, &t[0], &t[2 * q], bound);
    fr8_add(&s13, &t[q], &t[3 * q]);
    fr8_sub(&d13, &t[q], &t[3 * q], bound);
    scale(&d13, quarter);
    fr8_add(&t[0], &s02, &s13);
    fr8_sub(&t[q], &s02, &s13, 2 * bound);
    fr8_add(&t[2 * q], &d02, &d13);
    fr8_sub(&t[3 * q], &d02, &d13, PRODUCT_BOUND);
}

/*
 * Two layers over a block of n elements below `bound` (at most 4): i, i + n/4, i + n/2, i + 3n/4. The quarters then hold
 * values below 4 (or REDUCED_BOUND if bound is above 1), 2, 4 and 2.
 */
static void dif4(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    const size_t q = n / 4;
    dif_four(t, q, &twiddles[q * step], bound);
    for (size_t k = 0; k < 4; k++) {
        fr8_reduce(&t[k * q]);
    }
    for (size_t i = 1; i < q; i++) {
        fr8 s02;
        fr8 s13;
        fr8 d02;
        fr8 d13;
        fr8 sum;
        fr8 difference;
        fr8_add(&s02, &t[i], &t[i + 2 * q]);
        fr8_sub(&d02, &t[i], &t[i + 2 * q], bound);
        fr8_add(&s13, &t[i + q], &t[i + 3 * q]);
        fr8_sub(&d13, &t[i + q], &t[i + 3 * q], bound);
        scale2(&d02, &twiddles[i * step], &d13, &twiddles[(i + q) * step]);
        fr8_add(&sum, &s02, &s13);
        if (bound > 1) {
            fr8_reduce(&sum);
        }
        t[i] = sum;
        fr8_sub(&sum, &s02, &s13, 2 * bound);
        fr8_sub(&difference, &d02, &d13, PRODUCT_BOUND);
        fr8_add(&t[i + 2 * q], &d02, &d13);
        scale2(&sum, &twiddles[2 * i * step], &difference, &twiddles[2 * i * step]);
        t[i + q] = sum;
        t[i + 3 * q] = difference;
    }
}

SL_INLINE void butterfly(fr8 t[2], unsigned bound) {
    fr8 difference;
    fr8_sub(&difference, &t[0], &t[1], bound);
    fr8_add(&t[0], &t[0], &t[1]);
    t[1] = difference;
}

/*
 * Natural order in, bit-reversed out: the four quarters after two layers are in the order 0, 2, 1, 3 of frequencies.
 * In: below `bound`, at most 4; out: below TILE_BOUND.
 */
static void dif(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    if (n == 4) {
        dif_four(t, 1, &twiddles[step], bound);
    } else if (n == 2) {
        butterfly(t, bound);
    } else if (n > 4) {
        dif4(t, n, twiddles, step, bound);
        for (size_t k = 0; k < 4; k++) {
            const unsigned quarter_bound = k % 2 == 1 ? PRODUCT_BOUND : k == 0 && bound > 1 ? REDUCED_BOUND : 4;
            dif(t + k * (n / 4), n / 4, twiddles, 4 * step, quarter_bound);
        }
    }
}

/* The mirror images: the last two layers of decimation in time. Out: below 4 bound. */
SL_INLINE void dit_four(fr8 *t, size_t q, const fr_prepared *quarter, unsigned bound) {
    fr8 s01;
    fr8 s23;
    fr8 d01;
    fr8 d23;
    fr8_add(&s01, &t[0], &t[q]);
    fr8_sub(&d01, &t[0], &t[q], bound);
    fr8_add(&s23, &t[2 * q], &t[3 * q]);
    fr8_sub(&d23, &t[2 * q], &t[3 * q], bound);
    scale(&d23, quarter);
    fr8_add(&t[0], &s01, &s23);
    fr8_sub(&t[2 * q], &s01, &s23, 2 * bound);
    fr8_add(&t[q], &d01, &d23);
    fr8_sub(&t[3 * q], &d01, &d23, PRODUCT_BOUND);
}

/* Over a block of n elements, of any bound that fits the tile; it grows by 4, from REDUCED_BOUND if must_reduce. */
static void dit4(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, bool must_reduce) {
    const size_t q = n / 4;
    for (size_t k = 0; k < 4; k++) {
        fr8_reduce(&t[k * q]);
    }
    dit_four(t, q, &twiddles[q * step], REDUCED_BOUND);
    for (size_t i = 1; i < q; i++) {
        fr8 x0 = t[i];
        fr8 x1 = t[i + q];
        fr8 x2 = t[i + 2 * q];
        fr8 x3 = t[i + 3 * q];
        fr8 y1;
        fr8 y3;
        scale2(&x1, &twiddles[2 * i * step], &x3, &twiddles[2 * i * step]);
        if (must_reduce) {
            fr8_reduce(&x0);
        }
        fr8_sub(&y3, &x2, &x3, PRODUCT_BOUND);
        fr8_add(&x2, &x2, &x3);
        scale2(&x2, &twiddles[i * step], &y3, &twiddles[(i + q) * step]);
        fr8_sub(&y1, &x0, &x1, PRODUCT_BOUND);
        fr8_add(&x0, &x0, &x1);
        fr8_sub(&t[i + 2 * q], &x0, &x2, PRODUCT_BOUND);
        fr8_add(&t[i], &x0, &x2);
        fr8_sub(&t[i + 3 * q], &y1, &y3, PRODUCT_BOUND);
        fr8_add(&t[i + q], &y1, &y3);
    }
}

/* Bit-reversed order in, natural out. In: below `bound`, at most 4; out: below what it returns, at most TILE_BOUND. */
static unsigned dit(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    if (n == 1) {
        return bound;
    }
    if (n == 2) {
        butterfly(t, bound);
        return 2 * bound;
    }
    if (n == 4) {
        dit_four(t, 1, &twiddles[step], bound);
        return 4 * bound;
    }
    unsigned quarter_bound = 0;
    for (size_t k = 0; k < 4; k++) {
        quarter_bound = dit(t + k * (n / 4), n / 4, twiddles, 4 * step, bound);
    }
    const bool must_reduce = quarter_bound + 4 > TILE_BOUND;
    dit4(t, n, twiddles, step, must_reduce);
    /* Its first elements went another way: below 4 REDUCED_BOUND. */
    return SL_MAX((must_reduce ? REDUCED_BOUND : quarter_bound) + 4, 4 * REDUCED_BOUND);
}

/* The bit-reversed counter: the position after `position` (of i) for i + 1, in lanes of n elements. */
SL_INLINE size_t bitrev_next(size_t position, size_t i, size_t n) {
    return position ^ (n - (n >> (__builtin_ctzll(i + 1) + 1)));
}

/* Element of logical index i of lane k, digits, times first_k ratio_k^i. */
static void tile_scale(fr8 *t, size_t n, bool is_reversed, const sl_ntt_factors *factors, size_t lane, size_t lanes) {
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
        fr8_digits(&t[position]);
        if (is_constant) {
            fr8_mul(&t[position], &t[position], &factor);
        } else {
            fr8 products[2];
            fr8_mul2(products, &t[position], &factor, &factor, &ratio);
            t[position] = products[0];
            factor = products[1];
            fr8_digits(&factor);
        }
        position = is_reversed ? bitrev_next(position, i, n) : i + 1;
    }
}

static bool has_factors(const sl_ntt_factors *factors) {
    return factors->first != NULL || factors->ratio != NULL;
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
            row_prefetch(a, i, n, pass->stride);
            fr8_load(&t[i], a + i * pass->stride, 0);
        } else {
            fr8_gather(&t[i], a + i * pass->stride, pass->lane_stride, lanes, 0);
        }
    }
}

static void tile_store(sl_fr *a, const sl_ntt_pass *pass, size_t lanes, fr8 *t, size_t n, bool is_product) {
    for (size_t i = 0; i < n; i++) {
        if (is_product) {
            fr8_carry(&t[i]);
            fr8_canonical(&t[i]);
        } else {
            fr8_reduce(&t[i]);
            fr8_canonical_rare(&t[i]);
        }
        if (lanes == FR8_LANES && pass->lane_stride == 1) {
            row_prefetch(a, i, n, pass->stride);
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
        unsigned bound = 1;
        if (has_factors(&pass->before)) {
            tile_scale(t, n, pass->is_reversed_in, &pass->before, lane, lanes);
            bound = PRODUCT_BOUND;
        }
        if (pass->is_reversed_in) {
            (void)dit(t, n, pass->twiddles, 1, bound);
        } else {
            dif(t, n, pass->twiddles, 1, bound);
        }
        const bool is_scaled = has_factors(&pass->after);
        if (is_scaled) {
            tile_scale(t, n, !pass->is_reversed_in, &pass->after, lane, lanes);
        }
        tile_store(first, pass, lanes, t, n, is_scaled);
    }
}
