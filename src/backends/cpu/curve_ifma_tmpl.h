// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Curve entries of the ifma set for one curve: static functions for its table.
 *
 * A slot is x and y, each E_BYTES of carried limbs below 2.01 p in Montgomery form with R = 2^416; eight points are
 * worked on side by side. Included with C_(name)     prefix of the functions made here E            eight coordinates
 * side by side; E_(name) its operations, with the bounds of fp_ifma.h E_BYTES      of one coordinate in a slot E_FP_N
 * coordinates in Fp of one coordinate: 1 or 2 AFFINE       sl_g1_affine or sl_g2_affine AFFINE_ADD   sum of two affine
 * points, exact for all operands
 */

enum {
    C_(slot_bytes) = 2 * E_BYTES,
    C_(key_bytes) = 2 * E_FP_N * SL_FP_BYTES,
    C_(groups_max) = 256, /* of eight pairs in one call of add_pairs */
};

/* What lanes without a pair compute with: two slots whose x differ. */
static const uint64_t C_(idle)[2][C_(slot_bytes) / 8] = {{1}, {2}};

/* Eight pairs as the kernel needs them. */
typedef struct C_(group) {
    const void *a[FP8_LANES];
    const void *b[FP8_LANES];
    void *out[FP8_LANES];
    __mmask8 negate_a, negate_b, used;
} C_(group);

SL_INLINE void C_(group_make)(C_(group) * out, const sl_point_pair *pairs, size_t n) {
    unsigned negate_a = 0;
    unsigned negate_b = 0;
    for (unsigned k = 0; k < FP8_LANES; k++) {
        if (k < n) {
            out->a[k] = sl_point_ref_slot(pairs[k].a);
            out->b[k] = sl_point_ref_slot(pairs[k].b);
            out->out[k] = pairs[k].out;
            negate_a |= (unsigned)(pairs[k].a & 1) << k;
            negate_b |= (unsigned)(pairs[k].b & 1) << k;
        } else {
            out->a[k] = C_(idle)[0];
            out->b[k] = C_(idle)[1];
            out->out[k] = NULL;
        }
    }
    out->negate_a = (__mmask8)negate_a;
    out->negate_b = (__mmask8)negate_b;
    out->used = (__mmask8)(n >= FP8_LANES ? 0xff : (1u << n) - 1);
}

enum { C_(prefetch_groups) = 3 };

SL_INLINE void C_(prefetch)(const sl_point_pair *pairs, size_t n) {
    for (size_t k = 0; k < n; k++) {
        const char *a = sl_point_ref_slot(pairs[k].a);
        const char *b = sl_point_ref_slot(pairs[k].b);
        for (size_t line = 0; line < C_(slot_bytes); line += 64) {
            SL_PREFETCH(a + line);
            SL_PREFETCH(b + line);
        }
    }
}

/* Lanes whose slot may be the identity: the low limb of x is zero. Looked at closely by the caller: it is rare. */
SL_INLINE bool C_(slot_is_identity)(const void *slot) {
    const uint64_t *words = slot;
    uint64_t any = 0;
    for (size_t i = 0; i < C_(slot_bytes) / 8; i++) {
        any |= words[i];
    }
    return any == 0;
}

static __mmask8 C_(identity_lanes)(const C_(group) * group) {
    unsigned mask = 0;
    for (unsigned k = 0; k < FP8_LANES; k++) {
        mask |= (unsigned)(C_(slot_is_identity)(group->a[k]) || C_(slot_is_identity)(group->b[k])) << k;
    }
    return (__mmask8)mask;
}

/* Memory of add_pairs: products so far for each group, and the lanes that need their own rule. */
typedef struct C_(scratch) {
    E before[C_(groups_max)];
    __mmask8 special[C_(groups_max)];
} C_(scratch);

/*
 * Products of x_b - x_a over the groups, in two chains (even and odd groups) so that two multiplications are in flight.
 * find_equal: also mark lanes with equal x as special; without it only the identity is looked for.
 */
static void C_(forward)(E product[2], C_(scratch) * scratch, const sl_point_pair *pairs, size_t n, bool find_equal) {
    E_(one)(&product[0]);
    E_(one)(&product[1]);
    const size_t groups_n = (n + FP8_LANES - 1) / FP8_LANES;
    for (size_t g = 0; g < groups_n; g++) {
        C_(group) group;
        C_(group_make)(&group, pairs + FP8_LANES * g, n - FP8_LANES * g);
        const size_t ahead = FP8_LANES * (g + C_(prefetch_groups));
        if (ahead < n) {
            C_(prefetch)(pairs + ahead, n - ahead < FP8_LANES ? n - ahead : FP8_LANES);
        }
        E xa;
        E xb;
        E difference;
        E_(load)(&xa, group.a, 0);
        E_(load)(&xb, group.b, 0);
        E_(sub)(&difference, &xb, &xa, 3);
        __mmask8 special = 0;
        if (SL_UNLIKELY((E_(low_zero_mask)(&xa) | E_(low_zero_mask)(&xb)) != 0)) {
            special = C_(identity_lanes)(&group);
        }
        if (find_equal) {
            E reduced = difference;
            E_(reduce)(&reduced);
            special |= E_(zero_mask)(&reduced);
        }
        if (SL_UNLIKELY(special != 0)) {
            E one;
            E_(one)(&one);
            E_(select)(&difference, special, &one, &difference);
        }
        scratch->special[g] = special;
        scratch->before[g] = product[g & 1];
        E_(mul)(&product[g & 1], &product[g & 1], &difference);
    }
}

