// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Curve entries of the ifma set for one curve: static functions for its table.
 *
 * A slot is x and y / 2^208 modulo p, each E_BYTES of carried limbs below 2.01 p; eight points are worked on side by
 * side. These are not in Montgomery form, for 2^208 is the root of R = 2^416: the slope of such coordinates, times R,
 * is 2^208 times the point's. Its square over R is that of the point, and over R it takes x to y / 2^208. So sums need
 * nothing more than in Montgomery form, and keys hold x as it is. Included with
 *   C_(name)     prefix of the functions made here
 *   E            eight coordinates side by side; E_(name) its operations, with the bounds of fp_ifma.h
 *   E_BYTES      of one coordinate in a slot
 *   E_FP_N       coordinates in Fp of one coordinate: 1 or 2
 *   GROUPS_MAX   groups of eight pairs in the longest call of add_pairs: an even number
 *   POINT        sl_g1 or sl_g2; POINT_(name) its operations, AFFINE its affine form
 *
 * Operations whose results are only factors end in `factor`: a set of coordinates may leave these linked.
 */

static void C_(to_affine)(void *affine, const void *slots, size_t n);
static void C_(from_affine)(void *slots, const void *affine, size_t n);

#include "backends/cpu/curve_lanes_tmpl.h"

enum {
    C_(groups_max) = GROUPS_MAX,
};

/* What lanes without a pair compute with: two slots whose x differ. */
static const uint64_t C_(idle)[2][C_(slot_bytes) / 8] = {{1}, {2}};

/* Memory of add_pairs, a row a group: what the way back needs again, and the lanes that need their own rule. */
typedef struct C_(scratch) {
    E before[C_(groups_max)];     /* product of the differences before, of the group's chain */
    E difference[C_(groups_max)]; /* x_b - x_a + 3 p, carried */
    E xa[C_(groups_max)];
    __mmask8 special[C_(groups_max)];
    sl_point_pair tail[2 * FP8_LANES]; /* the last pairs of a call and idle ones: two full groups */
    SL_ALIGNED(64) uint64_t idle_out[C_(slot_bytes) / 8];
} C_(scratch);

/* Pairs in groups of eight, an even number of groups. */
typedef struct C_(groups) {
    const sl_point_pair *pairs;
    size_t full_n; /* groups in `pairs`; two more, if n says so, in the scratch's tail */
    size_t n;
    C_(scratch) * scratch;
} C_(groups);

static C_(groups) C_(groups_make)(const sl_point_pair *pairs, size_t n, C_(scratch) * scratch) {
    const size_t rest_n = n % (2 * FP8_LANES);
    C_(groups) out = {.pairs = pairs, .full_n = (n - rest_n) / FP8_LANES, .scratch = scratch};
    out.n = out.full_n + (rest_n > 0 ? 2 : 0);
    for (size_t k = 0; k < 2 * FP8_LANES && rest_n > 0; k++) {
        scratch->tail[k] =
            k < rest_n ? pairs[n - rest_n + k]
                       : (sl_point_pair){(sl_point_ref)C_(idle)[0], (sl_point_ref)C_(idle)[1], scratch->idle_out};
    }
    return out;
}

SL_INLINE const sl_point_pair *C_(group_at)(const C_(groups) * groups, size_t g) {
    return g < groups->full_n ? groups->pairs + FP8_LANES * g
                              : groups->scratch->tail + FP8_LANES * (g - groups->full_n);
}

/* Groups that operands are brought into the first cache ahead of their use on the way forward. */
enum { C_(ahead_forward) = 4 };

/* One coordinate, at `offset`, of both points of a group. */
SL_INLINE void C_(prefetch)(const sl_point_pair *pairs, size_t offset) {
    SL_UNROLL
    for (size_t k = 0; k < FP8_LANES; k++) {
        const char *a = (const char *)sl_point_ref_slot(pairs[k].a) + offset;
        const char *b = (const char *)sl_point_ref_slot(pairs[k].b) + offset;
        SL_UNROLL
        for (size_t line = 0; line < E_BYTES; line += 64) {
            SL_PREFETCH(a + line);
            SL_PREFETCH(b + line);
        }
    }
}

/* Steps of pairs_ahead in a call: one a group on the way forward, four a group on the way back. */
enum { C_(ahead_steps) = 5 };

static __mmask8 C_(identity_lanes)(const sl_point_pair *pairs) {
    unsigned mask = 0;
    for (unsigned k = 0; k < FP8_LANES; k++) {
        mask |= (unsigned)(C_(slot_is_identity)(sl_point_ref_slot(pairs[k].a)) ||
                           C_(slot_is_identity)(sl_point_ref_slot(pairs[k].b)))
                << k;
    }
    return (__mmask8)mask;
}

