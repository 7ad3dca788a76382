// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proofs whose sums are made elsewhere: a backend over the processor's own arithmetic gives the same bytes, and
 * whatever it does wrong is a status.
 */
#include "proof/groth16/prover_backend.h"

#include <pthread.h>

#include "modules/cpu_sums.h"
#include "proof/groth16/fold.h"
#include "toys.h"

static sluice_error err;

/* A backend in memory, and which of its calls fails. */
typedef struct elsewhere {
    sl_prover_backend backend;
    const sl_r1cs *r1cs;
    const sl_params *params;
    sl_pool *pool;             /* of its own */
    const sl_witness *witness; /* given to e_witness */
    unsigned domain_log2;
    int open_n, calls_n;
    int fail_at;   /* the call that fails; -1: none */
    int flip_rows; /* a value of a row is given wrongly */
    pthread_mutex_t lock;
    uint64_t rows_n[3]; /* given */
    sl_buf vectors[3];
} elsewhere;

static sluice_status call_count(elsewhere *e, sluice_error *error) {
    (void)pthread_mutex_lock(&e->lock);
    const bool fails = e->calls_n++ == e->fail_at;
    (void)pthread_mutex_unlock(&e->lock);
    return fails ? SL_FAIL(error, SLUICE_E_DEVICE, "made to fail by a test") : SLUICE_OK;
}

static sluice_status e_open(void *data, void **job, sluice_error *error) {
    elsewhere *e = data;
    SL_TRY(call_count(e, error));
    for (int v = 0; v < 3; v++) {
        e->rows_n[v] = 0;
        SL_CHECK_OK(sl_buf_alloc_n(&e->vectors[v], (size_t)1 << e->domain_log2, sizeof(sl_fr), "test", error));
    }
    e->open_n++;
    *job = e;
    return SLUICE_OK;
}

static sluice_status e_rows(void *job, unsigned vector, uint64_t first, const sl_fr *values, size_t n,
                            sluice_error *error) {
    elsewhere *e = job;
    SL_TRY(call_count(e, error));
    SL_CHECK(vector < (e->params->layout.is_folded ? 2u : 3u));
    memcpy((sl_fr *)e->vectors[vector].data + first, values, n * sizeof *values);
    (void)pthread_mutex_lock(&e->lock);
    e->rows_n[vector] += n;
    (void)pthread_mutex_unlock(&e->lock);
    return SLUICE_OK;
}

/* Evaluates and tests the rows by itself. */
static sluice_status e_witness(void *job, const sl_witness *witness, bool is_checked, bool *is_broken,
                               sluice_error *error) {
    elsewhere *e = job;
    const size_t m = (size_t)1 << e->domain_log2;
    sl_r1cs_counts counts;
    sl_fr *abc[3];
    SL_TRY(call_count(e, error));
    for (int v = 0; v < 3; v++) {
        abc[v] = e->vectors[v].data;
        e->rows_n[v] = m;
    }
    sl_r1cs_counts_get(e->r1cs, &counts);
    sl_r1cs_eval(e->r1cs, witness, 0, m, abc[0], abc[1], abc[2], NULL);
    for (size_t i = 0; i < counts.rows && is_checked; i++) {
        sl_fr product;
        sl_fr_mul(&product, &abc[0][i], &abc[1][i]);
        *is_broken = *is_broken || !sl_fr_eq(&product, &abc[2][i]);
    }
    e->witness = witness;
    return SLUICE_OK;
}

/* The terms of a section from the witness; the caller closes the feed. */
static void terms_make(const elsewhere *e, sl_key_section section, sl_density *density, sl_query_feed *feed,
                       sl_query_chunk *out) {
    const size_t n = (size_t)e->params->layout.section[section].count;
    const bool is_l = section == SL_KEY_L, is_a = section == SL_KEY_A;
    SL_CHECK_OK(sl_r1cs_density(e->r1cs, density, &err));
    SL_CHECK_OK(sl_query_feed_open(feed, e->witness, is_l ? 0 : e->witness->inputs_n,
                                   is_l || is_a ? NULL : density->b_inputs,
                                   is_l   ? NULL
                                   : is_a ? density->a_aux
                                          : density->b_aux,
                                   e->r1cs->wire_types, n, n, &err));
    sl_query_feed_next(feed, n, out);
}

