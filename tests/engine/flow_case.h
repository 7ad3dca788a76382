// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the tests of the flow share: toy circuits with their keys, flows over them, and a watcher that checks. */
#ifndef SL_TESTS_ENGINE_FLOW_CASE_H
#define SL_TESTS_ENGINE_FLOW_CASE_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "backends/cpu/select.h"
#include "core/base/clock.h"
#include "engine/flow/device_fault.h"
#include "engine/flow/toy.h"
#include "harness/test.h"

#ifdef SL_SANITIZED
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#define MIB ((uint64_t)1 << 20)
#define PARTITIONS_N 4

static sluice_error err;

typedef struct bench_flow {
    sl_toy toy;
    const sl_kernels *kernels;
    sl_flow *flow;
    uint32_t target;
    sl_device *devices[SL_MEM_DEVICES_MAX];
    sl_verifier *verifier;
} bench_flow;

static inline void sleep_ms(unsigned ms) {
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    (void)nanosleep(&t, NULL);
}

/* A toy of 2^rows_log2 rows with its key, and a verifier of its own. */
static inline void toy_make(bench_flow *b, unsigned rows_log2) {
    sl_pool *pool;
    sl_params params;
    SL_CHECK_OK(sl_kernels_select(&b->kernels, NULL, &err));
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    SL_CHECK_OK(sl_toy_open(&b->toy, rows_log2, sl_test_temp_path("toy.params"), b->kernels, pool, &err));
    sl_pool_close(pool);
    SL_CHECK_OK(sl_params_open(&params, b->toy.key_path, &err));
    SL_CHECK_OK(sl_verifier_open(&b->verifier, &params.vk, &err));
    sl_params_close(&params);
}

static inline sl_flow_config config_make(bench_flow *b, unsigned devices_n, unsigned threads_n) {
    sl_flow_config config = {.kernels = b->kernels, .device_threads_n = threads_n, .devices_n = devices_n};
    for (unsigned d = 0; d < devices_n; d++) {
        SL_CHECK_OK(sl_device_cpu_open(&b->devices[d], d, threads_n, &err));
        config.devices[d] = b->devices[d];
    }
    return config;
}

static inline void flow_open(bench_flow *b, const sl_flow_config *config) {
    SL_CHECK_OK(sl_flow_open(&b->flow, config, &err));
    const sl_flow_target target = sl_toy_target(&b->toy);
    SL_CHECK_OK(sl_flow_target_add(b->flow, &target, &b->target, &err));
}

/* Nothing may be left, in the ledger least of all. */
static inline void flow_close(bench_flow *b) {
    sl_flow_close(b->flow);
    sl_verifier_close(b->verifier);
    sl_ledger_state state;
    sl_ledger_state_get(&state);
    SL_CHECK_EQ_U64(state.accounts, 0);
    SL_CHECK_EQ_U64(state.kind[SL_KIND_HOST].live, 0);
    SL_CHECK_EQ_U64(state.kind[SL_KIND_HOST].reserved, 0);
    SL_CHECK_MSG(state.overruns == 0, "%llu allocations beyond their plan, %llu bytes",
                 (unsigned long long)state.overruns, (unsigned long long)state.overrun_bytes);
}

static inline sl_flow_spec spec_make(const bench_flow *b, uint64_t seed, unsigned partitions_n) {
    sl_flow_spec spec = {.target = b->target, .priority = SL_NORMAL};
    SL_CHECK_OK(sl_toy_source(&b->toy, seed, partitions_n, &spec.source, &err));
    return spec;
}

static inline uint64_t submit(const bench_flow *b, uint64_t seed) {
    const sl_flow_spec spec = spec_make(b, seed, PARTITIONS_N);
    uint64_t job;
    SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &job, &err));
    return job;
}

/* True if every proof of the case `seed` verifies; by a verifier that the flow does not know. */
static inline bool proofs_hold(const bench_flow *b, uint64_t seed, unsigned partitions_n, const uint8_t *proofs) {
    for (unsigned k = 0; k < partitions_n; k++) {
        sl_fr publics[SL_TOY_PUBLICS_N];
        sl_claim claim = {.inputs = publics, .inputs_n = SL_TOY_PUBLICS_N};
        sl_toy_publics(&b->toy, seed, k, publics);
        if (sl_proof_read(&claim.proof, proofs + (size_t)k * SL_PROOF_BYTES, &err) != SLUICE_OK ||
            sl_verifier_check(b->verifier, &claim, 1, &err) != SLUICE_OK) {
            return false;
        }
    }
    return true;
}

static inline sl_job_report await_job(const bench_flow *b, uint64_t job) {
    sl_job_report report;
    SL_CHECK_OK(sl_flow_await(b->flow, job, -1, &report, &err));
    return report;
}

/* Waits for a job that must be delivered, and verifies what it delivered. */
static inline void await_proofs(const bench_flow *b, uint64_t job, uint64_t seed) {
    const sl_job_report report = await_job(b, job);
    SL_CHECK_MSG(report.state == SL_JOB_DELIVERED, "job %llu: state %d: %s", (unsigned long long)job, report.state,
                 report.error.text);
    SL_CHECK(report.proofs_bytes == (size_t)report.partitions_n * SL_PROOF_BYTES);
    SL_CHECK(proofs_hold(b, seed, report.partitions_n, report.proofs));
    free(report.proofs);
}

#endif
