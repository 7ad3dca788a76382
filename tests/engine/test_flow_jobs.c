// SPDX-License-Identifier: MIT OR Apache-2.0
/* Jobs of toy circuits through the flow: what is accepted, what becomes of it, and what is left. */
#include <math.h>

#include "engine/flow_case.h"

SL_TEST(jobs_of_several_partitions_are_proven) {
    enum { JOBS_N = SANITIZED ? 2 : 12 };
    bench_flow b = {0};
    uint64_t jobs[JOBS_N];
    toy_make(&b, 8);
    const sl_flow_config config = config_make(&b, 1, 2);
    flow_open(&b, &config);
    for (unsigned i = 0; i < JOBS_N; i++) {
        jobs[i] = submit(&b, 100 + i);
    }
    for (unsigned i = 0; i < JOBS_N; i++) {
        await_proofs(&b, jobs[i], 100 + i);
    }
    flow_close(&b);
}

SL_TEST(one_worker_one_thread_one_slot_and_several_devices) {
    for (unsigned n = 1; n <= 2; n++) {
        bench_flow b = {0};
        toy_make(&b, 6);
        sl_flow_config config = config_make(&b, n, 1);
        config.workers_n = n;
        config.slots_n = n;
        config.finishers_n = n;
        config.jobs_in_flight = n;
        flow_open(&b, &config);
        const uint64_t first = submit(&b, 1), second = submit(&b, 2);
        await_proofs(&b, first, 1);
        await_proofs(&b, second, 2);
        flow_close(&b);
    }
}

/* Same key and payload: the same job, while it waits or runs and when it has ended. Another payload: a conflict. */
SL_TEST(a_key_names_one_job) {
    bench_flow b = {0};
    toy_make(&b, 6);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    uint64_t first, again;
    sl_flow_spec spec = spec_make(&b, 5, 1);
    spec.has_key = true;
    memset(spec.key, 7, sizeof spec.key);
    memset(spec.payload, 1, sizeof spec.payload);
    SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &first, &err));
    for (int i = 0; i < 2; i++) {
        sl_flow_spec other = spec_make(&b, 5, 1);
        spec.source = other.source;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &again, &err));
        SL_CHECK_EQ_U64(again, first);
        await_proofs(&b, first, 5);
    }
    sl_flow_spec other = spec_make(&b, 6, 1);
    spec.source = other.source;
    memset(spec.payload, 2, sizeof spec.payload);
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &again, &err), SLUICE_E_MISMATCH);
    memset(spec.key, 8, sizeof spec.key);
    other = spec_make(&b, 6, 1);
    spec.source = other.source;
    SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &again, &err));
    SL_CHECK(again != first);
    await_proofs(&b, again, 6);
    flow_close(&b);
}

static void gate_deliver(void *data, uint64_t job, const uint8_t *proofs, size_t bytes) {
    (void)job;
    (void)proofs;
    (void)bytes;
    atomic_int *is_open = data;
    while (!atomic_load(is_open)) {
        sleep_ms(1);
    }
}

/* A job that ends when it is let. */
static uint64_t gated_submit(const bench_flow *b, uint64_t seed, atomic_int *is_open) {
    sl_flow_spec spec = spec_make(b, seed, 1);
    uint64_t job;
    spec.deliver = gate_deliver;
    spec.deliver_data = is_open;
    SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &job, &err));
    return job;
}

SL_TEST(await_and_cancel_of_what_is_not_there) {
    bench_flow b = {0};
    sl_job_report report;
    atomic_int is_open = 0;
    toy_make(&b, 6);
    sl_flow_config config = config_make(&b, 1, 1);
    config.results_max = 1;
    flow_open(&b, &config);
    SL_CHECK_STATUS(sl_flow_await(b.flow, 12345, 0.001, &report, &err), SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sl_flow_cancel(b.flow, 12345, &err), SLUICE_E_UNKNOWN);

    const uint64_t job = gated_submit(&b, 1, &is_open);
    SL_CHECK_OK(sl_flow_await(b.flow, job, 0.001, &report, &err));
    SL_CHECK(report.state == SL_JOB_WAITING || report.state == SL_JOB_RUNNING);
    atomic_store(&is_open, 1);
    report = await_job(&b, job);
    SL_CHECK(report.state == SL_JOB_DELIVERED && report.proofs == NULL && report.attempts == 1);
    SL_CHECK_OK(sl_flow_cancel(b.flow, job, &err)); /* has ended: nothing changes */
    SL_CHECK_OK(sl_flow_cancel(b.flow, job, &err));
    SL_CHECK(await_job(&b, job).state == SL_JOB_DELIVERED);

    const uint64_t next = submit(&b, 2);
    await_proofs(&b, next, 2);
    SL_CHECK_STATUS(sl_flow_await(b.flow, job, 0, &report, &err), SLUICE_E_UNKNOWN); /* one result is remembered */
    flow_close(&b);
}

