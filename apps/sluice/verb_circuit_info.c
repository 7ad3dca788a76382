// SPDX-License-Identifier: MIT OR Apache-2.0
/* circuit info: counts, and the census by gadget as a tree. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/engine_circuit.h"
#include "sluice/verbs.h"

typedef struct census {
    sl_json *json; /* NULL: text */
} census;

static void census_node(void *data, const sl_r1cs_census_node *node) {
    const census *tree = data;
    const char *name = node->depth == 0 ? "circuit" : node->name;
    if (tree->json == NULL) {
        (void)printf("%*s%-*s %8" PRIu64 " %12" PRIu64 " %12" PRIu64 " %10" PRIu64 " %10" PRIu64 " %12" PRIu64 "\n",
                     (int)(2 * node->depth), "", 30 - (int)(2 * node->depth), name, node->scopes, node->rows, node->aux,
                     node->templates, node->instances, node->bytes);
        return;
    }
    sl_json_object_begin(tree->json, NULL);
    sl_json_string(tree->json, "name", name);
    sl_json_u64(tree->json, "depth", node->depth);
    sl_json_u64(tree->json, "scopes", node->scopes);
    sl_json_u64(tree->json, "rows", node->rows);
    sl_json_u64(tree->json, "aux", node->aux);
    sl_json_u64(tree->json, "templates", node->templates);
    sl_json_u64(tree->json, "instances", node->instances);
    sl_json_u64(tree->json, "bytes", node->bytes);
    sl_json_object_end(tree->json);
}

static void info_print(const char *name, const sluice_circuit_info *info, const char *digest) {
    const struct {
        const char *name;
        uint64_t value;
        bool is_bytes;
    } lines[] = {
        {"partitions", info->partitions, false},
        {"inputs", info->inputs, false},
        {"aux", info->aux, false},
        {"rows", info->rows, false},
        {"domain", info->domain, false},
        {"templates", info->templates, false},
        {"instances", info->instances, false},
        {"structure", info->structure_bytes, true},
        {"witness", info->witness_bytes, true},
        {"key", info->key_bytes, true},
    };
    (void)printf("%s\n", name);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        (void)printf("  %-12s %14" PRIu64 "%s%s\n", lines[i].name, lines[i].value, lines[i].is_bytes ? "  " : "",
                     lines[i].is_bytes ? cli_bytes(lines[i].value) : "");
    }
    (void)printf("  %-12s %s\n", "digest", digest);
    (void)printf("\n%-30s %8s %12s %12s %10s %10s %12s\n", "gadget", "times", "rows", "wires", "templates", "instances",
                 "bytes");
}

static sluice_status info_answer(cli_state *cli, sluice_circuit *circuit) {
    sluice_circuit_info info;
    uint8_t digest[32];
    char hex[65];
    SL_TRY(sluice_circuit_info_get(circuit, &info, &cli->err));
    SL_TRY(sluice_circuit_structure_digest(circuit, digest, &cli->err));
    cli_hex(hex, digest, sizeof digest);
    sl_json json;
    census tree = {cli->json ? &json : NULL};
    if (!cli->json) {
        info_print(sluice_circuit_name(circuit), &info, hex);
        return sl_r1cs_census(circuit->shape, census_node, &tree, &cli->err);
    }
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    cli_info_json(&json, sluice_circuit_name(circuit), &info);
    sl_json_string(&json, "structure_digest", hex);
    sl_json_array_begin(&json, "gadgets");
    const sluice_status status = sl_r1cs_census(circuit->shape, census_node, &tree, &cli->err);
    sl_json_array_end(&json);
    sl_json_object_end(&json);
    const sluice_status written = sl_json_close(&json, &cli->err);
    return status == SLUICE_OK ? written : status;
}

int verb_circuit_info(cli_state *cli, int argc, char **argv) {
    const char *name = NULL;
    const char *structure = NULL;
    const cli_option options[] = {CLI_STRUCTURE_OPTION(structure)};
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, 1, &name, 0, 1, &exit_status)) {
        return exit_status;
    }
    if ((name == NULL) == (structure == NULL)) {
        return cli_usage(cli, name == NULL ? "a circuit's name or --structure is missing"
                                           : "a name or --structure, not both");
    }
    sluice_circuit *circuit = NULL;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = cli_circuit_open(cli, name, structure, &circuit);
    }
    if (status == SLUICE_OK) {
        status = info_answer(cli, circuit);
    }
    sluice_circuit_close(circuit);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
