// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Witnesses of sector updates: equal to the reference's; wrong inputs leave a row unsatisfied, whose scope is named;
 * inputs of another shape are refused. A Poseidon TreeD has no files of the reference: its sector is made here.
 */
#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/merkle_path.h"
#include "unit/proof/circuits/update_case.h"
#include "unit/proof/circuits/witness_checks.h"

static void make_witness(const sl_r1cs *shape, const sl_circuit *circuit, const sl_update_partition *partition,
                         sl_witness *out) {
    sluice_error err;
    SL_CHECK_OK(
        sl_circuit_witness(circuit, shape, (sl_partition_input){.update = partition}, &sl_kernels_portable, out, &err));
}

static sl_update *parse(const update_case *c) {
    sl_update *update;
    sluice_error err;
    SL_CHECK_OK(sl_update_parse(&update, &c->statement, -1, c->blobs, c->n, &err));
    return update;
}

static void check_publics(const sl_update_statement *statement, unsigned k, const sl_witness *witness) {
    sl_fr publics[4];
    sl_update_publics(statement, k, publics);
    SL_CHECK_EQ_U64(witness->inputs_n, 1 + SL_ARRAY_N(publics));
    for (size_t i = 0; i < SL_ARRAY_N(publics); i++) {
        SL_CHECK(sl_fr_eq(&witness->inputs[1 + i], &publics[i]));
    }
}

SL_TEST_FULL(update_2kib_values) {
    update_case c = update_case_open("update/2KiB-seed1", "update-2KiB");
    char *json = read_text("filecoin/witness/update-2KiB-seed1.json");
    sl_r1cs *shape = shape_of(&c.statement.circuit);
    sl_update *update = parse(&c);
    sl_witness witness;
    make_witness(shape, &c.statement.circuit, sl_update_partition_at(update, 0), &witness);
    check_publics(&c.statement, 0, &witness);
    check_values(shape, &witness, json);
    check_densities(shape, json);
    check_row_values(shape, &witness, json);
    SL_CHECK(is_satisfied(shape, &witness));
    sl_witness_release(&witness);
    sl_update_close(update);
    sl_r1cs_close(shape);
    free(json);
    update_case_close(&c);
}

/* Two partitions, each with a path of its own below the root of TreeD. */
SL_TEST_FULL(update_16kib_is_satisfied) {
    update_case c = update_case_open("update/16KiB-seed4", "update-16KiB");
    sl_r1cs *shape = shape_of(&c.statement.circuit);
    sl_update *update = parse(&c);
    for (unsigned k = 0; k < 2; k++) {
        sl_witness witness;
        make_witness(shape, &c.statement.circuit, sl_update_partition_at(update, k), &witness);
        check_publics(&c.statement, k, &witness);
        SL_CHECK(is_satisfied(shape, &witness));
        sl_witness_release(&witness);
    }
    sl_update_close(update);
    sl_r1cs_close(shape);
    update_case_close(&c);
}

/* A partition whose values may be changed. */
typedef struct changed {
    sl_update_partition partition;
    sl_update_challenge challenges[10];
    sl_fr apex[8];
} changed;

static void changed_reset(changed *t, const sl_update_partition *from) {
    t->partition = *from;
    SL_CHECK(from->challenges_n == SL_ARRAY_N(t->challenges));
    memcpy(t->challenges, from->challenges, sizeof t->challenges);
    t->partition.challenges = t->challenges;
    if (from->apex_n > 0) {
        SL_CHECK(from->apex_n == SL_ARRAY_N(t->apex));
        memcpy(t->apex, from->apex_leaves, sizeof t->apex);
        t->partition.apex_leaves = t->apex;
    }
}

static void check_unsatisfied(const sl_r1cs *shape, const sl_circuit *circuit, const changed *t, const char *want) {
    char path[256];
    sl_witness witness;
    make_witness(shape, circuit, &t->partition, &witness);
    SL_CHECK_MSG(!rows_hold(shape, &witness, path, sizeof path), "satisfied, but %s is wrong", want);
    SL_CHECK_MSG(strcmp(path, want) == 0, "expected %s, found %s", want, path);
    sl_witness_release(&witness);
}

