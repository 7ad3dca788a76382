// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Checks of the group law, included by test_g1_g2.c once for each group with G_POINT, G_AFFINE, G_(name), C_T,
 * C_(name), G_READ (uncompressed bytes to affine) and G_KEY_BYTES. The reference is the textbook chord-and-tangent rule
 * in affine form with one inversion an addition.
 */

enum { G_(laws_span) = 9 };

static G_AFFINE G_(test_affine_add)(const G_AFFINE *a, const G_AFFINE *b) {
    if (G_(affine_is_identity)(a)) {
        return *b;
    }
    if (G_(affine_is_identity)(b)) {
        return *a;
    }
    C_T top;
    C_T bottom;
    if (C_(eq)(&a->x, &b->x)) {
        C_(add)(&bottom, &a->y, &b->y);
        if (C_(is_zero)(&bottom)) {
            return (G_AFFINE){C_(zero)(), C_(zero)()};
        }
        C_T square;
        C_(sqr)(&square, &a->x);
        C_(dbl)(&top, &square);
        C_(add)(&top, &top, &square);
    } else {
        C_(sub)(&top, &b->y, &a->y);
        C_(sub)(&bottom, &b->x, &a->x);
    }
    C_(inv_vt)(&bottom, &bottom);
    C_(mul)(&top, &top, &bottom);
    G_AFFINE out;
    C_(sqr)(&out.x, &top);
    C_(sub)(&out.x, &out.x, &a->x);
    C_(sub)(&out.x, &out.x, &b->x);
    C_(sub)(&out.y, &a->x, &out.x);
    C_(mul)(&out.y, &out.y, &top);
    C_(sub)(&out.y, &out.y, &a->y);
    return out;
}

/* a in Jacobian form with some Z that is not 1. */
static G_POINT G_(test_spread)(const G_AFFINE *a, uint64_t seed) {
    G_POINT out;
    G_(from_affine)(&out, a);
    C_T z = C_(one)();
    C_T z2;
    for (uint64_t i = 0; i < 3 + seed % 5; i++) {
        C_(add)(&z, &z, &out.x);
        C_(sqr)(&z, &z);
    }
    if (G_(is_identity)(&out)) {
        out.x = z; /* any X and Y are the identity if Z is 0 */
        return out;
    }
    C_(sqr)(&z2, &z);
    C_(mul)(&out.x, &out.x, &z2);
    C_(mul)(&z2, &z2, &z);
    C_(mul)(&out.y, &out.y, &z2);
    out.z = z;
    return out;
}

static void G_(test_is)(const G_POINT *got, const G_AFFINE *want, const char *what, int i, int j) {
    G_AFFINE affine;
    G_(to_affine_vt)(&affine, got);
    SL_CHECK_MSG(G_(affine_eq)(&affine, want), "%s of %d and %d", what, i, j);
    SL_CHECK(G_(affine_on_curve)(&affine));
}

/* -4 G .. 4 G, all sums, in all forms, with all aliases. */
static void G_(test_laws)(void) {
    G_AFFINE line[2 * G_(laws_span)] = {0};
    const int zero = G_(laws_span) - 1;
    for (int i = 1; i < G_(laws_span); i++) {
        line[zero + i] = G_(test_affine_add)(&line[zero + i - 1], &G_(generator));
        G_(affine_neg)(&line[zero - i], &line[zero + i]);
        SL_CHECK(G_(affine_on_curve)(&line[zero + i]));
    }
    for (int i = -4; i <= 4; i++) {
        for (int j = -4; j <= 4; j++) {
            const G_AFFINE *a = &line[zero + i];
            const G_AFFINE *b = &line[zero + j];
            const G_AFFINE *want = &line[zero + i + j];
            const G_POINT pa = G_(test_spread)(a, sl_test_u64());
            const G_POINT pb = G_(test_spread)(b, sl_test_u64());
            G_POINT out;
            G_(add)(&out, &pa, &pb);
            G_(test_is)(&out, want, "sum", i, j);
            out = pa;
            G_(add)(&out, &out, &pb);
            G_(test_is)(&out, want, "sum into a", i, j);
            out = pb;
            G_(add)(&out, &pa, &out);
            G_(test_is)(&out, want, "sum into b", i, j);
            G_(add_affine)(&out, &pa, b);
            G_(test_is)(&out, want, "mixed sum", i, j);
            out = pa;
            G_(add_affine)(&out, &out, b);
            G_(test_is)(&out, want, "mixed sum into a", i, j);
            G_(neg)(&out, &pb);
            G_(add)(&out, &pa, &out);
            G_(test_is)(&out, &line[zero + i - j], "difference", i, j);
            SL_CHECK(G_(eq)(&pa, &pb) == (i == j));
        }
        const G_POINT pa = G_(test_spread)(&line[zero + i], 1);
        G_POINT out;
        G_(dbl)(&out, &pa);
        G_(test_is)(&out, &line[zero + 2 * i], "double", i, i);
        out = pa;
        G_(dbl)(&out, &out);
        G_(test_is)(&out, &line[zero + 2 * i], "double in place", i, i);
        G_(add)(&out, &pa, &pa);
        G_(test_is)(&out, &line[zero + 2 * i], "sum with itself", i, i);
        out = pa;
        G_(add)(&out, &out, &out);
        G_(test_is)(&out, &line[zero + 2 * i], "sum with itself in place", i, i);
    }
}

