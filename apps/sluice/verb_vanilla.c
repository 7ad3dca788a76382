// SPDX-License-Identifier: MIT OR Apache-2.0
/* vanilla synth: vanilla proofs of PoSt and sector updates without sectors. */
#include <stdio.h>
#include <string.h>

#include "sluice/verbs.h"

int verb_vanilla_synth(cli_state *cli, int argc, char **argv) {
    sluice_vanilla_order order;
    sluice_vanilla_order_init(&order);
    const char *out = NULL;
    bool has_miner = false, has_sector = false, has_sectors = false;
    const cli_option options[] = {
        {"size", CLI_SIZE, &order.sector_bytes, NULL, "S", "sector size", 0},
        {"seed", CLI_COUNT, &order.seed, NULL, "N", "of all pseudorandom choices", 0},
        {"out", CLI_FOLDER, &out, NULL, "DIR", "folder for vanilla-0.bin, ... and meta.json, made if not there", 0},
        {"miner", CLI_COUNT, &order.miner, &has_miner, "N", "PoSt: actor number of the miner", 0},
        {"sector", CLI_COUNT, &order.sector, &has_sector, "N", "PoSt: number of the first sector", 0},
        {"sectors", CLI_COUNT, &order.sectors, &has_sectors, "N", "window PoSt: how many sectors", 0},
        {"api-version", CLI_STRING, &order.api_version, NULL, "V", "PoSt: 1.0.0, 1.1.0 or 1.2.0", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], &order.kind, 1, 1, &exit_status)) {
        return exit_status;
    }
    const bool is_post = strcmp(order.kind, "winning") == 0 || strcmp(order.kind, "window") == 0;
    if (out == NULL || order.sector_bytes == 0 || (is_post && (!has_miner || !has_sector))) {
        return cli_usage(cli, "--size and --out are needed, for PoSt also --miner and --sector");
    }
    if (!is_post && (has_miner || has_sector || has_sectors || order.api_version != NULL)) {
        return cli_usage(cli, "--miner, --sector, --sectors and --api-version belong to winning and window");
    }
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sluice_vanilla_synth(cli->context, &order, out, &cli->err);
    }
    cli_progress_end(cli);
    if (status != SLUICE_OK) {
        return cli_fail(cli, status);
    }
    if (!cli->json) {
        (void)printf("%s/meta.json\n", out);
        return CLI_OK;
    }
    sl_json json;
    sl_json_open(&json, stdout);
    sl_json_object_begin(&json, NULL);
    sl_json_string(&json, "folder", out);
    sl_json_object_end(&json);
    status = sl_json_close(&json, &cli->err);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
