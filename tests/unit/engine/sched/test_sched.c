// SPDX-License-Identifier: MIT OR Apache-2.0
/* One rule of the scheduler after the other, by events and actions. */
#include "core/base/clock.h"
#include "core/mem/buf.h"
#include "sched_driver.h"

static void close_clean(void) {
    SL_CHECK_EQ_U64(driver_reserved(), 0);
    sl_sched_close(d.sched);
}

SL_TEST(life_of_a_job) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    sl_job_spec spec = driver_job(1, 10);
    spec.user = 77;
    spec.plan.host[SL_MEM_ABC] = 30;
    const sl_submit_answer answer = driver_submit(&spec);
    SL_CHECK(answer.verdict == SL_SUBMIT_ACCEPTED);
    SL_CHECK_EQ_U64(driver_reserved(), 40);
    const uint32_t part = driver_find(SL_DO_SYNTHESIZE, 0)->part;
    sl_mem_vector need;
    sl_sched_need(d.sched, part, &need);
    SL_CHECK_EQ_U64(need.bytes[SL_KIND_HOST], 40);
    SL_CHECK(sl_sched_part_state(d.sched, part) == SL_PART_SYNTHESIZING);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_SYNTHESIZED, .part = part}));
    SL_CHECK(sl_sched_part_state(d.sched, part) == SL_PART_STARTING);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_CLASS_DIED, .part = part, .mem_class = SL_MEM_ABC}));
    SL_CHECK_EQ_U64(driver_reserved(), 10);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_STARTED, .part = part}));
    SL_CHECK(sl_sched_part_state(d.sched, part) == SL_PART_FINISHING);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_FINISHED, .part = part}));
    SL_CHECK_EQ_U64(driver_reserved(), 10); /* given back only with the bytes */
    SL_CHECK(driver_post((sl_event){.type = SL_EV_CHECKED, .job = answer.job}));
    SL_CHECK(driver_post((sl_event){.type = SL_EV_DELIVERED, .job = answer.job}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 0);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_FREED, .part = part}));
    static const sl_action_type order[] = {SL_DO_RESERVE, SL_DO_SYNTHESIZE, SL_DO_START,   SL_DO_FINISH, SL_DO_CHECK,
                                           SL_DO_DELIVER, SL_DO_DROP,       SL_DO_RELEASE, SL_DO_END};
    SL_CHECK_EQ_U64(d.log_n, SL_ARRAY_N(order));
    for (size_t i = 0; i < d.log_n; i++) {
        SL_CHECK_EQ_U64(d.log[i].type, order[i]);
        SL_CHECK(d.log[i].job == answer.job && d.log[i].user == 77);
    }
    SL_CHECK(d.log[d.log_n - 1].outcome == SL_OUTCOME_DELIVERED);
    close_clean();
}

SL_TEST(the_whole_vector_or_nothing) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    sl_job_spec spec = driver_job(3, 45);
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(driver_count(SL_DO_RESERVE), 2); /* 90 of 100 */
    spec = driver_job(1, 5);
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(driver_count(SL_DO_RESERVE), 2); /* it would fit, but who came first waits */
    driver_run();
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 2);
    close_clean();
}

SL_TEST(what_can_never_fit_is_refused_with_a_figure) {
    sl_sched_config config = driver_config();
    config.baseline.bytes[SL_KIND_HOST] = 7;
    config.reserve.bytes[SL_KIND_HOST] = 10;
    config.budget.bytes[SL_KIND_DEVICE] = 50;
    driver_open(&config);
    sl_job_spec spec = driver_job(1, 84);
    sl_submit_answer answer = driver_submit(&spec);
    SL_CHECK(answer.verdict == SL_SUBMIT_NEVER_FITS && answer.kind == SL_KIND_HOST);
    SL_CHECK_EQ_U64(answer.needed, 101);
    SL_CHECK_EQ_U64(answer.limit, 100);
    spec.priority = SL_CRITICAL; /* the reserve is for it */
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_ACCEPTED);
    spec = driver_job(1, 1);
    spec.plan.device[SL_MEM_DEVICE] = 51;
    answer = driver_submit(&spec);
    SL_CHECK(answer.verdict == SL_SUBMIT_NEVER_FITS && answer.kind == SL_KIND_DEVICE);
    SL_CHECK_EQ_U64(answer.needed, 51);
    spec = driver_job(1, UINT64_MAX);
    spec.plan.host[SL_MEM_ABC] = UINT64_MAX;
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_NEVER_FITS);
    spec = driver_job(257, 1);
    answer = driver_submit(&spec);
    SL_CHECK(answer.verdict == SL_SUBMIT_TOO_MANY && answer.needed == 257 && answer.limit == 256);
    driver_run();
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 1);
    sl_sched_close(d.sched);
}

