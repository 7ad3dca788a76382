// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "core/sys/random.h"
#include "proof/r1cs/builder_state.h"
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/structure.h"

void sl_cs_keep_failure(sl_cs *cs, sluice_status status, const sluice_error *err) {
    if (cs->status == SLUICE_OK) {
        cs->status = status;
        cs->error = *err;
        cs->error.status = status;
    }
}

void sl_cs_fail(sl_cs *cs, sluice_status status, const char *text) {
    sluice_error err;
    sl_cs_keep_failure(cs, SL_FAIL(&err, status, "%s", text), &err);
}

static sluice_status open_empty(sl_cs **out, sluice_error *err) {
    sl_buf self;
    SL_TRY(sl_buf_alloc(&self, sizeof(sl_cs), "circuit builder", err));
    sl_cs *cs = self.data;
    cs->self = self;
    cs->inputs_n = 1;
    *out = cs;
    return SLUICE_OK;
}

static sluice_status shape_init(sl_cs *cs, sluice_error *err) {
    cs->is_shape = true;
#ifndef SL_VERIFY
    cs->replays = true;
#endif
    SL_TRY(sl_r1cs_open_empty(&cs->system, err));
    /* Nothing is added to a null pointer, not even 0: arrays and keys that stay empty have an address, too. */
#define RESERVE(field, element, what) SL_TRY(SL_VEC_RESERVE(&cs->system->storage.field, element, 1, err));
    SL_R1CS_ARRAYS(RESERVE)
#undef RESERVE
    cs->template_tags = SL_VEC("tags of templates");
    cs->keys = SL_VEC("keys of a linear combination");
    cs->open_scopes = SL_VEC("open scopes");
    cs->name_pointers = SL_VEC("names of scopes");
    cs->name_offsets = SL_VEC("names of scopes");
    cs->keyed = SL_VEC("keyed scopes");
    cs->bytes = SL_VEC("keys of scopes");
    cs->symbols = SL_VEC("pins of keyed scopes");

    SL_TRY(sl_random_bytes(&cs->seed, sizeof cs->seed, err));
    SL_TRY(sl_pin_map_open(&cs->pins, cs->seed, err));
    SL_TRY(sl_pin_map_open(&cs->key_pins, cs->seed, err));
    SL_TRY(sl_cs_coeffs_init(cs, err));
    SL_TRY(SL_VEC_RESERVE(&cs->bytes, char, 1, err));
    SL_TRY(SL_VEC_RESERVE(&cs->symbols, uint32_t, 1, err));
    uint32_t name;
    sl_open_scope *open;
    SL_TRY(sl_cs_name(cs, "", &name, err));
    SL_TRY(sl_cs_scope_push(cs, name, SL_NO_INDEX, &open, err));
    sl_cs_pending_reset(cs);
    return SLUICE_OK;
}

sluice_status sl_cs_open_shape(sl_cs **out, sluice_error *err) {
    sl_cs *cs = NULL;
    SL_TRY(open_empty(&cs, err));
    const sluice_status status = shape_init(cs, err);
    if (status != SLUICE_OK) {
        sl_cs_close(cs);
        return status;
    }
    *out = cs;
    return SLUICE_OK;
}

sluice_status sl_cs_open_witness(sl_cs **out, const sl_r1cs *shape, sluice_error *err) {
    sl_cs *cs = NULL;
    SL_TRY(open_empty(&cs, err));
    cs->shape = shape;
    const sluice_status status = sl_witness_alloc(&cs->witness, shape, err);
    if (status != SLUICE_OK) {
        sl_cs_close(cs);
        return status;
    }
    *out = cs;
    return SLUICE_OK;
}

void sl_cs_close(sl_cs *cs) {
    if (cs == NULL) {
        return;
    }
    sl_witness_release(&cs->witness);
    sl_r1cs_close(cs->system);
    sl_pin_map_release(&cs->pins);
    sl_pin_map_release(&cs->key_pins);
    sl_index_release(&cs->coeff_index);
    sl_index_release(&cs->template_index);
    sl_index_release(&cs->keyed_index);
    sl_vec_release(&cs->template_tags);
    sl_vec_release(&cs->keys);
    sl_vec_release(&cs->open_scopes);
    sl_vec_release(&cs->name_pointers);
    sl_vec_release(&cs->name_offsets);
    sl_vec_release(&cs->keyed);
    sl_vec_release(&cs->bytes);
    sl_vec_release(&cs->symbols);
    sl_buf self = cs->self;
    sl_buf_release(&self);
}

bool sl_cs_is_shape(const sl_cs *cs) {
    return cs->is_shape;
}

uint32_t sl_cs_aux_n(const sl_cs *cs) {
    return cs->aux_n;
}

