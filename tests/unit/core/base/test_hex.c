// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/hex.h"
#include "harness/test.h"

SL_TEST(every_character) {
    for (unsigned c = 0; c < 256; c++) {
        int value = -1;
        for (int i = 0; i < 16; i++) {
            if (c == (unsigned)"0123456789abcdef"[i] || c == (unsigned)"0123456789ABCDEF"[i]) {
                value = i;
            }
        }
        SL_CHECK(sl_hex_digit(c) == value);
    }
}

SL_TEST(there_and_back) {
    uint8_t bytes[40], again[40];
    char text[81];
    sl_test_bytes(bytes, sizeof bytes);
    sl_hex_encode(text, bytes, sizeof bytes);
    SL_CHECK(strlen(text) == 80 && strspn(text, "0123456789abcdef") == 80);
    SL_CHECK(sl_hex_decode(again, sizeof again, text));
    SL_CHECK_MEM(again, bytes, sizeof bytes);
    SL_CHECK(sl_hex_decode(again, 2, "Ff0a") && again[0] == 0xff && again[1] == 0x0a);
    SL_CHECK(!sl_hex_decode(again, 2, "fff") && !sl_hex_decode(again, 1, "") && !sl_hex_decode(again, 1, "g0"));
    SL_CHECK(sl_hex_decode(again, 0, ""));
    sl_hex_encode(text, bytes, 0);
    SL_CHECK(text[0] == 0);
}
