// SPDX-License-Identifier: MIT OR Apache-2.0
// The meta file, and the public inputs that follow from it, equal to the reference's.
#include "core/base/json_scan.h"
#include "harness/test.h"
#include "proof/circuits/inputs/c1.h"
#include "proof/circuits/inputs/meta.h"

static sluice_error err;

/* public_inputs.json: an array of partitions, each an array of hexadecimal values. */
typedef struct publics {
    sl_fr values[2048];
    size_t n, partitions_n;
} publics;

static sluice_status value_element(void *ctx, sl_scan *j, size_t i, sluice_error *e) {
    publics *const p = ctx;
    char text[72];
    uint8_t bytes[32];
    sl_scan_text t;
    (void)i;
    SL_TRY(sl_scan_text_next(j, &t, e));
    SL_TRY(sl_scan_text_copy(j, t, text, sizeof text, e));
    sl_test_unhex(bytes, 32, text);
    SL_CHECK(p->n < SL_ARRAY_N(p->values) && sl_fr_from_bytes(&p->values[p->n++], bytes));
    return SLUICE_OK;
}

static sluice_status partition_element(void *ctx, sl_scan *j, size_t i, sluice_error *e) {
    size_t n;
    (void)i;
    return sl_scan_array(j, 1, 1000, value_element, ctx, &n, e);
}

static publics *publics_load(const char *folder) {
    char path[160];
    size_t n;
    (void)snprintf(path, sizeof path, "filecoin/%s/public_inputs.json", folder);
    uint8_t *const bytes = sl_test_vector_read(path, &n);
    publics *const p = calloc(1, sizeof *p);
    SL_CHECK(p != NULL);
    sl_scan j;
    sl_scan_start(&j, bytes, n);
    SL_CHECK_OK(sl_scan_array(&j, 1, 200, partition_element, p, &p->partitions_n, &err));
    free(bytes);
    return p;
}

static sl_meta meta_load(const char *folder) {
    char path[160];
    (void)snprintf(path, sizeof path, "filecoin/%s/meta.json", folder);
    sl_meta meta;
    SL_CHECK_OK(sl_meta_open(&meta, sl_test_vector_path(path), &err));
    return meta;
}

static void seal_publics_check(const sl_seal_statement *seal, const publics *want) {
    sl_fr got[400];
    const size_t n = sl_seal_publics_n(seal);
    SL_CHECK(seal->proof.circuit.partitions == want->partitions_n && n * want->partitions_n == want->n);
    for (unsigned k = 0; k < want->partitions_n; k++) {
        sl_seal_publics(seal, k, got);
        SL_CHECK_MEM(got, want->values + k * n, n * sizeof *got);
    }
}

SL_TEST(seal_publics) {
    static const char *const sectors[] = {"2KiB-v1_1-seed1", "2KiB-v1_1-seed2",   "4KiB-v1_1-seed10",
                                          "2KiB-v1-seed21",  "2KiB-synth-seed21", "2KiB-ni-seed21"};
    for (size_t i = 0; i < SL_ARRAY_N(sectors); i++) {
        char folder[96];
        (void)snprintf(folder, sizeof folder, "porep/%s", sectors[i]);
        publics *const want = publics_load(folder);
        sl_meta meta = meta_load(folder);
        SL_CHECK(meta.kind == SL_META_SEAL);
        seal_publics_check(&meta.seal, want);
        // The C1 file leads to the same.
        char path[128];
        (void)snprintf(path, sizeof path, "filecoin/%s/c1.bin", folder);
        sl_c1 *c1;
        SL_CHECK_OK(sl_c1_open(&c1, sl_test_vector_path(path), NULL, &err));
        sl_seal_statement seal;
        sl_c1_statement(c1, &seal);
        seal_publics_check(&seal, want);
        sl_c1_close(c1);
        sl_meta_release(&meta);
        free(want);
    }
}

SL_TEST(post_publics) {
    static const char *const folders[] = {"post/winning-2KiB", "post/window-2KiB-1sector-padded-v1_2",
                                          "post/window-2KiB-2sectors-v1", "post/window-2KiB-3sectors-2partitions-v1_2"};
    static const size_t sectors_n[] = {1, 1, 2, 3};
    for (size_t i = 0; i < SL_ARRAY_N(folders); i++) {
        publics *const want = publics_load(folders[i]);
        sl_meta meta = meta_load(folders[i]);
        SL_CHECK(meta.kind == (i == 0 ? SL_META_WINNING : SL_META_WINDOW) && meta.post.sectors_n == sectors_n[i]);
        const size_t n = sl_post_publics_n(&meta.post);
        SL_CHECK(sl_post_partitions_n(&meta.post) == want->partitions_n && n * want->partitions_n == want->n);
        sl_fr got[200];
        for (size_t k = 0; k < want->partitions_n; k++) {
            sl_post_publics(&meta.post, k, got);
            SL_CHECK_MEM(got, want->values + k * n, n * sizeof *got);
        }
        sl_meta_release(&meta);
        free(want);
    }
}

