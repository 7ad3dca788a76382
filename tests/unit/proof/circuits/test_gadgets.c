// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Gadgets: rows by digest against the reference; witnesses by the native computation, by the rows, and by flipping
 * wires, which must break a row.
 */
#include "unit/proof/circuits/circuit_checks.h"

#include "math/hash/poseidon.h"
#include "math/hash/sha256.h"
#include "proof/circuits/gadgets/merkle.h"
#include "proof/circuits/gadgets/poseidon_gadget.h"
#include "proof/circuits/gadgets/sha256_gadget.h"

SL_TEST(digest_sha256_block) {
    check_digest("gadget-sha256-block");
}

SL_TEST(digest_poseidon) {
    check_digest("gadget-poseidon-2");
    check_digest("gadget-poseidon-4");
    check_digest("gadget-poseidon-8");
    check_digest("gadget-poseidon-11");
}

/* A Boolean of a kind: constants cost nothing, the others one bit wire. */
static sl_bit make_bit(sl_cs *cs, unsigned kind, bool value) {
    switch (kind) {
    case SL_BIT_CONST:
        return sl_bit_const(value);
    case SL_BIT_IS:
        return sl_bit_alloc(cs, value);
    default:
        return sl_bit_not(sl_bit_alloc(cs, !value));
    }
}

typedef enum bit_op { OP_XOR, OP_AND, OP_CH, OP_MAJ, OPS_N } bit_op;

typedef struct bit_case {
    bit_op op;
    unsigned kinds[3];
    bool values[3];
    uint32_t operands_n; /* wires of the operands */
    sl_bit result;
} bit_case;

static void synthesize_bits(sl_cs *cs, void *data) {
    bit_case *t = data;
    sl_bit x[3];
    for (size_t i = 0; i < 3; i++) {
        x[i] = make_bit(cs, t->kinds[i], t->values[i]);
    }
    t->operands_n = sl_cs_aux_n(cs);
    switch (t->op) {
    case OP_XOR:
        t->result = sl_bit_xor(cs, x[0], x[1]);
        break;
    case OP_AND:
        t->result = sl_bit_and(cs, x[0], x[1]);
        break;
    case OP_CH:
        t->result = sl_bit_ch(cs, x[0], x[1], x[2]);
        break;
    default:
        t->result = sl_bit_maj(cs, x[0], x[1], x[2]);
        break;
    }
}

static bool bit_op_value(bit_op op, const bool x[3]) {
    switch (op) {
    case OP_XOR:
        return x[0] != x[1];
    case OP_AND:
        return x[0] && x[1];
    case OP_CH:
        return x[0] ? x[1] : x[2];
    default:
        return x[0] + x[1] + x[2] >= 2;
    }
}

/* Every operation on every mix of kinds and values; every wire that it makes is held by a row. */
SL_TEST(bit_operations) {
    for (unsigned i = 0; i < OPS_N * 27 * 8; i++) {
        bit_case t = {.op = (bit_op)(i % OPS_N)};
        for (unsigned k = 0, kinds = i / OPS_N % 27; k < 3; k++, kinds /= 3) {
            t.kinds[k] = kinds % 3;
            t.values[k] = (i / OPS_N / 27 >> k & 1) != 0;
        }
        sl_r1cs *shape = synthesize_shape(synthesize_bits, &t);
        const sl_bit planned = t.result;
        sl_witness witness;
        synthesize_witness(synthesize_bits, &t, shape, &witness);
        SL_CHECK(t.result.value == bit_op_value(t.op, t.values));
        SL_CHECK(t.result.kind == planned.kind && t.result.wire == planned.wire);
        SL_CHECK(is_satisfied(shape, &witness));
        for (size_t wire = t.operands_n; wire < witness.aux_n; wire++) {
            flip_bit(&witness, wire);
            SL_CHECK_MSG(!is_satisfied(shape, &witness), "case %u: wire %zu is free", i, wire);
            flip_bit(&witness, wire);
        }
        sl_witness_release(&witness);
        sl_r1cs_close(shape);
    }
}

