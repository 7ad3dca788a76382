// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/key_plan.h"

#include <inttypes.h>

#include "backends/cuda/device_state.h"
#include "backends/cuda/upload_ring.h"

#define SPAN_MAX (UINT64_C(1) << 24) /* longer ones gain little: 70 ms a span of h */
#define SPAN_MIN UINT64_C(64)
#define SPAN_SUMS_BYTES 448       /* for a point of a span: more gains little */
#define SPAN_SUMS_LEAST 192       /* a window at a time: better than the third place and more */
#define LEAST_STEP UINT64_C(4096) /* to which the least budget is found */
#define SLOT_UNIT UINT64_C(192)
#define SLOT_MAX ((UINT64_C(8) << 20) / SLOT_UNIT * SLOT_UNIT)

const char *sl_cuda_section_name(unsigned section) {
    static const char *const names[SL_MODULE_SECTIONS_N] = {"h", "l", "a", "b_g1", "b_g2"};
    return names[section];
}

/* --- what does not depend on the budget ----------------------------------------------------------------------------
 */

/* So all points of a group have numbers below 2^31. */
_Static_assert(SL_MODULE_SECTIONS_N *(uint64_t)SL_CUDA_SUM_TERMS_MAX < SL_CUDA_REF_NEGATIVE, "points of a key");

static sluice_status shape_check(const sl_module_key_shape *shape, sluice_error *err) {
    if (shape->domain_log2 > SL_MODULE_DOMAIN_LOG2_MAX || shape->proofs_n == 0 ||
        shape->proofs_n > SL_MODULE_PROOFS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a key of a domain of 2^%u for %u proofs at a time", shape->domain_log2,
                       shape->proofs_n);
    }
    const uint64_t domain = UINT64_C(1) << shape->domain_log2;
    const uint64_t h_n = !shape->is_folded ? domain - 1 : domain == 1 ? 0 : domain;
    if (shape->points_n[SL_MODULE_H] != h_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a key of a domain of %" PRIu64 " with %" PRIu64 " points in h", domain,
                       shape->points_n[SL_MODULE_H]);
    }
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        if (shape->points_n[s] > SL_CUDA_SUM_TERMS_MAX || shape->full_max[s] > shape->points_n[s]) {
            return SL_FAIL(err, SLUICE_E_USAGE, "section %s of a key with %" PRIu64 " points, %" PRIu64 " scalars",
                           sl_cuda_section_name(s), shape->points_n[s], shape->full_max[s]);
        }
    }
    return SLUICE_OK;
}

static void sizes_set(sl_cuda_key_plan *plan) {
    const sl_module_key_shape *shape = &plan->shape;
    uint64_t points_bytes = 0;
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        const sl_cuda_group group = sl_cuda_section_group(s);
        plan->first[s] = plan->group_n[group];
        plan->group_n[group] += shape->points_n[s];
        points_bytes += shape->points_n[s] * sl_cuda_point_bytes(group);
        plan->terms_at[s] = plan->terms_bytes;
        if (s != SL_MODULE_H) {
            plan->terms_bytes += sl_cuda_aligned(sl_cuda_terms_bits_bytes(shape, s)) +
                                 sl_cuda_aligned(shape->full_max[s] * sizeof(uint32_t)) +
                                 sl_cuda_aligned(shape->full_max[s] * sizeof(sl_fr));
        }
    }
    if (shape->witness_bytes != 0) {
        plan->witness_bytes = sl_cuda_aligned(shape->witness_bytes);
        plan->terms_bytes = 0;
    }
    plan->words_bytes = SL_CUDA_FAULTS_BYTES;
    plan->vectors_n = shape->is_folded ? 2 : 3;
    plan->vector_bytes = sl_cuda_aligned(sizeof(sl_fr) << shape->domain_log2);
    /* Small keys in several pieces too, so that threads may share them. */
    const uint64_t slot_bytes = points_bytes / (4 * SL_CUDA_RING_SLOTS_N) / SLOT_UNIT * SLOT_UNIT;
    plan->slot_bytes = SL_MIN(SLOT_MAX, SL_MAX(slot_bytes, 8 * SLOT_UNIT));
}

