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

SL_INLINE void row_prefetch(const sl_fr *row) {
    SL_UNROLL
    for (size_t k = 0; k < FR8_LANES; k += 2) {
        SL_PREFETCH(row + k);
    }
}

/* Four rows, `step` elements from one to the next. */
SL_INLINE void rows_prefetch(const sl_fr *row, size_t step) {
    SL_UNROLL
    for (size_t k = 0; k < 4; k++) {
        row_prefetch(row + k * step);
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
 * Two layers of four elements below `bound` (at most 4), where all factors but one are 1; `quarter` is the fourth root
 * of unity. Out: below 4 bound.
 */
SL_INLINE void four_points(fr8 *x0, fr8 *x1, fr8 *x2, fr8 *x3, const fr_prepared *quarter, unsigned bound) {
    fr8 s02;
    fr8 s13;
    fr8 d02;
    fr8 d13;
    fr8_add(&s02, x0, x2);
    fr8_sub(&d02, x0, x2, bound);
    fr8_add(&s13, x1, x3);
    fr8_sub(&d13, x1, x3, bound);
    scale(&d13, quarter);
    fr8_add(x0, &s02, &s13);
    fr8_sub(x1, &s02, &s13, 2 * bound);
    fr8_add(x2, &d02, &d13);
    fr8_sub(x3, &d02, &d13, PRODUCT_BOUND);
}

/* Of decimation in frequency, and of decimation in time. */
SL_INLINE void dif_four(fr8 x[4], const fr_prepared *quarter, unsigned bound) {
    four_points(&x[0], &x[1], &x[2], &x[3], quarter, bound);
}

SL_INLINE void dit_four(fr8 x[4], const fr_prepared *quarter, unsigned bound) {
    four_points(&x[0], &x[2], &x[1], &x[3], quarter, bound);
}

/*
 * dif_four with all factors: of x[1] - x[3], x[0] - x[2], and the later pairs. The results are below 4 (or
 * REDUCED_BOUND if bound is above 1), 2, 4 and 2.
 */
SL_INLINE void dif_quad(fr8 x[4], const fr_prepared *twiddles, size_t i, size_t q, size_t step, unsigned bound) {
    fr8 s02;
    fr8 s13;
    fr8 d02;
    fr8 d13;
    fr8_add(&s02, &x[0], &x[2]);
    fr8_sub(&d02, &x[0], &x[2], bound);
    fr8_add(&s13, &x[1], &x[3]);
    fr8_sub(&d13, &x[1], &x[3], bound);
    scale2(&d02, &twiddles[i * step], &d13, &twiddles[(i + q) * step]);
    fr8_add(&x[0], &s02, &s13);
    if (bound > 1) {
        fr8_reduce(&x[0]);
    }
    fr8_sub(&x[1], &s02, &s13, 2 * bound);
    fr8_sub(&x[3], &d02, &d13, PRODUCT_BOUND);
    fr8_add(&x[2], &d02, &d13);
    scale2(&x[1], &twiddles[2 * i * step], &x[3], &twiddles[2 * i * step]);
}

SL_INLINE void quad_reduce(fr8 x[4]) {
    SL_UNROLL
    for (size_t k = 0; k < 4; k++) {
        fr8_reduce(&x[k]);
    }
}

SL_INLINE void quad_get(fr8 x[4], const fr8 *t, size_t q) {
    SL_UNROLL
    for (size_t k = 0; k < 4; k++) {
        x[k] = t[k * q];
    }
}

SL_INLINE void quad_put(fr8 *t, size_t q, const fr8 x[4]) {
    SL_UNROLL
    for (size_t k = 0; k < 4; k++) {
        t[k * q] = x[k];
    }
}

/* Two layers over a block of n elements: i, i + n/4, i + n/2, i + 3n/4. */
static void dif4(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    const size_t q = n / 4;
    fr8 x[4];
    quad_get(x, t, q);
    dif_four(x, &twiddles[q * step], bound);
    quad_reduce(x);
    quad_put(t, q, x);
    for (size_t i = 1; i < q; i++) {
        quad_get(x, t + i, q);
        dif_quad(x, twiddles, i, q, step, bound);
        quad_put(t + i, q, x);
    }
}

/*
 * The first two layers of a pass over columns: straight from the rows, which are far apart, so that no processor
 * guesses what to ask for ahead.
 */
static void dif4_from_rows(fr8 *t, size_t n, const sl_fr *a, size_t stride, const fr_prepared *twiddles) {
    const size_t q = n / 4;
    fr8 x[4];
    rows_prefetch(a, q * stride);
    for (size_t i = 0; i < q; i++) {
        SL_UNROLL
        for (size_t k = 0; k < 4; k++) {
            fr8_load(&x[k], a + (i + k * q) * stride, 0);
        }
        if (i + 1 < q) {
            rows_prefetch(a + (i + 1) * stride, q * stride);
        }
        if (i == 0) {
            dif_four(x, &twiddles[q], 1);
            quad_reduce(x);
        } else {
            dif_quad(x, twiddles, i, q, 1, 1);
        }
        quad_put(t + i, q, x);
    }
}

SL_INLINE void butterfly(fr8 t[2], unsigned bound) {
    fr8 difference;
    fr8_sub(&difference, &t[0], &t[1], bound);
    fr8_add(&t[0], &t[0], &t[1]);
    t[1] = difference;
}

static void dif_quarters(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound);

/*
 * Natural order in, bit-reversed out: the four quarters after two layers are in the order 0, 2, 1, 3 of frequencies.
 * In: below `bound`, at most 4; out: below TILE_BOUND.
 */
static void dif(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    if (n == 4) {
        dif_four(t, &twiddles[step], bound);
    } else if (n == 2) {
        butterfly(t, bound);
    } else if (n > 4) {
        dif4(t, n, twiddles, step, bound);
        dif_quarters(t, n, twiddles, step, bound);
    }
}

/* What follows the first two layers, which had values below `bound`. */
static void dif_quarters(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    for (size_t k = 0; k < 4; k++) {
        const unsigned quarter_bound = k % 2 == 1 ? PRODUCT_BOUND : k == 0 && bound > 1 ? REDUCED_BOUND : 4;
        dif(t + k * (n / 4), n / 4, twiddles, 4 * step, quarter_bound);
    }
}

/* The mirror images: the last two layers. The bound of x[0] grows by 4, from REDUCED_BOUND if must_reduce. */
SL_INLINE void dit_quad(fr8 x[4], const fr_prepared *twiddles, size_t i, size_t q, size_t step, bool must_reduce) {
    fr8 y1;
    fr8 y3;
    scale2(&x[1], &twiddles[2 * i * step], &x[3], &twiddles[2 * i * step]);
    if (must_reduce) {
        fr8_reduce(&x[0]);
    }
    fr8_sub(&y3, &x[2], &x[3], PRODUCT_BOUND);
    fr8_add(&x[2], &x[2], &x[3]);
    scale2(&x[2], &twiddles[i * step], &y3, &twiddles[(i + q) * step]);
    fr8_sub(&y1, &x[0], &x[1], PRODUCT_BOUND);
    fr8_add(&x[0], &x[0], &x[1]);
    fr8_add(&x[1], &y1, &y3);
    fr8_sub(&x[3], &y1, &y3, PRODUCT_BOUND);
    fr8_sub(&y3, &x[0], &x[2], PRODUCT_BOUND);
    fr8_add(&x[0], &x[0], &x[2]);
    x[2] = y3;
}

static void dit4(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, bool must_reduce) {
    const size_t q = n / 4;
    fr8 x[4];
    quad_get(x, t, q);
    quad_reduce(x);
    dit_four(x, &twiddles[q * step], REDUCED_BOUND);
    quad_put(t, q, x);
    for (size_t i = 1; i < q; i++) {
        quad_get(x, t + i, q);
        dit_quad(x, twiddles, i, q, step, must_reduce);
        quad_put(t + i, q, x);
    }
}

/* The last two layers of a pass over columns, straight to the rows. */
static void dit4_to_rows(sl_fr *a, size_t stride, const fr8 *t, size_t n, const fr_prepared *twiddles,
                         bool must_reduce) {
    const size_t q = n / 4;
    fr8 x[4];
    rows_prefetch(a, q * stride);
    for (size_t i = 0; i < q; i++) {
        quad_get(x, t + i, q);
        if (i + 1 < q) {
            rows_prefetch(a + (i + 1) * stride, q * stride);
        }
        if (i == 0) {
            quad_reduce(x);
            dit_four(x, &twiddles[q], REDUCED_BOUND);
        } else {
            dit_quad(x, twiddles, i, q, 1, must_reduce);
        }
        SL_UNROLL
        for (size_t k = 0; k < 4; k++) {
            fr8_reduce(&x[k]);
            fr8_canonical_rare(&x[k]);
            fr8_store(a + (i + k * q) * stride, &x[k]);
        }
    }
}

static unsigned dit_quarters(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound);

/* Must x[0] of values below `bound` be reduced, so that they still fit the tile after two layers? */
SL_INLINE bool dit_must_reduce(unsigned bound) {
    return bound + 4 > TILE_BOUND;
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
        dit_four(t, &twiddles[step], bound);
        return 4 * bound;
    }
    const unsigned quarter_bound = dit_quarters(t, n, twiddles, step, bound);
    const bool must_reduce = dit_must_reduce(quarter_bound);
    dit4(t, n, twiddles, step, must_reduce);
    /* The first elements of the quarters went another way: below 4 REDUCED_BOUND. */
    return SL_MAX((must_reduce ? REDUCED_BOUND : quarter_bound) + 4, 4 * REDUCED_BOUND);
}

static unsigned dit_quarters(fr8 *t, size_t n, const fr_prepared *twiddles, size_t step, unsigned bound) {
    unsigned quarter_bound = 0;
    for (size_t k = 0; k < 4; k++) {
        quarter_bound = dit(t + k * (n / 4), n / 4, twiddles, 4 * step, bound);
    }
    return quarter_bound;
}

/* The bit-reversed counter: the position after `position` (of i) for i + 1, in lanes of n elements. */
SL_INLINE size_t bitrev_next(size_t position, size_t i, size_t n) {
    return position ^ (n - (n >> (__builtin_ctzll(i + 1) + 1)));
}

/* The factors of eight lanes: of element 0, and from one element to the next. */
static void factors_load(fr8 *first, fr8 *ratio, const sl_ntt_factors *factors, size_t lane, size_t lanes) {
    const sl_fr one = sl_fr_one();
    if (factors->first == NULL) {
        fr8_gather(first, &one, 0, lanes, 4);
    } else {
        fr8_gather(first, factors->first + lane, 1, lanes, 4);
    }
    if (factors->ratio == NULL) {
        fr8_gather(ratio, &one, 0, lanes, 4);
    } else {
        fr8_gather(ratio, factors->ratio + lane, 1, lanes, 4);
    }
    fr8_reduce(first);
    fr8_reduce(ratio);
}

/* a = a factor, and factor becomes the next one. */
SL_INLINE void scale_next(fr8 *a, fr8 *factor, const fr8 *ratio) {
    fr8 products[2];
    fr8_digits(a);
    fr8_mul2(products, a, factor, factor, ratio);
    *a = products[0];
    *factor = products[1];
    fr8_digits(factor);
}

/* Element of logical index i of lane k times first_k ratio_k^i. */
static void tile_scale(fr8 *t, size_t n, bool is_reversed, const sl_ntt_factors *factors, size_t lane, size_t lanes) {
    fr8 factor;
    fr8 ratio;
    factors_load(&factor, &ratio, factors, lane, lanes);
    size_t position = 0;
    for (size_t i = 0; i < n; i++) {
        if (factors->ratio == NULL) {
            fr8_digits(&t[position]);
            fr8_mul(&t[position], &t[position], &factor);
        } else {
            scale_next(&t[position], &factor, &ratio);
        }
        position = is_reversed ? bitrev_next(position, i, n) : i + 1;
    }
}

/* How far ahead rows are asked for where each waits for two products. */
enum { ROWS_AHEAD = 4 };

/* The same between a tile in bit-reversed order and rows of columns, on the way in or out. */
static void rows_scale(fr8 *t, size_t n, sl_fr *a, size_t stride, const sl_ntt_factors *factors, size_t lane,
                       bool is_out) {
    fr8 factor;
    fr8 ratio;
    factors_load(&factor, &ratio, factors, lane, FR8_LANES);
    size_t position = 0;
    size_t ahead = 0;
    for (size_t i = 0; i < SL_MIN(n, ROWS_AHEAD); i++) {
        row_prefetch(a + ahead * stride);
        ahead = bitrev_next(ahead, i, n);
    }
    for (size_t i = 0; i < n; i++) {
        if (i + ROWS_AHEAD < n) {
            row_prefetch(a + ahead * stride);
            ahead = bitrev_next(ahead, i + ROWS_AHEAD, n);
        }
        if (is_out) {
            fr8 x = t[position];
            scale_next(&x, &factor, &ratio);
            fr8_carry(&x);
            fr8_canonical(&x);
            fr8_store(a + position * stride, &x);
        } else {
            fr8_load(&t[position], a + position * stride, 0);
            scale_next(&t[position], &factor, &ratio);
        }
        position = bitrev_next(position, i, n);
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

static void tile_pass(fr8 *t, sl_fr *a, const sl_ntt_pass *pass, size_t lane, size_t lanes) {
    const size_t n = (size_t)1 << pass->log2_n;
    unsigned bound = 1;
    tile_load(t, n, a, pass, lanes);
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
    tile_store(a, pass, lanes, t, n, is_scaled);
}

/* The usual pass over columns: eight lanes, and factors only where the order is bit-reversed. */
static void columns_pass(fr8 *t, sl_fr *a, const sl_ntt_pass *pass, size_t lane) {
    const size_t n = (size_t)1 << pass->log2_n;
    if (pass->is_reversed_in) {
        rows_scale(t, n, a, pass->stride, &pass->before, lane, false);
        const unsigned bound = dit_quarters(t, n, pass->twiddles, 1, PRODUCT_BOUND);
        dit4_to_rows(a, pass->stride, t, n, pass->twiddles, dit_must_reduce(bound));
    } else {
        dif4_from_rows(t, n, a, pass->stride, pass->twiddles);
        dif_quarters(t, n, pass->twiddles, 1, 1);
        rows_scale(t, n, a, pass->stride, &pass->after, lane, true);
    }
}

void sl_ntt_pass_ifma(sl_fr *a, const sl_ntt_pass *pass, void *scratch) {
    const sl_ntt_factors *reversed = pass->is_reversed_in ? &pass->before : &pass->after;
    const sl_ntt_factors *natural = pass->is_reversed_in ? &pass->after : &pass->before;
    const bool is_usual = pass->lane_stride == 1 && pass->log2_n > 2 && has_factors(reversed) && !has_factors(natural);
    for (size_t lane = 0; lane < pass->lanes_n; lane += FR8_LANES) {
        const size_t lanes = pass->lanes_n - lane < FR8_LANES ? pass->lanes_n - lane : FR8_LANES;
        sl_fr *first = a + lane * pass->lane_stride;
        if (is_usual && lanes == FR8_LANES) {
            columns_pass(scratch, first, pass, lane);
        } else {
            tile_pass(scratch, first, pass, lane, lanes);
        }
    }
}
