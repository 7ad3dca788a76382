// SPDX-License-Identifier: MIT OR Apache-2.0
/* Public inputs derived natively equal the reference's, for every kind of proof. */
#include "proof/circuits/porep/publics.h"
#include "proof/circuits/post/post_publics.h"
#include "unit/proof/circuits/case_files.h"
#include "unit/proof/circuits/circuit_checks.h"

/* The next n inputs of the file are these. */
static void check_inputs(const char *name, const char **at, const sl_fr *found, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint8_t want[32], bytes[32];
        SL_CHECK_MSG(case_next_input(at, want), "%s: input %zu is not in the file", name, i);
        sl_fr_to_bytes(bytes, &found[i]);
        SL_CHECK_MSG(memcmp(want, bytes, sizeof want) == 0, "%s: input %zu", name, i);
    }
}

static sl_porep_statement porep_statement(const case_files *files, sl_seal_proof *proof) {
    char name[64];
    sluice_error err;
    case_text(files, "registered_proof", name);
    SL_CHECK_OK(sl_seal_proof_by_name(proof, name, &err));
    sl_porep_statement statement = {.circuit = &proof->circuit, .api = sl_seal_variant_api(proof->variant)};
    case_bytes32(files, "porep_id", statement.porep_id);
    case_bytes32(files, "replica_id", statement.replica_id);
    case_bytes32(files, "comm_d", statement.comm_d);
    case_bytes32(files, "comm_r", statement.comm_r);
    case_bytes32(files, "seed", statement.seed);
    return statement;
}

SL_TEST(porep_cases_of_the_reference) {
    for (size_t i = 0; i < SL_ARRAY_N(porep_cases); i++) {
        case_files files = case_open(porep_cases[i]);
        sl_seal_proof proof;
        sluice_error err;
        const sl_porep_statement statement = porep_statement(&files, &proof);
        const char *at = files.inputs;
        sl_fr inputs[39];
        SL_CHECK_EQ_U64(sl_porep_public_inputs_n(&proof.circuit), SL_ARRAY_N(inputs));
        for (unsigned k = 0; k < proof.circuit.partitions; k++) {
            SL_CHECK_OK(sl_porep_public_inputs(inputs, &statement, k, &err));
            check_inputs(porep_cases[i], &at, inputs, SL_ARRAY_N(inputs));
        }
        uint8_t more[32];
        SL_CHECK(!case_next_input(&at, more));
        case_close(&files);
    }
}

SL_TEST(porep_elements_not_canonical) {
    case_files files = case_open(porep_cases[0]);
    sl_seal_proof proof;
    sluice_error err;
    sl_fr inputs[39];
    const sl_porep_statement good = porep_statement(&files, &proof);
    sl_porep_statement bad = good;
    memset(bad.comm_r, 0xff, sizeof bad.comm_r);
    SL_CHECK_STATUS(sl_porep_public_inputs(inputs, &bad, 0, &err), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "comm_r") != NULL);
    bad = good;
    memset(bad.comm_d, 0xff, sizeof bad.comm_d);
    SL_CHECK_STATUS(sl_porep_public_inputs(inputs, &bad, 0, &err), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "comm_d") != NULL);
    bad = good;
    memset(bad.replica_id, 0xff, sizeof bad.replica_id);
    SL_CHECK_STATUS(sl_porep_public_inputs(inputs, &bad, 0, &err), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "replica_id") != NULL);
    case_close(&files);
}

/* ic lengths of the production keys, ONE not counted. */
SL_TEST(numbers_of_inputs) {
    sl_circuit c = circuit_of("porep-32GiB");
    SL_CHECK_EQ_U64(sl_porep_public_inputs_n(&c), 327);
    c = circuit_of("winning-32GiB");
    SL_CHECK_EQ_U64(sl_post_public_inputs_n(&c), 132);
    c = circuit_of("window-32GiB");
    SL_CHECK_EQ_U64(sl_post_public_inputs_n(&c), 25839);
    c = circuit_of("window-64GiB");
    SL_CHECK_EQ_U64(sl_post_public_inputs_n(&c), 25300);
}

