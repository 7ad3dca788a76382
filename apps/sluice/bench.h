// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the benches share: repeated timing as other tools do it (docs/cli.md), and the line that is printed.
 */
#ifndef SL_APPS_SLUICE_BENCH_H
#define SL_APPS_SLUICE_BENCH_H

#include "sluice/cli.h"

/* One result line. Text members that are NULL are left out. */
typedef struct bench_row {
    const char *op, *group, *scalars, *points;
    int log2n;
    uint64_t seed, threads, reps;
    double min_ms, median_ms, cpu_ms; /* of one call: wall, wall, CPU of all threads (median) */
    char result[200];                 /* hexadecimal: equal for equal inputs in every tool */
} bench_row;

/*
 * Times call(data) `reps` times. First calls are dropped until they have taken 0.2 s together, but none of a second or
 * more. prepare(data), if not NULL, runs before each call outside the clock. Stops at the first failure.
 */
typedef sluice_status (*bench_call)(void *data, sluice_error *err);
sluice_status bench_time(bench_row *row, uint64_t reps, bench_call prepare, bench_call call, void *data,
                         sluice_error *err);
sluice_status bench_print(cli_state *cli, const bench_row *row);
/* For qsort. */
int bench_compare_doubles(const void *a, const void *b);
/* SHA-256 of n bytes as the row's result. */
void bench_result_sha256(bench_row *row, const uint8_t *bytes, size_t n);

/* A name in the temporary folder (TMPDIR, else /var/tmp) that nobody has. */
#define BENCH_TEMP_BYTES 1024
sluice_status bench_temp_path(char out[BENCH_TEMP_BYTES], const char *ending, sluice_error *err);

/* An input that was never sealed, for a circuit by its name; its files are gone when this returns. */
sluice_status bench_synthetic_open(cli_state *cli, const char *name, sluice_input **out);
/* A key to be made. */
typedef struct bench_key_order {
    const uint8_t *seed; /* 32 bytes; NULL: random secrets */
    bool is_folded;
    bool on_device; /* without a file, where that will do (sl_engine_keys_need_no_file) */
} bench_key_order;
/*
 * The key at `params`, or, if that is NULL, one made to order, maybe at *made, a temporary path that ends the life
 * of its files with bench_key_unlink (which accepts ""); path[0] is 0 if nothing was made there.
 */
sluice_status bench_key_open(cli_state *cli, const char *params, sluice_circuit *circuit, const bench_key_order *order,
                             char made[BENCH_TEMP_BYTES], sluice_key **out);
void bench_key_unlink(const char *made);

/* What the devices of modules did in a flow that has ended its jobs: a table, or members of the open object. */
struct sl_device;
void bench_devices_print(struct sl_device *const *devices, unsigned n);
void bench_devices_json(sl_json *json, struct sl_device *const *devices, unsigned n);
/* Of these the kernels, if there are proofs whose stages were timed. */
struct sl_device_module_stats;
void bench_stages_print(const struct sl_device_module_stats *stats);
void bench_stages_json(sl_json *json, const struct sl_device_module_stats *stats);

#define BENCH_REPS_MAX 1000

/* The options that the kernel benches share. */
typedef struct bench_options {
    const char *group, *scalars, *points;
    uint64_t log2n, reps, seed;
    const char *accumulate;
} bench_options;

sluice_status bench_fp(cli_state *cli, const bench_options *options);
sluice_status bench_msm(cli_state *cli, const bench_options *options);
sluice_status bench_ntt(cli_state *cli, const bench_options *options);
sluice_status bench_quotient(cli_state *cli, const bench_options *options);
sluice_status bench_pairing(cli_state *cli, const bench_options *options);

/* bench witness, rows, prove, pipeline and deadline parse their own words. */
int bench_witness(cli_state *cli, int argc, char **argv);
int bench_rows(cli_state *cli, int argc, char **argv);

/* A circuit with a witness of it, which need not hold. */
typedef struct bench_rows_case {
    const char *circuit;
    const struct sl_r1cs *shape;
    const struct sl_witness *witness;
} bench_rows_case;
/* bench rows on device 0 of the module: compares all values with the processor's before it measures. */
sluice_status bench_rows_device(cli_state *cli, const bench_rows_case *what, uint64_t reps);
int bench_prove(cli_state *cli, int argc, char **argv);
int bench_pipeline(cli_state *cli, int argc, char **argv);
int bench_deadline(cli_state *cli, int argc, char **argv);

#endif
