// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The wires of Poseidon hashes along Merkle paths, made side by side. A path's hashes depend on one another, those of
 * several paths do not; the circuit lists them path by path. So they are computed for some paths level by level, and
 * the gadgets (sl_poseidon_num, sl_path_prove) are given the wires when their turn comes. Values may be wrong like any
 * others: what is computed is what the gadgets would compute.
 */
#ifndef SL_PROOF_CIRCUITS_GADGETS_PATH_WIRES_H
#define SL_PROOF_CIRCUITS_GADGETS_PATH_WIRES_H

#include "math/kernels/kernels.h"
#include "proof/circuits/partition_input.h"

#define SL_PATH_WIRES_MAX 40

/* Elements that the wires of one path take in this tree: its hashes', leaf level first. */
size_t sl_path_wires_n(const sl_tree_shape *tree);

/*
 * n <= SL_PATH_WIRES_MAX paths. wires[i]: room for the wires of paths[i], whose leaf is *leaves[i] (paths[i]->leaf is
 * not read). The paths are of the tree's shape.
 */
void sl_path_wires(const sl_kernels *kernels, const sl_tree_shape *tree, sl_fr *const *wires,
                   const sl_path *const *paths, const sl_fr *const *leaves, size_t n);

#endif