SL_TEST(a_full_queue_is_another_answer) {
    sl_sched_config config = driver_config();
    config.jobs_max = 2;
    driver_open(&config);
    sl_job_spec spec = driver_job(1, 60);
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_ACCEPTED);
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_ACCEPTED);
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_QUEUE_FULL);
    const sl_job_spec large = driver_job(1, 101);
    SL_CHECK(driver_submit(&large).verdict == SL_SUBMIT_NEVER_FITS);
    driver_run();
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_ACCEPTED);
    driver_run();
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 3);
    close_clean();
}

SL_TEST(critical_has_its_reserve) {
    sl_sched_config config = driver_config();
    config.workers_n = 4;
    config.workers_critical = 1;
    config.reserve.bytes[SL_KIND_HOST] = 20;
    driver_open(&config);
    sl_job_spec spec = driver_job(8, 40);
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(driver_reserved(), 80);
    spec = driver_job(1, 20);
    spec.priority = SL_CRITICAL;
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(driver_reserved(), 100); /* at once */
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 3);
    (void)driver_submit(&spec); /* the next one waits for the first, or for others to leave */
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 3);
    driver_run();
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 3);
    close_clean();
}

/* A worker, a slot and a finisher are kept for CRITICAL, which so never waits for a step of others. */
SL_TEST(critical_has_its_places) {
    sl_sched_config config = driver_config();
    config.workers_n = config.slots_n = config.finishers_n = 2;
    config.workers_critical = config.slots_critical = config.finishers_critical = 1;
    driver_open(&config);
    uint32_t others[3];
    const sl_job_spec normal = driver_job(3, 10);
    (void)driver_submit(&normal);
    for (size_t i = 0; i < 3; i++) { /* one is in finish, one in start, one in synthesis */
        others[i] = driver_find(SL_DO_SYNTHESIZE, i)->part;
        for (size_t k = 0; k < 2 - i; k++) {
            SL_CHECK(driver_post((sl_event){.type = k == 0 ? SL_EV_SYNTHESIZED : SL_EV_STARTED, .part = others[i]}));
        }
    }
    SL_CHECK(driver_count(SL_DO_FINISH) == 1 && driver_count(SL_DO_START) == 2 && driver_count(SL_DO_SYNTHESIZE) == 3);
    sl_job_spec spec = driver_job(1, 10);
    spec.priority = SL_CRITICAL;
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 4);
    const uint32_t part = driver_find(SL_DO_SYNTHESIZE, 3)->part;
    SL_CHECK(driver_post((sl_event){.type = SL_EV_SYNTHESIZED, .part = part}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 3);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_STARTED, .part = part}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_FINISH), 2);
    (void)driver_submit(&spec); /* others get none of these places */
    SL_CHECK(driver_post((sl_event){.type = SL_EV_STARTED, .part = others[1]}));
    SL_CHECK(driver_post((sl_event){.type = SL_EV_FINISHED, .part = part}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_FINISH), 2);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_FINISHED, .part = others[0]}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_FINISH), 3);
    while (d.answered_n < d.log_n) { /* those that were answered already are refused */
        sl_event event;
        if (driver_answer_of(&d.log[d.answered_n++], &event)) {
            (void)driver_post(event);
        }
    }
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 3);
    close_clean();
}

/* With a stream of HIGH that never ends, every ninth admission is that of the waiting LOW. */
SL_TEST(low_has_its_turn) {
    sl_sched_config config = driver_config();
    config.workers_n = 1;
    driver_open(&config);
    sl_job_spec high = driver_job(1, 10);
    high.priority = SL_HIGH;
    sl_job_spec low = driver_job(4, 10);
    low.priority = SL_LOW;
    low.user = 1;
    (void)driver_submit(&high);
    (void)driver_submit(&high);
    (void)driver_submit(&low);
    for (size_t admitted = 1; driver_count(SL_DO_RESERVE) < 30; admitted = driver_count(SL_DO_RESERVE)) {
        SL_CHECK(driver_step());
        for (; admitted < driver_count(SL_DO_RESERVE); admitted++) {
            (void)driver_submit(&high);
        }
    }
    size_t lows = 0;
    for (size_t i = 0; i < 30; i++) {
        lows += driver_find(SL_DO_RESERVE, i)->user == 1;
    }
    SL_CHECK_EQ_U64(lows, 3);
    sl_sched_close(d.sched);
}

