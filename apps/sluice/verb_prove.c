// SPDX-License-Identifier: MIT OR Apache-2.0
/* prove and verify. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/mem/load.h"
#include "core/sys/file.h"
#include "core/sys/random.h"
#include "sluice/verbs.h"

#define PROOF_BYTES_MAX (4096 * SLUICE_PROOF_BYTES)
#define PUBLICS_BYTES_MAX (64u << 20)

/* --rs R,S or @FILE: two values of 64 hexadecimal digits. */
static sluice_status rs_parse(uint8_t rs[64], const char *text, sluice_error *err) {
    enum { RS_CHARS = 129, FILE_BYTES_MAX = 4096 };
    char copy[RS_CHARS + 1] = {0};
    uint8_t *data = NULL;
    size_t n = strlen(text);
    if (text[0] == '@') {
        SL_TRY(sl_file_read_all(&data, &n, text + 1, FILE_BYTES_MAX, err));
        text = (const char *)data;
        while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' ')) {
            n--;
        }
    }
    bool ok = n == RS_CHARS && text[64] == ',';
    if (ok) {
        memcpy(copy, text, n);
        copy[64] = 0;
        ok = cli_unhex(rs, 32, copy) && cli_unhex(rs + 32, 32, copy + 65);
    }
    sl_wipe(copy, sizeof copy);
    if (data != NULL) {
        sl_wipe(data, n);
    }
    free(data);
    return ok ? SLUICE_OK
              : SL_FAIL(err, SLUICE_E_USAGE, "--rs needs R,S: two values of 64 hexadecimal digits, little-endian");
}

sluice_status cli_report_json(const sluice_report *report, sluice_error *err) {
    sluice_report_totals totals;
    sluice_report_totals_get(report, &totals);
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "circuit", totals.circuit);
    sl_json_u64(&json, "partitions", totals.partitions);
    sl_json_f64(&json, "wall_s", totals.wall_s);
    sl_json_f64(&json, "cpu_s", totals.cpu_s);
    sl_json_u64(&json, "peak_rss_bytes", totals.peak_rss_bytes);
    sl_json_u64(&json, "planned_bytes", totals.planned_bytes);
    sl_json_u64(&json, "budget_bytes", totals.budget_bytes);
    sl_json_u64(&json, "least_bytes", totals.least_bytes);
    sl_json_u64(&json, "scratch_bytes", totals.scratch_bytes);
    sl_json_f64(&json, "key_wait_s", totals.key_wait_s);
    sl_json_u64(&json, "resumed", totals.resumed);
    sl_json_bool(&json, "verified", totals.verified);
    sl_json_string(&json, "kernel", totals.kernel);
    sl_json_string(&json, "backend", totals.backend);
    sl_json_array_begin(&json, "stages");
    for (size_t i = 0; i < totals.stages_n; i++) {
        sluice_stage stage;
        sluice_report_stage_get(report, i, &stage);
        sl_json_object_begin(&json, NULL);
        sl_json_string(&json, "name", stage.name);
        sl_json_u64(&json, "partition", stage.partition);
        sl_json_f64(&json, "start_s", stage.start_s);
        sl_json_f64(&json, "end_s", stage.end_s);
        sl_json_u64(&json, "peak_bytes", stage.peak_bytes);
        sl_json_u64(&json, "planned_bytes", stage.planned_bytes);
        sl_json_object_end(&json);
    }
    sl_json_array_end(&json);
    sl_json_object_end(&json);
    return sl_json_close(&json, err);
}

void cli_plan_print(const cli_state *cli, const sluice_plan *plan, const char *scratch) {
    if (cli->quiet) {
        return;
    }
    char phases[512];
    size_t n = 0;
    for (size_t i = 0; i < plan->phases_n && n < sizeof phases; i++) {
        n += (size_t)snprintf(phases + n, sizeof phases - n, ", %s %s", plan->phases[i].name,
                              cli_bytes(plan->phases[i].bytes));
    }
    char budget[96] = "no budget";
    if (plan->budget_bytes != 0) {
        (void)snprintf(budget, sizeof budget, "budget %s: %s", cli_bytes(plan->budget_bytes), plan->budget_reason);
    }
    cli_note(cli, "plan: at most %s (%s; the least is %s)", cli_bytes(plan->planned_bytes), budget,
             cli_bytes(plan->least_bytes));
    cli_note(cli, "plan: before the first phase %s%s", cli_bytes(plan->base_bytes), phases);
    if (plan->piece_bytes == 0) {
        cli_note(cli, "plan: vectors and key on the device");
    } else if (plan->scratch_bytes == 0) {
        cli_note(cli, "plan: vectors in memory, key in pieces of %s", cli_bytes(plan->piece_bytes));
    } else {
        cli_note(cli, "plan: vectors in a temporary file of %s in %s, blocks of %s in memory, key in pieces of %s",
                 cli_bytes(plan->scratch_bytes), scratch == NULL ? "the temporary folder" : scratch,
                 cli_bytes(plan->block_bytes), cli_bytes(plan->piece_bytes));
    }
}

