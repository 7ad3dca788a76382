// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/chacha.h"

#include "core/base/error.h"
#include "math/hash/bytes.h"

SL_INLINE void quarter_round(uint32_t v[16], int a, int b, int c, int d) {
    v[a] += v[b];
    v[d] = sl_rotl32(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = sl_rotl32(v[b] ^ v[c], 12);
    v[a] += v[b];
    v[d] = sl_rotl32(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = sl_rotl32(v[b] ^ v[c], 7);
}

/* Makes the block of the current counter and steps the counter: 64 bits for ChaCha8, 32 for ChaCha20. */
static void block_next(sl_chacha *ctx) {
    uint32_t v[16];
    memcpy(v, ctx->state, sizeof v);
    for (unsigned i = 0; i < ctx->rounds; i += 2) {
        quarter_round(v, 0, 4, 8, 12);
        quarter_round(v, 1, 5, 9, 13);
        quarter_round(v, 2, 6, 10, 14);
        quarter_round(v, 3, 7, 11, 15);
        quarter_round(v, 0, 5, 10, 15);
        quarter_round(v, 1, 6, 11, 12);
        quarter_round(v, 2, 7, 8, 13);
        quarter_round(v, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) {
        sl_store32_le(ctx->block + 4 * i, v[i] + ctx->state[i]);
    }
    ctx->used = 0;
    ctx->state[12]++;
    if (ctx->rounds == 8 && ctx->state[12] == 0) {
        ctx->state[13]++;
    }
}

static void init(sl_chacha *ctx, unsigned rounds, const uint8_t key[SL_CHACHA_KEY_BYTES]) {
    /* "expand 32-byte k" */
    *ctx = (sl_chacha){.state = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, .rounds = rounds};
    for (int i = 0; i < 8; i++) {
        ctx->state[4 + i] = sl_load32_le(key + 4 * i);
    }
    ctx->used = SL_CHACHA_BLOCK_BYTES;
}

void sl_chacha20_init(sl_chacha *ctx, const uint8_t key[SL_CHACHA_KEY_BYTES],
                      const uint8_t nonce[SL_CHACHA_NONCE_BYTES]) {
    init(ctx, 20, key);
    for (int i = 0; i < 3; i++) {
        ctx->state[13 + i] = sl_load32_le(nonce + 4 * i);
    }
}

void sl_chacha20_seek(sl_chacha *ctx, uint64_t offset) {
    SL_ASSERT(ctx->rounds == 20 && offset < UINT64_C(1) << 38);
    ctx->state[12] = (uint32_t)(offset / SL_CHACHA_BLOCK_BYTES);
    block_next(ctx);
    ctx->used = offset % SL_CHACHA_BLOCK_BYTES;
}

void sl_chacha8_init(sl_chacha *ctx, const uint8_t key[SL_CHACHA_KEY_BYTES]) {
    init(ctx, 8, key);
}

void sl_chacha_bytes(sl_chacha *ctx, void *out, size_t n) {
    uint8_t *to = out;
    while (n > 0) {
        if (ctx->used == SL_CHACHA_BLOCK_BYTES) {
            block_next(ctx);
        }
        const size_t left = SL_CHACHA_BLOCK_BYTES - ctx->used;
        const size_t take = n < left ? n : left;
        memcpy(to, ctx->block + ctx->used, take);
        ctx->used += take;
        to += take;
        n -= take;
    }
}

uint64_t sl_chacha_next_u64(sl_chacha *ctx) {
    uint8_t bytes[8];
    sl_chacha_bytes(ctx, bytes, sizeof bytes);
    return sl_load64_le(bytes);
}
