// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The ways to compute sl_sha256_compress_n, all equal in result; sha256.c chooses, tests compare. Private to the
 * room.
 */
#ifndef SL_MATH_HASH_SHA256_PATHS_H
#define SL_MATH_HASH_SHA256_PATHS_H

#include "core/sys/cpu.h"
#include "math/hash/sha256.h"

void sl_sha256_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t blocks_n);
#if defined(__x86_64__)
/* Needs sl_cpu_has(SL_SHA256_SHANI). */
#define SL_SHA256_SHANI (SL_CPU_SHA | SL_CPU_SSSE3 | SL_CPU_SSE41)
void sl_sha256_compress_shani(uint32_t state[8], const uint8_t *blocks, size_t blocks_n);
#endif

#endif
