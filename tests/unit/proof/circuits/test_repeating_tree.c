// SPDX-License-Identifier: MIT OR Apache-2.0
/* Repeating trees are what hashing every leaf gives, and their paths lead to the root. */
#include "harness/test.h"
#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"
#include "proof/circuits/inputs/repeating_tree.h"

enum { LEAVES_MAX = 1024, BITS_MAX = 10 };

static sluice_error err;
static sl_pool *pool;

static void parent(bool is_sha, unsigned arity, sl_fr *out, const sl_fr *children) {
    if (!is_sha) {
        sl_poseidon_hash(sl_poseidon_get(arity), out, children);
        return;
    }
    uint8_t left[32], right[32];
    sl_fr_to_bytes(left, &children[0]);
    sl_fr_to_bytes(right, &children[1]);
    sl_sha256_node(left, left, right);
    SL_CHECK(sl_fr_from_bytes(out, left));
}

static void check_path(const sl_repeating_tree *tree, uint64_t place, bool is_sha, const sl_fr *leaf) {
    sl_arena arena;
    sl_path path;
    sl_arena_init(&arena, "test");
    SL_CHECK_OK(sl_repeating_tree_path(tree, place, &arena, &path, &err));
    SL_CHECK_EQ_U64(sl_path_position(&path), place);
    SL_CHECK(sl_fr_eq(&path.leaf, leaf) && sl_fr_eq(&path.root, sl_repeating_tree_root(tree)));
    sl_fr node = path.leaf;
    for (unsigned k = 0; k < path.levels_n; k++) {
        sl_fr children[8];
        sl_path_children(children, &path.levels[k], &node);
        parent(is_sha, path.levels[k].arity, &node, children);
    }
    SL_CHECK(sl_fr_eq(&node, &path.root));
    sl_arena_release(&arena);
}

/* Every node of every level, and paths: all of small trees, some of large ones. */
static void check_tree(const sl_tree_shape *shape, unsigned region_bits) {
    const unsigned bits = (unsigned)__builtin_ctzll(shape->leaves);
    static sl_fr leaves[SL_REPEAT << BITS_MAX], level[LEAVES_MAX], all[LEAVES_MAX];
    const bool is_sha = shape->base == 2;
    SL_CHECK(region_bits <= bits && bits <= BITS_MAX);
    for (size_t i = 0; i < (size_t)SL_REPEAT << region_bits; i++) {
        leaves[i] = sl_fr_from_u64(sl_test_u64());
    }
    sl_repeating_tree tree;
    SL_CHECK_OK(sl_repeating_tree_build(&tree, shape, region_bits, leaves, &sl_kernels_portable, pool, &err));
    size_t n = shape->leaves;
    for (size_t i = 0; i < n; i++) {
        level[i] = all[i] = leaves[(i >> (bits - region_bits)) * SL_REPEAT + i % SL_REPEAT];
    }
    for (unsigned k = 0; k <= tree.levels_n; k++) {
        for (size_t i = 0; i < n; i++) {
            SL_CHECK_MSG(sl_fr_eq(&level[i], sl_repeating_tree_node(&tree, k, i)), "level %u node %zu", k, i);
        }
        if (k < tree.levels_n) {
            n /= tree.arities[k];
            for (size_t i = 0; i < n; i++) {
                parent(is_sha, tree.arities[k], &level[i], level + i * tree.arities[k]);
            }
        }
    }
    SL_CHECK(n == 1);
    for (uint64_t i = 0; i < shape->leaves; i += shape->leaves <= 128 ? 1 : 1 + sl_test_u64() % 128) {
        check_path(&tree, i, is_sha, &all[i]);
    }
    sl_repeating_tree_release(&tree);
}

SL_TEST(nodes_and_paths) {
    static const struct {
        sl_tree_shape shape;
        unsigned region_bits;
    } cases[] = {
        {{64, 8, 0, 0}, 0},  {{64, 8, 0, 0}, 1},   {{64, 8, 0, 0}, 4}, {{64, 8, 0, 0}, 6}, {{128, 8, 2, 0}, 1},
        {{512, 8, 8, 0}, 5}, {{1024, 8, 8, 2}, 1}, {{8, 2, 0, 0}, 0},  {{64, 2, 0, 0}, 0}, {{1024, 2, 0, 0}, 3},
    };
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        check_tree(&cases[i].shape, cases[i].region_bits);
    }
    sl_pool_close(pool);
}
