// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/sha256_gadget.h"

#include <string.h>

#include "math/hash/sha256.h"
#include "proof/circuits/gadgets/sha256_wires.h"

#define BLOCK_SCOPE "sha256_block"

/* Operands of a sum that is made when it is first used, in the next round (spec 3.3). */
typedef struct deferred {
    sl_word words[7];
    size_t n;
} deferred;

static void deferred_push(deferred *list, sl_word word) {
    list->words[list->n++] = word;
}

/* The sum of the list and, if given, one more. */
static sl_word deferred_add(sl_multieq *eq, const deferred *list, const sl_word *last) {
    const sl_word *operands[SL_WORD_ADDENDS_MAX];
    size_t n = 0;
    for (; n < list->n; n++) {
        operands[n] = &list->words[n];
    }
    if (last != NULL) {
        operands[n++] = last;
    }
    return sl_word_add(eq, operands, n);
}

static sl_word add2(sl_multieq *eq, const sl_word *x, const sl_word *y) {
    const sl_word *operands[] = {x, y};
    return sl_word_add(eq, operands, SL_ARRAY_N(operands));
}

static sl_word xor3(sl_cs *cs, sl_word x, sl_word y, sl_word z) {
    const sl_word xy = sl_word_xor(cs, &x, &y);
    return sl_word_xor(cs, &xy, &z);
}

static sl_word big_sigma(sl_cs *cs, const sl_word *x, unsigned i, unsigned j, unsigned k) {
    return xor3(cs, sl_word_rotr(x, i), sl_word_rotr(x, j), sl_word_rotr(x, k));
}

static sl_word small_sigma(sl_cs *cs, const sl_word *x, unsigned i, unsigned j, unsigned k) {
    return xor3(cs, sl_word_rotr(x, i), sl_word_rotr(x, j), sl_word_shr(x, k));
}

static void schedule(sl_multieq *eq, sl_word w[64], const sl_bit block[SL_SHA256_BLOCK_BITS]) {
    for (size_t i = 0; i < 16; i++) {
        w[i] = sl_word_from_bits_be(block + 32 * i);
    }
    for (size_t i = 16; i < 64; i++) {
        const sl_word s0 = small_sigma(eq->cs, &w[i - 15], 7, 18, 3);
        const sl_word s1 = small_sigma(eq->cs, &w[i - 2], 17, 19, 10);
        const sl_word *operands[] = {&w[i - 16], &s0, &w[i - 7], &s1};
        w[i] = sl_word_add(eq, operands, SL_ARRAY_N(operands));
    }
}

/* v: a to h. a and e after a round stand in the lists until the next use. */
static void rounds(sl_multieq *eq, sl_word v[8], deferred *a, deferred *e, const sl_word w[64]) {
    sl_cs *cs = eq->cs;
    for (size_t i = 0; i < 64; i++) {
        const sl_word new_e = i == 0 ? v[4] : deferred_add(eq, e, NULL);
        const sl_word s1 = big_sigma(cs, &new_e, 6, 11, 25);
        const sl_word ch = sl_word_ch(cs, &new_e, &v[5], &v[6]);
        const deferred temp1 = {{v[7], s1, ch, sl_word_const(sl_sha256_k[i]), w[i]}, 5};
        const sl_word new_a = i == 0 ? v[0] : deferred_add(eq, a, NULL);
        const sl_word s0 = big_sigma(cs, &new_a, 2, 13, 22);
        const sl_word maj = sl_word_maj(cs, &new_a, &v[1], &v[2]);
        *e = temp1;
        deferred_push(e, v[3]);
        *a = temp1;
        deferred_push(a, s0);
        deferred_push(a, maj);
        v[7] = v[6];
        v[6] = v[5];
        v[5] = new_e;
        v[3] = v[2];
        v[2] = v[1];
        v[1] = new_a;
    }
}

