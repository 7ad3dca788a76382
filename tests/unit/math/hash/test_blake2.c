// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"
#include "math/hash/blake2b.h"
#include "math/hash/blake2s.h"
#include "math/hash/blake2s_paths.h"
#include "math/hash/sha256.h"

/* RFC 7693, appendices A and B. */
SL_TEST(rfc7693_abc) {
    uint8_t got[64], want[64];
    sl_blake2b_512(got, "abc", 3);
    sl_test_unhex(want, 64,
                  "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                  "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    SL_CHECK_MEM(got, want, 64);
    sl_blake2s_digest(got, "abc", 3);
    sl_test_unhex(want, 32, "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
    SL_CHECK_MEM(got, want, 32);
}

/* The messages of RFC 7693 appendix E: a Fibonacci-like generator seeded with the length. */
static void rfc_message(uint8_t *out, size_t n, uint32_t seed) {
    uint32_t a = 0xdead4bad * seed, b = 1;
    for (size_t i = 0; i < n; i++) {
        const uint32_t t = a + b;
        a = b;
        b = t;
        out[i] = (uint8_t)(t >> 24);
    }
}

/* RFC 7693 appendix E for BLAKE2b: outputs of 20, 32, 48 and 64 bytes, six lengths, without and with key. */
SL_TEST(rfc7693_self_test_2b) {
    static const size_t out_sizes[4] = {20, 32, 48, 64};
    static const size_t sizes[6] = {0, 3, 128, 129, 255, 1024};
    uint8_t message[1024], key[64], digest[64], got[32], want[32];
    sl_blake2b all, one;
    sl_blake2b_init(&all, 32, NULL, 0);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 6; j++) {
            rfc_message(message, sizes[j], (uint32_t)sizes[j]);
            rfc_message(key, out_sizes[i], (uint32_t)out_sizes[i]);
            for (size_t key_bytes = 0; key_bytes <= out_sizes[i]; key_bytes += out_sizes[i]) {
                sl_blake2b_init(&one, out_sizes[i], key, key_bytes);
                sl_blake2b_update(&one, message, sizes[j]);
                sl_blake2b_final(&one, digest);
                sl_blake2b_update(&all, digest, out_sizes[i]);
            }
        }
    }
    sl_blake2b_final(&all, got);
    sl_test_unhex(want, 32, "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
    SL_CHECK_MEM(got, want, 32);
}

static void digest_by_name(const char *name, const uint8_t *data, size_t n, uint8_t *out) {
    if (strcmp(name, "sha256") == 0) {
        sl_sha256_digest(out, data, n);
    } else if (strcmp(name, "blake2s") == 0) {
        sl_blake2s_digest(out, data, n);
    } else if (strcmp(name, "blake2b") == 0) {
        sl_blake2b_512(out, data, n);
    } else {
        SL_CHECK(strcmp(name, "keyed") == 0);
        static const char key[] = "a key of 17 bytes";
        sl_blake2b ctx;
        sl_blake2b_init(&ctx, 32, key, strlen(key));
        sl_blake2b_update(&ctx, data, n);
        sl_blake2b_final(&ctx, out);
    }
}

static void check_lengths(void) {
    static uint8_t data[10007];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(167 * i + 13 + i / 256);
    }
    size_t bytes;
    char *text = (char *)sl_test_vector_read("hash/lengths.txt", &bytes);
    int cases = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char name[16], hex[129];
        size_t n;
        if (line[0] == '#') {
            continue;
        }
        SL_CHECK(sscanf(line, "%15s %zu %128s", name, &n, hex) == 3 && n <= sizeof data);
        uint8_t got[64], want[64];
        sl_test_unhex(want, strlen(hex) / 2, hex);
        digest_by_name(name, data, n, got);
        SL_CHECK_MSG(memcmp(got, want, strlen(hex) / 2) == 0, "%s of %zu bytes", name, n);
        cases++;
    }
    SL_CHECK(cases == 4 * 28);
    free(text);
}

