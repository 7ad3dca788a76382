// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Transforms of the fma set: four lanes of a pass go through a tile of limbs, radix 4, depth first so that blocks that
 * fit the first cache stay there. The fourth root of unity is x^3, by which a product costs half. Values within A grow
 * by additions alone (fr_fma.h); blocks of decimation in frequency are reduced where they would grow beyond 128.
 *
 * Order of work: what waits for a product stands behind another product, not next to it. Operations that wait fill the
 * scheduler of a processor, which is a quarter of a product long, and then nothing else gets in.
 */
#include "backends/cpu/fr_fma.h"
#include "backends/cpu/kernels_fma.h"

/* What the functions of a pass share. */
typedef struct pass_roots {
    const fr4_scale *powers;     /* of the root */
    size_t n;                    /* of the pass */
    size_t is_quarter_negative;  /* 1 where the fourth root of unity is -x^3, else 0 */
    fr4_scale shifts[FR4_LIMBS]; /* 2^-256 times 1, 2^43 and 2^86: only where there are factors */
} pass_roots;

enum { LOADED_BOUND = 4, BLOCK_BOUND = 16 }; /* four times the latter are within what products take */

/*
 * Sums and differences of decimation in frequency of t[0], t[q], t[2 q], t[3 q], which take the order 0, 2, 1, 3 of
 * frequencies. The last is to be multiplied by the fourth root of unity before dif_finish.
 */
SL_INLINE void dif_sums(fr4 *t, size_t q) {
    fr4 s02;
    fr4 s13;
    fr4_add(&s02, &t[0], &t[2 * q]);
    fr4_sub(&t[2 * q], &t[0], &t[2 * q]);
    fr4_add(&s13, &t[q], &t[3 * q]);
    fr4_sub(&t[3 * q], &t[q], &t[3 * q]);
    fr4_add(&t[0], &s02, &s13);
    fr4_sub(&t[q], &s02, &s13);
}

SL_INLINE void dif_finish(fr4 *t, size_t q, const pass_roots *roots) {
    const fr4 s = t[2 * q];
    const fr4 d = t[3 * q];
    fr4_add(&t[(2 + roots->is_quarter_negative) * q], &s, &d);
    fr4_sub(&t[(3 - roots->is_quarter_negative) * q], &s, &d);
}

/* And of decimation in time. */
SL_INLINE void dit_sums(fr4 *t, size_t q) {
    fr4 s01;
    fr4 s23;
    fr4_add(&s01, &t[0], &t[q]);
    fr4_sub(&t[q], &t[0], &t[q]);
    fr4_add(&s23, &t[2 * q], &t[3 * q]);
    fr4_sub(&t[3 * q], &t[2 * q], &t[3 * q]);
    fr4_add(&t[0], &s01, &s23);
    fr4_sub(&t[2 * q], &s01, &s23);
}

SL_INLINE void dit_finish(fr4 *t, size_t q, const pass_roots *roots) {
    const fr4 s = t[q];
    const fr4 d = t[3 * q];
    fr4_add(&t[(1 + 2 * roots->is_quarter_negative) * q], &s, &d);
    fr4_sub(&t[(3 - 2 * roots->is_quarter_negative) * q], &s, &d);
}

/* Power e of the root, e below n: x times it. The table has the first half; the others are their negatives. */
SL_INLINE void mul_power(fr4 *x, const pass_roots *roots, size_t e) {
    if (e < roots->n / 2) {
        sl_fr4_scale_fma(x, x, &roots->powers[e]);
    } else {
        const fr4 zero = {0};
        fr4_sub(x, &zero, x);
        sl_fr4_scale_fma(x, x, &roots->powers[e - roots->n / 2]);
    }
}

/*
 * t[q], t[2 q], t[3 q] times powers 2 i, i and 3 i of a root, `step` powers of the root of the pass. Factors 1 are left
 * out, and what they would have multiplied is brought within 1 otherwise.
 */
SL_INLINE void quad_mul(fr4 *t, size_t q, const pass_roots *roots, size_t i, size_t step) {
    if (i == 0) {
        for (size_t k = 1; k < 4; k++) {
            fr4_reduce(&t[k * q]);
        }
    } else {
        mul_power(&t[q], roots, 2 * i * step);
        mul_power(&t[2 * q], roots, i * step);
        mul_power(&t[3 * q], roots, 3 * i * step);
    }
}

