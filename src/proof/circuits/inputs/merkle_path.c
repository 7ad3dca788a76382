// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/merkle_path.h"

#include <inttypes.h>
#include <string.h>

#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"

sl_fr_hex sl_bytes32_hex(const uint8_t bytes[32]) {
    static const char digits[] = "0123456789abcdef";
    sl_fr_hex out;
    for (unsigned i = 0; i < 32; i++) {
        out.text[2 * i] = digits[bytes[i] >> 4];
        out.text[2 * i + 1] = digits[bytes[i] & 15];
    }
    out.text[64] = 0;
    return out;
}

sl_fr_hex sl_fr_hex_of(const sl_fr *a) {
    uint8_t bytes[SL_FR_BYTES];
    sl_fr_to_bytes(bytes, a);
    return sl_bytes32_hex(bytes);
}

sluice_status sl_path_level_add(sl_path_part *part, sl_arena *arena, const sl_fr *hashes, size_t hashes_n,
                                uint64_t index, sluice_error *err) {
    if (part->levels_n == SL_PATH_LEVELS_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "expected at most %d levels, found more", SL_PATH_LEVELS_MAX);
    }
    if (hashes_n != 1 && hashes_n != 3 && hashes_n != 7) {
        return SL_FAIL(err, SLUICE_E_INPUT, "expected 1, 3 or 7 siblings, found %zu", hashes_n);
    }
    if (index > hashes_n) {
        return SL_FAIL(err, SLUICE_E_INPUT, "expected an index 0 to %zu, found %" PRIu64, hashes_n, index);
    }
    void *copy;
    SL_TRY(sl_arena_take(arena, hashes_n, sizeof *hashes, &copy, err));
    memcpy(copy, hashes, hashes_n * sizeof *hashes);
    part->levels[part->levels_n++] =
        (sl_path_level){.arity = (unsigned)hashes_n + 1, .index = (unsigned)index, .hashes = copy};
    return SLUICE_OK;
}

sluice_status sl_path_join(sl_path *path, sl_arena *arena, const sl_path_part *parts, sl_path_kind kind,
                           sluice_error *err) {
    unsigned levels_n = parts[0].levels_n;
    for (unsigned i = 1; i <= (unsigned)kind; i++) {
        if (parts[i].levels_n != 1) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s_proof: expected 1 level, found %u", i == 1 ? "sub" : "top",
                           parts[i].levels_n);
        }
        levels_n++;
    }
    void *levels;
    SL_TRY(sl_arena_take(arena, levels_n, sizeof(sl_path_level), &levels, err));
    memcpy(levels, parts[0].levels, parts[0].levels_n * sizeof(sl_path_level));
    for (unsigned i = 1; i <= (unsigned)kind; i++) {
        ((sl_path_level *)levels)[parts[0].levels_n + i - 1] = parts[i].levels[0];
    }
    path->levels = levels;
    path->levels_n = levels_n;
    return SLUICE_OK;
}

sluice_status sl_path_shape_check(const sl_path *path, sl_path_kind kind, const sl_tree_shape *tree,
                                  sluice_error *err) {
    static const char *const kinds[] = {"Single", "Sub", "Top"};
    const sl_path_kind want = tree->top > 0 ? SL_PATH_TOP : tree->sub > 0 ? SL_PATH_SUB : SL_PATH_SINGLE;
    if (kind != want) {
        return SL_FAIL(err, SLUICE_E_INPUT, "expected the form %s, found %s", kinds[want], kinds[kind]);
    }
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    if (path->levels_n != levels_n) {
        return SL_FAIL(err, SLUICE_E_INPUT, "expected %zu levels, found %u", levels_n, path->levels_n);
    }
    for (unsigned i = 0; i < levels_n; i++) {
        if (path->levels[i].arity != arities[i]) {
            return SL_FAIL(err, SLUICE_E_INPUT, "level %u: expected %u siblings, found %u", i, arities[i] - 1u,
                           path->levels[i].arity - 1);
        }
    }
    return SLUICE_OK;
}

uint64_t sl_path_position(const sl_path *path) {
    uint64_t position = 0, weight = 1;
    for (unsigned i = 0; i < path->levels_n; i++) {
        position += weight * path->levels[i].index;
        weight *= path->levels[i].arity;
    }
    return position;
}

void sl_path_children(sl_fr *out, const sl_path_level *level, const sl_fr *own) {
    const size_t before = level->index;
    memcpy(out, level->hashes, before * sizeof *out);
    out[before] = *own;
    memcpy(out + before + 1, level->hashes + before, (level->arity - 1 - before) * sizeof *out);
}

void sl_path_roots_poseidon(const sl_kernels *kernels, const sl_tree_shape *tree, sl_fr *roots,
                            const sl_path *const *paths, size_t n) {
    SL_ASSERT(n <= SL_PATH_ROOTS_MAX);
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    sl_fr children[SL_PATH_ROOTS_MAX][8];
    const sl_fr *inputs[SL_PATH_ROOTS_MAX];
    for (size_t i = 0; i < n; i++) {
        inputs[i] = children[i];
        roots[i] = paths[i]->leaf;
    }
    for (size_t k = 0; k < levels_n; k++) {
        for (size_t i = 0; i < n; i++) {
            sl_path_children(children[i], &paths[i]->levels[k], &roots[i]);
        }
        kernels->poseidon_hashes(sl_poseidon_get(arities[k]), roots, inputs, n);
    }
}

