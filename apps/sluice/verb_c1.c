// SPDX-License-Identifier: MIT OR Apache-2.0
/* c1 inspect and c1 synth. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sluice/verbs.h"

int verb_c1_inspect(cli_state *cli, int argc, char **argv) {
    const char *path;
    cli_input in = {0};
    const cli_option options[] = {CLI_INPUT_OPTIONS(in)};
    int exit_status;
    /* The file is the positional word; of the INPUT options those that describe a C1 file apply. */
    const size_t first = 1;
    const size_t options_n = 4;
    if (!cli_parse(cli, argc, argv, options + first, options_n, &path, 1, 1, &exit_status)) {
        return exit_status;
    }
    in.c1 = path;
    sluice_input *input = NULL;
    sluice_c1_info info;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = cli_input_open(cli, &in, NULL, true, false, &input);
    }
    if (status == SLUICE_OK) {
        status = sluice_c1_info_get(input, &info, &cli->err);
    }
    if (status != SLUICE_OK) {
        sluice_input_close(input);
        return cli_fail(cli, status);
    }
    cli_progress_end(cli);
    const struct {
        const char *name;
        const uint8_t *bytes;
    } values[] = {{"comm_d", info.comm_d},
                  {"comm_r", info.comm_r},
                  {"replica_id", info.replica_id},
                  {"ticket", info.ticket},
                  {"seed", info.seed},
                  {"porep_id", info.porep_id},
                  {"comm_c", info.comm_c},
                  {"comm_r_last", info.comm_r_last}};
    const size_t values_n = sizeof values / sizeof values[0];
    sl_json json;
    if (cli->json) {
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_string(&json, "form", info.form);
        sl_json_string(&json, "circuit", sluice_input_circuit(input));
        sl_json_string(&json, "registered_proof", info.registered_proof);
        sl_json_u64(&json, "sector_size", info.sector_bytes);
        sl_json_u64(&json, "partitions", info.partitions);
        sl_json_u64(&json, "challenges", info.challenges);
        sl_json_bool(&json, "replica_id_checked", info.replica_id_checked);
    } else {
        (void)printf("form              %s\ncircuit           %s\nregistered_proof  %s\nsector_size       %" PRIu64 "\n"
                     "partitions        %u of %u challenges\n",
                     info.form, sluice_input_circuit(input), info.registered_proof, info.sector_bytes, info.partitions,
                     info.challenges);
    }
    for (size_t i = 0; i < values_n; i++) {
        char hex[65];
        cli_hex(hex, values[i].bytes, 32);
        if (cli->json) {
            sl_json_string(&json, values[i].name, hex);
        } else {
            (void)printf("%-17s %s\n", values[i].name, hex);
        }
    }
    if (cli->json) {
        sl_json_object_end(&json);
        status = sl_json_close(&json, &cli->err);
    } else {
        (void)printf("checks            paths, labels, challenges and parents hold; replica id %s\n",
                     info.replica_id_checked ? "derived and equal" : "not derived (give --miner and --sector)");
    }
    sluice_input_close(input);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

int verb_c1_synth(cli_state *cli, int argc, char **argv) {
    const char *out = NULL;
    const char *variant = "v1_1";
    uint64_t size = 0;
    uint64_t miner = 0;
    uint64_t sector = 0;
    uint64_t seed = 0;
    bool has_miner = false;
    bool has_sector = false;
    const cli_option options[] = {
        {"size", CLI_SIZE, &size, NULL, "S", "sector size", 0},
        {"variant", CLI_STRING, &variant, NULL, "V", "v1 or v1_1", 0},
        {"miner", CLI_COUNT, &miner, &has_miner, "N", "actor number of the miner", 0},
        {"sector", CLI_COUNT, &sector, &has_sector, "N", "sector number", 0},
        {"seed", CLI_COUNT, &seed, NULL, "N", "of all pseudorandom choices", 0},
        {"out", CLI_FILE, &out, NULL, "F", "inner JSON; F.meta.json goes beside it", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    if (out == NULL || size == 0 || !has_miner || !has_sector) {
        return cli_usage(cli, "--size, --miner, --sector and --out are needed");
    }
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sluice_c1_synth(cli->context, size, variant, miner, sector, seed, out, &cli->err);
    }
    if (status != SLUICE_OK) {
        return cli_fail(cli, status);
    }
    if (!cli->json) {
        (void)printf("%s\n%s.meta.json\n", out, out);
        return CLI_OK;
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "file", out);
    sl_json_object_end(&json);
    status = sl_json_close(&json, &cli->err);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
