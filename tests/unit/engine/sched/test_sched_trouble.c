// SPDX-License-Identifier: MIT OR Apache-2.0
/* Failures, retries, devices that break, keys that come and go. */
#include "sched_driver.h"

static sl_event failure(const sl_action *action, sl_sched_stage stage) {
    return (sl_event){.type = SL_EV_FAILED,
                      .part = action->part,
                      .stage = stage,
                      .device = stage == SL_AT_SYNTHESIS ? SL_SCHED_NONE : action->device,
                      .status = SLUICE_E_DEVICE};
}

/* Runs until the n-th action of a type is there and unanswered; the test answers it. */
static const sl_action *run_to(sl_action_type type, size_t n) {
    while (driver_count(type) <= n) {
        SL_CHECK(driver_step());
    }
    const sl_action *found = driver_find(type, n);
    while (&d.log[d.answered_n] != found) {
        sl_event ignored;
        if (driver_answer_of(&d.log[d.answered_n], &ignored)) {
            SL_CHECK(driver_step());
        } else {
            d.answered_n++;
        }
    }
    d.answered_n++;
    return found;
}

static sl_sched_config two_devices(void) {
    sl_sched_config config = driver_config();
    config.devices_n = 2;
    config.workers_n = 1;
    return config;
}

SL_TEST(first_again_on_the_same_device_then_on_another) {
    const sl_sched_config config = two_devices();
    driver_open(&config);
    const sl_job_spec spec = driver_job(1, 10);
    (void)driver_submit(&spec);
    const sl_action *start = run_to(SL_DO_START, 0);
    SL_CHECK_EQ_U64(start->device, 0);
    SL_CHECK(driver_post(failure(start, SL_AT_START)));
    start = run_to(SL_DO_START, 1); /* with the same witness */
    SL_CHECK(start->device == 0 && start->attempt == 1);
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 1);
    SL_CHECK(driver_post(failure(start, SL_AT_START)));
    start = run_to(SL_DO_START, 2);
    SL_CHECK(start->device == 1 && start->attempt == 2);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_STARTED, .part = start->part}));
    driver_run();
    SL_CHECK(driver_find(SL_DO_END, 0)->outcome == SL_OUTCOME_DELIVERED);
    sl_sched_close(d.sched);
}

SL_TEST(after_the_last_retry_the_job_names_stage_and_device) {
    const sl_sched_config config = two_devices();
    driver_open(&config);
    const sl_job_spec spec = driver_job(3, 10);
    (void)driver_submit(&spec);
    for (size_t i = 0; i < 3; i++) {
        const sl_action *start = run_to(SL_DO_START, i);
        while (start->index != 0) {
            SL_CHECK(driver_post((sl_event){.type = SL_EV_STARTED, .part = start->part}));
            start = run_to(SL_DO_START, ++i);
        }
        SL_CHECK(driver_post(failure(start, SL_AT_START)));
    }
    driver_run();
    const sl_action *end = driver_find(SL_DO_END, 0);
    if (end->outcome == SL_OUTCOME_FAILED) {
        SL_CHECK(end->stage == SL_AT_START && end->status == SLUICE_E_DEVICE && end->index == 0 && end->device < 2);
    }
    SL_CHECK_EQ_U64(driver_reserved(), 0);
    sl_sched_close(d.sched);
}

SL_TEST(a_permanent_failure_is_not_tried_again) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    const sl_job_spec spec = driver_job(2, 10);
    (void)driver_submit(&spec);
    sl_event event = failure(run_to(SL_DO_SYNTHESIZE, 1), SL_AT_SYNTHESIS);
    event.permanent = true;
    event.status = SLUICE_E_UNSATISFIED;
    SL_CHECK(driver_post(event));
    driver_run();
    const sl_action *end = driver_find(SL_DO_END, 0);
    SL_CHECK(end->outcome == SL_OUTCOME_FAILED && end->stage == SL_AT_SYNTHESIS && end->index == 1);
    SL_CHECK(end->status == SLUICE_E_UNSATISFIED && end->device == SL_SCHED_NONE);
    SL_CHECK_EQ_U64(driver_reserved(), 0);
    sl_sched_close(d.sched);
}

