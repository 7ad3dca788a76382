// SPDX-License-Identifier: MIT OR Apache-2.0
#include <math.h>

#include "core/base/json.h"
#include "harness/test.h"

/* A writer on memory; text_of closes it and gives what was written, without the last newline. */
static char *text;
static size_t text_bytes;

static void writer_open(sl_json *json) {
    FILE *f = open_memstream(&text, &text_bytes);
    SL_CHECK(f != NULL);
    sl_json_open(json, f);
}

static void writer_check(sl_json *json, const char *want) {
    sluice_error err;
    FILE *f = json->out;
    SL_CHECK_OK(sl_json_close(json, &err));
    SL_CHECK(fclose(f) == 0);
    SL_CHECK(text_bytes > 0 && text[text_bytes - 1] == '\n');
    text[text_bytes - 1] = 0;
    SL_CHECK_MSG(strcmp(text, want) == 0, "found %s, expected %s", text, want);
    free(text);
    text = NULL;
}

SL_TEST(nested_containers) {
    sl_json json;
    writer_open(&json);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "name", "porep-2KiB");
    sl_json_array_begin(&json, "stages");
    for (uint64_t i = 0; i < 2; i++) {
        sl_json_object_begin(&json, NULL);
        sl_json_u64(&json, "n", i);
        sl_json_array_begin(&json, "empty");
        sl_json_array_end(&json);
        sl_json_object_end(&json);
    }
    sl_json_i64(&json, NULL, INT64_MIN);
    sl_json_array_end(&json);
    sl_json_object_begin(&json, "o");
    sl_json_object_end(&json);
    sl_json_bool(&json, "yes", true);
    sl_json_bool(&json, "no", false);
    sl_json_null(&json, "none");
    sl_json_u64(&json, "max", UINT64_MAX);
    sl_json_hex(&json, "hex", (const uint8_t[]){0x00, 0xab, 0xff}, 3);
    sl_json_object_end(&json);
    writer_check(&json, "{\"name\":\"porep-2KiB\",\"stages\":[{\"n\":0,\"empty\":[]},{\"n\":1,\"empty\":[]},"
                        "-9223372036854775808],\"o\":{},\"yes\":true,\"no\":false,\"none\":null,"
                        "\"max\":18446744073709551615,\"hex\":\"00abff\"}");
}

SL_TEST(values_on_top_are_lines) {
    sl_json json;
    writer_open(&json);
    sl_json_u64(&json, NULL, 1);
    sl_json_object_begin(&json, NULL);
    sl_json_object_end(&json);
    sl_json_string(&json, NULL, NULL);
    writer_check(&json, "1\n{}\nnull");
}

static void string_check(const char *value, const char *want) {
    sl_json json;
    writer_open(&json);
    sl_json_string(&json, NULL, value);
    writer_check(&json, want);
}

SL_TEST(strings_are_escaped) {
    string_check("", "\"\"");
    string_check("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
    string_check("\n\r\t\b\f\x01\x1f\x7f", "\"\\n\\r\\t\\u0008\\u000c\\u0001\\u001f\\u007f\"");
    string_check("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    string_check("\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf", "\"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf\"");
}

SL_TEST(bytes_that_are_not_utf8_are_replaced) {
    string_check("\x80", "\"\\ufffd\"");                       /* continuation alone */
    string_check("\xff\xfe", "\"\\ufffd\\ufffd\"");            /* never in UTF-8 */
    string_check("\xc0\xaf", "\"\\ufffd\\ufffd\"");            /* overlong "/" */
    string_check("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\""); /* overlong */
    string_check("\xf0\x8f\xbf\xbf", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    string_check("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");            /* surrogate */
    string_check("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* beyond U+10FFFF */
    string_check("a\xc3", "\"a\\ufffd\"");                                /* cut by the end */
    string_check("\xe2\x82\"", "\"\\ufffd\\ufffd\\\"\"");                 /* cut by a quote */
}

SL_TEST(keys_are_escaped) {
    sl_json json;
    writer_open(&json);
    sl_json_object_begin(&json, NULL);
    sl_json_u64(&json, "a\"\n", 1);
    sl_json_object_end(&json);
    writer_check(&json, "{\"a\\\"\\n\":1}");
}

SL_TEST(floats_are_short_and_exact) {
    const struct {
        double value;
        const char *want;
    } cases[] = {{0, "0"},
                 {1.5, "1.5"},
                 {0.1, "0.1"},
                 {123456789.25, "123456789.25"},
                 {-2.5e-7, "-2.5e-07"},
                 {NAN, "null"},
                 {INFINITY, "null"},
                 {1.0 / 3, "0.3333333333333333"}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        sl_json json;
        writer_open(&json);
        sl_json_f64(&json, NULL, cases[i].value);
        writer_check(&json, cases[i].want);
    }
}

SL_TEST(a_failed_write_is_reported) {
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL) {
        SL_SKIP("no /dev/full");
    }
    sluice_error err;
    sl_json json;
    sl_json_open(&json, full);
    sl_json_u64(&json, NULL, 1);
    SL_CHECK_STATUS(sl_json_close(&json, &err), SLUICE_E_NO_SPACE);
    (void)fclose(full);
    /* Also when it failed long before the end. */
    full = fopen("/dev/full", "w");
    SL_CHECK(full != NULL && setvbuf(full, NULL, _IONBF, 0) == 0);
    sl_json_open(&json, full);
    sl_json_u64(&json, NULL, 1);
    const sluice_status status = sl_json_close(&json, NULL);
    SL_CHECK(status == SLUICE_E_NO_SPACE || status == SLUICE_E_OS);
    (void)fclose(full);
}

static void wrong_end(void *data) {
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_array_begin(&json, NULL);
    (void)data;
    sl_json_object_end(&json);
}

static void no_key(void *data) {
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_u64(&json, data, 1);
}

static void key_in_array(void *data) {
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_array_begin(&json, NULL);
    sl_json_u64(&json, data == NULL ? "k" : NULL, 1);
}

static void left_open(void *data) {
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_array_begin(&json, data);
    SL_CHECK_STATUS(sl_json_close(&json, NULL), SLUICE_OK);
}

static void too_deep(void *data) {
    sl_json json;
    sl_json_open(&json, stdout);
    for (int i = 0; i < SL_JSON_DEPTH_MAX; i++) {
        sl_json_array_begin(&json, data);
    }
}

SL_TEST(wrong_nesting_is_a_broken_caller) {
    SL_CHECK(sl_test_aborts(wrong_end, NULL));
    SL_CHECK(sl_test_aborts(no_key, NULL));
    SL_CHECK(sl_test_aborts(key_in_array, NULL));
    SL_CHECK(sl_test_aborts(left_open, NULL));
    SL_CHECK(sl_test_aborts(too_deep, NULL));
}
