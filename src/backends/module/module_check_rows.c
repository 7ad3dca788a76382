// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Each instance has 32 bits and two field values, f and g, and a pin, which is the first wire. Its rows: bits are bits;
 * pin + 2 bit_0 is itself, by a table; the number of all bits is itself, once as a run and once by terms; f 3f = g.
 */
#include "backends/module/module_check_rows.h"

#include <string.h>

#include "core/mem/buf.h"
#include "math/field/fr.h"

enum {
    INSTANCES_N = 40,
    BITS_N = 32,
    OWN_N = BITS_N + 2,
    AUX_N = 1 + OWN_N * INSTANCES_N,
    WORDS_N = (AUX_N + 63) / 64,
    INPUTS_N = 2,
    FIELDS_N = 2 * INSTANCES_N,
    TABLE_ROWS_N = BITS_N + 1,
    ROWS_A_TEMPLATE = TABLE_ROWS_N + 2,
    ROWS_N = ROWS_A_TEMPLATE * INSTANCES_N,
    VALUES_N = 2048, /* of a vector */
    TABLE_TILES_N = 2 * INSTANCES_N,
    BROKEN_INSTANCE = 23,
    /* Slots: ONE and the pin come first. */
    SLOT_BITS = 2,
    SLOT_F = SLOT_BITS + BITS_N,
    SLOTS_N = SLOT_F + 2,
    /* Tables: a bit; its complement; two bits as a number; 0; 1. */
    TABLE_BIT = 0,
    TABLE_NOT = 2,
    TABLE_TWO = 4,
    TABLE_ZERO = 8,
    TABLE_ONE = 9,
    TABLES_N = 10,
    /* Coefficients: 1, -1, 2^1 to 2^31, 3. */
    COEFF_THREE = BITS_N + 1,
    COEFFS_N
};
_Static_assert((int)VALUES_N >= (int)ROWS_N + (int)INPUTS_N, "rows");

typedef struct check {
    sl_module_template template;
    sl_module_instance instances[INSTANCES_N];
    uint32_t table_chunks[INSTANCES_N], other_chunks[INSTANCES_N];
    uint32_t order[ROWS_A_TEMPLATE];
    sl_module_op ops[3 * ROWS_A_TEMPLATE + 1];
    uint32_t ends[3 * ROWS_A_TEMPLATE + 1];
    sl_module_term terms[BITS_N + 1];
    sl_module_run run;
    sl_fr values[TABLES_N], coeffs[COEFFS_N];
    uint32_t ranks[SLOTS_N], pins[INSTANCES_N], b_inputs[1];
    uint64_t planes[3][WORDS_N];          /* wire types, densities of A and B */
    uint32_t plane_ranks[3][WORDS_N + 1]; /* ones of these, */
    uint32_t both_ranks[2][WORDS_N + 1];  /* and of a density and the types */
    sl_module_program program;

    sl_fr inputs[INPUTS_N], fields[FIELDS_N];
    uint64_t bits[WORDS_N];
    sl_module_witness witness;

    sl_fr abc[3][VALUES_N];
    uint64_t query_bits[SL_MODULE_QUERIES_N][WORDS_N + 1];
    uint32_t full_at[SL_MODULE_QUERIES_N][FIELDS_N + INPUTS_N];
    sl_fr full[SL_MODULE_QUERIES_N][FIELDS_N + INPUTS_N];
} check;

/* --- the circuit ---------------------------------------------------------------------------------------------------
 */

static void plane_set(uint64_t *plane, uint32_t wire) {
    plane[wire / 64] |= UINT64_C(1) << (wire % 64);
}

static bool plane_get(const uint64_t *plane, uint32_t wire) {
    return (plane[wire / 64] >> (wire % 64) & 1) != 0;
}

static void op_set(check *c, uint32_t row, uint32_t matrix, uint16_t what, uint16_t slot, uint16_t other_slot) {
    c->ops[3 * row + matrix] = (sl_module_op){what, {slot, other_slot, 0}};
}

