// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proves the partitions of an input one after the other, on the caller's thread: a plan within the budget, then for
 * each partition its witness and the phases of groth16, unless an earlier call has kept its proof.
 */
#include <sluice/prove.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "core/sys/scratch.h"
#include "engine/proof_plan.h"
#include "engine/prove_flow.h"
#include "engine/resume.h"
#include "math/hash/sha256.h"

void sluice_prove_options_init(sluice_prove_options *options) {
    *options = (sluice_prove_options){.struct_size = sizeof *options, .partition = -1};
}

/* One call of sluice_prove. */
typedef struct proof_run {
    const sluice_input *input;
    const sluice_key *key;
    const sluice_prove_options *options;
    sl_prover *prover; /* on the processor; else: */
    sl_prove_flow *flow;
    sl_verifier *verifier; /* of proofs that were kept, with a flow */
    const sl_engine_backend *backend;
    sl_fr r, s;                        /* as given in the options; read before the work begins */
    uint8_t key_hash[SL_SHA256_BYTES]; /* if there is a store: what tells the key */
    sluice_report *report;
    sl_engine_observer observed;
    sl_prove_plan plan;
    const char *scratch_folder;
    sl_resume *resume; /* or NULL */
    double key_wait_s;
    unsigned resumed;
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

static sluice_status blinding_read(proof_run *run, sluice_error *err) {
    const uint8_t *rs = run->options->rs;
    if (rs != NULL && (!sl_fr_from_bytes(&run->r, rs) || !sl_fr_from_bytes(&run->s, rs + SL_FR_BYTES))) {
        return SL_FAIL(err, SLUICE_E_INPUT, "r or s is not below the scalar field's modulus");
    }
    return SLUICE_OK;
}

/* publics: what the witness must claim. */
static sluice_status partition_prove(proof_run *run, unsigned k, const sl_buf *publics,
                                     uint8_t proof_bytes[SLUICE_PROOF_BYTES], sluice_error *err) {
    const sluice_circuit *circuit = run->key->circuit;
    run->observed.partition = k;
    sl_report_stage_begin(run->report, "witness", k);
    sl_witness witness;
    SL_TRY(sl_circuit_witness(&circuit->spec, circuit->shape, sl_engine_partition_input(run->input, k),
                              run->input->context->kernels, &witness, err));
    sl_report_stage_end(run->report);
    const sl_observer observer = sl_engine_observer_make(&run->observed);
    sluice_status status = sl_witness_publics_check(&witness, publics->data, publics->bytes / sizeof(sl_fr), err);
    sl_prove_stats stats = {0};
    sl_prove_options options = {
        .plan = &run->plan,
        .scratch_folder = run->scratch_folder,
        .observer = &observer,
        .stats = &stats,
        .skip_row_check = run->options->skip_row_check,
    };
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
    run->key_wait_s += stats.key_wait_s;
    sl_proof_write(proof_bytes, &proof);
    return SLUICE_OK;
}

/* Resuming. */

/* The head of the key, its verifying part included, and its length. */
static sluice_status key_hash(const sl_params *params, uint8_t out[SL_SHA256_BYTES], sluice_error *err) {
    const sl_key_layout *layout = &params->layout;
    const uint64_t end = layout->vk_offset + layout->vk_bytes;
    sl_sha256 hash;
    sl_sha256_init(&hash);
    for (uint64_t done = 0; done < end;) {
        uint8_t block[4096];
        const size_t n = (size_t)SL_MIN(end - done, (uint64_t)sizeof block);
        SL_TRY(sl_file_read_at(&params->file, block, n, done, err));
        sl_sha256_update(&hash, block, n);
        done += n;
    }
    sl_sha256_update(&hash, &layout->bytes, sizeof layout->bytes);
    sl_sha256_final(&hash, out);
    return SLUICE_OK;
}

/*
 * What a partition's proof depends on and is good for: circuit, partition, public inputs, the key as its verifying part
 * and its length tell it, and r and s if they are given.
 */
static void binding_make(const proof_run *run, unsigned k, const sl_buf *publics,
                         uint8_t out[SL_RESUME_BINDING_BYTES]) {
    sl_sha256 hash;
    const char *name = run->input->circuit->name;
    sl_sha256_init(&hash);
    sl_sha256_update(&hash, name, strlen(name) + 1);
    sl_sha256_update(&hash, &k, sizeof k);
    for (size_t i = 0; i < publics->bytes / sizeof(sl_fr); i++) {
        uint8_t bytes[SL_FR_BYTES];
        sl_fr_to_bytes(bytes, (const sl_fr *)publics->data + i);
        sl_sha256_update(&hash, bytes, sizeof bytes);
    }
    sl_sha256_update(&hash, run->key_hash, sizeof run->key_hash);
    if (run->options->rs != NULL) {
        sl_sha256_update(&hash, run->options->rs, 2 * (size_t)SL_FR_BYTES);
    }
    sl_sha256_final(&hash, out);
}

static void note(const proof_run *run, unsigned k, const char *what) {
    char text[320];
    if (run->options->note != NULL) {
        (void)snprintf(text, sizeof text, "partition %u: %s", k, what);
        run->options->note(run->options->note_data, text);
    }
}

static const sl_verifier *kept_verifier(const proof_run *run) {
    return run->prover == NULL ? run->verifier : sl_prover_verifier(run->prover);
}

/* Whether partition k is there and verifies; what is damaged is proven anew. */
static sluice_status partition_resume(proof_run *run, unsigned k, const uint8_t *binding, const sl_buf *publics,
                                      uint8_t proof_bytes[SLUICE_PROOF_BYTES], bool *is_there, sluice_error *err) {
    sl_resume_found found;
    sl_claim claim = {.inputs = publics->data, .inputs_n = publics->bytes / sizeof(sl_fr)};
    SL_TRY(sl_resume_load(run->resume, k, binding, proof_bytes, &found, err));
    if (found == SL_RESUME_PROOF && (sl_proof_read(&claim.proof, proof_bytes, NULL) != SLUICE_OK ||
                                     sl_verifier_check(kept_verifier(run), &claim, 1, NULL) != SLUICE_OK)) {
        found = SL_RESUME_DAMAGED;
    }
    if (found == SL_RESUME_DAMAGED) {
        note(run, k, "what was kept of it is damaged; it is proven again");
    } else if (found == SL_RESUME_PROOF) {
        note(run, k, "finished before");
    }
    *is_there = found == SL_RESUME_PROOF;
    return SLUICE_OK;
}

/* As partition_prove, with the store of earlier calls if there is one. */
static sluice_status partition_keep(proof_run *run, unsigned k, const sl_buf *publics,
                                    uint8_t proof_bytes[SLUICE_PROOF_BYTES], sluice_error *err) {
    if (run->resume == NULL) {
        return partition_prove(run, k, publics, proof_bytes, err);
    }
    uint8_t binding[SL_RESUME_BINDING_BYTES];
    bool is_there = false;
    binding_make(run, k, publics, binding);
    SL_TRY(partition_resume(run, k, binding, publics, proof_bytes, &is_there, err));
    if (is_there) {
        run->resumed++;
        return SLUICE_OK;
    }
    SL_TRY(partition_prove(run, k, publics, proof_bytes, err));
    return sl_resume_store(run->resume, k, binding, proof_bytes, err);
}

/* What a verifier derives from the public part. */
static sluice_status publics_make(const proof_run *run, unsigned k, sl_buf *out, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(out, sl_engine_publics_n(run->input), sizeof(sl_fr), "public inputs", err));
    sl_engine_publics(run->input, k, out->data);
    return SLUICE_OK;
}

