// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/structure.h"

#include <string.h>

#include "core/base/checked.h"
#include "proof/r1cs/index_map.h"
#include "proof/r1cs/program.h"
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/r1cs_file.h"

sluice_status sl_r1cs_open_empty(sl_r1cs **out, sluice_error *err) {
    sl_buf self;
    SL_TRY(sl_buf_alloc(&self, sizeof(sl_r1cs), "constraint system", err));
    sl_r1cs *r1cs = self.data;
    r1cs->storage.self = self;
#define TAG(field, element, what) r1cs->storage.field = SL_VEC(what);
    SL_R1CS_ARRAYS(TAG)
#undef TAG
    *out = r1cs;
    return SLUICE_OK;
}

void sl_r1cs_close(sl_r1cs *r1cs) {
    if (r1cs == NULL) {
        return;
    }
#define RELEASE(field, element, what) sl_vec_release(&r1cs->storage.field);
    SL_R1CS_ARRAYS(RELEASE)
#undef RELEASE
    sl_buf_release(&r1cs->storage.image);
    sl_buf_release(&r1cs->storage.field_ranks);
    sl_buf_release(&r1cs->storage.slot_ranks);
    sl_buf_release(&r1cs->storage.lc_codes);
    sl_buf_release(&r1cs->storage.lc_values);
    sl_buf_release(&r1cs->storage.row_index);
    sl_buf_release(&r1cs->storage.lc_ops);
    sl_buf_release(&r1cs->storage.runs);
    sl_buf self = r1cs->storage.self;
    sl_buf_release(&self);
}

static sluice_status field_ranks_derive(sl_r1cs *r1cs, sluice_error *err) {
    const size_t words = (size_t)r1cs->wire_types_n;
    SL_TRY(sl_buf_alloc_n(&r1cs->storage.field_ranks, words + 1, sizeof(uint32_t), "ranks of field wires", err));
    uint32_t *ranks = r1cs->storage.field_ranks.data;
    for (size_t i = 0; i < words; i++) {
        ranks[i + 1] = ranks[i] + sl_popcount(r1cs->wire_types[i]);
    }
    r1cs->field_ranks = ranks;
    r1cs->fields_n = ranks[words];
    return SLUICE_OK;
}

static sluice_status slot_ranks_derive(sl_r1cs *r1cs, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(&r1cs->storage.slot_ranks, (size_t)r1cs->slot_types_n, 64 * sizeof(uint32_t),
                          "ranks of field slots", err));
    uint32_t *all = r1cs->storage.slot_ranks.data;
    for (size_t i = 0; i < r1cs->templates_n; i++) {
        const sl_r1cs_template *t = &r1cs->templates[i];
        const uint64_t *types = r1cs->slot_types + t->first_slot_word;
        uint32_t *ranks = all + 64 * t->first_slot_word;
        const uint64_t slots = sl_template_slots_n(t);
        const uint64_t aux_slot = slots - t->aux_n;
        uint32_t rank = 0;
        for (uint64_t slot = 0; slot < slots; slot++) {
            const bool is_field = sl_bit_get(types, (size_t)slot);
            ranks[slot] = is_field ? rank : SL_SLOT_BIT;
            rank += is_field && slot >= aux_slot;
        }
    }
    r1cs->slot_ranks = all;
    return SLUICE_OK;
}

static sluice_status row_index_derive(sl_r1cs *r1cs, sluice_error *err) {
    const size_t n = ((size_t)r1cs->rows_n >> SL_ROW_INDEX_LOG2) + 2;
    SL_TRY(sl_buf_alloc_n(&r1cs->storage.row_index, n, sizeof(uint32_t), "index of rows", err));
    uint32_t *index = r1cs->storage.row_index.data;
    size_t at = 0;
    for (uint32_t i = 0; i < r1cs->instances_n; i++) {
        const uint64_t end =
            (uint64_t)r1cs->instances[i].first_row + r1cs->templates[r1cs->instances[i].template_i].rows_n;
        for (; (uint64_t)at << SL_ROW_INDEX_LOG2 < end; at++) {
            index[at] = i;
        }
    }
    for (; at < n; at++) {
        index[at] = r1cs->instances_n == 0 ? 0 : (uint32_t)r1cs->instances_n - 1;
    }
    r1cs->row_index = index;
    return SLUICE_OK;
}

/*
 * Tables for short combinations. What is tabulated depends on the coefficients only; circuits made of gadgets have a
 * few dozen kinds, others may have any number, so what does not fit is evaluated term by term.
 */
#define KIND_TERMS_MAX 4
#define KINDS_MAX 1024
#define VALUES_MAX 8192

typedef struct kind {
    uint64_t hash;
    uint32_t code;
    uint32_t terms_n;
    uint32_t has_one; /* the first term is ONE */
    uint32_t coeffs[KIND_TERMS_MAX + 1];
} kind;

