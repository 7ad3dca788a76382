// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums of a proof over whole sections of its key, and what they share with sums over spans (proof_spans.c). */
#include "backends/cuda/key_state.h"

sl_cuda_section_sums sl_cuda_section_sums_zero(void) {
    sl_cuda_section_sums sums = {.g2 = sl_g2_identity()};
    for (unsigned i = 0; i < SL_ARRAY_N(sums.g1); i++) {
        sums.g1[i] = sl_g1_identity();
    }
    return sums;
}

void sl_cuda_section_sums_add(sl_cuda_section_sums *sums, unsigned section, const sl_cuda_point *one) {
    if (section == SL_MODULE_B_G2) {
        sl_g2_add(&sums->g2, &sums->g2, &one->g2);
    } else {
        sl_g1_add(&sums->g1[section], &sums->g1[section], &one->g1);
    }
}

sl_cuda_key_sum sl_cuda_section_sum(unsigned section) {
    return section == SL_MODULE_H      ? SL_CUDA_KEY_SUM_H
           : section == SL_MODULE_B_G2 ? SL_CUDA_KEY_SUM_B_G2
                                       : SL_CUDA_KEY_SUM_QUERIES;
}

sl_cuda_sum sl_cuda_terms_sum(const sl_cuda_terms *terms, const uint32_t cut[2], uint64_t first, uint32_t n,
                              uint32_t base) {
    sl_cuda_sum sum = {
        .scalars = terms->full + cut[0],
        .at = terms->full_at + cut[0],
        .n = cut[1] - cut[0],
        .first = base - (uint32_t)first, /* modulo 2^32, as the sum of it and a place is */
    };
    if (terms->bits != NULL) {
        sum.bits = terms->bits + first / 64;
        sum.bits_n = n;
        sum.bits_first = base;
    }
    return sum;
}

sluice_status sl_cuda_proof_sums_run(sl_module_proof *proof, sl_cuda_key_sum which, void *out, const sl_cuda_sum *sums,
                                     uint32_t sums_n, const uint8_t *bases, uint64_t bases_n, sluice_error *err) {
    sl_module_key *key = proof->key;
    const sl_cuda_sums_plan *plan = &key->plan.sums[which];
    const sl_cuda_sums_room room = {
        .workspace = key->block,
        .host = key->sums_host,
        .event = key->sums_event,
        .stream = proof->stream,
        .clock = proof->has_stages ? &key->clock : NULL,
    };
    SL_TRY(sl_cuda_sums_run(key->device, plan, out, sums, sums_n, bases, (uint32_t)bases_n, &room, err));
    if (proof->has_stages) {
        sl_cuda_proof_stages_add(proof, plan->group);
    }
    return SLUICE_OK;
}

/* --- whole sections ------------------------------------------------------------------------------------------------
 */

static sluice_status h_sum(sl_module_proof *proof, sl_cuda_section_sums *sums, sluice_error *err) {
    const sl_module_key *key = proof->key;
    const sl_cuda_key_plan *plan = &key->plan;
    SL_TRY(sl_cuda_proof_quotient(proof, err));
    if (plan->sums[SL_CUDA_KEY_SUM_H].sums_n == 0) {
        return SLUICE_OK;
    }
    const sl_cuda_sum all = {.scalars = sl_cuda_proof_vector(proof, 0),
                             .n = UINT32_C(1) << plan->shape.domain_log2,
                             .first = (uint32_t)plan->first[SL_MODULE_H],
                             .is_reversed = !plan->shape.is_folded};
    return sl_cuda_proof_sums_run(proof, SL_CUDA_KEY_SUM_H, &sums->g1[SL_MODULE_H], &all, 1, key->points[SL_CUDA_G1],
                                  plan->group_n[SL_CUDA_G1], err);
}

/* Sections of one group, in one call. */
static sluice_status terms_sums(sl_module_proof *proof, unsigned first, unsigned last, const sl_cuda_terms *terms,
                                void *out, sluice_error *err) {
    const sl_module_key *key = proof->key;
    const sl_cuda_key_plan *plan = &key->plan;
    const sl_cuda_group group = sl_cuda_section_group(first);
    const sl_cuda_key_sum which = sl_cuda_section_sum(first);
    if (plan->sums[which].sums_n == 0) {
        return SLUICE_OK;
    }
    sl_cuda_sum sums[3] = {{0}};
    for (unsigned s = first; s <= last; s++) {
        const uint32_t all[2] = {0, terms[s].full_n};
        sums[s - first] =
            sl_cuda_terms_sum(&terms[s], all, 0, (uint32_t)plan->shape.points_n[s], (uint32_t)plan->first[s]);
    }
    return sl_cuda_proof_sums_run(proof, which, out, sums, last - first + 1, key->points[group], plan->group_n[group],
                                  err);
}

sluice_status sl_cuda_proof_sections_sum(sl_module_proof *proof, unsigned first, unsigned last,
                                         const sl_cuda_terms *terms, sl_cuda_section_sums *sums, sluice_error *err) {
    if (proof->key->plan.span_n[SL_CUDA_G1] != 0) {
        return sl_cuda_proof_spans_sum(proof, first, last, terms, sums, err);
    }
    if (first == SL_MODULE_H) {
        SL_TRY(h_sum(proof, sums, err));
    }
    if (first <= SL_MODULE_L && last >= SL_MODULE_B_G1) {
        SL_TRY(terms_sums(proof, SL_MODULE_L, SL_MODULE_B_G1, terms, &sums->g1[SL_MODULE_L], err));
    }
    return last == SL_MODULE_B_G2 ? terms_sums(proof, SL_MODULE_B_G2, SL_MODULE_B_G2, terms, &sums->g2, err)
                                  : SLUICE_OK;
}