/* The points of a section from first on, in a buffer that the caller releases. */
static sl_buf points_load(const elsewhere *e, sl_key_section section) {
    const sl_key_range *range = &e->params->layout.section[section];
    sl_buf out;
    SL_CHECK_OK(sl_buf_alloc(&out, range->bytes, "test", &err));
    SL_CHECK_OK(sl_file_read_at(&e->params->file, out.data, range->bytes, range->offset, &err));
    return out;
}

static sluice_status section_sum(elsewhere *e, sl_key_section section, sl_msm_chunk chunk, void *out,
                                 sluice_error *error) {
    sl_buf points = points_load(e, section);
    chunk.bases = points.data;
    chunk.n = (size_t)e->params->layout.section[section].count;
    const sl_group group = section == SL_KEY_B_G2 ? SL_G2 : SL_G1;
    const sluice_status status = cpu_sum(out, group, &chunk, &sl_kernels_portable, e->pool, error);
    sl_buf_release(&points);
    return status;
}

static sluice_status e_h(void *job, sl_g1_affine *out, sluice_error *error) {
    elsewhere *e = job;
    const bool is_folded = e->params->layout.is_folded;
    SL_TRY(call_count(e, error));
    sl_fr *const a = e->vectors[0].data;
    for (int v = 0; v < (is_folded ? 2 : 3); v++) { /* all of them, once */
        SL_CHECK_EQ_U64(e->rows_n[v], (uint64_t)1 << e->domain_log2);
    }
    if (e->flip_rows) {
        sl_fr_dbl(&a[0], &a[0]);
    }
    SL_CHECK_OK(cpu_quotient(a, e->vectors[1].data, is_folded ? NULL : e->vectors[2].data, e->domain_log2,
                             &sl_kernels_portable, e->pool, error));
    const sl_msm_chunk chunk = {.full = a, .full_n = (size_t)e->params->layout.section[SL_KEY_H].count};
    return section_sum(e, SL_KEY_H, chunk, out, error);
}

static sluice_status e_queries(void *job, const sl_query_chunk terms[SL_KEY_SECTIONS_N], sl_prove_sums *out,
                               sluice_error *error) {
    elsewhere *e = job;
    void *const to[SL_KEY_SECTIONS_N] = {
        [SL_KEY_L] = &out->l, [SL_KEY_A] = &out->a, [SL_KEY_B_G1] = &out->b1, [SL_KEY_B_G2] = &out->b2};
    SL_TRY(call_count(e, error));
    SL_CHECK((terms == NULL) == (e->backend.witness != NULL));
    for (sl_key_section section = SL_KEY_L; section <= SL_KEY_B_G2; section++) {
        sl_query_chunk from;
        sl_query_feed feed = {0};
        sl_density density = {0};
        if (terms == NULL) {
            terms_make(e, section, &density, &feed, &from);
        } else {
            from = terms[section];
        }
        const sl_msm_chunk chunk = {
            .bits = from.bits, .full_at = from.full_at, .full = from.full, .full_n = from.full_n};
        const sluice_status status = section_sum(e, section, chunk, to[section], error);
        sl_query_feed_close(&feed);
        sl_density_release(&density);
        SL_TRY(status);
    }
    return SLUICE_OK;
}

static void e_close(void *job) {
    elsewhere *e = job;
    for (int v = 0; v < 3; v++) {
        sl_buf_release(&e->vectors[v]);
    }
    e->open_n--;
}

static void elsewhere_open(elsewhere *e, const toy_room *room, const sl_params *params) {
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(room->r1cs, &counts);
    *e = (elsewhere){.backend = {e, e_open, NULL, e_rows, e_h, e_queries, e_close},
                     .r1cs = room->r1cs,
                     .params = params,
                     .domain_log2 = counts.domain_log2,
                     .fail_at = -1};
    SL_CHECK_OK(sl_pool_open(&e->pool, 1, &err));
    SL_CHECK(pthread_mutex_init(&e->lock, NULL) == 0);
}

