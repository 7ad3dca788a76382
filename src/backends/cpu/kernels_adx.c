// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/kernels_adx.h"

#include "math/kernels/kernels_portable.h"

#define K_(name) name##_adx
#define K_FR_MUL sl_fr_product_adx
#include "math/kernels/fr_words_tmpl.h"

const sl_kernels sl_kernels_adx = {
    .name = "adx",
    .g1 = &sl_g1_kernels_adx,
    .g2 = &sl_g2_kernels_adx,
    .fr_slot_bytes = sizeof(sl_fr),
    .fr_prepare = sl_fr_prepare_portable,
    .ntt_lanes = SL_NTT_LANES_PORTABLE,
    .ntt_scratch_bytes = SL_NTT_SCRATCH_PORTABLE,
    .ntt_pass = sl_ntt_pass_adx,
    .fr_mul = sl_fr_mul_adx,
    .fr_sub = sl_fr_sub_portable,
    .fr_powers = sl_fr_powers_adx,
    .fr_to_limbs = sl_fr_to_limbs_portable,
    .poseidon_lanes = 1,
    .poseidon_wires = sl_poseidon_wires_adx,
    .poseidon_hashes = sl_poseidon_hashes_adx,
};
