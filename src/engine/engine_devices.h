// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Which devices a context's options mean, and opening them for a flow.
 *
 * The module is loaded when it is first needed, by a call that proves or makes a key: others touch no driver.
 */
#ifndef SL_ENGINE_ENGINE_DEVICES_H
#define SL_ENGINE_ENGINE_DEVICES_H

#include "backends/module/module_abi.h"
#include "engine/engine_context.h"
#include "engine/flow/flow.h"

/* What the options come to; in the context, filled once. */
typedef struct sl_engine_backend {
    bool is_known;
    const sl_module_table *table; /* NULL: the processor */
    uint32_t index[SL_MEM_DEVICES_MAX];
    unsigned devices_n;
    bool are_checked; /* they compute right */
    bool is_required; /* no other way will do */
} sl_engine_backend;

/*
 * The devices that the options name, or all that the module has. One that does not compute right is left out, with a
 * note to the caller, unless it was named and "cuda" is required. table NULL: the processor, with "auto" also where
 * there is no module or none of its devices can be used. With "cuda" SLUICE_E_DEVICE, or what is wrong with the module.
 */
SL_NODISCARD sluice_status sl_engine_backend_get(const sluice_context *context, const sl_engine_backend **out,
                                                 sluice_error *err);
/* The same for making keys: a module may be good for one and not for the other. */
SL_NODISCARD sluice_status sl_engine_key_backend_get(const sluice_context *context, const sl_engine_backend **out,
                                                     sluice_error *err);

/* Processors in reserve behind n of the devices. */
unsigned sl_engine_standby_n(const sl_engine_backend *backend, unsigned n);
/*
 * Opens devices for a flow: `n` of them (0: all that were named), one opened more than once where there are fewer; with
 * "auto" a processor in reserve behind them, if they are fewer than SL_MEM_DEVICES_MAX. Without a module n processors
 * (0: one), that share the threads. With "auto" a device that cannot be opened is left out, with a note. Sets devices,
 * device_threads_n and standby_n of the config; what is opened there is the caller's to close, also after a failure.
 */
SL_NODISCARD sluice_status sl_engine_devices_open(const sluice_context *context, unsigned n, sl_flow_config *config,
                                                  sluice_error *err);
void sl_engine_devices_close(sl_flow_config *config);
/* "cuda" or "cpu", as reports name it. */
const char *sl_engine_backend_name(const sl_engine_backend *backend);

#endif
