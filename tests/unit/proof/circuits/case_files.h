// SPDX-License-Identifier: MIT OR Apache-2.0
/* Reads what tests need from meta.json and public_inputs.json of the reference cases (plain text searches). */
#ifndef SL_TESTS_UNIT_PROOF_CIRCUITS_CASE_FILES_H
#define SL_TESTS_UNIT_PROOF_CIRCUITS_CASE_FILES_H

#include "harness/test.h"

typedef struct case_files {
    char *meta;
    char *inputs; /* all partitions */
} case_files;

static inline case_files case_open(const char *folder) {
    char name[256];
    size_t bytes;
    case_files files;
    (void)snprintf(name, sizeof name, "filecoin/%s/meta.json", folder);
    files.meta = (char *)sl_test_vector_read(name, &bytes);
    (void)snprintf(name, sizeof name, "filecoin/%s/public_inputs.json", folder);
    files.inputs = (char *)sl_test_vector_read(name, &bytes);
    return files;
}

static inline void case_close(case_files *files) {
    free(files->meta);
    free(files->inputs);
}

/* The text after the first `"key": ` at or behind *at, which moves there. False if there is none. */
static inline bool case_find(const char **at, const char *key) {
    char quoted[64];
    (void)snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *found = strstr(*at, quoted);
    if (found == NULL) {
        return false;
    }
    *at = found + strlen(quoted);
    return true;
}

static inline uint64_t case_u64(const case_files *files, const char *key) {
    const char *at = files->meta;
    SL_CHECK_MSG(case_find(&at, key), "no %s", key);
    return strtoull(at, NULL, 10);
}

static inline void case_bytes32(const case_files *files, const char *key, uint8_t out[32]) {
    const char *at = files->meta;
    SL_CHECK_MSG(case_find(&at, key) && *at == '"', "no %s", key);
    sl_test_unhex(out, 32, at + 1);
}

static inline void case_text(const case_files *files, const char *key, char out[64]) {
    const char *at = files->meta;
    SL_CHECK_MSG(case_find(&at, key) && sscanf(at, "\"%63[^\"]\"", out) == 1, "no %s", key);
}

/* The next public input, 32 bytes little-endian, or false after the last one. */
static inline bool case_next_input(const char **at, uint8_t out[32]) {
    const char *quote = strchr(*at, '"');
    if (quote == NULL) {
        return false;
    }
    sl_test_unhex(out, 32, quote + 1);
    *at = quote + 1 + 64 + 1;
    return true;
}

/* The next public input, which must be a number below 2^64. */
static inline uint64_t case_next_number(const char **at) {
    uint8_t bytes[32];
    uint64_t value = 0;
    SL_CHECK(case_next_input(at, bytes));
    for (int i = 31; i >= 0; i--) {
        SL_CHECK(i < 8 || bytes[i] == 0);
        value = value << 8 | bytes[i];
    }
    return value;
}

/* Sealed sectors of the reference: every feature and API version, and sizes with and without a registered proof. */
static const char *const porep_cases[] = {
    "porep/2KiB-v1_1-seed1", "porep/2KiB-v1_1-seed2",   "porep/4KiB-v1_1-seed10", "porep/2KiB-v1-seed21",
    "porep/2KiB-ni-seed21",  "porep/2KiB-synth-seed21", "porep/8MiB-v1_1-seed31",
};

#endif
