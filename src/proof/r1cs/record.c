// SPDX-License-Identifier: MIT OR Apache-2.0
/* Shape mode: rows become templates and instances. */
#include <string.h>

#include "proof/r1cs/builder_state.h"
#include "proof/r1cs/keysort.h"
#include "proof/r1cs/r1cs.h"

static uint64_t coeff_hash(const void *data, uint32_t id) {
    const sl_cs *cs = data;
    return sl_hash_words(cs->seed, &SL_VEC_AT(&cs->system->storage.coeffs, sl_fr, id), sizeof(sl_fr));
}

/* The index of a coefficient, which is appended if it is new. */
static sluice_status coeff_find(sl_cs *cs, const sl_fr *coeff, uint32_t *out, sluice_error *err) {
    sl_vec *coeffs = &cs->system->storage.coeffs;
    const sl_fr *table = coeffs->buf.data;
    for (uint32_t i = 0; i < 2 && i < coeffs->n; i++) {
        if (sl_fr_eq(coeff, &table[i])) {
            *out = i;
            return SLUICE_OK;
        }
    }
    SL_TRY(sl_index_reserve(&cs->coeff_index, coeff_hash, cs, err));
    const uint64_t hash = sl_hash_words(cs->seed, coeff, sizeof *coeff);
    size_t at = (size_t)hash;
    for (uint32_t id; (id = sl_index_next(&cs->coeff_index, hash, &at)) != SL_INDEX_NONE;) {
        if (sl_fr_eq(coeff, &table[id])) {
            *out = id;
            return SLUICE_OK;
        }
    }
    if (coeffs->n == SL_INDEX_NONE) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: more than %u different coefficients", SL_INDEX_NONE);
    }
    SL_TRY(SL_VEC_RESERVE(coeffs, sl_fr, 1, err));
    *out = (uint32_t)coeffs->n;
    sl_index_put(&cs->coeff_index, hash, at, *out);
    SL_VEC_PUSH(coeffs, sl_fr, *coeff);
    return SLUICE_OK;
}

sluice_status sl_cs_coeffs_init(sl_cs *cs, sluice_error *err) {
    uint32_t index;
    const sl_fr one = sl_fr_one();
    sl_fr minus_one;
    sl_fr_neg(&minus_one, &one);
    SL_TRY(coeff_find(cs, &one, &index, err));
    return coeff_find(cs, &minus_one, &index, err);
}

void sl_cs_pending_reset(sl_cs *cs) {
    const struct sl_r1cs_storage *s = &cs->system->storage;
    cs->pending = (sl_pending){.first_row = cs->rows_n,
                               .first_aux = cs->aux_n,
                               .first_input = cs->inputs_n,
                               .first_lc = s->lc_ends.n,
                               .first_term = s->terms.n,
                               .first_pin = s->pins.n};
    sl_pin_map_clear(&cs->pins);
}

/* What a wire is called in the rows since the last instance. */
static sluice_status reference(sl_cs *cs, sl_wire wire, uint32_t *out, sluice_error *err) {
    const uint32_t index = sl_wire_index(wire);
    const bool is_aux = sl_wire_is_aux(wire);
    const uint32_t first = is_aux ? cs->pending.first_aux : cs->pending.first_input;
    if (index >= (is_aux ? cs->aux_n : cs->inputs_n)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: row %u uses %s wire %u of %u", cs->rows_n,
                       is_aux ? "auxiliary" : "input", index, is_aux ? cs->aux_n : cs->inputs_n);
    }
    if (index >= first) {
        *out = (is_aux ? SL_REF_AUX : SL_REF_INPUT) | (index - first);
        return SLUICE_OK;
    }
    if (wire == SL_WIRE_ONE) {
        *out = 0;
        return SLUICE_OK;
    }
    sl_vec *pins = &cs->system->storage.pins;
    const size_t next = pins->n - cs->pending.first_pin;
    uint32_t pin;
    SL_TRY(sl_pin_map_put(&cs->pins, wire, (uint32_t)next, &pin, err));
    if (pin == next) {
        if (next > SL_REF_INDEX) {
            return SL_FAIL(err, SLUICE_E_INPUT, "circuit: row %u: more than %u wires", cs->rows_n, SL_REF_INDEX);
        }
        SL_TRY(SL_VEC_RESERVE(pins, uint32_t, 1, err));
        SL_VEC_PUSH(pins, uint32_t, wire);
    }
    *out = SL_REF_PIN | pin;
    return SLUICE_OK;
}

