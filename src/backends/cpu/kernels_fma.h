// SPDX-License-Identifier: MIT OR Apache-2.0
/* The fma kernel set (AVX2, FMA, BMI2): the pieces of its table. Only for processors that have them. */
#ifndef SL_BACKENDS_CPU_KERNELS_FMA_H
#define SL_BACKENDS_CPU_KERNELS_FMA_H

#include "math/kernels/kernels.h"

extern const sl_curve_kernels sl_g1_kernels_fma;
extern const sl_curve_kernels sl_g2_kernels_fma;
extern const sl_kernels sl_kernels_fma;

#endif
