// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/blake2b.h"

#include "core/base/error.h"
#include "math/hash/blake2_sigma.h"
#include "math/hash/bytes.h"

static const uint64_t iv[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

SL_INLINE void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] = v[a] + x + v[b];
    v[d] = sl_rotr64(v[d] ^ v[a], 32);
    v[c] = v[c] + v[d];
    v[b] = sl_rotr64(v[b] ^ v[c], 24);
    v[a] = v[a] + y + v[b];
    v[d] = sl_rotr64(v[d] ^ v[a], 16);
    v[c] = v[c] + v[d];
    v[b] = sl_rotr64(v[b] ^ v[c], 63);
}

/* `bytes` counts the input up to and including this block. */
static void compress(uint64_t state[8], const uint8_t *block, uint64_t bytes, uint64_t flag) {
    uint64_t m[16], v[16];
    for (int i = 0; i < 16; i++) {
        m[i] = sl_load64_le(block + 8 * i);
    }
    memcpy(v, state, 8 * sizeof v[0]);
    memcpy(v + 8, iv, 8 * sizeof v[0]);
    v[12] ^= bytes;
    v[14] ^= flag;
    SL_UNROLL
    for (int r = 0; r < 12; r++) {
        const uint8_t *s = sl_blake2_sigma[r % 10];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (int i = 0; i < 8; i++) {
        state[i] ^= v[i] ^ v[i + 8];
    }
}

void sl_blake2b_init(sl_blake2b *ctx, size_t out_bytes, const void *key, size_t key_bytes) {
    SL_ASSERT(out_bytes >= 1 && out_bytes <= SL_BLAKE2B_MAX_BYTES && key_bytes <= SL_BLAKE2B_MAX_KEY_BYTES);
    memcpy(ctx->state, iv, sizeof ctx->state);
    /* Parameter block: sizes of output and key, fanout and depth 1. */
    ctx->state[0] ^= 0x01010000 ^ key_bytes << 8 ^ out_bytes;
    ctx->bytes = 0;
    ctx->used = 0;
    ctx->out_bytes = out_bytes;
    if (key_bytes > 0) {
        memset(ctx->block, 0, sizeof ctx->block);
        memcpy(ctx->block, key, key_bytes);
        ctx->used = SL_BLAKE2B_BLOCK_BYTES;
    }
}

void sl_blake2b_update(sl_blake2b *ctx, const void *data, size_t data_bytes) {
    const uint8_t *in = data;
    while (data_bytes > 0) {
        if (ctx->used == SL_BLAKE2B_BLOCK_BYTES) {
            ctx->bytes += SL_BLAKE2B_BLOCK_BYTES;
            compress(ctx->state, ctx->block, ctx->bytes, 0);
            ctx->used = 0;
        }
        if (ctx->used == 0) {
            /* Whole blocks straight from the input, but for the last. */
            for (; data_bytes > SL_BLAKE2B_BLOCK_BYTES; data_bytes -= SL_BLAKE2B_BLOCK_BYTES) {
                ctx->bytes += SL_BLAKE2B_BLOCK_BYTES;
                compress(ctx->state, in, ctx->bytes, 0);
                in += SL_BLAKE2B_BLOCK_BYTES;
            }
        }
        const size_t room = SL_BLAKE2B_BLOCK_BYTES - ctx->used;
        const size_t n = data_bytes < room ? data_bytes : room;
        memcpy(ctx->block + ctx->used, in, n);
        ctx->used += n;
        in += n;
        data_bytes -= n;
    }
}

void sl_blake2b_final(sl_blake2b *ctx, uint8_t *out) {
    memset(ctx->block + ctx->used, 0, SL_BLAKE2B_BLOCK_BYTES - ctx->used);
    compress(ctx->state, ctx->block, ctx->bytes + ctx->used, UINT64_MAX);
    uint8_t digest[SL_BLAKE2B_MAX_BYTES];
    for (int i = 0; i < 8; i++) {
        sl_store64_le(digest + 8 * i, ctx->state[i]);
    }
    memcpy(out, digest, ctx->out_bytes);
}

void sl_blake2b_512(uint8_t out[SL_BLAKE2B_MAX_BYTES], const void *data, size_t data_bytes) {
    sl_blake2b ctx;
    sl_blake2b_init(&ctx, SL_BLAKE2B_MAX_BYTES, NULL, 0);
    sl_blake2b_update(&ctx, data, data_bytes);
    sl_blake2b_final(&ctx, out);
}