/* One compression whose 768 input bits, message then state, are of given kinds. */
enum { BLOCK_INPUTS = SL_SHA256_BLOCK_BITS + 256 };
typedef struct block_case {
    uint8_t kinds[BLOCK_INPUTS];
    bool values[BLOCK_INPUTS];
    bool is_bitwise;
    uint32_t operands_n;
    sl_word state[8];
} block_case;

static void synthesize_block(sl_cs *cs, void *data) {
    block_case *t = data;
    sl_bit bits[BLOCK_INPUTS];
    for (size_t i = 0; i < BLOCK_INPUTS; i++) {
        bits[i] = make_bit(cs, t->kinds[i], t->values[i]);
    }
    t->operands_n = sl_cs_aux_n(cs);
    for (size_t i = 0; i < 8; i++) {
        t->state[i] = sl_word_from_bits_be(bits + SL_SHA256_BLOCK_BITS + 32 * i);
    }
    if (t->is_bitwise) {
        sl_sha256_block_bitwise(cs, t->state, bits);
    } else {
        sl_sha256_block(cs, t->state, bits, 0);
    }
}

static uint32_t case_word(const block_case *t, size_t i) {
    uint32_t word = 0;
    for (size_t k = 0; k < 32; k++) {
        word = word << 1 | t->values[32 * i + k];
    }
    return word;
}

static void set_word(block_case *t, size_t i, uint32_t word) {
    for (size_t k = 0; k < 32; k++) {
        t->values[32 * i + k] = (word >> (31 - k) & 1) != 0;
    }
}

static void check_state(const block_case *t) {
    uint32_t state[8];
    uint8_t block[64];
    for (size_t i = 0; i < 16; i++) {
        const uint32_t word = __builtin_bswap32(case_word(t, i));
        memcpy(block + 4 * i, &word, 4);
    }
    for (size_t i = 0; i < 8; i++) {
        state[i] = case_word(t, 16 + i);
    }
    sl_sha256_compress(state, block);
    for (size_t i = 0; i < 8; i++) {
        SL_CHECK_EQ_U64(sl_word_value(&t->state[i]), state[i]);
    }
}

/* Words straight from the compression equal those bit by bit, satisfy the rows and give the right state. */
static void check_block(block_case *t, sl_r1cs *shape) {
    sl_witness direct, bitwise;
    t->is_bitwise = false;
    synthesize_witness(synthesize_block, t, shape, &direct);
    check_state(t);
    t->is_bitwise = true;
    synthesize_witness(synthesize_block, t, shape, &bitwise);
    check_state(t);
    SL_CHECK(direct.aux_n == bitwise.aux_n && direct.fields_n == 0);
    SL_CHECK_MEM(direct.bits, bitwise.bits, (direct.aux_n + 63) / 64 * sizeof *direct.bits);
    SL_CHECK(is_satisfied(shape, &direct));
    sl_witness_release(&direct);
    sl_witness_release(&bitwise);
}

static void random_values(block_case *t, size_t first, size_t n) {
    for (size_t i = first; i < first + n; i++) {
        t->values[i] = (sl_test_u64() & 1) != 0;
    }
}

/* A 255-bit number in the order of SHA: the top bit of byte 31 is the constant zero. */
static void set_number(block_case *t, size_t first) {
    memset(t->kinds + first, SL_BIT_IS, 256);
    random_values(t, first, 256);
    t->kinds[first + 248] = SL_BIT_CONST;
    t->values[first + 248] = false;
}

static void set_iv(block_case *t) {
    memset(t->kinds + SL_SHA256_BLOCK_BITS, SL_BIT_CONST, 256);
    for (size_t i = 0; i < 8; i++) {
        set_word(t, 16 + i, sl_sha256_iv[i]);
    }
}

static void set_wires(block_case *t, size_t first, size_t n) {
    memset(t->kinds + first, SL_BIT_IS, n);
    random_values(t, first, n);
}

