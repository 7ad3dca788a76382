// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bad_points.h"
#include "harness/test.h"
#include "math/hash/bytes.h"
#include "proof/groth16/vk.h"

static const char *const names[] = {"porep-2KiB-seed1", "update-2KiB-seed1", "window-2KiB-seed1", "winning-2KiB-seed1"};

static uint8_t *vk_bytes(const char *name, size_t *n) {
    char path[128];
    (void)snprintf(path, sizeof path, "filecoin/keys/%s.vk", name);
    return sl_test_vector_read(path, n);
}

SL_TEST(reference_keys_round_trip) {
    sluice_error err;
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        size_t n;
        uint8_t *bytes = vk_bytes(names[i], &n);
        sl_vk vk;
        SL_CHECK_OK(sl_vk_parse(&vk, bytes, n, names[i], &err));
        SL_CHECK_EQ_U64(sl_vk_bytes(vk.ic_n), n);
        uint8_t *again = malloc(n);
        sl_vk_write(again, &vk);
        SL_CHECK_MEM(again, bytes, n);
        free(again);
        free(bytes);
        sl_vk_release(&vk);
    }
}

/* Parses a copy with `change` applied and expects this status and this word in the message. */
static void check_refused(const uint8_t *bytes, size_t n, sluice_status want, const char *word) {
    sluice_error err;
    sl_vk vk = {.ic_n = 77};
    const sluice_status status = sl_vk_parse(&vk, bytes, n, "the.vk", &err);
    SL_CHECK_MSG(status == want, "expected %s, found %s", sluice_status_name(want), sluice_status_name(status));
    SL_CHECK_MSG(strstr(err.text, word) != NULL, "'%s' not in '%s'", word, err.text);
    SL_CHECK_MSG(strncmp(err.text, "the.vk: ", 8) == 0, "%s", err.text);
    SL_CHECK(vk.ic_n == 77);
}

SL_TEST(lengths_and_counts) {
    size_t n;
    uint8_t *bytes = vk_bytes("window-2KiB-seed1", &n);
    uint8_t *longer = calloc(1, n + 96);
    memcpy(longer, bytes, n);
    for (size_t cut = 0; cut < n; cut += cut < 868 ? 1 : 61) {
        check_refused(bytes, cut, SLUICE_E_TRUNCATED, cut < 868 ? "868" : "section ic");
    }
    check_refused(longer, n + 1, SLUICE_E_TRUNCATED, "section ic");
    check_refused(longer, n + 96, SLUICE_E_TRUNCATED, "section ic");
    const uint32_t counts[] = {1, 22, 24, 0x7fffffff, UINT32_MAX, 0x02aaaaab, 44739243 + 23};
    for (size_t i = 0; i < SL_ARRAY_N(counts); i++) {
        sl_store32_be(longer + 864, counts[i]);
        check_refused(longer, n, SLUICE_E_TRUNCATED, "section ic");
    }
    sl_store32_be(longer + 864, 0);
    check_refused(longer, 868, SLUICE_E_CORRUPT, "at least 1");
    free(longer);
    free(bytes);
}

static const struct {
    const char *field;
    size_t offset;
    bool is_g2;
} points[] = {
    {"alpha_g1", 0, false},   {"beta_g1", 96, false},  {"beta_g2", 192, true},  {"gamma_g2", 384, true},
    {"delta_g1", 576, false}, {"delta_g2", 672, true}, {"point 0", 868, false}, {"point 22", 868 + 22 * 96, false},
};

SL_TEST(every_point_is_checked) {
    size_t n;
    uint8_t *good = vk_bytes("window-2KiB-seed1", &n);
    uint8_t *bytes = malloc(n);
    for (size_t i = 0; i < SL_ARRAY_N(points); i++) {
        uint8_t *at = bytes + points[i].offset;
        const size_t point_bytes = points[i].is_g2 ? 192 : 96;
        for (bad_point kind = 0; kind < BAD_NEGATED; kind++) {
            memcpy(bytes, good, n);
            point_damage(at, point_bytes, kind);
            check_refused(bytes, n, SLUICE_E_CORRUPT, points[i].field);
        }
    }
    free(bytes);
    free(good);
}

SL_TEST(allocation_failure_is_a_status) {
    sluice_error err;
    size_t n;
    uint8_t *bytes = vk_bytes("window-2KiB-seed1", &n);
    sl_vk vk;
    const size_t live = sl_mem_live();
    sl_mem_fail_after(0);
    SL_CHECK_STATUS(sl_vk_parse(&vk, bytes, n, "the.vk", &err), SLUICE_E_NO_MEMORY);
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK_EQ_U64(sl_mem_live(), live);
    SL_CHECK_STATUS(sl_vk_read(&vk, "/no/such/file.vk", &err), SLUICE_E_UNKNOWN);
    free(bytes);
}
