// SPDX-License-Identifier: MIT OR Apache-2.0
/* witness, publics, circuit check: what an input turns into before anything is proven. */
#include <inttypes.h>
#include <stdio.h>

#include "core/mem/buf.h"
#include "sluice/verbs.h"

/* What the three verbs share: [NAME] INPUT [--partition K]. */
typedef struct witness_request {
    cli_input in;
    const char *name, *out;
} witness_request;

static bool request_parse(cli_state *cli, int argc, char **argv, witness_request *request, bool with_out,
                          int *exit_status) {
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(request->in),
        CLI_PARTITION_OPTION(request->in),
        {"out", CLI_FILE, &request->out, NULL, "F", "all values, 32 bytes each", 0},
    };
    const size_t n = sizeof options / sizeof options[0] - (with_out ? 0 : 1);
    if (!cli_parse(cli, argc, argv, options, n, &request->name, 0, 1, exit_status)) {
        return false;
    }
    return cli_input_check(cli, &request->in, true, exit_status) && cli_out_check(cli, request->out, exit_status);
}

static sluice_status request_open(cli_state *cli, const witness_request *request, bool need_witness, bool unchecked,
                                  sluice_input **out) {
    SL_TRY(cli_context_open(cli));
    sluice_input *input;
    SL_TRY(cli_input_open(cli, &request->in, request->name, need_witness, unchecked, &input));
    const unsigned n = sluice_input_partitions(input);
    if (request->in.partition >= n) {
        sluice_input_close(input);
        return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--partition %" PRIu64 ": the input has %u partitions, from 0",
                       request->in.partition, n);
    }
    *out = input;
    return SLUICE_OK;
}

int verb_witness(cli_state *cli, int argc, char **argv) {
    witness_request request = {0};
    int exit_status;
    if (!request_parse(cli, argc, argv, &request, true, &exit_status)) {
        return exit_status;
    }
    sluice_input *input = NULL;
    uint8_t digest[32];
    uint64_t values_n = 0;
    sluice_status status = request_open(cli, &request, true, false, &input);
    if (status == SLUICE_OK) {
        status =
            sluice_witness_digest(input, (unsigned)request.in.partition, request.out, digest, &values_n, &cli->err);
    }
    if (status == SLUICE_OK) {
        char hex[65];
        cli_hex(hex, digest, sizeof digest);
        if (cli->json) {
            sl_json json;
            sl_json_open(&json, stdout);
            sl_json_object_begin(&json, NULL);
            sl_json_string(&json, "circuit", sluice_input_circuit(input));
            sl_json_u64(&json, "partition", request.in.partition);
            sl_json_u64(&json, "values", values_n);
            sl_json_string(&json, "sha256", hex);
            sl_json_object_end(&json);
            status = sl_json_close(&json, &cli->err);
        } else if (cli_facts(cli, request.out) != NULL) {
            (void)fprintf(cli_facts(cli, request.out), "%s\n", hex);
        }
    }
    sluice_input_close(input);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

int verb_circuit_check(cli_state *cli, int argc, char **argv) {
    witness_request request = {0};
    int exit_status;
    if (!request_parse(cli, argc, argv, &request, false, &exit_status)) {
        return exit_status;
    }
    sluice_input *input = NULL;
    sluice_status status = request_open(cli, &request, true, true, &input);
    if (status == SLUICE_OK) {
        status = sluice_witness_check(input, (unsigned)request.in.partition, &cli->err);
    }
    if (status == SLUICE_OK || status == SLUICE_E_UNSATISFIED) {
        if (cli->json) {
            sl_json json;
            sl_json_open(&json, stdout);
            sl_json_object_begin(&json, NULL);
            sl_json_string(&json, "circuit", sluice_input_circuit(input));
            sl_json_u64(&json, "partition", request.in.partition);
            sl_json_bool(&json, "satisfied", status == SLUICE_OK);
            if (status != SLUICE_OK) {
                sl_json_string(&json, "row", cli->err.text);
            }
            sl_json_object_end(&json);
            const sluice_status written = sl_json_close(&json, &cli->err);
            status = written == SLUICE_OK ? status : written;
        } else {
            (void)printf("%s\n", status == SLUICE_OK ? "satisfied" : cli->err.text);
        }
    }
    sluice_input_close(input);
    if (status == SLUICE_E_UNSATISFIED) {
        return CLI_NO;
    }
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

/* The public inputs of a partition, for which `values` has room. */
static sluice_status publics_print(cli_state *cli, const sluice_input *input, unsigned partition, uint8_t *values) {
    SL_TRY(sluice_input_publics(input, partition, values, &cli->err));
    sl_json json;
    if (cli->json) {
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_u64(&json, "partition", partition);
        sl_json_array_begin(&json, "publics");
    }
    for (size_t i = 0; i < sluice_input_publics_n(input); i++) {
        char hex[65];
        cli_hex(hex, values + 32 * i, 32);
        if (cli->json) {
            sl_json_string(&json, NULL, hex);
        } else {
            (void)printf("%s\n", hex);
        }
    }
    if (cli->json) {
        sl_json_array_end(&json);
        sl_json_object_end(&json);
        return sl_json_close(&json, &cli->err);
    }
    return SLUICE_OK;
}

int verb_publics(cli_state *cli, int argc, char **argv) {
    witness_request request = {0};
    int exit_status;
    if (!request_parse(cli, argc, argv, &request, false, &exit_status)) {
        return exit_status;
    }
    sluice_input *input = NULL;
    sl_buf values = SL_BUF_EMPTY;
    sluice_status status = request_open(cli, &request, false, false, &input);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&values, sluice_input_publics_n(input), 32, "public inputs", &cli->err);
    }
    if (status == SLUICE_OK) {
        const unsigned first = request.in.has_partition ? (unsigned)request.in.partition : 0;
        const unsigned end = request.in.has_partition ? first + 1 : sluice_input_partitions(input);
        for (unsigned k = first; status == SLUICE_OK && k < end; k++) {
            if (k != first && !cli->json) {
                (void)printf("\n");
            }
            status = publics_print(cli, input, k, values.data);
        }
    }
    sl_buf_release(&values);
    sluice_input_close(input);
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
