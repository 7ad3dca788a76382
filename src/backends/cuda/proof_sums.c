// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums of a proof over the points of its key: over whole sections, or span by span. */
#include "backends/cuda/key_state.h"

typedef union point {
    sl_g1 g1;
    sl_g2 g2;
} point;

/* Adds up sums of one group over sections first .. last. */
typedef struct section_run {
    sl_module_proof *proof;
    sl_cuda_key_sum sum;
    sl_cuda_group group;
    unsigned first, last;
    const sl_cuda_fr *h; /* the scalars of h in natural order, or NULL: */
    const sl_cuda_terms *terms;
    point *out;         /* a sum for each section */
    uint32_t uploads_n; /* spans whose upload was ordered */
} section_run;

/* Points of one section that are one sum. */
typedef struct span {
    unsigned section;
    uint64_t first;
    uint32_t n;
    bool is_streamed;
} span;

/* --- spans ---------------------------------------------------------------------------------------------------------
 */

/* The span from point `first` of a section on, or the first one of the next section that has points. */
static bool span_at(const section_run *run, span *out, unsigned section, uint64_t first) {
    const sl_cuda_key_plan *plan = &run->proof->key->plan;
    while (section <= run->last && first >= plan->shape.points_n[section]) {
        section++;
        first = 0;
    }
    if (section > run->last) {
        return false;
    }
    const uint64_t left = plan->shape.points_n[section] - first;
    *out = (span){
        .section = section,
        .first = first,
        .n = (uint32_t)SL_MIN(left, plan->span_n[run->group]),
        .is_streamed = plan->first[section] + first < plan->streamed_n[run->group],
    };
    return true;
}

static bool span_after(const section_run *run, span *out, const span *one) {
    return span_at(run, out, one->section, one->first + one->n);
}

static uint8_t *span_place(const sl_module_key *key, uint32_t upload) {
    return key->block + upload % 2 * key->plan.span_bytes;
}

/* Orders the upload of a span to the place that is not in use. Spans on the host come before all others. */
static sluice_status span_upload(section_run *run, const span *one, sluice_error *err) {
    sl_module_key *key = run->proof->key;
    const sl_cuda_calls *calls = key->device->calls;
    const uint64_t point_bytes = sl_cuda_point_bytes(run->group);
    const uint8_t *from = key->host_points[run->group] + (key->plan.first[one->section] + one->first) * point_bytes;
    SL_TRY(sl_cuda_call_check(
        key->device, calls->copy_in(span_place(key, run->uploads_n), from, one->n * point_bytes, key->span_stream),
        "upload of points", err));
    SL_TRY(sl_cuda_call_check(key->device, calls->event_record(key->span_events[run->uploads_n % 2], key->span_stream),
                              "event", err));
    run->uploads_n++;
    return SLUICE_OK;
}

/* --- one sum -------------------------------------------------------------------------------------------------------
 */

static sluice_status sums_run(const section_run *run, void *out, const sl_cuda_sum *sums, uint32_t sums_n,
                              const uint8_t *bases, uint64_t bases_n, sluice_error *err) {
    sl_module_key *key = run->proof->key;
    const sl_cuda_sums_room room = {
        .workspace = key->block + 2 * key->plan.span_bytes,
        .host = key->sums_host,
        .event = key->sums_event,
        .stream = run->proof->stream,
    };
    return sl_cuda_sums_run(key->device, &key->plan.sums[run->sum], out, sums, sums_n, bases, (uint32_t)bases_n, &room,
                            err);
}

/* Where the terms of a section are cut into spans. Waits. */
static sluice_status cuts_find(const section_run *run, unsigned section, sluice_error *err) {
    sl_module_key *key = run->proof->key;
    sl_module_device *device = key->device;
    const sl_cuda_terms *terms = &run->terms[section];
    const uint32_t span_n = key->plan.span_n[run->group];
    const sl_cuda_cuts work = {
        .numbers = terms->full_at,
        .out = key->cuts,
        .step = span_n,
        .n = terms->full_n,
        .cuts_n = (uint32_t)((key->plan.shape.points_n[section] + span_n - 1) / span_n + 1),
    };
    void *const stream = run->proof->stream;
    SL_TRY(sl_cuda_call_check(device, device->calls->key->cuts(&work, stream), "kernel of cuts", err));
    SL_TRY(sl_cuda_call_check(
        device, device->calls->copy_out(key->host_cuts, key->cuts, work.cuts_n * sizeof *key->cuts, stream),
        "copy from the device", err));
    return sl_cuda_call_check(device, device->calls->synchronize(stream), "wait for cuts", err);
}

