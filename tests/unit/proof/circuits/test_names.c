// SPDX-License-Identifier: MIT OR Apache-2.0
/* Circuit names, their parameters, tree shapes and key file names (spec 1.9, 4.1, 5.1). */
#include "harness/test.h"

#include "proof/circuits/circuits.h"
#include "proof/circuits/key_name.h"

static sl_circuit circuit(const char *name) {
    sl_circuit c;
    sluice_error err;
    SL_CHECK_OK(sl_circuit_by_name(&c, name, &err));
    return c;
}

SL_TEST(every_listed_name_is_canonical) {
    SL_CHECK(sl_circuits_n() == 79);
    for (size_t i = 0; i < sl_circuits_n(); i++) {
        const sl_circuit c = circuit(sl_circuit_name_at(i));
        SL_CHECK_MSG(strcmp(c.name, sl_circuit_name_at(i)) == 0, "%s became %s", sl_circuit_name_at(i), c.name);
        for (size_t j = 0; j < i; j++) {
            SL_CHECK(strcmp(sl_circuit_name_at(i), sl_circuit_name_at(j)) != 0);
        }
    }
}

SL_TEST(sizes_are_made_canonical) {
    static const char *const pairs[][2] = {
        {"porep-32G", "porep-32GiB"},
        {"porep-32gib", "porep-32GiB"},
        {"porep-synth-2k", "porep-synth-2KiB"},
        {"porep-ni-512M", "porep-ni-512MiB"},
        {"winning-8MIB", "winning-8MiB"},
        {"window-1024M", "window-1GiB"},
        {"update-32g", "update-32GiB"},
        {"update-poseidon-2k", "update-poseidon-2KiB"},
        {"porep-2^6n-8-0-0-2l-1c", "porep-64n-8-0-0-2l-1c"},
        {"porep-1073741824n-8-8-0-11l-1c", "porep-2^30n-8-8-0-11l-1c"},
        {"post-1sector-64g-1c", "post-1sector-64GiB-1c"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(pairs); i++) {
        const sl_circuit c = circuit(pairs[i][0]);
        SL_CHECK_MSG(strcmp(c.name, pairs[i][1]) == 0, "%s became %s", pairs[i][0], c.name);
    }
}

SL_TEST(other_names_are_refused) {
    static const char *const bad[] = {
        "",
        "porep",
        "porep-",
        "porep-2KB",
        "porep-2",
        "porep-3KiB",
        "porep-2KiB ",
        "porep-02KiB",
        "porep-2KiBs",
        "Porep-2KiB",
        "porep-synth",
        "porep-ni-",
        "winning-",
        "winning-2Ki",
        "window-32TiB",
        "update-",
        "update-3KiB",
        "update-2KiBs",
        "update-poseidon-",
        "update-synth-2KiB",
        "gadget-poseidon-3",
        "gadget-poseidon-",
        "gadget-poseidon-88",
        "gadget-sha256",
        "porep-64n-8-0-0-3l-1c",
        "porep-64n-8-0-0-2l-0c",
        "porep-64n-8-0-0-2l-257c",
        "porep-63n-8-0-0-2l-1c",
        "porep-64n-4-0-0-2l-1c",
        "porep-64n-8-2-0-2l-1c",
        "porep-64n-8-0-2-2l-1c",
        "porep-64n-8-0-0-2l-1cc",
        "porep-1n-8-0-0-2l-1c",
        "porep-2^33n-8-0-0-2l-1c",
        "porep-99999999999999999999n-8-0-0-2l-1c",
        "porep-2^0n-8-0-0-2l-1c",
        "post-0sector-2KiB-1c",
        "post-1sector-2KiB-",
        "post-5000sector-2KiB-1c",
        "post-1sector-2KiB-65c",
        "porep-18446744073709551617KiB",
    };
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        sl_circuit c = {.name = "untouched"};
        sluice_error err;
        const sluice_status status = sl_circuit_by_name(&c, bad[i], &err);
        SL_CHECK_MSG(status == SLUICE_E_UNKNOWN, "'%s': %s", bad[i], sluice_status_name(status));
        SL_CHECK(strcmp(c.name, "untouched") == 0);
        SL_CHECK(strstr(err.text, "porep-SIZE") != NULL);
    }
}

