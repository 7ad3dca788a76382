// SPDX-License-Identifier: MIT OR Apache-2.0
/* Integers in byte order, and rotations. */
#ifndef SL_MATH_HASH_BYTES_H
#define SL_MATH_HASH_BYTES_H

#include <string.h>

#include "core/base/compat.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "loads below copy bytes as they lie");

SL_INLINE uint32_t sl_load32_le(const void *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

SL_INLINE uint64_t sl_load64_le(const void *p) {
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

SL_INLINE uint32_t sl_load32_be(const void *p) {
    return __builtin_bswap32(sl_load32_le(p));
}

SL_INLINE uint64_t sl_load64_be(const void *p) {
    return __builtin_bswap64(sl_load64_le(p));
}

SL_INLINE void sl_store32_le(void *p, uint32_t v) {
    memcpy(p, &v, sizeof v);
}

SL_INLINE void sl_store64_le(void *p, uint64_t v) {
    memcpy(p, &v, sizeof v);
}

SL_INLINE void sl_store32_be(void *p, uint32_t v) {
    sl_store32_le(p, __builtin_bswap32(v));
}

SL_INLINE void sl_store64_be(void *p, uint64_t v) {
    sl_store64_le(p, __builtin_bswap64(v));
}

/* 0 < n < width */
SL_INLINE uint32_t sl_rotl32(uint32_t v, unsigned n) {
    return v << n | v >> (32 - n);
}

SL_INLINE uint32_t sl_rotr32(uint32_t v, unsigned n) {
    return v >> n | v << (32 - n);
}

SL_INLINE uint64_t sl_rotr64(uint64_t v, unsigned n) {
    return v >> n | v << (64 - n);
}

#endif
