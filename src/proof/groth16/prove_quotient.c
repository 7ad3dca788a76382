// SPDX-License-Identifier: MIT OR Apache-2.0
/* Row values and the quotient (spec 1.2). */
#include <stdatomic.h>

#include "math/poly/ntt.h"
#include "proof/groth16/prover_state.h"

typedef struct rows_scan {
    const sl_fr *a, *b, *c;
    size_t n;
    atomic_bool broken;
} rows_scan;

static void rows_scan_task(void *data, size_t block, size_t worker) {
    (void)worker;
    rows_scan *scan = data;
    const size_t end = SL_MIN(scan->n, (block + 1) * SL_ROWS_BLOCK);
    for (size_t i = block * SL_ROWS_BLOCK; i < end; i++) {
        sl_fr product;
        sl_fr_mul(&product, &scan->a[i], &scan->b[i]);
        if (!sl_fr_eq(&product, &scan->c[i])) {
            atomic_store_explicit(&scan->broken, true, memory_order_relaxed);
            return;
        }
    }
}

sluice_status sl_rows_explain(const sl_prove_run *run, sluice_error *err) {
    uint64_t row;
    char path[256];
    return sl_r1cs_check(run->prover->r1cs, run->witness, run->pool, &row, path, sizeof path, err);
}

typedef struct vectors {
    sl_buf a, b, c;
} vectors;

static void vectors_release(vectors *v) {
    sl_buf_release(&v->a);
    sl_buf_release(&v->b);
    sl_buf_release(&v->c);
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

/* v->a, b, c become the values of all rows, the input rows and the padding to the domain included. */
static sluice_status rows_evaluate(const sl_prove_run *run, bool skip_check, vectors *v, sluice_error *err) {
    const sl_r1cs_counts *counts = &run->prover->counts;
    const size_t m = (size_t)1 << counts->domain_log2;
    SL_TRY(vector_alloc(&v->a, m, "row values a", err));
    SL_TRY(vector_alloc(&v->b, m, "row values b", err));
    SL_TRY(vector_alloc(&v->c, m, "row values c", err));
    sl_r1cs_eval(run->prover->r1cs, run->witness, 0, m, v->a.data, v->b.data, v->c.data, run->pool);
    if (skip_check) {
        return SLUICE_OK;
    }
    rows_scan scan = {.a = v->a.data, .b = v->b.data, .c = v->c.data, .n = (size_t)counts->rows};
    sl_pool_for(run->pool, (scan.n + SL_ROWS_BLOCK - 1) / SL_ROWS_BLOCK, rows_scan_task, &scan);
    if (scan.broken) {
        SL_TRY(sl_rows_explain(run, err));
        return SL_FAIL(err, SLUICE_E_SELF_CHECK,
                       "a row did not hold when it was evaluated, yet holds now: suspect the hardware");
    }
    return SLUICE_OK;
}

/* v->a becomes the coefficients of h; b and c are given back. */
static sluice_status rows_divide(const sl_prove_run *run, vectors *v, sluice_error *err) {
    sl_ntt *ntt;
    SL_TRY(sl_ntt_open(&ntt, run->prover->counts.domain_log2, run->prover->kernels, run->pool, err));
    sl_ntt_quotient(ntt, v->a.data, v->b.data, v->c.data);
    sl_ntt_close(ntt);
    sl_buf_release(&v->b);
    sl_buf_release(&v->c);
    const sl_fr *h = v->a.data;
    if (!sl_fr_is_zero(&h[run->prover->params->layout.section[SL_KEY_H].count])) {
        SL_TRY(sl_rows_explain(run, err));
        return SL_FAIL(err, SLUICE_E_SELF_CHECK,
                       "the quotient leaves a remainder although every row holds: suspect the hardware");
    }
    return SLUICE_OK;
}

sluice_status sl_quotient_make(const sl_prove_run *run, bool skip_row_check, sl_buf *out, sluice_error *err) {
    vectors v = {SL_BUF_EMPTY, SL_BUF_EMPTY, SL_BUF_EMPTY};
    sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_ROWS), false);
    sluice_status status = rows_evaluate(run, skip_row_check, &v, err);
    sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_ROWS), true);
    if (status == SLUICE_OK) {
        sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_QUOTIENT), false);
        status = rows_divide(run, &v, err);
        sl_observe_stage(run->observer, sl_phase_name(SL_PHASE_QUOTIENT), true);
    }
    if (status == SLUICE_OK) {
        *out = SL_BUF_EMPTY;
        sl_buf_move(out, &v.a);
    }
    vectors_release(&v);
    return status;
}
