// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A whole Merkle tree with up to 2^31 leaves that repeat, so that it takes milliseconds and megabytes, and the path of
 * any leaf can be told afterwards. Synthetic sector updates need it: their challenges follow from the root.
 *
 * The highest bits of a leaf's number are its region; leaves of a region that are equal modulo SL_REPEAT are equal. So
 * are then the nodes within a region, in every level. SL_REPEAT is odd and above every arity: siblings differ, and so
 * do the paths of leaves whose numbers differ in one digit.
 *
 * Threads: a built tree is constant and may be shared.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_REPEATING_TREE_H
#define SL_PROOF_CIRCUITS_INPUTS_REPEATING_TREE_H

#include "core/par/pool.h"
#include "proof/circuits/inputs/merkle_path.h"

#define SL_REPEAT 9

typedef struct sl_repeating_level {
    unsigned leaf_bits; /* 2^leaf_bits leaves below a node */
    bool is_whole;      /* every node is there, by its place; else SL_REPEAT of each region */
    size_t n;
    sl_fr *nodes;
} sl_repeating_level;

typedef struct sl_repeating_tree {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    unsigned levels_n; /* above the leaves */
    unsigned region_leaf_bits;
    sl_repeating_level levels[SL_PATH_LEVELS_MAX + 1]; /* leaves first, the root last */
    sl_buf store;
} sl_repeating_tree;

/*
 * leaves: SL_REPEAT for each of 2^region_bits regions. A shape of base 2 is hashed with SHA-256 (TreeD), others with
 * Poseidon.
 */
SL_NODISCARD sluice_status sl_repeating_tree_build(sl_repeating_tree *out, const sl_tree_shape *shape,
                                                   unsigned region_bits, const sl_fr *leaves, const sl_kernels *kernels,
                                                   sl_pool *pool, sluice_error *err);
void sl_repeating_tree_release(sl_repeating_tree *tree);

/* Level 0: a leaf. */
const sl_fr *sl_repeating_tree_node(const sl_repeating_tree *tree, unsigned level, uint64_t place);
const sl_fr *sl_repeating_tree_root(const sl_repeating_tree *tree);
/* The path of a leaf, its siblings in the arena. */
SL_NODISCARD sluice_status sl_repeating_tree_path(const sl_repeating_tree *tree, uint64_t place, sl_arena *arena,
                                                  sl_path *out, sluice_error *err);

#endif