SL_TEST(update_publics) {
    static const char *const folders[] = {"update/2KiB-seed1", "update/16KiB-seed4"};
    for (size_t i = 0; i < SL_ARRAY_N(folders); i++) {
        publics *const want = publics_load(folders[i]);
        sl_meta meta = meta_load(folders[i]);
        const size_t n = sl_update_publics_n(&meta.update);
        SL_CHECK(meta.kind == SL_META_UPDATE && meta.update.circuit.partitions == want->partitions_n);
        SL_CHECK(n * want->partitions_n == want->n);
        sl_fr got[4];
        for (unsigned k = 0; k < want->partitions_n; k++) {
            sl_update_publics(&meta.update, k, got);
            SL_CHECK_MEM(got, want->values + k * n, n * sizeof *got);
        }
        sl_meta_release(&meta);
        free(want);
    }
}

static sluice_status parse(const char *text) {
    sl_meta meta;
    err.text[0] = 0;
    const sluice_status status = sl_meta_parse(&meta, (const uint8_t *)text, strlen(text), &err);
    if (status == SLUICE_OK) {
        sl_meta_release(&meta);
    }
    return status;
}

#define B01 "0101010101010101010101010101010101010101010101010101010101010101"
#define BFF "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
#define B00 "0000000000000000000000000000000000000000000000000000000000000000"
#define SEAL(name, size, comm_d, comm_r, seed)                                                                       \
    "{\"kind\":\"seal\",\"registered_proof\":\"" name "\",\"sector_size\":" size ",\"prover_id\":\"" B01             \
    "\",\"sector_id\":7,\"ticket\":\"" BFF "\",\"seed\":\"" seed "\",\"comm_d\":\"" comm_d "\",\"comm_r\":\"" comm_r \
    "\"}"
#define POST(kind, size, api, randomness, sectors)                                                   \
    "{\"sectors\":" sectors ",\"kind\":\"" kind "\",\"sector_size\":" size ",\"api_version\":\"" api \
    "\",\"prover_id\":\"" B01 "\",\"randomness\":\"" randomness "\",\"extra\":[{}]}"
#define SECTOR "{\"sector_id\":18446744073709551615,\"comm_r\":\"" B01 "\",\"comm_c\":1}"
#define SECTOR_0 "{\"comm_r\":\"" B01 "\",\"sector_id\":0}"

#define UPDATE(size, comm_r_old, comm_d_new, h)                                                                    \
    "{\"kind\":\"update\",\"sector_size\":" size ",\"comm_r_old\":\"" comm_r_old "\",\"comm_d_new\":\"" comm_d_new \
    "\",\"comm_r_new\":\"" B01 "\",\"h\":" h "}"

SL_TEST(accepted) {
    SL_CHECK_OK(parse(UPDATE("34359738368", B01, B01, "12")));
    SL_CHECK_OK(parse(SEAL("StackedDrg32GiBV1_1", "34359738368", B01, B01, BFF)));
    SL_CHECK_OK(parse(POST("window", "34359738368", "1.2.0", B01, "[" SECTOR_0 "," SECTOR "]")));
    SL_CHECK_OK(parse(POST("winning", "2048", "1.1.0", B01, "[" SECTOR "]")));
}

