// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/mem/small.h"

#include "core/base/checked.h"
#include "core/mem/fail.h"

void *sl_small_alloc(size_t n, size_t element_bytes) {
    size_t bytes;
    if (!sl_mul_size(n, element_bytes, &bytes) || bytes > SL_SMALL_BYTES_MAX || sl_failpoint_hit(&sl_mem_failpoint)) {
        return NULL;
    }
    return calloc(1, SL_MAX(bytes, 1));
}
