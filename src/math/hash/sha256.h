// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * SHA-256 (FIPS 180-4), with the SHA instructions of the processor when it has them.
 *
 * Any thread; a context belongs to one owner, may be copied, and needs no release. Nothing here can fail.
 */
#ifndef SL_MATH_HASH_SHA256_H
#define SL_MATH_HASH_SHA256_H

#include "core/base/compat.h"

#define SL_SHA256_BYTES 32
#define SL_SHA256_BLOCK_BYTES 64

/* Initial state and round constants, for those who look inside a compression. */
extern const uint32_t sl_sha256_iv[8];
extern const uint32_t sl_sha256_k[64];

/* state = compression of state and one block (64 bytes), or of blocks_n blocks one after the other. */
void sl_sha256_compress(uint32_t state[8], const uint8_t block[SL_SHA256_BLOCK_BYTES]);
void sl_sha256_compress_n(uint32_t state[8], const uint8_t *blocks, size_t blocks_n);

typedef struct sl_sha256 {
    uint32_t state[8];
    uint64_t bytes; /* so far */
    uint8_t block[SL_SHA256_BLOCK_BYTES];
} sl_sha256;

void sl_sha256_init(sl_sha256 *ctx);
void sl_sha256_update(sl_sha256 *ctx, const void *data, size_t data_bytes);
/* Leaves the context as after sl_sha256_init. */
void sl_sha256_final(sl_sha256 *ctx, uint8_t out[SL_SHA256_BYTES]);

/* All at once. */
void sl_sha256_digest(uint8_t out[SL_SHA256_BYTES], const void *data, size_t data_bytes);

/*
 * Clears the top two bits of byte 31: the digest becomes a field element in little-endian bytes (spec 3.6, 4.5, 4.6).
 */
SL_INLINE void sl_sha256_trim(uint8_t digest[SL_SHA256_BYTES]) {
    digest[SL_SHA256_BYTES - 1] &= 0x3f;
}
/* Inner node of TreeD: trimmed SHA-256 of left | right. out may be left or right. */
void sl_sha256_node(uint8_t out[SL_SHA256_BYTES], const uint8_t left[SL_SHA256_BYTES],
                    const uint8_t right[SL_SHA256_BYTES]);

#endif
