// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/arena.h"

#include <string.h>

#include "core/base/checked.h"

#define CHUNK_BYTES_FIRST ((size_t)64 << 10)
#define CHUNK_BYTES_LAST ((size_t)1 << 20)

void sl_arena_init(sl_arena *out, const char *tag) {
    *out = (sl_arena){.tag = tag};
}

static sluice_status chunk_add(sl_arena *arena, size_t bytes, sluice_error *err) {
    size_t want = arena->chunk.bytes == 0 ? CHUNK_BYTES_FIRST : 2 * arena->chunk.bytes;
    if (want > CHUNK_BYTES_LAST) {
        want = CHUNK_BYTES_LAST;
    }
    size_t need;
    if (!sl_add_size(bytes, sizeof(sl_buf), &need)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: %zu bytes", arena->tag, bytes);
    }
    sl_buf chunk;
    SL_TRY(sl_buf_alloc(&chunk, need > want ? need : want, arena->tag, err));
    memcpy(chunk.data, &arena->chunk, sizeof(sl_buf));
    arena->chunk = chunk;
    arena->used = sizeof(sl_buf);
    return SLUICE_OK;
}

sluice_status sl_arena_take(sl_arena *arena, size_t n, size_t element_bytes, void **out, sluice_error *err) {
    size_t bytes;
    if (!sl_mul_size(n, element_bytes, &bytes) || !sl_add_size(bytes, 7, &bytes)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: %zu elements of %zu bytes", arena->tag, n, element_bytes);
    }
    bytes &= ~(size_t)7;
    if (arena->chunk.data == NULL || bytes > arena->chunk.bytes - arena->used) {
        SL_TRY(chunk_add(arena, bytes, err));
    }
    *out = (uint8_t *)arena->chunk.data + arena->used;
    arena->used += bytes;
    return SLUICE_OK;
}

void sl_arena_release(sl_arena *arena) {
    while (arena->chunk.data != NULL) {
        sl_buf before;
        memcpy(&before, arena->chunk.data, sizeof before);
        sl_buf_release(&arena->chunk);
        arena->chunk = before;
    }
    arena->used = 0;
}
