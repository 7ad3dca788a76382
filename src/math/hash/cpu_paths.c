// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/cpu_paths.h"

#include <stdatomic.h>

#if defined(__x86_64__)
#include <cpuid.h>

enum { ASKED = 1, HAS_SHANI = 2, HAS_AVX2 = 4, HAS_AVX512VL = 8 };

/* Asking traps under a hypervisor, so the answer is kept; two threads may both ask and store the same. */
static int features(void) {
    static atomic_int known;
    int found = atomic_load_explicit(&known, memory_order_relaxed);
    if (found == 0) {
        unsigned a, b, c, d;
        found = ASKED;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) && __builtin_cpu_supports("sse4.1")) {
            found |= HAS_SHANI;
        }
        if (__builtin_cpu_supports("avx2")) {
            found |= HAS_AVX2;
        }
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) {
            found |= HAS_AVX512VL;
        }
        atomic_store_explicit(&known, found, memory_order_relaxed);
    }
    return found;
}

bool sl_hash_cpu_has_shani(void) {
    return (features() & HAS_SHANI) != 0;
}

bool sl_hash_cpu_has_avx2(void) {
    return (features() & HAS_AVX2) != 0;
}

bool sl_hash_cpu_has_avx512vl(void) {
    return (features() & HAS_AVX512VL) != 0;
}
#else
bool sl_hash_cpu_has_shani(void) {
    return false;
}

bool sl_hash_cpu_has_avx2(void) {
    return false;
}

bool sl_hash_cpu_has_avx512vl(void) {
    return false;
}
#endif
