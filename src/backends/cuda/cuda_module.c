// SPDX-License-Identifier: MIT OR Apache-2.0
/* The table of libsluice-cuda.so: the only symbol that it shows. */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_multiples.h"
#include "backends/cuda/cuda_sums.h"
#include "backends/cuda/cudart_calls.h"
#include "backends/cuda/device_circuit.h"
#include "backends/cuda/device_key.h"
#include "backends/cuda/device_ntt.h"

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

const sl_module_table sluice_module = {
    .magic = SL_MODULE_MAGIC,
    .abi = SL_MODULE_ABI,
    .table_bytes = sizeof(sl_module_table),
    .name = "cuda",
    .version = SL_VERSION,
    .targets = SL_CUDA_TARGETS,
    .devices_count = devices_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = sl_cuda_device_close,
    .field_run = sl_cuda_field_run,
    .g1_add_pairs = sl_cuda_g1_add_pairs,
    .g2_add_pairs = sl_cuda_g2_add_pairs,
    .prove = &sl_cuda_prove,
    .multiples = &sl_cuda_multiples_ops,
    .rows = &sl_cuda_rows_table,
    .sums = &sl_cuda_sums_ops,
    .ntt = &sl_cuda_ntt_ops,
};
