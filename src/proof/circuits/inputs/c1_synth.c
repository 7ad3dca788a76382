// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/c1_synth.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"
#include "proof/circuits/inputs/c1_model.h"
#include "proof/circuits/inputs/challenges.h"
#include "proof/circuits/inputs/ids.h"
#include "proof/circuits/inputs/sparse_tree.h"
#include "proof/circuits/inputs/synth_values.h"

#define CHALLENGES_MAX 180 /* of an interactive sector */
#define NODES_MAX (CHALLENGES_MAX * (1 + SL_PARENTS_N))

/* What the parts of the work share. Arrays that grow with the sector's challenges lie in buffers. */
typedef struct synth {
    sl_c1_builder *builder;
    sl_c1 *c1;
    sl_pool *pool;
    uint64_t seed; /* of the order */
    sl_graph graph;
    unsigned layers, challenges_n;       /* all partitions together */
    uint64_t challenges[CHALLENGES_MAX]; /* in file order */
    uint64_t parents[CHALLENGES_MAX][SL_PARENTS_N];
    size_t nodes_n;
    uint64_t nodes[NODES_MAX]; /* challenged nodes and parents, strictly increasing */
    bool is_challenged[NODES_MAX];
    sl_fr *rows;                         /* of node i at rows + i * layers; in the arena of c1 */
    sl_fr zeros[SL_PATH_LEVELS_MAX + 1]; /* TreeD of zeros: the node of each level */
    sl_sparse_tree tree_c, tree_r;
} synth;

/* A 32-byte value that follows from the order's seed and a name. */
static void derive(uint8_t out[32], uint64_t seed, const char *name) {
    sl_synth_value(out, "sluice synthetic C1", seed, name);
}

static size_t node_index(const synth *s, uint64_t node) {
    const size_t at = sl_sparse_place_find(s->nodes, s->nodes_n, node);
    SL_ASSERT(at < s->nodes_n && s->nodes[at] == node);
    return at;
}

static sl_fr *rows_of(const synth *s, uint64_t node) {
    return s->rows + node_index(s, node) * s->layers;
}

/* --- identity, challenges and the nodes that they use --- */

static void identity_make(synth *s, const sl_c1_order *order) {
    sl_c1_info *const info = &s->c1->info;
    uint8_t prover_id[32], zero[32] = {0};
    derive(info->ticket, order->seed, "ticket");
    derive(info->seed, order->seed, "seed");
    const size_t levels_n = (size_t)__builtin_ctzll(info->proof.circuit.tree.leaves);
    for (size_t i = 0; i <= levels_n; i++) {
        const bool is_canonical = sl_fr_from_bytes(&s->zeros[i], zero);
        SL_ASSERT(is_canonical);
        memcpy(info->comm_d, zero, 32);
        sl_sha256_node(zero, zero, zero);
    }
    sl_prover_id(prover_id, order->miner);
    sl_replica_id(info->replica_id, prover_id, order->sector, info->ticket, info->comm_d, info->proof.porep_id);
}

static void nodes_find(synth *s) {
    const sl_circuit *const circuit = &s->c1->info.proof.circuit;
    sl_porep_challenge_seed source = {.feature = circuit->feature, .nodes = circuit->tree.leaves};
    memcpy(source.replica_id, s->c1->info.replica_id, 32);
    memcpy(source.seed, s->c1->info.seed, 32);
    s->challenges_n = circuit->partitions * circuit->challenges;
    SL_ASSERT(s->challenges_n <= CHALLENGES_MAX);
    for (unsigned k = 0; k < circuit->partitions; k++) {
        sl_porep_challenges(s->challenges + (size_t)k * circuit->challenges, circuit->challenges, &source, k);
    }
    sl_graph_init(&s->graph, circuit->tree.leaves, s->c1->info.proof.porep_id,
                  sl_seal_variant_api(s->c1->info.proof.variant));
    size_t n = 0;
    for (unsigned i = 0; i < s->challenges_n; i++) {
        sl_graph_parents(&s->graph, s->challenges[i], s->parents[i]);
        s->nodes[n++] = s->challenges[i];
        memcpy(s->nodes + n, s->parents[i], sizeof s->parents[i]);
        n += SL_PARENTS_N;
    }
    s->nodes_n = sl_sparse_places_sort(s->nodes, n);
    for (unsigned i = 0; i < s->challenges_n; i++) {
        s->is_challenged[node_index(s, s->challenges[i])] = true;
    }
}

/* --- columns: labels of challenged nodes, anything for the others --- */

