// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * BLAKE2s of several messages side by side, one message in each 32-bit lane of the vectors; included by a unit for
 * each instruction set after it has defined LANES, vec, vec_add, vec_xor, vec_set1, vec_load, vec_store, vec_ror (by
 * 16, 12, 8, 7) and vec_low32, vec_low64, vec_high32, vec_high64 (words or pairs of words in turns from the low, the
 * high half of each 128 bits of two). block_load follows in the unit.
 */
#include <string.h>

#include "math/hash/blake2_sigma.h"
#include "math/hash/blake2s_paths.h"

/* The 16 words of a block of all messages, word i of them in m[i]; `stride` bytes from message to message. */
SL_INLINE void block_load(vec m[16], const uint8_t *block, size_t stride);

/* The 128 bits q of b[4g + j]: word 4q + j of messages 4g .. 4g + 3, of what a vec holds of each from `block` on. */
SL_INLINE void fours_load(vec b[LANES], const uint8_t *block, size_t stride) {
    vec a[LANES];
    SL_UNROLL
    for (int i = 0; i < LANES / 2; i++) {
        const vec even = vec_load(block + (size_t)(2 * i) * stride);
        const vec odd = vec_load(block + (size_t)(2 * i + 1) * stride);
        a[2 * i] = vec_low32(even, odd);
        a[2 * i + 1] = vec_high32(even, odd);
    }
    SL_UNROLL
    for (int g = 0; g < LANES; g += 4) {
        b[g] = vec_low64(a[g], a[g + 2]);
        b[g + 1] = vec_high64(a[g], a[g + 2]);
        b[g + 2] = vec_low64(a[g + 1], a[g + 3]);
        b[g + 3] = vec_high64(a[g + 1], a[g + 3]);
    }
}

SL_INLINE void lanes_mix(vec v[16], int a, int b, int c, int d, vec x, vec y) {
    v[a] = vec_add(vec_add(v[a], x), v[b]);
    v[d] = vec_ror16(vec_xor(v[d], v[a]));
    v[c] = vec_add(v[c], v[d]);
    v[b] = vec_ror12(vec_xor(v[b], v[c]));
    v[a] = vec_add(vec_add(v[a], y), v[b]);
    v[d] = vec_ror8(vec_xor(v[d], v[a]));
    v[c] = vec_add(v[c], v[d]);
    v[b] = vec_ror7(vec_xor(v[b], v[c]));
}

SL_INLINE void lanes_compress(vec state[8], const uint8_t *block, size_t stride, uint32_t bytes, uint32_t flag) {
    vec m[16];
    vec v[16];
    block_load(m, block, stride);
    SL_UNROLL
    for (int i = 0; i < 8; i++) {
        v[i] = state[i];
        v[8 + i] = vec_set1(sl_blake2s_iv[i]);
    }
    v[12] = vec_xor(v[12], vec_set1(bytes));
    v[14] = vec_xor(v[14], vec_set1(flag));
    SL_UNROLL
    for (int r = 0; r < 10; r++) {
        const uint8_t *s = sl_blake2_sigma[r];
        lanes_mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        lanes_mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        lanes_mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        lanes_mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        lanes_mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        lanes_mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        lanes_mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        lanes_mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    SL_UNROLL
    for (int i = 0; i < 8; i++) {
        state[i] = vec_xor(state[i], vec_xor(v[i], v[8 + i]));
    }
}

/* Messages of the same number of bytes below 2^32, a multiple of the block, one after the other. */
SL_INLINE void lanes_digest(uint8_t *digests, const uint8_t *data, size_t bytes) {
    vec state[8];
    for (int i = 0; i < 8; i++) {
        /* Parameter block: 32 bytes of output, no key, fanout and depth 1. */
        state[i] = vec_set1(sl_blake2s_iv[i] ^ (i == 0 ? 0x01010000 ^ SL_BLAKE2S_BYTES : 0));
    }
    for (size_t at = 0; at < bytes; at += SL_BLAKE2S_BLOCK_BYTES) {
        const size_t end = at + SL_BLAKE2S_BLOCK_BYTES;
        lanes_compress(state, data + at, bytes, (uint32_t)end, end == bytes ? UINT32_MAX : 0);
    }
    uint32_t words[8][LANES];
    for (int i = 0; i < 8; i++) {
        vec_store(words[i], state[i]);
    }
    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < 8; i++) {
            memcpy(digests + lane * SL_BLAKE2S_BYTES + 4 * i, &words[i][lane], 4); /* little-endian, as x86 is */
        }
    }
}
