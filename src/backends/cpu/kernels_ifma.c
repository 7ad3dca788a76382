// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/kernels_ifma.h"

const sl_kernels sl_kernels_ifma = {
    .name = "ifma",
    .g1 = &sl_g1_kernels_ifma,
    .g2 = &sl_g2_kernels_ifma,
    .fr_slot_bytes = SL_FR_SLOT_BYTES_IFMA,
    .fr_prepare = sl_fr_prepare_ifma,
    .ntt_lanes = 8,
    .ntt_scratch_bytes = SL_NTT_SCRATCH_IFMA,
    .ntt_pass = sl_ntt_pass_ifma,
    .fr_mul = sl_fr_mul_ifma,
    .fr_sub = sl_fr_sub_ifma,
    .fr_powers = sl_fr_powers_ifma,
    .fr_to_limbs = sl_fr_to_limbs_ifma,
    .poseidon_lanes = 8,
    .poseidon_wires = sl_poseidon_wires_ifma,
    .poseidon_hashes = sl_poseidon_hashes_ifma,
};