SL_TEST(parameters_of_sizes) {
    const sl_circuit small = circuit("porep-2KiB");
    SL_CHECK(small.kind == SL_CIRCUIT_POREP && small.feature == SL_POREP_INTERACTIVE);
    SL_CHECK(small.tree.leaves == 64 && small.tree.base == 8 && small.tree.sub == 0 && small.tree.top == 0);
    SL_CHECK(small.layers == 2 && small.challenges == 2 && small.partitions == 1);
    const sl_circuit large = circuit("porep-64GiB");
    SL_CHECK(large.tree.leaves == UINT64_C(1) << 31 && large.tree.sub == 8 && large.tree.top == 2);
    SL_CHECK(large.layers == 11 && large.challenges == 18 && large.partitions == 10);
    SL_CHECK(circuit("porep-synth-32GiB").feature == SL_POREP_SYNTHETIC);
    SL_CHECK(circuit("porep-synth-32GiB").partitions == 10);
    SL_CHECK(circuit("porep-ni-32GiB").partitions == 126);
    SL_CHECK(circuit("porep-ni-2KiB").partitions == 13);
    SL_CHECK(circuit("porep-ni-2KiB").feature == SL_POREP_NON_INTERACTIVE);
    const sl_circuit window = circuit("window-32GiB");
    SL_CHECK(window.sectors == 2349 && window.challenges == 10 && window.partitions == 0);
    SL_CHECK(circuit("window-64GiB").sectors == 2300 && circuit("window-512MiB").sectors == 2);
    const sl_circuit winning = circuit("winning-64GiB");
    SL_CHECK(winning.sectors == 66 && winning.challenges == 1 && winning.partitions == 1);
}

SL_TEST(parameters_of_updates) {
    sl_circuit none;
    sluice_error err;
    SL_CHECK_STATUS(sl_circuit_by_name(&none, "update-1GiB", &err), SLUICE_E_UNKNOWN); /* no such sectors */
    static const struct {
        const char *name;
        unsigned partitions, challenges, apex_n, first_h, last_h;
    } known[] = {
        {"update-2KiB", 1, 10, 8, 1, 1},
        {"update-4KiB", 1, 10, 8, 1, 1},
        {"update-16KiB", 2, 10, 128, 1, 1},
        {"update-32KiB", 2, 10, 128, 1, 1},
        {"update-8MiB", 4, 10, 128, 7, 12},
        {"update-16MiB", 4, 10, 128, 7, 12},
        {"update-512MiB", 16, 86, 128, 7, 12},
        {"update-64GiB", 16, 86, 128, 7, 12},
        {"update-poseidon-2KiB", 1, 10, 0, 1, 1},
        {"update-poseidon-16KiB", 1, 20, 0, 1, 1},
        {"update-poseidon-32GiB", 1, 1376, 0, 7, 12},
    };
    for (size_t i = 0; i < SL_ARRAY_N(known); i++) {
        const sl_circuit c = circuit(known[i].name);
        SL_CHECK_MSG(c.partitions == known[i].partitions && c.challenges == known[i].challenges &&
                         c.apex_n == known[i].apex_n,
                     "%s", known[i].name);
        SL_CHECK(sl_update_h(&c, 0) == known[i].first_h && sl_update_h(&c, SL_UPDATE_HS - 1) == known[i].last_h);
        SL_CHECK_EQ_U64(sl_circuit_inputs_n(&c), 5);
    }
}

