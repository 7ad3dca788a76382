// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * An arena: many small pieces that live and die together, in chunks from core/mem. Pieces never move, are zero-filled
 * and 8-byte aligned. One thread at a time.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_ARENA_H
#define SL_PROOF_CIRCUITS_INPUTS_ARENA_H

#include "core/mem/buf.h"

typedef struct sl_arena {
    sl_buf chunk; /* starts with the sl_buf of the chunk before it */
    size_t used;
    const char *tag; /* static storage */
} sl_arena;

void sl_arena_init(sl_arena *out, const char *tag);
/* n elements; n == 0 gives a pointer that must not be read. */
SL_NODISCARD sluice_status sl_arena_take(sl_arena *arena, size_t n, size_t element_bytes, void **out,
                                         sluice_error *err);
void sl_arena_release(sl_arena *arena); /* back to the state after init; accepts it */

#endif
