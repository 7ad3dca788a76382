// SPDX-License-Identifier: MIT OR Apache-2.0
/* Vanilla proofs of sector updates: given ones are right, every changed byte is refused and named. */
#include "proof/circuits/inputs/merkle_path.h"
#include "unit/proof/circuits/update_case.h"

static sluice_error err;
static sl_pool *pool;

static update_case load(const char *folder, const char *circuit) {
    if (pool == NULL) {
        SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    }
    return update_case_open(folder, circuit);
}

static sluice_status try_update(const update_case *c) {
    sl_update *update;
    err.text[0] = 0;
    sluice_status status = sl_update_parse(&update, &c->statement, -1, c->blobs, c->n, &err);
    if (status == SLUICE_OK) {
        status = sl_update_check(update, &sl_kernels_portable, pool, &err);
        sl_update_close(update);
    }
    return status;
}

/* Right as they are, from files and from memory, and with the public inputs of the reference. */
static void check_case(const char *folder, const char *circuit) {
    update_case c = load(folder, circuit);
    const char *paths[UPDATE_PARTITIONS_MAX] = {c.paths[0], c.paths[1]};
    const char *at = c.files.inputs;
    sl_update *update;
    SL_CHECK_OK(try_update(&c));
    SL_CHECK_OK(sl_update_open(&update, &c.statement, -1, paths, c.n, &err));
    SL_CHECK_OK(sl_update_check(update, &sl_kernels_portable, pool, &err));
    SL_CHECK_EQ_U64(sl_update_publics_n(&c.statement), 4);
    for (unsigned k = 0; k < c.n; k++) {
        const sl_update_partition *p = sl_update_partition_at(update, k);
        sl_fr publics[4];
        uint64_t nodes[10];
        sl_update_publics(&c.statement, k, publics);
        for (size_t i = 0; i < 4; i++) {
            uint8_t want[32], found[32];
            SL_CHECK(case_next_input(&at, want));
            sl_fr_to_bytes(found, &publics[i]);
            SL_CHECK_MSG(memcmp(want, found, 32) == 0, "%s: partition %u, input %zu", folder, k, i);
        }
        SL_CHECK(p->k == k && p->challenges_n == 10);
        sl_update_nodes(&c.statement, k, nodes);
        for (size_t i = 0; i < SL_ARRAY_N(nodes); i++) {
            SL_CHECK_EQ_U64(sl_path_position(&p->challenges[i].d_new), nodes[i]);
        }
    }
    uint8_t rest[32];
    SL_CHECK(!case_next_input(&at, rest));
    sl_update_close(update);
    update_case_close(&c);
}

SL_TEST(given_updates) {
    check_case("update/2KiB-seed1", "update-2KiB");
    check_case("update/16KiB-seed4", "update-16KiB");
}

static void check_changed_bytes(const char *folder, const char *circuit, size_t step) {
    update_case c = load(folder, circuit);
    for (size_t k = 0; k < c.n; k++) {
        char where[48];
        (void)snprintf(where, sizeof where, "partition %zu: ", k);
        for (size_t i = sl_test_u64() % step; i < c.blobs[k].n; i += step) {
            const uint8_t was = c.bytes[k][i];
            c.bytes[k][i] ^= (uint8_t)(1 + sl_test_u64() % 255);
            SL_CHECK_MSG(try_update(&c) != SLUICE_OK, "%s: blob %zu byte %zu", folder, k, i);
            SL_CHECK_MSG(strncmp(err.text, where, strlen(where)) == 0, "%s: byte %zu: %s", folder, i, err.text);
            c.bytes[k][i] = was;
        }
    }
    SL_CHECK_OK(try_update(&c));
    update_case_close(&c);
}

SL_TEST(changed_bytes) {
    check_changed_bytes("update/2KiB-seed1", "update-2KiB", 401);
    check_changed_bytes("update/16KiB-seed4", "update-16KiB", 1999);
}

/* A 2 KiB blob: comm_c, 8 apex leaves, 10 challenges of three paths, each a tag, root, leaf and levels. */
SL_TEST(fields_are_named) {
    enum {
        R = 4 + 64 + 8 + 2 * (8 + 7 * 32 + 8),
        D = 4 + 64 + 8 + 6 * (8 + 32 + 8),
        APEX = 32,
        COUNT = APEX + 8 + 8 * 32,
        FIRST = COUNT + 8,
        CHALLENGE = R + D + R,
    };
    static const struct {
        size_t at;
        const char *says;
    } fields[] = {
        {0, "partition 0: comm_c: expected"},
        {APEX, "apex_leafs: expected 8 elements, found 9"},
        {COUNT, "challenge_proofs: expected 10 elements, found 11"},
        {FIRST, "challenge 0: proof_r_old: "},
        {FIRST + 4, "challenge 0: proof_r_old: root: expected"},
        {FIRST + CHALLENGE + 4, "challenge 1: proof_r_old: root: expected"},
        {FIRST + 36, "challenge 0: proof_r_old: leaf: expected"},
        {FIRST + R + 4, "challenge 0: proof_d_new: root: expected"},
        {FIRST + R + 36, "challenge 0: proof_d_new: "},
        {FIRST + 4 * CHALLENGE + R + 76 + 40, "challenge 4: proof_d_new: path level 0, index: expected"},
        {FIRST + R + D + 4, "challenge 0: proof_r_new: root: expected"},
        {FIRST + 9 * CHALLENGE + R + D + 36, "challenge 9: proof_r_new: "},
        {FIRST + 9 * CHALLENGE + R + D + R - 8, "challenge 9: proof_r_new: path level 1, index: expected"},
    };
    update_case c = load("update/2KiB-seed1", "update-2KiB");
    SL_CHECK_EQ_U64(c.blobs[0].n, FIRST + 10 * CHALLENGE);
    for (size_t i = 0; i < SL_ARRAY_N(fields); i++) {
        c.bytes[0][fields[i].at] ^= 1;
        SL_CHECK_MSG(try_update(&c) != SLUICE_OK, "%s", fields[i].says);
        SL_CHECK_MSG(strstr(err.text, fields[i].says) != NULL, "expected %s, found %s", fields[i].says, err.text);
        c.bytes[0][fields[i].at] ^= 1;
    }
    for (unsigned i = 0; i < 8; i++) {
        c.bytes[0][APEX + 8 + 32 * i] ^= 1;
        SL_CHECK_STATUS(try_update(&c), SLUICE_E_CORRUPT);
        SL_CHECK_MSG(strstr(err.text, "apex_leafs") != NULL, "%s", err.text);
        c.bytes[0][APEX + 8 + 32 * i] ^= 1;
    }
    update_case_close(&c);
}

