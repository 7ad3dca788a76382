// SPDX-License-Identifier: MIT OR Apache-2.0
/* Devices of a module in the flow: keys, slots, losses, what takes over, and that nothing is left behind. */
#include <fcntl.h>
#include <unistd.h>

#include "proof/groth16/made_key.h"

#include "module_case_tmpl.h"

SL_TEST(jobs_share_an_uploaded_key) {
    bench_flow b;
    control_reset();
    toy_make(&b, 8);
    module_flow_open(&b, 1, false);
    uint64_t jobs[3];
    for (uint64_t i = 0; i < 3; i++) {
        jobs[i] = submit(&b, i);
    }
    for (uint64_t i = 0; i < 3; i++) {
        await_proofs(&b, jobs[i], i);
    }
    sl_device_module_stats stats;
    sl_device_module_stats_get(b.devices[0], &stats);
    SL_CHECK_EQ_U64(stats.proofs_n, 3 * PARTITIONS_N);
    SL_CHECK_EQ_U64(stats.uploads_n, 1);
    SL_CHECK(stats.upload_bytes > 0 && stats.memory.peak > 0 && stats.rows_s > 0 && stats.h_ms > 0);
    SL_CHECK(sl_ledger_total(SL_KIND_DEVICE).live == stats.memory.all);
    module_flow_close(&b);
}

/* A toy's key without a file. */

typedef struct made_toy {
    sl_pool *pool;
    sl_r1cs *r1cs;
    sl_params params;
    sl_made_key *key;
} made_toy;

static sluice_status made_load(void *data, sl_loaded *out, sluice_error *e) {
    const made_toy *made = data;
    (void)e;
    *out = (sl_loaded){.r1cs = made->r1cs, .params = &made->params};
    return SLUICE_OK;
}

static void made_unload(void *data, sl_loaded *loaded) {
    (void)data;
    (void)loaded;
}

/* The flow's target is of the secrets of toy.c, whose verifying key checks the proofs. */
static void made_open(made_toy *made, bench_flow *b, bool is_folded) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_setup_secrets secrets;
    sl_setup_secrets_from_seed(&secrets, seed);
    SL_CHECK_OK(sl_pool_open(&made->pool, 2, &err));
    SL_CHECK_OK(sl_toy_shape(&b->toy, &made->r1cs, &err));
    SL_CHECK_OK(
        sl_made_key_open(&made->key, &made->params, made->r1cs, &secrets, is_folded, b->kernels, made->pool, &err));
    const sl_flow_target target = {.name = "made", .load = made_load, .unload = made_unload, .data = made};
    SL_CHECK_OK(sl_flow_target_add(b->flow, &target, &b->target, &err));
}

static void made_close(made_toy *made) {
    sl_params_close(&made->params);
    sl_made_key_close(made->key);
    sl_r1cs_close(made->r1cs);
    sl_pool_close(made->pool);
}

/* Not the flow's close, which looks for what is left: the key is. */
static void made_flow_close(made_toy *made, bench_flow *b) {
    sl_flow_close(b->flow);
    b->flow = NULL;
    made_close(made);
    module_flow_close(b);
    SL_CHECK(atomic_load(&cpu.multiples_n) == 0);
}

SL_TEST(a_key_without_a_file) {
    for (int is_folded = 0; is_folded < 2; is_folded++) {
        bench_flow b;
        made_toy made;
        control_reset();
        toy_make(&b, 6);
        module_flow_open(&b, 2, false);
        made_open(&made, &b, is_folded != 0);
        for (uint64_t i = 0; i < 3; i++) {
            await_proofs(&b, submit(&b, i), i);
            SL_CHECK(atomic_load(&cpu.multiples_n) == 0); /* tables go when the key is there */
        }
        made_flow_close(&made, &b);
    }
}

