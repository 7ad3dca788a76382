// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench witness and bench prove: whole partitions, from an input or from one made up for a circuit. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sys/random.h"
#include "engine/engine_circuit.h"
#include "engine/engine_input.h"
#include "engine/engine_key.h"
#include "sluice/bench.h"

typedef struct proof_bench {
    cli_input in;
    const char *circuit_name, *params, *scratch;
    bool synthetic;
    uint64_t proofs_n, reps;
} proof_bench;

static bool proof_bench_parse(cli_state *cli, int argc, char **argv, proof_bench *bench, bool proves,
                              int *exit_status) {
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(bench->in),
        {"circuit", CLI_CIRCUIT, &bench->circuit_name, NULL, "NAME", "with --synthetic: the circuit", 0},
        {"synthetic", CLI_FLAG, &bench->synthetic, NULL, NULL, "an input that was never sealed", 0},
        CLI_PARTITION_OPTION(bench->in),
        {"reps", CLI_COUNT, &bench->reps, NULL, "R", "timed witnesses", 0},
        {"params", CLI_FILE, &bench->params, NULL, "F", "proving key", 0},
        {"scratch", CLI_FOLDER, &bench->scratch, NULL, "DIR", "for what a small budget leaves no room", 0},
        {"proofs", CLI_COUNT, &bench->proofs_n, NULL, "N", "proofs one after the other", 0},
    };
    const size_t all_n = sizeof options / sizeof options[0];
    /* The witness bench has --reps, the proof bench --params, --scratch and --proofs. */
    cli_option table[sizeof options / sizeof options[0]];
    size_t n = 0;
    for (size_t i = 0; i < all_n; i++) {
        const bool is_reps = strcmp(options[i].name, "reps") == 0;
        const bool is_proof = i + 3 >= all_n;
        if (proves ? !is_reps : !is_proof) {
            table[n++] = options[i];
        }
    }
    if (!cli_parse(cli, argc, argv, table, n, NULL, 0, 0, exit_status)) {
        return false;
    }
    if (!cli_input_check(cli, &bench->in, false, exit_status)) {
        return false;
    }
    const bool has_input = bench->in.c1 != NULL || bench->in.meta != NULL;
    if (has_input == bench->synthetic || bench->synthetic != (bench->circuit_name != NULL)) {
        *exit_status = cli_usage(cli, "needs an input (--c1, or --vanilla and --meta), or --circuit NAME --synthetic");
        return false;
    }
    if (proves && bench->params == NULL && !bench->synthetic) {
        *exit_status = cli_usage(cli, "--params is missing");
        return false;
    }
    return true;
}

enum { VANILLA_FILES_MAX = 2349 }; /* sectors of a partition of window-32GiB */

static sluice_status synthetic_c1_open(cli_state *cli, const sl_circuit *circuit, sluice_input **out) {
    char path[BENCH_TEMP_BYTES];
    char meta[BENCH_TEMP_BYTES + 16];
    SL_TRY(bench_temp_path(path, ".json", &cli->err));
    (void)snprintf(meta, sizeof meta, "%s.meta.json", path);
    SL_TRY(sluice_c1_synth(cli->context, circuit->sector_bytes, "v1_1", 1000, 1, 1, path, &cli->err));
    const sluice_status status = sluice_input_open_c1(cli->context, out, path, NULL, &cli->err);
    (void)unlink(path);
    (void)unlink(meta);
    return status;
}

/* The files of a folder of vanilla proofs: names[i] for i < n, and the meta file's. */
typedef struct vanilla_files {
    const char *names[VANILLA_FILES_MAX];
    size_t n;
    char meta[BENCH_TEMP_BYTES + 32];
    char store[VANILLA_FILES_MAX][BENCH_TEMP_BYTES + 32];
} vanilla_files;

static sluice_status synthetic_vanilla_read(cli_state *cli, vanilla_files *files, const char *folder,
                                            sluice_input **out) {
    for (size_t i = 0; i < files->n; i++) {
        (void)snprintf(files->store[i], sizeof files->store[i], "%s/vanilla-%zu.bin", folder, i);
        files->names[i] = files->store[i];
    }
    (void)snprintf(files->meta, sizeof files->meta, "%s/meta.json", folder);
    const sluice_status status =
        sluice_input_open_vanilla(cli->context, out, files->names, files->n, files->meta, NULL, &cli->err);
    for (size_t i = 0; i < files->n; i++) {
        (void)unlink(files->names[i]);
    }
    (void)unlink(files->meta);
    (void)rmdir(folder);
    return status;
}

