// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/update_input.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/load.h"
#include "core/mem/small.h"
#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"
#include "proof/circuits/inputs/bincode.h"
#include "proof/circuits/inputs/fault.h"

enum { CHALLENGES_AT_ONCE = SL_PATH_ROOTS_MAX / 2 }; /* two paths of replicas each */

struct sl_update {
    sl_update_statement statement;
    sl_arena arena;
    const char *const *files; /* names, that of partition k at k - files_from; NULL if not read from files */
    unsigned files_from;
    unsigned first, end;             /* partitions that were read */
    sl_update_partition *partitions; /* statement.circuit.partitions */
};

static sluice_status challenge_read(sl_bincode *b, const sl_circuit *circuit, sl_update_challenge *out,
                                    sluice_error *err) {
    const sl_tree_shape tree_d = sl_update_tree_d(circuit);
    const struct {
        const char *name;
        sl_path *path;
        const sl_tree_shape *tree;
    } proofs[] = {{"proof_r_old", &out->r_old, &circuit->tree},
                  {"proof_d_new", &out->d_new, &tree_d},
                  {"proof_r_new", &out->r_new, &circuit->tree}};
    for (size_t i = 0; i < SL_ARRAY_N(proofs); i++) {
        sl_path_kind kind;
        SL_TRY(sl_bincode_path(b, proofs[i].path, &kind, proofs[i].name, err));
        const sluice_status status = sl_path_shape_check(proofs[i].path, kind, proofs[i].tree, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s", proofs[i].name);
        }
    }
    return SLUICE_OK;
}

static sluice_status blob_read(sl_update *update, sl_bincode *b, unsigned k, sluice_error *err) {
    const sl_update_statement *const statement = &update->statement;
    const sl_circuit *const circuit = &statement->circuit;
    sl_update_partition p = {.k = k,
                             .h_position = statement->h_position,
                             .comm_r_old = statement->comm_r_old,
                             .comm_d_new = statement->comm_d_new,
                             .comm_r_new = statement->comm_r_new};
    size_t n;
    void *challenges;
    SL_TRY(sl_bincode_fr(b, &p.comm_c, "comm_c", err));
    SL_TRY(sl_bincode_fr_list(b, circuit->apex_n, circuit->apex_n, &p.apex_leaves, &n, "apex_leafs", err));
    p.apex_n = (unsigned)n;
    SL_TRY(sl_bincode_count(b, circuit->challenges, circuit->challenges, 3 * (4 + 64), &n, "challenge_proofs", err));
    SL_TRY(sl_arena_take(&update->arena, n, sizeof(sl_update_challenge), &challenges, err));
    for (size_t i = 0; i < n; i++) {
        const sluice_status status = challenge_read(b, circuit, (sl_update_challenge *)challenges + i, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "challenge %zu", i);
        }
    }
    SL_TRY(sl_bincode_finish(b, err));
    p.challenges_n = (unsigned)n;
    p.challenges = challenges;
    p.root_r_old = p.challenges[0].r_old.root;
    p.root_r_new = p.challenges[0].r_new.root;
    update->partitions[k] = p;
    return SLUICE_OK;
}

static sluice_status partition_read(sl_update *update, unsigned k, const uint8_t *bytes, size_t n, sluice_error *err) {
    sl_bincode b;
    sl_bincode_start(&b, bytes, n, &update->arena);
    const sluice_status status = blob_read(update, &b, k, err);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "partition %u", k);
}

/* An sl_update without proofs. */
static sluice_status update_begin(sl_update **out, const sl_update_statement *statement, int only, size_t blobs_n,
                                  sluice_error *err) {
    const sl_circuit *const circuit = &statement->circuit;
    SL_ASSERT(circuit->kind == SL_CIRCUIT_UPDATE || circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON);
    if (only < -1 || (only >= 0 && (unsigned)only >= circuit->partitions)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "partition %d: there are %u, from 0", only, circuit->partitions);
    }
    const bool is_own = only >= 0 && blobs_n == 1;
    if (blobs_n != circuit->partitions && !is_own) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "vanilla proofs: expected %u, one for each partition, found %zu",
                       circuit->partitions, blobs_n);
    }
    sl_update *const update = sl_small_alloc(1, sizeof *update);
    if (update == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "update: %zu bytes", sizeof *update);
    }
    update->statement = *statement;
    update->first = only < 0 ? 0 : (unsigned)only;
    update->end = only < 0 ? circuit->partitions : update->first + 1;
    update->files_from = is_own ? update->first : 0;
    sl_arena_init(&update->arena, "update");
    void *partitions;
    const sluice_status status =
        sl_arena_take(&update->arena, circuit->partitions, sizeof(sl_update_partition), &partitions, err);
    if (status != SLUICE_OK) {
        sl_update_close(update);
        return status;
    }
    update->partitions = partitions;
    *out = update;
    return SLUICE_OK;
}

