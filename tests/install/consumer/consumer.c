// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A program of somebody else: verifies a proof and prints the digest of a small circuit.
 *
 *     consumer META VK PROOF
 */
#include <sluice/sluice.h>

#include <stdio.h>

int main(int argc, char **argv) {
    uint8_t proof[SLUICE_PROOF_BYTES], digest[32];
    FILE *file = argc == 4 ? fopen(argv[3], "rb") : NULL;
    if (file == NULL || fread(proof, 1, sizeof proof, file) != sizeof proof) {
        (void)fprintf(stderr, "usage: %s META VK PROOF\n", argv[0]);
        return 2;
    }
    (void)fclose(file);

    sluice_options options;
    sluice_options_init(&options);
    options.threads = 1;
    sluice_error err = {SLUICE_OK, 0, NULL, ""};
    sluice_context *context = NULL;
    sluice_circuit *circuit = NULL;
    sluice_input *input = NULL;
    sluice_vk *vk = NULL;
    sluice_status status = sluice_context_open(&context, &options, &err);
    if (status == SLUICE_OK) {
        status = sluice_circuit_open(context, &circuit, "gadget-poseidon-2", &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_circuit_digest(circuit, digest, &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_input_open_meta(context, &input, argv[1], &err);
    }
    if (status == SLUICE_OK) {
        status = sluice_vk_open(context, &vk, argv[2], &err);
    }
    if (status == SLUICE_OK) {
        for (size_t i = 0; i < sizeof digest; i++) {
            (void)printf("%02x", digest[i]);
        }
        (void)printf("\n");
        status = sluice_verify(input, vk, -1, proof, sizeof proof, &err);
    }
    if (status == SLUICE_OK) {
        (void)printf("%s %s: valid\n", sluice_version(), sluice_input_circuit(input));
    } else {
        (void)fprintf(stderr, "%s: %s\n", sluice_status_name(status), err.text);
    }
    sluice_vk_close(vk);
    sluice_input_close(input);
    sluice_circuit_close(circuit);
    sluice_context_close(context);
    return sluice_status_exit(status);
}
