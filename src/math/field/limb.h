// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Addition and subtraction of 64-bit limbs with a carry, for chains over the limbs of a number. C17 has no word for
 * this, and gcc 12 makes three instructions a limb of the 128-bit form (an Fp addition of 10 ns); with the carry flag
 * it is one (3 ns).
 */
#ifndef SL_MATH_FIELD_LIMB_H
#define SL_MATH_FIELD_LIMB_H

#include <string.h>

#include "core/base/compat.h"

/*
 * Inlined everywhere, under sanitizers too, and not instrumented there: work on local limbs, which is most of the
 * work of a product. Its caller checks the memory that elements are in.
 */
#if defined(__SANITIZE_ADDRESS__)
#define SL_LIMB_PLAIN __attribute__((no_sanitize("address")))
#elif defined(__SANITIZE_THREAD__)
#define SL_LIMB_PLAIN __attribute__((no_sanitize("thread")))
#else
#define SL_LIMB_PLAIN
#endif
#define SL_LIMB_INLINE SL_LIMB_PLAIN static inline __attribute__((always_inline))
#define SL_LIMB_UNROLL _Pragma("GCC unroll 16")

/* 0 or 1. */
typedef unsigned char sl_carry;

/* a + b + *carry; *carry is the new carry. */
SL_LIMB_INLINE uint64_t sl_limb_add(sl_carry *carry, uint64_t a, uint64_t b) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    unsigned long long sum;
    *carry = __builtin_ia32_addcarryx_u64(*carry, a, b, &sum);
    return sum;
#elif defined(__clang__)
    unsigned long long out;
    const uint64_t sum = __builtin_addcll(a, b, *carry, &out);
    *carry = (sl_carry)out;
    return sum;
#else
    const sl_u128 sum = (sl_u128)a + b + *carry;
    *carry = (sl_carry)(sum >> 64);
    return (uint64_t)sum;
#endif
}

/* a - b - *borrow; *borrow is the new borrow. */
SL_LIMB_INLINE uint64_t sl_limb_sub(sl_carry *borrow, uint64_t a, uint64_t b) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    unsigned long long difference;
    *borrow = __builtin_ia32_sbb_u64(*borrow, a, b, &difference);
    return difference;
#elif defined(__clang__)
    unsigned long long out;
    const uint64_t difference = __builtin_subcll(a, b, *borrow, &out);
    *borrow = (sl_carry)out;
    return difference;
#else
    const sl_u128 difference = (sl_u128)a - b - *borrow;
    *borrow = (sl_carry)(difference >> 64 & 1);
    return (uint64_t)difference;
#endif
}

/* All ones for carry 1, zero for 0; the compiler cannot see which, so it cannot turn a selection into a branch. */
SL_LIMB_INLINE uint64_t sl_limb_mask(sl_carry carry) {
    uint64_t mask = 0 - (uint64_t)carry;
    __asm__("" : "+r"(mask));
    return mask;
}

/* a where mask is all ones, b where it is zero. */
SL_LIMB_INLINE uint64_t sl_limb_select(uint64_t mask, uint64_t a, uint64_t b) {
    return (a & mask) | (b & ~mask);
}

/* Limbs in byte strings. */
SL_INLINE uint64_t sl_limb_swap_if(bool big_endian, uint64_t v) {
    return big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? v : __builtin_bswap64(v);
}

SL_INLINE uint64_t sl_limb_load_le(const uint8_t bytes[8]) {
    uint64_t v;
    memcpy(&v, bytes, sizeof v);
    return sl_limb_swap_if(false, v);
}

SL_INLINE uint64_t sl_limb_load_be(const uint8_t bytes[8]) {
    uint64_t v;
    memcpy(&v, bytes, sizeof v);
    return sl_limb_swap_if(true, v);
}

SL_INLINE void sl_limb_store_le(uint8_t bytes[8], uint64_t v) {
    v = sl_limb_swap_if(false, v);
    memcpy(bytes, &v, sizeof v);
}

SL_INLINE void sl_limb_store_be(uint8_t bytes[8], uint64_t v) {
    v = sl_limb_swap_if(true, v);
    memcpy(bytes, &v, sizeof v);
}

#endif
