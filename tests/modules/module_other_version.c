// SPDX-License-Identifier: MIT OR Apache-2.0
/* Of another version of sluice. */
#define PRETEND_VERSION "0.0.7"
#include "modules/pretend_tmpl.h"