typedef struct prove_request {
    cli_input in;
    sluice_prove_options options;
    const char *params, *params_dir, *out, *picture;
    char beside[SL_PATH_BYTES]; /* the folder of --out */
    uint8_t rs[64];
} prove_request;

static sluice_status report_print(cli_state *cli, const sluice_report *report, const prove_request *request) {
    if (request->picture != NULL) {
        SL_TRY(sluice_report_svg(report, request->picture, &cli->err));
    }
    if (cli->json) {
        return cli_report_json(report, &cli->err);
    }
    FILE *facts = cli_facts(cli, request->out);
    facts = facts == stdout ? cli_facts(cli, request->picture) : facts;
    if (facts == NULL) {
        return SLUICE_OK;
    }
    char *text = NULL;
    SL_TRY(sluice_report_text(report, &text, &cli->err));
    (void)fputs(text, facts);
    free(text);
    if (request->picture != NULL) {
        (void)fprintf(facts, "picture: %s\n", request->picture);
    }
    return SLUICE_OK;
}

/* Before the work: a folder that is not there or cannot be written to is found now, not when hours have gone. */
static sluice_status outputs_open(const prove_request *request, sl_outfile *proof, sluice_error *err) {
    if (request->picture != NULL) {
        sl_outfile picture;
        SL_TRY(sl_outfile_open(&picture, request->picture, err));
        sl_outfile_discard(&picture);
    }
    return sl_outfile_open(proof, request->out, err);
}

static void note_print(void *data, const char *text) {
    cli_note(data, "sluice prove: %s", text);
}

/* The plan is told before anything long begins. */
static sluice_status planned_prove(cli_state *cli, sluice_input *input, sluice_key *key, const prove_request *request,
                                   uint8_t **proof, size_t *proof_bytes, sluice_report **report) {
    sluice_plan plan;
    SL_TRY(sluice_prove_plan(input, key, &plan, &cli->err));
    cli_plan_print(cli, &plan, request->options.scratch_folder);
    return sluice_prove(input, key, &request->options, proof, proof_bytes, report, &cli->err);
}

static sluice_status prove_run(cli_state *cli, const prove_request *request) {
    sluice_input *input = NULL;
    sluice_circuit *circuit = NULL;
    sluice_key *key = NULL;
    sluice_report *report = NULL;
    uint8_t *proof = NULL;
    size_t proof_bytes = 0;
    char *found = NULL;
    sl_outfile out = SL_OUTFILE_CLOSED;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = outputs_open(request, &out, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = cli_input_open(cli, &request->in, NULL, true, false, &input);
    }
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(cli->context, &circuit, sluice_input_circuit(input), &cli->err);
    }
    const char *params = request->params;
    if (status == SLUICE_OK && params == NULL) {
        status = sluice_key_find(circuit, request->params_dir, &found, &cli->err);
        params = found;
    }
    if (status == SLUICE_OK) {
        status = sluice_key_open(cli->context, &key, params, circuit, &cli->err);
    }
    if (status == SLUICE_E_BUDGET) {
        status = sl_error_prefix(&cli->err, status, "too little for circuit and input, before any proof");
    }
    if (status == SLUICE_OK) {
        status = planned_prove(cli, input, key, request, &proof, &proof_bytes, &report);
    }
    cli_progress_end(cli);
    if (status == SLUICE_OK) {
        status = sl_outfile_append(&out, proof, proof_bytes, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&out, &cli->err);
    }
    sl_outfile_discard(&out);
    if (status == SLUICE_OK) {
        status = sluice_resume_remove(input, &request->options, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = report_print(cli, report, request);
    }
    if (status == SLUICE_OK && strstr(sluice_input_circuit(input), "porep-ni-") != NULL) {
        cli_note(cli, "sluice prove: %u single proofs, not aggregated", sluice_input_partitions(input));
    }
    free(found);
    free(proof);
    sluice_report_close(report);
    sluice_key_close(key);
    sluice_circuit_close(circuit);
    sluice_input_close(input);
    return status;
}

/* The folder of an output file; false for a stream. */
static bool folder_of(char out[SL_PATH_BYTES], const char *path) {
    struct stat info;
    const size_t n = strlen(path);
    if (strcmp(path, "-") == 0 || n >= SL_PATH_BYTES || (stat(path, &info) == 0 && !S_ISREG(info.st_mode))) {
        return false;
    }
    memcpy(out, path, n + 1);
    char *slash = strrchr(out, '/');
    if (slash == NULL) {
        memcpy(out, ".", 2);
    } else {
        slash[slash == out] = 0;
    }
    return true;
}

