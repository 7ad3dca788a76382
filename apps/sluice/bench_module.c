// SPDX-License-Identifier: MIT OR Apache-2.0
#include "sluice/bench_module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/module/module_load.h"
#include "core/base/clock.h"
#include "core/mem/buf.h"
#include "engine/engine_context.h"
#include "math/field/fp.h"
#include "math/field/fr.h"
#include "math/msm/bench_input.h"

sluice_status bench_module_open(cli_state *cli, bench_module *out) {
    bench_module module = {0};
    const char *path = cli->module == NULL ? sl_module_default_path : cli->module;
    const uint32_t index = cli->devices == NULL ? 0 : (uint32_t)strtoul(cli->devices, NULL, 10);
    SL_TRY(sl_module_load(&module.table, path, &cli->err));
    uint32_t there;
    SL_TRY(module.table->devices_count(&there, &cli->err));
    if (index >= there) {
        return SL_FAIL(&cli->err, SLUICE_E_DEVICE, "device %" PRIu32 ": there are %" PRIu32, index, there);
    }
    SL_TRY(module.table->device_info(&module.info, index, &cli->err));
    SL_TRY(module.table->device_open(&module.device, index, &cli->err));
    *out = module;
    return SLUICE_OK;
}

void bench_module_close(bench_module *module) {
    module->table->device_close(module->device);
}

/*
 * Products that operations take, a half one for the quotient of each row of a reduction. In G2 a product is three wide
 * ones with two reductions, a square two products.
 */
enum { WIDE = 12 * 12, REDUCTION = 12 * 12 + 6, MUL = WIDE + REDUCTION, SQR = 12 * 13 / 2 + REDUCTION };
static const double products_of[] = {
    [BENCH_FP_MUL] = MUL,
    [BENCH_FP_SQR] = SQR,
    [BENCH_FR_MUL] = 8 * 8 + 8 * 6 + 2,
    [BENCH_G1_ADD] = 5 * MUL + SQR,
    [BENCH_G2_ADD] = 5 * (3 * WIDE + 2 * REDUCTION) + 2 * MUL,
};

double bench_floor_ms(const sl_module_device_info *info, bench_rate rate, double count) {
    const double a_ms = 32.0 * info->multiprocessors_n * info->clock_khz;
    return a_ms == 0 ? 0 : count * products_of[rate] / a_ms;
}

double bench_memory_floor_ms(const sl_module_device_info *info, double bytes) {
    return info->memory_bytes_a_second == 0 ? 0 : 1e3 * bytes / (double)info->memory_bytes_a_second;
}

double bench_transforms_floor_ms(const sl_module_device_info *info, double transforms_n, uint32_t log2_n) {
    const double butterflies = transforms_n * (double)(UINT64_C(1) << log2_n) / 2 * log2_n;
    return bench_floor_ms(info, BENCH_FR_MUL, butterflies * 11 / 12);
}

sluice_status bench_module_print(cli_state *cli, const bench_module *module, const bench_module_row *row,
                                 bench_times *times) {
    const double first = times->ms[0];
    qsort(times->ms, times->n, sizeof times->ms[0], bench_compare_doubles);
    const double median = (times->ms[(times->n - 1) / 2] + times->ms[times->n / 2]) / 2;
    const double rate = row->amount / 1e6 / median, of_floor = row->floor_ms / median;
    if (!cli->json) {
        (void)printf("%s %s 2^%" PRIu64 ", %s: min %.3f ms, median %.3f ms (first %.3f)", row->op, row->detail,
                     row->log2n, module->info.name, times->ms[0], median, first);
        (void)printf(row->floor_ms > 0 ? ", %.2f %s, %.0f %% of the bound\n" : ", %.2f %s\n", rate, row->unit,
                     100 * of_floor);
        return cli_flush(cli);
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "tool", "sluice");
    sl_json_string(&json, "version", sluice_version());
    sl_json_string(&json, "device", module->info.name);
    sl_json_string(&json, "op", row->op);
    sl_json_string(&json, "detail", row->detail);
    sl_json_u64(&json, "log2n", row->log2n);
    sl_json_u64(&json, "reps", times->n);
    sl_json_f64(&json, "min_ms", times->ms[0]);
    sl_json_f64(&json, "median_ms", median);
    sl_json_f64(&json, "first_ms", first);
    sl_json_f64(&json, "rate", rate);
    sl_json_string(&json, "rate_unit", row->unit);
    if (row->floor_ms > 0) {
        sl_json_f64(&json, "of_bound", of_floor);
    }
    if (row->result[0] != 0) {
        sl_json_string(&json, "result", row->result);
    }
    sl_json_object_end(&json);
    return sl_json_close(&json, &cli->err);
}

/* --- fields --------------------------------------------------------------------------------------------------------
 */

/*
 * Both numbers of rounds on the same elements: the difference is arithmetic alone, without copies and launches. The
 * pool is not needed: what the processor computes again is a few elements.
 */
enum { FIELD_LOG2 = 20, FIELD_ROUNDS = 4096, FIELD_CHECKED = 4 };

typedef struct field_op {
    const char *name;
    sl_module_field_op op;
    bool is_bound; /* by products of 32 bits */
    bench_rate rate;
} field_op;

