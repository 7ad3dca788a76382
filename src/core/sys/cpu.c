// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/cpu.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* Register sets in XCR0: what the operating system saves when it switches threads. */
#define XCR0_AVX UINT64_C(0x06)    /* XMM, YMM */
#define XCR0_AVX512 UINT64_C(0xe6) /* and the masks, the upper halves, ZMM16 to ZMM31 */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sl_cpu_features machine;
static _Atomic uint32_t allowed = SL_CPU_ALL;

static uint32_t bit_move(uint32_t word, unsigned bit, sl_cpu_feature feature) {
    return (word >> bit & 1) != 0 ? (uint32_t)feature : 0;
}

/* Bit positions: Intel SDM volume 2A, CPUID. */
void sl_cpu_decode(sl_cpu_features *out, const sl_cpuid *raw) {
    const uint32_t base = bit_move(raw->leaf1_ecx, 9, SL_CPU_SSSE3) | bit_move(raw->leaf1_ecx, 19, SL_CPU_SSE41) |
                          bit_move(raw->leaf7_ebx, 29, SL_CPU_SHA) | bit_move(raw->leaf7_ebx, 8, SL_CPU_BMI2) |
                          bit_move(raw->leaf7_ebx, 19, SL_CPU_ADX);
    const uint32_t avx = bit_move(raw->leaf7_ebx, 5, SL_CPU_AVX2) | bit_move(raw->leaf1_ecx, 12, SL_CPU_FMA);
    const uint32_t avx512 =
        bit_move(raw->leaf7_ebx, 16, SL_CPU_AVX512F) | bit_move(raw->leaf7_ebx, 17, SL_CPU_AVX512DQ) |
        bit_move(raw->leaf7_ebx, 30, SL_CPU_AVX512BW) | bit_move(raw->leaf7_ebx, 31, SL_CPU_AVX512VL) |
        bit_move(raw->leaf7_ebx, 21, SL_CPU_AVX512IFMA);
    const bool has_osxsave = (raw->leaf1_ecx >> 27 & 1) != 0;
    const bool has_avx = (raw->leaf1_ecx >> 28 & 1) != 0;
    const uint64_t xcr0 = has_osxsave ? raw->xcr0 : 0;
    *out = (sl_cpu_features){.present = base | avx | avx512, .usable = base, .xcr0 = xcr0};
    if (has_avx && (xcr0 & XCR0_AVX) == XCR0_AVX) {
        out->usable |= avx;
        if ((xcr0 & XCR0_AVX512) == XCR0_AVX512) {
            out->usable |= avx512;
        }
    }
}

#if defined(__x86_64__)
static uint64_t xcr0_read(void) {
    uint32_t low;
    uint32_t high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0)); /* the intrinsic would need -mxsave */
    return (uint64_t)high << 32 | low;
}

static void brand_read(char out[static 49]) {
    uint32_t words[12];
    for (uint32_t leaf = 0; leaf < 3; leaf++) {
        uint32_t *w = words + 4 * leaf;
        if (!__get_cpuid(UINT32_C(0x80000002) + leaf, &w[0], &w[1], &w[2], &w[3])) {
            return;
        }
    }
    char text[49];
    memcpy(text, words, 48);
    text[48] = 0;
    const size_t skip = strspn(text, " ");
    size_t n = strlen(text + skip);
    while (n > 0 && text[skip + n - 1] == ' ') {
        n--;
    }
    memcpy(out, text + skip, n);
    out[n] = 0;
}

static void machine_detect(void) {
    sl_cpuid raw = {0};
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint32_t d;
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        raw.leaf1_ecx = c;
        raw.xcr0 = (c >> 27 & 1) != 0 ? xcr0_read() : 0;
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) { /* checks the highest leaf itself */
        raw.leaf7_ebx = b;
    }
    sl_cpu_decode(&machine, &raw);
    brand_read(machine.brand);
}
#else
static void machine_detect(void) {
}
#endif

const sl_cpu_features *sl_cpu_machine(void) {
    (void)pthread_once(&once, machine_detect);
    return &machine;
}

bool sl_cpu_has(uint32_t features) {
    const uint32_t usable = sl_cpu_machine()->usable & atomic_load_explicit(&allowed, memory_order_relaxed);
    return (usable & features) == features;
}

void sl_cpu_allow(uint32_t features) {
    atomic_store_explicit(&allowed, features, memory_order_relaxed);
}

const char *sl_cpu_feature_name(uint32_t feature) {
    switch (feature) {
#define NAME_CASE(name, bit, text, use) \
    case SL_CPU_##name:                 \
        return text;
        SL_CPU_FEATURE_MAP(NAME_CASE)
#undef NAME_CASE
    default:
        return NULL;
    }
}

const char *sl_cpu_feature_use(uint32_t feature) {
    switch (feature) {
#define USE_CASE(name, bit, text, use) \
    case SL_CPU_##name:                \
        return use;
        SL_CPU_FEATURE_MAP(USE_CASE)
#undef USE_CASE
    default:
        return NULL;
    }
}

const char *sl_cpu_feature_reason(uint32_t feature) {
    const sl_cpu_features *cpu = sl_cpu_machine();
    if ((cpu->present & feature) == 0) {
#if defined(__x86_64__)
        return "not in this processor";
#else
        return "not on this architecture";
#endif
    }
    if ((cpu->usable & feature) == 0) {
        return "the operating system does not save its registers";
    }
    if ((atomic_load_explicit(&allowed, memory_order_relaxed) & feature) == 0) {
        return "switched off by the choice of kernels";
    }
    return "usable";
}
