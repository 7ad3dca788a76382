// SPDX-License-Identifier: MIT OR Apache-2.0
/* Query densities: which wires occur in A, in B, anywhere. */
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/structure.h"

/* Planes of slots, laid out as slot_types: used in A, in B, anywhere. */
typedef struct used_slots {
    uint64_t *in[3];
    sl_buf storage;
} used_slots;

enum { IN_A, IN_B, IN_ANY };

static sluice_status used_slots_find(const sl_r1cs *r1cs, used_slots *out, sluice_error *err) {
    const size_t words = (size_t)r1cs->slot_types_n;
    SL_TRY(sl_buf_alloc_n(&out->storage, words, 3 * sizeof(uint64_t), "used slots", err));
    for (size_t i = 0; i < 3; i++) {
        out->in[i] = (uint64_t *)out->storage.data + i * words;
    }
    for (size_t i = 0; i < r1cs->templates_n; i++) {
        const sl_r1cs_template *t = &r1cs->templates[i];
        const uint32_t *lc_ends = r1cs->lc_ends + t->first_lc;
        const sl_r1cs_term *terms = r1cs->terms + t->first_term;
        for (size_t lc = 0; lc < 3 * (size_t)t->rows_n; lc++) {
            for (size_t j = lc_ends[lc]; j < lc_ends[lc + 1]; j++) {
                const size_t word = (size_t)t->first_slot_word + terms[j].slot / 64;
                const uint64_t bit = UINT64_C(1) << (terms[j].slot % 64);
                out->in[IN_ANY][word] |= bit;
                if (lc % 3 != 2) {
                    out->in[lc % 3][word] |= bit;
                }
            }
        }
    }
    return SLUICE_OK;
}

/* Ors n bits of src from bit `from` on into dst from bit `to` on. */
static void bits_or(uint64_t *dst, size_t to, const uint64_t *src, size_t from, size_t n) {
    for (size_t done = 0; done < n;) {
        const size_t step = SL_MIN(64 - (to + done) % 64, n - done);
        dst[(to + done) / 64] |= sl_bits_get(src, from + done, step) << ((to + done) % 64);
        done += step;
    }
}

static void wire_mark(uint64_t *aux, uint64_t *inputs, sl_wire wire) {
    uint64_t *plane = sl_wire_is_aux(wire) ? aux : inputs;
    if (plane != NULL) {
        plane[sl_wire_index(wire) / 64] |= UINT64_C(1) << (sl_wire_index(wire) % 64);
    }
}

/* Marks the wires of all instances whose slots are in `used`. inputs may be NULL. */
static void instances_mark(const sl_r1cs *r1cs, const uint64_t *used, uint64_t *aux, uint64_t *inputs) {
    for (size_t i = 0; i < r1cs->instances_n; i++) {
        const sl_instance_view v = sl_instance_view_at(r1cs, i);
        const uint64_t *slots = used + v.t->first_slot_word;
        for (uint32_t slot = 0; slot < v.aux_slot; slot++) {
            if (sl_bit_get(slots, slot)) {
                wire_mark(aux, inputs, sl_view_wire(&v, slot));
            }
        }
        bits_or(aux, v.instance->first_aux, slots, v.aux_slot, v.t->aux_n);
    }
}

static size_t popcount(const uint64_t *words, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count += (size_t)__builtin_popcountll(words[i]);
    }
    return count;
}

sluice_status sl_r1cs_density(const sl_r1cs *r1cs, sl_density *out, sluice_error *err) {
    const size_t aux_words = ((size_t)r1cs->aux_n + 63) / 64;
    const size_t input_words = ((size_t)r1cs->inputs_n + 63) / 64;
    used_slots used = {.storage = SL_BUF_EMPTY};
    SL_TRY(used_slots_find(r1cs, &used, err));
    sl_buf storage;
    const sluice_status status =
        sl_buf_alloc_n(&storage, 3 * aux_words + input_words, sizeof(uint64_t), "query densities", err);
    if (status == SLUICE_OK) {
        uint64_t *words = storage.data;
        *out = (sl_density){.b_inputs = words,
                            .a_aux = words + input_words,
                            .b_aux = words + input_words + aux_words,
                            .aux_used = words + input_words + 2 * aux_words,
                            .storage = storage};
        instances_mark(r1cs, used.in[IN_A], out->a_aux, NULL);
        instances_mark(r1cs, used.in[IN_B], out->b_aux, out->b_inputs);
        instances_mark(r1cs, used.in[IN_ANY], out->aux_used, NULL);
        out->a_aux_n = popcount(out->a_aux, aux_words);
        out->b_aux_n = popcount(out->b_aux, aux_words);
        out->b_inputs_n = popcount(out->b_inputs, input_words);
    }
    sl_buf_release(&used.storage);
    return status;
}

void sl_density_release(sl_density *density) {
    sl_buf_release(&density->storage);
    *density = (sl_density){0};
}
