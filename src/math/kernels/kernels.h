// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The batch kernels that exist once per instruction set, as one table chosen at run time (backends/cpu). An
 * entry does at least some microseconds of work, so one indirect call never shows. The portable set is complete
 * and is the reference: every other set is run by the same tester against it.
 */
#ifndef SL_MATH_KERNELS_KERNELS_H
#define SL_MATH_KERNELS_KERNELS_H

#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/field/fr.h"

typedef struct sl_kernels {
    const char *name; /* portable, adx, fma, ifma */
    /* entries: see the room's owner */
} sl_kernels;

extern const sl_kernels sl_kernels_portable;

#endif
