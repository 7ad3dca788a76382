// SPDX-License-Identifier: MIT OR Apache-2.0
/* A trial between two kernel sets. */
#ifndef SL_BACKENDS_CPU_TRIAL_H
#define SL_BACKENDS_CPU_TRIAL_H

#include "math/kernels/kernels.h"

/*
 * The set that adds points of G1 faster, by the least of several rounds in turns: about a millisecond in all. `first`
 * if they are equal, or if there is no memory to try.
 */
const sl_kernels *sl_kernels_trial(const sl_kernels *first, const sl_kernels *second);

#endif