static void template_make(check *c) {
    for (uint32_t i = 0; i < BITS_N; i++) {
        const uint16_t slot = (uint16_t)(SLOT_BITS + i);
        op_set(c, i, 0, TABLE_BIT, slot, 0);
        op_set(c, i, 1, TABLE_NOT, slot, 0);
        op_set(c, i, 2, TABLE_ZERO, 0, 0);
        c->terms[i] = (sl_module_term){slot, i == 0 ? SL_MODULE_COEFF_ONE : i + 1};
    }
    c->terms[BITS_N] = (sl_module_term){SLOT_F, COEFF_THREE};
    c->run = (sl_module_run){.coeff = SL_MODULE_COEFF_ONE, .slot = SLOT_BITS, .n = BITS_N, .step = 1};
    const uint32_t two = BITS_N, run = two + 1, product = run + 1;
    op_set(c, two, 0, TABLE_TWO, 1, SLOT_BITS);
    op_set(c, two, 1, TABLE_ONE, 0, 0);
    op_set(c, two, 2, TABLE_TWO, 1, SLOT_BITS);
    op_set(c, run, 0, SL_MODULE_OP_RUNS, 1, 0);
    op_set(c, run, 1, TABLE_ONE, 0, 0);
    op_set(c, run, 2, SL_MODULE_OP_TERMS, 0, 0);
    op_set(c, product, 0, SL_MODULE_OP_FIELD, 0, 0);
    op_set(c, product, 1, SL_MODULE_OP_TERMS, 0, 0);
    op_set(c, product, 2, SL_MODULE_OP_FIELD, 1, 0);
    for (uint32_t lc = 0; lc < 3 * ROWS_A_TEMPLATE; lc++) { /* only terms one by one are looked at */
        c->ends[lc + 1] = lc < 3 * run + 2 ? 0 : lc < 3 * product + 1 ? BITS_N : BITS_N + 1;
    }
    for (uint32_t row = 0; row < ROWS_A_TEMPLATE; row++) {
        c->order[row] = row;
    }
    for (uint32_t slot = 0; slot < SLOTS_N; slot++) {
        c->ranks[slot] = slot < SLOT_F ? SL_MODULE_SLOT_BIT : slot - SLOT_F;
    }
    c->template = (sl_module_template){.rows_n = ROWS_A_TEMPLATE, .table_rows_n = TABLE_ROWS_N, .pins_n = 1};
}

static void numbers_make(check *c) {
    static const uint64_t tables[TABLES_N] = {0, 1, 1, 0, 0, 1, 2, 3, 0, 1};
    for (size_t i = 0; i < TABLES_N; i++) {
        c->values[i] = sl_fr_from_u64(tables[i]);
    }
    for (unsigned i = 0; i < BITS_N; i++) {
        c->coeffs[i == 0 ? 0 : i + 1] = sl_fr_from_u64(UINT64_C(1) << i);
    }
    sl_fr_neg(&c->coeffs[SL_MODULE_COEFF_MINUS_ONE], &c->coeffs[SL_MODULE_COEFF_ONE]);
    c->coeffs[COEFF_THREE] = sl_fr_from_u64(3);
}

static void instances_make(check *c) {
    for (uint32_t i = 0; i < INSTANCES_N; i++) {
        const uint32_t first_aux = 1 + OWN_N * i;
        c->instances[i] = (sl_module_instance){.first_pin = i,
                                               .first_row = ROWS_A_TEMPLATE * i,
                                               .first_aux = first_aux,
                                               .first_field = 2 * i,
                                               .first_tile = {2 * i, i}};
        c->pins[i] = SL_MODULE_PIN_AUX | 0;
        plane_set(c->planes[0], first_aux + BITS_N);
        plane_set(c->planes[0], first_aux + BITS_N + 1);
    }
    const uint32_t table_chunk = SL_MODULE_CHUNK_TILES(SL_MODULE_TILES_TABLES) / 2;
    const uint32_t other_chunk = SL_MODULE_CHUNK_TILES(SL_MODULE_TILES_OTHERS);
    for (uint32_t i = 0; i < INSTANCES_N; i++) { /* as many as there are, then the last one */
        c->table_chunks[i] = SL_MIN(i * table_chunk, (uint32_t)INSTANCES_N - 1);
        c->other_chunks[i] = SL_MIN(i * other_chunk, (uint32_t)INSTANCES_N - 1);
    }
}

static uint32_t ones(uint64_t word) {
    return (uint32_t)__builtin_popcountll(word);
}

