// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The CUDA module on the processor: its own C over the runtime of tests, with the text of its kernels run thread by
 * thread. Exact and slow. SL_TEST_FAIL in the environment is the number of the call of the runtime that fails and loses
 * the device.
 */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_multiples.h"
#include "backends/cuda/cuda_sums.h"
#include "backends/cuda/device_ntt.h"
#include "unit/backends/cuda/multiples_run.h"
#include "unit/backends/cuda/ntt_run.h"
#include "unit/backends/cuda/points_run.h"
#include "unit/backends/cuda/sums_run.h"

#include <stdarg.h>

/* For the checks within the kernels' launches: a module has no harness around it. */
void sl_test_fail(const char *file, int line, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    (void)fprintf(stderr, "%s:%d: ", file, line);
    (void)vfprintf(stderr, fmt, args);
    va_end(args);
    abort();
}

/* Orders that threads may come in. */
uint64_t sl_test_u64(void) {
    static _Thread_local uint64_t state;
    state = state * UINT64_C(0x5851f42d4c957f2d) + 1;
    return state ^ state >> 29;
}

static void fp_op(sl_cuda_fp *x, const sl_cuda_fp *y, sl_module_field_op op) {
    switch (op) {
    case SL_MODULE_FP_MUL:
        sl_cuda_fp_mul(x, x, y);
        break;
    case SL_MODULE_FP_SQR:
        sl_cuda_fp_sqr(x, x);
        break;
    case SL_MODULE_FP_ADD:
        sl_cuda_fp_add(x, x, y);
        break;
    default:
        sl_cuda_fp_sub(x, x, y);
        break;
    }
    sl_cuda_fp_reduce(x, x);
}

static void fr_op(sl_cuda_fr *x, const sl_cuda_fr *y, sl_module_field_op op) {
    if (op == SL_MODULE_FR_MUL) {
        sl_cuda_fr_mul(x, x, y);
    } else if (op == SL_MODULE_FR_ADD) {
        sl_cuda_fr_add(x, x, y);
    } else {
        sl_cuda_fr_sub(x, x, y);
    }
}

static int field_launch(void *out, const void *a, const void *b, size_t n, sl_module_field_op op, uint32_t rounds,
                        void *stream) {
    SL_CHECK(stream != NULL);
    const int code = runtime_result();
    for (size_t i = 0; code == 0 && i < n; i++) {
        sl_cuda_fp x, y;
        sl_cuda_fr u, v;
        const size_t bytes = sl_module_field_bytes(op);
        const bool is_fp = bytes == sizeof x;
        memcpy(is_fp ? (void *)&x : &u, (const uint8_t *)a + i * bytes, bytes);
        memcpy(is_fp ? (void *)&y : &v, (const uint8_t *)b + i * bytes, bytes);
        for (uint32_t round = 0; round < rounds; round++) {
            if (is_fp) {
                fp_op(&x, &y, op);
            } else {
                fr_op(&u, &v, op);
            }
        }
        if (is_fp) {
            sl_cuda_fp_canonical(&x, &x);
        }
        memcpy((uint8_t *)out + i * bytes, is_fp ? (const void *)&x : &u, bytes);
    }
    return code;
}

static const sl_cuda_calls calls = {
    RUNTIME_CALLS,
    .field_launch = field_launch,
    .points = &runtime_points_calls,
    .multiples = &multiples_run_calls,
    .sums = &runtime_sums_calls,
    .ntt = &ntt_run_calls,
};

static sluice_status devices_count(uint32_t *out, sluice_error *err) {
    const char *fail = getenv("SL_TEST_FAIL");
    if (fail != NULL) {
        runtime_fail_after((size_t)atoi(fail), RUNTIME_BROKEN);
    }
    return sl_cuda_devices_count(&calls, out, err);
}

static sluice_status device_info(sl_module_device_info *out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_info(&calls, out, index, err);
}

static sluice_status device_open(sl_module_device **out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_open(&calls, out, index, err);
}

extern const sl_module_table sluice_module;
const sl_module_table sluice_module = {
    .magic = SL_MODULE_MAGIC,
    .abi = SL_MODULE_ABI,
    .table_bytes = sizeof(sl_module_table),
    .name = "emulated",
    .version = SL_VERSION,
    .targets = "sm_90",
    .devices_count = devices_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = sl_cuda_device_close,
    .field_run = sl_cuda_field_run,
    .g1_add_pairs = sl_cuda_g1_add_pairs,
    .multiples = &sl_cuda_multiples_ops,
    .sums = &sl_cuda_sums_ops,
    .ntt = &sl_cuda_ntt_ops,
};
