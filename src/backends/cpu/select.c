// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/cpu/kernels_fma.h"
#include "backends/cpu/kernels_ifma.h"
#include "core/sys/cpu.h"

/* What the compiler was told that it may use in units of the set (cmake/sluice.cmake). */
#define IFMA_FEATURES                                                                                         \
    (SL_CPU_AVX512F | SL_CPU_AVX512DQ | SL_CPU_AVX512BW | SL_CPU_AVX512VL | SL_CPU_AVX512IFMA | SL_CPU_BMI2 | \
     SL_CPU_ADX)

#define FMA_FEATURES (SL_CPU_AVX2 | SL_CPU_FMA | SL_CPU_BMI2)

const sl_kernels *const *sl_kernels_available(void) {
    static const sl_kernels *const all[] = {&sl_kernels_ifma, &sl_kernels_fma, &sl_kernels_portable, NULL};
    static const sl_kernels *const ifma[] = {&sl_kernels_ifma, &sl_kernels_portable, NULL};
    if (sl_cpu_has(IFMA_FEATURES)) {
        return sl_cpu_has(FMA_FEATURES) ? all : ifma;
    }
    return sl_cpu_has(FMA_FEATURES) ? all + 1 : all + 2;
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

/* "name: why it runs or not; " behind the text in `out`. */
static void report_add(char *out, size_t bytes, const char *name, uint32_t features) {
    const char *missing = "";
    const char *reason = "runs here";
    for (uint32_t feature = 1; feature <= features; feature <<= 1) {
        if ((features & feature) != 0 && !sl_cpu_has(feature)) {
            missing = sl_cpu_feature_name(feature);
            reason = sl_cpu_feature_reason(feature);
            break;
        }
    }
    const size_t used = strlen(out);
    (void)snprintf(out + used, bytes - used, "%s: %s%s%s; ", name, missing, missing[0] == 0 ? "" : " ", reason);
}

void sl_kernels_report(char *out, size_t bytes) {
    out[0] = 0;
    report_add(out, bytes, "ifma", IFMA_FEATURES);
    report_add(out, bytes, "fma", FMA_FEATURES);
    const size_t used = strlen(out);
    (void)snprintf(out + used, bytes - used, "portable: runs on every processor");
}