/* The kinds met last stand in `recent`, by a cheaper hash: nearly all combinations are of a few kinds. */
#define RECENT 256
typedef struct kinds {
    sl_index_map index;
    sl_vec all;    /* kind */
    sl_vec values; /* sl_fr */
    kind recent[RECENT];
} kinds;

static uint64_t kind_hash(const void *data, uint32_t id) {
    return SL_VEC_AT(&((const kinds *)data)->all, kind, id).hash;
}

static sluice_status values_append(const sl_r1cs *r1cs, sl_vec *values, const sl_r1cs_term *terms, size_t n,
                                   sluice_error *err) {
    SL_TRY(SL_VEC_RESERVE(values, sl_fr, (size_t)1 << n, err));
    sl_fr *table = (sl_fr *)values->buf.data + values->n;
    const bool has_one = n > 0 && terms[0].slot == 0;
    table[0] = has_one ? r1cs->coeffs[terms[0].coeff] : sl_fr_zero();
    size_t size = 1;
    for (size_t i = has_one; i < n; i++, size *= 2) {
        for (size_t j = 0; j < size; j++) {
            sl_fr_add(&table[size + j], &table[j], &r1cs->coeffs[terms[i].coeff]);
        }
    }
    values->n += size;
    return SLUICE_OK;
}

static bool kind_equal(const kind *a, const kind *b) {
    return a->terms_n == b->terms_n && a->has_one == b->has_one && memcmp(a->coeffs, b->coeffs, sizeof a->coeffs) == 0;
}

/* Sets wanted->hash and ->code. */
static sluice_status kind_look_up(const sl_r1cs *r1cs, kinds *k, const sl_r1cs_term *terms, kind *wanted,
                                  sluice_error *err) {
    wanted->hash = sl_hash_words(wanted->has_one, wanted->coeffs, sizeof wanted->coeffs) + wanted->terms_n;
    size_t at = (size_t)wanted->hash;
    for (uint32_t id; (id = sl_index_next(&k->index, wanted->hash, &at)) != SL_INDEX_NONE;) {
        const kind *found = &SL_VEC_AT(&k->all, kind, id);
        if (kind_equal(found, wanted)) {
            wanted->code = found->code;
            return SLUICE_OK;
        }
    }
    if (k->all.n == KINDS_MAX || k->values.n + ((size_t)1 << wanted->terms_n) > VALUES_MAX) {
        wanted->code = SL_LC_BITS;
        return SLUICE_OK;
    }
    SL_TRY(SL_VEC_RESERVE(&k->all, kind, 1, err));
    wanted->code = (uint32_t)(2 * k->values.n + wanted->has_one);
    SL_TRY(values_append(r1cs, &k->values, terms, wanted->terms_n, err));
    sl_index_put(&k->index, wanted->hash, at, (uint32_t)k->all.n);
    SL_VEC_PUSH(&k->all, kind, *wanted);
    return sl_index_reserve(&k->index, kind_hash, k, err);
}

/* The code of n <= KIND_TERMS_MAX + 1 terms that are all ONE or bits. */
static sluice_status kind_find(const sl_r1cs *r1cs, kinds *k, const sl_r1cs_term *terms, size_t n, uint32_t *code,
                               sluice_error *err) {
    kind wanted = {.terms_n = (uint32_t)n, .has_one = n > 0 && terms[0].slot == 0};
    uint32_t place = wanted.terms_n + wanted.has_one;
    for (size_t i = 0; i < n; i++) {
        wanted.coeffs[i] = terms[i].coeff;
        place = 5 * place + terms[i].coeff;
    }
    kind *recent = &k->recent[place % RECENT];
    if (recent->hash == 0 || !kind_equal(recent, &wanted)) {
        SL_TRY(kind_look_up(r1cs, k, terms, &wanted, err));
        *recent = wanted;
    }
    *code = recent->code;
    return SLUICE_OK;
}

static sluice_status template_codes(sl_r1cs *r1cs, kinds *k, const sl_r1cs_template *t, uint32_t *codes,
                                    sluice_error *err) {
    const uint32_t *lc_ends = r1cs->lc_ends + t->first_lc;
    const uint64_t *types = r1cs->slot_types + t->first_slot_word;
    for (size_t i = 0; i < 3 * (size_t)t->rows_n; i++) {
        const sl_r1cs_term *terms = r1cs->terms + t->first_term + lc_ends[i];
        const size_t n = lc_ends[i + 1] - lc_ends[i];
        r1cs->lc_terms_max = SL_MAX(r1cs->lc_terms_max, (uint32_t)n);
        bool is_bits = true;
        for (size_t j = 0; j < n && is_bits; j++) {
            is_bits = !sl_bit_get(types, terms[j].slot);
        }
        codes[i] = is_bits ? SL_LC_BITS : SL_LC_GENERAL;
        if (is_bits && n <= (size_t)KIND_TERMS_MAX + (n > 0 && terms[0].slot == 0)) {
            SL_TRY(kind_find(r1cs, k, terms, n, &codes[i], err));
        }
    }
    return SLUICE_OK;
}