static void densities_make(check *c) {
    for (uint32_t wire = 0; wire < AUX_N; wire++) {
        if (wire % 7 != 3) {
            plane_set(c->planes[1], wire);
        }
        if (wire % 5 == 1 && wire / 128 % 3 != 1) { /* now and then no wire of a whole word */
            plane_set(c->planes[2], wire);
        }
    }
    for (size_t i = 0; i < WORDS_N; i++) {
        for (size_t plane = 0; plane < 3; plane++) {
            c->plane_ranks[plane][i + 1] = c->plane_ranks[plane][i] + ones(c->planes[plane][i]);
        }
        for (size_t q = 0; q < 2; q++) {
            c->both_ranks[q][i + 1] = c->both_ranks[q][i] + ones(c->planes[q + 1][i] & c->planes[0][i]);
        }
    }
    c->b_inputs[0] = 1;
}

static void program_make(check *c) {
    sl_module_program *p = &c->program;
    *p = (sl_module_program){.inputs_n = INPUTS_N,
                             .aux_n = AUX_N,
                             .rows_n = ROWS_N,
                             .fields_n = FIELDS_N,
                             .tiles_n = {TABLE_TILES_N, INSTANCES_N}};
#define ARRAY(field, from) p->field = (const void *)(from), p->field##_n = SL_ARRAY_N(from)
    p->templates = &c->template;
    p->templates_n = 1;
    p->runs = &c->run;
    p->runs_n = 1;
    ARRAY(instances, c->instances);
    ARRAY(table_chunks, c->table_chunks);
    ARRAY(other_chunks, c->other_chunks);
    ARRAY(order, c->order);
    ARRAY(ops, c->ops);
    ARRAY(ends, c->ends);
    ARRAY(terms, c->terms);
    ARRAY(values, c->values);
    ARRAY(coeffs, c->coeffs);
    ARRAY(ranks, c->ranks);
    ARRAY(pins, c->pins);
    ARRAY(wire_types, c->planes[0]);
    ARRAY(field_ranks, c->plane_ranks[0]);
    ARRAY(a_density, c->planes[1]);
    ARRAY(a_ranks, c->plane_ranks[1]);
    ARRAY(a_field_ranks, c->both_ranks[0]);
    ARRAY(b_density, c->planes[2]);
    ARRAY(b_ranks, c->plane_ranks[2]);
    ARRAY(b_field_ranks, c->both_ranks[1]);
    ARRAY(b_inputs, c->b_inputs);
#undef ARRAY
}

/* The number that the bits of an instance are. */
static uint32_t number_of(uint32_t instance) {
    return (instance + 1) * UINT32_C(0x9e3779b9);
}

static void witness_make(check *c) {
    c->inputs[0] = sl_fr_one();
    c->inputs[1] = sl_fr_from_u64(1234567);
    plane_set(c->bits, 0);
    for (uint32_t i = 0; i < INSTANCES_N; i++) {
        sl_fr *const f = &c->fields[2 * i], *const g = f + 1;
        for (uint32_t bit = 0; bit < BITS_N; bit++) {
            if ((number_of(i) >> bit & 1) != 0) {
                plane_set(c->bits, 1 + OWN_N * i + bit);
            }
        }
        *f = sl_fr_from_u64(number_of(i));
        sl_fr_pow_u64_vt(f, f, 7);
        sl_fr_sqr(g, f);
        sl_fr_mul(g, g, &c->coeffs[COEFF_THREE]);
    }
    c->witness = (sl_module_witness){(const void *)c->inputs, (const void *)c->fields, c->bits};
}

/* --- what has to come out ------------------------------------------------------------------------------------------
 */

static void row_expect(const check *c, uint32_t row, sl_fr out[3]) {
    const uint32_t instance = row / ROWS_A_TEMPLATE, i = row % ROWS_A_TEMPLATE, number = number_of(instance);
    out[0] = out[1] = out[2] = sl_fr_zero();
    if (row >= ROWS_N) {
        out[0] = row < ROWS_N + INPUTS_N ? c->inputs[row - ROWS_N] : sl_fr_zero();
    } else if (i < BITS_N) {
        out[0] = sl_fr_from_u64(number >> i & 1);
        out[1] = sl_fr_from_u64(1 - (number >> i & 1));
    } else if (i < TABLE_ROWS_N + 1) {
        out[0] = out[2] = sl_fr_from_u64(i == BITS_N ? 1 + 2 * (number & 1) : number);
        out[1] = sl_fr_one();
    } else {
        out[0] = c->fields[2 * instance];
        sl_fr_mul(&out[1], &out[0], &c->coeffs[COEFF_THREE]);
        out[2] = c->fields[2 * instance + 1];
    }
}