/* Wherever a device fails, its key is made anew. */
SL_TEST(a_key_without_a_file_comes_back) {
    bench_flow b;
    made_toy made;
    control_reset();
    toy_make(&b, 5);
    module_flow_open(&b, 1, false);
    made_open(&made, &b, true);
    int calls_n = 0;
    for (int fail_at = 0; fail_at == 0 || calls_n > fail_at; fail_at += SANITIZED ? 5 : 1) {
        atomic_store(&cpu.calls_n, 0);
        cpu.fail_at = fail_at;
        await_proofs(&b, submit(&b, (uint64_t)fail_at), (uint64_t)fail_at);
        calls_n = atomic_load(&cpu.calls_n);
        SL_CHECK(atomic_load(&cpu.proofs_n) == 0 && atomic_load(&cpu.multiples_n) == 0);
        SL_CHECK(fail_at < 100);
    }
    SL_CHECK(atomic_load(&cpu.uploads_n) > 2);
    made_flow_close(&made, &b);
}

/* The processor reads keys from files. */
SL_TEST(a_key_without_a_file_needs_a_device) {
    bench_flow b;
    made_toy made;
    control_reset();
    toy_make(&b, 5);
    module_flow_open(&b, 1, true);
    made_open(&made, &b, false);
    cpu.stays_lost = true;
    cpu.fail_at = 3;
    const sl_job_report report = await_job(&b, submit(&b, 1));
    SL_CHECK(report.state == SL_JOB_FAILED && report.error.status == SLUICE_E_USAGE);
    SL_CHECK_MSG(strstr(report.error.text, "a key without a file") != NULL, "%s", report.error.text);
    made_flow_close(&made, &b);
}

/* The same bytes as the processor's, with r and s given. */
SL_TEST(same_bytes_as_the_processor) {
    const sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    uint8_t proofs[2][PARTITIONS_N * SL_PROOF_BYTES];
    for (int on_module = 0; on_module < 2; on_module++) {
        bench_flow b;
        control_reset();
        toy_make(&b, 8);
        if (on_module != 0) {
            module_flow_open(&b, 2, false);
        } else {
            const sl_flow_config config = config_make(&b, 1, 2);
            flow_open(&b, &config);
        }
        sl_flow_spec spec = spec_make(&b, 7, PARTITIONS_N);
        spec.r = &r;
        spec.s = &s;
        uint64_t job;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
        const sl_job_report report = await_job(&b, job);
        SL_CHECK(report.state == SL_JOB_DELIVERED && report.proofs_bytes == sizeof proofs[0]);
        memcpy(proofs[on_module], report.proofs, sizeof proofs[0]);
        free(report.proofs);
        module_flow_close(&b);
    }
    SL_CHECK_MEM(proofs[0], proofs[1], sizeof proofs[0]);
}

/* Every call fails in turn and takes the device along: it is opened anew, and the job is delivered. */
SL_TEST(a_lost_device_comes_back) {
    bench_flow b;
    control_reset();
    toy_make(&b, 6);
    module_flow_open(&b, 1, false);
    int calls_n = 0;
    for (int fail_at = 0; fail_at == 0 || calls_n > fail_at; fail_at += SANITIZED ? 5 : 1) {
        atomic_store(&cpu.calls_n, 0);
        cpu.fail_at = fail_at;
        const uint64_t job = submit(&b, (uint64_t)fail_at);
        await_proofs(&b, job, (uint64_t)fail_at);
        calls_n = atomic_load(&cpu.calls_n);
        SL_CHECK(atomic_load(&cpu.proofs_n) == 0);
        SL_CHECK(fail_at < 100);
    }
    SL_CHECK(atomic_load(&cpu.uploads_n) > 2);
    module_flow_close(&b);
}

/* For good: the processor in reserve takes over, for this job and the next. */
SL_TEST(the_processor_takes_over) {
    bench_flow b;
    control_reset();
    toy_make(&b, 6);
    module_flow_open(&b, 1, true);
    await_proofs(&b, submit(&b, 1), 1);
    sl_device_module_stats stats;
    sl_device_module_stats_get(b.devices[0], &stats);
    SL_CHECK_EQ_U64(stats.proofs_n, PARTITIONS_N); /* none by the processor */
    cpu.stays_lost = true;
    cpu.fail_at = atomic_load(&cpu.calls_n) + 3;
    await_proofs(&b, submit(&b, 2), 2);
    await_proofs(&b, submit(&b, 3), 3);
    sl_flow_state state;
    sl_flow_state_get(b.flow, &state);
    SL_CHECK(!state.sched.device_usable[0] && state.sched.device_usable[1]);
    module_flow_close(&b);
}

