// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * bench pipeline: whole jobs through the engine, over sweeps of workers, jobs in flight, devices and budgets; the table
 * of memory by class that makes pile-ups visible, and the picture.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/sys/random.h"
#include "engine/engine_context.h"
#include "engine/engine_devices.h"
#include "engine/engine_flow.h"
#include "engine/flow/device_module.h"
#include "engine/flow/flow_picture.h"
#include "engine/flow/toy.h"
#include "sluice/bench.h"

enum { SWEEP_MAX = 16, TRACE_MS = 2, ALONE_MAX = 100 };

typedef struct sweep {
    const char *text; /* as given: "1,2,4"; NULL: one value, the default */
    uint64_t values[SWEEP_MAX];
    size_t n;
} sweep;

typedef struct pipeline_bench {
    cli_input in;
    const char *params, *svg, *log, *circuit_name;
    char made[BENCH_TEMP_BYTES]; /* a key made for this run */
    uint64_t toy_log2, proofs_n, partitions_n, alone_n;
    bool has_toy, has_partitions, compare, synthetic, folded, has_seed;
    uint8_t seed[32];
    sweep pw, j, devices, budgets;
    sluice_input *input;
    sluice_circuit *circuit;
    sluice_key *key;
    sl_toy toy;
} pipeline_bench;

/* One configuration, and what came of it. */
typedef struct pipeline_run {
    unsigned pw, j, devices;
    bool is_first;
    uint64_t budget_bytes;
    double wall_s, cpu_s, bare_cpu_s;
    /* Of one partition, from submission to the verified proof, on a device of a module: the median; 0: none. */
    double alone_s, alone_min_s, alone_max_s;
    sl_trace_peaks peaks;
    sl_flow_state state;
} pipeline_run;

/* "1,2,4" or sizes "64MiB,1GiB". */
static bool sweep_parse(sweep *out, uint64_t otherwise, bool are_sizes) {
    if (out->text == NULL) {
        out->values[0] = otherwise;
        out->n = 1;
        return true;
    }
    char word[64];
    for (const char *at = out->text;; at++) {
        const size_t n = strcspn(at, ",");
        if (n == 0 || n >= sizeof word || out->n == SWEEP_MAX) {
            return false;
        }
        memcpy(word, at, n);
        word[n] = 0;
        uint64_t *value = &out->values[out->n++];
        if (!(are_sizes ? cli_size(value, word) : cli_count(value, word)) || (!are_sizes && *value > UINT32_MAX)) {
            return false;
        }
        at += n;
        if (*at == 0) {
            return true;
        }
    }
}

/* Outputs take the place neither of each other nor of what is read. */
static bool files_check(const cli_state *cli, const pipeline_bench *bench, int *exit_status) {
    const char *const outputs[] = {bench->svg, bench->log};
    for (size_t i = 0; i < 2; i++) {
        if (!cli_out_check(cli, outputs[i], exit_status)) {
            return false;
        }
        if (cli_input_has_file(&bench->in, outputs[i]) || cli_same_file(outputs[i], bench->params) ||
            (i == 1 && cli_same_file(bench->log, bench->svg))) {
            *exit_status = cli_usage(cli, "%s: another option names this file", outputs[i]);
            return false;
        }
    }
    return true;
}