/* Gives the sl_update out, or closes it if something has failed. */
static sluice_status update_end(sl_update **out, sl_update *update, sluice_status status) {
    if (status != SLUICE_OK) {
        sl_update_close(update);
        return status;
    }
    *out = update;
    return SLUICE_OK;
}

sluice_status sl_update_parse(sl_update **out, const sl_update_statement *statement, int only,
                              const sl_update_blob *blobs, size_t blobs_n, sluice_error *err) {
    sl_update *update;
    SL_TRY(update_begin(&update, statement, only, blobs_n, err));
    sluice_status status = SLUICE_OK;
    for (unsigned k = update->first; status == SLUICE_OK && k < update->end; k++) {
        const sl_update_blob *const blob = &blobs[k - update->files_from];
        status = partition_read(update, k, blob->bytes, blob->n, err);
    }
    return update_end(out, update, status);
}

static sluice_status file_read(sl_update *update, unsigned k, const char *path, sluice_error *err) {
    sl_buf blob;
    SL_TRY(sl_buf_load(&blob, path, SL_UPDATE_BLOB_BYTES_MAX, "update file", err));
    const sluice_status status = partition_read(update, k, blob.data, blob.bytes, err);
    sl_buf_release(&blob);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "%s", path);
}

sluice_status sl_update_open(sl_update **out, const sl_update_statement *statement, int only, const char *const *paths,
                             size_t paths_n, sluice_error *err) {
    sl_update *update;
    SL_TRY(update_begin(&update, statement, only, paths_n, err));
    update->files = paths;
    sluice_status status = SLUICE_OK;
    for (unsigned k = update->first; status == SLUICE_OK && k < update->end; k++) {
        status = file_read(update, k, paths[k - update->files_from], err);
    }
    return update_end(out, update, status);
}

void sl_update_close(sl_update *update) {
    if (update != NULL) {
        sl_arena_release(&update->arena);
        free(update);
    }
}

const sl_update_partition *sl_update_partition_at(const sl_update *update, unsigned k) {
    SL_ASSERT(k >= update->first && k < update->end);
    return &update->partitions[k];
}

/* --- the check: a task for each partition --- */

static bool is_hash_of(const sl_fr *comm_r, const sl_fr *comm_c, const sl_fr *root) {
    const sl_fr pair[2] = {*comm_c, *root};
    sl_fr hash;
    sl_poseidon_hash(sl_poseidon_get(2), &hash, pair);
    return sl_fr_eq(&hash, comm_r);
}

/* comm_c is in both commitments: if neither holds, it is what was changed. */
static sluice_status commitments_check(const sl_update_partition *p, sluice_error *err) {
    const bool is_old = is_hash_of(&p->comm_r_old, &p->comm_c, &p->root_r_old);
    const bool is_new = is_hash_of(&p->comm_r_new, &p->comm_c, &p->root_r_new);
    if (is_old && is_new) {
        return SLUICE_OK;
    }
    if (!is_old && !is_new) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "comm_c: expected a value that hashes with the roots to comm_r_old %s and comm_r_new %s, "
                       "found %s",
                       sl_fr_hex_of(&p->comm_r_old).text, sl_fr_hex_of(&p->comm_r_new).text,
                       sl_fr_hex_of(&p->comm_c).text);
    }
    const sl_fr *const comm_r = is_old ? &p->comm_r_new : &p->comm_r_old;
    const sl_fr *const root = is_old ? &p->root_r_new : &p->root_r_old;
    return SL_FAIL(err, SLUICE_E_CORRUPT,
                   "challenge 0: %s: root: expected a value that comm_c %s hashes with to %s %s, found %s",
                   is_old ? "proof_r_new" : "proof_r_old", sl_fr_hex_of(&p->comm_c).text,
                   is_old ? "comm_r_new" : "comm_r_old", sl_fr_hex_of(comm_r).text, sl_fr_hex_of(root).text);
}

