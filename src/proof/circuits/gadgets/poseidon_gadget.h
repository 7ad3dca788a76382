// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The Poseidon hash over numbers: the reference's legacy circuit (spec 3.9), with the domain tag of Merkle trees or
 * that of sector updates.
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_POSEIDON_GADGET_H
#define SL_PROOF_CIRCUITS_GADGETS_POSEIDON_GADGET_H

#include "proof/circuits/gadgets/num.h"

/*
 * The hash of `arity` numbers, 2, 4, 8 or 11, in a scope "poseidon". In witness mode `wires` are the values of its
 * wires if they are known already (path_wires.h); NULL: they are computed here.
 */
sl_num sl_poseidon_num(sl_cs *cs, const sl_num *inputs, unsigned arity, const sl_fr *wires);
/* The hash of two numbers with the domain tag of sector updates (Hg of spec 0.2), in a scope "poseidon_update". */
sl_num sl_poseidon_update_num(sl_cs *cs, const sl_num *a, const sl_num *b);

#endif
