// SPDX-License-Identifier: MIT OR Apache-2.0
/* merge: the proofs of a sector's or deadline's partitions, made one by one, as the one proof that is submitted. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/load.h"
#include "core/sys/file.h"
#include "sluice/verbs.h"

typedef struct merge_request {
    cli_input in;
    cli_list proofs;
    const char *vk, *out;
} merge_request;

/* Proofs of one partition each, one behind the other. */
static sluice_status proofs_read(const merge_request *request, sl_buf *out, sluice_error *err) {
    const cli_list *const files = &request->proofs;
    sl_buf made;
    SL_TRY(sl_buf_alloc_n(&made, files->n, SLUICE_PROOF_BYTES, "proofs", err));
    sluice_status status = SLUICE_OK;
    for (size_t i = 0; status == SLUICE_OK && i < files->n; i++) {
        uint8_t *proof = NULL;
        size_t n;
        status = sl_file_read_all(&proof, &n, files->words[i], SLUICE_PROOF_BYTES, err);
        if (status == SLUICE_OK && n != SLUICE_PROOF_BYTES) {
            status = SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected a proof of %d bytes, found %zu", files->words[i],
                             SLUICE_PROOF_BYTES, n);
        }
        if (status == SLUICE_OK) {
            memcpy((uint8_t *)made.data + i * SLUICE_PROOF_BYTES, proof, n);
        }
        free(proof);
    }
    if (status != SLUICE_OK) {
        sl_buf_release(&made);
        return status;
    }
    *out = made;
    return SLUICE_OK;
}

/* Each by itself, so that a wrong one has a name. */
static sluice_status proofs_check(const merge_request *request, const sluice_input *input, const sluice_vk *vk,
                                  const sl_buf *proofs, sluice_error *err) {
    const unsigned partitions = sluice_input_partitions(input);
    if (request->proofs.n != partitions) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "proofs: expected %u, one for each partition, found %zu", partitions,
                       request->proofs.n);
    }
    for (unsigned k = 0; k < partitions; k++) {
        const uint8_t *const proof = (const uint8_t *)proofs->data + (size_t)k * SLUICE_PROOF_BYTES;
        const sluice_status status = sluice_verify(input, vk, (int)k, proof, SLUICE_PROOF_BYTES, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s: partition %u", request->proofs.words[k], k);
        }
    }
    return SLUICE_OK;
}

static sluice_status merge_run(cli_state *cli, const merge_request *request) {
    sluice_input *input = NULL;
    sluice_vk *vk = NULL;
    sl_buf proofs = SL_BUF_EMPTY;
    sl_outfile out = SL_OUTFILE_CLOSED;
    sluice_status status = cli_context_open(cli);
    if (status == SLUICE_OK) {
        status = sl_outfile_open(&out, request->out, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = cli_input_open(cli, &request->in, NULL, false, false, &input);
    }
    if (status == SLUICE_OK) {
        status = sluice_vk_open(cli->context, &vk, request->vk, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = proofs_read(request, &proofs, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = proofs_check(request, input, vk, &proofs, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_append(&out, proofs.data, proofs.bytes, &cli->err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&out, &cli->err);
    }
    sl_outfile_discard(&out);
    sl_buf_release(&proofs);
    sluice_vk_close(vk);
    sluice_input_close(input);
    return status;
}

int verb_merge(cli_state *cli, int argc, char **argv) {
    merge_request request = {0};
    const cli_option options[] = {
        CLI_INPUT_OPTIONS(request.in),
        {"vk", CLI_FILE, &request.vk, NULL, "V", "verifying key (.vk or .params)", 0},
        {"proofs", CLI_LIST, &request.proofs, NULL, "FILE...", "proofs of the partitions, in order", 0},
        {"out", CLI_FILE, &request.out, NULL, "PROOF", "file to write", 0},
    };
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    if (request.vk == NULL || request.out == NULL || request.proofs.n == 0) {
        return cli_usage(cli, "--vk, --proofs and --out are needed");
    }
    if (!cli_input_check(cli, &request.in, true, &exit_status) || !cli_out_check(cli, request.out, &exit_status)) {
        return exit_status;
    }
    bool taken = cli_input_has_file(&request.in, request.out) || cli_same_file(request.out, request.vk);
    for (size_t i = 0; i < request.proofs.n; i++) {
        taken |= cli_same_file(request.out, request.proofs.words[i]);
    }
    if (taken) {
        return cli_usage(cli, "--out %s: another option names this file", request.out);
    }
    const sluice_status status = merge_run(cli, &request);
    if (status == SLUICE_E_PROOF_INVALID) {
        (void)fprintf(stderr, "sluice merge: %s\n", cli->err.text);
        return CLI_NO;
    }
    if (status != SLUICE_OK) {
        return cli_fail(cli, status);
    }
    if (cli->json) {
        sl_json json;
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_u64(&json, "partitions", request.proofs.n);
        sl_json_bool(&json, "valid", true);
        sl_json_object_end(&json);
        const sluice_status written = sl_json_close(&json, &cli->err);
        return written == SLUICE_OK ? CLI_OK : cli_fail(cli, written);
    }
    if (cli_facts(cli, request.out) != NULL) {
        (void)fprintf(cli_facts(cli, request.out), "%zu partitions, valid\n", request.proofs.n);
    }
    return CLI_OK;
}
