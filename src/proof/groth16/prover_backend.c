// SPDX-License-Identifier: MIT OR Apache-2.0
/* The sums of a proof by a backend: terms of whole arrays, then rows block by block, then what comes back. */
#include "proof/groth16/prover_backend.h"

#include <pthread.h>
#include <stdatomic.h>

#include "core/sys/random.h"
#include "proof/groth16/prover_state.h"

/* Rows that a thread evaluates and gives away at a time: 1 MiB a vector. */
#define BLOCK_ROWS ((size_t)1 << 15)
/* Blocks a thread between two looks at the observer. */
#define BLOCKS_A_TURN 4
/* Pages that buffers are rounded up to, and handles. */
#define SLACK_BYTES ((size_t)256 << 10)

enum { PHASE_TERMS, PHASE_ROWS, PHASE_H, PHASE_SUMS, PHASES_N };
static const char *const phase_names[PHASES_N] = {"terms", "rows", "sum h", "sums"};

/* b in G2 has the terms of b in G1. */
enum { FEED_L, FEED_A, FEED_B, FEEDS_N };
static const int feed_phases[FEEDS_N] = {SL_PHASE_L, SL_PHASE_A, SL_PHASE_B_G1};

/* Full-width scalars that a section can have. */
static size_t full_max(const sl_r1cs_counts *counts, uint64_t points_n) {
    return (size_t)SL_MIN(points_n, counts->inputs + counts->fields);
}

static size_t block_rows(const sl_r1cs_counts *counts) {
    return SL_MIN(BLOCK_ROWS, (size_t)1 << counts->domain_log2);
}

void sl_prove_plan_elsewhere(sl_prove_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                             size_t threads_n, bool takes_witness) {
    size_t terms = 0;
    for (int i = 0; i < FEEDS_N && !takes_witness; i++) {
        const size_t n = (size_t)layout->section[sl_phase_section(feed_phases[i])].count;
        terms += sl_query_feed_memory(n, full_max(counts, n)) + SLACK_BYTES;
    }
    const size_t rows = takes_witness ? 0 : 3 * threads_n * block_rows(counts) * sizeof(sl_fr);
    sl_prove_plan plan = {
        .is_elsewhere = true,
        .phases_n = PHASES_N,
        .finish_bytes = SLACK_BYTES,
        .prepared_bytes = sl_prove_prepared_bytes(counts),
        .threads_n = threads_n,
    };
    for (int phase = 0; phase < PHASES_N; phase++) {
        plan.phase[phase].name = phase_names[phase];
        plan.phase[phase].bytes = terms + (phase == PHASE_ROWS ? rows : 0) + SLACK_BYTES;
        plan.start_bytes = SL_MAX(plan.start_bytes, plan.phase[phase].bytes);
    }
    plan.peak_bytes = plan.least_bytes = plan.start_bytes;
    *out = plan;
}

/* Rows */

typedef struct rows_job {
    const sl_prove_run *run;
    const sl_prover_backend *backend;
    void *job;
    bool skip_check;
    size_t first_block, block_n, blocks_n;
    sl_fr *space;        /* three blocks of each thread */
    atomic_bool is_over; /* a row does not hold, or the backend failed */
    bool is_broken;
    sluice_error error; /* of the backend, the first; it and is_broken with the lock */
    pthread_mutex_t lock;
} rows_job;

static void rows_end(rows_job *job, bool is_broken, const sluice_error *error) {
    (void)pthread_mutex_lock(&job->lock);
    job->is_broken = job->is_broken || is_broken;
    if (error != NULL && job->error.status == SLUICE_OK) {
        job->error = *error;
    }
    (void)pthread_mutex_unlock(&job->lock);
    atomic_store_explicit(&job->is_over, true, memory_order_relaxed);
}