SL_TEST(without_a_reserve_jobs_fail) {
    bench_flow b;
    control_reset();
    toy_make(&b, 6);
    module_flow_open(&b, 1, false);
    cpu.stays_lost = true;
    cpu.fail_at = 3;
    const sl_job_report report = await_job(&b, submit(&b, 1));
    SL_CHECK(report.state == SL_JOB_FAILED && report.error.status == SLUICE_E_DEVICE);
    const char *named = strstr(report.error.text, "test 0");
    SL_CHECK_MSG(named != NULL && strstr(named + 1, "test 0") == NULL, "%s", report.error.text);
    module_flow_close(&b);
}

/* One wrong sum is found, named and computed again; a device that is always wrong is given up. */
SL_TEST(wrong_sums_are_named) {
    static const char *const names[] = {"only h differed", "only l differed", "only a differed",
                                        "only b in G1 differed", "only b in G2 differed"};
    bench_flow b;
    control_reset();
    toy_make(&b, 6);
    module_flow_open(&b, 1, true);
    for (int section = 0; section < SL_MODULE_SECTIONS_N; section++) {
        cpu.wrong_section = section;
        cpu.wrong_n = 1;
        const uint64_t seed = 10 + (uint64_t)section;
        const sl_flow_spec spec = spec_make(&b, seed, 1);
        uint64_t job;
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
        const sl_job_report report = await_job(&b, job);
        SL_CHECK(report.state == SL_JOB_DELIVERED && report.rejected == 1);
        SL_CHECK_MSG(strstr(report.diagnosis, names[section]) != NULL, "%s", report.diagnosis);
        SL_CHECK(proofs_hold(&b, seed, 1, report.proofs));
        free(report.proofs);
    }
    cpu.wrong_section = SL_MODULE_L;
    cpu.wrong_n = 1000;
    await_proofs(&b, submit(&b, 99), 99);
    sl_flow_state state;
    sl_flow_state_get(b.flow, &state);
    SL_CHECK(!state.sched.device_usable[0] && state.sched.device_usable[1]);
    module_flow_close(&b);
}

/* Out of memory leaves the device as it was. */
SL_TEST(out_of_memory_is_retried) {
    bench_flow b;
    control_reset();
    toy_make(&b, 6);
    module_flow_open(&b, 1, false);
    cpu.fail_with = SLUICE_E_NO_MEMORY;
    for (int fail_at = 0; fail_at < 12; fail_at++) {
        cpu.fail_at = atomic_load(&cpu.calls_n) + fail_at;
        await_proofs(&b, submit(&b, (uint64_t)fail_at), (uint64_t)fail_at);
        SL_CHECK(atomic_load(&cpu.calls_n) > cpu.fail_at);
    }
    SL_CHECK(atomic_load(&cpu.devices_n) == 1 && !atomic_load(&cpu.is_lost[0]));
    module_flow_close(&b);
}

/* Another circuit with its key. */
static uint32_t other_make(const bench_flow *b, sl_toy *other) {
    sl_pool *pool;
    uint32_t target;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    SL_CHECK_OK(sl_toy_open(other, 7, sl_test_temp_path("other.params"), b->kernels, pool, &err));
    sl_pool_close(pool);
    const sl_flow_target other_target = sl_toy_target(other);
    SL_CHECK_OK(sl_flow_target_add(b->flow, &other_target, &target, &err));
    return target;
}

