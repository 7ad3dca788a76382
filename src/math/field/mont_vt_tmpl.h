// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Products, powers and inversion of a prime field: the out-of-line body shared by fr.c and fp.c. Included with F_T,
 * F_N and F_(name) as in mont_tmpl.h.
 */

#include "math/field/divsteps.h"

#define WINDOW_BITS 4

#ifdef SL_SANITIZED
/* The core is not instrumented and must not see the caller's memory, so that every access to that is checked. */
SL_LIMB_PLAIN SL_NOINLINE static void F_(mul_copies)(F_T *product, const F_T *x, const F_T *y) {
    F_(mul_core)(product, x, y);
}

void F_(mul)(F_T *out, const F_T *a, const F_T *b) {
    SL_DEBUG_ASSERT(F_(limbs_canonical)(a->l) && F_(limbs_canonical)(b->l));
    const F_T x = *a;
    const F_T y = *b;
    F_T product;
    F_(mul_copies)(&product, &x, &y);
    *out = product;
}
#else
void F_(mul)(F_T *out, const F_T *a, const F_T *b) {
    SL_DEBUG_ASSERT(F_(limbs_canonical)(a->l) && F_(limbs_canonical)(b->l));
    F_(mul_core)(out, a, b);
}
#endif

void F_(pow_vt)(F_T *out, const F_T *a, const uint64_t *e, size_t e_limbs) {
    const F_T base = *a;
    F_T acc = F_(one)();
    if (e_limbs <= 1) { /* too short to pay for a table */
        for (size_t i = 64 * e_limbs; i-- > 0;) {
            F_(sqr)(&acc, &acc);
            if (e[0] >> i & 1) {
                F_(mul)(&acc, &acc, &base);
            }
        }
        *out = acc;
        return;
    }
    F_T table[1 << WINDOW_BITS]; /* powers of a */
    table[0] = acc;
    for (size_t i = 1; i < SL_ARRAY_N(table); i++) {
        F_(mul)(&table[i], &table[i - 1], &base);
    }
    bool started = false;
    for (size_t i = 64 * e_limbs; i > 0; i -= WINDOW_BITS) {
        const size_t low = i - WINDOW_BITS;
        const uint64_t digit = e[low / 64] >> (low % 64) & (SL_ARRAY_N(table) - 1);
        for (int j = 0; started && j < WINDOW_BITS; j++) {
            F_(sqr)(&acc, &acc);
        }
        if (digit != 0) {
            F_(mul)(&acc, &acc, &table[digit]);
            started = true;
        }
    }
    *out = acc;
}

/* Signed numbers of 62-bit limbs, the top one signed. They have room for 16 times the modulus and more. */
enum { F_(limbs62) = (64 * F_N + 61) / 62 };

static void F_(to_62)(int64_t out[F_(limbs62)], const uint64_t in[F_N]) {
    for (int i = 0; i < F_(limbs62); i++) {
        const int bit = 62 * i;
        uint64_t v = in[bit / 64] >> (bit % 64);
        if (bit % 64 > 2 && bit / 64 + 1 < F_N) {
            v |= in[bit / 64 + 1] << (64 - bit % 64);
        }
        out[i] = (int64_t)(v & SL_DIVSTEPS_MASK);
    }
}

/* (f, g) <- matrix (f, g) / 2^62, which is exact. */
static void F_(update_fg)(int64_t *f, int64_t *g, int n, const sl_divsteps *t) {
    sl_i128 cf = 0;
    sl_i128 cg = 0;
    for (int i = 0; i < n; i++) {
        const int64_t fi = f[i];
        const int64_t gi = g[i];
        cf += (sl_i128)t->u * fi + (sl_i128)t->v * gi;
        cg += (sl_i128)t->q * fi + (sl_i128)t->r * gi;
        if (i > 0) {
            f[i - 1] = (int64_t)((uint64_t)cf & SL_DIVSTEPS_MASK);
            g[i - 1] = (int64_t)((uint64_t)cg & SL_DIVSTEPS_MASK);
        }
        cf >>= SL_DIVSTEPS_N;
        cg >>= SL_DIVSTEPS_N;
    }
    f[n - 1] = (int64_t)cf;
    g[n - 1] = (int64_t)cg;
}

/* The multiple of the modulus, between -2^61 and 2^61, that makes the low 62 bits of `low` zero. */
static int64_t F_(cancel)(sl_i128 low) {
    const uint64_t m = (uint64_t)low * F_(ninv);
    return (int64_t)(m << 2) >> 2;
}

/*
 * (d, e) <- matrix (d, e) / 2^62 modulo the modulus M: a multiple of M below M / 2 after the division makes it exact.
 * So |d| and |e| grow by M / 2 a round; 18 rounds (the bound for 381 bits, eprint 2019/266 theorem 11.2) end below 10
 * M.
 */
