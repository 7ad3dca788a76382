// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The module's functions over the runtime of tests: the field kernel interprets the blocks of PTX that the real one is
 * made of, the kernel of pairs runs thread by thread.
 */
#include <limits.h>

#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_sums.h"
#include "backends/cuda/device_circuit.h"
#include "backends/cuda/gen/field_ptx.cuh"
#include "backends/module/module_load.h"
#include "core/mem/buf.h"
#include "cpu_runtime.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/field/fr.h"
#include "points_run.h"
#include "ptx_run.h"
#include "rows_run.h"
#include "runs_run.h"
#include "sums_run.h"

/* --- kernels -------------------------------------------------------------------------------------------------------
 */

/* x = block(x, y) */
static void block_apply(const char *text, unsigned words_n, unsigned inputs_n, uint32_t *x, const uint32_t *y) {
    static ptx_program program;
    static const char *parsed;
    if (parsed != text) {
        ptx_parse(&program, text, words_n);
        parsed = text;
    }
    uint32_t inputs[24] = {0};
    memcpy(inputs, x, words_n * sizeof *x);
    memcpy(inputs + words_n, y, words_n * sizeof *y);
    const char *wrong = ptx_run(&program, x, inputs, inputs_n * words_n, UINT_MAX);
    SL_CHECK_MSG(wrong == NULL, "%s", wrong);
}

/* As field_kernels.cu: after each round x is within the bounds that the next one needs. */
static int field_launch(void *out, const void *a, const void *b, size_t n, sl_module_field_op op, uint32_t rounds,
                        void *stream) {
    static const char *const texts[] = {SL_PTX_FP_MUL, SL_PTX_FP_SQR, SL_PTX_FP_ADD, SL_PTX_FP_SUB,
                                        SL_PTX_FR_MUL, SL_PTX_FR_ADD, SL_PTX_FR_SUB};
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    const unsigned words_n = (unsigned)(sl_module_field_bytes(op) / sizeof(uint32_t));
    for (size_t i = 0; code == 0 && i < n; i++) {
        uint32_t x[12], y[12];
        memcpy(x, (const uint32_t *)a + i * words_n, words_n * sizeof *x);
        memcpy(y, (const uint32_t *)b + i * words_n, words_n * sizeof *y);
        for (uint32_t round = 0; round < rounds; round++) {
            block_apply(texts[op], words_n, op == SL_MODULE_FP_SQR ? 1 : 2, x, y);
            if (op == SL_MODULE_FP_ADD || op == SL_MODULE_FP_SUB) {
                block_apply(SL_PTX_FP_REDUCE, words_n, 1, x, y);
            }
        }
        if (words_n == 12) {
            block_apply(SL_PTX_FP_CANONICAL, words_n, 1, x, y);
        }
        memcpy((uint32_t *)out + i * words_n, x, words_n * sizeof *x);
    }
    return code;
}

static const sl_cuda_calls calls = {
    RUNTIME_CALLS,          .field_launch = field_launch, .points = &runtime_points_calls, .sums = &runtime_sums_calls,
    .rows = &rows_launches, .runs = &runtime_runs_calls,
};

/* --- the table over it ---------------------------------------------------------------------------------------------
 */

static sluice_status table_count(uint32_t *out, sluice_error *err) {
    return sl_cuda_devices_count(&calls, out, err);
}

static sluice_status table_info(sl_module_device_info *out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_info(&calls, out, index, err);
}

static sluice_status table_open(sl_module_device **out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_open(&calls, out, index, err);
}

static const sl_module_table table = {
    .name = "cuda",
    .targets = "sm_80 sm_90",
    .devices_count = table_count,
    .device_info = table_info,
    .device_open = table_open,
    .device_close = sl_cuda_device_close,
    .field_run = sl_cuda_field_run,
    .g1_add_pairs = sl_cuda_g1_add_pairs,
    .g2_add_pairs = sl_cuda_g2_add_pairs,
    .sums = &sl_cuda_sums_ops,
    .rows = &sl_cuda_rows_table,
};

/* --- tests ---------------------------------------------------------------------------------------------------------
 */

