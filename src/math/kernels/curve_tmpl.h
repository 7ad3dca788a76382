// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The curve entries of a kernel set whose slots are sl_g1_affine or sl_g2_affine: static functions for one table.
 *
 * Included with G_AFFINE (type), G_(name) (prefix of the static functions), C_T and C_(name) (coordinate type and its
 * prefix), G_B (pointer to the curve's constant), G_KEY_BYTES, C_READ (bool from big-endian bytes), C_WRITE, C_LOW
 * (lowest limb) and C_MUL (the multiplication of the inner loop).
 */

/* y of the point that a reference means, without a branch: signs are random. */
SL_INLINE C_T G_(signed_y)(sl_point_ref ref) {
    const G_AFFINE *point = sl_point_ref_slot(ref);
    C_T negative;
    C_(neg)(&negative, &point->y);
    return C_(select)(&point->y, &negative, ref & 1);
}

static bool G_(is_identity)(const G_AFFINE *a) {
    return C_(is_zero)(&a->x) && C_(is_zero)(&a->y);
}

/* a + b needs its own rule: an operand is the identity, or both have the same x. Rare, so first a look at low limbs. */
SL_INLINE bool G_(is_special)(const G_AFFINE *a, const G_AFFINE *b, const C_T *difference) {
    const bool maybe = C_LOW(difference) == 0 || C_LOW(&a->x) == 0 || C_LOW(&b->x) == 0;
    return SL_UNLIKELY(maybe) && (C_(is_zero)(difference) || G_(is_identity)(a) || G_(is_identity)(b));
}

/*
 * The special cases: *denominator gets what the slope's numerator is divided by (1 if there is no slope). If `inverse`
 * is not NULL, it is 1 over that denominator and *pair.out gets the sum.
 */
static void G_(add_special)(const sl_point_pair *pair, C_T *denominator, const C_T *inverse) {
    const G_AFFINE a = {((const G_AFFINE *)sl_point_ref_slot(pair->a))->x, G_(signed_y)(pair->a)};
    const G_AFFINE b = {((const G_AFFINE *)sl_point_ref_slot(pair->b))->x, G_(signed_y)(pair->b)};
    G_AFFINE sum = {C_(zero)(), C_(zero)()};
    *denominator = C_(one)();
    if (G_(is_identity)(&a)) {
        sum = b;
    } else if (G_(is_identity)(&b)) {
        sum = a;
    } else if (C_(eq)(&a.y, &b.y)) {
        C_(dbl)(denominator, &a.y);
        if (inverse != NULL) {
            C_T slope;
            C_T square;
            C_(sqr)(&square, &a.x);
            C_(dbl)(&slope, &square);
            C_(add)(&slope, &slope, &square);
            C_(mul)(&slope, &slope, inverse);
            C_(sqr)(&sum.x, &slope);
            C_(sub)(&sum.x, &sum.x, &a.x);
            C_(sub)(&sum.x, &sum.x, &a.x);
            C_(sub)(&sum.y, &a.x, &sum.x);
            C_(mul)(&sum.y, &sum.y, &slope);
            C_(sub)(&sum.y, &sum.y, &a.y);
        }
    }
    if (inverse != NULL) {
        *(G_AFFINE *)pair->out = sum;
    }
}

enum { G_(prefetch_ahead) = 8 };

SL_INLINE void G_(prefetch)(const sl_point_pair *pair) {
    const char *a = sl_point_ref_slot(pair->a);
    const char *b = sl_point_ref_slot(pair->b);
    for (size_t line = 0; line < sizeof(G_AFFINE); line += 64) {
        SL_PREFETCH(a + line);
        SL_PREFETCH(b + line);
    }
    SL_PREFETCH(a + sizeof(G_AFFINE) - 1);
    SL_PREFETCH(b + sizeof(G_AFFINE) - 1);
}

/*
 * Forward: products of the denominators x_b - x_a, each stored before its own factor. One inversion. Backward: 1 /
 * denominator from the running inverse, then slope, x3 = slope^2 - x_a - x_b, y3 = slope (x_a - x3) - y_a. 5 M + 1 S.
 */
static void G_(add_pairs_ahead)(const sl_point_pair *pairs, size_t n, const sl_point_pair *ahead, size_t ahead_n,
                                void *scratch) {
    C_T *before = scratch;
    C_T product = C_(one)();
    for (size_t i = 0; i < n; i++) {
        if (i < ahead_n) {
            G_(prefetch)(&ahead[i]);
        }
        if (i + G_(prefetch_ahead) < n) {
            G_(prefetch)(&pairs[i + G_(prefetch_ahead)]);
        }
        const G_AFFINE *a = sl_point_ref_slot(pairs[i].a);
        const G_AFFINE *b = sl_point_ref_slot(pairs[i].b);
        C_T d;
        C_(sub)(&d, &b->x, &a->x);
        if (G_(is_special)(a, b, &d)) {
            G_(add_special)(&pairs[i], &d, NULL);
        }
        before[i] = product;
        C_MUL(&product, &product, &d);
    }
    C_T running;
    C_(inv_vt)(&running, &product);
    for (size_t i = n; i-- > 0;) {
        if (i >= G_(prefetch_ahead)) {
            G_(prefetch)(&pairs[i - G_(prefetch_ahead)]);
        }
        const G_AFFINE *a = sl_point_ref_slot(pairs[i].a);
        const G_AFFINE *b = sl_point_ref_slot(pairs[i].b);
        C_T inverse;
        C_MUL(&inverse, &running, &before[i]);
        C_T d;
        C_(sub)(&d, &b->x, &a->x);
        if (G_(is_special)(a, b, &d)) {
            G_(add_special)(&pairs[i], &d, &inverse);
            C_MUL(&running, &running, &d);
            continue;
        }
        C_MUL(&running, &running, &d);
        const C_T ya = G_(signed_y)(pairs[i].a);
        C_T slope = G_(signed_y)(pairs[i].b);
        C_(sub)(&slope, &slope, &ya);
        C_MUL(&slope, &slope, &inverse);
        C_T x3;
        C_T y3;
        C_MUL(&x3, &slope, &slope);
        C_(sub)(&x3, &x3, &a->x);
        C_(sub)(&x3, &x3, &b->x);
        C_(sub)(&y3, &a->x, &x3);
        C_MUL(&y3, &y3, &slope);
        G_AFFINE *out = pairs[i].out;
        C_(sub)(&out->y, &y3, &ya);
        out->x = x3;
    }
}

static void G_(add_pairs)(const sl_point_pair *pairs, size_t n, void *scratch) {
    G_(add_pairs_ahead)(pairs, n, NULL, 0, scratch);
}

static void G_(copy)(const sl_point_pair *pairs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const G_AFFINE point = {((const G_AFFINE *)sl_point_ref_slot(pairs[i].a))->x, G_(signed_y)(pairs[i].a)};
        *(G_AFFINE *)pairs[i].out = point;
    }
}

