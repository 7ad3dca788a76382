// SPDX-License-Identifier: MIT OR Apache-2.0
/* circuits, circuit digest, circuit save. (circuit info has its own file: it draws the census.) */
#include <inttypes.h>
#include <stdio.h>

#include "sluice/verbs.h"

void cli_info_json(sl_json *json, const char *name, const sluice_circuit_info *info) {
    sl_json_string(json, "name", name);
    sl_json_u64(json, "partitions", info->partitions);
    sl_json_u64(json, "inputs", info->inputs);
    sl_json_u64(json, "aux", info->aux);
    sl_json_u64(json, "rows", info->rows);
    sl_json_u64(json, "domain", info->domain);
    sl_json_u64(json, "templates", info->templates);
    sl_json_u64(json, "instances", info->instances);
    sl_json_u64(json, "structure_bytes", info->structure_bytes);
    sl_json_u64(json, "witness_bytes", info->witness_bytes);
    sl_json_u64(json, "key_bytes", info->key_bytes);
}

sluice_status cli_circuit_open(cli_state *cli, const char *name, const char *structure, sluice_circuit **out) {
    return structure != NULL ? sluice_circuit_open_file(cli->context, out, structure, &cli->err)
                             : sluice_circuit_open(cli->context, out, name, &cli->err);
}

static sluice_status circuit_line(cli_state *cli, const char *name) {
    sl_json json;
    sluice_circuit *circuit = NULL;
    sluice_circuit_info info;
    sluice_status status = sluice_circuit_open(cli->context, &circuit, name, &cli->err);
    if (status == SLUICE_OK) {
        status = sluice_circuit_info_get(circuit, &info, &cli->err);
    }
    if (status == SLUICE_OK && cli->json) {
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        cli_info_json(&json, name, &info);
        sl_json_object_end(&json);
        status = sl_json_close(&json, &cli->err);
    } else if (status == SLUICE_OK) {
        (void)printf("%-24s %10" PRIu64 " %7" PRIu64 " %12" PRIu64 " %12" PRIu64 " 2^%-3d %10s %10s %10s\n", name,
                     info.partitions, info.inputs, info.aux, info.rows, __builtin_ctzll(info.domain),
                     cli_bytes(info.key_bytes), cli_bytes(info.witness_bytes), cli_bytes(info.structure_bytes));
        status = cli_flush(cli);
    }
    sluice_circuit_close(circuit);
    return status;
}

int verb_circuits(cli_state *cli, int argc, char **argv) {
    int exit_status;
    if (!cli_parse(cli, argc, argv, NULL, 0, NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK && !cli->json) {
        (void)printf("%-24s %10s %7s %12s %12s %-5s %10s %10s %10s\n", "circuit", "partitions", "inputs", "aux", "rows",
                     "domain", "key", "witness", "structure");
    }
    for (size_t i = 0; status == SLUICE_OK && i < sluice_circuits_n(); i++) {
        status = circuit_line(cli, sluice_circuits_name(i));
    }
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

/* As `oracle r1cs-digest`: name, inputs, aux, rows, nonzeros of A, B, C, digest; tabs between. */
static sluice_status digest_line(cli_state *cli, const char *name, const char *structure) {
    sluice_circuit *circuit = NULL;
    sluice_circuit_info info;
    uint8_t digest[32];
    sluice_status status = cli_circuit_open(cli, name, structure, &circuit);
    if (status == SLUICE_OK) {
        status = sluice_circuit_info_get(circuit, &info, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sluice_circuit_digest(circuit, digest, &cli->err);
    }
    if (status != SLUICE_OK) {
        sluice_circuit_close(circuit);
        return status;
    }
    cli_progress_end(cli);
    char hex[65];
    cli_hex(hex, digest, sizeof digest);
    if (cli->json) {
        sl_json json;
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_string(&json, "name", sluice_circuit_name(circuit));
        sl_json_u64(&json, "inputs", info.inputs);
        sl_json_u64(&json, "aux", info.aux);
        sl_json_u64(&json, "rows", info.rows);
        sl_json_array_begin(&json, "nonzeros");
        for (int i = 0; i < 3; i++) {
            sl_json_u64(&json, NULL, info.nonzeros[i]);
        }
        sl_json_array_end(&json);
        sl_json_string(&json, "digest", hex);
        sl_json_object_end(&json);
        status = sl_json_close(&json, &cli->err);
    } else {
        (void)printf("%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\n",
                     sluice_circuit_name(circuit), info.inputs, info.aux, info.rows, info.nonzeros[0], info.nonzeros[1],
                     info.nonzeros[2], hex);
        status = cli_flush(cli);
    }
    sluice_circuit_close(circuit);
    return status;
}

int verb_circuit_digest(cli_state *cli, int argc, char **argv) {
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX];
    const char *structure = NULL;
    const cli_option options[] = {CLI_STRUCTURE_OPTION(structure)};
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, 1, names, 0, NAMES_MAX, &exit_status)) {
        return exit_status;
    }
    if ((names[0] == NULL) == (structure == NULL)) {
        return cli_usage(cli, names[0] == NULL ? "a circuit's name or --structure is missing"
                                               : "names or --structure, not both");
    }
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK && structure != NULL) {
        status = digest_line(cli, NULL, structure);
    }
    for (size_t i = 0; status == SLUICE_OK && i < NAMES_MAX && names[i] != NULL; i++) {
        status = digest_line(cli, names[i], NULL);
    }
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

static sluice_status save_answer(cli_state *cli, sluice_circuit *circuit, const char *out) {
    sluice_circuit_info info;
    uint8_t digest[32];
    char hex[65];
    SL_TRY(sluice_circuit_info_get(circuit, &info, &cli->err));
    SL_TRY(sluice_circuit_structure_digest(circuit, digest, &cli->err));
    cli_hex(hex, digest, sizeof digest);
    if (cli->json) {
        sl_json json;
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        cli_info_json(&json, sluice_circuit_name(circuit), &info);
        sl_json_string(&json, "structure_digest", hex);
        sl_json_object_end(&json);
        return sl_json_close(&json, &cli->err);
    }
    if (cli_facts(cli, out) != NULL) {
        (void)fprintf(cli_facts(cli, out), "%s: %s, digest %s\n", out, cli_bytes(info.structure_bytes), hex);
    }
    return SLUICE_OK;
}

int verb_circuit_save(cli_state *cli, int argc, char **argv) {
    const char *name;
    const char *out = NULL;
    bool with_digest = false;
    const cli_option options[] = {
        {"out", CLI_FILE, &out, NULL, "F", "file to write", 0},
        {"digest", CLI_FLAG, &with_digest, NULL, NULL, "the file states the digest of the rows (32 GiB: a minute)", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], &name, 1, 1, &exit_status)) {
        return exit_status;
    }
    if (out == NULL) {
        return cli_usage(cli, "--out is missing");
    }
    if (!cli_out_check(cli, out, &exit_status)) {
        return exit_status;
    }
    sluice_circuit *circuit = NULL;
    uint8_t digest[32];
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(cli->context, &circuit, name, &cli->err);
    }
    if (status == SLUICE_OK && with_digest) {
        status = sluice_circuit_digest(circuit, digest, &cli->err);
        cli_progress_end(cli);
    }
    if (status == SLUICE_OK) {
        status = sluice_circuit_save(circuit, out, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = save_answer(cli, circuit, out);
    }
    sluice_circuit_close(circuit);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
