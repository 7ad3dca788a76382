// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Prime field in Montgomery form, R = 2^(64 LIMBS): the portable body shared by fr.h and fp.h.
 *
 * Included with F_T (type), F_N (limb count), F_(name) (prefix) and the constants F_MODULUS, F_ONE, F_R2 (limb lists)
 * and F_NINV (-modulus^-1 mod 2^64). The modulus leaves at least one bit free in the top limb, which makes a row of
 * the multiplication fit N + 1 limbs and a sum fit N limbs. Every value is kept in [0, modulus).
 */

static const uint64_t F_(modulus)[F_N] = {F_MODULUS};
static const uint64_t F_(ninv) = F_NINV;

SL_INLINE F_T F_(zero)(void) {
    return (F_T){{0}};
}

SL_INLINE F_T F_(one)(void) {
    return (F_T){{F_ONE}};
}

SL_INLINE bool F_(is_zero)(const F_T *a) {
    uint64_t acc = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        acc |= a->l[i];
    }
    return acc == 0;
}

SL_INLINE bool F_(eq)(const F_T *a, const F_T *b) {
    uint64_t acc = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        acc |= a->l[i] ^ b->l[i];
    }
    return acc == 0;
}

/* a - modulus if that is not negative, else a; a < 2 modulus. Without a branch. */
SL_LIMB_INLINE void F_(reduce_once)(F_T *a) {
    uint64_t d[F_N];
    sl_carry borrow = 0;
    SL_LIMB_UNROLL
    for (int i = 0; i < F_N; i++) {
        d[i] = sl_limb_sub(&borrow, a->l[i], F_(modulus)[i]);
    }
    const uint64_t below = sl_limb_mask(borrow);
    SL_LIMB_UNROLL
    for (int i = 0; i < F_N; i++) {
        a->l[i] = sl_limb_select(below, a->l[i], d[i]);
    }
}

SL_INLINE void F_(add)(F_T *out, const F_T *a, const F_T *b) {
    F_T s;
    sl_carry carry = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        s.l[i] = sl_limb_add(&carry, a->l[i], b->l[i]);
    }
    F_(reduce_once)(&s);
    *out = s;
}

SL_INLINE void F_(dbl)(F_T *out, const F_T *a) {
    F_(add)(out, a, a);
}

SL_INLINE void F_(sub)(F_T *out, const F_T *a, const F_T *b) {
    uint64_t d[F_N];
    uint64_t s[F_N];
    sl_carry borrow = 0;
    sl_carry carry = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        d[i] = sl_limb_sub(&borrow, a->l[i], b->l[i]);
    }
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        s[i] = sl_limb_add(&carry, d[i], F_(modulus)[i]);
    }
    const uint64_t negative = sl_limb_mask(borrow);
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        out->l[i] = sl_limb_select(negative, s[i], d[i]);
    }
}

SL_INLINE void F_(neg)(F_T *out, const F_T *a) {
    const F_T zero = F_(zero)();
    F_(sub)(out, &zero, a);
}

/* out = a / 2. */
SL_INLINE void F_(half)(F_T *out, const F_T *a) {
    const uint64_t odd = 0 - (a->l[0] & 1);
    uint64_t s[F_N];
    sl_carry carry = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        s[i] = sl_limb_add(&carry, a->l[i], F_(modulus)[i] & odd);
    }
    SL_UNROLL
    for (int i = 0; i < F_N - 1; i++) {
        out->l[i] = s[i] >> 1 | s[i + 1] << 63;
    }
    out->l[F_N - 1] = s[F_N - 1] >> 1; /* the sum fits F_N limbs */
}

/*
 * Rows of the Montgomery product, both kept in N + 1 limbs: t < 2 modulus before a row and after it. The low and the
 * high halves of the products are added in two carry chains of their own, which costs fewer instructions than one
 * chain that carries from product to product.
 */

