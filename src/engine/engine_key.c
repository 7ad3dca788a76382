// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/module/module_multiples.h"
#include "core/base/clock.h"
#include "core/mem/budget.h"
#include "core/mem/small.h"
#include "core/sys/random.h"
#include "engine/engine_devices.h"
#include "engine/engine_multiples.h"
#include "proof/circuits/key_name.h"
#include "proof/groth16/setup.h"

#define DEFAULT_PARAMETER_FOLDER "/var/tmp/filecoin-proof-parameters"
#define TOXIC_BYTES_MAX 65536
#define PATH_BYTES 4096

/* Progress is passed on at most this often. */
#define PROGRESS_INTERVAL_S 0.1

static void observe_stage(void *data, const char *name, bool is_end, size_t live_bytes) {
    sl_engine_observer *observer = data;
    (void)live_bytes;
    if (observer->report == NULL) {
        return;
    }
    if (is_end) {
        sl_report_stage_end(observer->report);
    } else {
        sl_report_stage_begin(observer->report, name, observer->partition);
    }
}

static int observe_progress(void *data, const char *name, uint64_t done, uint64_t total) {
    sl_engine_observer *observer = data;
    const double now = sl_clock_seconds();
    if (now - observer->told_s < PROGRESS_INTERVAL_S) {
        return 0;
    }
    observer->told_s = now;
    return sl_context_progress(observer->context, name, done, total, NULL) == SLUICE_OK ? 0 : 1;
}

sl_observer sl_engine_observer_make(sl_engine_observer *data) {
    return (sl_observer){observe_stage, observe_progress, data};
}

sluice_status sluice_key_open(sluice_context *context, sluice_key **out, const char *path, sluice_circuit *circuit,
                              sluice_error *err) {
    if (circuit != NULL) {
        SL_TRY(sl_engine_circuit_shape(circuit, err));
    }
    sluice_key *key = sl_small_alloc(1, sizeof *key);
    if (key == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a key");
    }
    key->context = context;
    key->circuit = circuit;
    sluice_status status = sl_params_open(&key->params, path, err);
    if (status != SLUICE_OK) {
        free(key);
        return status;
    }
    if (circuit != NULL) {
        status = sl_key_layout_match(&key->params.layout, &circuit->layout, path, err);
        if (status != SLUICE_OK) {
            sluice_key_close(key);
            return sl_error_prefix(err, status, "circuit %s", circuit->spec.name);
        }
    }
    *out = key;
    return SLUICE_OK;
}

void sluice_key_close(sluice_key *key) {
    if (key == NULL) {
        return;
    }
    sl_params_close(&key->params);
    sl_made_key_close(key->made);
    free(key);
}

sluice_status sl_engine_key_make(sluice_circuit *circuit, sluice_key **out, const sluice_key_secrets *secrets,
                                 bool is_folded, sluice_error *err) {
    sluice_context *context = circuit->context;
    sl_setup_secrets read;
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    SL_TRY(sl_engine_secrets_read(&read, secrets, err));
    sluice_key *key = sl_small_alloc(1, sizeof *key);
    sluice_status status = key == NULL ? SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a key")
                                       : sl_made_key_open(&key->made, &key->params, circuit->shape, &read, is_folded,
                                                          context->kernels, context->pool, err);
    sl_setup_secrets_wipe(&read);
    if (status != SLUICE_OK) {
        free(key);
        return status;
    }
    key->context = context;
    key->circuit = circuit;
    *out = key;
    return SLUICE_OK;
}

sluice_status sl_engine_keys_need_no_file(const sluice_context *context, bool *out, sluice_error *err) {
    const sl_engine_backend *backend;
    SL_TRY(sl_engine_backend_get(context, &backend, err));
    const sl_module_table *table = backend->table;
    *out = table != NULL && backend->is_required && table->multiples != NULL && table->multiples->key_put != NULL;
    return SLUICE_OK;
}

