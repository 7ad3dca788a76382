// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench rows on a device: row values and terms of queries there, compared with the processor's. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/module/module_load.h"
#include "core/base/clock.h"
#include "engine/engine_context.h"
#include "engine/flow/device_program.h"
#include "proof/groth16/query_feed.h"
#include "sluice/bench.h"

/* Rows that a thread compares at a time. */
#define BLOCK_ROWS ((size_t)4096)

typedef struct device_bench {
    const bench_rows_case *what;
    const sl_module_rows *rows;
    sl_module_device *device;
    sl_device_program program;
    sl_module_circuit *circuit;
    sl_module_circuit_counts counts;
    sl_pool *pool;
    size_t n;        /* values of a vector */
    sl_buf results;  /* of the device */
    sl_buf expected; /* three blocks of each thread */
    sl_module_value *abc[3];
    sl_module_query_copy queries[SL_MODULE_QUERIES_N];
    double open_s;
} device_bench;

static sluice_status run(device_bench *b, sl_module_value *const abc[3], const sl_module_query_copy *queries,
                         uint32_t *broken_row, sl_module_rows_times *times, sluice_error *err) {
    const sl_module_witness witness = sl_device_witness(b->what->witness);
    return b->rows->witness_run(b->circuit, &witness, b->n, abc, broken_row, times, queries, err);
}

/* --- comparison ----------------------------------------------------------------------------------------------------
 */

typedef struct comparison {
    const device_bench *bench;
    sl_fr *expected;
    atomic_uint_least64_t differs; /* the first row that does */
    atomic_uint_least64_t broken;  /* the first row with a b != c */
} comparison;

static void lower(atomic_uint_least64_t *to, uint64_t value) {
    uint64_t now = atomic_load(to);
    while (value < now && !atomic_compare_exchange_weak(to, &now, value)) {
    }
}

static void compare_task(void *data, size_t i, size_t worker) {
    comparison *c = data;
    const device_bench *b = c->bench;
    const size_t first = i * BLOCK_ROWS, n = SL_MIN(BLOCK_ROWS, b->n - first);
    sl_fr *const expected = c->expected + 3 * BLOCK_ROWS * worker;
    sl_fr *const abc[3] = {expected, expected + BLOCK_ROWS, expected + 2 * BLOCK_ROWS};
    sl_r1cs_eval(b->what->shape, b->what->witness, first, n, abc[0], abc[1], abc[2], NULL);
    for (size_t row = 0; row < n; row++) {
        sl_fr product;
        sl_fr_mul(&product, &abc[0][row], &abc[1][row]);
        if (!sl_fr_eq(&product, &abc[2][row])) {
            lower(&c->broken, first + row);
        }
        for (size_t k = 0; k < 3; k++) {
            if (memcmp(&abc[k][row], &b->abc[k][first + row], sizeof(sl_fr)) != 0) {
                lower(&c->differs, first + row);
            }
        }
    }
}

static sluice_status rows_compare(device_bench *b, uint32_t broken_row, sluice_error *err) {
    comparison c = {.bench = b, .expected = b->expected.data, .differs = UINT64_MAX, .broken = UINT64_MAX};
    sl_pool_for(b->pool, (b->n + BLOCK_ROWS - 1) / BLOCK_ROWS, compare_task, &c);
    if (c.differs != UINT64_MAX) {
        return SL_FAIL(err, SLUICE_E_SELF_CHECK, "row %" PRIu64 " differs from the processor's", (uint64_t)c.differs);
    }
    const uint64_t found = broken_row == SL_MODULE_ROWS_HOLD ? UINT64_MAX : broken_row;
    if (c.broken != found) {
        return SL_FAIL(err, SLUICE_E_SELF_CHECK, "the first row that does not hold is %" PRIu64 ", not %" PRIu64,
                       (uint64_t)c.broken, found);
    }
    return SLUICE_OK;
}

