// SPDX-License-Identifier: MIT OR Apache-2.0
/* params fold, and params check of a folded key against its original. */
#include <inttypes.h>
#include <stdio.h>

#include "core/sys/random.h"
#include "sluice/verbs.h"

/* Measured; for the estimate that stands beside the plan. */
#define PRODUCT_SECONDS 20e-6

/* The circuit that is named, or the first whose counts the key has. */
static sluice_status circuit_find(cli_state *cli, const char *name, const char *path, sluice_circuit **out) {
    const char *serves[SLUICE_KEY_SERVES_MAX];
    size_t n = 0;
    if (name == NULL) {
        sluice_key *key;
        sluice_status status = sluice_key_open(cli->context, &key, path, NULL, &cli->err);
        if (status == SLUICE_OK) {
            status = sluice_key_serves(key, serves, &n, &cli->err);
            sluice_key_close(key);
        }
        if (status != SLUICE_OK) {
            return status;
        }
        if (n == 0) {
            return SL_FAIL(&cli->err, SLUICE_E_MISMATCH, "%s: serves no circuit of this program", path);
        }
        name = serves[0];
        if (n > 1) {
            cli_note(cli, "taken as a key of %s; it has the counts of %zu circuits (--circuit)", name, n);
        }
    }
    return sluice_circuit_open(cli->context, out, name, &cli->err);
}

sluice_status params_check_original(cli_state *cli, const char *path, const char *original, const char *name) {
    sluice_circuit *circuit = NULL;
    sluice_status status = circuit_find(cli, name, original, &circuit);
    if (status == SLUICE_OK) {
        status = sluice_fold_check(circuit, original, path, &cli->err);
    }
    sluice_circuit_close(circuit);
    return status;
}

static sluice_status plan_note(cli_state *cli, sluice_circuit *circuit, bool has_secrets) {
    sluice_fold_plan plan;
    const sluice_status status = sluice_fold_plan_get(circuit, has_secrets, &plan, &cli->err);
    if (status == SLUICE_OK && plan.products == 0) { /* with secrets, or on a device */
        cli_note(cli, "plan: %s of folded key, at most %s of memory", cli_bytes(plan.file_bytes),
                 cli_bytes(plan.memory_bytes));
    } else if (status == SLUICE_OK) {
        const double hours = (double)plan.products * PRODUCT_SECONDS / 3600;
        cli_note(cli,
                 "plan: %s of folded key, at most %s of memory, %" PRIu64 " points times scalars: about %.2g "
                 "core-hours",
                 cli_bytes(plan.file_bytes), cli_bytes(plan.memory_bytes), plan.products, hours);
    }
    return status;
}

static sluice_status answer(cli_state *cli, const sluice_circuit *circuit, const char *out,
                            const sluice_fold_result *result) {
    cli_progress_end(cli);
    if (result->resumed_bytes > 0) {
        cli_note(cli, "went on after %s that were there", cli_bytes(result->resumed_bytes));
    }
    if (!cli->json) {
        (void)printf("%s: folded, %s, %.1f s, %.1f core-s, peak %s\n", out, cli_bytes(result->bytes), result->wall_s,
                     result->cpu_s, cli_bytes(result->peak_rss_bytes));
        return SLUICE_OK;
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "circuit", sluice_circuit_name(circuit));
    sl_json_string(&json, "file", out);
    sl_json_u64(&json, "bytes", result->bytes);
    sl_json_f64(&json, "wall_s", result->wall_s);
    sl_json_f64(&json, "cpu_s", result->cpu_s);
    sl_json_u64(&json, "peak_rss_bytes", result->peak_rss_bytes);
    sl_json_object_end(&json);
    return sl_json_close(&json, &cli->err);
}

int verb_params_fold(cli_state *cli, int argc, char **argv) {
    const char *path, *out = NULL, *toxic = NULL, *name = NULL;
    uint8_t seed[32];
    bool has_seed = false;
    const cli_option options[] = {
        {"out", CLI_FILE, &out, NULL, "G", "folded key to write", 0},
        {"circuit", CLI_CIRCUIT, &name, NULL, "NAME", "whose key it is (default: by its counts)", 0},
        {"seed", CLI_HEX, seed, &has_seed, "HEX", "what the secrets of a test key were derived from: far less work",
         sizeof seed},
        {"toxic", CLI_FILE, &toxic, NULL, "FILE", "JSON with the secrets of a test key: likewise", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], &path, 1, 1, &exit_status)) {
        return exit_status;
    }
    if (out == NULL) {
        return cli_usage(cli, "--out is missing");
    }
    if (has_seed && toxic != NULL) {
        return cli_usage(cli, "--seed and --toxic exclude each other");
    }
    const sluice_key_secrets secrets = {has_seed ? seed : NULL, toxic};
    sluice_fold_result result;
    sluice_circuit *circuit = NULL;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = circuit_find(cli, name, path, &circuit);
    }
    if (status == SLUICE_OK) {
        status = plan_note(cli, circuit, has_seed || toxic != NULL);
    }
    if (status == SLUICE_OK) {
        status = sluice_key_fold(circuit, path, out, &secrets, &result, &cli->err);
    }
    sl_wipe(seed, sizeof seed);
    if (status == SLUICE_OK) {
        status = answer(cli, circuit, out, &result);
    }
    sluice_circuit_close(circuit);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
