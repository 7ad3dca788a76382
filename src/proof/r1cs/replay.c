// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Shape mode: keyed scopes. The arrays of a system are flat and only grow, so a recording is a range of each of them
 * (sl_mark), and replaying it is copying the ranges with everything moved along.
 */
#include <string.h>

#include "proof/r1cs/builder_state.h"

/* Pattern word of a pin: what it is, and the number of the first pin that is the same wire. */
#define PIN_ONE UINT32_C(0x00000000)
#define PIN_INPUT UINT32_C(0x40000000)
#define PIN_BIT UINT32_C(0x80000000)
#define PIN_FIELD UINT32_C(0xc0000000)
#define PINS_MAX ((size_t)0x3fffffff)

/* Symbols: number of a pin of the caller, or: the scope's own wire. */
#define SYMBOL_OWN UINT32_MAX

static sl_mark mark_now(const sl_cs *cs) {
    const struct sl_r1cs_storage *s = &cs->system->storage;
    sl_mark mark = {.rows = cs->rows_n,
                    .aux = cs->aux_n,
                    .inputs = cs->inputs_n,
                    .scopes = s->scopes.n,
                    .instances = s->instances.n,
                    .pins = s->pins.n};
    memcpy(mark.nonzeros, cs->system->nonzeros, sizeof mark.nonzeros);
    return mark;
}

static sluice_status bytes_append(sl_cs *cs, const void *data, size_t bytes, size_t *at, sluice_error *err) {
    const size_t padded = (bytes + 3) & ~(size_t)3;
    SL_TRY(SL_VEC_RESERVE(&cs->bytes, char, padded + 1, err)); /* a buffer even for nothing: no null pointers below */
    char *to = (char *)cs->bytes.buf.data + cs->bytes.n;
    memset(to, 0, padded);
    if (bytes > 0) {
        memcpy(to, data, bytes);
    }
    *at = cs->bytes.n;
    cs->bytes.n += padded;
    return SLUICE_OK;
}

static const char *bytes_at(const sl_cs *cs, size_t at) {
    return (const char *)cs->bytes.buf.data + at;
}

static size_t padded_key_bytes(const sl_keyed *keyed) {
    return (keyed->key_bytes + 3) & ~(size_t)3;
}

/* Of a recording under way: the caller's pins. */
static const uint32_t *recorded_pins(const sl_cs *cs, const sl_keyed *keyed) {
    return (const uint32_t *)(const void *)bytes_at(cs, keyed->key_at + padded_key_bytes(keyed) + 4 * keyed->pins_n);
}

static sluice_status pattern_word(sl_cs *cs, sl_wire pin, uint32_t i, uint32_t *out, sluice_error *err) {
    const uint32_t index = sl_wire_index(pin);
    const bool is_aux = sl_wire_is_aux(pin);
    if (index >= (is_aux ? cs->aux_n : cs->inputs_n)) {
        return SL_FAIL(err, SLUICE_E_INTERNAL, "circuit: pin %u of a keyed scope is %s wire %u of %u", i,
                       is_aux ? "auxiliary" : "input", index, is_aux ? cs->aux_n : cs->inputs_n);
    }
    uint32_t first;
    SL_TRY(sl_pin_map_put(&cs->key_pins, pin, i, &first, err));
    const uint32_t aux_kind =
        is_aux && sl_bit_get(cs->system->storage.wire_types.buf.data, index) ? PIN_FIELD : PIN_BIT;
    *out = first | (is_aux ? aux_kind : pin == SL_WIRE_ONE ? PIN_ONE : PIN_INPUT);
    return SLUICE_OK;
}

