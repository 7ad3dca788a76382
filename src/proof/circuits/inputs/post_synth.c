// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/post_synth.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/ids.h"
#include "proof/circuits/inputs/sparse_tree.h"
#include "proof/circuits/inputs/synth_values.h"
#include "proof/circuits/inputs/vanilla_write.h"

/* The top two bits are cleared, as the chain does it. */
static void randomness_make(uint8_t out[32], uint64_t seed) {
    sl_synth_value(out, "sluice synthetic PoSt", seed, "randomness");
    out[31] &= 0x3f;
}

sluice_status sl_post_synth_begin(sl_post_statement *out, sl_post_public_sector *sectors, const sl_post_order *order,
                                  sluice_error *err) {
    sl_post_statement statement = {
        .circuit = order->circuit, .api = order->api, .sectors_n = order->sectors_n, .sectors = sectors};
    SL_ASSERT(order->circuit.kind == SL_CIRCUIT_WINNING || order->circuit.kind == SL_CIRCUIT_WINDOW);
    randomness_make(statement.randomness, order->seed);
    sl_prover_id(statement.prover_id, order->miner);
    if (order->sectors_n > 0 && order->sectors_n - 1 > UINT64_MAX - order->first_sector) {
        return SL_FAIL(err, SLUICE_E_USAGE, "sector numbers: %zu from %" PRIu64 " on are too many", order->sectors_n,
                       order->first_sector);
    }
    for (size_t i = 0; i < order->sectors_n; i++) {
        sectors[i] = (sl_post_public_sector){.number = order->first_sector + i};
    }
    SL_TRY(sl_post_statement_check(&statement, err));
    *out = statement;
    return SLUICE_OK;
}

/* The challenged leaves of sector i, in the order of its paths; returns their number. */
static unsigned leaves_find(const sl_post_statement *statement, size_t i, uint64_t leaves[SL_POST_CHALLENGES_MAX]) {
    const sl_circuit *const circuit = &statement->circuit;
    const bool is_winning = circuit->kind == SL_CIRCUIT_WINNING;
    const unsigned n = is_winning ? circuit->sectors : circuit->challenges;
    SL_ASSERT(n <= SL_POST_CHALLENGES_MAX);
    for (unsigned k = 0; k < n; k++) {
        leaves[k] = is_winning
                        ? sl_post_challenge_at(statement, 0, k, 0)
                        : sl_post_challenge_at(statement, i / circuit->sectors, (unsigned)(i % circuit->sectors), k);
    }
    return n;
}

static sluice_status tree_build(sl_sparse_tree *out, const sl_tree_shape *shape, const uint8_t key[32],
                                const uint64_t *leaves, unsigned n, sl_pool *pool, sluice_error *err) {
    uint64_t places[SL_POST_CHALLENGES_MAX];
    sl_fr values[SL_POST_CHALLENGES_MAX];
    memcpy(places, leaves, n * sizeof *leaves);
    const size_t places_n = sl_sparse_places_sort(places, n);
    for (size_t k = 0; k < places_n; k++) {
        sl_sparse_fill(&values[k], key, 0, places[k]);
    }
    return sl_sparse_tree_build(out, shape, key, places, values, places_n, pool, err);
}

sluice_status sl_post_synth_sector(const sl_post_statement *statement, sl_post_public_sector *sectors, uint64_t seed,
                                   size_t i, sl_pool *pool, sl_buf *blob, sluice_error *err) {
    const sl_tree_shape *const shape = &statement->circuit.tree;
    const uint64_t number = sectors[i].number;
    char name[32];
    uint8_t key[32];
    uint64_t leaves[SL_POST_CHALLENGES_MAX];
    sl_path paths[SL_POST_CHALLENGES_MAX];
    sl_post_sector sector = {.paths = paths};
    sl_sparse_tree tree;
    sl_arena arena;
    (void)snprintf(name, sizeof name, "%" PRIu64, number);
    sl_synth_value(key, "sluice synthetic PoSt", seed, name);
    sector.challenges_n = leaves_find(statement, i, leaves);
    SL_TRY(tree_build(&tree, shape, key, leaves, sector.challenges_n, pool, err));
    sl_arena_init(&arena, "synthetic PoSt");
    sluice_status status = SLUICE_OK;
    for (unsigned k = 0; status == SLUICE_OK && k < sector.challenges_n; k++) {
        status = sl_sparse_tree_path(&tree, leaves[k], &arena, &paths[k], err);
    }
    if (status == SLUICE_OK) {
        sl_sparse_fill(&sector.comm_c, key, UINT64_MAX, 0); // no level has this number
        sector.comm_r_last = *sl_sparse_tree_root(&tree);
        const sl_fr pair[2] = {sector.comm_c, sector.comm_r_last};
        sl_poseidon_hash(sl_poseidon_get(2), &sector.comm_r, pair);
        status = sl_post_blob_make(blob, shape, number, &sector, err);
    }
    if (status == SLUICE_OK) {
        sectors[i].comm_r = sector.comm_r;
    }
    sl_arena_release(&arena);
    sl_sparse_tree_release(&tree);
    return status;
}
