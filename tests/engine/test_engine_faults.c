// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What happens to a proof when memory, randomness, the key file or the caller's patience give out: a status, nothing
 * left behind, and the next call succeeds.
 */
#include "core/mem/buf.h"
#include "core/sys/random.h"
#include "engine/engine_case.h"

#define KEY "w.params"
#define MIB ((uint64_t)1 << 20)

static sluice_status prove_status(engine *e, uint8_t **proof, sluice_report **report) {
    sluice_prove_options options;
    size_t n = 0;
    sluice_prove_options_init(&options);
    options.rs = engine_rs;
    return sluice_prove(e->input, e->key, &options, proof, &n, report, &err);
}

static void check_good_proof(engine *e) {
    uint8_t *proof = NULL;
    SL_CHECK_OK(prove_status(e, &proof, NULL));
    engine_check_proof("window-2KiB-2sectors-v1.r2-s3", proof, SLUICE_PROOF_BYTES);
    free(proof);
}

static sluice_plan plan_make(const engine *e) {
    sluice_plan plan;
    SL_CHECK_OK(sluice_prove_plan(e->input, e->key, &plan, &err));
    SL_CHECK(plan.phases_n == 7 && plan.threads == 2 && plan.least_bytes <= plan.planned_bytes + 4096);
    for (size_t i = 0; i < plan.phases_n; i++) {
        SL_CHECK(plan.phases[i].bytes > plan.base_bytes && plan.phases[i].bytes <= plan.planned_bytes);
    }
    return plan;
}

SL_TEST(budget_is_refused_at_once_or_enough) {
    engine_enter();
    engine e = {0};
    sluice_options options;
    sluice_options_init(&options);
    options.threads = 2;
    engine_open(&e, &window_two_sectors, KEY, &options);
    const sluice_plan most = plan_make(&e);
    SL_CHECK_EQ_U64(most.scratch_bytes, 0);
    engine_close(&e);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);

    const uint64_t budgets[] = {most.planned_bytes, most.planned_bytes - MIB, most.least_bytes + MIB / 2};
    for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
        options.budget_bytes = budgets[i];
        engine_open(&e, &window_two_sectors, KEY, &options);
        const sluice_plan plan = plan_make(&e);
        SL_CHECK_MSG(plan.planned_bytes <= budgets[i], "%llu of %llu", (unsigned long long)plan.planned_bytes,
                     (unsigned long long)budgets[i]);
        SL_CHECK(plan.budget_bytes <= budgets[i]);
        sl_mem_peak_reset();
        check_good_proof(&e);
        SL_CHECK(sl_mem_peak() <= budgets[i]);
        engine_close(&e);
    }

    options.budget_bytes = most.least_bytes - MIB;
    engine_open(&e, &window_two_sectors, KEY, &options);
    uint8_t *proof = NULL;
    sluice_report *report = NULL;
    sluice_plan plan;
    SL_CHECK_STATUS(sluice_prove_plan(e.input, e.key, &plan, &err), SLUICE_E_BUDGET);
    sl_mem_peak_reset();
    const size_t before = sl_mem_live();
    SL_CHECK_STATUS(prove_status(&e, &proof, &report), SLUICE_E_BUDGET);
    SL_CHECK(proof == NULL && report == NULL);
    SL_CHECK_MSG(sl_mem_peak() - before < MIB, "work began: %zu bytes more", sl_mem_peak() - before);
    SL_CHECK_EQ_U64(sl_mem_live(), before);
    char have[32];
    (void)snprintf(have, sizeof have, "is %llu MiB", (unsigned long long)(options.budget_bytes / MIB));
    SL_CHECK_MSG(strstr(err.text, "at least") != NULL && strstr(err.text, have) != NULL, "%s, not %s", err.text, have);
    sl_mem_budget_set(0);
    engine_close(&e);
    engine_open(&e, &window_two_sectors, KEY, NULL);
    check_good_proof(&e);
    engine_close(&e);

    options.budget_bytes = 8 * MIB;
    sluice_context *context;
    SL_CHECK_STATUS(sluice_context_open(&context, &options, &err), SLUICE_E_BUDGET);
}

