// SPDX-License-Identifier: MIT OR Apache-2.0
/* params generate, inspect, check: keys in bellperson's format, and folded ones. */
#include <inttypes.h>
#include <stdio.h>

#include "core/sys/random.h"
#include "sluice/verbs.h"

static sluice_status plan_note(cli_state *cli, sluice_circuit *circuit) {
    sluice_key_plan plan;
    const sluice_status status = sluice_key_plan_get(circuit, &plan, &cli->err);
    if (status == SLUICE_OK && plan.windows_g1 == 0) {
        cli_note(cli,
                 "plan: %s of key, at most %s of memory, points on a device, exponents of %" PRIu64 " wires at a time",
                 cli_bytes(plan.file_bytes), cli_bytes(plan.memory_bytes), plan.wires);
    } else if (status == SLUICE_OK) {
        cli_note(cli,
                 "plan: %s of key, at most %s of memory: tables of %s (%u windows for G1, %u for G2), exponents of "
                 "%" PRIu64 " wires at a time",
                 cli_bytes(plan.file_bytes), cli_bytes(plan.memory_bytes), cli_bytes(plan.table_bytes), plan.windows_g1,
                 plan.windows_g2, plan.wires);
    }
    return status;
}

int verb_params_generate(cli_state *cli, int argc, char **argv) {
    const char *name;
    const char *out = NULL;
    const char *toxic = NULL;
    uint8_t seed[32];
    bool has_seed = false;
    bool folded = false;
    const cli_option options[] = {
        {"out", CLI_FILE, &out, NULL, "F", "key to write; the .vk goes beside it", 0},
        {"folded", CLI_FLAG, &folded, NULL, NULL, "the folded key at once, without a file of the key itself", 0},
        {"seed", CLI_HEX, seed, &has_seed, "HEX", "32 bytes that the secrets are derived from", sizeof seed},
        {"toxic", CLI_FILE, &toxic, NULL, "FILE", "JSON with the generators and secrets", 0},
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
    if (has_seed && toxic != NULL) {
        return cli_usage(cli, "--seed and --toxic exclude each other");
    }
    if (cli_same_file(out, toxic)) {
        return cli_usage(cli, "--out %s: another option names this file", out);
    }
    cli_note(cli, "sluice params generate: a test key; it proves nothing to the Filecoin network");
    const sluice_key_secrets secrets = {has_seed ? seed : NULL, toxic};
    sluice_key_result result;
    sluice_circuit *circuit = NULL;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(cli->context, &circuit, name, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = plan_note(cli, circuit);
    }
    if (status == SLUICE_OK) {
        status =
            (folded ? sluice_key_generate_folded : sluice_key_generate)(circuit, out, &secrets, &result, &cli->err);
    }
    sl_wipe(seed, sizeof seed);
    if (status == SLUICE_OK) {
        cli_progress_end(cli);
        char hex[65];
        cli_hex(hex, result.sha256, sizeof result.sha256);
        if (result.resumed_bytes > 0) {
            cli_note(cli, "went on after %s that were there", cli_bytes(result.resumed_bytes));
        }
        if (cli->json) {
            sl_json json;
            sl_json_open(&json, stdout);
            sl_json_object_begin(&json, NULL);
            sl_json_string(&json, "circuit", sluice_circuit_name(circuit));
            sl_json_u64(&json, "bytes", result.bytes);
            sl_json_f64(&json, "wall_s", result.wall_s);
            sl_json_f64(&json, "cpu_s", result.cpu_s);
            sl_json_u64(&json, "peak_rss_bytes", result.peak_rss_bytes);
            sl_json_string(&json, "sha256", hex);
            sl_json_object_end(&json);
            status = sl_json_close(&json, &cli->err);
        } else if (cli_facts(cli, out) != NULL) {
            (void)fprintf(cli_facts(cli, out), "%s  %s\n%s, %.1f s, %.1f core-s, peak %s\n", hex, out,
                          cli_bytes(result.bytes), result.wall_s, result.cpu_s, cli_bytes(result.peak_rss_bytes));
        }
    }
    sluice_circuit_close(circuit);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

int verb_params_inspect(cli_state *cli, int argc, char **argv) {
    const char *path;
    int exit_status;
    if (!cli_parse(cli, argc, argv, NULL, 0, &path, 1, 1, &exit_status)) {
        return exit_status;
    }
    sluice_key *key = NULL;
    const char *serves[SLUICE_KEY_SERVES_MAX];
    size_t serves_n = 0;
    uint8_t digest[64];
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sluice_key_open(cli->context, &key, path, NULL, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sluice_key_digest(key, digest, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sluice_key_serves(key, serves, &serves_n, &cli->err);
    }
    if (status != SLUICE_OK) {
        sluice_key_close(key);
        return cli_fail(cli, status);
    }
    cli_progress_end(cli);
    char hex[33], from_hex[33];
    cli_hex(hex, digest, 16);
    const bool is_folded = sluice_key_is_folded(key, digest) != 0;
    cli_hex(from_hex, digest, 16);
    sl_json json;
    if (cli->json) {
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_string(&json, "file", path);
        sl_json_u64(&json, "bytes", sluice_key_bytes(key));
        sl_json_string(&json, "digest", hex);
        if (is_folded) {
            sl_json_string(&json, "folded_from", from_hex);
        }
        sl_json_array_begin(&json, "circuits");
        for (size_t i = 0; i < serves_n; i++) {
            sl_json_string(&json, NULL, serves[i]);
        }
        sl_json_array_end(&json);
        sl_json_array_begin(&json, "sections");
    } else {
        (void)printf("%s: %" PRIu64 " bytes, digest %s\n", path, sluice_key_bytes(key), hex);
        if (is_folded) {
            (void)printf("folded from the key of digest %s\n", from_hex);
        }
        (void)printf("serves:");
        for (size_t i = 0; i < serves_n; i++) {
            (void)printf(" %s", serves[i]);
        }
        (void)printf("%s\n%-8s %12s %16s %16s\n", serves_n == 0 ? " no circuit of this program" : "", "section",
                     "count", "offset", "bytes");
    }
    for (size_t i = 0; i < SLUICE_KEY_SECTIONS + (size_t)is_folded; i++) {
        sluice_key_section section;
        sluice_key_section_get(key, i, &section);
        if (cli->json) {
            sl_json_object_begin(&json, NULL);
            sl_json_string(&json, "name", section.name);
            sl_json_u64(&json, "count", section.count);
            sl_json_u64(&json, "offset", section.offset);
            sl_json_u64(&json, "bytes", section.bytes);
            sl_json_object_end(&json);
        } else {
            (void)printf("%-8s %12" PRIu64 " %16" PRIu64 " %16" PRIu64 "\n", section.name, section.count,
                         section.offset, section.bytes);
        }
    }
    if (cli->json) {
        sl_json_array_end(&json);
        sl_json_object_end(&json);
        status = sl_json_close(&json, &cli->err);
    }
    sluice_key_close(key);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

int verb_params_check(cli_state *cli, int argc, char **argv) {
    const char *path;
    sluice_key_check_options check;
    const char *original = NULL, *circuit = NULL;
    sluice_key_check_options_init(&check);
    const cli_option options[] = {
        {"vk", CLI_FILE, &check.vk_path, NULL, "V", "verifying key that must be the key's head", 0},
        {"manifest", CLI_FILE, &check.manifest_path, NULL, "M",
         "parameters.json in place of the network's, which is built in", 0},
        {"subgroup", CLI_FLAG, &check.subgroup, NULL, NULL, "check the subgroup of every point, too", 0},
        {"force", CLI_FLAG, &check.force, NULL, NULL, "check even if this file is known to be good", 0},
        {"original", CLI_FILE, &original, NULL, "KEY", "the key that this folded one must follow from", 0},
        {"circuit", CLI_CIRCUIT, &circuit, NULL, "NAME", "with --original: whose keys they are", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], &path, 1, 1, &exit_status)) {
        return exit_status;
    }
    if (circuit != NULL && original == NULL) {
        return cli_usage(cli, "--circuit goes with --original");
    }
    sluice_key_check_result result;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sluice_key_check(cli->context, path, &check, &result, &cli->err);
    }
    if (status == SLUICE_OK && original != NULL) {
        status = params_check_original(cli, path, original, circuit);
    }
    if (status != SLUICE_OK) {
        return cli_fail(cli, status);
    }
    cli_progress_end(cli);
    char hex[33];
    cli_hex(hex, result.blake2b, 16);
    if (cli->json) {
        sl_json json;
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_string(&json, "file", path);
        sl_json_string(&json, "digest", hex);
        sl_json_u64(&json, "points", result.points);
        sl_json_bool(&json, "subgroup", check.subgroup);
        sl_json_bool(&json, "remembered", result.remembered);
        if (result.published_name != NULL) {
            sl_json_string(&json, "published_name", result.published_name);
        }
        if (result.published_circuit != NULL) {
            sl_json_string(&json, "published_circuit", result.published_circuit);
        }
        sl_json_object_end(&json);
        status = sl_json_close(&json, &cli->err);
        return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
    }
    (void)printf("%s: good, digest %s, %" PRIu64 " points%s%s\n", path, hex, result.points,
                 check.subgroup ? " in the subgroup" : "", result.remembered ? " (checked before)" : "");
    if (result.published_name != NULL) {
        (void)printf("published for %s as %s\n",
                     result.published_circuit == NULL ? "the network" : result.published_circuit,
                     result.published_name);
    } else {
        (void)printf("not published by the network\n");
    }
    return CLI_OK;
}
