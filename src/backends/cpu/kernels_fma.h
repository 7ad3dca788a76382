// SPDX-License-Identifier: MIT OR Apache-2.0
/* The fma kernel set (AVX2, FMA, BMI2): the pieces of its table. Only for processors that have them. */
#ifndef SL_BACKENDS_CPU_KERNELS_FMA_H
#define SL_BACKENDS_CPU_KERNELS_FMA_H

#include "math/kernels/kernels.h"

extern const sl_curve_kernels sl_g1_kernels_fma;
extern const sl_curve_kernels sl_g2_kernels_fma;
extern const sl_kernels sl_kernels_fma;

/* Entries of sl_kernels under the same names. A prepared element is an fr4_scale. */
#define SL_FR_SLOT_BYTES_FMA 216
#define SL_NTT_SCRATCH_FMA (((size_t)1 << SL_NTT_PASS_LOG2_MAX) * 192)
void sl_fr_prepare_fma(void *out, const sl_fr *in, size_t n);
void sl_ntt_pass_fma(sl_fr *a, const sl_ntt_pass *pass, void *scratch);
void sl_poseidon_wires_fma(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n);
void sl_poseidon_hashes_fma(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n);

#endif