static bool bench_parse(cli_state *cli, int argc, char **argv, pipeline_bench *bench, int *exit_status) {
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(bench->in),
        {"params", CLI_FILE, &bench->params, NULL, "F", "proving key of the input's circuit", 0},
        {"circuit", CLI_CIRCUIT, &bench->circuit_name, NULL, "NAME", "with --synthetic: the circuit", 0},
        {"synthetic", CLI_FLAG, &bench->synthetic, NULL, NULL,
         "an input that was never sealed, and a key if none is given", 0},
        {"folded", CLI_FLAG, &bench->folded, NULL, NULL, "with --synthetic: the key that is made is a folded one", 0},
        {"seed", CLI_HEX, bench->seed, &bench->has_seed, "HEX", "with --synthetic: 32 bytes, of the key's secrets",
         sizeof bench->seed},
        {"toy", CLI_COUNT, &bench->toy_log2, &bench->has_toy, "N", "instead of an input: a circuit of 2^N rows", 0},
        {"partitions", CLI_COUNT, &bench->partitions_n, &bench->has_partitions, "N", "with --toy: of a job (4)", 0},
        {"proofs", CLI_COUNT, &bench->proofs_n, NULL, "N", "jobs (10)", 0},
        {"alone", CLI_COUNT, &bench->alone_n, NULL, "N", "on a device: partitions by themselves, for their median (5)",
         0},
        {"pw", CLI_STRING, &bench->pw.text, NULL, "LIST", "partitions in synthesis: 1,2,4", 0},
        {"j", CLI_STRING, &bench->j.text, NULL, "LIST", "jobs in flight (0: as many as fit)", 0},
        {"devices", CLI_STRING, &bench->devices.text, NULL, "LIST", "how many devices share the threads: 1,2", 0},
        {"budgets", CLI_STRING, &bench->budgets.text, NULL, "LIST", "memory budgets: 256MiB,1GiB", 0},
        {"compare", CLI_FLAG, &bench->compare, NULL, NULL, "prove the same without the engine, in turns", 0},
        {"picture", CLI_FILE, &bench->svg, NULL, "F", "picture of the last configuration (SVG)", 0},
        {"events", CLI_FILE, &bench->log, NULL, "F", "event log of the last configuration", 0},
    };
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, exit_status) ||
        !cli_input_check(cli, &bench->in, false, exit_status) || !files_check(cli, bench, exit_status)) {
        return false;
    }
    const bool has_files = bench->in.c1 != NULL || bench->in.meta != NULL;
    const bool has_input = has_files || bench->synthetic;
    if (has_files + bench->synthetic + bench->has_toy != 1 || (has_files && bench->params == NULL) ||
        (bench->has_toy && bench->params != NULL) || bench->synthetic != (bench->circuit_name != NULL)) {
        *exit_status = cli_usage(cli, "needs an input and --params, or --circuit NAME --synthetic, or --toy N");
        return false;
    }
    if ((bench->folded || bench->has_seed) && (!bench->synthetic || bench->params != NULL)) {
        *exit_status = cli_usage(cli, "--folded and --seed go with --synthetic, without --params");
        return false;
    }
    if ((has_input && bench->has_partitions) || (bench->budgets.text != NULL && cli->budget_bytes != 0)) {
        *exit_status = cli_usage(cli, "--partitions goes with --toy, --budget without --budgets");
        return false;
    }
    if (!sweep_parse(&bench->pw, 2, false) || !sweep_parse(&bench->j, 0, false) ||
        !sweep_parse(&bench->devices, 1, false) || !sweep_parse(&bench->budgets, cli->budget_bytes, true)) {
        *exit_status = cli_usage(cli, "a list is up to %d numbers with commas between them", SWEEP_MAX);
        return false;
    }
    if (bench->alone_n == 0 || bench->alone_n > ALONE_MAX) {
        *exit_status = cli_usage(cli, "--alone is 1 to %d", ALONE_MAX);
        return false;
    }
    if (bench->proofs_n == 0 || bench->proofs_n > 100000 || bench->partitions_n == 0 || bench->partitions_n > 64) {
        *exit_status = cli_usage(cli, "--proofs is 1 to 100000, --partitions 1 to 64");
        return false;
    }
    return true;
}

/* The toy's key in a temporary file, which is gone when the program ends. */
static sluice_status toy_open(cli_state *cli, pipeline_bench *bench) {
    char path[BENCH_TEMP_BYTES];
    SL_TRY(bench_temp_path(path, ".params", &cli->err));
    return sl_toy_open(&bench->toy, (unsigned)bench->toy_log2, path, cli->context->kernels, cli->context->pool,
                       &cli->err);
}

static void toy_unlink(const pipeline_bench *bench) {
    char vk[SL_PATH_BYTES];
    if (bench->toy.key_path[0] != 0) {
        (void)unlink(bench->toy.key_path);
        if (sl_params_vk_path(vk, sizeof vk, bench->toy.key_path, NULL) == SLUICE_OK) {
            (void)unlink(vk);
        }
    }
}

