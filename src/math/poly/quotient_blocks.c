// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/poly/quotient_blocks.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/mem/small.h"
#include "math/poly/ntt_internal.h"

#define COLUMN_LANES_MIN 8
/* Rows of one call of the caller's function; values of one system call; values of one task that moves them in memory.
 */
#define TASK_ROWS ((size_t)4096)
#define TRANSFER_N ((size_t)1 << 15)
#define GATHER_N ((size_t)4096)

/* In memory, the three blocks; in the file, the vectors one after the other. */
enum { A, B, C, VECTORS_N };

struct sl_quotient_blocks {
    const sl_kernels *kernels;
    sl_pool *pool;
    unsigned log2_size, log2_rows;
    size_t size, rows_n, row_n; /* m, R, B */
    size_t run_n;               /* columns of a block of columns, B / R */
    bool keeps_products;        /* of A B on the coset, instead of the quotient */
    sl_scratch file;
    sl_ntt *ntt;    /* of a row; its workers serve the columns, too */
    sl_buf storage; /* blocks, then twiddles of the columns */
    sl_fr *block[VECTORS_N];
    const void *twiddles[2];
    sl_fr_squares roots[2];      /* of order m */
    sl_fr_squares coset_rows[2]; /* of 7^R and its inverse: from one column of a row to the next */
    sl_fr size_inverse;
};

bool sl_quotient_blocks_fit(unsigned log2_size, unsigned log2_block) {
    if (log2_size > SL_NTT_LOG2_MAX || log2_block >= log2_size) {
        return false;
    }
    const unsigned log2_rows = log2_size - log2_block;
    return log2_rows <= SL_NTT_PASS_LOG2_MAX && log2_block >= log2_rows &&
           (size_t)1 << (log2_block - log2_rows) >= COLUMN_LANES_MIN;
}

static size_t twiddle_bytes(size_t rows_n, const sl_kernels *kernels) {
    return (rows_n / 2 * kernels->fr_slot_bytes + SL_KERNEL_ALIGN - 1) / SL_KERNEL_ALIGN * SL_KERNEL_ALIGN;
}

static size_t storage_bytes(unsigned log2_size, unsigned log2_block, const sl_kernels *kernels) {
    return VECTORS_N * (sizeof(sl_fr) << log2_block) +
           2 * twiddle_bytes((size_t)1 << (log2_size - log2_block), kernels);
}

size_t sl_quotient_blocks_memory(unsigned log2_size, unsigned log2_block, const sl_kernels *kernels, size_t threads_n) {
    return storage_bytes(log2_size, log2_block, kernels) + sl_ntt_memory_bytes(log2_block, kernels, threads_n) +
           sizeof(sl_quotient_blocks);
}

uint64_t sl_quotient_blocks_file_bytes(unsigned log2_size) {
    return (uint64_t)VECTORS_N * sizeof(sl_fr) << log2_size;
}

static void tables_make(sl_quotient_blocks *q) {
    const sl_fr one = sl_fr_one();
    for (size_t v = 0; v < VECTORS_N; v++) {
        q->block[v] = (sl_fr *)q->storage.data + v * q->row_n;
    }
    char *at = (char *)(q->block[0] + VECTORS_N * q->row_n);
    for (int d = SL_NTT_FORWARD; d <= SL_NTT_INVERSE; d++) {
        const sl_fr root = sl_ntt_root(q->log2_rows, (sl_ntt_direction)d);
        q->kernels->fr_powers(q->block[A], &one, &root, q->rows_n / 2); /* at most B / 16 */
        q->kernels->fr_prepare(at, q->block[A], q->rows_n / 2);
        q->twiddles[d] = at;
        at += twiddle_bytes(q->rows_n, q->kernels);
        const sl_fr vector_root = sl_ntt_root(q->log2_size, (sl_ntt_direction)d);
        sl_fr_squares_make(&q->roots[d], &vector_root);
        sl_fr_squares_make(&q->coset_rows[d], &q->ntt->coset[d].power[q->log2_rows]);
    }
    const sl_fr size = sl_fr_from_u64(q->size);
    sl_fr_inv_vt(&q->size_inverse, &size);
}

