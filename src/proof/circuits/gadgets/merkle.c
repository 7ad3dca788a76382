// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/merkle.h"

#include "math/hash/poseidon.h"

#include "proof/circuits/gadgets/poseidon_gadget.h"
#include "proof/circuits/gadgets/sha256_gadget.h"

sl_num sl_sha_node(sl_cs *cs, const sl_num *left, const sl_num *right) {
    sl_bit preimage[2 * SL_NUM_SHA_BITS];
    sl_num_to_sha_bits(cs, left, preimage, "left_bits", SL_NO_INDEX);
    sl_num_to_sha_bits(cs, right, preimage + SL_NUM_SHA_BITS, "right_bits", SL_NO_INDEX);
    sl_sha256_gadget sha;
    sl_sha256_gadget_open(&sha, cs);
    sl_sha256_gadget_put(&sha, preimage, SL_ARRAY_N(preimage));
    return sl_sha256_gadget_close_num(&sha);
}

/* The parent of `own`, which stands among the siblings at a position of log2(arity) bits. wires: of the hash, or NULL.
 */
static sl_num parent(sl_cs *cs, unsigned arity, sl_tree_hash hash, const sl_num *own, const sl_bit *position,
                     const sl_num *siblings, const sl_fr *wires) {
    sl_num children[SL_INSERT_MAX];
    sl_num_insert(cs, own, position, siblings, arity, children);
    return hash == SL_TREE_SHA256 ? sl_sha_node(cs, &children[0], &children[1])
                                  : sl_poseidon_num(cs, children, arity, wires);
}

/* One level with new position bits, which go to `position`, and siblings. */
static sl_num climb(sl_cs *cs, unsigned arity, sl_tree_hash hash, const sl_num *own, const sl_path_level *level,
                    sl_bit *position, const sl_fr *wires) {
    for (unsigned i = 0; (1U << i) < arity; i++) {
        position[i] = sl_bit_alloc(cs, level != NULL && (level->index >> i & 1) != 0);
    }
    sl_num siblings[SL_INSERT_MAX - 1];
    for (unsigned i = 0; i + 1 < arity; i++) {
        siblings[i] = sl_num_alloc(cs, level != NULL ? &level->hashes[i] : NULL);
    }
    return parent(cs, arity, hash, own, position, siblings, wires);
}

void sl_path_prove(sl_cs *cs, const sl_tree_shape *tree, sl_tree_hash hash, const sl_num *leaf, const sl_path *path,
                   const sl_num *root, const sl_fr *wires) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    sl_bit position[3 * SL_TREE_LEVELS_MAX];
    size_t position_n = 0;
    sl_num node = *leaf;
    for (size_t k = 0; k < levels_n; k++) {
        sl_cs_scope_open(cs, "level", (uint32_t)k);
        node = climb(cs, arities[k], hash, &node, path != NULL ? &path->levels[k] : NULL, position + position_n, wires);
        wires = wires != NULL ? wires + sl_poseidon_get(arities[k])->aux_n : NULL;
        position_n += (size_t)__builtin_ctz(arities[k]);
        sl_cs_scope_close(cs);
    }
    sl_bits_pack_input(cs, position, position_n);
    sl_num_enforce_equal(cs, &node, root);
}

void sl_path_prove_at(sl_cs *cs, const uint8_t *arities, size_t levels_n, sl_tree_hash hash, const sl_num *leaf,
                      const sl_bit *position, const sl_num *siblings, const sl_num *root, const sl_fr *wires) {
    sl_num node = *leaf;
    for (size_t k = 0; k < levels_n; k++) {
        sl_cs_scope_open(cs, "level", (uint32_t)k);
        node = parent(cs, arities[k], hash, &node, position, siblings, wires);
        wires = wires != NULL ? wires + sl_poseidon_get(arities[k])->aux_n : NULL;
        position += __builtin_ctz(arities[k]);
        siblings += arities[k] - 1;
        sl_cs_scope_close(cs);
    }
    sl_num_enforce_equal(cs, &node, root);
}
