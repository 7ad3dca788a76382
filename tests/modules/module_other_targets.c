// SPDX-License-Identifier: MIT OR Apache-2.0
/* For a machine that nobody knows. */
#define PRETEND_TARGETS "sm_90 gfx_90"
#include "modules/pretend_tmpl.h"
