// SPDX-License-Identifier: MIT OR Apache-2.0
/* The part of the module's table for sums, with all kernels on the processor. */
#include "backends/cuda/cuda_sums.h"
#include "backends/module/module_check_sums.h"
#include "sums_input.h"

/* A sum over a grid of bases, 7 of them times some. */
static sluice_status module_use(sl_module_device *device, bool is_g2, sl_module_sum_method method, bool has_stages) {
    static sl_fr scalars[40];
    const uint64_t bits = UINT64_C(0x123456789abcdef);
    sl_module_sum_shape shape = {.is_g2 = is_g2,
                                 .points = &bases,
                                 .points_n = 14,
                                 .low_n = 7,
                                 .bases_n = 45,
                                 .n_max = 40,
                                 .bits_n_max = 45,
                                 .method = method};
    sl_module_sum *sum;
    union {
        sl_g1 g1;
        sl_g2 g2;
    } got;
    sl_module_sum_times times;
    SL_TRY(sl_cuda_sums_ops.open(device, &sum, &shape, &err));
    for (uint32_t i = 0; i < 40; i++) {
        scalars[i] = random_fr();
    }
    sluice_status status = sl_cuda_sums_ops.put(sum, scalars, 40, &bits, 45, &err);
    if (status == SLUICE_OK) {
        status = sl_cuda_sums_ops.run(sum, &got, &times, has_stages, &err);
    }
    sl_cuda_sums_ops.close(sum);
    if (status == SLUICE_OK) {
        sl_fr log = sl_fr_zero(), term;
        for (uint32_t i = 0; i < 45; i++) {
            sl_fr base;
            sl_fr_add(&base, &logs[i % 7], &logs[7 + i / 7]);
            sl_fr_mul(&term, &base, &scalars[i < 40 ? i : 0]);
            sl_fr_add(&log, &log, i < 40 ? &term : &(sl_fr){{0}});
            sl_fr_add(&log, &log, (bits >> i & 1) != 0 ? &base : &(sl_fr){{0}});
        }
        sum_input one = {.sum.n = 1, .scalars = &log};
        const sl_fr first = logs[0];
        logs[0] = sl_fr_one();
        check_sum(&one, &got, 0);
        logs[0] = first;
        SL_CHECK(times.windows_n > 0 && times.workspace_bytes > 0 && (times.stages[0] > 0) == has_stages);
        SL_CHECK(times.has_runs == (!is_g2 && method == SL_MODULE_SUM_BY_RUNS));
    }
    return status;
}

SL_TEST(sums_of_the_module) {
    for (unsigned g = 0; g < SL_CUDA_GROUPS_N; g++) {
        bases_make((sl_cuda_group)g, SEQUENCE, 45);
        sl_module_device *device = device_open();
        SL_CHECK_OK(module_use(device, g == SL_CUDA_G2, SL_MODULE_SUM_BY_CARD, false));
        SL_CHECK_OK(module_use(device, g == SL_CUDA_G2, SL_MODULE_SUM_BY_PAIRS, true));
        SL_CHECK_OK(module_use(device, g == SL_CUDA_G2, SL_MODULE_SUM_BY_RUNS, true));
        sl_cuda_device_close(device);
        SL_CHECK(runtime.live == 0);
    }
}