static void check_block_counts(block_case *t, uint64_t rows, uint64_t aux) {
    t->is_bitwise = false;
    sl_r1cs *shape = synthesize_shape(synthesize_block, t);
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(shape, &counts);
    SL_CHECK_EQ_U64(counts.rows - t->operands_n, rows);
    SL_CHECK_EQ_U64(counts.aux - t->operands_n, aux);
    SL_CHECK_EQ_U64(counts.fields, 0);
    check_block(t, shape);
    sl_r1cs_close(shape);
}

/* The kinds of blocks that circuits have, with the counts of spec 3.3. */
SL_TEST(sha256_blocks_of_circuits) {
    block_case t = {0};
    set_wires(&t, 0, SL_SHA256_BLOCK_BITS);
    set_iv(&t);
    check_block_counts(&t, 25840, 25814);
    set_wires(&t, 0, BLOCK_INPUTS);
    check_block_counts(&t, 26192, 26166);

    t = (block_case){0}; /* first of a label: replica id, layer, node, zeros */
    set_number(&t, 0);
    set_word(&t, 8, 7);
    set_wires(&t, 288, 64);
    set_iv(&t);
    check_block_counts(&t, 25363, 25337);

    t = (block_case){0}; /* middle */
    set_number(&t, 0);
    set_number(&t, 256);
    set_wires(&t, SL_SHA256_BLOCK_BITS, 256);
    check_block_counts(&t, 26184, 26158);
    set_iv(&t); /* first of a node */
    check_block_counts(&t, 25832, 25806);

    t = (block_case){0}; /* last of a label: a parent, padding, length */
    set_number(&t, 0);
    set_word(&t, 8, UINT32_C(0x80000000));
    set_word(&t, 15, 9984);
    set_wires(&t, SL_SHA256_BLOCK_BITS, 256);
    check_block_counts(&t, 25593, 25567);

    t = (block_case){0}; /* last of a node: padding and length alone */
    set_word(&t, 0, UINT32_C(0x80000000));
    set_word(&t, 15, 512);
    set_wires(&t, SL_SHA256_BLOCK_BITS, 256);
    check_block_counts(&t, 19034, 19014);
}

/* Kinds mixed at random, from few constants to few wires, Not bits among them. */
SL_TEST(sha256_blocks_of_mixed_bits) {
    for (unsigned i = 0; i < 6; i++) {
        block_case t = {0};
        random_values(&t, 0, BLOCK_INPUTS);
        for (size_t k = 0; k < BLOCK_INPUTS; k++) {
            const uint64_t r = sl_test_u64();
            const bool is_const = r % 6 < i;
            t.kinds[k] = is_const ? SL_BIT_CONST : r >> 32 & 1 ? SL_BIT_IS : SL_BIT_NOT;
        }
        sl_r1cs *shape = synthesize_shape(synthesize_block, &t);
        check_block(&t, shape);
        /* Other values over the same kinds: the same wires in the same places. */
        for (size_t k = 0; k < BLOCK_INPUTS; k++) {
            t.values[k] ^= t.kinds[k] != SL_BIT_CONST && (sl_test_u64() & 1) != 0;
        }
        check_block(&t, shape);
        sl_r1cs_close(shape);
    }
}

/* Nothing but constants: no rows, and the state is the compression's. */
SL_TEST(sha256_block_of_constants) {
    block_case t = {0};
    random_values(&t, 0, BLOCK_INPUTS);
    check_block_counts(&t, 0, 0);
    SL_CHECK(sl_word_is_const(&t.state[0]) && sl_word_is_const(&t.state[7]));
}

