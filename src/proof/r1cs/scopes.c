// SPDX-License-Identifier: MIT OR Apache-2.0
/* Shape mode: scopes and their names. */
#include <string.h>

#include "proof/r1cs/builder_state.h"

sluice_status sl_cs_name(sl_cs *cs, const char *name, uint32_t *out, sluice_error *err) {
    const char *const *pointers = cs->name_pointers.buf.data;
    const uint32_t *offsets = cs->name_offsets.buf.data;
    const size_t n = cs->name_pointers.n;
    for (size_t i = 0; i < n; i++) {
        if (pointers[i] == name) {
            *out = offsets[i];
            return SLUICE_OK;
        }
    }
    /* The same name from another unit may stand elsewhere. */
    sl_vec *names = &cs->system->storage.names;
    uint32_t offset = SL_INDEX_NONE;
    for (size_t i = 0; i < n && offset == SL_INDEX_NONE; i++) {
        if (strcmp(pointers[i], name) == 0) {
            offset = offsets[i];
        }
    }
    if (offset == SL_INDEX_NONE) {
        const size_t bytes = strlen(name) + 1;
        if (bytes > UINT32_MAX / 2 - names->n) {
            return SL_FAIL(err, SLUICE_E_INPUT, "circuit: the names of scopes are too long");
        }
        SL_TRY(SL_VEC_RESERVE(names, char, bytes, err));
        offset = (uint32_t)names->n;
        memcpy((char *)names->buf.data + offset, name, bytes);
        names->n += bytes;
    }
    SL_TRY(SL_VEC_RESERVE(&cs->name_pointers, const char *, 1, err));
    SL_TRY(SL_VEC_RESERVE(&cs->name_offsets, uint32_t, 1, err));
    SL_VEC_PUSH(&cs->name_pointers, const char *, name);
    SL_VEC_PUSH(&cs->name_offsets, uint32_t, offset);
    *out = offset;
    return SLUICE_OK;
}

sluice_status sl_cs_scope_push(sl_cs *cs, uint32_t name, uint32_t index, sl_open_scope **out, sluice_error *err) {
    sl_vec *scopes = &cs->system->storage.scopes;
    if (scopes->n == UINT32_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "circuit: more than %u scopes", UINT32_MAX);
    }
    SL_TRY(SL_VEC_RESERVE(scopes, sl_r1cs_scope, 1, err));
    SL_TRY(SL_VEC_RESERVE(&cs->open_scopes, sl_open_scope, 1, err));
    const sl_r1cs_scope scope = {
        .name = name, .index = index, .parent = cs->scope, .first_row = cs->rows_n, .first_aux = cs->aux_n};
    cs->scope = (uint32_t)scopes->n;
    SL_VEC_PUSH(scopes, sl_r1cs_scope, scope);
    SL_VEC_PUSH(&cs->open_scopes, sl_open_scope, ((sl_open_scope){.scope = cs->scope, .keyed = SL_NO_KEYED}));
    *out = &SL_VEC_AT(&cs->open_scopes, sl_open_scope, cs->open_scopes.n - 1);
    return SLUICE_OK;
}

static sluice_status scope_open(sl_cs *cs, const char *name, uint32_t index, sluice_error *err) {
    uint32_t offset;
    sl_open_scope *open;
    SL_TRY(sl_cs_flush(cs, err));
    SL_TRY(sl_cs_name(cs, name, &offset, err));
    return sl_cs_scope_push(cs, offset, index, &open, err);
}

void sl_cs_scope_open(sl_cs *cs, const char *name, uint32_t index) {
    if (!cs->is_shape || cs->status != SLUICE_OK) {
        return;
    }
    sluice_error err;
    const sluice_status status = scope_open(cs, name, index, &err);
    if (status != SLUICE_OK) {
        sl_cs_keep_failure(cs, status, &err);
    }
}

static sluice_status scope_close(sl_cs *cs, sluice_error *err) {
    if (cs->open_scopes.n <= 1) {
        return SL_FAIL(err, SLUICE_E_INTERNAL, "circuit: a scope is closed that is not open");
    }
    SL_TRY(sl_cs_flush(cs, err));
    sl_open_scope *open = &SL_VEC_AT(&cs->open_scopes, sl_open_scope, cs->open_scopes.n - 1);
    sl_r1cs_scope *scope = &SL_VEC_AT(&cs->system->storage.scopes, sl_r1cs_scope, open->scope);
    scope->rows_n = cs->rows_n - scope->first_row;
    scope->aux_n = cs->aux_n - scope->first_aux;
    cs->scope = scope->parent;
    cs->open_scopes.n--; /* the entry stays valid until the next push */
    return open->keyed == SL_NO_KEYED ? SLUICE_OK : sl_cs_keyed_end(cs, open, err);
}

void sl_cs_scope_close(sl_cs *cs) {
    if (!cs->is_shape || cs->status != SLUICE_OK) {
        return;
    }
    sluice_error err;
    const sluice_status status = scope_close(cs, &err);
    if (status != SLUICE_OK) {
        sl_cs_keep_failure(cs, status, &err);
    }
}
