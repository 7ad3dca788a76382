// SPDX-License-Identifier: MIT OR Apache-2.0
/* Circuits of circom, which share nothing with ours: key, proof and verification of their systems and witnesses. */
#include "harness/test.h"
#include "proof/groth16/prover.h"
#include "proof/groth16/setup.h"
#include "proof/groth16/verifier.h"
#include "proof/r1cs/circom.h"

static sluice_error err;

static void check_circuit(const char *name, const char *const *witnesses, size_t witnesses_n) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    char path[64];
    sl_r1cs *r1cs;
    sl_pool *pool;
    sl_params params;
    sl_prover *prover;
    sl_verifier *verifier;
    sl_setup_secrets secrets;
    sl_setup_result result;
    (void)snprintf(path, sizeof path, "r1cs/%s.r1cs", name);
    SL_CHECK_OK(sl_circom_r1cs_read(&r1cs, sl_test_vector_path(path), &err));
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    sl_setup_secrets_from_seed(&secrets, seed);
    const char *key = sl_test_temp_path("circom.params");
    SL_CHECK_OK(sl_setup_run(r1cs, &secrets, key, &sl_kernels_portable, pool, NULL, &result, &err));
    SL_CHECK_OK(sl_params_open(&params, key, &err));
    SL_CHECK_OK(sl_prover_open(&prover, r1cs, &params, &sl_kernels_portable, pool, &err));
    SL_CHECK_OK(sl_verifier_open(&verifier, &params.vk, &err));
    for (size_t i = 0; i < witnesses_n; i++) {
        sl_witness witness;
        sl_proof proof;
        (void)snprintf(path, sizeof path, "r1cs/%s.wtns", witnesses[i]);
        SL_CHECK_OK(sl_circom_witness_read(&witness, r1cs, sl_test_vector_path(path), &err));
        SL_CHECK_OK(sl_prover_prove(prover, &witness, NULL, &proof, &err));
        const sl_claim claim = {proof, witness.inputs + 1, witness.inputs_n - 1};
        SL_CHECK_OK(sl_verifier_check(verifier, &claim, 1, &err));
        sl_fr_dbl(&witness.inputs[1], &witness.inputs[1]);
        SL_CHECK_STATUS(sl_verifier_check(verifier, &claim, 1, &err), SLUICE_E_PROOF_INVALID);
        SL_CHECK_STATUS(sl_prover_prove(prover, &witness, NULL, &proof, &err), SLUICE_E_UNSATISFIED);
        sl_witness_release(&witness);
    }
    sl_verifier_close(verifier);
    sl_prover_close(prover);
    sl_params_close(&params);
    sl_pool_close(pool);
    sl_r1cs_close(r1cs);
}

SL_TEST(product_of_three) {
    check_circuit("mul3", (const char *const[]){"mul3_1"}, 1);
}

SL_TEST_FULL(comparisons_inverses_and_a_hash) {
    check_circuit("mixed", (const char *const[]){"mixed_1"}, 1);
}
