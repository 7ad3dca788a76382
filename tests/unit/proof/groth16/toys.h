// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Small circuits with witnesses that satisfy them: edge cases of every count, and keys for them. Nothing here is static
 * data: a toy is built through the builder like any circuit.
 */
#ifndef SL_TESTS_UNIT_PROOF_GROTH16_TOYS_H
#define SL_TESTS_UNIT_PROOF_GROTH16_TOYS_H

#include "harness/test.h"
#include "proof/groth16/prover.h"
#include "proof/groth16/setup.h"
#include "proof/groth16/verifier.h"
#include "proof/r1cs/builder.h"

/* Sanitized code is many times slower: the quick tests then take fewer of what is alike. */
#ifdef SL_SANITIZED
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

typedef struct toy {
    const char *name;
    void (*build)(sl_cs *cs, unsigned n);
    unsigned n;
} toy;

typedef struct toy_term {
    sl_wire wire;
    int64_t k;
} toy_term;

#define TOY_LC(...) (const toy_term[]){__VA_ARGS__}, sizeof((const toy_term[]){__VA_ARGS__}) / sizeof(toy_term)
#define TOY_EMPTY NULL, 0
#define TOY_ONE TOY_LC({SL_WIRE_ONE, 1})

static inline void toy_lc(sl_lc *out, const toy_term *terms, size_t n) {
    *out = SL_LC_EMPTY;
    for (size_t i = 0; i < n; i++) {
        sl_fr k = sl_fr_from_u64(terms[i].k < 0 ? (uint64_t)-terms[i].k : (uint64_t)terms[i].k);
        if (terms[i].k < 0) {
            sl_fr_neg(&k, &k);
        }
        sl_lc_add(out, terms[i].wire, &k);
    }
}

static inline void toy_row(sl_cs *cs, const toy_term *a, size_t a_n, const toy_term *b, size_t b_n, const toy_term *c,
                           size_t c_n) {
    sl_lc lc[3];
    toy_lc(&lc[0], a, a_n);
    toy_lc(&lc[1], b, b_n);
    toy_lc(&lc[2], c, c_n);
    sl_cs_enforce(cs, &lc[0], &lc[1], &lc[2]);
    for (int i = 0; i < 3; i++) {
        sl_lc_free(&lc[i]);
    }
}

/* A wire and its value together. */
typedef struct toy_value {
    sl_wire w;
    sl_fr v;
} toy_value;

static inline toy_value toy_aux(sl_cs *cs, sl_fr v) {
    return (toy_value){sl_cs_alloc(cs, &v), v};
}

static inline toy_value toy_input(sl_cs *cs, sl_fr v) {
    return (toy_value){sl_cs_input(cs, &v), v};
}

static inline toy_value toy_times(sl_cs *cs, toy_value a, toy_value b) {
    sl_fr v;
    sl_fr_mul(&v, &a.v, &b.v);
    const toy_value c = toy_aux(cs, v);
    toy_row(cs, TOY_LC({a.w, 1}), TOY_LC({b.w, 1}), TOY_LC({c.w, 1}));
    return c;
}

/* x^3 + x + 5 = out */
static inline void toy_cubic(sl_cs *cs, unsigned n) {
    (void)n;
    const toy_value x = toy_aux(cs, sl_fr_from_u64(3));
    const toy_value x3 = toy_times(cs, toy_times(cs, x, x), x);
    const toy_value out = toy_input(cs, sl_fr_from_u64(35));
    toy_row(cs, TOY_LC({x3.w, 1}, {x.w, 1}, {SL_WIRE_ONE, 5}), TOY_ONE, TOY_LC({out.w, 1}));
}

/* n squarings in a row, so n + 1 rows; the last value is public. */
static inline void toy_chain(sl_cs *cs, unsigned n) {
    toy_value x = toy_aux(cs, sl_fr_from_u64(7));
    for (unsigned i = 0; i < n; i++) {
        x = toy_times(cs, x, x);
    }
    const toy_value out = toy_input(cs, x.v);
    toy_row(cs, TOY_LC({x.w, 1}), TOY_ONE, TOY_LC({out.w, 1}));
}

