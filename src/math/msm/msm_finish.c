// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The sum from its buckets. A window's buckets form a rectangle; row sums and column sums are lists again (two batched
 * additions a bucket), and only those few hundred sums meet the slower complete formulas. Buckets are left as they are.
 */
#include <string.h>

#include "math/msm/msm_internal.h"

typedef struct reduce_job {
    const sl_msm *msm;
    size_t first; /* window */
} reduce_job;

typedef struct line_shape {
    unsigned column_bits;
    size_t rows_n, columns_n;
} line_shape;

static line_shape shape_of(unsigned bucket_bits) {
    const unsigned column_bits = (bucket_bits + 1) / 2;
    return (line_shape){column_bits, (size_t)1 << (bucket_bits - column_bits), (size_t)1 << column_bits};
}

size_t sl_lines_max(size_t window_buckets) {
    const line_shape shape = shape_of((unsigned)__builtin_ctzll(window_buckets));
    return shape.rows_n + shape.columns_n;
}

/* References to the buckets first, first + step, ... (n of them) that have a value. Returns how many. */
static uint32_t line_refs(const uint8_t *has_value, uint32_t *refs, size_t first, size_t step, size_t n) {
    uint32_t refs_n = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t bucket = first + k * step;
        refs[refs_n] = (uint32_t)bucket;
        refs_n += has_value[bucket];
    }
    return refs_n;
}

/* Row sums, then column sums, into the worker's line_sums. */
static line_shape lines_sum(const sl_msm *msm, size_t w, const char *buckets, const sl_msm_worker *worker) {
    const line_shape shape = shape_of(msm->windows[w].width - 1);
    const size_t lines_n = shape.rows_n + shape.columns_n;
    memset(worker->line_sums, 0, lines_n * msm->curve->slot_bytes);
    for (size_t j = 0; j < shape.rows_n << shape.column_bits; j++) {
        worker->has_value[j] = !sl_slot_is_identity(msm->curve, buckets + j * msm->curve->slot_bytes);
    }
    uint32_t end = 0;
    for (size_t row = 0; row < shape.rows_n; row++) {
        end += line_refs(worker->has_value, worker->line_refs + end, row << shape.column_bits, 1, shape.columns_n);
        worker->line_ends[row] = end;
    }
    for (size_t column = 0; column < shape.columns_n; column++) {
        end += line_refs(worker->has_value, worker->line_refs + end, column, shape.columns_n, shape.rows_n);
        worker->line_ends[shape.rows_n + column] = end;
    }
    const sl_lists lists = {.bases = buckets, .refs = worker->line_refs, .ends = worker->line_ends, .lists_n = lines_n};
    sl_sum_lists(msm->curve, worker->line_sums, &lists, worker->scratch);
    return shape;
}

#define G_POINT sl_g1
#define G_AFFINE sl_g1_affine
#define G_(name) sl_g1_##name
#define M_(name) g1_##name
#include "math/msm/finish_tmpl.h"
#undef G_POINT
#undef G_AFFINE
#undef G_
#undef M_

#define G_POINT sl_g2
#define G_AFFINE sl_g2_affine
#define G_(name) sl_g2_##name
#define M_(name) g2_##name
#include "math/msm/finish_tmpl.h"

void sl_msm_reduce_one(const sl_msm *msm, size_t w, const char *buckets, size_t worker) {
    if (msm->plan.group == SL_G1) {
        g1_reduce(msm, w, buckets, &msm->workers[worker]);
    } else {
        g2_reduce(msm, w, buckets, &msm->workers[worker]);
    }
}

static void reduce_task(void *data, size_t i, size_t worker) {
    const reduce_job *job = data;
    const size_t w = job->first + i;
    sl_msm_reduce_one(job->msm, w, sl_msm_buckets(job->msm, w), worker);
}

void sl_msm_reduce(sl_msm *msm, unsigned first, unsigned n) {
    reduce_job job = {msm, first};
    sl_pool_for(msm->pool, n, reduce_task, &job);
}

/* Brings the windows' sums up to date. */
static void sums_complete(sl_msm *msm) {
    sl_msm_flush(msm);
    if (!msm->plan.is_fresh) {
        for (unsigned w = 0; w < msm->plan.windows_n; w++) {
            if (msm->plan.group == SL_G1) {
                ((sl_g1 *)msm->window_sums)[w] = sl_g1_identity();
            } else {
                ((sl_g2 *)msm->window_sums)[w] = sl_g2_identity();
            }
        }
        sl_msm_reduce(msm, 0, msm->plan.windows_n);
    }
}

void sl_msm_result_g1(sl_msm *msm, sl_g1 *out) {
    SL_ASSERT(msm->plan.group == SL_G1);
    sums_complete(msm);
    g1_finish(msm, out);
}

void sl_msm_result_g2(sl_msm *msm, sl_g2 *out) {
    SL_ASSERT(msm->plan.group == SL_G2);
    sums_complete(msm);
    g2_finish(msm, out);
}
