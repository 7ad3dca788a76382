// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A structure from a file is checked completely before it is used: a digest finds damage, not malice. All checks are
 * linear in the size of the file; for that, templates and pins must stand one after the other without gaps or overlaps.
 */
#include <stdatomic.h>
#include <string.h>

#include "proof/r1cs/r1cs_file.h"
#include "proof/r1cs/structure.h"

#define BAD(...) SL_FAIL(err, SLUICE_E_CORRUPT, __VA_ARGS__)

static sluice_status counts_validate(const sl_r1cs *r1cs, const char *name, sluice_error *err) {
    if (r1cs->inputs_n == 0 || r1cs->inputs_n > SL_INPUTS_MAX || r1cs->aux_n > SL_WIRES_MAX ||
        (uint64_t)r1cs->rows_n + r1cs->inputs_n > SL_ROWS_MAX) {
        return BAD("%s: %u inputs, %u wires, %u rows are no circuit", name, r1cs->inputs_n, r1cs->aux_n, r1cs->rows_n);
    }
    const uint64_t words = ((uint64_t)r1cs->aux_n + 63) / 64;
    if (r1cs->wire_types_n != words) {
        return BAD("%s: wire types: expected %llu words, found %llu", name, (unsigned long long)words,
                   (unsigned long long)r1cs->wire_types_n);
    }
    uint64_t fields = 0;
    for (uint64_t i = 0; i < words; i++) {
        fields += sl_popcount(r1cs->wire_types[i]);
    }
    if (fields != r1cs->fields_n || (r1cs->aux_n % 64 != 0 && r1cs->wire_types[words - 1] >> (r1cs->aux_n % 64) != 0)) {
        return BAD("%s: wire types: expected %u fields among %u wires, found %llu", name, r1cs->fields_n, r1cs->aux_n,
                   (unsigned long long)fields);
    }
    return SLUICE_OK;
}

static sluice_status coeffs_validate(const sl_r1cs *r1cs, const char *name, sluice_error *err) {
    const sl_fr one = sl_fr_one();
    sl_fr minus_one;
    sl_fr_neg(&minus_one, &one);
    if (r1cs->coeffs_n < 2 || r1cs->coeffs_n > UINT32_MAX || !sl_fr_eq(&r1cs->coeffs[SL_COEFF_ONE], &one) ||
        !sl_fr_eq(&r1cs->coeffs[SL_COEFF_MINUS_ONE], &minus_one)) {
        return BAD("%s: coefficients do not start with 1 and -1", name);
    }
    for (uint64_t i = 0; i < r1cs->coeffs_n; i++) {
        if (!sl_fr_limbs_canonical(r1cs->coeffs[i].l) || sl_fr_is_zero(&r1cs->coeffs[i])) {
            return BAD("%s: coefficient %llu is zero or not below r", name, (unsigned long long)i);
        }
    }
    return SLUICE_OK;
}

static sluice_status scopes_validate(const sl_r1cs *r1cs, const char *name, sluice_error *err) {
    if (r1cs->names_n == 0 || r1cs->names_n > UINT32_MAX || r1cs->names[r1cs->names_n - 1] != '\0') {
        return BAD("%s: names of scopes do not end", name);
    }
    for (uint64_t i = 0; i < r1cs->names_n; i++) { /* they are printed */
        if (r1cs->names[i] != '\0' && (r1cs->names[i] <= ' ' || r1cs->names[i] > '~')) {
            return BAD("%s: names of scopes: byte %d at %llu", name, r1cs->names[i], (unsigned long long)i);
        }
    }
    if (r1cs->scopes_n == 0 || r1cs->scopes_n > UINT32_MAX) {
        return BAD("%s: %llu scopes", name, (unsigned long long)r1cs->scopes_n);
    }
    for (uint64_t i = 0; i < r1cs->scopes_n; i++) {
        const sl_r1cs_scope *s = &r1cs->scopes[i];
        const bool has_parent = i == 0 ? s->parent == 0 : s->parent < i;
        if (!has_parent || s->name >= r1cs->names_n || s->first_row > r1cs->rows_n ||
            s->rows_n > r1cs->rows_n - s->first_row || s->first_aux > r1cs->aux_n ||
            s->aux_n > r1cs->aux_n - s->first_aux) {
            return BAD("%s: scope %llu: parent %u, name %u, rows %u + %u, wires %u + %u", name, (unsigned long long)i,
                       s->parent, s->name, s->first_row, s->rows_n, s->first_aux, s->aux_n);
        }
    }
    return SLUICE_OK;
}

