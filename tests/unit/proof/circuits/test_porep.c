// SPDX-License-Identifier: MIT OR Apache-2.0
/* The PoRep circuits equal the reference's: counts, nonzeros, digests, wire types (spec 7.1), the shape of scopes. */
#include "unit/proof/circuits/circuit_checks.h"

SL_TEST(digest_of_8_nodes) {
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

/* Counts of every size against the specification, the full 32 and 64 GiB circuits included. */
SL_TEST(counts_of_all_sizes) {
    static const struct {
        const char *name;
        uint64_t rows, inputs, bits, fields, nonzeros[3];
        unsigned domain_log2;
    } known[] = {
        {"porep-2KiB", 2687921, 40, 2641867, 43806, {6420965, 2689006, 5824682}, 22},
        {"porep-4KiB", 2788733, 40, 2732561, 53862, {0}, 22},
        {"porep-16KiB", 2977173, 40, 2914013, 60854, {0}, 22},
        {"porep-32KiB", 3077985, 40, 3004707, 70910, {0}, 22},
        {"porep-8MiB", 3844929, 40, 3730451, 111998, {0}, 22},
        {"porep-512MiB", 4423433, 40, 4274743, 146094, {0}, 23},
        {"porep-32GiB", 130278541, 328, 128470791, 1699102, {309404723, 130327340, 282656500}, 27},
        {"porep-64GiB", 131185849, 328, 129287037, 1789606, {311892197, 131235764, 284512534}, 27},
        {"porep-2^30n-8-8-0-11l-1c", 7238236, 22, 7137507, 94693, {0}, 23},
        {"porep-2^30n-8-8-0-2l-2c", 5001937, 40, 4819035, 180190, {0}, 23},
    };
    for (size_t i = 0; i < SL_ARRAY_N(known); i++) {
        const sl_circuit circuit = circuit_of(known[i].name);
        sl_r1cs *r1cs = shape_of(&circuit);
        sl_r1cs_counts c;
        sl_r1cs_counts_get(r1cs, &c);
        SL_CHECK_MSG(c.rows == known[i].rows && c.inputs == known[i].inputs, "%s: rows or inputs", known[i].name);
        SL_CHECK_MSG(c.bits == known[i].bits && c.fields == known[i].fields, "%s: wire types", known[i].name);
        SL_CHECK_MSG(c.aux == c.bits + c.fields, "%s: aux", known[i].name);
        SL_CHECK_MSG(c.domain_log2 == known[i].domain_log2, "%s: domain", known[i].name);
        for (size_t k = 0; k < 3 && known[i].nonzeros[0] != 0; k++) {
            SL_CHECK_MSG(c.nonzeros[k] == known[i].nonzeros[k], "%s: nonzeros %zu: %llu", known[i].name, k,
                         (unsigned long long)c.nonzeros[k]);
        }
        sl_r1cs_close(r1cs);
    }
}