/* t += a w; the top limb of t is 0 before. */
SL_LIMB_INLINE void F_(mul_row)(uint64_t t[F_N + 1], const F_T *a, uint64_t w) {
    uint64_t lo[F_N];
    uint64_t hi[F_N];
    SL_LIMB_UNROLL
    for (int j = 0; j < F_N; j++) {
        const sl_u128 product = (sl_u128)a->l[j] * w;
        lo[j] = (uint64_t)product;
        hi[j] = (uint64_t)(product >> 64);
    }
    sl_carry carry = 0;
    SL_LIMB_UNROLL
    for (int j = 0; j < F_N; j++) {
        t[j] = sl_limb_add(&carry, t[j], lo[j]);
    }
    t[F_N] = carry;
    carry = 0;
    SL_LIMB_UNROLL
    for (int j = 0; j < F_N; j++) {
        t[j + 1] = sl_limb_add(&carry, t[j + 1], hi[j]);
    }
}

/* t = (t + q modulus) / 2^64 with the q that makes this exact; the top limb of t is 0 after. */
SL_LIMB_INLINE void F_(reduce_row)(uint64_t t[F_N + 1]) {
    const uint64_t q = t[0] * F_(ninv);
    uint64_t lo[F_N];
    uint64_t hi[F_N];
    SL_LIMB_UNROLL
    for (int j = 0; j < F_N; j++) {
        const sl_u128 product = (sl_u128)F_(modulus)[j] * q;
        lo[j] = (uint64_t)product;
        hi[j] = (uint64_t)(product >> 64);
    }
    sl_carry carry = t[0] != 0; /* t[0] + lo[0] is 0 or 2^64 */
    SL_LIMB_UNROLL
    for (int j = 1; j < F_N; j++) {
        t[j] = sl_limb_add(&carry, t[j], lo[j]);
    }
    t[F_N] += carry;
    carry = 0;
    SL_LIMB_UNROLL
    for (int j = 0; j < F_N; j++) {
        t[j] = sl_limb_add(&carry, t[j + 1], hi[j]);
    }
    t[F_N] = 0;
}

/* out = a b / R: the body of the two forms below. */
SL_LIMB_INLINE void F_(mul_core)(F_T *out, const F_T *a, const F_T *b) {
    uint64_t t[F_N + 1] = {0};
    SL_LIMB_UNROLL
    for (int i = 0; i < F_N; i++) {
        F_(mul_row)(t, a, b->l[i]);
        F_(reduce_row)(t);
    }
    F_T r;
    SL_LIMB_UNROLL
    for (int i = 0; i < F_N; i++) {
        r.l[i] = t[i];
    }
    F_(reduce_once)(&r);
    *out = r;
}

/* out = a b / R, out of line: the call costs a few per cent, inlining it everywhere costs minutes of compile time. */
void F_(mul)(F_T *out, const F_T *a, const F_T *b);

/* The same for kernels that multiply in a loop. */
SL_INLINE void F_(mul_inline)(F_T *out, const F_T *a, const F_T *b) {
#ifdef SL_SANITIZED
    F_(mul)(out, a, b);
#else
    F_(mul_core)(out, a, b);
#endif
}

SL_INLINE void F_(sqr)(F_T *out, const F_T *a) {
    F_(mul)(out, a, a);
}

/* True if the integer in limbs is below the modulus. */
SL_INLINE bool F_(limbs_canonical)(const uint64_t limbs[F_N]) {
    for (int i = F_N - 1; i >= 0; i--) {
        if (limbs[i] != F_(modulus)[i]) {
            return limbs[i] < F_(modulus)[i];
        }
    }
    return false;
}

/* Integer in limbs (least significant first, below the modulus) to Montgomery form and back. */
SL_INLINE void F_(from_limbs)(F_T *out, const uint64_t limbs[F_N]) {
    const F_T r2 = {{F_R2}};
    F_T a;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        a.l[i] = limbs[i];
    }
    F_(mul)(out, &a, &r2);
}

SL_INLINE void F_(to_limbs)(uint64_t limbs[F_N], const F_T *a) {
    uint64_t t[F_N + 1] = {0};
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        t[i] = a->l[i];
    }
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        F_(reduce_row)(t);
    }
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        limbs[i] = t[i]; /* a / R + modulus (1 - 1/R) < modulus + 1, and not the modulus: a < modulus */
    }
}

SL_INLINE F_T F_(from_u64)(uint64_t v) {
    const uint64_t limbs[F_N] = {v};
    F_T out;
    F_(from_limbs)(&out, limbs);
    return out;
}
