// SPDX-License-Identifier: MIT OR Apache-2.0
/* The public engine: real PoSt cases as jobs. */
#include "engine/engine_case.h"

#define KEY "w.params"

static sluice_engine *engine_start(engine *e, const post_case *which, const sluice_engine_options *options) {
    sluice_engine *running;
    engine_open(e, which, KEY, NULL);
    SL_CHECK_OK(sluice_engine_open(e->context, &running, options, &err));
    return running;
}

static uint8_t *job_proof(sluice_engine *running, uint64_t job, size_t *n) {
    sluice_job_progress progress;
    uint8_t *proof;
    SL_CHECK_OK(sluice_engine_await(running, job, -1, &progress, &proof, n, &err));
    SL_CHECK_MSG(progress.state == SLUICE_JOB_DELIVERED, "%s", progress.error.text);
    SL_CHECK(progress.attempts == 1 && progress.rejected == 0 && progress.failed_steps == 0);
    SL_CHECK(progress.run_s > 0 && progress.since_submit_s >= progress.run_s && progress.diagnosis[0] == 0);
    return proof;
}

/* The engine's proofs are those of the reference, byte for byte, when the blinding is given. */
SL_TEST(a_job_gives_the_references_proof) {
    engine_enter();
    engine e = {0};
    sluice_engine *running = engine_start(&e, &window_two_sectors, NULL);
    sluice_job_options options;
    sluice_job_options_init(&options);
    options.rs = engine_rs;
    options.priority = SLUICE_HIGH;
    uint64_t job;
    size_t n;
    SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, &options, &job, &err));
    uint8_t *proof = job_proof(running, job, &n);
    engine_check_proof("window-2KiB-2sectors-v1.r2-s3", proof, n);
    free(proof);

    sluice_engine_snapshot snapshot;
    sluice_engine_snapshot_get(running, &snapshot);
    SL_CHECK(snapshot.jobs_ended == 1 && snapshot.jobs_running == 0 && snapshot.jobs_waiting == 0);
    SL_CHECK(snapshot.devices == 1 && snapshot.devices_usable == 1 && snapshot.overruns == 0);
    SL_CHECK(snapshot.live_bytes <= snapshot.reserved_bytes && snapshot.reserved_bytes <= snapshot.budget_bytes);
    bool seen = false;
    for (size_t i = 0; i < snapshot.cells_n; i++) {
        const sluice_memory_cell *cell = &snapshot.cells[i];
        if (strcmp(cell->class_name, "witness") == 0 && strcmp(cell->stage_name, "synthesis") == 0) {
            seen = cell->count == 0 && cell->peak_bytes > 100000 && cell->dwell_s > 0;
        }
    }
    SL_CHECK(seen);
    sluice_engine_close(running);
    engine_close(&e);
}

SL_TEST(keys_partitions_and_what_does_not_belong_together) {
    engine_enter();
    engine e = {0};
    sluice_engine *running = engine_start(&e, &window_two_partitions, NULL);
    static const char *const names[] = {"", "a \"quoted\"\nname", "third"};
    char long_name[SLUICE_JOB_KEY_BYTES_MAX + 1] = {1};
    sluice_job_options options;
    sluice_job_options_init(&options);
    uint64_t jobs[3], again, whole;
    for (size_t i = 0; i < 3; i++) { /* three names, three jobs, for the same partition */
        options.partition = 1;
        options.key = names[i];
        options.key_bytes = strlen(names[i]);
        SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, &options, &jobs[i], &err));
        SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, &options, &again, &err));
        SL_CHECK(again == jobs[i] && (i == 0 || jobs[i] != jobs[i - 1]));
    }
    options.partition = 0;
    SL_CHECK_STATUS(sluice_engine_submit(running, e.input, e.key, &options, &again, &err), SLUICE_E_MISMATCH);
    options.key = long_name;
    options.key_bytes = sizeof long_name;
    SL_CHECK_STATUS(sluice_engine_submit(running, e.input, e.key, &options, &again, &err), SLUICE_E_USAGE);
    options.key = NULL;
    options.partition = 2;
    SL_CHECK_STATUS(sluice_engine_submit(running, e.input, e.key, &options, &again, &err), SLUICE_E_USAGE);
    options.struct_size = 3;
    SL_CHECK_STATUS(sluice_engine_submit(running, e.input, e.key, &options, &again, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, NULL, &whole, &err));
    SL_CHECK_OK(sluice_engine_cancel(running, jobs[2], &err));
    SL_CHECK_STATUS(sluice_engine_cancel(running, 99999, &err), SLUICE_E_UNKNOWN);

    size_t n;
    uint8_t *proof = job_proof(running, jobs[0], &n);
    SL_CHECK_OK(engine_verify(&e, window_two_partitions.meta, "w.vk", 1, proof, n));
    free(proof);
    proof = job_proof(running, whole, &n);
    SL_CHECK_OK(engine_verify(&e, window_two_partitions.meta, "w.vk", -1, proof, n));
    free(proof);
    sluice_engine_drain(running);
    sluice_job_progress progress;
    SL_CHECK_OK(sluice_engine_await(running, jobs[2], 0, &progress, NULL, NULL, &err));
    SL_CHECK(progress.state == SLUICE_JOB_CANCELLED || progress.state == SLUICE_JOB_DELIVERED);
    sluice_engine_close(running);
    engine_close(&e);
}

