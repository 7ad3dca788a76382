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
/* Of the largest batch. */
#define SL_BATCH_LOG2_MAX 20
#define SL_WINDOWS_MAX (SL_SCALAR_BITS / (SL_MSM_WINDOW_MIN - 1) + 1)

/* Lists that each worker cuts its selected points into: shortens the rounds of one long list. */
#define SL_BIT_LISTS 64
/* Of the selected bases that are decoded and added at a time: within the L2 cache, many times what a call takes. */
#define SL_BIT_BLOCK_BYTES ((size_t)768 * 1024)

/* References a bucket from which on windows are streamed: where buckets live for a batch, first touches are then few.
 */
#define SL_STREAM_REFS_FRESH 4
#define SL_STREAM_REFS_KEPT 1

typedef struct sl_window {
    unsigned position; /* lowest bit */
    unsigned width;
    size_t first_bucket; /* in the array of all buckets; there are 2^(width - 1), for digits +-1, +-2, ... */
} sl_window;

/* Memory of one thread of the pool. */
typedef struct sl_msm_worker {
    void *scratch;       /* of sl_sum_lists */
    void *bit_sums;      /* SL_BIT_LISTS slots: what the bits selected so far */
    void *bit_slots;     /* bit_block_n slots: selected bases, decoded */
    uint32_t *bit_refs;  /* bit_block_n: their positions, then references */
    void *line_sums;     /* row and column sums of one window's buckets */
    void *line_affine;   /* the same, affine */
    uint32_t *line_refs; /* 2 window_buckets, and one that is written too many */
    uint32_t *line_ends;
    uint8_t *has_value; /* window_buckets: 0 for buckets that are the identity */
} sl_msm_worker;

struct sl_msm {
    sl_msm_plan plan;
    const sl_kernels *kernels;
    const sl_curve_kernels *curve;
    sl_pool *pool;
    uint64_t added_n; /* bases of the chunks before */
    sl_window windows[SL_WINDOWS_MAX];
    bool has_known[SL_WINDOWS_MAX];
    size_t buckets_n;       /* that are kept */
    size_t window_buckets;  /* of the widest window */
    size_t group_n;         /* windows that are sorted and summed at a time */
    size_t parts_max;       /* parts that one window's references are cut into */
    size_t rows_stride;     /* of the rows of scalars; no power of two, which would put all rows into one cache set */
    size_t bit_block_n;     /* selected bases that are added at a time */
    size_t pending_n;       /* scalars, with their decoded bases, that wait for the batch to fill */
    sl_buf slots_memory;    /* `slots` and the workers' bit_slots: bases, which are no secret */
    sl_buf memory;          /* everything below */
    sl_msm_worker *workers; /* threads_n */
    char *buckets;          /* slots: all windows' sums so far, or (plan.is_fresh) those of the group in work */
    char *slots;            /* batch_n slots: decoded bases of the batch */
    uint64_t *known;        /* a bit a kept bucket: something was added to it; right for windows of has_known */
    uint32_t *rows;         /* eight rows: words of the scalars plus the windows' halves */
    uint32_t *records;      /* group_n rows of batch_n: half-sorted digits */
    uint32_t *refs;         /* group_n rows of batch_n */
    uint32_t *ends;         /* group_n rows of window_buckets */
    char *heads;            /* group_n rows of parts_max slots */
    size_t *head_lists;     /* likewise */
    void *window_sums;      /* windows_n sl_g1 or sl_g2: what was reduced so far */
};

/* Windows whose widths differ by at most one, the wider ones first; returns the number of buckets of all. */
size_t sl_windows_make(sl_window *out, unsigned windows_n);

/* What the plan's sum takes, in additions. */
double sl_msm_plan_cost(const sl_msm_plan *plan);

/* The buckets of window w, when its group is in work. */
SL_INLINE char *sl_msm_buckets(const sl_msm *msm, size_t w) {
    const size_t first = msm->plan.is_fresh ? w % msm->group_n * msm->window_buckets : msm->windows[w].first_bucket;
    return msm->buckets + first * msm->curve->slot_bytes;
}

/* Eight rows of words, least significant first: rows[j * stride + i] is word j of scalar i plus the windows' halves. */
void sl_scalars_bias(uint32_t *rows, size_t stride, const sl_window *windows, unsigned windows_n, const uint64_t *limbs,
                     size_t n);

#define SL_DIGIT_ZERO UINT32_MAX

/* Digit of biased scalar i as bucket | sign (SL_REF_NEGATIVE), where digit +-d has bucket d - 1, or SL_DIGIT_ZERO. */
uint32_t sl_digit_at(const sl_window *window, const uint32_t *rows, size_t stride, size_t i);

/* The digits of n biased scalars: picked[first], ..., or first, first + 1, ... if that is NULL. */
void sl_digits_cut(uint32_t *out, const sl_window *window, const uint32_t *rows, size_t stride, const uint32_t *picked,
                   size_t first, size_t n);

/*
 * What is sorted: digits of n biased scalars i, which are picked[0 .. n) or 0 .. n - 1 if that is NULL, as references
 * to base at[i], or base offset + i if `at` is NULL.
 */
typedef struct sl_window_sort {
    const sl_window *window;
    const uint32_t *rows;
    size_t stride;
    size_t n;
    const uint32_t *picked;
    const uint32_t *at;
    uint32_t offset;
} sl_window_sort;

/*
 * References to the bases by bucket: the list of bucket j ends at refs[ends[j]] and begins where the one before ends.
 * Room for n references and n records; ends for all buckets. n is at most 2^SL_BATCH_LOG2_MAX.
 */
void sl_window_sort_run(uint32_t *refs, uint32_t *ends, uint32_t *records, const sl_window_sort *sort);

/* Scalars that were taken in, msm->rows, and where their bases are. */
typedef struct sl_msm_batch {
    const void *slots;
    const uint32_t *at; /* positions of the scalars' bases, or NULL: offset, offset + 1, ... */
    uint32_t offset;
    size_t n;
} sl_msm_batch;

/* True if a window of a batch of n scalars is better added in the order of its bases than as sorted lists. */
bool sl_msm_streams(const sl_msm *msm, const sl_window *window, size_t n);
/*
 * Adds the bases of scalars first .. first + n - 1 of a batch to buckets of window w, or to none (plan.is_fresh), with
 * the memory of one worker.
 */
void sl_msm_stream(sl_msm *msm, const sl_msm_batch *b, size_t w, size_t first, size_t n, char *buckets, size_t worker);

/* Adds the chunk's bit-selected bases, or its full-width terms. *bad: least index of a bad base, or SIZE_MAX. */
void sl_msm_add_bits(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad);
void sl_msm_add_full(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad);
/* Works on the scalars that wait. */
void sl_msm_flush(sl_msm *msm);
/* Adds what the buckets of n windows from `first` on stand for to their sums. */
void sl_msm_reduce(sl_msm *msm, unsigned first, unsigned n);
/* The same for one window whose buckets are given, on the thread of a task. */
void sl_msm_reduce_one(const sl_msm *msm, size_t w, const char *buckets, size_t worker);

/* Slots of line_sums that the reduction of the widest window needs. */
size_t sl_lines_max(size_t window_buckets);

#endif
