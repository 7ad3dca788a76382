// SPDX-License-Identifier: MIT OR Apache-2.0
/* The public engine: inputs become sources, keys become targets of the flow. */
#include <sluice/engine.h>

#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "engine/engine_devices.h"
#include "engine/engine_flow.h"
#include "math/hash/blake2b.h"

struct sluice_engine {
    sluice_context *context;
    sl_flow *flow;
    unsigned devices_n;
    void (*event)(void *data, const sluice_engine_event *event);
    void *event_data;
};

void sluice_engine_options_init(sluice_engine_options *options) {
    *options = (sluice_engine_options){.struct_size = sizeof *options};
}

void sluice_job_options_init(sluice_job_options *options) {
    *options = (sluice_job_options){.struct_size = sizeof *options, .partition = -1, .priority = SLUICE_BY_KIND};
}

static void event_pass(void *data, const sl_flow_event *event) {
    const sluice_engine *engine = data;
    const sluice_engine_event out = {
        .name = event->name,
        .at_s = event->at_s,
        .job = event->job,
        .partition = event->partition == UINT32_MAX ? -1 : (int)event->partition,
        .attempt = event->attempt == UINT32_MAX ? -1 : (int)event->attempt,
        .device = event->device,
        .took_s = event->took_s,
        .text = event->text,
    };
    engine->event(engine->event_data, &out);
}

static sluice_status engine_open(sluice_engine *engine, const sluice_engine_options *options, sluice_error *err) {
    sl_flow_config config = {
        .workers_n = options->workers,
        .jobs_in_flight = options->jobs_in_flight,
        .jobs_max = options->jobs_max,
        .results_max = options->results_max,
        .budget_bytes = options->budget_bytes,
        .reserve_bytes = options->reserve_bytes,
        .kernels = engine->context->kernels,
        .scratch_folder = options->scratch_folder,
        .log_path = options->log_path,
        .watch = options->event == NULL ? NULL : event_pass,
        .watch_data = engine,
    };
    sluice_status status = sl_engine_devices_open(engine->context, options->devices, &config, err);
    engine->devices_n = config.devices_n;
    if (status == SLUICE_OK) {
        status = sl_flow_open(&engine->flow, &config, err);
    }
    if (status != SLUICE_OK) {
        sl_engine_devices_close(&config);
    }
    return status;
}

sluice_status sluice_engine_open(sluice_context *context, sluice_engine **out, const sluice_engine_options *options,
                                 sluice_error *err) {
    sluice_engine_options defaults;
    sluice_engine_options_init(&defaults);
    options = options == NULL ? &defaults : options;
    if (options->struct_size != sizeof *options) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_engine_options_init");
    }
    if (options->devices > SL_MEM_DEVICES_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%u devices, at most %d", options->devices, SL_MEM_DEVICES_MAX);
    }
    sluice_engine *engine = sl_small_alloc(1, sizeof *engine);
    if (engine == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for an engine");
    }
    *engine = (sluice_engine){.context = context, .event = options->event, .event_data = options->event_data};
    const sluice_status status = engine_open(engine, options, err);
    if (status != SLUICE_OK) {
        free(engine);
        return status;
    }
    *out = engine;
    return SLUICE_OK;
}

void sluice_engine_close(sluice_engine *engine) {
    if (engine != NULL) {
        sl_flow_close(engine->flow);
        free(engine);
    }
}

void sluice_engine_drain(sluice_engine *engine) {
    sl_flow_drain(engine->flow);
}

/* What a job is to prove: circuit, key, partitions and all public inputs. */
static sluice_status payload_digest(uint8_t out[32], const sluice_input *input, unsigned first, unsigned partitions_n,
                                    const sluice_key *key, sluice_error *err) {
    const size_t n = sl_engine_publics_n(input);
    sl_buf publics;
    SL_TRY(sl_buf_alloc_n(&publics, n == 0 ? 1 : n, sizeof(sl_fr), "public inputs", err));
    sl_blake2b hash;
    sl_blake2b_init(&hash, 32, NULL, 0);
    sl_blake2b_update(&hash, input->circuit->name, strlen(input->circuit->name) + 1);
    sl_blake2b_update(&hash, &key->params.identity, sizeof key->params.identity);
    sl_blake2b_update(&hash, &first, sizeof first);
    sl_blake2b_update(&hash, &partitions_n, sizeof partitions_n);
    for (unsigned k = 0; k < partitions_n; k++) {
        const sl_fr *values = publics.data;
        sl_engine_publics(input, first + k, publics.data);
        for (size_t i = 0; i < n; i++) {
            uint8_t bytes[SL_FR_BYTES];
            sl_fr_to_bytes(bytes, &values[i]);
            sl_blake2b_update(&hash, bytes, sizeof bytes);
        }
    }
    sl_blake2b_final(&hash, out);
    sl_buf_release(&publics);
    return SLUICE_OK;
}

