// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * No two threads write one element, without locks: each task has a range of auxiliary wires and walks over all
 * instances that own or use some of them. Only inputs are summed by rows, because ONE is in most of them.
 */
#include "proof/r1cs/columns.h"

#include <stdatomic.h>
#include <string.h>

#include "core/sys/random.h"
#include "proof/r1cs/structure.h"

#define TASK_ROWS ((uint64_t)16384)
#define TASKS_A_THREAD 4

/* Bounds of a walk; whether a variable lies in it costs one comparison. */
typedef struct walk_state {
    const sl_r1cs *r1cs;
    const sl_column_walk *walk;
    size_t first, n;
} walk_state;

/* Whether the instance owns or uses a variable of the range. */
static bool is_concerned(const walk_state *s, const sl_instance_view *v) {
    if (s->first == 0 && s->n > 0) { /* ONE */
        return true;
    }
    const size_t end = s->first + s->n;
    const size_t aux = (size_t)s->r1cs->inputs_n + v->instance->first_aux, input = v->instance->first_input;
    if ((aux < end && aux + v->t->aux_n > s->first) || (input < end && input + v->t->inputs_n > s->first)) {
        return true;
    }
    for (uint32_t i = 0; i < v->t->pins_n; i++) {
        if (sl_variable_of(s->r1cs, v->pins[i]) - s->first < s->n) {
            return true;
        }
    }
    return false;
}

/* Rows first .. first + n - 1 of an instance. */
static void chunk_walk(const walk_state *s, const sl_instance_view *v, uint32_t first, uint32_t n) {
    const uint64_t first_row = (uint64_t)v->instance->first_row + first;
    bool has_rows = false;
    for (size_t lc = 3 * (size_t)first; lc < 3 * ((size_t)first + n); lc++) {
        const unsigned matrix = (unsigned)(lc % 3);
        if ((s->walk->matrices >> matrix & 1) == 0) {
            continue;
        }
        const sl_r1cs_term *end = v->terms + v->lc_ends[lc + 1];
        for (const sl_r1cs_term *term = v->terms + v->lc_ends[lc]; term < end; term++) {
            const size_t variable = sl_variable_of(s->r1cs, sl_view_wire(v, term->slot));
            if (variable - s->first >= s->n) {
                continue;
            }
            if (!has_rows && s->walk->rows != NULL) {
                s->walk->rows(s->walk->data, first_row, n);
            }
            has_rows = true;
            s->walk->term(s->walk->data, variable, matrix, first_row + lc / 3 - first, term->coeff);
        }
    }
}

void sl_r1cs_columns_walk(const sl_r1cs *r1cs, const sl_column_walk *walk, size_t first, size_t end, uint64_t row_first,
                          uint64_t row_end) {
    const walk_state s = {r1cs, walk, first, end - first};
    row_end = SL_MIN(row_end, (uint64_t)r1cs->rows_n);
    if (row_first >= row_end || first >= end) {
        return;
    }
    for (size_t i = sl_instance_of_row(r1cs, (uint32_t)row_first); i < r1cs->instances_n; i++) {
        const sl_instance_view v = sl_instance_view_at(r1cs, i);
        const uint64_t start = v.instance->first_row;
        if (start >= row_end) {
            break;
        }
        if (!is_concerned(&s, &v)) {
            continue;
        }
        const uint64_t stop = SL_MIN(row_end, start + v.t->rows_n);
        for (uint64_t row = start > row_first ? start : row_first; row < stop; row += SL_COLUMNS_CHUNK) {
            chunk_walk(&s, &v, (uint32_t)(row - start), (uint32_t)SL_MIN(stop - row, (uint64_t)SL_COLUMNS_CHUNK));
        }
    }
}

/* Values of the chunk at hand. */
typedef struct chunk_values {
    const sl_r1cs *r1cs;
    const sl_row_values *values;
    uint64_t first;
    sl_fr row[3][SL_COLUMNS_CHUNK];
} chunk_values;

static void chunk_fill(chunk_values *chunk, uint64_t first, size_t n) {
    sl_fr *const out[3] = {chunk->values->matrices & 1 ? chunk->row[0] : NULL,
                           chunk->values->matrices & 2 ? chunk->row[1] : NULL,
                           chunk->values->matrices & 4 ? chunk->row[2] : NULL};
    chunk->first = first;
    chunk->values->fill(chunk->values->data, out, first, n);
}

static void product_add(const sl_r1cs *r1cs, sl_fr *sum, uint32_t coeff, const sl_fr *value) {
    if (coeff == SL_COEFF_ONE) {
        sl_fr_add(sum, sum, value);
    } else if (coeff == SL_COEFF_MINUS_ONE) {
        sl_fr_sub(sum, sum, value);
    } else {
        sl_fr product;
        sl_fr_mul(&product, &r1cs->coeffs[coeff], value);
        sl_fr_add(sum, sum, &product);
    }
}

typedef struct aux_job {
    const sl_r1cs *r1cs;
    const sl_row_values *values;
    size_t first, n, tasks_n; /* first: a variable */
    sl_fr *out;
} aux_job;

typedef struct aux_sum {
    chunk_values chunk;
    const aux_job *job;
} aux_sum;

