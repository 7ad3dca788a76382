// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vanilla proofs without sectors: they are read back, pass the native checks, and satisfy their circuits; given ones
 * are written back byte for byte.
 */
#include <unistd.h>

#include "core/mem/load.h"
#include "proof/circuits/inputs/vanilla_write.h"
#include "unit/proof/circuits/made_vanilla.h"
#include "unit/proof/circuits/post_case.h"
#include "unit/proof/circuits/update_case.h"
#include "unit/proof/circuits/witness_checks.h"

static sluice_error err;

/* The witness of one partition has the derived public inputs and satisfies every row. */
static void check_witness(const sl_circuit *circuit, sl_partition_input input, const sl_fr *publics, size_t n) {
    sl_r1cs *const shape = shape_of(circuit);
    sl_witness witness;
    SL_CHECK_OK(sl_circuit_witness(circuit, shape, input, &sl_kernels_portable, &witness, &err));
    SL_CHECK_EQ_U64(witness.inputs_n, 1 + n);
    for (size_t i = 0; i < n; i++) {
        SL_CHECK_MSG(sl_fr_eq(&witness.inputs[1 + i], &publics[i]), "public input %zu", i);
    }
    SL_CHECK(is_satisfied(shape, &witness));
    sl_witness_release(&witness);
    sl_r1cs_close(shape);
}

static void check_post(const char *name, size_t sectors_n, bool with_witness) {
    made_post t = {0};
    sl_fr publics[132];
    const sl_post_order order = post_order(name, sectors_n, 3);
    post_make(&t, &order);
    for (size_t k = 0; with_witness && k < sl_post_partitions_n(&t.statement); k++) {
        SL_CHECK(sl_post_publics_n(&t.statement) <= SL_ARRAY_N(publics));
        sl_post_publics(&t.statement, k, publics);
        check_witness(&t.statement.circuit, (sl_partition_input){.post = sl_post_partition_at(t.post, k)}, publics,
                      sl_post_publics_n(&t.statement));
    }
    post_drop(&t);
}

#define EACH_SIZE(prefix)                                                                                         \
    prefix "2KiB", prefix "4KiB", prefix "16KiB", prefix "32KiB", prefix "8MiB", prefix "16MiB", prefix "512MiB", \
        prefix "1GiB", prefix "32GiB", prefix "64GiB"

SL_TEST(winning_of_every_shape) {
    static const char *const names[] = {"winning-2KiB", "winning-32KiB", "winning-16MiB", "winning-64GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_post(names[i], 1, false);
    }
}

SL_TEST_FULL(window_of_every_size) {
    static const char *const names[] = {EACH_SIZE("window-")};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_post(names[i], 3, false);
    }
}

/* The last of three partitions is filled up; the trees have a sub and a top level. */
SL_TEST(window_satisfies) {
    check_post("window-2KiB", 5, true);
    check_post("window-32KiB", 3, true);
}

SL_TEST_FULL(winning_and_window_satisfy) {
    static const char *const winning[] = {EACH_SIZE("winning-")};
    static const char *const window[] = {"window-4KiB",  "window-16KiB",  "window-8MiB",
                                         "window-16MiB", "window-512MiB", "window-1GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(winning); i++) {
        check_post(winning[i], 1, true);
    }
    for (size_t i = 0; i < SL_ARRAY_N(window); i++) {
        check_post(window[i], 3, true);
    }
}

static void check_update(const char *name, bool with_witness) {
    made_update t = {0};
    sl_fr publics[4];
    update_make(&t, name, 3);
    const unsigned last = t.statement.circuit.partitions - 1;
    if (with_witness) {
        sl_update_publics(&t.statement, last, publics);
        check_witness(&t.statement.circuit, (sl_partition_input){.update = sl_update_partition_at(t.update, last)},
                      publics, SL_ARRAY_N(publics));
    }
    update_drop(&t);
}

SL_TEST(updates_of_small_sizes) {
    static const char *const names[] = {"update-2KiB",           "update-4KiB",          "update-16KiB",
                                        "update-32KiB",          "update-poseidon-2KiB", "update-poseidon-4KiB",
                                        "update-poseidon-16KiB", "update-poseidon-32KiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_update(names[i], false);
    }
}

SL_TEST_FULL(updates_of_large_sizes) {
    static const char *const names[] = {"update-16MiB", "update-64GiB", "update-poseidon-16MiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_update(names[i], false);
    }
}