static sluice_status query_compare(const device_bench *b, size_t q, sluice_error *err) {
    static const char *const names[SL_MODULE_QUERIES_N] = {"l", "a", "b"};
    const sl_r1cs *shape = b->what->shape;
    const sl_density *density = &b->program.density;
    const uint64_t *const of_inputs[] = {NULL, NULL, density->b_inputs};
    const uint64_t *const of_wires[] = {NULL, density->a_aux, density->b_aux};
    const size_t points = (size_t)b->counts.points_n[q], full = (size_t)b->counts.full_n[q];
    sl_query_feed feed;
    sl_query_chunk want;
    SL_TRY(sl_query_feed_open(&feed, b->what->witness, q == 0 ? 0 : shape->inputs_n, of_inputs[q], of_wires[q],
                              shape->wire_types, points, full, err));
    sl_query_feed_next(&feed, points, &want);
    const bool is_same = want.full_n == full &&
                         memcmp(want.bits, b->queries[q].bits, (points + 63) / 64 * sizeof(uint64_t)) == 0 &&
                         memcmp(want.full_at, b->queries[q].full_at, full * sizeof(uint32_t)) == 0 &&
                         memcmp(want.full, b->queries[q].full, full * sizeof(sl_fr)) == 0;
    sl_query_feed_close(&feed);
    return is_same ? SLUICE_OK
                   : SL_FAIL(err, SLUICE_E_SELF_CHECK, "terms of query %s differ from the processor's", names[q]);
}

/* Vectors, then scalars, bits and places of the queries. */
static sluice_status results_alloc(device_bench *b, sluice_error *err) {
    size_t bytes = 3 * b->n * sizeof(sl_fr);
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        bytes += (size_t)b->counts.full_n[q] * (sizeof(sl_fr) + sizeof(uint32_t)) +
                 (size_t)(b->counts.points_n[q] + 63) / 64 * sizeof(uint64_t);
    }
    SL_TRY(sl_buf_alloc(&b->results, bytes, "results of a device", err));
    SL_TRY(
        sl_buf_alloc_n(&b->expected, sl_pool_threads(b->pool), 3 * BLOCK_ROWS * sizeof(sl_fr), "blocks of rows", err));
    sl_module_value *value = b->results.data;
    for (size_t k = 0; k < 3; k++, value += b->n) {
        b->abc[k] = value;
    }
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        b->queries[q].full = value;
        value += b->counts.full_n[q];
    }
    uint64_t *word = (uint64_t *)value;
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        b->queries[q].bits = word;
        word += (b->counts.points_n[q] + 63) / 64;
    }
    uint32_t *place = (uint32_t *)word;
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        b->queries[q].full_at = place;
        place += b->counts.full_n[q];
    }
    return SLUICE_OK;
}

static sluice_status compare(device_bench *b, sluice_error *err) {
    uint32_t broken_row;
    sl_module_rows_times times;
    SL_TRY(results_alloc(b, err));
    SL_TRY(run(b, b->abc, b->queries, &broken_row, &times, err));
    SL_TRY(rows_compare(b, broken_row, err));
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        SL_TRY(query_compare(b, q, err));
    }
    return SLUICE_OK;
}

/* --- measurement ---------------------------------------------------------------------------------------------------
 */

