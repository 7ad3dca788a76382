// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the phases of a proof take, and how they are made to take less. */
#include "math/poly/ntt.h"
#include "proof/groth16/prover_state.h"
#include "proof/groth16/query_feed.h"

/*
 * Points in G1 of a piece of the key file. Large enough that buckets fill well, small beside the vectors of a big
 * circuit; where memory is short, not so small that lists are mostly their own buckets.
 */
#define CHUNK_LOG2_MAX 19
#define CHUNK_LOG2 17
#define CHUNK_LOG2_MIN 12
/* Runs of 2^15 values, 1 MiB, are as good as longer ones; runs shorter than a page are read twice. */
#define RUN_LOG2_MAX 15
#define RUN_LOG2_MIN 7
/* Of a sum of any size. */
#define ENOUGH_BYTES ((size_t)256 << 20)
/* Pages that buffers are rounded up to, and handles. */
#define SLACK_BYTES ((size_t)256 << 10)

static const char *const phase_names[SL_PROVE_PHASES_N] = {"rows",  "quotient", "sum h",   "sum l",
                                                           "sum a", "sum b_g1", "sum b_g2"};

const char *sl_phase_name(int phase) {
    return phase_names[phase];
}

sl_key_section sl_phase_section(int phase) {
    static const sl_key_section sections[SL_PROVE_PHASES_N] = {
        [SL_PHASE_H] = SL_KEY_H,       [SL_PHASE_L] = SL_KEY_L,       [SL_PHASE_A] = SL_KEY_A,
        [SL_PHASE_B_G1] = SL_KEY_B_G1, [SL_PHASE_B_G2] = SL_KEY_B_G2,
    };
    return sections[phase];
}

size_t sl_plan_spans(sl_key_span *spans, const sl_prove_plan *plan, const sl_key_layout *layout, int first, int last) {
    size_t n = 0;
    for (int phase = first; phase <= last; phase++) {
        const sl_key_section section = sl_phase_section(phase);
        const sl_key_range *range = &layout->section[section];
        spans[n++] = (sl_key_span){range->offset, range->bytes, plan->msm[section].chunk_n * range->element_bytes};
    }
    return n;
}

/* What plans are made from. */
typedef struct request {
    const sl_r1cs_counts *counts;
    const sl_key_layout *layout;
    const sl_kernels *kernels;
    size_t threads_n;
    size_t budget; /* SIZE_MAX: none; 0: as little as can be */
} request;

static size_t vector_bytes(const request *q) {
    return sizeof(sl_fr) << q->counts->domain_log2;
}

static void phase_set(sl_prove_plan *plan, int phase, size_t bytes) {
    plan->phase[phase].name = phase_names[phase];
    plan->phase[phase].bytes = bytes + SLACK_BYTES;
}

static bool fits(const request *q, size_t bytes) {
    return bytes + SLACK_BYTES <= q->budget;
}

static size_t chunk_of(const sl_key_range *range, unsigned chunk_log2) {
    return (size_t)SL_MIN(range->count, ((uint64_t)SL_G1_KEY_BYTES << chunk_log2) / range->element_bytes);
}

/* Full-width scalars that a section's sum meets. */
static size_t full_of(const request *q, sl_key_section section) {
    const sl_key_range *range = &q->layout->section[section];
    const uint64_t most = q->counts->inputs + q->counts->fields;
    return section == SL_KEY_H ? (size_t)range->count : (size_t)SL_MIN(range->count, most);
}

/* Memory of the sums over the phases first .. last, which share a ring, without what the sums themselves take. */
static size_t ring_bytes(const request *q, int first, int last, unsigned chunk_log2) {
    size_t most = 0;
    for (int phase = first; phase <= last; phase++) {
        const sl_key_range *range = &q->layout->section[sl_phase_section(phase)];
        const sl_key_span span = {0, range->bytes, chunk_of(range, chunk_log2) * range->element_bytes};
        const size_t bytes = sl_key_reader_memory(&span, 1, SL_RING_SLOTS_N);
        most = SL_MAX(most, bytes);
    }
    return most;
}

