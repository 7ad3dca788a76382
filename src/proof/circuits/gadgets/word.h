// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * 32-bit words of circuit bits, and their addition through rows that pack several sums (spec 3.2).
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_WORD_H
#define SL_PROOF_CIRCUITS_GADGETS_WORD_H

#include "proof/circuits/gadgets/bit.h"

typedef struct sl_word {
    sl_bit bits[32]; /* least significant first */
} sl_word;

sl_word sl_word_const(uint32_t value);
/* 32 bits, most significant first, and back. */
sl_word sl_word_from_bits_be(const sl_bit bits[32]);
void sl_word_to_bits_be(const sl_word *a, sl_bit bits[32]);
bool sl_word_is_const(const sl_word *a);
uint32_t sl_word_value(const sl_word *a);

/* Moving bits costs nothing. */
sl_word sl_word_rotr(const sl_word *a, unsigned by);
sl_word sl_word_shr(const sl_word *a, unsigned by);

sl_word sl_word_xor(sl_cs *cs, const sl_word *x, const sl_word *y);
sl_word sl_word_ch(sl_cs *cs, const sl_word *a, const sl_word *b, const sl_word *c);
sl_word sl_word_maj(sl_cs *cs, const sl_word *a, const sl_word *b, const sl_word *c);

/*
 * Collects equalities of integers below 2^n and packs as many as fit 253 bits into one row, lhs * 1 = rhs. A row is
 * emitted when the next equality would not fit, so it stands after the rows of the sum that caused it (spec 9.3). Start
 * with sl_multieq_open; sl_multieq_close emits what is left.
 */
typedef struct sl_multieq {
    sl_cs *cs;
    unsigned used;
    sl_fr scale; /* 2^used */
    sl_lc lhs, rhs;
} sl_multieq;

void sl_multieq_open(sl_multieq *eq, sl_cs *cs);
void sl_multieq_close(sl_multieq *eq);

/* Sum modulo 2^32 of 2 to 8 words; every carry bit becomes a wire. All operands constant: a constant, no rows. */
#define SL_WORD_ADDENDS_MAX 8
sl_word sl_word_add(sl_multieq *eq, const sl_word *const *operands, size_t n);

#endif
