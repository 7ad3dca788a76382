// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Identities that enter a PoRep (spec 4.6). porep_id comes with the registered proof (seal_proof.h).
 * Any thread; nothing here can fail.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_IDS_H
#define SL_PROOF_CIRCUITS_INPUTS_IDS_H

#include "core/base/compat.h"

/* Payload of the miner's ID address: its actor number as LEB128, zero-padded. */
void sl_prover_id(uint8_t out[32], uint64_t miner);

/* SHA-256(prover_id | sector, big-endian | ticket | comm_d | porep_id), trimmed to 254 bits. */
void sl_replica_id(uint8_t out[32], const uint8_t prover_id[32], uint64_t sector, const uint8_t ticket[32],
                   const uint8_t comm_d[32], const uint8_t porep_id[32]);

#endif
