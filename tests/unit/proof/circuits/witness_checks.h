// SPDX-License-Identifier: MIT OR Apache-2.0
/* Whole witnesses against the files that the reference wrote of its own: values, densities and values of rows by hash.
 */
#ifndef SL_TESTS_UNIT_PROOF_CIRCUITS_WITNESS_CHECKS_H
#define SL_TESTS_UNIT_PROOF_CIRCUITS_WITNESS_CHECKS_H

#include "core/mem/buf.h"
#include "math/hash/sha256.h"
#include "unit/proof/circuits/circuit_checks.h"

static inline void hash_fr(sl_sha256 *sha, const sl_fr *value) {
    uint8_t bytes[SL_FR_BYTES];
    sl_fr_to_bytes(bytes, value);
    sl_sha256_update(sha, bytes, sizeof bytes);
}

static inline void check_sha(sl_sha256 *sha, const char *json, const char *key) {
    uint8_t want[32], found[32];
    sl_sha256_final(sha, found);
    const char *at = strstr(json, key);
    SL_CHECK_MSG(at != NULL, "no %s", key);
    at = strstr(at, "\": \"") + 4;
    sl_test_unhex(want, sizeof want, at);
    SL_CHECK_MSG(memcmp(want, found, sizeof want) == 0, "%s differs", key);
}

/* SHA-256 of inputs, then auxiliary wires, equals the reference's. */
static inline void check_values(const sl_r1cs *shape, const sl_witness *witness, const char *json) {
    sl_sha256 sha;
    sl_sha256_init(&sha);
    for (size_t i = 0; i < witness->inputs_n; i++) {
        hash_fr(&sha, &witness->inputs[i]);
    }
    for (size_t i = 0; i < witness->aux_n; i++) {
        sl_fr value;
        sl_r1cs_aux_value(shape, witness, (uint32_t)i, &value);
        hash_fr(&sha, &value);
    }
    check_sha(&sha, json, "\"sha256_inputs_then_aux\"");
}

/* One bit a wire, least significant first, in whole bytes. */
static inline void check_bits(const uint64_t *bits, size_t n, const char *json, const char *key) {
    sl_sha256 sha;
    sl_sha256_init(&sha);
    for (size_t i = 0; i < n; i += 8) {
        const uint8_t byte = (uint8_t)(bits[i / 64] >> (i % 64));
        sl_sha256_update(&sha, &byte, 1);
    }
    const char *section = strstr(json, key);
    SL_CHECK_MSG(section != NULL, "no %s", key);
    check_sha(&sha, section, "\"sha256\"");
}

static inline void check_densities(const sl_r1cs *shape, const char *json) {
    sl_r1cs_counts counts;
    sl_density density;
    sluice_error err;
    sl_r1cs_counts_get(shape, &counts);
    SL_CHECK_OK(sl_r1cs_density(shape, &density, &err));
    check_bits(density.a_aux, counts.aux, json, "\"a_aux_density\"");
    check_bits(density.b_aux, counts.aux, json, "\"b_aux_density\"");
    check_bits(density.b_inputs, counts.inputs, json, "\"b_input_density\"");
    sl_density_release(&density);
}

/* Values of all rows in A, B and C, the prover's input rows behind them. */
static inline void check_row_values(const sl_r1cs *shape, const sl_witness *witness, const char *json) {
    enum { BLOCK = 1 << 15 };
    static const char *const keys[3] = {"\"a_sha256\"", "\"b_sha256\"", "\"c_sha256\""};
    sl_r1cs_counts counts;
    sl_sha256 sha[3];
    sl_pool *pool;
    sl_buf values;
    sluice_error err;
    sl_r1cs_counts_get(shape, &counts);
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    SL_CHECK_OK(sl_buf_alloc_n(&values, 3 * BLOCK, sizeof(sl_fr), "rows", &err));
    sl_fr *rows[3] = {values.data, (sl_fr *)values.data + BLOCK, (sl_fr *)values.data + 2 * BLOCK};
    for (size_t k = 0; k < 3; k++) {
        sl_sha256_init(&sha[k]);
    }
    const uint64_t n = counts.rows + counts.inputs;
    for (uint64_t first = 0; first < n; first += BLOCK) {
        const size_t block = n - first < BLOCK ? (size_t)(n - first) : BLOCK;
        sl_r1cs_eval(shape, witness, first, block, rows[0], rows[1], rows[2], pool);
        for (size_t i = 0; i < 3 * block; i++) {
            hash_fr(&sha[i / block], &rows[i / block][i % block]);
        }
    }
    for (size_t k = 0; k < 3; k++) {
        check_sha(&sha[k], json, keys[k]);
    }
    sl_buf_release(&values);
    sl_pool_close(pool);
}

static inline char *read_text(const char *name) {
    size_t bytes;
    return (char *)sl_test_vector_read(name, &bytes);
}

static inline void change_fr(sl_fr *a) {
    const sl_fr one = sl_fr_one();
    sl_fr_add(a, a, &one);
}

#endif
