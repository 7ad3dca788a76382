// SPDX-License-Identifier: MIT OR Apache-2.0
/* PoSt of 2 KiB sectors from vanilla proofs to verified bytes, against the reference's proofs. */
#include "engine/engine_case.h"

#define KEY "w.params"

/* r and s of a proof in the vectors. */
static void rs_read(uint8_t rs[64], const char *name) {
    char path[128];
    size_t n;
    (void)snprintf(path, sizeof path, "filecoin/proofs/window-2KiB-2sectors-v1.%s.json", name);
    char *json = (char *)sl_test_vector_read(path, &n);
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(json, i == 0 ? "\"r\": \"" : "\"s\": \"");
        SL_CHECK(at != NULL);
        sl_test_unhex(rs + 32 * (size_t)i, 32, at + 6);
    }
    free(json);
}

SL_TEST(given_blinding) {
    static const char *const names[] = {"r0-s0", "r2-s3", "random"};
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_two_sectors, KEY, NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        uint8_t rs[64];
        size_t n;
        char full[64];
        rs_read(rs, names[i]);
        uint8_t *proof = engine_prove(&e, -1, rs, &n);
        (void)snprintf(full, sizeof full, "window-2KiB-2sectors-v1.%s", names[i]);
        engine_check_proof(full, proof, n);
        SL_CHECK_OK(engine_verify(&e, window_two_sectors.meta, "w.vk", -1, proof, n));
        SL_CHECK_OK(engine_verify(&e, window_two_sectors.meta, KEY, 0, proof, n));
        SL_CHECK_STATUS(engine_verify(&e, window_padded.meta, "w.vk", -1, proof, n), SLUICE_E_PROOF_INVALID);
        free(proof);
    }
    engine_close(&e);
}

SL_TEST(a_padded_partition) {
    engine_enter();
    engine e = {0};
    size_t n;
    engine_open(&e, &window_padded, KEY, NULL);
    uint8_t *proof = engine_prove(&e, -1, engine_rs, &n);
    engine_check_proof("window-2KiB-1sector-padded-v1_2.r2-s3", proof, n);
    free(proof);
    engine_close(&e);
}

