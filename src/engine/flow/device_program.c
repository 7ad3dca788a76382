// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/flow/device_program.h"

#include "proof/r1cs/keysort.h"
#include "proof/r1cs/program.h"
#include "proof/r1cs/structure.h"

/* Pages that buffers are rounded up to. */
#define SLACK_BYTES ((uint64_t)64 << 10)

/* Arrays of the system are a device's as they are. */
_Static_assert(sizeof(sl_module_value) == sizeof(sl_fr), "values");
_Static_assert(sizeof(sl_module_op) == sizeof(sl_lc_op) && offsetof(sl_module_op, slots) == offsetof(sl_lc_op, slots) &&
                   (int)SL_MODULE_OP_FIELD == (int)SL_OP_FIELD && (int)SL_MODULE_OP_RUNS == (int)SL_OP_RUNS &&
                   (int)SL_MODULE_OP_TERMS == (int)SL_OP_OTHER,
               "operations");
_Static_assert(sizeof(sl_module_run) == sizeof(sl_bit_run) &&
                   offsetof(sl_module_run, slot) == offsetof(sl_bit_run, slot) &&
                   offsetof(sl_module_run, n) == offsetof(sl_bit_run, n) &&
                   offsetof(sl_module_run, step) == offsetof(sl_bit_run, step),
               "runs");
_Static_assert(sizeof(sl_module_term) == sizeof(sl_r1cs_term) &&
                   offsetof(sl_module_term, coeff) == offsetof(sl_r1cs_term, coeff) &&
                   SL_MODULE_COEFF_ONE == SL_COEFF_ONE,
               "terms");
_Static_assert(SL_MODULE_SLOT_BIT == SL_SLOT_BIT && SL_MODULE_PIN_AUX == SL_WIRE_AUX, "slots and pins");

/* What is made here, in the order of storage; u64 arrays first. */
typedef struct parts {
    sl_module_instance *instances;
    sl_module_template *templates;
    uint64_t *keys; /* of the rows of one template, and as many to sort them */
    uint32_t *order, *chunks[SL_MODULE_TILES_KINDS], *pins, *b_inputs;
    uint32_t *ranks[4]; /* of the density of A, of it and fields, of B likewise; a word of wires each and one more */
} parts;

/* How long a combination takes, in about the time of a run of bits; 0 for what one load gives. */
static uint64_t lc_cost(const sl_r1cs *r1cs, uint64_t lc) {
    const sl_lc_op *op = &r1cs->lc_ops[lc];
    if (op->what <= SL_OP_FIELD) {
        return 0;
    }
    return op->what == SL_OP_RUNS ? 1 + (uint64_t)op->slots[0]
                                  : 1 + 2 * (uint64_t)(r1cs->lc_ends[lc + 1] - r1cs->lc_ends[lc]);
}

static bool row_is_tables(const sl_r1cs *r1cs, uint64_t lc) {
    return r1cs->lc_ops[lc].what < SL_OP_FIELD && r1cs->lc_ops[lc + 1].what < SL_OP_FIELD &&
           r1cs->lc_ops[lc + 2].what < SL_OP_FIELD;
}

/* The order of a template's rows; returns how many are tables. keys: 2 rows_n. */
static uint32_t rows_order(const sl_r1cs *r1cs, const sl_r1cs_template *t, uint32_t *order, uint64_t *keys) {
    uint32_t tables_n = 0, others_n = 0;
    for (uint32_t row = 0; row < t->rows_n; row++) {
        const uint64_t lc = t->first_lc + 3 * (uint64_t)row;
        if (row_is_tables(r1cs, lc)) {
            order[tables_n++] = row;
        } else {
            const uint64_t cost = lc_cost(r1cs, lc) + lc_cost(r1cs, lc + 1) + lc_cost(r1cs, lc + 2);
            keys[others_n++] = SL_MIN(cost, (uint64_t)UINT32_MAX) << 32 | row;
        }
    }
    sl_keys_sort(keys, keys + t->rows_n, others_n);
    for (uint32_t i = 0; i < others_n; i++) {
        order[tables_n + i] = (uint32_t)keys[i];
    }
    return tables_n;
}

static void templates_make(const sl_r1cs *r1cs, parts *p) {
    uint64_t first_order = 0;
    for (uint64_t i = 0; i < r1cs->templates_n; i++) {
        const sl_r1cs_template *t = &r1cs->templates[i];
        p->templates[i] = (sl_module_template){.first_lc = t->first_lc,
                                               .first_term = t->first_term,
                                               .first_rank = 64 * t->first_slot_word,
                                               .first_order = first_order,
                                               .rows_n = t->rows_n,
                                               .pins_n = t->pins_n,
                                               .inputs_n = t->inputs_n};
        p->templates[i].table_rows_n = rows_order(r1cs, t, p->order + first_order, p->keys);
        first_order += t->rows_n;
    }
}

