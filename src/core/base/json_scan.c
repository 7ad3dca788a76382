// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/json_scan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

#define KEY_BYTES_MAX 64 /* no known key is longer */

void sl_scan_start(sl_scan *out, const uint8_t *bytes, size_t n) {
    *out = (sl_scan){.start = bytes, .at = bytes, .end = n > 0 ? bytes + n : bytes};
}

static void path_print(const sl_scan *j, char *text, size_t room) {
    text[0] = 0;
    for (unsigned i = j->path_from; i < j->path_n && i < SL_SCAN_PATH_MAX; i++) {
        if (j->path[i].key != NULL) {
            sl_text_append(text, room, "%s%s", i > j->path_from ? "." : "", j->path[i].key);
        } else {
            sl_text_append(text, room, "[%zu]", j->path[i].index);
        }
    }
    if (text[0] != 0) {
        sl_text_append(text, room, ": ");
    }
}

/* In parentheses: see sl_error_set. */
sluice_status(sl_scan_fail)(const sl_scan *j, sluice_error *err, sluice_status status, const char *fmt, ...) {
    char path[256], message[200];
    path_print(j, path, sizeof path);
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    return SL_FAIL(err, status, "byte %zu: %s%s", (size_t)(j->at - j->start), path, message);
}

// What stands here, for "found ...": at most 24 printable bytes.
static const char *found_text(const sl_scan *j, char out[32]) {
    if (j->is_secret) {
        return "something else";
    }
    size_t n = 0;
    for (; n < 24 && n < (size_t)(j->end - j->at) && j->at[n] >= ' ' && j->at[n] < 0x7f; n++) {
        out[n] = (char)j->at[n];
    }
    out[n] = 0;
    if (n == 0 && j->at < j->end) {
        (void)snprintf(out, 32, "byte 0x%02x", j->at[0]);
    }
    return out;
}

static sluice_status fail_expected(const sl_scan *j, sluice_error *err, const char *expected) {
    if (j->at >= j->end) {
        return sl_scan_fail(j, err, SLUICE_E_TRUNCATED, "expected %s, found the end of the text", expected);
    }
    char found[32];
    return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected %s, found %s", expected, found_text(j, found));
}

// The next byte that is not whitespace, not consumed; -1 at the end.
SL_INLINE int peek(sl_scan *j) {
    while (j->at < j->end) {
        const uint8_t c = *j->at;
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            return c;
        }
        j->at++;
    }
    return -1;
}

static sluice_status expect(sl_scan *j, int c, const char *what, sluice_error *err) {
    if (peek(j) != c) {
        return fail_expected(j, err, what);
    }
    j->at++;
    return SLUICE_OK;
}

sluice_status sl_scan_finish(sl_scan *j, sluice_error *err) {
    return peek(j) < 0 ? SLUICE_OK : fail_expected(j, err, "nothing after the last value");
}

static void path_push(sl_scan *j, const char *key, size_t index) {
    if (j->path_n < SL_SCAN_PATH_MAX) {
        j->path[j->path_n].key = key;
        j->path[j->path_n].index = index;
    }
    j->path_n++;
}

static int hex_digit(uint8_t c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const uint8_t lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

sluice_status sl_scan_text_next(sl_scan *j, sl_scan_text *out, sluice_error *err) {
    SL_TRY(expect(j, '"', "a string", err));
    const uint8_t *const from = j->at;
    bool has_escapes = false;
    for (; j->at < j->end && *j->at != '"'; j->at++) {
        if (*j->at < ' ') {
            return fail_expected(j, err, "no control character in a string");
        }
        if (*j->at == '\\') {
            has_escapes = true;
            j->at++;
            if (j->at >= j->end) {
                break;
            }
            if (memchr("\"\\/bfnrtu", *j->at, 9) == NULL) {
                return fail_expected(j, err, "an escape of JSON");
            }
        }
    }
    if (j->at >= j->end) {
        return fail_expected(j, err, "the end of a string");
    }
    *out = (sl_scan_text){.bytes = from, .n = (size_t)(j->at - from), .has_escapes = has_escapes};
    j->at++;
    return SLUICE_OK;
}

// Four hexadecimal digits at p, or -1.
static int32_t unit_read(const uint8_t *p, const uint8_t *end) {
    if (end - p < 4) {
        return -1;
    }
    int32_t v = 0;
    for (int i = 0; i < 4; i++) {
        const int d = hex_digit(p[i]);
        if (d < 0) {
            return -1;
        }
        v = v << 4 | d;
    }
    return v;
}

static size_t utf8_write(uint8_t *out, uint32_t c) {
    if (c < 0x80) {
        out[0] = (uint8_t)c;
        return 1;
    }
    const size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6) {
        out[i] = (uint8_t)(0x80 | (c & 0x3f));
    }
    out[0] = (uint8_t)((0xf00u >> n) | c);
    return n;
}

