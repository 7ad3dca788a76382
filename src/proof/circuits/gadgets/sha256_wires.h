// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The wires of one SHA-256 compression straight from words: what the gadget's rows would give bit by bit, about a
 * thousand times faster. Works for every pattern of constant and negated input bits, since which wires exist depends on
 * that pattern alone.
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_SHA256_WIRES_H
#define SL_PROOF_CIRCUITS_GADGETS_SHA256_WIRES_H

#include "core/base/compat.h"

/*
 * 32 circuit bits as planes. Bit i is a wire if variable's bit i is set: its Boolean is wires ^ negated. Otherwise it
 * is the constant in `negated`, and its bit in `wires` is 0. So the Booleans are wires ^ negated in both cases, and an
 * xor of two words is the xor of their planes whatever the kinds.
 */
typedef struct sl_planes {
    uint32_t wires, negated, variable;
} sl_planes;

/* No compression has more wires: every bit of block and state a wire. 26,166 (spec 3.3). */
#define SL_SHA256_WIRES_MAX 26166
#define SL_SHA256_WIRES_WORDS ((SL_SHA256_WIRES_MAX + 63) / 64)

/*
 * Writes the wires of one compression to `out`, one bit each from the lowest bit on, in the order of the circuit, and
 * replaces the state. Returns how many.
 */
size_t sl_sha256_wires(uint64_t out[SL_SHA256_WIRES_WORDS], sl_planes state[8], const sl_planes block[16]);

#endif