/* A thread that cancels a job as soon as the flow has told of the n-th event. */
typedef struct canceller {
    bench_flow *b;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    unsigned events_n, at;
    bool stop;
    uint64_t job;
} canceller;

static void canceller_watch(void *data, const sl_flow_event *event) {
    canceller *c = data;
    (void)pthread_mutex_lock(&c->lock);
    if (event->job != 0) {
        c->job = event->job;
        c->events_n++;
        (void)pthread_cond_signal(&c->wake);
    }
    (void)pthread_mutex_unlock(&c->lock);
}

static void *canceller_main(void *data) {
    canceller *c = data;
    (void)pthread_mutex_lock(&c->lock);
    while (c->events_n <= c->at && !c->stop) {
        (void)pthread_cond_wait(&c->wake, &c->lock);
    }
    const uint64_t job = c->job;
    (void)pthread_mutex_unlock(&c->lock);
    SL_CHECK(sl_flow_cancel(c->b->flow, job, NULL) == SLUICE_OK);
    SL_CHECK(sl_flow_cancel(c->b->flow, job, NULL) == SLUICE_OK); /* twice */
    return NULL;
}

SL_TEST(cancel_after_every_event) {
    unsigned cancelled = 0, delivered = 0;
    bench_flow b = {0};
    canceller c = {.b = &b, .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};
    toy_make(&b, SANITIZED ? 4 : 8);
    sl_flow_config config = config_make(&b, 1, 1);
    config.watch = canceller_watch;
    config.watch_data = &c;
    flow_open(&b, &config);
    for (unsigned at = 0; at < 14 || delivered == 0; at++) {
        pthread_t thread;
        c.at = at;
        c.events_n = 0;
        c.stop = false;
        SL_CHECK(pthread_create(&thread, NULL, canceller_main, &c) == 0);
        sl_flow_spec spec = spec_make(&b, at, 2);
        uint64_t job;
        spec.priority = at % 2 == 0 ? SL_NORMAL : SL_CRITICAL;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
        sl_job_report report = await_job(&b, job);
        (void)pthread_mutex_lock(&c.lock);
        c.stop = true;
        (void)pthread_cond_signal(&c.wake);
        (void)pthread_mutex_unlock(&c.lock);
        SL_CHECK(pthread_join(thread, NULL) == 0);
        if (report.state == SL_JOB_DELIVERED) {
            SL_CHECK(proofs_hold(&b, at, 2, report.proofs));
            delivered++;
        } else {
            SL_CHECK(report.state == SL_JOB_CANCELLED && report.error.status == SLUICE_E_INTERRUPTED);
            SL_CHECK(report.proofs == NULL);
            cancelled++;
        }
        free(report.proofs);
        sl_flow_state state; /* the memory is back */
        sl_flow_state_get(b.flow, &state);
        SL_CHECK_EQ_U64(state.sched.jobs, 0);
        SL_CHECK_EQ_U64(state.ledger.class_bytes[SL_MEM_WITNESS], 0);
        SL_CHECK_EQ_U64(state.ledger.class_bytes[SL_MEM_ABC], 0);
    }
    SL_CHECK_MSG(cancelled > 0 && delivered > 0, "%u cancelled, %u delivered", cancelled, delivered);
    flow_close(&b);
}

SL_TEST(close_cancels_what_is_left) {
    bench_flow b = {0};
    toy_make(&b, 8);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    for (unsigned i = 0; i < 6; i++) {
        (void)submit(&b, i);
    }
    flow_close(&b);
}

