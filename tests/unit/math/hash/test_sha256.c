// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/sha256.h"

#include "harness/test.h"
#include "math/hash/sha256_paths.h"

static void check_text(const char *text, const char *want_hex) {
    uint8_t got[SL_SHA256_BYTES], want[SL_SHA256_BYTES];
    sl_test_unhex(want, sizeof want, want_hex);
    sl_sha256_digest(got, text, strlen(text));
    SL_CHECK_MSG(memcmp(got, want, sizeof got) == 0, "SHA-256 of \"%s\"", text);
}

/* The examples that accompany FIPS 180-4. */
SL_TEST(fips_examples) {
    check_text("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_text("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_text(
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
        "nopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    char *million = malloc(1000001);
    SL_CHECK(million != NULL);
    memset(million, 'a', 1000000);
    million[1000000] = 0;
    check_text(million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

/* Every length up to four blocks, in random pieces (empty ones too), against the digest all at once. */
SL_TEST(pieces_equal_whole) {
    uint8_t data[256];
    sl_test_bytes(data, sizeof data);
    sl_sha256 ctx;
    sl_sha256_init(&ctx);
    for (size_t n = 0; n <= sizeof data; n++) {
        uint8_t whole[SL_SHA256_BYTES], pieces[SL_SHA256_BYTES];
        sl_sha256_digest(whole, data, n);
        for (size_t at = 0; at < n;) {
            size_t piece = sl_test_u64() % 70;
            piece = piece < n - at ? piece : n - at;
            sl_sha256_update(&ctx, data + at, piece);
            at += piece;
        }
        sl_sha256_final(&ctx, pieces); /* and the context is fresh again */
        SL_CHECK_MSG(memcmp(whole, pieces, sizeof whole) == 0, "%zu bytes", n);
    }
    sl_sha256_update(&ctx, NULL, 0);
    uint8_t got[SL_SHA256_BYTES], want[SL_SHA256_BYTES];
    sl_sha256_final(&ctx, got);
    sl_sha256_digest(want, NULL, 0);
    SL_CHECK_MEM(got, want, sizeof got);
}

SL_TEST(paths_are_equal) {
#if defined(__x86_64__)
    if (!sl_cpu_has(SL_SHA256_SHANI)) {
        SL_SKIP("no SHA instructions");
    }
    for (int i = 0; i < 1000; i++) {
        uint32_t portable[8], shani[8];
        uint8_t blocks[1 + 5 * SL_SHA256_BLOCK_BYTES]; /* read at an odd address */
        sl_test_edge_bytes(portable, sizeof portable);
        sl_test_edge_bytes(blocks, sizeof blocks);
        memcpy(shani, portable, sizeof shani);
        sl_sha256_compress_portable(portable, blocks + 1, (size_t)i % 6);
        sl_sha256_compress_shani(shani, blocks + 1, (size_t)i % 6);
        SL_CHECK_MEM(portable, shani, sizeof shani);
    }
#else
    SL_SKIP("one path only");
#endif
}

SL_TEST(compress_is_the_digest_of_a_block) {
    /* "abc" padded by hand. */
    uint8_t block[SL_SHA256_BLOCK_BYTES] = {'a', 'b', 'c', 0x80};
    block[63] = 24;
    uint32_t state[8];
    memcpy(state, sl_sha256_iv, sizeof state);
    sl_sha256_compress(state, block);
    SL_CHECK(state[0] == 0xba7816bf && state[7] == 0xf20015ad);
    sl_sha256_compress_portable(memcpy(state, sl_sha256_iv, sizeof state), block, 1);
    SL_CHECK(state[0] == 0xba7816bf && state[7] == 0xf20015ad);
}

/* TreeD nodes of the reference implementation; the output may be one of the inputs. */
SL_TEST(nodes) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read("primitives/sha256_nodes.txt", &bytes);
    int n = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (line[0] == '#') {
            continue;
        }
        char hex[3][65];
        SL_CHECK(sscanf(line, "%64s %64s %64s", hex[0], hex[1], hex[2]) == 3);
        uint8_t left[32], right[32], want[32];
        sl_test_unhex(left, 32, hex[0]);
        sl_test_unhex(right, 32, hex[1]);
        sl_test_unhex(want, 32, hex[2]);
        uint8_t got[32];
        sl_sha256_node(got, left, right);
        SL_CHECK_MEM(got, want, 32);
        sl_sha256_node(right, left, right);
        SL_CHECK_MEM(right, want, 32);
        n++;
    }
    SL_CHECK(n == 6);
    free(text);
    uint8_t ones[32];
    memset(ones, 0xff, sizeof ones);
    sl_sha256_trim(ones);
    SL_CHECK(ones[31] == 0x3f && ones[30] == 0xff);
}