/* The rare lanes, one by one through the affine group law. */
static void C_(add_special)(const sl_point_pair *pair) {
    AFFINE a;
    AFFINE b;
    C_(to_affine)(&a, sl_point_ref_slot(pair->a), 1);
    C_(to_affine)(&b, sl_point_ref_slot(pair->b), 1);
    if (pair->a & 1) {
        AFFINE_NEG(&a, &a);
    }
    if (pair->b & 1) {
        AFFINE_NEG(&b, &b);
    }
    AFFINE sum;
    AFFINE_ADD(&sum, &a, &b);
    C_(from_affine)(pair->out, &sum, 1);
}

/* One group of the way back: *inverse is 1 over the product up to and with this group. */
SL_INLINE void C_(backward_group)(E *inverse, const E *before, const sl_point_pair *pairs, size_t n, __mmask8 special) {
    C_(group) group;
    C_(group_make)(&group, pairs, n);
    E xa;
    E xb;
    E ya;
    E yb;
    E difference;
    E_(load)(&xa, group.a, 0);
    E_(load)(&xb, group.b, 0);
    E_(load)(&ya, group.a, E_BYTES);
    E_(load)(&yb, group.b, E_BYTES);
    E_(sub)(&difference, &xb, &xa, 3);
    if (SL_UNLIKELY(special != 0)) {
        E one;
        E_(one)(&one);
        E_(select)(&difference, special, &one, &difference);
    }
    E slope;
    E step;
    E_(mul)(&step, inverse, before);
    E_(mul)(inverse, inverse, &difference);
    E_(negate_masked)(&ya, &ya, group.negate_a, 3);
    E_(negate_masked)(&yb, &yb, group.negate_b, 3);
    E_(sub)(&slope, &yb, &ya, 3);
    E_(mul)(&slope, &slope, &step);
    E x3;
    E_(sqr_sub_sub)(&x3, &slope, &xa, &xb);
    E y3;
    E_(sub)(&y3, &xa, &x3, 3);
    E_(mul_sub)(&y3, &slope, &y3, &ya);
    const __mmask8 stored = (__mmask8)(group.used & ~special);
    E_(store)(group.out, 0, &x3, stored);
    E_(store)(group.out, E_BYTES, &y3, stored);
    if (SL_UNLIKELY(special != 0)) {
        for (unsigned k = 0; k < FP8_LANES; k++) {
            if (special >> k & 1) {
                C_(add_special)(&pairs[k]);
            }
        }
    }
}

static void C_(add_pairs)(const sl_point_pair *pairs, size_t n, void *scratch_memory) {
    if (n == 0) {
        return;
    }
    C_(scratch) *scratch = scratch_memory;
    E product[2];
    C_(forward)(product, scratch, pairs, n, false);
    if (!E_(invert_pair)(product)) {
        C_(forward)(product, scratch, pairs, n, true);
        const bool ok = E_(invert_pair)(product);
        SL_ASSERT(ok);
    }
    for (size_t g = (n + FP8_LANES - 1) / FP8_LANES; g-- > 0;) {
        if (g >= C_(prefetch_groups)) {
            C_(prefetch)(pairs + FP8_LANES * (g - C_(prefetch_groups)), FP8_LANES);
        }
        C_(backward_group)
        (&product[g & 1], &scratch->before[g], pairs + FP8_LANES * g, n - FP8_LANES * g, scratch->special[g]);
    }
}

static void C_(copy)(const sl_point_pair *pairs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *slot = sl_point_ref_slot(pairs[i].a);
        if ((pairs[i].a & 1) == 0 || C_(slot_is_identity)(slot)) {
            if (slot != pairs[i].out) {
                memcpy(pairs[i].out, slot, C_(slot_bytes));
            }
            continue;
        }
        const void *rows[FP8_LANES];
        void *out[FP8_LANES] = {pairs[i].out};
        for (int k = 0; k < FP8_LANES; k++) {
            rows[k] = slot;
        }
        E x;
        E y;
        E_(load)(&x, rows, 0);
        E_(load)(&y, rows, E_BYTES);
        E_(negate_masked)(&y, &y, 0xff, 3);
        E_(reduce)(&y);
        E_(store)(out, 0, &x, 1);
        E_(store)(out, E_BYTES, &y, 1);
    }
}

