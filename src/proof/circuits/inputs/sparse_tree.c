// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/sparse_tree.h"

#include <stdlib.h>
#include <string.h>

#include "math/hash/bytes.h"
#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"

#define PARENTS_PER_TASK 16

void sl_sparse_fill(sl_fr *out, const uint8_t key[32], uint64_t level, uint64_t place) {
    uint8_t message[48], digest[SL_SHA256_BYTES];
    memcpy(message, key, 32);
    sl_store64_le(message + 32, level);
    sl_store64_le(message + 40, place);
    sl_sha256_digest(digest, message, sizeof message);
    sl_sha256_trim(digest);
    const bool is_canonical = sl_fr_from_bytes(out, digest);
    SL_ASSERT(is_canonical);
}

static int place_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

size_t sl_sparse_places_sort(uint64_t *places, size_t n) {
    size_t left_n = 0;
    qsort(places, n, sizeof *places, place_compare);
    for (size_t i = 0; i < n; i++) {
        if (left_n == 0 || places[i] != places[left_n - 1]) {
            places[left_n++] = places[i];
        }
    }
    return left_n;
}

size_t sl_sparse_place_find(const uint64_t *places, size_t n, uint64_t place) {
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (places[middle] < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The children of a node of level + 1, given or filled in. */
static void children_of(const sl_sparse_tree *tree, size_t level, uint64_t parent, sl_fr *out) {
    const sl_sparse_level *const below = &tree->levels[level];
    const unsigned arity = tree->arities[level];
    size_t next = sl_sparse_place_find(below->places, below->n, parent * arity);
    for (unsigned i = 0; i < arity; i++) {
        const uint64_t place = parent * arity + i;
        if (next < below->n && below->places[next] == place) {
            out[i] = below->values[next++];
        } else {
            sl_sparse_fill(&out[i], tree->key, level, place);
        }
    }
}

typedef struct level_job {
    sl_sparse_tree *tree;
    size_t level; /* the one that is computed */
} level_job;

static void parents_task(void *data, size_t task, size_t worker) {
    const level_job *const job = data;
    sl_sparse_level *const level = &job->tree->levels[job->level];
    const sl_poseidon *const poseidon = sl_poseidon_get(job->tree->arities[job->level - 1]);
    (void)worker;
    const size_t begin = task * PARENTS_PER_TASK;
    const size_t end = begin + PARENTS_PER_TASK < level->n ? begin + PARENTS_PER_TASK : level->n;
    for (size_t i = begin; i < end; i++) {
        sl_fr children[8];
        children_of(job->tree, job->level - 1, level->places[i], children);
        sl_poseidon_hash(poseidon, &level->values[i], children);
    }
}

static void level_compute(sl_sparse_tree *tree, size_t level, sl_pool *pool) {
    const sl_sparse_level *const below = &tree->levels[level - 1];
    sl_sparse_level *const above = &tree->levels[level];
    for (size_t i = 0; i < below->n; i++) {
        const uint64_t parent = below->places[i] / tree->arities[level - 1];
        if (above->n == 0 || above->places[above->n - 1] != parent) {
            above->places[above->n++] = parent;
        }
    }
    level_job job = {.tree = tree, .level = level};
    sl_pool_for(pool, (above->n - 1) / PARENTS_PER_TASK + 1, parents_task, &job);
}

sluice_status sl_sparse_tree_build(sl_sparse_tree *out, const sl_tree_shape *shape, const uint8_t key[32],
                                   const uint64_t *places, const sl_fr *values, size_t leaves_n, sl_pool *pool,
                                   sluice_error *err) {
    sl_sparse_tree tree = {0};
    memcpy(tree.key, key, 32);
    tree.levels_n = sl_tree_levels(shape, tree.arities);
    SL_ASSERT(leaves_n > 0 && tree.levels_n <= SL_PATH_LEVELS_MAX);
    // No level has more nodes than there are leaves.
    SL_TRY(sl_buf_alloc_n(&tree.store, leaves_n * (tree.levels_n + 1), sizeof(sl_fr) + sizeof(uint64_t), "sparse tree",
                          err));
    sl_fr *const all_values = tree.store.data;
    uint64_t *const all_places = (uint64_t *)(all_values + leaves_n * (tree.levels_n + 1));
    for (size_t i = 0; i <= tree.levels_n; i++) {
        tree.levels[i].values = all_values + i * leaves_n;
        tree.levels[i].places = all_places + i * leaves_n;
    }
    memcpy(tree.levels[0].values, values, leaves_n * sizeof *values);
    memcpy(tree.levels[0].places, places, leaves_n * sizeof *places);
    tree.levels[0].n = leaves_n;
    for (size_t level = 1; level <= tree.levels_n; level++) {
        level_compute(&tree, level, pool);
    }
    *out = tree;
    return SLUICE_OK;
}

void sl_sparse_tree_release(sl_sparse_tree *tree) {
    sl_buf_release(&tree->store);
}

const sl_fr *sl_sparse_tree_root(const sl_sparse_tree *tree) {
    return &tree->levels[tree->levels_n].values[0];
}

sluice_status sl_sparse_tree_path(const sl_sparse_tree *tree, uint64_t place, sl_arena *arena, sl_path *out,
                                  sluice_error *err) {
    const size_t at = sl_sparse_place_find(tree->levels[0].places, tree->levels[0].n, place);
    SL_ASSERT(at < tree->levels[0].n && tree->levels[0].places[at] == place);
    sl_path path = {
        .root = *sl_sparse_tree_root(tree), .leaf = tree->levels[0].values[at], .levels_n = (unsigned)tree->levels_n};
    void *levels;
    SL_TRY(sl_arena_take(arena, tree->levels_n, sizeof(sl_path_level), &levels, err));
    for (size_t i = 0; i < tree->levels_n; i++) {
        const unsigned arity = tree->arities[i], own = (unsigned)(place % arity);
        sl_fr children[8];
        void *siblings;
        SL_TRY(sl_arena_take(arena, arity - 1, sizeof(sl_fr), &siblings, err));
        children_of(tree, i, place / arity, children);
        memcpy(siblings, children, own * sizeof(sl_fr));
        memcpy((sl_fr *)siblings + own, children + own + 1, (arity - 1 - own) * sizeof(sl_fr));
        ((sl_path_level *)levels)[i] = (sl_path_level){.arity = arity, .index = own, .hashes = siblings};
        place /= arity;
    }
    path.levels = levels;
    *out = path;
    return SLUICE_OK;
}