/* Each wire of a block is held by some row. */
SL_TEST_FULL(sha256_block_has_no_free_wire) {
    block_case t = {0};
    set_number(&t, 0);
    set_number(&t, 256);
    set_wires(&t, SL_SHA256_BLOCK_BITS, 256);
    sl_r1cs *shape = synthesize_shape(synthesize_block, &t);
    sl_witness witness;
    synthesize_witness(synthesize_block, &t, shape, &witness);
    for (size_t wire = t.operands_n + sl_test_u64() % 97; wire < witness.aux_n; wire += 97) {
        flip_bit(&witness, wire);
        SL_CHECK_MSG(!is_satisfied(shape, &witness), "wire %zu is free", wire);
        flip_bit(&witness, wire);
    }
    sl_witness_release(&witness);
    sl_r1cs_close(shape);
}

typedef struct message_case {
    uint8_t bytes[200];
    size_t n;
    sl_bit digest[SL_SHA256_BITS];
} message_case;

static void synthesize_message(sl_cs *cs, void *data) {
    message_case *t = data;
    sl_sha256_gadget sha;
    sl_sha256_gadget_open(&sha, cs);
    sl_bit part[13];
    size_t part_n = 0;
    for (size_t i = 0; i < 8 * t->n; i++) {
        part[part_n++] = sl_bit_alloc(cs, (t->bytes[i / 8] >> (7 - i % 8) & 1) != 0);
        if (part_n == SL_ARRAY_N(part) || i + 1 == 8 * t->n) {
            sl_sha256_gadget_put(&sha, part, part_n);
            part_n = 0;
        }
    }
    sl_sha256_gadget_close(&sha, t->digest);
}

SL_TEST(sha256_of_messages) {
    static const size_t lengths[] = {0, 1, 55, 56, 64, 200};
    for (size_t i = 0; i < SL_ARRAY_N(lengths); i++) {
        message_case t = {.n = lengths[i]};
        sl_test_bytes(t.bytes, t.n);
        sl_r1cs *shape = synthesize_shape(synthesize_message, &t);
        sl_witness witness;
        synthesize_witness(synthesize_message, &t, shape, &witness);
        uint8_t want[32], found[32] = {0};
        sl_sha256_digest(want, t.bytes, t.n);
        for (size_t k = 0; k < 256; k++) {
            found[k / 8] = (uint8_t)(found[k / 8] << 1 | t.digest[k].value);
        }
        SL_CHECK_MEM(want, found, sizeof want);
        SL_CHECK(is_satisfied(shape, &witness));
        sl_witness_release(&witness);
        sl_r1cs_close(shape);
    }
}

typedef struct hash_case {
    unsigned arity; /* 0: a node of TreeD */
    sl_fr inputs[11], result;
} hash_case;

/* Twice, over the inputs and over their reverse, so that the second is a replay of the first. */
static void synthesize_hash(sl_cs *cs, void *data) {
    hash_case *t = data;
    const size_t n = t->arity != 0 ? t->arity : 2;
    sl_num inputs[11], reverse[11];
    for (size_t i = 0; i < n; i++) {
        inputs[i] = sl_num_alloc(cs, &t->inputs[i]);
        reverse[n - 1 - i] = inputs[i];
    }
    const sl_num first =
        t->arity != 0 ? sl_poseidon_num(cs, reverse, t->arity, NULL) : sl_sha_node(cs, &reverse[0], &reverse[1]);
    const sl_num hash =
        t->arity != 0 ? sl_poseidon_num(cs, inputs, t->arity, NULL) : sl_sha_node(cs, &inputs[0], &inputs[1]);
    (void)sl_num_add(cs, &first, &hash);
    t->result = hash.value;
}

static void check_hash(hash_case *t, const sl_fr *want) {
    sl_r1cs *shape = synthesize_shape(synthesize_hash, t);
    sl_witness witness;
    synthesize_witness(synthesize_hash, t, shape, &witness);
    SL_CHECK(sl_fr_eq(&t->result, want));
    SL_CHECK(is_satisfied(shape, &witness));
    for (size_t i = 0; i < witness.fields_n; i += 1 + witness.fields_n / 12) {
        const sl_fr one = sl_fr_one();
        sl_fr_add(&witness.fields[i], &witness.fields[i], &one);
        SL_CHECK_MSG(!is_satisfied(shape, &witness), "arity %u: field wire %zu is free", t->arity, i);
        sl_fr_sub(&witness.fields[i], &witness.fields[i], &one);
    }
    sl_witness_release(&witness);
    sl_r1cs_close(shape);
}

