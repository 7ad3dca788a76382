// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums over the arrays of the key. */
#include "proof/groth16/prover_state.h"
#include "proof/groth16/query_feed.h"

/* Where the scalars of an array come from. */
typedef struct scalars {
    const sl_quotient *h; /* coefficients, or NULL: the witness */
    sl_buf pieces;        /* of coefficients from a file: in order, and as they come */
    sl_query_feed feed;
} scalars;

typedef struct sum_job {
    const sl_prove_run *run;
    sl_key_reader *reader;
    int phase;
    scalars *scalars;
} sum_job;

static const sl_key_range *range_of(const sl_prove_run *run, int phase) {
    return &run->prover->params->layout.section[sl_phase_section(phase)];
}

/* Coefficients first .. first + n - 1. A piece of a file is whole columns; what is behind the last point is 0. */
static sluice_status coefficients_take(scalars *from, uint64_t first, size_t n, sl_msm_chunk *out, sluice_error *err) {
    out->full_n = n;
    if (from->h->blocks == NULL) {
        out->full = (const sl_fr *)from->h->vector.data + first;
        return SLUICE_OK;
    }
    const size_t unit = sl_quotient_unit(from->h->blocks);
    sl_fr *ordered = from->pieces.data;
    out->full = ordered;
    return sl_quotient_read(from->h->blocks, first, (n + unit - 1) / unit * unit, ordered,
                            ordered + from->pieces.bytes / sizeof(sl_fr) / 2, err);
}

static sluice_status scalars_take(scalars *from, uint64_t first, size_t n, sl_msm_chunk *out, sluice_error *err) {
    if (from->h != NULL) {
        return coefficients_take(from, first, n, out, err);
    }
    sl_query_chunk chunk;
    sl_query_feed_next(&from->feed, n, &chunk);
    out->bits = chunk.bits;
    out->full_at = chunk.full_at;
    out->full = chunk.full;
    out->full_n = chunk.full_n;
    return SLUICE_OK;
}

static sluice_status sum_run(const sum_job *job, sl_msm *msm, sluice_error *err) {
    const sl_prove_run *run = job->run;
    const sl_key_range *range = range_of(run, job->phase);
    for (uint64_t done = 0; done < range->count;) {
        sl_msm_chunk chunk = {0};
        size_t bytes;
        SL_TRY(sl_key_reader_next(job->reader, &chunk.bases, &bytes, err));
        chunk.n = bytes / range->element_bytes;
        SL_TRY(scalars_take(job->scalars, done, chunk.n, &chunk, err));
        const sluice_status status = sl_msm_add(msm, &chunk, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s: section %s", run->prover->params->file.path,
                                   sl_key_section_name(sl_phase_section(job->phase)));
        }
        done += chunk.n;
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

sluice_status sl_prove_feed_open(const sl_prove_run *run, sl_query_feed *out, int phase, size_t chunk_n,
                                 size_t full_max, sluice_error *err) {
    const sl_density *density = &run->prover->density;
    const sl_witness *witness = run->witness;
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
                              chunk_n, full_max, err);
}

static sluice_status scalars_open(const sl_prove_run *run, int phase, const sl_quotient *h, scalars *out,
                                  sluice_error *err) {
    *out = (scalars){.h = h, .pieces = SL_BUF_EMPTY};
    if (h == NULL) {
        const size_t chunk_n = run->plan->msm[sl_phase_section(phase)].chunk_n;
        return sl_prove_feed_open(run, &out->feed, phase, chunk_n, chunk_n, err);
    }
    if (h->blocks == NULL) {
        return SLUICE_OK;
    }
    const size_t unit = sl_quotient_unit(h->blocks);
    const size_t piece_n = (run->plan->msm[SL_KEY_H].chunk_n + unit - 1) / unit * unit;
    SL_TRY(sl_buf_alloc_n(&out->pieces, 2 * piece_n, sizeof(sl_fr), "scalars", err));
    sl_buf_mark_secret(&out->pieces);
    return SLUICE_OK;
}

static void scalars_close(scalars *from) {
    sl_buf_release(&from->pieces);
    sl_query_feed_close(&from->feed);
}

/* One phase; h for its own, NULL for the other sections. */
static sluice_status section_sum(const sl_prove_run *run, sl_key_reader *reader, int phase, const sl_quotient *h,
                                 sl_sums *out, sluice_error *err) {
    scalars from;
    sl_observe_stage(run->observer, sl_phase_name(phase), false);
    sluice_status status = scalars_open(run, phase, h, &from, err);
    if (status == SLUICE_OK) {
        status = sum_make(&(sum_job){run, reader, phase, &from}, out, err);
        scalars_close(&from);
    }
    sl_observe_stage(run->observer, sl_phase_name(phase), true);
    return status;
}

static sluice_status reader_open(const sl_prove_run *run, sl_key_reader **out, int first, int last, sluice_error *err) {
    sl_key_span spans[SL_PROVE_PHASES_N];
    const sl_params *params = run->prover->params;
    if (params->made != NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%s: the processor makes no proofs with it", params->file.path);
    }
    const size_t spans_n = sl_plan_spans(spans, run->plan, &params->layout, first, last);
    return sl_key_reader_open(out, &params->file, spans, spans_n, SL_RING_SLOTS_N, err);
}

sluice_status sl_sum_h(const sl_prove_run *run, sl_quotient *h, sl_sums *out, double *wait_s, sluice_error *err) {
    sl_key_reader *reader;
    sluice_status status = reader_open(run, &reader, SL_PHASE_H, SL_PHASE_H, err);
    if (status == SLUICE_OK) {
        status = section_sum(run, reader, SL_PHASE_H, h, out, err);
        *wait_s += sl_key_reader_waited(reader);
        sl_key_reader_close(reader);
    }
    if (status == SLUICE_OK && run->prover->params->layout.is_folded) {
        sl_folded_h_divide(run->prover, out);
    }
    sl_quotient_release(h);
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
    if (status == SLUICE_OK && run->prover->params->layout.is_folded) {
        sl_folded_l_less_inputs(run, out);
    }
    return status;
}
