// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The EmptySectorUpdate circuit of one partition, with a TreeD of SHA-256 (spec 5.2) or Poseidon (spec 5.3).
 *
 * The circuit derives its challenges from comm_r_new and the partition's number, so of a path's positions it takes
 * none.
 */
#ifndef SL_PROOF_CIRCUITS_UPDATE_UPDATE_CIRCUIT_H
#define SL_PROOF_CIRCUITS_UPDATE_UPDATE_CIRCUIT_H

#include "proof/circuits/update/update_wires.h"

/* `input` and `wires`, which are of it, are NULL in shape mode; in witness mode the input fits the circuit. */
void sl_update_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_update_partition *input,
                          sl_update_wires *wires);

#endif
