// SPDX-License-Identifier: MIT OR Apache-2.0
/* The point behind sl_mem_fail_after; for this room alone. */
#ifndef SL_CORE_MEM_FAIL_H
#define SL_CORE_MEM_FAIL_H

#include "core/base/failpoint.h"

extern sl_failpoint sl_mem_failpoint;

#endif
