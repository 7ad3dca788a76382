// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/update_synth.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/repeating_tree.h"
#include "proof/circuits/inputs/sparse_tree.h"
#include "proof/circuits/inputs/synth_values.h"
#include "proof/circuits/inputs/vanilla_write.h"

struct sl_update_synth {
    sl_update_statement statement;
    sl_fr comm_c;
    sl_fr old_leaves[SL_REPEAT], data_leaves[SL_REPEAT];
    sl_repeating_tree old, data, new;
};

static void comm_r_of(sl_fr *out, const sl_fr *comm_c, const sl_repeating_tree *tree) {
    const sl_fr pair[2] = {*comm_c, *sl_repeating_tree_root(tree)};
    sl_poseidon_hash(sl_poseidon_get(2), out, pair);
}

static void values_make(sl_update_synth *s, uint64_t seed) {
    uint8_t key[32];
    sl_synth_value(key, "sluice synthetic update", seed, "values");
    for (unsigned i = 0; i < SL_REPEAT; i++) {
        sl_sparse_fill(&s->old_leaves[i], key, 0, i);
        sl_sparse_fill(&s->data_leaves[i], key, 1, i);
    }
    sl_sparse_fill(&s->comm_c, key, 2, 0);
}

/* Old and new replica and the data, in the order in which they depend on one another. */
static sluice_status trees_build(sl_update_synth *s, const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    sl_update_statement *const statement = &s->statement;
    const sl_circuit *const circuit = &statement->circuit;
    const sl_tree_shape tree_d = sl_update_tree_d(circuit);
    const unsigned h = sl_update_h(circuit, statement->h_position);
    const unsigned region_leaf_bits = (unsigned)__builtin_ctzll(circuit->tree.leaves) - h;
    sl_buf leaves;
    SL_TRY(sl_repeating_tree_build(&s->old, &circuit->tree, 0, s->old_leaves, kernels, pool, err));
    SL_TRY(sl_repeating_tree_build(&s->data, &tree_d, 0, s->data_leaves, kernels, pool, err));
    comm_r_of(&statement->comm_r_old, &s->comm_c, &s->old);
    statement->comm_d_new = *sl_repeating_tree_root(&s->data);
    SL_TRY(sl_buf_alloc_n(&leaves, (size_t)SL_REPEAT << h, sizeof(sl_fr), "synthetic update", err));
    sl_fr *next = leaves.data;
    for (uint64_t region = 0; region < UINT64_C(1) << h; region++) {
        sl_fr rho;
        sl_update_rho(statement, region << region_leaf_bits, &rho);
        for (unsigned i = 0; i < SL_REPEAT; i++, next++) {
            sl_fr_mul(next, &s->data_leaves[i], &rho);
            sl_fr_add(next, next, &s->old_leaves[i]);
        }
    }
    const sluice_status status = sl_repeating_tree_build(&s->new, &circuit->tree, h, leaves.data, kernels, pool, err);
    sl_buf_release(&leaves);
    if (status == SLUICE_OK) {
        comm_r_of(&statement->comm_r_new, &s->comm_c, &s->new);
    }
    return status;
}

sluice_status sl_update_synth_open(sl_update_synth **out, const sl_circuit *circuit, uint64_t seed,
                                   const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    SL_ASSERT(circuit->kind == SL_CIRCUIT_UPDATE || circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON);
    sl_update_synth *const s = sl_small_alloc(1, sizeof *s);
    if (s == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "synthetic update: %zu bytes", sizeof *s);
    }
    s->statement.circuit = *circuit;
    values_make(s, seed);
    sluice_status status = sl_update_h_position(&s->statement.h_position, circuit, 0, err);
    if (status == SLUICE_OK) {
        status = trees_build(s, kernels, pool, err);
    }
    if (status != SLUICE_OK) {
        sl_update_synth_close(s);
        return status;
    }
    *out = s;
    return SLUICE_OK;
}

void sl_update_synth_close(sl_update_synth *synth) {
    if (synth != NULL) {
        sl_repeating_tree_release(&synth->old);
        sl_repeating_tree_release(&synth->data);
        sl_repeating_tree_release(&synth->new);
        free(synth);
    }
}

const sl_update_statement *sl_update_synth_statement(const sl_update_synth *synth) {
    return &synth->statement;
}

/* Paths of the partition's challenges, in the arena. */
static sluice_status challenges_make(const sl_update_synth *s, unsigned k, sl_arena *arena,
                                     sl_update_challenge *challenges, sluice_error *err) {
    uint64_t nodes[SL_UPDATE_CHALLENGES_MAX];
    SL_ASSERT(s->statement.circuit.challenges <= SL_UPDATE_CHALLENGES_MAX);
    sl_update_nodes(&s->statement, k, nodes);
    for (unsigned i = 0; i < s->statement.circuit.challenges; i++) {
        SL_TRY(sl_repeating_tree_path(&s->old, nodes[i], arena, &challenges[i].r_old, err));
        SL_TRY(sl_repeating_tree_path(&s->data, nodes[i], arena, &challenges[i].d_new, err));
        SL_TRY(sl_repeating_tree_path(&s->new, nodes[i], arena, &challenges[i].r_new, err));
    }
    return SLUICE_OK;
}

sluice_status sl_update_synth_partition(const sl_update_synth *s, unsigned k, sl_buf *blob, sluice_error *err) {
    const sl_circuit *const circuit = &s->statement.circuit;
    sl_fr apex[SL_UPDATE_APEX_MAX];
    void *challenges;
    sl_arena arena;
    SL_ASSERT(k < circuit->partitions && circuit->apex_n <= SL_UPDATE_APEX_MAX);
    if (circuit->apex_n > 0) {
        const unsigned above = (unsigned)(__builtin_ctz(circuit->partitions) + __builtin_ctz(circuit->apex_n));
        for (unsigned i = 0; i < circuit->apex_n; i++) {
            apex[i] = *sl_repeating_tree_node(&s->data, s->data.levels_n - above, (uint64_t)k * circuit->apex_n + i);
        }
    }
    sl_arena_init(&arena, "synthetic update");
    sluice_status status = sl_arena_take(&arena, circuit->challenges, sizeof(sl_update_challenge), &challenges, err);
    if (status == SLUICE_OK) {
        status = challenges_make(s, k, &arena, challenges, err);
    }
    if (status == SLUICE_OK) {
        const sl_update_partition partition = {.k = k,
                                               .comm_c = s->comm_c,
                                               .apex_n = circuit->apex_n,
                                               .apex_leaves = apex,
                                               .challenges_n = circuit->challenges,
                                               .challenges = challenges};
        status = sl_update_blob_make(blob, circuit, &partition, err);
    }
    sl_arena_release(&arena);
    return status;
}
