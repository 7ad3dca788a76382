// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Multi-scalar multiplication in G1 and G2: sum of k_i P_i over bases that arrive in chunks, in order.
 *
 * A sum is opened with a plan, fed with chunks, and finished once. A chunk's bases come as they stand in a key file
 * (uncompressed, big-endian, not Montgomery: spec 1.7), so that a key can be streamed and never has to be in memory;
 * its scalars are 0/1 values packed one bit each, full-width values at some of the positions, or both. Signed digits,
 * buckets filled by batched affine additions through the kernel table (math/kernels/kernels.h). Equal, opposite and
 * identity operands are exact everywhere.
 *
 * A sum belongs to one thread at a time; inside, it uses the pool. All memory is taken when it is opened.
 */
#ifndef SL_MATH_MSM_MSM_H
#define SL_MATH_MSM_MSM_H

#include "core/par/pool.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/kernels/kernels.h"

typedef enum sl_group { SL_G1, SL_G2 } sl_group;

/* Bytes of a base in a key file. */
#define SL_G1_KEY_BYTES 96
#define SL_G2_KEY_BYTES 192

#define SL_MSM_WINDOW_MIN 6
#define SL_MSM_WINDOW_MAX 20

typedef struct sl_msm_plan {
    sl_group group;
    size_t chunk_n;       /* largest number of bases in one chunk, below 2^31 */
    size_t full_n;        /* expected number of full-width scalars in all (decides the window) */
    size_t threads_n;     /* of the pool; at least 1 */
    unsigned window_bits; /* of the widest window: SL_MSM_WINDOW_MIN .. SL_MSM_WINDOW_MAX */
    unsigned windows_n;   /* their widths differ by at most one bit */
    size_t batch_n;       /* full-width scalars that are worked on at a time, from as many chunks as it takes */
    bool is_fresh;        /* buckets are reduced after every batch instead of being kept, for all windows, to the end */
    bool check_curve;     /* bases must satisfy the curve equation (set by sl_msm_plan_make) */
} sl_msm_plan;

void sl_msm_plan_make(sl_msm_plan *out, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n);

/*
 * The fastest plan that takes at most memory_bytes, down to a least that is not much slower than it is small; false if
 * that takes more. *cost, in additions, compares plans of one sum with other chunks and memory.
 */
bool sl_msm_plan_fit(sl_msm_plan *out, double *cost, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n,
                     const sl_kernels *kernels, size_t memory_bytes);

/* All that the sum will allocate. */
size_t sl_msm_memory_bytes(const sl_msm_plan *plan, const sl_kernels *kernels);

typedef struct sl_msm sl_msm;

/* `kernels` and `pool` (of plan->threads_n threads) must outlive the sum. */
SL_NODISCARD sluice_status sl_msm_open(sl_msm **out, const sl_msm_plan *plan, const sl_kernels *kernels, sl_pool *pool,
                                       sluice_error *err);
void sl_msm_close(sl_msm *msm); /* accepts NULL */

/* A chunk: n <= plan.chunk_n bases, either `bases` or `slots`. */
typedef struct sl_msm_chunk {
    const uint8_t *bases; /* n * SL_G?_KEY_BYTES; each a canonical non-identity encoding */
    const void *slots;    /* NULL, or instead of bases: n slots of the sum's kernels, decoded before */
    size_t n;
    const uint64_t *bits;    /* NULL, or bit i says: add base i once; bits from n on are not looked at */
    const uint32_t *full_at; /* NULL, or positions of full-width scalars (below n, in any order, repeats count again) */
    const sl_fr *full;       /* their values; NULL full_at with non-NULL full: one for each base, in order */
    size_t full_n;
} sl_msm_chunk;

/*
 * Only bases with a 1 bit or a full-width scalar are looked at. One of them with a coordinate that is not below p, with
 * flag bits or (plan.check_curve) not on the curve gives SLUICE_E_CORRUPT with its index among all bases added so far;
 * the sum is then spoilt and good only for closing. Chunk contents are not kept.
 */
SL_NODISCARD sluice_status sl_msm_add(sl_msm *msm, const sl_msm_chunk *chunk, sluice_error *err);
/* The sum so far; for G2 sums use the second. The sum may go on afterwards. */
void sl_msm_result_g1(sl_msm *msm, sl_g1 *out);
void sl_msm_result_g2(sl_msm *msm, sl_g2 *out);

/*
 * Sorts n scalars into the two kinds of a chunk: bit i is set where scalar i is 1 (`bits` holds ceil(n / 64) words),
 * other non-zero scalars go to full_at and full. Returns how many: `full_at` and `full` need room for so many, at most
 * n.
 */
size_t sl_msm_split(uint64_t *bits, uint32_t *full_at, sl_fr *full, const sl_fr *scalars, size_t n);

#endif
