// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Public inputs of a PoRep partition, derived as a verifier derives them (spec 4.4). Any thread.
 */
#ifndef SL_PROOF_CIRCUITS_POREP_PUBLICS_H
#define SL_PROOF_CIRCUITS_POREP_PUBLICS_H

#include "proof/circuits/inputs/seal_proof.h"

/* What is claimed about a sealed sector. Field elements and identities in little-endian bytes. */
typedef struct sl_porep_statement {
    const sl_circuit *circuit; /* feature, nodes, challenges in a partition */
    sl_api_version api;
    uint8_t porep_id[32], replica_id[32], comm_d[32], comm_r[32], seed[32];
} sl_porep_statement;

/* Inputs of a partition without ONE: 3 + 18 a challenge. */
size_t sl_porep_public_inputs_n(const sl_circuit *circuit);

/*
 * The inputs of partition `partition`, in the order of the circuit; `out` has room for sl_porep_public_inputs_n.
 * SLUICE_E_INPUT names replica_id, comm_d or comm_r that is no canonical field element.
 */
SL_NODISCARD sluice_status sl_porep_public_inputs(sl_fr *out, const sl_porep_statement *statement, unsigned partition,
                                                  sluice_error *err);

#endif