static void F_(update_de)(int64_t d[F_(limbs62)], int64_t e[F_(limbs62)], const sl_divsteps *t,
                          const int64_t modulus[F_(limbs62)]) {
    sl_i128 cd = (sl_i128)t->u * d[0] + (sl_i128)t->v * e[0];
    sl_i128 ce = (sl_i128)t->q * d[0] + (sl_i128)t->r * e[0];
    const int64_t md = F_(cancel)(cd);
    const int64_t me = F_(cancel)(ce);
    cd = (cd + (sl_i128)md * modulus[0]) >> SL_DIVSTEPS_N;
    ce = (ce + (sl_i128)me * modulus[0]) >> SL_DIVSTEPS_N;
    for (int i = 1; i < F_(limbs62); i++) {
        cd += (sl_i128)t->u * d[i] + (sl_i128)t->v * e[i] + (sl_i128)md * modulus[i];
        ce += (sl_i128)t->q * d[i] + (sl_i128)t->r * e[i] + (sl_i128)me * modulus[i];
        d[i - 1] = (int64_t)((uint64_t)cd & SL_DIVSTEPS_MASK);
        e[i - 1] = (int64_t)((uint64_t)ce & SL_DIVSTEPS_MASK);
        cd >>= SL_DIVSTEPS_N;
        ce >>= SL_DIVSTEPS_N;
    }
    d[F_(limbs62) - 1] = (int64_t)cd;
    e[F_(limbs62) - 1] = (int64_t)ce;
}

/* a += sign b. */
static void F_(add_62)(int64_t a[F_(limbs62)], const int64_t b[F_(limbs62)], int64_t sign) {
    int64_t carry = 0;
    for (int i = 0; i < F_(limbs62) - 1; i++) {
        carry += a[i] + sign * b[i];
        a[i] = (int64_t)((uint64_t)carry & SL_DIVSTEPS_MASK);
        carry >>= SL_DIVSTEPS_N;
    }
    a[F_(limbs62) - 1] += sign * b[F_(limbs62) - 1] + carry;
}

/* The number d modulo M as an element, below 16 M in size. */
static void F_(from_62)(F_T *out, int64_t d[F_(limbs62)], const int64_t modulus[F_(limbs62)]) {
    while (d[F_(limbs62) - 1] >= 0) {
        F_(add_62)(d, modulus, -1);
    }
    while (d[F_(limbs62) - 1] < 0) {
        F_(add_62)(d, modulus, 1);
    }
    for (int i = 0; i < F_N; i++) {
        const int bit = 64 * i;
        uint64_t v = (uint64_t)d[bit / 62] >> (bit % 62);
        if (bit / 62 + 1 < F_(limbs62)) {
            v |= (uint64_t)d[bit / 62 + 1] << (62 - bit % 62);
        }
        out->l[i] = v;
    }
}

void F_(inv_vt)(F_T *out, const F_T *a) {
    int64_t modulus[F_(limbs62)];
    int64_t f[F_(limbs62)];
    int64_t g[F_(limbs62)];
    int64_t d[F_(limbs62)] = {0};
    int64_t e[F_(limbs62)] = {1};
    F_(to_62)(modulus, F_(modulus));
    F_(to_62)(f, F_(modulus));
    F_(to_62)(g, a->l);
    /* f = d a and g = e a modulo M, always; f ends as 1 or -1 (g = a = 0 from the start: d = 0). */
    int64_t delta = 1;
    int n = F_(limbs62);
    for (;;) {
        uint64_t rest = 0;
        for (int i = 0; i < n; i++) {
            rest |= (uint64_t)g[i];
        }
        if (rest == 0) {
            break;
        }
        const uint64_t f_low = (uint64_t)f[0] | (uint64_t)f[1] << 62;
        const uint64_t g_low = (uint64_t)g[0] | (uint64_t)g[1] << 62;
        sl_divsteps t;
        delta = sl_divsteps_run_vt(&t, delta, f_low, g_low);
        F_(update_de)(d, e, &t, modulus);
        F_(update_fg)(f, g, n, &t);
        /* A top limb that is only a sign moves into the limb below. */
        while (n > 2 && f[n - 1] == f[n - 1] >> 63 && g[n - 1] == g[n - 1] >> 63) {
            f[n - 2] = (int64_t)((uint64_t)f[n - 2] | (uint64_t)f[n - 1] << 62);
            g[n - 2] = (int64_t)((uint64_t)g[n - 2] | (uint64_t)g[n - 1] << 62);
            n--;
        }
    }
    if (f[n - 1] < 0) {
        int64_t minus[F_(limbs62)] = {0};
        F_(add_62)(minus, d, -1);
        F_(from_62)(out, minus, modulus);
    } else {
        F_(from_62)(out, d, modulus);
    }
    /* That was 1 / (a R): two factors R and the one that each product takes away. */
    F_(from_limbs)(out, out->l);
    F_(from_limbs)(out, out->l);
}

#undef WINDOW_BITS
