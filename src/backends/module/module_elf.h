// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Whether a file is a whole shared object of this machine. The system's loader maps what the headers say; where the
 * file ends before, touching it is a signal.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_ELF_H
#define SL_BACKENDS_MODULE_MODULE_ELF_H

#include "core/base/error.h"

/* Reads the headers, nothing is loaded. Statuses: see sl_module_load. */
SL_NODISCARD sluice_status sl_module_elf_check(const char *path, sluice_error *err);

#endif
