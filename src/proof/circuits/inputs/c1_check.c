// SPDX-License-Identifier: MIT OR Apache-2.0
/* The native checks of a C1 before proving (spec 6.6), and which variant a file without a name is. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/c1_model.h"
#include "proof/circuits/inputs/challenges.h"
#include "proof/circuits/inputs/fault.h"
#include "proof/circuits/inputs/ids.h"

/* The roots that the paths of a partition must have. */
typedef struct roots {
    sl_fr comm_c, comm_r_last;
} roots;

typedef struct check {
    const sl_c1 *c1;
    const sl_kernels *kernels;
    sl_graph graph;
    roots roots[SL_C1_PARTITIONS_MAX];
} check;

/* Columns of a challenge as sl_c1_column numbers them, then the replica's path. */
enum { COLUMNS_N = 1 + SL_PARENTS_N, REPLICA = COLUMNS_N, PATHS_N };

/* One challenge that is checked. */
typedef struct place {
    const check *check;
    unsigned partition, challenge;
    const sl_porep_challenge *proof;
    const sl_c1_extra *extra;
    unsigned layers;
    uint64_t parents[SL_PARENTS_N];
    sl_fr hashes[COLUMNS_N]; /* of the columns' rows */
    sl_fr roots[PATHS_N];    /* to which the paths lead */
} place;

/* --- identity and challenges, one thread --- */

/* Whether the label of layer 1 that replica_id and the columns of the DRG parents give is the one in c_x. */
static bool first_label_fits(const sl_c1_info *info, const sl_porep_challenge *proof) {
    uint8_t parents[SL_DRG_PARENTS_N][32], label[32], row[32];
    for (unsigned i = 0; i < SL_DRG_PARENTS_N; i++) {
        sl_fr_to_bytes(parents[i], &proof->drg[i].rows[0]);
    }
    sl_porep_label(label, info->replica_id, 1, proof->challenge, (const uint8_t(*)[32])parents);
    sl_fr_to_bytes(row, &proof->own.rows[0]);
    return memcmp(label, row, 32) == 0;
}

static sluice_status replica_id_check(const sl_c1 *c1, sluice_error *err) {
    const sl_c1_info *const info = &c1->info;
    if (!info->has_miner || !info->has_sector) {
        return SLUICE_OK;
    }
    uint8_t prover_id[32], expected[32];
    sl_prover_id(prover_id, info->miner);
    sl_replica_id(expected, prover_id, info->sector, info->ticket, info->comm_d, info->proof.porep_id);
    if (memcmp(expected, info->replica_id, 32) == 0) {
        return SLUICE_OK;
    }
    // The labels were made with the true one.
    if (first_label_fits(info, &c1->partitions[0].challenges[0])) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "ticket (or miner %" PRIu64 ", sector %" PRIu64
                       "): expected values that give the replica_id %s, "
                       "found such that give %s",
                       info->miner, info->sector, sl_bytes32_hex(info->replica_id).text, sl_bytes32_hex(expected).text);
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT,
                   "replica_id: expected %s (of miner %" PRIu64 ", sector %" PRIu64 ", ticket, comm_d and porep_id), "
                   "found %s",
                   sl_bytes32_hex(expected).text, info->miner, info->sector, sl_bytes32_hex(info->replica_id).text);
}

static void challenge_seed_of(sl_porep_challenge_seed *out, const sl_c1_info *info, const sl_seal_proof *proof) {
    *out = (sl_porep_challenge_seed){.feature = proof->circuit.feature, .nodes = proof->circuit.tree.leaves};
    memcpy(out->replica_id, info->replica_id, 32);
    memcpy(out->comm_r, info->comm_r, 32);
    memcpy(out->seed, info->seed, 32);
}

/*
 * Challenges of partition k that are not those derived. The labels were made with the true replica_id, which tells
 * whether that one is wrong; else it is the seed if no challenge is right, or the challenge itself.
 */
