// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Merkle nodes and inclusion proofs (spec 3.6, 3.7).
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_MERKLE_H
#define SL_PROOF_CIRCUITS_GADGETS_MERKLE_H

#include "proof/circuits/gadgets/num.h"
#include "proof/circuits/partition_input.h"

/* Trimmed SHA-256 of two numbers' bytes: a node of TreeD. */
sl_num sl_sha_node(sl_cs *cs, const sl_num *left, const sl_num *right);

typedef enum sl_tree_hash { SL_TREE_SHA256, SL_TREE_POSEIDON } sl_tree_hash;

/*
 * Proves that `leaf` is a leaf of the tree with this root, at a position that becomes one public input. Each
 * level has a scope "level"[k] with its position bits, siblings, insertion and hash. In shape mode path is NULL; in
 * witness mode its levels are those of the tree, which the caller has checked, and `wires` are the wires of its
 * Poseidon hashes if they are known already (path_wires.h), or NULL.
 */
void sl_path_prove(sl_cs *cs, const sl_tree_shape *tree, sl_tree_hash hash, const sl_num *leaf, const sl_path *path,
                   const sl_num *root, const sl_fr *wires);

/*
 * The same at a position whose bits are wires already (spec 3.7, por_no_challenge_input): no public input. `position`
 * has the bits of all levels, the lowest first; `siblings`, arity - 1 for each level, leaf level first, are
 * allocated by the caller. `wires` as above.
 */
void sl_path_prove_at(sl_cs *cs, const uint8_t *arities, size_t levels_n, sl_tree_hash hash, const sl_num *leaf,
                      const sl_bit *position, const sl_num *siblings, const sl_num *root, const sl_fr *wires);

#endif
