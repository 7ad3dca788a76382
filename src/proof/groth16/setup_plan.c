// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_plan.h"

#include "core/mem/budget.h"

/* Powers of two, from the least that works to what is enough. */
#define PIECE_LOG2_MIN 11
#define PIECE_LOG2_MAX 16
#define RANGE_LOG2_MIN 13
#define RANGE_LOG2_MAX 22
/* Larger tables gain nothing that could be measured. */
#define TABLE_G1_MAX ((size_t)768 << 20)
#define TABLE_G2_MAX ((size_t)600 << 20)
#define TABLE_LEAST 0
#define PIECES_N 3                      /* scalars' room not counted: two being written or full, one being filled */
#define SLACK_BYTES ((size_t)128 << 10) /* pages that buffers are rounded up to, small memory */

/* What does not depend on the plan: densities, and columns, points and encoding of the inputs. */
static size_t fixed_bytes(const sl_r1cs_counts *counts) {
    const size_t inputs = (size_t)counts->inputs;
    const size_t planes = 3 * ((size_t)counts->aux / 64 + 1) * 8 + (inputs / 64 + 1) * 8;
    return planes + inputs * (3 * sizeof(sl_fr) + sizeof(sl_g1_affine) + SL_G1_KEY_BYTES) + SL_VK_HEAD_BYTES +
           SLACK_BYTES;
}

static size_t range_bytes(const sl_r1cs_counts *counts, unsigned log2) {
    return SL_MIN((size_t)1 << log2, (size_t)counts->aux) * sizeof(sl_fr);
}

static size_t piece_bytes(unsigned log2) {
    return ((size_t)1 << log2) * (sizeof(sl_fr) + PIECES_N * SL_G1_KEY_BYTES);
}

size_t sl_setup_memory_left(size_t threads_n, size_t *held_bytes) {
    const size_t budget = sl_mem_budget(), live = sl_mem_live();
    *held_bytes = live + (size_t)sl_budget_overhead(threads_n);
    if (budget != 0) {
        return budget - SL_MIN(budget, live);
    }
    sl_budget system;
    sl_budget_read(&system, 0, "");
    return system.bytes == 0 ? SIZE_MAX : (size_t)system.bytes - SL_MIN((size_t)system.bytes, *held_bytes);
}

size_t sl_setup_points_n(const sl_key_layout *layout, sl_group group) {
    if (group == SL_G2) {
        return (size_t)layout->section[SL_KEY_B_G2].count;
    }
    size_t n = 0;
    for (int s = SL_KEY_H; s <= SL_KEY_B_G1; s++) {
        n += (size_t)layout->section[s].count;
    }
    return n;
}

/* Tables that take no more than these bytes, or the least that there can be; none with a backend. */
static void tables_plan(sl_setup_plan *plan, const sl_key_layout *layout, size_t g1_max, size_t g2_max,
                        const sl_multiples_backend *backend, const sl_kernels *kernels, size_t threads_n) {
    if (backend != NULL) {
        plan->g1 = (sl_fixed_base_plan){.group = SL_G1};
        plan->g2 = (sl_fixed_base_plan){.group = SL_G2};
        return;
    }
    sl_fixed_base_plan_make(&plan->g1, SL_G1, sl_setup_points_n(layout, SL_G1), g1_max, kernels, threads_n);
    sl_fixed_base_plan_make(&plan->g2, SL_G2, sl_setup_points_n(layout, SL_G2), g2_max, kernels, threads_n);
}

sluice_status sl_setup_plan_make(sl_setup_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                                 size_t memory_max, size_t held_bytes, const sl_multiples_backend *backend,
                                 const sl_kernels *kernels, size_t threads_n, sluice_error *err) {
    sl_setup_plan plan;
    const size_t fixed = fixed_bytes(counts);
    /* No section has more points than the larger of h and the wires. */
    const size_t section_max = SL_MAX((size_t)1 << counts->domain_log2, (size_t)counts->inputs + (size_t)counts->aux);
    const size_t piece_n_max = SL_MIN(section_max, backend != NULL ? backend->piece_n : (size_t)1 << PIECE_LOG2_MAX);
    tables_plan(&plan, layout, TABLE_LEAST, TABLE_LEAST, backend, kernels, threads_n);
    const size_t tables_least = SL_MAX(plan.g1.memory_bytes, plan.g2.memory_bytes);
    const size_t least = fixed + tables_least + range_bytes(counts, RANGE_LOG2_MIN) + piece_bytes(PIECE_LOG2_MIN);
    if (least > memory_max) {
        return SL_FAIL(
            err, SLUICE_E_BUDGET,
            "key generation needs %zu bytes at least (%zu of them for process and circuit), the budget is %zu",
            held_bytes + least, held_bytes, held_bytes + memory_max);
    }
    /* Three quarters of what is to be had go to the tables. */
    const size_t free_bytes = memory_max - fixed - tables_least;
    unsigned piece = PIECE_LOG2_MIN, range = RANGE_LOG2_MIN;
    while ((size_t)1 << piece < piece_n_max && piece_bytes(piece + 1) <= free_bytes / 8) {
        piece++;
    }
    while (range < RANGE_LOG2_MAX && range_bytes(counts, range + 1) <= free_bytes / 8) {
        range++;
    }
    const size_t rest = memory_max - fixed - range_bytes(counts, range) - piece_bytes(piece);
    tables_plan(&plan, layout, SL_MIN(rest, TABLE_G1_MAX), SL_MIN(rest, TABLE_G2_MAX), backend, kernels, threads_n);
    plan.range_n = SL_MIN((size_t)1 << range, (size_t)counts->aux);
    plan.piece_n = (size_t)1 << piece;
    plan.memory_bytes =
        fixed + range_bytes(counts, range) + piece_bytes(piece) + SL_MAX(plan.g1.memory_bytes, plan.g2.memory_bytes);
    *out = plan;
    return SLUICE_OK;
}

sluice_status sl_setup_plan_now(sl_setup_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                                const sl_multiples_backend *backend, const sl_kernels *kernels, size_t threads_n,
                                sluice_error *err) {
    size_t held;
    const size_t memory_max = sl_setup_memory_left(threads_n, &held);
    return sl_setup_plan_make(out, counts, layout, memory_max, held, backend, kernels, threads_n, err);
}