static sluice_status fail_challenges(const sl_c1 *c1, unsigned k, const uint64_t *derived, sluice_error *err) {
    const sl_porep_partition *const p = &c1->partitions[k];
    unsigned right = p->challenges_n, wrong = p->challenges_n;
    for (unsigned i = p->challenges_n; i-- > 0;) {
        *(p->challenges[i].challenge == derived[i] ? &right : &wrong) = i;
    }
    const bool is_any_right = right < p->challenges_n;
    const bool is_replica_id = !first_label_fits(&c1->info, &p->challenges[is_any_right ? right : 0]);
    const bool is_seed = !is_any_right && c1->info.proof.variant != SL_SEAL_NON_INTERACTIVE;
    if (p->challenges_n > 1 && (is_replica_id || is_seed)) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "%s: expected a value that gives challenge %" PRIu64 " in partition %u, challenge %u, found %s, "
                       "which gives %" PRIu64,
                       is_replica_id ? "replica_id" : "seed", p->challenges[wrong].challenge, k, wrong,
                       sl_bytes32_hex(is_replica_id ? c1->info.replica_id : c1->info.seed).text, derived[wrong]);
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT,
                   "partition %u, challenge %u: labeling_proofs[0].node: expected the challenge %" PRIu64
                   " (of replica_id and seed), found %" PRIu64,
                   k, wrong, derived[wrong], p->challenges[wrong].challenge);
}

static sluice_status challenges_check(const sl_c1 *c1, sluice_error *err) {
    sl_porep_challenge_seed seed;
    challenge_seed_of(&seed, &c1->info, &c1->info.proof);
    for (unsigned k = 0; k < c1->info.partitions_n; k++) {
        const sl_porep_partition *const p = &c1->partitions[k];
        uint64_t derived[SL_C1_CHALLENGES_MAX];
        sl_porep_challenges(derived, p->challenges_n, &seed, k);
        for (unsigned i = 0; i < p->challenges_n; i++) {
            if (p->challenges[i].challenge != derived[i]) {
                return fail_challenges(c1, k, derived, err);
            }
        }
    }
    return SLUICE_OK;
}

sluice_status sl_c1_variant_guess(const sl_c1 *c1, const uint8_t *porep_id, sl_seal_proof *out, sluice_error *err) {
    const sl_porep_partition *const p = &c1->partitions[0];
    const unsigned levels_n = p->challenges[0].data.levels_n;
    unsigned best = 0, candidates_n = 0;
    for (unsigned v = 0; v < SL_SEAL_VARIANTS_N; v++) {
        sl_seal_proof proof;
        const sluice_status status = sl_seal_proof_of(&proof, UINT64_C(32) << levels_n, (sl_seal_variant)v, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "partition 0, challenge 0: comm_d_proofs: %u levels", levels_n);
        }
        if (proof.circuit.partitions != c1->info.partitions_n || proof.circuit.challenges != p->challenges_n) {
            continue;
        }
        candidates_n++;
        sl_porep_challenge_seed seed;
        sl_graph graph;
        uint64_t derived[SL_C1_CHALLENGES_MAX], parents[SL_PARENTS_N];
        challenge_seed_of(&seed, &c1->info, &proof);
        sl_porep_challenges(derived, p->challenges_n, &seed, 0);
        sl_graph_init(&graph, proof.circuit.tree.leaves, porep_id != NULL ? porep_id : proof.porep_id,
                      sl_seal_variant_api(proof.variant));
        // Equal challenges and parents count, so that one wrong field is found by name and not taken for another
        // variant.
        unsigned fits = 0;
        for (unsigned i = 0; i < p->challenges_n; i++) {
            const sl_porep_challenge *const challenge = &p->challenges[i];
            fits += challenge->challenge == derived[i] ? 2 : 0;
            if (challenge->challenge < graph.nodes) {
                sl_graph_parents(&graph, challenge->challenge, parents);
                for (unsigned m = 0; m < SL_PARENTS_N; m++) {
                    fits += sl_c1_column(challenge, 1 + m)->node == parents[m];
                }
            }
        }
        if (fits > best) {
            best = fits;
            *out = proof;
        }
    }
    if (candidates_n == 0) {
        return SL_FAIL(err, SLUICE_E_INPUT,
                       "partitions: expected as many as a sector of %" PRIu64 " bytes has, found %u of %u challenges",
                       UINT64_C(32) << levels_n, c1->info.partitions_n, p->challenges_n);
    }
    if (best == 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "challenges and parents of partition 0 fit no registered proof of this size (first challenge "
                       "%" PRIu64 "); if the porep_id is a custom one, it must be given",
                       p->challenges[0].challenge);
    }
    return SLUICE_OK;
}