/* --- sums ----------------------------------------------------------------------------------------------------------
 */

static sluice_status sums_plan_one(sl_cuda_key_plan *plan, sl_module_device *device, sl_cuda_key_sum sum,
                                   const sl_cuda_sum_shape *shapes, uint32_t shapes_n, uint64_t bytes_max,
                                   sluice_error *err) {
    uint64_t terms_n = 0;
    for (uint32_t i = 0; i < shapes_n; i++) {
        terms_n += (uint64_t)shapes[i].n + shapes[i].bits_n;
    }
    if (terms_n == 0) {
        plan->sums[sum].sums_n = 0;
        return SLUICE_OK;
    }
    SL_TRY(sl_cuda_sums_plan_make(&plan->sums[sum], device, sum == SL_CUDA_KEY_SUM_B_G2 ? SL_CUDA_G2 : SL_CUDA_G1,
                                  shapes, shapes_n, bytes_max, err));
    plan->sums_bytes = SL_MAX(plan->sums_bytes, sl_cuda_aligned(plan->sums[sum].workspace_bytes));
    return SLUICE_OK;
}

/* The most of a section that is one sum: all of it, or a span. */
static sl_cuda_sum_shape section_shape(const sl_cuda_key_plan *plan, unsigned section) {
    const uint32_t span_n = plan->span_n[sl_cuda_section_group(section)];
    const uint64_t most = span_n == 0 ? UINT64_MAX : span_n;
    return (sl_cuda_sum_shape){.n = (uint32_t)SL_MIN(most, plan->shape.full_max[section]),
                               .bits_n = (uint32_t)SL_MIN(most, plan->shape.points_n[section])};
}

/* All sums within bytes_max. */
static sluice_status sums_plan(sl_cuda_key_plan *plan, sl_module_device *device, uint64_t bytes_max,
                               sluice_error *err) {
    plan->sums_bytes = 0;
    sl_cuda_sum_shape h = {.n = (uint32_t)plan->shape.points_n[SL_MODULE_H]};
    sl_cuda_sum_shape queries[3], b_g2 = section_shape(plan, SL_MODULE_B_G2);
    for (unsigned i = 0; i < SL_ARRAY_N(queries); i++) {
        queries[i] = section_shape(plan, SL_MODULE_L + i);
    }
    if (plan->span_n[SL_CUDA_G1] != 0) {
        h.n = SL_MIN(h.n, plan->span_n[SL_CUDA_G1]);
        for (unsigned i = 1; i < SL_ARRAY_N(queries); i++) {
            queries[0].n = SL_MAX(queries[0].n, queries[i].n);
            queries[0].bits_n = SL_MAX(queries[0].bits_n, queries[i].bits_n);
        }
    } else if (h.n != 0 && !plan->shape.is_folded) {
        h.n++; /* in bit-reversed order the domain is whole */
    }
    SL_TRY(sums_plan_one(plan, device, SL_CUDA_KEY_SUM_H, &h, 1, bytes_max, err));
    SL_TRY(sums_plan_one(plan, device, SL_CUDA_KEY_SUM_QUERIES, queries, plan->span_n[SL_CUDA_G1] != 0 ? 1 : 3,
                         bytes_max, err));
    return sums_plan_one(plan, device, SL_CUDA_KEY_SUM_B_G2, &b_g2, 1, bytes_max, err);
}

/* --- plans ---------------------------------------------------------------------------------------------------------
 */

static uint64_t resident_bytes(const sl_cuda_key_plan *plan) {
    uint64_t bytes = 0;
    for (unsigned group = 0; group < 2; group++) {
        bytes += (plan->group_n[group] - plan->streamed_n[group]) * sl_cuda_point_bytes((sl_cuda_group)group);
    }
    return sl_cuda_aligned(bytes);
}

/* All but the block. */
static uint64_t fixed_bytes(const sl_cuda_key_plan *plan) {
    return resident_bytes(plan) + plan->rows_n * (plan->is_shared ? 1 : plan->vectors_n) * plan->vector_bytes +
           plan->rows_n * plan->terms_bytes + plan->shape.proofs_n * plan->witness_bytes + plan->tables_bytes +
           plan->words_bytes;
}

