// SPDX-License-Identifier: MIT OR Apache-2.0
#include "unit/proof/circuits/post_case.h"

static sluice_error err;
static sl_pool *pool;

static post_case load(const char *name, size_t n) {
    if (pool == NULL) {
        SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    }
    return post_case_open(name, n);
}

static sluice_status try_post(const post_case *c) {
    sl_post *post;
    err.text[0] = 0;
    sluice_status status = sl_post_parse(&post, &c->meta.post, -1, c->blobs, c->n, &err);
    if (status == SLUICE_OK) {
        status = sl_post_check(post, &sl_kernels_portable, pool, &err);
        sl_post_close(post);
    }
    return status;
}

// The places of every partition hold what the public inputs say.
static void partitions_check(const post_case *c) {
    const sl_post_statement *const statement = &c->meta.post;
    const char *const paths[POST_SECTORS_MAX] = {c->paths[0], c->paths[1], c->paths[2]};
    sl_post *post;
    SL_CHECK_OK(sl_post_open(&post, statement, -1, paths, c->n, &err));
    SL_CHECK_OK(sl_post_check(post, &sl_kernels_portable, pool, &err));
    for (size_t k = 0; k < sl_post_partitions_n(statement); k++) {
        const sl_post_partition *const p = sl_post_partition_at(post, k);
        SL_CHECK(p->sectors_n == statement->circuit.sectors);
        sl_fr publics[200], *next = publics;
        sl_post_publics(statement, k, publics);
        for (unsigned i = 0; i < p->sectors_n; i++) {
            SL_CHECK(sl_fr_eq(&p->sectors[i].comm_r, next));
            next++;
            SL_CHECK(p->sectors[i].challenges_n == statement->circuit.challenges);
            for (unsigned n = 0; n < p->sectors[i].challenges_n; n++, next++) {
                const sl_path *const path = &p->sectors[i].paths[n];
                uint64_t leaf = 0;
                for (unsigned level = path->levels_n; level-- > 0;) {
                    leaf = leaf * path->levels[level].arity + path->levels[level].index;
                }
                const sl_fr value = sl_fr_from_u64(leaf);
                SL_CHECK(sl_fr_eq(&value, next));
            }
        }
        SL_CHECK((size_t)(next - publics) == sl_post_publics_n(statement));
    }
    sl_post_close(post);
}

SL_TEST(cases) {
    static const struct {
        const char *name;
        size_t n;
    } cases[] = {{"winning-2KiB", 1},
                 {"window-2KiB-1sector-padded-v1_2", 1},
                 {"window-2KiB-2sectors-v1", 2},
                 {"window-2KiB-3sectors-2partitions-v1_2", 3}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        post_case c = load(cases[i].name, cases[i].n);
        partitions_check(&c);
        post_case_close(&c);
    }
}

// One changed byte at any place is refused, and the error names the sector.
SL_TEST(changed_bytes) {
    static const struct {
        const char *name;
        size_t n, step;
    } cases[] = {{"winning-2KiB", 1, 997}, {"window-2KiB-3sectors-2partitions-v1_2", 3, 293}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        post_case c = load(cases[i].name, cases[i].n);
        for (size_t s = 0; s < c.n; s++) {
            char where[48];
            (void)snprintf(where, sizeof where, "sector %zu (number ", s);
            for (size_t at = sl_test_u64() % cases[i].step; at < c.blobs[s].n; at += cases[i].step) {
                const uint8_t was = c.bytes[s][at];
                c.bytes[s][at] ^= (uint8_t)(1 + sl_test_u64() % 255);
                SL_CHECK_MSG(try_post(&c) != SLUICE_OK, "%s: blob %zu byte %zu", cases[i].name, s, at);
                SL_CHECK_MSG(strstr(err.text, where) != NULL, "%s: byte %zu: %s", cases[i].name, at, err.text);
                c.bytes[s][at] = was;
            }
        }
        post_case_close(&c);
    }
}