SL_TEST(blinding_must_be_scalars) {
    engine_enter();
    engine e = {0};
    uint8_t rs[64];
    size_t n = 1;
    uint8_t *proof = rs;
    sluice_prove_options options;
    engine_open(&e, &window_two_sectors, KEY, NULL);
    sluice_prove_options_init(&options);
    options.rs = rs;
    static const uint8_t modulus[32] = {1,    0,    0,    0,    0xff, 0xff, 0xff, 0xff, 0xfe, 0x5b, 0xfe,
                                        0xff, 2,    0xa4, 0xbd, 0x53, 5,    0xd8, 0xa1, 9,    8,    0xd8,
                                        0x39, 0x33, 0x48, 0x7d, 0x9d, 0x29, 0x53, 0xa7, 0xed, 0x73};
    for (size_t which = 0; which < 2; which++) {
        memset(rs, 0, sizeof rs);
        memcpy(rs + 32 * which, modulus, 32);
        SL_CHECK_STATUS(sluice_prove(e.input, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_INPUT);
    }
    SL_CHECK(proof == rs && n == 1); /* outputs are written on success only */
    engine_close(&e);
}

SL_TEST(random_blinding_hides) {
    engine_enter();
    engine e = {0};
    size_t n;
    engine_open(&e, &window_two_sectors, KEY, NULL);
    uint8_t *first = engine_prove(&e, -1, NULL, &n);
    uint8_t *second = engine_prove(&e, 0, NULL, &n);
    SL_CHECK_EQ_U64(n, SLUICE_PROOF_BYTES);
    /* A, B and C all differ */
    SL_CHECK(memcmp(first, second, 48) != 0 && memcmp(first + 48, second + 48, 96) != 0 &&
             memcmp(first + 144, second + 144, 48) != 0);
    SL_CHECK_OK(engine_verify(&e, window_two_sectors.meta, "w.vk", -1, first, n));
    SL_CHECK_OK(engine_verify(&e, window_two_sectors.meta, "w.vk", -1, second, n));
    /* valid points, but of two proofs */
    memcpy(first + 144, second + 144, 48);
    SL_CHECK_STATUS(engine_verify(&e, window_two_sectors.meta, "w.vk", -1, first, n), SLUICE_E_PROOF_INVALID);
    free(first);
    free(second);
    engine_close(&e);
}

SL_TEST(two_partitions) {
    engine_enter();
    engine e = {0};
    size_t n, one_n;
    const char *meta = window_two_partitions.meta;
    engine_open(&e, &window_two_partitions, KEY, NULL);
    SL_CHECK_EQ_U64(sluice_input_partitions(e.input), 2);
    uint8_t *both = engine_prove(&e, -1, engine_rs, &n);
    engine_check_proof("window-2KiB-3sectors-2partitions-v1_2.r2-s3", both, n);
    uint8_t *second = engine_prove(&e, 1, engine_rs, &one_n);
    SL_CHECK_EQ_U64(one_n, SLUICE_PROOF_BYTES);
    SL_CHECK_MEM(second, both + SLUICE_PROOF_BYTES, SLUICE_PROOF_BYTES);
    SL_CHECK_OK(engine_verify(&e, meta, "w.vk", -1, both, n));
    SL_CHECK_OK(engine_verify(&e, meta, "w.vk", 0, both, one_n));
    SL_CHECK_OK(engine_verify(&e, meta, "w.vk", 1, second, one_n));
    SL_CHECK_STATUS(engine_verify(&e, meta, "w.vk", 0, second, one_n), SLUICE_E_PROOF_INVALID);
    SL_CHECK_STATUS(engine_verify(&e, meta, "w.vk", 1, both, one_n), SLUICE_E_PROOF_INVALID);
    /* the second half proven, the first half twice: a combined check must see it */
    memcpy(both, second, SLUICE_PROOF_BYTES);
    SL_CHECK_STATUS(engine_verify(&e, meta, "w.vk", -1, both, n), SLUICE_E_PROOF_INVALID);
    SL_CHECK_STATUS(engine_verify(&e, meta, "w.vk", 2, second, one_n), SLUICE_E_USAGE);
    SL_CHECK_STATUS(engine_verify(&e, meta, "w.vk", -2, second, one_n), SLUICE_E_USAGE);
    free(both);
    free(second);
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    for (int partition = -3; partition < 4; partition += 5) {
        options.partition = partition;
        SL_CHECK_STATUS(sluice_prove(e.input, e.key, &options, &both, &n, NULL, &err), SLUICE_E_USAGE);
    }
    engine_close(&e);
}

SL_TEST(lengths_and_encodings_are_not_answers) {
    engine_enter();
    engine e = {0};
    size_t n;
    SL_CHECK_OK(sluice_context_open(&e.context, NULL, &err));
    uint8_t *proof = sl_test_vector_read("filecoin/proofs/window-2KiB-2sectors-v1.r2-s3.proof", &n);
    static const char vk[] = FILECOIN "keys/window-2KiB-seed1.vk";
    SL_CHECK_OK(engine_verify(&e, window_two_sectors.meta, vk, -1, proof, n));
    for (size_t length = 0; length < n; length += 47) {
        const sluice_status status = engine_verify(&e, window_two_sectors.meta, vk, -1, proof, length);
        SL_CHECK_MSG(sluice_status_exit(status) == 3, "%zu bytes: %s", length, sluice_status_name(status));
    }
    SL_CHECK(sluice_status_exit(engine_verify(&e, window_two_partitions.meta, vk, -1, proof, n)) == 3);
    /* flags of A, B and C; a coordinate beyond the modulus */
    static const size_t at[] = {0, 48, 144};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        const uint8_t kept = proof[at[i]];
        proof[at[i]] &= 0x7f;
        SL_CHECK(sluice_status_exit(engine_verify(&e, window_two_sectors.meta, vk, -1, proof, n)) == 3);
        proof[at[i]] = 0x9f;
        SL_CHECK(sluice_status_exit(engine_verify(&e, window_two_sectors.meta, vk, -1, proof, n)) == 3);
        proof[at[i]] = kept ^ 0x20; /* the other root: a point of the group, so the answer is no */
        SL_CHECK_STATUS(engine_verify(&e, window_two_sectors.meta, vk, -1, proof, n), SLUICE_E_PROOF_INVALID);
        proof[at[i]] = kept;
    }
    free(proof);
    engine_close(&e);
}