SL_TEST(what_can_never_fit_is_refused_with_the_figure) {
    bench_flow b = {0};
    toy_make(&b, SANITIZED ? 8 : 12);
    sl_flow_config config = config_make(&b, 1, 1);
    config.budget_bytes = 4096 * MIB;
    flow_open(&b, &config);
    sl_flow_state state;
    sl_flow_state_get(b.flow, &state);
    /* Room for the process and what is loaded, not for a partition. */
    const uint64_t small = state.ledger.kind[SL_KIND_HOST].reserved + MIB / 2;
    sl_flow_budget_set(b.flow, small);
    sl_flow_spec spec = spec_make(&b, 1, 1);
    uint64_t job;
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &job, &err), SLUICE_E_BUDGET);
    const char *figure = strstr(err.text, "needs a budget of ");
    SL_CHECK_MSG(figure != NULL, "%s", err.text);
    const uint64_t needed = strtoull(figure + strlen("needs a budget of "), NULL, 10);
    SL_CHECK_MSG(needed > small && needed < small + 64 * MIB, "%s", err.text);
    /* The figure is true: with a little more for what changes meanwhile it works, with less it does not. */
    sl_flow_budget_set(b.flow, needed + MIB);
    spec = spec_make(&b, 1, 1);
    SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
    await_proofs(&b, job, 1);
    sl_flow_budget_set(b.flow, needed - MIB);
    spec = spec_make(&b, 1, 1);
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &job, &err), SLUICE_E_BUDGET);
    flow_close(&b);
}

SL_TEST(a_full_queue_says_so) {
    bench_flow b = {0};
    atomic_int is_open = 0;
    toy_make(&b, 6);
    sl_flow_config config = config_make(&b, 1, 1);
    config.jobs_max = 2;
    config.partitions_max = 8;
    flow_open(&b, &config);
    const uint64_t job = gated_submit(&b, 1, &is_open), second = submit(&b, 2);
    uint64_t third;
    sl_flow_spec spec = spec_make(&b, 3, 1);
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &third, &err), SLUICE_E_BUSY);
    spec = spec_make(&b, 3, 9);
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &third, &err), SLUICE_E_USAGE);
    atomic_store(&is_open, 1);
    await_proofs(&b, second, 2);
    SL_CHECK(await_job(&b, job).state == SL_JOB_DELIVERED);
    /* and of nine partitions that have ended, eight are remembered */
    await_proofs(&b, submit(&b, 4), 4);
    sl_job_report report;
    SL_CHECK_STATUS(sl_flow_await(b.flow, job, 0, &report, &err), SLUICE_E_UNKNOWN);
    await_proofs(&b, second, 2);
    flow_close(&b);
}

/* Not by the order in which they came: the one that has just ended is not forgotten for one that ended before. */
SL_TEST(what_ended_first_is_forgotten_first) {
    bench_flow b = {0};
    atomic_int is_open = 0;
    toy_make(&b, 6);
    sl_flow_config config = config_make(&b, 1, 1);
    config.results_max = 1;
    flow_open(&b, &config);
    const uint64_t first = gated_submit(&b, 1, &is_open), second = submit(&b, 2);
    SL_CHECK_OK(sl_flow_cancel(b.flow, second, &err));
    SL_CHECK(await_job(&b, second).state == SL_JOB_CANCELLED);
    atomic_store(&is_open, 1);
    SL_CHECK(await_job(&b, first).state == SL_JOB_DELIVERED);
    sl_job_report report;
    SL_CHECK_OK(sl_flow_await(b.flow, first, 0, &report, &err));
    SL_CHECK_STATUS(sl_flow_await(b.flow, second, 0, &report, &err), SLUICE_E_UNKNOWN);
    flow_close(&b);
}

SL_TEST(a_deadline_ends_a_job) {
    bench_flow b = {0};
    atomic_int is_open = 0;
    toy_make(&b, 6);
    sl_flow_config config = config_make(&b, 1, 1);
    config.jobs_in_flight = 1;
    flow_open(&b, &config);
    sl_flow_spec second = spec_make(&b, 2, 1);
    second.deadline_s = 0.05;
    uint64_t jobs[2] = {gated_submit(&b, 1, &is_open)};
    SL_CHECK_OK(sl_flow_submit(b.flow, &second, &jobs[1], &err));
    const sl_job_report report = await_job(&b, jobs[1]);
    SL_CHECK(report.state == SL_JOB_EXPIRED && strstr(report.error.text, "deadline") != NULL);
    atomic_store(&is_open, 1);
    SL_CHECK(await_job(&b, jobs[0]).state == SL_JOB_DELIVERED);
    flow_close(&b);
}

/* What no clock reaches, and what is no number, is no deadline; the same for those who wait. */
SL_TEST(a_deadline_beyond_all_clocks) {
    static const double seconds[] = {1e11, 1e300, (double)INFINITY, (double)NAN};
    bench_flow b = {0};
    toy_make(&b, 6);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        sl_flow_spec spec = spec_make(&b, 1, 1);
        spec.deadline_s = seconds[i];
        uint64_t job;
        sl_job_report report;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
        SL_CHECK_OK(sl_flow_await(b.flow, job, seconds[i], &report, &err));
        SL_CHECK(report.state == SL_JOB_DELIVERED);
        free(report.proofs);
    }
    flow_close(&b);
}

