// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/kernels_adx.h"

static void fp2_mul(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b) {
    sl_fp2_mul_with(out, a, b, sl_fp_product_adx);
}

#define K_(name) name##_adx
#define K_FP_MUL sl_fp_product_adx
#define K_FP2_MUL fp2_mul
#include "math/kernels/curve_words_tmpl.h"
