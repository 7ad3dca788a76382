// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench rows: the values of all rows of a circuit on a made-up witness, block by block as a transform would take them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/clock.h"
#include "engine/engine_context.h"
#include "proof/circuits/circuits.h"
#include "proof/r1cs/r1cs.h"
#include "sluice/bench.h"

/* Rows a call: the block of a first pass, which stays in the second cache, for each thread. */
#define BLOCK_ROWS ((uint64_t)4096)

/* What of the three vectors is made. */
typedef struct vectors {
    const char *name;
    unsigned n;
} vectors;

typedef struct rows_bench {
    sl_r1cs *shape;
    sl_r1cs_label label;       /* its name */
    double made_s, made_cpu_s; /* building the structure, or reading it */
    sl_pool *pool;
    sl_witness witness;
    sl_buf blocks; /* three of a block for each thread */
    sl_buf sums;   /* sl_fr for each thread */
    bool is_summed;
    vectors what;
} rows_bench;

/* A witness of random bits and small values: rows cost the same on any. */
typedef struct maker {
    sl_cs *cs;
    uint64_t state;
    uint32_t at; /* wires made */
} maker;

static void bits_make(maker *m, uint32_t n) {
    while (n > 0) {
        uint64_t words[32];
        const uint32_t step = SL_MIN(n, (uint32_t)(64 * SL_ARRAY_N(words)));
        for (size_t i = 0; i < SL_ARRAY_N(words); i++) {
            m->state = m->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            words[i] = m->state ^ m->state >> 29;
        }
        (void)sl_cs_put_bits(m->cs, words, step);
        m->at += step;
        n -= step;
    }
}

static void fields_make(void *data, uint32_t first_wire, uint32_t n, uint32_t first_field) {
    maker *m = data;
    bits_make(m, first_wire - m->at);
    sl_wire first;
    sl_fr *fields = sl_cs_put_fields(m->cs, n, &first);
    for (uint32_t i = 0; fields != NULL && i < n; i++) {
        fields[i] = sl_fr_from_u64(m->state + first_field + i);
    }
    m->at += n;
}

static sluice_status witness_make(const sl_r1cs *shape, uint64_t seed, sl_witness *out, sluice_error *err) {
    maker m = {.state = seed};
    SL_TRY(sl_cs_open_witness(&m.cs, shape, err));
    for (uint32_t i = 1; i < shape->inputs_n; i++) {
        const sl_fr value = sl_fr_from_u64(seed + i);
        (void)sl_cs_input(m.cs, &value);
    }
    sl_r1cs_field_runs(shape, 0, shape->aux_n, fields_make, &m);
    bits_make(&m, shape->aux_n - m.at);
    const sluice_status status = sl_cs_finish_witness(m.cs, out, err);
    sl_cs_close(m.cs);
    return status;
}

static void block_task(void *data, size_t i, size_t worker) {
    rows_bench *bench = data;
    const uint64_t first = i * BLOCK_ROWS;
    const size_t n = (size_t)SL_MIN(BLOCK_ROWS, bench->shape->rows_n - first);
    sl_fr *block = (sl_fr *)bench->blocks.data + 3 * BLOCK_ROWS * worker;
    sl_fr *abc[3] = {block, block + BLOCK_ROWS, block + 2 * BLOCK_ROWS};
    sl_r1cs_eval(bench->shape, &bench->witness, first, n, abc[0], bench->what.n > 1 ? abc[1] : NULL,
                 bench->what.n > 2 ? abc[2] : NULL, NULL);
    sl_fr *sum = (sl_fr *)bench->sums.data + worker;
    for (size_t k = 0; bench->is_summed && k < bench->what.n; k++) {
        for (size_t row = 0; row < n; row++) {
            sl_fr_add(sum, sum, &abc[k][row]);
        }
    }
}

static sluice_status rows_call(void *data, sluice_error *err) {
    (void)err;
    rows_bench *bench = data;
    const size_t blocks_n = (size_t)((bench->shape->rows_n + BLOCK_ROWS - 1) / BLOCK_ROWS);
    sl_pool_for(bench->pool, blocks_n, block_task, bench);
    return SLUICE_OK;
}

/* The structure from the name, or from a file. */
static sluice_status shape_open(rows_bench *bench, const char *name, const char *structure, sluice_error *err) {
    const double wall = sl_clock_seconds();
    const double cpu = sl_clock_cpu_seconds();
    if (structure != NULL) {
        SL_TRY(sl_r1cs_load(&bench->shape, &bench->label, structure, bench->pool, err));
    } else {
        sl_circuit circuit;
        SL_TRY(sl_circuit_by_name(&circuit, name, err));
        SL_TRY(sl_circuit_shape(&circuit, &bench->shape, err));
        memcpy(bench->label.circuit, circuit.name, sizeof circuit.name);
    }
    bench->made_s = sl_clock_seconds() - wall;
    bench->made_cpu_s = sl_clock_cpu_seconds() - cpu;
    return SLUICE_OK;
}

