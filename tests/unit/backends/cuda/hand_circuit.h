// SPDX-License-Identifier: MIT OR Apache-2.0
/* A small circuit written by hand, its witness, and its row values. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_HAND_CIRCUIT_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_HAND_CIRCUIT_H

#include "backends/module/module_rows.h"
#include "math/field/fr.h"

enum { AUX = 9, ROWS = 6, INPUTS = 2, FIELDS = 2, N = 16 };

/*
 * Slots: ONE, a pin, own wires 2 to 5, the last of which is a field value. Rows: s2 (1 - s2) = 0; s5 1 = s5, once by
 * its operation and once term by term; (s2 + 2 s3 + 4 s4) 1 = the same, as a run and by terms.
 */
static const sl_module_template hand_templates[] = {{.rows_n = 3, .table_rows_n = 1, .pins_n = 1}};
static const uint32_t hand_order[] = {0, 1, 2};
static const uint32_t hand_ends[] = {0, 1, 3, 3, 4, 5, 6, 9, 10, 13};
static const sl_module_term hand_terms[] = {{2, 0}, {0, 0}, {2, 1}, {5, 0}, {0, 0}, {5, 0}, {2, 0},
                                            {3, 2}, {4, 3}, {0, 0}, {2, 0}, {3, 2}, {4, 3}};
static const sl_module_op hand_ops[] = {{0, {2, 0, 0}},
                                        {2, {2, 0, 0}},
                                        {0, {0, 0, 0}},
                                        {SL_MODULE_OP_FIELD, {0, 0, 0}},
                                        {1, {0, 0, 0}},
                                        {SL_MODULE_OP_TERMS, {0, 0, 0}},
                                        {SL_MODULE_OP_RUNS, {1, 0, 0}},
                                        {1, {0, 0, 0}},
                                        {SL_MODULE_OP_TERMS, {0, 0, 0}},
                                        {0, {0, 0, 0}}};
static const sl_module_run hand_runs[] = {{.coeff = 0, .slot = 2, .n = 3, .step = 1}};
static const uint32_t hand_ranks[64] = {SL_MODULE_SLOT_BIT, SL_MODULE_SLOT_BIT, SL_MODULE_SLOT_BIT,
                                        SL_MODULE_SLOT_BIT, SL_MODULE_SLOT_BIT, 0};
static const sl_module_instance hand_instances[] = {
    {.first_aux = 1}, {.first_pin = 1, .first_row = 3, .first_aux = 5, .first_field = 1, .first_tile = {1, 1}}};
static const uint32_t hand_pins[] = {SL_MODULE_PIN_AUX | 0, SL_MODULE_PIN_AUX | 2};
static const uint32_t hand_chunks[] = {0, 1};
static const uint64_t hand_wire_types[] = {UINT64_C(1) << 4 | UINT64_C(1) << 8};
static const uint32_t hand_field_ranks[] = {0, 2};
/* A has wires 1, 2, 4, 7 and 8; B has wires 3 and 8, and the second input. */
static const uint64_t hand_a_density[] = {0x196}, hand_b_density[] = {0x108};
static const uint32_t hand_a_ranks[] = {0, 5}, hand_a_field_ranks[] = {0, 2}, hand_b_ranks[] = {0, 2},
                      hand_b_field_ranks[] = {0, 1};
static const uint32_t hand_b_inputs[] = {1};

static sl_fr hand_values[4], hand_coeffs[4];

static inline sl_module_program hand_program(void) {
    const sl_fr zero = sl_fr_zero(), one = sl_fr_one();
    hand_values[0] = hand_values[3] = zero;
    hand_values[1] = hand_values[2] = one;
    hand_coeffs[0] = one;
    sl_fr_neg(&hand_coeffs[1], &one);
    hand_coeffs[2] = sl_fr_from_u64(2);
    hand_coeffs[3] = sl_fr_from_u64(4);
    sl_module_program p = {.inputs_n = INPUTS, .aux_n = AUX, .rows_n = ROWS, .fields_n = FIELDS, .tiles_n = {2, 2}};
#define ARRAY(field, from) p.field = (const void *)(from), p.field##_n = SL_ARRAY_N(from)
    ARRAY(templates, hand_templates);
    ARRAY(instances, hand_instances);
    ARRAY(table_chunks, hand_chunks);
    ARRAY(other_chunks, hand_chunks);
    ARRAY(order, hand_order);
    ARRAY(ops, hand_ops);
    ARRAY(ends, hand_ends);
    ARRAY(terms, hand_terms);
    ARRAY(runs, hand_runs);
    ARRAY(values, hand_values);
    ARRAY(coeffs, hand_coeffs);
    ARRAY(ranks, hand_ranks);
    ARRAY(pins, hand_pins);
    ARRAY(wire_types, hand_wire_types);
    ARRAY(field_ranks, hand_field_ranks);
    ARRAY(a_density, hand_a_density);
    ARRAY(a_ranks, hand_a_ranks);
    ARRAY(a_field_ranks, hand_a_field_ranks);
    ARRAY(b_density, hand_b_density);
    ARRAY(b_ranks, hand_b_ranks);
    ARRAY(b_field_ranks, hand_b_field_ranks);
    ARRAY(b_inputs, hand_b_inputs);
#undef ARRAY
    return p;
}

static const uint64_t hand_plane[] = {0x0ee}; /* without the field wires */

static sl_fr hand_fields[FIELDS], hand_inputs[INPUTS];

static inline sl_module_witness hand_witness(void) {
    hand_inputs[0] = sl_fr_one();
    hand_inputs[1] = sl_fr_from_u64(77);
    hand_fields[0] = sl_fr_from_u64(1000);
    hand_fields[1] = sl_fr_from_u64(2000);
    return (sl_module_witness){(const void *)hand_inputs, (const void *)hand_fields, hand_plane};
}

/* Of a, b, c. Bits of wires 1, 2, 3 are 1, 1, 1; of 5, 6, 7 as well. */
static const uint64_t hand_rows[3][N] = {{1, 1000, 7, 1, 2000, 7, 1, 77}, {0, 1, 1, 0, 1, 1}, {0, 1000, 7, 0, 2000, 7}};

#endif
