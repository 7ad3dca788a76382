// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Write errors stay in the stream (ferror) and are reported once, by sl_json_close. */
static void put(sl_json *json, const char *text) {
    (void)fputs(text, json->out);
}

/* Length of the UTF-8 sequence at s (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF), 0 if there is none.
 */
static size_t utf8_length(const uint8_t *s) {
    const uint8_t lead = s[0];
    if (lead < 0x80) {
        return 1;
    }
    const size_t n = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) { /* also stops at the terminator */
            return 0;
        }
    }
    const bool is_overlong = (lead == 0xe0 && s[1] < 0xa0) || (lead == 0xf0 && s[1] < 0x90);
    const bool is_surrogate = lead == 0xed && s[1] >= 0xa0;
    const bool is_beyond = lead == 0xf4 && s[1] >= 0x90;
    return is_overlong || is_surrogate || is_beyond ? 0 : n;
}

static void put_escaped(sl_json *json, uint8_t c) {
    switch (c) {
    case '"':
        put(json, "\\\"");
        break;
    case '\\':
        put(json, "\\\\");
        break;
    case '\n':
        put(json, "\\n");
        break;
    case '\r':
        put(json, "\\r");
        break;
    case '\t':
        put(json, "\\t");
        break;
    default:
        (void)fprintf(json->out, "\\u%04x", c);
    }
}

static void put_string(sl_json *json, const char *text) {
    put(json, "\"");
    for (const uint8_t *s = (const uint8_t *)text; *s != 0;) {
        const size_t n = utf8_length(s);
        if (n == 0) {
            put(json, "\\ufffd");
            s++;
            continue;
        }
        if (*s < 0x20 || *s == 0x7f || *s == '"' || *s == '\\') {
            put_escaped(json, *s);
        } else {
            (void)fwrite(s, 1, n, json->out);
        }
        s += n;
    }
    put(json, "\"");
}

static bool is_in_array(const sl_json *json) {
    return json->depth > 0 && (json->is_array >> (json->depth - 1) & 1) != 0;
}

/* What stands before every value: separator and key. */
static void value_begin(sl_json *json, const char *key) {
    const bool is_in_object = json->depth > 0 && !is_in_array(json);
    SL_ASSERT((key != NULL) == is_in_object);
    const uint64_t bit = UINT64_C(1) << json->depth;
    if ((json->has_item & bit) != 0) {
        put(json, json->depth == 0 ? "\n" : ",");
    }
    json->has_item |= bit;
    if (key != NULL) {
        put_string(json, key);
        put(json, ":");
    }
}

static void container_begin(sl_json *json, const char *key, bool is_array) {
    SL_ASSERT(json->depth + 1 < SL_JSON_DEPTH_MAX);
    value_begin(json, key);
    put(json, is_array ? "[" : "{");
    const uint64_t bit = UINT64_C(1) << json->depth;
    json->is_array = is_array ? json->is_array | bit : json->is_array & ~bit;
    json->depth++;
    json->has_item &= ~(UINT64_C(1) << json->depth);
}

void sl_json_open(sl_json *json, FILE *out) {
    *json = (sl_json){.out = out};
}

sluice_status sl_json_close(sl_json *json, sluice_error *err) {
    SL_ASSERT(json->depth == 0);
    put(json, "\n");
    errno = 0;
    if (fflush(json->out) != 0 || ferror(json->out)) {
        return SL_FAIL_ERRNO(err, "cannot write the JSON output");
    }
    return SLUICE_OK;
}

void sl_json_object_begin(sl_json *json, const char *key) {
    container_begin(json, key, false);
}

void sl_json_object_end(sl_json *json) {
    SL_ASSERT(json->depth > 0 && !is_in_array(json));
    json->depth--;
    put(json, "}");
}

void sl_json_array_begin(sl_json *json, const char *key) {
    container_begin(json, key, true);
}

void sl_json_array_end(sl_json *json) {
    SL_ASSERT(is_in_array(json));
    json->depth--;
    put(json, "]");
}

void sl_json_string(sl_json *json, const char *key, const char *value) {
    value_begin(json, key);
    if (value == NULL) {
        put(json, "null");
    } else {
        put_string(json, value);
    }
}

void sl_json_u64(sl_json *json, const char *key, uint64_t value) {
    value_begin(json, key);
    (void)fprintf(json->out, "%" PRIu64, value);
}

void sl_json_i64(sl_json *json, const char *key, int64_t value) {
    value_begin(json, key);
    (void)fprintf(json->out, "%" PRId64, value);
}

void sl_json_f64(sl_json *json, const char *key, double value) {
    value_begin(json, key);
    if (!isfinite(value)) {
        put(json, "null");
        return;
    }
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    put(json, text);
}

void sl_json_bool(sl_json *json, const char *key, bool value) {
    value_begin(json, key);
    put(json, value ? "true" : "false");
}

void sl_json_null(sl_json *json, const char *key) {
    sl_json_string(json, key, NULL);
}

void sl_json_hex(sl_json *json, const char *key, const uint8_t *bytes, size_t n) {
    value_begin(json, key);
    put(json, "\"");
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(json->out, "%02x", bytes[i]);
    }
    put(json, "\"");
}