SL_TEST(levels_of_trees) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const sl_circuit small = circuit("winning-2KiB");
    SL_CHECK_EQ_U64(sl_tree_levels(&small.tree, arities), 2);
    SL_CHECK(arities[0] == 8 && arities[1] == 8);
    const sl_circuit large = circuit("winning-64GiB");
    SL_CHECK_EQ_U64(sl_tree_levels(&large.tree, arities), 11);
    SL_CHECK(arities[0] == 8 && arities[8] == 8 && arities[9] == 8 && arities[10] == 2);
    const sl_circuit mixed = circuit("porep-512n-8-4-2-2l-1c");
    SL_CHECK_EQ_U64(sl_tree_levels(&mixed.tree, arities), 4);
    SL_CHECK(arities[0] == 8 && arities[1] == 8 && arities[2] == 4 && arities[3] == 2);
    const sl_tree_shape data = {.leaves = 64, .base = 2};
    SL_CHECK_EQ_U64(sl_tree_levels(&data, arities), 6);
    SL_CHECK(arities[0] == 2 && arities[5] == 2);
}

SL_TEST(names_of_keys) {
    static const char *const known[][2] = {
        {"porep-32GiB", "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-0-sha256_hasher-"
                        "82a357d2f2ca81dc61bb45f4a762807aedee1b0a53fd6c4e77b46a01bfef7820"},
        {"winning-32GiB", "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-"
                          "559e581f022bb4e4ec6e719e563bf0e026ad6de42e56c18714a2c692b1b88d7e"},
        {"window-32GiB", "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-"
                         "0377ded656c6f524f1618760bffe4e0a1c51d5a70c4509eedae8a27555733edc"},
        {"update-32GiB", "v28-empty-sector-update-merkletree-poseidon_hasher-8-8-0-"
                         "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18"},
        {"update-poseidon-32GiB", "v28-empty-sector-update-poseidon-merkletree-poseidon_hasher-8-8-0-"
                                  "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18"},
    };
    static const char *const starts[][2] = {
        {"porep-2KiB", "032d3138"},     {"porep-8MiB", "ecd68364"},    {"porep-512MiB", "6babf46c"},
        {"porep-64GiB", "96f1b4a0"},    {"winning-2KiB", "3ea05428"},  {"winning-8MiB", "50c7368d"},
        {"winning-512MiB", "7d739b8c"}, {"winning-64GiB", "b6209862"}, {"window-2KiB", "0170db1f"},
        {"window-8MiB", "5294475d"},    {"window-512MiB", "0cfb4f17"}, {"window-64GiB", "2627e400"},
        {"update-2KiB", "fb9e095b"},    {"update-8MiB", "92180959"},   {"update-512MiB", "61fa69f3"},
        {"update-64GiB", "102e1444"},
    };
    char name[SL_KEY_NAME_BYTES];
    sluice_error err;
    for (size_t i = 0; i < SL_ARRAY_N(known); i++) {
        const sl_circuit c = circuit(known[i][0]);
        SL_CHECK_OK(sl_key_name(name, &c, &err));
        SL_CHECK_MSG(strcmp(name, known[i][1]) == 0, "%s: %s", known[i][0], name);
    }
    for (size_t i = 0; i < SL_ARRAY_N(starts); i++) {
        const sl_circuit c = circuit(starts[i][0]);
        SL_CHECK_OK(sl_key_name(name, &c, &err));
        SL_CHECK_MSG(strncmp(name + strlen(name) - 64, starts[i][1], 8) == 0, "%s: %s", starts[i][0], name);
    }
    /* One key serves all variants of a size. */
    char other[SL_KEY_NAME_BYTES];
    const sl_circuit plain = circuit("porep-32GiB"), ni = circuit("porep-ni-32GiB"),
                     synth = circuit("porep-synth-32GiB");
    SL_CHECK_OK(sl_key_name(name, &plain, &err));
    SL_CHECK_OK(sl_key_name(other, &ni, &err));
    SL_CHECK(strcmp(name, other) == 0);
    SL_CHECK_OK(sl_key_name(other, &synth, &err));
    SL_CHECK(strcmp(name, other) == 0);
    const sl_circuit gadget = circuit("gadget-poseidon-2");
    SL_CHECK_STATUS(sl_key_name(name, &gadget, &err), SLUICE_E_UNKNOWN);
}
