// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/bit.h"

void sl_row_emit(sl_cs *cs, sl_row *row) {
    sl_cs_enforce(cs, &row->a, &row->b, &row->c);
    sl_lc_free(&row->a);
    sl_lc_free(&row->b);
    sl_lc_free(&row->c);
}

void sl_lc_add_bit(sl_lc *lc, sl_bit a, const sl_fr *coeff) {
    sl_fr negative;
    switch ((sl_bit_kind)a.kind) {
    case SL_BIT_CONST:
        if (a.value) {
            sl_lc_add(lc, SL_WIRE_ONE, coeff);
        }
        break;
    case SL_BIT_IS:
        sl_lc_add(lc, a.wire, coeff);
        break;
    case SL_BIT_NOT:
        sl_fr_neg(&negative, coeff);
        sl_lc_add(lc, SL_WIRE_ONE, coeff);
        sl_lc_add(lc, a.wire, &negative);
        break;
    }
}

void sl_lc_add_bits(sl_lc *lc, const sl_bit *bits, size_t n, const sl_fr *scale) {
    sl_fr coeff = *scale;
    for (size_t i = 0; i < n; i++) {
        sl_lc_add_bit(lc, bits[i], &coeff);
        sl_fr_dbl(&coeff, &coeff);
    }
}

void sl_bit_enforce_boolean(sl_cs *cs, sl_wire wire) {
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_one(&row.a, SL_WIRE_ONE);
    sl_lc_sub_one(&row.a, wire);
    sl_lc_add_one(&row.b, wire);
    sl_row_emit(cs, &row);
}

sl_bit sl_bit_alloc(sl_cs *cs, bool value) {
    const sl_wire wire = sl_cs_alloc_bit(cs, value);
    if (sl_cs_is_shape(cs)) {
        sl_bit_enforce_boolean(cs, wire);
    }
    return sl_bit_is(wire, value);
}

/* A new bit wire without a boolean row: the row of its operation makes it 0 or 1. */
static sl_bit result_bit(sl_cs *cs, bool value) {
    return sl_bit_is(sl_cs_alloc_bit(cs, value), value);
}

/* c = x xor y over wires: 2x * y = x + y - c. */
static sl_bit xor_wires(sl_cs *cs, sl_wire x, sl_wire y, bool value) {
    const sl_bit c = result_bit(cs, value);
    if (sl_cs_is_shape(cs)) {
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add_one(&row.a, x);
        sl_lc_add_one(&row.a, x);
        sl_lc_add_one(&row.b, y);
        sl_lc_add_one(&row.c, x);
        sl_lc_add_one(&row.c, y);
        sl_lc_sub_one(&row.c, c.wire);
        sl_row_emit(cs, &row);
    }
    return c;
}

sl_bit sl_bit_xor(sl_cs *cs, sl_bit x, sl_bit y) {
    if (x.kind == SL_BIT_CONST) {
        return x.value ? sl_bit_not(y) : y;
    }
    if (y.kind == SL_BIT_CONST) {
        return y.value ? sl_bit_not(x) : x;
    }
    if (x.kind == y.kind) {
        return xor_wires(cs, x.wire, y.wire, x.value != y.value);
    }
    /* One is negated: the plain one comes first, and the result is the negation of the wires' xor. */
    const sl_bit is = x.kind == SL_BIT_IS ? x : y;
    const sl_bit negated = x.kind == SL_BIT_IS ? y : x;
    return sl_bit_not(xor_wires(cs, is.wire, negated.wire, x.value == y.value));
}

sl_bit sl_bit_and(sl_cs *cs, sl_bit x, sl_bit y) {
    if (x.kind == SL_BIT_CONST) {
        return x.value ? y : x;
    }
    if (y.kind == SL_BIT_CONST) {
        return y.value ? x : y;
    }
    const sl_bit c = result_bit(cs, x.value && y.value);
    if (sl_cs_is_shape(cs)) {
        /* Mixed operands: the plain one is the first factor. */
        const bool swap = x.kind == SL_BIT_NOT && y.kind == SL_BIT_IS;
        const sl_fr one = sl_fr_one();
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add_bit(&row.a, swap ? y : x, &one);
        sl_lc_add_bit(&row.b, swap ? x : y, &one);
        sl_lc_add_one(&row.c, c.wire);
        sl_row_emit(cs, &row);
    }
    return c;
}

