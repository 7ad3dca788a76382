// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/word.h"

#include <string.h>

/* The largest packed integer stays below the capacity of Fr, 254 bits (spec 3.2: "254 <= used + n" flushes). */
enum { MULTIEQ_BITS = 254 };

sl_word sl_word_const(uint32_t value) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = sl_bit_const((value >> i & 1) != 0);
    }
    return r;
}

sl_word sl_word_from_bits_be(const sl_bit bits[32]) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = bits[31 - i];
    }
    return r;
}

void sl_word_to_bits_be(const sl_word *a, sl_bit bits[32]) {
    for (unsigned i = 0; i < 32; i++) {
        bits[i] = a->bits[31 - i];
    }
}

bool sl_word_is_const(const sl_word *a) {
    for (unsigned i = 0; i < 32; i++) {
        if (a->bits[i].kind != SL_BIT_CONST) {
            return false;
        }
    }
    return true;
}

uint32_t sl_word_value(const sl_word *a) {
    uint32_t value = 0;
    for (unsigned i = 0; i < 32; i++) {
        value |= (uint32_t)a->bits[i].value << i;
    }
    return value;
}

sl_word sl_word_rotr(const sl_word *a, unsigned by) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = a->bits[(i + by) % 32];
    }
    return r;
}

sl_word sl_word_shr(const sl_word *a, unsigned by) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = i + by < 32 ? a->bits[i + by] : sl_bit_const(false);
    }
    return r;
}

sl_word sl_word_xor(sl_cs *cs, const sl_word *x, const sl_word *y) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = sl_bit_xor(cs, x->bits[i], y->bits[i]);
    }
    return r;
}

sl_word sl_word_ch(sl_cs *cs, const sl_word *a, const sl_word *b, const sl_word *c) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = sl_bit_ch(cs, a->bits[i], b->bits[i], c->bits[i]);
    }
    return r;
}

sl_word sl_word_maj(sl_cs *cs, const sl_word *a, const sl_word *b, const sl_word *c) {
    sl_word r;
    for (unsigned i = 0; i < 32; i++) {
        r.bits[i] = sl_bit_maj(cs, a->bits[i], b->bits[i], c->bits[i]);
    }
    return r;
}

void sl_multieq_open(sl_multieq *eq, sl_cs *cs) {
    *eq = (sl_multieq){.cs = cs, .scale = sl_fr_one()};
}

static void multieq_flush(sl_multieq *eq) {
    sl_row row = {.a = eq->lhs, .c = eq->rhs};
    sl_lc_add_one(&row.b, SL_WIRE_ONE);
    sl_row_emit(eq->cs, &row);
    sl_multieq_open(eq, eq->cs);
}

/* The sum of the operands equals the integer of n bits; fewer rows only if nothing else is pending. */
static void multieq_add(sl_multieq *eq, const sl_word *const *operands, size_t operands_n, const sl_bit *sum,
                        unsigned n) {
    if (eq->used + n >= MULTIEQ_BITS) {
        multieq_flush(eq);
    }
    for (size_t i = 0; i < operands_n; i++) {
        sl_lc_add_bits(&eq->lhs, operands[i]->bits, 32, &eq->scale);
    }
    sl_lc_add_bits(&eq->rhs, sum, n, &eq->scale);
    eq->used += n;
    for (unsigned i = 0; i < n; i++) {
        sl_fr_dbl(&eq->scale, &eq->scale);
    }
}

void sl_multieq_close(sl_multieq *eq) {
    if (eq->used > 0) {
        multieq_flush(eq);
    }
}

sl_word sl_word_add(sl_multieq *eq, const sl_word *const *operands, size_t n) {
    SL_ASSERT(n >= 2 && n <= SL_WORD_ADDENDS_MAX);
    uint64_t value = 0;
    bool constant = true;
    for (size_t i = 0; i < n; i++) {
        value += sl_word_value(operands[i]);
        constant = constant && sl_word_is_const(operands[i]);
    }
    if (constant) {
        return sl_word_const((uint32_t)value);
    }
    sl_bit sum[35];
    unsigned sum_n = 0;
    for (uint64_t max = n * (uint64_t)UINT32_MAX; max != 0; max >>= 1) {
        sum[sum_n] = sl_bit_alloc(eq->cs, (value >> sum_n & 1) != 0);
        sum_n++;
    }
    if (sl_cs_is_shape(eq->cs)) {
        multieq_add(eq, operands, n, sum, sum_n);
    }
    sl_word r;
    memcpy(r.bits, sum, sizeof r.bits);
    return r;
}
