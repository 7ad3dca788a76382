// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums over the arrays of the key. */
#include "proof/groth16/prover_state.h"
#include "proof/groth16/query_feed.h"

typedef struct sum_job {
    const sl_prove_run *run;
    sl_key_reader *reader;
    int phase;
    const sl_fr *coefficients; /* of h, or NULL: then the feed gives the scalars */
    sl_query_feed *feed;
} sum_job;

static const sl_key_range *range_of(const sl_prove_run *run, int phase) {
    return &run->prover->params->layout.section[sl_phase_section(phase)];
}

static sluice_status sum_run(const sum_job *job, sl_msm *msm, sluice_error *err) {
    const sl_prove_run *run = job->run;
    const sl_key_range *range = range_of(run, job->phase);
    for (uint64_t done = 0; done < range->count;) {
        const uint8_t *bases;
        size_t bytes;
        SL_TRY(sl_key_reader_next(job->reader, &bases, &bytes, err));
        const size_t n = bytes / range->element_bytes;
        sl_msm_chunk chunk = {.bases = bases, .n = n};
        if (job->coefficients != NULL) {
            chunk.full = job->coefficients + done;
            chunk.full_n = n;
        } else {
            sl_query_chunk scalars;
            sl_query_feed_next(job->feed, n, &scalars);
            chunk.bits = scalars.bits;
            chunk.full_at = scalars.full_at;
            chunk.full = scalars.full;
            chunk.full_n = scalars.full_n;
        }
        const sluice_status status = sl_msm_add(msm, &chunk, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s: section %s", run->prover->params->file.path,
                                   sl_key_section_name(sl_phase_section(job->phase)));
        }
        done += n;
        SL_TRY(sl_observe_progress(run->observer, sl_phase_name(job->phase), done, range->count, err));
    }
    return SLUICE_OK;
}

static void sum_store(sl_key_section section, sl_msm *msm, sl_sums *out) {
    if (section == SL_KEY_B_G2) {
        sl_msm_result_g2(msm, &out->b2);
        return;
    }
    sl_g1 *const to[SL_KEY_SECTIONS_N] = {
        [SL_KEY_H] = &out->h, [SL_KEY_L] = &out->l, [SL_KEY_A] = &out->a, [SL_KEY_B_G1] = &out->b1};
    sl_msm_result_g1(msm, to[section]);
}

/* Opens a sum with its plan, runs it and keeps the result; an empty array leaves the identity that is there. */
static sluice_status sum_make(const sum_job *job, sl_sums *out, sluice_error *err) {
    const sl_prove_run *run = job->run;
    const sl_key_section section = sl_phase_section(job->phase);
    if (range_of(run, job->phase)->count == 0) {
        return SLUICE_OK;
    }
    sl_msm *msm;
    SL_TRY(sl_msm_open(&msm, &run->plan->msm[section], run->prover->kernels, run->pool, err));
    const sluice_status status = sum_run(job, msm, err);
    if (status == SLUICE_OK) {
        sum_store(section, msm, out);
    }
    sl_msm_close(msm);
    return status;
}

/* The feed of a section's scalars: which inputs and which densities take part (spec 1.3). */
static sluice_status feed_open(const sl_prove_run *run, sl_query_feed *out, int phase, sluice_error *err) {
    const sl_density *density = &run->prover->density;
    const sl_witness *witness = run->witness;
    const size_t chunk_n = sl_plan_chunk(run->plan, range_of(run, phase));
    const uint64_t *input_density = NULL, *aux_density = NULL;
    size_t inputs_n = witness->inputs_n;
    if (phase == SL_PHASE_L) {
        inputs_n = 0;
    } else if (phase == SL_PHASE_A) {
        aux_density = density->a_aux;
    } else {
        input_density = density->b_inputs;
        aux_density = density->b_aux;
    }
    return sl_query_feed_open(out, witness, inputs_n, input_density, aux_density, run->prover->r1cs->wire_types,
                              chunk_n, err);
}

/* One phase; `coefficients` are those of h, NULL for the other sections. */
static sluice_status section_sum(const sl_prove_run *run, sl_key_reader *reader, int phase, const sl_fr *coefficients,
                                 sl_sums *out, sluice_error *err) {
    sl_query_feed feed = {0};
    const sum_job job = {run, reader, phase, coefficients, &feed};
    sluice_status status = SLUICE_OK;
    sl_observe_stage(run->observer, sl_phase_name(phase), false);
    if (coefficients == NULL) {
        status = feed_open(run, &feed, phase, err);
    }
    if (status == SLUICE_OK) {
        status = sum_make(&job, out, err);
    }
    sl_query_feed_close(&feed);
    sl_observe_stage(run->observer, sl_phase_name(phase), true);
    return status;
}

static sluice_status reader_open(const sl_prove_run *run, sl_key_reader **out, int first, int last, sluice_error *err) {
    sl_key_span spans[SL_PROVE_PHASES_N];
    const sl_params *params = run->prover->params;
    const size_t spans_n = sl_plan_spans(spans, run->plan, &params->layout, first, last);
    return sl_key_reader_open(out, &params->file, spans, spans_n, SL_RING_SLOTS_N, err);
}

sluice_status sl_sum_h(const sl_prove_run *run, sl_buf *h, sl_sums *out, double *wait_s, sluice_error *err) {
    sl_key_reader *reader;
    sluice_status status = reader_open(run, &reader, SL_PHASE_H, SL_PHASE_H, err);
    if (status == SLUICE_OK) {
        status = section_sum(run, reader, SL_PHASE_H, h->data, out, err);
        *wait_s += sl_key_reader_waited(reader);
        sl_key_reader_close(reader);
    }
    sl_buf_release(h);
    return status;
}

sluice_status sl_sums_rest(const sl_prove_run *run, sl_sums *out, double *wait_s, sluice_error *err) {
    sl_key_reader *reader;
    SL_TRY(reader_open(run, &reader, SL_PHASE_L, SL_PHASE_B_G2, err));
    sluice_status status = SLUICE_OK;
    for (int phase = SL_PHASE_L; phase <= SL_PHASE_B_G2 && status == SLUICE_OK; phase++) {
        status = section_sum(run, reader, phase, NULL, out, err);
    }
    *wait_s += sl_key_reader_waited(reader);
    sl_key_reader_close(reader);
    return status;
}
