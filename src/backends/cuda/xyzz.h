// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums that come from the device in XYZZ form, as points of the processor. */
#ifndef SL_BACKENDS_CUDA_XYZZ_H
#define SL_BACKENDS_CUDA_XYZZ_H

#include "backends/cuda/pairs_work.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"

/* Coordinates below 2p; no inversion. */
void sl_cuda_g1_from_xyzz(sl_g1 *out, const sl_cuda_g1_xyzz *a);
void sl_cuda_g2_from_xyzz(sl_g2 *out, const sl_cuda_g2_xyzz *a);

#endif
