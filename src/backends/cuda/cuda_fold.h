// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Transforms of points for folding keys, over a table of calls (module_fold.h has the contracts). The vector stays on
 * the device; bytes of key files cross over in chunks, by way of pinned memory.
 */
#ifndef SL_BACKENDS_CUDA_CUDA_FOLD_H
#define SL_BACKENDS_CUDA_CUDA_FOLD_H

#include "backends/module/module_fold.h"

extern const sl_module_fold_calls sl_cuda_fold_ops;

#endif