/* x -> (x + round)^3, n rounds. */
static inline void toy_mimc(sl_cs *cs, unsigned n) {
    toy_value x = toy_aux(cs, sl_fr_from_u64(1234567));
    const toy_value in = toy_input(cs, x.v);
    toy_row(cs, TOY_LC({x.w, 1}), TOY_ONE, TOY_LC({in.w, 1}));
    for (unsigned i = 1; i <= n; i++) {
        sl_fr round = sl_fr_from_u64(i), sum, square, cube;
        sl_fr_add(&sum, &x.v, &round);
        sl_fr_sqr(&square, &sum);
        sl_fr_mul(&cube, &square, &sum);
        const toy_value s = toy_aux(cs, square), c = toy_aux(cs, cube);
        toy_row(cs, TOY_LC({x.w, 1}, {SL_WIRE_ONE, i}), TOY_LC({x.w, 1}, {SL_WIRE_ONE, i}), TOY_LC({s.w, 1}));
        toy_row(cs, TOY_LC({s.w, 1}), TOY_LC({x.w, 1}, {SL_WIRE_ONE, i}), TOY_LC({c.w, 1}));
        x = c;
    }
    const toy_value out = toy_input(cs, x.v);
    toy_row(cs, TOY_LC({x.w, 1}), TOY_ONE, TOY_LC({out.w, 1}));
}

/*
 * n bits, their conjunctions, and field values in between: densities of every pattern, words that are cut by chunks.
 * Some wires are in A only, B only, C only, or in all.
 */
static inline void toy_bits(sl_cs *cs, unsigned n) {
    sl_wire before = SL_WIRE_ONE;
    bool before_value = true;
    uint64_t sum = 0;
    sl_lc all = SL_LC_EMPTY;
    for (unsigned i = 0; i < n; i++) {
        const bool value = (i * 2654435761u >> 7 & 1) != 0;
        const sl_wire bit = sl_cs_alloc_bit(cs, value);
        toy_row(cs, TOY_LC({bit, 1}), TOY_LC({SL_WIRE_ONE, 1}, {bit, -1}), TOY_EMPTY);
        const sl_wire both = sl_cs_alloc_bit(cs, value && before_value);
        toy_row(cs, TOY_LC({before, 1}), TOY_LC({bit, 1}), TOY_LC({both, 1})); /* both: C only */
        if (i % 3 == 0) {
            sl_lc_add_one(&all, bit);
            sum += value;
        }
        if (i % 5 == 0) {
            const toy_value f = toy_aux(cs, sl_fr_from_u64(i));
            toy_row(cs, TOY_LC({SL_WIRE_ONE, i}), TOY_ONE, TOY_LC({f.w, 1}));
            if (i % 2 == 0) {
                toy_row(cs, TOY_EMPTY, TOY_LC({f.w, 3}), TOY_EMPTY); /* B and C */
            }
        }
        before = bit;
        before_value = value;
    }
    const toy_value out = toy_input(cs, sl_fr_from_u64(sum));
    sl_lc one, c;
    toy_lc(&one, TOY_ONE);
    toy_lc(&c, TOY_LC({out.w, 1}));
    sl_cs_enforce(cs, &all, &one, &c);
    sl_lc_free(&all);
    sl_lc_free(&one);
    sl_lc_free(&c);
}

/* No auxiliary wire. */
static inline void toy_only_inputs(sl_cs *cs, unsigned n) {
    (void)n;
    const toy_value x = toy_input(cs, sl_fr_from_u64(6)), y = toy_input(cs, sl_fr_from_u64(7));
    const toy_value z = toy_input(cs, sl_fr_from_u64(42));
    toy_row(cs, TOY_LC({x.w, 1}), TOY_LC({y.w, 1}), TOY_LC({z.w, 1})); /* an input in B */
}

/* B holds nothing. */
static inline void toy_empty_b(sl_cs *cs, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        const toy_value x = toy_aux(cs, sl_fr_from_u64(i));
        toy_row(cs, TOY_LC({x.w, 1}), TOY_EMPTY, TOY_EMPTY);
    }
    (void)toy_input(cs, sl_fr_from_u64(5)); /* an input that no row uses */
}

/* No row, no wire but ONE: a domain of one point. */
static inline void toy_nothing(sl_cs *cs, unsigned n) {
    (void)cs;
    (void)n;
}

