// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Small memory: handles and short tables, from the heap, not counted. What can grow with the input belongs into an
 * sl_buf. Outside src/core all memory comes from here or from core/mem/buf.h (tools/check-style).
 */
#ifndef SL_CORE_MEM_SMALL_H
#define SL_CORE_MEM_SMALL_H

#include <stdlib.h>

#include "core/base/compat.h"

#define SL_SMALL_BYTES_MAX ((size_t)64 * 1024)

/*
 * n * element_bytes zeroed bytes, which free() gives back; at least one byte. NULL if there is no memory, if it is more
 * than SL_SMALL_BYTES_MAX, or if sl_mem_fail_after says so. Threads: any.
 */
SL_NODISCARD void *sl_small_alloc(size_t n, size_t element_bytes);

#endif
