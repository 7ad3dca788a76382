// SPDX-License-Identifier: MIT OR Apache-2.0
/* Which kernel set runs: the best that the processor and the system support, or a lower one that was asked for. */
#ifndef SL_BACKENDS_CPU_SELECT_H
#define SL_BACKENDS_CPU_SELECT_H

#include "math/kernels/kernels.h"

/*
 * `name`: portable, adx, fma, ifma or auto; NULL or empty: the environment's SLUICE_KERNEL, or auto if that is not
 * set. A name that does not exist or cannot run here is SLUICE_E_USAGE with the names that can. auto takes ifma where
 * it can run, else what a trial of about a millisecond finds faster among fma and adx.
 */
SL_NODISCARD sluice_status sl_kernels_select(const sl_kernels **out, const char *name, sluice_error *err);

/*
 * All sets of this build that can run here, best first, ended by NULL. The list belongs to the calling thread, until
 * its next call.
 */
const sl_kernels *const *sl_kernels_available(void);

/* One line on which sets there are and why each can run or not; writes at most `bytes` with the final NUL. */
void sl_kernels_report(char *out, size_t bytes);

#endif
