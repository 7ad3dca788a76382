// SPDX-License-Identifier: MIT OR Apache-2.0
/* Published keys are keys of circuits that there are: their names are derived here, too. */
#include "harness/test.h"
#include "proof/circuits/key_name.h"
#include "proof/groth16/published.h"

static sluice_error err;

static bool is_a_circuits(const char *name, size_t n) {
    for (size_t i = 0; i < sl_circuits_n(); i++) {
        sl_circuit circuit;
        char key[SL_KEY_NAME_BYTES];
        SL_CHECK_OK(sl_circuit_by_name(&circuit, sl_circuit_name_at(i), &err));
        if (sl_key_name(key, &circuit, NULL) == SLUICE_OK && strlen(key) == n && memcmp(key, name, n) == 0) {
            return true;
        }
    }
    return false;
}

SL_TEST(each_is_a_circuits) {
    size_t keys_n = 0;
    for (const sl_published *file = sl_published_files; file->name != NULL; file++) {
        const char *dot = strrchr(file->name, '.');
        if (strcmp(dot, ".srs") != 0) {
            SL_CHECK_MSG(is_a_circuits(file->name, (size_t)(dot - file->name)), "%s", file->name);
            keys_n++;
        }
    }
    SL_CHECK_EQ_U64(keys_n, 44);
}

SL_TEST(each_kind_of_32_gib_has_one) {
    static const char *const names[] = {"porep-32GiB",  "porep-synth-32GiB", "porep-ni-32GiB",       "winning-32GiB",
                                        "window-32GiB", "update-32GiB",      "update-poseidon-32GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        sl_circuit circuit;
        char key[SL_KEY_NAME_BYTES + 8];
        SL_CHECK_OK(sl_circuit_by_name(&circuit, names[i], &err));
        SL_CHECK_OK(sl_key_name(key, &circuit, &err));
        memcpy(key + strlen(key), ".params", sizeof ".params");
        SL_CHECK_MSG(sl_published_by_path(key) != NULL, "%s: %s", names[i], key);
    }
}
