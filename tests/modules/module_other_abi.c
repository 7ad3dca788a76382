// SPDX-License-Identifier: MIT OR Apache-2.0
/* Of another ABI. */
#define PRETEND_ABI (SL_MODULE_ABI + 1)
#include "modules/pretend_tmpl.h"