static sluice_status partition_run(proof_run *run, unsigned k, uint8_t proof_bytes[SLUICE_PROOF_BYTES],
                                   sluice_error *err) {
    sl_buf publics;
    SL_TRY(publics_make(run, k, &publics, err));
    const sluice_status status = partition_keep(run, k, &publics, proof_bytes, err);
    sl_buf_release(&publics);
    return status;
}

sluice_status sluice_resume_remove(const sluice_input *input, const sluice_prove_options *options, sluice_error *err) {
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions(input, options->partition, &first, &end, err));
    return options->resume_folder == NULL ? SLUICE_OK : sl_resume_remove(options->resume_folder, first, end, err);
}

/* The plan, and a folder for its file. */
static sluice_status plan_make(proof_run *run, sluice_error *err) {
    sluice_plan plan;
    SL_TRY(sl_engine_plan(run->input, run->key, 0, &plan, &run->plan, err));
    sl_report_plan(run->report, &plan);
    const char *folder = run->options->scratch_folder;
    if (folder == NULL) {
        folder = getenv("TMPDIR");
    }
    run->scratch_folder = folder == NULL || folder[0] == 0 ? "/var/tmp" : folder;
    return plan.scratch_bytes == 0 ? SLUICE_OK : sl_scratch_folder_check(run->scratch_folder, err);
}