static void aux_rows(void *data, uint64_t first, size_t n) {
    aux_sum *sum = data;
    chunk_fill(&sum->chunk, first, n);
}

static void aux_term(void *data, size_t variable, unsigned matrix, uint64_t row, uint32_t coeff) {
    aux_sum *sum = data;
    product_add(sum->job->r1cs, &sum->job->out[variable - sum->job->first], coeff,
                &sum->chunk.row[matrix][row - sum->chunk.first]);
}

static void aux_task(void *data, size_t task, size_t worker) {
    (void)worker;
    const aux_job *job = data;
    const size_t step = job->n / job->tasks_n + 1;
    const size_t first = SL_MIN(job->n, task * step), end = SL_MIN(job->n, first + step);
    aux_sum sum = {.chunk = {.r1cs = job->r1cs, .values = job->values}, .job = job};
    const sl_column_walk walk = {job->values->matrices, aux_rows, aux_term, &sum};
    memset(job->out + first, 0, (end - first) * sizeof *job->out);
    sl_r1cs_columns_walk(job->r1cs, &walk, job->first + first, job->first + end, 0, job->r1cs->rows_n);
    sl_wipe(&sum, sizeof sum);
}

void sl_r1cs_aux_columns(const sl_r1cs *r1cs, const sl_row_values *values, size_t first, size_t n, sl_fr *out,
                         sl_pool *pool) {
    const size_t threads_n = pool == NULL ? 1 : sl_pool_threads(pool);
    aux_job job = {r1cs, values, (size_t)r1cs->inputs_n + first, n, threads_n == 1 ? 1 : TASKS_A_THREAD * threads_n,
                   out};
    sl_r1cs_for_each(pool, job.tasks_n, aux_task, &job);
}

typedef struct input_job {
    const sl_r1cs *r1cs;
    const sl_row_values *values;
    sl_fr *const *out;
    atomic_flag lock; /* of out */
} input_job;

typedef struct input_sum {
    chunk_values chunk;
    input_job *job;
    sl_fr one[3];
} input_sum;

static void lock_take(atomic_flag *lock) {
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) {
    }
}

static void input_rows(void *data, uint64_t first, size_t n) {
    input_sum *sum = data;
    chunk_fill(&sum->chunk, first, n);
}

/* ONE is summed by each task for itself; other inputs occur in few rows. */
static void input_term(void *data, size_t variable, unsigned matrix, uint64_t row, uint32_t coeff) {
    input_sum *sum = data;
    const sl_fr *value = &sum->chunk.row[matrix][row - sum->chunk.first];
    if (variable == 0) {
        product_add(sum->job->r1cs, &sum->one[matrix], coeff, value);
        return;
    }
    lock_take(&sum->job->lock);
    product_add(sum->job->r1cs, &sum->job->out[matrix][variable], coeff, value);
    atomic_flag_clear_explicit(&sum->job->lock, memory_order_release);
}

static void input_task(void *data, size_t task, size_t worker) {
    (void)worker;
    input_job *job = data;
    input_sum sum = {.chunk = {.r1cs = job->r1cs, .values = job->values}, .job = job};
    const sl_column_walk walk = {job->values->matrices, input_rows, input_term, &sum};
    sl_r1cs_columns_walk(job->r1cs, &walk, 0, job->r1cs->inputs_n, task * TASK_ROWS, (task + 1) * TASK_ROWS);
    lock_take(&job->lock);
    for (unsigned k = 0; k < 3; k++) {
        if (job->values->matrices >> k & 1) {
            sl_fr_add(&job->out[k][0], &job->out[k][0], &sum.one[k]);
        }
    }
    atomic_flag_clear_explicit(&job->lock, memory_order_release);
    sl_wipe(&sum, sizeof sum);
}

/* The prover's input rows: input i alone, in A. */
static void input_rows_add(const sl_r1cs *r1cs, const sl_row_values *values, sl_fr *out) {
    sl_fr value[SL_COLUMNS_CHUNK];
    sl_fr *const to[3] = {value, NULL, NULL};
    for (size_t first = 0; first < r1cs->inputs_n; first += SL_COLUMNS_CHUNK) {
        const size_t n = SL_MIN((size_t)r1cs->inputs_n - first, (size_t)SL_COLUMNS_CHUNK);
        values->fill(values->data, to, (uint64_t)r1cs->rows_n + first, n);
        for (size_t i = 0; i < n; i++) {
            sl_fr_add(&out[first + i], &out[first + i], &value[i]);
        }
    }
    sl_wipe(value, sizeof value);
}

void sl_r1cs_input_columns(const sl_r1cs *r1cs, const sl_row_values *values, sl_fr *const out[3], sl_pool *pool) {
    for (unsigned k = 0; k < 3; k++) {
        if (values->matrices >> k & 1) {
            memset(out[k], 0, r1cs->inputs_n * sizeof *out[k]);
        }
    }
    input_job job = {.r1cs = r1cs, .values = values, .out = out};
    atomic_flag_clear(&job.lock);
    sl_r1cs_for_each(pool, (size_t)((r1cs->rows_n + TASK_ROWS - 1) / TASK_ROWS), input_task, &job);
    if (values->matrices & 1) {
        input_rows_add(r1cs, values, out[0]);
    }
}
