// SPDX-License-Identifier: MIT OR Apache-2.0
/* Nothing is wrong with this one. */
#include "modules/pretend_tmpl.h"
