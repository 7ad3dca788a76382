// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Whole witnesses: equal to the reference's; wrong inputs and changed wires leave a row unsatisfied, whose scope is
 * named; inputs of another shape are refused.
 */
#include "proof/circuits/inputs/c1.h"
#include "unit/proof/circuits/post_case.h"
#include "unit/proof/circuits/witness_checks.h"

/* A sealed 2 KiB sector and its circuit. */
typedef struct porep_case {
    sl_c1 *c1;
    sl_circuit circuit;
    sl_r1cs *shape;
} porep_case;

static porep_case porep_open_without_shape(void) {
    porep_case t = {.circuit = circuit_of("porep-2KiB")};
    sluice_error err;
    SL_CHECK_OK(sl_c1_open(&t.c1, sl_test_vector_path("filecoin/porep/2KiB-v1_1-seed1/c1.json"), NULL, &err));
    return t;
}

static porep_case porep_open(void) {
    porep_case t = porep_open_without_shape();
    t.shape = shape_of(&t.circuit);
    return t;
}

static void porep_close(porep_case *t) {
    sl_r1cs_close(t->shape);
    sl_c1_close(t->c1);
}

static void make_witness(const porep_case *t, const sl_porep_partition *partition, sl_witness *out) {
    sluice_error err;
    SL_CHECK_OK(sl_circuit_witness(&t->circuit, t->shape, (sl_partition_input){.porep = partition},
                                   &sl_kernels_portable, out, &err));
}

SL_TEST_FULL(porep_2kib_values) {
    porep_case t = porep_open();
    char *json = read_text("filecoin/witness/porep-2KiB-seed1.json");
    sl_witness witness;
    make_witness(&t, sl_c1_partition(t.c1, 0), &witness);
    SL_CHECK(witness.storage.bytes <= 8000000); /* bits packed: a twentieth of 32 bytes a wire */
    check_values(t.shape, &witness, json);
    SL_CHECK(is_satisfied(t.shape, &witness));
    sl_witness_release(&witness);
    free(json);
    porep_close(&t);
}

SL_TEST_FULL(porep_2kib_rows_and_densities) {
    porep_case t = porep_open();
    char *json = read_text("filecoin/witness/porep-2KiB-seed1.json");
    sl_witness witness;
    make_witness(&t, sl_c1_partition(t.c1, 0), &witness);
    check_densities(t.shape, json);
    check_row_values(t.shape, &witness, json);
    sl_witness_release(&witness);
    free(json);
    porep_close(&t);
}

/* Sectors of every variant, and one with a tree of another shape; all partitions. */
SL_TEST_FULL(porep_sectors_are_satisfied) {
    static const char *const names[] = {"2KiB-v1_1-seed2/c1.json", "4KiB-v1_1-seed10/c1.json", "2KiB-v1-seed21/c1.bin",
                                        "2KiB-synth-seed21/c1.bin", "2KiB-ni-seed21/c1.bin"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "filecoin/porep/%s", names[i]);
        sl_c1 *c1;
        sluice_error err;
        SL_CHECK_OK(sl_c1_open(&c1, sl_test_vector_path(path), NULL, &err));
        const sl_circuit *circuit = &sl_c1_info_of(c1)->proof.circuit;
        sl_r1cs *shape = shape_of(circuit);
        for (unsigned k = 0; k < circuit->partitions; k++) {
            sl_witness witness;
            const sl_partition_input input = {.porep = sl_c1_partition(c1, k)};
            SL_CHECK_OK(sl_circuit_witness(circuit, shape, input, &sl_kernels_portable, &witness, &err));
            SL_CHECK_MSG(is_satisfied(shape, &witness), "%s partition %u", names[i], k);
            sl_witness_release(&witness);
        }
        sl_r1cs_close(shape);
        sl_c1_close(c1);
    }
}

/* A partition that may be changed: the original's, with own copies of what the changes below touch. */
typedef struct changed {
    sl_porep_partition partition;
    sl_porep_challenge challenges[2];
    sl_path_level levels[8];
    sl_fr hashes[8], rows[2];
} changed;

