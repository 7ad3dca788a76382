// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the tests of circuits share: digests against the tables, and gadgets synthesized in both modes. */
#ifndef SL_TESTS_UNIT_PROOF_CIRCUITS_CIRCUIT_CHECKS_H
#define SL_TESTS_UNIT_PROOF_CIRCUITS_CIRCUIT_CHECKS_H

#include "harness/test.h"

#include "proof/circuits/circuits.h"
#include "proof/circuits/partition_input.h"
#include "proof/r1cs/r1cs.h"

static inline sl_circuit circuit_of(const char *name) {
    sl_circuit circuit;
    sluice_error err;
    SL_CHECK_OK(sl_circuit_by_name(&circuit, name, &err));
    return circuit;
}

static inline sl_r1cs *shape_of(const sl_circuit *circuit) {
    sl_r1cs *r1cs;
    sluice_error err;
    SL_CHECK_OK(sl_circuit_shape(circuit, &r1cs, &err));
    return r1cs;
}

/* The line of the table whose first column is `name`, without it; false if there is none. */
static inline bool table_line(const char *file, const char *name, char *out, size_t out_bytes) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read(file, &bytes);
    bool found = false;
    for (char *line = strtok(text, "\n"); line != NULL && !found; line = strtok(NULL, "\n")) {
        const size_t n = strlen(name);
        if (strncmp(line, name, n) == 0 && line[n] == '\t') {
            (void)snprintf(out, out_bytes, "%s", line + n + 1);
            found = true;
        }
    }
    free(text);
    return found;
}

/* Counts, nonzeros and digest of the circuit equal the reference's. */
static inline void check_digest(const char *name) {
    char want[256], found[256];
    SL_CHECK_MSG(table_line("filecoin/r1cs-digests.tsv", name, want, sizeof want) ||
                     table_line("filecoin/r1cs-digests-more.tsv", name, want, sizeof want),
                 "%s is in no table", name);
    const sl_circuit circuit = circuit_of(name);
    sl_r1cs *r1cs = shape_of(&circuit);
    sl_r1cs_counts c;
    sl_r1cs_counts_get(r1cs, &c);
    uint8_t digest[32];
    sluice_error err;
    SL_CHECK_OK(sl_r1cs_digest(r1cs, digest, NULL, NULL, &err));
    int n = snprintf(found, sizeof found, "%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t", (unsigned long long)c.inputs,
                     (unsigned long long)c.aux, (unsigned long long)c.rows, (unsigned long long)c.nonzeros[0],
                     (unsigned long long)c.nonzeros[1], (unsigned long long)c.nonzeros[2]);
    for (size_t i = 0; i < sizeof digest; i++) {
        n += snprintf(found + n, sizeof found - (size_t)n, "%02x", digest[i]);
    }
    SL_CHECK_MSG(strcmp(found, want) == 0, "%s: expected %s, found %s", name, want, found);
    sl_r1cs_close(r1cs);
}

/* Bit and field wires, as counted by the specification (7.1). */
static inline void check_wire_types(const char *name, uint64_t bits, uint64_t fields) {
    const sl_circuit circuit = circuit_of(name);
    sl_r1cs *r1cs = shape_of(&circuit);
    sl_r1cs_counts c;
    sl_r1cs_counts_get(r1cs, &c);
    SL_CHECK_EQ_U64(c.bits, bits);
    SL_CHECK_EQ_U64(c.fields, fields);
    sl_r1cs_close(r1cs);
}

/* A piece of circuit under test: the same function in both modes. */
typedef void (*synthesize_fn)(sl_cs *cs, void *data);

static inline sl_r1cs *synthesize_shape(synthesize_fn fn, void *data) {
    sl_cs *cs;
    sl_r1cs *r1cs;
    sluice_error err;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    fn(cs, data);
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    return r1cs;
}

static inline void synthesize_witness(synthesize_fn fn, void *data, const sl_r1cs *shape, sl_witness *out) {
    sl_cs *cs;
    sluice_error err;
    SL_CHECK_OK(sl_cs_open_witness(&cs, shape, &err));
    fn(cs, data);
    SL_CHECK_OK(sl_cs_finish_witness(cs, out, &err));
    sl_cs_close(cs);
}

/* True if all rows hold; otherwise `path` names the scope of the first that does not. */
static inline bool rows_hold(const sl_r1cs *r1cs, const sl_witness *witness, char *path, size_t path_bytes) {
    sl_pool *pool;
    sluice_error err;
    uint64_t row;
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    const sluice_status status = sl_r1cs_check(r1cs, witness, pool, &row, path, path_bytes, &err);
    SL_CHECK(status == SLUICE_OK || status == SLUICE_E_UNSATISFIED);
    sl_pool_close(pool);
    return status == SLUICE_OK;
}

static inline bool is_satisfied(const sl_r1cs *r1cs, const sl_witness *witness) {
    char path[256];
    return rows_hold(r1cs, witness, path, sizeof path);
}

static inline void flip_bit(sl_witness *witness, size_t wire) {
    witness->bits[wire / 64] ^= UINT64_C(1) << (wire % 64);
}

static inline sl_fr random_fr(void) {
    uint8_t bytes[SL_FR_BYTES];
    sl_fr out;
    do {
        sl_test_bytes(bytes, sizeof bytes);
        bytes[31] &= 0x7f;
    } while (!sl_fr_from_bytes(&out, bytes));
    return out;
}

#endif
