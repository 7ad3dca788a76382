// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/poseidon_gadget.h"

#include <string.h>

#include "math/hash/poseidon.h"

/* The state between rounds: every element is a combination of wires; after an S-box, of one wire. */
typedef struct state {
    sl_cs *cs;
    const sl_poseidon *p;
    const sl_fr *tag;
    sl_lc e[SL_POSEIDON_MAX_WIDTH];
    const sl_fr *next_constant;
} state;

static void set_wire(sl_lc *lc, sl_wire wire) {
    sl_lc_clear(lc);
    sl_lc_add_one(lc, wire);
}

/* A new wire equal to the product x * y of the row so far; frees the row. */
static sl_wire product(sl_cs *cs, sl_row *row) {
    const sl_wire wire = sl_cs_alloc(cs, NULL);
    sl_lc_add_one(&row->c, wire);
    sl_row_emit(cs, row);
    return wire;
}

static sl_wire square(sl_cs *cs, sl_wire x) {
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_one(&row.a, x);
    sl_lc_add_one(&row.b, x);
    return product(cs, &row);
}

/* A new wire with row.a * x4 = wire - post; `row` holds its first factor, post may be NULL. */
static sl_wire fifth_power(sl_cs *cs, sl_row *row, sl_wire x4, const sl_fr *post) {
    sl_lc_add_one(&row->b, x4);
    if (post != NULL) {
        sl_fr negative;
        sl_fr_neg(&negative, post);
        sl_lc_add(&row->c, SL_WIRE_ONE, &negative);
    }
    return product(cs, row);
}

/* S-box of an element of the first round, (x + pre)^5 + post, with the sum inside the rows. */
static sl_wire first_sbox(sl_cs *cs, sl_wire x, const sl_fr *pre, const sl_fr *post) {
    sl_row row = SL_ROW_EMPTY;
    sl_lc_add_one(&row.a, x);
    sl_lc_add(&row.a, SL_WIRE_ONE, pre);
    sl_lc_add_one(&row.b, x);
    sl_lc_add(&row.b, SL_WIRE_ONE, pre);
    const sl_wire x2 = product(cs, &row);
    const sl_wire x4 = square(cs, x2);
    row = SL_ROW_EMPTY;
    sl_lc_add_one(&row.a, x);
    sl_lc_add(&row.a, SL_WIRE_ONE, pre);
    return fifth_power(cs, &row, x4, post);
}

/* S-box of a later round: the element becomes a wire first. */
static void sbox(state *s, size_t i, bool has_constant) {
    sl_cs *cs = s->cs;
    sl_row row = {.a = s->e[i]};
    s->e[i] = SL_LC_EMPTY;
    sl_lc_add_one(&row.b, SL_WIRE_ONE);
    const sl_wire x = product(cs, &row);
    const sl_wire x4 = square(cs, square(cs, x));
    row = SL_ROW_EMPTY;
    sl_lc_add_one(&row.a, x);
    const sl_wire x5 = fifth_power(cs, &row, x4, has_constant ? s->next_constant++ : NULL);
    set_wire(&s->e[i], x5);
}

static void state_take(state *s, sl_lc next[SL_POSEIDON_MAX_WIDTH]) {
    for (size_t j = 0; j < s->p->width; j++) {
        sl_lc_normalize(&next[j]);
        sl_lc_free(&s->e[j]);
        s->e[j] = next[j];
    }
}

static void mix(state *s, const sl_fr *matrix) {
    const size_t t = s->p->width;
    sl_lc next[SL_POSEIDON_MAX_WIDTH] = {0};
    for (size_t j = 0; j < t; j++) {
        for (size_t i = 0; i < t; i++) {
            sl_lc_add_scaled(&next[j], &s->e[i], &matrix[i * t + j]);
        }
    }
    state_take(s, next);
}

/* A sparse factor: its first column, then the rest of its first row; below them the identity. */
static void mix_sparse(state *s, const sl_fr *factor) {
    const size_t t = s->p->width;
    const sl_fr one = sl_fr_one();
    sl_lc next[SL_POSEIDON_MAX_WIDTH] = {0};
    for (size_t i = 0; i < t; i++) {
        sl_lc_add_scaled(&next[0], &s->e[i], &factor[i]);
    }
    for (size_t j = 1; j < t; j++) {
        sl_lc_add_scaled(&next[j], &s->e[0], &factor[t + j - 1]);
        sl_lc_add_scaled(&next[j], &s->e[j], &one);
    }
    state_take(s, next);
}

