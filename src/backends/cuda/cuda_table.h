// SPDX-License-Identifier: MIT OR Apache-2.0
/* What a module's table has over any table of calls: all but a name, targets, and which devices there are. */
#ifndef SL_BACKENDS_CUDA_CUDA_TABLE_H
#define SL_BACKENDS_CUDA_CUDA_TABLE_H

#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_fold.h"
#include "backends/cuda/cuda_multiples.h"
#include "backends/cuda/cuda_sums.h"
#include "backends/cuda/device_circuit.h"
#include "backends/cuda/device_key.h"
#include "backends/cuda/device_ntt.h"

/* Initializer of an sl_module_table: a name, targets, and the functions that know the table of calls. */
#define SL_CUDA_TABLE(name_, targets_, count, info, open)                                                        \
    {                                                                                                            \
        .magic = SL_MODULE_MAGIC, .abi = SL_MODULE_ABI, .table_bytes = sizeof(sl_module_table), .name = (name_), \
        .version = SL_VERSION, .targets = (targets_), .devices_count = (count), .device_info = (info),           \
        .device_open = (open), .device_close = sl_cuda_device_close, .field_run = sl_cuda_field_run,             \
        .g1_add_pairs = sl_cuda_g1_add_pairs, .g2_add_pairs = sl_cuda_g2_add_pairs, .prove = &sl_cuda_prove,     \
        .multiples = &sl_cuda_multiples_ops, .rows = &sl_cuda_rows_table, .sums = &sl_cuda_sums_ops,             \
        .ntt = &sl_cuda_ntt_ops, .fold = &sl_cuda_fold_ops,                                                      \
    }

#endif