void sl_path_root_sha256(sl_fr *out, const sl_path *path) {
    uint8_t children[2][32], node[32];
    sl_fr_to_bytes(node, &path->leaf);
    for (unsigned i = 0; i < path->levels_n; i++) {
        const sl_path_level *const level = &path->levels[i];
        memcpy(children[level->index], node, sizeof node);
        sl_fr_to_bytes(children[1 - level->index], &level->hashes[0]);
        sl_sha256_node(node, children[0], children[1]);
    }
    // Trimmed to 254 bits, hence canonical; a path without levels has its leaf, which came from a field element.
    const bool is_canonical = sl_fr_from_bytes(out, node);
    SL_ASSERT(is_canonical);
}

static sluice_status position_check(const sl_path *path, uint64_t position, sluice_error *err) {
    uint64_t rest = position;
    for (unsigned i = 0; i < path->levels_n; i++) {
        const sl_path_level *const level = &path->levels[i];
        if (level->index != rest % level->arity) {
            return SL_FAIL(err, SLUICE_E_CORRUPT, "path level %u, index: expected %u (leaf %" PRIu64 "), found %u", i,
                           (unsigned)(rest % level->arity), position, level->index);
        }
        rest /= level->arity;
    }
    return SLUICE_OK;
}

sluice_status sl_path_stated_check(const sl_path *path, uint64_t position, const sl_fr *root, sluice_error *err) {
    SL_TRY(position_check(path, position, err));
    if (!sl_fr_eq(&path->root, root)) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "root: expected %s, found %s", sl_fr_hex_of(root).text,
                       sl_fr_hex_of(&path->root).text);
    }
    return SLUICE_OK;
}

static sluice_status fail_path(const sl_fr *root, const sl_fr *computed, sluice_error *err) {
    return SL_FAIL(err, SLUICE_E_CORRUPT,
                   "path: expected siblings that lead to the root %s, found such that lead to %s",
                   sl_fr_hex_of(root).text, sl_fr_hex_of(computed).text);
}

sluice_status sl_path_check(const sl_path *path, uint64_t position, const sl_fr *root, const sl_fr *computed,
                            sluice_error *err) {
    SL_TRY(sl_path_stated_check(path, position, root, err));
    return sl_fr_eq(computed, root) ? SLUICE_OK : fail_path(root, computed, err);
}

/* --- where a path is wrong --- */

/* The node to which the lowest levels lead. */
static void node_at(const sl_path *path, bool is_sha256, unsigned level, sl_fr *out) {
    sl_path low = *path;
    low.levels_n = level;
    if (is_sha256) {
        sl_path_root_sha256(out, &low);
        return;
    }
    *out = low.leaf;
    for (unsigned k = 0; k < level; k++) {
        sl_fr children[8];
        sl_path_children(children, &low.levels[k], out);
        sl_poseidon_hash(sl_poseidon_get(low.levels[k].arity), out, children);
    }
}

/* Which node of a level the path passes through. */
static uint64_t place_at(const sl_path *path, unsigned level) {
    sl_path high = *path;
    high.levels += level;
    high.levels_n -= level;
    return sl_path_position(&high);
}

/* The children of the path's node above `level`, from another path that is right; false if none passes there. */
static bool children_find(const sl_path *path, bool is_sha256, const sl_fr *root, unsigned level,
                          const sl_path *const *others, size_t others_n, sl_fr children[8]) {
    for (size_t i = 0; i < others_n; i++) {
        const sl_path *const other = others[i];
        sl_fr node;
        if (other == path || place_at(other, level + 1) != place_at(path, level + 1)) {
            continue;
        }
        node_at(other, is_sha256, other->levels_n, &node);
        if (sl_fr_eq(&node, root)) {
            node_at(other, is_sha256, level, &node);
            sl_path_children(children, &other->levels[level], &node);
            return true;
        }
    }
    return false;
}

/* No other path knows the nodes of this level and below. */
static sluice_status fail_below(const sl_path *path, bool is_sha256, unsigned level, const sl_fr *want,
                                sluice_error *err) {
    sl_fr found;
    node_at(path, is_sha256, level + 1, &found);
    if (level + 1 == path->levels_n) {
        return fail_path(want, &found, err);
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT,
                   "path levels 0 to %u: expected siblings that lead to %s, found such that lead to %s", level,
                   sl_fr_hex_of(want).text, sl_fr_hex_of(&found).text);
}

sluice_status sl_path_fault(const sl_path *path, const sl_tree_shape *tree, const sl_fr *root,
                            const sl_path *const *others, size_t others_n, sluice_error *err) {
    const bool is_sha256 = tree->base == 2;
    sl_fr want = *root;
    for (unsigned k = path->levels_n; k-- > 0;) {
        const sl_path_level *const level = &path->levels[k];
        sl_fr children[8];
        if (!children_find(path, is_sha256, root, k, others, others_n, children)) {
            return fail_below(path, is_sha256, k, &want, err);
        }
        for (unsigned i = 0; i + 1 < level->arity; i++) {
            const sl_fr *const expected = &children[i < level->index ? i : i + 1];
            if (!sl_fr_eq(expected, &level->hashes[i])) {
                return SL_FAIL(err, SLUICE_E_CORRUPT, "path level %u, sibling %u: expected %s, found %s", k, i,
                               sl_fr_hex_of(expected).text, sl_fr_hex_of(&level->hashes[i]).text);
            }
        }
        want = children[level->index];
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT, "leaf: expected %s, found %s", sl_fr_hex_of(&want).text,
                   sl_fr_hex_of(&path->leaf).text);
}
