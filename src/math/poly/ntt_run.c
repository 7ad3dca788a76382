// SPDX-License-Identifier: MIT OR Apache-2.0
/* Transforms as sequences of passes, each pass a parallel loop over groups of columns or rows. */
#include "math/poly/ntt_internal.h"

/* One pass over the columns of all blocks. */
typedef struct columns_job {
    const sl_ntt *ntt;
    sl_fr *a;
    unsigned pass;
    sl_ntt_direction direction;
    bool is_up;
} columns_job;

/* The pass over rows, down, up, or down and up again, with factors at the point where the order is bit-reversed. */
typedef struct rows_job {
    const sl_ntt *ntt;
    sl_fr *a;
    bool has_down, has_up;
    sl_ntt_direction down, up;
    sl_ntt_geometric factors;
    const sl_fr *minus; /* NULL, or what is subtracted at the end: a vector in the order that a has then */
} rows_job;

/* Columns first .. first + task_lanes of one block. */
static void columns_task(void *data, size_t i, size_t worker_index) {
    const columns_job *job = data;
    const sl_ntt *ntt = job->ntt;
    const sl_ntt_level *level = &ntt->levels[job->pass];
    const sl_ntt_worker *worker = &ntt->workers[worker_index];
    const size_t lanes_n = level->task_lanes;
    const size_t groups_n = level->columns_n / lanes_n;
    const size_t first_column = i % groups_n * lanes_n;
    sl_fr *block = job->a + i / groups_n * level->n * level->columns_n;
    sl_ntt_pass pass = {
        .log2_n = level->log2_n,
        .is_reversed_in = job->is_up,
        .lanes_n = lanes_n,
        .stride = level->columns_n,
        .lane_stride = 1,
        .twiddles = level->twiddles[job->direction],
    };
    /* root(M)^(index column) between this pass and the one below. */
    const sl_fr_squares *roots = &level->roots[job->direction];
    const sl_fr start = sl_fr_squares_pow(roots, first_column);
    ntt->kernels->fr_powers(worker->ratio, &start, &roots->power[0], lanes_n);
    if (job->is_up) {
        pass.before.ratio = worker->ratio;
    } else {
        pass.after.ratio = worker->ratio;
    }
    ntt->kernels->ntt_pass(block + first_column, &pass, worker->scratch);
}

/* The factors of rows first .. first + task_lanes, in the worker's arrays. */
static sl_ntt_factors row_factors(const rows_job *job, const sl_ntt_worker *worker, size_t first_row) {
    const sl_ntt *ntt = job->ntt;
    const sl_ntt_level *level = &ntt->levels[ntt->passes_n - 1];
    if (job->factors.base == NULL && job->factors.scale == NULL) {
        return (sl_ntt_factors){NULL, NULL};
    }
    const sl_fr scale = job->factors.scale == NULL ? sl_fr_one() : *job->factors.scale;
    for (size_t lane = 0; lane < level->task_lanes; lane++) {
        worker->first[lane] = scale;
    }
    if (job->factors.base == NULL) {
        return (sl_ntt_factors){worker->first, NULL};
    }
    const sl_fr step = sl_fr_squares_pow(job->factors.base, ntt->size / level->n);
    for (size_t lane = 0; lane < level->task_lanes; lane++) {
        const size_t index = sl_bitrev(first_row + lane, ntt->log2_size - level->log2_n);
        const sl_fr power = sl_fr_squares_pow(job->factors.base, index);
        sl_fr_mul(&worker->first[lane], &worker->first[lane], &power);
        worker->ratio[lane] = step;
    }
    return (sl_ntt_factors){worker->first, worker->ratio};
}

static void rows_task(void *data, size_t i, size_t worker_index) {
    const rows_job *job = data;
    const sl_ntt *ntt = job->ntt;
    const sl_ntt_level *level = &ntt->levels[ntt->passes_n - 1];
    const sl_ntt_worker *worker = &ntt->workers[worker_index];
    const size_t first_row = i * level->task_lanes;
    sl_fr *rows = job->a + first_row * level->n;
    const sl_ntt_factors factors = row_factors(job, worker, first_row);
    sl_ntt_pass pass = {
        .log2_n = level->log2_n,
        .lanes_n = level->task_lanes,
        .stride = 1,
        .lane_stride = level->n,
    };
    if (job->has_down) {
        pass.twiddles = level->twiddles[job->down];
        pass.after = factors;
        ntt->kernels->ntt_pass(rows, &pass, worker->scratch);
        pass.after = (sl_ntt_factors){NULL, NULL};
    }
    if (job->has_up) {
        pass.twiddles = level->twiddles[job->up];
        pass.is_reversed_in = true;
        if (!job->has_down) {
            pass.before = factors;
        }
        ntt->kernels->ntt_pass(rows, &pass, worker->scratch);
    }
    if (job->minus != NULL) {
        ntt->kernels->fr_sub(rows, rows, job->minus + first_row * level->n, level->task_lanes * level->n);
    }
}

static void columns_run(const sl_ntt *ntt, sl_fr *a, unsigned p, sl_ntt_direction direction, bool is_up) {
    const sl_ntt_level *level = &ntt->levels[p];
    columns_job job = {ntt, a, p, direction, is_up};
    sl_pool_for(ntt->pool, ntt->size / level->n / level->task_lanes, columns_task, &job);
}

static void columns_down(const sl_ntt *ntt, sl_fr *a, sl_ntt_direction direction) {
    for (unsigned p = 0; p + 1 < ntt->passes_n; p++) {
        columns_run(ntt, a, p, direction, false);
    }
}

static void columns_up(const sl_ntt *ntt, sl_fr *a, sl_ntt_direction direction) {
    for (unsigned p = ntt->passes_n - 1; p-- > 0;) {
        columns_run(ntt, a, p, direction, true);
    }
}

