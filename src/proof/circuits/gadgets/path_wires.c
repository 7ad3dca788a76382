// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/path_wires.h"

#include "proof/circuits/inputs/merkle_path.h"

enum { CHILDREN_MAX = 8 };

size_t sl_path_wires_n(const sl_tree_shape *tree) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    size_t n = 0;
    for (size_t k = 0; k < levels_n; k++) {
        n += sl_poseidon_get(arities[k])->aux_n;
    }
    return n;
}

void sl_path_wires(const sl_kernels *kernels, const sl_tree_shape *tree, sl_fr *const *wires,
                   const sl_path *const *paths, const sl_fr *const *leaves, size_t n) {
    SL_ASSERT(n <= SL_PATH_WIRES_MAX);
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    sl_fr children[SL_PATH_WIRES_MAX][CHILDREN_MAX];
    const sl_fr *inputs[SL_PATH_WIRES_MAX];
    sl_fr *next[SL_PATH_WIRES_MAX];
    const sl_fr *node[SL_PATH_WIRES_MAX];
    for (size_t i = 0; i < n; i++) {
        inputs[i] = children[i];
        next[i] = wires[i];
        node[i] = leaves[i];
    }
    for (size_t k = 0; k < levels_n; k++) {
        const sl_poseidon *p = sl_poseidon_get(arities[k]);
        for (size_t i = 0; i < n; i++) {
            sl_path_children(children[i], &paths[i]->levels[k], node[i]);
        }
        kernels->poseidon_wires(p, next, inputs, n);
        for (size_t i = 0; i < n; i++) {
            next[i] += p->aux_n;
            node[i] = next[i] - 1;
        }
    }
}
