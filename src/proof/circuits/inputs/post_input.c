// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/post_input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/load.h"
#include "core/mem/small.h"
#include "math/hash/bytes.h"
#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/bincode.h"
#include "proof/circuits/inputs/fault.h"

/* A sector's proof as the blob holds it. */
typedef struct proof {
    sl_fr comm_c, comm_r_last;
    const sl_path *paths; /* paths_n */
    size_t file;          /* which of the files it came from */
} proof;

struct sl_post {
    sl_post_statement statement;
    sl_arena arena;
    const char *const *files;      /* names; NULL if it was not read from files */
    int only;                      /* the partition whose sectors were read; -1: all */
    size_t first, end;             /* sectors that were read */
    size_t spare_n, unnamed_n;     /* blobs that may still be left out; that were, of no sector of the statement */
    unsigned paths_n;              /* of each sector: 66 in winning, 10 in window */
    proof *proofs;                 /* statement.sectors_n */
    sl_post_partition *partitions; /* sl_post_partitions_n */
};

static unsigned paths_of_sector(const sl_circuit *circuit) {
    return circuit->kind == SL_CIRCUIT_WINNING ? circuit->sectors : circuit->challenges;
}

static sluice_status blob_read(sl_post *post, sl_bincode *b, size_t i, sluice_error *err) {
    const sl_post_public_sector *const sector = &post->statement.sectors[i];
    proof *const out = &post->proofs[i];
    uint64_t number;
    sl_fr comm_r;
    size_t n;
    SL_TRY(sl_bincode_u64(b, &number, "sector_id", err));
    if (number != sector->number) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "sector_id: expected %" PRIu64 ", found %" PRIu64, sector->number,
                       number);
    }
    SL_TRY(sl_bincode_fr(b, &comm_r, "comm_r", err));
    if (!sl_fr_eq(&comm_r, &sector->comm_r)) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "comm_r: expected %s, found %s", sl_fr_hex_of(&sector->comm_r).text,
                       sl_fr_hex_of(&comm_r).text);
    }
    SL_TRY(sl_bincode_count(b, 1, 1, 8, &n, "vanilla_proof.sectors", err));
    SL_TRY(sl_bincode_count(b, post->paths_n, post->paths_n, 4 + 64, &n, "inclusion_proofs", err));
    void *paths;
    SL_TRY(sl_arena_take(&post->arena, n, sizeof(sl_path), &paths, err));
    for (size_t k = 0; k < n; k++) {
        sl_path *const path = (sl_path *)paths + k;
        sl_path_kind kind;
        sluice_status status = sl_bincode_path(b, path, &kind, "inclusion_proof", err);
        if (status == SLUICE_OK) {
            status = sl_path_shape_check(path, kind, &post->statement.circuit.tree, err);
        }
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "challenge %zu", k);
        }
    }
    out->paths = paths;
    SL_TRY(sl_bincode_fr(b, &out->comm_c, "comm_c", err));
    SL_TRY(sl_bincode_fr(b, &out->comm_r_last, "comm_r_last", err));
    return sl_bincode_finish(b, err);
}

static sluice_status sector_read(sl_post *post, size_t i, const uint8_t *bytes, size_t n, sluice_error *err) {
    sl_bincode b;
    sl_bincode_start(&b, bytes, n, &post->arena);
    const sluice_status status = blob_read(post, &b, i, err);
    return status == SLUICE_OK
               ? status
               : sl_error_prefix(err, status, "sector %zu (number %" PRIu64 ")", i, post->statement.sectors[i].number);
}

static void place_fill(const sl_post *post, size_t k, unsigned i, sl_post_sector *out) {
    const size_t sector = sl_post_sector_at(&post->statement, k, i);
    const proof *const from = &post->proofs[sector];
    *out = (sl_post_sector){.comm_r = post->statement.sectors[sector].comm_r,
                            .comm_c = from->comm_c,
                            .comm_r_last = from->comm_r_last,
                            .challenges_n = post->statement.circuit.challenges,
                            .paths = from->paths};
    if (post->statement.circuit.kind == SL_CIRCUIT_WINNING) {
        out->paths += i; // one challenge for each of the 66 places
    }
}

static sluice_status partitions_fill(sl_post *post, sluice_error *err) {
    const unsigned sectors_n = post->statement.circuit.sectors;
    for (size_t k = 0; k < sl_post_partitions_n(&post->statement); k++) {
        if (post->only >= 0 && k != (size_t)post->only) {
            continue;
        }
        void *sectors;
        SL_TRY(sl_arena_take(&post->arena, sectors_n, sizeof(sl_post_sector), &sectors, err));
        for (unsigned i = 0; i < sectors_n; i++) {
            place_fill(post, k, i, (sl_post_sector *)sectors + i);
        }
        post->partitions[k] = (sl_post_partition){.sectors_n = sectors_n, .sectors = sectors};
    }
    return SLUICE_OK;
}