/* Wire by wire; of l, a or b. */
static bool query_is_right(const check *c, size_t q) {
    const uint32_t inputs_n = q == 0 ? 0 : q == 1 ? INPUTS_N : 1;
    uint32_t point = inputs_n, full = inputs_n, field = 0;
    bool is_right = true;
    for (uint32_t i = 0; i < inputs_n; i++) {
        is_right = is_right && c->full_at[q][i] == i && sl_fr_eq(&c->full[q][i], &c->inputs[q == 2 ? 1 : i]) &&
                   !plane_get(c->query_bits[q], i);
    }
    for (uint32_t wire = 0; wire < AUX_N; wire++) {
        const bool is_field = plane_get(c->planes[0], wire);
        if (q == 0 || plane_get(c->planes[q], wire)) {
            is_right = is_right && plane_get(c->query_bits[q], point) == plane_get(c->bits, wire);
            if (is_field) {
                is_right = is_right && c->full_at[q][full] == point && sl_fr_eq(&c->full[q][full], &c->fields[field]);
                full++;
            }
            point++;
        }
        field += is_field;
    }
    return is_right;
}

static sluice_status results_check(const check *c, uint32_t index, uint32_t broken_row, uint32_t want,
                                   sluice_error *err) {
    static const char *const names[SL_MODULE_QUERIES_N] = {"l", "a", "b"};
    for (uint32_t row = 0; row < VALUES_N; row++) {
        sl_fr expected[3];
        row_expect(c, row, expected);
        for (size_t k = 0; k < 3; k++) {
            if (!sl_fr_eq(&c->abc[k][row], &expected[k])) {
                return SL_FAIL(err, SLUICE_E_DEVICE, "device %u computes wrongly: %c of row %u differs", index,
                               "abc"[k], row);
            }
        }
    }
    if (broken_row != want) {
        return SL_FAIL(err, SLUICE_E_DEVICE,
                       "device %u computes wrongly: the first row that does not hold is %u, not %u", index, want,
                       broken_row);
    }
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        if (!query_is_right(c, q)) {
            return SL_FAIL(err, SLUICE_E_DEVICE, "device %u computes wrongly: terms of %s differ", index, names[q]);
        }
    }
    return SLUICE_OK;
}

/* Everything once; `want`: the first row that does not hold. */
static sluice_status circuit_check(const sl_module_rows *rows, sl_module_circuit *circuit, check *c, uint32_t want,
                                   uint32_t index, sluice_error *err) {
    sl_module_value *const abc[3] = {(void *)c->abc[0], (void *)c->abc[1], (void *)c->abc[2]};
    sl_module_query_copy queries[SL_MODULE_QUERIES_N];
    sl_module_rows_times times;
    uint32_t broken_row;
    memset(c->abc, 0xa5, sizeof c->abc);
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        queries[q] = (sl_module_query_copy){c->query_bits[q], c->full_at[q], (void *)c->full[q]};
        memset(c->query_bits[q], 0xa5, sizeof c->query_bits[q]);
        memset(c->full[q], 0xa5, sizeof c->full[q]);
    }
    SL_TRY(rows->witness_run(circuit, &c->witness, VALUES_N, abc, &broken_row, &times, queries, err));
    return results_check(c, index, broken_row, want, err);
}

sluice_status sl_module_check_rows(const sl_module_rows *rows, sl_module_device *device, uint32_t index,
                                   sluice_error *err) {
    sl_buf memory;
    SL_TRY(sl_buf_alloc(&memory, sizeof(check), "check of rows", err));
    check *c = memory.data;
    sl_module_circuit *circuit = NULL;
    numbers_make(c);
    template_make(c);
    instances_make(c);
    densities_make(c);
    program_make(c);
    witness_make(c);
    sluice_status status = rows->circuit_open(device, &c->program, &circuit, err);
    if (status == SLUICE_OK) {
        status = circuit_check(rows, circuit, c, SL_MODULE_ROWS_HOLD, index, err);
    }
    if (status == SLUICE_OK) {
        sl_fr *g = &c->fields[2 * BROKEN_INSTANCE + 1];
        sl_fr_add(g, g, &c->coeffs[SL_MODULE_COEFF_ONE]);
        const uint32_t row = ROWS_A_TEMPLATE * BROKEN_INSTANCE + ROWS_A_TEMPLATE - 1;
        status = circuit_check(rows, circuit, c, row, index, err);
    }
    rows->circuit_close(circuit);
    sl_buf_release(&memory);
    return status;
}
