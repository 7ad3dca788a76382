// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/blake2s.h"

#include "math/hash/blake2_sigma.h"
#include "math/hash/blake2s_paths.h"
#include "math/hash/bytes.h"

const uint32_t sl_blake2s_iv[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

SL_INLINE void mix(uint32_t v[16], int a, int b, int c, int d, uint32_t x, uint32_t y) {
    v[a] = v[a] + x + v[b];
    v[d] = sl_rotr32(v[d] ^ v[a], 16);
    v[c] = v[c] + v[d];
    v[b] = sl_rotr32(v[b] ^ v[c], 12);
    v[a] = v[a] + y + v[b];
    v[d] = sl_rotr32(v[d] ^ v[a], 8);
    v[c] = v[c] + v[d];
    v[b] = sl_rotr32(v[b] ^ v[c], 7);
}

static void compress_one(uint32_t state[8], const uint8_t *block, uint64_t bytes, uint32_t flag) {
    uint32_t m[16], v[16];
    for (int i = 0; i < 16; i++) {
        m[i] = sl_load32_le(block + 4 * i);
    }
    memcpy(v, state, 8 * sizeof v[0]);
    memcpy(v + 8, sl_blake2s_iv, 8 * sizeof v[0]);
    v[12] ^= (uint32_t)bytes;
    v[13] ^= (uint32_t)(bytes >> 32);
    v[14] ^= flag;
    SL_UNROLL
    for (int r = 0; r < 10; r++) {
        const uint8_t *s = sl_blake2_sigma[r];
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

void sl_blake2s_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes,
                                  uint32_t flag) {
    for (size_t i = 0; i < blocks_n; i++) {
        bytes += SL_BLAKE2S_BLOCK_BYTES;
        compress_one(state, blocks + i * SL_BLAKE2S_BLOCK_BYTES, bytes, flag);
    }
}

static void compress(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes, uint32_t flag) {
#if defined(__x86_64__)
    if (sl_cpu_has(SL_BLAKE2S_AVX512)) {
        sl_blake2s_compress_avx512(state, blocks, blocks_n, bytes, flag);
        return;
    }
    if (sl_cpu_has(SL_CPU_AVX2)) {
        sl_blake2s_compress_avx2(state, blocks, blocks_n, bytes, flag);
        return;
    }
#endif
    sl_blake2s_compress_portable(state, blocks, blocks_n, bytes, flag);
}

void sl_blake2s_init(sl_blake2s *ctx) {
    memcpy(ctx->state, sl_blake2s_iv, sizeof ctx->state);
    /* Parameter block: 32 bytes of output, no key, fanout and depth 1. */
    ctx->state[0] ^= 0x01010000 ^ SL_BLAKE2S_BYTES;
    ctx->bytes = 0;
    ctx->used = 0;
}

void sl_blake2s_update(sl_blake2s *ctx, const void *data, size_t data_bytes) {
    const uint8_t *in = data;
    const size_t room = SL_BLAKE2S_BLOCK_BYTES - ctx->used;
    if (data_bytes > room) {
        if (ctx->used > 0) {
            memcpy(ctx->block + ctx->used, in, room);
            compress(ctx->state, ctx->block, 1, ctx->bytes, 0);
            ctx->bytes += SL_BLAKE2S_BLOCK_BYTES;
            ctx->used = 0;
            in += room;
            data_bytes -= room;
        }
        const size_t blocks_n = (data_bytes - 1) / SL_BLAKE2S_BLOCK_BYTES;
        compress(ctx->state, in, blocks_n, ctx->bytes, 0);
        ctx->bytes += blocks_n * SL_BLAKE2S_BLOCK_BYTES;
        in += blocks_n * SL_BLAKE2S_BLOCK_BYTES;
        data_bytes -= blocks_n * SL_BLAKE2S_BLOCK_BYTES;
    }
    if (data_bytes > 0) {
        memcpy(ctx->block + ctx->used, in, data_bytes);
        ctx->used += data_bytes;
    }
}

void sl_blake2s_final(sl_blake2s *ctx, uint8_t out[SL_BLAKE2S_BYTES]) {
    memset(ctx->block + ctx->used, 0, SL_BLAKE2S_BLOCK_BYTES - ctx->used);
    /* The counter steps by a block, so the start is taken back by what the last block lacks (modulo 2^64). */
    const uint64_t before = ctx->bytes + ctx->used - SL_BLAKE2S_BLOCK_BYTES;
    compress(ctx->state, ctx->block, 1, before, UINT32_MAX);
    for (int i = 0; i < 8; i++) {
        sl_store32_le(out + 4 * i, ctx->state[i]);
    }
    sl_blake2s_init(ctx);
}

void sl_blake2s_digest(uint8_t out[SL_BLAKE2S_BYTES], const void *data, size_t data_bytes) {
    sl_blake2s ctx;
    sl_blake2s_init(&ctx);
    sl_blake2s_update(&ctx, data, data_bytes);
    sl_blake2s_final(&ctx, out);
}