/* Two circuits on a device with room for one key: they take turns. */
SL_TEST(keys_take_turns) {
    bench_flow b;
    control_reset();
    cpu.memory_bytes = UINT64_C(1) << 30;
    toy_make(&b, 6);
    module_flow_open(&b, 1, false);
    sl_toy other;
    const uint32_t target = other_make(&b, &other);
    uint64_t jobs[6];
    for (uint64_t i = 0; i < 6; i++) {
        sl_flow_spec spec = {.target = i % 2 == 0 ? b.target : target, .priority = SL_NORMAL};
        SL_CHECK_OK(sl_toy_source(i % 2 == 0 ? &b.toy : &other, i, 2, &spec.source, &err));
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &jobs[i], &err));
    }
    for (uint64_t i = 0; i < 6; i++) {
        const sl_job_report report = await_job(&b, jobs[i]);
        SL_CHECK_MSG(report.state == SL_JOB_DELIVERED, "%s", report.error.text);
        free(report.proofs);
    }
    SL_CHECK(atomic_load(&cpu.uploads_n) >= 2);
    module_flow_close(&b);
}

/* A budget for either key, and not for both: it is a ceiling for what the device has of them together. */
SL_TEST(a_budget_is_for_all_keys) {
    bench_flow b;
    control_reset();
    for (int is_measured = 0; is_measured < 2; is_measured++) {
        toy_make(&b, 6);
        module_flow_open(&b, 1, false);
        sl_toy other;
        const uint32_t target = other_make(&b, &other);
        for (uint64_t i = 0; i < 4; i++) {
            sl_flow_spec spec = {.target = i % 2 == 0 ? b.target : target, .priority = SL_NORMAL};
            uint64_t job;
            SL_CHECK_OK(sl_toy_source(i % 2 == 0 ? &b.toy : &other, i, 1, &spec.source, &err));
            SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
            const sl_job_report report = await_job(&b, job);
            SL_CHECK_MSG(report.state == SL_JOB_DELIVERED, "%s", report.error.text);
            free(report.proofs);
        }
        const uint64_t live = sl_ledger_total(SL_KIND_DEVICE).live;
        SL_CHECK(atomic_load(&cpu.uploads_n) == (is_measured == 0 ? 2 : 6));
        SL_CHECK(is_measured == 0 || live <= budget_bytes);
        budget_bytes = live - 1;
        module_flow_close(&b);
    }
}

/* A device that cannot take the key is no reason to end a job where the processor is in reserve. */
SL_TEST(a_key_that_has_no_room) {
    for (int has_reserve = 0; has_reserve < 2; has_reserve++) {
        for (int has_budget = 0; has_budget < 2; has_budget++) {
            bench_flow b;
            control_reset();
            cpu.memory_bytes = has_budget == 0 ? 1000 : 0;
            budget_bytes = has_budget == 0 ? 0 : 1000;
            toy_make(&b, 6);
            module_flow_open(&b, 1, has_reserve != 0);
            if (has_reserve == 0) {
                const sl_job_report report = await_job(&b, submit(&b, 1));
                SL_CHECK(report.state == SL_JOB_FAILED);
                SL_CHECK(report.error.status == (has_budget == 0 ? SLUICE_E_NO_MEMORY : SLUICE_E_BUDGET));
            } else {
                await_proofs(&b, submit(&b, 1), 1);
                await_proofs(&b, submit(&b, 2), 2);
                sl_flow_state state;
                sl_flow_state_get(b.flow, &state);
                SL_CHECK(!state.sched.device_usable[0] && state.sched.device_usable[1]);
            }
            SL_CHECK(atomic_load(&cpu.uploads_n) == 0);
            module_flow_close(&b);
        }
    }
}

/* The same with two of them: a partition that both fail is not given up before the processor had its turn. */
SL_TEST(a_key_that_has_no_room_anywhere) {
    bench_flow b;
    control_reset();
    cpu.memory_bytes = 1000;
    toy_make(&b, 6);
    module_flow_open(&b, 2, true);
    const sl_job_report report = await_job(&b, single_submit(&b, &b.toy, b.target, 1));
    SL_CHECK_MSG(report.state == SL_JOB_DELIVERED, "%s", report.error.text);
    free(report.proofs);
    SL_CHECK(atomic_load(&cpu.uploads_n) == 0);
    module_flow_close(&b);
}

/* Until the job's one partition is in a start. */
static void start_await(const bench_flow *b, uint64_t job) {
    sl_job_report report;
    do {
        SL_CHECK_OK(sl_flow_await(b->flow, job, 0.001, &report, &err));
    } while (report.parts[SL_PART_STARTING] == 0);
}

