// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Keys and proofs of the module over a runtime and kernels on the processor: every sum against logarithms, whole and in
 * spans, by several threads, with every call failing.
 */
#include <pthread.h>

#include "backends/cuda/device_state.h"
#include "core/mem/buf.h"
#include "prove_runtime.h"
#include "prove_toy.h"

static sluice_error err;
static const sl_module_prove *const prove = &sl_cuda_prove;
static toy_key key_toy;
static toy_proof proof_toy;

static sl_module_key_shape shape_of(unsigned log2, bool is_folded) {
    const uint64_t m = UINT64_C(1) << log2;
    return (sl_module_key_shape){
        .domain_log2 = log2,
        .is_folded = is_folded,
        .points_n = {is_folded && m > 1 ? m : m - 1, 100, 193, 64, 64},
        .full_max = {0, 12, 64, 7, 9},
        .proofs_n = 2,
    };
}

static void toys_make(const sl_module_key_shape *shape) {
    toy_key_make(&key_toy, shape);
    toy_proof_make(&proof_toy, shape);
}

/* Opens a key, fills it, makes a proof; `memory` is what it took. */
static sluice_status all_run(sl_module_device *device, const sl_module_key_shape *shape, sl_module_memory *memory,
                             sluice_error *e) {
    sl_module_key *key;
    SL_TRY(prove->key_open(device, shape, &key, e));
    sluice_status status = toy_key_put(prove, key, &key_toy, 37, e);
    if (status == SLUICE_OK) {
        status = toy_prove(prove, key, &proof_toy, shape, e);
    }
    if (memory != NULL) {
        prove->key_memory(key, memory);
    }
    prove->key_close(key);
    return status;
}

/* --- sums ----------------------------------------------------------------------------------------------------------
 */

static void check_shape(const sl_module_key_shape *shape) {
    sl_module_device *device = device_new();
    sl_module_memory memory;
    toys_make(shape);
    SL_CHECK_OK(all_run(device, shape, &memory, &err));
    uint64_t all = 0;
    for (unsigned use = 0; use < SL_MODULE_USES_N; use++) {
        all += memory.bytes[use];
    }
    SL_CHECK(all == memory.all && memory.peak == memory.all && memory.all <= memory.budget && memory.streamed == 0);
    device_done(device);
}

SL_TEST(a_proof) {
    const sl_module_key_shape shape = shape_of(6, false);
    check_shape(&shape);
}

SL_TEST(a_proof_with_a_folded_key) {
    const sl_module_key_shape shape = shape_of(6, true);
    check_shape(&shape);
}

/* Whose sums are made by runs. */
SL_TEST(a_proof_on_a_card_with_slow_memory) {
    runtime.memory_bytes_a_second = 1000;
    sl_module_device *device = device_new();
    SL_CHECK(device->prefers_runs);
    device_done(device);
    const sl_module_key_shape shape = shape_of(6, true);
    check_shape(&shape);
    runtime.memory_bytes_a_second = 0;
}

SL_TEST(small_domains) {
    for (unsigned log2 = 0; log2 < 3; log2++) {
        for (unsigned is_folded = 0; is_folded < 2; is_folded++) {
            const sl_module_key_shape shape = shape_of(log2, is_folded != 0);
            check_shape(&shape);
        }
    }
}

SL_TEST(empty_sections) {
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        sl_module_key_shape shape = shape_of(3, false);
        shape.points_n[s] = shape.full_max[s] = 0;
        check_shape(&shape);
    }
    sl_module_key_shape nothing = {.proofs_n = 1};
    check_shape(&nothing);
}

/* --- spans ---------------------------------------------------------------------------------------------------------
 */

/* From the least budget up to all that a key wants, with the same sums. */
static void check_budgets(bool is_folded) {
    sl_module_device *device = device_new();
    sl_module_key_shape shape = shape_of(8, is_folded);
    toys_make(&shape);
    sl_module_key *key;
    const uint64_t least = device_budget_least(device, shape);
    shape.budget_bytes = least - 8192;
    SL_CHECK_STATUS(prove->key_open(device, &shape, &key, &err), SLUICE_E_BUDGET);
    unsigned streamed_n = 0, mixed_n = 0;
    for (uint64_t more = 0; more <= 80000; more += 20000) {
        sl_module_memory memory;
        shape.budget_bytes = least + more;
        SL_CHECK_OK(all_run(device, &shape, &memory, &err));
        SL_CHECK(memory.budget == shape.budget_bytes && memory.all <= memory.budget);
        SL_CHECK(memory.pinned >= memory.streamed);
        streamed_n += memory.streamed != 0;
        mixed_n += memory.streamed != 0 && memory.bytes[SL_MODULE_POINTS] != 0;
    }
    SL_CHECK_MSG(streamed_n > 1 && mixed_n > 0, "%u streamed, %u of them in part", streamed_n, mixed_n);
    SL_CHECK(runtime.live == 1);
    device_done(device);
}

