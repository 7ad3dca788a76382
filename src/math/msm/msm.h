// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Multi-scalar multiplication in G1 and G2: sum of k_i P_i over bases that arrive in chunks, in order.
 *
 * A sum is opened with a plan, fed with chunks, and finished once. A chunk's bases come as they stand in a key file
 * (uncompressed, big-endian, not Montgomery: spec 1.7), so that a key can be streamed and never has to be in memory; its
 * scalars are 0/1 values packed one bit each, full-width values at some of the positions, or both.
 * Signed digits, buckets filled by batched affine additions through the kernel table (math/kernels/kernels.h). Equal,
 * opposite and identity operands are exact everywhere.
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

typedef struct sl_msm_plan {
    sl_group group;
    size_t chunk_n;       /* largest number of bases in one chunk */
    size_t full_n;        /* expected number of full-width scalars in all (decides the window) */
    unsigned window_bits; /* filled by sl_msm_plan */
    unsigned windows_n;
    size_t memory_bytes; /* all that the sum will allocate, for `threads_n` threads */
} sl_msm_plan;

void sl_msm_plan_make(sl_msm_plan *out, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n);

typedef struct sl_msm sl_msm;

SL_NODISCARD sluice_status sl_msm_open(sl_msm **out, const sl_msm_plan *plan, const sl_kernels *kernels,
                                       sl_pool *pool, sluice_error *err);
void sl_msm_close(sl_msm *msm); /* accepts NULL */

/* A chunk: n <= plan.chunk_n bases. */
typedef struct sl_msm_chunk {
    const uint8_t *bases;      /* n * SL_G?_KEY_BYTES; each a canonical non-identity encoding */
    size_t n;
    const uint64_t *bits;      /* NULL, or bit i says: add base i once */
    const uint32_t *full_at;   /* NULL, or ascending positions of full-width scalars */
    const sl_fr *full;         /* their values; NULL full_at with non-NULL full: one for each base, in order */
    size_t full_n;
} sl_msm_chunk;

/*
 * A base with a coordinate that is not below p, with flag bits or not on the curve gives SLUICE_E_CORRUPT with its
 * index in the chunk. chunk contents are not kept.
 */
SL_NODISCARD sluice_status sl_msm_add(sl_msm *msm, const sl_msm_chunk *chunk, sluice_error *err);
/* The sum so far; for G2 sums use the second. The sum may go on afterwards. */
void sl_msm_result_g1(sl_msm *msm, sl_g1 *out);
void sl_msm_result_g2(sl_msm *msm, sl_g2 *out);

#endif
