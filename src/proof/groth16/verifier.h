// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Verification (spec 1.5), one proof or many proofs of one key at once.
 *
 * A verifier is a verifying key with its pairing lines prepared. It copies what it needs from the key, does not change
 * after it was opened, and may be used by any number of threads.
 */
#ifndef SL_PROOF_GROTH16_VERIFIER_H
#define SL_PROOF_GROTH16_VERIFIER_H

#include "proof/groth16/proof.h"
#include "proof/groth16/vk.h"

typedef struct sl_verifier sl_verifier;

SL_NODISCARD sluice_status sl_verifier_open(sl_verifier **out, const sl_vk *vk, sluice_error *err);
void sl_verifier_close(sl_verifier *verifier); /* accepts NULL */
/* Public inputs of a proof, ONE not counted. */
size_t sl_verifier_inputs_n(const sl_verifier *verifier);

/* A proof and the public inputs that it is for, ONE not among them. */
typedef struct sl_claim {
    sl_proof proof; /* points in their subgroups, as sl_proof_read leaves them */
    const sl_fr *inputs;
    size_t inputs_n;
} sl_claim;

/*
 * SLUICE_OK if every claim holds. SLUICE_E_MISMATCH, before any pairing, for a wrong number of inputs;
 * SLUICE_E_PROOF_INVALID, with the index of the first bad claim where there are several, if one does not hold.
 *
 * Several claims are checked as one random combination, with coefficients of 128 bits from the operating system's
 * generator (its failure is SLUICE_E_RANDOM): a false claim passes with probability 2^-128.
 */
SL_NODISCARD sluice_status sl_verifier_check(const sl_verifier *verifier, const sl_claim *claims, size_t claims_n,
                                             sluice_error *err);

#endif
