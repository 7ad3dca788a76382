// SPDX-License-Identifier: MIT OR Apache-2.0
/* A processor in reserve behind devices of a module: it takes no memory from them, and makes do with what there is. */
#include "module_case_tmpl.h"

/* The least budget with which a flow takes a job of one partition, beside its baseline; to 128 KiB. It is set then. */
static uint64_t least_budget(const bench_flow *b) {
    sl_flow_state state;
    sl_flow_state_get(b->flow, &state);
    uint64_t low = state.baseline_bytes, high = low + 512 * MIB;
    while (high - low > MIB / 8) {
        const uint64_t middle = low + (high - low) / 2;
        const sl_flow_spec spec = spec_make(b, 1, 1);
        uint64_t job;
        sl_flow_budget_set(b->flow, middle);
        const sluice_status status = sl_flow_submit(b->flow, &spec, &job, &err);
        SL_CHECK(status == SLUICE_OK || status == SLUICE_E_BUDGET);
        if (status == SLUICE_OK) {
            SL_CHECK_OK(sl_flow_cancel(b->flow, job, &err));
            (void)await_job(b, job);
        }
        *(status == SLUICE_OK ? &high : &low) = middle;
    }
    sl_flow_budget_set(b->flow, high);
    return high - state.baseline_bytes - sl_ledger_unplanned(SL_KIND_HOST);
}

/* The first device goes, for good, while its calls are held; then they end. */
static void device_take_away(const bench_flow *b) {
    cpu.stays_lost = true;
    atomic_store(&cpu.is_lost[0], true);
    sl_flow_device_lost(b->flow, 0);
}

/*
 * A budget that is enough for a device is not too small because of a processor in reserve; when the processor's turn
 * comes, it says what it needs.
 */
SL_TEST(a_reserve_needs_no_budget) {
    uint64_t least[2];
    for (int has_reserve = 0; has_reserve < 2; has_reserve++) {
        bench_flow b;
        control_reset();
        toy_make(&b, 8);
        module_flow_open(&b, 1, has_reserve != 0);
        least[has_reserve] = least_budget(&b);
        if (has_reserve != 0) {
            atomic_store(&cpu.is_held, true);
            const uint64_t job = single_submit(&b, &b.toy, b.target, 2);
            sl_flow_budget_set(b.flow, 0);
            device_take_away(&b);
            atomic_store(&cpu.is_held, false);
            const sl_job_report report = await_job(&b, job);
            SL_CHECK_MSG(report.state == SL_JOB_FAILED && report.error.status == SLUICE_E_BUDGET &&
                             strstr(report.error.text, "without its device it needs a budget of") != NULL,
                         "%s", report.error.text);
            await_proofs(&b, single_submit(&b, &b.toy, b.target, 3), 3);
        }
        module_flow_close(&b);
    }
    SL_CHECK_MSG(least[1] < least[0] + MIB / 2, "%llu, %llu", (unsigned long long)least[1],
                 (unsigned long long)least[0]);
}

/* What partitions that are held before their start reserve; all of them, or it never comes to that. */
static uint64_t all_reserved(const bench_flow *b, uint64_t job) {
    sl_job_report report;
    for (int i = 0; i < 2000; i++) {
        SL_CHECK_OK(sl_flow_await(b->flow, job, 0.01, &report, &err));
        if (report.parts[SL_PART_QUEUED] == 0) {
            break;
        }
    }
    SL_CHECK_EQ_U64(report.parts[SL_PART_QUEUED], 0);
    sl_flow_state state;
    sl_flow_state_get(b->flow, &state);
    return state.sched.reserved.bytes[SL_KIND_HOST] - state.baseline_bytes;
}

/* What the processor's plan for a partition takes, at most and at least. */
static void toy_plan(bench_flow *b, sl_prove_plan *out) {
    const sl_flow_target target = sl_toy_target(&b->toy);
    sl_loaded loaded;
    sl_r1cs_counts counts;
    SL_CHECK_OK(target.load(target.data, &loaded, &err));
    sl_r1cs_counts_get(loaded.r1cs, &counts);
    SL_CHECK_OK(sl_prove_plan_make(out, &counts, &loaded.params->layout, b->kernels, 2, 0, &err));
    target.unload(target.data, &loaded);
}

/* With less memory than all partitions would like to have on the processor, it makes do, and they go on together. */
SL_TEST(a_reserve_makes_do) {
    bench_flow b;
    control_reset();
    toy_make(&b, 12);
    module_flow_open(&b, 1, true);
    sl_prove_plan plan;
    toy_plan(&b, &plan);
    const uint64_t spared = (uint64_t)PARTITIONS_N * (plan.peak_bytes - plan.least_bytes);
    uint64_t bytes = 0;
    for (uint64_t seed = 0; seed < 2; seed++) {
        sl_flow_state state;
        sl_flow_state_get(b.flow, &state);
        if (seed != 0) {
            sl_flow_budget_set(b.flow,
                               state.baseline_bytes + sl_ledger_unplanned(SL_KIND_HOST) + bytes - spared + MIB / 4);
        }
        atomic_store(&cpu.is_held, true);
        const uint64_t job = submit(&b, seed);
        bytes = all_reserved(&b, job);
        sl_flow_budget_set(b.flow, 0); /* the module's memory is the host's here */
        if (seed != 0) {
            device_take_away(&b);
        }
        const bool is_proven = seed != 0 && !SANITIZED; /* which takes half a minute there */
        if (!is_proven) {
            SL_CHECK_OK(sl_flow_cancel(b.flow, job, &err));
        }
        atomic_store(&cpu.is_held, false);
        if (is_proven) {
            await_proofs(&b, job, seed);
        } else {
            SL_CHECK(await_job(&b, job).state == SL_JOB_CANCELLED);
        }
    }
    module_flow_close(&b);
}
