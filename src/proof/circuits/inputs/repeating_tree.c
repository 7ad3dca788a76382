// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/repeating_tree.h"

#include <string.h>

#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"

enum { NODES_PER_TASK = 40, ARITY_MAX = 8 };

const sl_fr *sl_repeating_tree_node(const sl_repeating_tree *tree, unsigned level, uint64_t place) {
    const sl_repeating_level *const nodes = &tree->levels[level];
    if (nodes->is_whole) {
        return &nodes->nodes[place];
    }
    const uint64_t region = place >> (tree->region_leaf_bits - nodes->leaf_bits);
    return &nodes->nodes[region * SL_REPEAT + place % SL_REPEAT];
}

const sl_fr *sl_repeating_tree_root(const sl_repeating_tree *tree) {
    return sl_repeating_tree_node(tree, tree->levels_n, 0);
}

/* The children of the i-th stored node of a level. */
static void children_of(const sl_repeating_tree *tree, unsigned level, size_t i, sl_fr children[ARITY_MAX]) {
    const unsigned arity = tree->arities[level - 1];
    const sl_repeating_level *const below = &tree->levels[level - 1];
    for (unsigned j = 0; j < arity; j++) {
        if (tree->levels[level].is_whole) {
            children[j] = *sl_repeating_tree_node(tree, level - 1, (uint64_t)i * arity + j);
        } else {
            const size_t region = i / SL_REPEAT, place = i % SL_REPEAT;
            children[j] = below->nodes[region * SL_REPEAT + (place * arity + j) % SL_REPEAT];
        }
    }
}

static void sha256_parent(sl_fr *out, const sl_fr children[2]) {
    uint8_t left[32], right[32];
    sl_fr_to_bytes(left, &children[0]);
    sl_fr_to_bytes(right, &children[1]);
    sl_sha256_node(left, left, right);
    const bool is_canonical = sl_fr_from_bytes(out, left);
    SL_ASSERT(is_canonical); // trimmed
}

typedef struct level_job {
    const sl_repeating_tree *tree;
    const sl_kernels *kernels;
    unsigned level;
} level_job;

static void nodes_task(void *data, size_t task, size_t worker) {
    const level_job *const job = data;
    const sl_repeating_level *const level = &job->tree->levels[job->level];
    const unsigned arity = job->tree->arities[job->level - 1];
    const size_t first = task * NODES_PER_TASK, n = SL_MIN((size_t)NODES_PER_TASK, level->n - first);
    sl_fr children[NODES_PER_TASK][ARITY_MAX];
    const sl_fr *inputs[NODES_PER_TASK];
    (void)worker;
    for (size_t i = 0; i < n; i++) {
        children_of(job->tree, job->level, first + i, children[i]);
        inputs[i] = children[i];
    }
    if (job->tree->arities[0] != 2) {
        job->kernels->poseidon_hashes(sl_poseidon_get(arity), level->nodes + first, inputs, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        sha256_parent(&level->nodes[first + i], children[i]);
    }
}

/* Which nodes each level stores; returns their number. */
static size_t levels_plan(sl_repeating_tree *tree, unsigned bits, unsigned region_bits) {
    size_t all = 0;
    unsigned leaf_bits = 0;
    tree->region_leaf_bits = bits - region_bits;
    for (unsigned k = 0; k <= tree->levels_n; k++) {
        sl_repeating_level *const level = &tree->levels[k];
        level->leaf_bits = leaf_bits;
        level->is_whole = leaf_bits > tree->region_leaf_bits;
        level->n = level->is_whole ? (size_t)1 << (bits - leaf_bits) : (size_t)SL_REPEAT << region_bits;
        all += level->n;
        leaf_bits += k < tree->levels_n ? (unsigned)__builtin_ctz(tree->arities[k]) : 0;
    }
    return all;
}

sluice_status sl_repeating_tree_build(sl_repeating_tree *out, const sl_tree_shape *shape, unsigned region_bits,
                                      const sl_fr *leaves, const sl_kernels *kernels, sl_pool *pool,
                                      sluice_error *err) {
    const unsigned bits = (unsigned)__builtin_ctzll(shape->leaves);
    sl_repeating_tree tree = {0};
    SL_ASSERT(region_bits <= bits);
    tree.levels_n = (unsigned)sl_tree_levels(shape, tree.arities);
    SL_ASSERT(tree.levels_n <= SL_PATH_LEVELS_MAX);
    const size_t all = levels_plan(&tree, bits, region_bits);
    SL_TRY(sl_buf_alloc_n(&tree.store, all, sizeof(sl_fr), "repeating tree", err));
    sl_fr *next = tree.store.data;
    for (unsigned k = 0; k <= tree.levels_n; k++) {
        tree.levels[k].nodes = next;
        next += tree.levels[k].n;
    }
    memcpy(tree.levels[0].nodes, leaves, tree.levels[0].n * sizeof *leaves);
    for (unsigned k = 1; k <= tree.levels_n; k++) {
        level_job job = {.tree = &tree, .kernels = kernels, .level = k};
        sl_pool_for(pool, (tree.levels[k].n - 1) / NODES_PER_TASK + 1, nodes_task, &job);
    }
    *out = tree;
    return SLUICE_OK;
}

void sl_repeating_tree_release(sl_repeating_tree *tree) {
    sl_buf_release(&tree->store);
}

sluice_status sl_repeating_tree_path(const sl_repeating_tree *tree, uint64_t place, sl_arena *arena, sl_path *out,
                                     sluice_error *err) {
    sl_path path = {.root = *sl_repeating_tree_root(tree),
                    .leaf = *sl_repeating_tree_node(tree, 0, place),
                    .levels_n = tree->levels_n};
    void *levels;
    SL_TRY(sl_arena_take(arena, tree->levels_n, sizeof(sl_path_level), &levels, err));
    for (unsigned k = 0; k < tree->levels_n; k++) {
        const unsigned arity = tree->arities[k], own = (unsigned)(place % arity);
        void *siblings;
        SL_TRY(sl_arena_take(arena, arity - 1, sizeof(sl_fr), &siblings, err));
        sl_fr *next = siblings;
        for (unsigned j = 0; j < arity; j++) {
            if (j != own) {
                *next++ = *sl_repeating_tree_node(tree, k, place - own + j);
            }
        }
        ((sl_path_level *)levels)[k] = (sl_path_level){.arity = arity, .index = own, .hashes = siblings};
        place /= arity;
    }
    path.levels = levels;
    *out = path;
    return SLUICE_OK;
}