static sluice_status job_check(const sluice_input *input, const sluice_key *key, const sluice_job_options *options,
                               sluice_error *err) {
    if (options->struct_size != sizeof *options || (unsigned)options->priority > SLUICE_BY_KIND) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_job_options_init");
    }
    if (!sluice_input_can_prove(input)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a meta file alone has no witness");
    }
    if (key->circuit == NULL || strcmp(key->circuit->spec.name, input->circuit->name) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "the input is for circuit %s, the key was opened for %s",
                       input->circuit->name, key->circuit == NULL ? "none" : key->circuit->spec.name);
    }
    if (options->key != NULL && options->key_bytes > SLUICE_JOB_KEY_BYTES_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a job's key of %zu bytes, at most %d", options->key_bytes,
                       SLUICE_JOB_KEY_BYTES_MAX);
    }
    return SLUICE_OK;
}

static sl_priority priority_of(const sluice_job_options *options, const sluice_input *input) {
    static const sl_priority given[] = {SL_CRITICAL, SL_HIGH, SL_NORMAL, SL_LOW};
    if (options->priority != SLUICE_BY_KIND) {
        return given[options->priority];
    }
    switch (input->circuit->kind) {
    case SL_CIRCUIT_WINNING:
        return SL_CRITICAL;
    case SL_CIRCUIT_WINDOW:
        return SL_HIGH;
    case SL_CIRCUIT_UPDATE:
    case SL_CIRCUIT_UPDATE_POSEIDON:
        return SL_LOW;
    default:
        return SL_NORMAL;
    }
}

/* Key, payload and blinding of the job. */
static sluice_status spec_fill(sl_flow_spec *spec, sl_fr rs[2], const sluice_input *input, unsigned first,
                               unsigned partitions_n, const sluice_key *key, const sluice_job_options *options,
                               sluice_error *err) {
    if (options->key != NULL) {
        spec->has_key = true;
        sl_blake2b hash;
        sl_blake2b_init(&hash, sizeof spec->key, NULL, 0);
        sl_blake2b_update(&hash, options->key, options->key_bytes);
        sl_blake2b_final(&hash, spec->key);
        SL_TRY(payload_digest(spec->payload, input, first, partitions_n, key, err));
    }
    if (options->rs != NULL) {
        if (!sl_fr_from_bytes(&rs[0], options->rs) || !sl_fr_from_bytes(&rs[1], options->rs + SL_FR_BYTES)) {
            return SL_FAIL(err, SLUICE_E_INPUT, "r or s is not below the scalar field's modulus");
        }
        spec->r = &rs[0];
        spec->s = &rs[1];
    }
    return SLUICE_OK;
}

sluice_status sluice_engine_submit(sluice_engine *engine, sluice_input *input, sluice_key *key,
                                   const sluice_job_options *options, uint64_t *job, sluice_error *err) {
    sluice_job_options defaults;
    sluice_job_options_init(&defaults);
    options = options == NULL ? &defaults : options;
    SL_TRY(job_check(input, key, options, err));
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions_proven(input, options->partition, &first, &end, err));
    sl_flow_spec spec = {.priority = priority_of(options, input), .deadline_s = options->deadline_s};
    SL_TRY(sl_engine_target_add(engine->flow, key, &spec.target, err));
    sl_fr rs[2];
    SL_TRY(spec_fill(&spec, rs, input, first, end - first, key, options, err));
    SL_TRY(sl_engine_source_make(&spec.source, input, first, end - first, err));
    const sluice_status status = sl_flow_submit(engine->flow, &spec, job, err);
    sl_wipe(rs, sizeof rs);
    return status;
}

