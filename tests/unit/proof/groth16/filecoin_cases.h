// SPDX-License-Identifier: MIT OR Apache-2.0
/* The reference's keys, proofs and public inputs in tests/vectors/filecoin. */
#ifndef SL_TESTS_UNIT_PROOF_GROTH16_FILECOIN_CASES_H
#define SL_TESTS_UNIT_PROOF_GROTH16_FILECOIN_CASES_H

#include "harness/test.h"
#include "proof/groth16/verifier.h"

typedef struct filecoin_case {
    const char *key;    /* keys/KEY.vk */
    const char *inputs; /* INPUTS/public_inputs.json */
    const char *proof;  /* proofs/PROOF.proof */
    size_t partitions_n;
} filecoin_case;

static const filecoin_case filecoin_cases[] = {
    {"porep-2KiB-seed1", "porep/2KiB-v1_1-seed1", "porep-2KiB-seed1.r2-s3", 1},
    {"update-2KiB-seed1", "update/2KiB-seed1", "update-2KiB-seed1.r2-s3", 1},
    {"window-2KiB-seed1", "post/window-2KiB-2sectors-v1", "window-2KiB-2sectors-v1.r0-s0", 1},
    {"window-2KiB-seed1", "post/window-2KiB-2sectors-v1", "window-2KiB-2sectors-v1.r2-s3", 1},
    {"window-2KiB-seed1", "post/window-2KiB-2sectors-v1", "window-2KiB-2sectors-v1.random", 1},
    {"window-2KiB-seed1", "post/window-2KiB-1sector-padded-v1_2", "window-2KiB-1sector-padded-v1_2.r2-s3", 1},
    {"window-2KiB-seed1", "post/window-2KiB-3sectors-2partitions-v1_2", "window-2KiB-3sectors-2partitions-v1_2.r2-s3",
     2},
    {"winning-2KiB-seed1", "post/winning-2KiB", "winning-2KiB.r2-s3", 1},
};

enum { FILECOIN_PARTITIONS_MAX = 2, FILECOIN_INPUTS_MAX = 256 };

/* A case read into memory. */
typedef struct filecoin_case_data {
    sl_vk vk;
    sl_proof proofs[FILECOIN_PARTITIONS_MAX];
    sl_fr inputs[FILECOIN_PARTITIONS_MAX][FILECOIN_INPUTS_MAX];
    size_t inputs_n; /* of each partition */
    sl_claim claims[FILECOIN_PARTITIONS_MAX];
    size_t claims_n;
} filecoin_case_data;

/* Every string of 64 hexadecimal digits in the file is an input; all partitions have the same number. */
static inline void filecoin_inputs_read(filecoin_case_data *data, const char *folder, size_t partitions_n) {
    char path[256];
    size_t bytes;
    size_t n = 0;
    (void)snprintf(path, sizeof path, "filecoin/%s/public_inputs.json", folder);
    uint8_t *json = sl_test_vector_read(path, &bytes);
    sl_fr *all = data->inputs[0];
    for (const char *at = (const char *)json; (at = strchr(at, '"')) != NULL; at += 66) {
        uint8_t value[SL_FR_BYTES];
        sl_test_unhex(value, sizeof value, at + 1);
        SL_CHECK(n < (size_t)FILECOIN_PARTITIONS_MAX * FILECOIN_INPUTS_MAX && sl_fr_from_bytes(&all[n], value));
        n++;
    }
    free(json);
    SL_CHECK(n % partitions_n == 0);
    data->inputs_n = n / partitions_n;
    SL_CHECK(data->inputs_n <= FILECOIN_INPUTS_MAX);
    for (size_t p = partitions_n; p-- > 1;) {
        memmove(data->inputs[p], all + p * data->inputs_n, data->inputs_n * sizeof *all);
    }
}

static inline void filecoin_case_read(filecoin_case_data *data, const filecoin_case *which) {
    sluice_error err;
    char path[256];
    size_t bytes;
    *data = (filecoin_case_data){.claims_n = which->partitions_n};
    (void)snprintf(path, sizeof path, "filecoin/keys/%s.vk", which->key);
    SL_CHECK_OK(sl_vk_read(&data->vk, sl_test_vector_path(path), &err));
    (void)snprintf(path, sizeof path, "filecoin/proofs/%s.proof", which->proof);
    uint8_t *proof = sl_test_vector_read(path, &bytes);
    SL_CHECK_OK(sl_proof_read_all(data->proofs, which->partitions_n, proof, bytes, path, &err));
    free(proof);
    filecoin_inputs_read(data, which->inputs, which->partitions_n);
    for (size_t p = 0; p < which->partitions_n; p++) {
        data->claims[p] = (sl_claim){data->proofs[p], data->inputs[p], data->inputs_n};
    }
}

#endif