/* Where the next template has to start. */
typedef struct place {
    uint64_t lc, term, slot_word;
} place;

static sluice_status template_types_validate(const sl_r1cs *r1cs, const char *name, uint64_t i, sluice_error *err) {
    const sl_r1cs_template *t = &r1cs->templates[i];
    const uint64_t slots = sl_template_slots_n(t);
    const uint64_t *types = r1cs->slot_types + t->first_slot_word;
    bool ok = (types[0] & 1) == 0 && (slots % 64 == 0 || types[slots / 64] >> (slots % 64) == 0);
    for (uint64_t slot = UINT64_C(1) + t->pins_n; ok && slot <= (uint64_t)t->pins_n + t->inputs_n; slot++) {
        ok = sl_bit_get(types, (size_t)slot);
    }
    return ok ? SLUICE_OK : BAD("%s: template %llu: slot types do not fit the slots", name, (unsigned long long)i);
}

/* Where the template stands, and how much it takes. */
static sluice_status template_place(const sl_r1cs *r1cs, const char *name, uint64_t i, place *next, sluice_error *err) {
    const sl_r1cs_template *t = &r1cs->templates[i];
    const uint64_t lc_n = 3 * (uint64_t)t->rows_n + 1;
    const uint64_t slots = sl_template_slots_n(t);
    const uint64_t slot_words = (slots + 63) / 64;
    if (t->rows_n == 0 || slots > UINT32_MAX || t->first_lc != next->lc || t->first_term != next->term ||
        t->first_slot_word != next->slot_word || lc_n > r1cs->lc_ends_n - next->lc ||
        slot_words > r1cs->slot_types_n - next->slot_word) {
        return BAD("%s: template %llu of %u rows over %llu slots is out of place", name, (unsigned long long)i,
                   t->rows_n, (unsigned long long)slots);
    }
    const uint32_t terms_n = r1cs->lc_ends[t->first_lc + lc_n - 1];
    if (terms_n > r1cs->terms_n - t->first_term) {
        return BAD("%s: template %llu: %u terms from %llu on, of %llu", name, (unsigned long long)i, terms_n,
                   (unsigned long long)t->first_term, (unsigned long long)r1cs->terms_n);
    }
    next->lc += lc_n;
    next->term += terms_n;
    next->slot_word += slot_words;
    return SLUICE_OK;
}

/* What is in a template that is in place. */
static sluice_status template_validate(const sl_r1cs *r1cs, const char *name, uint64_t i, sluice_error *err) {
    const sl_r1cs_template *t = &r1cs->templates[i];
    const uint64_t lc_n = 3 * (uint64_t)t->rows_n + 1;
    const uint64_t slots = sl_template_slots_n(t);
    const uint32_t *lc_ends = r1cs->lc_ends + t->first_lc;
    if (lc_ends[0] != 0) {
        return BAD("%s: template %llu: the first row starts at term %u", name, (unsigned long long)i, lc_ends[0]);
    }
    for (uint64_t lc = 1; lc < lc_n; lc++) {
        if (lc_ends[lc] < lc_ends[lc - 1] || lc_ends[lc] > lc_ends[lc_n - 1]) {
            return BAD("%s: template %llu, row %llu: terms %u to %u", name, (unsigned long long)i,
                       (unsigned long long)((lc - 1) / 3), lc_ends[lc - 1], lc_ends[lc]);
        }
        uint64_t slot_min = 0;
        for (uint64_t j = lc_ends[lc - 1]; j < lc_ends[lc]; j++) {
            const sl_r1cs_term *term = &r1cs->terms[t->first_term + j];
            if (term->slot < slot_min || term->slot >= slots || term->coeff >= r1cs->coeffs_n) {
                return BAD(
                    "%s: template %llu, row %llu: term of slot %u (%llu .. %llu expected), coefficient %u of %llu",
                    name, (unsigned long long)i, (unsigned long long)((lc - 1) / 3), term->slot,
                    (unsigned long long)slot_min, (unsigned long long)slots - 1, term->coeff,
                    (unsigned long long)r1cs->coeffs_n);
            }
            slot_min = (uint64_t)term->slot + 1;
        }
    }
    return template_types_validate(r1cs, name, i, err);
}

