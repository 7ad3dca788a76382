// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/kernels/kernels_portable.h"

#define K_(name) name##_portable
#define K_FP_MUL sl_fp_mul_inline
#define K_FP2_MUL sl_fp2_mul
#include "math/kernels/curve_words_tmpl.h"
