// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Circuits as the arrays of a device: its kernels, run on the processor, give the row values and the terms of the
 * queries that the processor's own code gives, for systems with every kind of combination and for real circuits.
 */
#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "engine/flow/device_program.h"
#include "engine/flow/toy.h"
#include "proof/circuits/circuits.h"
#include "proof/groth16/query_feed.h"
#include "unit/backends/cuda/rows_run.h"
#include "unit/proof/r1cs/r1cs_kinds.h"

static sluice_error err;

enum { GUARD = 0xa5 };

/* A circuit, a witness of it, and both as a device has them. */
typedef struct device_case {
    sl_r1cs *r1cs;
    sl_witness witness;
    sl_device_program program;
    sl_fr *values;  /* inputs, then fields */
    uint32_t *bits; /* the plane and a word more */
    uint64_t n;     /* rows, input rows and some padding */
} device_case;

static void *guarded_alloc(size_t bytes) {
    void *out = malloc(bytes + 1);
    SL_CHECK(out != NULL);
    memset(out, GUARD, bytes + 1);
    return out;
}

static void guarded_free(void *memory, size_t bytes) {
    SL_CHECK(((const uint8_t *)memory)[bytes] == GUARD);
    free(memory);
}

/* The witness is there. */
static void case_open(device_case *c) {
    SL_CHECK_OK(sl_device_program_make(&c->program, c->r1cs, &err));
    const sl_module_witness w = sl_device_witness(&c->witness);
    const size_t inputs = c->r1cs->inputs_n, fields = c->r1cs->fields_n, words = ((size_t)c->r1cs->aux_n + 63) / 64;
    c->values = guarded_alloc((inputs + fields) * sizeof *c->values);
    memcpy(c->values, w.inputs, inputs * sizeof *c->values);
    memcpy(c->values + inputs, w.fields, fields * sizeof *c->values);
    c->bits = guarded_alloc((words + 1) * sizeof(uint64_t));
    memcpy(c->bits, w.bits, words * sizeof(uint64_t));
    c->n = (uint64_t)c->r1cs->rows_n + inputs + 100;
}

static void case_close(device_case *c) {
    guarded_free(c->values, ((size_t)c->r1cs->inputs_n + c->r1cs->fields_n) * sizeof *c->values);
    guarded_free(c->bits, (((size_t)c->r1cs->aux_n + 63) / 64 + 1) * sizeof(uint64_t));
    sl_device_program_release(&c->program);
    sl_witness_release(&c->witness);
    sl_r1cs_close(c->r1cs);
}

/* --- rows ----------------------------------------------------------------------------------------------------------
 */

static uint32_t first_broken(const device_case *c, sl_fr *const abc[3]) {
    for (uint32_t row = 0; row < c->r1cs->rows_n; row++) {
        sl_fr product;
        sl_fr_mul(&product, &abc[0][row], &abc[1][row]);
        if (!sl_fr_eq(&product, &abc[2][row])) {
            return row;
        }
    }
    return SL_MODULE_ROWS_HOLD;
}

/* All rows, with c and the check or without either. Returns the first row that does not hold. */
static uint32_t rows_check(const device_case *c, bool with_c, bool is_checked) {
    const size_t bytes = (size_t)c->n * sizeof(sl_fr);
    sl_fr *want[3], *got[3];
    for (size_t k = 0; k < 3; k++) {
        want[k] = guarded_alloc(bytes);
        got[k] = guarded_alloc(bytes);
    }
    sl_r1cs_eval(c->r1cs, &c->witness, 0, (size_t)c->n, want[0], want[1], want[2], NULL);
    uint32_t broken = SL_MODULE_ROWS_HOLD;
    const sl_cuda_rows work = {.program = c->program.arrays,
                               .values = (const sl_cuda_fr *)c->values,
                               .bits = c->bits,
                               .a = (sl_cuda_fr *)got[0],
                               .b = (sl_cuda_fr *)got[1],
                               .c = with_c ? (sl_cuda_fr *)got[2] : NULL,
                               .n = c->n,
                               .broken_row = is_checked ? &broken : NULL};
    rows_run(&work);
    for (size_t k = 0; k < 3; k++) {
        for (size_t row = 0; row < c->n && (k < 2 || with_c); row++) {
            SL_CHECK_MSG(sl_fr_eq(&got[k][row], &want[k][row]), "row %zu of %u, combination %zu", row, c->r1cs->rows_n,
                         k);
        }
    }
    SL_CHECK(broken == (is_checked ? first_broken(c, want) : SL_MODULE_ROWS_HOLD));
    for (size_t k = 0; k < 3; k++) {
        guarded_free(want[k], bytes);
        guarded_free(got[k], bytes);
    }
    return broken;
}