SL_TEST(refused) {
    static const struct {
        const char *text;
        sluice_status status;
        const char *says;
    } bad[] = {
        {"", SLUICE_E_TRUNCATED, "'{'"},
        {"{}", SLUICE_E_INPUT, "expected key \"kind\""},
        {"{\"kind\":\"seal\"}", SLUICE_E_INPUT, "expected key \"registered_proof\" in a file of kind seal"},
        {"{\"kind\":\"updates\"}", SLUICE_E_INPUT,
         "expected seal, winning, window, update or update-poseidon, found updates"},
        {"{\"kind\":\"update\"}", SLUICE_E_INPUT, "expected key \"sector_size\""},
        {UPDATE("2048", B01, B01, "0"), SLUICE_E_INPUT, "h: expected a number from 1 on"},
        {UPDATE("2048", B01, B01, "10"), SLUICE_E_INPUT, "h: expected 1 to 1 for update-2KiB, found 10"},
        {UPDATE("2049", B01, B01, "1"), SLUICE_E_UNKNOWN, "found 2049 bytes"},
        {UPDATE("2048", BFF, B01, "1"), SLUICE_E_INPUT, "comm_r_old: expected a value below"},
        {UPDATE("2048", B01, BFF, "1"), SLUICE_E_INPUT, "comm_d_new: expected a value below"},
        {"{\"kind\":\"window\"}", SLUICE_E_INPUT, "expected key \"sector_size\""},
        {SEAL("StackedDrg32GiBV1_1", "34359738368", B01, B01, B01) " 1", SLUICE_E_INPUT, "nothing after"},
        {SEAL("StackedDrg32GiBV1_1", "2048", B01, B01, B01), SLUICE_E_MISMATCH, "sector_size"},
        {SEAL("StackedDrg3GiBV1", "2048", B01, B01, B01), SLUICE_E_UNKNOWN, "StackedDrg3GiBV1"},
        {SEAL("StackedDrg2KiBV1", "2048", B00, B01, B01), SLUICE_E_INPUT, "comm_d: expected a nonzero"},
        {SEAL("StackedDrg2KiBV1", "2048", B01, B00, B01), SLUICE_E_INPUT, "comm_r: expected a nonzero"},
        {SEAL("StackedDrg2KiBV1", "2048", B01, B01, B00), SLUICE_E_INPUT, "seed: expected a nonzero"},
        {SEAL("StackedDrg2KiBV1", "2048", BFF, B01, B01), SLUICE_E_INPUT, "comm_d: expected a value below"},
        {SEAL("StackedDrg2KiBV1", "2048", B01, BFF, B01), SLUICE_E_INPUT, "comm_r: expected a value below"},
        {SEAL("StackedDrg2KiBV1", "2048", B01, B01 "0", B01), SLUICE_E_INPUT, "comm_r: expected 64 hex"},
        {SEAL("StackedDrg2KiBV1", "2048", B01, "0x" B01, B01), SLUICE_E_INPUT, "comm_r: expected 64 hex"},
        {SEAL("StackedDrg2KiBV1", "-2048", B01, B01, B01), SLUICE_E_INPUT, "sector_size"},
        {POST("window", "2048", "1.2.0", B01, "[]"), SLUICE_E_INPUT, "sectors: expected at least 1"},
        {POST("window", "2049", "1.2.0", B01, "[" SECTOR "]"), SLUICE_E_UNKNOWN, "found 2049 bytes"},
        {POST("window", "2048", "1.3.0", B01, "[" SECTOR "]"), SLUICE_E_INPUT, "api_version"},
        {POST("window", "2048", "1.2.0", BFF, "[" SECTOR "]"), SLUICE_E_INPUT, "randomness: expected a value below"},
        {POST("winning", "2048", "1.2.0", B01, "[" SECTOR "]"), SLUICE_E_INPUT, "api_version"},
        {POST("winning", "2048", "1.0.0", B01, "[" SECTOR_0 "," SECTOR "]"), SLUICE_E_INPUT, "expected 1 in a winning"},
        {POST("window", "2048", "1.2.0", B01, "[" SECTOR_0 "," SECTOR_0 "]"), SLUICE_E_INPUT,
         "sectors[1]: expected a sector number above 0, the one before, found 0"},
        {POST("window", "2048", "1.2.0", B01, "[" SECTOR "," SECTOR_0 "]"), SLUICE_E_INPUT, "sectors[1]: expected"},
        {POST("window", "2048", "1.0.0", B01, "[{\"sector_id\":1}]"), SLUICE_E_INPUT, "expected key \"comm_r\""},
        {POST("window", "2048", "1.0.0", B01, "[{\"sector_id\":1,\"comm_r\":\"" BFF "\"}]"), SLUICE_E_INPUT,
         "sectors[0].comm_r"},
        {POST("window", "2048", "1.0.0", B01, "[" SECTOR), SLUICE_E_INPUT, "sectors[1]: expected '{'"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        const size_t live = sl_mem_live();
        const sluice_status status = parse(bad[i].text);
        SL_CHECK_MSG(status == bad[i].status, "%zu: %s: %s", i, sluice_status_name(status), err.text);
        SL_CHECK_MSG(strstr(err.text, bad[i].says) != NULL, "%zu: %s", i, err.text);
        SL_CHECK(sl_mem_live() == live);
    }
}

SL_TEST(many_sectors) {
    enum { SECTORS = 3000 };
    char *const text = malloc(200 * SECTORS), *p = text;
    SL_CHECK(text != NULL);
    p += snprintf(p, 256,
                  "{\"kind\":\"window\",\"sector_size\":2048,\"api_version\":\"1.2.0\",\"prover_id\":\"" B01
                  "\",\"randomness\":\"" B01 "\",\"sectors\":[");
    for (int i = 0; i < SECTORS; i++) {
        p += snprintf(p, 256, "%s{\"sector_id\":%d,\"comm_r\":\"" B01 "\"}", i > 0 ? "," : "", i);
    }
    p += snprintf(p, 256, "]}");
    sl_meta meta;
    SL_CHECK_OK(sl_meta_parse(&meta, (const uint8_t *)text, (size_t)(p - text), &err));
    SL_CHECK(meta.post.sectors_n == SECTORS && meta.post.sectors[2999].number == 2999);
    SL_CHECK(sl_post_partitions_n(&meta.post) == SECTORS / 2);
    sl_meta_release(&meta);
    for (size_t n = 0; n < (size_t)(p - text); n += 1 + sl_test_u64() % 4096) {
        SL_CHECK(sl_meta_parse(&meta, (const uint8_t *)text, n, &err) != SLUICE_OK);
    }
    free(text);
}
