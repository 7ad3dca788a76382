// SPDX-License-Identifier: MIT OR Apache-2.0
/* Row values and the quotient (spec 1.2). */
#include <stdatomic.h>

#include "math/poly/ntt.h"
#include "proof/groth16/prover_state.h"

sluice_status sl_rows_explain(const sl_prove_run *run, sluice_error *err) {
    uint64_t row;
    char path[256];
    return sl_r1cs_check(run->prover->r1cs, run->witness, run->pool, &row, path, sizeof path, err);
}

sluice_status sl_rows_broken(const sl_prove_run *run, sluice_error *err) {
    SL_TRY(sl_rows_explain(run, err));
    return SL_FAIL(err, SLUICE_E_SELF_CHECK,
                   "a row did not hold when it was evaluated, yet holds now: suspect the hardware");
}

static sluice_status quotient_broken(const sl_prove_run *run, sluice_error *err) {
    SL_TRY(sl_rows_explain(run, err));
    return SL_FAIL(err, SLUICE_E_SELF_CHECK,
                   "the quotient leaves a remainder although every row holds: suspect the hardware");
}

/* Evaluation of rows a block at a time, with the test that a b = c. */
typedef struct rows_job {
    const sl_prove_run *run;
    sl_fr *a, *b;
    sl_fr *c; /* SL_ROWS_BLOCK of each thread; NULL: no test */
    atomic_bool broken;
} rows_job;

static void rows_task(void *data, size_t block, size_t worker) {
    rows_job *job = data;
    const sl_prover *prover = job->run->prover;
    const size_t m = (size_t)1 << prover->counts.domain_log2;
    const size_t first = block * SL_ROWS_BLOCK;
    const size_t n = SL_MIN(m - first, (size_t)SL_ROWS_BLOCK);
    sl_fr *c = job->c == NULL ? NULL : job->c + worker * SL_ROWS_BLOCK;
    sl_r1cs_eval(prover->r1cs, job->run->witness, first, n, job->a + first, job->b + first, c, NULL);
    const size_t rows = first >= prover->counts.rows ? 0 : SL_MIN((size_t)prover->counts.rows - first, n);
    if (c != NULL && !sl_rows_hold(job->a + first, job->b + first, c, rows)) {
        atomic_store_explicit(&job->broken, true, memory_order_relaxed);
    }
}

bool sl_rows_hold(const sl_fr *a, const sl_fr *b, const sl_fr *c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sl_fr product;
        sl_fr_mul(&product, &a[i], &b[i]);
        if (!sl_fr_eq(&product, &c[i])) {
            return false;
        }
    }
    return true;
}

static sluice_status vector_alloc(sl_buf *out, size_t n, const char *tag, sluice_error *err) {
    const sl_mem_scope before = sl_mem_class_set(SL_MEM_ABC);
    const sluice_status status = sl_buf_alloc_n(out, n, sizeof(sl_fr), tag, err);
    (void)sl_mem_scope_set(before);
    if (status == SLUICE_OK) {
        sl_buf_mark_secret(out);
    }
    return status;
}

/* a and b become the values of all rows, the input rows and the padding to the domain included. */
static sluice_status rows_evaluate(const sl_prove_run *run, bool skip_check, sl_buf *a, sl_buf *b, sluice_error *err) {
    const size_t m = (size_t)1 << run->prover->counts.domain_log2;
    sl_buf c = SL_BUF_EMPTY;
    SL_TRY(vector_alloc(a, m, "row values a", err));
    SL_TRY(vector_alloc(b, m, "row values b", err));
    if (!skip_check) {
        SL_TRY(vector_alloc(&c, sl_pool_threads(run->pool) * SL_ROWS_BLOCK, "row values c", err));
    }
    rows_job job = {.run = run, .a = a->data, .b = b->data, .c = c.data};
    sl_pool_for(run->pool, (m + SL_ROWS_BLOCK - 1) / SL_ROWS_BLOCK, rows_task, &job);
    sl_buf_release(&c);
    return job.broken ? sl_rows_broken(run, err) : SLUICE_OK;
}

/* a becomes the scalars of h: coefficients, or values (prover_folded.c). The values of c are made once more, in the
 * place of b: two vectors, not three. */
static sluice_status rows_divide(const sl_prove_run *run, sl_buf *a, sl_buf *b, sluice_error *err) {
    const sl_prover *prover = run->prover;
    sl_ntt *ntt;
    if (prover->params->layout.is_folded) {
        return sl_folded_products(run, a->data, b->data, err);
    }
    SL_TRY(sl_ntt_open(&ntt, prover->counts.domain_log2, prover->kernels, run->pool, err));
    sl_ntt_quotient_products(ntt, a->data, b->data);
    sl_r1cs_eval(prover->r1cs, run->witness, 0, (size_t)1 << prover->counts.domain_log2, NULL, NULL, b->data,
                 run->pool);
    sl_ntt_quotient_less(ntt, a->data, b->data);
    sl_ntt_close(ntt);
    const sl_fr *h = a->data;
    return sl_fr_is_zero(&h[prover->params->layout.section[SL_KEY_H].count]) ? SLUICE_OK : quotient_broken(run, err);
}

