// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Which blobs belong to which sectors and partitions, and how a changed byte of a path is told: by sector, challenge
 * and level, at small sizes and at those of the network.
 */
#include "unit/proof/circuits/made_vanilla.h"

static sluice_error err;

static sluice_status try_post(const made_post *t, int only, const size_t *order, size_t n) {
    sl_post_blob blobs[SECTORS_MAX + 1];
    sl_post *post;
    SL_CHECK(n <= SL_ARRAY_N(blobs));
    err.text[0] = 0;
    for (size_t i = 0; i < n; i++) {
        blobs[i] = t->blobs[order[i]];
    }
    sluice_status status = sl_post_parse(&post, &t->statement, only, blobs, n, &err);
    if (status == SLUICE_OK) {
        status = sl_post_check(post, &sl_kernels_portable, made_pool, &err);
        sl_post_close(post);
    }
    return status;
}

static const size_t in_order[] = {0, 1, 2, 3, 4};

/* The statement without its sector `left`, which is faulty. */
static void leave_out(made_post *t, size_t left) {
    for (size_t i = left; i + 1 < t->statement.sectors_n; i++) {
        t->sectors[i] = t->sectors[i + 1];
    }
    t->statement.sectors_n--;
}

/* With API version 1.2.0 a sector's challenges do not depend on the others, so a faulty one can just be left out. */
SL_TEST(sectors_that_are_not_named) {
    for (size_t left = 0; left < SECTORS_MAX; left++) {
        made_post t = {0};
        sl_post *post;
        const sl_post_order order = post_order("window-2KiB", SECTORS_MAX, 5);
        post_make(&t, &order);
        leave_out(&t, left);
        SL_CHECK_OK(try_post(&t, -1, in_order, SECTORS_MAX));
        SL_CHECK_OK(sl_post_parse(&post, &t.statement, -1, t.blobs, SECTORS_MAX, &err));
        SL_CHECK_EQ_U64(sl_post_unnamed_n(post), 1);
        /* The last partition is filled up with the last sector that is named. */
        const sl_post_partition *const last = sl_post_partition_at(post, sl_post_partitions_n(&t.statement) - 1);
        SL_CHECK(sl_fr_eq(&last->sectors[last->sectors_n - 1].comm_r, &t.sectors[SECTORS_MAX - 2].comm_r));
        sl_post_close(post);
        /* A blob of a sector that is named cannot be missing, whatever stands in its place. */
        const size_t twice_left[] = {left, left, left, left};
        SL_CHECK_STATUS(try_post(&t, -1, twice_left, 4), SLUICE_E_MISMATCH);
        SL_CHECK_MSG(strstr(err.text, "sector_id: expected") != NULL, "%s", err.text);
        t.statement.sectors_n = SECTORS_MAX;
        post_drop(&t);
    }
}

SL_TEST(sectors_repeated_or_in_another_order) {
    static const size_t orders[][5] = {{0, 1, 1}, {1, 0, 2}, {0, 0, 1}, {0, 2, 1}, {0, 1, 2, 2}, {0, 1, 2, 0}};
    static const size_t lengths[] = {3, 3, 3, 3, 4, 4};
    made_post t = {0};
    const sl_post_order order = post_order("window-2KiB", 3, 5);
    post_make(&t, &order);
    for (size_t i = 0; i < SL_ARRAY_N(lengths); i++) {
        SL_CHECK_STATUS(try_post(&t, -1, orders[i], lengths[i]), SLUICE_E_MISMATCH);
        SL_CHECK_MSG(strstr(err.text, "sector_id: ") != NULL, "%zu: %s", i, err.text);
    }
    SL_CHECK_STATUS(try_post(&t, -1, in_order, 2), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, "expected 3, one for each sector, found 2") != NULL);
    /* A statement that repeats a sector, or is not in the verifier's order. */
    const uint64_t was = t.sectors[2].number;
    t.sectors[2].number = t.sectors[1].number;
    SL_CHECK_STATUS(try_post(&t, -1, in_order, 3), SLUICE_E_INPUT);
    SL_CHECK_MSG(strstr(err.text, "sectors[2]: expected a sector number above 71") != NULL, "%s", err.text);
    t.sectors[2].number = was;
    t.statement.sectors_n = 0;
    SL_CHECK_STATUS(try_post(&t, -1, in_order, 3), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "sectors: expected at least 1, found none") != NULL);
    t.statement.sectors_n = 3;
    post_drop(&t);
}

/* A blob that says it is another sector's: the commitments do not fit. */
SL_TEST(proofs_of_another_sector) {
    made_post t = {0};
    const sl_post_order order = post_order("window-2KiB", 2, 5);
    post_make(&t, &order);
    memcpy(t.bytes[0].data, t.bytes[1].data, 8);
    const size_t swapped[] = {1, 0};
    SL_CHECK_STATUS(try_post(&t, -1, swapped, 2), SLUICE_E_MISMATCH);
    memcpy(t.bytes[1].data, &(uint64_t){70}, 8);
    SL_CHECK_STATUS(try_post(&t, -1, swapped, 2), SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, "sector 0 (number 70): comm_r: expected") != NULL, "%s", err.text);
    post_drop(&t);
}