// The escape behind a backslash at *p, which moves on. False: a surrogate that stands alone, or no hex digits.
static bool escape_read(const uint8_t **p, const uint8_t *end, uint32_t *out) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const uint8_t c = *(*p)++;
    if (c != 'u') {
        const char *const at = memchr(names, c, sizeof names - 1);
        *out = at != NULL ? (uint8_t)values[at - names] : 0;
        return at != NULL;
    }
    const int32_t high = unit_read(*p, end);
    if (high < 0 || (high >= 0xdc00 && high < 0xe000)) {
        return false;
    }
    *p += 4;
    *out = (uint32_t)high;
    if (high >= 0xd800 && high < 0xdc00) {
        const int32_t low = end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u' ? unit_read(*p + 2, end) : -1;
        if (low < 0xdc00 || low >= 0xe000) {
            return false;
        }
        *p += 6;
        *out = 0x10000 + (((uint32_t)high & 0x3ff) << 10 | ((uint32_t)low & 0x3ff));
    }
    return true;
}

sluice_status sl_scan_text_unescape(const sl_scan *j, sl_scan_text text, uint8_t *out, size_t *out_n,
                                    sluice_error *err) {
    const uint8_t *p = text.bytes, *const end = text.bytes + text.n;
    size_t n = 0;
    while (p < end) {
        if (*p != '\\') {
            out[n++] = *p++;
            continue;
        }
        p++;
        uint32_t c;
        if (p == end || !escape_read(&p, end, &c)) {
            return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected an escape of JSON in the string before this place");
        }
        // An escape is at least as long as its UTF-8 form: two bytes give one, six give at most three, twelve four.
        n += utf8_write(out + n, c);
    }
    *out_n = n;
    return SLUICE_OK;
}

sluice_status sl_scan_text_copy(const sl_scan *j, sl_scan_text text, char *out, size_t room, sluice_error *err) {
    SL_ASSERT(room > 0 && room <= SL_SCAN_COPY_MAX);
    uint8_t plain[6 * SL_SCAN_COPY_MAX]; // six bytes of text may give one
    size_t n = text.n;
    if (n <= sizeof plain) {
        SL_TRY(sl_scan_text_unescape(j, text, plain, &n, err));
    }
    if (n >= room || memchr(plain, 0, n) != NULL) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected a string of at most %zu bytes without NUL, found %zu",
                            room - 1, n);
    }
    memcpy(out, plain, n);
    out[n] = 0;
    return SLUICE_OK;
}

// A key and its colon. *out_key is its place in keys, or keys_n for one that is not known.
static sluice_status key_next(sl_scan *j, const char *const *keys, unsigned keys_n, unsigned *out_key,
                              sluice_error *err) {
    sl_scan_text text;
    if (peek(j) != '"') {
        return fail_expected(j, err, "a key");
    }
    SL_TRY(sl_scan_text_next(j, &text, err));
    uint8_t plain[6 * KEY_BYTES_MAX];
    const uint8_t *bytes = text.bytes;
    size_t n = text.n;
    if (text.has_escapes && n <= sizeof plain) {
        SL_TRY(sl_scan_text_unescape(j, text, plain, &n, err));
        bytes = plain;
    }
    unsigned key = 0;
    while (key < keys_n && (strlen(keys[key]) != n || memcmp(keys[key], bytes, n) != 0)) {
        key++;
    }
    SL_TRY(expect(j, ':', "':'", err));
    *out_key = key;
    return SLUICE_OK;
}

// Behind a value: true in *out_more after a comma, false after the closing bracket.
static sluice_status more_next(sl_scan *j, int close, bool *out_more, sluice_error *err) {
    const int c = peek(j);
    if (c != ',' && c != close) {
        return fail_expected(j, err, close == '}' ? "',' or '}'" : "',' or ']'");
    }
    j->at++;
    *out_more = c == ',';
    return SLUICE_OK;
}

