// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The adx kernel set (ADX, BMI2): the portable entries with another multiplication. Only for processors that have both.
 */
#ifndef SL_BACKENDS_CPU_KERNELS_ADX_H
#define SL_BACKENDS_CPU_KERNELS_ADX_H

#include "math/kernels/kernels.h"

/* a b / R: gen/products_adx.S, by tools/gen-mont-adx. a, b and the result are below the modulus; out may be a or b. */
void sl_fp_product_adx(sl_fp *out, const sl_fp *a, const sl_fp *b);
void sl_fr_product_adx(sl_fr *out, const sl_fr *a, const sl_fr *b);

extern const sl_curve_kernels sl_g1_kernels_adx;
extern const sl_curve_kernels sl_g2_kernels_adx;
extern const sl_kernels sl_kernels_adx;

/* Entries of sl_kernels under the same names. */
void sl_ntt_pass_adx(sl_fr *a, const sl_ntt_pass *pass, void *scratch);
void sl_fr_mul_adx(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
void sl_fr_powers_adx(sl_fr *out, const sl_fr *first, const sl_fr *ratio, size_t n);
void sl_poseidon_wires_adx(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n);
void sl_poseidon_hashes_adx(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n);

#endif
