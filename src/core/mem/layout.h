// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Parts of one large buffer. A layout function runs twice: without the buffer it only counts, with it the parts have
 * their places. Each starts at a multiple of 64 bytes.
 */
#ifndef SL_CORE_MEM_LAYOUT_H
#define SL_CORE_MEM_LAYOUT_H

#include "core/base/compat.h"

/* Where the next `bytes` of the buffer start, *used on; NULL without a buffer. */
SL_INLINE void *sl_layout_take(char *buffer, size_t *used, size_t bytes) {
    void *at = buffer == NULL ? NULL : buffer + *used;
    *used += (bytes + 63) / 64 * 64;
    return at;
}

#endif
