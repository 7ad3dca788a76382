// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_context.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/cpu/select.h"
#include "core/mem/budget.h"
#include "core/mem/buf.h"
#include "core/mem/small.h"
#include "engine/engine_devices.h"

#define THREADS_MAX 1024

void sluice_options_init(sluice_options *options) {
    *options = (sluice_options){.struct_size = sizeof *options};
}

const char *sluice_version(void) {
    return SL_VERSION;
}

static sluice_status backend_check(const sluice_options *options, sluice_error *err) {
    static const char *const names[] = {"auto", "cpu", "cuda"};
    bool is_known = options->backend == NULL;
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        is_known = is_known || strcmp(options->backend, names[i]) == 0;
    }
    return is_known ? SLUICE_OK
                    : SL_FAIL(err, SLUICE_E_USAGE, "backend %s: there are auto, cpu and cuda", options->backend);
}

sluice_status sluice_context_open(sluice_context **out, const sluice_options *options, sluice_error *err) {
    sluice_options defaults;
    sluice_options_init(&defaults);
    if (options == NULL) {
        options = &defaults;
    }
    if (options->struct_size != sizeof *options) {
        return SL_FAIL(err, SLUICE_E_USAGE, "options of %zu bytes, this library knows %zu: use sluice_options_init",
                       options->struct_size, sizeof *options);
    }
    if (options->threads > THREADS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%u threads, at most %d", options->threads, THREADS_MAX);
    }
    sluice_context *context = sl_small_alloc(1, sizeof *context);
    if (context == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a context");
    }
    context->options = *options;
    sluice_status status = backend_check(options, err);
    if (status == SLUICE_OK) {
        context->backend = sl_small_alloc(1, sizeof *context->backend);
        status = context->backend == NULL ? SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a context") : SLUICE_OK;
    }
    if (status == SLUICE_OK) {
        status = sl_kernels_select(&context->kernels, options->kernel, err);
    }
    if (status == SLUICE_OK) {
        status = sl_pool_open(&context->pool, options->threads == 0 ? sl_cpu_count() : options->threads, err);
    }
    const uint64_t overhead = status == SLUICE_OK ? sl_budget_overhead(sl_pool_threads(context->pool)) : 0;
    if (status == SLUICE_OK && options->budget_bytes != 0 && options->budget_bytes <= overhead) {
        status = SL_FAIL(err, SLUICE_E_BUDGET, "a budget of %llu MiB: the process itself may take %llu MiB",
                         (unsigned long long)(options->budget_bytes >> 20), (unsigned long long)(overhead >> 20));
    }
    if (status != SLUICE_OK) {
        sluice_context_close(context);
        return status;
    }
    if (options->budget_bytes != 0) {
        sl_mem_budget_set(options->budget_bytes - overhead);
    }
    *out = context;
    return SLUICE_OK;
}

void sluice_context_close(sluice_context *context) {
    if (context == NULL) {
        return;
    }
    sl_pool_close(context->pool);
    free(context->backend);
    free(context);
}

const char *sluice_context_kernel(const sluice_context *context) {
    return context->kernels->name;
}

unsigned sluice_context_threads(const sluice_context *context) {
    return (unsigned)sl_pool_threads(context->pool);
}

sluice_status sl_context_progress(const sluice_context *context, const char *what, uint64_t done, uint64_t total,
                                  sluice_error *err) {
    if (context->options.progress == NULL ||
        context->options.progress(context->options.progress_data, what, done, total) == 0) {
        return SLUICE_OK;
    }
    return SL_FAIL(err, SLUICE_E_INTERRUPTED, "stopped by the caller in %s", what);
}

void sl_context_note(const sluice_context *context, const char *fmt, ...) {
    char text[384];
    if (context->options.note == NULL) {
        return;
    }
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    context->options.note(context->options.note_data, text);
}
