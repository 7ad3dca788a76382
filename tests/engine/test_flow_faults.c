// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Bad hardware: devices that flip bits, fail, stall and vanish, seeded. Whatever they do, no proof leaves that does not
 * verify, every job ends, and the memory comes back.
 */
#include "engine/flow_case.h"

#define SITE(name) (1u << SL_FAULT_##name)

typedef struct faulty {
    bench_flow b;
    pthread_mutex_t lock;
    char quarantined[24], diagnosis[160], failure[512];
    unsigned quarantines;
} faulty;

static void faulty_watch(void *data, const sl_flow_event *event) {
    faulty *f = data;
    (void)pthread_mutex_lock(&f->lock);
    if (strcmp(event->name, "quarantined") == 0) {
        f->quarantines++;
        (void)snprintf(f->quarantined, sizeof f->quarantined, "%s", event->text);
    }
    if (strcmp(event->name, "failed") == 0) {
        (void)snprintf(f->failure, sizeof f->failure, "%s", event->text);
    }
    (void)pthread_mutex_unlock(&f->lock);
}

/* A flow over devices_n devices, those of `broken` (bits) with the plan. */
static void faulty_open(faulty *f, unsigned rows_log2, unsigned devices_n, unsigned broken, const sl_fault_plan *plan,
                        unsigned quarantine_after) {
    toy_make(&f->b, rows_log2);
    f->b.kernels = sl_fault_kernels(f->b.kernels);
    (void)pthread_mutex_init(&f->lock, NULL);
    sl_flow_config config = config_make(&f->b, devices_n, 1);
    for (unsigned d = 0; d < devices_n; d++) {
        if ((broken >> d & 1) != 0) {
            SL_CHECK_OK(sl_device_fault_open(&f->b.devices[d], f->b.devices[d], plan, &err));
            config.devices[d] = f->b.devices[d];
        }
    }
    config.watch = faulty_watch;
    config.watch_data = f;
    config.jobs_max = 64;
    config.quarantine_after = quarantine_after;
    flow_open(&f->b, &config);
}

/* n jobs, some at a time; all must be delivered, with at most two retries of each partition. Faults that were made. */
static void faulty_run(faulty *f, unsigned n, unsigned partitions_n, bool is_transient) {
    enum { AT_A_TIME = 16 };
    uint64_t jobs[AT_A_TIME];
    for (unsigned first = 0; first < n; first += AT_A_TIME) {
        const unsigned some = SL_MIN(n - first, AT_A_TIME);
        for (unsigned i = 0; i < some; i++) {
            const sl_flow_spec spec = spec_make(&f->b, first + i, partitions_n);
            SL_CHECK_OK(sl_flow_submit(f->b.flow, &spec, &jobs[i], &err));
        }
        for (unsigned i = 0; i < some; i++) {
            const sl_job_report report = await_job(&f->b, jobs[i]);
            SL_CHECK_MSG(report.state == SL_JOB_DELIVERED || !is_transient, "job %u: %s", first + i, report.error.text);
            SL_CHECK(report.attempts <= 3);
            if (report.proofs != NULL) {
                SL_CHECK_MSG(proofs_hold(&f->b, first + i, partitions_n, report.proofs), "job %u: an invalid proof",
                             first + i);
            }
            if (report.diagnosis[0] != 0) {
                (void)snprintf(f->diagnosis, sizeof f->diagnosis, "%s", report.diagnosis);
            }
            free(report.proofs);
        }
    }
}

static uint64_t faults_made(const faulty *f, unsigned d, uint64_t counts[SL_FAULT_SITES_N]) {
    uint64_t sum = 0;
    sl_device_fault_counts(f->b.devices[d], counts);
    for (size_t i = 0; i < SL_FAULT_SITES_N; i++) {
        sum += counts[i];
    }
    return sum;
}

static uint64_t rss_now(void) {
    sl_rss rss;
    (void)sl_rss_read(&rss);
    return rss.anon_bytes + rss.shmem_bytes;
}

/* One device in two breaks every so manieth proof somewhere; the other is there for the second retry. */
static void transient_faults(unsigned jobs_n, unsigned partitions_n, unsigned per_thousand) {
    faulty f = {0};
    uint64_t counts[SL_FAULT_SITES_N];
    const sl_fault_plan plan = {.seed = 2026, .sites = SL_FAULT_ALL, .per_thousand = per_thousand, .delay_us = 2000};
    faulty_open(&f, 6, 2, 1, &plan, 1000000);
    faulty_run(&f, SL_MIN(jobs_n, 16), partitions_n, true);
    const uint64_t before = rss_now();
    faulty_run(&f, jobs_n, partitions_n, true);
    const uint64_t after = rss_now();
    const uint64_t made = faults_made(&f, 0, counts);
    sl_flow_state state;
    sl_flow_state_get(f.b.flow, &state);
    for (unsigned i = 0; i < SL_FAULT_SITES_N; i++) {
        (void)printf("%s: %llu\n", sl_fault_site_name((sl_fault_site)i), (unsigned long long)counts[i]);
        SL_CHECK_MSG(counts[i] > 0 || jobs_n < 20, "no fault at %s", sl_fault_site_name((sl_fault_site)i));
    }
    (void)printf("%u proofs, %llu faults, %llu proofs rejected, %llu failed steps, resident %+lld bytes\n",
                 jobs_n * partitions_n, (unsigned long long)made, (unsigned long long)state.rejected,
                 (unsigned long long)state.failures, (long long)(after - before));
    SL_CHECK(made > 0 && state.failures > 0);
    SL_CHECK(SANITIZED || after < before + 4 * MIB); /* flat */
    flow_close(&f.b);
}