/* The terms of a span whose first point is number `base` of the bases. */
static sl_cuda_sum span_sum(const section_run *run, const span *one, uint32_t base) {
    if (run->h != NULL) {
        return (sl_cuda_sum){.scalars = run->h + one->first, .n = one->n, .first = base};
    }
    const sl_cuda_terms *terms = &run->terms[one->section];
    const uint32_t span_n = run->proof->key->plan.span_n[run->group];
    const uint32_t *const cut = run->proof->key->host_cuts + (span_n == 0 ? 0 : one->first / span_n);
    const uint32_t low = span_n == 0 ? 0 : cut[0], high = span_n == 0 ? terms->full_n : cut[1];
    sl_cuda_sum sum = {
        .scalars = terms->full + low,
        .at = terms->full_at + low,
        .n = high - low,
        .first = base - (uint32_t)one->first, /* modulo 2^32, as the sum of it and a place is */
    };
    if (terms->bits != NULL) {
        sum.bits = terms->bits + one->first / 64; /* spans begin at words */
        sum.bits_n = one->n;
        sum.bits_first = base;
    }
    return sum;
}

static void point_add(const section_run *run, unsigned section, const point *one) {
    point *sum = &run->out[section - run->first];
    if (run->group == SL_CUDA_G1) {
        sl_g1_add(&sum->g1, &sum->g1, &one->g1);
    } else {
        sl_g2_add(&sum->g2, &sum->g2, &one->g2);
    }
}

/* Sums over a span, which is on the device already, or was ordered to go there as the last but `ahead`. */
static sluice_status span_run(section_run *run, const span *one, uint32_t ahead, sluice_error *err) {
    const sl_module_key *key = run->proof->key;
    const sl_cuda_key_plan *plan = &key->plan;
    const uint64_t streamed_n = plan->streamed_n[run->group];
    const uint8_t *bases = key->points[run->group];
    uint64_t bases_n = plan->group_n[run->group] - streamed_n;
    uint64_t base = plan->first[one->section] + one->first - streamed_n;
    if (one->is_streamed) {
        const uint32_t upload = run->uploads_n - 1 - ahead;
        const int code = key->device->calls->event_wait(run->proof->stream, key->span_events[upload % 2]);
        SL_TRY(sl_cuda_call_check(key->device, code, "wait for points", err));
        bases = span_place(key, upload);
        bases_n = one->n;
        base = 0;
    }
    if (run->h == NULL && one->first == 0) {
        SL_TRY(cuts_find(run, one->section, err));
    }
    const sl_cuda_sum sum = span_sum(run, one, (uint32_t)base);
    if (sum.n == 0 && sum.bits_n == 0) {
        return SLUICE_OK;
    }
    point result;
    SL_TRY(sums_run(run, &result, &sum, 1, bases, bases_n, err));
    point_add(run, one->section, &result);
    return SLUICE_OK;
}

/* The next span is on its way while one is summed: its place is free, for the sum before has waited for its result. */
static sluice_status spans_run(section_run *run, sluice_error *err) {
    span one, next;
    bool is_there = span_at(run, &one, run->first, 0);
    if (is_there && one.is_streamed) {
        SL_TRY(span_upload(run, &one, err));
    }
    while (is_there) {
        const bool has_next = span_after(run, &next, &one);
        uint32_t ahead = 0;
        if (has_next && next.is_streamed) {
            SL_TRY(span_upload(run, &next, err));
            ahead = 1;
        }
        SL_TRY(span_run(run, &one, ahead, err));
        is_there = has_next;
        one = next;
    }
    return SLUICE_OK;
}

/* Over spans. What is on its way after a failure goes to memory that others will have. */
static sluice_status spans_sum(section_run *run, sluice_error *err) {
    const sluice_status status = spans_run(run, err);
    if (status != SLUICE_OK && run->uploads_n != 0) {
        (void)run->proof->key->device->calls->synchronize(run->proof->key->span_stream);
    }
    return status;
}

/* --- all of a group ------------------------------------------------------------------------------------------------
 */

