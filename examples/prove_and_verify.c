// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proves a C1 file and verifies the proof from its public part alone.
 *
 *     prove_and_verify C1.json KEY.params
 */
#include <stdio.h>
#include <stdlib.h>

#include <sluice/sluice.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        (void)fprintf(stderr, "usage: %s C1 PARAMS\n", argv[0]);
        return 2;
    }
    sluice_error err;
    sluice_context *context = NULL;
    sluice_input *input = NULL;
    sluice_circuit *circuit = NULL;
    sluice_key *key = NULL;
    sluice_vk *vk = NULL;
    uint8_t *proof = NULL;
    size_t proof_bytes = 0;

    /* Each step needs the one before; the first failure ends the chain with its text in err. */
    sluice_status status = sluice_context_open(&context, NULL, &err);
    if (status == SLUICE_OK) {
        status = sluice_input_open_c1(context, &input, argv[1], NULL, &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(context, &circuit, sluice_input_circuit(input), &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_key_open(context, &key, argv[2], circuit, &err);
    }
    if (status == SLUICE_OK) {
        sluice_prove_options options;
        sluice_prove_options_init(&options);
        status = sluice_prove(input, key, &options, &proof, &proof_bytes, NULL, &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_vk_open(context, &vk, argv[2], &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_verify(input, vk, -1, proof, proof_bytes, &err);
    }
    if (status == SLUICE_OK) {
        (void)printf("%s: %zu bytes of proof, valid\n", sluice_input_circuit(input), proof_bytes);
    } else {
        (void)fprintf(stderr, "%s: %s\n", sluice_status_name(status), err.text);
    }

    free(proof);
    sluice_vk_close(vk);
    sluice_key_close(key);
    sluice_circuit_close(circuit);
    sluice_input_close(input);
    sluice_context_close(context);
    return sluice_status_exit(status);
}
