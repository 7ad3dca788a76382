// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const sl_kernels *const sets[] = {&sl_kernels_portable, NULL};

const sl_kernels *const *sl_kernels_available(void) {
    return sets;
}

sluice_status sl_kernels_select(const sl_kernels **out, const char *name, sluice_error *err) {
    const char *source = "";
    if (name == NULL || name[0] == 0) {
        name = getenv("SLUICE_KERNEL");
        source = "SLUICE_KERNEL: ";
        if (name == NULL || name[0] == 0) {
            name = "auto";
        }
    }
    const sl_kernels *const *available = sl_kernels_available();
    if (strcmp(name, "auto") == 0) {
        *out = available[0];
        return SLUICE_OK;
    }
    char names[64] = "auto";
    for (size_t i = 0; available[i] != NULL; i++) {
        if (strcmp(name, available[i]->name) == 0) {
            *out = available[i];
            return SLUICE_OK;
        }
        const size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, " %s", available[i]->name);
    }
    return SL_FAIL(err, SLUICE_E_USAGE, "%skernel set %.32s is not available here, there are: %s", source, name, names);
}

void sl_kernels_report(char *out, size_t bytes) {
    (void)snprintf(out, bytes, "portable: runs on every processor");
}