static size_t scalars_bytes(const request *q, const sl_prove_plan *plan, int phase, size_t chunk_n,
                            unsigned chunk_log2) {
    if (phase != SL_PHASE_H) {
        return sl_query_feed_memory(chunk_n, chunk_n);
    }
    /* Of a file: in order, and as they come. */
    return plan->block_log2 == 0 ? vector_bytes(q) : 2 * sizeof(sl_fr) << SL_MIN(chunk_log2, q->counts->domain_log2);
}

/* Plans of the phases first .. last with pieces of one size; false if one of them does not fit. */
static bool sums_try(const request *q, sl_prove_plan *plan, int first, int last, unsigned chunk_log2, double *cost) {
    const size_t ring = ring_bytes(q, first, last, chunk_log2);
    *cost = 0;
    for (int phase = first; phase <= last; phase++) {
        const sl_key_section section = sl_phase_section(phase);
        const size_t chunk_n = chunk_of(&q->layout->section[section], chunk_log2);
        const size_t beside = ring + scalars_bytes(q, plan, phase, chunk_n, chunk_log2);
        sl_msm_plan *msm = &plan->msm[section];
        const sl_group group = section == SL_KEY_B_G2 ? SL_G2 : SL_G1;
        double phase_cost;
        if (!fits(q, beside) ||
            !sl_msm_plan_fit(msm, &phase_cost, group, chunk_n, full_of(q, section), q->threads_n, q->kernels,
                             q->budget == SIZE_MAX ? SIZE_MAX : q->budget - beside - SLACK_BYTES)) {
            return false;
        }
        phase_set(plan, phase, beside + sl_msm_memory_bytes(msm, q->kernels));
        *cost += group == SL_G2 ? 3 * phase_cost : phase_cost;
    }
    return true;
}

static unsigned rows_log2(const request *q, const sl_prove_plan *plan) {
    return plan->block_log2 == 0 ? 0 : q->counts->domain_log2 - plan->block_log2;
}

/* The fastest plan of the phases first .. last. Pieces of the usual size are tried first; others must be worth it. */
static bool sums_search(const request *q, sl_prove_plan *plan, int first, int last) {
    const unsigned domain_log2 = q->counts->domain_log2;
    const unsigned most = SL_MAX(CHUNK_LOG2, SL_MIN(CHUNK_LOG2_MAX, domain_log2 < 5 ? 0 : domain_log2 - 5));
    /* A piece of coefficients takes whole columns of the file. */
    const unsigned least = first == SL_PHASE_H ? SL_MAX(CHUNK_LOG2_MIN, rows_log2(q, plan)) : CHUNK_LOG2_MIN;
    sl_prove_plan best = {0};
    double best_cost = 0;
    bool found = false;
    for (unsigned i = 0; i <= most - least; i++) {
        const unsigned chunk_log2 = i <= CHUNK_LOG2 - least ? CHUNK_LOG2 - i : least + i;
        sl_prove_plan next = *plan;
        double cost;
        if (sums_try(q, &next, first, last, chunk_log2, &cost) && (!found || cost < 0.99 * best_cost)) {
            best = next;
            best_cost = cost;
            found = true;
        }
    }
    if (found) {
        *plan = best;
    }
    return found;
}

/*
 * A plan of the phases first .. last; false if there is none. What is larger than the vectors before, or than a part of
 * them where these are in a file, gains nothing that can be measured, and is taken only where nothing less will do.
 */
static bool sums_plan(const request *q, sl_prove_plan *plan, int first, int last) {
    const size_t enough = SL_MAX(SL_MAX(plan->phase[SL_PHASE_QUOTIENT].bytes, vector_bytes(q) / 4), ENOUGH_BYTES);
    request modest = *q;
    modest.budget = SL_MIN(q->budget, enough);
    return sums_search(&modest, plan, first, last) || sums_search(q, plan, first, last);
}