SL_TEST(classes_go_in_order_and_jobs_as_they_came) {
    sl_sched_config config = driver_config();
    config.workers_n = 1;
    driver_open(&config);
    static const sl_priority priorities[] = {SL_LOW, SL_NORMAL, SL_LOW, SL_CRITICAL, SL_HIGH, SL_HIGH};
    for (size_t i = 0; i < SL_ARRAY_N(priorities); i++) {
        sl_job_spec spec = driver_job(1, 10);
        spec.priority = priorities[i];
        spec.user = i;
        (void)driver_submit(&spec);
    }
    driver_run();
    static const uint64_t order[] = {0, 3, 4, 5, 1, 2}; /* 0 was alone when it came */
    for (size_t i = 0; i < SL_ARRAY_N(order); i++) {
        SL_CHECK_EQ_U64(driver_find(SL_DO_SYNTHESIZE, i)->user, order[i]);
    }
    close_clean();
}

SL_TEST(jobs_in_flight_are_bounded) {
    sl_sched_config config = driver_config();
    config.workers_n = 8;
    config.jobs_in_flight = 2;
    driver_open(&config);
    const sl_job_spec spec = driver_job(1, 5);
    sl_job_spec critical = spec;
    critical.priority = SL_CRITICAL;
    for (int i = 0; i < 4; i++) {
        (void)driver_submit(&spec);
    }
    SL_CHECK_EQ_U64(driver_count(SL_DO_RESERVE), 2);
    (void)driver_submit(&critical); /* is not counted */
    SL_CHECK_EQ_U64(driver_count(SL_DO_RESERVE), 3);
    driver_run();
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 5);
    close_clean();
}

/* The consumer does nothing: what is finished and waits is bounded by workers and hand-over. */
SL_TEST(finished_work_does_not_pile_up) {
    for (int permit = SL_PERMIT_RESERVATION; permit <= SL_PERMIT_SYNTHESIS; permit++) {
        sl_sched_config config = driver_config();
        config.permit = (sl_permit)permit;
        config.budget.bytes[SL_KIND_HOST] = 0;
        config.workers_n = 3;
        sluice_error err;
        driver_open(&config);
        const sl_job_spec spec = driver_job(50, 1);
        sl_submit_answer answer;
        sl_sched_submit(d.sched, &spec, 0, &answer);
        for (sl_action action; sl_sched_next(d.sched, &action);) {
            d.log[d.log_n++] = action;
        }
        for (size_t i = 0; i < d.log_n; i++) {
            const sl_event event = {.type = SL_EV_SYNTHESIZED, .part = d.log[i].part};
            if (d.log[i].type == SL_DO_SYNTHESIZE) {
                SL_CHECK(sl_sched_post(d.sched, &event));
                for (sl_action action; sl_sched_next(d.sched, &action);) {
                    d.log[d.log_n++] = action;
                }
            }
        }
        /* two on the device, one handed over, three that hold their worker; or all of them */
        const bool piles_up = permit == SL_PERMIT_SYNTHESIS;
        SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), piles_up ? 50 : 6);
        SL_CHECK_EQ_U64(sl_sched_waiting(d.sched), piles_up ? 47 : 3);
        SL_CHECK((sl_sched_check(d.sched, &err) == SLUICE_OK) != piles_up);
        sl_sched_close(d.sched);
    }
}