static void changed_reset(changed *c, const porep_case *t) {
    c->partition = *sl_c1_partition(t->c1, 0);
    SL_CHECK(c->partition.challenges_n == 2 && c->partition.layers_n == 2);
    memcpy(c->challenges, c->partition.challenges, sizeof c->challenges);
    c->partition.challenges = c->challenges;
}

/* Makes the levels of a path writable; the siblings of level k too. */
static void own_levels(changed *c, sl_path *path, unsigned k) {
    SL_CHECK(path->levels_n <= SL_ARRAY_N(c->levels));
    memcpy(c->levels, path->levels, path->levels_n * sizeof *path->levels);
    memcpy(c->hashes, path->levels[k].hashes, (path->levels[k].arity - 1) * sizeof *c->hashes);
    c->levels[k].hashes = c->hashes;
    path->levels = c->levels;
}

static void change_sibling(changed *c, sl_path *path, unsigned k) {
    own_levels(c, path, k);
    change_fr(&c->hashes[0]);
}

static void change_index(changed *c, sl_path *path, unsigned k) {
    own_levels(c, path, k);
    c->levels[k].index ^= 1;
}

static void change_row(changed *c, sl_column *column, unsigned row) {
    memcpy(c->rows, column->rows, sizeof c->rows);
    column->rows = c->rows;
    change_fr(&c->rows[row]);
}

static void check_unsatisfied(const porep_case *t, changed *c, const char *want) {
    char path[256];
    sl_witness witness;
    make_witness(t, &c->partition, &witness);
    SL_CHECK_MSG(!rows_hold(t->shape, &witness, path, sizeof path), "satisfied, but %s is wrong", want);
    SL_CHECK_MSG(strcmp(path, want) == 0, "expected %s, found %s", want, path);
    sl_witness_release(&witness);
    changed_reset(c, t);
}

/* One wrong value of the input at a time: the first unsatisfied row stands where the value is compared. */
SL_TEST_FULL(porep_wrong_inputs) {
    porep_case t = porep_open();
    changed c;
    changed_reset(&c, &t);

    change_fr(&c.partition.comm_r);
    check_unsatisfied(&t, &c, "commitments");
    change_fr(&c.partition.comm_c);
    check_unsatisfied(&t, &c, "commitments");
    change_fr(&c.partition.comm_r_last);
    check_unsatisfied(&t, &c, "commitments");
    change_fr(&c.partition.comm_d);
    check_unsatisfied(&t, &c, "challenge[0]/data_path");
    change_fr(&c.partition.replica_id_fr);
    check_unsatisfied(&t, &c, "challenge[0]/replica_path");

    change_fr(&c.challenges[1].data.leaf);
    check_unsatisfied(&t, &c, "challenge[1]/data_path");
    change_sibling(&c, &c.challenges[1].data, 5);
    check_unsatisfied(&t, &c, "challenge[1]/data_path");
    change_index(&c, &c.challenges[0].data, 0);
    check_unsatisfied(&t, &c, "challenge[0]/data_path");

    change_row(&c, &c.challenges[1].drg[3], 0);
    check_unsatisfied(&t, &c, "challenge[1]/drg_parent[3]");
    change_sibling(&c, &c.challenges[0].drg[5].path, 0);
    check_unsatisfied(&t, &c, "challenge[0]/drg_parent[5]");
    change_row(&c, &c.challenges[0].exp[7], 1);
    check_unsatisfied(&t, &c, "challenge[0]/exp_parent[7]");
    change_index(&c, &c.challenges[1].exp[0].path, 1);
    check_unsatisfied(&t, &c, "challenge[1]/exp_parent[0]");

    c.challenges[1].challenge++; /* another node has other labels */
    check_unsatisfied(&t, &c, "challenge[1]/replica_path");
    c.challenges[1].challenge = 0; /* which has no parents, but the circuit does not know that */
    check_unsatisfied(&t, &c, "challenge[1]/replica_path");
    change_sibling(&c, &c.challenges[0].replica, 1);
    check_unsatisfied(&t, &c, "challenge[0]/replica_path");
    change_sibling(&c, &c.challenges[1].own.path, 0);
    check_unsatisfied(&t, &c, "challenge[1]/column_path");
    change_index(&c, &c.challenges[1].own.path, 1);
    check_unsatisfied(&t, &c, "challenge[1]/column_path");

    /* What the circuit does not take may be anything. */
    sl_witness witness;
    change_fr(&c.challenges[0].replica.leaf);
    change_row(&c, &c.challenges[0].own, 0);
    change_fr(&c.challenges[1].exp[2].path.root);
    make_witness(&t, &c.partition, &witness);
    SL_CHECK(is_satisfied(t.shape, &witness));
    sl_witness_release(&witness);
    porep_close(&t);
}