/* Pins that are field values say which; their types are those of the slots. */
static void pins_make(const sl_r1cs *r1cs, const sl_instance_view *v, uint32_t *pins) {
    for (uint32_t i = 0; i < v->t->pins_n; i++) {
        const sl_wire wire = v->pins[i];
        pins[i] = v->slot_ranks[i + 1] != SL_SLOT_BIT && sl_wire_is_aux(wire)
                      ? SL_MODULE_PIN_AUX | sl_field_index(r1cs, sl_wire_index(wire))
                      : wire;
    }
}

static uint32_t tiles_of(uint32_t rows) {
    return rows / SL_MODULE_TILE_ROWS + (rows % SL_MODULE_TILE_ROWS != 0);
}

/* Instances, their pins, and for each chunk of tiles whose they are; tiles_n: as they are counted. */
static void instances_make(const sl_r1cs *r1cs, parts *p, uint32_t tiles_n[SL_MODULE_TILES_KINDS]) {
    uint32_t chunks_n[SL_MODULE_TILES_KINDS] = {0}, owner[SL_MODULE_TILES_KINDS] = {0};
    tiles_n[0] = tiles_n[1] = 0;
    for (uint32_t i = 0; i < r1cs->instances_n; i++) {
        const sl_instance_view v = sl_instance_view_at(r1cs, i);
        const sl_module_template *t = &p->templates[v.instance->template_i];
        pins_make(r1cs, &v, p->pins + v.instance->first_pin);
        p->instances[i] = (sl_module_instance){.first_pin = v.instance->first_pin,
                                               .template_i = v.instance->template_i,
                                               .first_row = v.instance->first_row,
                                               .first_aux = v.instance->first_aux,
                                               .first_field = v.first_field,
                                               .first_input = v.instance->first_input,
                                               .first_tile = {tiles_n[0], tiles_n[1]}};
        const uint32_t rows[SL_MODULE_TILES_KINDS] = {t->table_rows_n, t->rows_n - t->table_rows_n};
        for (size_t kind = 0; kind < SL_MODULE_TILES_KINDS; kind++) {
            tiles_n[kind] += tiles_of(rows[kind]);
            owner[kind] = rows[kind] > 0 ? i : owner[kind];
            while ((uint64_t)chunks_n[kind] * SL_MODULE_CHUNK_TILES(kind) < tiles_n[kind]) {
                p->chunks[kind][chunks_n[kind]++] = i;
            }
        }
    }
    for (size_t kind = 0; kind < SL_MODULE_TILES_KINDS; kind++) {
        p->chunks[kind][chunks_n[kind]] = owner[kind];
    }
}

/* Ones of a density before each word, and of those that are fields. */
static void ranks_make(const sl_r1cs *r1cs, const uint64_t *density, uint32_t *ranks, uint32_t *field_ranks) {
    const size_t words = ((size_t)r1cs->aux_n + 63) / 64;
    ranks[0] = field_ranks[0] = 0;
    for (size_t i = 0; i < words; i++) {
        ranks[i + 1] = ranks[i] + sl_popcount(density[i]);
        field_ranks[i + 1] = field_ranks[i] + sl_popcount(density[i] & r1cs->wire_types[i]);
    }
}

static void b_inputs_make(const sl_r1cs *r1cs, const sl_density *density, uint32_t *b_inputs) {
    size_t n = 0;
    for (uint32_t i = 0; i < r1cs->inputs_n; i++) {
        if (sl_bit_get(density->b_inputs, i)) {
            b_inputs[n++] = i;
        }
    }
}

typedef struct sizes {
    uint64_t order, keys, ranks, chunks[SL_MODULE_TILES_KINDS];
} sizes;

/* Upper bounds for the chunks of tiles: no instance has more than its rows give. */
static sizes sizes_of(const sl_r1cs *r1cs) {
    sizes s = {.ranks = ((uint64_t)r1cs->aux_n + 63) / 64 + 1};
    for (uint64_t i = 0; i < r1cs->templates_n; i++) {
        s.order += r1cs->templates[i].rows_n;
        s.keys = SL_MAX(s.keys, (uint64_t)r1cs->templates[i].rows_n);
    }
    const uint64_t tiles = r1cs->rows_n / SL_MODULE_TILE_ROWS + r1cs->instances_n;
    for (size_t kind = 0; kind < SL_MODULE_TILES_KINDS; kind++) {
        s.chunks[kind] = tiles / SL_MODULE_CHUNK_TILES(kind) + 2;
    }
    return s;
}

static uint64_t storage_bytes(const sl_r1cs *r1cs, const sizes *s, size_t b_inputs_n) {
    const uint64_t words = s->order + s->chunks[0] + s->chunks[1] + r1cs->pins_n + b_inputs_n + 4 * s->ranks;
    return r1cs->instances_n * sizeof(sl_module_instance) + r1cs->templates_n * sizeof(sl_module_template) +
           2 * s->keys * sizeof(uint64_t) + words * sizeof(uint32_t);
}

