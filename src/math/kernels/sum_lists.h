// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of many lists of points, the one form that every larger sum is brought into: a bucket of an MSM, a row of
 * buckets, the points that a bit vector selects, and a multiple from a table are all lists of signed references to
 * prepared points.
 *
 * All lists in work are summed together in pairwise rounds, each round one call of add_pairs (one inversion), and new
 * lists are begun as long as a call has room. A value that a sum already has is one more entry of its list, so a sum
 * can be continued in any number of calls.
 */
#ifndef SL_MATH_KERNELS_SUM_LISTS_H
#define SL_MATH_KERNELS_SUM_LISTS_H

#include "math/kernels/kernels.h"

/* A reference: index of a base, plus this bit to take its negative. */
#define SL_REF_NEGATIVE UINT32_C(0x80000000)
#define SL_REF_INDEX_MAX UINT32_C(0x7fffffff)

typedef struct sl_lists {
    const void *bases;    /* slots */
    const uint32_t *refs; /* of all lists, one after another */
    const uint32_t *ends; /* list j is refs[ends[j - 1] .. ends[j]), the first from 0 */
    size_t lists_n;
} sl_lists;

/* Scratch memory (aligned to SL_KERNEL_ALIGN) of one call. */
size_t sl_sum_lists_scratch_bytes(const sl_curve_kernels *curve);

/* sums[j] += the sum of list j, for all j. `sums` are slots that no list refers to. */
void sl_sum_lists(const sl_curve_kernels *curve, void *sums, const sl_lists *lists, void *scratch);

/*
 * The same for refs[begin .. end) only, so that one set of lists can be cut into equal parts for several threads. What
 * belongs to a list that starts before `begin` is added to the slot `head` instead of its sum (which an earlier part
 * owns); *head_list is then that list, else lists_n.
 */
void sl_sum_lists_part(const sl_curve_kernels *curve, void *sums, void *head, size_t *head_list, const sl_lists *lists,
                       size_t begin, size_t end, void *scratch);

/* True if the slot is zero bytes. */
bool sl_slot_is_identity(const sl_curve_kernels *curve, const void *slot);

#endif
