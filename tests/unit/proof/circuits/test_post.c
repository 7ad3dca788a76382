// SPDX-License-Identifier: MIT OR Apache-2.0
/* The FallbackPoSt circuits equal the reference's: counts, nonzeros, digests, wire types (spec 7.1). */
#include "unit/proof/circuits/circuit_checks.h"

SL_TEST(digest_of_one_sector) {
    check_digest("post-1sector-64GiB-1c");
}

SL_TEST(digest_of_window_2kib) {
    check_digest("window-2KiB");
}

/* Every size of two sectors: the trees of 32 and 64 GiB are those of one sector above and of winning. */
SL_TEST(digests_of_window) {
    static const char *const names[] = {"window-4KiB",  "window-16KiB",  "window-32KiB", "window-8MiB",
                                        "window-16MiB", "window-512MiB", "window-1GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_digest(names[i]);
    }
}

SL_TEST_FULL(digests_of_winning) {
    static const char *const names[] = {"winning-2KiB",  "winning-4KiB",  "winning-16KiB",  "winning-32KiB",
                                        "winning-8MiB",  "winning-16MiB", "winning-512MiB", "winning-1GiB",
                                        "winning-32GiB", "winning-64GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_digest(names[i]);
    }
}

SL_TEST_FULL(counts_of_all_sizes) {
    static const struct {
        const char *name;
        uint64_t rows, inputs, bits, fields;
        unsigned domain_log2;
    } known[] = {
        {"winning-2KiB", 90750, 133, 660, 91014, 17},      {"winning-8MiB", 230670, 133, 1980, 231462, 18},
        {"winning-512MiB", 300630, 133, 2640, 301686, 19}, {"winning-32GiB", 370590, 133, 3300, 371910, 19},
        {"winning-64GiB", 391314, 133, 3366, 392634, 19},  {"window-2KiB", 21866, 23, 200, 21928, 15},
        {"window-8MiB", 64266, 23, 600, 64488, 16},        {"window-512MiB", 85466, 23, 800, 85768, 17},
    };
    for (size_t i = 0; i < SL_ARRAY_N(known); i++) {
        const sl_circuit circuit = circuit_of(known[i].name);
        sl_r1cs *r1cs = shape_of(&circuit);
        sl_r1cs_counts c;
        sl_r1cs_counts_get(r1cs, &c);
        SL_CHECK_MSG(c.rows == known[i].rows && c.inputs == known[i].inputs, "%s: rows or inputs", known[i].name);
        SL_CHECK_MSG(c.bits == known[i].bits && c.fields == known[i].fields, "%s: wire types", known[i].name);
        SL_CHECK_MSG(c.domain_log2 == known[i].domain_log2, "%s: domain", known[i].name);
        sl_r1cs_close(r1cs);
    }
}

/* The largest circuits: 235 thousand hashes, built from a handful of templates. */
SL_TEST_FULL(counts_of_window_32gib) {
#ifdef SL_VERIFY
    SL_SKIP("SL_VERIFY records every repetition again: some minutes");
#endif
    const sl_circuit circuit = circuit_of("window-32GiB");
    sl_r1cs *r1cs = shape_of(&circuit);
    sl_r1cs_counts c;
    sl_r1cs_counts_get(r1cs, &c);
    SL_CHECK_EQ_U64(c.rows, 125279217);
    SL_CHECK_EQ_U64(c.inputs, 25840);
    SL_CHECK_EQ_U64(c.bits, 1174500);
    SL_CHECK_EQ_U64(c.fields, 125727876);
    SL_CHECK_EQ_U64(c.nonzeros[0], 862390719);
    SL_CHECK_EQ_U64(c.nonzeros[1], 127398015);
    SL_CHECK_EQ_U64(c.nonzeros[2], 157401792);
    sl_r1cs_close(r1cs);
}
