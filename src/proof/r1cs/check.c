// SPDX-License-Identifier: MIT OR Apache-2.0
/* Which rows a witness does not satisfy, and where they stand in the circuit. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "proof/r1cs/builder.h"
#include "proof/r1cs/lc_value.h"
#include "proof/r1cs/r1cs.h"

#define TASK_ROWS ((uint32_t)16384)

typedef struct check_job {
    const sl_r1cs *r1cs;
    const sl_witness *witness;
    atomic_uint_fast32_t bad; /* first unsatisfied row so far */
} check_job;

static void row_values(const check_job *job, const sl_instance_view *v, uint32_t row, sl_fr abc[3]) {
    const size_t lc = 3 * (size_t)(row - v->instance->first_row);
    for (size_t i = 0; i < 3; i++) {
        sl_lc_value(job->r1cs, job->witness, v, lc + i, &abc[i]);
    }
}

static bool is_satisfied(const sl_fr abc[3]) {
    if (sl_fr_is_zero(&abc[0]) || sl_fr_is_zero(&abc[1])) { /* most rows of bits */
        return sl_fr_is_zero(&abc[2]);
    }
    sl_fr product;
    sl_fr_mul(&product, &abc[0], &abc[1]);
    return sl_fr_eq(&product, &abc[2]);
}

static void bad_note(check_job *job, uint32_t row) {
    uint_fast32_t bad = atomic_load(&job->bad);
    while (row < bad && !atomic_compare_exchange_weak(&job->bad, &bad, row)) {
    }
}

static void check_task(void *data, size_t task, size_t worker) {
    (void)worker;
    check_job *job = data;
    uint32_t row = (uint32_t)task * TASK_ROWS;
    const uint32_t end = row + SL_MIN(TASK_ROWS, job->r1cs->rows_n - row);
    for (size_t i = sl_instance_of_row(job->r1cs, row); row < end && row < atomic_load(&job->bad); i++) {
        const sl_instance_view v = sl_instance_view_at(job->r1cs, i);
        const uint32_t stop = SL_MIN(end, v.instance->first_row + v.t->rows_n);
        for (; row < stop; row++) {
            sl_fr abc[3];
            row_values(job, &v, row, abc);
            if (!is_satisfied(abc)) {
                bad_note(job, row);
                return;
            }
        }
    }
}

/* Hexadecimal, most significant digit first, without leading zeros. */
static void value_print(char out[67], const sl_fr *value) {
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, value);
    char digits[65];
    (void)snprintf(digits, sizeof digits, "%016llx%016llx%016llx%016llx", (unsigned long long)limbs[3],
                   (unsigned long long)limbs[2], (unsigned long long)limbs[1], (unsigned long long)limbs[0]);
    const size_t zeros = strspn(digits, "0");
    (void)snprintf(out, 67, "0x%s", zeros == 64 ? "0" : digits + zeros);
}

/* Appends the names of a scope and its ancestors, root excepted. */
static size_t scope_path(const sl_r1cs *r1cs, uint32_t scope, char *path, size_t path_bytes) {
    /* The ancestors come from below; each is put before the others. */
    size_t used = 0;
    for (; scope != 0; scope = r1cs->scopes[scope].parent) {
        const sl_r1cs_scope *s = &r1cs->scopes[scope];
        char part[96];
        int n;
        if (s->index == SL_NO_INDEX) {
            n = snprintf(part, sizeof part, "%s%s", r1cs->names + s->name, used > 0 ? "/" : "");
        } else {
            n = snprintf(part, sizeof part, "%s[%u]%s", r1cs->names + s->name, s->index, used > 0 ? "/" : "");
        }
        const size_t part_n = SL_MIN((size_t)n, sizeof part - 1);
        if (used + part_n + 1 > path_bytes) {
            break; /* the innermost names are worth most */
        }
        memmove(path + part_n, path, used);
        memcpy(path, part, part_n);
        used += part_n;
    }
    return used;
}

void sl_r1cs_row_path(const sl_r1cs *r1cs, uint64_t row, char *path, size_t path_bytes) {
    if (path_bytes == 0) {
        return;
    }
    size_t used = 0;
    if (row < r1cs->rows_n) {
        used = scope_path(r1cs, r1cs->instances[sl_instance_of_row(r1cs, (uint32_t)row)].scope, path, path_bytes);
    }
    path[used] = '\0';
}

sluice_status sl_r1cs_check(const sl_r1cs *r1cs, const sl_witness *witness, sl_pool *pool, uint64_t *row, char *path,
                            size_t path_bytes, sluice_error *err) {
    if (witness->inputs_n != r1cs->inputs_n || witness->aux_n != r1cs->aux_n || witness->fields_n != r1cs->fields_n) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "witness: %zu inputs, %zu wires, %zu fields; the circuit has %u, %u, %u",
                       witness->inputs_n, witness->aux_n, witness->fields_n, r1cs->inputs_n, r1cs->aux_n,
                       r1cs->fields_n);
    }
    check_job job = {.r1cs = r1cs, .witness = witness};
    atomic_init(&job.bad, UINT32_MAX);
    sl_r1cs_for_each(pool, ((size_t)r1cs->rows_n + TASK_ROWS - 1) / TASK_ROWS, check_task, &job);
    const uint32_t bad = (uint32_t)atomic_load(&job.bad);
    if (bad == UINT32_MAX) {
        return SLUICE_OK;
    }
    const sl_instance_view v = sl_instance_view_at(r1cs, sl_instance_of_row(r1cs, bad));
    sl_fr abc[3];
    row_values(&job, &v, bad, abc);
    char text[3][67];
    for (int i = 0; i < 3; i++) {
        value_print(text[i], &abc[i]);
    }
    char own_path[200];
    sl_r1cs_row_path(r1cs, bad, own_path, sizeof own_path);
    sl_r1cs_row_path(r1cs, bad, path, path_bytes);
    *row = bad;
    return SL_FAIL(err, SLUICE_E_UNSATISFIED, "row %u%s%s: a * b = c does not hold for a = %s, b = %s, c = %s", bad,
                   own_path[0] != '\0' ? ", " : "", own_path, text[0], text[1], text[2]);
}