static void label_make(synth *s, size_t node, unsigned layer) {
    uint64_t parents[SL_PARENTS_N];
    uint8_t bytes[SL_PARENTS_N][32], label[32];
    sl_graph_parents(&s->graph, s->nodes[node], parents);
    const unsigned used_n = layer == 1 ? SL_DRG_PARENTS_N : SL_PARENTS_N;
    for (unsigned m = 0; m < used_n; m++) {
        const unsigned parent_layer = m < SL_DRG_PARENTS_N ? layer : layer - 1;
        sl_fr_to_bytes(bytes[m], &rows_of(s, parents[m])[parent_layer - 1]);
    }
    sl_porep_label(label, s->c1->info.replica_id, layer, s->nodes[node], (const uint8_t(*)[32])bytes);
    const bool is_canonical = sl_fr_from_bytes(&s->rows[node * s->layers + layer - 1], label);
    SL_ASSERT(is_canonical);
}

static sluice_status columns_make(synth *s, sluice_error *err) {
    void *rows;
    uint8_t key[32];
    SL_TRY(sl_arena_take(&s->c1->arena, s->nodes_n * s->layers, sizeof(sl_fr), &rows, err));
    s->rows = rows;
    derive(key, s->seed, "columns");
    // Layer by layer, nodes in increasing order: a DRG parent comes before its child, an expander parent in the layer
    // below.
    for (unsigned layer = 1; layer <= s->layers; layer++) {
        for (size_t i = 0; i < s->nodes_n; i++) {
            if (s->is_challenged[i]) {
                label_make(s, i, layer);
            } else {
                sl_sparse_fill(&s->rows[i * s->layers + layer - 1], key, layer, s->nodes[i]);
            }
        }
    }
    return SLUICE_OK;
}

static void column_task(void *data, size_t task, size_t worker) {
    void *const *const job = data; // synth and hashes
    const synth *const s = job[0];
    (void)worker;
    sl_porep_column_hash((sl_fr *)job[1] + task, s->rows + task * s->layers, s->layers);
}

/* TreeC over the columns and TreeR over the challenged nodes, whose data is zero, so that they are their last labels.
 */
static sluice_status trees_make(synth *s, sluice_error *err) {
    const sl_tree_shape *const shape = &s->c1->info.proof.circuit.tree;
    sl_buf leaves, places;
    uint8_t key_c[32], key_r[32];
    derive(key_c, s->seed, "TreeC");
    derive(key_r, s->seed, "TreeR");
    SL_TRY(sl_buf_alloc_n(&leaves, s->nodes_n, sizeof(sl_fr), "synthetic C1", err));
    sluice_status status = sl_buf_alloc_n(&places, s->nodes_n, sizeof(uint64_t), "synthetic C1", err);
    if (status != SLUICE_OK) {
        sl_buf_release(&leaves);
        return status;
    }
    void *job[2] = {s, leaves.data};
    sl_pool_for(s->pool, s->nodes_n, column_task, job);
    status = sl_sparse_tree_build(&s->tree_c, shape, key_c, s->nodes, leaves.data, s->nodes_n, s->pool, err);
    if (status == SLUICE_OK) {
        size_t n = 0;
        for (size_t i = 0; i < s->nodes_n; i++) {
            if (s->is_challenged[i]) {
                ((uint64_t *)places.data)[n] = s->nodes[i];
                ((sl_fr *)leaves.data)[n++] = s->rows[(i + 1) * s->layers - 1];
            }
        }
        status = sl_sparse_tree_build(&s->tree_r, shape, key_r, places.data, leaves.data, n, s->pool, err);
    }
    sl_buf_release(&leaves);
    sl_buf_release(&places);
    return status;
}

/* --- proofs --- */

/* Every node of a level is the same, so all paths share the siblings. */
static sluice_status data_path_make(synth *s, uint64_t place, sl_path *out, sluice_error *err) {
    void *levels, *zeros;
    const unsigned levels_n = (unsigned)__builtin_ctzll(s->c1->info.proof.circuit.tree.leaves);
    SL_TRY(sl_arena_take(&s->c1->arena, levels_n, sizeof(sl_path_level), &levels, err));
    SL_TRY(sl_arena_take(&s->c1->arena, levels_n, sizeof(sl_fr), &zeros, err));
    memcpy(zeros, s->zeros, levels_n * sizeof(sl_fr));
    for (unsigned i = 0; i < levels_n; i++) {
        ((sl_path_level *)levels)[i] =
            (sl_path_level){.arity = 2, .index = (unsigned)(place >> i & 1), .hashes = (const sl_fr *)zeros + i};
    }
    *out = (sl_path){.root = s->zeros[levels_n], .leaf = s->zeros[0], .levels_n = levels_n, .levels = levels};
    return SLUICE_OK;
}

static sluice_status labels_make(synth *s, const sl_porep_challenge *proof, unsigned layer, sl_c1_labels *out,
                                 sluice_error *err) {
    void *parents;
    SL_TRY(sl_arena_take(&s->c1->arena, SL_LABEL_PARENTS_N, sizeof(sl_fr), &parents, err));
    for (unsigned i = 0; i < SL_LABEL_PARENTS_N; i++) {
        const unsigned m = sl_label_parent_at(layer, i);
        const unsigned parent_layer = m < SL_DRG_PARENTS_N ? layer : layer - 1;
        ((sl_fr *)parents)[i] = sl_c1_column(proof, 1 + m)->rows[parent_layer - 1];
    }
    *out = (sl_c1_labels){.parents = parents, .layer_index = layer, .node = proof->challenge};
    return SLUICE_OK;
}

