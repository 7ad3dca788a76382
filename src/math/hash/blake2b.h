// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * BLAKE2b (RFC 7693), 1 to 64 bytes of output, with or without a key: file digests and the graph (512 bits, spec 1.9,
 * 4.8), synthetic challenges (256 bits with a key, spec 4.7).
 *
 * Any thread; a context belongs to one owner, may be copied, and needs no release. Nothing here can fail.
 */
#ifndef SL_MATH_HASH_BLAKE2B_H
#define SL_MATH_HASH_BLAKE2B_H

#include "core/base/compat.h"

#define SL_BLAKE2B_MAX_BYTES 64
#define SL_BLAKE2B_MAX_KEY_BYTES 64
#define SL_BLAKE2B_BLOCK_BYTES 128

typedef struct sl_blake2b {
    uint64_t state[8];
    uint64_t bytes; /* compressed so far; messages stay below 2^64 bytes */
    size_t used;    /* bytes waiting in block; a full block waits too, for it may be the last */
    size_t out_bytes;
    uint8_t block[SL_BLAKE2B_BLOCK_BYTES];
} sl_blake2b;

/* 1 <= out_bytes <= 64; key_bytes <= 64, 0 for no key (then key may be NULL). */
void sl_blake2b_init(sl_blake2b *ctx, size_t out_bytes, const void *key, size_t key_bytes);
void sl_blake2b_update(sl_blake2b *ctx, const void *data, size_t data_bytes);
/* Writes out_bytes bytes; the context must be initialised before it is used again. */
void sl_blake2b_final(sl_blake2b *ctx, uint8_t *out);

/* All at once, unkeyed, 64 bytes. */
void sl_blake2b_512(uint8_t out[SL_BLAKE2B_MAX_BYTES], const void *data, size_t data_bytes);

#endif