// Places of fields in a 2 KiB blob: sector_id, comm_r, counts, then paths of tag, root, leaf, two levels of 7 siblings.
SL_TEST(fields_named) {
    enum { PATH = 4 + 32 + 32 + 8 + 2 * (8 + 7 * 32 + 8), FIRST = 8 + 32 + 8 + 8 };
    static const struct {
        size_t at;
        const char *says;
    } fields[] = {
        {0, "sector_id: expected"},
        {8, "comm_r: expected"},
        {40, "vanilla_proof.sectors: expected 1 elements"},
        {48, "inclusion_proofs: expected 10 elements"},
        {FIRST, "challenge 0: inclusion_proof: "},
        {FIRST + 4, "challenge 0: inclusion_proof: root"},
        {FIRST + 36, "challenge 0: inclusion_proof: path"},
        {FIRST + 76 + 8, "challenge 0: inclusion_proof: path"},
        {FIRST + 76 + 8 + 7 * 32, "challenge 0: inclusion_proof: path level 0, index"},
        {FIRST + 3 * PATH + PATH - 8, "challenge 3: inclusion_proof: path level 1, index"},
        {FIRST + 10 * PATH, "comm_c: expected"},
        {FIRST + 10 * PATH + 32, "comm_r_last: expected"},
    };
    post_case c = load("window-2KiB-2sectors-v1", 2);
    SL_CHECK(c.blobs[1].n == FIRST + 10 * PATH + 64);
    for (size_t i = 0; i < SL_ARRAY_N(fields); i++) {
        uint8_t *const byte = &c.bytes[1][fields[i].at];
        *byte ^= 1;
        SL_CHECK_MSG(try_post(&c) != SLUICE_OK, "%zu", i);
        SL_CHECK_MSG(strstr(err.text, "sector 1 (number 36)") != NULL && strstr(err.text, fields[i].says) != NULL,
                     "%s: %s", fields[i].says, err.text);
        *byte ^= 1;
    }
    post_case_close(&c);
}

SL_TEST(counts_and_lengths) {
    post_case c = load("window-2KiB-2sectors-v1", 2);
    SL_CHECK_OK(try_post(&c));
    c.n = 1;
    SL_CHECK_STATUS(try_post(&c), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, "expected 2, one for each sector, found 1") != NULL);
    c.n = 2;
    // Another order of the files.
    sl_post_blob first = c.blobs[0];
    c.blobs[0] = c.blobs[1];
    c.blobs[1] = first;
    SL_CHECK_STATUS(try_post(&c), SLUICE_E_MISMATCH);
    c.blobs[1] = c.blobs[0];
    c.blobs[0] = first;
    for (size_t n = 0; n < c.blobs[0].n; n += 1 + sl_test_u64() % 50) {
        uint8_t *const part = malloc(n + (n == 0));
        SL_CHECK(part != NULL);
        memcpy(part, c.bytes[0], n);
        c.blobs[0] = (sl_post_blob){.bytes = part, .n = n};
        SL_CHECK_STATUS(try_post(&c), SLUICE_E_TRUNCATED);
        free(part);
    }
    uint8_t *const longer = malloc(first.n + 1);
    SL_CHECK(longer != NULL);
    memcpy(longer, c.bytes[0], first.n);
    longer[first.n] = 0;
    c.blobs[0] = (sl_post_blob){.bytes = longer, .n = first.n + 1};
    SL_CHECK_STATUS(try_post(&c), SLUICE_E_TRUNCATED);
    free(longer);
    post_case_close(&c);
}

SL_TEST(memory) {
    post_case c = load("window-2KiB-3sectors-2partitions-v1_2", 3);
    const size_t live = sl_mem_live();
    for (size_t n = 0;; n++) {
        sl_mem_fail_after(n);
        const sluice_status status = try_post(&c);
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK(sl_mem_live() == live);
        if (status == SLUICE_OK) {
            SL_CHECK(n > 1);
            break;
        }
        SL_CHECK(status == SLUICE_E_NO_MEMORY);
    }
    post_case_close(&c);
}
