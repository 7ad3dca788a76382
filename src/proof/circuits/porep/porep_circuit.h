// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The StackedDRG PoRep circuit of one partition (spec 4.2, 4.3).
 */
#ifndef SL_PROOF_CIRCUITS_POREP_POREP_CIRCUIT_H
#define SL_PROOF_CIRCUITS_POREP_POREP_CIRCUIT_H

#include "proof/circuits/partition_input.h"

/* `input` is NULL in shape mode; in witness mode it fits the circuit. */
void sl_porep_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_porep_partition *input);

#endif
