// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * SHA-256 over circuit bits (spec 3.3).
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_SHA256_GADGET_H
#define SL_PROOF_CIRCUITS_GADGETS_SHA256_GADGET_H

#include "proof/circuits/gadgets/num.h"
#include "proof/circuits/gadgets/word.h"

#define SL_SHA256_BLOCK_BITS 512
#define SL_SHA256_BITS 256

/* The constant initial state. */
void sl_sha256_state_open(sl_word state[8]);
/* One compression, in a scope "sha256_block"[index]. Witness mode writes the wires directly (sha256_wires.h). */
void sl_sha256_block(sl_cs *cs, sl_word state[8], const sl_bit block[SL_SHA256_BLOCK_BITS], uint32_t index);
/* The same bit by bit, which is what the rows are made from; in witness mode only tests use it. */
void sl_sha256_block_bitwise(sl_cs *cs, sl_word state[8], const sl_bit block[SL_SHA256_BLOCK_BITS]);

/*
 * The hash of a message given in parts: open, put any number of bits any number of times, close with padding. The
 * message must be a whole number of bytes, each byte's most significant bit first; so is the result.
 */
typedef struct sl_sha256_gadget {
    sl_cs *cs;
    sl_word state[8];
    sl_bit block[SL_SHA256_BLOCK_BITS];
    size_t block_n;
    uint64_t message_bits;
    uint32_t blocks_n;
} sl_sha256_gadget;

void sl_sha256_gadget_open(sl_sha256_gadget *sha, sl_cs *cs);
void sl_sha256_gadget_put(sl_sha256_gadget *sha, const sl_bit *bits, size_t n);
void sl_sha256_gadget_close(sl_sha256_gadget *sha, sl_bit out[SL_SHA256_BITS]);
/* Closes, and packs the first 254 bits of the digest's little-endian integer: the trimmed digest as a number. */
sl_num sl_sha256_gadget_close_num(sl_sha256_gadget *sha);

#endif
