// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proves the partitions of an input one after the other: witness, then the phases of groth16, then the check of all of
 * them together. This is the synchronous engine; jobs, ledger and scheduler take its place later.
 */
#include <sluice/prove.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "engine/engine_input.h"
#include "engine/engine_key.h"
#include "proof/groth16/prover.h"

void sluice_prove_options_init(sluice_prove_options *options) {
    *options = (sluice_prove_options){.struct_size = sizeof *options, .partition = -1};
}

/* One call of sluice_prove. */
typedef struct proof_run {
    const sluice_input *input;
    const sluice_key *key;
    const sluice_prove_options *options;
    sl_prover *prover;
    sl_fr r, s; /* as given in the options; read before the work begins */
    sluice_report *report;
    sl_engine_observer observed;
    uint64_t planned_bytes;
} proof_run;

static sluice_status options_check(const sluice_input *input, const sluice_key *key,
                                   const sluice_prove_options *options, sluice_error *err) {
    if (options->struct_size != sizeof *options) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_prove_options_init");
    }
    if (!sluice_input_can_prove(input)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a meta file alone has no witness");
    }
    if (key->circuit == NULL || strcmp(key->circuit->spec.name, input->circuit->name) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "the input is for circuit %s, the key was opened for %s",
                       input->circuit->name, key->circuit == NULL ? "none" : key->circuit->spec.name);
    }
    return SLUICE_OK;
}

/* Live buffers that the work will add at most; refused at once if the ceiling is lower. */
static sluice_status plan_check(proof_run *run, sluice_error *err) {
    const sluice_circuit *circuit = run->key->circuit;
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(circuit->shape, &counts);
    sl_prove_plan plan;
    SL_TRY(sl_prove_plan_make(&plan, &counts, &run->key->params.layout, run->input->context->kernels,
                              sl_pool_threads(run->input->context->pool), 0, err));
    const uint64_t witness = (counts.aux + 63) / 64 * 8 + 32 * (counts.fields + counts.inputs);
    run->planned_bytes = sl_mem_live() + plan.prepared_bytes + plan.peak_bytes + witness;
    const size_t budget = sl_mem_budget();
    if (budget != 0 && run->planned_bytes > budget) {
        return SL_FAIL(
            err, SLUICE_E_BUDGET,
            "%s: a proof needs %llu MiB of buffers (%llu of them in its largest phase), the budget is %zu MiB",
            circuit->spec.name, (unsigned long long)(run->planned_bytes >> 20) + 1,
            (unsigned long long)plan.peak_bytes >> 20, budget >> 20);
    }
    return SLUICE_OK;
}

static sluice_status blinding_read(proof_run *run, sluice_error *err) {
    const uint8_t *rs = run->options->rs;
    if (rs != NULL && (!sl_fr_from_bytes(&run->r, rs) || !sl_fr_from_bytes(&run->s, rs + SL_FR_BYTES))) {
        return SL_FAIL(err, SLUICE_E_INPUT, "r or s is not below the scalar field's modulus");
    }
    return SLUICE_OK;
}

/* The witness must claim what a verifier will derive from the public part. */
static sluice_status publics_check(const proof_run *run, unsigned k, const sl_witness *witness, sluice_error *err) {
    const size_t n = sl_engine_publics_n(run->input);
    sl_buf publics = SL_BUF_EMPTY;
    SL_TRY(sl_buf_alloc_n(&publics, n, sizeof(sl_fr), "public inputs", err));
    const sl_fr *expected = publics.data;
    sluice_status status = SLUICE_OK;
    sl_engine_publics(run->input, k, publics.data);
    if (witness->inputs_n != n + 1) {
        status = SL_FAIL(err, SLUICE_E_INTERNAL, "%zu public inputs, the circuit has %zu", n, witness->inputs_n - 1);
    }
    for (size_t i = 0; status == SLUICE_OK && i < n; i++) {
        if (!sl_fr_eq(&expected[i], &witness->inputs[i + 1])) {
            status = SL_FAIL(err, SLUICE_E_MISMATCH, "public input %zu of the witness is not the derived one", i);
        }
    }
    sl_buf_release(&publics);
    return status;
}