SL_TEST(poseidon_witness) {
    static const unsigned arities[] = {2, 4, 8, 11};
    for (size_t i = 0; i < SL_ARRAY_N(arities); i++) {
        hash_case t = {.arity = arities[i]};
        for (size_t k = 0; k < t.arity; k++) {
            t.inputs[k] = random_fr();
        }
        sl_fr want;
        sl_poseidon_hash(sl_poseidon_get(t.arity), &want, t.inputs);
        check_hash(&t, &want);
    }
}

SL_TEST(sha_node_witness) {
    hash_case t = {.arity = 0};
    uint8_t left[32], right[32], node[32];
    t.inputs[0] = random_fr();
    const sl_fr one = sl_fr_one();
    sl_fr_neg(&t.inputs[1], &one); /* r - 1: all 255 bits count */
    sl_fr_to_bytes(left, &t.inputs[0]);
    sl_fr_to_bytes(right, &t.inputs[1]);
    sl_sha256_node(node, left, right);
    sl_fr want;
    SL_CHECK(sl_fr_from_bytes(&want, node));
    check_hash(&t, &want);
}

typedef struct number_case {
    sl_fr a, b;
    uint64_t u64;
    sl_bit bits[SL_NUM_BITS];
    sl_num sum, packed;
} number_case;

static void synthesize_numbers(sl_cs *cs, void *data) {
    number_case *t = data;
    const sl_num a = sl_num_alloc(cs, &t->a), b = sl_num_alloc(cs, &t->b);
    sl_num_inputize(cs, &a);
    t->sum = sl_num_add(cs, &a, &b);
    sl_num_to_bits(cs, &t->sum, t->bits, "bits", SL_NO_INDEX);
    t->packed = sl_bits_pack(cs, t->bits, SL_NUM_BITS);
    sl_bit number[64];
    sl_bits_alloc_u64(cs, t->u64, number);
    sl_bits_pack_input(cs, number, 64);
    sl_num_enforce_equal(cs, &a, &a);
}

SL_TEST(numbers) {
    for (unsigned i = 0; i < 4; i++) {
        number_case t = {.a = random_fr(), .b = random_fr(), .u64 = sl_test_u64()};
        if (i == 0) { /* a + b = r - 1 */
            sl_fr_neg(&t.b, &t.a);
            const sl_fr one = sl_fr_one();
            sl_fr_sub(&t.b, &t.b, &one);
        }
        sl_r1cs *shape = synthesize_shape(synthesize_numbers, &t);
        sl_witness witness;
        synthesize_witness(synthesize_numbers, &t, shape, &witness);
        SL_CHECK(is_satisfied(shape, &witness));
        SL_CHECK_EQ_U64(witness.inputs_n, 3);
        SL_CHECK(sl_fr_eq(&witness.inputs[1], &t.a));
        uint64_t limbs[4], sum[4];
        sl_fr_to_limbs(limbs, &witness.inputs[2]);
        SL_CHECK(limbs[0] == t.u64 && (limbs[1] | limbs[2] | limbs[3]) == 0);
        sl_fr_to_limbs(sum, &t.sum.value);
        for (size_t k = 0; k < SL_NUM_BITS; k++) {
            SL_CHECK(t.bits[k].value == (sum[k / 64] >> (k % 64) & 1));
        }
        sl_fr_to_limbs(limbs, &t.packed.value);
        SL_CHECK(limbs[0] == sum[0] && limbs[3] == (sum[3] & UINT64_MAX >> 2)); /* without the 255th bit */
        flip_bit(&witness, sl_wire_index(t.bits[100].wire));
        SL_CHECK(!is_satisfied(shape, &witness));
        flip_bit(&witness, sl_wire_index(t.bits[100].wire));
        sl_fr_add(&witness.inputs[2], &witness.inputs[2], &witness.inputs[0]);
        SL_CHECK(!is_satisfied(shape, &witness));
        sl_witness_release(&witness);
        sl_r1cs_close(shape);
    }
}

