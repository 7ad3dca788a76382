// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Poseidon over Fr as Filecoin uses it (spec 3.8, 3.9): arities 2, 4, 8 and 11, S-box x^5, 8 full rounds, optimized
 * form with compressed round constants and sparse matrices.
 *
 * The constants are not stored in the program: the first sl_poseidon_get generates all of them (a few milliseconds).
 * Any thread may call anything here at any time; nothing can fail.
 */
#ifndef SL_MATH_HASH_POSEIDON_H
#define SL_MATH_HASH_POSEIDON_H

#include "math/field/fr.h"

#define SL_POSEIDON_MAX_WIDTH 12
#define SL_POSEIDON_FULL_ROUNDS 8 /* half of them before the partial rounds, half after */

/*
 * Vectors are rows: a matrix step is new[j] = sum over i of old[i] mat[i width + j]. The matrix after round q (from
 * 0) is pre_sparse for q = 3, sparse factor q - 4 after partial round q, mds otherwise.
 */
typedef struct sl_poseidon {
    unsigned arity;
    unsigned width; /* arity + 1 */
    unsigned partial_rounds;
    unsigned aux_n;          /* wires that the circuit of one hash makes, and its rows */
    sl_fr tag;               /* element 0 of the state for tree nodes and columns: 2^arity - 1 */
    unsigned constants_n;    /* 8 width + partial_rounds */
    const sl_fr *constants;  /* width to add first, then one for each S-box but those of the last round */
    const sl_fr *mds;        /* width x width, symmetric */
    const sl_fr *pre_sparse; /* width x width */
    const sl_fr *sparse;     /* for each partial round: first column (width), rest of the first row (width - 1) */
} sl_poseidon;

/* NULL if the arity is none of 2, 4, 8, 11. The value lives as long as the program. */
const sl_poseidon *sl_poseidon_get(unsigned arity);

/* The tag 2^40, with arity 2: randomness of sector updates. */
sl_fr sl_poseidon_update_tag(void);

/* out = hash of arity inputs, with p->tag. out may be one of the inputs. */
void sl_poseidon_hash(const sl_poseidon *p, sl_fr *out, const sl_fr *inputs);
void sl_poseidon_hash_tag(const sl_poseidon *p, sl_fr *out, const sl_fr *tag, const sl_fr *inputs);

/*
 * The values of the aux_n wires that the circuit makes, in its order (spec 3.9): first round, elements 1 .. width - 1:
 * x^2, x^4, x^5 + constant; every later S-box: x, x^2, x^4, x^5 + constant; the hash is the last one.
 */
void sl_poseidon_witness(const sl_poseidon *p, sl_fr *aux, const sl_fr *tag, const sl_fr *inputs);

#endif
