// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/blake2s_tree.h"

#include "math/hash/blake2s_paths.h"
#include "math/hash/bytes.h"

/* The digests of some whole pieces at the start of n; returns how many. */
static size_t pieces_side_by_side(uint8_t *digests, const uint8_t *data, size_t n) {
#if defined(__x86_64__)
    if (n >= 16 && sl_cpu_has(SL_BLAKE2S_AVX512)) {
        sl_blake2s_pieces16_avx512(digests, data, SL_BLAKE2S_PIECE_BYTES);
        return 16;
    }
    if (n >= 8 && sl_cpu_has(SL_CPU_AVX2)) {
        sl_blake2s_pieces8_avx2(digests, data, SL_BLAKE2S_PIECE_BYTES);
        return 8;
    }
#endif
    for (size_t i = 0; i < n; i++) {
        sl_blake2s_digest(digests + i * SL_BLAKE2S_BYTES, data + i * SL_BLAKE2S_PIECE_BYTES, SL_BLAKE2S_PIECE_BYTES);
    }
    return n;
}

void sl_blake2s_pieces(uint8_t *digests, const void *data, size_t data_bytes) {
    const uint8_t *in = data;
    size_t whole = data_bytes / SL_BLAKE2S_PIECE_BYTES;
    const size_t rest = data_bytes % SL_BLAKE2S_PIECE_BYTES;
    while (whole > 0) {
        const size_t done = pieces_side_by_side(digests, in, whole);
        digests += done * SL_BLAKE2S_BYTES;
        in += done * SL_BLAKE2S_PIECE_BYTES;
        whole -= done;
    }
    if (rest > 0) {
        sl_blake2s_digest(digests, in, rest);
    }
}

static void root_end(sl_blake2s *ctx, uint8_t out[SL_BLAKE2S_BYTES], uint64_t data_bytes) {
    uint8_t length[8];
    sl_store32_le(length, (uint32_t)data_bytes);
    sl_store32_le(length + 4, (uint32_t)(data_bytes >> 32));
    sl_blake2s_update(ctx, length, sizeof length);
    sl_blake2s_final(ctx, out);
}

void sl_blake2s_tree_root(uint8_t out[SL_BLAKE2S_BYTES], const uint8_t *digests, uint64_t data_bytes) {
    sl_blake2s ctx;
    sl_blake2s_init(&ctx);
    sl_blake2s_update(&ctx, digests, sl_blake2s_pieces_n(data_bytes) * SL_BLAKE2S_BYTES);
    root_end(&ctx, out, data_bytes);
}

void sl_blake2s_tree_digest(uint8_t out[SL_BLAKE2S_BYTES], const void *data, size_t data_bytes) {
    enum { PIECES = 64 };
    const uint8_t *in = data;
    sl_blake2s ctx;
    sl_blake2s_init(&ctx);
    for (size_t done = 0; done < data_bytes;) {
        uint8_t digests[PIECES * SL_BLAKE2S_BYTES];
        const size_t step = SL_MIN(PIECES * SL_BLAKE2S_PIECE_BYTES, data_bytes - done);
        sl_blake2s_pieces(digests, in + done, step);
        sl_blake2s_update(&ctx, digests, sl_blake2s_pieces_n(step) * SL_BLAKE2S_BYTES);
        done += step;
    }
    root_end(&ctx, out, data_bytes);
}
