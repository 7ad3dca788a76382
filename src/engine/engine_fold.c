// SPDX-License-Identifier: MIT OR Apache-2.0
/* Folded keys through the public headers. */
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/budget.h"
#include "core/sys/meminfo.h"
#include "engine/engine_fold_device.h"
#include "engine/engine_key.h"
#include "proof/groth16/check_memory.h"
#include "proof/groth16/fold.h"

#define PATH_BYTES 4096

int sluice_key_is_folded(const sluice_key *key, uint8_t digest[64]) {
    if (key->params.layout.is_folded && digest != NULL) {
        memcpy(digest, key->params.original, sizeof key->params.original);
    }
    return key->params.layout.is_folded;
}

sluice_status sluice_fold_plan_get(sluice_circuit *circuit, int has_secrets, sluice_fold_plan *out, sluice_error *err) {
    const sluice_context *context = circuit->context;
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    sl_r1cs_counts counts;
    sl_fold_plan plan;
    sl_key_layout layout;
    sl_r1cs_counts_get(circuit->shape, &counts);
    SL_TRY(sl_key_layout_fold(&layout, &circuit->layout, err));
    bool has_backend;
    SL_TRY(sl_engine_fold_planned(context, &has_backend, err));
    SL_TRY(sl_fold_plan_now(&plan, &counts, &circuit->layout, has_secrets != 0, has_backend, context->kernels,
                            sl_pool_threads(context->pool), err));
    const uint64_t held = sl_mem_live() + sl_budget_overhead(sl_pool_threads(context->pool));
    *out = (sluice_fold_plan){layout.bytes, held + plan.memory_bytes, plan.products};
    return SLUICE_OK;
}

/* What a fold runs with. */
typedef struct fold_call {
    sl_engine_observer observer_data;
    sl_observer observer;
    uint64_t resumed_bytes;
    char memory[PATH_BYTES];
    sl_fold_options options;
    sl_setup_secrets secrets;
} fold_call;

static void call_make(fold_call *call, const sluice_circuit *circuit) {
    call->observer_data = (sl_engine_observer){.context = circuit->context};
    call->observer = sl_engine_observer_make(&call->observer_data);
    call->options = (sl_fold_options){
        .memory = sl_check_memory_path(call->memory, sizeof call->memory) ? call->memory : NULL,
        .observer = &call->observer,
    };
}

static sluice_status call_run(fold_call *call, const sluice_circuit *circuit, const sluice_key *key, const char *path,
                              sluice_error *err) {
    return sl_fold_run(circuit->shape, &key->params, path, &call->options, circuit->context->kernels,
                       circuit->context->pool, &call->resumed_bytes, err);
}

/* On a device if there is one; where that fails with a processor in reserve, on this. */
static sluice_status call_run_anywhere(fold_call *call, const sluice_circuit *circuit, const sluice_key *key,
                                       const char *path, sluice_error *err) {
    sl_engine_multiples multiples;
    sl_engine_fold_device device;
    SL_TRY(sl_engine_multiples_open(&multiples, circuit->context, err));
    sluice_status status = SLUICE_OK;
    if (call->options.secrets != NULL) {
        call->options.multiples = sl_engine_multiples_backend(&multiples);
    } else {
        status = sl_engine_fold_backend(&call->options.backend, &device, &multiples, err);
    }
    if (status == SLUICE_OK) {
        status = call_run(call, circuit, key, path, err);
    }
    if (sl_engine_multiples_falls_back(&multiples, status)) {
        call->options.multiples = NULL;
        call->options.backend = NULL;
        status = call_run(call, circuit, key, path, err);
    }
    sl_engine_multiples_close(&multiples);
    return status;
}

sluice_status sluice_key_fold(sluice_circuit *circuit, const char *key_path, const char *path,
                              const sluice_key_secrets *secrets, sluice_fold_result *out, sluice_error *err) {
    const double wall = sl_clock_seconds();
    const double cpu = sl_clock_cpu_seconds();
    fold_call call;
    sluice_key *key;
    call_make(&call, circuit);
    SL_TRY(sluice_key_open(circuit->context, &key, key_path, circuit, err));
    sluice_status status = SLUICE_OK;
    if (sl_engine_secrets_given(secrets)) {
        status = sl_engine_secrets_read(&call.secrets, secrets, err);
        call.options.secrets = &call.secrets;
    }
    if (status == SLUICE_OK) {
        status = call_run_anywhere(&call, circuit, key, path, err);
    }
    sl_setup_secrets_wipe(&call.secrets);
    sluice_key_close(key);
    SL_TRY(status);
    sl_rss rss;
    sl_key_layout layout;
    SL_TRY(sl_key_layout_fold(&layout, &circuit->layout, err));
    *out = (sluice_fold_result){
        .bytes = layout.bytes,
        .wall_s = sl_clock_seconds() - wall,
        .cpu_s = sl_clock_cpu_seconds() - cpu,
        .peak_rss_bytes = sl_rss_read(&rss) ? rss.peak_bytes : 0,
        .resumed_bytes = call.resumed_bytes,
    };
    return SLUICE_OK;
}

sluice_status sluice_fold_check(sluice_circuit *circuit, const char *key_path, const char *path, sluice_error *err) {
    fold_call call;
    sluice_key *key, *folded;
    uint8_t digest[64];
    call_make(&call, circuit);
    SL_TRY(sluice_key_open(circuit->context, &key, key_path, circuit, err));
    sluice_status status = sluice_key_open(circuit->context, &folded, path, circuit, err);
    if (status == SLUICE_OK) {
        status = sluice_key_digest(key, digest, err);
        if (status == SLUICE_OK) {
            status = sl_fold_check(circuit->shape, &key->params, digest, &folded->params, circuit->context->kernels,
                                   circuit->context->pool, &call.observer, err);
        }
        sluice_key_close(folded);
    }
    sluice_key_close(key);
    return status;
}
