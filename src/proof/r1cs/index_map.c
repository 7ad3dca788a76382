// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/index_map.h"

#define CAPACITY_MIN ((size_t)256) /* a power of two */

uint64_t sl_hash_words(uint64_t seed, const void *data, size_t bytes) {
    const uint8_t *p = data;
    uint64_t h = seed ^ sl_hash_mix(bytes ^ UINT64_C(0xd6e8feb86659fd93), seed | 1);
    uint64_t w[2];
    for (; bytes >= sizeof w; bytes -= sizeof w, p += sizeof w) {
        memcpy(w, p, sizeof w);
        h = sl_hash_mix(w[0] ^ seed ^ UINT64_C(0xa0761d6478bd642f), w[1] ^ h);
        h += seed; /* a product of 0 must not forget the past for good */
    }
    w[0] = w[1] = 0;
    if (bytes > 0) {
        memcpy(w, p, bytes);
    }
    h = sl_hash_mix(w[0] ^ seed ^ UINT64_C(0xe7037ed1a0b428db), w[1] ^ h);
    return sl_hash_mix(h ^ UINT64_C(0x8ebc6af09c88c6e3), seed ^ UINT64_C(0x589965cc75374cc3));
}

sluice_status sl_index_reserve(sl_index_map *map, sl_index_hash_fn hash_of, const void *data, sluice_error *err) {
    if (map->entries.data != NULL && map->n < map->mask / 2) {
        return SLUICE_OK;
    }
    const size_t capacity = map->entries.data == NULL ? CAPACITY_MIN : 2 * (map->mask + 1);
    sl_buf next;
    SL_TRY(sl_buf_alloc_n(&next, capacity, sizeof(sl_index_entry), "hash index", err));
    sl_index_entry *entries = next.data;
    for (uint32_t id = 0; id < map->n; id++) { /* ids are 0 .. n - 1 */
        const uint64_t hash = hash_of(data, id);
        size_t at = (size_t)hash;
        while (entries[at & (capacity - 1)].id_plus_1 != 0) {
            at++;
        }
        entries[at & (capacity - 1)] = (sl_index_entry){(uint32_t)(hash >> 32), id + 1};
    }
    sl_buf_release(&map->entries);
    map->entries = next;
    map->mask = capacity - 1;
    return SLUICE_OK;
}

void sl_index_release(sl_index_map *map) {
    sl_buf_release(&map->entries);
    *map = (sl_index_map){0};
}

sluice_status sl_pin_map_open(sl_pin_map *map, uint64_t seed, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(&map->entries, CAPACITY_MIN, sizeof(sl_pin_entry), "pin index", err));
    map->mask = CAPACITY_MIN - 1;
    map->n = 0;
    map->turn = 1;
    map->seed = seed;
    return SLUICE_OK;
}

void sl_pin_map_release(sl_pin_map *map) {
    sl_buf_release(&map->entries);
    *map = (sl_pin_map){0};
}

void sl_pin_map_clear(sl_pin_map *map) {
    map->n = 0;
    if (++map->turn == 0) {
        memset(map->entries.data, 0, map->entries.bytes);
        map->turn = 1;
    }
}

sluice_status sl_pin_map_grow(sl_pin_map *map, sluice_error *err) {
    sl_pin_map next = *map;
    SL_TRY(sl_buf_alloc_n(&next.entries, 2 * (map->mask + 1), sizeof(sl_pin_entry), "pin index", err));
    next.mask = 2 * map->mask + 1;
    const sl_pin_entry *old = map->entries.data;
    for (size_t i = 0; i <= map->mask; i++) {
        if (old[i].turn == map->turn) {
            *sl_pin_map_slot(&next, old[i].wire) = old[i];
        }
    }
    sl_buf_release(&map->entries);
    *map = next;
    return SLUICE_OK;
}