SL_TEST(the_check_passes) {
    sluice_error err;
    SL_CHECK_OK(sl_module_device_check(&table, 0, &err));
    SL_CHECK(runtime.live == 0);
    SL_CHECK_STATUS(sl_module_device_check(&table, 1, &err), SLUICE_E_DEVICE);
}

/* The real sums, but for a bit of one. */
static sluice_status wrong_in_g2(sl_module_device *device, void *out, const void *points, size_t points_n,
                                 const uint64_t *pairs, size_t pairs_n, sluice_error *err) {
    SL_TRY(sl_cuda_g2_add_pairs(device, out, points, points_n, pairs, pairs_n, err));
    ((uint8_t *)out)[807 * sizeof(sl_g2_affine) + 150] ^= 4;
    return SLUICE_OK;
}

SL_TEST(the_check_finds_a_wrong_bit_in_g2) {
    sluice_error err;
    sl_module_table wrong = table;
    wrong.g2_add_pairs = wrong_in_g2;
    SL_CHECK_STATUS(sl_module_device_check(&wrong, 0, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "the sum of pair 807 of 1024 in G2") != NULL, "%s", err.text);
    SL_CHECK(runtime.live == 0);
    wrong.g2_add_pairs = NULL;
    SL_CHECK_OK(sl_module_device_check(&wrong, 0, &err));
}

SL_TEST(no_devices) {
    sluice_error err = {0};
    uint32_t n = 77;
    sl_module_device *device = NULL;
    runtime.devices_n = 0;
    SL_CHECK_STATUS(table.devices_count(&n, &err), SLUICE_E_DEVICE);
    SL_CHECK(strstr(err.text, "the driver has 0") != NULL);
    runtime.devices_n = 1;
    SL_CHECK_STATUS(table.device_open(&device, 1, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "device 1: there are 1") != NULL, "%s", err.text);
    runtime_fail_after(0, RUNTIME_BROKEN);
    SL_CHECK_STATUS(table.devices_count(&n, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "unspecified launch failure (CUDA error 719)") != NULL, "%s", err.text);
    SL_CHECK(n == 77 && device == NULL && runtime.live == 0);
}

