// SPDX-License-Identifier: MIT OR Apache-2.0
/* Whole files into counted memory. Small ones (below 64 KiB) can as well be read with sl_file_read_all. */
#ifndef SL_CORE_MEM_LOAD_H
#define SL_CORE_MEM_LOAD_H

#include "core/mem/buf.h"

/*
 * Reads a file, a pipe or standard input ("-") to its end. More than max_bytes is SLUICE_E_INPUT, and nothing larger
 * than max_bytes is ever allocated; the budget counts. out->bytes is the length; an empty file gives an empty buffer.
 */
SL_NODISCARD sluice_status sl_buf_load(sl_buf *out, const char *path, size_t max_bytes, const char *tag,
                                       sluice_error *err);

#endif