/* What is cancelled after any number of events ends as cancelled or delivered, once, with all memory back. */
SL_TEST(cancel_in_every_state) {
    for (size_t after = 0;; after++) {
        const sl_sched_config config = driver_config();
        driver_open(&config);
        uint32_t resident;
        const sl_mem_vector bytes = {{10}};
        SL_CHECK(sl_sched_resident_add(d.sched, SL_MEM_CIRCUIT, &bytes, 0, &resident));
        sl_job_spec spec = driver_job(3, 20);
        spec.circuit = resident;
        const sl_submit_answer answer = driver_submit(&spec);
        size_t n = 0;
        while (n < after && driver_step()) {
            n++;
        }
        const bool had_ended = driver_count(SL_DO_END) > 0;
        SL_CHECK(driver_post((sl_event){.type = SL_EV_CANCEL, .job = answer.job}) != had_ended);
        (void)driver_post((sl_event){.type = SL_EV_CANCEL, .job = answer.job}); /* twice does no harm */
        driver_run();
        SL_CHECK_EQ_U64(driver_count(SL_DO_END), 1);
        SL_CHECK_EQ_U64(driver_reserved(), driver_count(SL_DO_LOAD) > 0 ? 10 : 0);
        const sl_outcome outcome = driver_find(SL_DO_END, 0)->outcome;
        SL_CHECK(outcome == SL_OUTCOME_CANCELLED ||
                 (outcome == SL_OUTCOME_DELIVERED && driver_count(SL_DO_DELIVER) == 1));
        SL_CHECK(!driver_post((sl_event){.type = SL_EV_CANCEL, .job = answer.job}));
        sl_sched_close(d.sched);
        if (n < after) {
            SL_CHECK(after > 10);
            break;
        }
    }
}

SL_TEST(deadlines) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    SL_CHECK_EQ_U64(sl_sched_timer(d.sched), UINT64_MAX);
    sl_job_spec spec = driver_job(1, 10);
    spec.deadline_ns = 1000;
    (void)driver_submit(&spec);
    spec.deadline_ns = 500;
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(sl_sched_timer(d.sched), 500);
    d.now_ns = 499;
    SL_CHECK(driver_post((sl_event){.type = SL_EV_TIMER}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_DROP), 0);
    d.now_ns = 500;
    SL_CHECK(driver_post((sl_event){.type = SL_EV_TIMER}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_DROP), 1);
    SL_CHECK_EQ_U64(sl_sched_timer(d.sched), 1000);
    driver_run();
    SL_CHECK(driver_find(SL_DO_END, 0)->outcome == SL_OUTCOME_EXPIRED);
    SL_CHECK(driver_find(SL_DO_END, 1)->outcome == SL_OUTCOME_DELIVERED);
    close_clean();
}

SL_TEST(pressure_drains_and_kills_nobody) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    const sl_job_spec spec = driver_job(6, 40);
    (void)driver_submit(&spec);
    const sl_job_spec small = driver_job(1, 10);
    (void)driver_submit(&small);
    SL_CHECK_EQ_U64(driver_reserved(), 80);
    sl_mem_vector budget = {{30}};
    SL_CHECK(driver_post((sl_event){.type = SL_EV_PRESSURE, .budget = &budget}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_DROP), 0);
    driver_run(); /* what ran has ended; the small job went through; the rest of the large one waits */
    SL_CHECK_EQ_U64(driver_count(SL_DO_FINISH), 3);
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 1);
    const sl_job_spec large = driver_job(1, 40);
    SL_CHECK(driver_submit(&large).verdict == SL_SUBMIT_NEVER_FITS);
    budget.bytes[SL_KIND_HOST] = 100;
    SL_CHECK(driver_post((sl_event){.type = SL_EV_PRESSURE, .budget = &budget}));
    driver_run();
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 2);
    SL_CHECK(driver_find(SL_DO_END, 1)->outcome == SL_OUTCOME_DELIVERED);
    close_clean();
}

SL_TEST(events_that_do_not_fit_change_nothing) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    const sl_job_spec spec = driver_job(1, 10);
    const sl_submit_answer answer = driver_submit(&spec);
    const uint32_t part = driver_find(SL_DO_SYNTHESIZE, 0)->part;
    const sl_event wrong[] = {
        {.type = SL_EV_STARTED, .part = part},
        {.type = SL_EV_FINISHED, .part = part},
        {.type = SL_EV_FREED, .part = part},
        {.type = SL_EV_SYNTHESIZED, .part = part + 1},
        {.type = SL_EV_SYNTHESIZED, .part = 256},
        {.type = SL_EV_FAILED, .part = part, .stage = SL_AT_START, .device = 0},
        {.type = SL_EV_FAILED, .part = part, .stage = SL_AT_CHECK, .device = 0},
        {.type = SL_EV_FAILED, .part = part, .stage = SL_AT_SYNTHESIS, .device = 1},
        {.type = SL_EV_CLASS_DIED, .part = part, .mem_class = SL_MEM_CLASSES_N + 1},
        {.type = SL_EV_CLASS_DIED, .part = part + 1, .mem_class = SL_MEM_ABC},
        {.type = SL_EV_CHECKED, .job = answer.job},
        {.type = SL_EV_DELIVERED, .job = answer.job},
        {.type = SL_EV_CANCEL, .job = answer.job + 1},
        {.type = SL_EV_CANCEL, .job = 0},
        {.type = SL_EV_LOADED, .resident = 0},
        {.type = SL_EV_DEVICE_LOST, .device = 1},
        {.type = SL_EV_PRESSURE},
    };
    for (size_t i = 0; i < SL_ARRAY_N(wrong); i++) {
        SL_CHECK_MSG(!driver_post(wrong[i]), "event %zu is taken", i);
    }
    SL_CHECK_EQ_U64(d.log_n, 2);
    driver_run();
    SL_CHECK(driver_find(SL_DO_END, 0)->outcome == SL_OUTCOME_DELIVERED);
    close_clean();
}

