// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Wires and linear combinations.
 *
 * A wire is a public input (index 0 is ONE) or an auxiliary wire; both are numbered in the order of allocation, which
 * is part of the circuit's identity (spec 0.2, 2.2). Inputs sort before auxiliary wires, as in the digest.
 */
#ifndef SL_PROOF_R1CS_WIRE_H
#define SL_PROOF_R1CS_WIRE_H

#include "core/mem/buf.h"
#include "math/field/fr.h"

typedef uint32_t sl_wire;

#define SL_WIRE_AUX UINT32_C(0x80000000)
#define SL_WIRE_ONE UINT32_C(0)

SL_INLINE bool sl_wire_is_aux(sl_wire w) {
    return (w & SL_WIRE_AUX) != 0;
}

SL_INLINE uint32_t sl_wire_index(sl_wire w) {
    return w & ~SL_WIRE_AUX;
}

typedef struct sl_term {
    sl_wire wire;
    sl_fr coeff;
} sl_term;

/*
 * A linear combination: terms in any order, possibly several for one wire; the builder merges them, and terms that
 * cancel or are zero vanish (spec 2.1). Grows by itself; an allocation failure is kept in `failed` and reported by the
 * builder when the combination is enforced. Start from SL_LC_EMPTY, end with sl_lc_free; sl_lc_clear keeps the memory,
 * so a gadget that reuses its combinations allocates a few times only.
 */
typedef struct sl_lc {
    sl_term *terms;
    size_t n, capacity;
    bool failed;
    sl_buf storage; /* owns terms */
} sl_lc;

#define SL_LC_EMPTY ((sl_lc){0})

void sl_lc_free(sl_lc *lc);
void sl_lc_clear(sl_lc *lc); /* empties and keeps the memory */
void sl_lc_add(sl_lc *lc, sl_wire wire, const sl_fr *coeff);
void sl_lc_add_one(sl_lc *lc, sl_wire wire); /* coefficient 1 */
void sl_lc_sub_one(sl_lc *lc, sl_wire wire); /* coefficient -1 */
/* other must not be lc. */
void sl_lc_add_scaled(sl_lc *lc, const sl_lc *other, const sl_fr *factor);
/* Sorts by wire, adds up equal wires, drops zeros. Not needed before a row is enforced. */
void sl_lc_normalize(sl_lc *lc);

#endif
