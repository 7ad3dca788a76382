// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A Poseidon tree of which only some leaves are given (spec 8.5). Nodes above a given leaf are what its children hash
 * to; every other node is a pseudorandom field element that follows from a key, its level and its place, the same
 * wherever it is needed. So paths of the given leaves are consistent, although most of the tree does not exist.
 *
 * Threads: a built tree is constant and may be shared.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_SPARSE_TREE_H
#define SL_PROOF_CIRCUITS_INPUTS_SPARSE_TREE_H

#include "core/par/pool.h"
#include "proof/circuits/inputs/merkle_path.h"

typedef struct sl_sparse_level {
    size_t n;
    uint64_t *places; /* strictly increasing */
    sl_fr *values;
} sl_sparse_level;

typedef struct sl_sparse_tree {
    uint8_t key[32];
    uint8_t arities[SL_TREE_LEVELS_MAX];
    size_t levels_n;                                /* above the leaves */
    sl_sparse_level levels[SL_PATH_LEVELS_MAX + 1]; /* leaves first, the root last */
    sl_buf store;
} sl_sparse_tree;

/* Sorts n places and drops repetitions, as a tree wants its leaves; returns how many are left. */
size_t sl_sparse_places_sort(uint64_t *places, size_t n);
/* Index of the first of n increasing places that is not below `place`. */
size_t sl_sparse_place_find(const uint64_t *places, size_t n, uint64_t place);

/* leaves_n >= 1 leaves at strictly increasing places below shape->leaves. */
SL_NODISCARD sluice_status sl_sparse_tree_build(sl_sparse_tree *out, const sl_tree_shape *shape, const uint8_t key[32],
                                                const uint64_t *places, const sl_fr *values, size_t leaves_n,
                                                sl_pool *pool, sluice_error *err);
void sl_sparse_tree_release(sl_sparse_tree *tree);

const sl_fr *sl_sparse_tree_root(const sl_sparse_tree *tree);
/* The path of a given leaf, in the arena. */
SL_NODISCARD sluice_status sl_sparse_tree_path(const sl_sparse_tree *tree, uint64_t place, sl_arena *arena,
                                               sl_path *out, sluice_error *err);

/* A pseudorandom field element below 2^254: SHA-256 of key, level and place (little-endian u64 each), trimmed. */
void sl_sparse_fill(sl_fr *out, const uint8_t key[32], uint64_t level, uint64_t place);

#endif
