// SPDX-License-Identifier: MIT OR Apache-2.0
/* Inside the room: making a sl_r1cs, and walking over one. */
#ifndef SL_PROOF_R1CS_STRUCTURE_H
#define SL_PROOF_R1CS_STRUCTURE_H

#include "core/par/pool.h"
#include "proof/r1cs/data.h"
#include "proof/r1cs/wire.h"

/* Domains have at most 2^31 points (spec 1.2), input rows included, and wires are 31-bit numbers. */
#define SL_ROWS_MAX UINT32_C(0x7fffffff)
#define SL_WIRES_MAX UINT32_C(0x7fffffff)
/* Nothing in a structure grows with the inputs, so that their number needs a bound of its own: 2^24, ONE included. */
#define SL_INPUTS_MAX (UINT32_C(1) << 24)

/* A system with empty arrays. */
SL_NODISCARD sluice_status sl_r1cs_open_empty(sl_r1cs **out, sluice_error *err);
/* Closes the arrays in storage: sets the pointers and counts to them. */
SL_NODISCARD sluice_status sl_r1cs_bind(sl_r1cs *r1cs, sluice_error *err);
/*
 * Compute what is derived from the arrays: from templates and coefficients; and from wires and instances. Either may
 * run first, or both at the same time.
 */
SL_NODISCARD sluice_status sl_r1cs_derive_templates(sl_r1cs *r1cs, sluice_error *err);
SL_NODISCARD sluice_status sl_r1cs_derive_wires(sl_r1cs *r1cs, sluice_error *err);

/* Zeroed, of the shape's sizes, inputs[0] = 1. */
SL_NODISCARD sluice_status sl_witness_alloc(sl_witness *out, const sl_r1cs *shape, sluice_error *err);

/* Variables are numbered inputs first, then auxiliary wires. */
SL_INLINE size_t sl_variable_of(const sl_r1cs *r1cs, sl_wire wire) {
    return sl_wire_index(wire) + (sl_wire_is_aux(wire) ? (size_t)r1cs->inputs_n : 0);
}

SL_INLINE bool sl_bit_get(const uint64_t *words, size_t i) {
    return (words[i / 64] >> (i % 64) & 1) != 0;
}

/* The n <= 64 bits of a plane from bit `at` on; n > 0. */
SL_INLINE uint64_t sl_bits_get(const uint64_t *words, size_t at, size_t n) {
    const unsigned shift = at % 64;
    uint64_t bits = words[at / 64] >> shift;
    if (shift + n > 64) {
        bits |= words[at / 64 + 1] << (64 - shift);
    }
    return bits & (~UINT64_C(0) >> (64 - n));
}

/* Whether n bits of two planes are the same. */
SL_INLINE bool sl_bits_equal(const uint64_t *a, size_t a_at, const uint64_t *b, size_t b_at, size_t n) {
    for (size_t done = 0; done < n;) {
        const size_t step = SL_MIN(64, n - done);
        if (sl_bits_get(a, a_at + done, step) != sl_bits_get(b, b_at + done, step)) {
            return false;
        }
        done += step;
    }
    return true;
}

/* sl_pool_for, or a plain loop without a pool. */
SL_INLINE void sl_r1cs_for_each(sl_pool *pool, size_t tasks_n, sl_pool_task task, void *data) {
    if (pool != NULL) {
        sl_pool_for(pool, tasks_n, task, data);
        return;
    }
    for (size_t i = 0; i < tasks_n; i++) {
        task(data, i, 0);
    }
}

/* Ones of a word; the compiler's own is a call where the processor is not known to have an instruction for it. */
SL_INLINE uint32_t sl_popcount(uint64_t w) {
    w -= w >> 1 & UINT64_C(0x5555555555555555);
    w = (w & UINT64_C(0x3333333333333333)) + (w >> 2 & UINT64_C(0x3333333333333333));
    w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(w * UINT64_C(0x0101010101010101) >> 56);
}

/* How many field wires stand before auxiliary wire `aux` <= aux_n: which of the field values it is if it is one. */
SL_INLINE uint32_t sl_field_index(const sl_r1cs *r1cs, uint32_t aux) {
    const uint32_t rank = r1cs->field_ranks[aux / 64];
    if (aux % 64 == 0) {
        return rank;
    }
    return rank + sl_popcount(r1cs->wire_types[aux / 64] & ((UINT64_C(1) << (aux % 64)) - 1));
}

/* The instance that holds a row; row < rows_n. */
SL_INLINE size_t sl_instance_of_row(const sl_r1cs *r1cs, uint32_t row) {
    size_t lo = r1cs->row_index[row >> SL_ROW_INDEX_LOG2];
    size_t hi = r1cs->row_index[(row >> SL_ROW_INDEX_LOG2) + 1];
    while (lo < hi) {
        const size_t mid = lo + (hi - lo + 1) / 2;
        if (r1cs->instances[mid].first_row <= row) {
            lo = mid;
        } else {
            hi = mid - 1;
        }
    }
    return lo;
}

/* One instance with its template, ready for walking over rows and terms. */
typedef struct sl_instance_view {
    const sl_r1cs_instance *instance;
    const sl_r1cs_template *t;
    const uint32_t *lc_ends, *lc_codes;
    const sl_r1cs_term *terms;
    const uint32_t *pins; /* pins[slot - 1] */
    const uint64_t *slot_types;
    const uint32_t *slot_ranks;
    uint32_t input_slot, aux_slot;   /* first slots of these kinds */
    uint32_t input_shift, aux_shift; /* wire index - slot, modulo 2^32 */
    uint32_t first_field;            /* of the own auxiliary wires */
} sl_instance_view;

SL_INLINE sl_instance_view sl_instance_view_at(const sl_r1cs *r1cs, size_t i) {
    const sl_r1cs_instance *instance = &r1cs->instances[i];
    const sl_r1cs_template *t = &r1cs->templates[instance->template_i];
    sl_instance_view v = {.instance = instance,
                          .t = t,
                          .lc_ends = r1cs->lc_ends + t->first_lc,
                          .lc_codes = r1cs->lc_codes + t->first_lc,
                          .terms = r1cs->terms + t->first_term,
                          .pins = r1cs->pins + instance->first_pin,
                          .slot_types = r1cs->slot_types + t->first_slot_word,
                          .slot_ranks = r1cs->slot_ranks + 64 * t->first_slot_word,
                          .first_field = sl_field_index(r1cs, instance->first_aux),
                          .input_slot = 1 + t->pins_n,
                          .aux_slot = 1 + t->pins_n + t->inputs_n};
    v.input_shift = instance->first_input - v.input_slot;
    v.aux_shift = instance->first_aux - v.aux_slot;
    return v;
}

SL_INLINE sl_wire sl_view_wire(const sl_instance_view *v, uint32_t slot) {
    if (slot >= v->aux_slot) {
        return SL_WIRE_AUX | (slot + v->aux_shift);
    }
    if (slot >= v->input_slot) {
        return slot + v->input_shift;
    }
    return slot == 0 ? SL_WIRE_ONE : v->pins[slot - 1];
}

#endif
