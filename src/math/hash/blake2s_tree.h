// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A digest for long inputs, several times as fast as BLAKE2s, and by several threads: BLAKE2s over the BLAKE2s digests
 * of the pieces of SL_BLAKE2S_PIECE_BYTES that the input is cut into (the last may be shorter; an empty input has none)
 * and then the length of the input, 8 bytes, little-endian. Pieces are independent, so they are hashed side by side.
 *
 * Any thread; nothing here can fail.
 */
#ifndef SL_MATH_HASH_BLAKE2S_TREE_H
#define SL_MATH_HASH_BLAKE2S_TREE_H

#include "math/hash/blake2s.h"

#define SL_BLAKE2S_PIECE_BYTES ((size_t)32 * 1024)

SL_INLINE size_t sl_blake2s_pieces_n(uint64_t bytes) {
    return (size_t)(bytes / SL_BLAKE2S_PIECE_BYTES + (bytes % SL_BLAKE2S_PIECE_BYTES != 0));
}

/* The digests of the pieces, 32 bytes each. */
void sl_blake2s_pieces(uint8_t *digests, const void *data, size_t data_bytes);
/* The digest of the whole from those of all its pieces. */
void sl_blake2s_tree_root(uint8_t out[SL_BLAKE2S_BYTES], const uint8_t *digests, uint64_t data_bytes);

/* All at once, for inputs of at most 2^32 pieces. */
void sl_blake2s_tree_digest(uint8_t out[SL_BLAKE2S_BYTES], const void *data, size_t data_bytes);

#endif