/* A wrong proof is made again, from its witness on, and nothing is delivered before a check has found nothing. */
SL_TEST(a_wrong_proof_is_made_again) {
    const sl_sched_config config = two_devices();
    driver_open(&config);
    const sl_job_spec spec = driver_job(2, 10);
    const sl_submit_answer answer = driver_submit(&spec);
    (void)run_to(SL_DO_CHECK, 0);
    const sl_action *finish = driver_find(SL_DO_FINISH, 1);
    SL_CHECK(driver_post(failure(finish, SL_AT_CHECK)));
    SL_CHECK(!driver_post(failure(finish, SL_AT_CHECK))); /* told once */
    SL_CHECK(driver_post((sl_event){.type = SL_EV_CHECKED, .job = answer.job}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_DELIVER), 0);
    (void)run_to(SL_DO_CHECK, 1);
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 3);
    SL_CHECK_EQ_U64(driver_find(SL_DO_START, 2)->device, finish->device); /* on the same path */
    SL_CHECK_EQ_U64(driver_find(SL_DO_START, 2)->index, finish->index);
    SL_CHECK_EQ_U64(driver_count(SL_DO_DELIVER), 0);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_CHECKED, .job = answer.job}));
    driver_run();
    SL_CHECK(driver_find(SL_DO_END, 0)->outcome == SL_OUTCOME_DELIVERED);
    SL_CHECK_EQ_U64(driver_count(SL_DO_DELIVER), 1);
    sl_sched_close(d.sched);
}

SL_TEST(a_device_that_keeps_failing_is_left_alone) {
    sl_sched_config config = two_devices();
    config.quarantine_after = 2;
    driver_open(&config);
    const sl_job_spec spec = driver_job(1, 10);
    (void)driver_submit(&spec);
    SL_CHECK(driver_post(failure(run_to(SL_DO_START, 0), SL_AT_START)));
    SL_CHECK_EQ_U64(driver_count(SL_DO_QUARANTINE), 0);
    SL_CHECK(driver_post(failure(run_to(SL_DO_START, 1), SL_AT_START)));
    SL_CHECK_EQ_U64(driver_find(SL_DO_QUARANTINE, 0)->device, 0);
    driver_run();
    for (int i = 0; i < 3; i++) {
        (void)driver_submit(&spec);
        driver_run();
    }
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 6);
    for (size_t i = 2; i < 6; i++) {
        SL_CHECK_EQ_U64(driver_find(SL_DO_START, i)->device, 1);
    }
    SL_CHECK(driver_post((sl_event){.type = SL_EV_DEVICE_BACK, .device = 0}));
    (void)driver_submit(&spec);
    driver_run();
    SL_CHECK_EQ_U64(driver_find(SL_DO_START, 6)->device, 0);
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 5);
    sl_sched_close(d.sched);
}

/* Faults count only without a success between them. */
SL_TEST(a_success_clears_the_faults) {
    sl_sched_config config = driver_config();
    config.quarantine_after = 2;
    driver_open(&config);
    const sl_job_spec spec = driver_job(1, 10);
    for (size_t i = 0; i < 5; i++) {
        (void)driver_submit(&spec);
        SL_CHECK(driver_post(failure(run_to(SL_DO_START, 2 * i), SL_AT_START)));
        driver_run();
    }
    SL_CHECK_EQ_U64(driver_count(SL_DO_QUARANTINE), 0);
    SL_CHECK_EQ_U64(driver_count(SL_DO_DELIVER), 5);
    sl_sched_close(d.sched);
}

SL_TEST(a_lost_device_gives_its_work_to_another) {
    sl_sched_config config = two_devices();
    config.retries_max = 0; /* what a lost device fails does not count */
    driver_open(&config);
    const sl_job_spec spec = driver_job(1, 10);
    (void)driver_submit(&spec);
    const sl_action *start = run_to(SL_DO_START, 0);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_DEVICE_LOST, .device = start->device}));
    SL_CHECK(driver_post(failure(start, SL_AT_START)));
    SL_CHECK_EQ_U64(run_to(SL_DO_START, 1)->device, 1);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_DEVICE_LOST, .device = 1}));
    SL_CHECK(driver_post(failure(driver_find(SL_DO_START, 1), SL_AT_START)));
    driver_run();
    const sl_action *end = driver_find(SL_DO_END, 0);
    SL_CHECK(end->outcome == SL_OUTCOME_FAILED && end->status == SLUICE_E_DEVICE && end->device == 1);
    SL_CHECK(driver_submit(&spec).verdict == SL_SUBMIT_NO_DEVICE);
    SL_CHECK_EQ_U64(driver_reserved(), 0);
    sl_sched_close(d.sched);
}

