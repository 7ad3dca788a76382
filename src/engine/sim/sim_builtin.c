// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/sim/sim_builtin.h"

#include <string.h>

#include "engine/sim/sim.h"

const uint8_t *sl_sim_builtin_find(const char *name, size_t *n) {
    for (const sl_embedded *file = sl_sim_builtins; file->name != NULL; file++) {
        if (strcmp(file->name, name) == 0) {
            *n = file->n;
            return file->bytes;
        }
    }
    return NULL;
}

const char *sl_sim_builtin_name(size_t i) {
    for (size_t k = 0; k < i; k++) {
        if (sl_sim_builtins[k].name == NULL) {
            return NULL;
        }
    }
    return sl_sim_builtins[i].name;
}
