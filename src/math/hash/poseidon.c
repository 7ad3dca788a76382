// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/poseidon.h"

#include <pthread.h>
#include <string.h>

#include "math/hash/poseidon_generate.h"

enum { HALF = SL_POSEIDON_FULL_ROUNDS / 2 };

static sl_poseidon instance2, instance4, instance8, instance11;
static sl_fr values2[SL_POSEIDON_VALUES_N(3, 55)], values4[SL_POSEIDON_VALUES_N(5, 56)];
static sl_fr values8[SL_POSEIDON_VALUES_N(9, 57)], values11[SL_POSEIDON_VALUES_N(12, 57)];

static void generate_all(void) {
    sl_poseidon_generate(&instance2, values2, 2, 55);
    sl_poseidon_generate(&instance4, values4, 4, 56);
    sl_poseidon_generate(&instance8, values8, 8, 57);
    sl_poseidon_generate(&instance11, values11, 11, 57);
}

const sl_poseidon *sl_poseidon_get(unsigned arity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    SL_ASSERT(pthread_once(&once, generate_all) == 0);
    switch (arity) {
    case 2:
        return &instance2;
    case 4:
        return &instance4;
    case 8:
        return &instance8;
    case 11:
        return &instance11;
    default:
        return NULL;
    }
}

sl_fr sl_poseidon_update_tag(void) {
    return sl_fr_from_u64(UINT64_C(1) << 40);
}

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
        sl_fr_mul(&term, &first, &factor[width + j - 1]);
        sl_fr_add(&state[j], &state[j], &term);
    }
}

/* x = x^5 + constant (NULL: none). With aux, writes what the circuit allocates: x if with_x, x^2, x^4, result. */
SL_INLINE void substitute(sl_fr *x, const sl_fr *constant, sl_fr **aux, bool with_x) {
    sl_fr square, fourth, result;
    sl_fr_sqr(&square, x);
    sl_fr_sqr(&fourth, &square);
    sl_fr_mul(&result, &fourth, x);
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

void sl_poseidon_hash_tag(const sl_poseidon *p, sl_fr *out, const sl_fr *tag, const sl_fr *inputs) {
    *out = permute(p, NULL, tag, inputs);
}

void sl_poseidon_hash(const sl_poseidon *p, sl_fr *out, const sl_fr *inputs) {
    sl_poseidon_hash_tag(p, out, &p->tag, inputs);
}

void sl_poseidon_witness(const sl_poseidon *p, sl_fr *aux, const sl_fr *tag, const sl_fr *inputs) {
    aux[p->aux_n - 1] = permute(p, aux, tag, inputs);
}