/* Coordinates of up to eight points, canonical 64-bit limbs, one after the other: x (E_FP_N elements of Fp), then y. */
typedef struct C_(words) {
    uint64_t l[2 * E_FP_N][6];
} C_(words);

/* Eight points' words times `factor` (Montgomery) into slots; lanes of mask. Returns the coordinates for a curve check.
 */
SL_INLINE void C_(words_load)(E *x, E *y, const C_(words) words[FP8_LANES], const uint64_t factor[FP8_LIMBS]) {
    uint64_t split[FP8_LANES][FP8_LIMBS];
    fp8 f;
    fp8_broadcast(&f, factor);
    for (int c = 0; c < 2 * E_FP_N; c++) {
        const void *rows[FP8_LANES];
        for (int k = 0; k < FP8_LANES; k++) {
            fp_split52(split[k], words[k].l[c]);
            rows[k] = split[k];
        }
        fp8 v;
        fp8_load(&v, rows, 0);
        fp8_mul(&v, &v, &f);
        *E_(part)(c < E_FP_N ? x : y, c % E_FP_N) = v;
    }
}

/* And back: slots times `factor`, canonical. */
SL_INLINE void C_(words_store)(C_(words) words[FP8_LANES], const void *slots, size_t n,
                               const uint64_t factor[FP8_LIMBS]) {
    uint64_t split[FP8_LANES][FP8_LIMBS];
    fp8 f;
    fp8_broadcast(&f, factor);
    for (int c = 0; c < 2 * E_FP_N; c++) {
        const void *rows[FP8_LANES];
        void *out[FP8_LANES];
        for (size_t k = 0; k < FP8_LANES; k++) {
            rows[k] = (const char *)slots + (k < n ? k : 0) * C_(slot_bytes);
            out[k] = split[k];
        }
        fp8 v;
        fp8_load(&v, rows, (size_t)c * 64);
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

/* Lanes that are on the curve: y^2 = x^3 + b. */
static __mmask8 C_(on_curve_mask)(const E *x, const E *y) {
    E left;
    E right;
    E_(sqr)(&left, y);
    E_(sqr)(&right, x);
    E_(mul)(&right, &right, x);
    E_(add_curve_b)(&right);
    E_(sub)(&left, &left, &right, 10);
    E_(reduce)(&left);
    return E_(zero_mask)(&left);
}

static size_t C_(decode)(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve) {
    C_(words) words[FP8_LANES] = {0};
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        size_t good = 0;
        for (; good < count; good++) {
            const uint8_t *key = keys + (at == NULL ? i + good : at[i + good]) * (size_t)C_(key_bytes);
            /* Flags make the first coordinate at least 2^381 > p. An Fp2 coordinate stands as c1, c0. */
            uint64_t any = 0;
            bool canonical = true;
            for (int c = 0; c < 2 * E_FP_N; c++) {
                uint64_t *limbs = words[good].l[E_FP_N == 1 ? c : c ^ 1];
                canonical &= fp_limbs_read(limbs, key + c * SL_FP_BYTES, &any);
            }
            if (!canonical || any == 0) {
                break;
            }
        }
        E x;
        E y;
        C_(words_load)(&x, &y, words, fp8_r2);
        if (check_curve) {
            const unsigned off = ~(unsigned)C_(on_curve_mask)(&x, &y) & 0xff;
            const size_t first_off = off == 0 ? FP8_LANES : (size_t)__builtin_ctz(off);
            good = first_off < good ? first_off : good;
        }
        C_(slots_store)((char *)slots + i * C_(slot_bytes), good, &x, &y);
        if (good < count) {
            return i + good;
        }
    }
    return n;
}

static void C_(encode)(uint8_t *keys, const void *slots, size_t n) {
    static const uint64_t one[FP8_LIMBS] = {1};
    C_(words) words[FP8_LANES];
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        const char *first = (const char *)slots + i * C_(slot_bytes);
        C_(words_store)(words, first, count, one);
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

_Static_assert(sizeof(AFFINE) == sizeof(C_(words)), "an affine point is its limbs");

static void C_(from_affine)(void *slots, const void *affine, size_t n) {
    C_(words) words[FP8_LANES] = {0};
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        memcpy(words, (const AFFINE *)affine + i, count * sizeof(AFFINE));
        E x;
        E y;
        C_(words_load)(&x, &y, words, fp8_from_384);
        C_(slots_store)((char *)slots + i * C_(slot_bytes), count, &x, &y);
    }
}

static void C_(to_affine)(void *affine, const void *slots, size_t n) {
    C_(words) words[FP8_LANES];
    for (size_t i = 0; i < n; i += FP8_LANES) {
        const size_t count = n - i < FP8_LANES ? n - i : FP8_LANES;
        C_(words_store)(words, (const char *)slots + i * C_(slot_bytes), count, fp8_to_384);
        memcpy((AFFINE *)affine + i, words, count * sizeof(AFFINE));
    }
}
