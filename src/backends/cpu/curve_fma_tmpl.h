// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Curve entries of the fma set for one curve: static functions for its table.
 *
 * A slot is x and y, each E_BYTES of balanced limbs within 0.867, in Montgomery form with R = 2^192 (fp_fma.h); four
 * points are worked on side by side. Included with
 *   C_(name)    prefix of the functions made here
 *   E           four coordinates side by side; E_(name) its operations
 *   E_BYTES     of one coordinate in a slot
 *   E_FP_N      coordinates in Fp of one coordinate: 1 or 2
 *   POINT       sl_g1 or sl_g2; POINT_(name) its operations, AFFINE its affine form
 */

static void C_(to_affine)(void *affine, const void *slots, size_t n);
static void C_(from_affine)(void *slots, const void *affine, size_t n);

#include "backends/cpu/curve_lanes_tmpl.h"

enum {
    /* The schedule of a sum then works on 0.8 MB; twice as much took 4 % longer in 2 MiB of second cache. */
    C_(pairs_max) = E_FP_N == 1 ? 1024 : 512,
    C_(chains_n) = 2, /* groups of four pairs worked on in turns, so that products next to each other are independent */
    C_(step_pairs) = C_(chains_n) * FP4_LANES,
    C_(forward_ahead) = 2 * C_(step_pairs), /* pairs whose x come into the first cache ahead of their use */
    C_(ahead_steps) = 6,                    /* of pairs_ahead, for a group: one for each product */
};

/* What lanes without a pair compute with: two slots whose x differ. */
static const double C_(idle)[2][C_(slot_bytes) / 8] SL_ALIGNED(64) = {{1}, {2}};

/* Four pairs as the kernel needs them. */
typedef struct C_(group) {
    const void *a[FP4_LANES];
    const void *b[FP4_LANES];
} C_(group);

SL_INLINE void C_(group_make)(C_(group) * out, const sl_point_pair *pairs, size_t n) {
    for (size_t k = 0; k < FP4_LANES; k++) {
        out->a[k] = k < n ? sl_point_ref_slot(pairs[k].a) : C_(idle)[0];
        out->b[k] = k < n ? sl_point_ref_slot(pairs[k].b) : C_(idle)[1];
    }
}

/* Signs and places of results of the first n of four pairs. */
typedef struct C_(signs) {
    uint64_t a[FP4_LANES], b[FP4_LANES]; /* the bits of 1 or -1 */
    void *out[FP4_LANES];
} SL_ALIGNED(32) C_(signs);

SL_INLINE uint64_t C_(sign_bits)(sl_point_ref ref) {
    return (uint64_t)ref << 63 | UINT64_C(0x3ff0000000000000);
}

SL_INLINE void C_(signs_make)(C_(signs) * out, const sl_point_pair *pairs, size_t n) {
    for (size_t k = 0; k < FP4_LANES; k++) {
        out->a[k] = C_(sign_bits)(k < n ? pairs[k].a : 0);
        out->b[k] = C_(sign_bits)(k < n ? pairs[k].b : 0);
        out->out[k] = k < n ? pairs[k].out : NULL;
    }
}

SL_INLINE __m256d C_(signs_load)(const uint64_t signs[FP4_LANES]) {
    return _mm256_castsi256_pd(_mm256_load_si256((const __m256i *)(const void *)signs));
}

/* `bytes` from `offset` on of both slots of up to n pairs, into the first cache. */
SL_INLINE void C_(prefetch)(const sl_point_pair *pairs, size_t n, size_t offset, size_t bytes) {
    for (size_t k = 0; k < n; k++) {
        const char *a = (const char *)sl_point_ref_slot(pairs[k].a) + offset;
        const char *b = (const char *)sl_point_ref_slot(pairs[k].b) + offset;
        SL_UNROLL
        for (size_t line = 0; line < bytes; line += 64) {
            SL_PREFETCH(a + line);
            SL_PREFETCH(b + line);
        }
    }
}

static unsigned C_(identity_lanes)(const C_(group) * group) {
    unsigned mask = 0;
    for (unsigned k = 0; k < FP4_LANES; k++) {
        mask |= (unsigned)(C_(slot_is_identity)(group->a[k]) || C_(slot_is_identity)(group->b[k])) << k;
    }
    return mask;
}

/* One bit for each lane to sign bits of doubles. */
SL_INLINE __m256d C_(lanes_mask)(unsigned bits) {
    const uint64_t s = 63;
    const uint64_t b = bits;
    const uint64_t lanes[4] = {b << s, b >> 1 << s, b >> 2 << s, b >> 3 << s};
    return _mm256_castsi256_pd(_mm256_loadu_si256((const __m256i *)lanes));
}

