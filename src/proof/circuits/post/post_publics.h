// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Public inputs of a PoSt partition, derived as a verifier derives them (spec 5.1). Any thread.
 */
#ifndef SL_PROOF_CIRCUITS_POST_POST_PUBLICS_H
#define SL_PROOF_CIRCUITS_POST_POST_PUBLICS_H

#include "proof/circuits/inputs/seal_proof.h"

typedef struct sl_post_public_sector {
    uint64_t sector;
    uint8_t comm_r[32]; /* little-endian */
} sl_post_public_sector;

/* What is claimed: that these sectors, in this order, are stored. WinningPoSt has one sector. */
typedef struct sl_post_statement {
    const sl_circuit *circuit; /* winning or window */
    sl_api_version api;
    uint8_t randomness[32];
    const sl_post_public_sector *sectors;
    size_t sectors_n; /* of all partitions */
} sl_post_statement;

/* Partitions that the statement's sectors fill, the last one perhaps in part. */
size_t sl_post_partitions_n(const sl_post_statement *statement);
/* Inputs of a partition without ONE. */
size_t sl_post_public_inputs_n(const sl_circuit *circuit);

/*
 * The inputs of one partition, in the order of the circuit; `out` has room for sl_post_public_inputs_n. A partition
 * that is not full repeats its last sector. SLUICE_E_INPUT: a commitment that is no canonical field element;
 * SLUICE_E_MISMATCH: no sectors, several for WinningPoSt, or no such partition.
 */
SL_NODISCARD sluice_status sl_post_public_inputs(sl_fr *out, const sl_post_statement *statement, size_t partition,
                                                 sluice_error *err);

#endif
