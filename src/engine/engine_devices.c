// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_devices.h"

#include <stdlib.h>
#include <string.h>

#include "backends/module/module_load.h"
#include "engine/flow/device_module.h"

/* Proofs that a device has at a time: the rows of one are made and uploaded while another computes. */
#define PROOFS_N 2

/* "0,2": numbers of devices below `there`. */
static sluice_status list_parse(sl_engine_backend *out, const char *text, uint32_t there, sluice_error *err) {
    for (const char *at = text;; at++) {
        char *end = NULL;
        const unsigned long value = *at >= '0' && *at <= '9' ? strtoul(at, &end, 10) : 0;
        if (end == NULL || (*end != ',' && *end != 0) || out->devices_n == SL_MEM_DEVICES_MAX) {
            return SL_FAIL(err, SLUICE_E_USAGE, "devices %s: expected up to %d numbers with commas between them", text,
                           SL_MEM_DEVICES_MAX);
        }
        if (value >= there) {
            return SL_FAIL(err, SLUICE_E_DEVICE, "device %lu: there are %u", value, there);
        }
        out->index[out->devices_n++] = (uint32_t)value;
        at = end;
        if (*at == 0) {
            return SLUICE_OK;
        }
    }
}

/* Adds a device that computes right; of another it is said why it is left out. */
static sluice_status device_take(const sluice_context *context, sl_engine_backend *out, const sl_module_table *table,
                                 uint32_t index, sluice_error *err) {
    sluice_error why = {0};
    const sluice_status status = sl_module_device_check(table, index, &why);
    if (status == SLUICE_OK) {
        out->index[out->devices_n++] = index;
        return SLUICE_OK;
    }
    sl_context_note(context, "device %u is not used: %s", index, why.text);
    if (err != NULL) {
        *err = why;
    }
    return status;
}

/* All devices that compute right. The error is of the last one that does not. */
static sluice_status all_take(const sluice_context *context, sl_engine_backend *out, const sl_module_table *table,
                              uint32_t there, sluice_error *err) {
    sluice_status status = SLUICE_E_DEVICE;
    for (uint32_t i = 0; i < there && out->devices_n < SL_MEM_DEVICES_MAX; i++) {
        status = device_take(context, out, table, i, err);
    }
    if (out->devices_n == 0) {
        return there == 0 ? SL_FAIL(err, SLUICE_E_DEVICE, "the %s module finds no device", table->name) : status;
    }
    return SLUICE_OK;
}

/* Of the devices that were named, those that compute right, which may be none. */
static void named_take(const sluice_context *context, sl_engine_backend *out, const sl_module_table *table) {
    const sl_engine_backend named = *out;
    bool is_good[SL_MEM_DEVICES_MAX];
    out->devices_n = 0;
    for (unsigned i = 0; i < named.devices_n; i++) {
        unsigned same = 0;
        while (named.index[same] != named.index[i]) {
            same++;
        }
        if (same == i) {
            is_good[i] = device_take(context, out, table, named.index[i], NULL) == SLUICE_OK;
        } else {
            is_good[i] = is_good[same];
            out->index[out->devices_n] = named.index[i];
            out->devices_n += is_good[i];
        }
    }
}

static sluice_status module_look(const sluice_context *context, sl_engine_backend *out, sluice_error *err) {
    const sluice_options *options = &context->options;
    const sl_module_table *table;
    uint32_t there;
    SL_TRY(sl_module_load(&table, options->module == NULL ? sl_module_default_path : options->module, err));
    SL_TRY(table->devices_count(&there, err));
    if (options->devices == NULL) {
        SL_TRY(all_take(context, out, table, there, err));
    } else {
        SL_TRY(list_parse(out, options->devices, there, err));
        if (!out->is_required) { /* else each is checked when it is opened, and refused */
            named_take(context, out, table);
        }
    }
    out->are_checked = options->devices == NULL || !out->is_required;
    out->table = out->devices_n == 0 ? NULL : table; /* none of those named: the processor in reserve */
    return SLUICE_OK;
}

/* What was said on purpose is not passed over. */
static bool is_on_purpose(const sluice_options *options) {
    return (options->backend != NULL && strcmp(options->backend, "cuda") == 0) || options->module != NULL ||
           options->devices != NULL;
}

/* Whatever the module is good for. */
static sluice_status backend_find(const sluice_context *context, const sl_engine_backend **out, sluice_error *err) {
    sl_engine_backend *backend = context->backend;
    const sluice_options *options = &context->options;
    if (!backend->is_known) {
        const char *name = options->backend == NULL ? "auto" : options->backend;
        sl_engine_backend found = {.is_known = true, .is_required = strcmp(name, "cuda") == 0};
        const sluice_status status = strcmp(name, "cpu") == 0 ? SLUICE_OK : module_look(context, &found, err);
        if (status != SLUICE_OK && is_on_purpose(options)) {
            return status;
        }
        *backend = found;
        if (status != SLUICE_OK) {
            *backend = (sl_engine_backend){.is_known = true};
        }
    }
    *out = backend;
    return SLUICE_OK;
}