/* Memory of add_pairs: products so far for each group, and the lanes that need their own rule. */
typedef struct C_(scratch) {
    E before[C_(pairs_max) / FP4_LANES];
    uint8_t special[C_(pairs_max) / FP4_LANES];
} C_(scratch);

SL_INLINE void C_(special_to_one)(E *difference, unsigned special) {
    E one;
    E_(one)(&one);
    E_(select)(difference, C_(lanes_mask)(special), &one, difference);
}

/*
 * Products of x_b - x_a over the groups, even and odd ones apart. find_equal: also mark lanes with equal x as special;
 * without it only the identity is looked for.
 */
static void C_(forward)(E product[C_(chains_n)], C_(scratch) * scratch, const sl_point_pair *pairs, size_t n,
                        pairs_ahead *ahead, bool find_equal) {
    for (size_t u = 0; u < C_(chains_n); u++) {
        E_(one)(&product[u]);
    }
    for (size_t i = 0; i < n; i += FP4_LANES) {
        const size_t next = i + C_(forward_ahead);
        if (next < n) {
            C_(prefetch)(pairs + next, SL_MIN(n - next, (size_t)FP4_LANES), 0, E_BYTES);
        }
        pairs_ahead_step(ahead, C_(slot_bytes));
        const size_t g = i / FP4_LANES;
        C_(group) group;
        C_(group_make)(&group, pairs + i, n - i);
        E xa;
        E xb;
        E difference;
        E_(load)(&xa, group.a, 0);
        E_(load)(&xb, group.b, 0);
        E_(sub)(&difference, &xb, &xa);
        unsigned special = 0;
        if (SL_UNLIKELY(E_(any_low_zero)(&xa, &xb))) {
            special = C_(identity_lanes)(&group);
        }
        if (find_equal) {
            E reduced = difference;
            E_(reduce)(&reduced);
            special |= E_(zero_mask)(&reduced);
        }
        if (SL_UNLIKELY(special != 0)) {
            C_(special_to_one)(&difference, special);
        }
        scratch->special[g] = (uint8_t)special;
        scratch->before[g] = product[g % C_(chains_n)];
        E_(mul)(&product[g % C_(chains_n)], &scratch->before[g], &difference);
    }
}

/*
 * `groups_n` groups of the way back, one in each chain; inverse[u] is 1 over the product up to and with group u.
 * Everything goes in turns from group to group.
 */
SL_INLINE void C_(backward_step)(E inverse[], const C_(scratch) * scratch, const sl_point_pair *pairs, size_t first,
                                 size_t n, size_t groups_n, pairs_ahead *ahead) {
    C_(signs) signs[C_(chains_n)];
    E xa[C_(chains_n)];
    E sum[C_(chains_n)];
    E step[C_(chains_n)];
    E ya[C_(chains_n)];
    E dy[C_(chains_n)];
    for (size_t u = 0; u < groups_n; u++) {
        const size_t i = first + FP4_LANES * u;
        C_(signs_make)(&signs[u], pairs + i, n - i);
        pairs_ahead_step(ahead, C_(slot_bytes));
        E_(mul)(&step[u], &inverse[u], &scratch->before[i / FP4_LANES]);
    }
    for (size_t u = 0; u < groups_n; u++) {
        const size_t i = first + FP4_LANES * u;
        C_(group) group;
        C_(group_make)(&group, pairs + i, n - i);
        E xb;
        E difference;
        E_(load)(&xa[u], group.a, 0);
        E_(load)(&xb, group.b, 0);
        E_(sub)(&difference, &xb, &xa[u]);
        E_(add)(&sum[u], &xa[u], &xb);
        E yb;
        E_(load)(&ya[u], group.a, E_BYTES);
        E_(load)(&yb, group.b, E_BYTES);
        E_(scale_sub)(&dy[u], &ya[u], &yb, C_(signs_load)(signs[u].a), C_(signs_load)(signs[u].b));
        const unsigned special = scratch->special[i / FP4_LANES];
        if (SL_UNLIKELY(special != 0)) {
            C_(special_to_one)(&difference, special);
        }
        pairs_ahead_step(ahead, C_(slot_bytes));
        E_(mul)(&inverse[u], &inverse[u], &difference);
    }
    E slope[C_(chains_n)];
    E x3[C_(chains_n)];
    E y3[C_(chains_n)];
    for (size_t u = 0; u < groups_n; u++) {
        pairs_ahead_step(ahead, C_(slot_bytes));
        E_(mul)(&slope[u], &step[u], &dy[u]);
    }
    for (size_t u = 0; u < groups_n; u++) {
        pairs_ahead_step(ahead, C_(slot_bytes));
        E_(sqr_sub)(&x3[u], &slope[u], &sum[u]);
    }
    for (size_t u = 0; u < groups_n; u++) {
        pairs_ahead_step(ahead, C_(slot_bytes));
        E_(sub)(&xa[u], &xa[u], &x3[u]);
        E_(mul_sub)(&y3[u], &slope[u], &xa[u], &ya[u]);
    }
    for (size_t u = 0; u < groups_n; u++) {
        const size_t i = first + FP4_LANES * u;
        const unsigned special = scratch->special[i / FP4_LANES];
        const unsigned used = (n - i >= FP4_LANES ? 0xfU : (1U << (n - i)) - 1) & ~special;
        if (SL_LIKELY(used == 0xf)) {
            E_(store)(signs[u].out, 0, &x3[u], 0xf);
            E_(store)(signs[u].out, E_BYTES, &y3[u], 0xf);
            continue;
        }
        E_(store)(signs[u].out, 0, &x3[u], used);
        E_(store)(signs[u].out, E_BYTES, &y3[u], used);
        for (unsigned k = 0; k < FP4_LANES; k++) {
            if (special >> k & 1) {
                C_(add_special)(&pairs[i + k]);
            }
        }
    }
}