static void progress_fill(sluice_job_progress *out, const sl_job_report *report) {
    static const sluice_job_state states[] = {
        [SL_JOB_WAITING] = SLUICE_JOB_WAITING,     [SL_JOB_RUNNING] = SLUICE_JOB_RUNNING,
        [SL_JOB_DELIVERED] = SLUICE_JOB_DELIVERED, [SL_JOB_FAILED] = SLUICE_JOB_FAILED,
        [SL_JOB_CANCELLED] = SLUICE_JOB_CANCELLED, [SL_JOB_EXPIRED] = SLUICE_JOB_EXPIRED,
    };
    static const sluice_priority priorities[] = {
        [SL_CRITICAL] = SLUICE_CRITICAL, [SL_HIGH] = SLUICE_HIGH, [SL_NORMAL] = SLUICE_NORMAL, [SL_LOW] = SLUICE_LOW};
    const unsigned *parts = report->parts;
    *out = (sluice_job_progress){
        .state = states[report->state],
        .priority = priorities[report->priority],
        .partitions = report->partitions_n,
        .waiting = parts[SL_PART_FREE] + parts[SL_PART_QUEUED] + parts[SL_PART_RESERVED],
        .synthesis = parts[SL_PART_SYNTHESIZING],
        .ready = parts[SL_PART_READY],
        .on_device = parts[SL_PART_STARTING],
        .finishing = parts[SL_PART_STARTED] + parts[SL_PART_FINISHING],
        .finished = parts[SL_PART_FINISHED] + parts[SL_PART_DROPPED],
        .attempts = report->attempts,
        .failed_steps = report->failures,
        .rejected = report->rejected,
        .since_submit_s = report->since_submit_s,
        .run_s = report->run_s,
        .error = report->error,
    };
    memcpy(out->diagnosis, report->diagnosis, sizeof out->diagnosis);
}

sluice_status sluice_engine_await(sluice_engine *engine, uint64_t job, double timeout_s, sluice_job_progress *out,
                                  uint8_t **proof, size_t *proof_bytes, sluice_error *err) {
    sl_job_report report;
    SL_TRY(sl_flow_await(engine->flow, job, timeout_s, &report, err));
    progress_fill(out, &report);
    if (proof == NULL) {
        free(report.proofs);
        return SLUICE_OK;
    }
    *proof = report.proofs;
    *proof_bytes = report.proofs_bytes;
    return SLUICE_OK;
}

sluice_status sluice_engine_cancel(sluice_engine *engine, uint64_t job, sluice_error *err) {
    return sl_flow_cancel(engine->flow, job, err);
}

void sluice_engine_budget_set(sluice_engine *engine, uint64_t bytes) {
    sl_flow_budget_set(engine->flow, bytes);
}

static void cells_fill(sluice_engine_snapshot *out, const sl_ledger_state *ledger) {
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        for (size_t stage = 0; stage < SL_MEM_STAGES_N; stage++) {
            const sl_mem_cell *cell = &ledger->cell[c][stage];
            if (cell->born == 0) {
                continue;
            }
            SL_ASSERT(out->cells_n < SLUICE_MEMORY_CELLS_MAX);
            out->cells[out->cells_n++] = (sluice_memory_cell){
                .class_name = sl_mem_class_name((sl_mem_class)c),
                .stage_name = sl_mem_stage_name((sl_mem_stage)stage),
                .count = cell->count,
                .bytes = cell->bytes,
                .peak_count = cell->peak_count,
                .peak_bytes = cell->peak_bytes,
                .born = cell->born,
                .dwell_s = cell->stays == 0 ? 0 : (double)cell->dwell_ns / 1e9 / (double)cell->stays,
                .dwell_max_s = (double)cell->dwell_max_ns / 1e9,
            };
        }
    }
}

_Static_assert((size_t)SL_MEM_CLASSES_N *SL_MEM_STAGES_N <= SLUICE_MEMORY_CELLS_MAX, "every cell has a place");

void sluice_engine_snapshot_get(sluice_engine *engine, sluice_engine_snapshot *out) {
    sl_flow_state state;
    sl_flow_state_get(engine->flow, &state);
    const sl_mem_total *host = &state.ledger.kind[SL_KIND_HOST];
    *out = (sluice_engine_snapshot){
        .budget_bytes = host->budget,
        .reserved_bytes = host->reserved,
        .live_bytes = host->live,
        .rss_bytes = state.rss_bytes,
        .baseline_bytes = state.baseline_bytes,
        .peak_live_bytes = host->peak_live,
        .peak_reserved_bytes = host->peak_reserved,
        .overruns = state.ledger.overruns,
        .jobs_waiting = state.sched.jobs_queued,
        .jobs_running = state.sched.jobs - state.sched.jobs_queued,
        .devices = engine->devices_n,
        .jobs_ended = state.jobs_done,
        .failed_steps = state.failures,
        .rejected = state.rejected,
    };
    for (unsigned d = 0; d < engine->devices_n; d++) {
        out->devices_usable += state.sched.device_usable[d];
    }
    cells_fill(out, &state.ledger);
}