/* An output takes the place neither of the other one nor of what is read: a key is hours of download. */
static bool files_check(const cli_state *cli, const prove_request *request, int *exit_status) {
    const char *const outputs[] = {request->out, request->picture};
    for (size_t i = 0; i < 2; i++) {
        if (cli_input_has_file(&request->in, outputs[i]) || cli_same_file(outputs[i], request->params) ||
            cli_same_file(outputs[i], request->options.resume_folder) ||
            (i == 1 && cli_same_file(outputs[1], outputs[0]))) {
            *exit_status =
                cli_usage(cli, "%s %s: another option names this file", i == 0 ? "--out" : "--picture", outputs[i]);
            return false;
        }
    }
    return true;
}

int verb_prove(cli_state *cli, int argc, char **argv) {
    prove_request request = {0};
    sluice_prove_options_init(&request.options);
    const char *rs = NULL;
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(request.in),
        {"params", CLI_FILE, &request.params, NULL, "F", "proving key", 0},
        {"params-dir", CLI_FOLDER, &request.params_dir, NULL, "D", "folder of keys under their published names", 0},
        {"out", CLI_FILE, &request.out, NULL, "PROOF", "file to write", 0},
        CLI_PARTITION_OPTION(request.in),
        {"rs", CLI_STRING, &rs, NULL, "R,S", "fixed blinding values, or @FILE with them; tests only", 0},
        {"picture", CLI_FILE, &request.picture, NULL, "SVG", "draw stages and memory over time", 0},
        {"scratch", CLI_FOLDER, &request.options.scratch_folder, NULL, "DIR", "for what a small budget leaves no room",
         0},
        {"resume", CLI_FOLDER, &request.options.resume_folder, NULL, "DIR", "keep finished partitions, go on from them",
         0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    if (request.out == NULL) {
        return cli_usage(cli, "--out is missing");
    }
    if (request.params != NULL && request.params_dir != NULL) {
        return cli_usage(cli, "--params and --params-dir exclude each other");
    }
    if (request.picture != NULL && cli_facts(cli, request.out) != stdout && cli_facts(cli, request.picture) != stdout) {
        return cli_usage(cli, "--out and --picture both want standard output");
    }
    if (!cli_input_check(cli, &request.in, true, &exit_status) || !cli_out_check(cli, request.out, &exit_status) ||
        !cli_out_check(cli, request.picture, &exit_status) || !files_check(cli, &request, &exit_status)) {
        return exit_status;
    }
    request.options.partition = cli_partition(&request.in);
    request.options.note = note_print;
    request.options.note_data = cli;
    if (request.options.scratch_folder == NULL && folder_of(request.beside, request.out)) {
        request.options.scratch_folder = request.beside;
    }
    if (rs != NULL) {
        const sluice_status status = rs_parse(request.rs, rs, &cli->err);
        if (status != SLUICE_OK) {
            return cli_fail(cli, status);
        }
        request.options.rs = request.rs;
        cli_note(cli, "sluice prove: warning: fixed r and s: this proof hides nothing");
    }
    const sluice_status status = prove_run(cli, &request);
    sl_wipe(request.rs, sizeof request.rs);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

/* Public inputs from a file: `values` holds partitions_n lists of inputs_n values of 32 bytes. */
typedef struct publics_file {
    sl_buf values;
    size_t partitions_n, inputs_n;
} publics_file;

/* Ends a partition of `found` values, if there are any. */
static sluice_status publics_partition(publics_file *out, const char *path, size_t found, sluice_error *err) {
    if (found == 0) {
        return SLUICE_OK;
    }
    if (out->partitions_n > 0 && found != out->inputs_n) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: partition %zu: expected %zu values, found %zu", path,
                       out->partitions_n, out->inputs_n, found);
    }
    out->inputs_n = found;
    out->partitions_n++;
    return SLUICE_OK;
}