SL_TEST(device_memory_is_reserved_at_start) {
    sl_sched_config config = driver_config();
    config.budget.bytes[SL_KIND_DEVICE] = 100;
    driver_open(&config);
    sl_job_spec spec = driver_job(2, 10);
    spec.plan.device[SL_MEM_DEVICE] = 60;
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(sl_sched_reserved(d.sched, SL_KIND_DEVICE), 0);
    const sl_action *start = run_to(SL_DO_START, 0);
    SL_CHECK_EQ_U64(sl_sched_reserved(d.sched, SL_KIND_DEVICE), 60);
    SL_CHECK(sl_sched_part_state(d.sched, driver_find(SL_DO_SYNTHESIZE, 1)->part) == SL_PART_READY);
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 1); /* a slot is free, its memory is not */
    SL_CHECK(driver_post((sl_event){.type = SL_EV_STARTED, .part = start->part}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 1);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_CLASS_DIED, .part = start->part, .mem_class = SL_MEM_DEVICE}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 2);
    sl_sched_close(d.sched);
}

static uint32_t resident(sl_mem_class mem_class, uint64_t bytes) {
    uint32_t out;
    const sl_mem_vector vector = {{bytes}};
    SL_CHECK(sl_sched_resident_add(d.sched, mem_class, &vector, 5, &out));
    return out;
}

SL_TEST(keys_are_shared_kept_and_evicted_by_least_use) {
    sl_sched_config config = driver_config();
    config.residents_max = 3;
    driver_open(&config);
    const uint32_t keys[] = {resident(SL_MEM_SRS, 40), resident(SL_MEM_SRS, 30), resident(SL_MEM_SRS, 50)};
    uint32_t ignored;
    const sl_mem_vector nothing = {{0}};
    SL_CHECK(!sl_sched_resident_add(d.sched, SL_MEM_SRS, &nothing, 0, &ignored));
    sl_job_spec spec = driver_job(2, 5);
    static const size_t order[] = {0, 1, 0, 2, 0};
    static const size_t loads[] = {1, 2, 2, 3, 3}; /* shared by partitions, kept for the next job */
    for (size_t i = 0; i < SL_ARRAY_N(order); i++) {
        spec.srs = keys[order[i]];
        (void)driver_submit(&spec);
        driver_run();
        SL_CHECK_EQ_U64(driver_count(SL_DO_LOAD), loads[i]);
    }
    SL_CHECK_EQ_U64(driver_count(SL_DO_EVICT), 1); /* 40 + 30 + 50 is too much: 1 was used longest ago */
    SL_CHECK_EQ_U64(driver_find(SL_DO_EVICT, 0)->resident, keys[1]);
    SL_CHECK_EQ_U64(driver_find(SL_DO_EVICT, 0)->user, 5);
    SL_CHECK_EQ_U64(driver_reserved(), 90);
    SL_CHECK_EQ_U64(driver_count(SL_DO_END), 5);
    sl_sched_close(d.sched);
}

/* A structure is needed for synthesis, a key only for the device: synthesis goes on while the key is loaded. */
SL_TEST(synthesis_does_not_wait_for_the_key) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    sl_job_spec spec = driver_job(1, 10);
    spec.circuit = resident(SL_MEM_CIRCUIT, 5);
    spec.srs = resident(SL_MEM_SRS, 20);
    (void)driver_submit(&spec);
    SL_CHECK_EQ_U64(driver_reserved(), 35); /* all at once */
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 0);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_LOADED, .resident = spec.circuit}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_SYNTHESIZE), 1);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_SYNTHESIZED, .part = driver_find(SL_DO_SYNTHESIZE, 0)->part}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 0);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_LOADED, .resident = spec.srs}));
    SL_CHECK_EQ_U64(driver_count(SL_DO_START), 1);
    sl_sched_close(d.sched);
}