static bool G_(on_curve)(const G_AFFINE *a) {
    C_T left;
    C_T right;
    C_(sqr)(&left, &a->y);
    C_(sqr)(&right, &a->x);
    C_(mul)(&right, &right, &a->x);
    C_(add)(&right, &right, G_B);
    return C_(eq)(&left, &right);
}

static size_t G_(decode)(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve) {
    G_AFFINE *out = slots;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *key = keys + (at == NULL ? i : at[i]) * (size_t)G_KEY_BYTES;
        /* Flags make the first coordinate at least 2^381 > p. */
        if (!C_READ(&out[i].x, key) || !C_READ(&out[i].y, key + G_KEY_BYTES / 2) || G_(is_identity)(&out[i]) ||
            (check_curve && !G_(on_curve)(&out[i]))) {
            return i;
        }
    }
    return n;
}

static void G_(encode)(uint8_t *keys, const void *slots, size_t n) {
    const G_AFFINE *in = slots;
    for (size_t i = 0; i < n; i++, keys += G_KEY_BYTES) {
        C_WRITE(keys, &in[i].x);
        C_WRITE(keys + G_KEY_BYTES / 2, &in[i].y);
        if (G_(is_identity)(&in[i])) {
            keys[0] = 0x40;
        }
    }
}

static void G_(slots_copy)(void *out, const void *in, size_t n) {
    memcpy(out, in, n * sizeof(G_AFFINE));
}