static void elsewhere_close(elsewhere *e) {
    SL_CHECK(e->open_n == 0);
    sl_pool_close(e->pool);
    (void)pthread_mutex_destroy(&e->lock);
}

/* A toy, and a prover of it that computes elsewhere. */
typedef struct prover_case {
    toy_room room;
    elsewhere e;
    sl_prover *prover;
    sl_prove_options options;
} prover_case;

static void case_open(prover_case *c, const char *name) {
    toy_room_open(&c->room, toy_named(name));
    elsewhere_open(&c->e, &c->room, &c->room.params);
    SL_CHECK_OK(sl_prover_open(&c->prover, c->room.r1cs, &c->room.params, &sl_kernels_portable, c->room.pool, &err));
    c->options = (sl_prove_options){.backend = &c->e.backend};
}

static void case_close(prover_case *c) {
    sl_prover_close(c->prover);
    elsewhere_close(&c->e);
    toy_room_close(&c->room);
}

/* Here and elsewhere, from rows or from the witness, with the same r and s; the same proof and the same sums. */
static void check_same(const toy_room *room, const sl_params *params) {
    const sl_fr r = sl_fr_from_u64(5), s = sl_fr_from_u64(11);
    enum { WAYS_N = 3 };
    sl_prove_sums sums[WAYS_N];
    sl_proof proofs[WAYS_N];
    sl_prover *prover;
    elsewhere e;
    elsewhere_open(&e, room, params);
    SL_CHECK_OK(sl_prover_open(&prover, room->r1cs, params, &sl_kernels_portable, room->pool, &err));
    SL_CHECK(sl_prover_params(prover) == params && sl_prover_r1cs(prover) == room->r1cs);
    for (int i = 0; i < WAYS_N; i++) {
        e.backend.witness = i == 2 ? e_witness : NULL;
        const sl_prove_options options = {.r = &r, .s = &s, .sums = &sums[i], .backend = i == 0 ? NULL : &e.backend};
        SL_CHECK_OK(sl_prover_prove(prover, &room->witness, &options, &proofs[i], &err));
    }
    for (int i = 1; i < WAYS_N; i++) {
        SL_CHECK_MEM(&proofs[0], &proofs[i], sizeof proofs[0]);
        SL_CHECK_MEM(&sums[0], &sums[i], sizeof sums[0]);
    }
    sl_prover_close(prover);
    elsewhere_close(&e);
}

