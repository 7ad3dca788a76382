// SPDX-License-Identifier: MIT OR Apache-2.0
/* Names for what C17 lacks: attributes, 128-bit integers, prefetch. No code. */
#ifndef SL_CORE_BASE_COMPAT_H
#define SL_CORE_BASE_COMPAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SL_NODISCARD __attribute__((warn_unused_result))
#define SL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define SL_VPRINTF(fmt) __attribute__((format(printf, fmt, 0)))
/*
 * Field arithmetic is inlined and unrolled, for speed. Under a sanitizer, which multiplies the size of
 * every operation, that would make minutes of compile time for one file.
 */
#if defined(SL_SANITIZED)
#define SL_INLINE static __attribute__((noinline, unused))
#define SL_UNROLL
#else
#define SL_INLINE static inline __attribute__((always_inline))
#define SL_UNROLL _Pragma("GCC unroll 16")
#endif
#define SL_NOINLINE __attribute__((noinline))
#define SL_ALIGNED(n) __attribute__((aligned(n)))
#define SL_LIKELY(x) __builtin_expect(!!(x), 1)
#define SL_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SL_PREFETCH(p) __builtin_prefetch(p)
#define SL_MIN(a, b) ((a) < (b) ? (a) : (b))
#define SL_MAX(a, b) ((a) > (b) ? (a) : (b))
#define SL_ARRAY_N(a) (sizeof(a) / sizeof((a)[0]))

__extension__ typedef unsigned __int128 sl_u128;

#endif
