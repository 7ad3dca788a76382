// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Circuits and witnesses over a runtime of the test's own: what is uploaded, made and copied back, and that any call
 * may fail. The kernels themselves are compared with the processor's code elsewhere, for real circuits.
 */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/device_circuit.h"
#include "backends/module/module_check_rows.h"
#include "cpu_runtime.h"
#include "hand_circuit.h"
#include "math/field/fr.h"
#include "rows_run.h"

static sluice_error err;

static const sl_cuda_calls calls = {RUNTIME_CALLS, .rows = &rows_launches};

/* --- one use -------------------------------------------------------------------------------------------------------
 */

typedef struct use_results {
    sl_fr a[N], b[N], c[N];
    uint64_t bits[SL_MODULE_QUERIES_N][1];
    uint32_t full_at[SL_MODULE_QUERIES_N][4];
    sl_fr full[SL_MODULE_QUERIES_N][4];
    uint32_t broken_row;
    sl_module_rows_times times;
} use_results;

static sluice_status circuit_use(sl_module_device *device, use_results *out, sluice_error *error) {
    const sl_module_program program = hand_program();
    const sl_module_witness witness = hand_witness();
    sl_module_value *const abc[3] = {(void *)out->a, (void *)out->b, (void *)out->c};
    sl_module_query_copy queries[SL_MODULE_QUERIES_N];
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        queries[q] = (sl_module_query_copy){out->bits[q], out->full_at[q], (void *)out->full[q]};
    }
    sl_module_circuit *circuit = NULL;
    SL_TRY(sl_cuda_rows_table.circuit_open(device, &program, &circuit, error));
    const sluice_status status =
        sl_cuda_rows_table.witness_run(circuit, &witness, N, abc, &out->broken_row, &out->times, queries, error);
    sl_cuda_rows_table.circuit_close(circuit);
    return status;
}

static bool is_number(const sl_fr *x, uint64_t number) {
    const sl_fr want = sl_fr_from_u64(number);
    return sl_fr_eq(x, &want);
}

static void results_check(const use_results *r) {
    for (size_t i = 0; i < N; i++) {
        SL_CHECK_MSG(is_number(&r->a[i], hand_rows[0][i]) && is_number(&r->b[i], hand_rows[1][i]) &&
                         is_number(&r->c[i], hand_rows[2][i]),
                     "row %zu", i);
    }
    SL_CHECK(r->broken_row == SL_MODULE_ROWS_HOLD && r->times.witness > 0 && r->times.rows > 0);
    SL_CHECK(r->bits[0][0] == hand_plane[0]);
    SL_CHECK(r->full_at[0][0] == 4 && r->full_at[0][1] == 8);
    SL_CHECK(is_number(&r->full[0][0], 1000) && is_number(&r->full[0][1], 2000));
    SL_CHECK(r->bits[1][0] == 0x2c); /* two inputs, wires 1, 2, 4, 7, 8 */
    SL_CHECK(r->full_at[1][0] == 0 && r->full_at[1][1] == 1 && r->full_at[1][2] == 4 && r->full_at[1][3] == 6);
    SL_CHECK(is_number(&r->full[1][0], 1) && is_number(&r->full[1][1], 77) && is_number(&r->full[1][2], 1000) &&
             is_number(&r->full[1][3], 2000));
    SL_CHECK(r->bits[2][0] == 2); /* an input, wires 3 and 8 */
    SL_CHECK(r->full_at[2][0] == 0 && r->full_at[2][1] == 2);
    SL_CHECK(is_number(&r->full[2][0], 77) && is_number(&r->full[2][1], 2000));
}

/* --- tests ---------------------------------------------------------------------------------------------------------
 */

