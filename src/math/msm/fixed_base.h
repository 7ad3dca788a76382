// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Many multiples of one point, as key generation needs them (spec 1.8): a table of the multiples d 2^pos P of all
 * windows, then each result is a sum of one table entry a window.
 *
 * A scalar k is taken as k or k - r, whichever is at most r / 2 in size, and cut into signed digits of windows that
 * cover 255 bits. Results are summed a batch at a time, one window after another: every addition of a batch is one pair
 * of the kernels' add_pairs, so that w windows cost w - 1 additions a result and nothing else. A larger table means
 * fewer windows: the plan weighs its making against what it saves.
 */
#ifndef SL_MATH_MSM_FIXED_BASE_H
#define SL_MATH_MSM_FIXED_BASE_H

#include "math/msm/msm.h"

typedef struct sl_fixed_base sl_fixed_base;

#define SL_FIXED_WINDOW_MAX 24

typedef struct sl_fixed_base_plan {
    sl_group group;
    unsigned windows_n;  /* their widths differ by at most one bit */
    size_t table_n;      /* entries of the table */
    size_t memory_bytes; /* all that the table and the threads' scratch take */
} sl_fixed_base_plan;

/*
 * The plan with the least work for n results that takes no more than memory_max (the smallest table takes what it must;
 * see memory_bytes). Windows have at most SL_FIXED_WINDOW_MAX bits.
 */
void sl_fixed_base_plan_make(sl_fixed_base_plan *out, sl_group group, size_t n, size_t memory_max,
                             const sl_kernels *kernels, size_t threads_n);

/*
 * Makes the table: `base` is an sl_g1_affine or sl_g2_affine. `kernels` and `pool` (of the plan's threads) must outlive
 * it.
 */
SL_NODISCARD sluice_status sl_fixed_base_open_plan(sl_fixed_base **out, const sl_fixed_base_plan *plan,
                                                   const void *base, const sl_kernels *kernels, sl_pool *pool,
                                                   sluice_error *err);
/* The same with a plan for about n results whose table stays below 50 MB for G1 and 100 MB for G2. */
SL_NODISCARD sluice_status sl_fixed_base_open(sl_fixed_base **out, sl_group group, const void *base, size_t n,
                                              const sl_kernels *kernels, sl_pool *pool, sluice_error *err);
void sl_fixed_base_close(sl_fixed_base *fixed); /* accepts NULL */

/*
 * scalars[i] times the base for i < n, in the encoding of key files, SL_G1_KEY_BYTES or SL_G2_KEY_BYTES each (the
 * identity is 0x40 followed by zeros). Runs on the pool; memory does not grow with n.
 */
void sl_fixed_base_mul(sl_fixed_base *fixed, uint8_t *keys, const sl_fr *scalars, size_t n);
/* The same into slots of the kernels. */
void sl_fixed_base_mul_slots(sl_fixed_base *fixed, void *slots, const sl_fr *scalars, size_t n);

#endif