sluice_status sluice_key_find(const sluice_circuit *circuit, const char *folder, char **out, sluice_error *err) {
    char name[SL_KEY_NAME_BYTES];
    SL_TRY(sl_key_name(name, &circuit->spec, err));
    if (folder == NULL) {
        folder = getenv("FIL_PROOFS_PARAMETER_CACHE");
    }
    if (folder == NULL || folder[0] == 0) {
        folder = DEFAULT_PARAMETER_FOLDER;
    }
    char path[PATH_BYTES];
    const int n = snprintf(path, sizeof path, "%s/%s.params", folder, name);
    if (n < 0 || (size_t)n >= sizeof path) {
        return SL_FAIL(err, SLUICE_E_INPUT, "the folder's name is longer than %d bytes", PATH_BYTES);
    }
    if (access(path, R_OK) != 0) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "no key for %s: %s is not there or not readable; give --params",
                       circuit->spec.name, path);
    }
    char *copy = sl_small_alloc((size_t)n + 1, 1);
    if (copy == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a path");
    }
    memcpy(copy, path, (size_t)n + 1);
    *out = copy;
    return SLUICE_OK;
}

uint64_t sluice_key_bytes(const sluice_key *key) {
    return key->params.layout.bytes;
}

void sluice_key_section_get(const sluice_key *key, size_t i, sluice_key_section *out) {
    const sl_key_layout *layout = &key->params.layout;
    if (i == SLUICE_KEY_SECTIONS && layout->is_folded) {
        *out = (sluice_key_section){"d", layout->d.count, layout->d.offset, layout->d.bytes};
        return;
    }
    SL_ASSERT(i < SLUICE_KEY_SECTIONS);
    const sl_key_range *range = &layout->section[i];
    *out = (sluice_key_section){sl_key_section_name((sl_key_section)i), range->count, range->offset, range->bytes};
}

sluice_status sluice_key_serves(sluice_key *key, const char *out[SLUICE_KEY_SERVES_MAX], size_t *n, sluice_error *err) {
    size_t found = 0;
    const uint64_t inputs = key->params.layout.section[SL_KEY_IC].count;
    for (size_t i = 0; i < sl_circuits_n() && found < SLUICE_KEY_SERVES_MAX; i++) {
        sluice_circuit *circuit;
        SL_TRY(sluice_circuit_open(key->context, &circuit, sl_circuit_name_at(i), err));
        sluice_status status = SLUICE_OK;
        /* The number of inputs is known without the structure: only few circuits are built. */
        if (sl_circuit_inputs_n(&circuit->spec) == inputs) {
            status = sl_engine_circuit_shape(circuit, err);
            if (status == SLUICE_OK &&
                sl_key_layout_match(&key->params.layout, &circuit->layout, "", NULL) == SLUICE_OK) {
                out[found++] = sl_circuit_name_at(i);
            }
        }
        sluice_circuit_close(circuit);
        SL_TRY(status);
    }
    *n = found;
    return SLUICE_OK;
}

bool sl_engine_secrets_given(const sluice_key_secrets *secrets) {
    return secrets != NULL && (secrets->seed != NULL || secrets->toxic_path != NULL);
}

sluice_status sl_engine_secrets_read(sl_setup_secrets *out, const sluice_key_secrets *secrets, sluice_error *err) {
    if (secrets->seed != NULL && secrets->toxic_path != NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a key has one source of secrets: a seed or a file");
    }
    if (secrets->seed != NULL) {
        sl_setup_secrets_from_seed(out, secrets->seed);
        return SLUICE_OK;
    }
    uint8_t *json;
    size_t n;
    SL_TRY(sl_file_read_all(&json, &n, secrets->toxic_path, TOXIC_BYTES_MAX, err));
    const sluice_status status = sl_setup_secrets_parse(out, json, n, secrets->toxic_path, err);
    sl_wipe(json, n);
    free(json);
    return status;
}

