// SPDX-License-Identifier: MIT OR Apache-2.0
#include "sluice/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/sys/random.h"
#include "math/hash/sha256.h"
#include "sluice/bench_module.h"
#include "sluice/verbs.h"

#define WARM_UP_S 0.2
#define WARM_UP_CALL_S 1.0

int bench_compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t n) {
    qsort(values, n, sizeof *values, bench_compare_doubles);
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

sluice_status bench_time(bench_row *row, uint64_t reps, bench_call prepare, bench_call call, void *data,
                         sluice_error *err) {
    static double wall_ms[BENCH_REPS_MAX];
    static double cpu_ms[BENCH_REPS_MAX];
    if (reps == 0 || reps > BENCH_REPS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "--reps is 1 to %d", BENCH_REPS_MAX);
    }
    double warm_s = 0;
    size_t n = 0;
    while (n < reps) {
        if (prepare != NULL) {
            SL_TRY(prepare(data, err));
        }
        const double cpu = sl_clock_cpu_seconds();
        const double wall = sl_clock_seconds();
        SL_TRY(call(data, err));
        const double took = sl_clock_seconds() - wall;
        if (n == 0 && warm_s < WARM_UP_S && took < WARM_UP_CALL_S) {
            warm_s += took;
            continue;
        }
        cpu_ms[n] = 1e3 * (sl_clock_cpu_seconds() - cpu);
        wall_ms[n++] = 1e3 * took;
    }
    row->reps = reps;
    row->median_ms = median(wall_ms, n);
    row->min_ms = wall_ms[0];
    row->cpu_ms = median(cpu_ms, n);
    return SLUICE_OK;
}

void bench_result_sha256(bench_row *row, const uint8_t *bytes, size_t n) {
    uint8_t digest[32];
    sl_sha256 hash;
    sl_sha256_init(&hash);
    sl_sha256_update(&hash, bytes, n);
    sl_sha256_final(&hash, digest);
    cli_hex(row->result, digest, sizeof digest);
}

sluice_status bench_print(cli_state *cli, const bench_row *row) {
    if (!cli->json) {
        (void)printf("%s%s%s%s%s 2^%d, %" PRIu64 " threads, kernel %s: min %.3f ms, median %.3f ms, CPU %.3f ms\n",
                     row->op, row->group == NULL ? "" : " ", row->group == NULL ? "" : row->group,
                     row->scalars == NULL ? "" : " ", row->scalars == NULL ? "" : row->scalars, row->log2n,
                     row->threads, sluice_context_kernel(cli->context), row->min_ms, row->median_ms, row->cpu_ms);
        return SLUICE_OK;
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "tool", "sluice");
    sl_json_string(&json, "version", sluice_version());
    sl_json_string(&json, "kernel", sluice_context_kernel(cli->context));
    sl_json_string(&json, "op", row->op);
    const struct {
        const char *name, *value;
    } texts[] = {{"group", row->group}, {"scalars", row->scalars}, {"points", row->points}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].value != NULL) {
            sl_json_string(&json, texts[i].name, texts[i].value);
        }
    }
    sl_json_i64(&json, "log2n", row->log2n);
    sl_json_u64(&json, "seed", row->seed);
    sl_json_u64(&json, "threads", row->threads);
    sl_json_u64(&json, "reps", row->reps);
    sl_json_f64(&json, "min_ms", row->min_ms);
    sl_json_f64(&json, "median_ms", row->median_ms);
    sl_json_f64(&json, "cpu_ms", row->cpu_ms);
    sl_json_string(&json, "result", row->result);
    sl_json_object_end(&json);
    return sl_json_close(&json, &cli->err);
}

sluice_status bench_temp_path(char out[BENCH_TEMP_BYTES], const char *ending, sluice_error *err) {
    uint64_t nonce;
    SL_TRY(sl_random_bytes(&nonce, sizeof nonce, err));
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == 0) {
        folder = "/var/tmp";
    }
    const int n = snprintf(out, BENCH_TEMP_BYTES, "%s/sluice-bench-%016" PRIx64 "%s", folder, nonce, ending);
    return n < BENCH_TEMP_BYTES ? SLUICE_OK : SL_FAIL(err, SLUICE_E_INPUT, "TMPDIR: a path of %d bytes is too long", n);
}

typedef struct kernel_bench {
    const char *name;
    uint64_t log2n; /* when none is given */
    sluice_status (*run)(cli_state *cli, const bench_options *options);
    sluice_status (*on_device)(cli_state *cli, bench_module *module, const bench_options *options); /* or NULL */
} kernel_bench;

static const kernel_bench kernel_benches[] = {
    {"fp", 20, bench_fp, bench_module_fields}, {"msm", 16, bench_msm, bench_module_msm},
    {"ntt", 16, bench_ntt, bench_module_ntt},  {"quotient", 16, bench_quotient, bench_module_quotient},
    {"pairing", 0, bench_pairing, NULL},
};

static sluice_status device_bench_run(cli_state *cli, const kernel_bench *bench, const bench_options *options) {
    bench_module module;
    if (options->reps == 0 || options->reps > BENCH_REPS_MAX) {
        return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--reps is 1 to %d", BENCH_REPS_MAX);
    }
    SL_TRY(bench_module_open(cli, &module));
    const sluice_status status = bench->on_device(cli, &module, options);
    bench_module_close(&module);
    return status;
}

static int kernel_bench_run(cli_state *cli, const kernel_bench *bench, int argc, char **argv) {
    bench_options options = {"g1", "random", "sequence", bench->log2n, 3, 1, "auto"};
    const cli_option table[] = {
        {"reps", CLI_COUNT, &options.reps, NULL, "R", "timed calls", 0},
        {"seed", CLI_COUNT, &options.seed, NULL, "S", "of the inputs", 0},
        {"log2", CLI_COUNT, &options.log2n, NULL, "N", "size 2^N", 0},
        {"group", CLI_STRING, &options.group, NULL, "G", "msm: g1 or g2", 0},
        {"scalars", CLI_STRING, &options.scalars, NULL, "K", "msm: random or witness", 0},
        {"points", CLI_STRING, &options.points, NULL, "P", "msm: sequence or random", 0},
        {"accumulate", CLI_STRING, &options.accumulate, NULL, "M", "msm in G1 on a device: affine, xyzz or auto", 0},
    };
    const size_t n = bench->run == bench_msm ? SL_ARRAY_N(table) : bench->run == bench_fp ? 2 : 3;
    int exit_status;
    if (!cli_parse(cli, argc, argv, table, n, NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    const bool is_on_device = strcmp(cli->backend, "cuda") == 0;
    if (is_on_device && bench->on_device == NULL) {
        return cli_usage(cli, "--backend cuda: this bench is of the processor");
    }
    if (!is_on_device && strcmp(options.accumulate, "auto") != 0) {
        return cli_usage(cli, "--accumulate goes with --backend cuda");
    }
    if (cli->threads == 0 && !is_on_device) {
        cli->threads = 1;
    }
    if (options.log2n > 27) {
        return cli_usage(cli, "--log2 is at most 27");
    }
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = is_on_device ? device_bench_run(cli, bench, &options) : bench->run(cli, &options);
    }
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

int verb_bench_kernel(cli_state *cli, int argc, char **argv) {
    const char *name = strchr(cli->verb, ' ') + 1;
    size_t i = 0;
    while (strcmp(name, kernel_benches[i].name) != 0) {
        i++;
        SL_ASSERT(i < sizeof kernel_benches / sizeof kernel_benches[0]);
    }
    return kernel_bench_run(cli, &kernel_benches[i], argc, argv);
}
