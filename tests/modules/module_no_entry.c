// SPDX-License-Identifier: MIT OR Apache-2.0
/* An entry of the table is empty. */
#define PRETEND_HAS_OPEN false
#include "modules/pretend_tmpl.h"
