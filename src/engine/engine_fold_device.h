// SPDX-License-Identifier: MIT OR Apache-2.0
/* Transforms for folding keys on the device that an sl_engine_multiples has open. */
#ifndef SL_ENGINE_ENGINE_FOLD_DEVICE_H
#define SL_ENGINE_ENGINE_FOLD_DEVICE_H

#include "engine/engine_multiples.h"
#include "proof/groth16/fold_backend.h"

typedef struct sl_engine_fold_device {
    sl_engine_multiples *device;
    sl_fold_backend backend;
} sl_engine_fold_device;

/*
 * *out: for sl_fold_options; NULL without a device. With a device that no other way is to replace, but whose module
 * folds no keys, SLUICE_E_INPUT. `room` and `device` stay where they are meanwhile.
 */
SL_NODISCARD sluice_status sl_engine_fold_backend(const sl_fold_backend **out, sl_engine_fold_device *room,
                                                  sl_engine_multiples *device, sluice_error *err);
/* Whether the plan of a fold is for a device, without opening one. */
SL_NODISCARD sluice_status sl_engine_fold_planned(const sluice_context *context, bool *has_backend, sluice_error *err);

#endif
