// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/num.h"

#include <string.h>

sl_num sl_num_alloc(sl_cs *cs, const sl_fr *value) {
    return (sl_num){.wire = sl_cs_alloc(cs, value), .value = value != NULL ? *value : sl_fr_zero()};
}

/* a * 1 = c over single wires. */
static void enforce_same(sl_cs *cs, sl_wire a, sl_wire c) {
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_one(&row.a, a);
    sl_lc_add_one(&row.b, SL_WIRE_ONE);
    sl_lc_add_one(&row.c, c);
    sl_row_emit(cs, &row);
}

void sl_num_inputize(sl_cs *cs, const sl_num *a) {
    const sl_wire input = sl_cs_input(cs, &a->value);
    if (sl_cs_is_shape(cs)) {
        enforce_same(cs, input, a->wire);
    }
}

void sl_num_enforce_equal(sl_cs *cs, const sl_num *a, const sl_num *b) {
    if (sl_cs_is_shape(cs)) {
        enforce_same(cs, a->wire, b->wire);
    }
}

sl_num sl_num_add(sl_cs *cs, const sl_num *a, const sl_num *b) {
    sl_fr value;
    sl_fr_add(&value, &a->value, &b->value);
    const sl_num sum = sl_num_alloc(cs, &value);
    if (sl_cs_is_shape(cs)) {
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add_one(&row.a, a->wire);
        sl_lc_add_one(&row.a, b->wire);
        sl_lc_add_one(&row.b, SL_WIRE_ONE);
        sl_lc_add_one(&row.c, sum.wire);
        sl_row_emit(cs, &row);
    }
    return sum;
}

sl_num sl_num_mul(sl_cs *cs, const sl_num *a, const sl_num *b) {
    sl_fr value;
    sl_fr_mul(&value, &a->value, &b->value);
    const sl_num product = sl_num_alloc(cs, &value);
    if (sl_cs_is_shape(cs)) {
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add_one(&row.a, a->wire);
        sl_lc_add_one(&row.b, b->wire);
        sl_lc_add_one(&row.c, product.wire);
        sl_row_emit(cs, &row);
    }
    return product;
}

/* n bits in consecutive wires. */
static void bits_from_wires(sl_bit *out, sl_wire first, const uint64_t *limbs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = sl_bit_is(first + (sl_wire)i, (limbs[i / 64] >> (i % 64) & 1) != 0);
    }
}

/* New bit wires with the low n bits of an integer; a boolean row each. */
static void bits_alloc(sl_cs *cs, const uint64_t *limbs, size_t n, sl_bit *out) {
    bits_from_wires(out, sl_cs_put_bits(cs, limbs, n), limbs, n);
    if (sl_cs_is_shape(cs)) {
        for (size_t i = 0; i < n; i++) {
            sl_bit_enforce_boolean(cs, out[i].wire);
        }
    }
}

void sl_num_to_bits(sl_cs *cs, const sl_num *a, sl_bit out[SL_NUM_BITS], const char *name, uint32_t index) {
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, &a->value);
    sl_replay replay;
    if (sl_cs_scope_open_keyed(cs, name, index, NULL, 0, &a->wire, 1, &replay)) {
        bits_from_wires(out, SL_WIRE_AUX | replay.first_aux, limbs, SL_NUM_BITS);
        return;
    }
    bits_alloc(cs, limbs, SL_NUM_BITS, out);
    if (sl_cs_is_shape(cs)) {
        /* 0 * 0 = sum - a */
        const sl_fr one = sl_fr_one();
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add_bits(&row.c, out, SL_NUM_BITS, &one);
        sl_lc_sub_one(&row.c, a->wire);
        sl_row_emit(cs, &row);
    }
    sl_cs_scope_close(cs);
}

void sl_num_to_sha_bits(sl_cs *cs, const sl_num *a, sl_bit out[SL_NUM_SHA_BITS], const char *name, uint32_t index) {
    sl_num_to_bits(cs, a, out, name, index);
    out[SL_NUM_BITS] = sl_bit_const(false);
    sl_bits_reverse_bytes(out, SL_NUM_SHA_BITS);
}