SL_TEST(wrong_use_of_the_module) {
    bases_make(SL_CUDA_G1, SEQUENCE, 45);
    sl_module_device *device = device_open();
    sl_module_sum *sum;
    sl_g1 out;
    const sl_fr one = sl_fr_one();
    const sl_module_sum_shape good = {.points = &bases, .points_n = 9, .bases_n = 9, .n_max = 9, .bits_n_max = 9};
    sl_module_sum_shape wrong[5] = {good, good, good, good, good};
    wrong[0].bases_n = 8;
    wrong[1].n_max = 10;
    wrong[2].bits_n_max = 10;
    wrong[3].low_n = 4;
    wrong[4].bases_n = wrong[4].points_n = wrong[4].n_max = wrong[4].bits_n_max = 0;
    for (size_t i = 0; i < SL_ARRAY_N(wrong); i++) {
        SL_CHECK_STATUS(sl_cuda_sums_ops.open(device, &sum, &wrong[i], &err), SLUICE_E_USAGE);
    }
    wrong[0] = good;
    wrong[0].bytes_max = 1000;
    SL_CHECK_STATUS(sl_cuda_sums_ops.open(device, &sum, &wrong[0], &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_OK(sl_cuda_sums_ops.open(device, &sum, &good, &err));
    SL_CHECK_STATUS(sl_cuda_sums_ops.put(sum, &one, 10, NULL, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sl_cuda_sums_ops.run(sum, &out, NULL, false, &err)); /* of no terms */
    SL_CHECK(sl_g1_is_identity(&out));
    SL_CHECK_OK(sl_cuda_sums_ops.put(sum, &one, 1, NULL, 0, &err));
    SL_CHECK_OK(sl_cuda_sums_ops.run(sum, &out, NULL, false, &err));
    sl_g1_affine affine;
    sl_g1_to_affine_vt(&affine, &out);
    SL_CHECK(sl_g1_affine_eq(&affine, &bases.g1[0]));
    sl_cuda_sums_ops.close(sum);
    sl_cuda_sums_ops.close(NULL);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

SL_TEST_FULL(calls_of_the_module_fail) {
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    bases_make(SL_CUDA_G1, SEQUENCE, 45);
    for (size_t i = 0; i < SL_ARRAY_N(codes); i++) {
        bool has_failed = true;
        for (size_t n = 0; has_failed; n++) {
            sl_module_device *device = device_open();
            runtime_fail_after(n, codes[i]);
            const sluice_status status = module_use(device, false, SL_MODULE_SUM_BY_CARD, false);
            has_failed = status != SLUICE_OK;
            SL_CHECK(!has_failed || status == (codes[i] == RUNTIME_BROKEN ? SLUICE_E_DEVICE : SLUICE_E_NO_MEMORY));
            runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
            sl_cuda_device_close(device);
            SL_CHECK(runtime.live == 0);
            SL_CHECK_MSG(has_failed || n > 50, "%zu calls", n);
        }
    }
}

/* --- the check of a device -----------------------------------------------------------------------------------------
 */

static bool is_wrong_in_g2;

/* A run that gets one group's sums wrong. */
static sluice_status run_wrongly(sl_module_sum *sum, void *out, sl_module_sum_times *times, bool has_stages,
                                 sluice_error *e) {
    static unsigned runs_n;
    const bool is_g2 = runs_n++ % 2 != 0; /* the check takes G1 first */
    SL_TRY(sl_cuda_sums_ops.run(sum, out, times, has_stages, e));
    if (is_g2 && is_wrong_in_g2) {
        sl_g2_dbl(out, out);
    } else if (!is_g2 && !is_wrong_in_g2) {
        sl_g1_dbl(out, out);
        runs_n++; /* the check ends here */
    }
    return SLUICE_OK;
}

SL_TEST(wrong_sums_are_found) {
    const sl_module_sums wrong = {sl_cuda_sums_ops.open, sl_cuda_sums_ops.put, run_wrongly, sl_cuda_sums_ops.close};
    sl_module_device *device = device_open();
    SL_CHECK_OK(sl_module_check_sums(&sl_cuda_sums_ops, device, 0, &err));
    for (unsigned g = 0; g < 2; g++) {
        is_wrong_in_g2 = g != 0;
        SL_CHECK_STATUS(sl_module_check_sums(&wrong, device, 0, &err), SLUICE_E_DEVICE);
        SL_CHECK_MSG(strstr(err.text, g == 0 ? "in G1 differs" : "in G2 differs") != NULL, "%s", err.text);
    }
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}