sluice_status sl_quotient_blocks_open(sl_quotient_blocks **out, unsigned log2_size, unsigned log2_block,
                                      const sl_kernels *kernels, sl_pool *pool, const char *folder, sluice_error *err) {
    SL_ASSERT(sl_quotient_blocks_fit(log2_size, log2_block));
    sl_quotient_blocks *q = sl_small_alloc(1, sizeof *q);
    if (q == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a quotient");
    }
    *q = (sl_quotient_blocks){
        .kernels = kernels,
        .pool = pool,
        .log2_size = log2_size,
        .log2_rows = log2_size - log2_block,
        .size = (size_t)1 << log2_size,
        .rows_n = (size_t)1 << (log2_size - log2_block),
        .row_n = (size_t)1 << log2_block,
        .run_n = (size_t)1 << (2 * log2_block - log2_size),
        .file = SL_SCRATCH_CLOSED,
    };
    sluice_status status = sl_ntt_open(&q->ntt, log2_block, kernels, pool, err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc(&q->storage, storage_bytes(log2_size, log2_block, kernels), "quotient blocks", err);
    }
    if (status == SLUICE_OK) {
        sl_buf_mark_secret(&q->storage);
        tables_make(q);
        status = sl_scratch_open(&q->file, folder, sl_quotient_blocks_file_bytes(log2_size), err);
    }
    if (status != SLUICE_OK) {
        sl_quotient_blocks_close(q);
        return status;
    }
    *out = q;
    return SLUICE_OK;
}

void sl_quotient_blocks_close(sl_quotient_blocks *q) {
    if (q == NULL) {
        return;
    }
    sl_scratch_close(&q->file);
    sl_ntt_close(q->ntt);
    sl_buf_release(&q->storage);
    free(q);
}

/* Between memory and file: runs of run_n values, each a task. */
typedef struct transfer {
    const sl_quotient_blocks *q;
    bool is_write;
    sl_fr *memory;
    size_t run_n, runs_n;
    size_t memory_stride;
    uint64_t first, stride; /* values in the file */
    atomic_bool failed;
    sluice_status status; /* of the first that failed */
    sluice_error error;
} transfer;

static void transfer_task(void *data, size_t i, size_t worker) {
    (void)worker;
    transfer *t = data;
    if (atomic_load_explicit(&t->failed, memory_order_relaxed)) {
        return;
    }
    sl_fr *memory = t->memory + i * t->memory_stride;
    const size_t bytes = t->run_n * sizeof(sl_fr);
    const uint64_t offset = (t->first + i * t->stride) * sizeof(sl_fr);
    sluice_error error;
    const sluice_status status = t->is_write ? sl_scratch_write(&t->q->file, memory, bytes, offset, &error)
                                             : sl_scratch_read(&t->q->file, memory, bytes, offset, &error);
    if (status != SLUICE_OK && !atomic_exchange(&t->failed, true)) {
        t->status = status;
        t->error = error;
    }
}

static sluice_status transfer_run(transfer *t, sluice_error *err) {
    sl_pool_for(t->q->pool, t->runs_n, transfer_task, t);
    if (t->failed && err != NULL) {
        *err = t->error;
    }
    return t->failed ? t->status : SLUICE_OK;
}

/* Row p of a vector, from or to a block. */
static sluice_status row_move(const sl_quotient_blocks *q, bool is_write, int vector, size_t p, sl_fr *block,
                              sluice_error *err) {
    const size_t run_n = SL_MIN(q->row_n, TRANSFER_N);
    transfer t = {.q = q,
                  .is_write = is_write,
                  .memory = block,
                  .run_n = run_n,
                  .runs_n = q->row_n / run_n,
                  .memory_stride = run_n,
                  .first = (uint64_t)vector * q->size + p * q->row_n,
                  .stride = run_n};
    return transfer_run(&t, err);
}

/* Block of columns g of a vector, in memory R rows of run_n. */
static sluice_status columns_move(const sl_quotient_blocks *q, bool is_write, int vector, size_t g, sl_fr *block,
                                  sluice_error *err) {
    transfer t = {.q = q,
                  .is_write = is_write,
                  .memory = block,
                  .run_n = q->run_n,
                  .runs_n = q->rows_n,
                  .memory_stride = q->run_n,
                  .first = (uint64_t)vector * q->size + g * q->run_n,
                  .stride = q->row_n};
    return transfer_run(&t, err);
}

static void row_announce(const sl_quotient_blocks *q, int vector, size_t p) {
    if (p < q->rows_n) {
        sl_scratch_will_need(&q->file, q->row_n * sizeof(sl_fr),
                             ((uint64_t)vector * q->size + p * q->row_n) * sizeof(sl_fr));
    }
}