/* Appends key, pattern and pins to cs->bytes and fills name, hash and where they stand. */
static sluice_status keyed_describe(sl_cs *cs, sl_keyed *out, const void *key, size_t key_bytes, const sl_wire *pins,
                                    size_t pins_n, sluice_error *err) {
    if (pins_n > PINS_MAX || key_bytes > PINS_MAX) {
        return SL_FAIL(err, SLUICE_E_INTERNAL, "circuit: a keyed scope with %zu pins, %zu bytes of key", pins_n,
                       key_bytes);
    }
    size_t at;
    out->key_bytes = key_bytes;
    out->pins_n = pins_n;
    SL_TRY(bytes_append(cs, key, key_bytes, &out->key_at, err));
    SL_TRY(SL_VEC_RESERVE(&cs->bytes, char, 8 * pins_n, err));
    uint32_t *pattern = (uint32_t *)(void *)((char *)cs->bytes.buf.data + cs->bytes.n);
    sl_pin_map_clear(&cs->key_pins);
    for (size_t i = 0; i < pins_n; i++) {
        SL_TRY(pattern_word(cs, pins[i], (uint32_t)i, &pattern[i], err));
    }
    cs->bytes.n += 4 * pins_n;
    out->hash = sl_hash_words(cs->seed ^ out->name ^ (uint64_t)key_bytes << 32, bytes_at(cs, out->key_at),
                              padded_key_bytes(out) + 4 * pins_n);
    return bytes_append(cs, pins, 4 * pins_n, &at, err);
}

static uint64_t keyed_hash(const void *data, uint32_t id) {
    return SL_VEC_AT(&((const sl_cs *)data)->keyed, sl_keyed, id).hash;
}

/* The keyed scope equal to *wanted, appended if there is none. */
static sluice_status keyed_find(sl_cs *cs, const sl_keyed *wanted, uint32_t *out, sluice_error *err) {
    SL_TRY(sl_index_reserve(&cs->keyed_index, keyed_hash, cs, err));
    const size_t compared = padded_key_bytes(wanted) + 4 * wanted->pins_n;
    size_t at = (size_t)wanted->hash;
    for (uint32_t id; (id = sl_index_next(&cs->keyed_index, wanted->hash, &at)) != SL_INDEX_NONE;) {
        const sl_keyed *k = &SL_VEC_AT(&cs->keyed, sl_keyed, id);
        if (k->name == wanted->name && k->key_bytes == wanted->key_bytes && k->pins_n == wanted->pins_n &&
            memcmp(bytes_at(cs, k->key_at), bytes_at(cs, wanted->key_at), compared) == 0) {
            *out = id;
            return SLUICE_OK;
        }
    }
    SL_TRY(SL_VEC_RESERVE(&cs->keyed, sl_keyed, 1, err));
    *out = (uint32_t)cs->keyed.n;
    sl_index_put(&cs->keyed_index, wanted->hash, at, *out);
    SL_VEC_PUSH(&cs->keyed, sl_keyed, *wanted);
    return SLUICE_OK;
}

/* Copies n bits of a plane from bit `from` to the zeroed bits from `to` on; the ranges do not overlap. */
static void bits_copy(uint64_t *plane, size_t to, size_t from, size_t n) {
    for (size_t done = 0; done < n;) {
        const size_t step = SL_MIN(64 - (to + done) % 64, n - done);
        plane[(to + done) / 64] |= sl_bits_get(plane, from + done, step) << ((to + done) % 64);
        done += step;
    }
}

static sluice_status replay_reserve(sl_cs *cs, const sl_keyed *k, sluice_error *err) {
    struct sl_r1cs_storage *s = &cs->system->storage;
    const uint32_t rows = k->end.rows - k->start.rows;
    const uint32_t aux = k->end.aux - k->start.aux;
    const uint32_t inputs = k->end.inputs - k->start.inputs;
    const size_t scopes = k->end.scopes - k->start.scopes;
    if ((uint64_t)cs->rows_n + rows + cs->inputs_n + inputs > SL_ROWS_MAX || aux > SL_WIRES_MAX - cs->aux_n ||
        inputs > SL_INPUTS_MAX - cs->inputs_n || scopes > UINT32_MAX - s->scopes.n) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: too many rows, wires or scopes");
    }
    SL_TRY(SL_VEC_RESERVE(&s->scopes, sl_r1cs_scope, scopes, err));
    SL_TRY(SL_VEC_RESERVE(&s->instances, sl_r1cs_instance, k->end.instances - k->start.instances, err));
    SL_TRY(SL_VEC_RESERVE(&s->pins, uint32_t, k->end.pins - k->start.pins, err));
    return sl_cs_types_reserve(cs, aux, err);
}