sluice_status sl_scan_object_seen(sl_scan *j, const char *const *keys, unsigned keys_n, uint32_t optional,
                                  sl_scan_field field, void *ctx, uint32_t *out_seen, sluice_error *err) {
    uint32_t seen = 0;
    SL_TRY(expect(j, '{', "'{'", err));
    bool more = peek(j) != '}';
    if (!more) {
        j->at++;
    }
    while (more) {
        unsigned key;
        SL_TRY(key_next(j, keys, keys_n, &key, err));
        if (key == keys_n) {
            SL_TRY(sl_scan_skip(j, err));
        } else {
            if (seen >> key & 1) {
                return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected key \"%s\" once, found it again", keys[key]);
            }
            seen |= UINT32_C(1) << key;
            path_push(j, keys[key], 0);
            SL_TRY(field(ctx, j, key, err));
            j->path_n--;
        }
        SL_TRY(more_next(j, '}', &more, err));
    }
    for (unsigned key = 0; key < keys_n; key++) {
        if (!((seen | optional) >> key & 1)) {
            return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected key \"%s\" in the object that ends here, found none",
                                keys[key]);
        }
    }
    *out_seen = seen;
    return SLUICE_OK;
}

sluice_status sl_scan_object(sl_scan *j, const char *const *keys, unsigned keys_n, uint32_t optional,
                             sl_scan_field field, void *ctx, sluice_error *err) {
    uint32_t seen;
    return sl_scan_object_seen(j, keys, keys_n, optional, field, ctx, &seen, err);
}

sluice_status sl_scan_first_key(const sl_scan *j, const char *const *keys, unsigned keys_n, unsigned *out_key,
                                sluice_error *err) {
    sl_scan ahead = *j;
    SL_TRY(expect(&ahead, '{', "'{'", err));
    unsigned key = keys_n;
    for (bool more = peek(&ahead) != '}'; more;) {
        SL_TRY(key_next(&ahead, keys, keys_n, &key, err));
        if (key < keys_n) {
            break;
        }
        SL_TRY(sl_scan_skip(&ahead, err));
        SL_TRY(more_next(&ahead, '}', &more, err));
    }
    *out_key = key;
    return SLUICE_OK;
}

sluice_status sl_scan_enum(sl_scan *j, const char *const *keys, unsigned keys_n, sl_scan_field field, void *ctx,
                           sluice_error *err) {
    SL_TRY(expect(j, '{', "'{'", err));
    unsigned key;
    SL_TRY(key_next(j, keys, keys_n, &key, err));
    if (key == keys_n) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected one of the variants %s ... %s, found another key",
                            keys[0], keys[keys_n - 1]);
    }
    path_push(j, keys[key], 0);
    SL_TRY(field(ctx, j, key, err));
    j->path_n--;
    return expect(j, '}', "'}' after the only key", err);
}

sluice_status sl_scan_array(sl_scan *j, size_t min_n, size_t max_n, sl_scan_element element, void *ctx, size_t *out_n,
                            sluice_error *err) {
    SL_TRY(expect(j, '[', "'['", err));
    bool more = peek(j) != ']';
    if (!more) {
        j->at++;
    }
    size_t n = 0;
    while (more) {
        if (n == max_n) {
            return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected at most %zu elements, found more", max_n);
        }
        path_push(j, NULL, n);
        SL_TRY(element(ctx, j, n, err));
        j->path_n--;
        n++;
        SL_TRY(more_next(j, ']', &more, err));
    }
    if (n < min_n) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected at least %zu elements, found %zu", min_n, n);
    }
    *out_n = n;
    return SLUICE_OK;
}

sluice_status sl_scan_u64(sl_scan *j, uint64_t max, uint64_t *out, sluice_error *err) {
    (void)peek(j);
    const uint8_t *p = j->at;
    uint64_t v = 0;
    bool is_good = true;
    for (; p < j->end && *p >= '0' && *p <= '9'; p++) {
        uint64_t next;
        is_good = is_good && !__builtin_mul_overflow(v, 10, &next) && !__builtin_add_overflow(next, *p - '0', &v);
    }
    const size_t digits = (size_t)(p - j->at);
    is_good = is_good && digits > 0 && (digits == 1 || *j->at != '0') && v <= max;
    // A fraction or an exponent makes it a float, which no field takes.
    if (!is_good || (p < j->end && (*p == '.' || *p == 'e' || *p == 'E'))) {
        char expected[48];
        (void)snprintf(expected, sizeof expected, "an integer 0 to %" PRIu64, max);
        return fail_expected(j, err, expected);
    }
    j->at = p;
    *out = v;
    return SLUICE_OK;
}

static sluice_status word_skip(sl_scan *j, const char *word, sluice_error *err) {
    const size_t n = strlen(word);
    if ((size_t)(j->end - j->at) < n || memcmp(j->at, word, n) != 0) {
        return fail_expected(j, err, word);
    }
    j->at += n;
    return SLUICE_OK;
}

sluice_status sl_scan_null(sl_scan *j, sluice_error *err) {
    (void)peek(j);
    return word_skip(j, "null", err);
}