static sluice_status storage_alloc(const sl_r1cs *r1cs, const sizes *s, size_t b_inputs_n, sl_buf *storage, parts *p,
                                   sluice_error *err) {
    SL_TRY(sl_buf_alloc(storage, (size_t)storage_bytes(r1cs, s, b_inputs_n), "circuit for a device", err));
    p->instances = storage->data;
    p->templates = (sl_module_template *)(p->instances + r1cs->instances_n);
    p->keys = (uint64_t *)(p->templates + r1cs->templates_n);
    p->order = (uint32_t *)(p->keys + 2 * s->keys);
    p->chunks[0] = p->order + s->order;
    p->chunks[1] = p->chunks[0] + s->chunks[0];
    p->pins = p->chunks[1] + s->chunks[1];
    p->b_inputs = p->pins + r1cs->pins_n;
    for (size_t i = 0; i < SL_ARRAY_N(p->ranks); i++) {
        p->ranks[i] = p->b_inputs + b_inputs_n + i * s->ranks;
    }
    return SLUICE_OK;
}

static void arrays_set(sl_module_program *out, const sl_r1cs *r1cs, const sl_density *density, const parts *p,
                       const sizes *s) {
    const uint64_t words = s->ranks - 1;
#define ARRAY(field, from, n) out->field = (from), out->field##_n = (n)
    ARRAY(templates, p->templates, r1cs->templates_n);
    ARRAY(instances, p->instances, r1cs->instances_n);
    ARRAY(table_chunks, p->chunks[0], s->chunks[0]);
    ARRAY(other_chunks, p->chunks[1], s->chunks[1]);
    ARRAY(order, p->order, s->order);
    ARRAY(ops, (const sl_module_op *)r1cs->lc_ops, r1cs->lc_ends_n);
    ARRAY(ends, r1cs->lc_ends, r1cs->lc_ends_n);
    ARRAY(terms, (const sl_module_term *)r1cs->terms, r1cs->terms_n);
    ARRAY(runs, (const sl_module_run *)r1cs->runs, r1cs->runs_n);
    ARRAY(values, (const sl_module_value *)r1cs->lc_values, r1cs->lc_values_n);
    ARRAY(coeffs, (const sl_module_value *)r1cs->coeffs, r1cs->coeffs_n);
    ARRAY(ranks, r1cs->slot_ranks, 64 * r1cs->slot_types_n);
    ARRAY(pins, p->pins, r1cs->pins_n);
    ARRAY(wire_types, r1cs->wire_types, words);
    ARRAY(field_ranks, r1cs->field_ranks, s->ranks);
    ARRAY(a_density, density->a_aux, words);
    ARRAY(a_ranks, p->ranks[0], s->ranks);
    ARRAY(a_field_ranks, p->ranks[1], s->ranks);
    ARRAY(b_density, density->b_aux, words);
    ARRAY(b_ranks, p->ranks[2], s->ranks);
    ARRAY(b_field_ranks, p->ranks[3], s->ranks);
    ARRAY(b_inputs, p->b_inputs, density->b_inputs_n);
#undef ARRAY
}

sluice_status sl_device_program_make(sl_device_program *out, const sl_r1cs *r1cs, sluice_error *err) {
    sl_device_program made = {
        .arrays = {
            .inputs_n = r1cs->inputs_n, .aux_n = r1cs->aux_n, .rows_n = r1cs->rows_n, .fields_n = r1cs->fields_n}};
    parts p;
    const sizes s = sizes_of(r1cs);
    SL_TRY(sl_r1cs_density(r1cs, &made.density, err));
    const sluice_status status = storage_alloc(r1cs, &s, made.density.b_inputs_n, &made.storage, &p, err);
    if (status != SLUICE_OK) {
        sl_density_release(&made.density);
        return status;
    }
    templates_make(r1cs, &p);
    instances_make(r1cs, &p, made.arrays.tiles_n);
    ranks_make(r1cs, made.density.a_aux, p.ranks[0], p.ranks[1]);
    ranks_make(r1cs, made.density.b_aux, p.ranks[2], p.ranks[3]);
    b_inputs_make(r1cs, &made.density, p.b_inputs);
    arrays_set(&made.arrays, r1cs, &made.density, &p, &s);
    *out = made;
    return SLUICE_OK;
}

uint64_t sl_device_program_bytes(const sl_r1cs *r1cs) {
    const sizes s = sizes_of(r1cs);
    const uint64_t densities = 2 * ((uint64_t)r1cs->aux_n + r1cs->inputs_n) / 8;
    return storage_bytes(r1cs, &s, r1cs->inputs_n) + densities + SLACK_BYTES;
}

void sl_device_program_release(sl_device_program *program) {
    sl_density_release(&program->density);
    sl_buf_release(&program->storage);
    *program = (sl_device_program){0};
}

sl_module_witness sl_device_witness(const sl_witness *witness) {
    return (sl_module_witness){.inputs = (const sl_module_value *)witness->inputs,
                               .fields = (const sl_module_value *)witness->fields,
                               .bits = witness->bits};
}
