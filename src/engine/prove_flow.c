// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/prove_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/small.h"
#include "engine/engine_flow.h"

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

/* In synthesis, ready, on the device, and before their check. */
uint64_t sl_prove_flow_bytes(unsigned devices_n, uint64_t witness_bytes, uint64_t start_bytes) {
    return devices_n * ((WORKERS_N + SLOTS_N) * witness_bytes + SLOTS_N * start_bytes) + 2 * witness_bytes;
}

static sluice_status flow_open(sl_prove_flow *out, sluice_error *err) {
    const sluice_context *context = out->options.input->context;
    sl_flow_config config = {
        .slots_n = SLOTS_N,
        .budget_bytes = context->options.budget_bytes,
        .kernels = context->kernels,
        .scratch_folder = out->options.scratch_folder,
        .trace_ms = TRACE_MS,
    };
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
        status = sl_engine_target_add(made->flow, options->key, &made->target, err);
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