/* ch = c + a (b - c) as (b - c) * a = ch - c. */
static void enforce_ch(sl_cs *cs, sl_bit a, sl_bit b, sl_bit c, sl_bit ch) {
    const sl_fr one = sl_fr_one();
    sl_fr minus_one;
    sl_fr_neg(&minus_one, &one);
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_bit(&row.a, b, &one);
    sl_lc_add_bit(&row.a, c, &minus_one);
    sl_lc_add_bit(&row.b, a, &one);
    sl_lc_add_one(&row.c, ch.wire);
    sl_lc_add_bit(&row.c, c, &minus_one);
    sl_row_emit(cs, &row);
}

sl_bit sl_bit_ch(sl_cs *cs, sl_bit a, sl_bit b, sl_bit c) {
    const bool value = a.value ? b.value : c.value;
    if (a.kind == SL_BIT_CONST && b.kind == SL_BIT_CONST && c.kind == SL_BIT_CONST) {
        return sl_bit_const(value);
    }
    if (sl_bit_is_const(a, false)) {
        return c;
    }
    if (sl_bit_is_const(b, false)) {
        return sl_bit_and(cs, sl_bit_not(a), c);
    }
    if (sl_bit_is_const(c, false)) {
        return sl_bit_and(cs, a, b);
    }
    if (sl_bit_is_const(c, true)) {
        return sl_bit_not(sl_bit_and(cs, a, sl_bit_not(b)));
    }
    if (sl_bit_is_const(b, true)) {
        return sl_bit_not(sl_bit_and(cs, sl_bit_not(a), sl_bit_not(c)));
    }
    const sl_bit ch = result_bit(cs, value);
    if (sl_cs_is_shape(cs)) {
        enforce_ch(cs, a, b, c, ch);
    }
    return ch;
}

/* maj = bc + a (b + c - 2 bc) as (2 bc - b - c) * a = bc - maj. */
static void enforce_maj(sl_cs *cs, sl_bit a, sl_bit b, sl_bit c, sl_bit bc, sl_bit maj) {
    const sl_fr one = sl_fr_one();
    sl_fr minus_one, two;
    sl_fr_neg(&minus_one, &one);
    sl_fr_dbl(&two, &one);
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_bit(&row.a, bc, &two);
    sl_lc_add_bit(&row.a, b, &minus_one);
    sl_lc_add_bit(&row.a, c, &minus_one);
    sl_lc_add_bit(&row.b, a, &one);
    sl_lc_add_bit(&row.c, bc, &one);
    sl_lc_sub_one(&row.c, maj.wire);
    sl_row_emit(cs, &row);
}

sl_bit sl_bit_maj(sl_cs *cs, sl_bit a, sl_bit b, sl_bit c) {
    const bool value = a.value + b.value + c.value >= 2;
    if (a.kind == SL_BIT_CONST && b.kind == SL_BIT_CONST && c.kind == SL_BIT_CONST) {
        return sl_bit_const(value);
    }
    if (sl_bit_is_const(a, false)) {
        return sl_bit_and(cs, b, c);
    }
    if (sl_bit_is_const(b, false)) {
        return sl_bit_and(cs, a, c);
    }
    if (sl_bit_is_const(c, false)) {
        return sl_bit_and(cs, a, b);
    }
    if (sl_bit_is_const(c, true)) {
        return sl_bit_not(sl_bit_and(cs, sl_bit_not(a), sl_bit_not(b)));
    }
    if (sl_bit_is_const(b, true)) {
        return sl_bit_not(sl_bit_and(cs, sl_bit_not(a), sl_bit_not(c)));
    }
    if (sl_bit_is_const(a, true)) {
        return sl_bit_not(sl_bit_and(cs, sl_bit_not(b), sl_bit_not(c)));
    }
    /* The result's wire comes before that of b and c (spec 9.2). */
    const sl_bit maj = result_bit(cs, value);
    const sl_bit bc = sl_bit_and(cs, b, c);
    if (sl_cs_is_shape(cs)) {
        enforce_maj(cs, a, b, c, bc, maj);
    }
    return maj;
}
