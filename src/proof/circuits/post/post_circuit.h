// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The FallbackPoSt circuit of one partition, for WinningPoSt and WindowPoSt (spec 5.1).
 */
#ifndef SL_PROOF_CIRCUITS_POST_POST_CIRCUIT_H
#define SL_PROOF_CIRCUITS_POST_POST_CIRCUIT_H

#include "proof/circuits/post/post_wires.h"

/* `input` and `wires`, which are of it, are NULL in shape mode; in witness mode the input fits the circuit. */
void sl_post_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_post_partition *input, sl_post_wires *wires);

#endif
