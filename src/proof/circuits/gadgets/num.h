// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Numbers: field elements on a wire, their bits, and packing of bits (spec 3.4, 3.5).
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_NUM_H
#define SL_PROOF_CIRCUITS_GADGETS_NUM_H

#include "proof/circuits/gadgets/bit.h"

typedef struct sl_num {
    sl_wire wire;
    sl_fr value; /* 0 in shape mode */
} sl_num;

/* value may be NULL in shape mode. */
sl_num sl_num_alloc(sl_cs *cs, const sl_fr *value);
/* A new public input equal to a: input * 1 = a. */
void sl_num_inputize(sl_cs *cs, const sl_num *a);
/* a * 1 = b. */
void sl_num_enforce_equal(sl_cs *cs, const sl_num *a, const sl_num *b);
/* A new wire with (a + b) * 1 = sum. */
sl_num sl_num_add(sl_cs *cs, const sl_num *a, const sl_num *b);
/* A new wire with a * b = product. */
sl_num sl_num_mul(sl_cs *cs, const sl_num *a, const sl_num *b);

/*
 * The 255 bits of a, least significant first, in a scope `name`[index]. Not strict, as in the reference: a
 * value below 2^255 - r has a second decomposition.
 */
#define SL_NUM_BITS 255
void sl_num_to_bits(sl_cs *cs, const sl_num *a, sl_bit out[SL_NUM_BITS], const char *name, uint32_t index);

/*
 * The bits of a number in the order in which SHA-256 takes its 32 little-endian bytes: a constant zero on top, then
 * every group of eight reversed.
 */
#define SL_NUM_SHA_BITS 256
void sl_num_to_sha_bits(sl_cs *cs, const sl_num *a, sl_bit out[SL_NUM_SHA_BITS], const char *name, uint32_t index);
/* Reverses every group of eight bits; n is a multiple of 8. */
void sl_bits_reverse_bytes(sl_bit *bits, size_t n);

/* A new wire with the integer of the first 254 bits at most. */
#define SL_PACK_BITS_MAX 254
sl_num sl_bits_pack(sl_cs *cs, const sl_bit *bits, size_t n);
/* The same as a new public input; 1 <= n <= 254. */
void sl_bits_pack_input(sl_cs *cs, const sl_bit *bits, size_t n);

/* The row (sum of 2^i bits[i]) * 1 = packed. */
void sl_bits_enforce_packed(sl_cs *cs, const sl_bit *bits, size_t n, const sl_num *packed);

/* 64 new bits with their boolean rows, least significant first. */
void sl_bits_alloc_u64(sl_cs *cs, uint64_t value, sl_bit out[64]);

/* A new wire that is a if the condition holds, else b. */
sl_num sl_num_pick(sl_cs *cs, sl_bit condition, const sl_num *a, const sl_num *b);

/*
 * The element of a list of 2^bits_n at the place given by bits, least significant first. `list` is overwritten: it
 * holds the picks of the next bit, the highest bit first. bits_n >= 1.
 */
sl_num sl_num_select(sl_cs *cs, sl_num *list, const sl_bit *bits, size_t bits_n);

/*
 * The children of a Merkle node: `own` at the position in `bits` (least significant first), the arity - 1 siblings in
 * order around it. The bits are wires, not negated; arity is 2, 4 or 8. In a scope "insert".
 */
#define SL_INSERT_MAX 8
void sl_num_insert(sl_cs *cs, const sl_num *own, const sl_bit *bits, const sl_num *siblings, unsigned arity,
                   sl_num out[SL_INSERT_MAX]);

#endif