SL_INLINE void quarter_mul(fr4 *x) {
    sl_fr4_mul_quarter_fma(x, x);
}

/* Two layers of decimation in frequency over a block of m > 4 elements within BLOCK_BOUND. */
static void dif4(fr4 *t, size_t m, const pass_roots *roots) {
    const size_t q = m / 4;
    dif_sums(t, q);
    quarter_mul(&t[3 * q]);
    for (size_t i = 0; i < q; i++) {
        if (i + 1 < q) {
            dif_sums(t + i + 1, q);
            quarter_mul(&t[i + 1 + 3 * q]);
        }
        dif_finish(t + i, q, roots);
        quad_mul(t + i, q, roots, i, roots->n / m);
    }
}

/* Four blocks of four, one after the other. */
static void dif_fours(fr4 *t, const pass_roots *roots) {
    for (size_t k = 0; k < 4; k++) {
        dif_sums(t + 4 * k, 1);
        quarter_mul(&t[4 * k + 3]);
    }
    for (size_t k = 0; k < 4; k++) {
        dif_finish(t + 4 * k, 1, roots);
    }
}

SL_INLINE void butterfly(fr4 t[2]) {
    const fr4 a = t[0];
    fr4_add(&t[0], &a, &t[1]);
    fr4_sub(&t[1], &a, &t[1]);
}

static void dif(fr4 *t, size_t m, const pass_roots *roots, unsigned bound);

/* What follows the first two layers of a block of m elements that were within `bound`. */
static void dif_quarters(fr4 *t, size_t m, const pass_roots *roots, unsigned bound) {
    const size_t q = m / 4;
    if (q == 4 && 4 * bound <= BLOCK_BOUND) {
        dif_fours(t, roots);
        return;
    }
    for (size_t k = 0; k < 4; k++) {
        dif(t + k * q, q, roots, k == 0 ? 4 * bound : 1);
    }
}

/* Natural order in, bit-reversed out. Out: within 4 BLOCK_BOUND, which is what the way out of the tile takes. */
static void dif(fr4 *t, size_t m, const pass_roots *roots, unsigned bound) {
    if (bound > BLOCK_BOUND) {
        for (size_t i = 0; i < m; i++) {
            fr4_reduce(&t[i]);
        }
        bound = 1;
    }
    if (m > 4) {
        dif4(t, m, roots);
        dif_quarters(t, m, roots, bound);
    } else if (m == 4) {
        dif_sums(t, 1);
        quarter_mul(&t[3]);
        dif_finish(t, 1, roots);
    } else if (m == 2) {
        butterfly(t);
    }
}

/* The mirror image: the last two layers of decimation in time. The bound of a block grows by 3. */
static void dit4(fr4 *t, size_t m, const pass_roots *roots) {
    const size_t q = m / 4;
    const size_t step = roots->n / m;
    quad_mul(t, q, roots, 0, step);
    for (size_t i = 0; i < q; i++) {
        if (i + 1 < q) {
            quad_mul(t + i + 1, q, roots, i + 1, step);
        }
        dit_sums(t + i, q);
        quarter_mul(&t[i + 3 * q]);
        if (i > 0) {
            dit_finish(t + i - 1, q, roots);
        }
    }
    dit_finish(t + q - 1, q, roots);
}

static void dit_fours(fr4 *t, const pass_roots *roots) {
    for (size_t k = 0; k < 4; k++) {
        dit_sums(t + 4 * k, 1);
        quarter_mul(&t[4 * k + 3]);
    }
    for (size_t k = 0; k < 4; k++) {
        dit_finish(t + 4 * k, 1, roots);
    }
}

static void dit(fr4 *t, size_t m, const pass_roots *roots);

static void dit_quarters(fr4 *t, size_t m, const pass_roots *roots) {
    const size_t q = m / 4;
    if (q == 4) {
        dit_fours(t, roots);
        return;
    }
    for (size_t k = 0; k < 4; k++) {
        dit(t + k * q, q, roots);
    }
}

