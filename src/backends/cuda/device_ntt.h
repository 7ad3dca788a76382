// SPDX-License-Identifier: MIT OR Apache-2.0
/* The sub-table `ntt` of the module (module_ntt.h), over the transforms of cuda_ntt.h. */
#ifndef SL_BACKENDS_CUDA_DEVICE_NTT_H
#define SL_BACKENDS_CUDA_DEVICE_NTT_H

#include "backends/module/module_ntt.h"

extern const sl_module_ntt sl_cuda_ntt_ops;

#endif