/* The first row that stands directly in this scope, from row `first` on, and the wire of its B. */
static sluice_status first_wire(void *data, uint64_t row, const sl_term *const terms[3], const size_t terms_n[3]) {
    (void)row;
    SL_CHECK(terms_n[1] == 1 && sl_wire_is_aux(terms[1][0].wire));
    *(uint32_t *)data = sl_wire_index(terms[1][0].wire);
    return SLUICE_OK;
}

static uint32_t wire_of_scope(const sl_r1cs *shape, uint64_t first, const char *scope) {
    sl_r1cs_counts counts;
    sluice_error err;
    uint32_t wire;
    sl_r1cs_counts_get(shape, &counts);
    for (uint64_t row = first; row < counts.rows; row++) {
        char path[256];
        sl_r1cs_row_path(shape, row, path, sizeof path);
        if (strcmp(path, scope) == 0) {
            SL_CHECK_OK(sl_r1cs_rows(shape, row, 1, first_wire, &wire, &err));
            return wire;
        }
    }
    sl_test_fail(__FILE__, __LINE__, "no scope %s", scope);
}

/* A flipped position bit of a path is found at its level, though every later wire follows from the right one. */
SL_TEST_FULL(porep_flipped_path_bit) {
    porep_case t = porep_open();
    sl_witness witness;
    make_witness(&t, sl_c1_partition(t.c1, 0), &witness);
    const uint64_t challenge_1 = 571 + (2687921 - 571) / 2;
    const uint32_t bit = wire_of_scope(t.shape, challenge_1, "challenge[1]/drg_parent[3]/level[0]");
    char path[256];
    flip_bit(&witness, bit);
    SL_CHECK(!rows_hold(t.shape, &witness, path, sizeof path));
    SL_CHECK_MSG(strcmp(path, "challenge[1]/drg_parent[3]/level[0]/insert") == 0, "found %s", path);
    flip_bit(&witness, bit);
    SL_CHECK(is_satisfied(t.shape, &witness));
    sl_witness_release(&witness);
    porep_close(&t);
}

/* All zeros and all r - 1: a witness, and no more. */
SL_TEST_FULL(porep_extreme_inputs) {
    porep_case t = porep_open();
    changed c;
    for (int i = 0; i < 2; i++) {
        changed_reset(&c, &t);
        sl_fr value = sl_fr_zero();
        if (i == 1) {
            const sl_fr one = sl_fr_one();
            sl_fr_neg(&value, &one);
        }
        c.partition.replica_id_fr = c.partition.comm_d = c.partition.comm_r = value;
        c.partition.comm_c = c.partition.comm_r_last = value;
        c.rows[0] = c.rows[1] = value;
        for (size_t k = 0; k < 2; k++) {
            c.challenges[k].challenge = i == 0 ? 0 : UINT64_MAX;
            c.challenges[k].data.leaf = value;
            c.challenges[k].drg[k].rows = c.rows;
            c.challenges[k].exp[k].rows = c.rows;
        }
        check_unsatisfied(&t, &c, "commitments");
    }
    porep_close(&t);
}

static void check_refused(const porep_case *t, changed *c, const char *text) {
    sl_witness witness = {0};
    sluice_error err;
    const sl_partition_input input = {.porep = &c->partition};
    SL_CHECK_STATUS(sl_circuit_witness(&t->circuit, t->shape, input, &sl_kernels_portable, &witness, &err),
                    SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, text) != NULL, "'%s' is not in '%s'", text, err.text);
    SL_CHECK(witness.storage.data == NULL);
    changed_reset(c, t);
}

