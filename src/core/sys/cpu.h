// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Which instructions this program may use. The processor has to offer them (CPUID) and the operating system has to
 * save their registers (XGETBV): one without the other ends in SIGILL or in wrong results. All absent where the
 * program was not compiled for x86-64.
 *
 * The processor is asked once, at the first call. Threads: any.
 */
#ifndef SL_CORE_SYS_CPU_H
#define SL_CORE_SYS_CPU_H

#include "core/base/compat.h"

/* X(constant, bit, name, what it is used for) */
#define SL_CPU_FEATURE_MAP(X)                                      \
    X(SSSE3, 0, "ssse3", "SHA-256")                                \
    X(SSE41, 1, "sse4.1", "SHA-256")                               \
    X(SHA, 2, "sha_ni", "SHA-256")                                 \
    X(BMI2, 3, "bmi2", "field arithmetic, sets adx, fma and ifma") \
    X(ADX, 4, "adx", "field arithmetic, sets adx and ifma")        \
    X(AVX2, 5, "avx2", "batches, set fma")                         \
    X(FMA, 6, "fma", "batches, set fma")                           \
    X(AVX512F, 7, "avx512f", "batches, set ifma")                  \
    X(AVX512DQ, 8, "avx512dq", "batches, set ifma")                \
    X(AVX512BW, 9, "avx512bw", "batches, set ifma")                \
    X(AVX512VL, 10, "avx512vl", "batches, set ifma")               \
    X(AVX512IFMA, 11, "avx512ifma", "batches, set ifma")

typedef enum sl_cpu_feature {
#define SL_CPU_FEATURE_ENUM(name, bit, text, use) SL_CPU_##name = 1 << (bit),
    SL_CPU_FEATURE_MAP(SL_CPU_FEATURE_ENUM)
#undef SL_CPU_FEATURE_ENUM
} sl_cpu_feature;

#define SL_CPU_FEATURES_N 12
#define SL_CPU_ALL ((UINT32_C(1) << SL_CPU_FEATURES_N) - 1)

typedef struct sl_cpu_features {
    uint32_t present; /* sl_cpu_feature bits that the processor offers */
    uint32_t usable;  /* those of them that the operating system supports */
    uint64_t xcr0;    /* register sets that it saves; 0 where XGETBV is not enabled */
    char brand[49];   /* as the processor calls itself; "" if it does not */
} sl_cpu_features;

/* What the processor answered, so that tests can make one up. */
typedef struct sl_cpuid {
    uint32_t leaf1_ecx;
    uint32_t leaf7_ebx; /* 0 where leaf 7 does not exist */
    uint64_t xcr0;      /* not looked at without the OSXSAVE bit of leaf 1 */
} sl_cpuid;

/* Fills all but the brand. Pure. */
void sl_cpu_decode(sl_cpu_features *out, const sl_cpuid *raw);

/* This machine, whatever sl_cpu_allow said. */
const sl_cpu_features *sl_cpu_machine(void);

/* True if all of the given sl_cpu_feature bits may be used. */
bool sl_cpu_has(uint32_t features);
/*
 * From now on only these bits may be used (SL_CPU_ALL: whatever the machine has). For the choice of kernels, which can
 * only lower, and for tests of every path. Not while kernels run.
 */
void sl_cpu_allow(uint32_t features);

/* Name of one feature bit; NULL for anything else. */
const char *sl_cpu_feature_name(uint32_t feature);
const char *sl_cpu_feature_use(uint32_t feature);
/* "usable", or why one feature bit is not used. Never NULL. */
const char *sl_cpu_feature_reason(uint32_t feature);

#endif
