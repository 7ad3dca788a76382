// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Column sums. No two threads write one element, without locks: own wires of an instance are written by the task that
 * has the instance (first pass), wires that it uses as pins by the task that has the range of wires (second pass, in
 * which each task walks over all instances that have such pins). ONE, which is in most rows, is summed by each task for
 * itself.
 */
#include <stdatomic.h>
#include <string.h>

#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/structure.h"

#define TASK_ROWS ((uint32_t)32768)

typedef struct columns_job {
    const sl_r1cs *r1cs;
    const sl_fr *lagrange;
    sl_fr *sums[3];
    size_t ranges_n;  /* of wires, in the second pass */
    atomic_flag lock; /* of one[] */
    sl_fr one[3];
} columns_job;

SL_INLINE void product_add(const sl_r1cs *r1cs, sl_fr *sum, uint32_t coeff, const sl_fr *value) {
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

/* Inputs first, then auxiliary wires. */
SL_INLINE size_t column_of(const sl_r1cs *r1cs, sl_wire wire) {
    return sl_wire_index(wire) + (sl_wire_is_aux(wire) ? (size_t)r1cs->inputs_n : 0);
}

static void own_add(const columns_job *job, const sl_instance_view *v, sl_fr one[3]) {
    const sl_r1cs *r1cs = job->r1cs;
    const sl_fr *lagrange = job->lagrange + v->instance->first_row;
    const sl_r1cs_term *term = v->terms;
    for (size_t lc = 0; lc < 3 * (size_t)v->t->rows_n; lc++) {
        sl_fr *sums = job->sums[lc % 3];
        for (const sl_r1cs_term *end = v->terms + v->lc_ends[lc + 1]; term < end; term++) {
            if (term->slot == 0) {
                product_add(r1cs, &one[lc % 3], term->coeff, &lagrange[lc / 3]);
            } else if (term->slot >= v->input_slot) {
                product_add(r1cs, &sums[column_of(r1cs, sl_view_wire(v, term->slot))], term->coeff, &lagrange[lc / 3]);
            }
        }
    }
}

static void own_task(void *data, size_t task, size_t worker) {
    (void)worker;
    columns_job *job = data;
    const sl_r1cs *r1cs = job->r1cs;
    const uint32_t first = (uint32_t)task * TASK_ROWS;
    sl_fr one[3] = {{{0}}};
    for (size_t i = sl_instance_of_row(r1cs, first); i < r1cs->instances_n; i++) {
        const sl_instance_view v = sl_instance_view_at(r1cs, i);
        if (v.instance->first_row >= first && v.instance->first_row - first >= TASK_ROWS) {
            break;
        }
        if (v.instance->first_row >= first) { /* else it is the task's that has its first row */
            own_add(job, &v, one);
        }
    }
    while (atomic_flag_test_and_set_explicit(&job->lock, memory_order_acquire)) {
    }
    for (size_t i = 0; i < 3; i++) {
        sl_fr_add(&job->one[i], &job->one[i], &one[i]);
    }
    atomic_flag_clear_explicit(&job->lock, memory_order_release);
}

static bool has_pin_in(const sl_r1cs *r1cs, const sl_instance_view *v, size_t first, size_t end) {
    for (uint32_t i = 0; i < v->t->pins_n; i++) {
        const size_t column = column_of(r1cs, v->pins[i]);
        if (column >= first && column < end) {
            return true;
        }
    }
    return false;
}

static void pins_add(const columns_job *job, const sl_instance_view *v, size_t first, size_t end) {
    const sl_r1cs *r1cs = job->r1cs;
    const sl_fr *lagrange = job->lagrange + v->instance->first_row;
    for (size_t lc = 0; lc < 3 * (size_t)v->t->rows_n; lc++) {
        const sl_r1cs_term *term = v->terms + v->lc_ends[lc];
        const sl_r1cs_term *stop = v->terms + v->lc_ends[lc + 1];
        for (; term < stop && term->slot < v->input_slot; term++) {
            const size_t column = term->slot == 0 ? SIZE_MAX : column_of(r1cs, v->pins[term->slot - 1]);
            if (column >= first && column < end) {
                product_add(r1cs, &job->sums[lc % 3][column], term->coeff, &lagrange[lc / 3]);
            }
        }
    }
}

static void range_bounds(const columns_job *job, size_t range, size_t *first, size_t *end) {
    const size_t wires = (size_t)job->r1cs->inputs_n + job->r1cs->aux_n;
    const size_t step = wires / job->ranges_n + 1;
    *first = SL_MIN(wires, range * step);
    *end = SL_MIN(wires, *first + step);
}

static void zero_task(void *data, size_t range, size_t worker) {
    (void)worker;
    const columns_job *job = data;
    size_t first, end;
    range_bounds(job, range, &first, &end);
    for (size_t i = 0; i < 3; i++) {
        memset(job->sums[i] + first, 0, (end - first) * sizeof(sl_fr));
    }
}

static void pins_task(void *data, size_t range, size_t worker) {
    (void)worker;
    const columns_job *job = data;
    size_t first, end;
    range_bounds(job, range, &first, &end);
    for (size_t i = 0; i < job->r1cs->instances_n; i++) {
        const sl_instance_view v = sl_instance_view_at(job->r1cs, i);
        if (has_pin_in(job->r1cs, &v, first, end)) {
            pins_add(job, &v, first, end);
        }
    }
}

void sl_r1cs_columns(const sl_r1cs *r1cs, const sl_fr *lagrange, sl_fr *at, sl_fr *bt, sl_fr *ct, sl_pool *pool) {
    columns_job job = {
        .r1cs = r1cs, .lagrange = lagrange, .sums = {at, bt, ct}, .ranges_n = pool == NULL ? 1 : sl_pool_threads(pool)};
    atomic_flag_clear(&job.lock);
    sl_r1cs_for_each(pool, job.ranges_n, zero_task, &job);
    sl_r1cs_for_each(pool, ((size_t)r1cs->rows_n + TASK_ROWS - 1) / TASK_ROWS, own_task, &job);
    sl_r1cs_for_each(pool, job.ranges_n, pins_task, &job);
    for (size_t i = 0; i < 3; i++) {
        sl_fr_add(&job.sums[i][0], &job.sums[i][0], &job.one[i]);
    }
    for (size_t i = 0; i < r1cs->inputs_n; i++) {
        sl_fr_add(&at[i], &at[i], &lagrange[r1cs->rows_n + i]);
    }
}
