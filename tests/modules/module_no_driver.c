// SPDX-License-Identifier: MIT OR Apache-2.0
/* Where there is no driver. */
#define PRETEND_DRIVER false
#include "modules/pretend_tmpl.h"
