// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"

#include "backends/cpu/select.h"
#include "core/sys/cpu.h"

static sluice_error err;

static const char *chosen(const char *name) {
    const sl_kernels *set = NULL;
    SL_CHECK_OK(sl_kernels_select(&set, name, &err));
    return set->name;
}

static bool is_offered(const char *name) {
    for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++) {
        if (strcmp((*set)->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* The best set, or one of the two that a trial decides between. */
static bool is_automatic(const char *name) {
    const char *best = sl_kernels_available()[0]->name;
    return strcmp(name, best) == 0 || (strcmp(best, "fma") == 0 && strcmp(name, "adx") == 0 && is_offered("adx"));
}

static void refused(const char *name, const char *text) {
    const sl_kernels *set = NULL;
    SL_CHECK_STATUS(sl_kernels_select(&set, name, &err), SLUICE_E_USAGE);
    SL_CHECK(set == NULL);
    SL_CHECK_MSG(strstr(err.text, text) != NULL && strstr(err.text, "portable") != NULL, "%s", err.text);
}

SL_TEST(names) {
    SL_CHECK(unsetenv("SLUICE_KERNEL") == 0);
    SL_CHECK(strcmp(chosen("portable"), "portable") == 0);
    SL_CHECK(is_automatic(chosen("auto")));
    SL_CHECK(is_automatic(chosen(NULL)));
    SL_CHECK(is_automatic(chosen("")));
    for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++) {
        SL_CHECK(strcmp(chosen((*set)->name), (*set)->name) == 0);
    }
    /* Sets that do not exist are not accepted, nor anything that looks like one. */
    refused("ADX", "ADX");
    refused("Fma", "Fma");
    refused("Portable", "Portable");
    refused("portable ", "portable ");
    refused("a name that is longer than any message should repeat, far longer", "a name that is");
}

SL_TEST(environment) {
    SL_CHECK(setenv("SLUICE_KERNEL", "portable", 1) == 0);
    SL_CHECK(strcmp(chosen(NULL), "portable") == 0);
    SL_CHECK(setenv("SLUICE_KERNEL", "", 1) == 0);
    SL_CHECK(is_automatic(chosen(NULL)));
    SL_CHECK(setenv("SLUICE_KERNEL", "fast", 1) == 0);
    refused(NULL, "SLUICE_KERNEL: ");
    SL_CHECK(strcmp(chosen("portable"), "portable") == 0);
}

/* Best first, and portable always and last. */
static void order_check(void) {
    static const char *const names[] = {"ifma", "fma", "adx", "portable"};
    size_t at = 0;
    const sl_kernels *const *set = sl_kernels_available();
    for (; *set != NULL; set++) {
        while (at < SL_ARRAY_N(names) && strcmp((*set)->name, names[at]) != 0) {
            at++;
        }
        SL_CHECK(at < SL_ARRAY_N(names));
    }
    SL_CHECK(strcmp(set[-1]->name, "portable") == 0);
}

/* Without the instructions a set is gone, by name too, and the report says which one is missing. */
SL_TEST(lowered) {
    char report[320];
    sl_cpu_allow(0);
    SL_CHECK(strcmp(chosen("auto"), "portable") == 0);
    SL_CHECK(strcmp(sl_kernels_available()[0]->name, "portable") == 0 && sl_kernels_available()[1] == NULL);
    refused("ifma", "ifma");
    refused("fma", "fma");
    refused("adx", "adx");
    sl_kernels_report(report, sizeof report);
    SL_CHECK_MSG(strstr(report, "; portable: ") != NULL, "%s", report);
    for (uint32_t feature = 1; feature < SL_CPU_ALL; feature <<= 1) {
        sl_cpu_allow(SL_CPU_ALL & ~feature);
        order_check();
        sl_kernels_report(report, sizeof report);
        SL_CHECK(is_offered("ifma") == (strstr(report, "ifma: runs here") != NULL));
        SL_CHECK(is_offered("fma") == (strstr(report, "; fma: runs here") != NULL));
        SL_CHECK(is_offered("adx") == (strstr(report, "; adx: runs here") != NULL));
        SL_CHECK(is_automatic(chosen("auto")));
    }
    /* The one set does not need the other's instructions; both need this one. */
    sl_cpu_allow(SL_CPU_ALL & ~(uint32_t)SL_CPU_AVX512IFMA);
    const bool has_fma = is_offered("fma");
    SL_CHECK(!is_offered("ifma"));
    sl_cpu_allow(SL_CPU_ALL);
    SL_CHECK(has_fma == is_offered("fma"));
    sl_cpu_allow(SL_CPU_ALL & ~(uint32_t)SL_CPU_FMA);
    SL_CHECK(!is_offered("fma"));
    sl_cpu_allow(SL_CPU_ALL & ~(uint32_t)(SL_CPU_AVX512IFMA | SL_CPU_FMA));
    SL_CHECK(is_offered("adx") ? strcmp(chosen("auto"), "adx") == 0 : strcmp(chosen("auto"), "portable") == 0);
    sl_cpu_allow(SL_CPU_ALL & ~(uint32_t)SL_CPU_BMI2);
    SL_CHECK(!is_offered("fma") && !is_offered("ifma") && !is_offered("adx"));
    sl_cpu_allow(SL_CPU_ALL);
    sl_kernels_report(report, 8);
    SL_CHECK(strlen(report) == 7);
}
