// SPDX-License-Identifier: MIT OR Apache-2.0
#if defined(__x86_64__)
#include "math/hash/blake2s_rows.h"

void sl_blake2s_compress_avx512(uint32_t state[8], const uint8_t *blocks, size_t blocks_n, uint64_t bytes,
                                uint32_t flag) {
    compress_rows(state, blocks, blocks_n, bytes, flag);
}
#else
typedef int sl_blake2s_avx512_unit_is_empty;
#endif
