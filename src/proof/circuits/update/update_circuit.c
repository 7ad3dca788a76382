// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/update/update_circuit.h"

#include "proof/circuits/gadgets/merkle.h"
#include "proof/circuits/gadgets/poseidon_gadget.h"

enum {
    PARTITION_BITS_MAX = 4,
    NODE_BITS_MAX = 32,
    SIBLINGS_MAX = 7 * SL_TREE_LEVELS_MAX,
    DIGEST_BITS = 254, /* of a digest, those that challenges are cut from */
};

/* The address of a member of the input, which is not there in shape mode. */
#define FIELD(input, member) ((input) != NULL ? &(input)->member : NULL)

/* What all challenges of a partition share. */
typedef struct update_common {
    const sl_circuit *circuit;
    bool is_poseidon;
    unsigned node_bits, partition_bits;
    sl_bit partition[PARTITION_BITS_MAX]; /* the highest bits of every challenged node */
    sl_bit selectors[SL_UPDATE_HS];       /* one of them is set: which h */
    sl_num partition_num;
    sl_num comm_d_new, comm_r_new, root_r_old, root_r_new, phi;
    sl_num apex[SL_UPDATE_APEX_MAX];
} update_common;

/* The number of the partition and the choice of h, from one public input. */
static void synthesize_selection(sl_cs *cs, const sl_update_partition *input, update_common *u) {
    const unsigned bits_n = u->partition_bits + SL_UPDATE_HS;
    const uint64_t packed = input != NULL ? input->k | UINT64_C(1) << (input->h_position + u->partition_bits) : 0;
    const sl_fr value = sl_fr_from_u64(packed);
    sl_cs_scope_open(cs, "selection", SL_NO_INDEX);
    const sl_num k_and_h = sl_num_alloc(cs, &value);
    sl_num_inputize(cs, &k_and_h);
    sl_bit bits[PARTITION_BITS_MAX + SL_UPDATE_HS];
    for (unsigned i = 0; i < bits_n; i++) {
        bits[i] = sl_bit_alloc(cs, (packed >> i & 1) != 0);
    }
    sl_bits_enforce_packed(cs, bits, bits_n, &k_and_h);
    for (unsigned i = 0; i < u->partition_bits; i++) {
        u->partition[i] = bits[i];
    }
    for (unsigned i = 0; i < SL_UPDATE_HS; i++) {
        u->selectors[i] = bits[u->partition_bits + i];
    }
    if (!u->is_poseidon) {
        u->partition_num = sl_bits_pack(cs, u->partition, u->partition_bits);
    }
    sl_cs_scope_close(cs);
}

/* The tree over the apex leaves, whose root is the partition's node in TreeD. */
static sl_num synthesize_apex_tree(sl_cs *cs, const update_common *u) {
    sl_num nodes[SL_UPDATE_APEX_MAX];
    uint32_t number = 0;
    for (unsigned i = 0; i < u->circuit->apex_n; i++) {
        nodes[i] = u->apex[i];
    }
    for (unsigned n = u->circuit->apex_n; n > 1; n /= 2) {
        for (unsigned i = 0; i < n / 2; i++) {
            sl_cs_scope_open(cs, "node", number++);
            nodes[i] = sl_sha_node(cs, &nodes[2 * i], &nodes[2 * i + 1]);
            sl_cs_scope_close(cs);
        }
    }
    return nodes[0];
}

/* root * 1 = comm, for the hash of comm_c and a root of TreeR. */
static void enforce_comm_r(sl_cs *cs, const sl_num *comm_c, const sl_num *root, const sl_num *comm_r) {
    const sl_num pair[] = {*comm_c, *root};
    const sl_num hash = sl_poseidon_num(cs, pair, SL_ARRAY_N(pair), NULL);
    sl_num_enforce_equal(cs, &hash, comm_r);
}