/* Both in memory. */
static sluice_status vector_make(const sl_prove_run *run, bool skip_row_check, sl_buf *out, sluice_error *err) {
    sl_buf a = SL_BUF_EMPTY, b = SL_BUF_EMPTY;
    sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_ROWS), false);
    sluice_status status = rows_evaluate(run, skip_row_check, &a, &b, err);
    sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_ROWS), true);
    if (status == SLUICE_OK) {
        sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_QUOTIENT), false);
        status = rows_divide(run, &a, &b, err);
        sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_QUOTIENT), true);
    }
    sl_buf_release(&b);
    if (status != SLUICE_OK) {
        sl_buf_release(&a);
        return status;
    }
    *out = a;
    return SLUICE_OK;
}

/* The same in blocks of a file. */

typedef struct blocks_job {
    const sl_prove_run *run;
    bool skip_row_check;
    int phase;
} blocks_job;

static bool blocks_rows(void *data, uint64_t first, size_t n, sl_fr *a, sl_fr *b, sl_fr *c) {
    const blocks_job *job = data;
    const sl_prover *prover = job->run->prover;
    sl_r1cs_eval(prover->r1cs, job->run->witness, first, n, a, b, c, NULL);
    const uint64_t rows = first >= prover->counts.rows ? 0 : SL_MIN(prover->counts.rows - first, (uint64_t)n);
    return job->skip_row_check || sl_rows_hold(a, b, c, (size_t)rows);
}

static sluice_status blocks_step(void *data, uint64_t done, uint64_t total, sluice_error *err) {
    const blocks_job *job = data;
    return sl_observe_progress(job->run->observer, sl_phase_name(job->phase), done, total, err);
}

static sluice_status blocks_run(sl_quotient_blocks *blocks, blocks_job *job, sluice_error *err) {
    const sl_observer *observer = job->run->observer;
    job->phase = SL_PHASE_ROWS;
    sl_observe_stage(observer, sl_phase_name(SL_PHASE_ROWS), false);
    sluice_status status = sl_quotient_take(blocks, blocks_rows, blocks_step, job, err);
    if (status == SLUICE_E_UNSATISFIED) {
        status = sl_rows_broken(job->run, err);
    }
    sl_observe_stage(observer, sl_phase_name(SL_PHASE_ROWS), true);
    SL_TRY(status);
    sl_fr top = sl_fr_zero();
    job->phase = SL_PHASE_QUOTIENT;
    sl_observe_stage(observer, sl_phase_name(SL_PHASE_QUOTIENT), false);
    status = job->run->prover->params->layout.is_folded ? sl_quotient_multiply(blocks, blocks_step, job, err)
                                                        : sl_quotient_divide(blocks, blocks_step, job, &top, err);
    sl_observe_stage(observer, sl_phase_name(SL_PHASE_QUOTIENT), true);
    SL_TRY(status);
    return sl_fr_is_zero(&top) ? SLUICE_OK : quotient_broken(job->run, err);
}

static sluice_status blocks_make(const sl_prove_run *run, bool skip_row_check, sl_quotient_blocks **out,
                                 sluice_error *err) {
    const sl_prover *prover = run->prover;
    sl_quotient_blocks *blocks;
    blocks_job job = {.run = run, .skip_row_check = skip_row_check};
    const sl_mem_scope before = sl_mem_class_set(SL_MEM_ABC);
    sluice_status status = sl_quotient_blocks_open(&blocks, prover->counts.domain_log2, run->plan->block_log2,
                                                   prover->kernels, run->pool, run->scratch_folder, err);
    (void)sl_mem_scope_set(before);
    SL_TRY(status);
    if (prover->params->layout.is_folded) {
        sl_quotient_keep_products(blocks);
    }
    status = blocks_run(blocks, &job, err);
    if (status != SLUICE_OK) {
        sl_quotient_blocks_close(blocks);
        return status;
    }
    *out = blocks;
    return SLUICE_OK;
}

sluice_status sl_quotient_make(const sl_prove_run *run, bool skip_row_check, sl_quotient *out, sluice_error *err) {
    *out = (sl_quotient){SL_BUF_EMPTY, NULL};
    return run->plan->block_log2 == 0 ? vector_make(run, skip_row_check, &out->vector, err)
                                      : blocks_make(run, skip_row_check, &out->blocks, err);
}

void sl_quotient_release(sl_quotient *quotient) {
    sl_buf_release(&quotient->vector);
    sl_quotient_blocks_close(quotient->blocks);
    quotient->blocks = NULL;
}
