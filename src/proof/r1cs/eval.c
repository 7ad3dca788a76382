// SPDX-License-Identifier: MIT OR Apache-2.0
/* Values of rows and wires on a packed witness. */
#include <string.h>

#include "proof/r1cs/lc_value.h"
#include "proof/r1cs/program.h"
#include "proof/r1cs/r1cs.h"

/* The value of a pin or own input of type field. */
static const sl_fr *outer_field(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v,
                                uint32_t slot) {
    const sl_wire wire = sl_view_wire(v, slot);
    const uint32_t index = sl_wire_index(wire);
    return sl_wire_is_aux(wire) ? &witness->fields[sl_field_index(r1cs, index)] : &witness->inputs[index];
}

static void bits_add(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v, size_t i,
                     sl_wide_sum *sum) {
    const sl_r1cs_term *end = v->terms + v->lc_ends[i + 1];
    for (const sl_r1cs_term *term = v->terms + v->lc_ends[i]; term < end; term++) {
        const uint64_t bit = term->slot == 0 ? 1 : sl_slot_bit(v, witness->bits, term->slot);
        sl_wide_sum_add(sum, &r1cs->coeffs[term->coeff], 0 - bit);
    }
}

static void mixed_add(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v, size_t i,
                      sl_wide_sum *sum) {
    const sl_fr *own = witness->fields + v->first_field;
    const sl_r1cs_term *end = v->terms + v->lc_ends[i + 1];
    sl_wide_products products = {{0}};
    bool has_products = false;
    for (const sl_r1cs_term *term = v->terms + v->lc_ends[i]; term < end; term++) {
        const sl_fr *coeff = &r1cs->coeffs[term->coeff];
        const uint32_t rank = v->slot_ranks[term->slot];
        if (rank == SL_SLOT_BIT) {
            const uint64_t bit = term->slot == 0 ? 1 : sl_slot_bit(v, witness->bits, term->slot);
            sl_wide_sum_add(sum, coeff, 0 - bit);
            continue;
        }
        const sl_fr *value = term->slot >= v->aux_slot ? own + rank : outer_field(r1cs, witness, v, term->slot);
        if (term->coeff == SL_COEFF_ONE) {
            sl_wide_sum_add(sum, value, ~UINT64_C(0));
        } else if (term->coeff == SL_COEFF_MINUS_ONE) {
            sl_fr minus;
            sl_fr_neg(&minus, value);
            sl_wide_sum_add(sum, &minus, ~UINT64_C(0));
        } else {
            sl_wide_products_add(&products, coeff, value);
            has_products = true;
        }
    }
    if (has_products) {
        sl_wide_products_fold(sum, &products);
    }
}

void sl_lc_value_general(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v, size_t i,
                         sl_fr *out) {
    sl_wide_sum sum = {{0}};
    if (v->lc_codes[i] == SL_LC_BITS) {
        bits_add(r1cs, witness, v, i, &sum);
    } else {
        mixed_add(r1cs, witness, v, i, &sum);
    }
    sl_wide_sum_reduce(out, &sum);
}

typedef struct eval_job {
    const sl_r1cs *r1cs;
    const sl_witness *witness;
    uint64_t first;
    size_t n;
    sl_fr *abc[3]; /* each may be NULL */
} eval_job;

#define TASK_ROWS ((size_t)16384)
/* Rows of one matrix before the next one's turn: their operations are still in the first cache then. */
#define TURN_ROWS ((uint32_t)256)

/* Rows first .. end - 1 of one instance; `to`: the place of row `first` in the outputs. */
static void eval_long_piece(const eval_job *job, const sl_instance_view *v, uint32_t first, uint32_t end, size_t to) {
    sl_local_bits local;
    sl_local_bits_fill(&local, v, job->witness->bits);
    for (uint32_t row = first; row < end; row += TURN_ROWS, to += TURN_ROWS) {
        const uint32_t n = SL_MIN(TURN_ROWS, end - row);
        for (unsigned k = 0; k < 3; k++) {
            if (job->abc[k] != NULL) {
                sl_program_run(job->r1cs, job->witness, v, &local, row - v->instance->first_row, n, k,
                               job->abc[k] + to);
            }
        }
    }
}

