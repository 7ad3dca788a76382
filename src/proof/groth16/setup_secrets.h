// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What a key is made from (spec 1.8): two generators and five field elements. Whoever knows them can forge proofs, so
 * keys made here are for tests. Wipe a sl_setup_secrets with sl_setup_secrets_wipe.
 */
#ifndef SL_PROOF_GROTH16_SETUP_SECRETS_H
#define SL_PROOF_GROTH16_SETUP_SECRETS_H

#include "math/curve/g1.h"
#include "math/curve/g2.h"

typedef struct sl_setup_secrets {
    sl_g1_affine g1;
    sl_g2_affine g2;
    sl_fr alpha, beta, gamma, delta, tau;
} sl_setup_secrets;

#define SL_SETUP_SEED_BYTES 32

/*
 * The usual generators, and alpha, beta, gamma, delta, tau in this order from the operating system's generator.
 */
SL_NODISCARD sluice_status sl_setup_secrets_random(sl_setup_secrets *out, sluice_error *err);

/*
 * The usual generators, and alpha, beta, gamma, delta, tau in this order from the ChaCha20 stream (RFC 8439, counter
 * from 0) with key `seed` and the 12 bytes "sluice-setup" as nonce: 32 bytes at a time, little-endian, bit 255 cleared;
 * values that are 0 or not below r are passed over.
 */
void sl_setup_secrets_from_seed(sl_setup_secrets *out, const uint8_t seed[SL_SETUP_SEED_BYTES]);

/*
 * JSON: an object of hexadecimal strings g1 (96 bytes, uncompressed), g2 (192), alpha, beta, gamma, delta, tau (32
 * bytes, little-endian). Points must be on the curve, in the subgroup and not the identity; field elements below r and
 * not 0: else SLUICE_E_INPUT, which names the value. `name` (a path) starts every message.
 */
SL_NODISCARD sluice_status sl_setup_secrets_parse(sl_setup_secrets *out, const uint8_t *json, size_t json_bytes,
                                                  const char *name, sluice_error *err);

/* SLUICE_E_INPUT if a field element is 0, a generator the identity, or tau lies in the domain of size 2^domain_log2. */
SL_NODISCARD sluice_status sl_setup_secrets_check(const sl_setup_secrets *secrets, unsigned domain_log2,
                                                  sluice_error *err);

void sl_setup_secrets_wipe(sl_setup_secrets *secrets);

#endif