static sluice_status partition_prove(proof_run *run, unsigned k, uint8_t proof_bytes[SLUICE_PROOF_BYTES],
                                     sluice_error *err) {
    const sluice_circuit *circuit = run->key->circuit;
    run->observed.partition = k;
    sl_report_stage_begin(run->report, "witness", k);
    sl_witness witness;
    SL_TRY(sl_circuit_witness(&circuit->spec, circuit->shape, sl_engine_partition_input(run->input, k),
                              run->input->context->kernels, &witness, err));
    sl_report_stage_end(run->report);
    const sl_observer observer = sl_engine_observer_make(&run->observed);
    sluice_status status = publics_check(run, k, &witness, err);
    sl_prove_options options = {.observer = &observer, .skip_row_check = run->options->skip_row_check};
    if (run->options->rs != NULL) {
        options.r = &run->r;
        options.s = &run->s;
    }
    sl_proof proof;
    if (status == SLUICE_OK) {
        status = sl_prover_prove(run->prover, &witness, &options, &proof, err);
    }
    sl_witness_release(&witness);
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "partition %u", k);
    }
    sl_proof_write(proof_bytes, &proof);
    return SLUICE_OK;
}

static sluice_status run_partitions(proof_run *run, unsigned first, unsigned end, uint8_t *proof, sluice_error *err) {
    const sluice_context *context = run->input->context;
    SL_TRY(plan_check(run, err));
    sl_report_stage_begin(run->report, "prepare", first);
    SL_TRY(sl_prover_open(&run->prover, run->key->circuit->shape, &run->key->params, context->kernels, context->pool,
                          err));
    sl_report_stage_end(run->report);
    for (unsigned k = first; k < end; k++) {
        SL_TRY(sl_context_progress(context, "partitions", k - first, end - first, err));
        SL_TRY(partition_prove(run, k, proof + (size_t)(k - first) * SLUICE_PROOF_BYTES, err));
    }
    return SLUICE_OK;
}

static void totals_fill(sluice_report_totals *totals, const proof_run *run, unsigned partitions) {
    *totals = (sluice_report_totals){.partitions = partitions, .planned_bytes = run->planned_bytes, .verified = true};
    (void)snprintf(totals->circuit, sizeof totals->circuit, "%s", run->input->circuit->name);
    (void)snprintf(totals->kernel, sizeof totals->kernel, "%s", run->input->context->kernels->name);
    (void)snprintf(totals->backend, sizeof totals->backend, "cpu");
}

sluice_status sluice_prove(sluice_input *input, sluice_key *key, const sluice_prove_options *options, uint8_t **proof,
                           size_t *proof_bytes, sluice_report **report, sluice_error *err) {
    SL_TRY(options_check(input, key, options, err));
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions(input, options->partition, &first, &end, err));
    proof_run run = {.input = input, .key = key, .options = options, .observed = {.context = input->context}};
    SL_TRY(blinding_read(&run, err));
    SL_TRY(sl_report_open(&run.report, err));
    run.observed.report = run.report;
    const size_t bytes = (size_t)(end - first) * SLUICE_PROOF_BYTES;
    uint8_t *made = sl_small_alloc(end - first, SLUICE_PROOF_BYTES);
    sluice_status status = made == NULL ? SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for %zu bytes of proof", bytes)
                                        : run_partitions(&run, first, end, made, err);
    sl_prover_close(run.prover);
    sl_wipe(&run.r, sizeof run.r);
    sl_wipe(&run.s, sizeof run.s);
    if (status != SLUICE_OK) {
        free(made);
        sluice_report_close(run.report);
        return status;
    }
    sluice_report_totals totals;
    totals_fill(&totals, &run, end - first);
    sl_report_finish(run.report, &totals);
    if (report != NULL) {
        *report = run.report;
    } else {
        sluice_report_close(run.report);
    }
    *proof = made;
    *proof_bytes = bytes;
    return SLUICE_OK;
}