static sluice_status proof_make(synth *s, unsigned at, sl_porep_challenge *proof, sl_c1_extra *extra,
                                sluice_error *err) {
    const sl_tree_shape *const shape = &s->c1->info.proof.circuit.tree;
    const sl_path_kind kind = shape->top > 0 ? SL_PATH_TOP : shape->sub > 0 ? SL_PATH_SUB : SL_PATH_SINGLE;
    proof->challenge = s->challenges[at];
    SL_TRY(data_path_make(s, proof->challenge, &proof->data, err));
    SL_TRY(sl_sparse_tree_path(&s->tree_r, proof->challenge, &s->c1->arena, &proof->replica, err));
    extra->kinds[0] = SL_PATH_SINGLE;
    extra->kinds[1] = (uint8_t)kind;
    for (unsigned i = 0; i < SL_C1_COLUMNS_N; i++) {
        sl_column *const column = sl_c1_column_slot(proof, i);
        column->node = i == 0 ? proof->challenge : s->parents[at][i - 1];
        column->rows = rows_of(s, column->node);
        SL_TRY(sl_sparse_tree_path(&s->tree_c, column->node, &s->c1->arena, &column->path, err));
        extra->kinds[2 + i] = (uint8_t)kind;
        extra->rows_n[i] = (uint8_t)s->layers;
    }
    extra->labels_n = s->layers;
    for (unsigned layer = 1; layer <= s->layers; layer++) {
        SL_TRY(labels_make(s, proof, layer, &extra->labels[layer - 1], err));
    }
    extra->encoding = extra->labels[s->layers - 1];
    return SLUICE_OK;
}

static sluice_status proofs_make(synth *s, sluice_error *err) {
    sl_c1_info *const info = &s->c1->info;
    const sl_fr pair[2] = {*sl_sparse_tree_root(&s->tree_c), *sl_sparse_tree_root(&s->tree_r)};
    sl_fr comm_r;
    sl_poseidon_hash(sl_poseidon_get(2), &comm_r, pair);
    sl_fr_to_bytes(info->comm_r, &comm_r);
    for (unsigned k = 0; k < info->proof.circuit.partitions; k++) {
        for (unsigned i = 0; i < info->challenges_n; i++) {
            SL_TRY(proof_make(s, k * info->challenges_n + i, &s->builder->challenges[i], &s->builder->extras[i], err));
        }
        SL_TRY(sl_c1_partition_add(s->builder, info->challenges_n, err));
    }
    return sl_c1_partitions_fill(s->c1, err);
}

static sluice_status synth_run(synth *s, const sl_c1_order *order, sluice_error *err) {
    identity_make(s, order);
    nodes_find(s);
    SL_TRY(columns_make(s, err));
    SL_TRY(trees_make(s, err));
    return proofs_make(s, err);
}

sluice_status sl_c1_synth(sl_c1 **out, const sl_c1_order *order, sl_pool *pool, sluice_error *err) {
    sl_seal_proof proof;
    SL_TRY(sl_seal_proof_of(&proof, order->sector_bytes, order->variant, err));
    if (proof.circuit.feature != SL_POREP_INTERACTIVE) {
        return SL_FAIL(
            err, SLUICE_E_USAGE,
            "a synthetic C1 can be made for V1 and V1_1; the challenges of %s follow from comm_r, which follows "
            "from them",
            proof.name);
    }
    sl_c1 *c1 = sl_small_alloc(1, sizeof *c1);
    synth *const s = sl_small_alloc(1, sizeof *s);
    sl_c1_builder *const builder = sl_small_alloc(1, sizeof *builder);
    sluice_status status;
    if (c1 == NULL || s == NULL || builder == NULL) {
        status = SL_FAIL(err, SLUICE_E_NO_MEMORY, "synthetic C1: %zu bytes", sizeof *c1 + sizeof *s + sizeof *builder);
        goto out;
    }
    sl_arena_init(&c1->arena, "C1");
    builder->c1 = c1;
    s->builder = builder;
    s->c1 = c1;
    s->pool = pool;
    s->seed = order->seed;
    s->layers = proof.circuit.layers;
    c1->info = (sl_c1_info){.form = SL_C1_JSON,
                            .proof = proof,
                            .has_miner = true,
                            .has_sector = true,
                            .miner = order->miner,
                            .sector = order->sector,
                            .challenges_n = proof.circuit.challenges};
    status = synth_run(s, order, err);
    sl_sparse_tree_release(&s->tree_c);
    sl_sparse_tree_release(&s->tree_r);
    if (status == SLUICE_OK) {
        *out = c1;
        c1 = NULL;
    }
out:
    sl_c1_close(c1);
    free(builder);
    free(s);
    return status;
}