/* The last groups, fewer than there are chains. */
static SL_NOINLINE void C_(backward_rest)(E inverse[], const C_(scratch) * scratch, const sl_point_pair *pairs,
                                          size_t first, size_t n, pairs_ahead *ahead) {
    C_(backward_step)(inverse, scratch, pairs, first, n, (n - first + FP4_LANES - 1) / FP4_LANES, ahead);
}

static SL_NOINLINE void C_(add_pairs_exact)(const sl_point_pair *pairs, size_t n, pairs_ahead *ahead,
                                            C_(scratch) * scratch) {
    E product[C_(chains_n)];
    C_(forward)(product, scratch, pairs, n, ahead, false);
    if (!C_(invert)(product)) {
        C_(forward)(product, scratch, pairs, n, ahead, true);
        const bool ok = C_(invert)(product);
        SL_ASSERT(ok);
    }
    size_t i = n / C_(step_pairs) * C_(step_pairs);
    if (n > i) {
        C_(backward_rest)(product, scratch, pairs, i, n, ahead);
    }
    while (i > 0) {
        i -= C_(step_pairs);
        if (i > 0) {
            C_(prefetch)(pairs + i - C_(step_pairs), C_(step_pairs), 0, C_(slot_bytes));
        }
        C_(backward_step)(product, scratch, pairs, i, n, C_(chains_n), ahead);
    }
}

static void C_(add_pairs_ahead)(const sl_point_pair *pairs, size_t n, const sl_point_pair *ahead, size_t ahead_n,
                                void *scratch) {
    if (n == 0) {
        return;
    }
    const size_t groups_n = (n + FP4_LANES - 1) / FP4_LANES;
    pairs_ahead later = pairs_ahead_begin(ahead, ahead_n, C_(slot_bytes), C_(ahead_steps) * groups_n);
    const unsigned rounding = lanes4_rounding_begin();
    C_(add_pairs_exact)(pairs, n, &later, scratch);
    lanes4_rounding_end(rounding);
}

static void C_(add_pairs)(const sl_point_pair *pairs, size_t n, void *scratch) {
    C_(add_pairs_ahead)(pairs, n, NULL, 0, scratch);
}

/* Only signs of limbs change, so rounding does not matter here. */
static void C_(copy)(const sl_point_pair *pairs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t *slot = sl_point_ref_slot(pairs[i].a);
        uint64_t *out = pairs[i].out;
        const uint64_t sign = C_(slot_is_identity)(slot) ? 0 : (uint64_t)(pairs[i].a & 1) << 63;
        for (size_t w = 0; w < C_(slot_bytes) / 8; w++) {
            out[w] = slot[w] ^ (w < E_BYTES / 8 ? 0 : sign);
        }
    }
}

SL_INLINE void C_(slots_store)(void *slots, size_t n, const E *x, const E *y) {
    void *rows[FP4_LANES];
    for (size_t k = 0; k < FP4_LANES; k++) {
        rows[k] = (char *)slots + k * C_(slot_bytes);
    }
    const unsigned used = n >= FP4_LANES ? 0xf : (1U << n) - 1;
    E_(store)(rows, 0, x, used);
    E_(store)(rows, E_BYTES, y, used);
}

/* Lanes that are on the curve: y^2 = x^3 + b. */
static unsigned C_(on_curve_mask)(const E *x, const E *y) {
    E left;
    E right;
    E_(sqr)(&left, y);
    E_(sqr)(&right, x);
    E_(mul)(&right, &right, x);
    E_(sub)(&left, &left, &right);
    E_(sub_curve_b)(&left);
    E_(reduce)(&left);
    return E_(zero_mask)(&left);
}