/* A full partition of a window PoSt, and all partitions of the others. */
static sluice_status synthetic_vanilla_open(cli_state *cli, const sl_circuit *circuit, sluice_input **out) {
    static const char *const kinds[] = {[SL_CIRCUIT_WINNING] = "winning",
                                        [SL_CIRCUIT_WINDOW] = "window",
                                        [SL_CIRCUIT_UPDATE] = "update",
                                        [SL_CIRCUIT_UPDATE_POSEIDON] = "update-poseidon"};
    char folder[BENCH_TEMP_BYTES];
    sluice_vanilla_order order;
    sluice_vanilla_order_init(&order);
    order.kind = kinds[circuit->kind];
    order.sector_bytes = circuit->sector_bytes;
    order.miner = 1000;
    order.sector = order.seed = 1;
    order.sectors = circuit->kind == SL_CIRCUIT_WINDOW ? circuit->sectors : 1;
    SL_TRY(bench_temp_path(folder, "", &cli->err));
    sl_buf storage; /* before there are files to remove */
    SL_TRY(sl_buf_alloc(&storage, sizeof(vanilla_files), "names of files", &cli->err));
    vanilla_files *const files = storage.data;
    files->n = circuit->kind == SL_CIRCUIT_WINDOW ? circuit->sectors : circuit->partitions;
    SL_ASSERT(files->n <= VANILLA_FILES_MAX);
    sluice_status status = sluice_vanilla_synth(cli->context, &order, folder, &cli->err);
    if (status == SLUICE_OK) {
        status = synthetic_vanilla_read(cli, files, folder, out);
    }
    sl_buf_release(&storage);
    return status;
}

sluice_status bench_synthetic_open(cli_state *cli, const char *name, sluice_input **out) {
    sluice_circuit *circuit;
    SL_TRY(sluice_circuit_open(cli->context, &circuit, name, &cli->err));
    const sl_circuit spec = circuit->spec;
    sluice_circuit_close(circuit);
    switch (spec.kind) {
    case SL_CIRCUIT_WINNING:
    case SL_CIRCUIT_WINDOW:
    case SL_CIRCUIT_UPDATE:
    case SL_CIRCUIT_UPDATE_POSEIDON:
        return synthetic_vanilla_open(cli, &spec, out);
    case SL_CIRCUIT_POREP:
        if (spec.feature == SL_POREP_INTERACTIVE && spec.sector_bytes != 0) {
            return synthetic_c1_open(cli, &spec, out);
        }
        break;
    default:
        break;
    }
    return SL_FAIL(&cli->err, SLUICE_E_USAGE,
                   "%s: only porep-SIZE, winning-SIZE, window-SIZE and update-SIZE have synthetic inputs", spec.name);
}

static sluice_status proof_bench_open(cli_state *cli, const proof_bench *bench, sluice_input **out) {
    SL_TRY(cli_context_open(cli));
    if (bench->synthetic) {
        return bench_synthetic_open(cli, bench->circuit_name, out);
    }
    return cli_input_open(cli, &bench->in, NULL, true, false, out);
}

typedef struct witness_bench {
    const sluice_input *input;
    const sl_r1cs *shape;
    unsigned partition;
    size_t bytes;
} witness_bench;

static sluice_status witness_call(void *data, sluice_error *err) {
    witness_bench *bench = data;
    sl_witness witness;
    SL_TRY(sl_circuit_witness(bench->input->circuit, bench->shape,
                              sl_engine_partition_input(bench->input, bench->partition), bench->input->context->kernels,
                              &witness, err));
    bench->bytes = witness.storage.bytes;
    sl_witness_release(&witness);
    return SLUICE_OK;
}

