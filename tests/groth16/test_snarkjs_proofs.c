// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys and proofs that snarkjs made over the same curve: the verifier owes nothing to the formats of bellperson. */
#include "harness/test.h"
#include "proof/groth16/verifier.h"

static sluice_error err;

/* The next decimal number in quotes at or after *at as `n` big-endian bytes. */
static void number_next(const char **at, uint8_t *out, size_t n) {
    const char *p = *at;
    while (!(p[0] == '"' && p[1] >= '0' && p[1] <= '9')) {
        SL_CHECK(*p != 0);
        p++;
    }
    memset(out, 0, n);
    for (p++; *p != '"'; p++) {
        unsigned carry = (unsigned)(*p - '0');
        for (size_t i = n; i-- > 0;) {
            carry += 10u * out[i];
            out[i] = (uint8_t)carry;
            carry >>= 8;
        }
        SL_CHECK(carry == 0);
    }
    *at = p + 1;
}

static void fp_next(const char **at, sl_fp *out) {
    uint8_t bytes[SL_FP_BYTES];
    number_next(at, bytes, sizeof bytes);
    SL_CHECK(sl_fp_from_bytes(out, bytes));
}

/* Points are projective with the last coordinate 1. */
static void g1_next(const char **at, sl_g1_affine *out) {
    sl_fp z;
    fp_next(at, &out->x);
    fp_next(at, &out->y);
    fp_next(at, &z);
    const sl_fp one = sl_fp_one();
    SL_CHECK(sl_fp_eq(&z, &one) && sl_g1_affine_on_curve(out) && sl_g1_affine_in_subgroup_vt(out));
}

static void g2_next(const char **at, sl_g2_affine *out) {
    sl_fp z;
    fp_next(at, &out->x.c0);
    fp_next(at, &out->x.c1);
    fp_next(at, &out->y.c0);
    fp_next(at, &out->y.c1);
    fp_next(at, &z);
    fp_next(at, &z);
    SL_CHECK(sl_fp_is_zero(&z) && sl_g2_affine_on_curve(out) && sl_g2_affine_in_subgroup_vt(out));
}

static const char *behind(const char *json, const char *key) {
    const char *at = strstr(json, key);
    SL_CHECK(at != NULL);
    return at + strlen(key);
}

static char *read(const char *name, const char *what) {
    char path[64];
    size_t n;
    (void)snprintf(path, sizeof path, "snarkjs/%s.%s.json", name, what);
    return (char *)sl_test_vector_read(path, &n);
}

static void check_circuit(const char *key, const char *proof_name, size_t inputs_n) {
    char *vkey = read(key, "vkey"), *proof = read(proof_name, "proof"), *publics = read(proof_name, "public");
    sl_g1_affine ic[8];
    sl_fr inputs[8];
    sl_vk vk = {.ic = ic, .ic_n = inputs_n + 1};
    sl_claim claim = {.inputs = inputs, .inputs_n = inputs_n};
    const char *at = behind(vkey, "\"vk_alpha_1\"");
    g1_next(&at, &vk.alpha_g1);
    at = behind(vkey, "\"vk_beta_2\"");
    g2_next(&at, &vk.beta_g2);
    at = behind(vkey, "\"vk_gamma_2\"");
    g2_next(&at, &vk.gamma_g2);
    at = behind(vkey, "\"vk_delta_2\"");
    g2_next(&at, &vk.delta_g2);
    at = behind(vkey, "\"IC\"");
    for (size_t i = 0; i < vk.ic_n; i++) {
        g1_next(&at, &ic[i]);
    }
    at = behind(proof, "\"pi_a\"");
    g1_next(&at, &claim.proof.a);
    at = behind(proof, "\"pi_b\"");
    g2_next(&at, &claim.proof.b);
    at = behind(proof, "\"pi_c\"");
    g1_next(&at, &claim.proof.c);
    at = publics;
    for (size_t i = 0; i < inputs_n; i++) {
        uint8_t big[SL_FR_BYTES], little[SL_FR_BYTES];
        number_next(&at, big, sizeof big);
        for (size_t k = 0; k < sizeof big; k++) {
            little[k] = big[sizeof big - 1 - k];
        }
        SL_CHECK(sl_fr_from_bytes(&inputs[i], little));
    }
    sl_verifier *verifier;
    SL_CHECK_OK(sl_verifier_open(&verifier, &vk, &err));
    SL_CHECK_OK(sl_verifier_check(verifier, &claim, 1, &err));
    for (size_t i = 0; i < inputs_n; i++) {
        const sl_fr one = sl_fr_one(), before = inputs[i];
        sl_fr_add(&inputs[i], &inputs[i], &one);
        SL_CHECK_STATUS(sl_verifier_check(verifier, &claim, 1, &err), SLUICE_E_PROOF_INVALID);
        inputs[i] = before;
    }
    sl_verifier_close(verifier);
    free(vkey);
    free(proof);
    free(publics);
}

SL_TEST(mul3) {
    check_circuit("mul3", "mul3_1", 2);
}

SL_TEST(mixed) {
    check_circuit("mixed", "mixed_1", 4);
}