/* On devices: all partitions are given to the flow, and taken as they are delivered. */

/* Between two looks at what has been delivered. */
#define FLOW_LOOK_S 0.1

/* Which of [first, end) are there from earlier calls, and the others on their way. */
static sluice_status flow_submit(proof_run *run, unsigned k, uint8_t *proof_bytes, bool *is_there, sluice_error *err) {
    *is_there = false;
    if (run->resume != NULL) {
        sl_buf publics;
        uint8_t binding[SL_RESUME_BINDING_BYTES];
        SL_TRY(publics_make(run, k, &publics, err));
        binding_make(run, k, &publics, binding);
        const sluice_status status = partition_resume(run, k, binding, &publics, proof_bytes, is_there, err);
        sl_buf_release(&publics);
        SL_TRY(status);
    }
    run->resumed += *is_there;
    return *is_there ? SLUICE_OK : sl_prove_flow_submit(run->flow, k, err);
}

/* What has been delivered is kept at once, in whatever order. */
static sluice_status flow_take(proof_run *run, unsigned k, const uint8_t *proof_bytes, const char *what,
                               sluice_error *err) {
    if (what[0] != 0) {
        note(run, k, what);
    }
    if (run->resume == NULL) {
        return SLUICE_OK;
    }
    sl_buf publics;
    uint8_t binding[SL_RESUME_BINDING_BYTES];
    SL_TRY(publics_make(run, k, &publics, err));
    binding_make(run, k, &publics, binding);
    sl_buf_release(&publics);
    return sl_resume_store(run->resume, k, binding, proof_bytes, err);
}

/*
 * Takes all that have ended; waits a little for the first that has not. A failure is told when the others have been
 * looked at: their proofs are good for the next call.
 */
static sluice_status flow_sweep(proof_run *run, unsigned first, unsigned n, uint8_t *proofs, bool *is_there,
                                sluice_error *err) {
    sluice_status status = SLUICE_OK;
    double wait_s = FLOW_LOOK_S;
    for (unsigned i = 0; i < n; i++) {
        if (is_there[i]) {
            continue;
        }
        char what[256];
        uint8_t *proof = proofs + (size_t)i * SLUICE_PROOF_BYTES;
        sluice_error error = {0};
        sluice_status found = sl_prove_flow_look(run->flow, first + i, wait_s, &is_there[i], proof, what, &error);
        if (found == SLUICE_OK && is_there[i]) {
            found = flow_take(run, first + i, proof, what, &error);
        }
        if (found != SLUICE_OK && status == SLUICE_OK) {
            status = found;
            if (err != NULL) {
                *err = error;
            }
        }
        wait_s = 0;
    }
    return status;
}

/* Until all are there. */
static sluice_status flow_collect(proof_run *run, unsigned first, unsigned n, uint8_t *proofs, bool *is_there,
                                  sluice_error *err) {
    for (;;) {
        unsigned done = 0;
        for (unsigned i = 0; i < n; i++) {
            done += is_there[i];
        }
        if (done == n) {
            return SLUICE_OK;
        }
        SL_TRY(sl_context_progress(run->input->context, "partitions", done, n, err));
        SL_TRY(flow_sweep(run, first, n, proofs, is_there, err));
    }
}