sluice_status sl_cs_types_reserve(sl_cs *cs, size_t n, sluice_error *err) {
    sl_vec *types = &cs->system->storage.wire_types;
    const size_t words = ((size_t)cs->aux_n + n + 63) / 64;
    if (words > types->n) {
        const size_t more = words - types->n;
        SL_TRY(SL_VEC_RESERVE(types, uint64_t, more, err));
        memset(&SL_VEC_AT(types, uint64_t, types->n), 0, more * sizeof(uint64_t));
        types->n = words;
    }
    return SLUICE_OK;
}

/*
 * Own wires of the next instance are those since the last one; a gadget that allocates very many before it enforces
 * anything leaves the first of them to nobody.
 */
static sluice_status shape_alloc(sl_cs *cs, size_t n, bool is_field, sluice_error *err) {
    if (n > SL_WIRES_MAX - cs->aux_n) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: more than %u auxiliary wires", SL_WIRES_MAX);
    }
    if (cs->aux_n - cs->pending.first_aux >= SL_INSTANCE_WIRES) {
        SL_TRY(sl_cs_flush(cs, err));
    }
    SL_TRY(sl_cs_types_reserve(cs, n, err));
    if (is_field) {
        uint64_t *types = cs->system->storage.wire_types.buf.data;
        for (size_t i = cs->aux_n; i < (size_t)cs->aux_n + n; i++) {
            types[i / 64] |= UINT64_C(1) << (i % 64);
        }
    }
    cs->aux_n += (uint32_t)n;
    return n >= SL_INSTANCE_WIRES ? sl_cs_flush(cs, err) : SLUICE_OK;
}

static sl_wire shape_alloc_keep(sl_cs *cs, size_t n, bool is_field) {
    const sl_wire first = SL_WIRE_AUX | cs->aux_n;
    if (cs->status == SLUICE_OK) {
        sluice_error err;
        const sluice_status status = shape_alloc(cs, n, is_field, &err);
        if (status != SLUICE_OK) {
            sl_cs_keep_failure(cs, status, &err);
        }
    }
    return first;
}

static sluice_status shape_input(sl_cs *cs, sluice_error *err) {
    if (cs->inputs_n == SL_INPUTS_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: more than %u inputs", SL_INPUTS_MAX);
    }
    if (cs->inputs_n - cs->pending.first_input >= SL_INSTANCE_WIRES) {
        SL_TRY(sl_cs_flush(cs, err));
    }
    cs->inputs_n++;
    return SLUICE_OK;
}

sl_wire sl_cs_input(sl_cs *cs, const sl_fr *value) {
    const sl_wire wire = cs->inputs_n;
    if (cs->status != SLUICE_OK) {
        return wire;
    }
    if (cs->is_shape) {
        sluice_error err;
        const sluice_status status = shape_input(cs, &err);
        if (status != SLUICE_OK) {
            sl_cs_keep_failure(cs, status, &err);
        }
        return wire;
    }
    if (value == NULL || cs->inputs_n == cs->shape->inputs_n) {
        sl_cs_fail(cs, SLUICE_E_INTERNAL, "witness: an input that the circuit does not have, or without a value");
        return wire;
    }
    cs->witness.inputs[cs->inputs_n++] = *value;
    return wire;
}

/* Fails unless the next n auxiliary wires exist in the shape and all have the given type. */
static bool witness_next(sl_cs *cs, size_t n, bool is_field) {
    if (cs->status != SLUICE_OK) {
        return false;
    }
    bool ok = n <= cs->shape->aux_n - cs->aux_n;
    for (size_t i = cs->aux_n, end = i + n; ok && i < end;) {
        const size_t bits = SL_MIN(64 - i % 64, end - i);
        const uint64_t mask = (bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1) << (i % 64);
        ok = (cs->shape->wire_types[i / 64] & mask) == (is_field ? mask : 0);
        i += bits;
    }
    if (!ok) {
        sluice_error err;
        sl_cs_keep_failure(cs,
                           SL_FAIL(&err, SLUICE_E_INTERNAL,
                                   "witness: %zu %s wires from %u on, of which the circuit of %u wires knows nothing",
                                   n, is_field ? "field" : "bit", cs->aux_n, cs->shape->aux_n),
                           &err);
    }
    return ok;
}

sl_wire sl_cs_alloc(sl_cs *cs, const sl_fr *value) {
    if (cs->is_shape) {
        return shape_alloc_keep(cs, 1, true);
    }
    sl_wire first;
    sl_fr *to = sl_cs_put_fields(cs, 1, &first);
    if (to != NULL) {
        if (value == NULL) {
            sl_cs_fail(cs, SLUICE_E_INTERNAL, "witness: an auxiliary wire without a value");
        } else {
            *to = *value;
        }
    }
    return first;
}