/* --- roots --- */

/* The value that most of the partition's TreeC paths state as their root (Boyer and Moore's vote). */
static sl_fr comm_c_vote(const sl_porep_partition *p) {
    sl_fr leader = sl_fr_zero();
    unsigned votes = 0;
    for (unsigned i = 0; i < p->challenges_n; i++) {
        for (unsigned m = 0; m < SL_C1_COLUMNS_N; m++) {
            const sl_fr *const root = &sl_c1_column(&p->challenges[i], m)->path.root;
            if (votes == 0) {
                leader = *root;
            }
            votes = sl_fr_eq(root, &leader) ? votes + 1 : votes - 1;
        }
    }
    return leader;
}

/*
 * comm_c and comm_r_last of a partition, such that one root that was changed is called wrong itself and not the others:
 * comm_c by the majority of paths, comm_r_last the one that hashes to comm_r.
 */
static sluice_status roots_find(const sl_porep_partition *p, roots *out, sluice_error *err) {
    sl_fr pair[2] = {comm_c_vote(p)}, hash, first_hash = sl_fr_zero();
    for (unsigned i = 0; i < p->challenges_n; i++) {
        pair[1] = p->challenges[i].replica.root;
        sl_poseidon_hash(sl_poseidon_get(2), &hash, pair);
        if (sl_fr_eq(&hash, &p->comm_r)) {
            *out = (roots){.comm_c = pair[0], .comm_r_last = pair[1]};
            return SLUICE_OK;
        }
        if (i == 0) {
            first_hash = hash;
        }
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT, "comm_r: expected %s (the hash of comm_c and comm_r_last), found %s",
                   sl_fr_hex_of(&first_hash).text, sl_fr_hex_of(&p->comm_r).text);
}

/* comm_d must be stated by some path; where none does, it is comm_d that is wrong. */
static sluice_status comm_d_check(const sl_c1 *c1, sluice_error *err) {
    for (unsigned k = 0; k < c1->info.partitions_n; k++) {
        const sl_porep_partition *const p = &c1->partitions[k];
        for (unsigned i = 0; i < p->challenges_n; i++) {
            if (sl_fr_eq(&p->challenges[i].data.root, &p->comm_d)) {
                return SLUICE_OK;
            }
        }
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT, "comm_d: expected %s (root of comm_d_proofs), found %s",
                   sl_fr_hex_of(&c1->partitions[0].challenges[0].data.root).text, sl_bytes32_hex(c1->info.comm_d).text);
}

/* --- one challenge --- */

static sluice_status fail_fr(sluice_error *err, const char *field, const sl_fr *expected, const sl_fr *found) {
    return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: expected %s, found %s", field, sl_fr_hex_of(expected).text,
                   sl_fr_hex_of(found).text);
}

static sluice_status fail_u64(sluice_error *err, const char *field, uint64_t expected, uint64_t found) {
    return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: expected %" PRIu64 ", found %" PRIu64, field, expected, found);
}

static sluice_status data_check(const place *at, sluice_error *err) {
    const sl_path *const path = &at->proof->data;
    const sl_porep_partition *const p = &at->check->c1->partitions[at->partition];
    sl_fr root;
    sl_path_root_sha256(&root, path);
    const sluice_status status = sl_path_check(path, at->proof->challenge, &p->comm_d, &root, err);
    if (status == SLUICE_OK) {
        return SLUICE_OK;
    }
    // The leaf is also what the replica's node holds beside the label: does that one lead to the root?
    sl_path other = *path;
    sl_fr_sub(&other.leaf, &at->proof->replica.leaf, &at->proof->own.rows[at->layers - 1]);
    sl_path_root_sha256(&root, &other);
    if (!sl_fr_eq(&path->leaf, &other.leaf) && sl_fr_eq(&root, &p->comm_d)) {
        return fail_fr(err, "comm_d_proofs.leaf", &other.leaf, &path->leaf);
    }
    return sl_error_prefix(err, status, "comm_d_proofs");
}

