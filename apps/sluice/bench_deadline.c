// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * bench deadline: how long an urgent proof takes while other proofs fill the machine, and on the same machine without
 * them, in turns, so that whatever else goes on there meets both.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/clock.h"
#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "core/sys/random.h"
#include "engine/engine_context.h"
#include "sluice/bench.h"

enum { RUNS_MAX = 10000, LOAD_JOBS = 2, WARM_RUNS = 3 };

/* One kind of proof. */
typedef struct deadline_case {
    cli_input in;
    const char *params;
    sluice_input *input;
    sluice_circuit *circuit;
    sluice_key *key;
} deadline_case;

typedef struct deadline_bench {
    deadline_case urgent, load;
    uint64_t runs_n, rounds_n;
    sluice_engine *engine;
    uint64_t reserve_bytes;
    double *idle_s, *loaded_s;         /* runs_n of each */
    double *idle_cpu_s, *loaded_cpu_s; /* that all threads of the process took meanwhile */
    double load_wall_s, load_cpu_s;
    uint64_t load_jobs[LOAD_JOBS], load_done_n;
} deadline_bench;

static bool bench_parse(cli_state *cli, int argc, char **argv, deadline_bench *bench, int *exit_status) {
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(bench->urgent.in),
        {"params", CLI_FILE, &bench->urgent.params, NULL, "F", "proving key of the urgent input's circuit", 0},
        {"load-c1", CLI_FILE, &bench->load.in.c1, NULL, "FILE", "what fills the machine meanwhile: C1 output", 0},
        {"load-vanilla", CLI_LIST, &bench->load.in.vanilla, NULL, "FILE...", "or vanilla proofs, with --load-meta", 0},
        {"load-meta", CLI_FILE, &bench->load.in.meta, NULL, "FILE", "public part of these", 0},
        {"load-params", CLI_FILE, &bench->load.params, NULL, "F", "proving key of the circuit of either", 0},
        {"runs", CLI_COUNT, &bench->runs_n, NULL, "N", "urgent proofs of each kind (200)", 0},
        {"rounds", CLI_COUNT, &bench->rounds_n, NULL, "N", "turns without and with load that they are spread over (10)",
         0},
    };
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, exit_status) ||
        !cli_input_check(cli, &bench->urgent.in, true, exit_status)) {
        return false;
    }
    const cli_input *const load = &bench->load.in;
    const bool has_load =
        load->c1 != NULL ? load->vanilla.n == 0 && load->meta == NULL : load->vanilla.n != 0 && load->meta != NULL;
    if (bench->urgent.params == NULL || bench->load.params == NULL || !has_load) {
        *exit_status =
            cli_usage(cli, "needs --params, --load-params, and --load-c1 or --load-vanilla with --load-meta");
        return false;
    }
    if (bench->runs_n == 0 || bench->runs_n > RUNS_MAX || bench->rounds_n == 0 || bench->rounds_n > bench->runs_n) {
        *exit_status = cli_usage(cli, "--runs is 1 to %d, --rounds 1 to as many", RUNS_MAX);
        return false;
    }
    return true;
}

static sluice_status case_open(cli_state *cli, deadline_case *which) {
    SL_TRY(cli_input_open(cli, &which->in, NULL, true, false, &which->input));
    SL_TRY(sluice_circuit_open(cli->context, &which->circuit, sluice_input_circuit(which->input), &cli->err));
    return sluice_key_open(cli->context, &which->key, which->params, which->circuit, &cli->err);
}

static void case_close(const deadline_case *which) {
    sluice_key_close(which->key);
    sluice_circuit_close(which->circuit);
    sluice_input_close(which->input);
}

static sluice_status engine_start(cli_state *cli, deadline_bench *bench) {
    sluice_engine_options options;
    sluice_engine_options_init(&options);
    options.budget_bytes = cli->budget_bytes;
    options.reserve_bytes = bench->reserve_bytes;
    return sluice_engine_open(cli->context, &bench->engine, &options, &cli->err);
}

static sluice_status submit(cli_state *cli, const deadline_bench *bench, const deadline_case *which,
                            sluice_priority priority, uint64_t *job) {
    sluice_job_options options;
    sluice_job_options_init(&options);
    options.priority = priority;
    return sluice_engine_submit(bench->engine, which->input, which->key, &options, job, &cli->err);
}

/* From the submission to the verified proof. */
static sluice_status urgent_run(cli_state *cli, const deadline_bench *bench, double *took_s, double *took_cpu_s) {
    uint64_t job;
    sluice_job_progress progress;
    const double began_cpu_s = sl_clock_cpu_seconds();
    const double began_s = sl_clock_seconds();
    SL_TRY(submit(cli, bench, &bench->urgent, SLUICE_CRITICAL, &job));
    SL_TRY(sluice_engine_await(bench->engine, job, -1, &progress, NULL, NULL, &cli->err));
    *took_s = sl_clock_seconds() - began_s;
    *took_cpu_s = sl_clock_cpu_seconds() - began_cpu_s;
    if (progress.state != SLUICE_JOB_DELIVERED) {
        cli->err = progress.error;
        return cli->err.status;
    }
    return SLUICE_OK;
}