typedef struct templates_job {
    const sl_r1cs *r1cs;
    const char *name;
    atomic_bool is_bad;
} templates_job;

static void template_task(void *data, size_t i, size_t worker) {
    (void)worker;
    templates_job *job = data;
    if (template_validate(job->r1cs, job->name, i, NULL) != SLUICE_OK) {
        atomic_store(&job->is_bad, true);
    }
}

static sluice_status templates_validate(const sl_r1cs *r1cs, const char *name, sl_pool *pool, sluice_error *err) {
    place next = {0};
    if (r1cs->templates_n > UINT32_MAX) {
        return BAD("%s: %llu templates", name, (unsigned long long)r1cs->templates_n);
    }
    for (uint64_t i = 0; i < r1cs->templates_n; i++) {
        SL_TRY(template_place(r1cs, name, i, &next, err));
    }
    if (next.lc != r1cs->lc_ends_n || next.term != r1cs->terms_n || next.slot_word != r1cs->slot_types_n) {
        return BAD("%s: rows, terms or slot types that belong to no template", name);
    }
    templates_job job = {.r1cs = r1cs, .name = name};
    sl_r1cs_for_each(pool, (size_t)r1cs->templates_n, template_task, &job);
    for (uint64_t i = 0; i < r1cs->templates_n && atomic_load(&job.is_bad); i++) { /* the first, with its message */
        SL_TRY(template_validate(r1cs, name, i, err));
    }
    return SLUICE_OK;
}

/* What is used up by the instances before. */
typedef struct cursor {
    uint64_t row, aux, input, pin;
} cursor;

/* Pins: earlier wires, each once, of the type that the template says. seen: a bit a variable, 0 before and after. */
static sluice_status pins_validate(const sl_r1cs *r1cs, const char *name, uint64_t i, uint64_t *seen,
                                   sluice_error *err) {
    const sl_r1cs_instance *instance = &r1cs->instances[i];
    const sl_r1cs_template *t = &r1cs->templates[instance->template_i];
    const uint64_t *types = r1cs->slot_types + t->first_slot_word;
    const uint32_t *pins = r1cs->pins + instance->first_pin;
    for (uint32_t p = 0; p < t->pins_n; p++) {
        const uint32_t index = sl_wire_index(pins[p]);
        const bool is_aux = sl_wire_is_aux(pins[p]);
        bool ok = is_aux ? index < instance->first_aux : index > 0 && index < instance->first_input;
        if (ok) {
            const size_t at = sl_variable_of(r1cs, pins[p]);
            const bool is_field = !is_aux || sl_bit_get(r1cs->wire_types, index);
            ok = !sl_bit_get(seen, at) && is_field == sl_bit_get(types, p + 1);
            seen[at / 64] |= UINT64_C(1) << (at % 64);
        }
        if (!ok) {
            return BAD("%s: instance %llu: pin %u is %s wire %u: repeated, not allocated before, or of the wrong type",
                       name, (unsigned long long)i, p, is_aux ? "auxiliary" : "input", index);
        }
    }
    for (uint32_t p = 0; p < t->pins_n; p++) {
        seen[sl_variable_of(r1cs, pins[p]) / 64] = 0;
    }
    return SLUICE_OK;
}