SL_TEST(transient_faults_heal) {
    transient_faults(SANITIZED ? 4 : 60, SANITIZED ? 1 : 2, 700);
}

/* The same as above at length. */
SL_TEST_SLOW(ten_thousand_proofs_on_bad_hardware) {
    transient_faults(2500, 4, 300);
}

/* Each kind of flipped bit is seen, and the sums of two runs say where it was. */
SL_TEST(two_runs_name_the_stage) {
    static const struct {
        unsigned site;
        const char *says; /* after both runs, or as soon as the quotient leaves a remainder */
    } cases[] = {
        {SITE(ABC), "quotient"},
        {SITE(NTT), "quotient"},
        {SITE(RESULT), "no sum differed"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        faulty f = {0};
        sl_fault_plan plan = {.seed = 7 + i, .sites = cases[i].site, .per_thousand = 1000};
        faulty_open(&f, 6, 2, 1, &plan, 1000000);
        faulty_run(&f, 6, 1, true);
        uint64_t counts[SL_FAULT_SITES_N];
        SL_CHECK(faults_made(&f, 0, counts) > 0);
        SL_CHECK_MSG(strstr(f.diagnosis, cases[i].says) != NULL || strstr(f.failure, cases[i].says) != NULL,
                     "site %zu: \"%s\", \"%s\"", i, f.diagnosis, f.failure);
        flow_close(&f.b);
    }
}

/* A device that always fails is named and gets no more work; jobs go on with the other. */
SL_TEST(a_permanent_fault_is_quarantined) {
    static const unsigned sites[] = {SITE(BUCKET), SITE(START_ERROR), SITE(FINISH_ERROR), SITE(RESULT), SITE(WITNESS)};
    for (size_t i = 0; i < SL_ARRAY_N(sites); i++) {
        faulty f = {0};
        const sl_fault_plan plan = {.seed = 1, .sites = sites[i], .per_thousand = 1000};
        faulty_open(&f, 6, 2, 2, &plan, 3);
        faulty_run(&f, 12, 1, true);
        SL_CHECK_MSG(f.quarantines == 1, "site %zu: %u quarantines", i, f.quarantines);
        SL_CHECK_MSG(strcmp(f.quarantined, "cpu 1") == 0, "%s", f.quarantined);
        flow_close(&f.b);
    }
}

/* With no other device the job fails, by name of stage and device; what comes after the repair succeeds. */
SL_TEST(the_only_device_is_broken) {
    faulty f = {0};
    const sl_fault_plan plan = {.seed = 3, .sites = SITE(RESULT), .per_thousand = 1000}, none = {0};
    faulty_open(&f, 6, 1, 1, &plan, 3);
    const uint64_t job = submit(&f.b, 1);
    const sl_job_report report = await_job(&f.b, job);
    SL_CHECK(report.state == SL_JOB_FAILED && report.proofs == NULL);
    SL_CHECK_MSG(report.error.status == SLUICE_E_SELF_CHECK, "%s", report.error.text);
    SL_CHECK_MSG(strstr(report.error.text, "check on cpu 0") != NULL, "%s", report.error.text);
    SL_CHECK(report.rejected >= 1);
    sl_device_fault_plan(f.b.devices[0], &none);
    if (f.quarantines > 0) {
        uint64_t next;
        sl_flow_spec spec = spec_make(&f.b, 2, 1);
        SL_CHECK_STATUS(sl_flow_submit(f.b.flow, &spec, &next, &err), SLUICE_E_DEVICE);
        sl_flow_device_back(f.b.flow, 0);
    }
    await_proofs(&f.b, submit(&f.b, 2), 2);
    flow_close(&f.b);
}

/* A device that vanishes while it works: its work moves to the other. */
SL_TEST(a_lost_device_loses_no_job) {
    faulty f = {0};
    const sl_fault_plan none = {0};
    uint64_t jobs[8];
    faulty_open(&f, SANITIZED ? 5 : 8, 2, 1, &none, 3);
    for (unsigned i = 0; i < SL_ARRAY_N(jobs); i++) {
        const sl_flow_spec spec = spec_make(&f.b, i, 1);
        SL_CHECK_OK(sl_flow_submit(f.b.flow, &spec, &jobs[i], &err));
    }
    sleep_ms(10);
    sl_device_fault_lose(f.b.devices[0], true);
    sl_flow_device_lost(f.b.flow, 0);
    for (unsigned i = 0; i < SL_ARRAY_N(jobs); i++) {
        await_proofs(&f.b, jobs[i], i);
    }
    sl_device_fault_lose(f.b.devices[0], false);
    sl_flow_device_back(f.b.flow, 0);
    await_proofs(&f.b, submit(&f.b, 20), 20);
    flow_close(&f.b);
}
