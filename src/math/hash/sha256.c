// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/sha256.h"

#include "math/hash/bytes.h"
#include "math/hash/sha256_paths.h"

const uint32_t sl_sha256_iv[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

const uint32_t sl_sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

SL_INLINE uint32_t sigma_upper(uint32_t x, unsigned a, unsigned b, unsigned c) {
    return sl_rotr32(x, a) ^ sl_rotr32(x, b) ^ sl_rotr32(x, c);
}

SL_INLINE uint32_t sigma_lower(uint32_t x, unsigned a, unsigned b, unsigned shift) {
    return sl_rotr32(x, a) ^ sl_rotr32(x, b) ^ x >> shift;
}

/* Round i of a group of 16. Instead of moving a..h down by one, their places move: a is v[-i mod 8]. */
SL_INLINE void round_one(uint32_t v[8], int i, uint32_t k_plus_w) {
    const int at = 16 - i;
    const uint32_t a = v[at % 8], b = v[(at + 1) % 8], c = v[(at + 2) % 8];
    const uint32_t e = v[(at + 4) % 8], f = v[(at + 5) % 8], g = v[(at + 6) % 8];
    const uint32_t ch = g ^ (e & (f ^ g));
    const uint32_t maj = (a & b) | (c & (a | b));
    const uint32_t t = v[(at + 7) % 8] + sigma_upper(e, 6, 11, 25) + ch + k_plus_w;
    v[(at + 3) % 8] += t;
    v[(at + 7) % 8] = t + sigma_upper(a, 2, 13, 22) + maj;
}

static void compress_one(uint32_t state[8], const uint8_t block[SL_SHA256_BLOCK_BYTES]) {
    uint32_t w[16], v[8];
    memcpy(v, state, sizeof v);
    SL_UNROLL
    for (int i = 0; i < 16; i++) {
        w[i] = sl_load32_be(block + 4 * i);
        round_one(v, i, sl_sha256_k[i] + w[i]);
    }
    for (int group = 16; group < 64; group += 16) {
        SL_UNROLL
        for (int i = 0; i < 16; i++) {
            w[i] +=
                sigma_lower(w[(i + 1) % 16], 7, 18, 3) + w[(i + 9) % 16] + sigma_lower(w[(i + 14) % 16], 17, 19, 10);
            round_one(v, i, sl_sha256_k[group + i] + w[i]);
        }
    }
    for (int i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

void sl_sha256_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t blocks_n) {
    for (size_t i = 0; i < blocks_n; i++) {
        compress_one(state, blocks + i * SL_SHA256_BLOCK_BYTES);
    }
}

void sl_sha256_compress_n(uint32_t state[8], const uint8_t *blocks, size_t blocks_n) {
#if defined(__x86_64__)
    if (sl_cpu_has(SL_SHA256_SHANI)) {
        sl_sha256_compress_shani(state, blocks, blocks_n);
        return;
    }
#endif
    sl_sha256_compress_portable(state, blocks, blocks_n);
}

void sl_sha256_compress(uint32_t state[8], const uint8_t block[SL_SHA256_BLOCK_BYTES]) {
    sl_sha256_compress_n(state, block, 1);
}

void sl_sha256_init(sl_sha256 *ctx) {
    memcpy(ctx->state, sl_sha256_iv, sizeof ctx->state);
    ctx->bytes = 0;
}

void sl_sha256_update(sl_sha256 *ctx, const void *data, size_t data_bytes) {
    if (data_bytes == 0) {
        return;
    }
    const uint8_t *in = data;
    const size_t used = ctx->bytes % SL_SHA256_BLOCK_BYTES;
    ctx->bytes += data_bytes;
    if (used > 0) {
        const size_t room = SL_SHA256_BLOCK_BYTES - used;
        const size_t n = data_bytes < room ? data_bytes : room;
        memcpy(ctx->block + used, in, n);
        if (n < room) {
            return;
        }
        sl_sha256_compress(ctx->state, ctx->block);
        in += n;
        data_bytes -= n;
    }
    const size_t blocks_n = data_bytes / SL_SHA256_BLOCK_BYTES;
    sl_sha256_compress_n(ctx->state, in, blocks_n);
    memcpy(ctx->block, in + blocks_n * SL_SHA256_BLOCK_BYTES, data_bytes % SL_SHA256_BLOCK_BYTES);
}

/* The last one or two blocks: tail, a one bit, zeros, length in bits. */
static void state_finish(uint32_t state[8], const uint8_t *tail, uint64_t bytes, uint8_t out[SL_SHA256_BYTES]) {
    uint8_t last[2 * SL_SHA256_BLOCK_BYTES] = {0};
    const size_t used = bytes % SL_SHA256_BLOCK_BYTES;
    if (used > 0) {
        memcpy(last, tail, used);
    }
    last[used] = 0x80;
    const size_t blocks_n = used < SL_SHA256_BLOCK_BYTES - 8 ? 1 : 2;
    sl_store64_be(last + blocks_n * SL_SHA256_BLOCK_BYTES - 8, 8 * bytes);
    sl_sha256_compress_n(state, last, blocks_n);
    for (int i = 0; i < 8; i++) {
        sl_store32_be(out + 4 * i, state[i]);
    }
}

void sl_sha256_final(sl_sha256 *ctx, uint8_t out[SL_SHA256_BYTES]) {
    state_finish(ctx->state, ctx->block, ctx->bytes, out);
    sl_sha256_init(ctx);
}

void sl_sha256_digest(uint8_t out[SL_SHA256_BYTES], const void *data, size_t data_bytes) {
    uint32_t state[8];
    memcpy(state, sl_sha256_iv, sizeof state);
    const uint8_t *in = data;
    const size_t blocks_n = data_bytes / SL_SHA256_BLOCK_BYTES;
    if (blocks_n > 0) {
        sl_sha256_compress_n(state, in, blocks_n);
        in += blocks_n * SL_SHA256_BLOCK_BYTES;
    }
    state_finish(state, in, data_bytes, out);
}

void sl_sha256_node(uint8_t out[SL_SHA256_BYTES], const uint8_t left[SL_SHA256_BYTES],
                    const uint8_t right[SL_SHA256_BYTES]) {
    uint8_t both[2 * SL_SHA256_BYTES];
    memcpy(both, left, SL_SHA256_BYTES);
    memcpy(both + SL_SHA256_BYTES, right, SL_SHA256_BYTES);
    sl_sha256_digest(out, both, sizeof both);
    sl_sha256_trim(out);
}
