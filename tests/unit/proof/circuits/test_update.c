// SPDX-License-Identifier: MIT OR Apache-2.0
/* The EmptySectorUpdate circuits equal the reference's: counts, nonzeros, digests, wire types (spec 7.1). */
#include "unit/proof/circuits/circuit_checks.h"

SL_TEST(digest_of_poseidon_2kib) {
    check_digest("update-poseidon-2KiB");
}

SL_TEST(digest_of_poseidon_4kib) {
    check_digest("update-poseidon-4KiB");
}

SL_TEST_FULL(digests_of_poseidon) {
    check_digest("update-poseidon-16KiB");
    check_digest("update-poseidon-32KiB");
    check_digest("update-poseidon-8MiB");
    check_digest("update-poseidon-16MiB");
}

SL_TEST_FULL(digest_of_2kib) {
    check_digest("update-2KiB");
}

SL_TEST_FULL(digest_of_4kib) {
    check_digest("update-4KiB");
}

/* Two partitions, 128 apex leaves, a tree with a sub level. */
SL_TEST_FULL(digest_of_16kib) {
    check_digest("update-16KiB");
}

typedef struct known_counts {
    const char *name;
    uint64_t rows, bits, fields;
    unsigned domain_log2;
} known_counts;

static void check_counts(const known_counts *known, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const sl_circuit circuit = circuit_of(known[i].name);
        sl_r1cs *r1cs = shape_of(&circuit);
        sl_r1cs_counts c;
        sl_r1cs_counts_get(r1cs, &c);
        SL_CHECK_MSG(c.rows == known[i].rows && c.inputs == 5, "%s: rows or inputs", known[i].name);
        SL_CHECK_MSG(c.bits == known[i].bits && c.fields == known[i].fields, "%s: wire types", known[i].name);
        SL_CHECK_MSG(c.domain_log2 == known[i].domain_log2, "%s: domain", known[i].name);
        sl_r1cs_close(r1cs);
    }
}

SL_TEST_FULL(counts_of_small_sizes) {
    static const known_counts known[] = {
        {"update-2KiB", 1705039, 1677551, 26018, 21},
        {"update-8MiB", 10007503, 9927773, 70266, 24},
    };
    check_counts(known, SL_ARRAY_N(known));
}

/* Replayed from some twenty templates, so they take about a second each. */
SL_TEST_FULL(counts_of_large_sizes) {
#ifdef SL_VERIFY
    SL_SKIP("SL_VERIFY records every repetition again: some minutes");
#endif
    static const known_counts known[] = {
        {"update-512MiB", 57450479, 56621972, 779342, 26},
        {"update-32GiB", 81049499, 80013450, 965038, 27},
        {"update-64GiB", 85006101, 83911830, 1019390, 27},
        {"update-poseidon-32GiB", 22305906, 126426, 22466893, 25},
    };
    check_counts(known, SL_ARRAY_N(known));
}

/* Every size has a structure: none is left out by the tables of constants. */
SL_TEST_FULL(every_size_builds) {
#ifdef SL_VERIFY
    SL_SKIP("SL_VERIFY records every repetition again: some minutes");
#endif
    size_t found = 0;
    for (size_t i = 0; i < sl_circuits_n(); i++) {
        const sl_circuit circuit = circuit_of(sl_circuit_name_at(i));
        if (circuit.kind == SL_CIRCUIT_UPDATE || circuit.kind == SL_CIRCUIT_UPDATE_POSEIDON) {
            sl_r1cs *r1cs = shape_of(&circuit);
            sl_r1cs_counts c;
            sl_r1cs_counts_get(r1cs, &c);
            SL_CHECK_EQ_U64(c.inputs, sl_circuit_inputs_n(&circuit));
            sl_r1cs_close(r1cs);
            found++;
        }
    }
    SL_CHECK_EQ_U64(found, 18);
}