/* An sl_post without proofs. */
static sluice_status post_begin(sl_post **out, const sl_post_statement *statement, int only, size_t blobs_n,
                                sluice_error *err) {
    size_t first, end;
    SL_TRY(sl_post_statement_check(statement, err));
    SL_TRY(sl_post_range(statement, only, &first, &end, err));
    if (blobs_n < end - first) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "vanilla proofs: expected %zu, one for each sector%s, found %zu",
                       end - first, only < 0 ? "" : " of the partition", blobs_n);
    }
    sl_post *const post = sl_small_alloc(1, sizeof *post);
    if (post == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "PoSt: %zu bytes", sizeof *post);
    }
    post->statement = *statement;
    post->only = only;
    post->first = first;
    post->end = end;
    post->spare_n = blobs_n - (end - first);
    post->paths_n = paths_of_sector(&statement->circuit);
    sl_arena_init(&post->arena, "PoSt");
    void *proofs = NULL, *partitions = NULL;
    sluice_status status = sl_arena_take(&post->arena, statement->sectors_n, sizeof(proof), &proofs, err);
    if (status == SLUICE_OK) {
        status =
            sl_arena_take(&post->arena, sl_post_partitions_n(statement), sizeof(sl_post_partition), &partitions, err);
    }
    if (status != SLUICE_OK) {
        sl_post_close(post);
        return status;
    }
    post->proofs = proofs;
    post->partitions = partitions;
    *out = post;
    return SLUICE_OK;
}

/* Fills the partitions, or closes the sl_post if something has failed. */
static sluice_status post_end(sl_post **out, sl_post *post, sluice_status status, sluice_error *err) {
    if (status == SLUICE_OK) {
        status = partitions_fill(post, err);
    }
    if (status != SLUICE_OK) {
        sl_post_close(post);
        return status;
    }
    *out = post;
    return SLUICE_OK;
}

/* Whether a blob may be passed over: it is of none of the sectors that are read. */
static bool is_foreign(const sl_post *post, const uint8_t *bytes, size_t n, bool *is_named) {
    size_t at;
    if (n < sizeof(uint64_t)) {
        return false;
    }
    *is_named = sl_post_sector_find(&post->statement, sl_load64_le(bytes), &at);
    return !*is_named || at < post->first || at >= post->end;
}

/* The next blob, from file number `file`: the proof of sector *next, or one to be left out. */
static sluice_status blob_take(sl_post *post, size_t *next, size_t file, const uint8_t *bytes, size_t n,
                               sluice_error *err) {
    const bool is_expected =
        *next < post->end && n >= sizeof(uint64_t) && sl_load64_le(bytes) == post->statement.sectors[*next].number;
    bool is_named = false;
    if (!is_expected && post->spare_n > 0 && is_foreign(post, bytes, n, &is_named)) {
        post->spare_n--;
        post->unnamed_n += !is_named;
        return SLUICE_OK;
    }
    if (*next == post->end) {
        return n < sizeof(uint64_t)
                   ? SL_FAIL(err, SLUICE_E_TRUNCATED, "byte 0: sector_id: expected 8 bytes, found %zu", n)
                   : SL_FAIL(err, SLUICE_E_MISMATCH, "sector_id: %" PRIu64 " was there before", sl_load64_le(bytes));
    }
    post->proofs[*next].file = file;
    SL_TRY(sector_read(post, *next, bytes, n, err));
    ++*next;
    return SLUICE_OK;
}

sluice_status sl_post_parse(sl_post **out, const sl_post_statement *statement, int only, const sl_post_blob *blobs,
                            size_t blobs_n, sluice_error *err) {
    sl_post *post;
    SL_TRY(post_begin(&post, statement, only, blobs_n, err));
    sluice_status status = SLUICE_OK;
    size_t next = post->first;
    for (size_t i = 0; status == SLUICE_OK && i < blobs_n; i++) {
        status = blob_take(post, &next, i, blobs[i].bytes, blobs[i].n, err);
    }
    return post_end(out, post, status, err);
}

static sluice_status file_read(sl_post *post, size_t *next, size_t file, sluice_error *err) {
    sl_buf blob;
    SL_TRY(sl_buf_load(&blob, post->files[file], SL_POST_BLOB_BYTES_MAX, "PoSt file", err));
    const sluice_status status = blob_take(post, next, file, blob.data, blob.bytes, err);
    sl_buf_release(&blob);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "%s", post->files[file]);
}

sluice_status sl_post_open(sl_post **out, const sl_post_statement *statement, int only, const char *const *paths,
                           size_t paths_n, sluice_error *err) {
    sl_post *post;
    SL_TRY(post_begin(&post, statement, only, paths_n, err));
    post->files = paths;
    sluice_status status = SLUICE_OK;
    size_t next = post->first;
    for (size_t i = 0; status == SLUICE_OK && i < paths_n; i++) {
        status = file_read(post, &next, i, err);
    }
    return post_end(out, post, status, err);
}

void sl_post_close(sl_post *post) {
    if (post != NULL) {
        sl_arena_release(&post->arena);
        free(post);
    }
}

