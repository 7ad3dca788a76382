// SPDX-License-Identifier: MIT OR Apache-2.0
/* Multiples of points for keys, on the device that a context's options mean. */
#ifndef SL_ENGINE_ENGINE_MULTIPLES_H
#define SL_ENGINE_ENGINE_MULTIPLES_H

#include "backends/module/module_abi.h"
#include "engine/engine_context.h"
#include "math/msm/multiples.h"

typedef struct sl_engine_multiples {
    const sl_module_table *table;
    sl_module_device *device; /* NULL: the processor makes them */
    bool is_required;         /* no other way will do */
    bool lacks_room;          /* within budget_bytes, for what was to be opened last */
    uint64_t budget_bytes;    /* of the device's memory; 0: what is free */
    sl_multiples_backend backend;
} sl_engine_multiples;

/*
 * Opens the first of the devices, if it computes right. With the backend "auto" there is none where that fails. *out
 * stays where it is until it is closed.
 */
SL_NODISCARD sluice_status sl_engine_multiples_open(sl_engine_multiples *out, const sluice_context *context,
                                                    sluice_error *err);
/* For sl_setup_options and sl_fold_options; NULL without a device. */
const sl_multiples_backend *sl_engine_multiples_backend(const sl_engine_multiples *multiples);
/*
 * Whether a call with a backend that ended so is to be made again without one: the device failed or has no room, and
 * the processor is in reserve.
 */
bool sl_engine_multiples_falls_back(const sl_engine_multiples *multiples, sluice_status status);
/* What the plan of a key is made for: as there will be, without opening a device. */
SL_NODISCARD sluice_status sl_engine_multiples_planned(const sluice_context *context, const sl_multiples_backend **out,
                                                       sluice_error *err);
void sl_engine_multiples_close(sl_engine_multiples *multiples); /* accepts zero, which it leaves */

#endif
