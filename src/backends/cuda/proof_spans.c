// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of a proof over a key of which a part is on the host, span by span: spans are uploaded to places, some ahead,
 * while others are summed (span_order.h says which).
 */
#include "backends/cuda/key_state.h"
#include "backends/cuda/span_order.h"

#define AHEAD_MAX (2 * SL_CUDA_PLACES_MAX)

typedef struct walk {
    sl_module_proof *proof;
    const sl_cuda_fr *h; /* in natural order */
    const sl_cuda_terms *terms;
    sl_cuda_section_sums *sums;
    sl_cuda_span_order order;
    sl_cuda_span ahead[AHEAD_MAX]; /* spans in their order, a ring */
    uint32_t ahead_first, ahead_n;
    uint32_t in_places_n; /* spans that were uploaded, or are on their way, and whose sum is not done */
} walk;

/* --- uploads -------------------------------------------------------------------------------------------------------
 */

/* Places are at the end of the block: b and c stand at its beginning until the quotient is made. */
static uint8_t *place_of(const sl_module_key *key, uint32_t place) {
    return key->block + key->plan.block_bytes - (place + 1) * key->plan.span_bytes;
}

/* Places that may be used beside b and c. */
static uint32_t places_before_quotient(const sl_cuda_key_plan *plan) {
    const uint64_t left = plan->block_bytes - (plan->vectors_n - 1) * plan->vector_bytes;
    return (uint32_t)SL_MIN(plan->places_n, left / plan->span_bytes);
}

static sluice_status span_upload(const walk *w, const sl_cuda_span *one, sluice_error *err) {
    sl_module_key *key = w->proof->key;
    const sl_cuda_calls *calls = key->device->calls;
    const sl_cuda_group group = sl_cuda_section_group(one->section);
    const uint64_t point_bytes = sl_cuda_point_bytes(group);
    const uint8_t *from = (const uint8_t *)key->host_points[group].memory.data +
                          (key->plan.first[one->section] + one->first) * point_bytes;
    SL_TRY(sl_cuda_call_check(key->device,
                              calls->copy_in(place_of(key, one->place), from, one->n * point_bytes, key->span_stream),
                              "upload of points", err));
    return sl_cuda_call_check(key->device, calls->event_record(key->span_events[one->place], key->span_stream), "event",
                              err);
}

/* Orders uploads as long as there are places: one is free again when the sum over it has waited for its result. */
static sluice_status ahead_fill(walk *w, uint32_t places_n, sluice_error *err) {
    sl_cuda_span one;
    while (w->ahead_n < AHEAD_MAX && sl_cuda_span_next(&w->order, &one) &&
           !(one.is_streamed && w->in_places_n == places_n)) {
        sl_cuda_span_give(&w->order, &one);
        if (one.is_streamed) {
            w->in_places_n++;
            SL_TRY(span_upload(w, &one, err));
        }
        w->ahead[(w->ahead_first + w->ahead_n++) % AHEAD_MAX] = one;
    }
    return SLUICE_OK;
}

/* --- sums ----------------------------------------------------------------------------------------------------------
 */

/* Where the terms of a section are cut into spans. */
static uint32_t *cuts_of(uint32_t *cuts, const sl_cuda_key_plan *plan, unsigned section) {
    return cuts + (size_t)section * plan->cuts_max;
}

/* Of all sections with terms. Waits. */
static sluice_status cuts_find(const walk *w, sluice_error *err) {
    sl_module_key *key = w->proof->key;
    sl_module_device *device = key->device;
    const sl_cuda_calls *calls = device->calls;
    void *const stream = w->proof->stream;
    for (unsigned s = SL_MAX(w->order.first_section, SL_MODULE_L); s <= w->order.last_section; s++) {
        const uint32_t span_n = key->plan.span_n[sl_cuda_section_group(s)];
        const sl_cuda_cuts work = {
            .numbers = w->terms[s].full_at,
            .out = cuts_of(key->cuts, &key->plan, s),
            .step = span_n,
            .n = w->terms[s].full_n,
            .cuts_n = (uint32_t)((key->plan.shape.points_n[s] + span_n - 1) / span_n + 1),
        };
        SL_TRY(sl_cuda_call_check(device, calls->key->cuts(&work, stream), "kernel of cuts", err));
        SL_TRY(sl_cuda_call_check(
            device,
            calls->copy_out(cuts_of(key->host_cuts, &key->plan, s), work.out, work.cuts_n * sizeof *work.out, stream),
            "copy from the device", err));
    }
    return sl_cuda_call_check(device, calls->synchronize(stream), "wait for cuts", err);
}

