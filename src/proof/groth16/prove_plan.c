// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the phases of a proof take, and how they are made to take less. */
#include "proof/groth16/prover_state.h"
#include "proof/groth16/query_feed.h"

/* Points of a piece of the key file: large enough that buckets fill well, small beside the vectors of a big circuit. */
#define CHUNK_N ((size_t)1 << 17)
/* Scratch of a transform (ntt.h), and pages that buffers are rounded up to. */
#define NTT_THREAD_BYTES ((size_t)1 << 20)
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

size_t sl_plan_chunk(const sl_prove_plan *plan, const sl_key_range *range) {
    return SL_MIN(plan->chunk_n * SL_G1_KEY_BYTES / range->element_bytes, (size_t)range->count);
}

size_t sl_plan_spans(sl_key_span *spans, const sl_prove_plan *plan, const sl_key_layout *layout, int first, int last) {
    size_t n = 0;
    for (int phase = first; phase <= last; phase++) {
        const sl_key_range *range = &layout->section[sl_phase_section(phase)];
        spans[n++] = (sl_key_span){range->offset, range->bytes, sl_plan_chunk(plan, range) * range->element_bytes};
    }
    return n;
}

/* Full-width scalars that a section's sum meets. */
static size_t full_of(sl_key_section section, const sl_key_range *range, const sl_r1cs_counts *counts) {
    const uint64_t most = counts->inputs + counts->fields;
    return section == SL_KEY_H ? (size_t)range->count : (size_t)SL_MIN(range->count, most);
}

static size_t sum_bytes(sl_prove_plan *plan, int phase, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                        const sl_kernels *kernels) {
    const bool is_start = phase == SL_PHASE_H;
    const sl_key_section section = sl_phase_section(phase);
    const sl_key_range *range = &layout->section[section];
    const size_t chunk_n = sl_plan_chunk(plan, range);
    sl_msm_plan *msm = &plan->msm[section];
    sl_msm_plan_make(msm, section == SL_KEY_B_G2 ? SL_G2 : SL_G1, chunk_n, full_of(section, range, counts),
                     plan->threads_n);
    sl_key_span spans[SL_PROVE_PHASES_N];
    const size_t spans_n =
        sl_plan_spans(spans, plan, layout, is_start ? SL_PHASE_H : SL_PHASE_L, is_start ? SL_PHASE_H : SL_PHASE_B_G2);
    const size_t scalars = is_start ? sizeof(sl_fr) << counts->domain_log2 : sl_query_feed_memory(chunk_n);
    return sl_key_reader_memory(spans, spans_n, SL_RING_SLOTS_N) + scalars + sl_msm_memory_bytes(msm, kernels);
}

sluice_status sl_prove_plan_make(sl_prove_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                                 const sl_kernels *kernels, size_t threads_n, size_t budget_bytes, sluice_error *err) {
    const size_t vector = sizeof(sl_fr) << counts->domain_log2;
    const size_t planes = (3 * (size_t)counts->aux + (size_t)counts->inputs) / 8;
    sl_prove_plan plan = {
        .prepared_bytes = planes + (size_t)counts->inputs * sizeof(sl_g1_affine) + SLACK_BYTES,
        .threads_n = threads_n,
        .chunk_n = CHUNK_N,
    };
    for (int phase = 0; phase < SL_PROVE_PHASES_N; phase++) {
        size_t bytes = 2 * vector;
        if (phase == SL_PHASE_ROWS) {
            bytes += threads_n * SL_ROWS_BLOCK * sizeof(sl_fr);
        } else if (phase == SL_PHASE_QUOTIENT) {
            bytes += threads_n * NTT_THREAD_BYTES;
        } else if (phase >= SL_PHASE_H) {
            bytes = sum_bytes(&plan, phase, counts, layout, kernels);
        }
        bytes += SLACK_BYTES;
        size_t *most = phase <= SL_PHASE_H ? &plan.start_bytes : &plan.finish_bytes;
        *most = SL_MAX(*most, bytes);
        plan.phase[phase].name = phase_names[phase];
        plan.phase[phase].bytes = bytes;
    }
    plan.peak_bytes = SL_MAX(plan.start_bytes, plan.finish_bytes);
    plan.least_bytes = plan.peak_bytes;
    if (budget_bytes != 0 && plan.peak_bytes > budget_bytes) {
        return SL_FAIL(err, SLUICE_E_BUDGET, "a proof needs %zu bytes beside circuit and witness, there are %zu",
                       plan.least_bytes, budget_bytes);
    }
    *out = plan;
    return SLUICE_OK;
}
