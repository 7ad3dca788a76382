// SPDX-License-Identifier: MIT OR Apache-2.0
/* The inside of sluice_context: what every call of the engine needs. */
#ifndef SL_ENGINE_ENGINE_CONTEXT_H
#define SL_ENGINE_ENGINE_CONTEXT_H

#include <sluice/context.h>

#include "core/par/pool.h"
#include "math/kernels/kernels.h"

struct sluice_context {
    sluice_options options;
    const sl_kernels *kernels;
    sl_pool *pool;
    struct sl_engine_backend *backend; /* engine_devices.h */
};

/* Tells the caller's progress function, if there is one; E_INTERRUPTED if it says stop. */
sluice_status sl_context_progress(const sluice_context *context, const char *what, uint64_t done, uint64_t total,
                                  sluice_error *err);
/* Tells the caller's note function, if there is one. */
void sl_context_note(const sluice_context *context, const char *fmt, ...) SL_PRINTF(2, 3);

#endif
