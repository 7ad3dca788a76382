// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Many multiples of one point, as key generation needs them (spec 1.8): a table of the multiples d 2^pos P of all
 * windows, then each result is a sum of one table entry a window, summed by batched affine additions.
 */
#ifndef SL_MATH_MSM_FIXED_BASE_H
#define SL_MATH_MSM_FIXED_BASE_H

#include "math/msm/msm.h"

typedef struct sl_fixed_base sl_fixed_base;

/*
 * Makes the table: `base` is an sl_g1_affine or sl_g2_affine; n is about how many multiples will be asked for in all
 * and decides the table's size (at most 50 MB for G1, 100 MB for G2). `kernels` and `pool` must outlive it.
 */
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