static sluice_status bench_open(cli_state *cli, pipeline_bench *bench) {
    SL_TRY(cli_context_open(cli));
    sl_mem_budget_set(0); /* each run sets its own */
    if (bench->has_toy) {
        return toy_open(cli, bench);
    }
    if (bench->synthetic) {
        SL_TRY(bench_synthetic_open(cli, bench->circuit_name, &bench->input));
    } else {
        SL_TRY(cli_input_open(cli, &bench->in, NULL, true, false, &bench->input));
    }
    SL_TRY(sluice_circuit_open(cli->context, &bench->circuit, sluice_input_circuit(bench->input), &cli->err));
    /* The same without the engine is proved by the processor, from a file. */
    const bench_key_order order = {bench->has_seed ? bench->seed : NULL, bench->folded, !bench->compare};
    const sluice_status status = bench_key_open(cli, bench->params, bench->circuit, &order, bench->made, &bench->key);
    sl_wipe(bench->seed, sizeof bench->seed);
    return status;
}

static sluice_status target_add(const pipeline_bench *bench, sl_flow *flow, uint32_t *out, sluice_error *err) {
    if (!bench->has_toy) {
        return sl_engine_target_add(flow, bench->key, out, err);
    }
    static sl_toy toy; /* outlives every flow */
    toy = bench->toy;
    const sl_flow_target target = sl_toy_target(&toy);
    return sl_flow_target_add(flow, &target, out, err);
}

/* Case i; of its partitions as many as there are, or the first. */
static sluice_status source_make(const pipeline_bench *bench, uint64_t i, bool is_first_only, sl_flow_source *out,
                                 sluice_error *err) {
    if (!bench->has_toy) {
        const unsigned n = is_first_only ? 1 : sluice_input_partitions(bench->input);
        return sl_engine_source_make(out, bench->input, 0, n, err);
    }
    return sl_toy_source(&bench->toy, i, is_first_only ? 1 : (unsigned)bench->partitions_n, out, err);
}

static void delivered(void *data, uint64_t job, const uint8_t *proofs, size_t bytes) {
    (void)job;
    (void)proofs;
    (void)bytes;
    (void)__atomic_add_fetch((uint64_t *)data, 1, __ATOMIC_RELAXED);
}

static sluice_status jobs_run(const pipeline_bench *bench, sl_flow *flow, uint32_t target, sluice_error *err) {
    uint64_t delivered_n = 0;
    for (uint64_t i = 0; i < bench->proofs_n; i++) {
        sl_flow_spec spec = {
            .target = target, .priority = SL_NORMAL, .deliver = delivered, .deliver_data = &delivered_n};
        uint64_t job;
        SL_TRY(source_make(bench, i, false, &spec.source, err));
        sluice_status status = sl_flow_submit(flow, &spec, &job, err);
        if (status == SLUICE_E_BUSY) { /* the queue is full: wait for what is there */
            sl_flow_drain(flow);
            SL_TRY(source_make(bench, i, false, &spec.source, err));
            status = sl_flow_submit(flow, &spec, &job, err);
        }
        SL_TRY(status);
    }
    sl_flow_drain(flow);
    return delivered_n == bench->proofs_n
               ? SLUICE_OK
               : SL_FAIL(err, SLUICE_E_SELF_CHECK, "%" PRIu64 " of %" PRIu64 " jobs were delivered", delivered_n,
                         bench->proofs_n);
}

/* The same proofs one after the other, each partition by itself, on all threads. */
static sluice_status bare_run(const cli_state *cli, const pipeline_bench *bench, const sl_loaded *loaded,
                              sluice_error *err) {
    sl_prover *prover;
    SL_TRY(sl_prover_open(&prover, loaded->r1cs, loaded->params, cli->context->kernels, cli->context->pool, err));
    sluice_status status = SLUICE_OK;
    for (uint64_t i = 0; status == SLUICE_OK && i < bench->proofs_n; i++) {
        sl_flow_source source;
        status = source_make(bench, i, false, &source, err);
        for (unsigned k = 0; status == SLUICE_OK && k < source.partitions_n; k++) {
            sl_witness witness;
            sl_proof proof;
            status = source.synthesize(source.data, k, loaded->r1cs, &witness, err);
            if (status == SLUICE_OK) {
                status = sl_prover_prove(prover, &witness, NULL, &proof, err);
                sl_witness_release(&witness);
            }
        }
        source.release(source.data);
    }
    sl_prover_close(prover);
    return status;
}

