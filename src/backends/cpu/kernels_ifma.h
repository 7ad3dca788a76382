// SPDX-License-Identifier: MIT OR Apache-2.0
/* The ifma kernel set (AVX-512 IFMA): the pieces of its table. Only for processors that have it. */
#ifndef SL_BACKENDS_CPU_KERNELS_IFMA_H
#define SL_BACKENDS_CPU_KERNELS_IFMA_H

#include "math/kernels/kernels.h"

extern const sl_curve_kernels sl_g1_kernels_ifma;
extern const sl_curve_kernels sl_g2_kernels_ifma;
extern const sl_kernels sl_kernels_ifma;

/* Entries of sl_kernels under the same names. Prepared elements are five limbs of 52 bits. */
#define SL_FR_SLOT_BYTES_IFMA 40
#define SL_NTT_SCRATCH_IFMA (((size_t)1 << SL_NTT_PASS_LOG2_MAX) * 8 * SL_FR_SLOT_BYTES_IFMA)
void sl_fr_prepare_ifma(void *out, const sl_fr *in, size_t n);
void sl_ntt_pass_ifma(sl_fr *a, const sl_ntt_pass *pass, void *scratch);
void sl_fr_mul_ifma(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
void sl_fr_sub_ifma(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
void sl_fr_powers_ifma(sl_fr *out, const sl_fr *first, const sl_fr *ratio, size_t n);
void sl_fr_to_limbs_ifma(uint64_t *out, const sl_fr *a, size_t n);
void sl_poseidon_wires_ifma(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n);
void sl_poseidon_hashes_ifma(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n);

#endif