size_t sl_post_unnamed_n(const sl_post *post) {
    return post->unnamed_n;
}

const sl_post_partition *sl_post_partition_at(const sl_post *post, size_t k) {
    SL_ASSERT(k < sl_post_partitions_n(&post->statement) && (post->only < 0 || k == (size_t)post->only));
    return &post->partitions[k];
}

/* --- the check: a task for each sector --- */

static sluice_status commitments_check(const sl_post *post, size_t i, sluice_error *err) {
    const proof *const p = &post->proofs[i];
    const sl_fr *const comm_r = &post->statement.sectors[i].comm_r;
    const sl_fr pair[2] = {p->comm_c, p->comm_r_last};
    sl_fr hash;
    sl_poseidon_hash(sl_poseidon_get(2), &hash, pair);
    if (sl_fr_eq(&hash, comm_r)) {
        return SLUICE_OK;
    }
    // The paths state comm_r_last too, which tells whether it or comm_c was changed.
    const sl_fr *const root = &p->paths[0].root;
    if (!sl_fr_eq(root, &p->comm_r_last)) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "comm_r_last: expected %s (root of the paths), found %s",
                       sl_fr_hex_of(root).text, sl_fr_hex_of(&p->comm_r_last).text);
    }
    return SL_FAIL(err, SLUICE_E_CORRUPT,
                   "comm_c: expected a value that hashes with comm_r_last to comm_r %s, found %s, which gives %s",
                   sl_fr_hex_of(comm_r).text, sl_fr_hex_of(&p->comm_c).text, sl_fr_hex_of(&hash).text);
}

/* Roots of paths first, first + 1, ... of a sector, as many as are computed at once. */
static void roots_make(const sl_post *post, const sl_kernels *kernels, size_t i, unsigned first,
                       sl_fr roots[SL_PATH_ROOTS_MAX]) {
    const sl_path *paths[SL_PATH_ROOTS_MAX];
    const size_t n = SL_MIN((size_t)SL_PATH_ROOTS_MAX, post->paths_n - first);
    for (size_t k = 0; k < n; k++) {
        paths[k] = &post->proofs[i].paths[first + k];
    }
    sl_path_roots_poseidon(kernels, &post->statement.circuit.tree, roots, paths, n);
}

static sluice_status path_check(const sl_post *post, size_t i, unsigned n, uint64_t leaf, const sl_fr *computed,
                                sluice_error *err) {
    const proof *const p = &post->proofs[i];
    const sl_path *others[SL_POST_CHALLENGES_MAX];
    SL_TRY(sl_path_stated_check(&p->paths[n], leaf, &p->comm_r_last, err));
    if (sl_fr_eq(computed, &p->comm_r_last)) {
        return SLUICE_OK;
    }
    SL_ASSERT(post->paths_n <= SL_POST_CHALLENGES_MAX);
    for (unsigned k = 0; k < post->paths_n; k++) {
        others[k] = &p->paths[k];
    }
    return sl_path_fault(&p->paths[n], &post->statement.circuit.tree, &p->comm_r_last, others, post->paths_n, err);
}

static sluice_status paths_check(const sl_post *post, const sl_kernels *kernels, size_t i, sluice_error *err) {
    const sl_post_statement *const statement = &post->statement;
    const bool is_winning = statement->circuit.kind == SL_CIRCUIT_WINNING;
    const size_t partition = i / statement->circuit.sectors;
    const unsigned place = (unsigned)(i % statement->circuit.sectors);
    sl_fr roots[SL_PATH_ROOTS_MAX];
    for (unsigned n = 0; n < post->paths_n; n++) {
        if (n % SL_PATH_ROOTS_MAX == 0) {
            roots_make(post, kernels, i, n, roots);
        }
        const uint64_t leaf = is_winning ? sl_post_challenge_at(statement, 0, n, 0)
                                         : sl_post_challenge_at(statement, partition, place, n);
        const sluice_status status = path_check(post, i, n, leaf, &roots[n % SL_PATH_ROOTS_MAX], err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "challenge %u: inclusion_proof", n);
        }
    }
    return SLUICE_OK;
}

typedef struct check_job {
    const sl_post *post;
    const sl_kernels *kernels;
} check_job;

static sluice_status sector_task(const void *data, size_t task, sluice_error *err) {
    const check_job *const job = data;
    const sl_post *const post = job->post;
    const size_t i = post->first + task;
    sluice_status status = commitments_check(post, i, err);
    if (status == SLUICE_OK) {
        status = paths_check(post, job->kernels, i, err);
    }
    if (status != SLUICE_OK) {
        status = sl_error_prefix(err, status, "%s%ssector %zu (number %" PRIu64 ")",
                                 post->files == NULL ? "" : post->files[post->proofs[i].file],
                                 post->files == NULL ? "" : ": ", i, post->statement.sectors[i].number);
    }
    return status;
}

sluice_status sl_post_check(const sl_post *post, const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    const check_job job = {post, kernels};
    return sl_fault_first(pool, post->end - post->first, sector_task, &job, err);
}