/* The node to which the lowest levels of a data path lead. */
static void data_node(sl_fr *out, const sl_path *path, unsigned levels_n) {
    sl_path low = *path;
    low.levels_n = levels_n;
    sl_path_root_sha256(out, &low);
}

/* One of the three trees of a challenge. */
typedef enum tree_kind { TREE_OLD, TREE_DATA, TREE_NEW } tree_kind;

static const sl_path *path_of(const sl_update_challenge *c, tree_kind kind) {
    return kind == TREE_OLD ? &c->r_old : kind == TREE_DATA ? &c->d_new : &c->r_new;
}

/* Position, stated root and root of one path. */
static sluice_status path_check(const sl_update *update, const sl_update_partition *p, unsigned i, tree_kind kind,
                                uint64_t node, const sl_fr *computed, sluice_error *err) {
    static const char *const names[] = {"proof_r_old", "proof_d_new", "proof_r_new"};
    const sl_circuit *const circuit = &update->statement.circuit;
    const sl_tree_shape tree = kind == TREE_DATA ? sl_update_tree_d(circuit) : circuit->tree;
    const sl_fr *const root = kind == TREE_OLD ? &p->root_r_old : kind == TREE_DATA ? &p->comm_d_new : &p->root_r_new;
    const sl_path *const path = path_of(&p->challenges[i], kind);
    sluice_status status = sl_path_stated_check(path, node, root, err);
    if (status == SLUICE_OK && !sl_fr_eq(computed, root)) {
        const sl_path *others[SL_UPDATE_CHALLENGES_MAX];
        for (unsigned k = 0; k < p->challenges_n; k++) {
            others[k] = path_of(&p->challenges[k], kind);
        }
        status = sl_path_fault(path, &tree, root, others, p->challenges_n, err);
    }
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "challenge %u: %s", i, names[kind]);
}

/* `computed` is the path's root for a Poseidon TreeD; the other is hashed here. */
static sluice_status data_check(const sl_update *update, const sl_update_partition *p, unsigned i, uint64_t node,
                                const sl_fr *computed, sluice_error *err) {
    const sl_circuit *const circuit = &update->statement.circuit;
    const sl_path *const path = &p->challenges[i].d_new;
    if (circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON) {
        return path_check(update, p, i, TREE_DATA, node, computed, err);
    }
    const unsigned own_levels = path->levels_n - (unsigned)__builtin_ctz(circuit->partitions);
    const unsigned low = own_levels - (unsigned)__builtin_ctz(circuit->apex_n);
    const unsigned apex = (unsigned)(node >> low) % circuit->apex_n;
    sl_fr root, apex_leaf;
    sl_path_root_sha256(&root, path);
    SL_TRY(path_check(update, p, i, TREE_DATA, node, &root, err));
    data_node(&apex_leaf, path, low);
    if (!sl_fr_eq(&apex_leaf, &p->apex_leaves[apex])) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "apex_leafs[%u]: expected %s (node of challenge %u's data path), found %s", apex,
                       sl_fr_hex_of(&apex_leaf).text, i, sl_fr_hex_of(&p->apex_leaves[apex]).text);
    }
    return SLUICE_OK;
}

/* After the data paths: the apex leaves that no challenge met. */
static sluice_status apex_check(const sl_update *update, const sl_update_partition *p, sluice_error *err) {
    const sl_circuit *const circuit = &update->statement.circuit;
    const sl_path *const path = &p->challenges[0].d_new;
    uint8_t nodes[SL_UPDATE_APEX_MAX][32];
    for (unsigned i = 0; i < p->apex_n; i++) {
        sl_fr_to_bytes(nodes[i], &p->apex_leaves[i]);
    }
    for (unsigned n = p->apex_n; n > 1; n /= 2) {
        for (unsigned i = 0; i < n / 2; i++) {
            sl_sha256_node(nodes[i], nodes[2 * i], nodes[2 * i + 1]);
        }
    }
    sl_fr want;
    uint8_t want_bytes[32];
    data_node(&want, path, path->levels_n - (unsigned)__builtin_ctz(circuit->partitions));
    sl_fr_to_bytes(want_bytes, &want);
    return memcmp(want_bytes, nodes[0], sizeof want_bytes) == 0
               ? SLUICE_OK
               : SL_FAIL(err, SLUICE_E_CORRUPT,
                         "apex_leafs: expected nodes that lead to %s, found such that lead to %s",
                         sl_fr_hex_of(&want).text, sl_bytes32_hex(nodes[0]).text);
}

