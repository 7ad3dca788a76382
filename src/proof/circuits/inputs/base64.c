// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/base64.h"

#include <string.h>

// Value of a character, or 0x80 and more for one that is none.
static uint8_t digit(uint8_t c) {
    if (c >= 'A' && c <= 'Z') {
        return (uint8_t)(c - 'A');
    }
    if (c >= 'a' && c <= 'z') {
        return (uint8_t)(c - 'a' + 26);
    }
    if (c >= '0' && c <= '9') {
        return (uint8_t)(c - '0' + 52);
    }
    return c == '+' ? 62 : c == '/' ? 63 : 0x80;
}

static sluice_status fail_at(const uint8_t *text, size_t n, size_t i, const uint8_t values[256], sluice_error *err) {
    while (i < n && values[text[i]] < 0x80) {
        i++;
    }
    const uint8_t c = i < n ? text[i] : 0;
    return SL_FAIL(err, SLUICE_E_INPUT,
                   "base64 character %zu: expected A-Z a-z 0-9 + / (and = at the end), found 0x%02x", i, c);
}

sluice_status sl_base64_decode(uint8_t *out, size_t *out_n, const uint8_t *text, size_t n, sluice_error *err) {
    uint8_t values[256];
    for (unsigned c = 0; c < 256; c++) {
        values[c] = digit((uint8_t)c);
    }
    if (n % 4 != 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "base64: expected a multiple of 4 characters with padding, found %zu", n);
    }
    size_t padding = 0;
    if (n > 0) {
        padding = text[n - 1] != '=' ? 0 : text[n - 2] != '=' ? 1 : 2;
    }
    const size_t whole = padding > 0 ? n - 4 : n;
    uint8_t *p = out;
    for (size_t i = 0; i < whole; i += 4, p += 3) {
        const uint8_t a = values[text[i]], b = values[text[i + 1]], c = values[text[i + 2]], d = values[text[i + 3]];
        if ((a | b | c | d) & 0x80) {
            return fail_at(text, n, i, values, err);
        }
        p[0] = (uint8_t)(a << 2 | b >> 4);
        p[1] = (uint8_t)(b << 4 | c >> 2);
        p[2] = (uint8_t)(c << 6 | d);
    }
    if (padding > 0) {
        const uint8_t a = values[text[whole]], b = values[text[whole + 1]];
        const uint8_t c = padding == 1 ? values[text[whole + 2]] : 0;
        if ((a | b | c) & 0x80) {
            return fail_at(text, n, whole, values, err);
        }
        if ((padding == 2 ? b & 0x0f : c & 0x03) != 0) {
            return SL_FAIL(err, SLUICE_E_INPUT,
                           "base64 character %zu: expected zero bits before the padding, found others",
                           n - padding - 1);
        }
        *p++ = (uint8_t)(a << 2 | b >> 4);
        if (padding == 1) {
            *p++ = (uint8_t)(b << 4 | c >> 2);
        }
    }
    *out_n = (size_t)(p - out);
    return SLUICE_OK;
}