static double median(double *values, size_t n) {
    qsort(values, n, sizeof *values, bench_compare_doubles);
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static sluice_status result_print(cli_state *cli, const device_bench *b, const char *vectors, unsigned vectors_n,
                                  uint64_t reps, double witness_ms, double rows_ms) {
    const uint64_t bytes = (uint64_t)b->n * vectors_n * sizeof(sl_fr);
    const double rate = rows_ms > 0 ? (double)bytes / 1e6 / rows_ms : 0;
    if (!cli->json) {
        (void)printf("%s, %s on a device: %" PRIu32 " rows, checked: %.3f ms, %.0f GB/s written; witness of %s and "
                     "terms: %.3f ms; circuit of %s in %.1f ms\n",
                     b->what->circuit, vectors, b->what->shape->rows_n, rows_ms, rate,
                     cli_bytes(b->what->witness->storage.bytes), witness_ms, cli_bytes(b->counts.circuit_bytes),
                     1e3 * b->open_s);
        return cli_flush(cli);
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "op", "rows");
    sl_json_string(&json, "backend", "device");
    sl_json_string(&json, "circuit", b->what->circuit);
    sl_json_string(&json, "vectors", vectors);
    sl_json_u64(&json, "rows", b->what->shape->rows_n);
    sl_json_u64(&json, "reps", reps);
    sl_json_f64(&json, "device_ms", rows_ms);
    sl_json_f64(&json, "witness_device_ms", witness_ms);
    sl_json_u64(&json, "output_bytes", bytes);
    sl_json_u64(&json, "circuit_bytes", b->counts.circuit_bytes);
    sl_json_u64(&json, "witness_bytes", b->counts.witness_bytes);
    sl_json_f64(&json, "circuit_s", b->open_s);
    sl_json_object_end(&json);
    return sl_json_close(&json, &cli->err);
}

static sluice_status measure(cli_state *cli, device_bench *b, uint64_t reps, bool with_c) {
    static double witness_ms[BENCH_REPS_MAX], rows_ms[BENCH_REPS_MAX];
    sl_module_value *const abc[3] = {NULL, NULL, with_c ? b->abc[2] : NULL};
    for (size_t i = 0; i < reps; i++) {
        uint32_t broken_row;
        sl_module_rows_times times;
        SL_TRY(run(b, abc, NULL, &broken_row, &times, &cli->err));
        witness_ms[i] = times.witness;
        rows_ms[i] = times.rows;
    }
    return result_print(cli, b, with_c ? "a b c" : "a b", with_c ? 3 : 2, reps, median(witness_ms, (size_t)reps),
                        median(rows_ms, (size_t)reps));
}

static sluice_status circuit_open(device_bench *b, sluice_error *err) {
    const double began = sl_clock_seconds();
    sl_r1cs_counts counts;
    SL_TRY(sl_device_program_make(&b->program, b->what->shape, err));
    SL_TRY(b->rows->circuit_open(b->device, &b->program.arrays, &b->circuit, err));
    b->open_s = sl_clock_seconds() - began;
    b->rows->circuit_counts(b->circuit, &b->counts);
    sl_r1cs_counts_get(b->what->shape, &counts);
    b->n = (size_t)1 << counts.domain_log2;
    return SLUICE_OK;
}

sluice_status bench_rows_device(cli_state *cli, const bench_rows_case *what, uint64_t reps) {
    const char *module = cli->module == NULL ? sl_module_default_path : cli->module;
    const sl_module_table *table;
    device_bench b = {.what = what, .pool = cli->context->pool};
    if (reps == 0 || reps > BENCH_REPS_MAX) {
        return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--reps is 1 to %d", BENCH_REPS_MAX);
    }
    SL_TRY(sl_module_load(&table, module, &cli->err));
    if (table->rows == NULL) {
        return SL_FAIL(&cli->err, SLUICE_E_UNKNOWN, "%s makes no rows", module);
    }
    b.rows = table->rows;
    SL_TRY(table->device_open(&b.device, 0, &cli->err));
    sluice_status status = circuit_open(&b, &cli->err);
    if (status == SLUICE_OK) {
        status = compare(&b, &cli->err);
    }
    for (int with_c = 0; with_c < 2 && status == SLUICE_OK; with_c++) {
        status = measure(cli, &b, reps, with_c != 0);
    }
    b.rows->circuit_close(b.circuit);
    table->device_close(b.device);
    sl_buf_release(&b.results);
    sl_buf_release(&b.expected);
    sl_device_program_release(&b.program);
    return status;
}