SL_TEST(publics_are_derived_from_the_public_part) {
    engine e = {0};
    SL_CHECK_OK(sluice_context_open(&e.context, NULL, &err));
    SL_CHECK_OK(sluice_input_open_meta(e.context, &e.input, window_two_partitions.meta, &err));
    SL_CHECK(!sluice_input_can_prove(e.input));
    SL_CHECK(strcmp(sluice_input_circuit(e.input), "window-2KiB") == 0);
    size_t json_n;
    char *json =
        (char *)sl_test_vector_read("filecoin/post/window-2KiB-3sectors-2partitions-v1_2/public_inputs.json", &json_n);
    const char *quote = json;
    uint8_t all[2 * 22 * 32];
    for (unsigned k = 0; k < 2; k++) {
        uint8_t *const values = all + (size_t)k * 22 * 32;
        SL_CHECK_EQ_U64(sluice_input_publics_n(e.input), 22);
        SL_CHECK_OK(sluice_input_publics(e.input, k, values, &err));
        for (size_t i = 0; i < 22; i++) {
            uint8_t want[32];
            quote = strchr(quote, '"');
            SL_CHECK(quote != NULL);
            sl_test_unhex(want, sizeof want, quote + 1);
            SL_CHECK_MSG(memcmp(want, values + 32 * i, 32) == 0, "partition %u: public input %zu differs", k, i);
            quote += 66;
        }
    }
    free(json);
    uint8_t others[22 * 32];
    size_t n = 0;
    SL_CHECK_STATUS(sluice_input_publics(e.input, 2, others, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sluice_input_publics(e.input, UINT32_MAX, others, &err), SLUICE_E_USAGE);

    sluice_vk *vk;
    uint8_t *proof = sl_test_vector_read("filecoin/proofs/window-2KiB-3sectors-2partitions-v1_2.r2-s3.proof", &n);
    SL_CHECK_OK(sluice_vk_open(e.context, &vk, FILECOIN "keys/window-2KiB-seed1.vk", &err));
    SL_CHECK_OK(sluice_verify_publics(vk, all, 2, 22, proof, n, &err));
    SL_CHECK_STATUS(sluice_verify_publics(vk, all + 22 * 32, 1, 22, proof, n / 2, &err), SLUICE_E_PROOF_INVALID);
    SL_CHECK(sluice_status_exit(sluice_verify_publics(vk, all, 2, 21, proof, n, &err)) == 3);
    SL_CHECK(sluice_status_exit(sluice_verify_publics(vk, all, 1, 22, proof, n, &err)) == 3);
    SL_CHECK_STATUS(sluice_verify_publics(vk, all, 0, 22, proof, 0, &err),
                    SLUICE_E_USAGE); /* no proof proves nothing */
    memset(all, 0xff, 32);
    SL_CHECK_STATUS(sluice_verify_publics(vk, all, 2, 22, proof, n, &err), SLUICE_E_INPUT);
    free(proof);
    sluice_vk_close(vk);
    engine_close(&e);
}

SL_TEST(what_does_not_belong_together) {
    engine_enter();
    engine e = {0};
    engine_open(&e, &window_two_sectors, KEY, NULL);
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    uint8_t *proof = NULL;
    size_t n = 0;

    sluice_key *no_circuit;
    SL_CHECK_OK(sluice_key_open(e.context, &no_circuit, KEY, NULL, &err));
    SL_CHECK_STATUS(sluice_prove(e.input, no_circuit, &options, &proof, &n, NULL, &err), SLUICE_E_MISMATCH);
    sluice_key_close(no_circuit);

    sluice_circuit *other;
    sluice_key *wrong;
    SL_CHECK_OK(sluice_circuit_open(e.context, &other, "winning-2k", &err));
    SL_CHECK(strcmp(sluice_circuit_name(other), "winning-2KiB") == 0);
    SL_CHECK_STATUS(sluice_key_open(e.context, &wrong, KEY, other, &err), SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, "winning-2KiB") != NULL && strstr(err.text, "ic") != NULL &&
                     strstr(err.text, "133") != NULL && strstr(err.text, "23") != NULL,
                 "%s", err.text);
    sluice_circuit_close(other);

    sluice_input *winner;
    SL_CHECK_OK(
        sluice_input_open_vanilla(e.context, &winner, winning.vanilla, winning.vanilla_n, winning.meta, NULL, &err));
    SL_CHECK_STATUS(sluice_prove(winner, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_MISMATCH);
    sluice_input_close(winner);

    sluice_input *meta;
    SL_CHECK_OK(sluice_input_open_meta(e.context, &meta, window_two_sectors.meta, &err));
    SL_CHECK_STATUS(sluice_prove(meta, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_USAGE);
    uint8_t digest[32];
    uint64_t values_n;
    SL_CHECK_STATUS(sluice_witness_digest(meta, 0, NULL, digest, &values_n, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sluice_witness_check(meta, 0, &err), SLUICE_E_USAGE);
    sluice_c1_info info;
    SL_CHECK_STATUS(sluice_c1_info_get(meta, &info, &err), SLUICE_E_USAGE);
    sluice_input_close(meta);

    sluice_input *input;
    SL_CHECK(sluice_status_exit(sluice_input_open_vanilla(e.context, &input, window_two_sectors.vanilla, 1,
                                                          window_two_sectors.meta, NULL, &err)) != 0);
    const char *swapped[] = {window_two_sectors.vanilla[1], window_two_sectors.vanilla[0]};
    SL_CHECK(sluice_status_exit(
                 sluice_input_open_vanilla(e.context, &input, swapped, 2, window_two_sectors.meta, NULL, &err)) == 3);
    SL_CHECK_STATUS(sluice_input_open_vanilla(e.context, &input, swapped, 2, FILECOIN "porep/2KiB-v1_1-seed1/meta.json",
                                              NULL, &err),
                    SLUICE_E_USAGE);
    SL_CHECK_STATUS(sluice_input_open_meta(e.context, &input, "missing.json", &err), SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sluice_input_open_meta(e.context, &input, NULL, &err), SLUICE_E_USAGE);

    /* another circuit's verifying key, another key of the same circuit */
    uint8_t *good = sl_test_vector_read("filecoin/proofs/window-2KiB-2sectors-v1.r2-s3.proof", &n);
    const sluice_status status =
        engine_verify(&e, window_two_sectors.meta, FILECOIN "keys/winning-2KiB-seed1.vk", -1, good, n);
    SL_CHECK_MSG(sluice_status_exit(status) == 3, "%s", sluice_status_name(status));
    uint8_t seed[32] = {1};
    sluice_key_result result;
    SL_CHECK_OK(sluice_key_generate(e.circuit, "o.params", &(sluice_key_secrets){.seed = seed}, &result, &err));
    SL_CHECK_STATUS(engine_verify(&e, window_two_sectors.meta, "o.vk", -1, good, n), SLUICE_E_PROOF_INVALID);
    free(good);
    options.struct_size = 0;
    SL_CHECK_STATUS(sluice_prove(e.input, e.key, &options, &proof, &n, NULL, &err), SLUICE_E_USAGE);
    SL_CHECK(proof == NULL);
    engine_close(&e);
}

SL_TEST_FULL(winning_sector) {
    engine_enter();
    engine e = {0};
    size_t n;
    engine_open(&e, &winning, KEY, NULL);
    SL_CHECK(strcmp(sluice_input_circuit(e.input), "winning-2KiB") == 0);
    uint8_t *proof = engine_prove(&e, -1, engine_rs, &n);
    engine_check_proof("winning-2KiB.r2-s3", proof, n);
    SL_CHECK_OK(engine_verify(&e, winning.meta, FILECOIN "keys/winning-2KiB-seed1.vk", -1, proof, n));
    free(proof);
    engine_close(&e);
}