/*
 * Products of x_b - x_a over the groups, in two chains (even and odd groups) so that two multiplications are in flight.
 * find_equal: also mark lanes with equal x as special; without it only the identity is looked for, by a low limb of x
 * that is zero.
 */
SL_INLINE void C_(forward)(E product[2], const C_(groups) * groups, pairs_ahead *later, bool find_equal) {
    C_(scratch) *scratch = groups->scratch;
    E_(one)(&product[0]);
    E_(one)(&product[1]);
    for (size_t g = 0; g < groups->n; g += 2) {
        for (size_t c = 0; c < 2; c++) {
            const sl_point_pair *pairs = C_(group_at)(groups, g + c);
            if (g + c + C_(ahead_forward) < groups->full_n) {
                C_(prefetch)(pairs + FP8_LANES * C_(ahead_forward), 0);
            }
            pairs_ahead_step(later, C_(slot_bytes));
            E *xa = &scratch->xa[g + c];
            E *difference = &scratch->difference[g + c];
            E xb;
            E_(load)(xa, &pairs->a, 0);
            E_(load)(&xb, &pairs->b, 0);
            E_(sub)(difference, &xb, xa, 3);
            __mmask8 special = 0;
            if (SL_UNLIKELY(E_(low_zero_mask)(xa, &xb) != 0)) {
                special = C_(identity_lanes)(pairs);
            }
            if (find_equal) {
                E reduced = *difference;
                E_(reduce)(&reduced);
                special |= E_(zero_mask)(&reduced);
            }
            if (SL_UNLIKELY(special != 0)) {
                E one;
                E_(one)(&one);
                E_(select)(difference, special, &one, difference);
            }
            scratch->special[g + c] = special;
            scratch->before[g + c] = product[c];
        }
        E_(mul_factor_both)(product, product, &scratch->difference[g]);
    }
}

static void C_(forward_exact)(E product[2], const C_(groups) * groups) {
    pairs_ahead later = {0};
    C_(forward)(product, groups, &later, true);
}

/*
 * Groups g and g + 1 of the way back, step by step for both so that the processor always has one's multiplication to
 * fill the waiting of the other's. inverse[c] is 1 over the product up to and with chain c's group.
 */
SL_INLINE void C_(backward)(E inverse[2], const C_(groups) * groups, size_t g, pairs_ahead *later) {
    const C_(scratch) *scratch = groups->scratch;
    const sl_point_pair *pairs = C_(group_at)(groups, g); /* of both groups */
    E slope[2];
    E x3[2];
    E y3[2];
    E ya[2];
    E t[2];
    E_(mul_factor_both)(slope, inverse, &scratch->before[g]);
    pairs_ahead_step(later, C_(slot_bytes));
    E_(mul_factor_both)(inverse, inverse, &scratch->difference[g]);
    pairs_ahead_step(later, C_(slot_bytes));
    for (size_t c = 0; c < 2; c++) {
        const sl_point_pair *group = pairs + FP8_LANES * c;
        E yb;
        __mmask8 negate_a;
        __mmask8 negate_b;
        pairs_ahead_step(later, C_(slot_bytes));
        pair_signs(&negate_a, &negate_b, group);
        E_(load)(&ya[c], &group->a, E_BYTES);
        E_(load)(&yb, &group->b, E_BYTES);
        E_(signed)(&ya[c], &ya[c], negate_a);
        E_(signed)(&yb, &yb, negate_b);
        E_(sub_factor)(&t[c], &yb, &ya[c], 5);
    }
    E_(mul_factor_both)(slope, slope, t);
    pairs_ahead_step(later, C_(slot_bytes));
    E_(x3_both)(x3, slope, &scratch->xa[g], &scratch->difference[g]);
    pairs_ahead_step(later, C_(slot_bytes));
    for (size_t c = 0; c < 2; c++) {
        E_(sub_factor)(&t[c], &scratch->xa[g + c], &x3[c], 3);
    }
    E_(y3_both)(y3, slope, t, ya);
    for (size_t c = 0; c < 2; c++) {
        pairs_ahead_step(later, C_(slot_bytes));
        const __mmask8 special = scratch->special[g + c];
        const sl_point_pair *group = pairs + FP8_LANES * c;
        E_(store_pairs)(group, 0, &x3[c], (__mmask8)~special);
        E_(store_pairs)(group, E_BYTES, &y3[c], (__mmask8)~special);
        for (unsigned k = 0; SL_UNLIKELY(special != 0) && k < FP8_LANES; k++) {
            if (special >> k & 1) {
                C_(add_special)(&group[k]);
            }
        }
    }
}

