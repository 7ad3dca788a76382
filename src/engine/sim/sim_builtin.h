// SPDX-License-Identifier: MIT OR Apache-2.0
/* The files of schema/sim, which the build puts into the program (cmake/sluice.cmake, sl_embed). For this room. */
#ifndef SL_ENGINE_SIM_SIM_BUILTIN_H
#define SL_ENGINE_SIM_SIM_BUILTIN_H

#include "core/base/compat.h"

typedef struct sl_embedded {
    const char *name;
    const uint8_t *bytes;
    size_t n;
} sl_embedded;

extern const sl_embedded sl_sim_builtins[]; /* the last one has no name */

#endif
