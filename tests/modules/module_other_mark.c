// SPDX-License-Identifier: MIT OR Apache-2.0
/* A table that is none. */
#define PRETEND_MAGIC UINT64_C(0x1122334455667788)
#include "modules/pretend_tmpl.h"