static sluice_status codes_derive(sl_r1cs *r1cs, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(&r1cs->storage.lc_codes, (size_t)r1cs->lc_ends_n, sizeof(uint32_t),
                          "kinds of linear combinations", err));
    uint32_t *codes = r1cs->storage.lc_codes.data;
    kinds k = {.all = SL_VEC("kinds of linear combinations"), .values = SL_VEC("values of linear combinations")};
    sluice_status status = sl_index_reserve(&k.index, kind_hash, &k, err);
    for (uint64_t i = 0; i < r1cs->templates_n && status == SLUICE_OK; i++) {
        const sl_r1cs_template *t = &r1cs->templates[i];
        status = template_codes(r1cs, &k, t, codes + t->first_lc, err);
    }
    if (status == SLUICE_OK) {
        status = sl_vec_shrink(&k.values, sizeof(sl_fr), err);
    }
    if (status == SLUICE_OK) {
        sl_buf_move(&r1cs->storage.lc_values, &k.values.buf);
        r1cs->lc_codes = codes;
        r1cs->lc_values = r1cs->storage.lc_values.data;
        r1cs->lc_values_n = k.values.n;
    }
    sl_index_release(&k.index);
    sl_vec_release(&k.all);
    sl_vec_release(&k.values);
    return status;
}

sluice_status sl_r1cs_bind(sl_r1cs *r1cs, sluice_error *err) {
#define BIND(field, element, what)                                     \
    SL_TRY(sl_vec_shrink(&r1cs->storage.field, sizeof(element), err)); \
    r1cs->field = r1cs->storage.field.buf.data;                        \
    r1cs->field##_n = r1cs->storage.field.n;
    SL_R1CS_ARRAYS(BIND)
#undef BIND
    return SLUICE_OK;
}

sluice_status sl_r1cs_derive_templates(sl_r1cs *r1cs, sluice_error *err) {
    SL_TRY(slot_ranks_derive(r1cs, err));
    SL_TRY(codes_derive(r1cs, err));
    return sl_r1cs_program_derive(r1cs, err);
}

sluice_status sl_r1cs_derive_wires(sl_r1cs *r1cs, sluice_error *err) {
    SL_TRY(field_ranks_derive(r1cs, err));
    return row_index_derive(r1cs, err);
}

void sl_r1cs_counts_get(const sl_r1cs *r1cs, sl_r1cs_counts *out) {
    *out = (sl_r1cs_counts){.inputs = r1cs->inputs_n,
                            .aux = r1cs->aux_n,
                            .rows = r1cs->rows_n,
                            .bits = r1cs->aux_n - r1cs->fields_n,
                            .fields = r1cs->fields_n,
                            .templates = r1cs->templates_n,
                            .instances = r1cs->instances_n,
                            .pins = r1cs->pins_n};
    memcpy(out->nonzeros, r1cs->nonzeros, sizeof out->nonzeros);
    sl_r1cs_file_head head;
    out->structure_bytes = sl_r1cs_file_head_make(r1cs, &head);
    while ((UINT64_C(1) << out->domain_log2) < out->rows + out->inputs) {
        out->domain_log2++;
    }
}

sluice_status sl_witness_alloc(sl_witness *out, const sl_r1cs *shape, sluice_error *err) {
    const size_t words = ((size_t)shape->aux_n + 63) / 64;
    const size_t values = (size_t)shape->inputs_n + shape->fields_n;
    size_t values_bytes, bytes;
    if (!sl_mul_size(values, sizeof(sl_fr), &values_bytes) ||
        !sl_add_size(values_bytes, words * sizeof(uint64_t), &bytes)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "witness: %zu values are more than the address space", values);
    }
    sl_buf storage;
    SL_TRY(sl_buf_alloc(&storage, bytes, "witness", err));
    sl_buf_mark_secret(&storage);
    sl_fr *inputs = storage.data;
    *out = (sl_witness){.inputs_n = shape->inputs_n,
                        .aux_n = shape->aux_n,
                        .fields_n = shape->fields_n,
                        .inputs = inputs,
                        .fields = inputs + shape->inputs_n,
                        .bits = (uint64_t *)(void *)(inputs + values),
                        .storage = storage};
    inputs[0] = sl_fr_one();
    return SLUICE_OK;
}

void sl_witness_release(sl_witness *witness) {
    sl_buf_release(&witness->storage);
    *witness = (sl_witness){0};
}

sluice_status sl_witness_publics_check(const sl_witness *witness, const sl_fr *publics, size_t n, sluice_error *err) {
    if (witness->inputs_n != n + 1) {
        return SL_FAIL(err, SLUICE_E_INTERNAL, "%zu public inputs, the circuit has %zu", n, witness->inputs_n - 1);
    }
    for (size_t i = 0; i < n; i++) {
        if (!sl_fr_eq(&publics[i], &witness->inputs[i + 1])) {
            return SL_FAIL(err, SLUICE_E_MISMATCH, "public input %zu of the witness is not the derived one", i);
        }
    }
    return SLUICE_OK;
}