static sluice_status flow_partitions(proof_run *run, unsigned first, unsigned end, uint8_t *proof, sluice_error *err) {
    const sl_prove_flow_options options = {
        .input = run->input,
        .key = run->key,
        .r = run->options->rs == NULL ? NULL : &run->r,
        .s = run->options->rs == NULL ? NULL : &run->s,
        .scratch_folder = run->options->scratch_folder,
        .skip_row_check = run->options->skip_row_check,
        .partitions_n = end,
    };
    if (run->resume != NULL) {
        SL_TRY(sl_verifier_open(&run->verifier, &run->key->params.vk, err));
    }
    SL_TRY(sl_prove_flow_open(&run->flow, &options, err));
    bool *is_there = sl_small_alloc(end - first, sizeof *is_there);
    if (is_there == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for the partitions of a proof");
    }
    sluice_status status = SLUICE_OK;
    for (unsigned k = first; k < end && status == SLUICE_OK; k++) {
        status = flow_submit(run, k, proof + (size_t)(k - first) * SLUICE_PROOF_BYTES, &is_there[k - first], err);
    }
    if (status == SLUICE_OK) {
        status = flow_collect(run, first, end - first, proof, is_there, err);
    }
    free(is_there);
    return status;
}

static sluice_status run_partitions(proof_run *run, unsigned first, unsigned end, uint8_t *proof, sluice_error *err) {
    const sluice_context *context = run->input->context;
    SL_TRY(blinding_read(run, err));
    SL_TRY(plan_make(run, err));
    if (run->options->resume_folder != NULL) {
        SL_TRY(key_hash(&run->key->params, run->key_hash, err));
        SL_TRY(sl_resume_open(&run->resume, run->options->resume_folder, err));
    }
    if (run->backend->table != NULL) {
        return flow_partitions(run, first, end, proof, err);
    }
    sl_report_stage_begin(run->report, "prepare", first);
    SL_TRY(sl_prover_open(&run->prover, run->key->circuit->shape, &run->key->params, context->kernels, context->pool,
                          err));
    sl_report_stage_end(run->report);
    for (unsigned k = first; k < end; k++) {
        SL_TRY(sl_context_progress(context, "partitions", k - first, end - first, err));
        SL_TRY(partition_run(run, k, proof + (size_t)(k - first) * SLUICE_PROOF_BYTES, err));
    }
    return SLUICE_OK;
}

static void totals_fill(sluice_report_totals *totals, const proof_run *run, unsigned partitions) {
    *totals = (sluice_report_totals){
        .partitions = partitions, .key_wait_s = run->key_wait_s, .verified = true, .resumed = run->resumed};
    (void)snprintf(totals->circuit, sizeof totals->circuit, "%s", run->input->circuit->name);
    (void)snprintf(totals->kernel, sizeof totals->kernel, "%s", run->input->context->kernels->name);
    (void)snprintf(totals->backend, sizeof totals->backend, "%s", sl_engine_backend_name(run->backend));
}

sluice_status sluice_prove(sluice_input *input, sluice_key *key, const sluice_prove_options *options, uint8_t **proof,
                           size_t *proof_bytes, sluice_report **report, sluice_error *err) {
    SL_TRY(options_check(input, key, options, err));
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions_proven(input, options->partition, &first, &end, err));
    proof_run run = {.input = input, .key = key, .options = options, .observed = {.context = input->context}};
    SL_TRY(sl_engine_backend_get(input->context, &run.backend, err));
    SL_TRY(sl_report_open(&run.report, err));
    run.observed.report = run.report;
    const size_t bytes = (size_t)(end - first) * SLUICE_PROOF_BYTES;
    uint8_t *made = sl_small_alloc(end - first, SLUICE_PROOF_BYTES);
    sluice_status status = made == NULL ? SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for %zu bytes of proof", bytes)
                                        : run_partitions(&run, first, end, made, err);
    sl_prove_flow_close(run.flow, status == SLUICE_OK ? run.report : NULL);
    sl_verifier_close(run.verifier);
    sl_prover_close(run.prover);
    sl_resume_close(run.resume);
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
