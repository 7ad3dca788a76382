// SPDX-License-Identifier: MIT OR Apache-2.0
/* Field operations of a module (module_abi.h) by the arithmetic of the processor. */
#ifndef SL_TESTS_MODULES_FIELD_APPLY_H
#define SL_TESTS_MODULES_FIELD_APPLY_H

#include <string.h>

#include "backends/module/module_abi.h"
#include "math/field/fp.h"
#include "math/field/fr.h"

#define FIELD_LOOP(type, call)                   \
    for (size_t i = 0; i < n * rounds; i++) {    \
        type *x = (type *)out + i % n;           \
        const type *y = (const type *)b + i % n; \
        (void)y;                                 \
        call;                                    \
    }                                            \
    break

/* out[i] = a[i], and then `rounds` times op with b[i], for n values. */
static inline void field_apply(void *out, const void *a, const void *b, size_t n, sl_module_field_op op,
                               uint32_t rounds) {
    memcpy(out, a, n * sl_module_field_bytes(op));
    switch (op) {
    case SL_MODULE_FP_MUL:
        FIELD_LOOP(sl_fp, sl_fp_mul(x, x, y));
    case SL_MODULE_FP_SQR:
        FIELD_LOOP(sl_fp, sl_fp_sqr(x, x));
    case SL_MODULE_FP_ADD:
        FIELD_LOOP(sl_fp, sl_fp_add(x, x, y));
    case SL_MODULE_FP_SUB:
        FIELD_LOOP(sl_fp, sl_fp_sub(x, x, y));
    case SL_MODULE_FR_MUL:
        FIELD_LOOP(sl_fr, sl_fr_mul(x, x, y));
    case SL_MODULE_FR_ADD:
        FIELD_LOOP(sl_fr, sl_fr_add(x, x, y));
    case SL_MODULE_FR_SUB:
        FIELD_LOOP(sl_fr, sl_fr_sub(x, x, y));
    case SL_MODULE_FIELD_OPS_N:
        break;
    }
}

#endif