static sluice_status bare_measure(const cli_state *cli, const pipeline_bench *bench, pipeline_run *run,
                                  sluice_error *err) {
    sl_toy toy = bench->toy;
    sl_loaded loaded = {0};
    const sl_flow_target target = bench->has_toy ? sl_toy_target(&toy) : (sl_flow_target){0};
    if (target.load != NULL) {
        SL_TRY(target.load(target.data, &loaded, err));
    } else {
        loaded = (sl_loaded){.r1cs = bench->circuit->shape, .params = &bench->key->params};
    }
    const double before = sl_clock_cpu_seconds();
    const sluice_status status = bare_run(cli, bench, &loaded, err);
    run->bare_cpu_s = sl_clock_cpu_seconds() - before;
    if (target.unload != NULL) {
        target.unload(target.data, &loaded);
    }
    return status;
}

static sluice_status picture_save(const cli_state *cli, const pipeline_bench *bench, const pipeline_run *run,
                                  sl_flow *flow, sluice_error *err) {
    char note[160];
    sl_plot *plot;
    (void)snprintf(note, sizeof note, "%" PRIu64 " jobs, pw %u, j %u, devices %u, budget %s", bench->proofs_n, run->pw,
                   run->j, run->devices, cli_bytes(run->budget_bytes));
    SL_TRY(sl_flow_picture(&plot, sl_flow_trace(flow),
                           bench->has_toy ? "toy circuit" : sluice_input_circuit(bench->input), note, err));
    sluice_status status = bench->svg == NULL ? SLUICE_OK : sl_plot_svg(plot, bench->svg, err);
    if (status == SLUICE_OK && !cli->quiet && !cli->json) {
        sl_buf text;
        status = sl_plot_text(plot, &text, err);
        if (status == SLUICE_OK) {
            (void)fprintf(stderr, "%.*s", (int)text.bytes, (const char *)text.data);
            sl_buf_release(&text);
        }
    }
    sl_plot_close(plot);
    return status;
}

/* n partitions at once, each a job; waits for them. */
static sluice_status singles_run(const pipeline_bench *bench, sl_flow *flow, uint32_t target, unsigned n,
                                 sluice_error *err) {
    uint64_t jobs[2 * SL_MEM_DEVICES_MAX];
    SL_ASSERT(n <= SL_ARRAY_N(jobs));
    for (unsigned i = 0; i < n; i++) {
        sl_flow_spec spec = {.target = target, .priority = SL_NORMAL};
        SL_TRY(source_make(bench, i, true, &spec.source, err));
        SL_TRY(sl_flow_submit(flow, &spec, &jobs[i], err));
    }
    for (unsigned i = 0; i < n; i++) {
        sl_job_report report;
        SL_TRY(sl_flow_await(flow, jobs[i], -1, &report, err));
        free(report.proofs);
        if (report.state != SL_JOB_DELIVERED) {
            *err = report.error;
            return report.error.status;
        }
    }
    return SLUICE_OK;
}

/* Of devices of a module: whether they time the stages of proofs; how many there are. */
static unsigned modules_stage(const sl_flow_config *config, bool is_on) {
    unsigned n = 0;
    for (unsigned d = 0; d < config->devices_n; d++) {
        if (config->devices[d]->is_elsewhere) {
            sl_device_module_stages_take(config->devices[d], is_on);
            n++;
        }
    }
    return n;
}

/*
 * With devices of a module: partitions for all of them, so that their keys are there and the state is steady; then some
 * alone, one after the other; and one whose stages are timed.
 */
static sluice_status warm_up(const pipeline_bench *bench, pipeline_run *run, const sl_flow_config *config,
                             sl_flow *flow, uint32_t target, sluice_error *err) {
    double alone_s[ALONE_MAX];
    const size_t alone_n = (size_t)bench->alone_n;
    const unsigned n = modules_stage(config, false);
    if (n == 0) {
        return SLUICE_OK;
    }
    SL_TRY(singles_run(bench, flow, target, 2 * n, err)); /* the second ones go where there is a key, or to the next */
    for (size_t i = 0; i < alone_n; i++) {
        const double began_s = sl_clock_seconds();
        SL_TRY(singles_run(bench, flow, target, 1, err));
        alone_s[i] = sl_clock_seconds() - began_s;
    }
    qsort(alone_s, alone_n, sizeof alone_s[0], bench_compare_doubles);
    run->alone_s = alone_s[alone_n / 2];
    run->alone_min_s = alone_s[0];
    run->alone_max_s = alone_s[alone_n - 1];
    (void)modules_stage(config, true);
    const sluice_status status = singles_run(bench, flow, target, 1, err);
    (void)modules_stage(config, false);
    return status;
}

