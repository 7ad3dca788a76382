// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/prove_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/small.h"
#include "engine/engine_flow.h"
#include "engine/flow/device_module.h"
#include "engine/flow/device_program.h"

/* Of each device: partitions in synthesis, and in start. */
#define WORKERS_N 2
#define SLOTS_N 2
/* Between samples of the trace, which is kept for its spans. */
#define TRACE_MS 100

struct sl_prove_flow {
    sl_prove_flow_options options;
    sl_flow *flow;
    uint32_t target;
    double began_s;
    uint64_t *jobs; /* of each partition; 0: none */
};

/* Devices are to be filled in, workers for them are there; partitions_n: of all jobs. */
static sl_flow_config config_make(const sluice_context *context, unsigned partitions_n) {
    return (sl_flow_config){
        .slots_n = SLOTS_N,
        .jobs_max = partitions_n,
        .partitions_max = partitions_n,
        .results_max = partitions_n,
        .budget_bytes = context->options.budget_bytes,
        .kernels = context->kernels,
        .trace_ms = TRACE_MS,
    };
}

void sl_prove_flow_plan(sl_prove_flow_bytes *out, const sluice_input *input, const sluice_key *key,
                        const sl_engine_backend *backend, const sl_prove_plan *plan, uint64_t witness_bytes) {
    const unsigned n = backend->devices_n;
    sl_flow_config config = config_make(input->context, sluice_input_partitions(input));
    config.devices_n = n + sl_engine_standby_n(backend, n);
    config.device_threads_n = SL_MAX(sl_pool_threads(input->context->pool) / n, 1);
    config.workers_n = WORKERS_N * config.devices_n;
    const bool takes_witness = sl_device_module_takes_witness(backend->table);
    const uint64_t program = takes_witness ? sl_device_program_bytes(key->circuit->shape) : 0;
    const uint64_t witness = witness_bytes + SL_FLOW_SLACK_BYTES;
    out->base = sl_flow_least_bytes(&config) + plan->prepared_bytes + program + witness;
    out->one = plan->peak_bytes;
    /* In synthesis, ready, on the device, and before their check. */
    out->most = n * ((WORKERS_N + SLOTS_N) * witness + SLOTS_N * plan->start_bytes) + witness;
}

static sluice_status flow_open(sl_prove_flow *out, sluice_error *err) {
    const sluice_context *context = out->options.input->context;
    sl_flow_config config = config_make(context, out->options.partitions_n);
    config.scratch_folder = out->options.scratch_folder;
    sluice_status status = sl_engine_devices_open(context, 0, &config, err);
    config.workers_n = WORKERS_N * config.devices_n;
    out->began_s = sl_clock_seconds();
    if (status == SLUICE_OK) {
        status = sl_flow_open(&out->flow, &config, err);
    }
    if (status != SLUICE_OK) {
        sl_engine_devices_close(&config);
    }
    return status;
}

/* The target: circuit and key are the caller's, who keeps them. */

static sluice_status key_lend(void *data, sl_loaded *out, sluice_error *err) {
    const sluice_key *key = data;
    (void)err;
    *out = (sl_loaded){.r1cs = key->circuit->shape, .params = &key->params};
    return SLUICE_OK;
}

static void key_take_back(void *data, sl_loaded *out) {
    (void)data;
    (void)out;
}

static sluice_status target_add(sl_prove_flow *flow, sluice_error *err) {
    const sluice_key *key = flow->options.key;
    sl_flow_target target = {.load = key_lend, .unload = key_take_back, .data = (void *)(uintptr_t)key};
    (void)snprintf(target.name, sizeof target.name, "%s", key->circuit->spec.name);
    return sl_flow_target_add(flow->flow, &target, &flow->target, err);
}

