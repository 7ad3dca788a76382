// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A constraint system as templates and instances, and its packed witness: plain data, which provers and devices read.
 */
#ifndef SL_PROOF_R1CS_DATA_H
#define SL_PROOF_R1CS_DATA_H

#include "core/mem/buf.h"
#include "math/field/fr.h"

/*
 * Packed witness. Wire types follow from the structure, so the bit plane covers all auxiliary wires (the bit of a
 * field wire is 0) and is indexed by wire, while field values stand in the order of their wires.
 */
typedef struct sl_witness {
    size_t inputs_n, aux_n, fields_n;
    sl_fr *inputs;  /* inputs[0] = 1 */
    uint64_t *bits; /* bit i of the plane: bits[i / 64] >> (i % 64) & 1 */
    sl_fr *fields;
    sl_buf storage; /* owns all three; secret */
} sl_witness;

void sl_witness_release(sl_witness *witness);

/*
 * Templates: rows over references to local wires and pins, coefficients by index into one table.
 * The room's owner completes this comment with the exact layout.
 */
typedef struct sl_r1cs sl_r1cs;

#endif