/* Refused before the structure is looked at, so a small one does. */
SL_TEST(porep_of_another_shape) {
    const sl_circuit small = circuit_of("gadget-poseidon-2");
    porep_case t = porep_open_without_shape();
    t.shape = shape_of(&small);
    changed c;
    changed_reset(&c, &t);
    c.partition.layers_n = 11;
    check_refused(&t, &c, "expected 2 layers");
    c.partition.challenges_n = 1;
    check_refused(&t, &c, "2 challenges, found 2 and 1");
    c.challenges[1].data.levels_n--;
    check_refused(&t, &c, "challenge 1: data path: levels: expected 6, found 5");
    c.challenges[0].replica.levels_n++;
    check_refused(&t, &c, "challenge 0: replica path");
    c.challenges[0].own.path.levels_n = 0;
    check_refused(&t, &c, "challenge 0: column path");
    own_levels(&c, &c.challenges[0].drg[2].path, 0);
    c.levels[1].arity = 4;
    check_refused(&t, &c, "challenge 0: drg parent 2: level 1: expected 8 children, found 4");
    own_levels(&c, &c.challenges[1].exp[7].path, 0);
    c.levels[0].index = 8;
    check_refused(&t, &c, "challenge 1: exp parent 7: level 0: index 8");
    porep_close(&t);
}

SL_TEST(gadgets_have_no_input) {
    const sl_circuit circuit = circuit_of("gadget-poseidon-2");
    sl_r1cs *shape = shape_of(&circuit);
    sl_witness witness;
    sluice_error err;
    SL_CHECK_STATUS(
        sl_circuit_witness(&circuit, shape, (sl_partition_input){.porep = NULL}, &sl_kernels_portable, &witness, &err),
        SLUICE_E_USAGE);
    sl_r1cs_close(shape);
}

/* A PoSt of the reference and its circuit. */
typedef struct given_post {
    post_case files;
    sl_post *post;
    sl_circuit circuit;
    sl_r1cs *shape;
} given_post;

static given_post post_open(const char *folder, size_t sectors_n) {
    given_post t = {.files = post_case_open(folder, sectors_n)};
    sluice_error err;
    SL_CHECK_OK(sl_post_parse(&t.post, &t.files.meta.post, -1, t.files.blobs, sectors_n, &err));
    t.circuit = t.files.meta.post.circuit;
    t.shape = shape_of(&t.circuit);
    return t;
}

static void post_close(given_post *t) {
    sl_r1cs_close(t->shape);
    sl_post_close(t->post);
    post_case_close(&t->files);
}

static void make_post_witness(const given_post *t, const sl_post_partition *partition, sl_witness *out) {
    sluice_error err;
    SL_CHECK_OK(sl_circuit_witness(&t->circuit, t->shape, (sl_partition_input){.post = partition}, &sl_kernels_portable,
                                   out, &err));
}

/* Value by value: 23 inputs, then 22,128 auxiliary wires. */
SL_TEST(window_2kib_values) {
    given_post t = post_open("window-2KiB-2sectors-v1", 2);
    sl_witness witness;
    make_post_witness(&t, sl_post_partition_at(t.post, 0), &witness);
    size_t bytes;
    uint8_t *want = sl_test_vector_read("filecoin/witness/window-2KiB.bin", &bytes);
    SL_CHECK_EQ_U64(bytes, (witness.inputs_n + witness.aux_n) * SL_FR_BYTES);
    for (size_t i = 0; i < witness.inputs_n + witness.aux_n; i++) {
        sl_fr value;
        uint8_t found[SL_FR_BYTES];
        if (i < witness.inputs_n) {
            value = witness.inputs[i];
        } else {
            sl_r1cs_aux_value(t.shape, &witness, (uint32_t)(i - witness.inputs_n), &value);
        }
        sl_fr_to_bytes(found, &value);
        SL_CHECK_MSG(memcmp(found, want + i * SL_FR_BYTES, SL_FR_BYTES) == 0, "value %zu", i);
    }
    SL_CHECK(is_satisfied(t.shape, &witness));
    free(want);
    sl_witness_release(&witness);
    post_close(&t);
}