void sl_bits_reverse_bytes(sl_bit *bits, size_t n) {
    for (size_t i = 0; i + 8 <= n; i += 8) {
        for (size_t j = 0; j < 4; j++) {
            const sl_bit t = bits[i + j];
            bits[i + j] = bits[i + 7 - j];
            bits[i + 7 - j] = t;
        }
    }
}

static sl_fr bits_value(const sl_bit *bits, size_t n) {
    uint64_t limbs[4] = {0};
    for (size_t i = 0; i < n; i++) {
        limbs[i / 64] |= (uint64_t)bits[i].value << (i % 64);
    }
    sl_fr value;
    sl_fr_from_limbs(&value, limbs);
    return value;
}

static void enforce_packed(sl_cs *cs, const sl_bit *bits, size_t n, sl_wire packed) {
    if (!sl_cs_is_shape(cs)) {
        return;
    }
    const sl_fr one = sl_fr_one();
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_bits(&row.a, bits, n, &one);
    sl_lc_add_one(&row.b, SL_WIRE_ONE);
    sl_lc_add_one(&row.c, packed);
    sl_row_emit(cs, &row);
}

sl_num sl_bits_pack(sl_cs *cs, const sl_bit *bits, size_t n) {
    n = n < SL_PACK_BITS_MAX ? n : SL_PACK_BITS_MAX;
    const sl_fr value = bits_value(bits, n);
    const sl_num packed = sl_num_alloc(cs, &value);
    enforce_packed(cs, bits, n, packed.wire);
    return packed;
}

void sl_bits_pack_input(sl_cs *cs, const sl_bit *bits, size_t n) {
    SL_ASSERT(n >= 1 && n <= SL_PACK_BITS_MAX);
    const sl_fr value = bits_value(bits, n);
    const sl_wire input = sl_cs_input(cs, &value);
    enforce_packed(cs, bits, n, input);
}

void sl_bits_enforce_packed(sl_cs *cs, const sl_bit *bits, size_t n, const sl_num *packed) {
    enforce_packed(cs, bits, n, packed->wire);
}

void sl_bits_alloc_u64(sl_cs *cs, uint64_t value, sl_bit out[64]) {
    bits_alloc(cs, &value, 64, out);
}

sl_num sl_num_pick(sl_cs *cs, sl_bit condition, const sl_num *a, const sl_num *b) {
    const sl_num c = sl_num_alloc(cs, condition.value ? &a->value : &b->value);
    if (sl_cs_is_shape(cs)) {
        /* (b - a) * condition = b - c */
        const sl_fr one = sl_fr_one();
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add_one(&row.a, b->wire);
        sl_lc_sub_one(&row.a, a->wire);
        sl_lc_add_bit(&row.b, condition, &one);
        sl_lc_add_one(&row.c, b->wire);
        sl_lc_sub_one(&row.c, c.wire);
        sl_row_emit(cs, &row);
    }
    return c;
}

sl_num sl_num_select(sl_cs *cs, sl_num *list, const sl_bit *bits, size_t bits_n) {
    for (size_t k = bits_n; k-- > 0;) {
        const size_t half = (size_t)1 << k;
        for (size_t i = 0; i < half; i++) {
            list[i] = sl_num_pick(cs, bits[k], &list[half + i], &list[i]);
        }
    }
    return list[0];
}

/* The orders of picks below are part of the circuit (spec 3.5); a is the own node, b, c, ... the siblings. */
static void insert2(sl_cs *cs, const sl_num *a, const sl_bit *bits, const sl_num *sib, sl_num out[2]) {
    const sl_num *b = &sib[0];
    out[0] = sl_num_pick(cs, bits[0], b, a);
    out[1] = sl_num_pick(cs, bits[0], a, b);
}

static void insert4(sl_cs *cs, const sl_num *a, const sl_bit *bits, const sl_num *sib, sl_num out[4]) {
    const sl_num *b = &sib[0], *c = &sib[1], *d = &sib[2];
    sl_num t = sl_num_pick(cs, bits[0], b, a);
    out[0] = sl_num_pick(cs, bits[1], b, &t);
    t = sl_num_pick(cs, bits[0], a, b);
    out[1] = sl_num_pick(cs, bits[1], c, &t);
    t = sl_num_pick(cs, bits[0], d, a);
    out[2] = sl_num_pick(cs, bits[1], &t, c);
    t = sl_num_pick(cs, bits[0], a, d);
    out[3] = sl_num_pick(cs, bits[1], &t, d);
}