/* Lengths around block boundaries, against Python's hashlib (vectors/gen/hashes.py), in every way there is. */
SL_TEST(lengths) {
    check_lengths();
    sl_cpu_allow(SL_CPU_ALL & ~(uint32_t)SL_CPU_AVX512VL);
    check_lengths();
    sl_cpu_allow(0);
    check_lengths();
    sl_cpu_allow(SL_CPU_ALL);
}

SL_TEST(pieces_equal_whole) {
    uint8_t data[400];
    sl_test_bytes(data, sizeof data);
    sl_blake2s s;
    sl_blake2s_init(&s);
    for (size_t n = 0; n <= sizeof data; n++) {
        uint8_t whole[64], pieces[64];
        sl_blake2b b;
        sl_blake2b_init(&b, 64, NULL, 0);
        for (size_t at = 0; at < n;) {
            size_t piece = sl_test_u64() % 140;
            piece = piece < n - at ? piece : n - at;
            sl_blake2s_update(&s, data + at, piece);
            sl_blake2b_update(&b, data + at, piece);
            at += piece;
        }
        sl_blake2s_final(&s, pieces); /* and the context is fresh again */
        sl_blake2s_digest(whole, data, n);
        SL_CHECK_MSG(memcmp(whole, pieces, 32) == 0, "BLAKE2s, %zu bytes", n);
        sl_blake2b_final(&b, pieces);
        sl_blake2b_512(whole, data, n);
        SL_CHECK_MSG(memcmp(whole, pieces, 64) == 0, "BLAKE2b, %zu bytes", n);
    }
}

SL_TEST(paths_are_equal) {
#if defined(__x86_64__)
    if (!sl_cpu_has(SL_CPU_AVX2)) {
        SL_SKIP("no AVX2");
    }
    for (int i = 0; i < 1000; i++) {
        uint32_t portable[8], avx2[8], avx512[8];
        uint8_t blocks[1 + 5 * SL_BLAKE2S_BLOCK_BYTES]; /* read at an odd address */
        sl_test_edge_bytes(portable, sizeof portable);
        sl_test_edge_bytes(blocks, sizeof blocks);
        memcpy(avx2, portable, sizeof avx2);
        memcpy(avx512, portable, sizeof avx512);
        /* The counter also where its upper word, and all of it, wraps. */
        const uint64_t bytes = i % 3 == 0 ? sl_test_u64() : i % 3 == 1 ? UINT32_MAX - 100 : UINT64_MAX - 30;
        const uint32_t flag = i % 2 == 0 ? 0 : UINT32_MAX;
        sl_blake2s_compress_portable(portable, blocks + 1, (size_t)i % 6, bytes, flag);
        sl_blake2s_compress_avx2(avx2, blocks + 1, (size_t)i % 6, bytes, flag);
        SL_CHECK_MEM(portable, avx2, sizeof avx2);
        if (sl_cpu_has(SL_BLAKE2S_AVX512)) {
            sl_blake2s_compress_avx512(avx512, blocks + 1, (size_t)i % 6, bytes, flag);
            SL_CHECK_MEM(portable, avx512, sizeof avx512);
        }
    }
#else
    SL_SKIP("one path only");
#endif
}

/* The counter is 64 bits wide: a stream goes on past 2^32 bytes as the portable form with a large count does. */
SL_TEST(counter_beyond_32_bits) {
    uint8_t data[130];
    sl_test_bytes(data, sizeof data);
    sl_blake2s ctx;
    sl_blake2s_init(&ctx);
    ctx.bytes = (UINT64_C(1) << 32) - 64;
    uint32_t state[8];
    memcpy(state, ctx.state, sizeof state);
    sl_blake2s_update(&ctx, data, sizeof data);
    uint8_t got[32], want[32], last[64] = {data[128], data[129]};
    sl_blake2s_final(&ctx, got);
    sl_blake2s_compress_portable(state, data, 2, (UINT64_C(1) << 32) - 64, 0);
    sl_blake2s_compress_portable(state, last, 1, (UINT64_C(1) << 32) + 66 - 64, UINT32_MAX);
    memcpy(want, state, sizeof want);
    SL_CHECK_MEM(got, want, 32);
}
