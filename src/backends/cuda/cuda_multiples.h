// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Multiples of one point on a device, over a table of calls (module_multiples.h has the contracts): a table of odd
 * multiples made once, then sums of its entries, a chunk of scalars at a time. Two chunks are on their way at once, so
 * that copies in host memory stand beside kernels.
 */
#ifndef SL_BACKENDS_CUDA_CUDA_MULTIPLES_H
#define SL_BACKENDS_CUDA_CUDA_MULTIPLES_H

#include "backends/module/module_multiples.h"

/* Windows are 8 bits wide for few multiples, else 16: a table of 4,096 or 524,288 entries. */
#define SL_CUDA_MULTIPLES_FEW 16384

extern const sl_module_multiples_calls sl_cuda_multiples_ops;

#endif
