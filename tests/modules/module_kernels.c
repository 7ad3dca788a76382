// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The CUDA module without CUDA: its own functions and the text of its kernels, over a runtime of tests, thread by
 * thread on the processor. SL_TEST_FAIL is the number of the call of the runtime, counted from behind the check of the
 * device, that fails and loses the device; SL_TEST_FAIL_FIRST the same where there is no check. SL_TEST_NO_MEMORY is
 * the number of the allocation, counted likewise, for which there is no memory; a file `no-memory` says that it came to
 * that. SL_TEST_WRONG: sums, results of transforms and the first row are a bit off.
 */
#include "backends/cuda/cuda_table.h"
#include "modules/field_apply.h"
#include "unit/backends/cuda/fold_run.h"
#include "unit/backends/cuda/multiples_run.h"
#include "unit/backends/cuda/prove_runtime.h"
#include "unit/backends/cuda/rows_run.h"

/* Field operations alone are not kernels that can run here. */
static int field_launch(void *out, const void *a, const void *b, size_t n, sl_module_field_op op, uint32_t rounds,
                        void *stream) {
    SL_CHECK(stream != NULL);
    field_apply(out, a, b, n, op, rounds);
    return runtime_result();
}

static sl_cuda_calls calls = {
    RUNTIME_CALLS,
    .field_launch = field_launch,
    .points = &runtime_points_calls,
    .key = &key_run_calls,
    .rows = &rows_launches,
    .ntt = &ntt_run_calls,
    .sums = &runtime_sums_calls,
    .runs = &runtime_runs_calls,
    .multiples = &multiples_run_calls,
    .fold = &fold_run_calls,
};

static sluice_status devices_count(uint32_t *out, sluice_error *err) {
    *out = 1;
    (void)err;
    return SLUICE_OK;
}

static sluice_status device_info(sl_module_device_info *out, uint32_t index, sluice_error *err) {
    return sl_cuda_device_info(&calls, out, index, err);
}

static atomic_int opened_n; /* devices; the first one is for the check */

static int counted_alloc(void **out, size_t bytes) {
    static atomic_int allocs_n;
    const char *at = opened_n < 2 ? NULL : getenv("SL_TEST_NO_MEMORY");
    if (at == NULL || atomic_fetch_add(&allocs_n, 1) != atoi(at)) {
        return runtime_alloc(out, bytes);
    }
    FILE *file = fopen("no-memory", "w");
    SL_CHECK(file != NULL && fclose(file) == 0);
    return RUNTIME_OUT_OF_MEMORY;
}

static sluice_status device_open(sl_module_device **out, uint32_t index, sluice_error *err) {
    opened_n++;
    const char *fail = opened_n > 2 ? NULL : getenv(opened_n == 1 ? "SL_TEST_FAIL_FIRST" : "SL_TEST_FAIL");
    if (fail != NULL) {
        runtime_fail_after((size_t)atoi(fail), RUNTIME_BROKEN);
    }
    runtime.is_lost = false; /* opening it anew is what brings it back */
    return sl_cuda_device_open(&calls, out, index, err);
}

extern sl_module_table sluice_module;
sl_module_table sluice_module = SL_CUDA_TABLE("kernels", "sm_90", devices_count, device_info, device_open);

static sluice_status wrong_sum(sl_module_sum *sum, void *out, sl_module_sum_times *times, bool has_stages,
                               sluice_error *err) {
    SL_TRY(sl_cuda_sums_ops.run(sum, out, times, has_stages, err));
    *(uint8_t *)out ^= 1;
    return SLUICE_OK;
}

static sluice_status wrong_get(sl_module_vectors *vectors, uint32_t vector, uint64_t first, sl_fr *values, size_t n,
                               sluice_error *err) {
    SL_TRY(sl_cuda_ntt_ops.get(vectors, vector, first, values, n, err));
    values[n - 1].l[0] ^= 1;
    return SLUICE_OK;
}

static sluice_status wrong_rows(sl_module_circuit *circuit, const sl_module_witness *witness, uint64_t n,
                                sl_module_value *const abc[3], uint32_t *broken_row, sl_module_rows_times *times,
                                const sl_module_query_copy *queries, sluice_error *err) {
    SL_TRY(sl_cuda_rows_table.witness_run(circuit, witness, n, abc, broken_row, times, queries, err));
    abc[0][0].l[0] ^= 1;
    return SLUICE_OK;
}

__attribute__((constructor)) static void table_spoil(void) {
    static sl_module_sums sums;
    static sl_module_ntt ntt;
    static sl_module_rows rows;
    calls.alloc = calls.host_alloc = counted_alloc;
    if (getenv("SL_TEST_WRONG") != NULL) {
        sums = sl_cuda_sums_ops;
        sums.run = wrong_sum;
        ntt = sl_cuda_ntt_ops;
        ntt.get = wrong_get;
        rows = sl_cuda_rows_table;
        rows.witness_run = wrong_rows;
        sluice_module.sums = &sums;
        sluice_module.ntt = &ntt;
        sluice_module.rows = &rows;
    }
}
