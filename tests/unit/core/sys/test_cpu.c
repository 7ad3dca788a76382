// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/cpu.h"
#include "harness/test.h"

#define OSXSAVE (UINT32_C(1) << 27)
#define AVX (UINT32_C(1) << 28)
#define ALL_SSE (SL_CPU_SSSE3 | SL_CPU_SSE41 | SL_CPU_SHA | SL_CPU_BMI2 | SL_CPU_ADX)
#define ALL_AVX (SL_CPU_AVX2 | SL_CPU_FMA)

static uint32_t usable(uint32_t leaf1_ecx, uint32_t leaf7_ebx, uint64_t xcr0) {
    const sl_cpuid raw = {leaf1_ecx, leaf7_ebx, xcr0};
    sl_cpu_features cpu;
    sl_cpu_decode(&cpu, &raw);
    SL_CHECK((cpu.usable & ~cpu.present) == 0);
    return cpu.usable;
}

SL_TEST(each_bit_is_one_feature) {
    const struct {
        uint32_t leaf1_ecx;
        uint32_t leaf7_ebx;
        uint32_t feature;
    } cases[] = {
        {UINT32_C(1) << 9, 0, SL_CPU_SSSE3},     {UINT32_C(1) << 19, 0, SL_CPU_SSE41},
        {UINT32_C(1) << 12, 0, SL_CPU_FMA},      {0, UINT32_C(1) << 29, SL_CPU_SHA},
        {0, UINT32_C(1) << 8, SL_CPU_BMI2},      {0, UINT32_C(1) << 19, SL_CPU_ADX},
        {0, UINT32_C(1) << 5, SL_CPU_AVX2},      {0, UINT32_C(1) << 16, SL_CPU_AVX512F},
        {0, UINT32_C(1) << 17, SL_CPU_AVX512DQ}, {0, UINT32_C(1) << 30, SL_CPU_AVX512BW},
        {0, UINT32_C(1) << 31, SL_CPU_AVX512VL}, {0, UINT32_C(1) << 21, SL_CPU_AVX512IFMA},
    };
    SL_CHECK(SL_ARRAY_N(cases) == SL_CPU_FEATURES_N);
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        SL_CHECK(usable(cases[i].leaf1_ecx | OSXSAVE | AVX, cases[i].leaf7_ebx, 0xe7) == cases[i].feature);
    }
    SL_CHECK(usable(UINT32_MAX, UINT32_MAX, 0xe7) == SL_CPU_ALL);
    SL_CHECK(usable(0, 0, UINT64_MAX) == 0);
}

SL_TEST(the_operating_system_has_to_save_registers) {
    SL_CHECK(usable(UINT32_MAX, UINT32_MAX, 0x7) == (ALL_SSE | ALL_AVX));
    SL_CHECK(usable(UINT32_MAX, UINT32_MAX, 0x67) == (ALL_SSE | ALL_AVX));
    SL_CHECK(usable(UINT32_MAX, UINT32_MAX, 0xe3) == ALL_SSE); /* ZMM without YMM makes no sense: none */
    SL_CHECK(usable(UINT32_MAX, UINT32_MAX, 0x3) == ALL_SSE);
    SL_CHECK(usable(UINT32_MAX, UINT32_MAX, 0) == ALL_SSE);
    SL_CHECK(usable(UINT32_MAX & ~OSXSAVE, UINT32_MAX, 0xe7) == ALL_SSE); /* XGETBV not enabled */
    SL_CHECK(usable(UINT32_MAX & ~AVX, UINT32_MAX, 0xe7) == ALL_SSE);
}

SL_TEST(this_machine_agrees_with_the_compiler) {
    const sl_cpu_features *cpu = sl_cpu_machine();
    SL_CHECK((cpu->usable & ~cpu->present) == 0 && cpu->usable <= SL_CPU_ALL);
    SL_CHECK(sl_cpu_machine() == cpu);
#if defined(__x86_64__)
    __builtin_cpu_init();
    SL_CHECK(sl_cpu_has(SL_CPU_SSSE3) == (__builtin_cpu_supports("ssse3") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_SSE41) == (__builtin_cpu_supports("sse4.1") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_BMI2) == (__builtin_cpu_supports("bmi2") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_AVX2) == (__builtin_cpu_supports("avx2") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_FMA) == (__builtin_cpu_supports("fma") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_AVX512F) == (__builtin_cpu_supports("avx512f") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_AVX512DQ) == (__builtin_cpu_supports("avx512dq") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_AVX512BW) == (__builtin_cpu_supports("avx512bw") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_AVX512VL) == (__builtin_cpu_supports("avx512vl") != 0));
    SL_CHECK(sl_cpu_has(SL_CPU_AVX512IFMA) == (__builtin_cpu_supports("avx512ifma") != 0));
#else
    SL_CHECK(cpu->present == 0);
#endif
}

SL_TEST(allowing_can_only_lower) {
    const uint32_t all = sl_cpu_machine()->usable;
    SL_CHECK(sl_cpu_has(0) && sl_cpu_has(all));
    sl_cpu_allow(0);
    SL_CHECK(sl_cpu_has(0));
    for (unsigned i = 0; i < SL_CPU_FEATURES_N; i++) {
        SL_CHECK(!sl_cpu_has(UINT32_C(1) << i));
        SL_CHECK(strcmp(sl_cpu_feature_reason(UINT32_C(1) << i), "usable") != 0);
    }
    sl_cpu_allow(SL_CPU_ALL);
    SL_CHECK(sl_cpu_has(all) && (all == SL_CPU_ALL || !sl_cpu_has(SL_CPU_ALL)));
    for (unsigned i = 0; i < SL_CPU_FEATURES_N; i++) {
        const bool is_usable = strcmp(sl_cpu_feature_reason(UINT32_C(1) << i), "usable") == 0;
        SL_CHECK(is_usable == ((all >> i & 1) != 0));
    }
}

SL_TEST(every_feature_has_a_name_and_a_use) {
    for (unsigned i = 0; i < 32; i++) {
        const uint32_t feature = UINT32_C(1) << i;
        SL_CHECK((sl_cpu_feature_name(feature) != NULL) == (i < SL_CPU_FEATURES_N));
        SL_CHECK((sl_cpu_feature_use(feature) != NULL) == (i < SL_CPU_FEATURES_N));
        SL_CHECK(sl_cpu_feature_reason(feature) != NULL);
    }
    SL_CHECK(strcmp(sl_cpu_feature_name(SL_CPU_SHA), "sha_ni") == 0);
}