static sluice_status rows_open(rows_bench *bench, const char *name, const char *structure, uint64_t seed,
                               sluice_error *err) {
    const size_t threads = sl_pool_threads(bench->pool);
    SL_TRY(shape_open(bench, name, structure, err));
    SL_TRY(witness_make(bench->shape, seed, &bench->witness, err));
    SL_TRY(sl_buf_alloc_n(&bench->blocks, threads, 3 * BLOCK_ROWS * sizeof(sl_fr), "blocks of rows", err));
    return sl_buf_alloc_n(&bench->sums, threads, sizeof(sl_fr), "sums of rows", err);
}

static void rows_close(rows_bench *bench) {
    sl_r1cs_close(bench->shape);
    sl_witness_release(&bench->witness);
    sl_buf_release(&bench->blocks);
    sl_buf_release(&bench->sums);
}

/* The sum of all values, as hexadecimal: equal for equal vectors. */
static void result_make(rows_bench *bench, char hex[65]) {
    sluice_error err;
    bench->is_summed = true;
    (void)rows_call(bench, &err);
    bench->is_summed = false;
    sl_fr *sums = bench->sums.data;
    sl_fr all = sl_fr_zero();
    for (size_t i = 0; i < sl_pool_threads(bench->pool); i++) {
        sl_fr_add(&all, &all, &sums[i]);
        sums[i] = sl_fr_zero();
    }
    uint8_t bytes[SL_FR_BYTES];
    sl_fr_to_bytes(bytes, &all);
    cli_hex(hex, bytes, sizeof bytes);
}

static sluice_status rows_print(cli_state *cli, const rows_bench *bench, const bench_row *row) {
    const uint64_t rows = bench->shape->rows_n;
    const double ns = 1e6 * row->cpu_ms / (double)SL_MAX(rows, 1);
    const uint64_t bytes = rows * bench->what.n * sizeof(sl_fr);
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(bench->shape, &counts);
    if (!cli->json) {
        (void)printf("%s, %s: %" PRIu64 " rows, %" PRIu64
                     " threads: wall %.3f s (min %.3f), %.3f core-s, %.2f ns a row; "
                     "%s made of %s and %s\n",
                     bench->label.circuit, bench->what.name, rows, row->threads, row->median_ms / 1e3,
                     row->min_ms / 1e3, row->cpu_ms / 1e3, ns, cli_bytes(bytes), cli_bytes(counts.structure_bytes),
                     cli_bytes(bench->witness.storage.bytes));
        return cli_flush(cli);
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "op", "rows");
    sl_json_string(&json, "circuit", bench->label.circuit);
    sl_json_string(&json, "vectors", bench->what.name);
    sl_json_u64(&json, "rows", rows);
    sl_json_u64(&json, "threads", row->threads);
    sl_json_u64(&json, "reps", row->reps);
    sl_json_f64(&json, "min_ms", row->min_ms);
    sl_json_f64(&json, "median_ms", row->median_ms);
    sl_json_f64(&json, "cpu_ms", row->cpu_ms);
    sl_json_f64(&json, "ns_per_row", ns);
    sl_json_u64(&json, "output_bytes", bytes);
    sl_json_f64(&json, "structure_s", bench->made_s);
    sl_json_f64(&json, "structure_cpu_s", bench->made_cpu_s);
    sl_json_u64(&json, "structure_bytes", counts.structure_bytes);
    sl_json_u64(&json, "witness_bytes", bench->witness.storage.bytes);
    sl_json_string(&json, "result", row->result);
    sl_json_object_end(&json);
    return sl_json_close(&json, &cli->err);
}

static sluice_status rows_run(cli_state *cli, rows_bench *bench, uint64_t reps) {
    static const vectors all[] = {{"a b", 2}, {"a b c", 3}};
    if (!cli->json) {
        (void)printf("%s: structure in %.1f ms (CPU %.1f ms)\n", bench->label.circuit, 1e3 * bench->made_s,
                     1e3 * bench->made_cpu_s);
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        bench_row row = {.threads = sl_pool_threads(bench->pool)};
        bench->what = all[i];
        result_make(bench, row.result);
        SL_TRY(bench_time(&row, reps, NULL, rows_call, bench, &cli->err));
        SL_TRY(rows_print(cli, bench, &row));
    }
    return SLUICE_OK;
}

int bench_rows(cli_state *cli, int argc, char **argv) {
    const char *name = NULL;
    const char *structure = NULL;
    uint64_t reps = 5;
    uint64_t seed = 1;
    const cli_option options[] = {
        {"circuit", CLI_CIRCUIT, &name, NULL, "NAME", "the circuit", 0},
        CLI_STRUCTURE_OPTION(structure),
        {"reps", CLI_COUNT, &reps, NULL, "R", "timed calls", 0},
        {"seed", CLI_COUNT, &seed, NULL, "S", "of the made-up witness", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    if ((name == NULL) == (structure == NULL)) {
        return cli_usage(cli, "expected --circuit or --structure");
    }
    if (cli->threads == 0) {
        cli->threads = 1;
    }
    rows_bench bench = {.shape = NULL};
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        bench.pool = cli->context->pool;
        status = rows_open(&bench, name, structure, seed, &cli->err);
    }
    if (status == SLUICE_OK) {
        const bench_rows_case what = {bench.label.circuit, bench.shape, &bench.witness};
        status = strcmp(cli->backend, "cuda") == 0 ? bench_rows_device(cli, &what, reps) : rows_run(cli, &bench, reps);
    }
    rows_close(&bench);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
