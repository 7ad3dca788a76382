// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * BLAKE2s-256 (RFC 7693), unkeyed, 32 bytes of output: the digest of constraint systems (spec 2.3).
 *
 * Any thread; a context belongs to one owner, may be copied, and needs no release. Nothing here can fail.
 */
#ifndef SL_MATH_HASH_BLAKE2S_H
#define SL_MATH_HASH_BLAKE2S_H

#include "core/base/compat.h"

#define SL_BLAKE2S_BYTES 32
#define SL_BLAKE2S_BLOCK_BYTES 64

typedef struct sl_blake2s {
    uint32_t state[8];
    uint64_t bytes; /* compressed so far */
    size_t used;    /* bytes waiting in block; a full block waits too, for it may be the last */
    uint8_t block[SL_BLAKE2S_BLOCK_BYTES];
} sl_blake2s;

void sl_blake2s_init(sl_blake2s *ctx);
void sl_blake2s_update(sl_blake2s *ctx, const void *data, size_t data_bytes);
/* Leaves the context as after sl_blake2s_init. */
void sl_blake2s_final(sl_blake2s *ctx, uint8_t out[SL_BLAKE2S_BYTES]);

/* All at once. */
void sl_blake2s_digest(uint8_t out[SL_BLAKE2S_BYTES], const void *data, size_t data_bytes);

#endif
