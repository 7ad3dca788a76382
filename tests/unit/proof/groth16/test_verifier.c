// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/random.h"
#include "filecoin_cases.h"

SL_TEST(reference_proofs) {
    sluice_error err;
    for (size_t i = 0; i < SL_ARRAY_N(filecoin_cases); i++) {
        filecoin_case_data data;
        sl_verifier *verifier;
        filecoin_case_read(&data, &filecoin_cases[i]);
        SL_CHECK_OK(sl_verifier_open(&verifier, &data.vk, &err));
        SL_CHECK_EQ_U64(sl_verifier_inputs_n(verifier), data.inputs_n);
        SL_CHECK_OK(sl_verifier_check(verifier, data.claims, data.claims_n, &err));

        /* any input changed */
        const sl_fr one = sl_fr_one();
        const size_t at[] = {0, data.inputs_n / 2, data.inputs_n - 1};
        for (size_t k = 0; k < SL_ARRAY_N(at); k++) {
            sl_fr *input = &data.inputs[data.claims_n - 1][at[k]];
            sl_fr_add(input, input, &one);
            SL_CHECK_STATUS(sl_verifier_check(verifier, data.claims, data.claims_n, &err), SLUICE_E_PROOF_INVALID);
            sl_fr_sub(input, input, &one);
        }
        /* any element negated */
        for (int element = 0; element < 3; element++) {
            sl_claim claim = data.claims[0];
            if (element == 0) {
                sl_g1_affine_neg(&claim.proof.a, &claim.proof.a);
            } else if (element == 1) {
                sl_g2_affine_neg(&claim.proof.b, &claim.proof.b);
            } else {
                sl_g1_affine_neg(&claim.proof.c, &claim.proof.c);
            }
            SL_CHECK_STATUS(sl_verifier_check(verifier, &claim, 1, &err), SLUICE_E_PROOF_INVALID);
        }
        sl_verifier_close(verifier);
        sl_vk_release(&data.vk);
    }
}

SL_TEST(other_keys_reject) {
    sluice_error err;
    filecoin_case_data data;
    filecoin_case_read(&data, &filecoin_cases[2]);
    sl_vk others[4] = {data.vk, data.vk, data.vk, data.vk};
    others[0].gamma_g2 = data.vk.delta_g2;
    others[1].delta_g2 = data.vk.gamma_g2;
    others[2].beta_g2 = data.vk.gamma_g2;
    others[3].alpha_g1 = data.vk.beta_g1;
    for (size_t i = 0; i < SL_ARRAY_N(others); i++) {
        sl_verifier *verifier;
        SL_CHECK_OK(sl_verifier_open(&verifier, &others[i], &err));
        SL_CHECK_STATUS(sl_verifier_check(verifier, data.claims, 1, &err), SLUICE_E_PROOF_INVALID);
        sl_verifier_close(verifier);
    }
    sl_vk_release(&data.vk);
}

SL_TEST(wrong_number_of_inputs) {
    sluice_error err;
    filecoin_case_data data;
    sl_verifier *verifier;
    filecoin_case_read(&data, &filecoin_cases[2]);
    SL_CHECK_OK(sl_verifier_open(&verifier, &data.vk, &err));
    sl_claim claim = data.claims[0];
    const size_t wrong[] = {0, data.inputs_n - 1, data.inputs_n + 1};
    for (size_t i = 0; i < SL_ARRAY_N(wrong); i++) {
        claim.inputs_n = wrong[i];
        SL_CHECK_STATUS(sl_verifier_check(verifier, &claim, 1, &err), SLUICE_E_MISMATCH);
        SL_CHECK(strstr(err.text, "22 public inputs") != NULL);
    }
    SL_CHECK_OK(sl_verifier_check(verifier, NULL, 0, &err));
    sl_verifier_close(verifier);
    sl_vk_release(&data.vk);
}

SL_TEST(batches) {
    sluice_error err;
    filecoin_case_data one;
    filecoin_case_data two;
    sl_verifier *verifier;
    filecoin_case_read(&one, &filecoin_cases[4]);
    filecoin_case_read(&two, &filecoin_cases[6]);
    SL_CHECK_OK(sl_verifier_open(&verifier, &one.vk, &err));
    /* more claims than the pairing takes in one group */
    sl_claim claims[19];
    for (size_t i = 0; i < SL_ARRAY_N(claims); i++) {
        claims[i] = i % 3 == 0 ? one.claims[0] : two.claims[i % 3 - 1];
    }
    SL_CHECK_OK(sl_verifier_check(verifier, claims, SL_ARRAY_N(claims), &err));
    /* swapped partitions */
    const sl_claim swapped[2] = {{two.proofs[1], two.inputs[0], two.inputs_n},
                                 {two.proofs[0], two.inputs[1], two.inputs_n}};
    SL_CHECK_STATUS(sl_verifier_check(verifier, swapped, 2, &err), SLUICE_E_PROOF_INVALID);
    SL_CHECK_MSG(strncmp(err.text, "proof 0: ", 9) == 0, "%s", err.text);
    /* two wrong claims whose errors cancel without coefficients: C1 + D and C2 - D */
    sl_claim pair[2] = {claims[0], claims[0]};
    sl_g1 c;
    sl_g1_affine d = two.proofs[0].c;
    sl_g1_from_affine(&c, &pair[0].proof.c);
    sl_g1_add_affine(&c, &c, &d);
    sl_g1_to_affine_vt(&pair[0].proof.c, &c);
    sl_g1_affine_neg(&d, &d);
    sl_g1_from_affine(&c, &pair[1].proof.c);
    sl_g1_add_affine(&c, &c, &d);
    sl_g1_to_affine_vt(&pair[1].proof.c, &c);
    SL_CHECK_STATUS(sl_verifier_check(verifier, pair, 2, &err), SLUICE_E_PROOF_INVALID);
    /* the index of the first bad one */
    claims[17].proof = two.proofs[0];
    claims[18].inputs = one.inputs[0];
    SL_CHECK_STATUS(sl_verifier_check(verifier, claims, SL_ARRAY_N(claims), &err), SLUICE_E_PROOF_INVALID);
    SL_CHECK_MSG(strncmp(err.text, "proof 17: ", 10) == 0, "%s", err.text);
    claims[5].inputs_n--;
    SL_CHECK_STATUS(sl_verifier_check(verifier, claims, SL_ARRAY_N(claims), &err), SLUICE_E_MISMATCH);
    sl_verifier_close(verifier);
    sl_vk_release(&one.vk);
    sl_vk_release(&two.vk);
}

