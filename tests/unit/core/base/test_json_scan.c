// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/json_scan.h"
#include "harness/test.h"

static sluice_error err;

static sl_scan scan(const char *text) {
    sl_scan j;
    sl_scan_start(&j, (const uint8_t *)text, strlen(text));
    return j;
}

typedef struct pair {
    uint64_t a, b;
    char name[16];
} pair;

static const char *const pair_keys[] = {"a", "b", "name"};

static sluice_status pair_field(void *ctx, sl_scan *j, unsigned key, sluice_error *e) {
    pair *const out = ctx;
    if (key == 2) {
        sl_scan_text text;
        SL_TRY(sl_scan_text_next(j, &text, e));
        return sl_scan_text_copy(j, text, out->name, sizeof out->name, e);
    }
    return sl_scan_u64(j, key == 0 ? UINT64_MAX : 255, key == 0 ? &out->a : &out->b, e);
}

static sluice_status pair_read(const char *text, pair *out) {
    sl_scan j = scan(text);
    *out = (pair){0};
    SL_TRY(sl_scan_object(&j, pair_keys, 3, 1u << 2, pair_field, out, &err));
    return sl_scan_finish(&j, &err);
}

SL_TEST(objects) {
    pair p;
    SL_CHECK_OK(pair_read(" {\"b\": 7 ,\t\"x\":[1,{\"a\":2}],\n\"a\":18446744073709551615 } ", &p));
    SL_CHECK(p.a == UINT64_MAX && p.b == 7);
    SL_CHECK_OK(pair_read("{\"\\u0061\":1,\"b\":255,\"name\":\"\\u00e9\\ud83d\\ude00\\n\\/\"}", &p));
    SL_CHECK(p.a == 1 && p.b == 255);
    SL_CHECK(strcmp(p.name, "\xc3\xa9\xf0\x9f\x98\x80\n/") == 0);
}

