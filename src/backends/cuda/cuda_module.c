// SPDX-License-Identifier: MIT OR Apache-2.0
/* The table of libsluice-cuda.so: the only symbol that it shows. */
#include "backends/cuda/cuda_table.h"
#include "backends/cuda/cudart_calls.h"

extern const sl_module_table sluice_module;

static sluice_status devices_count(uint32_t *out, sluice_error *err) {
    return sl_cuda_devices_count(&sl_cudart_calls, out, err);
}

static sluice_status device_info(sl_module_device_info *out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_info(&sl_cudart_calls, out, index, err);
}

static sluice_status device_open(sl_module_device **out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_open(&sl_cudart_calls, out, index, err);
}

const sl_module_table sluice_module = SL_CUDA_TABLE("cuda", SL_CUDA_TARGETS, devices_count, device_info, device_open);