enum { SECTORS_MAX = 8 };

static size_t read_sectors(const case_files *files, sl_post_public_sector sectors[SECTORS_MAX]) {
    size_t n = 0;
    for (const char *at = files->meta; case_find(&at, "comm_r"); n++) {
        SL_CHECK(n < SECTORS_MAX);
        sl_test_unhex(sectors[n].comm_r, 32, at + 1);
        SL_CHECK(case_find(&at, "sector_id"));
        sectors[n].sector = strtoull(at, NULL, 10);
    }
    return n;
}

SL_TEST(post_cases_of_the_reference) {
    static const struct {
        const char *folder, *circuit;
        size_t sectors_n, partitions_n;
    } cases[] = {
        {"post/window-2KiB-1sector-padded-v1_2", "window-2KiB", 1, 1},
        {"post/window-2KiB-2sectors-v1", "window-2KiB", 2, 1},
        {"post/window-2KiB-3sectors-2partitions-v1_2", "window-2KiB", 3, 2},
        {"post/winning-2KiB", "winning-2KiB", 1, 1},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        case_files files = case_open(cases[i].folder);
        const sl_circuit circuit = circuit_of(cases[i].circuit);
        sl_post_public_sector sectors[SECTORS_MAX];
        char api[64];
        case_text(&files, "api_version", api);
        sl_post_statement statement = {.circuit = &circuit, .sectors = sectors};
        statement.api = strcmp(api, "1.2.0") == 0 ? SL_API_V1_2 : strcmp(api, "1.1.0") == 0 ? SL_API_V1_1 : SL_API_V1_0;
        statement.sectors_n = read_sectors(&files, sectors);
        SL_CHECK_EQ_U64(statement.sectors_n, cases[i].sectors_n);
        case_bytes32(&files, "randomness", statement.randomness);
        SL_CHECK_EQ_U64(sl_post_partitions_n(&statement), cases[i].partitions_n);
        const char *at = files.inputs;
        sl_fr inputs[132];
        const size_t n = sl_post_public_inputs_n(&circuit);
        SL_CHECK(n <= SL_ARRAY_N(inputs));
        for (size_t k = 0; k < cases[i].partitions_n; k++) {
            sluice_error err;
            SL_CHECK_OK(sl_post_public_inputs(inputs, &statement, k, &err));
            check_inputs(cases[i].folder, &at, inputs, n);
        }
        uint8_t more[32];
        SL_CHECK(!case_next_input(&at, more));
        case_close(&files);
    }
}

SL_TEST(post_statements_that_cannot_be) {
    const sl_circuit window = circuit_of("window-2KiB"), winning = circuit_of("winning-2KiB");
    sl_post_public_sector sectors[3] = {{.sector = 1}, {.sector = 2}, {.sector = 3}};
    sl_post_statement statement = {.circuit = &window, .sectors = sectors, .sectors_n = 0};
    sl_fr inputs[132];
    sluice_error err;
    SL_CHECK_STATUS(sl_post_public_inputs(inputs, &statement, 0, &err), SLUICE_E_MISMATCH);
    statement.sectors_n = 3;
    SL_CHECK_OK(sl_post_public_inputs(inputs, &statement, 1, &err));
    SL_CHECK_STATUS(sl_post_public_inputs(inputs, &statement, 2, &err), SLUICE_E_MISMATCH);
    memset(sectors[2].comm_r, 0xff, sizeof sectors[2].comm_r);
    SL_CHECK_STATUS(sl_post_public_inputs(inputs, &statement, 1, &err), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "sector 2") != NULL);
    statement.circuit = &winning;
    SL_CHECK_STATUS(sl_post_public_inputs(inputs, &statement, 0, &err), SLUICE_E_MISMATCH);
}