SL_TEST_FULL(wrong_inputs) {
    update_case c = update_case_open("update/2KiB-seed1", "update-2KiB");
    const sl_circuit *circuit = &c.statement.circuit;
    sl_r1cs *shape = shape_of(circuit);
    sl_update *update = parse(&c);
    const sl_update_partition *right = sl_update_partition_at(update, 0);
    changed t;
    changed_reset(&t, right);
    change_fr(&t.partition.comm_c);
    check_unsatisfied(shape, circuit, &t, "commitments");
    changed_reset(&t, right);
    change_fr(&t.partition.comm_r_new);
    check_unsatisfied(shape, circuit, &t, "commitments");
    changed_reset(&t, right);
    change_fr(&t.apex[7]);
    check_unsatisfied(shape, circuit, &t, "apex_tree");
    changed_reset(&t, right);
    change_fr(&t.challenges[3].r_old.leaf);
    check_unsatisfied(shape, circuit, &t, "challenge[3]/old_replica_path");
    changed_reset(&t, right);
    change_fr(&t.challenges[9].d_new.leaf);
    check_unsatisfied(shape, circuit, &t, "challenge[9]/new_replica_path");
    changed_reset(&t, right);
    t.challenges[5].r_new.levels = t.challenges[6].r_new.levels;
    check_unsatisfied(shape, circuit, &t, "challenge[5]/new_replica_path");
    changed_reset(&t, right);
    t.challenges[5].d_new.levels = t.challenges[6].d_new.levels;
    check_unsatisfied(shape, circuit, &t, "challenge[5]/new_data_path");
    /* Positions in the file do not count: the circuit has its own. */
    sl_path_level levels[6];
    sl_witness witness;
    changed_reset(&t, right);
    memcpy(levels, t.challenges[2].d_new.levels, sizeof levels);
    levels[0].index ^= 1;
    t.challenges[2].d_new.levels = levels;
    make_witness(shape, circuit, &t.partition, &witness);
    SL_CHECK(is_satisfied(shape, &witness));
    sl_witness_release(&witness);
    sl_update_close(update);
    sl_r1cs_close(shape);
    update_case_close(&c);
}

/* --- a 2 KiB sector with a Poseidon TreeD --- */

enum { NODES = 64 };

/* A tree of 64 leaves, two levels of eight. */
typedef struct tree {
    sl_fr leaves[NODES], inner[NODES / 8], root;
} tree;

static void tree_close(tree *t) {
    const sl_poseidon *p = sl_poseidon_get(8);
    for (size_t i = 0; i < NODES / 8; i++) {
        sl_poseidon_hash(p, &t->inner[i], &t->leaves[8 * i]);
    }
    sl_poseidon_hash(p, &t->root, t->inner);
}

/* Room for a path. */
typedef struct path_room {
    sl_path_level levels[2];
    sl_fr hashes[2][7];
} path_room;

static sl_path tree_path(const tree *t, unsigned node, path_room *room) {
    const sl_fr *const rows[2] = {t->leaves + node / 8 * 8, t->inner};
    const unsigned at[2] = {node % 8, node / 8};
    for (size_t k = 0; k < 2; k++) {
        size_t n = 0;
        for (unsigned i = 0; i < 8; i++) {
            if (i != at[k]) {
                room->hashes[k][n++] = rows[k][i];
            }
        }
        room->levels[k] = (sl_path_level){.arity = 8, .index = at[k], .hashes = room->hashes[k]};
    }
    return (sl_path){.root = t->root, .leaf = t->leaves[node], .levels_n = 2, .levels = room->levels};
}

static void comm_r_make(sl_fr *out, const sl_fr *comm_c, const sl_fr *root) {
    const sl_fr pair[2] = {*comm_c, *root};
    sl_poseidon_hash(sl_poseidon_get(2), out, pair);
}

typedef struct made_update {
    sl_update_statement statement;
    tree old, data, new;
    sl_update_challenge challenges[10];
    path_room rooms[10][3];
    sl_update_partition partition;
} made_update;

