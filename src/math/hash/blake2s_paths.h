// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The ways to compress blocks of BLAKE2s, all equal in result; blake2s.c chooses, tests compare. Private to the room.
 */
#ifndef SL_MATH_HASH_BLAKE2S_PATHS_H
#define SL_MATH_HASH_BLAKE2S_PATHS_H

#include "core/sys/cpu.h"
#include "math/hash/blake2s.h"

extern const uint32_t sl_blake2s_iv[8];

/*
 * Compresses blocks_n blocks; `bytes` counts the input before them and grows by 64 with each. The flag word is 0, or
 * all ones for the last block of a message, which then comes alone with the true count in bytes + 64.
 */
void sl_blake2s_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes,
                                  uint32_t flag);
#if defined(__x86_64__)
/* Needs sl_cpu_has(SL_CPU_AVX2). */
void sl_blake2s_compress_avx2(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes, uint32_t flag);
/* Needs sl_cpu_has(SL_BLAKE2S_AVX512). */
#define SL_BLAKE2S_AVX512 (SL_CPU_AVX512F | SL_CPU_AVX512VL)
void sl_blake2s_compress_avx512(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes,
                                uint32_t flag);

/*
 * The digests of 8 or 16 messages of piece_bytes, which are a multiple of 64 and below 2^32, one after the other.
 * blake2s_tree.c chooses.
 */
void sl_blake2s_pieces8_avx2(uint8_t *digests, const uint8_t *data, size_t piece_bytes);
void sl_blake2s_pieces16_avx512(uint8_t *digests, const uint8_t *data, size_t piece_bytes);
#endif

#endif