/* Columns first .. first + n of every row of a vector. */
static void columns_announce(const sl_quotient_blocks *q, int vector, uint64_t first, size_t n) {
    for (size_t p = 0; p < q->rows_n && first + n <= q->row_n; p++) {
        sl_scratch_will_need(&q->file, n * sizeof(sl_fr),
                             ((uint64_t)vector * q->size + p * q->row_n + first) * sizeof(sl_fr));
    }
}

/* Passes down and up the columns of block g, some columns a task. */
typedef struct columns_job {
    const sl_quotient_blocks *q;
    size_t g, lanes_n;
} columns_job;

static size_t lanes_of(const sl_quotient_blocks *q) {
    return SL_MIN(q->run_n, (size_t)SL_NTT_TASK_LANES);
}

static void columns_pass(const columns_job *job, size_t first, sl_fr *block, sl_ntt_direction direction, bool is_up,
                         const sl_ntt_worker *worker) {
    const sl_quotient_blocks *q = job->q;
    const sl_fr_squares *roots = &q->roots[direction];
    const sl_fr start = sl_fr_squares_pow(roots, job->g * q->run_n + first);
    sl_ntt_pass pass = {
        .log2_n = q->log2_rows,
        .is_reversed_in = is_up,
        .lanes_n = job->lanes_n,
        .stride = q->run_n,
        .lane_stride = 1,
        .twiddles = q->twiddles[direction],
    };
    q->kernels->fr_powers(worker->ratio, &start, &roots->power[0], job->lanes_n);
    if (is_up) {
        pass.before.ratio = worker->ratio;
    } else {
        pass.after.ratio = worker->ratio;
    }
    q->kernels->ntt_pass(block + first, &pass, worker->scratch);
}

/* Vectors that are transformed. */
static int vectors_of(const sl_quotient_blocks *q) {
    return q->keeps_products ? C : VECTORS_N;
}

static void down_task(void *data, size_t i, size_t worker) {
    const columns_job *job = data;
    const sl_quotient_blocks *q = job->q;
    const size_t groups_n = q->run_n / job->lanes_n;
    columns_pass(job, i % groups_n * job->lanes_n, q->block[i / groups_n], SL_NTT_INVERSE, false,
                 &q->ntt->workers[worker]);
}

/* a and b up to their values on the coset, the product, and down again. */
static void product_task(void *data, size_t i, size_t worker_index) {
    const columns_job *job = data;
    const sl_quotient_blocks *q = job->q;
    const sl_ntt_worker *worker = &q->ntt->workers[worker_index];
    const size_t first = i * job->lanes_n;
    columns_pass(job, first, q->block[A], SL_NTT_FORWARD, true, worker);
    columns_pass(job, first, q->block[B], SL_NTT_FORWARD, true, worker);
    for (size_t r = 0; r < q->rows_n; r++) {
        sl_fr *a = q->block[A] + r * q->run_n + first;
        q->kernels->fr_mul(a, a, q->block[B] + r * q->run_n + first, job->lanes_n);
    }
    if (!q->keeps_products) {
        columns_pass(job, first, q->block[A], SL_NTT_INVERSE, false, worker);
    }
}

/* The caller's rows of block g. */
typedef struct rows_job {
    const sl_quotient_blocks *q;
    size_t g, part_n; /* rows of a task */
    sl_quotient_rows_fn rows;
    void *data;
    atomic_bool broken;
} rows_job;

static void rows_task(void *data, size_t i, size_t worker) {
    (void)worker;
    rows_job *job = data;
    const sl_quotient_blocks *q = job->q;
    const size_t parts_n = q->run_n / job->part_n;
    const size_t r = i / parts_n;
    const size_t column = i % parts_n * job->part_n;
    const size_t at = r * q->run_n + column;
    if (!job->rows(job->data, (uint64_t)r * q->row_n + job->g * q->run_n + column, job->part_n, q->block[A] + at,
                   q->block[B] + at, q->block[C] + at)) {
        atomic_store_explicit(&job->broken, true, memory_order_relaxed);
    }
}