static sluice_status run_json(const pipeline_bench *bench, const pipeline_run *run, const sl_flow_config *config,
                              sluice_error *err) {
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_u64(&json, "pw", run->pw);
    sl_json_u64(&json, "j", run->j);
    sl_json_u64(&json, "devices", run->devices);
    sl_json_u64(&json, "budget_bytes", run->budget_bytes);
    sl_json_string(&json, "permit", "reservation");
    sl_json_u64(&json, "proofs", bench->proofs_n);
    sl_json_f64(&json, "s_per_proof", run->wall_s / (double)bench->proofs_n);
    sl_json_f64(&json, "cpu_s", run->cpu_s);
    if (bench->compare) {
        sl_json_f64(&json, "bare_cpu_s", run->bare_cpu_s);
    }
    sl_json_u64(&json, "peak_rss_bytes", run->peaks.rss);
    sl_json_u64(&json, "peak_live_bytes", run->peaks.live);
    sl_json_u64(&json, "peak_reserved_bytes", run->peaks.reserved);
    sl_json_u64(&json, "samples", run->peaks.samples);
    sl_json_u64(&json, "samples_over_budget", run->peaks.over_budget);
    sl_json_object_begin(&json, "peak_bytes");
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        sl_json_u64(&json, sl_mem_class_name((sl_mem_class)c), run->state.ledger.class_peak[c]);
    }
    sl_json_object_end(&json);
    sl_json_u64(&json, "waiting_max", run->state.waiting_max);
    sl_json_bool(&json, "killed", false);
    if (run->alone_s > 0) {
        sl_json_f64(&json, "alone_s", run->alone_s);
        sl_json_f64(&json, "alone_min_s", run->alone_min_s);
        sl_json_f64(&json, "alone_max_s", run->alone_max_s);
    }
    bench_devices_json(&json, config->devices, config->devices_n);
    sl_json_object_end(&json);
    return sl_json_close(&json, err);
}

static void run_print(const pipeline_bench *bench, const pipeline_run *run) {
    const uint64_t *peak = run->state.ledger.class_peak;
    if (run->is_first) {
        (void)printf("%3s %3s %3s %10s %9s %9s %9s %9s %10s %10s %9s %9s %9s %7s\n", "pw", "j", "dev", "budget",
                     "s/proof", "proofs/h", "core-s", "bare", "peak RSS", "reserved", "witness", "abc", "device",
                     "waiting");
    }
    (void)printf("%3u %3u %3u %10s %9.3f %9.0f %9.2f ", run->pw, run->j, run->devices, cli_bytes(run->budget_bytes),
                 run->wall_s / (double)bench->proofs_n, (double)bench->proofs_n / run->wall_s * 3600, run->cpu_s);
    if (bench->compare) {
        (void)printf("%9.2f ", run->bare_cpu_s);
    } else {
        (void)printf("%9s ", "-");
    }
    (void)printf("%10s %10s ", cli_bytes(run->peaks.rss), cli_bytes(run->peaks.reserved));
    (void)printf("%9s %9s %9s %7u\n", cli_bytes(peak[SL_MEM_WITNESS]), cli_bytes(peak[SL_MEM_ABC]),
                 cli_bytes(peak[SL_MEM_DEVICE]), run->state.waiting_max);
    (void)fflush(stdout);
}

/* While the devices are there to be asked. */
static sluice_status run_tell(const cli_state *cli, const pipeline_bench *bench, const pipeline_run *run,
                              const sl_flow_config *config, sluice_error *err) {
    if (cli->json) {
        return run_json(bench, run, config, err);
    }
    run_print(bench, run);
    if (run->alone_s > 0) {
        (void)printf("one partition alone: median %.3f s of %" PRIu64
                     ", %.3f to %.3f, from submission to the verified proof\n",
                     run->alone_s, bench->alone_n, run->alone_min_s, run->alone_max_s);
    }
    bench_devices_print(config->devices, config->devices_n);
    return SLUICE_OK;
}