/* --- queries -------------------------------------------------------------------------------------------------------
 */

/* One query, against the feed of the processor's sums. */
static void query_check(const device_case *c, const sl_cuda_query *shape, const uint64_t *input_density) {
    sl_cuda_query query = *shape;
    const size_t points = (size_t)query.points_n, words = (points + 63) / 64;
    sl_query_feed feed;
    sl_query_chunk want;
    SL_CHECK_OK(sl_query_feed_open(&feed, &c->witness, query.inputs_n == 0 ? 0 : c->r1cs->inputs_n, input_density,
                                   query.density, c->r1cs->wire_types, points, points, &err));
    sl_query_feed_next(&feed, points, &want);
    query.bits = guarded_alloc(words * sizeof *query.bits);
    query.full_at = guarded_alloc(want.full_n * sizeof *query.full_at);
    query.full = guarded_alloc(want.full_n * sizeof *query.full);
    query_bits_run(&query);
    query_full_run(&query);
    SL_CHECK_MEM(query.bits, want.bits, words * sizeof *query.bits);
    SL_CHECK_MEM(query.full_at, want.full_at, want.full_n * sizeof *query.full_at);
    SL_CHECK_MEM(query.full, want.full, want.full_n * sizeof *query.full);
    guarded_free(query.bits, words * sizeof *query.bits);
    guarded_free(query.full_at, want.full_n * sizeof *query.full_at);
    guarded_free(query.full, want.full_n * sizeof *query.full);
    sl_query_feed_close(&feed);
}

static void queries_check(const device_case *c) {
    const sl_module_program *p = &c->program.arrays;
    const sl_cuda_query l = {.wire_types = p->wire_types,
                             .field_ranks = p->field_ranks,
                             .aux_n = p->aux_n,
                             .all_inputs_n = p->inputs_n,
                             .values = (const sl_cuda_fr *)c->values,
                             .plane = (const uint64_t *)c->bits,
                             .points_n = p->aux_n};
    sl_cuda_query a = l, b = l;
    a.density = p->a_density;
    a.density_ranks = p->a_ranks;
    a.both_ranks = p->a_field_ranks;
    a.inputs_n = p->inputs_n;
    a.points_n = (uint64_t)p->inputs_n + c->program.density.a_aux_n;
    b.density = p->b_density;
    b.density_ranks = p->b_ranks;
    b.both_ranks = p->b_field_ranks;
    b.inputs_n = (uint32_t)p->b_inputs_n;
    b.inputs = p->b_inputs;
    b.points_n = p->b_inputs_n + c->program.density.b_aux_n;
    query_check(c, &l, NULL);
    query_check(c, &a, NULL);
    query_check(c, &b, c->program.density.b_inputs);
}

/* --- tests ---------------------------------------------------------------------------------------------------------
 */