static sluice_status block_take(sl_quotient_blocks *q, rows_job *rows, sluice_error *err) {
    columns_job columns = {q, rows->g, lanes_of(q)};
    sl_pool_for(q->pool, q->row_n / rows->part_n, rows_task, rows);
    if (rows->broken) {
        return SL_FAIL(err, SLUICE_E_UNSATISFIED, "a row does not hold");
    }
    sl_pool_for(q->pool, (size_t)vectors_of(q) * (q->run_n / columns.lanes_n), down_task, &columns);
    for (int v = A; v < vectors_of(q); v++) {
        SL_TRY(columns_move(q, true, v, rows->g, q->block[v], err));
    }
    return SLUICE_OK;
}

sluice_status sl_quotient_take(sl_quotient_blocks *q, sl_quotient_rows_fn rows, sl_quotient_step_fn step, void *data,
                               sluice_error *err) {
    rows_job job = {.q = q, .part_n = SL_MIN(q->run_n, TASK_ROWS), .rows = rows, .data = data};
    for (; job.g < q->rows_n; job.g++) {
        SL_TRY(block_take(q, &job, err));
        SL_TRY(step(data, job.g + 1, q->rows_n, err));
    }
    return SLUICE_OK;
}

/* g^i for the index i that row p has. */
static sl_fr row_factor(const sl_quotient_blocks *q, sl_ntt_direction direction, size_t p, const sl_fr *scale) {
    sl_fr factor = sl_fr_squares_pow(&q->ntt->coset[direction], sl_bitrev(p, q->log2_rows));
    sl_fr_mul(&factor, &factor, scale);
    return factor;
}

/* Row p of a or b: to coefficients and on to the coset. */
static sluice_status row_to_coset(sl_quotient_blocks *q, int vector, size_t p, sluice_error *err) {
    const sl_fr scale = row_factor(q, SL_NTT_FORWARD, p, &q->size_inverse);
    SL_TRY(row_move(q, false, vector, p, q->block[A], err));
    row_announce(q, vector, p + 1);
    sl_ntt_down_up(q->ntt, q->block[A], (sl_ntt_geometric){&q->coset_rows[SL_NTT_FORWARD], &scale});
    return row_move(q, true, vector, p, q->block[A], err);
}

static sluice_status block_multiply(sl_quotient_blocks *q, size_t g, sluice_error *err) {
    columns_job job = {q, g, lanes_of(q)};
    SL_TRY(columns_move(q, false, A, g, q->block[A], err));
    SL_TRY(columns_move(q, false, B, g, q->block[B], err));
    columns_announce(q, A, (g + 1) * q->run_n, q->run_n);
    columns_announce(q, B, (g + 1) * q->run_n, q->run_n);
    sl_pool_for(q->pool, q->run_n / job.lanes_n, product_task, &job);
    return columns_move(q, true, A, g, q->block[A], err);
}

/* Row p of the quotient. Its columns end in natural order. */
static sluice_status row_finish(sl_quotient_blocks *q, size_t p, const sl_fr *scale, sluice_error *err) {
    const sl_fr first = row_factor(q, SL_NTT_INVERSE, p, scale);
    SL_TRY(row_move(q, false, A, p, q->block[A], err));
    SL_TRY(row_move(q, false, C, p, q->block[C], err));
    row_announce(q, A, p + 1);
    row_announce(q, C, p + 1);
    sl_ntt_down(q->ntt, q->block[C], SL_NTT_INVERSE, (sl_ntt_geometric){NULL, scale}, NULL);
    sl_ntt_down(q->ntt, q->block[A], SL_NTT_INVERSE, (sl_ntt_geometric){&q->coset_rows[SL_NTT_INVERSE], &first},
                q->block[C]);
    sl_ntt_permute(q->ntt, q->block[A]);
    return row_move(q, true, A, p, q->block[A], err);
}

static void memory_release(sl_quotient_blocks *q) {
    sl_buf_release(&q->storage);
    sl_ntt_close(q->ntt);
    q->ntt = NULL;
}

/* a and b to the coset, and their product; *done of steps_n. */
static sluice_status products_make(sl_quotient_blocks *q, sl_quotient_step_fn step, void *data, uint64_t *done,
                                   uint64_t steps_n, sluice_error *err) {
    for (int vector = A; vector <= B; vector++) {
        for (size_t p = 0; p < q->rows_n; p++) {
            SL_TRY(row_to_coset(q, vector, p, err));
            SL_TRY(step(data, ++*done, steps_n, err));
        }
    }
    for (size_t g = 0; g < q->rows_n; g++) {
        SL_TRY(block_multiply(q, g, err));
        SL_TRY(step(data, ++*done, steps_n, err));
    }
    return SLUICE_OK;
}