SL_TEST(rows_and_terms) {
    static use_results results;
    sl_module_device *device;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(circuit_use(device, &results, &err));
    results_check(&results);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

SL_TEST(counts_and_wrong_use) {
    const sl_module_program program = hand_program();
    const sl_module_witness witness = hand_witness();
    sl_module_value *const nothing[3] = {NULL};
    sl_module_device *device;
    sl_module_circuit *circuit;
    sl_module_circuit_counts counts;
    uint32_t row = 5;
    sl_module_rows_times times;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(sl_cuda_rows_table.circuit_open(device, &program, &circuit, &err));
    sl_cuda_rows_table.circuit_counts(circuit, &counts);
    SL_CHECK(counts.points_n[0] == AUX && counts.points_n[1] == INPUTS + 5 && counts.points_n[2] == 3);
    SL_CHECK(counts.full_n[0] == FIELDS && counts.full_n[1] == INPUTS + FIELDS && counts.full_n[2] == 2);
    SL_CHECK(counts.circuit_bytes > 0 && counts.witness_bytes > 0);
    SL_CHECK_STATUS(
        sl_cuda_rows_table.witness_run(circuit, &witness, ROWS + INPUTS - 1, nothing, &row, &times, NULL, &err),
        SLUICE_E_USAGE);
    SL_CHECK_STATUS(
        sl_cuda_rows_table.witness_run(circuit, &witness, (UINT64_C(1) << 31) + 1, nothing, &row, &times, NULL, &err),
        SLUICE_E_USAGE);
    SL_CHECK(row == 5);
    /* With nothing to copy back; and neither of these has lost the device. */
    SL_CHECK_OK(sl_cuda_rows_table.witness_run(circuit, &witness, ROWS + INPUTS, nothing, &row, &times, NULL, &err));
    sl_cuda_rows_table.circuit_close(circuit);
    sl_cuda_rows_table.circuit_close(NULL);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* The n-th call of a whole use fails. */
static bool use_with_failure(size_t n, int code) {
    static use_results results;
    sl_module_device *device;
    runtime_fail_after(SIZE_MAX, code);
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    runtime_fail_after(n, code);
    results.broken_row = 5;
    const sluice_status status = circuit_use(device, &results, &err);
    const bool has_failed = !sl_failpoint_waits(&runtime.fails);
    if (status != SLUICE_OK) {
        SL_CHECK(status == (code == RUNTIME_OUT_OF_MEMORY ? SLUICE_E_NO_MEMORY : SLUICE_E_DEVICE));
        SL_CHECK(has_failed && results.broken_row == 5);
        runtime_fail_after(SIZE_MAX, code);
        if (code == RUNTIME_OUT_OF_MEMORY) {
            SL_CHECK_OK(circuit_use(device, &results, &err));
            results_check(&results);
        } else {
            SL_CHECK_STATUS(circuit_use(device, &results, &err), SLUICE_E_DEVICE);
        }
    }
    sl_cuda_device_close(device);
    SL_CHECK_MSG(runtime.live == 0, "call %zu: %u left", n, runtime.live);
    return has_failed;
}

SL_TEST(every_call_fails_in_turn) {
    runtime_fail_each(use_with_failure, 51);
}

/* --- the check of a device -----------------------------------------------------------------------------------------
 */

/* The real function, with one result of one call changed. */
static struct {
    int run, which; /* the call; what is changed; -1: nothing */
    size_t at;
} spoiled = {-1, -1, 0};
static int runs_n;

static sluice_status spoiled_run(sl_module_circuit *circuit, const sl_module_witness *witness, uint64_t n,
                                 sl_module_value *const abc[3], uint32_t *broken_row, sl_module_rows_times *times,
                                 const sl_module_query_copy *queries, sluice_error *error) {
    SL_TRY(sl_cuda_rows_table.witness_run(circuit, witness, n, abc, broken_row, times, queries, error));
    if (runs_n++ != spoiled.run) {
        return SLUICE_OK;
    }
    if (spoiled.which < 3) {
        abc[spoiled.which][spoiled.at].l[0] ^= 1;
    } else if (spoiled.which < 6) {
        queries[spoiled.which - 3].bits[spoiled.at / 64] ^= UINT64_C(1) << (spoiled.at % 64);
    } else if (spoiled.which < 9) {
        queries[spoiled.which - 6].full_at[spoiled.at] ^= 1;
    } else if (spoiled.which < 12) {
        queries[spoiled.which - 9].full[spoiled.at].l[3] ^= 1;
    } else {
        *broken_row ^= 1;
    }
    return SLUICE_OK;
}

SL_TEST(the_check_finds_what_is_wrong) {
    sl_module_rows rows = sl_cuda_rows_table;
    sl_module_device *device;
    rows.witness_run = spoiled_run;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(sl_module_check_rows(&rows, device, 0, &err));
    SL_CHECK(runs_n == 2);
    for (spoiled.run = 0; spoiled.run < 2; spoiled.run++) {
        for (spoiled.which = 0; spoiled.which < 13; spoiled.which++) {
            for (spoiled.at = 0; spoiled.at < 11; spoiled.at += 5) {
                runs_n = 0;
                SL_CHECK_MSG(sl_module_check_rows(&rows, device, 0, &err) == SLUICE_E_DEVICE,
                             "run %d, result %d, place %zu", spoiled.run, spoiled.which, spoiled.at);
                SL_CHECK_MSG(strstr(err.text, "device 0 computes wrongly: ") != NULL, "%s", err.text);
            }
        }
    }
    spoiled.run = -1;
    SL_CHECK_OK(sl_module_check_rows(&rows, device, 0, &err));
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}