static void made_open(made_update *m) {
    m->statement = (sl_update_statement){.circuit = circuit_of("update-poseidon-2KiB"), .h_position = 0};
    const sl_fr comm_c = random_fr();
    for (size_t i = 0; i < NODES; i++) {
        m->old.leaves[i] = random_fr();
        m->data.leaves[i] = random_fr();
    }
    tree_close(&m->old);
    tree_close(&m->data);
    comm_r_make(&m->statement.comm_r_old, &comm_c, &m->old.root);
    m->statement.comm_d_new = m->data.root;
    for (size_t i = 0; i < NODES; i++) {
        sl_fr rho;
        sl_update_rho(&m->statement, i, &rho);
        sl_fr_mul(&rho, &rho, &m->data.leaves[i]);
        sl_fr_add(&m->new.leaves[i], &m->old.leaves[i], &rho);
    }
    tree_close(&m->new);
    comm_r_make(&m->statement.comm_r_new, &comm_c, &m->new.root);
    uint64_t nodes[10];
    sl_update_nodes(&m->statement, 0, nodes);
    for (size_t i = 0; i < SL_ARRAY_N(nodes); i++) {
        const unsigned node = (unsigned)nodes[i];
        SL_CHECK(node < NODES);
        m->challenges[i] = (sl_update_challenge){.r_old = tree_path(&m->old, node, &m->rooms[i][0]),
                                                 .d_new = tree_path(&m->data, node, &m->rooms[i][1]),
                                                 .r_new = tree_path(&m->new, node, &m->rooms[i][2])};
    }
    m->partition = (sl_update_partition){.comm_r_old = m->statement.comm_r_old,
                                         .comm_d_new = m->statement.comm_d_new,
                                         .comm_r_new = m->statement.comm_r_new,
                                         .comm_c = comm_c,
                                         .root_r_old = m->old.root,
                                         .root_r_new = m->new.root,
                                         .challenges_n = 10,
                                         .challenges = m->challenges};
}

SL_TEST(poseidon_update) {
    made_update m;
    made_open(&m);
    const sl_circuit *circuit = &m.statement.circuit;
    sl_r1cs *shape = shape_of(circuit);
    sl_witness witness;
    make_witness(shape, circuit, &m.partition, &witness);
    check_publics(&m.statement, 0, &witness);
    SL_CHECK(is_satisfied(shape, &witness));
    sl_witness_release(&witness);

    changed t;
    changed_reset(&t, &m.partition);
    change_fr(&t.partition.comm_d_new);
    check_unsatisfied(shape, circuit, &t, "challenge[0]/new_replica_path");
    changed_reset(&t, &m.partition);
    m.rooms[4][1].hashes[1][3] = random_fr();
    check_unsatisfied(shape, circuit, &t, "challenge[4]/new_data_path");
    sl_r1cs_close(shape);
}

SL_TEST(other_shapes_are_refused) {
    made_update m;
    made_open(&m);
    sl_r1cs *shape = shape_of(&m.statement.circuit);
    for (unsigned i = 0; i < 5; i++) {
        static const char *const says[] = {"expected a partition below 1", "a position of h below 6, found 0 and 6",
                                           "expected 0 apex leaves and 10 challenges, found 8 and 10",
                                           "expected 0 apex leaves and 10 challenges, found 0 and 9",
                                           "challenge 2: new data path: levels: expected 2, found 1"};
        changed t;
        changed_reset(&t, &m.partition);
        t.partition.k = i == 0;
        t.partition.h_position = i == 1 ? SL_UPDATE_HS : 0;
        t.partition.apex_n = i == 2 ? 8 : 0;
        t.partition.challenges_n = i == 3 ? 9 : 10;
        t.challenges[2].d_new.levels_n = i == 4 ? 1 : 2;
        sl_witness witness;
        sluice_error err;
        SL_CHECK_STATUS(sl_circuit_witness(&m.statement.circuit, shape, (sl_partition_input){.update = &t.partition},
                                           &sl_kernels_portable, &witness, &err),
                        SLUICE_E_MISMATCH);
        SL_CHECK_MSG(strstr(err.text, says[i]) != NULL, "expected %s, found %s", says[i], err.text);
    }
    sl_r1cs_close(shape);
}
