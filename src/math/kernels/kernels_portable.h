// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The pieces of the portable set, which other sets may take over. Slots are sl_g1_affine and sl_g2_affine, prepared
 * elements sl_fr.
 */
#ifndef SL_MATH_KERNELS_KERNELS_PORTABLE_H
#define SL_MATH_KERNELS_KERNELS_PORTABLE_H

#include "math/kernels/kernels.h"

extern const sl_curve_kernels sl_g1_kernels_portable;
extern const sl_curve_kernels sl_g2_kernels_portable;

/* Entries of sl_kernels under the same names. */
#define SL_NTT_LANES_PORTABLE 4
#define SL_NTT_SCRATCH_PORTABLE (((size_t)1 << SL_NTT_PASS_LOG2_MAX) * SL_NTT_LANES_PORTABLE * sizeof(sl_fr))
void sl_fr_prepare_portable(void *out, const sl_fr *in, size_t n);
void sl_ntt_pass_portable(sl_fr *a, const sl_ntt_pass *pass, void *scratch);
void sl_fr_mul_portable(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
void sl_fr_sub_portable(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
void sl_fr_powers_portable(sl_fr *out, const sl_fr *first, const sl_fr *ratio, size_t n);
void sl_fr_to_limbs_portable(uint64_t *limbs, const sl_fr *a, size_t n);
void sl_poseidon_wires_portable(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n);
void sl_poseidon_hashes_portable(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n);

#endif
