// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/porep/porep_circuit.h"

#include <string.h>

#include "proof/circuits/gadgets/merkle.h"
#include "proof/circuits/gadgets/poseidon_gadget.h"
#include "proof/circuits/gadgets/sha256_gadget.h"

enum {
    DRG_N = 6,
    EXP_N = 8,
    PARENTS_N = SL_POREP_PARENTS,
    LABEL_PARENTS_N = 37, /* parents of a label, with repetitions */
    NODE_ZEROS = 160,     /* bits after the node number */
};

/* The labels of a node, layer 1 first, as numbers. */
typedef struct column {
    sl_num rows[SL_LAYERS_MAX];
} column;

/* What all challenges of a partition share. */
typedef struct commitments {
    sl_bit replica_id[SL_NUM_SHA_BITS];
    sl_num comm_d, comm_r, comm_r_last, comm_c;
} commitments;

/* The address of a member of the input, which is not there in shape mode. */
#define FIELD(input, member) ((input) != NULL ? &(input)->member : NULL)

static void synthesize_commitments(sl_cs *cs, const sl_porep_partition *input, commitments *out) {
    sl_cs_scope_open(cs, "commitments", SL_NO_INDEX);
    const sl_num replica_id = sl_num_alloc(cs, FIELD(input, replica_id_fr));
    sl_num_inputize(cs, &replica_id);
    sl_num_to_sha_bits(cs, &replica_id, out->replica_id, "replica_id_bits", SL_NO_INDEX);
    out->comm_d = sl_num_alloc(cs, FIELD(input, comm_d));
    sl_num_inputize(cs, &out->comm_d);
    out->comm_r = sl_num_alloc(cs, FIELD(input, comm_r));
    sl_num_inputize(cs, &out->comm_r);
    out->comm_r_last = sl_num_alloc(cs, FIELD(input, comm_r_last));
    out->comm_c = sl_num_alloc(cs, FIELD(input, comm_c));
    const sl_num roots[] = {out->comm_c, out->comm_r_last};
    const sl_num hash = sl_poseidon_num(cs, roots, SL_ARRAY_N(roots), NULL);
    sl_num_enforce_equal(cs, &out->comm_r, &hash);
    sl_cs_scope_close(cs);
}

/* The wires of column or path i, if they are made. */
#define WIRES(wires, member, i) ((wires) != NULL ? (wires)->member[i] : NULL)

/* The column of parent i: its rows become wires, and their hash is proven to be in TreeC. */
static void synthesize_column(sl_cs *cs, const sl_circuit *circuit, const sl_column *input, const sl_num *comm_c,
                              column *out, const sl_porep_wires *wires, size_t i) {
    for (unsigned layer = 0; layer < circuit->layers; layer++) {
        out->rows[layer] = sl_num_alloc(cs, input != NULL ? &input->rows[layer] : NULL);
    }
    const sl_num hash = sl_poseidon_num(cs, out->rows, circuit->layers, WIRES(wires, columns, i));
    sl_path_prove(cs, &circuit->tree, SL_TREE_POSEIDON, &hash, FIELD(input, path), comm_c, WIRES(wires, paths, i));
}

/* Bits of the same row of some columns, made fresh in each layer that uses them (spec 4.3). */
static void parents_bits(sl_cs *cs, const column *columns, size_t n, unsigned row, const char *name,
                         sl_bit out[][SL_NUM_SHA_BITS]) {
    for (size_t i = 0; i < n; i++) {
        sl_num_to_sha_bits(cs, &columns[i].rows[row], out[i], name, (uint32_t)i);
    }
}

/* replica id | layer | node | zeros, 512 bits (spec 4.5). */
static void put_label_head(sl_sha256_gadget *sha, const sl_bit replica_id[SL_NUM_SHA_BITS], unsigned layer,
                           const sl_bit challenge[64]) {
    sl_bit head[32 + 64 + NODE_ZEROS];
    for (unsigned i = 0; i < 32; i++) {
        head[i] = sl_bit_const((layer >> (31 - i) & 1) != 0);
    }
    for (unsigned i = 0; i < 64; i++) {
        head[32 + i] = challenge[63 - i];
    }
    for (unsigned i = 0; i < NODE_ZEROS; i++) {
        head[32 + 64 + i] = sl_bit_const(false);
    }
    sl_sha256_gadget_put(sha, replica_id, SL_NUM_SHA_BITS);
    sl_sha256_gadget_put(sha, head, SL_ARRAY_N(head));
}