/* With a module that does not do what is wanted: an error, or the processor. */
static sluice_status useless(const sluice_context *context, const char *what, const sl_engine_backend **out,
                             sluice_error *err) {
    static const sl_engine_backend processor = {.is_known = true};
    if (is_on_purpose(&context->options)) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "the %s module makes no %s", (*out)->table->name, what);
    }
    *out = &processor;
    return SLUICE_OK;
}

sluice_status sl_engine_backend_get(const sluice_context *context, const sl_engine_backend **out, sluice_error *err) {
    SL_TRY(backend_find(context, out, err));
    const bool is_useless = (*out)->table != NULL && (*out)->table->prove == NULL;
    return is_useless ? useless(context, "proofs", out, err) : SLUICE_OK;
}

sluice_status sl_engine_key_backend_get(const sluice_context *context, const sl_engine_backend **out,
                                        sluice_error *err) {
    SL_TRY(backend_find(context, out, err));
    const bool is_useless = (*out)->table != NULL && (*out)->table->multiples == NULL;
    return is_useless ? useless(context, "keys", out, err) : SLUICE_OK;
}

const char *sl_engine_backend_name(const sl_engine_backend *backend) {
    return backend->table == NULL ? "cpu" : "cuda";
}

static sluice_status processors_open(sl_flow_config *config, unsigned n, sluice_error *err) {
    for (unsigned i = 0; i < n; i++) {
        SL_TRY(sl_device_cpu_open(&config->devices[config->devices_n], i, config->device_threads_n, err));
        config->devices_n++;
    }
    return SLUICE_OK;
}

/* A device that is opened several times has one budget, in equal parts. */
static uint64_t budget_share(const sluice_context *context, const sl_engine_backend *backend, unsigned n, unsigned i) {
    unsigned same_n = 0;
    for (unsigned k = 0; k < n; k++) {
        same_n += backend->index[k % backend->devices_n] == backend->index[i % backend->devices_n];
    }
    const uint64_t budget = context->options.budget_device_bytes;
    return budget == 0 ? 0 : SL_MAX(budget / same_n, 1);
}

/* All of them, or with "auto" those that can be opened, which may be none. */
static sluice_status modules_open(const sluice_context *context, const sl_engine_backend *backend, unsigned n,
                                  sl_flow_config *config, sluice_error *err) {
    for (unsigned i = 0; i < n; i++) {
        const sl_device_module_options options = {
            .table = backend->table,
            .index = backend->index[i % backend->devices_n],
            .number = config->devices_n,
            .budget_bytes = budget_share(context, backend, n, i),
            .proofs_n = PROOFS_N,
            .is_checked = backend->are_checked,
            .gives_way = config->standby_n != 0,
            .threads_n = config->device_threads_n,
        };
        sluice_error why = {0};
        const sluice_status status = sl_device_module_open(&config->devices[config->devices_n], &options, &why);
        if (status == SLUICE_OK) {
            config->devices_n++;
        } else if (backend->is_required || (status != SLUICE_E_DEVICE && status != SLUICE_E_NO_MEMORY)) {
            if (err != NULL) {
                *err = why;
            }
            return status;
        } else {
            sl_context_note(context, "device %u is not used: %s", options.index, why.text);
        }
    }
    return SLUICE_OK;
}

unsigned sl_engine_standby_n(const sl_engine_backend *backend, unsigned n) {
    return backend->table != NULL && !backend->is_required && n < SL_MEM_DEVICES_MAX;
}

sluice_status sl_engine_devices_open(const sluice_context *context, unsigned n, sl_flow_config *config,
                                     sluice_error *err) {
    const size_t threads_n = sl_pool_threads(context->pool);
    const sl_engine_backend *backend;
    SL_TRY(sl_engine_backend_get(context, &backend, err));
    const unsigned there = backend->table == NULL ? 1 : backend->devices_n;
    n = n == 0 ? there : n;
    if (n > SL_MEM_DEVICES_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%u devices, at most %d", n, SL_MEM_DEVICES_MAX);
    }
    const unsigned reserve_n = sl_engine_standby_n(backend, n);
    config->devices_n = 0;
    config->device_threads_n = SL_MAX(threads_n / n, 1);
    config->standby_n = reserve_n;
    if (backend->table == NULL) {
        return processors_open(config, n, err);
    }
    SL_TRY(modules_open(context, backend, n, config, err));
    if (config->devices_n == 0) { /* none that works: the one in reserve has it all */
        config->standby_n = 0;
        config->device_threads_n = threads_n;
        return processors_open(config, 1, err);
    }
    return processors_open(config, reserve_n, err);
}

void sl_engine_devices_close(sl_flow_config *config) {
    for (; config->devices_n > 0; config->devices_n--) {
        sl_device_close(config->devices[config->devices_n - 1]);
    }
}
