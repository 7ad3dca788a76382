// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Devices over a table of calls: the module's functions, without the CUDA runtime. Contracts: module_abi.h.
 *
 * Whatever fails but an allocation loses the device: the runtime does not say which of its errors leave one usable, and
 * none of these calls fails on one that is well. Nothing aborts.
 */
#ifndef SL_BACKENDS_CUDA_CUDA_DEVICE_H
#define SL_BACKENDS_CUDA_CUDA_DEVICE_H

#include "backends/cuda/cuda_calls.h"

SL_NODISCARD sluice_status sl_cuda_devices_count(const sl_cuda_calls *calls, uint32_t *out, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_device_info(const sl_cuda_calls *calls, sl_module_device_info *out, uint32_t index,
                                               sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_device_open(const sl_cuda_calls *calls, sl_module_device **out, uint32_t index,
                                               sluice_error *err);
void sl_cuda_device_close(sl_module_device *device);
SL_NODISCARD sluice_status sl_cuda_field_run(sl_module_device *device, void *out, const void *a, const void *b,
                                             size_t n, sl_module_field_op op, uint32_t rounds, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_g1_add_pairs(sl_module_device *device, void *out, const void *points,
                                                size_t points_n, const uint64_t *pairs, size_t pairs_n,
                                                sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_g2_add_pairs(sl_module_device *device, void *out, const void *points,
                                                size_t points_n, const uint64_t *pairs, size_t pairs_n,
                                                sluice_error *err);

#endif
