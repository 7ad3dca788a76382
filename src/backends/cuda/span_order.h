// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * In which order spans of a key are summed, and so uploaded: arithmetic on the plan of a key, the same for every proof.
 *
 * A span of h is summed for longer than it is uploaded, about 75 ms and 29 for one of 2^24 points; the others are
 * uploaded for as long and summed in some 6 ms. Nothing is uploaded while all places are full, and nothing is summed
 * while all are empty. When sums begin, the places have been filled beside the quotient: so others come first, as many
 * as there are places, and those are full again, or nearly, when the first span of h is done. From then on h and the
 * others take turns by their shares.
 */
#ifndef SL_BACKENDS_CUDA_SPAN_ORDER_H
#define SL_BACKENDS_CUDA_SPAN_ORDER_H

#include "backends/cuda/key_plan.h"

/* Points of one section that are one sum. */
typedef struct sl_cuda_span {
    unsigned section;
    uint64_t first;
    uint32_t n;
    bool is_streamed;
    uint32_t place; /* of is_streamed: they are taken in turns */
} sl_cuda_span;

typedef struct sl_cuda_span_order {
    const sl_cuda_key_plan *plan; /* with spans */
    unsigned first_section, last_section;
    uint64_t given[SL_MODULE_SECTIONS_N]; /* points of a section that are in spans already */
    uint64_t others_given;                /* such spans of other sections than h */
    uint32_t uploads_n;                   /* such spans that are streamed */
} sl_cuda_span_order;

/* The next one, which stays so until it is given; false: there is none. */
bool sl_cuda_span_next(const sl_cuda_span_order *order, sl_cuda_span *out);
void sl_cuda_span_give(sl_cuda_span_order *order, const sl_cuda_span *span);

#endif