/* A job that waits for another's proof or key to make room ends when it is told to, not when the other does. */
SL_TEST(a_start_that_waits_is_cancelled) {
    bench_flow b;
    sl_toy other;
    control_reset();
    cpu.memory_bytes = UINT64_C(1) << 30; /* for one key */
    toy_make(&b, 6);
    sl_flow_config config = {.kernels = b.kernels, .device_threads_n = 2, .devices_n = 1};
    config.devices[0] = module_open(0, 1, false);
    flow_open(&b, &config);
    const uint32_t target = other_make(&b, &other);
    for (int of_key = 0; of_key < 2; of_key++) {
        atomic_store(&cpu.h_is_held, true);
        const uint64_t first = single_submit(&b, &b.toy, b.target, 1);
        start_await(&b, first);
        while (atomic_load(&cpu.proofs_n) == 0) {
            sleep_ms(1);
        }
        const uint64_t waits =
            of_key != 0 ? single_submit(&b, &other, target, 2) : single_submit(&b, &b.toy, b.target, 2);
        start_await(&b, waits);
        SL_CHECK_OK(sl_flow_cancel(b.flow, waits, &err));
        SL_CHECK(await_job(&b, waits).state == SL_JOB_CANCELLED);
        SL_CHECK(atomic_load(&cpu.proofs_n) == 1);
        atomic_store(&cpu.h_is_held, false);
        await_proofs(&b, first, 1);
    }
    module_flow_close(&b);
}

/* A damaged point of the file is named. */
SL_TEST(a_key_with_a_damaged_point) {
    bench_flow b;
    sl_params params;
    control_reset();
    toy_make(&b, 6);
    SL_CHECK_OK(sl_params_open(&params, b.toy.key_path, &err));
    const sl_key_range *range = &params.layout.section[SL_KEY_B_G1];
    const off_t at = (off_t)(range->offset + 3 * range->element_bytes - 1); /* the last byte of point 2 */
    sl_params_close(&params);
    uint8_t byte;
    const int fd = open(b.toy.key_path, O_RDWR);
    SL_CHECK(fd >= 0 && pread(fd, &byte, 1, at) == 1);
    byte ^= 1;
    SL_CHECK(pwrite(fd, &byte, 1, at) == 1 && close(fd) == 0);
    module_flow_open(&b, 1, false);
    const sl_job_report report = await_job(&b, submit(&b, 1));
    SL_CHECK(report.state == SL_JOB_FAILED && report.error.status == SLUICE_E_CORRUPT);
    SL_CHECK_MSG(strstr(report.error.text, "section b_g1, point 2") != NULL, "%s", report.error.text);
    module_flow_close(&b);
}

/* No prover, wrong results, no such device, and a budget that is too small, are statuses. */
SL_TEST(refusals) {
    control_reset();
    sl_module_table mute = cpu_table;
    mute.prove = NULL;
    sl_device *device;
    sl_device_module_options options = {.table = &mute, .proofs_n = 1, .threads_n = 1};
    SL_CHECK_STATUS(sl_device_module_open(&device, &options, &err), SLUICE_E_UNKNOWN);
    options.table = &cpu_table;
    options.index = 2; /* computes wrongly */
    SL_CHECK_STATUS(sl_device_module_open(&device, &options, &err), SLUICE_E_DEVICE);
    options.index = 9;
    SL_CHECK_STATUS(sl_device_module_open(&device, &options, &err), SLUICE_E_DEVICE);

    bench_flow b;
    toy_make(&b, 6);
    options.index = 0;
    options.budget_bytes = 1000;
    sl_flow_config config = {.kernels = b.kernels, .device_threads_n = 1, .devices_n = 1};
    SL_CHECK_OK(sl_device_module_open(&config.devices[0], &options, &err));
    flow_open(&b, &config);
    const sl_job_report report = await_job(&b, submit(&b, 1));
    SL_CHECK(report.state == SL_JOB_FAILED && report.error.status == SLUICE_E_BUDGET);
    module_flow_close(&b);
}
