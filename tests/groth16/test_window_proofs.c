// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The WindowPoSt circuit of 2 KiB sectors from end to end against bellperson: the key from given secrets, the five sums
 * and the bytes of proofs with given r and s.
 */
#include "backends/cpu/select.h"
#include "harness/test.h"
#include "math/curve/encoding.h"
#include "math/hash/sha256.h"
#include "proof/circuits/circuits.h"
#include "proof/groth16/fold.h"
#include "proof/groth16/prover.h"
#include "proof/groth16/setup.h"
#include "proof/r1cs/structure.h"

static sluice_error err;

typedef struct window {
    const sl_kernels *kernels;
    sl_pool *pool;
    sl_r1cs *r1cs;
    sl_params params;
    sl_setup_result result;
} window;

/* Key of seed 1: from the secrets behind the reference's key. */
static void window_open(window *w) {
    size_t n;
    uint8_t *json = sl_test_vector_read("filecoin/keys/toxic-seed1.json", &n);
    sl_circuit circuit;
    sl_setup_secrets secrets;
    const char *path = sl_test_temp_path("window.params");
    SL_CHECK_OK(sl_kernels_select(&w->kernels, NULL, &err));
    SL_CHECK_OK(sl_pool_open(&w->pool, 2, &err));
    SL_CHECK_OK(sl_circuit_by_name(&circuit, "window-2KiB", &err));
    SL_CHECK_OK(sl_circuit_shape(&circuit, &w->r1cs, &err));
    SL_CHECK_OK(sl_setup_secrets_parse(&secrets, json, n, "toxic", &err));
    SL_CHECK_OK(sl_setup_run(w->r1cs, &secrets, path, w->kernels, w->pool, NULL, &w->result, &err));
    SL_CHECK_OK(sl_params_open(&w->params, path, &err));
    free(json);
}

static void window_close(window *w) {
    sl_params_close(&w->params);
    sl_r1cs_close(w->r1cs);
    sl_pool_close(w->pool);
}

SL_TEST_FULL(key_equals_the_reference) {
    window w;
    uint8_t want[32];
    window_open(&w);
    sl_test_unhex(want, sizeof want, "8a79181fe9e4ff1a278906164a6b425efe6b5fdc1dab92bf856623726e65d0fc");
    SL_CHECK_MEM(w.result.sha256, want, sizeof want);
    SL_CHECK_EQ_U64(w.result.layout.bytes, 11501496);
    size_t n;
    uint8_t *vk = sl_test_vector_read("filecoin/keys/window-2KiB-seed1.vk", &n);
    SL_CHECK_EQ_U64(n, w.result.layout.vk_bytes);
    SL_CHECK_OK(sl_params_check_vk(&w.params, sl_test_vector_path("filecoin/keys/window-2KiB-seed1.vk"), &err));
    free(vk);
    window_close(&w);
}

/* 23 inputs, ONE first, then the auxiliary wires, 32 bytes each. */
static void witness_read(sl_witness *out, const sl_r1cs *r1cs) {
    size_t n, field = 0;
    uint8_t *bytes = sl_test_vector_read("filecoin/witness/window-2KiB.bin", &n);
    SL_CHECK_OK(sl_witness_alloc(out, r1cs, &err));
    SL_CHECK_EQ_U64(n, (out->inputs_n + out->aux_n) * SL_FR_BYTES);
    for (size_t i = 0; i < out->inputs_n + out->aux_n; i++) {
        const size_t aux = i - out->inputs_n;
        sl_fr v;
        SL_CHECK(sl_fr_from_bytes(&v, bytes + i * SL_FR_BYTES));
        if (i < out->inputs_n) {
            out->inputs[i] = v;
        } else if ((r1cs->wire_types[aux / 64] >> (aux % 64) & 1) != 0) {
            out->fields[field++] = v;
        } else {
            const sl_fr one = sl_fr_one();
            SL_CHECK(sl_fr_is_zero(&v) || sl_fr_eq(&v, &one));
            out->bits[aux / 64] |= (uint64_t)!sl_fr_is_zero(&v) << (aux % 64);
        }
    }
    SL_CHECK_EQ_U64(field, out->fields_n);
    free(bytes);
}

/* The hexadecimal value of `name` in the JSON text. */
static void json_hex(uint8_t *out, size_t n, const char *json, const char *name) {
    char key[16];
    (void)snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(json, key);
    SL_CHECK(at != NULL);
    sl_test_unhex(out, n, strchr(at + strlen(key), '"') + 1);
}

static void check_g1(const char *json, const char *name, const sl_g1_affine *found) {
    uint8_t want[SL_G1_COMPRESSED_BYTES], bytes[SL_G1_COMPRESSED_BYTES];
    json_hex(want, sizeof want, json, name);
    sl_g1_encode_compressed(bytes, found);
    SL_CHECK_MSG(memcmp(want, bytes, sizeof want) == 0, "%s differs", name);
}

