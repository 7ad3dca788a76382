// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/select.h"

#include <stdlib.h>
#include <string.h>

#include "backends/cpu/kernels_adx.h"
#include "backends/cpu/kernels_fma.h"
#include "backends/cpu/kernels_ifma.h"
#include "backends/cpu/trial.h"
#include "core/base/text.h"
#include "core/sys/cpu.h"
#include "math/kernels/kernels_portable.h"

/* Best first, with what the compiler was told that it may use in units of the set (cmake/sluice.cmake). */
static const struct {
    const sl_kernels *set;
    uint32_t features;
} sets[] = {
    {&sl_kernels_ifma, SL_CPU_AVX512F | SL_CPU_AVX512DQ | SL_CPU_AVX512BW | SL_CPU_AVX512VL | SL_CPU_AVX512IFMA |
                           SL_CPU_BMI2 | SL_CPU_ADX},
    {&sl_kernels_fma, SL_CPU_AVX2 | SL_CPU_FMA | SL_CPU_BMI2},
    {&sl_kernels_adx, SL_CPU_ADX | SL_CPU_BMI2},
    {&sl_kernels_portable, 0},
};

const sl_kernels *const *sl_kernels_available(void) {
    static _Thread_local const sl_kernels *list[SL_ARRAY_N(sets) + 1];
    size_t n = 0;
    for (size_t i = 0; i < SL_ARRAY_N(sets); i++) {
        if (sl_cpu_has(sets[i].features)) {
            list[n++] = sets[i].set;
        }
    }
    list[n] = NULL;
    return list;
}

/* Whether doubles or words are faster differs between processors that have both; nothing comes near ifma. */
static const sl_kernels *best_of(const sl_kernels *const *available) {
    if (available[0] == &sl_kernels_fma && available[1] == &sl_kernels_adx) {
        return sl_kernels_trial(available[0], available[1]);
    }
    return available[0];
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
        *out = best_of(available);
        return SLUICE_OK;
    }
    char names[64] = "auto";
    for (size_t i = 0; available[i] != NULL; i++) {
        if (strcmp(name, available[i]->name) == 0) {
            *out = available[i];
            return SLUICE_OK;
        }
        sl_text_append(names, sizeof names, " %s", available[i]->name);
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
    sl_text_append(out, bytes, "%s: %s%s%s; ", name, missing, missing[0] == 0 ? "" : " ", reason);
}

void sl_kernels_report(char *out, size_t bytes) {
    out[0] = 0;
    for (size_t i = 0; sets[i].features != 0; i++) {
        report_add(out, bytes, sets[i].set->name, sets[i].features);
    }
    sl_text_append(out, bytes, "portable: runs on every processor");
}
