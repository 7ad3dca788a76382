// SPDX-License-Identifier: MIT OR Apache-2.0
/* Merkle paths as files hold them (spec 6.2, 6.3): gathering, shape, and the root that they lead to (spec 3.7). */
#ifndef SL_PROOF_CIRCUITS_INPUTS_MERKLE_PATH_H
#define SL_PROOF_CIRCUITS_INPUTS_MERKLE_PATH_H

#include "proof/circuits/inputs/arena.h"
#include "proof/circuits/partition_input.h"

/* Values are the tags of the bincode form. */
typedef enum sl_path_kind { SL_PATH_SINGLE, SL_PATH_SUB, SL_PATH_TOP } sl_path_kind;

/* A binary tree over 64 GiB has 31 levels. */
#define SL_PATH_LEVELS_MAX 32

/* The levels of one part (base, sub, top), in any order of parts. */
typedef struct sl_path_part {
    unsigned levels_n;
    sl_path_level levels[SL_PATH_LEVELS_MAX];
} sl_path_part;

/*
 * One level with `hashes_n` siblings, which are copied to the arena. SLUICE_E_INPUT unless that is 1, 3 or 7 and index
 * is at most that.
 */
SL_NODISCARD sluice_status sl_path_level_add(sl_path_part *part, sl_arena *arena, const sl_fr *hashes, size_t hashes_n,
                                             uint64_t index, sluice_error *err);
/* Levels of the parts (kind + 1 of them) one behind the other. Sub and top must have one level. */
SL_NODISCARD sluice_status sl_path_join(sl_path *path, sl_arena *arena, const sl_path_part *parts, sl_path_kind kind,
                                        sluice_error *err);

/*
 * A tree by its shape; base 2 is the binary SHA-256 tree (sub and top 0). sl_path_shape_check compares kind, number of
 * levels and arities.
 */
SL_NODISCARD sluice_status sl_path_shape_check(const sl_path *path, sl_path_kind kind, const sl_tree_shape *tree,
                                               sluice_error *err);
/* The leaf's number: positions in mixed radix, the lowest level lowest. */
uint64_t sl_path_position(const sl_path *path);
/* The children of a level's node, of which *own is one; out has room for the level's arity. */
void sl_path_children(sl_fr *out, const sl_path_level *level, const sl_fr *own);
/* Root over `leaf`, SHA-256, for binary trees of kind TreeD. */
void sl_path_root_sha256(sl_fr *out, const sl_path *path);
/* Roots over their leaves, Poseidon, of n <= SL_PATH_ROOTS_MAX paths of this tree's shape, side by side. */
#define SL_PATH_ROOTS_MAX 40
void sl_path_roots_poseidon(const sl_kernels *kernels, const sl_tree_shape *tree, sl_fr *roots,
                            const sl_path *const *paths, size_t n);

/*
 * The whole check: leaf `position`, stated root equal to `root`, and the path leads from its leaf to it. Errors name
 * the field of the path ("index of level 3", "root", "path"), expected and found. `computed` is the root to which the
 * path leads, as the functions above tell.
 */
SL_NODISCARD sluice_status sl_path_check(const sl_path *path, uint64_t position, const sl_fr *root,
                                         const sl_fr *computed, sluice_error *err);

/* The first part of the above, before any hash: leaf `position` and the stated root. */
SL_NODISCARD sluice_status sl_path_stated_check(const sl_path *path, uint64_t position, const sl_fr *root,
                                                sluice_error *err);
/*
 * Where a path that does not lead to its root is wrong: SLUICE_E_CORRUPT with the level and the sibling, or the leaf,
 * or the levels among which it is. That is told by others of the same tree (path may be among them) that do lead to the
 * root and pass through the same nodes: the highest levels of large trees, all levels of small ones.
 */
SL_NODISCARD sluice_status sl_path_fault(const sl_path *path, const sl_tree_shape *tree, const sl_fr *root,
                                         const sl_path *const *others, size_t others_n, sluice_error *err);

/* A field element in messages: 64 hexadecimal digits, least significant byte first, as in files. */
typedef struct sl_fr_hex {
    char text[65];
} sl_fr_hex;
sl_fr_hex sl_fr_hex_of(const sl_fr *a);
sl_fr_hex sl_bytes32_hex(const uint8_t bytes[32]);

#endif