static sluice_status encoding_check(const sl_update *update, const sl_update_challenge *c, unsigned i, uint64_t node,
                                    sluice_error *err) {
    sl_fr want;
    sl_update_rho(&update->statement, node, &want);
    sl_fr_mul(&want, &want, &c->d_new.leaf);
    sl_fr_add(&want, &want, &c->r_old.leaf);
    return sl_fr_eq(&want, &c->r_new.leaf)
               ? SLUICE_OK
               : SL_FAIL(err, SLUICE_E_CORRUPT,
                         "challenge %u: proof_r_new: leaf: expected %s (old replica and data encoded), found %s", i,
                         sl_fr_hex_of(&want).text, sl_fr_hex_of(&c->r_new.leaf).text);
}

/* Roots of the Poseidon paths of some challenges. */
typedef struct roots {
    sl_fr replicas[SL_PATH_ROOTS_MAX]; /* old, new, old, ... */
    sl_fr data[CHALLENGES_AT_ONCE];    /* with a Poseidon TreeD */
} roots;

/* Of challenges first, first + 1, ..., as many as are computed at once. */
static void roots_make(const sl_update *update, const sl_kernels *kernels, const sl_update_partition *p, unsigned first,
                       roots *out) {
    const sl_circuit *const circuit = &update->statement.circuit;
    const sl_path *paths[SL_PATH_ROOTS_MAX], *data[CHALLENGES_AT_ONCE];
    const unsigned n = SL_MIN((unsigned)CHALLENGES_AT_ONCE, p->challenges_n - first);
    for (unsigned i = 0; i < n; i++) {
        paths[2 * i] = &p->challenges[first + i].r_old;
        paths[2 * i + 1] = &p->challenges[first + i].r_new;
        data[i] = &p->challenges[first + i].d_new;
    }
    sl_path_roots_poseidon(kernels, &circuit->tree, out->replicas, paths, 2 * (size_t)n);
    if (circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON) {
        sl_path_roots_poseidon(kernels, &circuit->tree, out->data, data, n);
    }
}

static sluice_status challenges_check(const sl_update *update, const sl_kernels *kernels, const sl_update_partition *p,
                                      sluice_error *err) {
    uint64_t nodes[SL_UPDATE_CHALLENGES_MAX];
    roots computed = {0};
    SL_ASSERT(p->challenges_n <= SL_UPDATE_CHALLENGES_MAX);
    sl_update_nodes(&update->statement, p->k, nodes);
    for (unsigned i = 0; i < p->challenges_n; i++) {
        const sl_update_challenge *const c = &p->challenges[i];
        const unsigned at = i % CHALLENGES_AT_ONCE;
        if (at == 0) {
            roots_make(update, kernels, p, i, &computed);
        }
        SL_TRY(path_check(update, p, i, TREE_OLD, nodes[i], &computed.replicas[2 * at], err));
        SL_TRY(data_check(update, p, i, nodes[i], &computed.data[at], err));
        SL_TRY(path_check(update, p, i, TREE_NEW, nodes[i], &computed.replicas[2 * at + 1], err));
        SL_TRY(encoding_check(update, c, i, nodes[i], err));
    }
    return p->apex_n > 0 ? apex_check(update, p, err) : SLUICE_OK;
}

typedef struct check_job {
    const sl_update *update;
    const sl_kernels *kernels;
} check_job;

static sluice_status partition_task(const void *data, size_t task, sluice_error *err) {
    const check_job *const job = data;
    const sl_update *const update = job->update;
    const unsigned k = update->first + (unsigned)task;
    const sl_update_partition *const p = &update->partitions[k];
    sluice_status status = commitments_check(p, err);
    if (status == SLUICE_OK) {
        status = challenges_check(update, job->kernels, p, err);
    }
    if (status != SLUICE_OK) {
        status = sl_error_prefix(err, status, "%s%spartition %u",
                                 update->files == NULL ? "" : update->files[k - update->files_from],
                                 update->files == NULL ? "" : ": ", k);
    }
    return status;
}

sluice_status sl_update_check(const sl_update *update, const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    const check_job job = {update, kernels};
    return sl_fault_first(pool, update->end - update->first, partition_task, &job, err);
}