int bench_witness(cli_state *cli, int argc, char **argv) {
    proof_bench bench = {.reps = 5};
    int exit_status;
    if (!proof_bench_parse(cli, argc, argv, &bench, false, &exit_status)) {
        return exit_status;
    }
    sluice_input *input = NULL;
    sl_r1cs *shape = NULL;
    sluice_status status = proof_bench_open(cli, &bench, &input);
    if (status == SLUICE_OK && bench.in.partition >= sluice_input_partitions(input)) {
        status = SL_FAIL(&cli->err, SLUICE_E_USAGE, "--partition: there are %u", sluice_input_partitions(input));
    }
    if (status == SLUICE_OK) {
        status = sl_circuit_shape(input->circuit, &shape, &cli->err);
    }
    if (status == SLUICE_OK) {
        witness_bench call = {input, shape, (unsigned)bench.in.partition, 0};
        bench_row row = {.op = "witness", .group = input->circuit->name, .threads = 1};
        status = bench_time(&row, bench.reps, NULL, witness_call, &call, &cli->err);
        if (status == SLUICE_OK) {
            (void)snprintf(row.result, sizeof row.result, "%zu bytes", call.bytes);
            status = bench_print(cli, &row);
        }
    }
    sl_r1cs_close(shape);
    sluice_input_close(input);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

static sluice_status prove_once(cli_state *cli, sluice_input *input, sluice_key *key, const proof_bench *bench,
                                uint64_t i) {
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    options.scratch_folder = bench->scratch;
    if (i == 0) {
        sluice_plan plan;
        SL_TRY(sluice_prove_plan(input, key, &plan, &cli->err));
        cli_plan_print(cli, &plan, bench->scratch);
    }
    options.partition = cli_partition(&bench->in);
    uint8_t *proof;
    size_t proof_bytes;
    sluice_report *report;
    SL_TRY(sluice_prove(input, key, &options, &proof, &proof_bytes, &report, &cli->err));
    free(proof);
    cli_progress_end(cli);
    sluice_report_totals totals;
    sluice_report_totals_get(report, &totals);
    sluice_status status = SLUICE_OK;
    if (cli->json) {
        status = cli_report_json(report, &cli->err);
    } else {
        if (i == 0) {
            (void)printf("%-20s %10s %10s %10s %10s %12s %12s\n", "circuit", "partitions", "wall s", "core-s",
                         "key wait", "planned", "peak RSS");
        }
        (void)printf("%-20s %10u %10.2f %10.2f %10.2f %12s %12s\n", totals.circuit, totals.partitions, totals.wall_s,
                     totals.cpu_s, totals.key_wait_s, cli_bytes(totals.planned_bytes),
                     cli_bytes(totals.peak_rss_bytes));
        (void)fflush(stdout);
    }
    sluice_report_close(report);
    return status;
}

void bench_key_unlink(const char *made) {
    static const char *const endings[] = {".params", ".vk", ".params.part", ".params.state"};
    if (made[0] == 0) {
        return;
    }
    const int stem_n = (int)(strlen(made) - strlen(".params"));
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[BENCH_TEMP_BYTES + 16];
        (void)snprintf(name, sizeof name, "%.*s%s", stem_n, made, endings[i]);
        (void)unlink(name);
    }
}

static sluice_status key_file_make(cli_state *cli, sluice_circuit *circuit, const sluice_key_secrets *secrets,
                                   bool is_folded, char made[BENCH_TEMP_BYTES], sluice_key **out) {
    sluice_key_result result;
    SL_TRY(bench_temp_path(made, ".params", &cli->err));
    const sluice_status status =
        (is_folded ? sluice_key_generate_folded : sluice_key_generate)(circuit, made, secrets, &result, &cli->err);
    cli_progress_end(cli);
    SL_TRY(status);
    cli_note(cli, "key: %s in %.1f s, %.1f core-s, peak RSS %s", cli_bytes(result.bytes), result.wall_s, result.cpu_s,
             cli_bytes(result.peak_rss_bytes));
    return sluice_key_open(cli->context, out, made, circuit, &cli->err);
}

sluice_status bench_key_open(cli_state *cli, const char *params, sluice_circuit *circuit, const bench_key_order *order,
                             char made[BENCH_TEMP_BYTES], sluice_key **out) {
    made[0] = 0;
    if (params != NULL) {
        return sluice_key_open(cli->context, out, params, circuit, &cli->err);
    }
    uint8_t seed[32]; /* given secrets are not written to the disk */
    if (order->seed == NULL) {
        SL_TRY(sl_random_bytes(seed, sizeof seed, &cli->err));
    }
    const sluice_key_secrets secrets = {.seed = order->seed == NULL ? seed : order->seed};
    bool needs_no_file = false;
    sluice_status status = SLUICE_OK;
    if (order->on_device) {
        status = sl_engine_keys_need_no_file(cli->context, &needs_no_file, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = needs_no_file ? sl_engine_key_make(circuit, out, &secrets, order->is_folded, &cli->err)
                               : key_file_make(cli, circuit, &secrets, order->is_folded, made, out);
    }
    sl_wipe(seed, sizeof seed);
    return status;
}

int bench_prove(cli_state *cli, int argc, char **argv) {
    proof_bench bench = {.proofs_n = 1};
    int exit_status;
    if (!proof_bench_parse(cli, argc, argv, &bench, true, &exit_status)) {
        return exit_status;
    }
    sluice_input *input = NULL;
    sluice_circuit *circuit = NULL;
    sluice_key *key = NULL;
    char made[BENCH_TEMP_BYTES] = "";
    sluice_status status = proof_bench_open(cli, &bench, &input);
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(cli->context, &circuit, sluice_input_circuit(input), &cli->err);
    }
    if (status == SLUICE_OK) {
        const bench_key_order order = {NULL, false, false};
        status = bench_key_open(cli, bench.params, circuit, &order, made, &key);
    }
    for (uint64_t i = 0; status == SLUICE_OK && i < bench.proofs_n; i++) {
        status = prove_once(cli, input, key, &bench, i);
    }
    sluice_key_close(key);
    bench_key_unlink(made);
    sluice_circuit_close(circuit);
    sluice_input_close(input);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
