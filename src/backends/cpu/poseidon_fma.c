// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Poseidon with its wires, four hashes side by side. A value is the integer m = x R mod r of memory (fr_fma.h), so a
 * product of two is one too many R: what is used twice as a factor is brought to x, by the constant 1/R. Ready values
 * are within 1.
 */
#include "backends/cpu/fr_fma.h"
#include "backends/cpu/kernels_fma.h"

enum {
    LANES = FR4_LANES,
    /* Each partial round adds an element within 1: eleven that are within 9 and one within 1 make 100, of 128. */
    LAZY_ROUNDS = 8,
};

typedef fr4 value;
typedef fr4_prepared factor;
typedef fr4_prepared addend; /* the first two rows */

static void factor_make(factor *out, const sl_fr *in, size_t n) {
    sl_fr4_prepare_fma(out, in, n);
}

/* The element that stands for the integer of memory. */
static void addend_make(addend *out, const sl_fr *in, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sl_fr integer;
        sl_fr_from_limbs(&integer, in[i].l);
        sl_fr4_prepare_fma(&out[i], &integer, 1);
    }
}

SL_INLINE void value_load(value *out, const sl_fr *const at[LANES]) {
    fr4_load(out, at);
    fr4_reduce(out);
}

SL_INLINE void value_store(sl_fr *const at[LANES], size_t n, const value *a) {
    fr4_store(at, n, a);
}

SL_INLINE void value_add(value *a, const addend *c) {
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        a->c[0][i] = _mm256_add_pd(a->c[0][i], lanes4_set1(c->k[0][i]));
        a->c[1][i] = _mm256_add_pd(a->c[1][i], lanes4_set1(c->k[1][i]));
    }
    fr4_reduce(a);
}

SL_INLINE void as_factor(fr4_factor *out, const fr4 *a) {
    SL_UNROLL
    for (int i = 0; i < FR4_LIMBS; i++) {
        out->k[0][i] = a->c[0][i];
        out->k[1][i] = a->c[1][i];
        out->k[2][i] = _mm256_add_pd(a->c[0][i], a->c[1][i]);
    }
}

static fr4_scale one_over_r;

SL_INLINE void value_fifth(value *square, value *fourth, value *fifth, const value *x) {
    fr4 plain;
    fr4_factor plain_x;
    fr4_factor plain_square;
    sl_fr4_scale_fma(&plain, x, &one_over_r);
    as_factor(&plain_x, &plain);
    sl_fr4_mul_lanes_fma(square, x, &plain_x);
    sl_fr4_scale_fma(&plain, square, &one_over_r);
    as_factor(&plain_square, &plain);
    sl_fr4_mul_lanes_fma(fourth, square, &plain_square);
    sl_fr4_mul_lanes_fma(fifth, fourth, &plain_x);
}

SL_INLINE void value_dot(value *out, const value *a, const factor *b, unsigned stride, unsigned n, bool is_lazy) {
    (void)is_lazy;
    sl_fr4_dot_fma(out, a, b, stride, n);
}

SL_INLINE void value_mul_add(value *sum, const value *x, const factor *k) {
    fr4 term;
    sl_fr4_mul_fma(&term, x, k);
    fr4_add(sum, sum, &term);
}

SL_INLINE void value_settle(value *a) {
    fr4_reduce(a);
}

#include "backends/cpu/poseidon_tmpl.h"

static void one_over_r_make(void) {
    const sl_fr in = {{1, 0, 0, 0}}; /* 1/R in Montgomery form */
    sl_fr4_scale_prepare_fma(&one_over_r, &in, 1);
}

static void constants_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    SL_ASSERT(pthread_once(&once, one_over_r_make) == 0);
}

void sl_poseidon_wires_fma(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n) {
    constants_once();
    const unsigned rounding = lanes4_rounding_begin();
    poseidon_wires(p, wires, inputs, n);
    lanes4_rounding_end(rounding);
}

void sl_poseidon_hashes_fma(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n) {
    constants_once();
    const unsigned rounding = lanes4_rounding_begin();
    poseidon_hashes(p, hashes, inputs, n);
    lanes4_rounding_end(rounding);
}