static void rows_run(rows_job *job) {
    const sl_ntt_level *level = &job->ntt->levels[job->ntt->passes_n - 1];
    sl_pool_for(job->ntt->pool, job->ntt->size / level->n / level->task_lanes, rows_task, job);
}

void sl_ntt_down(const sl_ntt *ntt, sl_fr *a, sl_ntt_direction direction, sl_ntt_geometric after, const sl_fr *minus) {
    columns_down(ntt, a, direction);
    rows_run(&(rows_job){.ntt = ntt, .a = a, .has_down = true, .down = direction, .factors = after, .minus = minus});
}

/* A row is taken both ways while it is in the cache. */
void sl_ntt_down_up(const sl_ntt *ntt, sl_fr *a, sl_ntt_geometric between) {
    columns_down(ntt, a, SL_NTT_INVERSE);
    rows_run(&(rows_job){.ntt = ntt,
                         .a = a,
                         .has_down = true,
                         .has_up = true,
                         .down = SL_NTT_INVERSE,
                         .up = SL_NTT_FORWARD,
                         .factors = between});
    columns_up(ntt, a, SL_NTT_FORWARD);
}

void sl_ntt_forward(sl_ntt *ntt, sl_fr *a) {
    sl_ntt_down(ntt, a, SL_NTT_FORWARD, (sl_ntt_geometric){NULL, NULL}, NULL);
    sl_ntt_permute(ntt, a);
}

void sl_ntt_inverse(sl_ntt *ntt, sl_fr *a) {
    sl_ntt_down(ntt, a, SL_NTT_INVERSE, (sl_ntt_geometric){NULL, &ntt->size_inverse}, NULL);
    sl_ntt_permute(ntt, a);
}

void sl_ntt_coset_inverse(sl_ntt *ntt, sl_fr *a) {
    sl_ntt_down(ntt, a, SL_NTT_INVERSE, (sl_ntt_geometric){&ntt->coset[SL_NTT_INVERSE], &ntt->size_inverse}, NULL);
    sl_ntt_permute(ntt, a);
}

/* The powers of 7 go to coefficients, so these are brought into the order that the rows' pass starts from. */
void sl_ntt_coset_forward(sl_ntt *ntt, sl_fr *a) {
    const sl_ntt_geometric shift = {&ntt->coset[SL_NTT_FORWARD], NULL};
    sl_ntt_permute(ntt, a);
    rows_run(&(rows_job){.ntt = ntt, .a = a, .has_up = true, .up = SL_NTT_FORWARD, .factors = shift});
    columns_up(ntt, a, SL_NTT_FORWARD);
}

typedef struct pointwise_job {
    const sl_ntt *ntt;
    sl_fr *a;
    const sl_fr *b;
} pointwise_job;

#define POINTWISE_N ((size_t)8192)

static void pointwise_task(void *data, size_t i, size_t worker) {
    (void)worker;
    const pointwise_job *job = data;
    const size_t first = i * POINTWISE_N;
    const size_t n = SL_MIN(job->ntt->size - first, POINTWISE_N);
    job->ntt->kernels->fr_mul(job->a + first, job->a + first, job->b + first, n);
}

sl_fr sl_ntt_vanishing_inverse(unsigned log2_size) {
    const sl_fr one = sl_fr_one();
    sl_fr vanishing = sl_fr_generator;
    for (unsigned i = 0; i < log2_size; i++) {
        sl_fr_sqr(&vanishing, &vanishing);
    }
    sl_fr_sub(&vanishing, &vanishing, &one);
    sl_fr_inv_vt(&vanishing, &vanishing);
    return vanishing;
}

sl_fr sl_ntt_quotient_scale(unsigned log2_size) {
    const sl_fr vanishing = sl_ntt_vanishing_inverse(log2_size);
    sl_fr scale = sl_fr_from_u64((uint64_t)1 << log2_size);
    sl_fr_inv_vt(&scale, &scale);
    sl_fr_mul(&scale, &scale, &vanishing);
    return scale;
}

void sl_ntt_quotient_products(sl_ntt *ntt, sl_fr *a, sl_fr *b) {
    sl_fr *const factors[] = {a, b};
    for (size_t i = 0; i < SL_ARRAY_N(factors); i++) {
        /* Values to coefficients to values on the coset. */
        sl_ntt_down_up(ntt, factors[i], (sl_ntt_geometric){&ntt->coset[SL_NTT_FORWARD], &ntt->size_inverse});
    }
    pointwise_job pointwise = {ntt, a, b};
    sl_pool_for(ntt->pool, (ntt->size + POINTWISE_N - 1) / POINTWISE_N, pointwise_task, &pointwise);
}

void sl_ntt_quotient_less(sl_ntt *ntt, sl_fr *a, sl_fr *c) {
    const sl_fr scale = sl_ntt_quotient_scale(ntt->log2_size);
    sl_ntt_down(ntt, c, SL_NTT_INVERSE, (sl_ntt_geometric){NULL, &scale}, NULL);
    sl_ntt_down(ntt, a, SL_NTT_INVERSE, (sl_ntt_geometric){&ntt->coset[SL_NTT_INVERSE], &scale}, c);
    sl_ntt_permute(ntt, a);
}

/*
 * The transform to the coset and back would give c's coefficients again, so c is not taken there: only A B is divided
 * on the coset, and c's coefficients are subtracted from the product's. Six transforms, and one permutation at the end.
 */
void sl_ntt_quotient(sl_ntt *ntt, sl_fr *a, sl_fr *b, sl_fr *c) {
    sl_ntt_quotient_products(ntt, a, b);
    sl_ntt_quotient_less(ntt, a, c);
}