/* The sum over a span whose first point is number `base` of the bases. */
static sl_cuda_sum span_sum(const walk *w, const sl_cuda_span *one, uint32_t base) {
    if (one->section == SL_MODULE_H) {
        return (sl_cuda_sum){.scalars = w->h + one->first, .n = one->n, .first = base};
    }
    const sl_cuda_key_plan *plan = &w->proof->key->plan;
    const uint32_t *const cuts = cuts_of(w->proof->key->host_cuts, plan, one->section);
    const uint64_t number = one->first / plan->span_n[sl_cuda_section_group(one->section)];
    return sl_cuda_terms_sum(&w->terms[one->section], cuts + number, one->first, one->n, base);
}

static sluice_status span_run(walk *w, const sl_cuda_span *one, sluice_error *err) {
    const sl_module_key *key = w->proof->key;
    const sl_cuda_key_plan *plan = &key->plan;
    const sl_cuda_group group = sl_cuda_section_group(one->section);
    const uint8_t *bases = key->points[group];
    uint64_t bases_n = plan->group_n[group] - plan->streamed_n[group];
    uint64_t base = plan->first[one->section] + one->first - plan->streamed_n[group];
    if (one->is_streamed) {
        const int code = key->device->calls->event_wait(w->proof->stream, key->span_events[one->place]);
        SL_TRY(sl_cuda_call_check(key->device, code, "wait for points", err));
        bases = place_of(key, one->place);
        bases_n = one->n;
        base = 0;
    }
    const sl_cuda_sum sum = span_sum(w, one, (uint32_t)base);
    if (sum.n != 0 || sum.bits_n != 0) {
        sl_cuda_point result;
        SL_TRY(
            sl_cuda_proof_sums_run(w->proof, sl_cuda_section_sum(one->section), &result, &sum, 1, bases, bases_n, err));
        sl_cuda_section_sums_add(w->sums, one->section, &result);
    }
    return SLUICE_OK;
}

/* The scalars of h, in natural order. */
static sluice_status h_make(walk *w, sluice_error *err) {
    const sl_module_key *key = w->proof->key;
    sl_cuda_fr *const h = sl_cuda_proof_vector(w->proof, 0);
    SL_TRY(sl_cuda_proof_quotient(w->proof, err));
    w->h = h;
    if (key->plan.shape.is_folded) {
        return SLUICE_OK;
    }
    const sl_cuda_reverse work = {.vector = h, .log2 = key->plan.shape.domain_log2};
    return sl_cuda_call_check(key->device, key->device->calls->key->reverse(&work, w->proof->stream),
                              "kernel of the order of scalars", err);
}

static sluice_status walk_run(walk *w, sluice_error *err) {
    const sl_cuda_key_plan *plan = &w->proof->key->plan;
    if (w->order.last_section >= SL_MODULE_L) {
        SL_TRY(cuts_find(w, err));
    }
    if (w->order.first_section == SL_MODULE_H) {
        SL_TRY(ahead_fill(w, places_before_quotient(plan), err));
        SL_TRY(h_make(w, err));
    }
    SL_TRY(ahead_fill(w, plan->places_n, err));
    while (w->ahead_n > 0) {
        const sl_cuda_span one = w->ahead[w->ahead_first];
        w->ahead_first = (w->ahead_first + 1) % AHEAD_MAX;
        w->ahead_n--;
        SL_TRY(span_run(w, &one, err));
        w->in_places_n -= one.is_streamed;
        SL_TRY(ahead_fill(w, plan->places_n, err));
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_proof_spans_sum(sl_module_proof *proof, unsigned first, unsigned last, const sl_cuda_terms *terms,
                                      sl_cuda_section_sums *sums, sluice_error *err) {
    const sl_module_key *key = proof->key;
    walk w = {.proof = proof,
              .terms = terms,
              .sums = sums,
              .order = {.plan = &key->plan, .first_section = first, .last_section = last}};
    const sluice_status status = walk_run(&w, err);
    if (status != SLUICE_OK && w.order.uploads_n != 0) {
        (void)key->device->calls->synchronize(key->span_stream); /* it goes to memory that others will have */
    }
    return status;
}