static void check_proof(sl_prover *prover, const sl_witness *witness, const char *name) {
    char path[128];
    size_t n;
    (void)snprintf(path, sizeof path, "filecoin/proofs/window-2KiB-2sectors-v1.%s.json", name);
    char *json = (char *)sl_test_vector_read(path, &n);
    uint8_t bytes[SL_G2_COMPRESSED_BYTES], found[SL_PROOF_BYTES];
    sl_fr r, s;
    json_hex(bytes, SL_FR_BYTES, json, "r");
    SL_CHECK(sl_fr_from_bytes(&r, bytes));
    json_hex(bytes, SL_FR_BYTES, json, "s");
    SL_CHECK(sl_fr_from_bytes(&s, bytes));
    sl_prove_sums sums;
    sl_proof proof;
    const sl_prove_options options = {.r = &r, .s = &s, .sums = &sums};
    SL_CHECK_OK(sl_prover_prove(prover, witness, &options, &proof, &err));
    check_g1(json, "a_ans", &sums.a);
    check_g1(json, "b1_ans", &sums.b1);
    check_g1(json, "h_ans", &sums.h);
    check_g1(json, "l_ans", &sums.l);
    json_hex(bytes, SL_G2_COMPRESSED_BYTES, json, "b2_ans");
    sl_g2_encode_compressed(found, &sums.b2);
    SL_CHECK_MEM(found, bytes, SL_G2_COMPRESSED_BYTES);
    free(json);

    (void)snprintf(path, sizeof path, "filecoin/proofs/window-2KiB-2sectors-v1.%s.proof", name);
    uint8_t *want = sl_test_vector_read(path, &n);
    sl_proof_write(found, &proof);
    SL_CHECK(n == SL_PROOF_BYTES);
    SL_CHECK_MEM(found, want, SL_PROOF_BYTES);
    free(want);
}

SL_TEST_FULL(proofs_equal_the_reference) {
    window w;
    sl_witness witness;
    sl_prover *prover;
    window_open(&w);
    witness_read(&witness, w.r1cs);
    SL_CHECK_OK(sl_prover_open(&prover, w.r1cs, &w.params, w.kernels, w.pool, &err));
    check_proof(prover, &witness, "r0-s0");
    check_proof(prover, &witness, "r2-s3");
    check_proof(prover, &witness, "random");
    /* a changed bit of any gadget is named */
    sl_proof proof;
    for (size_t at = 0; at < witness.aux_n; at += 4999) {
        if ((w.r1cs->wire_types[at / 64] >> (at % 64) & 1) == 0) {
            witness.bits[at / 64] ^= UINT64_C(1) << (at % 64);
            SL_CHECK_STATUS(sl_prover_prove(prover, &witness, NULL, &proof, &err), SLUICE_E_UNSATISFIED);
            witness.bits[at / 64] ^= UINT64_C(1) << (at % 64);
        }
    }
    sl_prover_close(prover);
    sl_witness_release(&witness);
    window_close(&w);
}

static void secrets_read(sl_setup_secrets *out) {
    size_t n;
    uint8_t *json = sl_test_vector_read("filecoin/keys/toxic-seed1.json", &n);
    SL_CHECK_OK(sl_setup_secrets_parse(out, json, n, "toxic", &err));
    free(json);
}

/* SHA-256 of the folded key. */
static void fold(const window *w, const sl_setup_secrets *secrets, const char *path, uint8_t sha256[32]) {
    const sl_fold_options options = {.secrets = secrets};
    uint8_t *bytes;
    size_t n;
    SL_CHECK_OK(sl_fold_run(w->r1cs, &w->params, path, &options, w->kernels, w->pool, NULL, &err));
    SL_CHECK_OK(sl_file_read_all(&bytes, &n, path, (size_t)1 << 25, &err));
    sl_sha256_digest(sha256, bytes, n);
    free(bytes);
}

/* The reference's proofs from the folded key, which is the same whether it is made from the secrets or from the key. */
SL_TEST_FULL(folded_key) {
    window w;
    sl_witness witness;
    sl_prover *prover;
    sl_proof proof;
    sl_params folded;
    sl_setup_secrets secrets;
    uint8_t from_secrets[32], from_key[32], found[SL_PROOF_BYTES];
    size_t n;
    window_open(&w);
    secrets_read(&secrets);
    fold(&w, &secrets, sl_test_temp_path("window.folded"), from_secrets);
    SL_CHECK_OK(sl_params_open(&folded, sl_test_temp_path("window.folded"), &err));
    witness_read(&witness, w.r1cs);
    SL_CHECK_OK(sl_prover_open(&prover, w.r1cs, &folded, w.kernels, w.pool, &err));
    const sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    const sl_prove_options options = {.r = &r, .s = &s};
    SL_CHECK_OK(sl_prover_prove(prover, &witness, &options, &proof, &err));
    uint8_t *want = sl_test_vector_read("filecoin/proofs/window-2KiB-2sectors-v1.r2-s3.proof", &n);
    sl_proof_write(found, &proof);
    SL_CHECK_MEM(found, want, SL_PROOF_BYTES);
    free(want);
    /* with kernels for batches: half a million points times scalars */
    if (strcmp(w.kernels->name, "portable") != 0) {
        fold(&w, NULL, sl_test_temp_path("derived.folded"), from_key);
        SL_CHECK_MEM(from_key, from_secrets, sizeof from_key);
    }
    sl_prover_close(prover);
    sl_params_close(&folded);
    sl_witness_release(&witness);
    window_close(&w);
}
