// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Booleans of a circuit: constants, bit wires and negated bit wires, with the constant folding of the reference
 * (spec 3.1). Which rows and wires an operation makes depends only on the kinds of its operands, never on values.
 *
 * Functions work in both modes of the builder: in witness mode they compute values and make no rows.
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_BIT_H
#define SL_PROOF_CIRCUITS_GADGETS_BIT_H

#include "proof/r1cs/builder.h"

typedef enum sl_bit_kind { SL_BIT_CONST, SL_BIT_IS, SL_BIT_NOT } sl_bit_kind;

typedef struct sl_bit {
    sl_wire wire; /* of Is and Not */
    uint8_t kind; /* sl_bit_kind */
    bool value;   /* of the Boolean (a Not bit's wire has the other one); in shape mode only constants have a value */
} sl_bit;

SL_INLINE sl_bit sl_bit_const(bool value) {
    return (sl_bit){.wire = SL_WIRE_ONE, .kind = SL_BIT_CONST, .value = value};
}

SL_INLINE bool sl_bit_is_const(sl_bit a, bool value) {
    return a.kind == SL_BIT_CONST && a.value == value;
}

/* The wire as a Boolean. */
SL_INLINE sl_bit sl_bit_is(sl_wire wire, bool value) {
    return (sl_bit){.wire = wire, .kind = SL_BIT_IS, .value = value};
}

SL_INLINE sl_bit sl_bit_not(sl_bit a) {
    static const uint8_t flipped[] = {
        [SL_BIT_CONST] = SL_BIT_CONST, [SL_BIT_IS] = SL_BIT_NOT, [SL_BIT_NOT] = SL_BIT_IS};
    return (sl_bit){.wire = a.wire, .kind = flipped[a.kind], .value = !a.value};
}

/* A row under construction: start from SL_ROW_EMPTY; sl_row_emit enforces a * b = c and frees the terms. */
typedef struct sl_row {
    sl_lc a, b, c;
} sl_row;
#define SL_ROW_EMPTY ((sl_row){0})
void sl_row_emit(sl_cs *cs, sl_row *row);

/* lc += coeff * a, in terms of a's wire and ONE. */
void sl_lc_add_bit(sl_lc *lc, sl_bit a, const sl_fr *coeff);
/* lc += sum of 2^i * bits[i], times scale. */
void sl_lc_add_bits(sl_lc *lc, const sl_bit *bits, size_t n, const sl_fr *scale);

/* A new bit wire with its boolean row. */
sl_bit sl_bit_alloc(sl_cs *cs, bool value);
/* The row (1 - w) * w = 0. */
void sl_bit_enforce_boolean(sl_cs *cs, sl_wire wire);

sl_bit sl_bit_xor(sl_cs *cs, sl_bit x, sl_bit y);
sl_bit sl_bit_and(sl_cs *cs, sl_bit x, sl_bit y);
/* (a and b) xor (not a and c); (a and b) xor (a and c) xor (b and c). */
sl_bit sl_bit_ch(sl_cs *cs, sl_bit a, sl_bit b, sl_bit c);
sl_bit sl_bit_maj(sl_cs *cs, sl_bit a, sl_bit b, sl_bit c);

#endif