void sl_sha256_block_bitwise(sl_cs *cs, sl_word state[8], const sl_bit block[SL_SHA256_BLOCK_BITS]) {
    sl_multieq eq;
    sl_multieq_open(&eq, cs);
    sl_word w[64];
    schedule(&eq, w, block);
    sl_word v[8];
    memcpy(v, state, sizeof v);
    deferred a, e;
    rounds(&eq, v, &a, &e, w);
    state[0] = deferred_add(&eq, &a, &state[0]);
    state[1] = add2(&eq, &state[1], &v[1]);
    state[2] = add2(&eq, &state[2], &v[2]);
    state[3] = add2(&eq, &state[3], &v[3]);
    state[4] = deferred_add(&eq, &e, &state[4]);
    state[5] = add2(&eq, &state[5], &v[5]);
    state[6] = add2(&eq, &state[6], &v[6]);
    state[7] = add2(&eq, &state[7], &v[7]);
    sl_multieq_close(&eq);
}

/* Bit i of the planes is bits[31 - i]: message words come most significant bit first. */
static sl_planes planes_from_be(const sl_bit bits[32]) {
    sl_planes p = {0};
    for (unsigned i = 0; i < 32; i++) {
        const sl_bit bit = bits[31 - i];
        const uint32_t negated = bit.kind == SL_BIT_CONST ? bit.value : bit.kind == SL_BIT_NOT;
        p.negated |= negated << i;
        p.variable |= (uint32_t)(bit.kind != SL_BIT_CONST) << i;
        p.wires |= (negated ^ bit.value) << i;
    }
    return p;
}

static sl_planes planes_from_word(const sl_word *word) {
    sl_bit be[32];
    sl_word_to_bits_be(word, be);
    return planes_from_be(be);
}

/* The words after a compression are constants or sums, whose wires follow each other from `first` on. */
static sl_word word_from_wires(sl_wire first, uint32_t value) {
    sl_word word;
    for (unsigned i = 0; i < 32; i++) {
        word.bits[i] = sl_bit_is(first + i, (value >> i & 1) != 0);
    }
    return word;
}

static void block_wires(sl_cs *cs, sl_word state[8], const sl_bit block[SL_SHA256_BLOCK_BITS]) {
    static const uint8_t widths[8] = {35, 33, 33, 33, 35, 33, 33, 33};
    sl_planes s[8], w[16];
    for (size_t i = 0; i < 8; i++) {
        s[i] = planes_from_word(&state[i]);
    }
    for (size_t i = 0; i < 16; i++) {
        w[i] = planes_from_be(block + 32 * i);
    }
    uint64_t wires[SL_SHA256_WIRES_WORDS];
    const size_t n = sl_sha256_wires(wires, s, w);
    sl_wire next = sl_cs_put_bits(cs, wires, n) + (sl_wire)n;
    for (size_t i = 8; i-- > 0;) {
        const bool is_const = s[i].variable == 0;
        next -= is_const ? 0 : widths[i];
        state[i] = is_const ? sl_word_const(s[i].negated) : word_from_wires(next, s[i].wires);
    }
}

void sl_sha256_state_open(sl_word state[8]) {
    for (size_t i = 0; i < 8; i++) {
        state[i] = sl_word_const(sl_sha256_iv[i]);
    }
}

/*
 * What decides the rows of a block: for each of its 768 input bits, message first, whether it is a constant and which,
 * a wire or a negated wire. The wires themselves are the pins.
 */
typedef struct block_key {
    uint8_t kinds[(SL_SHA256_BLOCK_BITS + SL_SHA256_BITS) / 4];
    sl_wire pins[SL_SHA256_BLOCK_BITS + SL_SHA256_BITS];
    size_t bits_n, pins_n;
} block_key;

static void key_put(block_key *key, const sl_bit *bits, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned kind = bits[i].kind;
        if (kind == SL_BIT_CONST) {
            kind = bits[i].value ? 3 : SL_BIT_CONST;
        } else {
            key->pins[key->pins_n++] = bits[i].wire;
        }
        key->kinds[key->bits_n / 4] |= (uint8_t)(kind << key->bits_n % 4 * 2);
        key->bits_n++;
    }
}

/* The result of a block in words that are constant or wires in sequence; last_n counts from the end of the block. */
typedef struct block_result {
    bool is_const;
    uint32_t value, last_n;
} block_result;