/* A column: its node, its hash in the leaf, its path. */
static sluice_status column_check(const place *at, unsigned i, uint64_t node, sluice_error *err) {
    const sl_column *const column = sl_c1_column(at->proof, i);
    const sl_fr *const root = &at->check->roots[at->partition].comm_c;
    const sl_c1_field name = sl_c1_column_name(i);
    if (column->node != node) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s.column.index: expected node %" PRIu64 ", found %" PRIu64, name.text,
                       node, column->node);
    }
    const sl_fr hash = at->hashes[i];
    const sluice_status status = sl_path_check(&column->path, node, root, &at->roots[i], err);
    if (sl_fr_eq(&hash, &column->path.leaf)) {
        return status == SLUICE_OK ? status : sl_error_prefix(err, status, "%s.inclusion_proof", name.text);
    }
    // Rows and leaf do not fit: the leaf is right if it leads to the root.
    if (status == SLUICE_OK) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s.column.rows: expected the hash %s, found %s", name.text,
                       sl_fr_hex_of(&column->path.leaf).text, sl_fr_hex_of(&hash).text);
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT, "%s.inclusion_proof.leaf: expected %s (hash of the column), found %s",
                   name.text, sl_fr_hex_of(&hash).text, sl_fr_hex_of(&column->path.leaf).text);
}

/* The parents that labels of `layer` are made from, as the columns hold them. */
static void label_parents(const place *at, unsigned layer, const sl_fr *out[SL_PARENTS_N]) {
    for (unsigned i = 0; i < SL_DRG_PARENTS_N; i++) {
        out[i] = &at->proof->drg[i].rows[layer - 1];
    }
    for (unsigned i = 0; i < SL_EXP_PARENTS_N; i++) {
        out[SL_DRG_PARENTS_N + i] = layer > 1 ? &at->proof->exp[i].rows[layer - 2] : NULL;
    }
}

/* What the proof states of the making of a label; `name` is the field. */
static sluice_status stated_label_check(const place *at, const sl_c1_labels *labels, unsigned layer,
                                        const sl_fr *const parents[SL_PARENTS_N], const char *name, sluice_error *err) {
    char field[64];
    if (labels->layer_index != layer) {
        (void)snprintf(field, sizeof field, "%s.layer_index", name);
        return fail_u64(err, field, layer, labels->layer_index);
    }
    if (labels->node != at->proof->challenge) {
        (void)snprintf(field, sizeof field, "%s.node", name);
        return fail_u64(err, field, at->proof->challenge, labels->node);
    }
    for (unsigned i = 0; i < SL_LABEL_PARENTS_N; i++) {
        const sl_fr *const expected = parents[sl_label_parent_at(layer, i)];
        if (!sl_fr_eq(&labels->parents[i], expected)) {
            (void)snprintf(field, sizeof field, "%s.parents[%u]", name, i);
            return fail_fr(err, field, expected, &labels->parents[i]);
        }
    }
    return SLUICE_OK;
}

static sluice_status labels_check(const place *at, sluice_error *err) {
    const sl_fr *parents[SL_PARENTS_N] = {NULL};
    for (unsigned layer = 1; layer <= at->layers; layer++) {
        char name[64];
        label_parents(at, layer, parents);
        (void)snprintf(name, sizeof name, "labeling_proofs[%u]", layer - 1);
        SL_TRY(stated_label_check(at, &at->extra->labels[layer - 1], layer, parents, name, err));

        uint8_t bytes[SL_PARENTS_N][32], label[32];
        for (unsigned i = 0; i < SL_PARENTS_N && parents[i] != NULL; i++) {
            sl_fr_to_bytes(bytes[i], parents[i]);
        }
        sl_porep_label(label, at->check->c1->info.replica_id, layer, at->proof->challenge, (const uint8_t(*)[32])bytes);
        uint8_t row[32];
        sl_fr_to_bytes(row, &at->proof->own.rows[layer - 1]);
        if (memcmp(row, label, 32) != 0) {
            return SL_FAIL(err, SLUICE_E_CORRUPT, "c_x.column.rows[%u]: expected the label %s, found %s", layer - 1,
                           sl_bytes32_hex(label).text, sl_bytes32_hex(row).text);
        }
    }
    return stated_label_check(at, &at->extra->encoding, at->layers, parents, "encoding_proof", err);
}

