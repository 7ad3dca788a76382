// SPDX-License-Identifier: MIT OR Apache-2.0
/* The PoRep circuits equal the reference's: counts, nonzeros, digests, wire types (spec 7.1), the shape of scopes. */
#include "unit/proof/circuits/circuit_checks.h"

SL_TEST_FULL(digest_of_8_nodes) {
    check_digest("porep-8n-8-0-0-2l-1c");
}

SL_TEST_FULL(digest_of_64_nodes) {
    check_digest("porep-64n-8-0-0-2l-1c");
}

SL_TEST_FULL(digest_of_512_nodes) {
    check_digest("porep-512n-8-4-2-2l-1c");
}

SL_TEST_FULL(digests_of_2kib) {
    check_digest("porep-2KiB");
    check_digest("porep-synth-2KiB");
    check_digest("porep-ni-2KiB");
}

SL_TEST_FULL(digest_of_4kib) {
    check_digest("porep-4KiB");
}

SL_TEST_FULL(digest_of_16kib) {
    check_digest("porep-16KiB");
}

SL_TEST_FULL(digest_of_32kib) {
    check_digest("porep-32KiB");
}

SL_TEST_FULL(digest_of_8mib) {
    check_digest("porep-8MiB");
}

SL_TEST_FULL(digest_of_512mib) {
    check_digest("porep-512MiB");
}

/* One challenge of a 32 GiB sector: the real circuit repeats it 18 times. */
SL_TEST_FULL(digest_of_2_to_30_nodes) {
    check_digest("porep-2^30n-8-8-0-11l-1c");
}

typedef struct known_counts {
    const char *name;
    uint64_t rows, inputs, bits, fields, nonzeros[3]; /* nonzeros 0: not known */
    unsigned domain_log2;
} known_counts;

static void check_counts(const known_counts *known) {
    const sl_circuit circuit = circuit_of(known->name);
    sl_r1cs *r1cs = shape_of(&circuit);
    sl_r1cs_counts c;
    sl_r1cs_counts_get(r1cs, &c);
    SL_CHECK_MSG(c.rows == known->rows && c.inputs == known->inputs, "%s: rows or inputs", known->name);
    SL_CHECK_MSG(c.bits == known->bits && c.fields == known->fields, "%s: wire types", known->name);
    SL_CHECK_MSG(c.aux == c.bits + c.fields, "%s: aux", known->name);
    SL_CHECK_MSG(c.domain_log2 == known->domain_log2, "%s: domain", known->name);
    for (size_t k = 0; k < 3 && known->nonzeros[0] != 0; k++) {
        SL_CHECK_MSG(c.nonzeros[k] == known->nonzeros[k], "%s: nonzeros %zu: %llu", known->name, k,
                     (unsigned long long)c.nonzeros[k]);
    }
    sl_r1cs_close(r1cs);
}

/* The smallest PoRep: what sanitizers can build in reasonable time. */
SL_TEST(counts_of_8_nodes) {
    static const known_counts known = {"porep-8n-8-0-0-2l-1c",      1199620, 22, 1184988, 13537,
                                       {2840868, 1199929, 2611389}, 21};
    check_counts(&known);
}

SL_TEST_FULL(counts_of_small_sizes) {
    static const known_counts known[] = {
        {"porep-2KiB", 2687921, 40, 2641867, 43806, {6420965, 2689006, 5824682}, 22},
        {"porep-4KiB", 2788733, 40, 2732561, 53862, {0}, 22},
        {"porep-16KiB", 2977173, 40, 2914013, 60854, {0}, 22},
        {"porep-32KiB", 3077985, 40, 3004707, 70910, {0}, 22},
        {"porep-8MiB", 3844929, 40, 3730451, 111998, {0}, 22},
        {"porep-512MiB", 4423433, 40, 4274743, 146094, {0}, 23},
    };
    for (size_t i = 0; i < SL_ARRAY_N(known); i++) {
        check_counts(&known[i]);
    }
}

/* The full circuits of 32 and 64 GiB sectors: recorded once a kind of block, so they take about a second. */
SL_TEST_FULL(counts_of_large_sizes) {
#ifdef SL_VERIFY
    SL_SKIP("SL_VERIFY records every repetition again: some minutes");
#endif
    static const known_counts known[] = {
        {"porep-32GiB", 130278541, 328, 128470791, 1699102, {309404723, 130327340, 282656500}, 27},
        {"porep-64GiB", 131185849, 328, 129287037, 1789606, {311892197, 131235764, 284512534}, 27},
        {"porep-2^30n-8-8-0-11l-1c", 7238236, 22, 7137507, 94693, {17191638, 7240948, 15703749}, 23},
        {"porep-2^30n-8-8-0-2l-2c", 5001937, 40, 4819035, 180190, {0}, 23},
    };
    for (size_t i = 0; i < SL_ARRAY_N(known); i++) {
        check_counts(&known[i]);
    }
}
