// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Hash indexes over arrays that live elsewhere. Hashes are seeded from the operating system's generator in each
 * builder, so a file cannot be made so that its entries collide; nothing that leaves the builder depends on the seed.
 */
#ifndef SL_PROOF_R1CS_INDEX_MAP_H
#define SL_PROOF_R1CS_INDEX_MAP_H

#include <string.h>

#include "core/mem/buf.h"

/* High and low half of a product, folded: the mixing step of the hash. */
SL_INLINE uint64_t sl_hash_mix(uint64_t a, uint64_t b) {
    const sl_u128 p = (sl_u128)a * b;
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

/* Of `bytes` bytes, a multiple of 4; the seed must be secret where the data is not ours. */
uint64_t sl_hash_words(uint64_t seed, const void *data, size_t bytes);

#define SL_INDEX_NONE UINT32_MAX

typedef struct sl_index_entry {
    uint32_t tag, id_plus_1; /* upper half of the hash; 0: free */
} sl_index_entry;

/* Hash -> index of an array element; the caller compares the element itself. */
typedef struct sl_index_map {
    sl_buf entries;
    size_t n, mask; /* capacity - 1; 0: no entries */
} sl_index_map;

/* Makes room for one more entry. Needs the full hashes again when it grows: hash_of(data, id). */
typedef uint64_t (*sl_index_hash_fn)(const void *data, uint32_t id);
SL_NODISCARD sluice_status sl_index_reserve(sl_index_map *map, sl_index_hash_fn hash_of, const void *data,
                                            sluice_error *err);
void sl_index_release(sl_index_map *map);

/*
 * Candidates of a hash one after another: start with *at = (size_t)hash, repeat until SL_INDEX_NONE. The map must have
 * room (sl_index_reserve); sl_index_put at the *at where the search ended.
 */
SL_INLINE uint32_t sl_index_next(const sl_index_map *map, uint64_t hash, size_t *at) {
    const sl_index_entry *entries = map->entries.data;
    for (;; ++*at) {
        const sl_index_entry *entry = &entries[*at & map->mask];
        if (entry->id_plus_1 == 0) {
            return SL_INDEX_NONE;
        }
        if (entry->tag == (uint32_t)(hash >> 32)) {
            ++*at;
            return entry->id_plus_1 - 1;
        }
    }
}

SL_INLINE void sl_index_put(sl_index_map *map, uint64_t hash, size_t at, uint32_t id) {
    ((sl_index_entry *)map->entries.data)[at & map->mask] = (sl_index_entry){(uint32_t)(hash >> 32), id + 1};
    map->n++;
}

/*
 * Wire -> small number, emptied in one step: an entry counts only if it bears the current turn. For the pins of one
 * instance.
 */
typedef struct sl_pin_entry {
    uint32_t wire, pin, turn;
} sl_pin_entry;

typedef struct sl_pin_map {
    sl_buf entries;
    size_t n, mask;
    uint32_t turn;
    uint64_t seed;
} sl_pin_map;

SL_NODISCARD sluice_status sl_pin_map_open(sl_pin_map *map, uint64_t seed, sluice_error *err);
void sl_pin_map_release(sl_pin_map *map);
void sl_pin_map_clear(sl_pin_map *map);
SL_NODISCARD sluice_status sl_pin_map_grow(sl_pin_map *map, sluice_error *err);

SL_INLINE sl_pin_entry *sl_pin_map_slot(const sl_pin_map *map, uint32_t wire) {
    sl_pin_entry *entries = map->entries.data;
    size_t at = (size_t)sl_hash_mix(wire ^ map->seed, UINT64_C(0x9e3779b97f4a7c15));
    for (;; at++) {
        sl_pin_entry *entry = &entries[at & map->mask];
        if (entry->turn != map->turn || entry->wire == wire) {
            return entry;
        }
    }
}

/* The pin of a wire, or SL_INDEX_NONE. */
SL_INLINE uint32_t sl_pin_map_get(const sl_pin_map *map, uint32_t wire) {
    const sl_pin_entry *entry = sl_pin_map_slot(map, wire);
    return entry->turn == map->turn ? entry->pin : SL_INDEX_NONE;
}

/* The pin of a wire, which becomes `next` if the wire is new. */
SL_NODISCARD SL_INLINE sluice_status sl_pin_map_put(sl_pin_map *map, uint32_t wire, uint32_t next, uint32_t *pin,
                                                    sluice_error *err) {
    sl_pin_entry *entry = sl_pin_map_slot(map, wire);
    if (entry->turn == map->turn) {
        *pin = entry->pin;
        return SLUICE_OK;
    }
    *entry = (sl_pin_entry){wire, next, map->turn};
    *pin = next;
    if (SL_LIKELY(++map->n <= map->mask / 2)) {
        return SLUICE_OK;
    }
    return sl_pin_map_grow(map, err);
}

#endif
