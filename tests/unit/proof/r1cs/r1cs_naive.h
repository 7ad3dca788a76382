// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A constraint system as a plain list of rows, exactly as it was written: what the room's structure is compared with.
 * And gadgets made of random rows, which write to both. Only for tests; everything aborts the test on failure.
 */
#ifndef SL_TESTS_UNIT_PROOF_R1CS_R1CS_NAIVE_H
#define SL_TESTS_UNIT_PROOF_R1CS_R1CS_NAIVE_H

#include "harness/test.h"
#include "math/hash/blake2s.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/r1cs.h"

typedef struct naive_row {
    sl_term *terms[3]; /* merged, without zeros, ascending */
    size_t n[3];
} naive_row;

typedef struct naive {
    uint32_t inputs_n, aux_n;
    bool *is_field; /* of auxiliary wires */
    naive_row *rows;
    size_t rows_n;
} naive;

static inline void *grown(void *data, size_t n, size_t element_bytes) {
    if ((n & (n - 1)) == 0) { /* doubles at powers of two */
        data = realloc(data, (n == 0 ? 1 : 2 * n) * element_bytes);
        SL_CHECK(data != NULL);
    }
    return data;
}

static inline sl_wire naive_alloc(naive *s, bool is_field) {
    s->is_field = grown(s->is_field, s->aux_n, sizeof *s->is_field);
    s->is_field[s->aux_n] = is_field;
    return SL_WIRE_AUX | s->aux_n++;
}

static inline int term_compare(const void *a, const void *b) {
    const sl_wire x = ((const sl_term *)a)->wire, y = ((const sl_term *)b)->wire;
    return x < y ? -1 : x > y;
}

static inline void naive_enforce(naive *s, const sl_lc *const lcs[3]) {
    s->rows = grown(s->rows, s->rows_n, sizeof *s->rows);
    naive_row *row = &s->rows[s->rows_n++];
    for (int k = 0; k < 3; k++) {
        row->terms[k] = malloc((lcs[k]->n + 1) * sizeof(sl_term));
        SL_CHECK(row->terms[k] != NULL);
        row->n[k] = 0;
        for (size_t i = 0; i < lcs[k]->n; i++) {
            size_t j = 0;
            while (j < row->n[k] && row->terms[k][j].wire != lcs[k]->terms[i].wire) {
                j++;
            }
            if (j == row->n[k]) {
                row->terms[k][row->n[k]++] = lcs[k]->terms[i];
            } else {
                sl_fr_add(&row->terms[k][j].coeff, &row->terms[k][j].coeff, &lcs[k]->terms[i].coeff);
            }
        }
        size_t kept = 0;
        for (size_t i = 0; i < row->n[k]; i++) {
            if (!sl_fr_is_zero(&row->terms[k][i].coeff)) {
                row->terms[k][kept++] = row->terms[k][i];
            }
        }
        row->n[k] = kept;
        qsort(row->terms[k], kept, sizeof(sl_term), term_compare);
    }
}

static inline void naive_free(naive *s) {
    for (size_t i = 0; i < s->rows_n; i++) {
        for (int k = 0; k < 3; k++) {
            free(s->rows[i].terms[k]);
        }
    }
    free(s->rows);
    free(s->is_field);
    *s = (naive){0};
}

static inline void hash_u64(sl_blake2s *hash, uint64_t v) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(v >> (56 - 8 * i));
    }
    sl_blake2s_update(hash, bytes, sizeof bytes);
}

static inline void naive_digest(const naive *s, uint8_t out[32]) {
    sl_blake2s hash;
    sl_blake2s_init(&hash);
    hash_u64(&hash, s->inputs_n);
    hash_u64(&hash, s->aux_n);
    hash_u64(&hash, s->rows_n);
    for (size_t i = 0; i < s->rows_n; i++) {
        for (int k = 0; k < 3; k++) {
            hash_u64(&hash, s->rows[i].n[k]);
            for (size_t j = 0; j < s->rows[i].n[k]; j++) {
                const sl_term *term = &s->rows[i].terms[k][j];
                uint8_t little[32], big[32];
                sl_fr_to_bytes(little, &term->coeff);
                for (int b = 0; b < 32; b++) {
                    big[b] = little[31 - b];
                }
                sl_blake2s_update(&hash, sl_wire_is_aux(term->wire) ? "A" : "I", 1);
                hash_u64(&hash, sl_wire_index(term->wire));
                sl_blake2s_update(&hash, big, sizeof big);
            }
        }
    }
    sl_blake2s_final(&hash, out);
}

/* Values of all wires, and of row k's combinations. */
typedef struct naive_values {
    sl_fr *inputs, *aux;
} naive_values;

static inline sl_fr naive_lc_value(const naive_row *row, int k, const naive_values *values) {
    sl_fr sum = sl_fr_zero();
    for (size_t j = 0; j < row->n[k]; j++) {
        const sl_term *term = &row->terms[k][j];
        const uint32_t index = sl_wire_index(term->wire);
        sl_fr product;
        sl_fr_mul(&product, &term->coeff, sl_wire_is_aux(term->wire) ? &values->aux[index] : &values->inputs[index]);
        sl_fr_add(&sum, &sum, &product);
    }
    return sum;
}

static inline sl_fr test_fr(void) {
    uint8_t bytes[32];
    sl_fr out;
    do {
        sl_test_edge_bytes(bytes, sizeof bytes);
        bytes[31] &= 0x7f;
    } while (!sl_fr_from_bytes(&out, bytes));
    return out;
}

/* Both at once. */
typedef struct both {
    sl_cs *cs;
    naive plain;
    bool is_replayed; /* the builder has got the present scope as a replay */
} both;

static inline sl_wire both_alloc(both *b, bool is_field) {
    const sl_wire wire = naive_alloc(&b->plain, is_field);
    if (!b->is_replayed) {
        SL_CHECK(wire == (is_field ? sl_cs_alloc(b->cs, NULL) : sl_cs_alloc_bit(b->cs, false)));
    }
    return wire;
}

static inline sl_wire both_input(both *b) {
    const sl_wire wire = b->plain.inputs_n++;
    if (!b->is_replayed) {
        SL_CHECK(wire == sl_cs_input(b->cs, NULL));
    }
    return wire;
}

static inline void both_enforce(both *b, const sl_lc *const lcs[3]) {
    naive_enforce(&b->plain, lcs);
    if (!b->is_replayed) {
        sl_cs_enforce(b->cs, lcs[0], lcs[1], lcs[2]);
    }
}

#endif
