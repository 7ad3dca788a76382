// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin_cases.h"
#include "proof/groth16/proof.h"

static void proof_bytes(uint8_t out[SL_PROOF_BYTES]) {
    size_t n;
    uint8_t *bytes = sl_test_vector_read("filecoin/proofs/porep-2KiB-seed1.r2-s3.proof", &n);
    SL_CHECK(n == SL_PROOF_BYTES);
    memcpy(out, bytes, SL_PROOF_BYTES);
    free(bytes);
}

SL_TEST(round_trip) {
    sluice_error err;
    uint8_t bytes[SL_PROOF_BYTES];
    uint8_t again[SL_PROOF_BYTES];
    sl_proof proof;
    proof_bytes(bytes);
    SL_CHECK_OK(sl_proof_read(&proof, bytes, &err));
    sl_proof_write(again, &proof);
    SL_CHECK_MEM(again, bytes, sizeof bytes);
}

static void check_refused(const uint8_t *bytes, const char *element) {
    sluice_error err;
    sl_proof proof;
    char want[32];
    SL_CHECK_STATUS(sl_proof_read(&proof, bytes, &err), SLUICE_E_INPUT);
    (void)snprintf(want, sizeof want, "element %s:", element);
    SL_CHECK_MSG(strstr(err.text, want) != NULL, "'%s' not in '%s'", want, err.text);
}

SL_TEST(bad_elements_are_named) {
    static const struct {
        const char *name;
        size_t at, bytes;
    } elements[] = {{"A", 0, 48}, {"B", 48, 96}, {"C", 144, 48}};
    uint8_t good[SL_PROOF_BYTES];
    uint8_t bytes[SL_PROOF_BYTES];
    proof_bytes(good);
    for (size_t i = 0; i < SL_ARRAY_N(elements); i++) {
        uint8_t *at = bytes + elements[i].at;
        memcpy(bytes, good, sizeof good);
        memset(at, 0, elements[i].bytes);
        at[0] = 0xc0; /* the identity */
        check_refused(bytes, elements[i].name);
        memset(at, 0, elements[i].bytes);
        check_refused(bytes, elements[i].name);
        memcpy(bytes, good, sizeof good);
        at[0] &= 0x7f; /* not compressed */
        check_refused(bytes, elements[i].name);
        memcpy(bytes, good, sizeof good);
        at[0] |= 0x40;
        check_refused(bytes, elements[i].name);
        memcpy(bytes, good, sizeof good);
        memset(at, 0xff, elements[i].bytes); /* not below p */
        at[0] = 0x9f;
        check_refused(bytes, elements[i].name);
        /* x = 1: on no curve point of the subgroup (G1: on the curve, outside it or no y at all; G2 likewise) */
        memset(at, 0, elements[i].bytes);
        at[0] = 0x80;
        at[elements[i].bytes - 1] = 1;
        check_refused(bytes, elements[i].name);
    }
}

/* A changed bit gives a point off the curve, outside the subgroup, or another proof; never the same proof, never a
 * crash. */
SL_TEST(every_flipped_bit) {
    sluice_error err;
    uint8_t good[SL_PROOF_BYTES];
    uint8_t again[SL_PROOF_BYTES];
    size_t accepted = 0;
    proof_bytes(good);
    for (size_t bit = 0; bit < 8 * sizeof good; bit++) {
        uint8_t bytes[SL_PROOF_BYTES];
        sl_proof proof;
        memcpy(bytes, good, sizeof good);
        bytes[bit / 8] ^= (uint8_t)(1 << (bit % 8));
        if (sl_proof_read(&proof, bytes, &err) == SLUICE_OK) {
            sl_proof_write(again, &proof);
            SL_CHECK_MEM(again, bytes, sizeof bytes);
            accepted++;
        }
    }
    SL_CHECK(accepted == 3); /* the three sign bits: anything else leaves the curve or the subgroup */
}

SL_TEST(partitions) {
    sluice_error err;
    size_t n;
    sl_proof proofs[3];
    uint8_t *bytes = sl_test_vector_read("filecoin/proofs/window-2KiB-3sectors-2partitions-v1_2.r2-s3.proof", &n);
    SL_CHECK_OK(sl_proof_read_all(proofs, 2, bytes, n, "p", &err));
    SL_CHECK_STATUS(sl_proof_read_all(proofs, 1, bytes, n, "p", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_proof_read_all(proofs, 3, bytes, n, "p", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_proof_read_all(proofs, 2, bytes, n - 1, "p", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_proof_read_all(proofs, 1, bytes, n - 1, "p", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_proof_read_all(proofs, 2, bytes, 0, "p", &err), SLUICE_E_INPUT);
    bytes[SL_PROOF_BYTES] ^= 0x80;
    SL_CHECK_STATUS(sl_proof_read_all(proofs, 2, bytes, n, "p", &err), SLUICE_E_INPUT);
    SL_CHECK_MSG(strstr(err.text, "p: partition 1: ") == err.text, "%s", err.text);
    free(bytes);
}