static void insert8(sl_cs *cs, const sl_num *a, const sl_bit *bits, const sl_num *sib, sl_num out[8]) {
    const sl_num *b = &sib[0], *c = &sib[1], *d = &sib[2], *e = &sib[3], *f = &sib[4], *g = &sib[5], *h = &sib[6];
    const sl_bit b0 = bits[0], b1 = bits[1], b2 = bits[2];
    const sl_bit nor = sl_bit_and(cs, sl_bit_not(b0), sl_bit_not(b1));
    const sl_bit both = sl_bit_and(cs, b0, b1);
    sl_num t = sl_num_pick(cs, nor, a, b);
    out[0] = sl_num_pick(cs, b2, b, &t);
    t = sl_num_pick(cs, b0, a, b);
    sl_num u = sl_num_pick(cs, b1, c, &t);
    out[1] = sl_num_pick(cs, b2, c, &u);
    t = sl_num_pick(cs, b0, d, a);
    u = sl_num_pick(cs, b1, &t, c);
    out[2] = sl_num_pick(cs, b2, d, &u);
    t = sl_num_pick(cs, both, a, d);
    out[3] = sl_num_pick(cs, b2, e, &t);
    t = sl_num_pick(cs, nor, a, f);
    out[4] = sl_num_pick(cs, b2, &t, e);
    t = sl_num_pick(cs, b0, a, f);
    u = sl_num_pick(cs, b1, g, &t);
    out[5] = sl_num_pick(cs, b2, &u, f);
    t = sl_num_pick(cs, b0, h, a);
    u = sl_num_pick(cs, b1, &t, g);
    out[6] = sl_num_pick(cs, b2, &u, g);
    t = sl_num_pick(cs, both, a, h);
    out[7] = sl_num_pick(cs, b2, &t, h);
}

static void insert_any(sl_cs *cs, const sl_num *own, const sl_bit *bits, const sl_num *siblings, unsigned arity,
                       sl_num out[SL_INSERT_MAX]) {
    switch (arity) {
    case 2:
        insert2(cs, own, bits, siblings, out);
        break;
    case 4:
        insert4(cs, own, bits, siblings, out);
        break;
    default:
        SL_ASSERT(arity == 8);
        insert8(cs, own, bits, siblings, out);
        break;
    }
}

void sl_num_insert(sl_cs *cs, const sl_num *own, const sl_bit *bits, const sl_num *siblings, unsigned arity,
                   sl_num out[SL_INSERT_MAX]) {
    sl_wire pins[3 + SL_INSERT_MAX];
    size_t pins_n = 0;
    pins[pins_n++] = own->wire;
    for (unsigned i = 0; (1U << i) < arity; i++) {
        pins[pins_n++] = bits[i].wire;
    }
    for (unsigned i = 0; i + 1 < arity; i++) {
        pins[pins_n++] = siblings[i].wire;
    }
    uint32_t offsets[SL_INSERT_MAX] = {0};
    sl_replay replay;
    if (sl_cs_scope_open_keyed(cs, "insert", SL_NO_INDEX, &arity, sizeof arity, pins, pins_n, &replay)) {
        memcpy(offsets, replay.blob, sizeof offsets);
        for (unsigned i = 0; i < arity; i++) {
            out[i] = (sl_num){.wire = SL_WIRE_AUX | (replay.first_aux + offsets[i])};
        }
        return;
    }
    const uint32_t first = sl_cs_aux_n(cs);
    insert_any(cs, own, bits, siblings, arity, out);
    for (unsigned i = 0; i < arity; i++) {
        offsets[i] = sl_wire_index(out[i].wire) - first;
    }
    sl_cs_scope_keep(cs, offsets, sizeof offsets);
    sl_cs_scope_close(cs);
}