/* Fails the n-th allocation for n = first, first + step, ... until a proof succeeds; how many failed. */
static size_t fail_allocations(engine *e, size_t first, size_t step) {
    const size_t live = sl_mem_live();
    for (size_t n = first;; n += step) {
        uint8_t *proof = NULL;
        sluice_report *report = NULL;
        sl_mem_fail_after(n);
        const sluice_status status = prove_status(e, &proof, &report);
        if (status == SLUICE_OK) {
            sl_mem_fail_after(SIZE_MAX);
            engine_check_proof("window-2KiB-2sectors-v1.r2-s3", proof, SLUICE_PROOF_BYTES);
            free(proof);
            sluice_report_close(report);
            SL_CHECK_EQ_U64(sl_mem_live(), live);
            return n;
        }
        SL_CHECK_MSG(status == SLUICE_E_NO_MEMORY, "allocation %zu: %s: %s", n, sluice_status_name(status), err.text);
        SL_CHECK(proof == NULL && report == NULL);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
    }
}

SL_TEST(some_allocations_of_a_proof_fail) {
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_two_sectors, KEY, NULL);
    SL_CHECK(fail_allocations(&e, 0, 13) >= 26);
    engine_close(&e);
}

SL_TEST_FULL(every_allocation_of_a_proof_fails) {
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_two_sectors, KEY, NULL);
    SL_CHECK(fail_allocations(&e, 0, 1) >= 26);
    engine_close(&e);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