static void eval_short_piece(const eval_job *job, const sl_instance_view *v, uint32_t first, uint32_t end, size_t to) {
    size_t lc = 3 * (size_t)(first - v->instance->first_row);
    for (uint32_t row = first; row < end; row++, lc += 3, to++) {
        for (size_t k = 0; k < 3; k++) {
            if (job->abc[k] != NULL) {
                sl_lc_value(job->r1cs, job->witness, v, lc + k, &job->abc[k][to]);
            }
        }
    }
}

/* Rows that are the system's own. */
static void eval_rows(const eval_job *job, uint32_t first, uint32_t end) {
    const sl_r1cs *r1cs = job->r1cs;
    uint32_t row = first;
    for (size_t i = sl_instance_of_row(r1cs, row); row < end; i++) {
        const sl_instance_view v = sl_instance_view_at(r1cs, i);
        const uint32_t stop = SL_MIN(end, v.instance->first_row + v.t->rows_n);
        const size_t to = (size_t)(row - job->first);
        if (sl_program_pays(v.t, stop - row)) {
            eval_long_piece(job, &v, row, stop, to);
        } else {
            eval_short_piece(job, &v, row, stop, to);
        }
        row = stop;
    }
}

static void eval_task(void *data, size_t i, size_t worker) {
    (void)worker;
    const eval_job *job = data;
    const uint64_t rows = job->r1cs->rows_n;
    const uint64_t end = job->first + SL_MIN(job->n, (i + 1) * TASK_ROWS);
    uint64_t row = job->first + i * TASK_ROWS;
    if (row < rows) {
        const uint64_t stop = SL_MIN(end, rows);
        eval_rows(job, (uint32_t)row, (uint32_t)stop);
        row = stop;
    }
    for (; row < end; row++) { /* the prover's input rows, then padding */
        const size_t at = (size_t)(row - job->first);
        const bool is_input = row - rows < job->r1cs->inputs_n;
        for (size_t k = 0; k < 3; k++) {
            if (job->abc[k] != NULL) {
                job->abc[k][at] = is_input && k == 0 ? job->witness->inputs[row - rows] : sl_fr_zero();
            }
        }
    }
}

void sl_r1cs_eval(const sl_r1cs *r1cs, const sl_witness *witness, uint64_t first, size_t n, sl_fr *a, sl_fr *b,
                  sl_fr *c, sl_pool *pool) {
    SL_ASSERT(witness->inputs_n == r1cs->inputs_n && witness->aux_n == r1cs->aux_n &&
              witness->fields_n == r1cs->fields_n);
    eval_job job = {.r1cs = r1cs, .witness = witness, .first = first, .n = n, .abc = {a, b, c}};
    sl_r1cs_for_each(pool, (n + TASK_ROWS - 1) / TASK_ROWS, eval_task, &job);
}

void sl_r1cs_aux_value(const sl_r1cs *r1cs, const sl_witness *witness, uint32_t aux, sl_fr *out) {
    SL_ASSERT(aux < r1cs->aux_n);
    if (sl_bit_get(r1cs->wire_types, aux)) {
        *out = witness->fields[sl_field_index(r1cs, aux)];
    } else {
        *out = sl_bit_get(witness->bits, aux) ? sl_fr_one() : sl_fr_zero();
    }
}

/* The first wire from `at` on whose type is (or is not) field; `end` if there is none before. */
static uint32_t type_find(const uint64_t *types, uint32_t at, uint32_t end, bool is_field) {
    while (at < end) {
        const uint64_t word = (is_field ? types[at / 64] : ~types[at / 64]) >> (at % 64);
        if (word != 0) {
            return SL_MIN(end, at + (uint32_t)__builtin_ctzll(word));
        }
        at = (at / 64 + 1) * 64;
    }
    return end;
}

void sl_r1cs_field_runs(const sl_r1cs *r1cs, uint32_t wire_begin, uint32_t wire_end, sl_r1cs_run_fn fn, void *data) {
    SL_ASSERT(wire_begin <= wire_end && wire_end <= r1cs->aux_n);
    for (uint32_t at = wire_begin; (at = type_find(r1cs->wire_types, at, wire_end, true)) < wire_end;) {
        const uint32_t stop = type_find(r1cs->wire_types, at, wire_end, false);
        fn(data, at, stop - at, sl_field_index(r1cs, at));
        at = stop;
    }
}
