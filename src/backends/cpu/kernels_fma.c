// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/kernels_fma.h"

#include "math/kernels/kernels_portable.h"

const sl_kernels sl_kernels_fma = {
    .name = "fma",
    .g1 = &sl_g1_kernels_fma,
    .g2 = &sl_g2_kernels_fma,
    .fr_slot_bytes = SL_FR_SLOT_BYTES_FMA,
    .fr_prepare = sl_fr_prepare_fma,
    .ntt_lanes = 4,
    .ntt_scratch_bytes = SL_NTT_SCRATCH_FMA,
    .ntt_pass = sl_ntt_pass_fma,
    .fr_mul = sl_fr_mul_portable,
    .fr_sub = sl_fr_sub_portable,
    .fr_powers = sl_fr_powers_portable,
    .fr_to_limbs = sl_fr_to_limbs_portable,
    .poseidon_lanes = 4,
    .poseidon_wires = sl_poseidon_wires_fma,
    .poseidon_hashes = sl_poseidon_hashes_fma,
};
