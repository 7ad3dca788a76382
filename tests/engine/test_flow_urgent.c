// SPDX-License-Identifier: MIT OR Apache-2.0
/* Urgent work beside other work: who stands still, for how long, and what becomes of deadlines. */
#include <sched.h>

#include "engine/flow_case.h"

enum { OTHERS_N = 6 };

static sluice_status (*toy_synthesize)(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e);

/* Synthesis of the urgent job: tells that it has begun, and ends when it is told to. */
static atomic_int urgent_runs, urgent_may_end;

static sluice_status urgent_synthesize(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e) {
    atomic_store(&urgent_runs, 1);
    while (atomic_load(&urgent_may_end) == 0) {
        sleep_ms(1);
    }
    return toy_synthesize(data, k, r1cs, out, e);
}

static void urgent_reset(bool may_end) {
    atomic_store(&urgent_runs, 0);
    atomic_store(&urgent_may_end, may_end);
}

/* Steps of all jobs that have ended. */
static void steps_watch(void *data, const sl_flow_event *event) {
    const bool is_step = strcmp(event->name, "synthesized") == 0 || strcmp(event->name, "started") == 0 ||
                         strcmp(event->name, "finished") == 0;
    (void)atomic_fetch_add((atomic_uint *)data, is_step);
}

static uint64_t urgent_submit(const bench_flow *b, uint64_t seed) {
    sl_flow_spec spec = spec_make(b, seed, 1);
    uint64_t job;
    spec.priority = SL_CRITICAL;
    toy_synthesize = spec.source.synthesize;
    spec.source.synthesize = urgent_synthesize;
    SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &job, &err));
    return job;
}

static void others_submit(const bench_flow *b, uint64_t jobs[OTHERS_N]) {
    for (unsigned i = 0; i < OTHERS_N; i++) {
        sl_flow_spec spec = spec_make(b, i, PARTITIONS_N);
        spec.priority = i % 2 == 0 ? SL_NORMAL : SL_HIGH;
        SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &jobs[i], &err));
    }
}

static void others_await(const bench_flow *b, const uint64_t jobs[OTHERS_N]) {
    for (unsigned i = 0; i < OTHERS_N; i++) {
        await_proofs(b, jobs[i], i);
    }
}

/* Invariant: while a step of a CRITICAL partition runs, no other step begins anything. */
SL_TEST(others_stand_while_urgent_work_runs) {
    bench_flow b = {0};
    atomic_uint steps_n = 0;
    uint64_t jobs[OTHERS_N];
    urgent_reset(false);
    toy_make(&b, SANITIZED ? 6 : 9);
    sl_flow_config config = config_make(&b, 2, 2);
    config.hold_s = 3600;
    config.watch = steps_watch;
    config.watch_data = &steps_n;
    flow_open(&b, &config);
    others_submit(&b, jobs);
    const uint64_t urgent = urgent_submit(&b, 99);
    while (atomic_load(&urgent_runs) == 0) {
        (void)sched_yield();
    }
    /* What each thread was in may end, and no more: two workers, two starts on each of two devices, one finisher. */
    const unsigned before = atomic_load(&steps_n);
    sleep_ms(100);
    SL_CHECK_MSG(atomic_load(&steps_n) - before <= 7, "%u steps ended meanwhile", atomic_load(&steps_n) - before);
    atomic_store(&urgent_may_end, 1);
    await_proofs(&b, urgent, 99);
    others_await(&b, jobs);
    flow_close(&b);
}

/* Invariant: all others go on in spite of urgent work that does not end. */
SL_TEST(urgent_work_does_not_hold_for_ever) {
    bench_flow b = {0};
    uint64_t jobs[OTHERS_N];
    urgent_reset(false);
    toy_make(&b, 6);
    sl_flow_config config = config_make(&b, 1, 2);
    config.hold_s = 0.002;
    flow_open(&b, &config);
    const uint64_t urgent = urgent_submit(&b, 99);
    others_submit(&b, jobs);
    others_await(&b, jobs);
    atomic_store(&urgent_may_end, 1);
    await_proofs(&b, urgent, 99);
    flow_close(&b);
}

/* Whatever others hold, the urgent job is done: with one worker, start and finisher, all of them taken. */
SL_TEST(urgent_work_needs_nothing_of_others) {
    bench_flow b = {0};
    uint64_t jobs[OTHERS_N];
    urgent_reset(true);
    toy_make(&b, SANITIZED ? 6 : 9);
    sl_flow_config config = config_make(&b, 1, 1);
    config.hold_s = 3600;
    config.workers_n = config.slots_n = config.finishers_n = 1;
    flow_open(&b, &config);
    others_submit(&b, jobs);
    for (unsigned round = 0; round < 20; round++) {
        await_proofs(&b, urgent_submit(&b, round), round);
    }
    others_await(&b, jobs);
    flow_close(&b);
}

/* Cancelled wherever it is, it holds nobody up any more. */
SL_TEST(cancelled_urgent_work_lets_go) {
    bench_flow b = {0};
    uint64_t jobs[OTHERS_N];
    urgent_reset(true);
    toy_make(&b, 6);
    sl_flow_config config = config_make(&b, 1, 2);
    config.hold_s = 3600;
    flow_open(&b, &config);
    others_submit(&b, jobs);
    for (unsigned round = 0; round < 40; round++) {
        const uint64_t urgent = urgent_submit(&b, round);
        for (unsigned i = 0; i < 20 * round; i++) {
            (void)sched_yield();
        }
        SL_CHECK_OK(sl_flow_cancel(b.flow, urgent, &err));
        const sl_job_report report = await_job(&b, urgent);
        SL_CHECK(report.state == SL_JOB_CANCELLED || report.state == SL_JOB_DELIVERED);
        free(report.proofs);
    }
    others_await(&b, jobs);
    flow_close(&b);
}

#define DEADLINE_S 0.01

/* It begins after the submission, so its deadline has passed when this ends. */
static sluice_status late_synthesize(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e) {
    const double until_s = sl_clock_seconds() + DEADLINE_S;
    while (sl_clock_seconds() < until_s) {
        sleep_ms(1);
    }
    return toy_synthesize(data, k, r1cs, out, e);
}

/* A deadline that passes while the job is in work: it ends, says so, and gives everything back. */
SL_TEST(a_deadline_ends_a_job_in_work) {
    bench_flow b = {0};
    toy_make(&b, 6);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    for (unsigned c = SL_CRITICAL; c <= SL_LOW; c += 3) {
        sl_flow_spec spec = spec_make(&b, c, 2);
        uint64_t job;
        spec.priority = (sl_priority)c;
        spec.deadline_s = DEADLINE_S;
        toy_synthesize = spec.source.synthesize;
        spec.source.synthesize = late_synthesize;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
        const sl_job_report report = await_job(&b, job);
        SL_CHECK(report.state == SL_JOB_EXPIRED && report.proofs == NULL && report.since_submit_s >= DEADLINE_S);
        SL_CHECK_MSG(report.error.status == SLUICE_E_INTERRUPTED && strstr(report.error.text, "0.01 s") != NULL, "%s",
                     report.error.text);
        sl_flow_state state;
        sl_flow_state_get(b.flow, &state);
        SL_CHECK(state.sched.jobs == 0 && state.ledger.class_bytes[SL_MEM_WITNESS] == 0);
        await_proofs(&b, submit(&b, c), c); /* the next job is none the worse */
    }
    flow_close(&b);
}