/* The order in which jobs were delivered. */
typedef struct arrivals {
    atomic_uint n;
    uint64_t jobs[64];
} arrivals;

static void arrivals_deliver(void *data, uint64_t job, const uint8_t *proofs, size_t bytes) {
    (void)proofs;
    (void)bytes;
    arrivals *a = data;
    a->jobs[atomic_fetch_add(&a->n, 1)] = job;
}

SL_TEST(critical_work_does_not_wait_for_the_queue) {
    enum { NORMAL_N = 10 };
    bench_flow b = {0};
    arrivals a = {0};
    uint64_t job = 0;
    toy_make(&b, SANITIZED ? 6 : 9);
    sl_flow_config config = config_make(&b, 1, 1);
    config.jobs_in_flight = 2;
    flow_open(&b, &config);
    for (unsigned i = 0; i <= NORMAL_N; i++) {
        sl_flow_spec spec = spec_make(&b, i, 1);
        spec.priority = i == NORMAL_N ? SL_CRITICAL : SL_NORMAL;
        spec.deliver = arrivals_deliver;
        spec.deliver_data = &a;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
    }
    sl_flow_drain(b.flow);
    SL_CHECK_EQ_U64(atomic_load(&a.n), NORMAL_N + 1);
    unsigned at = 0;
    while (a.jobs[at] != job) {
        at++;
    }
    SL_CHECK_MSG(at <= NORMAL_N / 2, "critical job was number %u", at);
    flow_close(&b);
}

/* Sources that are wrong in one way. */
static sluice_status (*real_synthesize)(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e);

static sluice_status synthesize_unsatisfied(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out,
                                            sluice_error *e) {
    SL_TRY(real_synthesize(data, k, r1cs, out, e));
    out->bits[0] ^= k == 1 ? 4 : 0;
    return SLUICE_OK;
}

static sluice_status synthesize_another(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e) {
    return real_synthesize(data, k == 1 ? 0 : k, r1cs, out, e);
}

static sluice_status synthesize_refused(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e) {
    return k == 1 ? SL_FAIL(e, SLUICE_E_INPUT, "the path of challenge 3 is too short")
                  : real_synthesize(data, k, r1cs, out, e);
}

SL_TEST(a_bad_job_fails_alone_and_says_why) {
    static const struct {
        sluice_status (*synthesize)(void *, unsigned, const sl_r1cs *, sl_witness *, sluice_error *);
        sluice_status status;
        const char *text;
    } cases[] = {
        {synthesize_unsatisfied, SLUICE_E_UNSATISFIED, "row"},
        {synthesize_another, SLUICE_E_MISMATCH, "public input 0"},
        {synthesize_refused, SLUICE_E_INPUT, "challenge 3"},
    };
    bench_flow b = {0};
    uint64_t bad[SL_ARRAY_N(cases)];
    toy_make(&b, 6);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        sl_flow_spec spec = spec_make(&b, 50, 2);
        if (i == 0) {
            real_synthesize = spec.source.synthesize;
        }
        spec.source.synthesize = cases[i].synthesize;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &bad[i], &err));
    }
    const uint64_t good = submit(&b, 9);
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        const sl_job_report report = await_job(&b, bad[i]);
        SL_CHECK(report.state == SL_JOB_FAILED);
        SL_CHECK_MSG(report.error.status == cases[i].status, "case %zu: %s", i, report.error.text);
        SL_CHECK_MSG(strstr(report.error.text, cases[i].text) != NULL, "%s", report.error.text);
        SL_CHECK_MSG(strstr(report.error.text, "partition 1") != NULL, "%s", report.error.text);
        SL_CHECK(report.attempts <= 2 && report.proofs == NULL);
    }
    await_proofs(&b, good, 9);
    flow_close(&b);
}

