// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_fold_device.h"

#include <inttypes.h>

#include "backends/module/module_fold.h"
#include "engine/engine_devices.h"

static const sl_module_fold_calls *calls_of(void *data) {
    const sl_engine_fold_device *f = data;
    return f->device->table->fold;
}

static sluice_status fold_open(void *data, void **out, unsigned log2, sluice_error *err) {
    const sl_engine_fold_device *f = data;
    sl_module_fold *made;
    const uint64_t bytes = ((uint64_t)SL_MODULE_FOLD_POINT_BYTES << log2) + SL_MODULE_FOLD_OTHER_BYTES;
    const uint64_t budget = f->device->budget_bytes;
    if (budget != 0 && bytes > budget) {
        f->device->lacks_room = true;
        return SL_FAIL(err, SLUICE_E_BUDGET,
                       "a fold takes up to %" PRIu64 " bytes of the device, the budget is %" PRIu64, bytes, budget);
    }
    SL_TRY(calls_of(data)->open(f->device->device, &made, log2, err));
    *out = made;
    return SLUICE_OK;
}

static void fold_close(void *data, void *made) {
    calls_of(data)->close(made);
}

static uint32_t fold_steps(void *data, unsigned log2) {
    (void)data;
    return sl_module_fold_steps(log2);
}

static sluice_status fold_put(void *data, void *made, uint64_t first, const uint8_t *keys, size_t n, uint64_t *bad,
                              sluice_error *err) {
    return calls_of(data)->put(made, first, keys, n, bad, err);
}

static sluice_status fold_begin(void *data, void *made, const sl_fr *first, const sl_fr *ratio, sluice_error *err) {
    return calls_of(data)->begin(made, first, ratio, err);
}

static sluice_status fold_step(void *data, void *made, uint32_t step, sluice_error *err) {
    return calls_of(data)->step(made, step, err);
}

static sluice_status fold_get(void *data, void *made, uint64_t first, uint8_t *keys, size_t n, sluice_error *err) {
    return calls_of(data)->get(made, first, keys, n, err);
}

static sluice_status fold_mul(void *data, void *made, uint8_t *keys, const sl_fr *scalars, size_t n,
                              sluice_error *err) {
    return calls_of(data)->mul(made, keys, scalars, n, err);
}

sluice_status sl_engine_fold_backend(const sl_fold_backend **out, sl_engine_fold_device *room,
                                     sl_engine_multiples *device, sluice_error *err) {
    if (device->device == NULL || device->table->fold == NULL) {
        if (device->device != NULL && device->is_required) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: a module that folds no keys", device->table->name);
        }
        *out = NULL;
        return SLUICE_OK;
    }
    room->device = device;
    room->backend =
        (sl_fold_backend){room, fold_open, fold_close, fold_steps, fold_put, fold_begin, fold_step, fold_get, fold_mul};
    *out = &room->backend;
    return SLUICE_OK;
}

sluice_status sl_engine_fold_planned(const sluice_context *context, bool *has_backend, sluice_error *err) {
    const sl_engine_backend *backend;
    SL_TRY(sl_engine_key_backend_get(context, &backend, err));
    *has_backend = backend->table != NULL && backend->table->fold != NULL;
    return SLUICE_OK;
}