/* What the verifier is told differs from what the files prove. */
SL_TEST(other_statements) {
    update_case c = load("update/2KiB-seed1", "update-2KiB");
    const sl_update_statement right = c.statement;
    const sl_fr one = sl_fr_one();
    sl_fr_add(&c.statement.comm_r_old, &right.comm_r_old, &one);
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_CORRUPT);
    SL_CHECK(strstr(err.text, "comm_r_old") != NULL);
    c.statement = right;
    sl_fr_add(&c.statement.comm_r_new, &right.comm_r_new, &one);
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_CORRUPT);
    SL_CHECK(strstr(err.text, "comm_r_new") != NULL);
    c.statement = right;
    sl_fr_add(&c.statement.comm_d_new, &right.comm_d_new, &one);
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_CORRUPT);
    SL_CHECK(strstr(err.text, "challenge 0: proof_d_new: root") != NULL);
    update_case_close(&c);
}

/* Partitions in another order, and too few of them. */
SL_TEST(order_of_partitions) {
    update_case c = load("update/16KiB-seed4", "update-16KiB");
    const sl_update_blob first = c.blobs[0];
    c.blobs[0] = c.blobs[1];
    c.blobs[1] = first;
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_CORRUPT);
    SL_CHECK_MSG(strstr(err.text, "partition 0: challenge 0: proof_r_old: path level") != NULL, "%s", err.text);
    c.n = 1;
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, "expected 2, one for each partition, found 1") != NULL);
    c.n = 2;
    c.statement.circuit = circuit_of("update-poseidon-16KiB");
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, "expected 1, one for each partition, found 2") != NULL);
    update_case_close(&c);
}

SL_TEST(lengths) {
    update_case c = load("update/2KiB-seed1", "update-2KiB");
    const size_t bytes = c.blobs[0].n;
    for (size_t n = 0; n < bytes; n += 1 + sl_test_u64() % 97) {
        uint8_t *const part = malloc(n + (n == 0));
        SL_CHECK(part != NULL);
        memcpy(part, c.bytes[0], n);
        c.blobs[0] = (sl_update_blob){.bytes = part, .n = n};
        SL_CHECK_STATUS(try_update(&c), SLUICE_E_TRUNCATED);
        free(part);
    }
    uint8_t *const longer = malloc(bytes + 1);
    SL_CHECK(longer != NULL);
    memcpy(longer, c.bytes[0], bytes);
    longer[bytes] = 0;
    c.blobs[0] = (sl_update_blob){.bytes = longer, .n = bytes + 1};
    SL_CHECK_STATUS(try_update(&c), SLUICE_E_TRUNCATED);
    free(longer);
    update_case_close(&c);
}

SL_TEST(values_of_h) {
    const sl_circuit small = circuit_of("update-2KiB"), large = circuit_of("update-32GiB");
    unsigned position = 99;
    SL_CHECK_OK(sl_update_h_position(&position, &small, 0, &err));
    SL_CHECK_EQ_U64(position, 0);
    SL_CHECK_OK(sl_update_h_position(&position, &large, 0, &err));
    SL_CHECK_EQ_U64(position, 3);
    SL_CHECK_OK(sl_update_h_position(&position, &large, 12, &err));
    SL_CHECK_EQ_U64(position, 5);
    SL_CHECK_STATUS(sl_update_h_position(&position, &large, 13, &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_update_h_position(&position, &large, 6, &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_update_h_position(&position, &small, 10, &err), SLUICE_E_INPUT);
    SL_CHECK_EQ_U64(position, 5);
}

SL_TEST(memory) {
    update_case c = load("update/16KiB-seed4", "update-16KiB");
    const size_t live = sl_mem_live();
    for (size_t n = 0;; n++) {
        sl_mem_fail_after(n);
        const sluice_status status = try_update(&c);
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK(sl_mem_live() == live);
        if (status == SLUICE_OK) {
            SL_CHECK(n > 1);
            break;
        }
        SL_CHECK(status == SLUICE_E_NO_MEMORY);
    }
    update_case_close(&c);
}
