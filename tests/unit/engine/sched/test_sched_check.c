// SPDX-License-Identifier: MIT OR Apache-2.0
/* The checker of invariants sees what is broken: each one is broken here, by hand. */
#include "engine/sched/sched_state.h"
#include "sched_driver.h"

static bool holds(const char *text) {
    for (size_t i = 0; sl_sched_invariant(i) != NULL; i++) {
        if (strstr(sl_sched_invariant(i), text) != NULL) {
            return sl_sched_invariant_holds(d.sched, i);
        }
    }
    sl_test_fail(__FILE__, __LINE__, "no invariant says '%s'", text);
}

/* A scheduler in the middle of things: two partitions in synthesis, others queued, a key loaded. */
static void busy(void) {
    sl_sched_config config = driver_config();
    config.reserve.bytes[SL_KIND_HOST] = 10;
    driver_open(&config);
    uint32_t key;
    const sl_mem_vector bytes = {{10}};
    SL_CHECK(sl_sched_resident_add(d.sched, SL_MEM_SRS, &bytes, 0, &key));
    sl_job_spec spec = driver_job(3, 20);
    spec.srs = key;
    (void)driver_submit(&spec);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_LOADED, .resident = key}));
    for (size_t i = 0; sl_sched_invariant(i) != NULL; i++) {
        SL_CHECK(sl_sched_invariant_holds(d.sched, i));
    }
}

/* Changes something, sees that the invariant breaks and that the whole check tells, and changes it back. */
#define BREAKS(text, change, back)                                              \
    do {                                                                        \
        sluice_error err;                                                       \
        change;                                                                 \
        SL_CHECK_MSG(!holds(text), "'%s' holds in spite of %s", text, #change); \
        SL_CHECK_STATUS(sl_sched_check(d.sched, &err), SLUICE_E_INTERNAL);      \
        back;                                                                   \
        SL_CHECK(holds(text));                                                  \
    } while (0)

SL_TEST(every_broken_invariant_is_seen) {
    busy();
    sl_sched *s = d.sched;
    const uint32_t working = s->jobs[0].first_part;
    const uint32_t queued = s->jobs[0].queued.first;
    BREAKS("within the budget", s->held.others.bytes[0] += 1000, s->held.others.bytes[0] -= 1000);
    BREAKS("is the sum", s->held.others.bytes[0]++, s->held.others.bytes[0]--);
    BREAKS("holds nothing", s->parts[queued].holds_host = true, s->parts[queued].holds_host = false);
    BREAKS("one partition each", s->workers_free++, s->workers_free--);
    BREAKS("one partition each", s->device[0].starting_n[0]++, s->device[0].starting_n[0]--);
    BREAKS("one partition each", s->finishing_n[1]++, s->finishing_n[1]--);
    BREAKS("beyond the hand-over", s->ready_n = 9, s->ready_n = 0);
    BREAKS("list of its state", s->started[0].n++, s->started[0].n--);
    BREAKS("all its partitions once", s->jobs[0].finished_n++, s->jobs[0].finished_n--);
    BREAKS("all its partitions once", s->parts[queued].index++, s->parts[queued].index--);
    BREAKS("pinned by those that need them", s->residents[0].pins++, s->residents[0].pins--);
    BREAKS("pinned by those that need them", s->residents[0].state = RES_EVICTING, s->residents[0].state = RES_LOADED);
    BREAKS("has its key and structure", (s->jobs[0].circuit = 0, s->residents[0].state = RES_LOADING),
           (s->jobs[0].circuit = NONE, s->residents[0].state = RES_LOADED));
    BREAKS("waits for a permit or for memory", s->config.workers_n++, s->config.workers_n--);
    BREAKS("at most three others", s->admission.passed[SL_CRITICAL] = 4, s->admission.passed[SL_CRITICAL] = 0);
    BREAKS("LOW has its turn", s->admission.passed[SL_LOW] = 11, s->admission.passed[SL_LOW] = 0);
    BREAKS("LOW has its turn", s->finishes_passed = 9, s->finishes_passed = 0);
    BREAKS("without jobs", s->jobs_n = 0, s->jobs_n = 1);
    const uint8_t step = s->parts[working].step;
    const uint32_t second = s->parts[working].sibling;
    BREAKS("something is under way", (s->parts[working].step = STEP_NONE, s->parts[second].step = STEP_NONE),
           (s->parts[working].step = step, s->parts[second].step = step));
    sl_sched_close(s);
}

SL_TEST(critical_and_devices_that_wait_for_nothing_are_seen) {
    busy();
    sl_sched *s = d.sched;
    s->jobs[0].priority = SL_CRITICAL;
    s->flight[SL_CRITICAL] = s->flight[SL_NORMAL];
    s->config.workers_n = 9;
    s->held.critical.bytes[0] = 0;
    s->config.reserve.bytes[0] = 30;
    SL_CHECK(!holds("CRITICAL does not wait"));
    sl_sched_close(s);
    busy();
    s = d.sched;
    const uint32_t part = s->jobs[0].first_part;
    SL_CHECK(driver_post((sl_event){.type = SL_EV_SYNTHESIZED, .part = part}));
    SL_CHECK(s->parts[part].state == SL_PART_STARTING);
    s->parts[part].state = SL_PART_READY;
    sl_sched_part_push_ready(s, part);
    SL_CHECK(!holds("a free slot means"));
    sl_sched_close(s);
}