static sluice_status instance_validate(const sl_r1cs *r1cs, const char *name, uint64_t i, cursor *next, uint64_t *seen,
                                       sluice_error *err) {
    const sl_r1cs_instance *instance = &r1cs->instances[i];
    if (instance->template_i >= r1cs->templates_n || instance->scope >= r1cs->scopes_n || instance->reserved != 0) {
        return BAD("%s: instance %llu: template %u, scope %u", name, (unsigned long long)i, instance->template_i,
                   instance->scope);
    }
    const sl_r1cs_template *t = &r1cs->templates[instance->template_i];
    if (instance->first_row != next->row || t->rows_n > r1cs->rows_n - next->row || instance->first_pin != next->pin ||
        t->pins_n > r1cs->pins_n - next->pin || instance->first_aux < next->aux || instance->first_aux > r1cs->aux_n ||
        t->aux_n > r1cs->aux_n - instance->first_aux || instance->first_input < next->input ||
        instance->first_input > r1cs->inputs_n || t->inputs_n > r1cs->inputs_n - instance->first_input) {
        return BAD("%s: instance %llu: row %u, pin %llu, wire %u, input %u are out of place", name,
                   (unsigned long long)i, instance->first_row, (unsigned long long)instance->first_pin,
                   instance->first_aux, instance->first_input);
    }
    SL_TRY(pins_validate(r1cs, name, i, seen, err));
    const uint64_t *types = r1cs->slot_types + t->first_slot_word;
    const size_t aux_slot = (size_t)1 + t->pins_n + t->inputs_n;
    if (!sl_bits_equal(types, aux_slot, r1cs->wire_types, instance->first_aux, t->aux_n)) {
        return BAD("%s: instance %llu: wires from %u on are not of the types of template %u", name,
                   (unsigned long long)i, instance->first_aux, instance->template_i);
    }
    next->row += t->rows_n;
    next->pin += t->pins_n;
    next->aux = (uint64_t)instance->first_aux + t->aux_n;
    next->input = (uint64_t)instance->first_input + t->inputs_n;
    return SLUICE_OK;
}

static sluice_status instances_validate(const sl_r1cs *r1cs, const char *name, uint64_t *seen, sluice_error *err) {
    cursor next = {.input = 1};
    for (uint64_t i = 0; i < r1cs->instances_n; i++) {
        SL_TRY(instance_validate(r1cs, name, i, &next, seen, err));
    }
    if (next.row != r1cs->rows_n || next.pin != r1cs->pins_n) {
        return BAD("%s: expected %u rows and %llu pins, found %llu and %llu", name, r1cs->rows_n,
                   (unsigned long long)r1cs->pins_n, (unsigned long long)next.row, (unsigned long long)next.pin);
    }
    return SLUICE_OK;
}

static sluice_status nonzeros_validate(const sl_r1cs *r1cs, const char *name, sluice_error *err) {
    sl_buf counts_buf;
    SL_TRY(sl_buf_alloc_n(&counts_buf, (size_t)r1cs->templates_n, 3 * sizeof(uint64_t), "nonzeros", err));
    uint64_t *counts = counts_buf.data;
    for (uint64_t i = 0; i < r1cs->templates_n; i++) {
        const sl_r1cs_template *t = &r1cs->templates[i];
        const uint32_t *lc_ends = r1cs->lc_ends + t->first_lc;
        for (uint64_t lc = 0; lc < 3 * (uint64_t)t->rows_n; lc++) {
            counts[3 * i + lc % 3] += lc_ends[lc + 1] - lc_ends[lc];
        }
    }
    uint64_t sums[3] = {0};
    for (uint64_t i = 0; i < r1cs->instances_n; i++) {
        for (size_t k = 0; k < 3; k++) {
            sums[k] += counts[3 * (size_t)r1cs->instances[i].template_i + k];
        }
    }
    sl_buf_release(&counts_buf);
    for (size_t k = 0; k < 3; k++) {
        if (sums[k] != r1cs->nonzeros[k]) {
            return BAD("%s: nonzeros of %c: expected %llu, found %llu", name, "ABC"[k],
                       (unsigned long long)r1cs -> nonzeros[k], (unsigned long long)sums[k]);
        }
    }
    return SLUICE_OK;
}

sluice_status sl_r1cs_validate_templates(const sl_r1cs *r1cs, const char *name, sl_pool *pool, sluice_error *err) {
    SL_TRY(counts_validate(r1cs, name, err));
    SL_TRY(coeffs_validate(r1cs, name, err));
    SL_TRY(scopes_validate(r1cs, name, err));
    return templates_validate(r1cs, name, pool, err);
}

sluice_status sl_r1cs_validate_instances(const sl_r1cs *r1cs, const char *name, sluice_error *err) {
    sl_buf seen;
    SL_TRY(sl_buf_alloc_n(&seen, ((size_t)r1cs->inputs_n + r1cs->aux_n + 63) / 64, sizeof(uint64_t),
                          "pins of an instance", err));
    const sluice_status status = instances_validate(r1cs, name, seen.data, err);
    sl_buf_release(&seen);
    SL_TRY(status);
    return nonzeros_validate(r1cs, name, err);
}
