// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Keys in spans: how plans of the key of a 32 GiB proof divide a budget, that every point is in one span, and by a
 * model of bus and sums that the order of spans lets neither stand still for long.
 */
#include "backends/cuda/device_state.h"
#include "backends/cuda/span_order.h"
#include "harness/test.h"

#define GIB ((uint64_t)1 << 30)
#define SPANS_MAX 128

/* About what CUB asks for. */
static int sort_bytes(size_t *out, uint32_t n) {
    *out = n / 16 + ((size_t)8 << 20);
    return 0;
}

static int add_up_bytes(size_t *out, uint32_t n) {
    *out = n / 64 + ((size_t)64 << 10);
    return 0;
}

static void plan_make(sl_cuda_key_plan *out, uint64_t budget, bool is_folded) {
    static const sl_cuda_sums_calls sums = {.sort_bytes = sort_bytes, .add_up_bytes = add_up_bytes};
    static const sl_cuda_calls calls = {.sums = &sums};
    static sl_module_device device = {.calls = &calls, .multiprocessors_n = 132};
    const uint64_t domain = UINT64_C(1) << 27, full_n = 1699430;
    const sl_module_key_shape shape = {
        .domain_log2 = 27,
        .is_folded = is_folded,
        .points_n = {is_folded ? domain : domain - 1, 130169893, 129753620, 33112282, 33112282},
        .full_max = {0, full_n, full_n, full_n, full_n},
        .proofs_n = 2,
        .witness_bytes = UINT64_C(170) << 20,
    };
    sluice_error err;
    SL_CHECK_OK(sl_cuda_key_plan_make(out, &device, &shape, budget, &err));
    SL_CHECK(out->all_bytes <= budget);
}

static uint32_t spans_of(sl_cuda_span out[SPANS_MAX], const sl_cuda_key_plan *plan, unsigned first, unsigned last) {
    sl_cuda_span_order order = {.plan = plan, .first_section = first, .last_section = last};
    uint32_t n = 0;
    for (; sl_cuda_span_next(&order, &out[n]); n++) {
        sl_cuda_span_give(&order, &out[n]);
        SL_CHECK(n + 1 < SPANS_MAX);
    }
    return n;
}

/* --- order ---------------------------------------------------------------------------------------------------------
 */

static void check_spans(const sl_cuda_key_plan *plan, unsigned first, unsigned last) {
    sl_cuda_span spans[SPANS_MAX];
    uint64_t next[SL_MODULE_SECTIONS_N] = {0}, uploaded[2] = {0};
    uint32_t uploads_n = 0;
    const uint32_t n = spans_of(spans, plan, first, last);
    for (uint32_t i = 0; i < n; i++) {
        const sl_cuda_span *one = &spans[i];
        const sl_cuda_group group = sl_cuda_section_group(one->section);
        SL_CHECK(one->section >= first && one->section <= last);
        SL_CHECK(one->first == next[one->section] && one->n > 0 && one->n <= plan->span_n[group]);
        next[one->section] += one->n;
        const uint64_t at = plan->first[one->section] + one->first;
        SL_CHECK(one->is_streamed == (at < plan->streamed_n[group]));
        SL_CHECK(!one->is_streamed || at + one->n <= plan->streamed_n[group]); /* none is divided */
        SL_CHECK(!one->is_streamed || one->place == uploads_n % plan->places_n);
        uploads_n += one->is_streamed;
        uploaded[group] += one->is_streamed ? one->n : 0;
    }
    for (unsigned s = first; s <= last; s++) {
        SL_CHECK_EQ_U64(next[s], plan->shape.points_n[s]);
    }
    if (first == SL_MODULE_H && last == SL_MODULE_B_G2) {
        SL_CHECK(uploaded[SL_CUDA_G1] == plan->streamed_n[SL_CUDA_G1]);
        SL_CHECK(uploaded[SL_CUDA_G2] == plan->streamed_n[SL_CUDA_G2]);
    }
}