SL_TEST(every_budget_gives_the_same_sums) {
    check_budgets(false);
}

SL_TEST(every_budget_gives_the_same_sums_with_a_folded_key) {
    check_budgets(true);
}

/* --- points that are refused ---------------------------------------------------------------------------------------
 */

SL_TEST(bad_points) {
    sl_module_device *device = device_new();
    const sl_module_key_shape shape = shape_of(4, false);
    toys_make(&shape);
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        sl_module_key *key;
        uint8_t *wrong = key_toy.bytes[s] + 9 * toy_point_bytes(s), *also_wrong = wrong + 3 * toy_point_bytes(s);
        wrong[toy_point_bytes(s) - 1] ^= 1;
        also_wrong[0] |= 0x80;
        SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
        for (unsigned again = 0; again < 2; again++) {
            sl_module_proof *proof;
            const sluice_status status =
                again == 0 ? toy_key_put(prove, key, &key_toy, 4, &err) : prove->key_ready(key, &err);
            char text[80];
            (void)snprintf(text, sizeof text, "section %s: point 9: the point is not on the curve",
                           ((const char *[]){"h", "l", "a", "b_g1", "b_g2"})[s]);
            SL_CHECK(status == SLUICE_E_CORRUPT);
            SL_CHECK_MSG(strstr(err.text, text) != NULL, "%s", err.text);
            SL_CHECK_STATUS(prove->proof_open(key, &proof, &err), SLUICE_E_USAGE);
        }
        prove->key_close(key);
        wrong[toy_point_bytes(s) - 1] ^= 1;
        also_wrong[0] &= 0x7f;
    }
    SL_CHECK_OK(all_run(device, &shape, NULL, &err));
    device_done(device);
}

/* --- wrong use -----------------------------------------------------------------------------------------------------
 */

static void check_shape_refused(sl_module_device *device, const sl_module_key_shape *shape) {
    sl_module_key *key;
    SL_CHECK_STATUS(prove->key_open(device, shape, &key, &err), SLUICE_E_USAGE);
}

SL_TEST(shapes_that_are_refused) {
    sl_module_device *device = device_new();
    const sl_module_key_shape good = shape_of(4, false);
    sl_module_key_shape shape = good;
    shape.points_n[SL_MODULE_H]++;
    check_shape_refused(device, &shape);
    shape.is_folded = true;
    shape.points_n[SL_MODULE_H]--;
    check_shape_refused(device, &shape);
    shape = good;
    shape.domain_log2 = SL_MODULE_DOMAIN_LOG2_MAX + 1;
    check_shape_refused(device, &shape);
    shape = good;
    shape.proofs_n = 0;
    check_shape_refused(device, &shape);
    shape.proofs_n = SL_MODULE_PROOFS_MAX + 1;
    check_shape_refused(device, &shape);
    shape = good;
    shape.full_max[SL_MODULE_A] = shape.points_n[SL_MODULE_A] + 1;
    check_shape_refused(device, &shape);
    shape = good;
    shape.points_n[SL_MODULE_L] = UINT64_C(1) << 40;
    check_shape_refused(device, &shape);
    device_done(device);
}

static void check_terms_refused(sl_module_proof *proof, unsigned section, sl_module_terms terms) {
    sl_module_query_sums sums;
    const sl_module_terms kept = proof_toy.terms[section];
    proof_toy.terms[section] = terms;
    SL_CHECK_STATUS(prove->proof_queries(proof, proof_toy.terms, &sums, &err), SLUICE_E_USAGE);
    proof_toy.terms[section] = kept;
}

