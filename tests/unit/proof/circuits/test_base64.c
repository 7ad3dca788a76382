// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"
#include "proof/circuits/inputs/base64.h"

static sluice_error err;

SL_TEST(rfc4648) {
    static const char *const cases[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"},
                                           {"\xfb\xff\xbf", "+/+/"}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        uint8_t out[16];
        size_t n;
        SL_CHECK_OK(sl_base64_decode(out, &n, (const uint8_t *)cases[i][1], strlen(cases[i][1]), &err));
        SL_CHECK(n == strlen(cases[i][0]) && n <= sl_base64_bytes_max(strlen(cases[i][1])));
        SL_CHECK_MEM(out, cases[i][0], n);
    }
}

SL_TEST(in_place) {
    uint8_t text[] = "Zm9vYmFy";
    size_t n;
    SL_CHECK_OK(sl_base64_decode(text, &n, text, 8, &err));
    SL_CHECK(n == 6);
    SL_CHECK_MEM(text, "foobar", 6);
}

SL_TEST(refused) {
    static const char *const bad[][2] = {
        {"Zg", "multiple of 4"},
        {"Zg=", "multiple of 4"},
        {"Zm9v=", "multiple of 4"},
        {"=", "multiple of 4"},
        {"====", "character 0"},
        {"Z===", "character 1"},
        {"Zg==Zg==", "character 2"},
        {"Zm8=Zm9v", "character 3"},
        {"Zm9-", "character 3"},
        {"Zm_v", "character 2"},
        {"Zm9\n", "character 3"},
        {" Zm9", "character 0"},
        {"Zm9v\xff\xff\xff\xff", "character 4"},
        {"Zh==", "zero bits"},
        {"Zm9=", "zero bits"},
        {"Zm=v", "character 2"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        uint8_t out[16];
        size_t n;
        SL_CHECK_MSG(sl_base64_decode(out, &n, (const uint8_t *)bad[i][0], strlen(bad[i][0]), &err) == SLUICE_E_INPUT,
                     "%s", bad[i][0]);
        SL_CHECK_MSG(strstr(err.text, bad[i][1]) != NULL, "%s: %s", bad[i][0], err.text);
    }
}