static void dit(fr4 *t, size_t m, const pass_roots *roots) {
    if (m > 4) {
        dit_quarters(t, m, roots);
        dit4(t, m, roots);
    } else if (m == 4) {
        dit_sums(t, 1);
        quarter_mul(&t[3]);
        dit_finish(t, 1, roots);
    } else if (m == 2) {
        butterfly(t);
    }
}

/* The bit-reversed counter: the position after `position` (of i) for i + 1, in lanes of n elements. */
SL_INLINE size_t bitrev_next(size_t position, size_t i, size_t n) {
    return position ^ (n - (n >> (__builtin_ctzll(i + 1) + 1)));
}

/* Four lanes of a pass, of which `lanes` exist: element i of lane k is at a[i * stride + k * lane_stride]. */
typedef struct lane_group {
    sl_fr *a;
    size_t stride, lane_stride;
    size_t lanes;
} lane_group;

/* The elements of four lanes; those that do not exist are lane 0 again. */
SL_INLINE void group_load(fr4 *out, const lane_group *group, size_t i) {
    const sl_fr *a = group->a + i * group->stride;
    const size_t step = group->lane_stride;
    const sl_fr *at[FR4_LANES] = {a, a + step, a + 2 * step, a + 3 * step};
    for (size_t k = group->lanes; k < FR4_LANES; k++) {
        at[k] = a;
    }
    fr4_load(out, at);
}

SL_INLINE void group_store(const lane_group *group, size_t i, const fr4 *x) {
    sl_fr *a = group->a + i * group->stride;
    const size_t step = group->lane_stride;
    if (SL_LIKELY(group->lanes == FR4_LANES)) {
        sl_fr *const at[FR4_LANES] = {a, a + step, a + 2 * step, a + 3 * step};
        fr4_store(at, FR4_LANES, x);
        return;
    }
    sl_fr spare[FR4_LANES];
    sl_fr *const at[FR4_LANES] = {&spare[0], &spare[1], &spare[2], &spare[3]};
    fr4_store(at, FR4_LANES, x);
    for (size_t k = 0; k < group->lanes; k++) {
        a[k * step] = spare[k];
    }
}

/* Rows of columns are far apart, so that no processor guesses what to ask for ahead. Rows as such it knows. */
SL_INLINE void group_prefetch(const lane_group *group, size_t i) {
    if (group->stride != 1) {
        const sl_fr *row = group->a + i * group->stride;
        SL_PREFETCH(row);
        SL_PREFETCH(row + FR4_LANES - 1);
    }
}

SL_INLINE void group_prefetch_quad(const lane_group *group, size_t i, size_t q) {
    if (i < q) {
        for (size_t k = 0; k < 4; k++) {
            group_prefetch(group, i + k * q);
        }
    }
}

/* Constants of lanes, which memory has times 2^256, as elements; NULL: 1. Times what `shift` has beside 2^-256. */
static void constants_load(fr4 *out, const sl_fr *k, size_t lanes, const fr4_scale *shift) {
    const sl_fr one = sl_fr_one();
    const sl_fr *at[FR4_LANES];
    for (size_t j = 0; j < FR4_LANES; j++) {
        at[j] = k == NULL ? &one : &k[j < lanes ? j : 0];
    }
    fr4_load(out, at);
    sl_fr4_scale_fma(out, out, shift);
}

SL_INLINE void factor_of(fr4_factor *out, const fr4 *a) {
    for (int i = 0; i < FR4_LIMBS; i++) {
        out->k[0][i] = a->c[0][i];
        out->k[1][i] = a->c[1][i];
        out->k[2][i] = _mm256_add_pd(a->c[0][i], a->c[1][i]);
    }
}

static bool has_factors(const sl_ntt_factors *factors) {
    return factors->first != NULL || factors->ratio != NULL;
}

/* On the way of the elements of a group, in logical order, into the tile or out of it. */
typedef enum scale_way { SCALE_IN, SCALE_OUT } scale_way;

/* How far ahead elements are asked for where each waits for two products. */
enum { ELEMENTS_AHEAD = 4 };

/* The positions of logical indices, in turn. */
typedef struct walk {
    size_t i, position, n;
    bool is_reversed;
} walk;