static void block_rows(sl_cs *cs, sl_word state[8], const sl_bit block[SL_SHA256_BLOCK_BITS], uint32_t index) {
    block_key key = {.bits_n = 0};
    key_put(&key, block, SL_SHA256_BLOCK_BITS);
    for (size_t i = 0; i < 8; i++) {
        key_put(&key, state[i].bits, 32);
    }
    sl_replay replay;
    if (sl_cs_scope_open_keyed(cs, BLOCK_SCOPE, index, key.kinds, sizeof key.kinds, key.pins, key.pins_n, &replay)) {
        const block_result *result = replay.blob;
        const uint32_t end = sl_cs_aux_n(cs);
        for (size_t i = 0; i < 8; i++) {
            state[i] = result[i].is_const ? sl_word_const(result[i].value)
                                          : word_from_wires(SL_WIRE_AUX | (end - result[i].last_n), 0);
        }
        return;
    }
    sl_sha256_block_bitwise(cs, state, block);
    block_result result[8];
    memset(result, 0, sizeof result);
    for (size_t i = 0; i < 8; i++) {
        result[i].is_const = sl_word_is_const(&state[i]);
        result[i].value = result[i].is_const ? sl_word_value(&state[i]) : 0;
        result[i].last_n = result[i].is_const ? 0 : sl_cs_aux_n(cs) - sl_wire_index(state[i].bits[0].wire);
    }
    sl_cs_scope_keep(cs, result, sizeof result);
    sl_cs_scope_close(cs);
}

void sl_sha256_block(sl_cs *cs, sl_word state[8], const sl_bit block[SL_SHA256_BLOCK_BITS], uint32_t index) {
    if (sl_cs_is_shape(cs)) {
        block_rows(cs, state, block, index);
    } else {
        sl_cs_scope_open(cs, BLOCK_SCOPE, index);
        block_wires(cs, state, block);
        sl_cs_scope_close(cs);
    }
}

void sl_sha256_gadget_open(sl_sha256_gadget *sha, sl_cs *cs) {
    sha->cs = cs;
    sl_sha256_state_open(sha->state);
    sha->block_n = 0;
    sha->message_bits = 0;
    sha->blocks_n = 0;
}

void sl_sha256_gadget_put(sl_sha256_gadget *sha, const sl_bit *bits, size_t n) {
    sha->message_bits += n;
    while (n > 0) {
        const size_t room = SL_SHA256_BLOCK_BITS - sha->block_n;
        const size_t take = n < room ? n : room;
        memcpy(sha->block + sha->block_n, bits, take * sizeof *bits);
        sha->block_n += take;
        bits += take;
        n -= take;
        if (sha->block_n == SL_SHA256_BLOCK_BITS) {
            sl_sha256_block(sha->cs, sha->state, sha->block, sha->blocks_n++);
            sha->block_n = 0;
        }
    }
}

void sl_sha256_gadget_close(sl_sha256_gadget *sha, sl_bit out[SL_SHA256_BITS]) {
    const uint64_t message_bits = sha->message_bits;
    SL_ASSERT(message_bits % 8 == 0);
    const sl_bit zero = sl_bit_const(false), one = sl_bit_const(true);
    sl_sha256_gadget_put(sha, &one, 1);
    while (sha->block_n != SL_SHA256_BLOCK_BITS - 64) {
        sl_sha256_gadget_put(sha, &zero, 1);
    }
    for (unsigned i = 64; i-- > 0;) {
        const sl_bit bit = sl_bit_const((message_bits >> i & 1) != 0);
        sl_sha256_gadget_put(sha, &bit, 1);
    }
    for (size_t i = 0; i < 8; i++) {
        sl_word_to_bits_be(&sha->state[i], out + 32 * i);
    }
}

sl_num sl_sha256_gadget_close_num(sl_sha256_gadget *sha) {
    sl_bit digest[SL_SHA256_BITS];
    sl_sha256_gadget_close(sha, digest);
    sl_bits_reverse_bytes(digest, SL_SHA256_BITS);
    return sl_bits_pack(sha->cs, digest, SL_SHA256_BITS);
}
