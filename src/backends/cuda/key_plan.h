// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * How a key and its proofs use a device's memory: arithmetic on the shape and a budget, nothing is allocated.
 *
 * All points of G1 are one array, h, l, a and b_g1 one after the other; b_g2 is that of G2. Where both fit beside
 * everything else, sums run over whole sections. Else sections are cut into spans of so many points: the last spans of
 * an array stay on the device as long as there is room, and the first ones are in pinned host memory and uploaded for
 * every proof, some while another one is summed. Then b and c of a proof share memory with the workspace of sums, which
 * begin when the quotient is done.
 */
#ifndef SL_BACKENDS_CUDA_KEY_PLAN_H
#define SL_BACKENDS_CUDA_KEY_PLAN_H

#include "backends/cuda/cuda_ntt.h"
#include "backends/cuda/sums.h"
#include "backends/module/module_prove.h"

/* Sums that have a plan: over h; over l, a and b_g1, at once or, in spans, one at a time; over b_g2. */
typedef enum sl_cuda_key_sum {
    SL_CUDA_KEY_SUM_H,
    SL_CUDA_KEY_SUM_QUERIES,
    SL_CUDA_KEY_SUM_B_G2,
    SL_CUDA_KEY_SUMS_N
} sl_cuda_key_sum;

typedef struct sl_cuda_key_plan {
    sl_module_key_shape shape;
    uint64_t group_n[2];                  /* points of the arrays, by sl_cuda_group */
    uint64_t first[SL_MODULE_SECTIONS_N]; /* of a section's points in its array */
    uint64_t streamed_n[2];               /* the first so many points of the array are on the host */
    uint32_t span_n[2];                   /* points of a span, a multiple of 64; 0: sections are whole */
    uint32_t vectors_n;                   /* of a proof: a, b, and c but with a folded key */
    uint32_t rows_n;                      /* proofs that have row values at a time */
    bool is_shared;                       /* b and c stand where the workspace is */
    sl_cuda_ntt_how how;
    sl_cuda_sums_plan sums[SL_CUDA_KEY_SUMS_N]; /* sums_n = 0: of nothing */

    uint64_t vector_bytes;                   /* of one vector */
    uint64_t terms_at[SL_MODULE_SECTIONS_N]; /* in the terms of a proof: bits, places and scalars of a section */
    uint64_t terms_bytes;                    /* for all sections; there is room for rows_n of them */
    uint64_t witness_bytes;                  /* of a proof, where rows and terms come from a witness; else 0 */
    uint32_t cuts_max;                       /* where the terms of a section are cut into spans, at most */
    uint64_t words_bytes;                    /* what kernels leave for the host: faults of points, then cuts */
    uint64_t tables_bytes;                   /* of transforms */
    uint32_t places_n;                       /* that spans are uploaded to */
    uint64_t span_bytes;                     /* of a place; 0: sections are whole */
    uint64_t sums_bytes;                     /* of the workspace of sums */
    uint64_t block_bytes;                    /* all places and the workspace; or staging, or b and c */
    uint64_t slot_bytes;                     /* of a slot of the ring of uploads */
    uint64_t all_bytes;                      /* of the device */
} sl_cuda_key_plan;

#define SL_CUDA_PLACES_MAX 5
#define SL_CUDA_FAULTS_BYTES UINT64_C(256)

/* Parts of device memory begin at multiples of 256 bytes. */
SL_INLINE uint64_t sl_cuda_aligned(uint64_t bytes) {
    return (bytes + 255) / 256 * 256;
}

/* Words of bits, places and scalars of a section in the memory for its terms, from terms_at on. */
SL_INLINE uint64_t sl_cuda_terms_bits_bytes(const sl_module_key_shape *shape, unsigned section) {
    return (shape->points_n[section] + 63) / 64 * sizeof(uint64_t);
}

/*
 * The fastest plan within `budget` bytes. SLUICE_E_USAGE: a shape that no key has. SLUICE_E_BUDGET: the budget is too
 * small, with the least that works.
 */
SL_NODISCARD sluice_status sl_cuda_key_plan_make(sl_cuda_key_plan *out, sl_module_device *device,
                                                 const sl_module_key_shape *shape, uint64_t budget, sluice_error *err);

/* "h", "l", "a", "b_g1", "b_g2". */
const char *sl_cuda_section_name(unsigned section);

SL_INLINE sl_cuda_group sl_cuda_section_group(unsigned section) {
    return section == SL_MODULE_B_G2 ? SL_CUDA_G2 : SL_CUDA_G1;
}

#endif