static sluice_status lc_record(sl_cs *cs, const sl_lc *lc, unsigned which, sluice_error *err) {
    if (lc->failed) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "circuit: no memory for a linear combination of row %u", cs->rows_n);
    }
    sl_vec *terms = &cs->system->storage.terms;
    if (lc->n > UINT32_MAX - (terms->n - cs->pending.first_term)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: row %u has %zu terms", cs->rows_n, lc->n);
    }
    cs->keys.n = 0;
    SL_TRY(SL_VEC_RESERVE(&cs->keys, uint64_t, 2 * lc->n, err));
    uint64_t *keys = cs->keys.buf.data;
    bool is_sorted = true;
    for (size_t i = 0; i < lc->n; i++) {
        uint32_t ref = 0;
        SL_TRY(reference(cs, lc->terms[i].wire, &ref, err));
        keys[i] = (uint64_t)ref << 32 | i;
        is_sorted = is_sorted && (i == 0 || keys[i - 1] < keys[i]);
    }
    if (!is_sorted) {
        sl_keys_sort(keys, keys + lc->n, lc->n);
    }
    SL_TRY(SL_VEC_RESERVE(terms, sl_r1cs_term, lc->n, err));
    const size_t before = terms->n;
    for (size_t i = 0; i < lc->n;) {
        const uint32_t ref = (uint32_t)(keys[i] >> 32);
        const sl_fr *coeff = &lc->terms[(uint32_t)keys[i++]].coeff;
        sl_fr sum;
        for (; i < lc->n && keys[i] >> 32 == ref; i++) {
            sl_fr_add(&sum, coeff, &lc->terms[(uint32_t)keys[i]].coeff);
            coeff = &sum;
        }
        if (!sl_fr_is_zero(coeff)) {
            uint32_t index;
            SL_TRY(coeff_find(cs, coeff, &index, err));
            SL_VEC_PUSH(terms, sl_r1cs_term, ((sl_r1cs_term){ref, index}));
        }
    }
    cs->pending.nonzeros[which] += terms->n - before;
    SL_VEC_PUSH(&cs->system->storage.lc_ends, uint32_t, (uint32_t)(terms->n - cs->pending.first_term));
    return SLUICE_OK;
}

static sluice_status row_record(sl_cs *cs, const sl_lc *const lcs[3], sluice_error *err) {
    sl_vec *lc_ends = &cs->system->storage.lc_ends;
    if (cs->rows_n >= SL_ROWS_MAX - cs->inputs_n) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: more than %u rows and inputs", SL_ROWS_MAX);
    }
    SL_TRY(SL_VEC_RESERVE(lc_ends, uint32_t, 4, err));
    if (cs->rows_n == cs->pending.first_row) {
        SL_VEC_PUSH(lc_ends, uint32_t, 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        SL_TRY(lc_record(cs, lcs[i], i, err));
    }
    cs->rows_n++;
    if (cs->rows_n - cs->pending.first_row >= SL_INSTANCE_ROWS ||
        cs->system->storage.terms.n - cs->pending.first_term >= SL_INSTANCE_TERMS) {
        return sl_cs_flush(cs, err);
    }
    return SLUICE_OK;
}

void sl_cs_enforce(sl_cs *cs, const sl_lc *a, const sl_lc *b, const sl_lc *c) {
    if (!cs->is_shape || cs->status != SLUICE_OK) {
        return;
    }
    sluice_error err;
    const sl_lc *const lcs[3] = {a, b, c};
    const sluice_status status = row_record(cs, lcs, &err);
    if (status != SLUICE_OK) {
        sl_cs_keep_failure(cs, status, &err);
    }
}