sluice_status sl_cuda_proof_h_sum(sl_module_proof *proof, sl_cuda_fr *a, sl_g1 *out, sluice_error *err) {
    sl_module_key *key = proof->key;
    const sl_cuda_key_plan *plan = &key->plan;
    point sum = {.g1 = sl_g1_identity()};
    section_run run = {.proof = proof,
                       .sum = SL_CUDA_KEY_SUM_H,
                       .group = SL_CUDA_G1,
                       .first = SL_MODULE_H,
                       .last = SL_MODULE_H,
                       .h = a,
                       .out = &sum};
    if (plan->sums[SL_CUDA_KEY_SUM_H].sums_n == 0) {
        return SLUICE_OK;
    }
    if (plan->span_n[SL_CUDA_G1] == 0) {
        const sl_cuda_sum all = {.scalars = a,
                                 .n = UINT32_C(1) << plan->shape.domain_log2,
                                 .first = (uint32_t)plan->first[SL_MODULE_H],
                                 .is_reversed = !plan->shape.is_folded};
        SL_TRY(sums_run(&run, &sum, &all, 1, key->points[SL_CUDA_G1], plan->group_n[SL_CUDA_G1], err));
    } else {
        const sl_cuda_reverse work = {.vector = a, .log2 = plan->shape.domain_log2};
        if (!plan->shape.is_folded) {
            SL_TRY(sl_cuda_call_check(key->device, key->device->calls->key->reverse(&work, proof->stream),
                                      "kernel of the order of scalars", err));
        }
        SL_TRY(spans_sum(&run, err));
    }
    *out = sum.g1;
    return SLUICE_OK;
}

/* Over whole sections, in one call. */
static sluice_status sections_sum(const section_run *run, sluice_error *err) {
    const sl_module_key *key = run->proof->key;
    sl_cuda_sum sums[3] = {{0}};
    union {
        sl_g1 g1[3];
        sl_g2 g2[1];
    } results;
    const uint32_t sums_n = run->last - run->first + 1;
    for (uint32_t i = 0; i < sums_n; i++) {
        const span all = {.section = run->first + i, .n = (uint32_t)key->plan.shape.points_n[run->first + i]};
        sums[i] = span_sum(run, &all, (uint32_t)key->plan.first[run->first + i]);
    }
    SL_TRY(sums_run(run, &results, sums, sums_n, key->points[run->group], key->plan.group_n[run->group], err));
    for (uint32_t i = 0; i < sums_n; i++) {
        point one;
        if (run->group == SL_CUDA_G1) {
            one.g1 = results.g1[i];
        } else {
            one.g2 = results.g2[i];
        }
        point_add(run, run->first + i, &one);
    }
    return SLUICE_OK;
}

static sluice_status terms_sum(section_run *run, sluice_error *err) {
    const sl_cuda_key_plan *plan = &run->proof->key->plan;
    if (plan->sums[run->sum].sums_n == 0) {
        return SLUICE_OK;
    }
    return plan->span_n[run->group] == 0 ? sections_sum(run, err) : spans_sum(run, err);
}

sluice_status sl_cuda_proof_g1_sums(sl_module_proof *proof, const sl_cuda_terms *terms, sl_g1 out[3],
                                    sluice_error *err) {
    point sums[3] = {{.g1 = sl_g1_identity()}, {.g1 = sl_g1_identity()}, {.g1 = sl_g1_identity()}};
    section_run run = {.proof = proof,
                       .sum = SL_CUDA_KEY_SUM_QUERIES,
                       .group = SL_CUDA_G1,
                       .first = SL_MODULE_L,
                       .last = SL_MODULE_B_G1,
                       .terms = terms,
                       .out = sums};
    SL_TRY(terms_sum(&run, err));
    for (unsigned i = 0; i < SL_ARRAY_N(sums); i++) {
        out[i] = sums[i].g1;
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_proof_g2_sum(sl_module_proof *proof, const sl_cuda_terms *terms, sl_g2 *out, sluice_error *err) {
    point sum = {.g2 = sl_g2_identity()};
    section_run run = {.proof = proof,
                       .sum = SL_CUDA_KEY_SUM_B_G2,
                       .group = SL_CUDA_G2,
                       .first = SL_MODULE_B_G2,
                       .last = SL_MODULE_B_G2,
                       .terms = terms,
                       .out = &sum};
    SL_TRY(terms_sum(&run, err));
    *out = sum.g2;
    return SLUICE_OK;
}
