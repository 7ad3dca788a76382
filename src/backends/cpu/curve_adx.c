// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/kernels_adx.h"

/* Karatsuba, as sl_fp2_mul. */
static void fp2_mul(sl_fp2 *out, const sl_fp2 *a, const sl_fp2 *b) {
    sl_fp low;
    sl_fp high;
    sl_fp cross;
    sl_fp sum;
    sl_fp_add(&cross, &a->c0, &a->c1);
    sl_fp_add(&sum, &b->c0, &b->c1);
    sl_fp_product_adx(&low, &a->c0, &b->c0);
    sl_fp_product_adx(&high, &a->c1, &b->c1);
    sl_fp_product_adx(&cross, &cross, &sum);
    sl_fp_sub(&out->c0, &low, &high);
    sl_fp_sub(&cross, &cross, &low);
    sl_fp_sub(&out->c1, &cross, &high);
}

#define K_(name) name##_adx
#define K_FP_MUL sl_fp_product_adx
#define K_FP2_MUL fp2_mul
#include "math/kernels/curve_words_tmpl.h"
