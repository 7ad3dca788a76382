// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/span_order.h"

static uint64_t spans_of(const sl_cuda_key_plan *plan, uint64_t n, unsigned section) {
    const uint64_t span_n = plan->span_n[sl_cuda_section_group(section)];
    return (n + span_n - 1) / span_n;
}

static unsigned others_first(const sl_cuda_span_order *order) {
    return SL_MAX(order->first_section, SL_MODULE_L);
}

/* Whether h is not ahead of the others, which begin with a lead. */
static bool h_is_next(const sl_cuda_span_order *order) {
    const sl_cuda_key_plan *plan = order->plan;
    const uint64_t h_n = spans_of(plan, plan->shape.points_n[SL_MODULE_H], SL_MODULE_H);
    const uint64_t h_done = spans_of(plan, order->given[SL_MODULE_H], SL_MODULE_H), done = order->others_given;
    uint64_t others_n = 0;
    for (unsigned s = others_first(order); s <= order->last_section; s++) {
        others_n += spans_of(plan, plan->shape.points_n[s], s);
    }
    const uint64_t lead = SL_MIN(others_n, plan->places_n);
    return order->first_section == SL_MODULE_H && h_done < h_n && done >= lead &&
           h_done * (others_n - lead) <= (done - lead) * h_n;
}

/* Of l to b_g2 the section that is behind the others by its share of points. */
static bool other_next(const sl_cuda_span_order *order, unsigned *out) {
    const uint64_t *points_n = order->plan->shape.points_n, *given = order->given;
    bool is_there = false;
    for (unsigned s = others_first(order); s <= order->last_section; s++) {
        if (given[s] < points_n[s] && (!is_there || given[s] * points_n[*out] < given[*out] * points_n[s])) {
            *out = s;
            is_there = true;
        }
    }
    return is_there;
}

bool sl_cuda_span_next(const sl_cuda_span_order *order, sl_cuda_span *out) {
    const sl_cuda_key_plan *plan = order->plan;
    unsigned s = SL_MODULE_H;
    if (!h_is_next(order) && !other_next(order, &s)) {
        return false;
    }
    const sl_cuda_group group = sl_cuda_section_group(s);
    *out = (sl_cuda_span){
        .section = s,
        .first = order->given[s],
        .n = (uint32_t)SL_MIN(plan->shape.points_n[s] - order->given[s], plan->span_n[group]),
        .is_streamed = plan->first[s] + order->given[s] < plan->streamed_n[group],
        .place = order->uploads_n % plan->places_n,
    };
    return true;
}

void sl_cuda_span_give(sl_cuda_span_order *order, const sl_cuda_span *span) {
    order->given[span->section] += span->n;
    order->others_given += span->section != SL_MODULE_H;
    order->uploads_n += span->is_streamed;
}