static SL_NOINLINE size_t C_(decode_exact)(void *slots, const uint8_t *keys, const uint32_t *at, size_t n,
                                           bool check_curve) {
    fp4_row rows[2 * E_FP_N][FP4_LANES] = {0};
    for (size_t i = 0; i < n; i += FP4_LANES) {
        const size_t count = SL_MIN(n - i, (size_t)FP4_LANES);
        size_t good = 0;
        for (; good < count; good++) {
            const uint8_t *key = keys + (at == NULL ? i + good : at[i + good]) * (size_t)C_(key_bytes);
            /* Flags make the first coordinate at least 2^381 > p. An Fp2 coordinate stands as c1, c0. */
            uint64_t any = 0;
            bool canonical = true;
            for (size_t c = 0; c < 2 * E_FP_N; c++) {
                uint64_t limbs[6];
                canonical &= fp_limbs_read(limbs, key + c * SL_FP_BYTES, &any);
                fp4_row_from_bytes(&rows[E_FP_N == 1 ? c : c ^ 1][good], key + c * SL_FP_BYTES);
            }
            if (!canonical || any == 0) {
                break;
            }
        }
        E x;
        E y;
        for (int c = 0; c < 2 * E_FP_N; c++) {
            fp4_from_rows_of(E_(part)(c < E_FP_N ? &x : &y, c % E_FP_N), rows[c], &fp4_of_integers);
        }
        if (check_curve) {
            const unsigned off = ~C_(on_curve_mask)(&x, &y) & 0xf;
            const size_t first_off = off == 0 ? FP4_LANES : (size_t)__builtin_ctz(off);
            good = SL_MIN(good, first_off);
        }
        C_(slots_store)((char *)slots + i * C_(slot_bytes), good, &x, &y);
        if (good < count) {
            return i + good;
        }
    }
    return n;
}

static size_t C_(decode)(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve) {
    const unsigned rounding = lanes4_rounding_begin();
    const size_t good = C_(decode_exact)(slots, keys, at, n, check_curve);
    lanes4_rounding_end(rounding);
    return good;
}

/* Coordinate c (x, then y; c0 before c1) of a slot. Conversion of integers is exact in every rounding mode. */
SL_INLINE void C_(slot_to)(sl_fp *out, const void *slot, size_t c, const fp4_target *target) {
    const char *row = (const char *)slot + c * sizeof(fp4_row);
    fp4_row_to(out, (const fp4_row *)(const void *)row, target);
}

static void C_(encode)(uint8_t *keys, const void *slots, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *slot = (const char *)slots + i * C_(slot_bytes);
        uint8_t *key = keys + i * C_(key_bytes);
        for (size_t c = 0; c < 2 * E_FP_N; c++) {
            sl_fp v;
            C_(slot_to)(&v, slot, c, &fp4_to_integers);
            fp_limbs_write(key + (E_FP_N == 1 ? c : c ^ 1) * SL_FP_BYTES, v.l);
        }
        if (C_(slot_is_identity)(slot)) {
            key[0] = 0x40;
        }
    }
}

static SL_NOINLINE void C_(from_affine_exact)(void *slots, const void *affine, size_t n) {
    fp4_row rows[2 * E_FP_N][FP4_LANES] = {0};
    for (size_t i = 0; i < n; i += FP4_LANES) {
        const size_t count = SL_MIN(n - i, (size_t)FP4_LANES);
        C_(words) words[FP4_LANES];
        memcpy(words, (const AFFINE *)affine + i, count * sizeof(AFFINE));
        E x;
        E y;
        for (int c = 0; c < 2 * E_FP_N; c++) {
            for (size_t k = 0; k < count; k++) {
                fp4_row_from_words(&rows[c][k], words[k].l[c]);
            }
            fp4_from_rows_of(E_(part)(c < E_FP_N ? &x : &y, c % E_FP_N), rows[c], &fp4_of_words);
        }
        C_(slots_store)((char *)slots + i * C_(slot_bytes), count, &x, &y);
    }
}

static void C_(from_affine)(void *slots, const void *affine, size_t n) {
    const unsigned rounding = lanes4_rounding_begin();
    C_(from_affine_exact)(slots, affine, n);
    lanes4_rounding_end(rounding);
}

static SL_NOINLINE void C_(to_affine)(void *affine, const void *slots, size_t n) {
    for (size_t i = 0; i < n; i++) {
        C_(words) words;
        for (size_t c = 0; c < 2 * E_FP_N; c++) {
            sl_fp v;
            C_(slot_to)(&v, (const char *)slots + i * C_(slot_bytes), c, &fp4_to_words);
            memcpy(words.l[c], v.l, sizeof v.l);
        }
        memcpy((AFFINE *)affine + i, &words, sizeof words);
    }
}