/* Always LOAD_JOBS of them: one in work, one that follows it. */
static sluice_status load_fill(cli_state *cli, deadline_bench *bench) {
    for (size_t i = 0; i < LOAD_JOBS; i++) {
        sluice_job_progress progress = {.state = SLUICE_JOB_CANCELLED};
        if (bench->load_jobs[i] != 0) {
            SL_TRY(sluice_engine_await(bench->engine, bench->load_jobs[i], 0, &progress, NULL, NULL, &cli->err));
        }
        if (progress.state == SLUICE_JOB_FAILED) {
            cli->err = progress.error;
            return cli->err.status;
        }
        if (progress.state >= SLUICE_JOB_DELIVERED) {
            bench->load_done_n += progress.state == SLUICE_JOB_DELIVERED;
            SL_TRY(submit(cli, bench, &bench->load, SLUICE_NORMAL, &bench->load_jobs[i]));
        }
    }
    return SLUICE_OK;
}

static sluice_status load_stop(cli_state *cli, deadline_bench *bench) {
    for (size_t i = 0; i < LOAD_JOBS; i++) {
        SL_TRY(sluice_engine_cancel(bench->engine, bench->load_jobs[i], &cli->err));
        bench->load_jobs[i] = 0;
    }
    sluice_engine_drain(bench->engine);
    return SLUICE_OK;
}

static void pause_for(double seconds) {
    const struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    (void)nanosleep(&t, NULL);
}

/* Up to as long as an urgent proof takes, so that they meet the others anywhere in their work. */
static sluice_status pause_random(cli_state *cli, double most_s) {
    uint32_t random;
    SL_TRY(sl_random_bytes(&random, sizeof random, &cli->err));
    pause_for(most_s * (double)random / (double)UINT32_MAX);
    return SLUICE_OK;
}

static sluice_status loaded_runs(cli_state *cli, deadline_bench *bench, size_t first, size_t end, double pause_s) {
    SL_TRY(load_fill(cli, bench));
    pause_for(pause_s);
    const double wall_s = sl_clock_seconds(), cpu_s = sl_clock_cpu_seconds();
    for (size_t i = first; i < end; i++) {
        SL_TRY(pause_random(cli, pause_s));
        SL_TRY(load_fill(cli, bench));
        SL_TRY(urgent_run(cli, bench, &bench->loaded_s[i], &bench->loaded_cpu_s[i]));
    }
    bench->load_wall_s += sl_clock_seconds() - wall_s;
    bench->load_cpu_s += sl_clock_cpu_seconds() - cpu_s;
    return load_stop(cli, bench);
}

/* The least value that `share` of them do not exceed; sorts them. */
static double quantile(double *values, size_t n, double share) {
    qsort(values, n, sizeof *values, bench_compare_doubles);
    const size_t rank = (size_t)(share * (double)n + 0.999999);
    return values[rank == 0 ? 0 : rank - 1];
}

/* An engine of its own says what an urgent proof reserves, and how long it takes about. */
static sluice_status warm_up(cli_state *cli, deadline_bench *bench, double *took_s) {
    double cpu_s;
    SL_TRY(engine_start(cli, bench));
    for (size_t i = 0; i < WARM_RUNS; i++) {
        SL_TRY(urgent_run(cli, bench, took_s, &cpu_s));
    }
    sluice_engine_snapshot snapshot;
    sluice_engine_snapshot_get(bench->engine, &snapshot);
    bench->reserve_bytes = snapshot.peak_reserved_bytes - snapshot.baseline_bytes;
    sluice_engine_close(bench->engine);
    bench->engine = NULL;
    return SLUICE_OK;
}

static sluice_status bench_run(cli_state *cli, deadline_bench *bench) {
    double took_s, cpu_s;
    SL_TRY(cli_context_open(cli));
    SL_TRY(case_open(cli, &bench->urgent));
    SL_TRY(case_open(cli, &bench->load));
    SL_TRY(warm_up(cli, bench, &took_s));
    SL_TRY(engine_start(cli, bench));
    for (uint64_t round = 0; round < bench->rounds_n; round++) {
        const size_t first = (size_t)(bench->runs_n * round / bench->rounds_n);
        const size_t end = (size_t)(bench->runs_n * (round + 1) / bench->rounds_n);
        SL_TRY(urgent_run(cli, bench, &took_s, &cpu_s)); /* not counted: the first one after the load has gone */
        for (size_t i = first; i < end; i++) {
            SL_TRY(urgent_run(cli, bench, &bench->idle_s[i], &bench->idle_cpu_s[i]));
        }
        SL_TRY(loaded_runs(cli, bench, first, end, took_s));
        (void)cli_progress(cli, "runs", end, bench->runs_n);
    }
    cli_progress_end(cli);
    return SLUICE_OK;
}