sl_wire sl_cs_alloc_bit(sl_cs *cs, bool value) {
    const uint64_t word = value;
    return sl_cs_put_bits(cs, &word, 1);
}

sl_wire sl_cs_put_bits(sl_cs *cs, const uint64_t *words, size_t n) {
    if (cs->is_shape) {
        return shape_alloc_keep(cs, n, false);
    }
    const sl_wire first = SL_WIRE_AUX | cs->aux_n;
    if (!witness_next(cs, n, false) || n == 0) {
        return first;
    }
    if (words == NULL) {
        sl_cs_fail(cs, SLUICE_E_INTERNAL, "witness: auxiliary wires without values");
        return first;
    }
    uint64_t *plane = cs->witness.bits + cs->aux_n / 64;
    const unsigned shift = cs->aux_n % 64;
    for (size_t i = 0; i < n; i += 64) {
        const size_t bits = SL_MIN(64, n - i);
        const uint64_t word = bits == 64 ? words[i / 64] : words[i / 64] & ((UINT64_C(1) << bits) - 1);
        plane[i / 64] |= word << shift;
        if (shift + bits > 64) {
            plane[i / 64 + 1] |= word >> (64 - shift);
        }
    }
    cs->aux_n += (uint32_t)n;
    return first;
}

sl_fr *sl_cs_put_fields(sl_cs *cs, size_t n, sl_wire *first) {
    if (cs->is_shape) {
        *first = shape_alloc_keep(cs, n, true);
        return NULL;
    }
    *first = SL_WIRE_AUX | cs->aux_n;
    if (!witness_next(cs, n, true)) {
        return NULL;
    }
    sl_fr *to = cs->witness.fields + cs->fields_n;
    cs->fields_n += n;
    cs->aux_n += (uint32_t)n;
    return to;
}

static sluice_status shape_finish(sl_cs *cs, sluice_error *err) {
    SL_TRY(sl_cs_flush(cs, err));
    if (cs->open_scopes.n != 1) {
        const uint32_t name = SL_VEC_AT(&cs->system->storage.scopes, sl_r1cs_scope, cs->scope).name;
        return SL_FAIL(err, SLUICE_E_INTERNAL, "circuit: scope %s is still open at the end",
                       (const char *)cs->system->storage.names.buf.data + name);
    }
    if ((uint64_t)cs->rows_n + cs->inputs_n > SL_ROWS_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: %u rows and %u inputs are more than %u", cs->rows_n, cs->inputs_n,
                       SL_ROWS_MAX);
    }
    cs->system->rows_n = cs->rows_n;
    cs->system->aux_n = cs->aux_n;
    cs->system->inputs_n = cs->inputs_n;
    sl_r1cs_scope *root = cs->system->storage.scopes.buf.data;
    root->rows_n = cs->rows_n;
    root->aux_n = cs->aux_n;
    SL_TRY(sl_r1cs_bind(cs->system, err));
    SL_TRY(sl_r1cs_derive_templates(cs->system, err));
    return sl_r1cs_derive_wires(cs->system, err);
}

sluice_status sl_cs_finish_shape(sl_cs *cs, sl_r1cs **out, sluice_error *err) {
    if (cs->status == SLUICE_OK) {
        sluice_error own;
        if (!cs->is_shape || cs->system == NULL) {
            sl_cs_fail(cs, SLUICE_E_INTERNAL, "circuit: not a shape that could be finished");
        } else {
            const sluice_status status = shape_finish(cs, &own);
            if (status != SLUICE_OK) {
                sl_cs_keep_failure(cs, status, &own);
            }
        }
    }
    if (cs->status != SLUICE_OK) {
        if (err != NULL) {
            *err = cs->error;
        }
        return cs->status;
    }
    *out = cs->system;
    cs->system = NULL;
    sl_cs_fail(cs, SLUICE_E_INTERNAL, "circuit: the builder is finished");
    return SLUICE_OK;
}

sluice_status sl_cs_finish_witness(sl_cs *cs, sl_witness *out, sluice_error *err) {
    if (cs->status != SLUICE_OK) {
        if (err != NULL) {
            *err = cs->error;
        }
        return cs->status;
    }
    if (cs->is_shape || cs->witness.storage.data == NULL) {
        return SL_FAIL(err, SLUICE_E_INTERNAL, "circuit: not a witness that could be finished");
    }
    if (cs->inputs_n != cs->shape->inputs_n || cs->aux_n != cs->shape->aux_n) {
        return SL_FAIL(err, SLUICE_E_INTERNAL, "witness: the circuit has %u inputs and %u wires, found %u and %u",
                       cs->shape->inputs_n, cs->shape->aux_n, cs->inputs_n, cs->aux_n);
    }
    *out = cs->witness;
    cs->witness = (sl_witness){0};
    return SLUICE_OK;
}
