// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Prime field in Montgomery form, R = 2^(64 LIMBS): the portable body shared by fr.h and fp.h.
 *
 * Included with F_T (type), F_N (limb count), F_(name) (prefix) and the constants F_MODULUS, F_ONE, F_R2 (limb lists) and
 * F_NINV (-modulus^-1 mod 2^64). The modulus leaves at least one bit free in the top limb, which makes a row of
 * the multiplication fit N + 1 limbs and a sum fit N limbs. Every value is kept in [0, modulus).
 */

static const uint64_t F_(modulus)[F_N] = {F_MODULUS};

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
SL_INLINE void F_(reduce_once)(F_T *a) {
    uint64_t d[F_N];
    uint64_t borrow = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        const sl_u128 t = (sl_u128)a->l[i] - F_(modulus)[i] - borrow;
        d[i] = (uint64_t)t;
        borrow = (uint64_t)(t >> 64) & 1;
    }
    const uint64_t keep = 0 - borrow;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        a->l[i] = (a->l[i] & keep) | (d[i] & ~keep);
    }
}

SL_INLINE void F_(add)(F_T *out, const F_T *a, const F_T *b) {
    F_T s;
    uint64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        const sl_u128 t = (sl_u128)a->l[i] + b->l[i] + carry;
        s.l[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    F_(reduce_once)(&s);
    *out = s;
}

SL_INLINE void F_(dbl)(F_T *out, const F_T *a) {
    F_(add)(out, a, a);
}

SL_INLINE void F_(sub)(F_T *out, const F_T *a, const F_T *b) {
    F_T d;
    uint64_t borrow = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        const sl_u128 t = (sl_u128)a->l[i] - b->l[i] - borrow;
        d.l[i] = (uint64_t)t;
        borrow = (uint64_t)(t >> 64) & 1;
    }
    const uint64_t mask = 0 - borrow;
    uint64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        const sl_u128 t = (sl_u128)d.l[i] + (F_(modulus)[i] & mask) + carry;
        out->l[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
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
    uint64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        const sl_u128 t = (sl_u128)a->l[i] + (F_(modulus)[i] & odd) + carry;
        s[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    SL_UNROLL
    for (int i = 0; i < F_N - 1; i++) {
        out->l[i] = s[i] >> 1 | s[i + 1] << 63;
    }
    out->l[F_N - 1] = s[F_N - 1] >> 1; /* the sum fits F_N limbs */
}

/* out = a b / R. Operand scanning with the reduction interleaved row by row. */
SL_INLINE void F_(mul)(F_T *out, const F_T *a, const F_T *b) {
    uint64_t t[F_N] = {0};
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        const uint64_t bi = b->l[i];
        sl_u128 lo = (sl_u128)a->l[0] * bi + t[0];
        const uint64_t q = (uint64_t)lo * F_NINV;
        sl_u128 red = (sl_u128)q * F_(modulus)[0] + (uint64_t)lo;
        SL_UNROLL
        for (int j = 1; j < F_N; j++) {
            lo = (sl_u128)a->l[j] * bi + t[j] + (uint64_t)(lo >> 64);
            red = (sl_u128)q * F_(modulus)[j] + (uint64_t)lo + (uint64_t)(red >> 64);
            t[j - 1] = (uint64_t)red;
        }
        t[F_N - 1] = (uint64_t)(lo >> 64) + (uint64_t)(red >> 64);
    }
    F_T r;
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        r.l[i] = t[i];
    }
    F_(reduce_once)(&r);
    *out = r;
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
    const F_T unit = {{1}};
    F_T r;
    F_(mul)(&r, a, &unit);
    SL_UNROLL
    for (int i = 0; i < F_N; i++) {
        limbs[i] = r.l[i];
    }
}

SL_INLINE F_T F_(from_u64)(uint64_t v) {
    const uint64_t limbs[F_N] = {v};
    F_T out;
    F_(from_limbs)(&out, limbs);
    return out;
}
