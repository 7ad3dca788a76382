// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Poseidon with its wires, LANES hashes side by side; included by a unit for each kernel set after it has defined
 *
 *     LANES, LAZY_ROUNDS        partial rounds before lazy elements are settled
 *     value                     LANES elements; *ready* ones may be stored and go into every operation
 *     factor, addend            a constant of a matrix, and one that is added
 *     factor_make, addend_make  from sl_fr, n of them
 *     value_load                lane k from *at[k], ready
 *     value_store               the first n lanes of a ready value to at[k]
 *     value_add                 adds an addend to a ready value, ready
 *     value_fifth               square, fourth and fifth power of a ready value, ready
 *     value_dot                 ready sum of a[i] b[i stride]; lazy: a[1 ..] have had mul_add done to them
 *     value_mul_add             adds the product of a ready value and a factor to a lazy one
 *     value_settle              makes a lazy value ready, after LAZY_ROUNDS sums at most
 */
#include <pthread.h>
#include <string.h>

#include "math/hash/poseidon.h"

enum { HALF = SL_POSEIDON_FULL_ROUNDS / 2, WIDTH_MAX = SL_POSEIDON_MAX_WIDTH, ARITIES = 4 };

/* The constants of one arity. */
typedef struct lane_constants {
    const addend *added;
    const factor *mds, *pre_sparse, *sparse;
} lane_constants;

static const unsigned arities[ARITIES] = {2, 4, 8, 11};
static lane_constants constants_of[ARITIES];
/* As many as the four arities have. */
static addend added_pool[24 + 55 + 40 + 56 + 72 + 57 + 96 + 57];
static factor factor_pool[2 * (9 + 25 + 81 + 144) + 55 * 5 + 56 * 9 + 57 * 17 + 57 * 23];

static void constants_make(void) {
    addend *next_added = added_pool;
    factor *next = factor_pool;
    for (size_t i = 0; i < ARITIES; i++) {
        const sl_poseidon *p = sl_poseidon_get(arities[i]);
        const size_t square_n = (size_t)p->width * p->width;
        const size_t sparse_n = (size_t)p->partial_rounds * (2 * p->width - 1);
        SL_ASSERT(next_added + p->constants_n <= added_pool + SL_ARRAY_N(added_pool));
        SL_ASSERT(next + 2 * square_n + sparse_n <= factor_pool + SL_ARRAY_N(factor_pool));
        addend_make(next_added, p->constants, p->constants_n);
        factor_make(next, p->mds, square_n);
        factor_make(next + square_n, p->pre_sparse, square_n);
        factor_make(next + 2 * square_n, p->sparse, sparse_n);
        constants_of[i] = (lane_constants){next_added, next, next + square_n, next + 2 * square_n};
        next_added += p->constants_n;
        next += 2 * square_n + sparse_n;
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
    sl_fr *to[LANES];
    size_t n;
} wires_out;

SL_INLINE void put(wires_out *out, const value *a) {
    value_store(out->to, out->n, a);
    for (size_t k = 0; k < LANES; k++) {
        out->to[k]++;
    }
}

/* x = x^5 + c (NULL: none); wires x if with_x, x^2, x^4, result if there are any. */
SL_INLINE void substitute(value *x, const addend *c, wires_out *out, bool with_x) {
    value square, fourth, fifth;
    value_fifth(&square, &fourth, &fifth, x);
    if (c != NULL) {
        value_add(&fifth, c);
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

/* state = state mat. */
static SL_NOINLINE void mix_dense(value *state, const factor *mat, unsigned width) {
    value old[WIDTH_MAX];
    memcpy(old, state, width * sizeof *state);
    for (unsigned j = 0; j < width; j++) {
        value_dot(&state[j], old, mat + j, width, width, false);
    }
}

/* Element 0 is ready, before and after; the others are lazy. */
static SL_NOINLINE void partial_round(value *state, const addend *c, const factor *sparse, unsigned width,
                                      wires_out *out) {
    substitute(&state[0], c, out, true);
    const value first = state[0];
    value_dot(&state[0], state, sparse, 1, width, true);
    for (unsigned j = 1; j < width; j++) {
        value_mul_add(&state[j], &first, &sparse[width + j - 1]);
    }
}

static void full_round(value *state, const addend *c, const factor *mat, unsigned width, wires_out *out) {
    for (unsigned i = 0; i < width; i++) {
        substitute(&state[i], &c[i], out, true);
    }
    mix_dense(state, mat, width);
}

/* At most LANES hashes; `out` is NULL or where to write the wires but the last one. */
static void permute(value *hash, const sl_poseidon *p, const lane_constants *k, value *state, wires_out *out) {
    const unsigned width = p->width;
    const addend *c = k->added + width;
    /* In round 0 element 0 is a constant of the circuit and the others are its inputs plus a constant. */
    for (unsigned i = 0; i < width; i++) {
        value_add(&state[i], &k->added[i]);
        substitute(&state[i], c++, i == 0 ? NULL : out, false);
    }
    mix_dense(state, k->mds, width);
    for (unsigned q = 1; q < HALF; q++, c += width) {
        full_round(state, c, q == HALF - 1 ? k->pre_sparse : k->mds, width, out);
    }
    for (unsigned q = 0; q < p->partial_rounds; q++) {
        partial_round(state, c++, k->sparse + q * (size_t)(2 * width - 1), width, out);
        if (q % LAZY_ROUNDS == LAZY_ROUNDS - 1 || q + 1 == p->partial_rounds) {
            for (unsigned i = 1; i < width; i++) {
                value_settle(&state[i]);
            }
        }
    }
    for (unsigned q = 1; q < HALF; q++, c += width) {
        full_round(state, c, k->mds, width, out);
    }
    for (unsigned i = 0; i < width; i++) {
        substitute(&state[i], NULL, out, true);
    }
    value_dot(hash, state, k->mds + 1, width, width, false);
}

/* Lanes from n on compute what the first one computes. */
static void state_load(value *state, const sl_poseidon *p, const sl_fr *const *inputs, size_t n) {
    for (unsigned i = 0; i < p->width; i++) {
        const sl_fr *at[LANES];
        for (size_t lane = 0; lane < LANES; lane++) {
            at[lane] = i == 0 ? &p->tag : &inputs[lane < n ? lane : 0][i - 1];
        }
        value_load(&state[i], at);
    }
}

/* All wires of hash i to wires[i], or, if that is NULL, the hash alone to hashes[i]. */
SL_INLINE void poseidon_all(const sl_poseidon *p, sl_fr *const *wires, sl_fr *hashes, const sl_fr *const *inputs,
                            size_t n) {
    const lane_constants *k = constants_get(p);
    for (size_t done = 0; done < n; done += LANES) {
        wires_out out = {.n = SL_MIN(n - done, (size_t)LANES)};
        value state[WIDTH_MAX];
        value hash;
        state_load(state, p, inputs + done, out.n);
        for (size_t lane = 0; lane < LANES; lane++) {
            const size_t i = done + (lane < out.n ? lane : 0);
            out.to[lane] = wires != NULL ? wires[i] : &hashes[i];
        }
        permute(&hash, p, k, state, wires != NULL ? &out : NULL);
        put(&out, &hash);
    }
}

static SL_NOINLINE void poseidon_wires(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs,
                                       size_t n) {
    poseidon_all(p, wires, NULL, inputs, n);
}

static SL_NOINLINE void poseidon_hashes(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n) {
    poseidon_all(p, NULL, hashes, inputs, n);
}