sluice_status sl_prove_flow_open(sl_prove_flow **out, const sl_prove_flow_options *options, sluice_error *err) {
    sl_prove_flow *made = sl_small_alloc(1, sizeof *made);
    uint64_t *jobs = sl_small_alloc(options->partitions_n, sizeof *jobs);
    sluice_status status = SLUICE_OK;
    if (made == NULL || jobs == NULL) {
        free(made);
        free(jobs);
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for the jobs of a proof");
    }
    *made = (sl_prove_flow){.options = *options, .jobs = jobs};
    status = flow_open(made, err);
    if (status == SLUICE_OK) {
        status = target_add(made, err);
    }
    if (status != SLUICE_OK) {
        sl_prove_flow_close(made, NULL);
        return status;
    }
    *out = made;
    return SLUICE_OK;
}

sluice_status sl_prove_flow_submit(sl_prove_flow *flow, unsigned k, sluice_error *err) {
    const sl_prove_flow_options *options = &flow->options;
    SL_ASSERT(k < options->partitions_n);
    sl_flow_spec spec = {
        .target = flow->target,
        .priority = SL_NORMAL,
        .r = options->r,
        .s = options->s,
        .skip_row_check = options->skip_row_check,
        .first_partition = k,
    };
    SL_TRY(sl_engine_source_make(&spec.source, options->input, k, 1, err));
    return sl_flow_submit(flow->flow, &spec, &flow->jobs[k], err);
}

static void note_make(char note[256], const sl_job_report *report) {
    note[0] = 0;
    if (report->failures != 0) {
        (void)snprintf(note, 256, "made again, for %u step%s failed%s%s", report->failures,
                       report->failures == 1 ? "" : "s", report->diagnosis[0] == 0 ? "" : "; ", report->diagnosis);
    }
}

sluice_status sl_prove_flow_look(sl_prove_flow *flow, unsigned k, double wait_s, bool *is_over,
                                 uint8_t proof[SLUICE_PROOF_BYTES], char note[256], sluice_error *err) {
    sl_job_report report;
    SL_TRY(sl_flow_await(flow->flow, flow->jobs[k], wait_s, &report, err));
    if (report.state < SL_JOB_DELIVERED) {
        *is_over = false;
        return SLUICE_OK;
    }
    if (report.state != SL_JOB_DELIVERED) {
        if (err != NULL) {
            *err = report.error;
        }
        return report.error.status;
    }
    SL_ASSERT(report.proofs_bytes == SLUICE_PROOF_BYTES);
    memcpy(proof, report.proofs, SLUICE_PROOF_BYTES);
    free(report.proofs);
    note_make(note, &report);
    *is_over = true;
    return SLUICE_OK;
}

static const char *stage_name(sl_mem_stage stage) {
    switch (stage) {
    case SL_STAGE_SYNTHESIS:
        return "witness";
    case SL_STAGE_START:
        return "device";
    case SL_STAGE_FINISH:
        return "finish";
    case SL_STAGE_CHECK:
        return "check";
    default:
        return NULL;
    }
}

static void spans_tell(const sl_prove_flow *flow, sluice_report *report) {
    size_t n;
    sl_trace *trace = sl_flow_trace(flow->flow);
    sl_trace_stop(trace);
    const sl_span *spans = sl_trace_spans(trace, &n);
    for (size_t i = 0; i < n; i++) {
        const char *name = stage_name(spans[i].stage);
        unsigned k = 0;
        while (k < flow->options.partitions_n && flow->jobs[k] != spans[i].job) {
            k++;
        }
        if (name != NULL && k < flow->options.partitions_n) {
            sl_report_stage_add(report, name, k, flow->began_s + spans[i].start_s, flow->began_s + spans[i].end_s);
        }
    }
}

void sl_prove_flow_close(sl_prove_flow *flow, sluice_report *report) {
    if (flow == NULL) {
        return;
    }
    if (flow->flow != NULL && report != NULL) {
        sl_flow_drain(flow->flow);
        spans_tell(flow, report);
    }
    sl_flow_close(flow->flow);
    free(flow->jobs);
    free(flow);
}
