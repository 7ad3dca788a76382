// SPDX-License-Identifier: MIT OR Apache-2.0
/* Inside the room: the value of one linear combination on a packed witness. */
#ifndef SL_PROOF_R1CS_LC_VALUE_H
#define SL_PROOF_R1CS_LC_VALUE_H

#include "proof/r1cs/structure.h"

/*
 * A sum that is reduced once at the end: up to 2^32 field elements as plain integers. Montgomery form makes the top
 * limb easy: h 2^256 is what the field element h looks like.
 */
typedef struct sl_wide_sum {
    uint64_t l[5];
} sl_wide_sum;

SL_INLINE void sl_wide_sum_add(sl_wide_sum *sum, const sl_fr *a, uint64_t mask) {
    uint64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        const sl_u128 t = (sl_u128)sum->l[i] + (a->l[i] & mask) + carry;
        sum->l[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    sum->l[4] += carry;
}

SL_INLINE void sl_wide_sum_reduce(sl_fr *out, const sl_wide_sum *sum) {
    sl_fr low = {{sum->l[0], sum->l[1], sum->l[2], sum->l[3]}};
    sl_fr_reduce_once(&low); /* 2^256 < 3 r */
    sl_fr_reduce_once(&low);
    if (sum->l[4] != 0) { /* not in short sums */
        const sl_fr high = sl_fr_from_u64(sum->l[4]);
        sl_fr_add(&low, &low, &high);
    }
    *out = low;
}

/* The same for products of two field elements, reduced by one Montgomery step at the end. */
typedef struct sl_wide_products {
    uint64_t l[9];
} sl_wide_products;

SL_INLINE void sl_wide_products_add(sl_wide_products *sum, const sl_fr *a, const sl_fr *b) {
    uint64_t p[8] = {0};
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        uint64_t carry = 0;
        SL_UNROLL
        for (int j = 0; j < 4; j++) {
            const sl_u128 t = (sl_u128)a->l[j] * b->l[i] + p[i + j] + carry;
            p[i + j] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        p[i + 4] = carry;
    }
    uint64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < 8; i++) {
        const sl_u128 t = (sl_u128)sum->l[i] + p[i] + carry;
        sum->l[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    sum->l[8] += carry;
}

/* Adds sum / 2^256, as an integer that is congruent modulo r, to out. products is used up. */
SL_INLINE void sl_wide_products_fold(sl_wide_sum *out, sl_wide_products *products) {
    uint64_t *l = products->l;
    uint64_t top = 0; /* carries into l[4 + i + 1 ..], passed on as the rows go up */
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        const uint64_t q = l[i] * sl_fr_ninv;
        uint64_t carry = 0;
        SL_UNROLL
        for (int j = 0; j < 4; j++) {
            const sl_u128 t = (sl_u128)q * sl_fr_modulus[j] + l[i + j] + carry;
            l[i + j] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        const sl_u128 t = (sl_u128)l[i + 4] + carry + top;
        l[i + 4] = (uint64_t)t;
        top = (uint64_t)(t >> 64);
    }
    l[8] += top;
    uint64_t carry = 0;
    SL_UNROLL
    for (int i = 0; i < 5; i++) {
        const sl_u128 t = (sl_u128)out->l[i] + l[i + 4] + carry;
        out->l[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
}

/* The bit of a slot of type bit other than ONE. */
SL_INLINE uint64_t sl_slot_bit(const sl_instance_view *v, const uint64_t *bits, uint32_t slot) {
    const uint32_t aux = slot >= v->aux_slot ? slot + v->aux_shift : sl_wire_index(v->pins[slot - 1]);
    return bits[aux / 64] >> (aux % 64) & 1;
}

/* Any combination, term by term. */
void sl_lc_value_general(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v, size_t i,
                         sl_fr *out);

/* *out = value of combination i (3 row + 0, 1, 2 for A, B, C) of the instance. */
SL_INLINE void sl_lc_value(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v, size_t i,
                           sl_fr *out) {
    const uint32_t code = v->lc_codes[i];
    if (SL_UNLIKELY(code >= SL_LC_BITS)) {
        sl_lc_value_general(r1cs, witness, v, i, out);
        return;
    }
    const sl_r1cs_term *terms = v->terms + v->lc_ends[i] + (code & 1);
    const sl_r1cs_term *end = v->terms + v->lc_ends[i + 1];
    uint64_t at = code / 2;
    for (uint64_t weight = 1; terms < end; terms++, weight *= 2) {
        at += weight & (0 - sl_slot_bit(v, witness->bits, terms->slot));
    }
    *out = r1cs->lc_values[at];
}

#endif