/* Rows, quotient and the sum over h with vectors in memory. */
static bool start_in_memory(const request *q, sl_prove_plan *plan) {
    const size_t rows = 2 * vector_bytes(q) + q->threads_n * SL_ROWS_BLOCK * sizeof(sl_fr);
    const size_t quotient = 2 * vector_bytes(q) + sl_ntt_memory_bytes(q->counts->domain_log2, q->kernels, q->threads_n);
    plan->block_log2 = 0;
    plan->scratch_bytes = 0;
    if (!fits(q, rows) || !fits(q, quotient)) {
        return false;
    }
    phase_set(plan, SL_PHASE_ROWS, rows);
    phase_set(plan, SL_PHASE_QUOTIENT, quotient);
    return sums_plan(q, plan, SL_PHASE_H, SL_PHASE_H);
}

/* The same with blocks of a file: as large as is of use, or as small as can be. */
static bool start_in_blocks(const request *q, sl_prove_plan *plan) {
    const unsigned domain_log2 = q->counts->domain_log2;
    for (unsigned run_log2 = RUN_LOG2_MAX; run_log2 >= RUN_LOG2_MIN; run_log2--) {
        const unsigned block_log2 = (domain_log2 + run_log2) / 2;
        if (block_log2 >= domain_log2 || !sl_quotient_blocks_fit(domain_log2, block_log2)) {
            continue;
        }
        const size_t bytes = sl_quotient_blocks_memory(domain_log2, block_log2, q->kernels, q->threads_n);
        plan->block_log2 = block_log2;
        plan->scratch_bytes = sl_quotient_blocks_file_bytes(domain_log2);
        if (fits(q, bytes)) {
            phase_set(plan, SL_PHASE_ROWS, bytes);
            phase_set(plan, SL_PHASE_QUOTIENT, bytes);
            if (sums_plan(q, plan, SL_PHASE_H, SL_PHASE_H)) {
                return true;
            }
        }
    }
    return false;
}

size_t sl_prove_prepared_bytes(const sl_r1cs_counts *counts) {
    const size_t planes = (3 * (size_t)counts->aux + (size_t)counts->inputs) / 8;
    return planes + (size_t)counts->inputs * sizeof(sl_g1_affine) + SLACK_BYTES;
}

static bool plan_try(const request *q, sl_prove_plan *out) {
    sl_prove_plan plan = {
        .prepared_bytes = sl_prove_prepared_bytes(q->counts),
        .threads_n = q->threads_n,
        .phases_n = SL_PROVE_PHASES_N,
    };
    if ((!start_in_memory(q, &plan) && !start_in_blocks(q, &plan)) || !sums_plan(q, &plan, SL_PHASE_L, SL_PHASE_B_G2)) {
        return false;
    }
    for (int phase = 0; phase < SL_PROVE_PHASES_N; phase++) {
        size_t *most = phase <= SL_PHASE_H ? &plan.start_bytes : &plan.finish_bytes;
        *most = SL_MAX(*most, plan.phase[phase].bytes);
    }
    plan.peak_bytes = SL_MAX(plan.start_bytes, plan.finish_bytes);
    *out = plan;
    return true;
}

/* The least budget for which there is a plan, to the page; plan_try is monotone in it. */
static size_t least_find(request q) {
    const size_t page = 4096;
    sl_prove_plan plan;
    q.budget = SIZE_MAX;
    bool ok = plan_try(&q, &plan);
    SL_ASSERT(ok);
    size_t low = 0, high = plan.peak_bytes / page + 1; /* none at low, one at high */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        q.budget = middle * page;
        ok = plan_try(&q, &plan);
        *(ok ? &high : &low) = middle;
    }
    return high * page;
}

sluice_status sl_prove_plan_make(sl_prove_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                                 const sl_kernels *kernels, size_t threads_n, size_t budget_bytes, sluice_error *err) {
    const request q = {counts, layout, kernels, threads_n, budget_bytes == 0 ? SIZE_MAX : budget_bytes};
    const size_t least_bytes = least_find(q);
    sl_prove_plan plan;
    if (!plan_try(&q, &plan)) {
        out->least_bytes = least_bytes;
        return SL_FAIL(err, SLUICE_E_BUDGET, "a proof needs %zu bytes beside circuit and witness, there are %zu",
                       least_bytes, budget_bytes);
    }
    plan.least_bytes = least_bytes;
    *out = plan;
    return SLUICE_OK;
}
