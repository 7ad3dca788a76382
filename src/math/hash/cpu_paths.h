// SPDX-License-Identifier: MIT OR Apache-2.0
/* Which instruction sets this processor and operating system offer; asked once. */
#ifndef SL_MATH_HASH_CPU_PATHS_H
#define SL_MATH_HASH_CPU_PATHS_H

#include "core/base/compat.h"

bool sl_hash_cpu_has_shani(void);
bool sl_hash_cpu_has_avx2(void);
bool sl_hash_cpu_has_avx512vl(void);

#endif