static uint64_t staging_bytes(const sl_cuda_key_plan *plan) {
    return sl_cuda_aligned(SL_CUDA_RING_SLOTS_N * plan->slot_bytes);
}

/* Every point on the device; false if sums have not `least` bytes then, or have no plan. */
static bool whole_plan(sl_cuda_key_plan *plan, sl_module_device *device, uint32_t rows_n, sl_cuda_ntt_how how,
                       uint64_t least, uint64_t budget) {
    plan->rows_n = rows_n;
    plan->how = how;
    plan->tables_bytes = sl_cuda_aligned(sl_cuda_ntt_bytes(plan->shape.domain_log2, how));
    const uint64_t fixed = fixed_bytes(plan);
    if (budget < fixed || budget - fixed < SL_MAX(least, staging_bytes(plan)) ||
        sums_plan(plan, device, budget - fixed, NULL) != SLUICE_OK) {
        return false;
    }
    plan->block_bytes = SL_MAX(plan->sums_bytes, staging_bytes(plan));
    plan->all_bytes = fixed + plan->block_bytes;
    return true;
}

/* As many of the last spans of the arrays as fit in `bytes` stay on the device. */
static void spans_keep(sl_cuda_key_plan *plan, uint64_t bytes) {
    for (unsigned s = SL_MODULE_SECTIONS_N; s-- > 0;) {
        const sl_cuda_group group = sl_cuda_section_group(s);
        const uint64_t span_n = plan->span_n[group], n = plan->shape.points_n[s];
        for (uint64_t spans_n = (n + span_n - 1) / span_n; spans_n-- > 0;) {
            const uint64_t first = spans_n * span_n;
            const uint64_t span_bytes = SL_MIN(span_n, n - first) * sl_cuda_point_bytes(group);
            if (span_bytes > bytes) {
                return;
            }
            bytes -= span_bytes;
            plan->streamed_n[group] = plan->first[s] + first;
        }
    }
}

/* Sections in spans of span_n points of G1. */
static bool spans_plan(sl_cuda_key_plan *plan, sl_module_device *device, uint64_t span_n, uint32_t places_n,
                       uint64_t budget) {
    plan->rows_n = 1;
    plan->is_shared = true;
    plan->places_n = places_n;
    plan->how = SL_CUDA_NTT_SMALL;
    plan->tables_bytes = sl_cuda_aligned(sl_cuda_ntt_bytes(plan->shape.domain_log2, plan->how));
    plan->span_n[SL_CUDA_G1] = (uint32_t)span_n;
    plan->span_n[SL_CUDA_G2] = (uint32_t)SL_MAX(span_n / 2, SPAN_MIN);
    for (unsigned group = 0; group < 2; group++) {
        const uint64_t bytes = (uint64_t)plan->span_n[group] * sl_cuda_point_bytes((sl_cuda_group)group);
        plan->span_bytes = SL_MAX(plan->span_bytes, sl_cuda_aligned(bytes));
        plan->streamed_n[group] = plan->group_n[group];
    }
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        const uint64_t cuts_n = plan->shape.points_n[s] / plan->span_n[sl_cuda_section_group(s)] + 2;
        plan->cuts_max = SL_MAX(plan->cuts_max, (uint32_t)cuts_n);
    }
    plan->words_bytes += sl_cuda_aligned((uint64_t)SL_MODULE_SECTIONS_N * plan->cuts_max * sizeof(uint32_t));
    const uint64_t fixed = fixed_bytes(plan), b_c_bytes = (plan->vectors_n - 1) * plan->vector_bytes;
    const uint64_t buffers = places_n * plan->span_bytes, least = SL_MAX(b_c_bytes, staging_bytes(plan));
    const uint64_t sums_least = places_n > 2 ? span_n * SPAN_SUMS_LEAST : 0;
    if (budget < fixed || budget - fixed < SL_MAX(buffers + sums_least, least)) {
        return false;
    }
    const uint64_t room = budget - fixed;
    /* What b and c leave unused is free for sums. Of more than a few windows of a span at a time they gain little. */
    const uint64_t most = SL_MIN(room, SL_MAX(least, buffers + span_n * SPAN_SUMS_BYTES));
    const bool fits = (most > buffers && sums_plan(plan, device, most - buffers, NULL) == SLUICE_OK) ||
                      sums_plan(plan, device, room - buffers, NULL) == SLUICE_OK;
    if (!fits) {
        return false;
    }
    plan->block_bytes = SL_MAX(least, buffers + plan->sums_bytes);
    spans_keep(plan, room - plan->block_bytes);
    plan->all_bytes = fixed_bytes(plan) + plan->block_bytes;
    return true;
}