/* The label of the challenged node in one layer, numbered from 1. */
static sl_num synthesize_label(sl_cs *cs, const sl_bit replica_id[SL_NUM_SHA_BITS], const sl_bit challenge[64],
                               unsigned layer, const column columns[PARENTS_N]) {
    sl_cs_scope_open(cs, "label", layer);
    sl_bit parents[PARENTS_N][SL_NUM_SHA_BITS];
    size_t parents_n = DRG_N;
    parents_bits(cs, columns, DRG_N, layer - 1, "drg_bits", parents);
    if (layer > 1) {
        /* Expander parents come from the layer before. */
        parents_bits(cs, columns + DRG_N, EXP_N, layer - 2, "exp_bits", parents + DRG_N);
        parents_n = PARENTS_N;
    }
    sl_sha256_gadget sha;
    sl_sha256_gadget_open(&sha, cs);
    put_label_head(&sha, replica_id, layer, challenge);
    for (size_t i = 0; i < LABEL_PARENTS_N; i++) {
        sl_sha256_gadget_put(&sha, parents[i % parents_n], SL_NUM_SHA_BITS);
    }
    const sl_num label = sl_sha256_gadget_close_num(&sha);
    sl_cs_scope_close(cs);
    return label;
}

static void synthesize_parents(sl_cs *cs, const sl_circuit *circuit, const sl_porep_challenge *input,
                               const sl_num *comm_c, column columns[PARENTS_N], const sl_porep_wires *wires) {
    for (size_t i = 0; i < PARENTS_N; i++) {
        const bool is_drg = i < DRG_N;
        const size_t k = is_drg ? i : i - DRG_N;
        const sl_column *parent = input == NULL ? NULL : is_drg ? &input->drg[k] : &input->exp[k];
        sl_cs_scope_open(cs, is_drg ? "drg_parent" : "exp_parent", (uint32_t)k);
        synthesize_column(cs, circuit, parent, comm_c, &columns[i], wires, i);
        sl_cs_scope_close(cs);
    }
}

static void synthesize_challenge(sl_cs *cs, const sl_circuit *circuit, const commitments *common,
                                 const sl_porep_challenge *input, const sl_porep_wires *wires) {
    const sl_tree_shape tree_d = {.leaves = circuit->tree.leaves, .base = 2};
    sl_cs_scope_open(cs, "data_path", SL_NO_INDEX);
    const sl_num data = sl_num_alloc(cs, FIELD(input, data.leaf));
    sl_path_prove(cs, &tree_d, SL_TREE_SHA256, &data, FIELD(input, data), &common->comm_d, NULL);
    sl_cs_scope_close(cs);

    column columns[PARENTS_N];
    synthesize_parents(cs, circuit, input, &common->comm_c, columns, wires);

    sl_bit challenge[64];
    sl_cs_scope_open(cs, "node", SL_NO_INDEX);
    sl_bits_alloc_u64(cs, input != NULL ? input->challenge : 0, challenge);
    sl_bits_pack_input(cs, challenge, SL_ARRAY_N(challenge));
    sl_cs_scope_close(cs);

    sl_num labels[SL_LAYERS_MAX];
    for (unsigned layer = 1; layer <= circuit->layers; layer++) {
        labels[layer - 1] = synthesize_label(cs, common->replica_id, challenge, layer, columns);
    }

    sl_cs_scope_open(cs, "replica_path", SL_NO_INDEX);
    const sl_num encoded = sl_num_add(cs, &labels[circuit->layers - 1], &data);
    sl_path_prove(cs, &circuit->tree, SL_TREE_POSEIDON, &encoded, FIELD(input, replica), &common->comm_r_last,
                  WIRES(wires, paths, SL_POREP_REPLICA));
    sl_cs_scope_close(cs);

    sl_cs_scope_open(cs, "column_path", SL_NO_INDEX);
    const sl_num hash = sl_poseidon_num(cs, labels, circuit->layers, WIRES(wires, columns, SL_POREP_OWN));
    sl_path_prove(cs, &circuit->tree, SL_TREE_POSEIDON, &hash, FIELD(input, own.path), &common->comm_c,
                  WIRES(wires, paths, SL_POREP_OWN));
    sl_cs_scope_close(cs);
}

void sl_porep_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_porep_partition *input, sl_porep_wires *wires) {
    commitments common;
    synthesize_commitments(cs, input, &common);
    for (unsigned i = 0; i < circuit->challenges; i++) {
        sl_cs_scope_open(cs, "challenge", i);
        if (wires != NULL) {
            sl_porep_wires_make(wires, i);
        }
        synthesize_challenge(cs, circuit, &common, input != NULL ? &input->challenges[i] : NULL, wires);
        sl_cs_scope_close(cs);
    }
}
