// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Drives a scheduler in a test: takes its actions, remembers them, and answers them in order, one event at a time,
 * unless the test answers itself.
 */
#ifndef SL_TESTS_UNIT_ENGINE_SCHED_SCHED_DRIVER_H
#define SL_TESTS_UNIT_ENGINE_SCHED_SCHED_DRIVER_H

#include "engine/sched/sched_check.h"
#include "harness/test.h"

enum { DRIVER_LOG = 65536, DRIVER_PARTS = 16384 };

typedef struct driver {
    sl_sched *sched;
    uint64_t now_ns;
    sl_action log[DRIVER_LOG]; /* every action so far */
    size_t log_n, answered_n;  /* those before answered_n are answered */
    bool is_dropped[DRIVER_PARTS];
} driver;

static driver d; /* one a test program's case */

static inline void driver_take(void) {
    for (sl_action action; sl_sched_next(d.sched, &action);) {
        SL_CHECK(d.log_n < DRIVER_LOG);
        d.log[d.log_n++] = action;
        if (action.part != SL_SCHED_NONE) {
            d.is_dropped[action.part] =
                action.type == SL_DO_DROP || (d.is_dropped[action.part] && action.type != SL_DO_RESERVE);
        }
    }
    sluice_error err;
    SL_CHECK_OK(sl_sched_check(d.sched, &err));
}

static inline void driver_open(const sl_sched_config *config) {
    sluice_error err;
    d = (driver){0};
    SL_CHECK_OK(sl_sched_open(&d.sched, config, &err));
}

static inline sl_submit_answer driver_submit(const sl_job_spec *spec) {
    sl_submit_answer answer;
    sl_sched_submit(d.sched, spec, d.now_ns, &answer);
    driver_take();
    return answer;
}

static inline bool driver_post(sl_event event) {
    event.now_ns = d.now_ns;
    const bool fits = sl_sched_post(d.sched, &event);
    driver_take();
    return fits;
}

/* The event that says that an action was done as it should be; false if it has no answer. */
static inline bool driver_answer_of(const sl_action *action, sl_event *out) {
    static const int answers[] = {
        [SL_DO_RESERVE] = -1,
        [SL_DO_SYNTHESIZE] = SL_EV_SYNTHESIZED,
        [SL_DO_START] = SL_EV_STARTED,
        [SL_DO_FINISH] = SL_EV_FINISHED,
        [SL_DO_DROP] = SL_EV_FREED,
        [SL_DO_RELEASE] = -1,
        [SL_DO_CHECK] = SL_EV_CHECKED,
        [SL_DO_DELIVER] = SL_EV_DELIVERED,
        [SL_DO_END] = -1,
        [SL_DO_LOAD] = SL_EV_LOADED,
        [SL_DO_EVICT] = SL_EV_EVICTED,
        [SL_DO_QUARANTINE] = -1,
    };
    if (answers[action->type] < 0) {
        return false;
    }
    *out = (sl_event){.type = (sl_event_type)answers[action->type],
                      .part = action->part,
                      .job = action->job,
                      .resident = action->resident};
    return true;
}

/* Answers the next action that has an answer; false if none is left. Steps of dropped partitions end with FREED. */
static inline bool driver_step(void) {
    while (d.answered_n < d.log_n) {
        const sl_action action = d.log[d.answered_n++];
        sl_event event;
        const bool is_step = action.type >= SL_DO_SYNTHESIZE && action.type <= SL_DO_FINISH;
        if (!driver_answer_of(&action, &event) || (is_step && d.is_dropped[action.part])) {
            continue;
        }
        if (action.type == SL_DO_FINISH) { /* what a finished partition keeps is its proof */
            SL_CHECK(
                driver_post((sl_event){.type = SL_EV_CLASS_DIED, .part = action.part, .mem_class = SL_MEM_CLASSES_N}));
        }
        SL_CHECK(driver_post(event));
        return true;
    }
    return false;
}

static inline void driver_run(void) {
    while (driver_step()) {
    }
}

static inline size_t driver_count(sl_action_type type) {
    size_t n = 0;
    for (size_t i = 0; i < d.log_n; i++) {
        n += d.log[i].type == type;
    }
    return n;
}

/* The n-th action of a type, from 0. */
static inline const sl_action *driver_find(sl_action_type type, size_t n) {
    for (size_t i = 0; i < d.log_n; i++) {
        if (d.log[i].type == type && n-- == 0) {
            return &d.log[i];
        }
    }
    sl_test_fail(__FILE__, __LINE__, "there is no such action");
}

static inline uint64_t driver_reserved(void) {
    return sl_sched_reserved(d.sched, SL_KIND_HOST);
}

/* A small machine: two workers, one device with two slots, 100 bytes. */
static inline sl_sched_config driver_config(void) {
    sl_sched_config config = {.jobs_max = 64,
                              .partitions_max = 256,
                              .residents_max = 4,
                              .workers_n = 2,
                              .handover_n = 1,
                              .devices_n = 1,
                              .slots_n = 2,
                              .retries_max = 2};
    config.budget.bytes[SL_KIND_HOST] = 100;
    return config;
}

/* A job of NORMAL priority whose partitions need `bytes` of host memory each. */
static inline sl_job_spec driver_job(uint32_t partitions_n, uint64_t bytes) {
    sl_job_spec spec = {
        .priority = SL_NORMAL, .partitions_n = partitions_n, .circuit = SL_SCHED_NONE, .srs = SL_SCHED_NONE};
    spec.plan.host[SL_MEM_WITNESS] = bytes;
    return spec;
}

#endif
