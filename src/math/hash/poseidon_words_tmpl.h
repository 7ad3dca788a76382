// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The permutation over the words of sl_fr, with or without its wires: `permute`, for a unit that defines POSEIDON_MUL
 * and POSEIDON_SQR, the multiplications of S-boxes and sparse matrices. Sums of products multiply words themselves.
 */
#include <string.h>

#include "math/hash/poseidon.h"

enum { HALF = SL_POSEIDON_FULL_ROUNDS / 2 };

/* t -= modulus << shift if that is not negative; five limbs. Without a branch. */
SL_INLINE void subtract_multiple(uint64_t t[5], unsigned shift) {
    uint64_t d[5];
    sl_carry borrow = 0;
    SL_UNROLL
    for (int i = 0; i < 5; i++) {
        const uint64_t low = i < 4 ? sl_fr_modulus[i] << shift : 0;
        const uint64_t high = i > 0 && shift > 0 ? sl_fr_modulus[i - 1] >> (64 - shift) : 0;
        d[i] = sl_limb_sub(&borrow, t[i], low | high);
    }
    const uint64_t negative = sl_limb_mask(borrow);
    SL_UNROLL
    for (int i = 0; i < 5; i++) {
        t[i] = sl_limb_select(negative, t[i], d[i]);
    }
}

/*
 * out = t / R mod r for t below 12 r^2, nine limbs. The Montgomery reduction of the lower four limbs is at most r,
 * the upper five are less than 12 r^2 / R < 6 r: together less than 7 r.
 */
SL_INLINE void reduce_wide(sl_fr *out, const uint64_t t[9]) {
    uint64_t low[5] = {t[0], t[1], t[2], t[3], 0}, sum[5];
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        sl_fr_reduce_row(low);
    }
    sl_carry carry = 0;
    SL_UNROLL
    for (int i = 0; i < 5; i++) {
        sum[i] = sl_limb_add(&carry, low[i], t[4 + i]);
    }
    subtract_multiple(sum, 2);
    subtract_multiple(sum, 1);
    subtract_multiple(sum, 0);
    memcpy(out->l, sum, sizeof out->l);
}

/* out = sum of a[i] b[i stride], n <= 12 terms: whole products are added up and reduced once. */
SL_INLINE void dot(sl_fr *out, const sl_fr *a, const sl_fr *b, unsigned stride, unsigned n) {
    uint64_t sum[9] = {0};
    for (unsigned k = 0; k < n; k++) {
        uint64_t product[8] = {0};
        SL_UNROLL
        for (int i = 0; i < 4; i++) {
            sl_fr_mul_row(product + i, &a[k], b[k * stride].l[i]);
        }
        sl_carry carry = 0;
        SL_UNROLL
        for (int i = 0; i < 8; i++) {
            sum[i] = sl_limb_add(&carry, sum[i], product[i]);
        }
        sum[8] += carry;
    }
    reduce_wide(out, sum);
}

/* state = state mat, all elements. */
static void mix_dense(sl_fr *state, const sl_fr *mat, unsigned width) {
    sl_fr old[SL_POSEIDON_MAX_WIDTH];
    memcpy(old, state, width * sizeof *state);
    for (unsigned j = 0; j < width; j++) {
        dot(&state[j], old, mat + j, width, width);
    }
}

static void mix_sparse(sl_fr *state, const sl_fr *factor, unsigned width) {
    const sl_fr first = state[0];
    dot(&state[0], state, factor, 1, width);
    for (unsigned j = 1; j < width; j++) {
        sl_fr term;
        POSEIDON_MUL(&term, &first, &factor[width + j - 1]);
        sl_fr_add(&state[j], &state[j], &term);
    }
}

/* x = x^5 + constant (NULL: none). With aux, writes what the circuit allocates: x if with_x, x^2, x^4, result. */
SL_INLINE void substitute(sl_fr *x, const sl_fr *constant, sl_fr **aux, bool with_x) {
    sl_fr square, fourth, result;
    POSEIDON_SQR(&square, x);
    POSEIDON_SQR(&fourth, &square);
    POSEIDON_MUL(&result, &fourth, x);
    if (constant != NULL) {
        sl_fr_add(&result, &result, constant);
    }
    if (aux != NULL) {
        if (with_x) {
            *(*aux)++ = *x;
        }
        *(*aux)++ = square;
        *(*aux)++ = fourth;
        *(*aux)++ = result;
    }
    *x = result;
}

/* The permutation; aux is NULL or where to write the wires but the last. Returns element 1. */
SL_INLINE sl_fr permute(const sl_poseidon *p, sl_fr *aux, const sl_fr *tag, const sl_fr *inputs) {
    const unsigned width = p->width, rounds = SL_POSEIDON_FULL_ROUNDS + p->partial_rounds;
    sl_fr state[SL_POSEIDON_MAX_WIDTH];
    sl_fr **const cursor = aux == NULL ? NULL : &aux;
    const sl_fr *constant = p->constants;
    sl_fr_add(&state[0], tag, constant++);
    for (unsigned i = 1; i < width; i++) {
        sl_fr_add(&state[i], &inputs[i - 1], constant++);
    }
    for (unsigned q = 0; q + 1 < rounds; q++) {
        if (q >= HALF && q < HALF + p->partial_rounds) {
            substitute(&state[0], constant++, cursor, true);
            mix_sparse(state, p->sparse + (q - HALF) * (2 * width - 1), width);
            continue;
        }
        /* In round 0 element 0 is a constant of the circuit and the others are its inputs plus a constant. */
        substitute(&state[0], constant++, q == 0 ? NULL : cursor, true);
        for (unsigned i = 1; i < width; i++) {
            substitute(&state[i], constant++, cursor, q > 0);
        }
        mix_dense(state, q == HALF - 1 ? p->pre_sparse : p->mds, width);
    }
    for (unsigned i = 0; i < width; i++) {
        substitute(&state[i], NULL, cursor, true);
    }
    sl_fr out;
    dot(&out, state, p->mds + 1, width, width);
    return out;
}