static sluice_status pipeline_measure(const cli_state *cli, const pipeline_bench *bench, pipeline_run *run,
                                      bool is_last, sluice_error *err) {
    sl_flow *flow = NULL;
    uint32_t target;
    sl_flow_config config = {
        .workers_n = run->pw,
        .jobs_in_flight = run->j,
        .budget_bytes = run->budget_bytes,
        .kernels = cli->context->kernels,
        .trace_ms = TRACE_MS,
        .log_path = is_last ? bench->log : NULL,
    };
    sluice_status status = sl_engine_devices_open(cli->context, run->devices, &config, err);
    if (status == SLUICE_OK) {
        status = sl_flow_open(&flow, &config, err);
    }
    if (status != SLUICE_OK) {
        sl_engine_devices_close(&config);
        return status;
    }
    status = target_add(bench, flow, &target, err);
    if (status == SLUICE_OK) {
        status = warm_up(bench, run, &config, flow, target, err);
    }
    const double wall = sl_clock_seconds(), cpu = sl_clock_cpu_seconds();
    if (status == SLUICE_OK) {
        status = jobs_run(bench, flow, target, err);
    }
    if (status == SLUICE_OK) {
        run->wall_s = sl_clock_seconds() - wall;
        run->cpu_s = sl_clock_cpu_seconds() - cpu;
        sl_trace_stop(sl_flow_trace(flow));
        sl_trace_peaks_get(sl_flow_trace(flow), &run->peaks);
        sl_flow_state_get(flow, &run->state);
        run->budget_bytes = run->state.ledger.kind[SL_KIND_HOST].budget;
        if (run->state.log_error.status != SLUICE_OK) {
            *err = run->state.log_error;
            status = sl_error_prefix(err, err->status, "%s", bench->log);
        } else if (is_last) {
            status = picture_save(cli, bench, run, flow, err);
        }
    }
    if (status == SLUICE_OK) {
        status = run_tell(cli, bench, run, &config, err);
    }
    sl_flow_close(flow);
    return status;
}

static sluice_status sweep_run(cli_state *cli, const pipeline_bench *bench) {
    const size_t total = bench->pw.n * bench->j.n * bench->devices.n * bench->budgets.n;
    for (size_t i = 0; i < total; i++) {
        size_t rest = i;
        pipeline_run run = {.is_first = i == 0};
        run.pw = (unsigned)bench->pw.values[rest % bench->pw.n];
        rest /= bench->pw.n;
        run.j = (unsigned)bench->j.values[rest % bench->j.n];
        rest /= bench->j.n;
        run.devices = (unsigned)bench->devices.values[rest % bench->devices.n];
        run.budget_bytes = bench->budgets.values[rest / bench->devices.n];
        if (run.devices == 0 || run.devices > SL_MEM_DEVICES_MAX || run.pw == 0) {
            return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--pw is at least 1, --devices 1 to %d", SL_MEM_DEVICES_MAX);
        }
        sl_ledger_peaks_reset();
        if (bench->compare) {
            SL_TRY(bare_measure(cli, bench, &run, &cli->err));
            sl_ledger_peaks_reset();
        }
        SL_TRY(pipeline_measure(cli, bench, &run, i + 1 == total, &cli->err));
    }
    return SLUICE_OK;
}

int bench_pipeline(cli_state *cli, int argc, char **argv) {
    static pipeline_bench bench; /* zero, and large */
    bench.proofs_n = 10;
    bench.partitions_n = 4;
    bench.alone_n = 5;
    int exit_status;
    if (!bench_parse(cli, argc, argv, &bench, &exit_status)) {
        return exit_status;
    }
    sluice_status status = bench_open(cli, &bench);
    if (status == SLUICE_OK) {
        status = sweep_run(cli, &bench);
    }
    toy_unlink(&bench);
    sluice_key_close(bench.key);
    bench_key_unlink(bench.made);
    sluice_circuit_close(bench.circuit);
    sluice_input_close(bench.input);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
