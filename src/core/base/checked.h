// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sizes that come from outside are multiplied and added only through these. */
#ifndef SL_CORE_BASE_CHECKED_H
#define SL_CORE_BASE_CHECKED_H

#include "core/base/compat.h"

/* True and *out = a * b (a + b) if it fits, else false and *out untouched. */
SL_NODISCARD SL_INLINE bool sl_mul_size(size_t a, size_t b, size_t *out) {
    size_t r;
    if (__builtin_mul_overflow(a, b, &r)) {
        return false;
    }
    *out = r;
    return true;
}

SL_NODISCARD SL_INLINE bool sl_add_size(size_t a, size_t b, size_t *out) {
    size_t r;
    if (__builtin_add_overflow(a, b, &r)) {
        return false;
    }
    *out = r;
    return true;
}

#endif
