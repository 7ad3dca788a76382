// SPDX-License-Identifier: MIT OR Apache-2.0
/* The verifying key of secrets, as the bytes at the head of their key. */
#ifndef SL_PROOF_GROTH16_SETUP_VK_H
#define SL_PROOF_GROTH16_SETUP_VK_H

#include "proof/groth16/setup_exponents.h"
#include "proof/groth16/vk.h"

/* SLUICE_E_INPUT, with the index, if a point of ic is the identity. */
SL_NODISCARD sluice_status sl_setup_vk_make(sl_buf *out, const sl_exponents *exponents, sluice_error *err);

/* *out = k *p. */
void sl_setup_g1_times(sl_g1_affine *out, const sl_g1_affine *p, const sl_fr *k);

#endif
