// SPDX-License-Identifier: MIT OR Apache-2.0
/* A table with one entry more. */
#define PRETEND_BYTES (sizeof(sl_module_table) + 8)
#include "modules/pretend_tmpl.h"
