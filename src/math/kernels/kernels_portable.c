// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/kernels/kernels_portable.h"

void sl_poseidon_wires_portable(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sl_poseidon_witness(p, wires[i], &p->tag, inputs[i]);
    }
}

void sl_poseidon_hashes_portable(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sl_poseidon_hash(p, &hashes[i], inputs[i]);
    }
}

const sl_kernels sl_kernels_portable = {
    .name = "portable",
    .g1 = &sl_g1_kernels_portable,
    .g2 = &sl_g2_kernels_portable,
    .fr_slot_bytes = sizeof(sl_fr),
    .fr_prepare = sl_fr_prepare_portable,
    .ntt_lanes = SL_NTT_LANES_PORTABLE,
    .ntt_scratch_bytes = SL_NTT_SCRATCH_PORTABLE,
    .ntt_pass = sl_ntt_pass_portable,
    .fr_mul = sl_fr_mul_portable,
    .fr_sub = sl_fr_sub_portable,
    .fr_powers = sl_fr_powers_portable,
    .fr_to_limbs = sl_fr_to_limbs_portable,
    .poseidon_lanes = 1,
    .poseidon_wires = sl_poseidon_wires_portable,
    .poseidon_hashes = sl_poseidon_hashes_portable,
};