static void C_(add_pairs_ahead)(const sl_point_pair *pairs, size_t n, const sl_point_pair *ahead, size_t ahead_n,
                                void *scratch_memory) {
    if (n == 0) {
        return;
    }
    const C_(groups) groups = C_(groups_make)(pairs, n, scratch_memory);
    pairs_ahead later = pairs_ahead_begin(ahead, ahead_n, C_(slot_bytes), C_(ahead_steps) * groups.n);
    E product[2];
    C_(forward)(product, &groups, &later, false);
    if (!C_(invert)(product)) {
        C_(forward_exact)(product, &groups);
        const bool ok = C_(invert)(product);
        SL_ASSERT(ok);
    }
    for (size_t g = groups.n; g > 0;) {
        g -= 2;
        if (g >= 2) {
            C_(prefetch)(pairs + FP8_LANES * (g - 2), E_BYTES);
            C_(prefetch)(pairs + FP8_LANES * (g - 1), E_BYTES);
        }
        C_(backward)(product, &groups, g, &later);
    }
}

static void C_(add_pairs)(const sl_point_pair *pairs, size_t n, void *scratch) {
    C_(add_pairs_ahead)(pairs, n, NULL, 0, scratch);
}

/* out[k] = the negative of the point at rows[k], k < n <= 8; none is the identity. */
static void C_(copy_negative)(void *out[FP8_LANES], const void *rows[FP8_LANES], size_t n) {
    const __mmask8 used = (__mmask8)((1U << n) - 1);
    for (size_t k = n; k < FP8_LANES; k++) {
        rows[k] = rows[0];
    }
    E x;
    E y;
    E_(load_rows)(&x, rows, 0);
    E_(load_rows)(&y, rows, E_BYTES);
    E_(negate_masked)(&y, &y, 0xff, 3);
    E_(reduce)(&y);
    E_(store)(out, 0, &x, used);
    E_(store)(out, E_BYTES, &y, used);
}

static void C_(copy)(const sl_point_pair *pairs, size_t n) {
    const void *rows[FP8_LANES] = {NULL};
    void *out[FP8_LANES] = {NULL};
    size_t waiting = 0;
    for (size_t i = 0; i < n; i++) {
        const char *slot = sl_point_ref_slot(pairs[i].a);
        if ((pairs[i].a & 1) == 0 || C_(slot_is_identity)(slot)) {
            if (slot != pairs[i].out) {
                memcpy(pairs[i].out, slot, C_(slot_bytes));
            }
            continue;
        }
        rows[waiting] = slot;
        out[waiting] = pairs[i].out;
        if (++waiting == FP8_LANES) {
            C_(copy_negative)(out, rows, FP8_LANES);
            waiting = 0;
        }
    }
    if (waiting > 0) {
        C_(copy_negative)(out, rows, waiting);
    }
}

/* Eight points' words times `factors` of x and of y, over R, as coordinates. */
SL_INLINE void C_(words_load)(E *x, E *y, const C_(words) words[FP8_LANES], const uint64_t factors[2][FP8_LIMBS]) {
    uint64_t split[FP8_LANES][FP8_LIMBS];
    fp8 f;
    for (int c = 0; c < 2 * E_FP_N; c++) {
        const void *rows[FP8_LANES];
        for (int k = 0; k < FP8_LANES; k++) {
            fp_split52(split[k], words[k].l[c]);
            rows[k] = split[k];
        }
        fp8 v;
        fp8_load(&v, rows, 0);
        fp8_broadcast(&f, factors[c / E_FP_N]);
        fp8_mul(&v, &v, &f);
        *E_(part)(c < E_FP_N ? x : y, c % E_FP_N) = v;
    }
}

/* And back: slots times `factors`, over R, canonical. */
SL_INLINE void C_(words_store)(C_(words) words[FP8_LANES], const void *slots, size_t n,
                               const uint64_t factors[2][FP8_LIMBS]) {
    uint64_t split[FP8_LANES][FP8_LIMBS];
    fp8 f;
    for (int c = 0; c < 2 * E_FP_N; c++) {
        const void *rows[FP8_LANES];
        void *out[FP8_LANES];
        for (size_t k = 0; k < FP8_LANES; k++) {
            rows[k] = (const char *)slots + (k < n ? k : 0) * C_(slot_bytes);
            out[k] = split[k];
        }
        fp8 v;
        fp8_load(&v, rows, (size_t)c * 64);
        fp8_broadcast(&f, factors[c / E_FP_N]);
        fp8_mul(&v, &v, &f);
        fp8_store(out, 0, &v, 0xff);
        for (size_t k = 0; k < FP8_LANES; k++) {
            fp_join52(words[k].l[c], split[k]);
        }
    }
}

