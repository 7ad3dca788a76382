// SPDX-License-Identifier: MIT OR Apache-2.0
/* A strict reader of the program's JSON output, apart from the program's own: RFC 8259, names unique in an object. */
#ifndef SL_TESTS_CLI_JSON_TEXT_H
#define SL_TESTS_CLI_JSON_TEXT_H

#include "harness/test.h"

static inline const char *json_value_end(const char *at);

static inline const char *json_string_end(const char *at) {
    SL_CHECK_MSG(*at == '"', "expected a string: %.40s", at);
    for (at++; *at != '"'; at++) {
        SL_CHECK_MSG((unsigned char)*at >= 0x20, "control character or end in a string");
        if (*at == '\\') {
            at++;
            SL_CHECK_MSG(*at != 0 && strchr("\"\\/bfnrtu", *at) != NULL, "bad escape: %.10s", at);
            if (*at == 'u') {
                SL_CHECK(strspn(at + 1, "0123456789abcdefABCDEF") >= 4);
                at += 4;
            }
        }
    }
    return at + 1;
}

static inline const char *json_number_end(const char *at) {
    at += *at == '-';
    const size_t whole = strspn(at, "0123456789");
    SL_CHECK_MSG(whole == 1 || (whole > 1 && *at != '0'), "bad number: %.20s", at);
    at += whole;
    if (*at == '.') {
        const size_t fraction = strspn(at + 1, "0123456789");
        SL_CHECK(fraction > 0);
        at += 1 + fraction;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        const size_t digits = strspn(at, "0123456789");
        SL_CHECK(digits > 0);
        at += digits;
    }
    return at;
}

/* Members of an object or elements of an array; `at` is behind the bracket. */
static inline const char *json_list_end(const char *at, bool is_object) {
    const char closes = is_object ? '}' : ']';
    const char *first = at;
    if (*at == closes) {
        return at + 1;
    }
    for (;;) {
        if (is_object) {
            const char *name_end = json_string_end(at);
            for (const char *other = first; other < at; other = json_value_end(json_string_end(other) + 1) + 1) {
                SL_CHECK_MSG(strncmp(other, at, (size_t)(name_end - at)) != 0, "a name twice: %.20s", at);
            }
            SL_CHECK(*name_end == ':');
            at = name_end + 1;
        }
        at = json_value_end(at);
        if (*at == closes) {
            return at + 1;
        }
        SL_CHECK_MSG(*at == ',', "expected , or %c: %.20s", closes, at);
        at++;
    }
}

static inline const char *json_value_end(const char *at) {
    static const char *const words[] = {"true", "false", "null"};
    if (*at == '{' || *at == '[') {
        return json_list_end(at + 1, *at == '{');
    }
    if (*at == '"') {
        return json_string_end(at);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(at, words[i], strlen(words[i])) == 0) {
            return at + strlen(words[i]);
        }
    }
    return json_number_end(at);
}

/* The text is objects, one a line and each line ended; how many. */
static inline size_t json_lines(const char *text) {
    size_t n = 0;
    while (*text != 0) {
        SL_CHECK_MSG(*text == '{', "expected an object: %.40s", text);
        text = json_value_end(text);
        SL_CHECK_MSG(*text == '\n', "expected the end of the line: %.40s", text);
        text++;
        n++;
    }
    return n;
}

/* The value of a member of the object that starts at `text`; fails if there is none. */
static inline const char *json_member(const char *text, const char *name) {
    SL_CHECK(*text == '{');
    while (*text == '{' || *text == ',') {
        const char *quote = text + 1;
        const char *value = json_string_end(quote) + 1;
        if (strlen(name) == (size_t)(value - quote) - 3 && strncmp(quote + 1, name, strlen(name)) == 0) {
            return value;
        }
        text = json_value_end(value);
    }
    sl_test_fail(__FILE__, __LINE__, "no member %s", name);
}

static inline bool json_is(const char *text, const char *name, const char *value) {
    const char *found = json_member(text, name);
    const size_t n = (size_t)(json_value_end(found) - found);
    return n == strlen(value) && strncmp(found, value, n) == 0;
}

static inline double json_number(const char *text, const char *name) {
    const char *found = json_member(text, name);
    SL_CHECK_MSG((*found >= '0' && *found <= '9') || *found == '-', "%s is no number: %.20s", name, found);
    return strtod(found, NULL);
}

/* A count or a number of bytes: an integer. */
static inline unsigned long long json_count(const char *text, const char *name) {
    const char *found = json_member(text, name);
    const char *end = json_value_end(found);
    SL_CHECK_MSG(strspn(found, "0123456789") == (size_t)(end - found), "%s is no count: %.20s", name, found);
    return strtoull(found, NULL, 10);
}

#endif