SL_TEST(wrong_use) {
    sluice_error err;
    sl_module_device *device;
    sl_fr x = sl_fr_one();
    SL_CHECK_OK(table.device_open(&device, 0, &err));
    SL_CHECK_STATUS(table.field_run(device, &x, &x, &x, 0, SL_MODULE_FR_MUL, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(table.field_run(device, &x, &x, &x, 1, SL_MODULE_FR_MUL, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(table.field_run(device, &x, &x, &x, SIZE_MAX / 8, SL_MODULE_FR_MUL, 1, &err), SLUICE_E_USAGE);
    sl_g1_affine points[3] = {{sl_fp_zero(), sl_fp_zero()}, sl_g1_generator, sl_g1_generator}, sums[2];
    const uint64_t pairs[2] = {UINT64_C(0x8000000200000001), UINT64_C(0x80000003)}; /* the second names no point */
    SL_CHECK_STATUS(table.g1_add_pairs(device, sums, points, 3, pairs, 2, &err), SLUICE_E_USAGE);
    SL_CHECK_MSG(strstr(err.text, "pair 1 names point 3 of 3") != NULL, "%s", err.text);
    SL_CHECK_STATUS(table.g1_add_pairs(device, sums, points, 2, pairs, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_MSG(strstr(err.text, "pair 0 names point 2 of 2") != NULL, "%s", err.text);
    SL_CHECK_STATUS(table.g1_add_pairs(device, sums, points, 3, pairs, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(table.g1_add_pairs(device, sums, points, (size_t)1 << 31, pairs, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(table.g1_add_pairs(device, sums, points, 3, pairs, ((size_t)1 << 30) + 1, &err), SLUICE_E_USAGE);
    /* None of these loses the device. */
    SL_CHECK_OK(table.field_run(device, &x, &x, &x, 1, SL_MODULE_FR_ADD, 1, &err));
    SL_CHECK_OK(table.g1_add_pairs(device, sums, points, 3, pairs, 1, &err));
    SL_CHECK(sl_g1_affine_is_identity(&sums[0]));
    table.device_close(device);
    table.device_close(NULL);
    sl_mem_fail_after(0);
    SL_CHECK_STATUS(table.device_open(&device, 0, &err), SLUICE_E_NO_MEMORY);
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK(runtime.live == 0);
}

/* One of everything: 1 + 1 in Fr, and the identity plus the generator. */
static sluice_status use(sl_module_device *device, sluice_error *err) {
    const sl_fr one = sl_fr_one();
    sl_fr two, want;
    SL_TRY(table.field_run(device, &two, &one, &one, 1, SL_MODULE_FR_ADD, 1, err));
    sl_fr_add(&want, &one, &one);
    SL_CHECK(sl_fr_eq(&two, &want));
    const sl_g1_affine points[2] = {{sl_fp_zero(), sl_fp_zero()}, sl_g1_generator};
    const uint64_t pair = UINT64_C(1) << 32;
    sl_g1_affine sum;
    SL_TRY(table.g1_add_pairs(device, &sum, points, 2, &pair, 1, err));
    SL_CHECK(sl_g1_affine_eq(&sum, &sl_g1_generator));
    return SLUICE_OK;
}

/* The n-th call of a whole use fails, for all n, and for lack of memory or for good. */
static bool use_with_failure(size_t n, int code) {
    sluice_error err = {0};
    sl_module_device *device = NULL;
    runtime_fail_after(n, code);
    sluice_status status = table.device_open(&device, 0, &err);
    if (status == SLUICE_OK) {
        status = use(device, &err);
        const sluice_status again = use(device, NULL);
        if (status == SLUICE_E_DEVICE) {
            SL_CHECK(again == SLUICE_E_DEVICE);
            runtime.is_lost = false; /* whatever the runtime says now: */
            SL_CHECK_STATUS(use(device, &err), SLUICE_E_DEVICE);
            SL_CHECK_MSG(strstr(err.text, "device 0 was lost: ") != NULL, "%s", err.text);
        } else {
            SL_CHECK(status == SLUICE_OK || again == SLUICE_OK);
        }
        table.device_close(device);
    }
    const bool has_failed = !sl_failpoint_waits(&runtime.fails);
    SL_CHECK_MSG(runtime.live == 0, "call %zu: %u left", n, runtime.live);
    SL_CHECK(status == SLUICE_OK || (has_failed && err.text[0] != 0));
    SL_CHECK(status == SLUICE_OK ||
             status == (code == RUNTIME_OUT_OF_MEMORY && n > 1 ? SLUICE_E_NO_MEMORY : SLUICE_E_DEVICE));
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    SL_CHECK_OK(table.device_open(&device, 0, &err)); /* the next one works */
    SL_CHECK_OK(use(device, &err));
    table.device_close(device);
    return has_failed;
}

SL_TEST(every_call_fails_in_turn) {
    runtime_fail_each(use_with_failure, 36);
}

/* The check of a device reports what fails. Some calls of 69, for the interpreter takes its time. */
SL_TEST(the_check_fails_at_any_call) {
    sluice_error err = {0};
    SL_CHECK_OK(sl_module_device_check(&table, 0, &err));
    const size_t calls_n = runtime.calls_n;
    SL_CHECK_MSG(calls_n > 60, "%zu calls", calls_n);
    for (size_t n = 0; n + 30 < calls_n; n += 67) { /* what gives memory back in the end has nobody to tell */
        runtime_fail_after(n, RUNTIME_BROKEN);
        SL_CHECK_STATUS(sl_module_device_check(&table, 0, &err), SLUICE_E_DEVICE);
        SL_CHECK(runtime.live == 0 && !sl_failpoint_waits(&runtime.fails));
    }
    runtime_fail_after(calls_n - 1, RUNTIME_BROKEN); /* the last one closes the stream, when all is done */
    SL_CHECK_OK(sl_module_device_check(&table, 0, &err));
    SL_CHECK(runtime.live == 0 && !sl_failpoint_waits(&runtime.fails));
}
