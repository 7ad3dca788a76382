// SPDX-License-Identifier: MIT OR Apache-2.0
/* The tree digest: against Python's hashlib, against its definition, on every path. */
#include "harness/test.h"
#include "math/hash/blake2s_paths.h"
#include "math/hash/blake2s_tree.h"

enum { BYTES = 600000 };

static uint8_t *pattern(void) {
    uint8_t *data = malloc(BYTES + 1);
    SL_CHECK(data != NULL);
    for (size_t i = 0; i < BYTES; i++) {
        data[1 + i] = (uint8_t)(i * i + (i >> 8) * 7 + (i >> 15) * 31);
    }
    return data; /* the pattern stands at an odd address */
}

static void check_hex(const uint8_t digest[32], const char *want) {
    char hex[65];
    for (size_t i = 0; i < 32; i++) {
        (void)snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    }
    SL_CHECK_MSG(strcmp(hex, want) == 0, "expected %s, found %s", want, hex);
}

static void for_each_path(void (*check)(const uint8_t *data), const uint8_t *data) {
    static const uint32_t allowed[] = {SL_CPU_ALL, SL_CPU_ALL & ~(uint32_t)SL_CPU_AVX512F, 0};
    for (size_t i = 0; i < SL_ARRAY_N(allowed); i++) {
        sl_cpu_allow(allowed[i]);
        check(data);
    }
    sl_cpu_allow(SL_CPU_ALL);
}

static void check_known(const uint8_t *data) {
    static const struct {
        size_t n;
        const char *digest;
    } cases[] = {{0, "50dfdb12f464323c96af88ff5e8d90c5a1e7a04cdcf99d7cbcf9a271f08a766d"},
                 {BYTES, "494bde1b1a3ec4aa5f7e2226474c27b6f34343117b812c60a811ec3b96e36599"},
                 {32768, "0e75c29cb5d731e0f5f4f27d7e8e4221e2de345099da6517a89175c05e4c8ff3"},
                 {16 * 32768 + 1, "8b7180725dc7b976db967b9ad1df26388fe76e7a66e0d640ac58c61d61e4040f"}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        uint8_t digest[32];
        sl_blake2s_tree_digest(digest, data, cases[i].n);
        check_hex(digest, cases[i].digest);
    }
}

SL_TEST(known_digests) {
    uint8_t *data = pattern();
    for_each_path(check_known, data + 1);
    free(data);
}

/* Around the numbers of pieces that are hashed side by side. */
static void check_definition(const uint8_t *data) {
    static const size_t pieces[] = {0, 1, 7, 8, 9, 15, 16, 17, 18};
    for (size_t i = 0; i < SL_ARRAY_N(pieces); i++) {
        for (int extra = -1; extra <= 1; extra++) {
            const size_t n = pieces[i] * SL_BLAKE2S_PIECE_BYTES + (size_t)(pieces[i] > 0 || extra > 0 ? extra : 0);
            uint8_t digests[20 * 32 + 8];
            uint8_t want[32];
            uint8_t found[32];
            size_t used = 0;
            for (size_t at = 0; at < n; at += SL_BLAKE2S_PIECE_BYTES, used += 32) {
                sl_blake2s_digest(digests + used, data + at, SL_MIN(SL_BLAKE2S_PIECE_BYTES, n - at));
            }
            SL_CHECK_EQ_U64(used, 32 * sl_blake2s_pieces_n(n));
            uint8_t own[20 * 32];
            sl_blake2s_pieces(own, data, n);
            SL_CHECK(used == 0 || memcmp(own, digests, used) == 0);
            sl_blake2s_tree_root(want, digests, n);
            sl_blake2s_tree_digest(found, data, n);
            SL_CHECK_MEM(want, found, 32);
        }
    }
}

SL_TEST(pieces_side_by_side) {
    uint8_t *data = pattern();
    for_each_path(check_definition, data + 1);
    free(data);
}

/* Short pieces of edge bytes, lane by lane. */
SL_TEST(lanes_are_messages) {
#if defined(__x86_64__)
    for (int round = 0; round < 50; round++) {
        const size_t bytes = SL_BLAKE2S_BLOCK_BYTES * (size_t)(1 + round % 3);
        uint8_t data[16 * 3 * SL_BLAKE2S_BLOCK_BYTES];
        uint8_t want[16 * 32];
        uint8_t found[16 * 32];
        sl_test_edge_bytes(data, sizeof data);
        for (size_t i = 0; i < 16; i++) {
            sl_blake2s_digest(want + 32 * i, data + bytes * i, bytes);
        }
        if (sl_cpu_has(SL_CPU_AVX2)) {
            sl_blake2s_pieces8_avx2(found, data, bytes);
            SL_CHECK_MEM(want, found, sizeof want / 2);
        }
        if (sl_cpu_has(SL_BLAKE2S_AVX512)) {
            sl_blake2s_pieces16_avx512(found, data, bytes);
            SL_CHECK_MEM(want, found, sizeof want);
        }
    }
#else
    SL_SKIP("one path only");
#endif
}