SL_TEST(every_point_is_in_one_span) {
    for (uint64_t gib = 10; gib <= 46; gib += 9) {
        for (unsigned is_folded = 0; is_folded < 2; is_folded++) {
            sl_cuda_key_plan plan;
            plan_make(&plan, (gib + (is_folded == 0 ? 5 : 0)) * GIB, is_folded != 0);
            SL_CHECK(plan.span_n[SL_CUDA_G1] != 0 && plan.places_n >= 2 && plan.places_n <= SL_CUDA_PLACES_MAX);
            check_spans(&plan, SL_MODULE_H, SL_MODULE_B_G2);
            check_spans(&plan, SL_MODULE_H, SL_MODULE_H);
            check_spans(&plan, SL_MODULE_L, SL_MODULE_B_G2);
        }
    }
}

/* With 16 GiB there is room for sums over 2^24 points, a window at a time, beside as many places as there may be. */
SL_TEST(places_of_a_small_budget) {
    for (unsigned is_folded = 0; is_folded < 2; is_folded++) {
        sl_cuda_key_plan plan;
        plan_make(&plan, 16 * GIB - (UINT64_C(150) << 20), is_folded != 0);
        SL_CHECK(plan.span_n[SL_CUDA_G1] == 1 << 24 && plan.places_n == SL_CUDA_PLACES_MAX);
        SL_CHECK(plan.sums[SL_CUDA_KEY_SUM_H].windows_n == 13);
        SL_CHECK(plan.sums[SL_CUDA_KEY_SUM_H].elements_max == 1 << 24);
    }
}

/* --- the model -----------------------------------------------------------------------------------------------------
 */

/* Milliseconds on an H200: of the quotient, of a sum, of an upload with so many GB/s. */
#define QUOTIENT_MS 139.0

static double sum_ms(const sl_cuda_span *one) {
    const double share = (double)one->n / (1 << 24);
    return one->section == SL_MODULE_H ? 76 * share : one->section == SL_MODULE_B_G2 ? 13 * share + 5 : 3 * share + 3;
}

static double upload_ms(const sl_cuda_span *one, double gb_per_s) {
    return (double)(one->n * sl_cuda_point_bytes(sl_cuda_section_group(one->section))) / gb_per_s / 1e6;
}

/* Of a proof: places are filled beside the quotient, and each is free again when its sum is done. */
static double proof_ms(const sl_cuda_span *spans, uint32_t n, uint32_t places_n, double gb_per_s) {
    double bus = 0, sums = QUOTIENT_MS, done[SPANS_MAX];
    for (uint32_t i = 0; i < n; i++) {
        const double free_at = i < places_n ? 0 : done[i - places_n];
        bus = (bus > free_at ? bus : free_at) + upload_ms(&spans[i], gb_per_s);
        sums = (sums > bus ? sums : bus) + sum_ms(&spans[i]);
        done[i] = sums;
    }
    return sums;
}

SL_TEST(neither_bus_nor_sums_stand_still) {
    static const double rates[] = {55, 50, 43, 25};
    sl_cuda_key_plan plan;
    sl_cuda_span spans[SPANS_MAX];
    plan_make(&plan, 16 * GIB - (UINT64_C(150) << 20), true);
    const uint32_t n = spans_of(spans, &plan, SL_MODULE_H, SL_MODULE_B_G2);
    for (unsigned r = 0; r < SL_ARRAY_N(rates); r++) {
        double bus = 0, sums = QUOTIENT_MS;
        for (uint32_t i = 0; i < n; i++) {
            bus += upload_ms(&spans[i], rates[r]);
            sums += sum_ms(&spans[i]);
        }
        const double least = bus > sums ? bus : sums, is = proof_ms(spans, n, plan.places_n, rates[r]);
        SL_CHECK_MSG(is >= least && is < 1.08 * least, "at %.0f GB/s %.0f ms, uploads %.0f, the others %.0f", rates[r],
                     is, bus, sums);
    }
}