sluice_status sluice_key_plan_get(sluice_circuit *circuit, sluice_key_plan *out, sluice_error *err) {
    const sluice_context *context = circuit->context;
    const sl_multiples_backend *multiples;
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    SL_TRY(sl_engine_multiples_planned(context, &multiples, err));
    sl_r1cs_counts counts;
    sl_setup_plan plan;
    sl_r1cs_counts_get(circuit->shape, &counts);
    SL_TRY(sl_setup_plan_now(&plan, &counts, &circuit->layout, multiples, context->kernels,
                             sl_pool_threads(context->pool), err));
    *out = (sluice_key_plan){
        .file_bytes = circuit->layout.bytes,
        .memory_bytes = sl_mem_live() + sl_budget_overhead(sl_pool_threads(context->pool)) + plan.memory_bytes,
        .table_bytes = SL_MAX(plan.g1.memory_bytes, plan.g2.memory_bytes),
        .wires = plan.range_n,
        .windows_g1 = plan.g1.windows_n,
        .windows_g2 = plan.g2.windows_n,
    };
    return SLUICE_OK;
}

/* On a device if there is one; where that fails with a processor in reserve, on this. */
static sluice_status setup_call(const sluice_circuit *circuit, const sl_setup_secrets *secrets, const char *path,
                                bool is_folded, sl_setup_result *result, sluice_error *err) {
    const sluice_context *context = circuit->context;
    sl_engine_observer data = {.context = context};
    const sl_observer observer = sl_engine_observer_make(&data);
    sl_engine_multiples multiples;
    SL_TRY(sl_engine_multiples_open(&multiples, context, err));
    sl_setup_options options = {
        .multiples = sl_engine_multiples_backend(&multiples), .is_folded = is_folded, .observer = &observer};
    sluice_status status =
        sl_setup_run_with(circuit->shape, secrets, path, &options, context->kernels, context->pool, result, err);
    if (strcmp(path, "-") != 0 && sl_engine_multiples_falls_back(&multiples, status)) {
        options.multiples = NULL;
        status =
            sl_setup_run_with(circuit->shape, secrets, path, &options, context->kernels, context->pool, result, err);
    }
    sl_engine_multiples_close(&multiples);
    return status;
}

static sluice_status key_generate(sluice_circuit *circuit, const char *path, const sluice_key_secrets *secrets,
                                  bool is_folded, sluice_key_result *out, sluice_error *err) {
    const double wall = sl_clock_seconds();
    const double cpu = sl_clock_cpu_seconds();
    const bool given = sl_engine_secrets_given(secrets);
    sl_setup_secrets made;
    if (given) {
        SL_TRY(sl_engine_secrets_read(&made, secrets, err));
    }
    sluice_status status = sl_engine_circuit_shape(circuit, err);
    sl_setup_result result;
    if (status == SLUICE_OK) {
        status = setup_call(circuit, given ? &made : NULL, path, is_folded, &result, err);
    }
    sl_setup_secrets_wipe(&made);
    SL_TRY(status);
    sl_rss rss;
    *out = (sluice_key_result){
        .bytes = result.layout.bytes,
        .wall_s = sl_clock_seconds() - wall,
        .cpu_s = sl_clock_cpu_seconds() - cpu,
        .peak_rss_bytes = sl_rss_read(&rss) ? rss.peak_bytes : 0,
        .resumed_bytes = result.resumed_bytes,
    };
    memcpy(out->sha256, result.sha256, sizeof out->sha256);
    return SLUICE_OK;
}

sluice_status sluice_key_generate(sluice_circuit *circuit, const char *path, const sluice_key_secrets *secrets,
                                  sluice_key_result *out, sluice_error *err) {
    return key_generate(circuit, path, secrets, false, out, err);
}

sluice_status sluice_key_generate_folded(sluice_circuit *circuit, const char *path, const sluice_key_secrets *secrets,
                                         sluice_key_result *out, sluice_error *err) {
    return key_generate(circuit, path, secrets, true, out, err);
}