static void check_proof_use(sl_module_proof *proof, const sl_module_key_shape *shape) {
    const uint64_t m = UINT64_C(1) << shape->domain_log2;
    const sl_fr one = sl_fr_one();
    sl_module_query_sums sums;
    sl_g1_affine h;
    SL_CHECK_STATUS(prove->proof_rows(proof, 3, 0, &one, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_rows(proof, 0, m, &one, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_rows(proof, 0, UINT64_MAX, &one, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_rows(proof, 0, 1, &one, SIZE_MAX, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_queries(proof, proof_toy.terms, &sums, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(toy_rows_put(prove, proof, &proof_toy, shape, 1000, &err));
    SL_CHECK_OK(prove->proof_h(proof, &h, &err));
    SL_CHECK(sl_g1_affine_eq(&h, &proof_toy.h));
    SL_CHECK_STATUS(prove->proof_h(proof, &h, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_rows(proof, 0, 0, &one, 1, &err), SLUICE_E_USAGE);
    sl_fr full[300];
    uint32_t at[300];
    for (uint32_t i = 0; i < SL_ARRAY_N(at); i++) {
        full[i] = one;
        at[i] = i;
    }
    const uint32_t n = (uint32_t)shape->points_n[SL_MODULE_L];
    check_terms_refused(proof, SL_MODULE_L, (sl_module_terms){NULL, at, full, shape->full_max[SL_MODULE_L] + 1});
    at[1] = 0;
    check_terms_refused(proof, SL_MODULE_L, (sl_module_terms){NULL, at, full, 2});
    at[1] = n;
    check_terms_refused(proof, SL_MODULE_L, (sl_module_terms){NULL, at, full, 2});
    at[0] = n - 1;
    at[1] = n - 2;
    check_terms_refused(proof, SL_MODULE_L, (sl_module_terms){NULL, at, full, 2});
    for (unsigned again = 0; again < 2; again++) {
        SL_CHECK_OK(prove->proof_queries(proof, proof_toy.terms, &sums, &err));
        toy_sums_check(&sums, &proof_toy);
    }
}

SL_TEST(wrong_use) {
    sl_module_device *device = device_new();
    const sl_module_key_shape shape = shape_of(4, false);
    toys_make(&shape);
    sl_module_key *key;
    sl_module_proof *proofs[3];
    SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
    SL_CHECK_STATUS(prove->proof_open(key, &proofs[0], &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->key_ready(key, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->key_put(key, SL_MODULE_SECTIONS_N, 0, key_toy.bytes[0], 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->key_put(key, SL_MODULE_L, 100, key_toy.bytes[0], 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->key_put(key, SL_MODULE_L, UINT64_MAX, key_toy.bytes[0], 2, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->key_put(key, SL_MODULE_L, 1, key_toy.bytes[0], SIZE_MAX, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(toy_key_put(prove, key, &key_toy, 1000, &err));
    SL_CHECK_OK(prove->key_ready(key, &err));
    SL_CHECK_STATUS(prove->key_put(key, SL_MODULE_L, 0, key_toy.bytes[SL_MODULE_L], 1, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(prove->proof_open(key, &proofs[0], &err));
    SL_CHECK_OK(prove->proof_open(key, &proofs[1], &err));
    SL_CHECK_STATUS(prove->proof_open(key, &proofs[2], &err), SLUICE_E_USAGE);
    check_proof_use(proofs[1], &shape);
    prove->proof_close(proofs[1]);
    prove->proof_close(NULL);
    prove->proof_close(proofs[0]);
    prove->key_close(key);
    prove->key_close(NULL);
    device_done(device);
}

/* Rows that do not hold are told by the quotient, and cost nothing but their own proof. */
SL_TEST(unsatisfied_rows) {
    sl_module_device *device = device_new();
    const sl_module_key_shape shape = shape_of(4, false);
    toys_make(&shape);
    sl_module_key *key;
    sl_module_proof *proof;
    sl_g1_affine h;
    const sl_fr one = sl_fr_one();
    SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
    SL_CHECK_OK(toy_key_put(prove, key, &key_toy, 50, &err));
    SL_CHECK_OK(prove->proof_open(key, &proof, &err));
    SL_CHECK_OK(toy_rows_put(prove, proof, &proof_toy, &shape, 5, &err));
    SL_CHECK_OK(prove->proof_rows(proof, 2, 15, &one, 1, &err));
    SL_CHECK_STATUS(prove->proof_h(proof, &h, &err), SLUICE_E_UNSATISFIED);
    prove->proof_close(proof);
    SL_CHECK_OK(toy_prove(prove, key, &proof_toy, &shape, &err));
    prove->key_close(key);
    device_done(device);
}

/* --- failures ------------------------------------------------------------------------------------------------------
 */

/* Call n fails; whether it came to that. */
static bool run_with_failure(const sl_module_key_shape *shape, size_t n, int code) {
    sl_module_device *device = device_new();
    runtime_fail_after(n, code);
    const sluice_status status = all_run(device, shape, NULL, &err);
    const bool has_failed = !sl_failpoint_waits(&runtime.fails);
    if (!has_failed) {
        SL_CHECK_OK(status);
    } else if (status != SLUICE_OK) { /* what fails in closing is nobody's concern */
        SL_CHECK(err.text[0] != 0);
        const bool is_memory = status == SLUICE_E_NO_MEMORY || status == SLUICE_E_BUDGET; /* or no plan is possible */
        SL_CHECK_MSG(code == RUNTIME_OUT_OF_MEMORY ? is_memory : status == SLUICE_E_DEVICE, "call %zu: %s", n,
                     err.text);
    }
    SL_CHECK_MSG(runtime.live == 1, "call %zu: %u left", n, runtime.live);
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    if (status == SLUICE_E_DEVICE) { /* whatever the runtime says now */
        SL_CHECK_STATUS(all_run(device, shape, NULL, &err), SLUICE_E_DEVICE);
        SL_CHECK_MSG(strstr(err.text, "device 0 was lost: ") != NULL, "%s", err.text);
    }
    device_done(device);
    return has_failed;
}

/*
 * The first calls one by one, for these open, then some of them. Without memory for a plan another one is taken, and
 * everything is run: fewer of these.
 */
static void check_failures(const sl_module_key_shape *shape, int code, size_t step) {
    toys_make(shape);
    size_t n = 0;
    while (run_with_failure(shape, n, code)) {
        n += n >= 100 ? step : code == RUNTIME_BROKEN ? 1 : 9;
    }
    SL_CHECK_MSG(n > 300, "%zu calls", n);
    sl_module_device *device = device_new();
    SL_CHECK_OK(all_run(device, shape, NULL, &err));
    device_done(device);
}

SL_TEST(calls_fail) {
    const sl_module_key_shape shape = shape_of(2, false);
    check_failures(&shape, RUNTIME_BROKEN, 61);
}

SL_TEST(memory_ends) {
    const sl_module_key_shape shape = shape_of(2, true);
    check_failures(&shape, RUNTIME_OUT_OF_MEMORY, 211);
}

SL_TEST_FULL(every_call_fails_in_spans) {
    sl_module_key_shape shape = shape_of(7, false);
    sl_module_device *device = device_new();
    shape.budget_bytes = device_budget_least(device, shape);
    device_done(device);
    check_failures(&shape, RUNTIME_BROKEN, 101);
    check_failures(&shape, RUNTIME_OUT_OF_MEMORY, 173);
}

SL_TEST(host_memory_ends) {
    sl_module_device *device = device_new();
    const sl_module_key_shape shape = shape_of(2, false);
    toys_make(&shape);
    for (size_t n = 0;; n++) {
        sl_mem_fail_after(n);
        const sluice_status status = all_run(device, &shape, NULL, &err);
        const bool has_failed = !sl_mem_fail_waits();
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK(runtime.live == 1);
        if (!has_failed) {
            SL_CHECK_OK(status);
            SL_CHECK(n > 0);
            break;
        }
        SL_CHECK(status == SLUICE_E_NO_MEMORY);
    }
    device_done(device);
}

/* --- threads -------------------------------------------------------------------------------------------------------
 */

typedef struct worker {
    pthread_t thread;
    sl_module_key *key;
    const sl_module_key_shape *shape;
    unsigned section;
    sluice_status status;
    sluice_error err;
} worker;

static void *worker_put(void *data) {
    worker *self = data;
    const size_t point_bytes = toy_point_bytes(self->section);
    for (uint64_t i = 0; i < self->shape->points_n[self->section] && self->status == SLUICE_OK; i += 11) {
        const uint64_t left = self->shape->points_n[self->section] - i;
        self->status = prove->key_put(self->key, (sl_module_section)self->section, i,
                                      key_toy.bytes[self->section] + i * point_bytes, SL_MIN(11, left), &self->err);
    }
    return NULL;
}

static void *worker_prove(void *data) {
    worker *self = data;
    self->status = toy_prove(prove, self->key, &proof_toy, self->shape, &self->err);
    return NULL;
}

static void workers_run(void *(*run)(void *data), sl_module_key *key, const sl_module_key_shape *shape, unsigned n) {
    worker workers[SL_MODULE_SECTIONS_N] = {0};
    for (unsigned i = 0; i < n; i++) {
        workers[i] = (worker){.key = key, .shape = shape, .section = i};
        SL_CHECK(pthread_create(&workers[i].thread, NULL, run, &workers[i]) == 0);
    }
    for (unsigned i = 0; i < n; i++) {
        SL_CHECK(pthread_join(workers[i].thread, NULL) == 0);
        SL_CHECK_MSG(workers[i].status == SLUICE_OK, "%s", workers[i].err.text);
    }
}

static void check_threads(uint64_t budget_bytes) {
    sl_module_device *device = device_new();
    sl_module_key_shape shape = shape_of(4, false);
    shape.proofs_n = 3;
    shape.budget_bytes = budget_bytes;
    toys_make(&shape);
    sl_module_key *key;
    SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
    workers_run(worker_put, key, &shape, SL_MODULE_SECTIONS_N);
    SL_CHECK_OK(prove->key_ready(key, &err));
    workers_run(worker_prove, key, &shape, shape.proofs_n);
    prove->key_close(key);
    device_done(device);
}

SL_TEST(threads) {
    check_threads(0);
}

/* Where there is room for the row values of one proof only, the others wait for it. */
SL_TEST(threads_with_a_small_budget) {
    sl_module_device *device = device_new();
    sl_module_key_shape shape = shape_of(4, false);
    shape.proofs_n = 3;
    const uint64_t least = device_budget_least(device, shape);
    device_done(device);
    check_threads(least);
}
