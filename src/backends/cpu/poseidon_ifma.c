// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Poseidon with its wires, eight hashes side by side. Values stay in the form of memory (R = 2^256): factors of a
 * matrix are prepared, and one factor of an S-box is taken times 16 (fr_ifma.h).
 */
#include <pthread.h>
#include <string.h>

#include "backends/cpu/fr_ifma.h"
#include "backends/cpu/kernels_ifma.h"

enum {
    HALF = SL_POSEIDON_FULL_ROUNDS / 2,
    WIDTH_MAX = SL_POSEIDON_MAX_WIDTH,
    /*
     * Partial rounds before elements are reduced: each adds less than 1.03 to them, from 1.01 on, and a sum of 11
     * products of a value below 15 with one below 1 is below 11 15 / 35.3 + 1 < 6, which fr8_reduce takes.
     */
    LAZY_ROUNDS = 13,
};

/* The constants of one arity in limbs: those that are added as they are, the factors of matrices prepared. */
typedef struct limbs5 {
    uint64_t l[FR8_LIMBS];
} limbs5;
typedef struct lane_constants {
    const limbs5 *added, *mds, *pre_sparse, *sparse;
} lane_constants;

static const unsigned arities[] = {2, 4, 8, 11};
static lane_constants constants_of[SL_ARRAY_N(arities)];
static limbs5 pool[4034]; /* as many constants as the four arities have */

static const limbs5 *take(size_t *used, const sl_fr *values, size_t n, bool prepared) {
    SL_ASSERT(n <= SL_ARRAY_N(pool) - *used);
    limbs5 *out = &pool[*used];
    *used += n;
    for (size_t i = 0; i < n; i++) {
        if (prepared) {
            sl_fr_prepare_ifma(&out[i], &values[i], 1);
            continue;
        }
        const uint64_t *l = values[i].l;
        const uint64_t words[FR8_LIMBS] = {l[0], l[0] >> 52 | l[1] << 12, l[1] >> 40 | l[2] << 24,
                                           l[2] >> 28 | l[3] << 36, l[3] >> 16};
        for (int j = 0; j < FR8_LIMBS; j++) {
            out[i].l[j] = words[j] & FR8_MASK52;
        }
    }
    return out;
}

static void constants_make(void) {
    size_t used = 0;
    for (size_t i = 0; i < SL_ARRAY_N(arities); i++) {
        const sl_poseidon *p = sl_poseidon_get(arities[i]);
        const size_t square = (size_t)p->width * p->width;
        constants_of[i].added = take(&used, p->constants, p->constants_n, false);
        constants_of[i].mds = take(&used, p->mds, square, true);
        constants_of[i].pre_sparse = take(&used, p->pre_sparse, square, true);
        constants_of[i].sparse = take(&used, p->sparse, (size_t)p->partial_rounds * (2 * p->width - 1), true);
    }
}

static const lane_constants *constants_get(const sl_poseidon *p) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    SL_ASSERT(pthread_once(&once, constants_make) == 0);
    size_t i = 0;
    while (arities[i] != p->arity) {
        i++;
    }
    return &constants_of[i];
}

/* Where the next wire of each of the first n lanes goes. */
typedef struct wires_out {
    sl_fr *to[FR8_LANES];
    size_t n;
} wires_out;

/* The value, canonical, is the next wire. */
SL_INLINE void put(wires_out *out, const fr8 *a) {
    sl_fr t[FR8_LANES] SL_ALIGNED(64);
    fr8_store(t, a);
    for (size_t k = 0; k < out->n; k++) {
        *out->to[k]++ = t[k];
    }
}

/* a + constant for a carried and below 1: carried, below 2. */
SL_INLINE void add_constant(fr8 *a, const limbs5 *c) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        a->l[i] = _mm512_add_epi64(a->l[i], lanes8_set1(c->l[i]));
    }
    fr8_carry(a);
}

/* 16 a, carried, for a canonical. */
SL_INLINE void times16(fr8 *out, const fr8 *a) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = _mm512_slli_epi64(a->l[i], 4);
    }
    fr8_carry(out);
}

/* Factors below 1 and 16: the product is below 1.46, so that one subtraction makes it canonical. */
SL_INLINE void mul_canonical(fr8 *out, const fr8 *a, const fr8 *b) {
    fr8_mul(out, a, b);
    fr8_carry(out);
    fr8_canonical(out);
}

/* x = x^5 + c (NULL: none) for x canonical, result canonical; wires x if with_x, x^2, x^4, result if there are any. */
SL_INLINE void substitute(fr8 *x, const limbs5 *c, wires_out *out, bool with_x) {
    fr8 x16, square, square16, fourth, fifth;
    times16(&x16, x);
    mul_canonical(&square, &x16, x);
    times16(&square16, &square);
    mul_canonical(&fourth, &square16, &square);
    mul_canonical(&fifth, &x16, &fourth);
    if (c != NULL) {
        add_constant(&fifth, c);
        fr8_canonical(&fifth);
    }
    if (out != NULL) {
        if (with_x) {
            put(out, x);
        }
        put(out, &square);
        put(out, &fourth);
        put(out, &fifth);
    }
    *x = fifth;
}