SL_TEST(every_kind_of_combination) {
    for (int round = 0; round < 2; round++) {
        device_case c = {.r1cs = circuit_build()};
        witness_fill(c.r1cs, &c.witness);
        case_open(&c);
        SL_CHECK(c.program.arrays.tiles_n[0] > 0 && c.program.arrays.tiles_n[1] > 0);
        SL_CHECK(rows_check(&c, true, true) != SL_MODULE_ROWS_HOLD);
        SL_CHECK(rows_check(&c, false, false) == SL_MODULE_ROWS_HOLD);
        (void)rows_check(&c, false, true);
        queries_check(&c);
        case_close(&c);
    }
}

/* A witness that holds, and one bit of it changed. */
SL_TEST(rows_that_hold) {
    const sl_toy toy = {.rows_log2 = 10};
    device_case c = {0};
    SL_CHECK_OK(sl_toy_shape(&toy, &c.r1cs, &err));
    SL_CHECK_OK(sl_toy_witness(&toy, 1, 0, c.r1cs, &c.witness, &err));
    case_open(&c);
    SL_CHECK(rows_check(&c, true, true) == SL_MODULE_ROWS_HOLD);
    queries_check(&c);
    for (uint32_t at = 0; at < c.r1cs->aux_n; at += 97) {
        if ((c.r1cs->wire_types[at / 64] >> (at % 64) & 1) == 0) {
            c.witness.bits[at / 64] ^= UINT64_C(1) << (at % 64);
            c.bits[at / 32] ^= UINT32_C(1) << (at % 32);
            SL_CHECK(rows_check(&c, false, true) != SL_MODULE_ROWS_HOLD);
            c.witness.bits[at / 64] ^= UINT64_C(1) << (at % 64);
            c.bits[at / 32] ^= UINT32_C(1) << (at % 32);
        }
    }
    case_close(&c);
}

/* No row, no wire: only ONE's input row. */
SL_TEST(nothing_but_one) {
    sl_cs *cs = NULL;
    device_case c = {0};
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    SL_CHECK_OK(sl_cs_finish_shape(cs, &c.r1cs, &err));
    sl_cs_close(cs);
    witness_fill(c.r1cs, &c.witness);
    case_open(&c);
    SL_CHECK(c.r1cs->rows_n == 0 && c.program.arrays.tiles_n[0] == 0 && c.program.arrays.tiles_n[1] == 0);
    SL_CHECK(rows_check(&c, true, true) == SL_MODULE_ROWS_HOLD);
    case_close(&c);
}

static void circuit_check(const char *name) {
    sl_circuit circuit;
    device_case c = {0};
    SL_CHECK_OK(sl_circuit_by_name(&circuit, name, &err));
    SL_CHECK_OK(sl_circuit_shape(&circuit, &c.r1cs, &err));
    witness_fill(c.r1cs, &c.witness);
    case_open(&c);
    (void)rows_check(&c, false, false);
    queries_check(&c);
    case_close(&c);
}

SL_TEST(gadgets) {
    circuit_check("gadget-sha256-block");
    circuit_check("gadget-poseidon-8");
}

SL_TEST(window_circuit) {
    circuit_check("window-2KiB");
}

SL_TEST_FULL(winning_circuit) {
    circuit_check("winning-2KiB");
}

SL_TEST_FULL(porep_circuit) {
    circuit_check("porep-2KiB");
}

SL_TEST_FULL(update_circuit) {
    circuit_check("update-2KiB");
}

/* The n-th allocation fails, for all n. */
SL_TEST(no_memory) {
    sl_r1cs *r1cs = circuit_build();
    sl_device_program program;
    size_t n = 0;
    for (;; n++) {
        sl_mem_fail_after(n);
        const sluice_status status = sl_device_program_make(&program, r1cs, &err);
        const bool has_failed = !sl_mem_fail_waits();
        sl_mem_fail_after(SIZE_MAX);
        if (!has_failed) {
            SL_CHECK(status == SLUICE_OK);
            break;
        }
        SL_CHECK(status == SLUICE_E_NO_MEMORY);
    }
    SL_CHECK(n == 3);
    sl_device_program_release(&program);
    sl_r1cs_close(r1cs);
}
