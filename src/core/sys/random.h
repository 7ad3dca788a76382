// SPDX-License-Identifier: MIT OR Apache-2.0
/* Randomness of the operating system, and memory that must not be left behind. */
#ifndef SL_CORE_SYS_RANDOM_H
#define SL_CORE_SYS_RANDOM_H

#include "core/base/error.h"

/* Fills `out` from the operating system's generator; on failure a status, never weak bytes. Any thread. */
SL_NODISCARD sluice_status sl_random_bytes(void *out, size_t n, sluice_error *err);
/* Tests: makes the n-th following call fail (0: the next), once; SIZE_MAX: none. */
void sl_random_fail_after(size_t n);

/* Overwrites secrets in a way that the compiler keeps. */
void sl_wipe(void *data, size_t n);

#endif
