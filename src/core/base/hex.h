// SPDX-License-Identifier: MIT OR Apache-2.0
/* Bytes as hexadecimal digits: written in lower case, read in either. Lengths are the caller's to check. */
#ifndef SL_CORE_BASE_HEX_H
#define SL_CORE_BASE_HEX_H

#include "core/base/compat.h"

/* The value of a digit, or -1. */
SL_INLINE int sl_hex_digit(unsigned c) {
    if (c >= '0' && c <= '9') {
        return (int)(c - '0');
    }
    const unsigned lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? (int)(lower - 'a') + 10 : -1;
}

/* 2 n digits and a NUL. */
SL_INLINE void sl_hex_encode(char *out, const uint8_t *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = 0;
}

/*
 * n bytes from 2 n characters. False, with `out` partly written, at the first one that is no digit; nothing behind that
 * is looked at, so text that ends early by a NUL is safe.
 */
SL_NODISCARD SL_INLINE bool sl_hex_decode(uint8_t *out, size_t n, const void *hex) {
    const uint8_t *digits = (const uint8_t *)hex;
    for (size_t i = 0; i < n; i++) {
        const int high = sl_hex_digit(digits[2 * i]);
        const int low = high < 0 ? -1 : sl_hex_digit(digits[2 * i + 1]);
        if (low < 0) {
            return false;
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

#endif