SL_INLINE void C_(slots_store)(void *slots, size_t n, const E *x, const E *y) {
    void *rows[FP8_LANES];
    for (size_t k = 0; k < FP8_LANES; k++) {
        rows[k] = (char *)slots + k * C_(slot_bytes);
    }
    const __mmask8 used = (__mmask8)(n >= FP8_LANES ? 0xff : (1u << n) - 1);
    E_(store)(rows, 0, x, used);
    E_(store)(rows, E_BYTES, y, used);
}

/* Lanes that are on the curve: y^2 = x^3 + b; as products over R all of it is over R^2. */
SL_INLINE __mmask8 C_(on_curve_mask)(const E *x, const E *y) {
    E difference;
    E_(curve_difference)(&difference, x, y);
    return E_(zero_mask)(&difference);
}

/*
 * Eight keys as coordinates. Lanes with a good key: below p, no flags (which make the first coordinate at least 2^381),
 * not the identity, and on the curve if that is asked. An Fp2 coordinate stands as c1, c0.
 */
SL_INLINE __mmask8 C_(keys_load)(E *x, E *y, const uint8_t *const keys[FP8_LANES], bool check_curve) {
    unsigned canonical = 0xff;
    __m512i any = _mm512_setzero_si512();
    SL_UNROLL
    for (int c = 0; c < 2 * E_FP_N; c++) {
        fp8 v;
        fp8_from_bytes(&v, keys, (size_t)(E_FP_N == 1 ? c : c ^ 1) * SL_FP_BYTES);
        canonical &= fp8_canonical_mask(&v);
        SL_UNROLL
        for (int i = 0; i < FP8_LIMBS; i++) {
            any = _mm512_or_si512(any, v.l[i]);
        }
        if (c < E_FP_N) {
            *E_(part)(x, c) = v;
        } else {
            fp8_div_root(E_(part)(y, c - E_FP_N), &v);
        }
    }
    unsigned good = canonical & _mm512_test_epi64_mask(any, any);
    if (check_curve) {
        good &= C_(on_curve_mask)(x, y);
    }
    return (__mmask8)good;
}

static size_t C_(decode)(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve) {
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = SL_MIN(n - i, (size_t)FP8_LANES);
        const uint8_t *lanes[FP8_LANES];
        for (size_t k = 0; k < FP8_LANES; k++) {
            const size_t j = i + (k < count ? k : 0);
            lanes[k] = keys + (at == NULL ? j : at[j]) * (size_t)C_(key_bytes);
        }
        E x;
        E y;
        const unsigned bad = ~(unsigned)C_(keys_load)(&x, &y, lanes, check_curve) | 1U << count;
        const size_t good = (size_t)__builtin_ctz(bad);
        C_(slots_store)((char *)slots + i * C_(slot_bytes), good, &x, &y);
        if (good < count) {
            return i + good;
        }
    }
    return n;
}

static void C_(encode)(uint8_t *keys, const void *slots, size_t n) {
    C_(words) words[FP8_LANES];
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        const char *first = (const char *)slots + i * C_(slot_bytes);
        C_(words_store)(words, first, count, fp_slot_to_integer);
        for (size_t k = 0; k < count; k++) {
            uint8_t *key = keys + (i + k) * C_(key_bytes);
            for (int c = 0; c < 2 * E_FP_N; c++) {
                fp_limbs_write(key + c * SL_FP_BYTES, words[k].l[E_FP_N == 1 ? c : c ^ 1]);
            }
            if (C_(slot_is_identity)(first + k * C_(slot_bytes))) {
                key[0] = 0x40;
            }
        }
    }
}

static void C_(from_affine)(void *slots, const void *affine, size_t n) {
    C_(words) words[FP8_LANES] = {0};
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        memcpy(words, (const AFFINE *)affine + i, count * sizeof(AFFINE));
        E x;
        E y;
        C_(words_load)(&x, &y, words, fp_slot_from_384);
        C_(slots_store)((char *)slots + i * C_(slot_bytes), count, &x, &y);
    }
}

static void C_(to_affine)(void *affine, const void *slots, size_t n) {
    C_(words) words[FP8_LANES];
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        C_(words_store)(words, (const char *)slots + i * C_(slot_bytes), count, fp_slot_to_384);
        memcpy((AFFINE *)affine + i, words, count * sizeof(AFFINE));
    }
}