static void G_(test_mul)(void) {
    G_POINT g;
    G_(from_affine)(&g, &G_(generator));
    sl_fr a;
    sl_fr b;
    for (int round = 0; round < 8; round++) {
        uint8_t bytes[SL_FR_BYTES];
        do {
            sl_test_edge_bytes(bytes, sizeof bytes);
            bytes[SL_FR_BYTES - 1] &= 0x7f;
        } while (!sl_fr_from_bytes(&a, bytes));
        b = sl_fr_from_u64(round < 4 ? (uint64_t)round : sl_test_u64());
        sl_fr sum;
        sl_fr product;
        sl_fr_add(&sum, &a, &b);
        sl_fr_mul(&product, &a, &b);
        G_POINT pa;
        G_POINT pb;
        G_POINT got;
        G_POINT want;
        G_(mul_vt)(&pa, &g, &a);
        G_(mul_vt)(&pb, &g, &b);
        G_(add)(&want, &pa, &pb);
        G_(mul_vt)(&got, &g, &sum);
        SL_CHECK(G_(eq)(&got, &want));
        G_(mul_vt)(&want, &g, &product);
        G_(mul_vt)(&pa, &pa, &b); /* in place */
        SL_CHECK(G_(eq)(&pa, &want));
    }
    /* (r - 1) G = -G, 0 G = identity, k identity = identity. */
    const sl_fr minus_one = {{sl_fr_modulus[0], sl_fr_modulus[1], sl_fr_modulus[2], sl_fr_modulus[3]}};
    const sl_fr one = sl_fr_one();
    sl_fr_sub(&a, &minus_one, &one);
    G_POINT out;
    G_(mul_vt)(&out, &g, &a);
    G_(add)(&out, &out, &g);
    SL_CHECK(G_(is_identity)(&out));
    a = sl_fr_zero();
    G_(mul_vt)(&out, &g, &a);
    SL_CHECK(G_(is_identity)(&out));
    const G_POINT identity = G_(identity)();
    G_(mul_vt)(&out, &identity, &b);
    SL_CHECK(G_(is_identity)(&out));
}

/* Batches with no, some and only identities. */
static void G_(test_batch)(void) {
    enum { N = 9 };
    G_AFFINE want[N];
    G_POINT points[N];
    C_T scratch[N];
    for (unsigned mask = 0; mask < 1U << N; mask = mask < 70 ? mask + 1 : 2 * mask + 1) {
        for (int n = 0; n <= N; n += 3) {
            G_AFFINE sum = {C_(zero)(), C_(zero)()};
            for (int i = 0; i < n; i++) {
                sum = G_(test_affine_add)(&sum, &G_(generator));
                want[i] = mask >> i & 1 ? (G_AFFINE){C_(zero)(), C_(zero)()} : sum;
                points[i] = G_(test_spread)(&want[i], (uint64_t)i);
            }
            G_AFFINE got[N];
            G_(batch_to_affine_vt)(got, points, scratch, (size_t)n);
            for (int i = 0; i < n; i++) {
                SL_CHECK_MSG(G_(affine_eq)(&got[i], &want[i]), "mask %x, %d of %d", mask, i, n);
            }
        }
    }
}

static void G_(test_multiple)(const char *k_hex, const char *point_hex) {
    uint8_t k_bytes[SL_FR_BYTES];
    uint8_t point_bytes[G_KEY_BYTES];
    sl_test_unhex(k_bytes, sizeof k_bytes, k_hex);
    sl_test_unhex(point_bytes, sizeof point_bytes, point_hex);
    sl_fr k;
    G_AFFINE want;
    G_POINT got;
    SL_CHECK(sl_fr_from_bytes(&k, k_bytes));
    want = G_READ(point_bytes);
    G_(from_affine)(&got, &G_(generator));
    G_(mul_vt)(&got, &got, &k);
    G_AFFINE affine;
    G_(to_affine_vt)(&affine, &got);
    SL_CHECK_MSG(G_(affine_eq)(&affine, &want), "multiple %s", k_hex);
}

static void G_(test_off_curve)(void) {
    G_AFFINE point = G_(generator);
    SL_CHECK(G_(affine_on_curve)(&point));
    const C_T one = C_(one)();
    C_(add)(&point.y, &point.y, &one);
    SL_CHECK(!G_(affine_on_curve)(&point));
    point = G_(generator);
    C_(add)(&point.x, &point.x, &one);
    SL_CHECK(!G_(affine_on_curve)(&point));
    point.x = C_(zero)();
    SL_CHECK(!G_(affine_is_identity)(&point) && !G_(affine_on_curve)(&point));
    point.y = C_(zero)();
    SL_CHECK(G_(affine_is_identity)(&point) && G_(affine_on_curve)(&point));
}
