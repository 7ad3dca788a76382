// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The StackedDRG PoRep circuit of one partition (spec 4.2, 4.3).
 */
#ifndef SL_PROOF_CIRCUITS_POREP_POREP_CIRCUIT_H
#define SL_PROOF_CIRCUITS_POREP_POREP_CIRCUIT_H

#include "proof/circuits/porep/porep_wires.h"

/* `input` and `wires`, which are of it, are NULL in shape mode; in witness mode the input fits the circuit. */
void sl_porep_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_porep_partition *input, sl_porep_wires *wires);

#endif