/* Template -> the parts of its identity. */
typedef struct parts {
    const sl_r1cs_template *t;
    const uint32_t *lc_ends;
    const sl_r1cs_term *terms;
    const uint64_t *slot_types;
    size_t lc_n, terms_n, slot_words;
} parts;

static parts parts_of(const sl_cs *cs, const sl_r1cs_template *t) {
    const struct sl_r1cs_storage *s = &cs->system->storage;
    const size_t lc_n = 3 * (size_t)t->rows_n + 1;
    const uint32_t *lc_ends = &SL_VEC_AT(&s->lc_ends, uint32_t, t->first_lc);
    return (parts){.t = t,
                   .lc_ends = lc_ends,
                   .terms = (const sl_r1cs_term *)s->terms.buf.data + t->first_term,
                   .slot_types = (const uint64_t *)s->slot_types.buf.data + t->first_slot_word,
                   .lc_n = lc_n,
                   .terms_n = lc_ends[lc_n - 1],
                   .slot_words = (size_t)((sl_template_slots_n(t) + 63) / 64)};
}

static uint64_t parts_hash(const sl_cs *cs, const parts *p) {
    const uint32_t counts[4] = {p->t->rows_n, p->t->pins_n, p->t->inputs_n, p->t->aux_n};
    uint64_t h = sl_hash_words(cs->seed, counts, sizeof counts);
    h = sl_hash_words(cs->seed ^ h, p->lc_ends, p->lc_n * sizeof *p->lc_ends);
    h = sl_hash_words(cs->seed ^ h, p->slot_types, p->slot_words * sizeof *p->slot_types);
    return sl_hash_words(cs->seed ^ h, p->terms, p->terms_n * sizeof *p->terms);
}

static bool parts_equal(const parts *p, const parts *q) {
    return p->t->rows_n == q->t->rows_n && p->t->pins_n == q->t->pins_n && p->t->inputs_n == q->t->inputs_n &&
           p->t->aux_n == q->t->aux_n && p->terms_n == q->terms_n &&
           memcmp(p->lc_ends, q->lc_ends, p->lc_n * sizeof *p->lc_ends) == 0 &&
           memcmp(p->slot_types, q->slot_types, p->slot_words * sizeof *p->slot_types) == 0 &&
           (p->terms_n == 0 || memcmp(p->terms, q->terms, p->terms_n * sizeof *p->terms) == 0);
}

static uint64_t template_hash(const void *data, uint32_t id) {
    return SL_VEC_AT(&((const sl_cs *)data)->template_tags, sl_template_tag, id).hash;
}

/* References to slots, now that all pins are known. */
static void slots_assign(sl_cs *cs, const sl_r1cs_template *t) {
    sl_r1cs_term *terms = (sl_r1cs_term *)cs->system->storage.terms.buf.data + t->first_term;
    const size_t n = cs->system->storage.terms.n - t->first_term;
    const uint32_t base[4] = {0, 1, 1 + t->pins_n, 1 + t->pins_n + t->inputs_n};
    for (size_t i = 0; i < n; i++) {
        terms[i].slot = base[terms[i].slot >> 30] + (terms[i].slot & SL_REF_INDEX);
    }
}