SL_TEST(winning_2kib_values) {
    given_post t = post_open("winning-2KiB", 1);
    char *json = read_text("filecoin/witness/winning-2KiB.json");
    sl_witness witness;
    make_post_witness(&t, sl_post_partition_at(t.post, 0), &witness);
    check_values(t.shape, &witness, json);
    check_densities(t.shape, json);
    check_row_values(t.shape, &witness, json);
    SL_CHECK(is_satisfied(t.shape, &witness));
    sl_witness_release(&witness);
    free(json);
    post_close(&t);
}

/* Partitions that are not full repeat their last sector. */
SL_TEST(window_partitions_are_satisfied) {
    static const struct {
        const char *folder;
        size_t sectors_n, partitions_n;
    } cases[] = {{"window-2KiB-1sector-padded-v1_2", 1, 1}, {"window-2KiB-3sectors-2partitions-v1_2", 3, 2}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        given_post t = post_open(cases[i].folder, cases[i].sectors_n);
        for (size_t k = 0; k < cases[i].partitions_n; k++) {
            sl_witness witness;
            make_post_witness(&t, sl_post_partition_at(t.post, k), &witness);
            SL_CHECK(is_satisfied(t.shape, &witness));
            sl_witness_release(&witness);
        }
        post_close(&t);
    }
}

/* A partition of two sectors whose values may be changed. */
typedef struct changed_post {
    sl_post_partition partition;
    sl_post_sector sectors[2];
    sl_path paths[2][10];
} changed_post;

static void changed_post_reset(changed_post *c, const given_post *t) {
    c->partition = *sl_post_partition_at(t->post, 0);
    SL_CHECK(c->partition.sectors_n == 2);
    for (size_t i = 0; i < 2; i++) {
        c->sectors[i] = c->partition.sectors[i];
        memcpy(c->paths[i], c->sectors[i].paths, sizeof c->paths[i]);
        c->sectors[i].paths = c->paths[i];
    }
    c->partition.sectors = c->sectors;
}

static void check_post_unsatisfied(const given_post *t, changed_post *c, const char *want) {
    char path[256];
    sl_witness witness;
    make_post_witness(t, &c->partition, &witness);
    SL_CHECK_MSG(!rows_hold(t->shape, &witness, path, sizeof path), "satisfied, but %s is wrong", want);
    SL_CHECK_MSG(strcmp(path, want) == 0, "expected %s, found %s", want, path);
    sl_witness_release(&witness);
    changed_post_reset(c, t);
}

SL_TEST(window_wrong_inputs) {
    given_post t = post_open("window-2KiB-2sectors-v1", 2);
    changed_post c;
    changed_post_reset(&c, &t);
    change_fr(&c.sectors[1].comm_r);
    check_post_unsatisfied(&t, &c, "sector[1]");
    change_fr(&c.sectors[0].comm_c);
    check_post_unsatisfied(&t, &c, "sector[0]");
    change_fr(&c.paths[1][7].leaf);
    check_post_unsatisfied(&t, &c, "sector[1]/challenge[7]");
    c.paths[0][3].levels = c.paths[0][4].levels; /* another leaf's path */
    check_post_unsatisfied(&t, &c, "sector[0]/challenge[3]");
    post_close(&t);
}

static void check_post_refused(const given_post *t, changed_post *c, const char *text) {
    sl_witness witness = {0};
    sluice_error err;
    const sl_partition_input input = {.post = &c->partition};
    SL_CHECK_STATUS(sl_circuit_witness(&t->circuit, t->shape, input, &sl_kernels_portable, &witness, &err),
                    SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, text) != NULL, "'%s' is not in '%s'", text, err.text);
    changed_post_reset(c, t);
}

SL_TEST(window_of_another_shape) {
    given_post t = post_open("window-2KiB-2sectors-v1", 2);
    changed_post c;
    changed_post_reset(&c, &t);
    c.partition.sectors_n = 1;
    check_post_refused(&t, &c, "expected 2 sectors, found 1");
    c.sectors[1].challenges_n = 9;
    check_post_refused(&t, &c, "sector 1: expected 10 challenges, found 9");
    c.paths[1][9].levels_n = 3;
    check_post_refused(&t, &c, "sector 1: challenge 9: levels: expected 2, found 3");
    post_close(&t);
}