void sl_quotient_keep_products(sl_quotient_blocks *q) {
    q->keeps_products = true;
}

sluice_status sl_quotient_multiply(sl_quotient_blocks *q, sl_quotient_step_fn step, void *data, sluice_error *err) {
    uint64_t done = 0;
    SL_TRY(products_make(q, step, data, &done, 3 * (uint64_t)q->rows_n, err));
    memory_release(q);
    return SLUICE_OK;
}

sluice_status sl_quotient_divide(sl_quotient_blocks *q, sl_quotient_step_fn step, void *data, sl_fr *top,
                                 sluice_error *err) {
    const uint64_t steps_n = 4 * (uint64_t)q->rows_n;
    uint64_t done = 0;
    SL_TRY(products_make(q, step, data, &done, steps_n, err));
    const sl_fr scale = sl_ntt_quotient_scale(q->log2_size);
    for (size_t p = 0; p < q->rows_n; p++) {
        SL_TRY(row_finish(q, p, &scale, err));
        SL_TRY(step(data, ++done, steps_n, err));
    }
    *top = q->block[A][q->row_n - 1]; /* the last row, of index R - 1, in memory still */
    memory_release(q);
    return SLUICE_OK;
}

size_t sl_quotient_unit(const sl_quotient_blocks *q) {
    return q->rows_n;
}

/* out[R t + bitrev(p)] = rows[p n + t] */
typedef struct gather_job {
    const sl_quotient_blocks *q;
    const sl_fr *rows;
    sl_fr *out;
    size_t n; /* of each row */
    size_t part_n;
} gather_job;

static void gather_task(void *data, size_t i, size_t worker) {
    (void)worker;
    const gather_job *job = data;
    const size_t rows_n = job->q->rows_n;
    const size_t end = SL_MIN(job->n, (i + 1) * job->part_n);
    for (size_t p = 0; p < rows_n; p++) {
        sl_fr *out = job->out + sl_bitrev(p, job->q->log2_rows);
        for (size_t t = i * job->part_n; t < end; t++) {
            out[rows_n * t] = job->rows[p * job->n + t];
        }
    }
}

/* Values stand in their order. */
static sluice_status products_read(const sl_quotient_blocks *q, uint64_t first, size_t n, sl_fr *out,
                                   sluice_error *err) {
    const size_t run_n = SL_MIN(n, TRANSFER_N);
    transfer t = {.q = q,
                  .memory = out,
                  .run_n = run_n,
                  .runs_n = n / run_n,
                  .memory_stride = run_n,
                  .first = first,
                  .stride = run_n};
    SL_TRY(transfer_run(&t, err));
    if (n % run_n != 0) {
        const uint64_t done = (uint64_t)(n / run_n) * run_n;
        t = (transfer){.q = q, .memory = out + done, .run_n = n % run_n, .runs_n = 1, .first = first + done};
        SL_TRY(transfer_run(&t, err));
    }
    sl_scratch_will_need(&q->file, n * sizeof(sl_fr), (first + n) * sizeof(sl_fr));
    return SLUICE_OK;
}

sluice_status sl_quotient_read(const sl_quotient_blocks *q, uint64_t first, size_t n, sl_fr *out, sl_fr *scratch,
                               sluice_error *err) {
    SL_ASSERT(first % q->rows_n == 0 && n % q->rows_n == 0 && first + n <= q->size);
    if (q->keeps_products) {
        return products_read(q, first, n, out, err);
    }
    const size_t run_n = n / q->rows_n;
    const uint64_t column = first / q->rows_n;
    transfer t = {.q = q,
                  .memory = scratch,
                  .run_n = run_n,
                  .runs_n = q->rows_n,
                  .memory_stride = run_n,
                  .first = column,
                  .stride = q->row_n};
    SL_TRY(transfer_run(&t, err));
    columns_announce(q, A, column + run_n, run_n);
    gather_job job = {.q = q, .rows = scratch, .out = out, .n = run_n};
    job.part_n = SL_MAX(GATHER_N / q->rows_n, (size_t)1);
    sl_pool_for(q->pool, (run_n + job.part_n - 1) / job.part_n, gather_task, &job);
    return SLUICE_OK;
}
