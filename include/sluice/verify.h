// SPDX-License-Identifier: MIT OR Apache-2.0
/* Verifying from public data alone. */
#ifndef SLUICE_VERIFY_H
#define SLUICE_VERIFY_H

#include <sluice/input.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_vk sluice_vk;

/* A .vk file, or the head of a .params file. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_vk_open(sluice_context *context, sluice_vk **out, const char *path,
                                                         sluice_error *err);
SLUICE_API void sluice_vk_close(sluice_vk *vk);

/*
 * SLUICE_OK: valid. SLUICE_E_PROOF_INVALID: the pairing equation does not hold. Anything else: the question could not
 * be asked (wrong length, bad encoding, wrong number of inputs). partition -1: all, and proof_bytes is 192 times their
 * number.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_verify(const sluice_input *input, const sluice_vk *vk, int partition,
                                                        const uint8_t *proof, size_t proof_bytes, sluice_error *err);

/* The same for given public inputs: partitions_n lists of inputs_n values of 32 bytes, one after the other. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_verify_publics(const sluice_vk *vk, const uint8_t *publics,
                                                                size_t partitions_n, size_t inputs_n,
                                                                const uint8_t *proof, size_t proof_bytes,
                                                                sluice_error *err);

#ifdef __cplusplus
}
#endif
#endif
