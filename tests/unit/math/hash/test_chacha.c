// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/chacha.h"

#include "harness/test.h"

/* RFC 8439 section 2.3.2: block 1. */
SL_TEST(rfc8439_block) {
    uint8_t key[32], got[64], want[64];
    for (int i = 0; i < 32; i++) {
        key[i] = (uint8_t)i;
    }
    const uint8_t nonce[12] = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0};
    sl_test_unhex(want, 64,
                  "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                  "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
    sl_chacha ctx;
    sl_chacha20_init(&ctx, key, nonce);
    sl_chacha_bytes(&ctx, got, 64);
    SL_CHECK(memcmp(got, want, 64) != 0);
    sl_chacha_bytes(&ctx, got, 64);
    SL_CHECK_MEM(got, want, 64);
    sl_chacha20_seek(&ctx, 64 + 7);
    sl_chacha_bytes(&ctx, got, 57);
    SL_CHECK_MEM(got, want + 7, 57);
}

SL_TEST(seek_equals_reading) {
    uint8_t key[32], nonce[12], stream[700], got[33];
    sl_test_bytes(key, sizeof key);
    sl_test_bytes(nonce, sizeof nonce);
    sl_chacha ctx;
    sl_chacha20_init(&ctx, key, nonce);
    sl_chacha_bytes(&ctx, stream, sizeof stream);
    for (size_t at = 0; at + sizeof got <= sizeof stream; at++) {
        sl_chacha20_seek(&ctx, at);
        sl_chacha_bytes(&ctx, got, sizeof got);
        SL_CHECK_MSG(memcmp(got, stream + at, sizeof got) == 0, "offset %zu", at);
    }
    /* The last block of all is still there. */
    sl_chacha20_seek(&ctx, (UINT64_C(1) << 38) - 1);
    sl_chacha_bytes(&ctx, got, 1);
}

/* Key zero: the first two blocks (the first is also test case 1 of draft-strombergson-chacha-test-vectors). */
SL_TEST(chacha8_known) {
    const uint8_t key[32] = {0};
    uint8_t got[128], want[128];
    sl_test_unhex(want, 64,
                  "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
                  "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42");
    sl_test_unhex(want + 64, 64,
                  "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
                  "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa");
    sl_chacha ctx;
    sl_chacha8_init(&ctx, key);
    sl_chacha_bytes(&ctx, got, 3);
    sl_chacha_bytes(&ctx, got + 3, sizeof got - 3);
    SL_CHECK_MEM(got, want, sizeof want);
    sl_chacha8_init(&ctx, key);
    SL_CHECK_EQ_U64(sl_chacha_next_u64(&ctx), UINT64_C(0xd6405f892fef003e));
}

/* The counter of ChaCha8 carries into its upper word, that of ChaCha20 does not touch the nonce. */
SL_TEST(counters) {
    const uint8_t key[32] = {1}, nonce[12] = {0};
    sl_chacha ctx;
    uint8_t block[64];
    sl_chacha8_init(&ctx, key);
    ctx.state[12] = UINT32_MAX;
    sl_chacha_bytes(&ctx, block, 64);
    SL_CHECK(ctx.state[12] == 0 && ctx.state[13] == 1);
    sl_chacha20_init(&ctx, key, nonce);
    ctx.state[12] = UINT32_MAX;
    sl_chacha_bytes(&ctx, block, 64);
    SL_CHECK(ctx.state[12] == 0 && ctx.state[13] == 0);
}
