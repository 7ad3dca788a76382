// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * File names of Groth16 keys, as the reference derives them from the circuit's parameters (spec 1.9).
 */
#ifndef SL_PROOF_CIRCUITS_KEY_NAME_H
#define SL_PROOF_CIRCUITS_KEY_NAME_H

#include "proof/circuits/circuits.h"

#define SL_KEY_NAME_BYTES 192

/*
 * The name without extension, "v28-...": `.params` is the key, `.vk` its verifying part. API version, porep_id and
 * partition count do not enter, so interactive, synthetic and non-interactive PoRep of a size share one key. Gadgets
 * have no name: SLUICE_E_UNKNOWN.
 */
SL_NODISCARD sluice_status sl_key_name(char out[SL_KEY_NAME_BYTES], const sl_circuit *circuit, sluice_error *err);

#endif