static void synthesize_commitments(sl_cs *cs, const sl_update_partition *input, update_common *u) {
    sl_cs_scope_open(cs, "commitments", SL_NO_INDEX);
    const sl_num comm_r_old = sl_num_alloc(cs, FIELD(input, comm_r_old));
    sl_num_inputize(cs, &comm_r_old);
    u->comm_d_new = sl_num_alloc(cs, FIELD(input, comm_d_new));
    sl_num_inputize(cs, &u->comm_d_new);
    u->comm_r_new = sl_num_alloc(cs, FIELD(input, comm_r_new));
    sl_num_inputize(cs, &u->comm_r_new);
    u->phi = sl_poseidon_update_num(cs, &u->comm_d_new, &comm_r_old);
    const sl_num comm_c = sl_num_alloc(cs, FIELD(input, comm_c));
    u->root_r_old = sl_num_alloc(cs, FIELD(input, root_r_old));
    u->root_r_new = sl_num_alloc(cs, FIELD(input, root_r_new));
    for (unsigned i = 0; i < u->circuit->apex_n; i++) {
        u->apex[i] = sl_num_alloc(cs, FIELD(input, apex_leaves[i]));
    }
    /* The top of any data path of the partition leads from the partition's node to comm_d_new. */
    const sl_path *const path = FIELD(input, challenges[0].d_new);
    const unsigned low = u->node_bits - u->partition_bits;
    sl_num siblings[PARTITION_BITS_MAX];
    for (unsigned i = 0; i < u->partition_bits; i++) {
        siblings[i] = sl_num_alloc(cs, FIELD(path, levels[low + i].hashes[0]));
    }
    enforce_comm_r(cs, &comm_c, &u->root_r_old, &comm_r_old);
    enforce_comm_r(cs, &comm_c, &u->root_r_new, &u->comm_r_new);
    sl_cs_scope_close(cs);

    if (u->is_poseidon) {
        const sl_fr zero = sl_fr_zero();
        u->partition_num = sl_num_alloc(cs, &zero);
        return;
    }
    static const uint8_t binary[PARTITION_BITS_MAX] = {2, 2, 2, 2};
    sl_cs_scope_open(cs, "apex_tree", SL_NO_INDEX);
    const sl_num root = synthesize_apex_tree(cs, u);
    sl_path_prove_at(cs, binary, u->partition_bits, SL_TREE_SHA256, &root, u->partition, siblings, &u->comm_d_new,
                     NULL);
    sl_cs_scope_close(cs);
}

/* Digest j of the partition: the hash of comm_r_new and the digest's number among those of all partitions. */
static void synthesize_digest(sl_cs *cs, const update_common *u, unsigned digests_n, unsigned j,
                              sl_bit bits[SL_NUM_BITS]) {
    const sl_fr factor = sl_fr_from_u64(digests_n), offset = sl_fr_from_u64(j);
    sl_fr value;
    sl_fr_mul(&value, &factor, &u->partition_num.value);
    sl_fr_add(&value, &value, &offset);
    sl_cs_scope_open(cs, "digest", j);
    const sl_num number = sl_num_alloc(cs, &value);
    if (sl_cs_is_shape(cs)) {
        sl_row row = SL_ROW_EMPTY;
        sl_lc_add(&row.a, u->partition_num.wire, &factor);
        sl_lc_add(&row.a, SL_WIRE_ONE, &offset);
        sl_lc_add_one(&row.b, SL_WIRE_ONE);
        sl_lc_add_one(&row.c, number.wire);
        sl_row_emit(cs, &row);
    }
    const sl_num digest = sl_poseidon_update_num(cs, &u->comm_r_new, &number);
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, &digest.value);
    for (unsigned i = 0; i < SL_NUM_BITS; i++) {
        bits[i] = sl_bit_alloc(cs, (limbs[i / 64] >> (i % 64) & 1) != 0);
    }
    sl_bits_enforce_packed(cs, bits, SL_NUM_BITS, &digest);
    sl_cs_scope_close(cs);
}