SL_TEST(objects_refused) {
    // The text and what the error must say.
    static const char *const bad[][2] = {
        {"", "found the end"},
        {"{", "found the end"},
        {"{\"a\":1,\"b\":2", "found the end"},
        {"{\"a\":1}", "expected key \"b\""},
        {"{}", "expected key \"a\""},
        {"{\"a\":1,\"b\":2,\"a\":3}", "expected key \"a\" once"},
        {"{\"a\":1,\"b\":2,\"\\u0061\":3}", "expected key \"a\" once"},
        {"{\"a\":1,\"b\":2,}", "expected a key"},
        {"{\"a\":1 \"b\":2}", "expected ',' or '}'"},
        {"{\"a\" 1}", "expected ':'"},
        {"{a:1}", "expected a key"},
        {"[1,2]", "expected '{'"},
        {"{\"a\":1,\"b\":2} 3", "nothing after"},
        {"{\"a\":1,\"b\":256}", "b: expected an integer 0 to 255, found 256"},
        {"{\"a\":18446744073709551616,\"b\":2}", "a: expected an integer"},
        {"{\"a\":99999999999999999999999,\"b\":2}", "a: expected an integer"},
        {"{\"a\":-1,\"b\":2}", "a: expected an integer"},
        {"{\"a\":1.0,\"b\":2}", "a: expected an integer"},
        {"{\"a\":1e0,\"b\":2}", "a: expected an integer"},
        {"{\"a\":01,\"b\":2}", "a: expected an integer"},
        {"{\"a\":null,\"b\":2}", "a: expected an integer"},
        {"{\"a\":\"1\",\"b\":2}", "a: expected an integer"},
        {"{\"a\":1,\"b\":2,\"name\":\"0123456789abcdef\"}", "name: expected a string of at most 15"},
        {"{\"a\":1,\"b\":2,\"name\":\"\\u0000\"}", "without NUL"},
        {"{\"a\":1,\"b\":2,\"name\":\"\\ud800\"}", "escape"},
        {"{\"a\":1,\"b\":2,\"name\":\"\\udc00\\ud800\"}", "escape"},
        {"{\"a\":1,\"b\":2,\"name\":\"\\u12\"}", "escape"},
        {"{\"a\":1,\"b\":2,\"name\":\"\\x\"}", "escape"},
        {"{\"a\":1,\"b\":2,\"name\":\"\t\"}", "control character"},
        {"{\"a\":1,\"b\":2,\"name\":\"x\\", "found the end"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        pair p;
        const sluice_status status = pair_read(bad[i][0], &p);
        SL_CHECK_MSG(status == SLUICE_E_INPUT || status == SLUICE_E_TRUNCATED, "%s", bad[i][0]);
        SL_CHECK_MSG(strstr(err.text, bad[i][1]) != NULL, "%s: %s", bad[i][0], err.text);
    }
}

SL_TEST(skip) {
    static const char *const good[] = {"null",
                                       "true",
                                       "false",
                                       "0",
                                       "-0.5e+7",
                                       "1E9",
                                       "\"a\\\"b\"",
                                       "[]",
                                       "{}",
                                       "[[],{},[{\"a\":[1,2,{}]}]]",
                                       "{\"a\":{\"b\":[]},\"c\":null}",
                                       " [ 1 , 2 ] "};
    for (size_t i = 0; i < SL_ARRAY_N(good); i++) {
        sl_scan j = scan(good[i]);
        SL_CHECK_OK(sl_scan_skip(&j, &err));
        SL_CHECK_OK(sl_scan_finish(&j, &err));
    }
    static const char *const bad[] = {"",      "nul",  "tru",   "+1", "-",  "01",      "1.",       "1e",
                                      ".5",    "[1,]", "[1 2]", "[",  "[1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
                                      "{1:2}", "]",    "[}",    "{]", "\"", "\"\\q\"", "[1}",      "{\"a\":1]"};
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        sl_scan j = scan(bad[i]);
        SL_CHECK_MSG(sl_scan_skip(&j, &err) != SLUICE_OK, "%s", bad[i]);
    }
}

SL_TEST(depth) {
    enum { DEEP = 10000 };
    static char text[2 * DEEP + 1];
    const size_t depths[] = {1, SL_SCAN_DEPTH_MAX, SL_SCAN_DEPTH_MAX + 1, DEEP};
    for (size_t i = 0; i < SL_ARRAY_N(depths); i++) {
        memset(text, '[', depths[i]);
        memset(text + depths[i], ']', depths[i]);
        text[2 * depths[i]] = 0;
        sl_scan j = scan(text);
        SL_CHECK_STATUS(sl_scan_skip(&j, &err), depths[i] <= SL_SCAN_DEPTH_MAX ? SLUICE_OK : SLUICE_E_INPUT);
    }
    SL_CHECK(strstr(err.text, "at most 128 open brackets") != NULL);
}

SL_TEST(bytes32) {
    uint8_t out[32];
    char text[600], *p = text;
    *p++ = '[';
    for (int i = 0; i < 32; i++) {
        p += snprintf(p, (size_t)(text + sizeof text - p),
                      i == 31      ? "%d]"
                      : i % 5 == 3 ? " %d ,"
                                   : "%d,",
                      i * 8 + (i == 31 ? 7 : 0));
    }
    sl_scan j = scan(text);
    SL_CHECK_OK(sl_scan_bytes32(&j, out, &err));
    SL_CHECK_OK(sl_scan_finish(&j, &err));
    for (int i = 0; i < 32; i++) {
        SL_CHECK(out[i] == i * 8 + (i == 31 ? 7 : 0));
    }
    for (size_t n = 0; n < strlen(text); n++) {
        sl_scan_start(&j, (const uint8_t *)text, n);
        SL_CHECK(sl_scan_bytes32(&j, out, &err) == SLUICE_E_TRUNCATED);
    }
    // Every way to spoil the tenth number, which is 72.
    static const char *const bad[] = {"256", "300", "-1", "07", "1.0", "1e1", "", "1000", "x", "\"1\"", "1,2", "null"};
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        char spoiled[640];
        const char *const at = strstr(text, "72,");
        (void)snprintf(spoiled, sizeof spoiled, "%.*s%s%s", (int)(at - text), text, bad[i], at + 2);
        j = scan(spoiled);
        SL_CHECK_MSG(sl_scan_bytes32(&j, out, &err) == SLUICE_E_INPUT, "%s", bad[i]);
    }
}

