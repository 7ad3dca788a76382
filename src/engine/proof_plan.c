// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/proof_plan.h"

#include <stdio.h>

#include "core/mem/budget.h"
#include "engine/flow/device_module.h"
#include "engine/prove_flow.h"
#include "proof/groth16/prover_backend.h"

#define MIB(bytes) ((unsigned long long)(((bytes) + ((1u << 20) - 1)) >> 20))

static void plan_fill(sluice_plan *out, const sl_prove_plan *work) {
    out->scratch_bytes = work->scratch_bytes;
    out->block_bytes = work->block_log2 == 0 ? 0 : sizeof(sl_fr) << work->block_log2;
    out->piece_bytes = work->msm[SL_KEY_H].chunk_n * (uint64_t)SL_G1_KEY_BYTES;
    out->planned_bytes = out->base_bytes + work->peak_bytes;
    for (size_t i = 0; i < work->phases_n; i++) {
        (void)snprintf(out->phases[i].name, sizeof out->phases[i].name, "%s", work->phase[i].name);
        out->phases[i].bytes = out->base_bytes + work->phase[i].bytes;
    }
    out->phases_n = work->phases_n;
}

sluice_status sl_engine_plan(const sluice_input *input, const sluice_key *key, size_t more_bytes, sluice_plan *out,
                             sl_prove_plan *work, sluice_error *err) {
    const sluice_context *context = input->context;
    const sl_key_layout *layout = &key->params.layout;
    const size_t threads_n = sl_pool_threads(context->pool);
    const sl_engine_backend *backend;
    sl_r1cs_counts counts;
    SL_TRY(sl_engine_backend_get(context, &backend, err));
    sl_budget budget;
    sl_r1cs_counts_get(key->circuit->shape, &counts);
    sl_budget_read(&budget, context->options.budget_bytes, "");
    sl_prove_plan made;
    const bool is_elsewhere = backend->table != NULL;
    if (is_elsewhere) {
        sl_prove_plan_elsewhere(&made, &counts, layout, SL_MAX(threads_n / backend->devices_n, 1),
                                sl_device_module_takes_witness(backend->table));
    } else {
        SL_TRY(sl_prove_plan_make(&made, &counts, layout, context->kernels, threads_n, 0, err));
    }
    const uint64_t witness = (counts.aux + 63) / 64 * 8 + 32 * (counts.fields + counts.inputs);
    sluice_plan plan = {
        .budget_bytes = budget.bytes,
        .budget_reason = budget.reason,
        .base_bytes = sl_mem_live() + more_bytes,
        .threads = (unsigned)threads_n,
    };
    sl_prove_flow_bytes flow = {0};
    if (is_elsewhere) {
        sl_prove_flow_plan(&flow, input, key, backend, &made, witness);
        plan.base_bytes += flow.base;
        plan.least_bytes = plan.base_bytes + flow.one;
    } else {
        plan.base_bytes += made.prepared_bytes + witness + sl_budget_overhead(threads_n);
        plan.least_bytes = plan.base_bytes + made.least_bytes;
    }
    if (budget.bytes != 0 && budget.bytes < plan.least_bytes) {
        return SL_FAIL(err, SLUICE_E_BUDGET,
                       "%s: a proof needs at least %llu MiB (%llu of them for circuit, witness and process, with %zu "
                       "threads), the budget is %llu MiB (%s)",
                       key->circuit->spec.name, MIB(plan.least_bytes), MIB(plan.base_bytes), threads_n,
                       (unsigned long long)(budget.bytes >> 20), budget.reason);
    }
    if (is_elsewhere) { /* several at a time */
        plan_fill(&plan, &made);
        plan.planned_bytes = plan.base_bytes + flow.most;
        *out = plan;
        *work = made;
        return SLUICE_OK;
    }
    if (budget.bytes != 0 && budget.bytes < plan.base_bytes + made.peak_bytes) {
        SL_TRY(sl_prove_plan_make(&made, &counts, layout, context->kernels, threads_n,
                                  (size_t)(budget.bytes - plan.base_bytes), err));
    }
    plan_fill(&plan, &made);
    *out = plan;
    *work = made;
    return SLUICE_OK;
}

sluice_status sluice_prove_plan(const sluice_input *input, const sluice_key *key, sluice_plan *out, sluice_error *err) {
    sl_prove_plan work;
    if (key->circuit == NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "the key was opened without a circuit");
    }
    return sl_engine_plan(input, key, sl_report_bytes(), out, &work, err);
}