sluice_status sl_scan_bytes32(sl_scan *j, uint8_t out[32], sluice_error *err) {
    SL_TRY(expect(j, '[', "an array of 32 integers 0 to 255", err));
    uint8_t bytes[32];
    for (unsigned i = 0; i < 32; i++) {
        // The common form: one to three digits, then at once the comma or bracket.
        const uint8_t *const p = j->at;
        if (j->end - p >= 4) {
            const unsigned a = (unsigned)(p[0] - '0'), b = (unsigned)(p[1] - '0'), c = (unsigned)(p[2] - '0');
            const uint8_t close = i < 31 ? ',' : ']';
            unsigned v = a, digits = 1;
            if (b < 10) {
                v = 10 * v + b;
                digits = 2;
                if (c < 10) {
                    v = 10 * v + c;
                    digits = 3;
                }
            }
            if (a < 10 && (a > 0 || digits == 1) && v < 256 && p[digits] == close) {
                bytes[i] = (uint8_t)v;
                j->at += digits + 1;
                continue;
            }
        }
        path_push(j, NULL, i);
        uint64_t v;
        SL_TRY(sl_scan_u64(j, 255, &v, err));
        j->path_n--;
        SL_TRY(expect(j, i < 31 ? ',' : ']', i < 31 ? "32 integers" : "']' after 32 integers", err));
        bytes[i] = (uint8_t)v;
    }
    memcpy(out, bytes, 32);
    return SLUICE_OK;
}

static size_t digits_skip(sl_scan *j) {
    const uint8_t *const from = j->at;
    while (j->at < j->end && *j->at >= '0' && *j->at <= '9') {
        j->at++;
    }
    return (size_t)(j->at - from);
}

static sluice_status number_skip(sl_scan *j, sluice_error *err) {
    j->at += *j->at == '-';
    const uint8_t *const from = j->at;
    const size_t n = digits_skip(j);
    if (n == 0 || (n > 1 && *from == '0')) {
        return fail_expected(j, err, "a value");
    }
    if (j->at < j->end && *j->at == '.') {
        j->at++;
        if (digits_skip(j) == 0) {
            return fail_expected(j, err, "a digit");
        }
    }
    if (j->at < j->end && (*j->at == 'e' || *j->at == 'E')) {
        j->at++;
        j->at += j->at < j->end && (*j->at == '+' || *j->at == '-');
        if (digits_skip(j) == 0) {
            return fail_expected(j, err, "a digit");
        }
    }
    return SLUICE_OK;
}

static sluice_status scalar_skip(sl_scan *j, sluice_error *err) {
    sl_scan_text text;
    switch (peek(j)) {
    case '"':
        return sl_scan_text_next(j, &text, err);
    case 't':
        return word_skip(j, "true", err);
    case 'f':
        return word_skip(j, "false", err);
    case 'n':
        return word_skip(j, "null", err);
    case -1:
        return fail_expected(j, err, "a value");
    default:
        return number_skip(j, err);
    }
}

/* What stands on the way to a value: opens brackets until a scalar was skipped or an empty bracket was closed. */
static sluice_status descend(sl_scan *j, bool is_object[SL_SCAN_DEPTH_MAX], unsigned *depth, sluice_error *err) {
    for (;;) {
        const int open = peek(j);
        if (open != '{' && open != '[') {
            return scalar_skip(j, err);
        }
        if (*depth == SL_SCAN_DEPTH_MAX) {
            return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected at most %d open brackets, found more",
                                SL_SCAN_DEPTH_MAX);
        }
        j->at++;
        if (peek(j) == (open == '{' ? '}' : ']')) {
            j->at++;
            return SLUICE_OK;
        }
        is_object[(*depth)++] = open == '{';
        if (open == '{') {
            unsigned key;
            SL_TRY(key_next(j, NULL, 0, &key, err));
        }
    }
}

sluice_status sl_scan_skip(sl_scan *j, sluice_error *err) {
    bool is_object[SL_SCAN_DEPTH_MAX];
    unsigned depth = 0, key;
    for (;;) {
        SL_TRY(descend(j, is_object, &depth, err));
        /* A value has ended: close what it ends, up to the next value or the outermost bracket. */
        for (bool more = false; !more;) {
            if (depth == 0) {
                return SLUICE_OK;
            }
            SL_TRY(more_next(j, is_object[depth - 1] ? '}' : ']', &more, err));
            depth -= !more;
        }
        if (is_object[depth - 1]) {
            SL_TRY(key_next(j, NULL, 0, &key, err));
        }
    }
}