/* Sums of whole products, ten limbs: at most 12 products of 10 halves below 2^52 each. */
typedef struct wide8 {
    __m512i l[2 * FR8_LIMBS];
} wide8;

SL_INLINE void wide_add(wide8 *t, const fr8 *a, const limbs5 *b) {
    SL_UNROLL
    for (int i = 0; i < FR8_LIMBS; i++) {
        const __m512i factor = lanes8_set1(b->l[i]);
        SL_UNROLL
        for (int j = 0; j < FR8_LIMBS; j++) {
            t->l[i + j] = _mm512_madd52lo_epu64(t->l[i + j], a->l[j], factor);
            t->l[i + j + 1] = _mm512_madd52hi_epu64(t->l[i + j + 1], a->l[j], factor);
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

/* Sum of a[i] b[i stride], n terms, carried; below n k / 35.3 + 1 for a below k. */
SL_INLINE void dot(fr8 *out, const fr8 *a, const limbs5 *b, unsigned stride, unsigned n) {
    wide8 t;
    SL_UNROLL
    for (int i = 0; i < 2 * FR8_LIMBS; i++) {
        t.l[i] = _mm512_setzero_si512();
    }
    for (unsigned k = 0; k < n; k++) {
        wide_add(&t, &a[k], &b[k * stride]);
    }
    wide_reduce(out, &t);
}

/* state = state mat, all canonical. */
static SL_NOINLINE void mix_dense(fr8 *state, const limbs5 *mat, unsigned width) {
    fr8 old[WIDTH_MAX];
    memcpy(old, state, width * sizeof *state);
    for (unsigned j = 0; j < width; j++) {
        dot(&state[j], old, mat + j, width, width);
        fr8_canonical(&state[j]);
    }
}

/* One partial round; element 0 is canonical, before and after. */
static SL_NOINLINE void partial_round(fr8 *state, const limbs5 *c, const limbs5 *factor, unsigned width,
                                      wires_out *out) {
    substitute(&state[0], c, out, true);
    const fr8 first = state[0];
    dot(&state[0], state, factor, 1, width);
    fr8_reduce(&state[0]);
    fr8_canonical(&state[0]);
    for (unsigned j = 1; j < width; j++) {
        fr8 term;
        fr8 b;
        SL_UNROLL
        for (int i = 0; i < FR8_LIMBS; i++) {
            b.l[i] = lanes8_set1(factor[width + j - 1].l[i]);
        }
        fr8_mul(&term, &first, &b);
        fr8_add(&state[j], &state[j], &term);
        fr8_carry(&state[j]);
    }
}

static void full_round(fr8 *state, const limbs5 *c, const limbs5 *mat, unsigned width, wires_out *out) {
    for (unsigned i = 0; i < width; i++) {
        substitute(&state[i], c == NULL ? NULL : &c[i], out, true);
    }
    mix_dense(state, mat, width);
}

/* The wires of at most eight hashes, all but the last one. Leaves element 1 in state[0]. */
static void permute(const sl_poseidon *p, const lane_constants *k, fr8 *state, wires_out *out) {
    const unsigned width = p->width;
    const limbs5 *c = k->added + width;
    /* In round 0 element 0 is a constant of the circuit and the others are its inputs plus a constant. */
    for (unsigned i = 0; i < width; i++) {
        add_constant(&state[i], &k->added[i]);
        fr8_canonical(&state[i]);
        substitute(&state[i], c++, i == 0 ? NULL : out, false);
    }
    mix_dense(state, k->mds, width);
    for (unsigned q = 1; q < HALF; q++, c += width) {
        full_round(state, c, q == HALF - 1 ? k->pre_sparse : k->mds, width, out);
    }
    for (unsigned q = 0; q < p->partial_rounds; q++) {
        partial_round(state, c++, k->sparse + q * (size_t)(2 * width - 1), width, out);
        for (unsigned i = 1; i < width && (q % LAZY_ROUNDS == LAZY_ROUNDS - 1 || q + 1 == p->partial_rounds); i++) {
            fr8_reduce(&state[i]);
            fr8_canonical(&state[i]);
        }
    }
    for (unsigned q = 1; q < HALF; q++, c += width) {
        full_round(state, c, k->mds, width, out);
    }
    for (unsigned i = 0; i < width; i++) {
        substitute(&state[i], NULL, out, true);
    }
    fr8 hash;
    dot(&hash, state, k->mds + 1, width, width);
    fr8_canonical(&hash);
    state[0] = hash;
}

void sl_poseidon_wires_ifma(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n) {
    const lane_constants *k = constants_get(p);
    for (size_t done = 0; done < n; done += FR8_LANES) {
        wires_out out = {.n = SL_MIN(n - done, (size_t)FR8_LANES)};
        fr8 state[WIDTH_MAX];
        for (unsigned i = 0; i < p->width; i++) {
            sl_fr t[FR8_LANES] SL_ALIGNED(64);
            for (size_t lane = 0; lane < FR8_LANES; lane++) {
                t[lane] = i == 0 ? p->tag : inputs[done + (lane < out.n ? lane : 0)][i - 1];
            }
            fr8_load(&state[i], t, 0);
        }
        for (size_t lane = 0; lane < out.n; lane++) {
            out.to[lane] = wires[done + lane];
        }
        permute(p, k, state, &out);
        put(&out, &state[0]);
    }
}