/* Element 0, the domain tag, has no wire yet: its S-box is a constant. */
static void first_round(state *s, const sl_num *inputs) {
    const sl_poseidon *p = s->p;
    const sl_fr *pre = p->constants, *post = p->constants + p->width;
    sl_fr x, x4;
    sl_fr_add(&x, s->tag, &pre[0]);
    sl_fr_sqr(&x4, &x);
    sl_fr_sqr(&x4, &x4);
    sl_fr_mul(&x, &x, &x4);
    sl_fr_add(&x, &x, &post[0]);
    sl_lc_add(&s->e[0], SL_WIRE_ONE, &x);
    for (size_t i = 1; i < p->width; i++) {
        set_wire(&s->e[i], first_sbox(s->cs, inputs[i - 1].wire, &pre[i], &post[i]));
    }
    s->next_constant = post + p->width;
    mix(s, p->mds);
}

static void full_rounds(state *s, size_t n, bool has_constants, const sl_fr *matrix) {
    for (size_t round = 0; round < n; round++) {
        for (size_t i = 0; i < s->p->width; i++) {
            sbox(s, i, has_constants);
        }
        mix(s, matrix);
    }
}

static sl_wire hash_rows(sl_cs *cs, const sl_poseidon *p, const sl_fr *tag, const sl_num *inputs) {
    state s = {.cs = cs, .p = p, .tag = tag};
    first_round(&s, inputs);
    full_rounds(&s, 2, true, p->mds);
    full_rounds(&s, 1, true, p->pre_sparse);
    for (size_t round = 0; round < p->partial_rounds; round++) {
        sbox(&s, 0, true);
        mix_sparse(&s, p->sparse + round * (2 * p->width - 1));
    }
    full_rounds(&s, 3, true, p->mds);
    full_rounds(&s, 1, false, p->mds);
    sl_row row = {.a = s.e[1]};
    s.e[1] = SL_LC_EMPTY;
    sl_lc_add_one(&row.b, SL_WIRE_ONE);
    const sl_wire out = product(cs, &row);
    for (size_t i = 0; i < p->width; i++) {
        sl_lc_free(&s.e[i]);
    }
    return out;
}

static sl_num hash_wires(sl_cs *cs, const sl_poseidon *p, const sl_fr *tag, const sl_num *inputs, const sl_fr *wires) {
    sl_fr values[SL_POSEIDON_MAX_WIDTH];
    for (size_t i = 0; i < p->arity; i++) {
        values[i] = inputs[i].value;
    }
    sl_wire first = SL_WIRE_AUX;
    sl_fr *aux = sl_cs_put_fields(cs, p->aux_n, &first);
    if (aux == NULL) {
        return (sl_num){.wire = first};
    }
    if (wires != NULL) {
        memcpy(aux, wires, p->aux_n * sizeof *aux);
    } else {
        sl_poseidon_witness(p, aux, tag, values);
    }
    return (sl_num){.wire = first + p->aux_n - 1, .value = aux[p->aux_n - 1]};
}

/* `name` tells the tag, so that it and the arity decide the rows. */
static sl_num hash(sl_cs *cs, const char *name, const sl_poseidon *p, const sl_fr *tag, const sl_num *inputs,
                   const sl_fr *wires) {
    sl_num out = {0};
    if (!sl_cs_is_shape(cs)) {
        sl_cs_scope_open(cs, name, SL_NO_INDEX);
        out = hash_wires(cs, p, tag, inputs, wires);
        sl_cs_scope_close(cs);
        return out;
    }
    sl_wire pins[SL_POSEIDON_MAX_WIDTH];
    for (size_t i = 0; i < p->arity; i++) {
        pins[i] = inputs[i].wire;
    }
    sl_replay replay;
    if (sl_cs_scope_open_keyed(cs, name, SL_NO_INDEX, &p->arity, sizeof p->arity, pins, p->arity, &replay)) {
        out.wire = SL_WIRE_AUX | (replay.first_aux + p->aux_n - 1);
        return out;
    }
    out.wire = hash_rows(cs, p, tag, inputs);
    sl_cs_scope_close(cs);
    return out;
}

sl_num sl_poseidon_num(sl_cs *cs, const sl_num *inputs, unsigned arity, const sl_fr *wires) {
    const sl_poseidon *p = sl_poseidon_get(arity);
    SL_ASSERT(p != NULL);
    return hash(cs, "poseidon", p, &p->tag, inputs, wires);
}

sl_num sl_poseidon_update_num(sl_cs *cs, const sl_num *a, const sl_num *b) {
    const sl_num inputs[] = {*a, *b};
    const sl_fr tag = sl_poseidon_update_tag();
    return hash(cs, "poseidon_update", sl_poseidon_get(SL_ARRAY_N(inputs)), &tag, inputs, NULL);
}