/* rho of a node: the hash of phi and its h highest bits, for the h that is selected. */
static sl_num synthesize_rho(sl_cs *cs, const update_common *u, const sl_bit *node) {
    sl_num terms[SL_UPDATE_HS];
    sl_fr sum = sl_fr_zero();
    sl_cs_scope_open(cs, "rho", SL_NO_INDEX);
    for (unsigned i = 0; i < SL_UPDATE_HS; i++) {
        const unsigned h = sl_update_h(u->circuit, i);
        const sl_num high = sl_bits_pack(cs, node + u->node_bits - h, h);
        const sl_num selector = {.wire = u->selectors[i].wire,
                                 .value = u->selectors[i].value ? sl_fr_one() : sl_fr_zero()};
        terms[i] = sl_num_mul(cs, &high, &selector);
        sl_fr_add(&sum, &sum, &terms[i].value);
    }
    const sl_num high = sl_num_alloc(cs, &sum);
    if (sl_cs_is_shape(cs)) {
        sl_row row = SL_ROW_EMPTY;
        for (unsigned i = 0; i < SL_UPDATE_HS; i++) {
            sl_lc_add_one(&row.a, terms[i].wire);
        }
        sl_lc_add_one(&row.b, SL_WIRE_ONE);
        sl_lc_add_one(&row.c, high.wire);
        sl_row_emit(cs, &row);
    }
    const sl_num rho = sl_poseidon_update_num(cs, &u->phi, &high);
    sl_cs_scope_close(cs);
    return rho;
}

/* leaf_r_new = leaf_r_old + leaf_d_new * rho */
static sl_num synthesize_encoding(sl_cs *cs, const sl_num *leaf_r_old, const sl_num *leaf_d_new, const sl_num *rho) {
    const sl_num product = sl_num_mul(cs, leaf_d_new, rho);
    return sl_num_add(cs, leaf_r_old, &product);
}

/* New siblings of the lowest levels of `path`, then the proof that they lead to `root`. wires: of the hashes, or NULL.
 */
static void synthesize_path(sl_cs *cs, const char *name, const uint8_t *arities, size_t levels_n, sl_tree_hash hash,
                            const sl_num *leaf, const sl_bit *node, const sl_path *path, const sl_num *root,
                            const sl_fr *wires) {
    sl_num siblings[SIBLINGS_MAX];
    size_t n = 0;
    sl_cs_scope_open(cs, name, SL_NO_INDEX);
    for (size_t k = 0; k < levels_n; k++) {
        for (unsigned i = 0; i + 1 < arities[k]; i++) {
            siblings[n++] = sl_num_alloc(cs, FIELD(path, levels[k].hashes[i]));
        }
    }
    sl_path_prove_at(cs, arities, levels_n, hash, leaf, node, siblings, root, wires);
    sl_cs_scope_close(cs);
}

/* The data path ends at an apex leaf, which the bits below the partition's choose. */
static void synthesize_data_path(sl_cs *cs, const update_common *u, const sl_num *leaf, const sl_bit *node,
                                 const sl_path *path) {
    uint8_t binary[NODE_BITS_MAX];
    sl_num list[SL_UPDATE_APEX_MAX];
    const unsigned apex_bits = (unsigned)__builtin_ctz(u->circuit->apex_n);
    const unsigned levels_n = u->node_bits - u->partition_bits - apex_bits;
    for (unsigned i = 0; i < u->circuit->apex_n; i++) {
        list[i] = u->apex[i];
    }
    for (unsigned i = 0; i < levels_n; i++) {
        binary[i] = 2;
    }
    sl_cs_scope_open(cs, "apex_leaf", SL_NO_INDEX);
    const sl_num apex_leaf = sl_num_select(cs, list, node + levels_n, apex_bits);
    sl_cs_scope_close(cs);
    synthesize_path(cs, "new_data_path", binary, levels_n, SL_TREE_SHA256, leaf, node, path, &apex_leaf, NULL);
}

/* node: the bits of the challenged node, lowest first. at: its place among those that `wires` are made of. */
static void synthesize_challenge(sl_cs *cs, const update_common *u, const sl_bit *node,
                                 const sl_update_challenge *input, const sl_update_wires *wires, unsigned at) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(&u->circuit->tree, arities);
    const sl_num rho = synthesize_rho(cs, u, node);
    sl_cs_scope_open(cs, "encoding", SL_NO_INDEX);
    const sl_num leaf_r_old = sl_num_alloc(cs, FIELD(input, r_old.leaf));
    const sl_num leaf_d_new = sl_num_alloc(cs, FIELD(input, d_new.leaf));
    const sl_num leaf_r_new = synthesize_encoding(cs, &leaf_r_old, &leaf_d_new, &rho);
    sl_cs_scope_close(cs);
    synthesize_path(cs, "old_replica_path", arities, levels_n, SL_TREE_POSEIDON, &leaf_r_old, node, FIELD(input, r_old),
                    &u->root_r_old, sl_update_path_wires(wires, at, SL_UPDATE_OLD));
    synthesize_path(cs, "new_replica_path", arities, levels_n, SL_TREE_POSEIDON, &leaf_r_new, node, FIELD(input, r_new),
                    &u->root_r_new, sl_update_path_wires(wires, at, SL_UPDATE_NEW));
    if (u->is_poseidon) {
        synthesize_path(cs, "new_data_path", arities, levels_n, SL_TREE_POSEIDON, &leaf_d_new, node,
                        FIELD(input, d_new), &u->comm_d_new, sl_update_path_wires(wires, at, SL_UPDATE_DATA));
    } else {
        synthesize_data_path(cs, u, &leaf_d_new, node, FIELD(input, d_new));
    }
}

