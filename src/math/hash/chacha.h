// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The ChaCha key stream in two forms: ChaCha20 with a 12-byte nonce (RFC 8439; synthetic challenges, spec 4.7) and
 * ChaCha8 with a 64-bit counter as a source of numbers (the graph, spec 4.8).
 *
 * Any thread; a context belongs to one owner and needs no release. Nothing here can fail.
 */
#ifndef SL_MATH_HASH_CHACHA_H
#define SL_MATH_HASH_CHACHA_H

#include "core/base/compat.h"

#define SL_CHACHA_KEY_BYTES 32
#define SL_CHACHA_NONCE_BYTES 12
#define SL_CHACHA_BLOCK_BYTES 64

typedef struct sl_chacha {
    uint32_t state[16]; /* of the block after the current one */
    unsigned rounds;    /* 8 or 20 */
    size_t used;        /* bytes of block given out */
    uint8_t block[SL_CHACHA_BLOCK_BYTES];
} sl_chacha;

/* ChaCha20, 32-bit block counter from 0 (so at most 2^38 bytes). */
void sl_chacha20_init(sl_chacha *ctx, const uint8_t key[SL_CHACHA_KEY_BYTES],
                      const uint8_t nonce[SL_CHACHA_NONCE_BYTES]);
/* Goes to byte `offset` (below 2^38) of the stream. ChaCha20 only. */
void sl_chacha20_seek(sl_chacha *ctx, uint64_t offset);
/* ChaCha8, 64-bit block counter from 0, stream 0. */
void sl_chacha8_init(sl_chacha *ctx, const uint8_t key[SL_CHACHA_KEY_BYTES]);

/* The next bytes of the stream. */
void sl_chacha_bytes(sl_chacha *ctx, void *out, size_t n);
/* The next 8 bytes, least significant first. */
uint64_t sl_chacha_next_u64(sl_chacha *ctx);

#endif