SL_TEST(same_bytes_as_here) {
    for (size_t i = 0; i < SL_ARRAY_N(toys); i += SANITIZED ? 3 : 1) {
        toy_room room;
        toy_room_open(&room, &toys[i]);
        check_same(&room, &room.params);
        toy_room_close(&room);
    }
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

SL_TEST(same_bytes_with_a_folded_key) {
    toy_room room;
    sl_params folded;
    toy_room_open(&room, toy_named("bits-150"));
    const char *path = sl_test_temp_path("folded.params");
    const sl_fold_options options = {0};
    SL_CHECK_OK(sl_fold_run(room.r1cs, &room.params, path, &options, &sl_kernels_portable, room.pool, NULL, &err));
    SL_CHECK_OK(sl_params_open(&folded, path, &err));
    check_same(&room, &folded);
    sl_params_close(&folded);
    toy_room_close(&room);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

/* Each call in turn; then it works, with the same prover. */
SL_TEST(every_call_fails_once) {
    prover_case c;
    case_open(&c, "bits-33");
    const size_t live = sl_mem_live();
    sluice_status status = SLUICE_E_DEVICE;
    int failed_n = 0;
    for (; status != SLUICE_OK; failed_n++) {
        sl_proof proof = {0};
        c.e.calls_n = 0;
        c.e.fail_at = failed_n;
        status = sl_prover_prove(c.prover, &c.room.witness, &c.options, &proof, &err);
        SL_CHECK(status == SLUICE_OK || (status == SLUICE_E_DEVICE && strstr(err.text, "by a test") != NULL));
        SL_CHECK(c.e.open_n == 0);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
    }
    SL_CHECK(failed_n == 1 + 3 + 2 + 1); /* open, three vectors in a block each, h and the queries; and none */
    case_close(&c);
}

/* A backend that computes wrongly: the check finds it, with every row in order. */
SL_TEST(wrong_sums_do_not_verify) {
    sl_proof proof = {0};
    prover_case c;
    case_open(&c, "mimc-11");
    c.e.flip_rows = 1;
    SL_CHECK_STATUS(sl_prover_prove(c.prover, &c.room.witness, &c.options, &proof, &err), SLUICE_E_SELF_CHECK);
    c.e.flip_rows = 0;
    SL_CHECK_OK(sl_prover_prove(c.prover, &c.room.witness, &c.options, &proof, &err));
    case_close(&c);
}

static int stop(void *data, const char *name, uint64_t done, uint64_t total) {
    (void)name;
    (void)done;
    (void)total;
    return *(const int *)data;
}

SL_TEST(rows_are_tested_and_work_stops) {
    sl_proof proof = {0};
    prover_case c;
    case_open(&c, "bits-33");
    int stops = 1;
    const sl_observer observer = {.progress = stop, .data = &stops};
    c.options.observer = &observer;
    SL_CHECK_STATUS(sl_prover_prove(c.prover, &c.room.witness, &c.options, &proof, &err), SLUICE_E_INTERRUPTED);
    stops = 0;
    c.room.witness.bits[0] ^= 16;
    SL_CHECK_STATUS(sl_prover_prove(c.prover, &c.room.witness, &c.options, &proof, &err), SLUICE_E_UNSATISFIED);
    SL_CHECK_MSG(strstr(err.text, "row ") != NULL, "%s", err.text);
    SL_CHECK(c.e.calls_n > 0);
    c.e.backend.witness = e_witness; /* as well where rows are tested there */
    SL_CHECK_STATUS(sl_prover_prove(c.prover, &c.room.witness, &c.options, &proof, &err), SLUICE_E_UNSATISFIED);
    SL_CHECK_MSG(strstr(err.text, "row ") != NULL, "%s", err.text);
    case_close(&c);
}

/* A plan is for here or for elsewhere, and bounds what a proof takes. */
SL_TEST(plans) {
    sl_proof proof;
    sl_prove_plan plan, here;
    sl_r1cs_counts counts;
    prover_case c;
    case_open(&c, "bits-150");
    sl_r1cs_counts_get(c.room.r1cs, &counts);
    const size_t threads_n = sl_pool_threads(c.room.pool);
    sl_prove_plan_elsewhere(&plan, &counts, &c.room.params.layout, threads_n, false);
    SL_CHECK_OK(sl_prove_plan_make(&here, &counts, &c.room.params.layout, &sl_kernels_portable, threads_n, 0, &err));
    SL_CHECK(plan.is_elsewhere && !here.is_elsewhere && plan.phases_n == 4 && here.phases_n == SL_PROVE_PHASES_N);
    const sl_prove_options wrong[] = {{.plan = &plan}, {.plan = &here, .backend = &c.e.backend}};
    for (size_t i = 0; i < SL_ARRAY_N(wrong); i++) {
        SL_CHECK_STATUS(sl_prover_prove(c.prover, &c.room.witness, &wrong[i], &proof, &err), SLUICE_E_USAGE);
    }
    sl_prove_plan small;
    sl_prove_plan_elsewhere(&small, &counts, &c.room.params.layout, threads_n, true);
    SL_CHECK(small.peak_bytes < plan.peak_bytes);
    const sl_prove_options right = {.plan = &plan, .backend = &c.e.backend};
    SL_CHECK_OK(sl_prover_prove(c.prover, &c.room.witness, &right, &proof, &err));
    case_close(&c);
}