/* One partition from all blobs and from its own alone, in both numberings of challenges. */
SL_TEST(one_partition) {
    static const size_t own[][2] = {{0, 1}, {2, 3}, {4, 4}};
    static const size_t own_n[] = {2, 2, 1};
    for (int version = 0; version < 2; version++) {
        made_post t = {0};
        sl_post_order order = post_order("window-2KiB", 5, 5);
        order.api = version == 0 ? SL_API_V1_0 : SL_API_V1_2;
        post_make(&t, &order);
        for (int k = 0; k < 3; k++) {
            sl_post_blob blobs[2] = {t.blobs[own[k][0]], t.blobs[own[k][1]]};
            sl_post *post, *whole;
            SL_CHECK_OK(try_post(&t, k, in_order, 5));
            SL_CHECK_OK(try_post(&t, k, own[k], own_n[k]));
            SL_CHECK_OK(sl_post_parse(&post, &t.statement, k, blobs, own_n[k], &err));
            SL_CHECK_OK(sl_post_parse(&whole, &t.statement, -1, t.blobs, 5, &err));
            const sl_post_partition *const p = sl_post_partition_at(post, (size_t)k);
            const sl_post_partition *const q = sl_post_partition_at(whole, (size_t)k);
            SL_CHECK_EQ_U64(sl_post_unnamed_n(post), 0);
            SL_CHECK(p->sectors_n == 2 && q->sectors_n == 2);
            for (size_t i = 0; i < 2; i++) {
                SL_CHECK(sl_fr_eq(&p->sectors[i].comm_r_last, &q->sectors[i].comm_r_last));
                SL_CHECK(sl_fr_eq(&p->sectors[i].paths[9].leaf, &q->sectors[i].paths[9].leaf));
            }
            sl_post_close(post);
            sl_post_close(whole);
        }
        SL_CHECK_STATUS(try_post(&t, 1, own[0], 2), SLUICE_E_MISMATCH);
        SL_CHECK_MSG(strstr(err.text, "sector 2 (number 72): sector_id") != NULL, "%s", err.text);
        SL_CHECK_STATUS(try_post(&t, 1, own[2], 1), SLUICE_E_MISMATCH);
        SL_CHECK(strstr(err.text, "expected 2, one for each sector of the partition, found 1") != NULL);
        SL_CHECK_STATUS(try_post(&t, 3, in_order, 5), SLUICE_E_USAGE);
        SL_CHECK_STATUS(try_post(&t, -2, in_order, 5), SLUICE_E_USAGE);
        post_drop(&t);
    }
}

static sluice_status try_update(const made_update *t, int only, const sl_update_blob *blobs, size_t n) {
    sl_update *update;
    err.text[0] = 0;
    sluice_status status = sl_update_parse(&update, &t->statement, only, blobs, n, &err);
    if (status == SLUICE_OK) {
        status = sl_update_check(update, &sl_kernels_portable, made_pool, &err);
        sl_update_close(update);
    }
    return status;
}

SL_TEST(one_partition_of_an_update) {
    made_update t = {0};
    update_make(&t, "update-16KiB", 5);
    for (int k = 0; k < 2; k++) {
        SL_CHECK_OK(try_update(&t, k, t.blobs, 2));
        SL_CHECK_OK(try_update(&t, k, &t.blobs[k], 1));
        SL_CHECK_STATUS(try_update(&t, k, &t.blobs[1 - k], 1), SLUICE_E_CORRUPT);
        SL_CHECK_MSG(strstr(err.text, k == 0 ? "partition 0: challenge 0" : "partition 1: challenge 0") != NULL, "%s",
                     err.text);
    }
    SL_CHECK_STATUS(try_update(&t, 2, t.blobs, 2), SLUICE_E_USAGE);
    SL_CHECK_STATUS(try_update(&t, -1, t.blobs, 1), SLUICE_E_MISMATCH);
    /* What the other partition's blob holds does not matter then. */
    ((uint8_t *)t.bytes[1].data)[40] ^= 1;
    SL_CHECK_OK(try_update(&t, 0, t.blobs, 2));
    SL_CHECK(try_update(&t, 1, t.blobs, 2) != SLUICE_OK && try_update(&t, -1, t.blobs, 2) != SLUICE_OK);
    update_drop(&t);
}

SL_TEST(other_randomness) {
    static const char *const names[] = {"winning-2KiB", "window-64GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        made_post t = {0};
        const sl_post_order order = post_order(names[i], 1, 5);
        post_make(&t, &order);
        t.statement.randomness[0] ^= 1;
        SL_CHECK_STATUS(try_post(&t, -1, in_order, 1), SLUICE_E_CORRUPT);
        SL_CHECK_MSG(strstr(err.text, "sector 0 (number 70): challenge 0: inclusion_proof: path level") != NULL &&
                         strstr(err.text, ", index: expected") != NULL,
                     "%s", err.text);
        post_drop(&t);
    }
}