typedef struct insert_case {
    unsigned arity, position;
    sl_fr own, siblings[7];
    sl_num out[SL_INSERT_MAX];
} insert_case;

static void synthesize_insert(sl_cs *cs, void *data) {
    insert_case *t = data;
    sl_bit bits[3];
    sl_num siblings[7];
    const sl_num own = sl_num_alloc(cs, &t->own);
    for (unsigned i = 0; (1U << i) < t->arity; i++) {
        bits[i] = sl_bit_alloc(cs, (t->position >> i & 1) != 0);
    }
    for (unsigned i = 0; i + 1 < t->arity; i++) {
        siblings[i] = sl_num_alloc(cs, &t->siblings[i]);
    }
    sl_num_insert(cs, &own, bits, siblings, t->arity, t->out);
}

SL_TEST(insert_at_every_position) {
    static const uint64_t rows[] = {[2] = 2, [4] = 8, [8] = 22};
    for (unsigned arity = 2; arity <= 8; arity *= 2) {
        for (unsigned position = 0; position < arity; position++) {
            insert_case t = {.arity = arity, .position = position, .own = random_fr()};
            for (size_t i = 0; i < 7; i++) {
                t.siblings[i] = random_fr();
            }
            sl_r1cs *shape = synthesize_shape(synthesize_insert, &t);
            sl_r1cs_counts counts;
            sl_r1cs_counts_get(shape, &counts);
            const unsigned bits = (unsigned)__builtin_ctz(arity);
            SL_CHECK_EQ_U64(counts.rows, rows[arity] + bits);
            SL_CHECK_EQ_U64(counts.bits, bits + (arity == 8 ? 2U : 0U));
            sl_witness witness;
            synthesize_witness(synthesize_insert, &t, shape, &witness);
            SL_CHECK(is_satisfied(shape, &witness));
            for (unsigned i = 0; i < arity; i++) {
                const sl_fr *want = i == position ? &t.own : &t.siblings[i < position ? i : i - 1];
                SL_CHECK(sl_fr_eq(&t.out[i].value, want));
            }
            for (unsigned i = 0; i < bits; i++) {
                flip_bit(&witness, 1 + i);
                char path[64];
                SL_CHECK(!rows_hold(shape, &witness, path, sizeof path));
                SL_CHECK(strcmp(path, "insert") == 0);
                flip_bit(&witness, 1 + i);
            }
            sl_witness_release(&witness);
            sl_r1cs_close(shape);
        }
    }
}

/* A value that has two decompositions below 2^255: the other one satisfies the rows too, as in the reference. */
SL_TEST(decomposition_is_not_strict) {
    number_case t = {.a = sl_fr_one(), .b = sl_fr_one(), .u64 = 0};
    sl_r1cs *shape = synthesize_shape(synthesize_numbers, &t);
    sl_witness witness;
    synthesize_witness(synthesize_numbers, &t, shape, &witness);
    uint64_t other[4]; /* 2 + r */
    memcpy(other, sl_fr_modulus, sizeof other);
    other[0] += 2;
    for (size_t k = 0; k < SL_NUM_BITS; k++) {
        if (t.bits[k].value != ((other[k / 64] >> (k % 64) & 1) != 0)) {
            flip_bit(&witness, sl_wire_index(t.bits[k].wire));
        }
    }
    char path[64];
    SL_CHECK(!rows_hold(shape, &witness, path, sizeof path));
    SL_CHECK_MSG(strcmp(path, "bits") != 0, "the decomposition must hold, only packing 254 of its bits must not");
    sl_witness_release(&witness);
    sl_r1cs_close(shape);
}