static sluice_status slot_types_append(sl_cs *cs, const sl_r1cs_template *t, sluice_error *err) {
    struct sl_r1cs_storage *s = &cs->system->storage;
    const size_t words_n = (size_t)((sl_template_slots_n(t) + 63) / 64);
    SL_TRY(SL_VEC_RESERVE(&s->slot_types, uint64_t, words_n, err));
    uint64_t *words = (uint64_t *)s->slot_types.buf.data + s->slot_types.n;
    memset(words, 0, words_n * sizeof *words);
    s->slot_types.n += words_n;
    const uint64_t *wire_types = s->wire_types.buf.data;
    const uint32_t *pins = (const uint32_t *)s->pins.buf.data + cs->pending.first_pin;
    size_t slot = 1;
    for (size_t i = 0; i < t->pins_n; i++, slot++) {
        const bool is_field = !sl_wire_is_aux(pins[i]) || sl_bit_get(wire_types, sl_wire_index(pins[i]));
        words[slot / 64] |= (uint64_t)is_field << (slot % 64);
    }
    for (size_t i = 0; i < t->inputs_n; i++, slot++) {
        words[slot / 64] |= UINT64_C(1) << (slot % 64);
    }
    for (size_t i = 0; i < t->aux_n; i++, slot++) {
        words[slot / 64] |= (uint64_t)sl_bit_get(wire_types, cs->pending.first_aux + i) << (slot % 64);
    }
    return SLUICE_OK;
}

/* The template of the pending rows, which stand at the end of the arrays: dropped from there if it is known. */
static sluice_status template_find(sl_cs *cs, const sl_r1cs_template *t, uint32_t *out, sluice_error *err) {
    struct sl_r1cs_storage *s = &cs->system->storage;
    const parts p = parts_of(cs, t);
    const uint64_t hash = parts_hash(cs, &p);
    SL_TRY(sl_index_reserve(&cs->template_index, template_hash, cs, err));
    size_t at = (size_t)hash;
    for (uint32_t id; (id = sl_index_next(&cs->template_index, hash, &at)) != SL_INDEX_NONE;) {
        const parts q = parts_of(cs, &SL_VEC_AT(&s->templates, sl_r1cs_template, id));
        if (parts_equal(&p, &q)) {
            s->lc_ends.n = cs->pending.first_lc;
            s->terms.n = cs->pending.first_term;
            s->slot_types.n = t->first_slot_word;
            *out = id;
            return SLUICE_OK;
        }
    }
    SL_TRY(SL_VEC_RESERVE(&s->templates, sl_r1cs_template, 1, err));
    SL_TRY(SL_VEC_RESERVE(&cs->template_tags, sl_template_tag, 1, err));
    *out = (uint32_t)s->templates.n;
    sl_index_put(&cs->template_index, hash, at, *out);
    SL_VEC_PUSH(&s->templates, sl_r1cs_template, *t);
    SL_VEC_PUSH(&cs->template_tags, sl_template_tag, ((sl_template_tag){hash}));
    return SLUICE_OK;
}

sluice_status sl_cs_flush(sl_cs *cs, sluice_error *err) {
    struct sl_r1cs_storage *s = &cs->system->storage;
    if (cs->rows_n > cs->pending.first_row) {
        const sl_r1cs_template t = {.first_lc = cs->pending.first_lc,
                                    .first_term = cs->pending.first_term,
                                    .first_slot_word = s->slot_types.n,
                                    .rows_n = cs->rows_n - cs->pending.first_row,
                                    .pins_n = (uint32_t)(s->pins.n - cs->pending.first_pin),
                                    .inputs_n = cs->inputs_n - cs->pending.first_input,
                                    .aux_n = cs->aux_n - cs->pending.first_aux};
        slots_assign(cs, &t);
        SL_TRY(slot_types_append(cs, &t, err));
        SL_TRY(SL_VEC_RESERVE(&s->instances, sl_r1cs_instance, 1, err));
        sl_r1cs_instance instance = {.first_pin = cs->pending.first_pin,
                                     .scope = cs->scope,
                                     .first_row = cs->pending.first_row,
                                     .first_aux = cs->pending.first_aux,
                                     .first_input = cs->pending.first_input};
        SL_TRY(template_find(cs, &t, &instance.template_i, err));
        SL_VEC_PUSH(&s->instances, sl_r1cs_instance, instance);
        for (unsigned i = 0; i < 3; i++) {
            cs->system->nonzeros[i] += cs->pending.nonzeros[i];
        }
    }
    sl_cs_pending_reset(cs);
    return SLUICE_OK;
}
