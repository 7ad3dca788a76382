// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The parts of a sum, shared by the files of the room.
 *
 * Digits: with windows at bit positions pos_w and widths c_w that cover 256 bits, k + sum of 2^(pos_w + c_w - 1) is
 * cut into windows, and window value minus 2^(c_w - 1) is a signed digit: no carries between windows. The sum stays
 * below 2^256 because k < 0.453 2^256 and every width is at least SL_MSM_WINDOW_MIN - 1 = 5.
 */
#ifndef SL_MATH_MSM_MSM_INTERNAL_H
#define SL_MATH_MSM_MSM_INTERNAL_H

#include "core/mem/buf.h"
#include "math/kernels/sum_lists.h"
#include "math/msm/msm.h"

#define SL_SCALAR_BITS 256
#define SL_WINDOWS_MAX (SL_SCALAR_BITS / (SL_MSM_WINDOW_MIN - 1) + 1)

/* Lists that each worker cuts its selected points into: shortens the rounds of one long list. */
#define SL_BIT_LISTS 64

typedef struct sl_window {
    unsigned position; /* lowest bit */
    unsigned width;
    size_t first_bucket; /* in the array of all buckets; there are 2^(width - 1), for digits +-1, +-2, ... */
} sl_window;

/* Memory of one thread of the pool. */
typedef struct sl_msm_worker {
    void *scratch;      /* of sl_sum_lists */
    void *bit_sums;     /* SL_BIT_LISTS slots: what the bits selected so far */
    void *bit_slots;    /* pairs_max slots: selected bases, decoded */
    uint32_t *bit_refs; /* pairs_max: their positions, then references */
    void *line_sums;    /* row and column sums of one window's buckets */
    void *line_affine;  /* the same, affine */
    uint32_t *line_refs;
    uint32_t *line_ends;
} sl_msm_worker;

struct sl_msm {
    sl_msm_plan plan;
    const sl_kernels *kernels;
    const sl_curve_kernels *curve;
    sl_pool *pool;
    uint64_t added_n; /* bases of the chunks before */
    sl_window windows[SL_WINDOWS_MAX];
    size_t buckets_n;       /* of all windows */
    size_t window_buckets;  /* of the widest window */
    size_t group_n;         /* windows that are sorted and summed at a time */
    size_t parts_max;       /* parts that one window's references are cut into */
    size_t digits_stride;   /* of the rows of digits; no power of two, which would put all rows into one cache set */
    sl_buf memory;          /* everything below */
    sl_msm_worker *workers; /* threads_n */
    char *buckets;          /* buckets_n slots: the sums so far */
    char *slots;            /* batch_n slots: decoded bases of the batch */
    uint32_t *digits;       /* windows_n rows: bucket | sign, or SL_DIGIT_ZERO */
    uint32_t *refs;         /* group_n rows of batch_n */
    uint32_t *ends;         /* group_n rows of window_buckets */
    char *heads;            /* group_n rows of parts_max slots */
    size_t *head_lists;     /* likewise */
};

#define SL_DIGIT_ZERO UINT32_MAX

/* Windows whose widths differ by at most one, the wider ones first; returns the number of buckets of all. */
size_t sl_windows_make(sl_window *out, unsigned windows_n);

/*
 * Digits of n canonical scalars of four limbs each: out[w * stride + i] is digit w of scalar i as bucket | sign
 * (SL_REF_NEGATIVE), where digit
 * +-d has bucket d - 1, or SL_DIGIT_ZERO.
 */
void sl_digits_cut(uint32_t *out, size_t stride, const sl_window *windows, unsigned windows_n, const uint64_t *limbs,
                   size_t n);

/* Adds the chunk's bit-selected bases, or its full-width terms. *bad: least index of a bad base, or SIZE_MAX. */
void sl_msm_add_bits(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad);
void sl_msm_add_full(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad);

/* Slots of line_sums that the reduction of the widest window needs. */
size_t sl_lines_max(size_t window_buckets);

#endif