SL_TEST(a_key_that_cannot_be_loaded_fails_its_jobs) {
    const sl_sched_config config = driver_config();
    driver_open(&config);
    const sl_job_spec other = driver_job(1, 10);
    sl_job_spec spec = other;
    spec.srs = resident(SL_MEM_SRS, 20);
    (void)driver_submit(&spec);
    (void)driver_submit(&other);
    const sl_event failed = {.type = SL_EV_LOAD_FAILED, .resident = spec.srs, .status = SLUICE_E_CORRUPT};
    SL_CHECK(driver_post(failed));
    SL_CHECK_EQ_U64(driver_count(SL_DO_LOAD), 2); /* once more */
    SL_CHECK(driver_post(failed));
    SL_CHECK(!driver_post(failed));
    d.answered_n = 0;
    for (size_t i = 0; i < d.log_n; i++) { /* both loads are answered */
        d.log[i].type = d.log[i].type == SL_DO_LOAD ? SL_DO_QUARANTINE : d.log[i].type;
    }
    driver_run();
    const sl_action *end = driver_find(SL_DO_END, 0);
    SL_CHECK(end->outcome == SL_OUTCOME_FAILED && end->stage == SL_AT_LOAD && end->status == SLUICE_E_CORRUPT);
    SL_CHECK(driver_find(SL_DO_END, 1)->outcome == SL_OUTCOME_DELIVERED);
    SL_CHECK_EQ_U64(driver_reserved(), 0);
    sl_sched_close(d.sched);
}

/* A name is given again when nobody needs what it named and its bytes are gone. */
SL_TEST(residents_are_forgotten) {
    sl_sched_config config = driver_config();
    const sl_mem_vector bytes = {{10}};
    uint32_t keys[5];
    driver_open(&config);
    for (size_t i = 0; i < 4; i++) {
        SL_CHECK(sl_sched_resident_add(d.sched, SL_MEM_SRS, &bytes, i, &keys[i]));
    }
    SL_CHECK(!sl_sched_resident_add(d.sched, SL_MEM_SRS, &bytes, 4, &keys[4]));
    sl_job_spec spec = driver_job(1, 10);
    spec.srs = keys[1];
    spec.circuit = keys[2];
    (void)driver_submit(&spec);
    for (size_t i = 1; i <= 2; i++) { /* being loaded, and named by a job */
        SL_CHECK(!driver_post((sl_event){.type = SL_EV_FORGET, .resident = keys[i]}));
    }
    driver_run();
    SL_CHECK_EQ_U64(driver_reserved(), 20);
    SL_CHECK(driver_post((sl_event){.type = SL_EV_FORGET, .resident = keys[0]})); /* was never loaded: at once */
    SL_CHECK(!sl_sched_resident_is_known(d.sched, keys[0]));
    SL_CHECK(!driver_post((sl_event){.type = SL_EV_FORGET, .resident = keys[0]}));
    SL_CHECK(driver_post((sl_event){.type = SL_EV_FORGET, .resident = keys[1]}));
    SL_CHECK(driver_count(SL_DO_EVICT) == 1 && sl_sched_resident_is_known(d.sched, keys[1]));
    SL_CHECK(sl_sched_resident_add(d.sched, SL_MEM_SRS, &bytes, 4, &keys[4]) && keys[4] == keys[0]);
    SL_CHECK(!sl_sched_resident_add(d.sched, SL_MEM_SRS, &bytes, 5, &keys[0])); /* not before it is evicted */
    driver_run();
    SL_CHECK_EQ_U64(driver_reserved(), 10);
    SL_CHECK(sl_sched_resident_add(d.sched, SL_MEM_SRS, &bytes, 5, &keys[0]) && keys[0] == keys[1]);
    spec.srs = keys[0]; /* the new one is loaded like any other */
    (void)driver_submit(&spec);
    driver_run();
    SL_CHECK_EQ_U64(driver_reserved(), 20);
    sl_sched_close(d.sched);
}