/* Adds the recording of k over new pins. Nothing fails after the reservation. */
static sluice_status replay(sl_cs *cs, const sl_keyed *k, uint32_t index, const sl_wire *pins, sluice_error *err) {
    SL_TRY(replay_reserve(cs, k, err));
    struct sl_r1cs_storage *s = &cs->system->storage;
    const uint32_t rows = cs->rows_n - k->start.rows;
    const uint32_t aux = cs->aux_n - k->start.aux;
    const uint32_t inputs = cs->inputs_n - k->start.inputs;
    const uint32_t scope_shift = (uint32_t)(s->scopes.n - k->start.scopes);
    const size_t pin_shift = s->pins.n - k->start.pins;

    for (size_t i = k->start.scopes; i < k->end.scopes; i++) {
        sl_r1cs_scope scope = SL_VEC_AT(&s->scopes, sl_r1cs_scope, i);
        scope.first_row += rows;
        scope.first_aux += aux;
        scope.parent = i == k->start.scopes ? cs->scope : scope.parent + scope_shift;
        scope.index = i == k->start.scopes ? index : scope.index;
        SL_VEC_PUSH(&s->scopes, sl_r1cs_scope, scope);
    }
    for (size_t i = k->start.instances; i < k->end.instances; i++) {
        sl_r1cs_instance instance = SL_VEC_AT(&s->instances, sl_r1cs_instance, i);
        instance.first_pin += pin_shift;
        instance.scope += scope_shift;
        instance.first_row += rows;
        instance.first_aux += aux;
        instance.first_input += inputs;
        SL_VEC_PUSH(&s->instances, sl_r1cs_instance, instance);
    }
    const uint32_t *symbols = (const uint32_t *)cs->symbols.buf.data + k->first_symbol;
    for (size_t i = k->start.pins; i < k->end.pins; i++) {
        const uint32_t symbol = *symbols++;
        const sl_wire own = SL_VEC_AT(&s->pins, uint32_t, i);
        const sl_wire moved = own + (sl_wire_is_aux(own) ? aux : inputs);
        SL_VEC_PUSH(&s->pins, uint32_t, symbol == SYMBOL_OWN ? moved : pins[symbol]);
    }
    bits_copy(s->wire_types.buf.data, cs->aux_n, k->start.aux, k->end.aux - k->start.aux);
    cs->rows_n += k->end.rows - k->start.rows;
    cs->aux_n += k->end.aux - k->start.aux;
    cs->inputs_n += k->end.inputs - k->start.inputs;
    for (unsigned i = 0; i < 3; i++) {
        cs->system->nonzeros[i] += k->end.nonzeros[i] - k->start.nonzeros[i];
    }
    sl_cs_pending_reset(cs);
    return SLUICE_OK;
}

/* *out is filled and *is_done set if the scope was replayed. */
static sluice_status scope_open_keyed(sl_cs *cs, const char *name, uint32_t index, const void *key, size_t key_bytes,
                                      const sl_wire *pins, size_t pins_n, sl_replay *out, bool *is_done,
                                      sluice_error *err) {
    SL_TRY(sl_cs_flush(cs, err));
    sl_keyed wanted = {0};
    SL_TRY(sl_cs_name(cs, name, &wanted.name, err));
    SL_TRY(keyed_describe(cs, &wanted, key, key_bytes, pins, pins_n, err));
    const size_t known_n = cs->keyed.n;
    uint32_t id;
    SL_TRY(keyed_find(cs, &wanted, &id, err));
    const bool is_new = cs->keyed.n > known_n;
    const sl_keyed *k = &SL_VEC_AT(&cs->keyed, sl_keyed, id);
    const bool is_ready = k->is_ready;
    if (!is_new && (cs->replays || !is_ready)) {
        cs->bytes.n = wanted.key_at;
    }
    if (is_ready && cs->replays) {
        *out = (sl_replay){.first_aux = cs->aux_n,
                           .first_input = cs->inputs_n,
                           .blob = k->blob_bytes > 0 ? bytes_at(cs, k->blob_at) : NULL,
                           .blob_bytes = k->blob_bytes};
        *is_done = true;
        return replay(cs, k, index, pins, err);
    }
    wanted.start = mark_now(cs);
    sl_open_scope *open;
    SL_TRY(sl_cs_scope_push(cs, wanted.name, index, &open, err));
    open->record = wanted;
    /* A scope inside one of the same key is recorded as a part of that one. */
    open->keyed = is_new || is_ready ? id : SL_NO_KEYED;
    return SLUICE_OK;
}