typedef struct event_count {
    size_t n, named;
} event_count;

static void event_note(void *data, const sluice_engine_event *event) {
    event_count *count = data;
    count->n++;
    count->named += strcmp(event->name, "synthesized") == 0 || strcmp(event->name, "delivered") == 0;
}

SL_TEST(events_are_told_and_logged) {
    engine_enter();
    engine e = {0};
    event_count count = {0};
    sluice_engine_options options;
    sluice_engine_options_init(&options);
    options.event = event_note;
    options.event_data = &count;
    options.log_path = "events.jsonl";
    sluice_engine *running = engine_start(&e, &window_padded, &options);
    uint64_t job;
    size_t n;
    SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, NULL, &job, &err));
    free(job_proof(running, job, &n));
    sluice_engine_close(running);
    SL_CHECK(count.n >= 8 && count.named == 2);
    char *log = (char *)engine_file_read("events.jsonl", &n);
    size_t lines = 0;
    for (const char *at = log; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    SL_CHECK_EQ_U64(lines, count.n);
    SL_CHECK(strstr(log, "\"event\":\"synthesized\"") != NULL && strstr(log, "\"rss_bytes\":") != NULL);
    free(log);
    engine_close(&e);
}

SL_TEST(a_budget_that_is_too_small_is_refused_with_the_figure) {
    engine_enter();
    engine e = {0};
    sluice_engine *running = engine_start(&e, &window_padded, NULL);
    uint64_t job;
    sluice_engine_budget_set(running, (uint64_t)1 << 20);
    SL_CHECK_STATUS(sluice_engine_submit(running, e.input, e.key, NULL, &job, &err), SLUICE_E_BUDGET);
    sluice_engine_budget_set(running, 0);
    SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, NULL, &job, &err));
    size_t n;
    free(job_proof(running, job, &n));
    sluice_engine_close(running);
    engine_close(&e);
}

/* A job that is late is given up, says so, and leaves nothing behind. */
SL_TEST(a_deadline_that_has_passed) {
    engine_enter();
    engine e = {0};
    sluice_engine *running = engine_start(&e, &window_padded, NULL);
    sluice_job_options options;
    sluice_job_options_init(&options);
    options.deadline_s = 1e-6;
    uint64_t job;
    sluice_job_progress progress;
    uint8_t *proof;
    size_t n;
    SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, &options, &job, &err));
    SL_CHECK_OK(sluice_engine_await(running, job, -1, &progress, &proof, &n, &err));
    SL_CHECK(progress.state == SLUICE_JOB_EXPIRED && proof == NULL && progress.priority == SLUICE_HIGH);
    SL_CHECK_MSG(progress.error.status == SLUICE_E_INTERRUPTED && strstr(progress.error.text, "deadline") != NULL, "%s",
                 progress.error.text);
    sluice_engine_snapshot snapshot;
    sluice_engine_snapshot_get(running, &snapshot);
    SL_CHECK(snapshot.jobs_ended == 1 && snapshot.jobs_running == 0 && snapshot.jobs_waiting == 0);
    options.deadline_s = 3600; /* in time */
    SL_CHECK_OK(sluice_engine_submit(running, e.input, e.key, &options, &job, &err));
    free(job_proof(running, job, &n));
    sluice_engine_close(running);
    engine_close(&e);
}