SL_TEST(bad_wishes_are_refused) {
    bench_flow b = {0};
    toy_make(&b, 4);
    sl_flow_config config = config_make(&b, 1, 1);
    sl_flow *flow;
    config.devices_n = 0;
    SL_CHECK_STATUS(sl_flow_open(&flow, &config, &err), SLUICE_E_USAGE);
    config.devices_n = 1;
    config.workers_n = 1000;
    SL_CHECK_STATUS(sl_flow_open(&flow, &config, &err), SLUICE_E_USAGE);
    config.workers_n = 1;
    config.budget_bytes = MIB;
    SL_CHECK_STATUS(sl_flow_open(&flow, &config, &err), SLUICE_E_BUDGET); /* less than the process itself */
    const char *figure = strstr(err.text, "needs a budget of ");
    SL_CHECK_MSG(figure != NULL, "%s", err.text);
    const uint64_t least = strtoull(figure + strlen("needs a budget of "), NULL, 10);
    config.budget_bytes = least - 4 * MIB;
    SL_CHECK_STATUS(sl_flow_open(&flow, &config, &err), SLUICE_E_BUDGET);
    config.budget_bytes = least + (SANITIZED ? 32 : 4) * MIB; /* what is freed stays resident there */
    SL_CHECK_OK(sl_flow_open(&flow, &config, &err));
    sl_flow_close(flow); /* and the devices */
    config = config_make(&b, 1, 1);
    config.budget_bytes = 0;
    config.log_path = "/nonexistent/log";
    SL_CHECK_STATUS(sl_flow_open(&flow, &config, &err), SLUICE_E_OS);
    config.log_path = NULL;
    flow_open(&b, &config);
    sl_flow_spec spec = spec_make(&b, 1, 1);
    uint64_t job;
    spec.target = 17;
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &job, &err), SLUICE_E_USAGE);
    spec = spec_make(&b, 1, 0);
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &job, &err), SLUICE_E_USAGE);
    flow_close(&b);
}

/* A target under another name. */
static uint32_t target_named(bench_flow *b, unsigned number, sluice_status want) {
    sl_flow_target target = sl_toy_target(&b->toy);
    uint32_t out = UINT32_MAX;
    (void)snprintf(target.name, sizeof target.name, "toy-%u", number);
    SL_CHECK_STATUS(sl_flow_target_add(b->flow, &target, &out, &err), want);
    return out;
}

static uint64_t submit_to(const bench_flow *b, uint32_t target, sluice_status want) {
    sl_flow_spec spec = spec_make(b, 1, 1);
    uint64_t job = 0;
    spec.target = target;
    SL_CHECK_STATUS(sl_flow_submit(b->flow, &spec, &job, &err), want);
    return job;
}

/* There is always room for another target, as long as one of them has no job; then it says so. */
SL_TEST(targets_that_nobody_uses_are_forgotten) {
    enum { PLACES_N = 64 };
    bench_flow b = {0};
    atomic_int is_open = 0;
    toy_make(&b, 4);
    sl_flow_config config = config_make(&b, 1, 1);
    config.jobs_in_flight = 1;
    flow_open(&b, &config); /* its own target is the first one */
    uint32_t targets[PLACES_N + 1];
    const uint64_t busy = gated_submit(&b, 1, &is_open);
    for (unsigned i = 1; i < PLACES_N; i++) {
        targets[i] = target_named(&b, i, SLUICE_OK);
    }
    targets[PLACES_N] = target_named(&b, PLACES_N, SLUICE_OK); /* in the place of number 1: the first has a job */
    (void)submit_to(&b, targets[1], SLUICE_E_BUSY);
    SL_CHECK(targets[PLACES_N] != targets[1]);
    SL_CHECK(target_named(&b, 2, SLUICE_OK) == targets[2]); /* asked for again: number 3 is the oldest now */
    targets[1] = target_named(&b, 1, SLUICE_OK);
    (void)submit_to(&b, targets[3], SLUICE_E_BUSY);
    targets[3] = targets[2];
    uint64_t jobs[PLACES_N];
    for (unsigned i = 0; i < PLACES_N; i++) { /* a job for each of them */
        jobs[i] = submit_to(&b, targets[i + 1], SLUICE_OK);
    }
    (void)target_named(&b, 3, SLUICE_E_BUSY);
    for (unsigned i = 0; i < PLACES_N; i++) {
        SL_CHECK_OK(sl_flow_cancel(b.flow, jobs[i], &err));
    }
    atomic_store(&is_open, 1);
    sl_flow_drain(b.flow);
    SL_CHECK(await_job(&b, busy).state == SL_JOB_DELIVERED);
    targets[3] = target_named(&b, 3, SLUICE_OK); /* in the place of the first, which is loaded */
    (void)submit_to(&b, b.target, SLUICE_E_BUSY);
    await_proofs(&b, submit_to(&b, targets[3], SLUICE_OK), 1);
    flow_close(&b);
}