/*
 * What sums over whole sections take where they are fastest; and, with little loss for large domains, window by window.
 */
static void sums_wishes(uint64_t out[2], const sl_cuda_key_plan *empty, sl_module_device *device) {
    sl_cuda_key_plan plan = *empty;
    out[1] = (UINT64_C(192) << empty->shape.domain_log2) + (UINT64_C(64) << 20);
    out[0] = sums_plan(&plan, device, UINT64_MAX, NULL) == SLUICE_OK ? plan.sums_bytes : out[1];
    out[1] = SL_MIN(out[0], out[1]);
}

static bool plan_within(sl_cuda_key_plan *out, sl_module_device *device, const sl_cuda_key_plan *empty,
                        uint64_t budget) {
    uint64_t wishes[2];
    sums_wishes(wishes, empty, device);
    for (uint32_t rows_n = empty->shape.proofs_n; rows_n > 0; rows_n--) {
        for (unsigned i = 0; i < 4; i++) {
            *out = *empty;
            if (whole_plan(out, device, rows_n, i % 2 == 0 ? SL_CUDA_NTT_FULL : SL_CUDA_NTT_SMALL, wishes[i / 2],
                           budget)) {
                return true;
            }
        }
    }
    *out = *empty;
    if (whole_plan(out, device, 1, SL_CUDA_NTT_SMALL, 0, budget)) {
        return true;
    }
    uint64_t span_n = SPAN_MIN;
    while (span_n < SPAN_MAX && span_n < SL_MAX(empty->group_n[SL_CUDA_G1], 2 * empty->group_n[SL_CUDA_G2])) {
        span_n *= 2;
    }
    for (; span_n >= SPAN_MIN; span_n /= 2) {
        for (uint32_t places_n = SL_CUDA_PLACES_MAX; places_n >= 2; places_n--) {
            *out = *empty;
            if (spans_plan(out, device, span_n, places_n, budget)) {
                return true;
            }
        }
    }
    return false;
}

/* The least budget that works, by bisection: a plan that fits one fits a larger one. */
static uint64_t least_find(sl_module_device *device, const sl_cuda_key_plan *empty, uint64_t too_small) {
    uint64_t works = too_small + 1;
    sl_cuda_key_plan plan;
    while (works < UINT64_MAX / 4 && !plan_within(&plan, device, empty, works)) {
        too_small = works;
        works *= 2;
    }
    while (works - too_small > LEAST_STEP) {
        const uint64_t middle = too_small + (works - too_small) / 2;
        if (plan_within(&plan, device, empty, middle)) {
            works = middle;
        } else {
            too_small = middle;
        }
    }
    return (works + LEAST_STEP - 1) / LEAST_STEP * LEAST_STEP;
}

sluice_status sl_cuda_key_plan_make(sl_cuda_key_plan *out, sl_module_device *device, const sl_module_key_shape *shape,
                                    uint64_t budget, sluice_error *err) {
    SL_TRY(shape_check(shape, err));
    sl_cuda_key_plan empty = {.shape = *shape}, plan;
    sizes_set(&empty);
    if (!plan_within(&plan, device, &empty, budget)) {
        SL_TRY(sl_cuda_device_use(device, err)); /* plans of sums ask the runtime, and so may lose the device */
        return SL_FAIL(err, SLUICE_E_BUDGET,
                       "device %u: a key of a domain of 2^%u does not work with %" PRIu64
                       " bytes; the least that works is %" PRIu64,
                       device->index, shape->domain_log2, budget, least_find(device, &empty, budget));
    }
    *out = plan;
    return SLUICE_OK;
}