SL_TEST(poseidon_update_satisfies) {
    check_update("update-poseidon-2KiB", true);
    check_update("update-poseidon-32KiB", true);
}

SL_TEST_FULL(updates_satisfy) {
    check_update("update-2KiB", true);
    check_update("update-32KiB", true);
    check_update("update-8MiB", true);
}

/* The same order gives the same bytes, another seed others. */
SL_TEST(seed_decides) {
    made_post a = {0}, b = {0}, c = {0};
    sl_post_order order = post_order("window-2KiB", 2, 1);
    post_make(&a, &order);
    post_make(&b, &order);
    order.seed = 2;
    post_make(&c, &order);
    for (size_t i = 0; i < 2; i++) {
        SL_CHECK(a.bytes[i].bytes == b.bytes[i].bytes && a.bytes[i].bytes == c.bytes[i].bytes);
        SL_CHECK_MEM(a.bytes[i].data, b.bytes[i].data, a.bytes[i].bytes);
    }
    SL_CHECK_MEM(a.statement.randomness, b.statement.randomness, 32);
    SL_CHECK(memcmp(a.statement.randomness, c.statement.randomness, 32) != 0);
    SL_CHECK(!sl_fr_eq(&a.sectors[0].comm_r, &c.sectors[0].comm_r));
    SL_CHECK(!sl_fr_eq(&a.sectors[0].comm_r, &a.sectors[1].comm_r));
    post_drop(&a);
    post_drop(&b);
    post_drop(&c);
    made_update u = {0}, v = {0}, w = {0};
    update_make(&u, "update-2KiB", 1);
    update_make(&v, "update-2KiB", 1);
    update_make(&w, "update-2KiB", 2);
    SL_CHECK_MEM(u.bytes[0].data, v.bytes[0].data, u.bytes[0].bytes);
    SL_CHECK(!sl_fr_eq(&u.statement.comm_r_new, &w.statement.comm_r_new));
    update_drop(&u);
    update_drop(&v);
    update_drop(&w);
}

/* A file in a folder of the test's own, read as a meta file. */
static sl_meta meta_read(const sl_post_statement *post, const sl_update_statement *update) {
    const char *const path = sl_test_temp_path("meta.json");
    sl_outfile out;
    sl_meta meta;
    SL_CHECK_OK(sl_outfile_open(&out, path, &err));
    SL_CHECK_OK(post != NULL ? sl_post_meta_write(post, &out, &err) : sl_update_meta_write(update, &out, &err));
    SL_CHECK_OK(sl_outfile_commit(&out, &err));
    SL_CHECK_OK(sl_meta_open(&meta, path, &err));
    SL_CHECK(unlink(path) == 0);
    return meta;
}

SL_TEST(meta_files_say_the_same) {
    static const char *const posts[] = {"winning-512MiB", "window-64GiB"};
    static const char *const updates[] = {"update-16KiB", "update-poseidon-4KiB"};
    for (size_t i = 0; i < 2; i++) {
        made_post t = {0};
        const sl_post_order order = post_order(posts[i], 1 + i, 9);
        post_make(&t, &order);
        sl_meta meta = meta_read(&t.statement, NULL);
        SL_CHECK(strcmp(meta.post.circuit.name, posts[i]) == 0 && meta.post.api == order.api);
        SL_CHECK_MEM(meta.post.randomness, t.statement.randomness, 32);
        SL_CHECK_MEM(meta.post.prover_id, t.statement.prover_id, 32);
        SL_CHECK_EQ_U64(meta.post.sectors_n, 1 + i);
        for (size_t k = 0; k <= i; k++) {
            SL_CHECK(meta.post.sectors[k].number == 70 + k);
            SL_CHECK(sl_fr_eq(&meta.post.sectors[k].comm_r, &t.sectors[k].comm_r));
        }
        sl_meta_release(&meta);
        post_drop(&t);
        made_update u = {0};
        update_make(&u, updates[i], 9);
        meta = meta_read(NULL, &u.statement);
        SL_CHECK(meta.kind == SL_META_UPDATE && strcmp(meta.update.circuit.name, updates[i]) == 0);
        SL_CHECK(meta.update.h_position == u.statement.h_position);
        SL_CHECK(sl_fr_eq(&meta.update.comm_r_old, &u.statement.comm_r_old));
        SL_CHECK(sl_fr_eq(&meta.update.comm_r_new, &u.statement.comm_r_new));
        SL_CHECK(sl_fr_eq(&meta.update.comm_d_new, &u.statement.comm_d_new));
        sl_meta_release(&meta);
        update_drop(&u);
    }
}