SL_INLINE void walk_step(walk *w) {
    w->position = w->is_reversed ? bitrev_next(w->position, w->i, w->n) : w->i + 1;
    w->i++;
}

/* Element of logical index i of lane k times first_k ratio_k^i. */
static SL_NOINLINE void group_scale(fr4 *t, size_t n, bool is_reversed, const lane_group *group,
                                    const sl_ntt_factors *factors, size_t lane, scale_way way,
                                    const fr4_scale shifts[FR4_LIMBS]) {
    fr4 newest; /* the factor of the next element; that of this one was made an element earlier */
    fr4_factor factor[2];
    fr4_scales step;
    constants_load(&newest, factors->first == NULL ? NULL : factors->first + lane, group->lanes, &shifts[0]);
    factor_of(&factor[0], &newest);
    for (size_t i = 0; i < FR4_LIMBS; i++) {
        fr4 ratio;
        constants_load(&ratio, factors->ratio == NULL ? NULL : factors->ratio + lane, group->lanes, &shifts[i]);
        fr4_reduce(&ratio);
        factor_of(&step.shifted[i], &ratio);
    }
    sl_fr4_scale_lanes_fma(&newest, &newest, &step);
    factor_of(&factor[1], &newest);
    walk ahead = {.n = n, .is_reversed = is_reversed};
    walk here = ahead;
    while (ahead.i < SL_MIN(n, ELEMENTS_AHEAD)) {
        group_prefetch(group, ahead.position);
        walk_step(&ahead);
    }
    fr4 x[2]; /* on the way out: the products of this element and of the last one */
    size_t last = 0;
    if (way == SCALE_IN) {
        group_load(&t[0], group, 0);
    }
    while (here.i < n) {
        if (ahead.i < n) {
            group_prefetch(group, ahead.position);
            walk_step(&ahead);
        }
        const size_t position = here.position;
        const size_t i = here.i;
        walk_step(&here);
        if (way == SCALE_IN) {
            if (here.i < n) {
                group_load(&t[here.position], group, here.position);
            }
            sl_fr4_mul_lanes_fma(&t[position], &t[position], &factor[i % 2]);
        } else {
            sl_fr4_mul_lanes_fma(&x[i % 2], &t[position], &factor[i % 2]);
            if (i > 0) {
                group_store(group, last, &x[(i + 1) % 2]);
            }
            last = position;
        }
        if (factors->ratio != NULL) {
            sl_fr4_scale_lanes_fma(&newest, &newest, &step);
            factor_of(&factor[i % 2], &newest);
        }
    }
    if (way == SCALE_OUT) {
        group_store(group, last, &x[(n - 1) % 2]);
    }
}

SL_INLINE void quad_load(fr4 *t, size_t q, const lane_group *group, size_t i) {
    for (size_t k = 0; k < 4; k++) {
        group_load(&t[i + k * q], group, i + k * q);
    }
}

SL_INLINE void quad_store(fr4 *t, size_t q, const lane_group *group, size_t i) {
    for (size_t k = 0; k < 4; k++) {
        fr4_trim(&t[i + k * q]);
    }
    for (size_t k = 0; k < 4; k++) {
        group_store(group, i + k * q, &t[i + k * q]);
    }
}

static void group_load_all(fr4 *t, size_t n, const lane_group *group) {
    for (size_t i = 0; i < n; i++) {
        group_load(&t[i], group, i);
    }
}

static void group_store_all(fr4 *t, size_t n, const lane_group *group) {
    fr4_trim(&t[0]);
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n) {
            fr4_trim(&t[i + 1]);
        }
        group_store(group, i, &t[i]);
    }
}

/* dif4 of a whole pass, from memory. */
static void dif4_from_memory(fr4 *t, const lane_group *group, const pass_roots *roots) {
    const size_t q = roots->n / 4;
    group_prefetch_quad(group, 0, q);
    group_prefetch_quad(group, 1, q);
    quad_load(t, q, group, 0);
    for (size_t i = 0; i < q; i++) {
        dif_sums(t + i, q);
        quarter_mul(&t[i + 3 * q]);
        group_prefetch_quad(group, i + 2, q);
        if (i + 1 < q) {
            quad_load(t, q, group, i + 1);
        }
        dif_finish(t + i, q, roots);
        quad_mul(t + i, q, roots, i, 1);
    }
}