static void rows_task(void *data, size_t i, size_t worker) {
    rows_job *job = data;
    const sl_prover *prover = job->run->prover;
    const size_t n = job->block_n, first = (job->first_block + i) * n;
    if (atomic_load_explicit(&job->is_over, memory_order_relaxed)) {
        return;
    }
    sl_fr *const a = job->space + 3 * worker * n, *const b = a + n, *const c = b + n;
    const bool needs_c = !prover->params->layout.is_folded;
    const bool has_c = needs_c || !job->skip_check;
    sl_r1cs_eval(prover->r1cs, job->run->witness, first, n, a, b, has_c ? c : NULL, NULL);
    const size_t rows = first >= prover->counts.rows ? 0 : SL_MIN((size_t)prover->counts.rows - first, n);
    if (!job->skip_check && !sl_rows_hold(a, b, c, rows)) {
        rows_end(job, true, NULL);
        return;
    }
    const sl_fr *const vectors[] = {a, b, c};
    sluice_error error = {0};
    sluice_status status = SLUICE_OK;
    for (unsigned v = 0; v < (needs_c ? 3u : 2u) && status == SLUICE_OK; v++) {
        status = job->backend->rows(job->job, v, first, vectors[v], n, &error);
    }
    if (status != SLUICE_OK) {
        rows_end(job, false, &error);
    }
}

static sluice_status rows_run(rows_job *job, sluice_error *err) {
    const sl_prove_run *run = job->run;
    const size_t turn = BLOCKS_A_TURN * sl_pool_threads(run->pool);
    for (; job->first_block < job->blocks_n && !job->is_over; job->first_block += turn) {
        sl_pool_for(run->pool, SL_MIN(turn, job->blocks_n - job->first_block), rows_task, job);
        const size_t done = SL_MIN(job->first_block + turn, job->blocks_n);
        SL_TRY(sl_observe_progress(run->observer, phase_names[PHASE_ROWS], done * job->block_n,
                                   job->blocks_n * job->block_n, err));
    }
    if (job->is_broken) {
        return sl_rows_broken(run, err);
    }
    if (job->error.status != SLUICE_OK && err != NULL) {
        *err = job->error;
    }
    return job->error.status;
}

static sluice_status rows_give(const sl_prove_run *run, const sl_prover_backend *backend, void *to, bool skip_check,
                               sluice_error *err) {
    const sl_r1cs_counts *counts = &run->prover->counts;
    rows_job job = {.run = run, .backend = backend, .job = to, .skip_check = skip_check};
    job.block_n = block_rows(counts);
    job.blocks_n = ((size_t)1 << counts->domain_log2) / job.block_n;
    sl_buf space;
    const sl_mem_scope before = sl_mem_class_set(SL_MEM_ABC);
    sluice_status status =
        sl_buf_alloc_n(&space, 3 * sl_pool_threads(run->pool) * job.block_n, sizeof(sl_fr), "row values", err);
    (void)sl_mem_scope_set(before);
    SL_TRY(status);
    sl_buf_mark_secret(&space);
    job.space = space.data;
    (void)pthread_mutex_init(&job.lock, NULL);
    status = rows_run(&job, err);
    (void)pthread_mutex_destroy(&job.lock);
    sl_buf_release(&space);
    return status;
}

/* Terms */

typedef struct terms_job {
    const sl_prove_run *run;
    sl_query_feed feed[FEEDS_N];
    size_t n[FEEDS_N];
    sl_query_chunk chunk[FEEDS_N];
} terms_job;

static void terms_task(void *data, size_t i, size_t worker) {
    terms_job *job = data;
    (void)worker;
    sl_query_feed_next(&job->feed[i], job->n[i], &job->chunk[i]);
}

static void terms_release(terms_job *job) {
    for (int i = 0; i < FEEDS_N; i++) {
        sl_query_feed_close(&job->feed[i]);
    }
}

static sluice_status terms_make(const sl_prove_run *run, terms_job *job, sluice_error *err) {
    const sl_prover *prover = run->prover;
    sluice_status status = SLUICE_OK;
    *job = (terms_job){.run = run};
    for (int i = 0; i < FEEDS_N && status == SLUICE_OK; i++) {
        job->n[i] = (size_t)prover->params->layout.section[sl_phase_section(feed_phases[i])].count;
        status = sl_prove_feed_open(run, &job->feed[i], feed_phases[i], job->n[i], full_max(&prover->counts, job->n[i]),
                                    err);
    }
    if (status == SLUICE_OK) {
        sl_pool_for(run->pool, FEEDS_N, terms_task, job);
    } else {
        terms_release(job);
    }
    return status;
}