static const field_op field_ops[] = {
    {"fp_mul", SL_MODULE_FP_MUL, true, BENCH_FP_MUL},  {"fp_sqr", SL_MODULE_FP_SQR, true, BENCH_FP_SQR},
    {"fp_add", SL_MODULE_FP_ADD, false, BENCH_FP_MUL}, {"fp_sub", SL_MODULE_FP_SUB, false, BENCH_FP_MUL},
    {"fr_mul", SL_MODULE_FR_MUL, true, BENCH_FR_MUL},  {"fr_add", SL_MODULE_FR_ADD, false, BENCH_FR_MUL},
    {"fr_sub", SL_MODULE_FR_SUB, false, BENCH_FR_MUL},
};

/* x = x op y, on the processor. */
static void field_step(sl_module_field_op op, sl_fp *x, const sl_fp *y) {
    sl_fr *x_r = (sl_fr *)(void *)x;
    const sl_fr *y_r = (const sl_fr *)(const void *)y;
    switch (op) {
    case SL_MODULE_FP_MUL:
        sl_fp_mul(x, x, y);
        break;
    case SL_MODULE_FP_SQR:
        sl_fp_sqr(x, x);
        break;
    case SL_MODULE_FP_ADD:
        sl_fp_add(x, x, y);
        break;
    case SL_MODULE_FP_SUB:
        sl_fp_sub(x, x, y);
        break;
    case SL_MODULE_FR_MUL:
        sl_fr_mul(x_r, x_r, y_r);
        break;
    case SL_MODULE_FR_ADD:
        sl_fr_add(x_r, x_r, y_r);
        break;
    case SL_MODULE_FR_SUB:
        sl_fr_sub(x_r, x_r, y_r);
        break;
    case SL_MODULE_FIELD_OPS_N:
        break;
    }
}

static sluice_status field_check(const field_op *op, const uint8_t *a, const uint8_t *b, const uint8_t *out, size_t n,
                                 sluice_error *err) {
    const size_t bytes = sl_module_field_bytes(op->op);
    for (size_t i = 0; i < FIELD_CHECKED; i++) {
        const size_t at = i * (n - 1) / (FIELD_CHECKED - 1) * bytes;
        sl_fp x, y;
        memcpy(&x, a + at, bytes);
        memcpy(&y, b + at, bytes);
        for (unsigned round = 0; round < FIELD_ROUNDS; round++) {
            field_step(op->op, &x, &y);
        }
        if (memcmp(&x, out + at, bytes) != 0) {
            return SL_FAIL(err, SLUICE_E_DEVICE, "the device computes wrongly: %s of element %zu", op->name,
                           at / bytes);
        }
    }
    return SLUICE_OK;
}

static sluice_status field_run(const bench_module *module, const field_op *op, uint8_t *memory, size_t n,
                               uint64_t rounds, double *ms, sluice_error *err) {
    const size_t bytes = n * sl_module_field_bytes(op->op);
    const double start = sl_clock_seconds();
    SL_TRY(module->table->field_run(module->device, memory + 2 * bytes, memory, memory + bytes, n, op->op,
                                    (uint32_t)rounds, err));
    *ms = 1e3 * (sl_clock_seconds() - start);
    return SLUICE_OK;
}

static sluice_status field_bench(cli_state *cli, const bench_module *module, const field_op *op, uint8_t *memory,
                                 const bench_options *options) {
    static bench_times times;
    const size_t n = (size_t)1 << FIELD_LOG2, bytes = n * sl_module_field_bytes(op->op);
    if (sl_module_field_bytes(op->op) == sizeof(sl_fp)) {
        sl_bench_fp((sl_fp *)(void *)memory, options->seed, 0, 2 * n);
    } else {
        sl_bench_scalars_random((sl_fr *)(void *)memory, options->seed, 0, 2 * n);
    }
    times.n = options->reps;
    for (uint64_t i = 0; i < options->reps; i++) {
        double few, many;
        SL_TRY(field_run(module, op, memory, n, FIELD_ROUNDS, &few, &cli->err));
        if (i == 0) {
            SL_TRY(field_check(op, memory, memory + bytes, memory + 2 * bytes, n, &cli->err));
        }
        SL_TRY(field_run(module, op, memory, n, 2 * FIELD_ROUNDS, &many, &cli->err));
        times.ms[i] = many > few ? many - few : 1e-3;
    }
    const double count = (double)n * FIELD_ROUNDS;
    const bench_module_row row = {.op = op->name,
                                  .detail = "throughput",
                                  .log2n = FIELD_LOG2,
                                  .amount = count,
                                  .unit = "G/s",
                                  .floor_ms = op->is_bound ? bench_floor_ms(&module->info, op->rate, count) : 0};
    return bench_module_print(cli, module, &row, &times);
}

sluice_status bench_module_fields(cli_state *cli, bench_module *module, const bench_options *options) {
    sl_buf memory;
    SL_TRY(sl_buf_alloc_n(&memory, (size_t)3 << FIELD_LOG2, sizeof(sl_fp), "bench elements", &cli->err));
    sluice_status status = SLUICE_OK;
    for (size_t i = 0; i < SL_ARRAY_N(field_ops) && status == SLUICE_OK; i++) {
        status = field_bench(cli, module, &field_ops[i], memory.data, options);
    }
    sl_buf_release(&memory);
    return status;
}