/* Bytes of a path in a blob, and where the siblings of each level begin in it. */
typedef struct path_layout {
    size_t bytes;
    unsigned levels_n;
    uint8_t arities[SL_TREE_LEVELS_MAX];
    size_t siblings[SL_TREE_LEVELS_MAX];
} path_layout;

static path_layout layout_of(const sl_tree_shape *tree) {
    path_layout out = {0};
    out.levels_n = (unsigned)sl_tree_levels(tree, out.arities);
    const size_t above = (size_t)(tree->sub > 0) + (size_t)(tree->top > 0);
    size_t at = 4 + (above == 0 ? 64u : 0u) + 8;
    for (unsigned k = 0; k < out.levels_n; k++) {
        at += k + above >= out.levels_n ? 8 : 0; // a part of its own
        out.siblings[k] = at + 8;
        at += 8 + 32u * (out.arities[k] - 1u) + 8;
    }
    out.bytes = at + (above == 0 ? 0 : 64u);
    return out;
}

/* Changes one sibling of each level of a path; returns how many levels were named exactly, from the highest on. */
static unsigned levels_named(made_post *t, unsigned challenge) {
    const path_layout layout = layout_of(&t->statement.circuit.tree);
    unsigned exact = 0;
    for (unsigned k = layout.levels_n; k-- > 0;) {
        const unsigned sibling = (unsigned)(sl_test_u64() % (layout.arities[k] - 1u));
        uint8_t *const byte =
            (uint8_t *)t->bytes[0].data + 56 + challenge * layout.bytes + layout.siblings[k] + (size_t)32 * sibling;
        char where[96], level[64];
        (void)snprintf(where, sizeof where, "sector 0 (number 70): challenge %u: inclusion_proof: path", challenge);
        (void)snprintf(level, sizeof level, "path level %u, sibling %u: expected", k, sibling);
        *byte ^= 1;
        SL_CHECK_STATUS(try_post(t, -1, in_order, 1), SLUICE_E_CORRUPT);
        *byte ^= 1;
        SL_CHECK_MSG(strstr(err.text, where) != NULL, "%s", err.text);
        if (strstr(err.text, level) != NULL) {
            exact++;
            continue;
        }
        /* Not known to any other path: then a range that holds the level. */
        const char *const range = strstr(err.text, "path levels 0 to ");
        SL_CHECK_MSG(range != NULL && strtoul(range + 17, NULL, 10) >= k && exact == layout.levels_n - 1 - k, "%s",
                     err.text);
        break;
    }
    return exact;
}

SL_TEST(changed_siblings_are_named) {
    made_post t = {0};
    sl_post_order order = post_order("winning-2KiB", 1, 5);
    post_make(&t, &order);
    /* 66 paths through 64 leaves: most nodes are known to several. */
    unsigned exact = 0;
    for (unsigned challenge = 0; challenge < 66; challenge += 13) {
        exact += levels_named(&t, challenge);
    }
    SL_CHECK_MSG(exact >= 10, "%u of 12", exact);
    post_drop(&t);
    t = (made_post){0};
    order = post_order("window-64GiB", 1, 5);
    post_make(&t, &order);
    SL_CHECK(levels_named(&t, 4) >= 1);
    post_drop(&t);
}

SL_TEST(changed_siblings_of_updates_are_named) {
    made_update t = {0};
    update_make(&t, "update-2KiB", 5);
    const path_layout r = layout_of(&t.statement.circuit.tree);
    const sl_tree_shape tree_d = sl_update_tree_d(&t.statement.circuit);
    const path_layout d = layout_of(&tree_d);
    const size_t first = 32 + 8 + 8 * 32 + 8;
    const struct {
        size_t at;
        const char *says;
    } places[] = {
        {first + 3 * (2 * r.bytes + d.bytes) + r.siblings[1], "challenge 3: proof_r_old: path level 1, sibling 0"},
        {first + 3 * (2 * r.bytes + d.bytes) + r.bytes + d.siblings[5],
         "challenge 3: proof_d_new: path level 5, sibling 0"},
        {first + 9 * (2 * r.bytes + d.bytes) + r.bytes + d.bytes + r.siblings[1] + 6 * 32,
         "challenge 9: proof_r_new: path level 1, sibling 6"},
    };
    SL_CHECK(t.bytes[0].data != NULL);
    for (size_t i = 0; i < SL_ARRAY_N(places); i++) {
        uint8_t *const byte = (uint8_t *)t.bytes[0].data + places[i].at;
        *byte ^= 1;
        SL_CHECK_STATUS(try_update(&t, -1, t.blobs, 1), SLUICE_E_CORRUPT);
        SL_CHECK_MSG(strstr(err.text, places[i].says) != NULL, "expected %s, found %s", places[i].says, err.text);
        *byte ^= 1;
    }
    SL_CHECK_OK(try_update(&t, -1, t.blobs, 1));
    update_drop(&t);
}