/* Opening everything and verifying, with the n-th allocation failing; a status other than OK must be NO_MEMORY. */
static sluice_status open_and_verify(const uint8_t *proof, size_t proof_n) {
    engine e = {0};
    sluice_input *meta = NULL;
    sluice_vk *vk = NULL;
    sluice_status status = sluice_context_open(&e.context, NULL, &err);
    if (status == SLUICE_OK) {
        status =
            sluice_input_open_vanilla(e.context, &e.input, window_padded.vanilla, 1, window_padded.meta, NULL, &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(e.context, &e.circuit, "window-2KiB", &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_key_open(e.context, &e.key, KEY, e.circuit, &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_input_open_meta(e.context, &meta, window_padded.meta, &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_vk_open(e.context, &vk, "w.vk", &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_verify(meta, vk, -1, proof, proof_n, &err);
    }
    sluice_vk_close(vk);
    sluice_input_close(meta);
    engine_close(&e);
    return status;
}

SL_TEST(allocations_of_opening_fail) {
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_padded, KEY, NULL);
    engine_close(&e);
    size_t proof_n;
    uint8_t *proof = sl_test_vector_read("filecoin/proofs/window-2KiB-1sector-padded-v1_2.r2-s3.proof", &proof_n);
    size_t n = 0;
    for (;; n += 1 + n / 16) { /* the many of building the circuit are of few kinds */
        sl_mem_fail_after(n);
        const sluice_status status = open_and_verify(proof, proof_n);
        SL_CHECK_EQ_U64(sl_mem_live(), 0);
        if (status == SLUICE_OK) {
            break;
        }
        SL_CHECK_MSG(status == SLUICE_E_NO_MEMORY, "allocation %zu: %s: %s", n, sluice_status_name(status), err.text);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK(n > 20);
    free(proof);
}

SL_TEST(no_blinding_without_randomness) {
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_two_sectors, KEY, NULL);
    uint8_t *proof = NULL;
    size_t n = 0;
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    sl_random_fail_after(0);
    SL_CHECK_STATUS(sluice_prove(e.input, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_RANDOM);
    SL_CHECK(proof == NULL && n == 0);
    SL_CHECK(sluice_status_exit(err.status) == 5);
    sl_random_fail_after(SIZE_MAX);
    check_good_proof(&e);
    engine_close(&e);
}

/* Stops at the call'th time that it is told anything. */
typedef struct stopper {
    size_t calls, stop_at;
    char last[64];
    const char *truncate; /* instead of stopping: cuts this file to half its size */
} stopper;

static int stop_sometime(void *data, const char *what, uint64_t done, uint64_t total) {
    stopper *s = data;
    SL_CHECK(what != NULL && what[0] != 0 && done <= total);
    (void)snprintf(s->last, sizeof s->last, "%s", what);
    if (s->calls++ != s->stop_at) {
        return 0;
    }
    if (s->truncate != NULL) {
        struct stat info;
        SL_CHECK(stat(s->truncate, &info) == 0 && truncate(s->truncate, info.st_size / 2) == 0);
        return 0;
    }
    return 1;
}

SL_TEST(a_caller_stops_a_proof) {
    engine_enter();
    engine e = {0};
    stopper s = {.stop_at = 0};
    sluice_options options;
    sluice_options_init(&options);
    engine_open(&e, &window_two_sectors, KEY, &options); /* makes the key, without being stopped */
    engine_close(&e);
    options.progress = stop_sometime;
    options.progress_data = &s;
    engine_open(&e, &window_two_sectors, KEY, &options);
    const size_t live = sl_mem_live();
    size_t interrupted = 0;
    for (size_t at = 0;; at = 2 * at + 1) {
        s = (stopper){.stop_at = at};
        uint8_t *proof = NULL;
        const sluice_status status = prove_status(&e, &proof, NULL);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
        if (status == SLUICE_OK) {
            engine_check_proof("window-2KiB-2sectors-v1.r2-s3", proof, SLUICE_PROOF_BYTES);
            free(proof);
            break;
        }
        SL_CHECK_STATUS(status, SLUICE_E_INTERRUPTED);
        SL_CHECK(proof == NULL);
        SL_CHECK_MSG(strstr(err.text, s.last) != NULL, "stopped in %s: %s", s.last, err.text);
        interrupted++;
    }
    SL_CHECK(interrupted > 0);
    engine_close(&e);
}

SL_TEST(a_caller_stops_a_key_and_a_digest) {
    engine_enter();
    stopper s = {.stop_at = 0};
    sluice_options options;
    sluice_options_init(&options);
    options.progress = stop_sometime;
    options.progress_data = &s;
    engine e = {0};
    uint8_t seed[32] = {3}, digest[32];
    sluice_key_result result;
    SL_CHECK_OK(sluice_context_open(&e.context, &options, &err));
    SL_CHECK_OK(sluice_circuit_open(e.context, &e.circuit, "window-2KiB", &err));
    const sluice_key_secrets secrets = {.seed = seed};
    SL_CHECK_STATUS(sluice_key_generate(e.circuit, "k.params", &secrets, &result, &err), SLUICE_E_INTERRUPTED);
    SL_CHECK_EQ_U64(engine_files_n(), 0);
    s = (stopper){.stop_at = 0};
    SL_CHECK_STATUS(sluice_circuit_digest(e.circuit, digest, &err), SLUICE_E_INTERRUPTED);
    s = (stopper){.stop_at = SIZE_MAX};
    SL_CHECK_OK(sluice_key_generate(e.circuit, "k.params", &secrets, &result, &err));
    SL_CHECK(s.calls > 0);
    SL_CHECK_EQ_U64(engine_files_n(), 2);
    engine_close(&e);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

/* Another process cuts the key while a proof runs: an error that names the file, never a signal. */
SL_TEST(a_key_that_shrinks) {
    engine_enter();
    engine e = {0};
    stopper s = {.stop_at = SIZE_MAX};
    sluice_options options;
    sluice_options_init(&options);
    options.progress = stop_sometime;
    options.progress_data = &s;
    engine_open(&e, &window_two_sectors, KEY, &options);
    s = (stopper){.truncate = KEY};
    uint8_t *proof = NULL;
    const sluice_status status = prove_status(&e, &proof, NULL);
    SL_CHECK_MSG(status == SLUICE_E_TRUNCATED || status == SLUICE_E_CORRUPT, "%s: %s", sluice_status_name(status),
                 err.text);
    SL_CHECK_MSG(strstr(err.text, KEY) != NULL, "%s", err.text);
    SL_CHECK(proof == NULL);
    engine_close(&e);
}

/* A wrong byte in a path, past the native checks: the row is named, and without the row check no proof leaves either.
 */
SL_TEST(an_unsatisfied_witness) {
    engine_enter();
    engine e = {0};
    size_t n;
    uint8_t *vanilla = engine_file_read(window_padded.vanilla[0], &n);
    vanilla[3000] ^= 1; /* a sibling on the path of challenge 5 */
    FILE *f = fopen("bad.bin", "wb");
    SL_CHECK(f != NULL && fwrite(vanilla, 1, n, f) == n && fclose(f) == 0);
    free(vanilla);
    engine_open(&e, &window_padded, KEY, NULL);
    sluice_input_close(e.input);
    const char *const bad[] = {"bad.bin"};
    sluice_vanilla_options unchecked;
    sluice_vanilla_options_init(&unchecked);
    SL_CHECK_STATUS(sluice_input_open_vanilla(e.context, &e.input, bad, 1, window_padded.meta, &unchecked, &err),
                    SLUICE_E_CORRUPT);
    SL_CHECK_MSG(strncmp(err.text, "bad.bin: sector 0 ", 18) == 0, "%s", err.text);
    unchecked.skip_checks = true;
    SL_CHECK_OK(sluice_input_open_vanilla(e.context, &e.input, bad, 1, window_padded.meta, &unchecked, &err));
    SL_CHECK_STATUS(sluice_witness_check(e.input, 0, &err), SLUICE_E_UNSATISFIED);
    SL_CHECK_MSG(strncmp(err.text, "row ", 4) == 0 && strstr(err.text, "challenge[5]") != NULL, "%s", err.text);

    uint8_t *proof = NULL;
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    SL_CHECK_STATUS(sluice_prove(e.input, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_UNSATISFIED);
    SL_CHECK_MSG(strstr(err.text, "partition 0: row ") != NULL, "%s", err.text);
    options.skip_row_check = true;
    SL_CHECK_STATUS(sluice_prove(e.input, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_UNSATISFIED);
    SL_CHECK(proof == NULL);
    engine_close(&e);
}

/* One bit of one point in the key: nothing but the proof's own check can see a negated point. */
SL_TEST(a_key_with_a_negated_point) {
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_two_sectors, KEY, NULL);
    engine_close(&e);
    /* y of the first point of h, big-endian, becomes p - y */
    static const uint8_t p[48] = {0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6,
                                  0x43, 0x4b, 0xac, 0xd7, 0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf,
                                  0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24, 0x1e, 0xab, 0xff, 0xfe,
                                  0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab};
    FILE *f = fopen(KEY, "r+b");
    uint8_t y[48];
    SL_CHECK(f != NULL && fseek(f, 3080 + 48, SEEK_SET) == 0 && fread(y, 1, 48, f) == 48);
    int borrow = 0;
    for (int i = 47; i >= 0; i--) {
        const int d = p[i] - y[i] - borrow;
        borrow = d < 0;
        y[i] = (uint8_t)d;
    }
    SL_CHECK(fseek(f, 3080 + 48, SEEK_SET) == 0 && fwrite(y, 1, 48, f) == 48 && fclose(f) == 0);
    engine_open(&e, &window_two_sectors, KEY, NULL);
    uint8_t *proof = NULL;
    SL_CHECK_STATUS(prove_status(&e, &proof, NULL), SLUICE_E_SELF_CHECK);
    SL_CHECK(proof == NULL && sluice_status_exit(err.status) == 5);
    engine_close(&e);
}