static sluice_status replica_check(const place *at, sluice_error *err) {
    sl_fr encoded;
    sl_fr_add(&encoded, &at->proof->own.rows[at->layers - 1], &at->proof->data.leaf);
    if (!sl_fr_eq(&encoded, &at->proof->replica.leaf)) {
        return fail_fr(err, "comm_r_last_proof.leaf", &encoded, &at->proof->replica.leaf);
    }
    const sluice_status status = sl_path_check(&at->proof->replica, at->proof->challenge,
                                               &at->check->roots[at->partition].comm_r_last, &at->roots[REPLICA], err);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "comm_r_last_proof");
}

/* All Poseidon hashes of a challenge, those of a level side by side. */
static void hashes_make(place *at) {
    const sl_kernels *kernels = at->check->kernels;
    const sl_fr *rows[COLUMNS_N];
    const sl_path *paths[PATHS_N];
    for (unsigned i = 0; i < COLUMNS_N; i++) {
        const sl_column *column = sl_c1_column(at->proof, i);
        rows[i] = column->rows;
        paths[i] = &column->path;
    }
    paths[REPLICA] = &at->proof->replica;
    kernels->poseidon_hashes(sl_poseidon_get(at->layers), at->hashes, rows, COLUMNS_N);
    sl_path_roots_poseidon(kernels, &at->check->c1->info.proof.circuit.tree, at->roots, paths, PATHS_N);
}

/* The order matters: each step relies on what the steps before it have shown, so that a fault is named where it is. */
static sluice_status challenge_check(place *at, sluice_error *err) {
    sl_graph_parents(&at->check->graph, at->proof->challenge, at->parents);
    hashes_make(at);
    SL_TRY(data_check(at, err));
    for (unsigned i = 0; i < SL_PARENTS_N; i++) {
        SL_TRY(column_check(at, 1 + i, at->parents[i], err));
    }
    SL_TRY(labels_check(at, err));
    SL_TRY(column_check(at, 0, at->proof->challenge, err));
    return replica_check(at, err);
}

static sluice_status challenge_task(const void *data, size_t task, sluice_error *err) {
    const check *const job = data;
    const unsigned per = job->c1->info.challenges_n;
    place at = {.check = job, .partition = (unsigned)(task / per), .challenge = (unsigned)(task % per)};
    at.layers = job->c1->info.proof.circuit.layers;
    at.proof = &job->c1->partitions[at.partition].challenges[at.challenge];
    at.extra = &job->c1->extras[at.partition][at.challenge];
    const sluice_status status = challenge_check(&at, err);
    return status == SLUICE_OK ? status
                               : sl_error_prefix(err, status, "partition %u, challenge %u", at.partition, at.challenge);
}

sluice_status sl_c1_check(const sl_c1 *c1, const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    const sl_c1_info *const info = &c1->info;
    check job = {.c1 = c1, .kernels = kernels};
    SL_TRY(comm_d_check(c1, err));
    SL_TRY(replica_id_check(c1, err));
    for (unsigned k = 0; k < info->partitions_n; k++) {
        const sluice_status status = roots_find(&c1->partitions[k], &job.roots[k], err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "partition %u", k);
        }
    }
    SL_TRY(challenges_check(c1, err));
    sl_graph_init(&job.graph, info->proof.circuit.tree.leaves, info->proof.porep_id,
                  sl_seal_variant_api(info->proof.variant));
    return sl_fault_first(pool, (size_t)info->partitions_n * info->challenges_n, challenge_task, &job, err);
}