static sluice_status number_element(void *ctx, sl_scan *j, size_t i, sluice_error *e) {
    return sl_scan_u64(j, 99, (uint64_t *)ctx + i, e);
}

static sluice_status variant_field(void *ctx, sl_scan *j, unsigned key, sluice_error *e) {
    *(unsigned *)ctx = key;
    return sl_scan_null(j, e);
}

SL_TEST(arrays_and_enums) {
    uint64_t v[4];
    size_t n;
    sl_scan j = scan("[1, 2,3]");
    SL_CHECK_OK(sl_scan_array(&j, 0, 4, number_element, v, &n, &err));
    SL_CHECK(n == 3 && v[0] == 1 && v[2] == 3);
    j = scan("[]");
    SL_CHECK_OK(sl_scan_array(&j, 0, 4, number_element, v, &n, &err));
    SL_CHECK(n == 0);
    j = scan("[1,2,3,4,5]");
    SL_CHECK_STATUS(sl_scan_array(&j, 0, 4, number_element, v, &n, &err), SLUICE_E_INPUT);
    j = scan("[1,2]");
    SL_CHECK_STATUS(sl_scan_array(&j, 3, 4, number_element, v, &n, &err), SLUICE_E_INPUT);
    j = scan("[1,100]");
    SL_CHECK_STATUS(sl_scan_array(&j, 0, 4, number_element, v, &n, &err), SLUICE_E_INPUT);
    SL_CHECK(strcmp(err.text, "byte 3: [1]: expected an integer 0 to 99, found 100]") == 0);

    static const char *const variants[] = {"One", "Two"};
    unsigned which = 9;
    j = scan("{\"Two\":null}");
    SL_CHECK_OK(sl_scan_enum(&j, variants, 2, variant_field, &which, &err));
    SL_CHECK(which == 1);
    static const char *const bad[] = {
        "{}",          "{\"Three\":null}", "{\"One\":null,\"Two\":null}", "{\"One\":null,\"One\":null}",
        "{\"One\":0}", "\"One\"",          "{\"One\":null,\"x\":1}"};
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        j = scan(bad[i]);
        SL_CHECK_MSG(sl_scan_enum(&j, variants, 2, variant_field, &which, &err) == SLUICE_E_INPUT, "%s", bad[i]);
    }
}

SL_TEST(first_key) {
    static const char *const keys[] = {"a", "b"};
    unsigned key;
    sl_scan j = scan("{\"x\":[{\"a\":1}], \"b\":2, \"a\":3}");
    SL_CHECK_OK(sl_scan_first_key(&j, keys, 2, &key, &err));
    SL_CHECK(key == 1 && j.at == j.start);
    j = scan("{\"x\":1}");
    SL_CHECK_OK(sl_scan_first_key(&j, keys, 2, &key, &err));
    SL_CHECK(key == 2);
    j = scan("{}");
    SL_CHECK_OK(sl_scan_first_key(&j, keys, 2, &key, &err));
    SL_CHECK(key == 2);
    j = scan("{\"x\":1");
    SL_CHECK_STATUS(sl_scan_first_key(&j, keys, 2, &key, &err), SLUICE_E_TRUNCATED);
    j = scan("[]");
    SL_CHECK_STATUS(sl_scan_first_key(&j, keys, 2, &key, &err), SLUICE_E_INPUT);
}
