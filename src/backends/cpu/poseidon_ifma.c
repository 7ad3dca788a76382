// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Poseidon with its wires, eight hashes side by side. Values stay in the form of memory (R = 2^256): factors of a
 * matrix are prepared, and one factor of an S-box is taken times 16 (fr_ifma.h). Ready values are canonical.
 */
#include "backends/cpu/fr_ifma.h"
#include "backends/cpu/kernels_ifma.h"

enum {
    LANES = FR8_LANES,
    /*
     * Each partial round adds less than 1.03 to an element, from 1 on, and a sum of 11 products of a value below 15
     * with one below 1 is below 11 15 / 35.3 + 1 < 6, which fr8_reduce takes.
     */
    LAZY_ROUNDS = 13,
};

typedef fr8 value;
typedef fr_prepared factor;

/* As it is in memory. */
typedef struct addend {
    uint64_t l[FR8_LIMBS];
} addend;

static void factor_make(factor *out, const sl_fr *in, size_t n) {
    sl_fr_prepare_ifma(out, in, n);
}

static void addend_make(addend *out, const sl_fr *in, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t *l = in[i].l;
        const uint64_t words[FR8_LIMBS] = {l[0], l[0] >> 52 | l[1] << 12, l[1] >> 40 | l[2] << 24,
                                           l[2] >> 28 | l[3] << 36, l[3] >> 16};
        for (int j = 0; j < FR8_LIMBS; j++) {
            out[i].l[j] = words[j] & FR8_MASK52;
        }
    }
}

SL_INLINE void value_load(value *out, const sl_fr *const at[LANES]) {
    sl_fr t[LANES] SL_ALIGNED(64);
    for (size_t k = 0; k < LANES; k++) {
        t[k] = *at[k];
    }
    fr8_load(out, t, 0);
}

SL_INLINE void value_store(sl_fr *const at[LANES], size_t n, const value *a) {
    sl_fr t[LANES] SL_ALIGNED(64);
    fr8_store(t, a);
    for (size_t k = 0; k < n; k++) {
        *at[k] = t[k];
    }
}

SL_INLINE void value_add(value *a, const addend *c) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        a->l[i] = _mm512_add_epi64(a->l[i], lanes8_set1(c->l[i]));
    }
    fr8_carry(a);
    fr8_canonical(a);
}

SL_INLINE void times16(fr8 *out, const fr8 *a) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = _mm512_slli_epi64(a->l[i], 4);
    }
    fr8_digits(out);
}

/* Factors below 1 and 16: the product is below 1.46, so that one subtraction makes it canonical. */
SL_INLINE void mul_canonical(fr8 *out, const fr8 *a, const fr8 *b) {
    fr8_mul(out, a, b);
    fr8_carry(out);
    fr8_canonical(out);
}

SL_INLINE void value_fifth(value *square, value *fourth, value *fifth, const value *x) {
    fr8 x16;
    fr8 square16;
    times16(&x16, x);
    mul_canonical(square, &x16, x);
    times16(&square16, square);
    mul_canonical(fourth, &square16, square);
    mul_canonical(fifth, &x16, fourth);
}

/* Sums of whole products, ten limbs: at most 12 products of 10 halves below 2^52 each. */
typedef struct wide8 {
    __m512i l[2 * FR8_LIMBS];
} wide8;

SL_INLINE void wide_add(wide8 *t, const fr8 *a, const factor *b) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        const __m512i limb = lanes8_set1(b->l[i]);
        SL_UNROLL
        for (int j = 0; j < FR8_LIMBS; j++) {
            t->l[i + j] = _mm512_madd52lo_epu64(t->l[i + j], a->l[j], limb);
            t->l[i + j + 1] = _mm512_madd52hi_epu64(t->l[i + j + 1], a->l[j], limb);
        }
    }
}

/* t / 2^260, carried. */
SL_INLINE void wide_reduce(fr8 *out, wide8 *t) {
    const __m512i ninv = lanes8_set1(FR8_NINV);
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        const __m512i q = _mm512_madd52lo_epu64(_mm512_setzero_si512(), t->l[i], ninv);
        SL_UNROLL
        for (int j = 0; j < FR8_LIMBS; j++) {
            t->l[i + j] = _mm512_madd52lo_epu64(t->l[i + j], q, lanes8_set1(fr8_r[j]));
            t->l[i + j + 1] = _mm512_madd52hi_epu64(t->l[i + j + 1], q, lanes8_set1(fr8_r[j]));
        }
        t->l[i + 1] = _mm512_add_epi64(t->l[i + 1], _mm512_srli_epi64(t->l[i], 52));
    }
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = t->l[FR8_LIMBS + i];
    }
    fr8_carry(out);
}

/* Below n k / 35.3 + 1 before it is made canonical, for a below k: 1.34 for twelve ready values. */
SL_INLINE void value_dot(value *out, const value *a, const factor *b, unsigned stride, unsigned n, bool is_lazy) {
    wide8 t;
    SL_UNROLL
    for (int i = 0; i < 2 * FR8_LIMBS; i++) {
        t.l[i] = _mm512_setzero_si512();
    }
    for (unsigned k = 0; k < n; k++) {
        wide_add(&t, &a[k], &b[k * stride]);
    }
    wide_reduce(out, &t);
    if (is_lazy) {
        fr8_reduce(out);
    }
    fr8_canonical(out);
}

/* Lazy values are carried. */
SL_INLINE void value_mul_add(value *sum, const value *x, const factor *k) {
    fr8 term;
    fr8 b;
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        b.l[i] = lanes8_set1(k->l[i]);
    }
    fr8_mul(&term, x, &b);
    fr8_add(sum, sum, &term);
    fr8_carry(sum);
}

SL_INLINE void value_settle(value *a) {
    fr8_reduce(a);
    fr8_canonical(a);
}

#include "backends/cpu/poseidon_tmpl.h"

void sl_poseidon_wires_ifma(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n) {
    poseidon_wires(p, wires, inputs, n);
}

void sl_poseidon_hashes_ifma(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n) {
    poseidon_hashes(p, hashes, inputs, n);
}