SL_TEST(failures_are_statuses) {
    sluice_error err;
    filecoin_case_data data;
    sl_verifier *verifier;
    filecoin_case_read(&data, &filecoin_cases[6]);
    const size_t live = sl_mem_live();
    sl_mem_fail_after(0);
    SL_CHECK_STATUS(sl_verifier_open(&verifier, &data.vk, &err), SLUICE_E_NO_MEMORY);
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK_OK(sl_verifier_open(&verifier, &data.vk, &err));
    const size_t open = sl_mem_live();
    size_t n = 0;
    sluice_status status;
    do {
        sl_mem_fail_after(n++);
        status = sl_verifier_check(verifier, data.claims, 2, &err);
        SL_CHECK(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY);
        SL_CHECK_EQ_U64(sl_mem_live(), open);
    } while (status != SLUICE_OK);
    SL_CHECK(n > 3);
    sl_mem_fail_after(SIZE_MAX);
    for (size_t i = 0; i < 2; i++) {
        sl_random_fail_after(i);
        SL_CHECK_STATUS(sl_verifier_check(verifier, data.claims, 2, &err), SLUICE_E_RANDOM);
    }
    sl_random_fail_after(SIZE_MAX);
    sl_verifier_close(verifier);
    sl_vk_release(&data.vk);
    SL_CHECK(sl_mem_live() < live);
}

/* Sums over many inputs take other windows: against the plain sum, by a claim that holds by construction. */
SL_TEST(many_inputs) {
    sluice_error err;
    filecoin_case_data data;
    filecoin_case_read(&data, &filecoin_cases[2]);
#ifdef SL_SANITIZED
    const size_t sizes[] = {1, 2, 3, 30, 150};
#else
    const size_t sizes[] = {1, 2, 3, 30, 200, 1500};
#endif
    for (size_t k = 0; k < SL_ARRAY_N(sizes); k++) {
        const size_t n = sizes[k];
        sl_vk vk = data.vk;
        sl_verifier *verifier;
        sl_fr *inputs = malloc(n * sizeof *inputs);
        sl_g1_affine *ic = malloc((n + 1) * sizeof *ic);
        sl_g1 acc = sl_g1_identity();
        sl_g1 t;
        /* acc of the true key and claim */
        for (size_t i = 0; i < data.vk.ic_n; i++) {
            sl_g1_from_affine(&t, &data.vk.ic[i]);
            if (i > 0) {
                sl_g1_mul_vt(&t, &t, &data.inputs[0][i - 1]);
            }
            sl_g1_add(&acc, &acc, &t);
        }
        /* another key with the same acc: random points and inputs, ic[0] makes up for them */
        for (size_t i = 0; i < n; i++) {
            uint8_t bytes[SL_FR_BYTES];
            do {
                sl_test_edge_bytes(bytes, sizeof bytes);
                bytes[SL_FR_BYTES - 1] &= 0x7f;
            } while (!sl_fr_from_bytes(&inputs[i], bytes));
            ic[i + 1] = data.vk.ic[i % data.vk.ic_n];
            sl_g1_from_affine(&t, &ic[i + 1]);
            sl_g1_mul_vt(&t, &t, &inputs[i]);
            sl_g1_neg(&t, &t);
            sl_g1_add(&acc, &acc, &t);
        }
        sl_g1_to_affine_vt(&ic[0], &acc);
        vk.ic = ic;
        vk.ic_n = n + 1;
        SL_CHECK_OK(sl_verifier_open(&verifier, &vk, &err));
        sl_claim claim = {data.proofs[0], inputs, n};
        SL_CHECK_OK(sl_verifier_check(verifier, &claim, 1, &err));
        const sl_fr one = sl_fr_one();
        sl_fr_add(&inputs[n - 1], &inputs[n - 1], &one);
        SL_CHECK_STATUS(sl_verifier_check(verifier, &claim, 1, &err), SLUICE_E_PROOF_INVALID);
        sl_verifier_close(verifier);
        free(inputs);
        free(ic);
    }
    sl_vk_release(&data.vk);
}
