// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Deterministic inputs for benchmarks and tests, the same in every tool that is compared with this one. All come from
 * SplitMix64: word k (from 0) is the mix of seed + (k + 1) 0x9e3779b97f4a7c15, so any part can be made alone.
 */
#ifndef SL_MATH_MSM_BENCH_INPUT_H
#define SL_MATH_MSM_BENCH_INPUT_H

#include "math/msm/msm.h"

uint64_t sl_bench_word(uint64_t seed, uint64_t k);

/* Scalars first .. first + n - 1: four words each, little-endian, bit 255 cleared, less r if not below it. */
void sl_bench_scalars_random(sl_fr *out, uint64_t seed, size_t first, size_t n);
/* As in a witness: of five words c, w0 .. w3 each, 0 if c mod 100 < 60, 1 if < 97, else the scalar of w0 .. w3. */
void sl_bench_scalars_witness(sl_fr *out, uint64_t seed, size_t first, size_t n);
/* Field elements first .. first + n - 1: six words each, little-endian, the four top bits cleared. */
void sl_bench_fp(sl_fp *out, uint64_t seed, size_t first, size_t n);

/* Points (i + 1) G, i = 0 .. n - 1, as slots of the kernels (n of them, aligned to SL_KERNEL_ALIGN). */
SL_NODISCARD sluice_status sl_bench_points_sequence(void *slots, sl_group group, size_t n, const sl_kernels *kernels,
                                                    sl_pool *pool, sluice_error *err);
/* Points t_i G, t_i the random scalars of seed + 1. */
SL_NODISCARD sluice_status sl_bench_points_random(void *slots, sl_group group, uint64_t seed, size_t n,
                                                  const sl_kernels *kernels, sl_pool *pool, sluice_error *err);

#endif
