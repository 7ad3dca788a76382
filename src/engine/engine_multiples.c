// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_multiples.h"

#include "backends/module/module_load.h"
#include "backends/module/module_multiples.h"
#include "engine/engine_devices.h"

/* Enough for several chunks of a device; three pieces of output take 300 MB. */
#define PIECE_N ((size_t)1 << 20)

static sluice_status multiples_open(void *data, void **out, sl_group group, const void *base, size_t n,
                                    sluice_error *err) {
    sl_engine_multiples *m = data;
    sl_module_multiples *made;
    const sluice_status status =
        m->table->multiples->open(m->device, &made, group == SL_G2, base, n, m->budget_bytes, err);
    m->lacks_room = status == SLUICE_E_BUDGET;
    SL_TRY(status);
    *out = made;
    return SLUICE_OK;
}

static sluice_status multiples_mul(void *data, void *made, uint8_t *keys, const sl_fr *scalars, size_t n,
                                   sluice_error *err) {
    const sl_engine_multiples *m = data;
    return m->table->multiples->mul(made, keys, scalars, n, err);
}

static void multiples_close(void *data, void *made) {
    const sl_engine_multiples *m = data;
    m->table->multiples->close(made);
}

static sluice_status device_open(sl_engine_multiples *out, const sl_engine_backend *backend, sluice_error *err) {
    const sl_module_table *table = backend->table;
    if (!backend->are_checked) {
        SL_TRY(sl_module_device_check(table, backend->index[0], err));
    }
    SL_TRY(table->device_open(&out->device, backend->index[0], err));
    out->table = table;
    out->backend = (sl_multiples_backend){out, PIECE_N, multiples_open, multiples_mul, multiples_close};
    return SLUICE_OK;
}

sluice_status sl_engine_multiples_open(sl_engine_multiples *out, const sluice_context *context, sluice_error *err) {
    const sl_engine_backend *backend;
    *out = (sl_engine_multiples){.device = NULL};
    SL_TRY(sl_engine_key_backend_get(context, &backend, err));
    if (backend->table == NULL) {
        return SLUICE_OK;
    }
    out->is_required = backend->is_required;
    out->budget_bytes = context->options.budget_device_bytes;
    sluice_error why = {0};
    const sluice_status status = device_open(out, backend, &why);
    if (status != SLUICE_OK && backend->is_required) {
        if (err != NULL) {
            *err = why;
        }
        return status;
    }
    if (status != SLUICE_OK) {
        sl_context_note(context, "device %u is not used: %s", backend->index[0], why.text);
    }
    return SLUICE_OK;
}

const sl_multiples_backend *sl_engine_multiples_backend(const sl_engine_multiples *multiples) {
    return multiples->device == NULL ? NULL : &multiples->backend;
}

bool sl_engine_multiples_falls_back(const sl_engine_multiples *multiples, sluice_status status) {
    const bool is_device = status == SLUICE_E_DEVICE || status == SLUICE_E_NO_MEMORY ||
                           (status == SLUICE_E_BUDGET && multiples->lacks_room);
    return is_device && multiples->device != NULL && !multiples->is_required;
}

sluice_status sl_engine_multiples_planned(const sluice_context *context, const sl_multiples_backend **out,
                                          sluice_error *err) {
    static const sl_multiples_backend planned = {.piece_n = PIECE_N};
    const sl_engine_backend *backend;
    SL_TRY(sl_engine_key_backend_get(context, &backend, err));
    *out = backend->table == NULL ? NULL : &planned;
    return SLUICE_OK;
}

void sl_engine_multiples_close(sl_engine_multiples *multiples) {
    if (multiples->device != NULL) {
        multiples->table->device_close(multiples->device);
    }
    *multiples = (sl_engine_multiples){.device = NULL};
}