/* dit4 of a whole pass, to memory. */
static void dit4_to_memory(fr4 *t, const lane_group *group, const pass_roots *roots) {
    const size_t q = roots->n / 4;
    group_prefetch_quad(group, 0, q);
    quad_mul(t, q, roots, 0, 1);
    for (size_t i = 0; i < q; i++) {
        group_prefetch_quad(group, i + 1, q);
        dit_sums(t + i, q);
        quarter_mul(&t[i + 3 * q]);
        if (i + 1 < q) {
            quad_mul(t + i + 1, q, roots, i + 1, 1);
        }
        dit_finish(t + i, q, roots);
        quad_store(t, q, group, i);
    }
}

/* Natural order in, bit-reversed out. The first two layers take their elements from memory where nothing scales them.
 */
static SL_NOINLINE void group_down(fr4 *t, const lane_group *group, const sl_ntt_pass *pass, size_t lane,
                                   const pass_roots *roots) {
    const size_t n = roots->n;
    if (has_factors(&pass->before)) {
        group_scale(t, n, false, group, &pass->before, lane, SCALE_IN, roots->shifts);
        dif(t, n, roots, 1);
    } else if (n > 4) {
        dif4_from_memory(t, group, roots);
        dif_quarters(t, n, roots, LOADED_BOUND);
    } else {
        group_load_all(t, n, group);
        dif(t, n, roots, LOADED_BOUND);
    }
    if (has_factors(&pass->after)) {
        group_scale(t, n, true, group, &pass->after, lane, SCALE_OUT, roots->shifts);
    } else {
        group_store_all(t, n, group);
    }
}

/* Bit-reversed order in, natural out. The last two layers bring their elements to memory likewise. */
static SL_NOINLINE void group_up(fr4 *t, const lane_group *group, const sl_ntt_pass *pass, size_t lane,
                                 const pass_roots *roots) {
    const size_t n = roots->n;
    if (has_factors(&pass->before)) {
        group_scale(t, n, true, group, &pass->before, lane, SCALE_IN, roots->shifts);
    } else {
        group_load_all(t, n, group);
    }
    if (has_factors(&pass->after)) {
        dit(t, n, roots);
        group_scale(t, n, false, group, &pass->after, lane, SCALE_OUT, roots->shifts);
    } else if (n > 4) {
        dit_quarters(t, n, roots);
        dit4_to_memory(t, group, roots);
    } else {
        dit(t, n, roots);
        group_store_all(t, n, group);
    }
}

static void shifts_make(fr4_scale out[FR4_LIMBS]) {
    const sl_fr shift = sl_fr_from_u64((uint64_t)1 << 43);
    sl_fr shifted[FR4_LIMBS] = {{{1, 0, 0, 0}}}; /* 2^-256 in Montgomery form */
    for (size_t i = 1; i < FR4_LIMBS; i++) {
        sl_fr_mul(&shifted[i], &shifted[i - 1], &shift);
    }
    sl_fr_prepare_fma(out, shifted, FR4_LIMBS);
}

void sl_ntt_pass_fma(sl_fr *a, const sl_ntt_pass *pass, void *scratch) {
    const unsigned rounding = lanes4_rounding_begin();
    pass_roots roots = {.powers = pass->twiddles, .n = (size_t)1 << pass->log2_n};
    if (has_factors(&pass->before) || has_factors(&pass->after)) {
        shifts_make(roots.shifts);
    }
    roots.is_quarter_negative = roots.n >= 4 && roots.powers[roots.n / 4].shifted[0].k[1][1] > 0;
    for (size_t lane = 0; lane < pass->lanes_n; lane += FR4_LANES) {
        const lane_group group = {a + lane * pass->lane_stride, pass->stride, pass->lane_stride,
                                  SL_MIN(pass->lanes_n - lane, (size_t)FR4_LANES)};
        if (pass->is_reversed_in) {
            group_up(scratch, &group, pass, lane, &roots);
        } else {
            group_down(scratch, &group, pass, lane, &roots);
        }
    }
    lanes4_rounding_end(rounding);
}
