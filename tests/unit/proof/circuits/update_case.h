// SPDX-License-Identifier: MIT OR Apache-2.0
/* A sector update of the reference: its statement from the meta file, and the blobs of its partitions. */
#ifndef SL_TESTS_UNIT_PROOF_CIRCUITS_UPDATE_CASE_H
#define SL_TESTS_UNIT_PROOF_CIRCUITS_UPDATE_CASE_H

#include "proof/circuits/inputs/update_input.h"
#include "unit/proof/circuits/case_files.h"
#include "unit/proof/circuits/circuit_checks.h"

enum { UPDATE_PARTITIONS_MAX = 2 };

typedef struct update_case {
    case_files files;
    sl_update_statement statement;
    size_t n;
    uint8_t *bytes[UPDATE_PARTITIONS_MAX];
    sl_update_blob blobs[UPDATE_PARTITIONS_MAX];
    char paths[UPDATE_PARTITIONS_MAX][1024];
} update_case;

static inline sl_fr update_case_fr(const case_files *files, const char *key) {
    uint8_t bytes[32];
    sl_fr out;
    case_bytes32(files, key, bytes);
    SL_CHECK(sl_fr_from_bytes(&out, bytes));
    return out;
}

static inline update_case update_case_open(const char *folder, const char *circuit) {
    update_case c = {.files = case_open(folder), .statement = {.circuit = circuit_of(circuit)}};
    sluice_error err;
    c.n = c.statement.circuit.partitions;
    SL_CHECK(c.n == case_u64(&c.files, "partitions") && c.n <= UPDATE_PARTITIONS_MAX);
    SL_CHECK_OK(sl_update_h_position(&c.statement.h_position, &c.statement.circuit, case_u64(&c.files, "h"), &err));
    c.statement.comm_r_old = update_case_fr(&c.files, "comm_r_old");
    c.statement.comm_d_new = update_case_fr(&c.files, "comm_d_new");
    c.statement.comm_r_new = update_case_fr(&c.files, "comm_r_new");
    for (size_t k = 0; k < c.n; k++) {
        char name[128];
        (void)snprintf(name, sizeof name, "filecoin/%s/vanilla-%zu.bin", folder, k);
        (void)snprintf(c.paths[k], sizeof c.paths[k], "%s", sl_test_vector_path(name));
        c.bytes[k] = sl_test_vector_read(name, &c.blobs[k].n);
        c.blobs[k].bytes = c.bytes[k];
    }
    return c;
}

static inline void update_case_close(update_case *c) {
    for (size_t k = 0; k < c->n; k++) {
        free(c->bytes[k]);
    }
    case_close(&c->files);
}

#endif