bool sl_cs_scope_open_keyed(sl_cs *cs, const char *name, uint32_t index, const void *key, size_t key_bytes,
                            const sl_wire *pins, size_t pins_n, sl_replay *out) {
    if (!cs->is_shape || cs->status != SLUICE_OK) {
        return false;
    }
    sluice_error err;
    bool is_done = false;
    const sluice_status status = scope_open_keyed(cs, name, index, key, key_bytes, pins, pins_n, out, &is_done, &err);
    if (status != SLUICE_OK) {
        sl_cs_keep_failure(cs, status, &err);
        return false;
    }
    return is_done;
}

void sl_cs_scope_keep(sl_cs *cs, const void *blob, size_t blob_bytes) {
    if (!cs->is_shape || cs->status != SLUICE_OK) {
        return;
    }
    sl_open_scope *open = &SL_VEC_AT(&cs->open_scopes, sl_open_scope, cs->open_scopes.n - 1);
    if (open->scope == 0 || open->record.has_blob) {
        sl_cs_fail(cs, SLUICE_E_INTERNAL, "circuit: a blob is kept outside any scope, or twice");
        return;
    }
    sluice_error err;
    const sluice_status status = bytes_append(cs, blob, blob_bytes, &open->record.blob_at, &err);
    if (status != SLUICE_OK) {
        sl_cs_keep_failure(cs, status, &err);
        return;
    }
    open->record.blob_bytes = blob_bytes;
    open->record.has_blob = true;
}

static sluice_status symbols_append(sl_cs *cs, sl_keyed *k, sluice_error *err) {
    const size_t pins_n = k->end.pins - k->start.pins;
    SL_TRY(SL_VEC_RESERVE(&cs->symbols, uint32_t, pins_n, err));
    k->first_symbol = cs->symbols.n;
    const uint32_t *outer = recorded_pins(cs, k);
    sl_pin_map_clear(&cs->key_pins);
    for (size_t i = 0; i < k->pins_n; i++) {
        uint32_t first;
        SL_TRY(sl_pin_map_put(&cs->key_pins, outer[i], (uint32_t)i, &first, err));
    }
    for (size_t i = 0; i < pins_n; i++) {
        const sl_wire wire = SL_VEC_AT(&cs->system->storage.pins, uint32_t, k->start.pins + i);
        uint32_t symbol = SYMBOL_OWN;
        if (sl_wire_index(wire) < (sl_wire_is_aux(wire) ? k->start.aux : k->start.inputs)) {
            symbol = sl_pin_map_get(&cs->key_pins, wire);
            if (symbol == SL_INDEX_NONE) {
                return SL_FAIL(err, SLUICE_E_INTERNAL, "circuit: keyed scope %s uses %s wire %u, which is not a pin",
                               (const char *)cs->system->storage.names.buf.data + k->name,
                               sl_wire_is_aux(wire) ? "auxiliary" : "input", sl_wire_index(wire));
            }
        }
        SL_VEC_PUSH(&cs->symbols, uint32_t, symbol);
    }
    return SLUICE_OK;
}

static bool instances_equal(const sl_cs *cs, const sl_keyed *p, const sl_keyed *q) {
    const sl_r1cs_instance *instances = cs->system->storage.instances.buf.data;
    const size_t n = p->end.instances - p->start.instances;
    bool is_equal = n == q->end.instances - q->start.instances;
    for (size_t i = 0; i < n && is_equal; i++) {
        const sl_r1cs_instance *x = &instances[p->start.instances + i];
        const sl_r1cs_instance *y = &instances[q->start.instances + i];
        is_equal = x->template_i == y->template_i && x->first_row - p->start.rows == y->first_row - q->start.rows &&
                   x->first_aux - p->start.aux == y->first_aux - q->start.aux &&
                   x->first_input - p->start.inputs == y->first_input - q->start.inputs &&
                   x->first_pin - p->start.pins == y->first_pin - q->start.pins &&
                   x->scope - p->start.scopes == y->scope - q->start.scopes;
    }
    return is_equal;
}