enum { FIGURES_N = 4 };
static const char *const figure_names[FIGURES_N] = {"min", "median", "p99", "max"};

/* Of one kind of run: wall and CPU. */
typedef struct figures {
    double wall_s[FIGURES_N], cpu_s[FIGURES_N];
} figures;

static figures figures_of(double *wall_s, double *cpu_s, size_t n) {
    static const double shares[FIGURES_N] = {0, 0.5, 0.99, 1};
    figures out;
    for (size_t i = 0; i < FIGURES_N; i++) {
        out.wall_s[i] = quantile(wall_s, n, shares[i]);
        out.cpu_s[i] = quantile(cpu_s, n, shares[i]);
    }
    return out;
}

static void figures_json(sl_json *json, const char *kind, const figures *of) {
    char name[32];
    for (size_t i = 0; i < FIGURES_N; i++) {
        (void)snprintf(name, sizeof name, "%s_%s_s", kind, figure_names[i]);
        sl_json_f64(json, name, of->wall_s[i]);
        (void)snprintf(name, sizeof name, "%s_%s_cpu_s", kind, figure_names[i]);
        sl_json_f64(json, name, of->cpu_s[i]);
    }
}

static sluice_status bench_tell(cli_state *cli, const deadline_bench *bench) {
    const size_t n = (size_t)bench->runs_n;
    const double threads = (double)sl_pool_threads(cli->context->pool);
    const double share = bench->load_cpu_s / (bench->load_wall_s * threads);
    const figures idle = figures_of(bench->idle_s, bench->idle_cpu_s, n);
    const figures loaded = figures_of(bench->loaded_s, bench->loaded_cpu_s, n);
    const double ratio = loaded.wall_s[2] / idle.wall_s[1];
    if (!cli->json) {
        (void)printf("%-8s %9s %9s %9s %11s %11s\n", "", "idle s", "loaded s", "of idle", "idle cpu s", "loaded cpu s");
        for (size_t i = 0; i < FIGURES_N; i++) {
            (void)printf("%-8s %9.4f %9.4f %9.3f %11.4f %11.4f\n", figure_names[i], idle.wall_s[i], loaded.wall_s[i],
                         loaded.wall_s[i] / idle.wall_s[i], idle.cpu_s[i], loaded.cpu_s[i]);
        }
        (void)printf("%zu runs each; p99 under load is %.3f of the idle median; under load %.0f threads computed for "
                     "%.1f %% of the time; %" PRIu64 " other jobs done\n",
                     n, ratio, threads, share * 100, bench->load_done_n);
        return SLUICE_OK;
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "circuit", sluice_input_circuit(bench->urgent.input));
    sl_json_string(&json, "load", sluice_input_circuit(bench->load.input));
    sl_json_u64(&json, "runs", bench->runs_n);
    sl_json_u64(&json, "rounds", bench->rounds_n);
    sl_json_u64(&json, "threads", (uint64_t)threads);
    sl_json_u64(&json, "reserve_bytes", bench->reserve_bytes);
    figures_json(&json, "idle", &idle);
    figures_json(&json, "loaded", &loaded);
    sl_json_f64(&json, "p99_of_idle", ratio);
    sl_json_f64(&json, "busy_share", share);
    sl_json_u64(&json, "load_jobs", bench->load_done_n);
    sl_json_object_end(&json);
    return sl_json_close(&json, &cli->err);
}

int bench_deadline(cli_state *cli, int argc, char **argv) {
    deadline_bench bench = {.runs_n = 200, .rounds_n = 10};
    int exit_status;
    if (!bench_parse(cli, argc, argv, &bench, &exit_status)) {
        return exit_status;
    }
    const size_t n = (size_t)bench.runs_n;
    sl_buf times = SL_BUF_EMPTY;
    sluice_status status = sl_buf_alloc_n(&times, n, 4 * sizeof(double), "times", &cli->err);
    if (status == SLUICE_OK) {
        bench.idle_s = times.data;
        bench.loaded_s = bench.idle_s + n;
        bench.idle_cpu_s = bench.loaded_s + n;
        bench.loaded_cpu_s = bench.idle_cpu_s + n;
        status = bench_run(cli, &bench);
    }
    sluice_engine_close(bench.engine);
    if (status == SLUICE_OK) {
        status = bench_tell(cli, &bench);
    }
    case_close(&bench.load);
    case_close(&bench.urgent);
    sl_buf_release(&times);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
