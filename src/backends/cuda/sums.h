// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of products k_i P_i over bases on the device, with full-width scalars and with bits, by batched affine additions
 * (pairs_tmpl.h). Exact for all operands: equal, opposite and identity bases, any scalars.
 *
 * Nothing is allocated by a run: a plan says how much memory it takes, and its owner hands it over. One run at a time
 * for one memory and one stream.
 */
#ifndef SL_BACKENDS_CUDA_SUMS_H
#define SL_BACKENDS_CUDA_SUMS_H

#include "backends/cuda/cuda_calls.h"
#include "backends/module/module_sums.h"

#define SL_CUDA_SUMS_MAX 8 /* in a call */
#define SL_CUDA_SUM_TERMS_MAX (UINT32_C(1) << 28)
#define SL_CUDA_WINDOWS_MAX 51 /* of at least five bits */

/*
 * One sum; those of a call share launches, and all use one array of bases. Numbers of bases have to be below the bases'
 * number: nobody looks. Terms with the same base count each.
 */
typedef struct sl_cuda_sum {
    const sl_cuda_fr *scalars; /* on the device: n of them, Montgomery form below r; aligned to 16 bytes */
    const uint32_t *at;        /* on the device: the base of term i is first + at[i]; NULL: first + i */
    uint32_t n, first;
    /*
     * n is a power of two, at is NULL, and the base of term i is first + the reversed log2(n) bits of i. The term whose
     * base would be first + n - 1 is left out: the h of a key has one point less than its domain.
     */
    bool is_reversed;
    const uint64_t *bits; /* on the device, or NULL with bits_n = 0: base bits_first + i is added once if bit i is 1 */
    uint32_t bits_n, bits_first;
} sl_cuda_sum;

/* How much of each there may be. */
typedef struct sl_cuda_sum_shape {
    uint32_t n, bits_n;
} sl_cuda_sum_shape;

typedef struct sl_cuda_sums_plan {
    sl_cuda_group group;
    uint32_t sums_n;
    sl_cuda_sum_shape shapes[SL_CUDA_SUMS_MAX];
    uint32_t windows_n;    /* widths differ by at most one bit */
    uint32_t elements_max; /* digits, or ones, that are sorted and added at a time */
    uint32_t digits_max;   /* digits that are cut at a time: at least so many */
    uint32_t blocks_n;     /* of the kernel of pairs */
    bool has_runs;         /* buckets begin with runs (runs_work.h); G1 alone */
    size_t workspace_bytes;
    size_t host_bytes;
    /* For the run: */
    uint32_t group_keys_max;         /* buckets that are filled at a time */
    uint32_t column_log2, line_log2; /* columns of a slot's buckets, and room for a line of them in the tails */
    uint32_t buckets_max; /* that are kept until rows and columns of so many are added at once; 0: group by group */
    uint32_t tail_log2;   /* a line is cut into parts of so many places */
    uint32_t lines_rounds, ones_rounds; /* before what is left waits for the end */
} sl_cuda_sums_plan;

/*
 * Takes times, and counts what stages do: events_n events of the runtime, which must be more than the marks of a run,
 * else the last are missing. sums_clock.h opens them.
 */
typedef struct sl_cuda_sums_clock {
    void **events;
    uint8_t *stages;       /* events_n: which sl_module_sum_stage ends with the event */
    sl_cuda_round *rounds; /* of host_alloc, events_n: what a round of additions is, with the mark of its schedule */
    uint32_t events_n, marks_n;
    /* After a run. Bytes: that stages cannot do without; 0: not counted. */
    float ms[SL_MODULE_SUM_STAGES_N];
    uint64_t additions[SL_MODULE_SUM_STAGES_N], bytes[SL_MODULE_SUM_STAGES_N];
} sl_cuda_sums_clock;

/* What a run takes of its owner. */
typedef struct sl_cuda_sums_room {
    void *workspace; /* on the device: plan.workspace_bytes, aligned to 256 bytes */
    void *host;      /* of host_alloc: plan.host_bytes */
    void *event;     /* of event_open */
    void *stream;
    sl_cuda_sums_clock *clock; /* or NULL */
} sl_cuda_sums_room;

/*
 * A plan for sums up to the shapes, with a workspace of at most bytes_max. SLUICE_E_USAGE: too many sums or terms.
 * SLUICE_E_NO_MEMORY: bytes_max is less than the least; *err names it.
 */
SL_NODISCARD sluice_status sl_cuda_sums_plan_make(sl_cuda_sums_plan *out, sl_module_device *device, sl_cuda_group group,
                                                  const sl_cuda_sum_shape *shapes, uint32_t sums_n, size_t bytes_max,
                                                  sluice_error *err);
/* The same by a method that need not be the card's own; in G2 there is but one. */
SL_NODISCARD sluice_status sl_cuda_sums_plan_make_by(sl_cuda_sums_plan *out, sl_module_device *device,
                                                     sl_module_sum_method method, sl_cuda_group group,
                                                     const sl_cuda_sum_shape *shapes, uint32_t sums_n, size_t bytes_max,
                                                     sluice_error *err);

/*
 * out[i]: sum i, as sl_g1 or sl_g2, on the host. sums[i] is within shapes[i] of the plan. bases: bases_n of sl_cuda_g1
 * or sl_cuda_g2, coordinates below 2p, the identity all zero. Waits for the result; what was put on the stream before
 * is done by then. A failure waits as well, so that the memory may be given back. SLUICE_E_USAGE: beyond the plan's
 * shapes, or bases and pool together are 2^31 points, which no key comes to.
 */
SL_NODISCARD sluice_status sl_cuda_sums_run(sl_module_device *device, const sl_cuda_sums_plan *plan, void *out,
                                            const sl_cuda_sum *sums, uint32_t sums_n, const void *bases,
                                            uint32_t bases_n, const sl_cuda_sums_room *room, sluice_error *err);

#endif