static bool pins_equal(const sl_cs *cs, const sl_keyed *p, const sl_keyed *q) {
    const uint32_t *pins = cs->system->storage.pins.buf.data;
    const uint32_t *symbols = cs->symbols.buf.data;
    const size_t n = p->end.pins - p->start.pins;
    bool is_equal = n == q->end.pins - q->start.pins;
    for (size_t i = 0; i < n && is_equal; i++) {
        const sl_wire x = pins[p->start.pins + i];
        const sl_wire y = pins[q->start.pins + i];
        is_equal =
            symbols[p->first_symbol + i] == symbols[q->first_symbol + i] && sl_wire_is_aux(x) == sl_wire_is_aux(y);
        if (is_equal && symbols[p->first_symbol + i] == SYMBOL_OWN) {
            const bool is_aux = sl_wire_is_aux(x);
            is_equal = x - (is_aux ? p->start.aux : p->start.inputs) == y - (is_aux ? q->start.aux : q->start.inputs);
        }
    }
    return is_equal;
}

static bool scopes_equal(const sl_cs *cs, const sl_keyed *p, const sl_keyed *q) {
    const sl_r1cs_scope *scopes = cs->system->storage.scopes.buf.data;
    const size_t n = p->end.scopes - p->start.scopes;
    bool is_equal = n == q->end.scopes - q->start.scopes;
    for (size_t i = 0; i < n && is_equal; i++) {
        const sl_r1cs_scope *x = &scopes[p->start.scopes + i];
        const sl_r1cs_scope *y = &scopes[q->start.scopes + i];
        is_equal = x->name == y->name && x->rows_n == y->rows_n && x->aux_n == y->aux_n &&
                   x->first_row - p->start.rows == y->first_row - q->start.rows &&
                   (i == 0 || (x->index == y->index && x->parent - p->start.scopes == y->parent - q->start.scopes));
    }
    return is_equal;
}

static bool recordings_equal(const sl_cs *cs, const sl_keyed *p, const sl_keyed *q) {
    const uint32_t aux_n = p->end.aux - p->start.aux;
    if (aux_n != q->end.aux - q->start.aux || p->end.inputs - p->start.inputs != q->end.inputs - q->start.inputs ||
        p->end.rows - p->start.rows != q->end.rows - q->start.rows || p->blob_bytes != q->blob_bytes ||
        (p->blob_bytes > 0 && memcmp(bytes_at(cs, p->blob_at), bytes_at(cs, q->blob_at), p->blob_bytes) != 0)) {
        return false;
    }
    const uint64_t *types = cs->system->storage.wire_types.buf.data;
    return sl_bits_equal(types, p->start.aux, types, q->start.aux, aux_n) && instances_equal(cs, p, q) &&
           pins_equal(cs, p, q) && scopes_equal(cs, p, q);
}

sluice_status sl_cs_keyed_end(sl_cs *cs, sl_open_scope *open, sluice_error *err) {
    sl_keyed *record = &open->record;
    record->end = mark_now(cs);
    SL_TRY(symbols_append(cs, record, err));
    sl_keyed *first = &SL_VEC_AT(&cs->keyed, sl_keyed, open->keyed);
    if (!first->is_ready) {
        record->is_ready = true;
        *first = *record;
        return SLUICE_OK;
    }
    if (!recordings_equal(cs, first, record)) {
        return SL_FAIL(err, SLUICE_E_INTERNAL,
                       "circuit: keyed scope %s differs from its first recording: the key does not decide everything",
                       (const char *)cs->system->storage.names.buf.data + record->name);
    }
    cs->symbols.n = record->first_symbol;
    return SLUICE_OK;
}