/* One stage of the observer around one call. */
#define STAGE(run, phase, status, call)                               \
    do {                                                              \
        sl_observe_stage((run)->observer, phase_names[phase], false); \
        (status) = (call);                                            \
        sl_observe_stage((run)->observer, phase_names[phase], true);  \
    } while (0)

static sluice_status queries_take(const sl_prover_backend *backend, void *job, const terms_job *terms,
                                  sl_prove_sums *out, sluice_error *err) {
    if (backend->witness != NULL) {
        return backend->queries(job, NULL, out, err);
    }
    const sl_query_chunk sections[SL_KEY_SECTIONS_N] = {
        [SL_KEY_L] = terms->chunk[FEED_L],
        [SL_KEY_A] = terms->chunk[FEED_A],
        [SL_KEY_B_G1] = terms->chunk[FEED_B],
        [SL_KEY_B_G2] = terms->chunk[FEED_B],
    };
    return backend->queries(job, sections, out, err);
}

static sluice_status witness_give(const sl_prove_run *run, const sl_prover_backend *backend, void *job,
                                  bool skip_row_check, sluice_error *err) {
    bool is_broken = false;
    SL_TRY(backend->witness(job, run->witness, !skip_row_check, &is_broken, err));
    return is_broken ? sl_rows_broken(run, err) : SLUICE_OK;
}

static sluice_status job_run(const sl_prove_run *run, const sl_prover_backend *backend, void *job,
                             const terms_job *terms, bool skip_row_check, sl_prove_sums *out, sluice_error *err) {
    const uint64_t total = (uint64_t)1 << run->prover->counts.domain_log2;
    sluice_status status;
    STAGE(run, PHASE_ROWS, status,
          backend->witness != NULL ? witness_give(run, backend, job, skip_row_check, err)
                                   : rows_give(run, backend, job, skip_row_check, err));
    SL_TRY(status);
    SL_TRY(sl_observe_progress(run->observer, phase_names[PHASE_ROWS], total, total, err));
    STAGE(run, PHASE_H, status, backend->h(job, &out->h, err));
    SL_TRY(status);
    SL_TRY(sl_observe_progress(run->observer, phase_names[PHASE_H], total, total, err));
    STAGE(run, PHASE_SUMS, status, queries_take(backend, job, terms, out, err));
    return status;
}

static void sums_take(const sl_prove_run *run, const sl_prove_sums *from, sl_sums *out) {
    sl_g1_from_affine(&out->a, &from->a);
    sl_g1_from_affine(&out->b1, &from->b1);
    sl_g1_from_affine(&out->h, &from->h);
    sl_g1_from_affine(&out->l, &from->l);
    sl_g2_from_affine(&out->b2, &from->b2);
    if (run->prover->params->layout.is_folded) {
        sl_folded_h_divide(run->prover, out);
        sl_folded_l_less_inputs(run, out);
    }
}

/* Terms come first: they are made while others compute there, and nothing waits for them later. */
sluice_status sl_sums_elsewhere(const sl_prove_run *run, const sl_prover_backend *backend, bool skip_row_check,
                                sl_sums *out, sluice_error *err) {
    terms_job terms = {0};
    sluice_status status;
    if (backend->witness == NULL) {
        STAGE(run, PHASE_TERMS, status, terms_make(run, &terms, err));
        SL_TRY(status);
    }
    void *job = NULL;
    sl_prove_sums sums;
    status = backend->open(backend->data, &job, err);
    if (status == SLUICE_OK) {
        status = job_run(run, backend, job, &terms, skip_row_check, &sums, err);
        backend->close(job);
    }
    terms_release(&terms);
    if (status == SLUICE_OK) {
        sums_take(run, &sums, out);
        sl_wipe(&sums, sizeof sums);
    }
    return status;
}