/* Where the challenges of a partition lie in its digests, one behind the other; a digest's last bits are left over. */
typedef struct challenge_bits {
    unsigned own_bits; /* of a node, those below the partition's */
    unsigned per_digest;
    sl_bit (*digests)[SL_NUM_BITS];
} challenge_bits;

static void node_find(const update_common *u, const challenge_bits *c, unsigned i, sl_bit node[NODE_BITS_MAX]) {
    for (unsigned b = 0; b < c->own_bits; b++) {
        node[b] = c->digests[i / c->per_digest][i % c->per_digest * c->own_bits + b];
    }
    for (unsigned b = 0; b < u->partition_bits; b++) {
        node[c->own_bits + b] = u->partition[b];
    }
}

/* The wires of challenges first, first + 1, ... */
static void wires_make(const update_common *u, const challenge_bits *c, unsigned first, sl_update_wires *wires) {
    const unsigned n = SL_MIN((unsigned)SL_UPDATE_AT_ONCE, u->circuit->challenges - first);
    uint64_t nodes[SL_UPDATE_AT_ONCE] = {0};
    for (unsigned i = 0; i < n; i++) {
        sl_bit node[NODE_BITS_MAX];
        node_find(u, c, first + i, node);
        for (unsigned b = 0; b < u->node_bits; b++) {
            nodes[i] |= (uint64_t)node[b].value << b;
        }
    }
    sl_update_wires_make(wires, first, n, nodes, &u->phi.value);
}

void sl_update_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_update_partition *input,
                          sl_update_wires *wires) {
    update_common u = {.circuit = circuit,
                       .is_poseidon = circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON,
                       .node_bits = (unsigned)__builtin_ctzll(circuit->tree.leaves),
                       .partition_bits = (unsigned)__builtin_ctz(circuit->partitions)};
    SL_ASSERT(circuit->apex_n <= SL_UPDATE_APEX_MAX && u.partition_bits <= PARTITION_BITS_MAX &&
              u.node_bits <= NODE_BITS_MAX);
    synthesize_selection(cs, input, &u);
    synthesize_commitments(cs, input, &u);

    challenge_bits bits = {.own_bits = u.node_bits - u.partition_bits};
    bits.per_digest = DIGEST_BITS / bits.own_bits;
    const unsigned digests_n = (circuit->challenges + bits.per_digest - 1) / bits.per_digest;
    sl_buf storage = {0};
    sluice_error err;
    const sluice_status status = sl_buf_alloc_n(&storage, digests_n, sizeof *bits.digests, "challenges", &err);
    if (status != SLUICE_OK) {
        sl_cs_fail(cs, status, err.text);
        return;
    }
    bits.digests = storage.data;
    for (unsigned j = 0; j < digests_n; j++) {
        synthesize_digest(cs, &u, digests_n, j, bits.digests[j]);
    }
    for (unsigned i = 0; i < circuit->challenges; i++) {
        sl_bit node[NODE_BITS_MAX];
        node_find(&u, &bits, i, node);
        if (wires != NULL && i % SL_UPDATE_AT_ONCE == 0) {
            wires_make(&u, &bits, i, wires);
        }
        sl_cs_scope_open(cs, "challenge", i);
        synthesize_challenge(cs, &u, node, FIELD(input, challenges[i]), wires, i % SL_UPDATE_AT_ONCE);
        sl_cs_scope_close(cs);
    }
    sl_buf_release(&storage);
}
