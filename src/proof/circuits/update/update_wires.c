// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/update/update_wires.h"

#include "math/hash/poseidon.h"
#include "proof/circuits/gadgets/path_wires.h"

enum { PATHS = SL_UPDATE_AT_ONCE * SL_UPDATE_TREES, LEVELS_MAX = 16 };

sluice_status sl_update_wires_open(sl_update_wires *out, const sl_kernels *kernels, const sl_circuit *circuit,
                                   const sl_update_partition *partition, sluice_error *err) {
    const size_t path_n = sl_path_wires_n(&circuit->tree);
    const unsigned trees_n = circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON ? SL_UPDATE_TREES : SL_UPDATE_DATA;
    sl_buf storage;
    SL_TRY(
        sl_buf_alloc_n(&storage, (size_t)SL_UPDATE_AT_ONCE * trees_n * path_n, sizeof(sl_fr), "hashes of paths", err));
    sl_buf_mark_secret(&storage);
    *out = (sl_update_wires){.kernels = kernels,
                             .circuit = circuit,
                             .partition = partition,
                             .trees_n = trees_n,
                             .path_n = path_n,
                             .storage = storage};
    return SLUICE_OK;
}

void sl_update_wires_close(sl_update_wires *wires) {
    sl_buf_release(&wires->storage);
}

static sl_fr *wires_at(const sl_update_wires *wires, unsigned i, unsigned tree) {
    return (sl_fr *)wires->storage.data + ((size_t)i * wires->trees_n + tree) * wires->path_n;
}

const sl_fr *sl_update_path_wires(const sl_update_wires *wires, unsigned i, unsigned tree) {
    return wires == NULL ? NULL : wires_at(wires, i, tree);
}

/* The new replica's leaf as the circuit computes it. */
static void new_leaf_make(const sl_update_wires *wires, const sl_update_challenge *c, uint64_t node, const sl_fr *phi,
                          sl_fr *out) {
    const unsigned node_bits = (unsigned)__builtin_ctzll(wires->circuit->tree.leaves);
    const unsigned h = sl_update_h(wires->circuit, wires->partition->h_position);
    const sl_fr pair[2] = {*phi, sl_fr_from_u64(node >> (node_bits - h))};
    const sl_fr tag = sl_poseidon_update_tag();
    sl_fr rho;
    sl_poseidon_hash_tag(sl_poseidon_get(2), &rho, &tag, pair);
    sl_fr_mul(&rho, &rho, &c->d_new.leaf);
    sl_fr_add(out, &c->r_old.leaf, &rho);
}

void sl_update_wires_make(sl_update_wires *wires, unsigned first, unsigned n, const uint64_t *nodes, const sl_fr *phi) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(&wires->circuit->tree, arities);
    sl_path_level levels[PATHS][LEVELS_MAX];
    sl_path moved[PATHS];
    sl_fr new_leaves[SL_UPDATE_AT_ONCE];
    const sl_path *paths[PATHS];
    const sl_fr *leaves[PATHS];
    sl_fr *to[PATHS];
    size_t paths_n = 0;
    SL_ASSERT(n <= SL_UPDATE_AT_ONCE && levels_n <= LEVELS_MAX && wires->trees_n <= SL_UPDATE_TREES);
    for (unsigned i = 0; i < n; i++) {
        const sl_update_challenge *const c = &wires->partition->challenges[first + i];
        new_leaf_make(wires, c, nodes[i], phi, &new_leaves[i]);
        const sl_path *const given[SL_UPDATE_TREES] = {&c->r_old, &c->r_new, &c->d_new};
        const sl_fr *const own[SL_UPDATE_TREES] = {&c->r_old.leaf, &new_leaves[i], &c->d_new.leaf};
        for (unsigned tree = 0; tree < wires->trees_n; tree++, paths_n++) {
            uint64_t place = nodes[i];
            moved[paths_n] = *given[tree];
            moved[paths_n].levels = levels[paths_n];
            for (size_t k = 0; k < levels_n; k++) {
                levels[paths_n][k] = given[tree]->levels[k];
                levels[paths_n][k].index = (unsigned)(place % arities[k]);
                place /= arities[k];
            }
            paths[paths_n] = &moved[paths_n];
            leaves[paths_n] = own[tree];
            to[paths_n] = wires_at(wires, i, tree);
        }
    }
    sl_path_wires(wires->kernels, &wires->circuit->tree, to, paths, leaves, paths_n);
}