/* What the reference wrote, read and written again. */
SL_TEST(given_posts_are_written_back) {
    static const struct {
        const char *name;
        size_t n;
    } cases[] = {{"winning-2KiB", 1}, {"window-2KiB-2sectors-v1", 2}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        post_case c = post_case_open(cases[i].name, cases[i].n);
        const sl_post_statement *const statement = &c.meta.post;
        sl_post *post;
        SL_CHECK_OK(sl_post_parse(&post, statement, -1, c.blobs, c.n, &err));
        for (size_t k = 0; k < c.n; k++) {
            sl_post_sector sector = sl_post_partition_at(post, 0)->sectors[k];
            sl_buf blob;
            if (c.meta.kind == SL_META_WINNING) {
                sector.challenges_n = statement->circuit.sectors; // the paths of all places lie in a row
            }
            SL_CHECK_OK(
                sl_post_blob_make(&blob, &statement->circuit.tree, statement->sectors[k].number, &sector, &err));
            SL_CHECK(blob.bytes == c.blobs[k].n);
            SL_CHECK_MEM(blob.data, c.bytes[k], blob.bytes);
            sl_buf_release(&blob);
        }
        sl_post_close(post);
        post_case_close(&c);
    }
}

SL_TEST(given_updates_are_written_back) {
    static const char *const cases[][2] = {{"update/2KiB-seed1", "update-2KiB"},
                                           {"update/16KiB-seed4", "update-16KiB"}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        update_case c = update_case_open(cases[i][0], cases[i][1]);
        sl_update *update;
        SL_CHECK_OK(sl_update_parse(&update, &c.statement, -1, c.blobs, c.n, &err));
        for (unsigned k = 0; k < c.n; k++) {
            sl_buf blob;
            SL_CHECK_OK(sl_update_blob_make(&blob, &c.statement.circuit, sl_update_partition_at(update, k), &err));
            SL_CHECK(blob.bytes == c.blobs[k].n);
            SL_CHECK_MEM(blob.data, c.bytes[k], blob.bytes);
            sl_buf_release(&blob);
        }
        sl_update_close(update);
        update_case_close(&c);
    }
}

SL_TEST(orders_refused) {
    sl_post_public_sector sectors[2];
    sl_post_statement statement;
    sl_post_order order = post_order("window-2KiB", 2, 1);
    order.first_sector = UINT64_MAX;
    SL_CHECK_STATUS(sl_post_synth_begin(&statement, sectors, &order, &err), SLUICE_E_USAGE);
    order = post_order("window-2KiB", 0, 1);
    SL_CHECK_STATUS(sl_post_synth_begin(&statement, sectors, &order, &err), SLUICE_E_INPUT);
    order = post_order("winning-2KiB", 2, 1);
    SL_CHECK_STATUS(sl_post_synth_begin(&statement, sectors, &order, &err), SLUICE_E_INPUT);
    order = post_order("winning-2KiB", 1, 1);
    order.api = SL_API_V1_2;
    SL_CHECK_STATUS(sl_post_synth_begin(&statement, sectors, &order, &err), SLUICE_E_INPUT);
}

/* Every allocation fails once; nothing stays behind. */
SL_TEST(memory) {
    const sl_post_order order = post_order("window-2KiB", 1, 1);
    const sl_circuit circuit = circuit_of("update-2KiB");
    pool_need();
    (void)sl_poseidon_get(8);
    const size_t live = sl_mem_live();
    bool done = false;
    for (size_t n = 0; !done; n++) {
        sl_post_public_sector sectors[1];
        sl_post_statement statement;
        sl_update_synth *synth;
        sl_buf blob, other;
        SL_CHECK_OK(sl_post_synth_begin(&statement, sectors, &order, &err));
        sl_mem_fail_after(n);
        sluice_status status = sl_post_synth_sector(&statement, sectors, 1, 0, made_pool, &blob, &err);
        if (status == SLUICE_OK) {
            status = sl_update_synth_open(&synth, &circuit, 1, &sl_kernels_portable, made_pool, &err);
            if (status == SLUICE_OK) {
                status = sl_update_synth_partition(synth, 0, &other, &err);
                if (status == SLUICE_OK) {
                    done = true;
                    sl_buf_release(&other);
                }
                sl_update_synth_close(synth);
            }
            sl_buf_release(&blob);
        }
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY);
        SL_CHECK(sl_mem_live() == live);
    }
}