static sluice_status publics_parse(publics_file *out, const char *path, const uint8_t *text, size_t text_n,
                                   sluice_error *err) {
    uint8_t *values = out->values.data;
    size_t values_n = 0;
    size_t in_partition = 0;
    size_t line = 1;
    for (size_t at = 0; at < text_n; line++) {
        const uint8_t *end = memchr(text + at, '\n', text_n - at);
        const size_t n = end == NULL ? text_n - at : (size_t)(end - (text + at));
        if (n == 0) {
            SL_TRY(publics_partition(out, path, in_partition, err));
            in_partition = 0;
        } else {
            char hex[65] = {0};
            memcpy(hex, text + at, n == 64 ? 64 : 0);
            if (n != 64 || !cli_unhex(values + 32 * values_n, 32, hex)) {
                return SL_FAIL(err, SLUICE_E_INPUT, "%s: line %zu: expected 64 hexadecimal digits", path, line);
            }
            values_n++;
            in_partition++;
        }
        at += n + 1;
    }
    SL_TRY(publics_partition(out, path, in_partition, err));
    return out->partitions_n > 0 ? SLUICE_OK : SL_FAIL(err, SLUICE_E_INPUT, "%s: no values", path);
}

/* A file as `publics` prints it: one value a line, an empty line between partitions. */
static sluice_status publics_read(publics_file *out, const char *path, sluice_error *err) {
    sl_buf text = SL_BUF_EMPTY;
    publics_file made = {.values = SL_BUF_EMPTY};
    SL_TRY(sl_buf_load(&text, path, PUBLICS_BYTES_MAX, "public inputs file", err));
    sluice_status status = sl_buf_alloc(&made.values, text.bytes / 2 + 1, "public inputs", err);
    if (status == SLUICE_OK) {
        status = publics_parse(&made, path, text.data, text.bytes, err);
    }
    sl_buf_release(&text);
    if (status != SLUICE_OK) {
        sl_buf_release(&made.values);
        return status;
    }
    *out = made;
    return SLUICE_OK;
}

/* What the words of `verify` ask for. */
typedef struct verify_request {
    cli_input in;
    const char *vk, *proof, *inputs;
} verify_request;

static sluice_status verify_run(cli_state *cli, const verify_request *request) {
    sluice_input *input = NULL;
    sluice_vk *vk = NULL;
    publics_file publics = {.values = SL_BUF_EMPTY};
    uint8_t *proof = NULL;
    size_t proof_bytes = 0;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = request->inputs != NULL ? publics_read(&publics, request->inputs, &cli->err)
                                         : cli_input_open(cli, &request->in, NULL, false, false, &input);
    }
    if (status == SLUICE_OK) {
        status = sluice_vk_open(cli->context, &vk, request->vk, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sl_file_read_all(&proof, &proof_bytes, request->proof, PROOF_BYTES_MAX, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = input != NULL ? sluice_verify(input, vk, cli_partition(&request->in), proof, proof_bytes, &cli->err)
                               : sluice_verify_publics(vk, publics.values.data, publics.partitions_n, publics.inputs_n,
                                                       proof, proof_bytes, &cli->err);
        if (sluice_status_exit(status) == sluice_status_exit(SLUICE_E_INPUT)) {
            status = sl_error_prefix(&cli->err, status, "%s", request->proof);
        }
    }
    sl_buf_release(&publics.values);
    free(proof);
    sluice_vk_close(vk);
    sluice_input_close(input);
    return status;
}

int verb_verify(cli_state *cli, int argc, char **argv) {
    verify_request request = {0};
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(request.in),
        {"vk", CLI_FILE, &request.vk, NULL, "V", "verifying key (.vk or .params)", 0},
        {"proof", CLI_FILE, &request.proof, NULL, "PROOF", "the proof", 0},
        CLI_PARTITION_OPTION(request.in),
        {"inputs", CLI_FILE, &request.inputs, NULL, "FILE", "public inputs as `publics` prints them", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    if (request.vk == NULL || request.proof == NULL) {
        return cli_usage(cli, "%s is missing", request.vk == NULL ? "--vk" : "--proof");
    }
    if (!cli_input_check(cli, &request.in, false, &exit_status)) {
        return exit_status;
    }
    if ((request.in.c1 != NULL || request.in.meta != NULL) == (request.inputs != NULL)) {
        return cli_usage(cli, "needs either an input (--c1 or --meta) or --inputs FILE");
    }
    if (request.inputs != NULL && request.in.has_partition) {
        return cli_usage(cli, "--partition goes with an input; --inputs FILE holds what the proof is for");
    }
    const sluice_status status = verify_run(cli, &request);
    if (status != SLUICE_OK && status != SLUICE_E_PROOF_INVALID) {
        return cli_fail(cli, status);
    }
    if (!cli->json) {
        (void)printf("%s\n", status == SLUICE_OK ? "valid" : "invalid");
        return status == SLUICE_OK ? CLI_OK : CLI_NO;
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_bool(&json, "valid", status == SLUICE_OK);
    sl_json_object_end(&json);
    const sluice_status written = sl_json_close(&json, &cli->err);
    if (written != SLUICE_OK) {
        return cli_fail(cli, written);
    }
    return status == SLUICE_OK ? CLI_OK : CLI_NO;
}