SL_TEST(configurations_that_make_no_sense) {
    sluice_error err;
    sl_sched *sched = NULL;
    for (int i = 0; i < 14; i++) {
        sl_sched_config c = driver_config();
        uint32_t *const zero[] = {&c.jobs_max, &c.partitions_max, &c.workers_n, &c.devices_n, &c.slots_n};
        uint32_t *const most[] = {&c.jobs_max, &c.partitions_max, &c.workers_n, &c.devices_n, &c.slots_n};
        if (i < 5) {
            *zero[i] = 0;
        } else if (i < 10) {
            *most[i - 5] = UINT32_MAX;
        } else if (i == 10) {
            c.workers_critical = c.workers_n;
        } else if (i == 11) {
            c.slots_critical = c.slots_n;
        } else if (i == 12) {
            c.finishers_critical = 1; /* of no bound */
        } else {
            c.reserve.bytes[SL_KIND_HOST] = 101;
        }
        SL_CHECK_STATUS(sl_sched_open(&sched, &c, &err), SLUICE_E_USAGE);
    }
    const sl_sched_config config = driver_config();
    for (size_t n = 0; n < 2; n++) {
        sl_mem_fail_after(n);
        SL_CHECK_STATUS(sl_sched_open(&sched, &config, &err), SLUICE_E_NO_MEMORY);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK(sched == NULL);
    sl_sched_close(NULL);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

/* A thousand queued jobs of ten partitions. The goal is 10 us a decision; the bound here is for slow and busy machines.
 */
SL_TEST(decisions_are_quick) {
    sl_sched_config config = driver_config();
    config.jobs_max = 1000;
    config.partitions_max = 10000;
    config.devices_n = 2;
    config.workers_n = 8;
    sluice_error err;
    sl_sched *sched;
    SL_CHECK_OK(sl_sched_open(&sched, &config, &err));
    static sl_action queue[1 << 17];
    size_t first = 0;
    size_t last = 0;
    size_t events = 0;
    const double began = sl_clock_cpu_seconds();
    for (uint32_t i = 0; i < 1000; i++) {
        sl_job_spec spec = driver_job(10, 5 + i % 7);
        spec.priority = (sl_priority)(i % SL_PRIORITIES_N);
        sl_submit_answer answer;
        sl_sched_submit(sched, &spec, 0, &answer);
        SL_CHECK(answer.verdict == SL_SUBMIT_ACCEPTED);
        for (; sl_sched_next(sched, &queue[last]); last++) {
        }
    }
    for (; first < last; first++) {
        sl_event event;
        if (driver_answer_of(&queue[first], &event)) {
            SL_CHECK(sl_sched_post(sched, &event));
            events++;
            for (; sl_sched_next(sched, &queue[last]); last++) {
                SL_CHECK(last + 1 < SL_ARRAY_N(queue));
            }
        }
        if (queue[first].type == SL_DO_FINISH) {
            const sl_event died = {.type = SL_EV_CLASS_DIED, .part = queue[first].part, .mem_class = SL_MEM_CLASSES_N};
            SL_CHECK(sl_sched_post(sched, &died));
            events++;
            for (; sl_sched_next(sched, &queue[last]); last++) {
            }
        }
    }
    const double each_us = 1e6 * (sl_clock_cpu_seconds() - began) / (double)(events + 1000);
    (void)printf("%.3f us an event at 1,000 queued jobs, %zu events\n", each_us, events);
    sl_sched_state state;
    sl_sched_state_get(sched, &state);
    SL_CHECK_EQ_U64(state.ended[SL_OUTCOME_DELIVERED], 1000);
    SL_CHECK_MSG(each_us < 100, "%.1f us an event", each_us);
    sl_sched_close(sched);
}