/* One row, no public input. */
static inline void toy_one_row(sl_cs *cs, unsigned n) {
    (void)n;
    const sl_wire bit = sl_cs_alloc_bit(cs, true);
    toy_row(cs, TOY_LC({bit, 1}), TOY_LC({bit, 1}), TOY_LC({bit, 1}));
}

/* Terms that are zero or cancel must leave no trace in the densities. */
static inline void toy_zero_terms(sl_cs *cs, unsigned n) {
    (void)n;
    const toy_value x = toy_aux(cs, sl_fr_from_u64(9)), y = toy_aux(cs, sl_fr_from_u64(4));
    const toy_value out = toy_input(cs, sl_fr_from_u64(36));
    toy_row(cs, TOY_LC({x.w, 1}, {y.w, 0}), TOY_LC({y.w, 1}, {x.w, 2}, {x.w, -2}), TOY_LC({out.w, 1}, {x.w, 0}));
    toy_row(cs, TOY_LC({y.w, 5}, {y.w, -5}), TOY_LC({SL_WIRE_ONE, 3}), TOY_EMPTY);
}

static const toy toys[] = {
    {"cubic", toy_cubic, 0},
    {"mimc-11", toy_mimc, 11},
    {"bits-1", toy_bits, 1},
    {"bits-33", toy_bits, 33},
    {"bits-150", toy_bits, 150},
    {"only-inputs", toy_only_inputs, 0},
    {"empty-b", toy_empty_b, 3},
    {"nothing", toy_nothing, 0},
    {"one-row", toy_one_row, 0},
    {"zero-terms", toy_zero_terms, 0},
    /* rows + inputs = n + 3: around powers of two */
    {"chain-0", toy_chain, 0},
    {"chain-1", toy_chain, 1},
    {"chain-2", toy_chain, 2},
    {"chain-4", toy_chain, 4},
    {"chain-5", toy_chain, 5},
    {"chain-6", toy_chain, 6},
    {"chain-60", toy_chain, 60},
    {"chain-61", toy_chain, 61},
    {"chain-62", toy_chain, 62},
};

/* A toy with everything that a proof needs. */
typedef struct toy_room {
    sl_pool *pool;
    sl_r1cs *r1cs;
    sl_witness witness;
    char path[128]; /* of the key */
    sl_params params;
} toy_room;

static inline sl_r1cs *toy_shape(const toy *which) {
    sluice_error err;
    sl_cs *cs;
    sl_r1cs *r1cs;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    which->build(cs, which->n);
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    return r1cs;
}

static inline void toy_witness(const toy *which, const sl_r1cs *r1cs, sl_witness *out) {
    sluice_error err;
    sl_cs *cs;
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    which->build(cs, which->n);
    SL_CHECK_OK(sl_cs_finish_witness(cs, out, &err));
    sl_cs_close(cs);
}

static inline const toy *toy_named(const char *name) {
    for (size_t i = 0; i < SL_ARRAY_N(toys); i++) {
        if (strcmp(toys[i].name, name) == 0) {
            return &toys[i];
        }
    }
    sl_test_fail(__FILE__, __LINE__, "no toy %s", name);
}

/* Builds shape, witness and a key from seed 1, which is opened. */
static inline void toy_room_open(toy_room *room, const toy *which) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sluice_error err;
    char name[64];
    sl_setup_secrets secrets;
    sl_setup_result result;
    SL_CHECK_OK(sl_pool_open(&room->pool, 2, &err));
    room->r1cs = toy_shape(which);
    toy_witness(which, room->r1cs, &room->witness);
    sl_setup_secrets_from_seed(&secrets, seed);
    (void)snprintf(name, sizeof name, "%s.params", which->name);
    (void)snprintf(room->path, sizeof room->path, "%s", sl_test_temp_path(name));
    SL_CHECK_OK(sl_setup_run(room->r1cs, &secrets, room->path, &sl_kernels_portable, room->pool, NULL, &result, &err));
    SL_CHECK_OK(sl_params_open(&room->params, room->path, &err));
}

static inline void toy_room_close(toy_room *room) {
    sl_params_close(&room->params);
    sl_witness_release(&room->witness);
    sl_r1cs_close(room->r1cs);
    sl_pool_close(room->pool);
}

#endif
