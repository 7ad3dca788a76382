// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Random systems with combinations of every shape that has an evaluation of its own, over pins and own wires, in
 * instances small and large; and any witness for one. Rows do not hold.
 */
#ifndef SL_TESTS_UNIT_PROOF_R1CS_R1CS_KINDS_H
#define SL_TESTS_UNIT_PROOF_R1CS_R1CS_KINDS_H

#include "harness/test.h"
#include "proof/r1cs/builder.h"

enum { PINS = 70, OWN = 300, OWN_FIELDS = 5, WIDE = 40000 };

/* n terms over every step-th of the wires, each coefficient twice the one before or half of it. */
static inline void run_add(sl_lc *lc, const sl_wire *wires, size_t n, size_t step, bool is_up, sl_fr coeff) {
    for (size_t i = 0; i < n; i++) {
        sl_lc_add(lc, wires[(is_up ? i : n - 1 - i) * step], &coeff);
        sl_fr_dbl(&coeff, &coeff);
    }
}

static inline sl_fr coeff_random(void) {
    sl_fr out = sl_fr_from_u64(1 + sl_test_u64() % 5);
    if (sl_test_u64() % 3 == 0) {
        sl_fr_mul(&out, &out, &sl_fr_generator);
        sl_fr_pow_u64_vt(&out, &out, sl_test_u64());
    }
    if (sl_test_u64() % 2 == 0) {
        sl_fr_neg(&out, &out);
    }
    return out;
}

/* Several runs, and now and then a term that spoils one. */
static inline void lc_runs(sl_lc *lc, const sl_wire *wires, size_t wires_n) {
    if (sl_test_u64() % 2 == 0) {
        const sl_fr coeff = coeff_random();
        sl_lc_add(lc, SL_WIRE_ONE, &coeff);
    }
    const size_t runs = 1 + sl_test_u64() % 6;
    for (size_t i = 0; i < runs; i++) {
        const size_t step = 1 + sl_test_u64() % 4;
        const size_t n = 1 + sl_test_u64() % 60;
        const size_t span = (n - 1) * step + 1;
        if (span <= wires_n) {
            run_add(lc, wires + sl_test_u64() % (wires_n - span + 1), n, step, sl_test_u64() % 2 == 0, coeff_random());
        }
    }
    if (sl_test_u64() % 4 == 0) {
        const sl_fr coeff = coeff_random();
        sl_lc_add(lc, wires[sl_test_u64() % wires_n], &coeff);
    }
}

/* Up to five wires; small coefficients, so that kinds repeat. */
static inline void lc_short(sl_lc *lc, const sl_wire *wires, size_t wires_n) {
    if (sl_test_u64() % 2 == 0) {
        sl_lc_add_one(lc, SL_WIRE_ONE);
    }
    for (size_t n = sl_test_u64() % 6; n > 0; n--) {
        sl_fr coeff = sl_fr_from_u64(1 + sl_test_u64() % 2);
        if (sl_test_u64() % 2 == 0) {
            sl_fr_neg(&coeff, &coeff);
        }
        sl_lc_add(lc, wires[sl_test_u64() % wires_n], &coeff);
    }
}

typedef struct outer {
    sl_wire bits[PINS], fields[3];
} outer;

static inline void rows_random(sl_cs *cs, const sl_wire *bits, size_t bits_n, const sl_wire *fields, size_t fields_n,
                               size_t rows) {
    for (size_t row = 0; row < rows; row++) {
        sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
        for (size_t k = 0; k < 3; k++) {
            switch (sl_test_u64() % 4) {
            case 0:
                lc_runs(&lcs[k], bits, bits_n);
                break;
            case 1:
                sl_lc_add_one(&lcs[k], fields[sl_test_u64() % fields_n]);
                break;
            case 2:
                lc_short(&lcs[k], fields, fields_n);
                lc_short(&lcs[k], bits, bits_n);
                break;
            default:
                lc_short(&lcs[k], bits, bits_n);
                break;
            }
        }
        sl_cs_enforce(cs, &lcs[0], &lcs[1], &lcs[2]);
        for (size_t k = 0; k < 3; k++) {
            sl_lc_free(&lcs[k]);
        }
    }
}

/* A gadget over outer wires and its own, mixed. */
static inline void gadget(sl_cs *cs, const outer *out, size_t own, size_t rows) {
    sl_wire *bits = malloc((PINS + own) * sizeof *bits);
    SL_CHECK(bits != NULL);
    sl_wire fields[3 + OWN_FIELDS + 1];
    memcpy(bits, out->bits, sizeof out->bits);
    memcpy(fields, out->fields, sizeof out->fields);
    fields[3 + OWN_FIELDS] = sl_cs_input(cs, NULL);
    for (size_t i = 0; i < own; i++) {
        bits[PINS + i] = sl_cs_alloc_bit(cs, false);
        if (i % (own / OWN_FIELDS) == 1) {
            fields[3 + i / (own / OWN_FIELDS)] = sl_cs_alloc(cs, NULL);
        }
    }
    rows_random(cs, bits, PINS + own, fields, SL_ARRAY_N(fields), rows);
    free(bits);
}

static inline sl_r1cs *circuit_build(void) {
    sluice_error err;
    sl_cs *cs = NULL;
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    outer out;
    for (size_t i = 0; i < PINS; i++) {
        out.bits[i] = sl_cs_alloc_bit(cs, false);
    }
    for (size_t i = 0; i < SL_ARRAY_N(out.fields); i++) {
        out.fields[i] = i == 0 ? sl_cs_input(cs, NULL) : sl_cs_alloc(cs, NULL);
    }
    for (uint32_t i = 0; i < 12; i++) {
        sl_cs_scope_open(cs, "gadget", i);
        /* Small and large, below and beyond what is evaluated with local bits, and the same again. */
        gadget(cs, &out, i % 4 == 3 ? WIDE : i % 4 == 2 ? 10 * OWN : OWN, i % 4 == 1 ? 3 : 150);
        sl_cs_scope_close(cs);
    }
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    return r1cs;
}

static inline void witness_fill(const sl_r1cs *r1cs, sl_witness *witness) {
    sluice_error err;
    sl_cs *cs = NULL;
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    for (uint32_t i = 1; i < r1cs->inputs_n; i++) {
        const sl_fr value = coeff_random();
        (void)sl_cs_input(cs, &value);
    }
    for (uint32_t i = 0; i < r1cs->aux_n; i++) {
        const sl_fr value = coeff_random();
        if ((r1cs->wire_types[i / 64] >> (i % 64) & 1) != 0) {
            (void)sl_cs_alloc(cs, &value);
        } else {
            (void)sl_cs_alloc_bit(cs, sl_test_u64() % 2 == 0);
        }
    }
    SL_CHECK_OK(sl_cs_finish_witness(cs, witness, &err));
    sl_cs_close(cs);
}

#endif
