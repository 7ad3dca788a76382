// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums over bases that stay on the device (sums.h), as the part of the module's table: contracts in module_sums.h. */
#ifndef SL_BACKENDS_CUDA_CUDA_SUMS_H
#define SL_BACKENDS_CUDA_CUDA_SUMS_H

#include "backends/module/module_sums.h"

extern const sl_module_sums sl_cuda_sums_ops;

#endif
