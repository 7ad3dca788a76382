// SPDX-License-Identifier: MIT OR Apache-2.0
/* Damaged keys: every one is refused with its own words before anything large is allocated, or never leaves as a proof.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "bad_points.h"
#include "core/base/clock.h"
#include "math/hash/bytes.h"
#include "proof/groth16/params_check.h"
#include "toys.h"

static sluice_error err;

/* A small key in memory, to be damaged and written again. */
typedef struct key {
    toy_room room;
    sl_key_layout layout;
    uint8_t *good, *bytes;
    size_t n;
} key;

static void key_make(key *out, const char *name) {
    toy_room_open(&out->room, toy_named(name));
    out->layout = out->room.params.layout;
    out->n = (size_t)out->layout.bytes;
    out->good = malloc(out->n);
    out->bytes = malloc(2 * out->n);
    SL_CHECK_OK(sl_file_read_at(&out->room.params.file, out->good, out->n, 0, &err));
    memcpy(out->bytes, out->good, out->n);
}

static void key_free(key *k) {
    toy_room_close(&k->room);
    free(k->good);
    free(k->bytes);
}

static sluice_status open_bytes(const uint8_t *bytes, size_t n, sl_params *params) {
    return sl_params_open(params, sl_test_temp_write("bad.params", bytes, n), &err);
}

/* Refused with this status (or the other), with the path in the message, within 50 ms and 16 MiB. */
static void check_file_refused(const char *path, sluice_status want, sluice_status or_else, const char *what) {
    sl_params params;
    sl_mem_peak_reset();
    const size_t live = sl_mem_live();
    const double start = sl_clock_cpu_seconds();
    const sluice_status status = sl_params_open(&params, path, &err);
    SL_CHECK_MSG(status == want || status == or_else, "%s: %s: %s", what, sluice_status_name(status), err.text);
    SL_CHECK_MSG(strstr(err.text, path) != NULL, "%s", err.text);
    SL_CHECK(sl_mem_live() == live && sl_mem_peak() - live < (size_t)16 << 20);
    SL_CHECK_MSG(SANITIZED || sl_clock_cpu_seconds() - start < 0.05, "%s: %f s", what, sl_clock_cpu_seconds() - start);
}

static void check_refused(const uint8_t *bytes, size_t n, sluice_status want, sluice_status or_else, const char *what) {
    check_file_refused(sl_test_temp_write("bad.params", bytes, n), want, or_else, what);
}

SL_TEST(every_truncation) {
    key k;
    key_make(&k, "cubic");
    const char *path = sl_test_temp_write("cut.params", k.good, k.n);
    for (size_t cut = k.n; cut-- > 0;) {
        /* around the ends of header and file, around those of points, and between; below 868 nothing is read */
        if (cut < 872 || k.n - cut < 8 || cut % (SANITIZED ? 97 : 7) == 0 || (!SANITIZED && cut % 96 < 8)) {
            SL_CHECK(truncate(path, (off_t)cut) == 0);
            check_file_refused(path, SLUICE_E_TRUNCATED, SLUICE_E_TRUNCATED, "cut");
        }
    }
    key_free(&k);
}

SL_TEST(grown_zeroed_and_foreign_files) {
    key k;
    key_make(&k, "cubic");
    memcpy(k.bytes + k.n, k.good, k.n);
    check_refused(k.bytes, k.n + 1, SLUICE_E_TRUNCATED, SLUICE_E_TRUNCATED, "one byte more");
    check_refused(k.bytes, 2 * k.n, SLUICE_E_TRUNCATED, SLUICE_E_TRUNCATED, "twice");
    for (size_t cut = 0; cut < k.layout.section[SL_KEY_B_G2].offset; cut += 31) {
        memcpy(k.bytes, k.good, k.n);
        memset(k.bytes + cut, 0, k.n - cut);
        check_refused(k.bytes, k.n, SLUICE_E_CORRUPT, SLUICE_E_TRUNCATED, "cut and zeroed");
    }
    char html[4096];
    memset(html, ' ', sizeof html);
    memcpy(html, "<!DOCTYPE html><html><head><title>404 Not Found</title></head>", 62);
    check_refused((const uint8_t *)html, sizeof html, SLUICE_E_CORRUPT, SLUICE_E_CORRUPT, "page");
    check_refused((const uint8_t *)html, 200, SLUICE_E_TRUNCATED, SLUICE_E_TRUNCATED, "short page");
    key_free(&k);
}

SL_TEST(every_count) {
    key k;
    key_make(&k, "bits-1");
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        const sl_key_range *range = &k.layout.section[s];
        const uint32_t count = (uint32_t)range->count;
        /* 2^32 / 96 and 2^32 / 192, rounded up: their bytes wrap to few in 32 bits */
        const uint32_t counts[] = {0,          count - 1,  count + 1,  count + 44739243, count + 22369622,
                                   44739243,   22369622,   0x7fffffff, 0x80000000,       0xfffffffe,
                                   UINT32_MAX, count << 8, count + 2};
        for (size_t i = 0; i < SL_ARRAY_N(counts); i++) {
            if (counts[i] == count) {
                continue;
            }
            memcpy(k.bytes, k.good, k.n);
            sl_store32_be(k.bytes + range->offset - 4, counts[i]);
            check_refused(k.bytes, k.n, SLUICE_E_TRUNCATED, SLUICE_E_CORRUPT, sl_key_section_name((sl_key_section)s));
        }
    }
    key_free(&k);
}

/* Counts that fit the file and contradict each other. */
static void check_counts(const uint64_t counts[SL_KEY_SECTIONS_N], const char *word) {
    key k;
    sl_key_layout layout;
    key_make(&k, "cubic");
    SL_CHECK_OK(sl_key_layout_make(&layout, counts, &err));
    uint8_t *bytes = calloc(1, (size_t)layout.bytes);
    memcpy(bytes, k.good, SL_VK_HEAD_BYTES);
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        sl_store32_be(bytes + layout.section[s].offset - 4, (uint32_t)counts[s]);
    }
    check_refused(bytes, (size_t)layout.bytes, SLUICE_E_CORRUPT, SLUICE_E_CORRUPT, word);
    SL_CHECK_MSG(strstr(err.text, word) != NULL, "%s", err.text);
    free(bytes);
    key_free(&k);
}

SL_TEST(counts_that_contradict) {
    check_counts((const uint64_t[]){0, 7, 4, 6, 2, 2}, "section ic: expected at least 1");
    check_counts((const uint64_t[]){2, 6, 4, 6, 2, 2}, "section h: expected a power of two less one, found 6");
    check_counts((const uint64_t[]){9, 7, 4, 9, 2, 2}, "section h: expected at least 8");
    check_counts((const uint64_t[]){2, 7, 4, 1, 2, 2}, "section a: expected 2 to 6 points, found 1");
    check_counts((const uint64_t[]){2, 7, 4, 7, 2, 2}, "section a: expected 2 to 6 points, found 7");
    check_counts((const uint64_t[]){2, 7, 4, 6, 2, 3}, "section b_g2: expected 2 points as in b_g1, found 3");
    sl_key_layout layout;
    SL_CHECK_STATUS(sl_key_layout_make(&layout, (const uint64_t[]){2, UINT64_C(1) << 32, 4, 6, 2, 2}, &err),
                    SLUICE_E_INPUT);
    /* the largest that fit, as arithmetic */
    SL_CHECK_OK(sl_key_layout_make(
        &layout, (const uint64_t[]){UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, &err));
    SL_CHECK_EQ_U64(layout.bytes, 868 + UINT64_C(0xffffffff) * (5 * 96 + 192) + 20);
    /* spec 7: the 32 GiB PoRep key */
    SL_CHECK_OK(sl_key_layout_make(&layout,
                                   (const uint64_t[]){328, 134217727, 130169893, 130127877, 32935457, 32935457}, &err));
    SL_CHECK_EQ_U64(layout.section[SL_KEY_L].offset - 4, UINT64_C(12884934152));
}

SL_TEST(vk_beside) {
    key k;
    sl_params params;
    key_make(&k, "cubic");
    char vk_path[160];
    SL_CHECK_OK(open_bytes(k.good, k.n, &params)); /* none there */
    sl_params_close(&params);
    SL_CHECK_OK(sl_params_vk_path(vk_path, sizeof vk_path, k.room.path, &err));
    (void)sl_test_temp_write("bad.vk", k.good, (size_t)k.layout.vk_bytes);
    SL_CHECK_OK(open_bytes(k.good, k.n, &params));
    SL_CHECK_OK(sl_params_check_vk(&params, vk_path, &err));
    memcpy(k.bytes, k.good, k.n);
    for (size_t at = 0; at < k.layout.vk_bytes; at += 53) {
        k.bytes[at] ^= 1;
        (void)sl_test_temp_write("bad.vk", k.bytes, (size_t)k.layout.vk_bytes);
        SL_CHECK_STATUS(sl_params_check_vk(&params, sl_test_temp_path("bad.vk"), &err), SLUICE_E_MISMATCH);
        char want[32];
        (void)snprintf(want, sizeof want, "byte %zu:", at);
        SL_CHECK_MSG(strstr(err.text, want) != NULL, "%s", err.text);
        k.bytes[at] ^= 1;
    }
    sl_params_close(&params);
    (void)sl_test_temp_write("bad.vk", k.good, (size_t)k.layout.vk_bytes - 96);
    SL_CHECK_STATUS(open_bytes(k.good, k.n, &params), SLUICE_E_MISMATCH);
    (void)sl_test_temp_write("bad.vk", k.good, 0);
    SL_CHECK_STATUS(open_bytes(k.good, k.n, &params), SLUICE_E_MISMATCH);
    SL_CHECK(unlink(sl_test_temp_path("bad.vk")) == 0 && mkdir(sl_test_temp_path("bad.vk"), 0700) == 0);
    SL_CHECK_STATUS(open_bytes(k.good, k.n, &params), SLUICE_E_INPUT);
    SL_CHECK(rmdir(sl_test_temp_path("bad.vk")) == 0);
    SL_CHECK_STATUS(sl_params_open(&params, "/no/such.params", &err), SLUICE_E_UNKNOWN);
    key_free(&k);

    SL_CHECK_OK(sl_params_vk_path(vk_path, sizeof vk_path, "a.b/c", &err));
    SL_CHECK(strcmp(vk_path, "a.b/c.vk") == 0);
    SL_CHECK_OK(sl_params_vk_path(vk_path, sizeof vk_path, "x/v28-y.params", &err));
    SL_CHECK(strcmp(vk_path, "x/v28-y.vk") == 0);
    SL_CHECK_STATUS(sl_params_vk_path(vk_path, 8, "12345.params", &err), SLUICE_E_INPUT);
}

static sluice_status check_file(const key *k, const sl_params *params, bool subgroup, sl_params_report *report) {
    const sl_params_check_options options = {.subgroup = subgroup};
    return sl_params_check(params, &options, k->room.pool, report, &err);
}

/* A proof with this key: refused, or good (a point whose scalar is 0 does no harm). Returns the status. */
static sluice_status prove_with(const key *k, const sl_params *params) {
    sl_prover *prover;
    sl_proof proof;
    SL_CHECK_OK(sl_prover_open(&prover, k->room.r1cs, params, &sl_kernels_portable, k->room.pool, &err));
    const sluice_status status = sl_prover_prove(prover, &k->room.witness, NULL, &proof, &err);
    sl_prover_close(prover);
    if (status == SLUICE_OK) {
        sl_verifier *verifier;
        SL_CHECK_OK(sl_verifier_open(&verifier, &k->room.params.vk, &err));
        const sl_claim claim = {proof, k->room.witness.inputs + 1, k->room.witness.inputs_n - 1};
        SL_CHECK_OK(sl_verifier_check(verifier, &claim, 1, &err));
        sl_verifier_close(verifier);
    }
    return status;
}

/* The point damaged in this way: what decoding and the subgroup check say, and that no proof comes of it. */
static void check_point(key *k, sl_key_section section, size_t at, bad_point kind, bool prove) {
    const sl_key_range *range = &k->layout.section[section];
    sl_params params;
    sl_params_report report;
    char want[64];
    memcpy(k->bytes, k->good, k->n);
    point_damage(k->bytes + range->offset + at * range->element_bytes, range->element_bytes, kind);
    SL_CHECK_OK(open_bytes(k->bytes, k->n, &params));
    (void)snprintf(want, sizeof want, "section %s: point %zu: ", sl_key_section_name(section), at);
    for (int subgroup = 0; subgroup < 2; subgroup++) {
        const bool good = kind > BAD_OUTSIDE || (kind == BAD_OUTSIDE && !subgroup);
        const sluice_status status = check_file(k, &params, subgroup != 0, &report);
        SL_CHECK_MSG(status == (good ? SLUICE_OK : SLUICE_E_CORRUPT), "kind %d: %s", kind, err.text);
        SL_CHECK_MSG(good || strstr(err.text, want) != NULL, "%s", err.text);
    }
    if (prove) {
        const sluice_status status = prove_with(k, &params);
        SL_CHECK_MSG(status == SLUICE_E_CORRUPT || (status == SLUICE_E_SELF_CHECK && kind >= BAD_OUTSIDE), "%s: %s",
                     sluice_status_name(status), err.text);
        SL_CHECK_MSG(kind >= BAD_OUTSIDE || strstr(err.text, sl_key_section_name(section)) != NULL, "%s", err.text);
    }
    sl_params_close(&params);
}

SL_TEST(every_kind_of_point) {
    key k;
    key_make(&k, "cubic"); /* the middle points have scalars that are not 0 */
    for (int s = SL_KEY_H; s < SL_KEY_SECTIONS_N; s++) {
        const size_t count = (size_t)k.layout.section[s].count;
        for (bad_point kind = 0; kind < BAD_POINTS_N; kind++) {
            check_point(&k, (sl_key_section)s, count / 2, kind, true);
            if (!SANITIZED) {
                check_point(&k, (sl_key_section)s, 0, kind, false);
                check_point(&k, (sl_key_section)s, count - 1, kind, false);
            }
        }
    }
    key_free(&k);
}

SL_TEST(swapped_points) {
    key k;
    key_make(&k, "mimc-11");
    for (int s = SL_KEY_H; s < SL_KEY_SECTIONS_N; s++) {
        const sl_key_range *range = &k.layout.section[s];
        uint8_t *at = k.bytes + range->offset + 3 * range->element_bytes;
        sl_params params;
        sl_params_report report;
        memcpy(k.bytes, k.good, k.n);
        memcpy(at, k.good + range->offset + 4 * range->element_bytes, range->element_bytes);
        memcpy(at + range->element_bytes, k.good + range->offset + 3 * range->element_bytes, range->element_bytes);
        SL_CHECK_OK(open_bytes(k.bytes, k.n, &params));
        SL_CHECK_OK(check_file(&k, &params, true, &report));
        SL_CHECK_STATUS(prove_with(&k, &params), SLUICE_E_SELF_CHECK);
        sl_params_close(&params);
    }
    key_free(&k);
}

/* What another process does to the file at the beginning of a stage. */
typedef struct meddler {
    const key *k;
    const char *stage, *path;
    int what;
} meddler;
enum { TRUNCATE, EMPTY, OVERWRITE, RENAME };

static void on_stage(void *data, const char *name, bool is_end, size_t live_bytes) {
    (void)live_bytes;
    const meddler *m = data;
    if (is_end || strcmp(name, m->stage) != 0) {
        return;
    }
    if (m->what == TRUNCATE || m->what == EMPTY) {
        SL_CHECK(truncate(m->path, m->what == EMPTY ? 0 : (off_t)m->k->n - 1000) == 0);
    } else if (m->what == OVERWRITE) {
        const sl_key_range *range = &m->k->layout.section[SL_KEY_H];
        FILE *f = fopen(m->path, "r+b");
        SL_CHECK(f != NULL && fseek(f, (long)range->offset, SEEK_SET) == 0);
        SL_CHECK(fwrite(m->k->good + range->offset + 96, 1, 96, f) == 96 && fclose(f) == 0);
    } else {
        SL_CHECK(rename(sl_test_temp_write("other", "no key", 6), m->path) == 0);
    }
}

SL_TEST(changed_while_a_proof_runs) {
    static const struct {
        const char *stage;
        int what;
        sluice_status want;
    } cases[] = {
        {"rows", TRUNCATE, SLUICE_E_TRUNCATED}, {"quotient", EMPTY, SLUICE_E_TRUNCATED},
        {"rows", OVERWRITE, SLUICE_E_CORRUPT},  {"rows", RENAME, SLUICE_OK}, /* the open file is still the old one */
        {"sum b_g2", EMPTY, SLUICE_OK}, /* a small key is in the ring by then, or the end is missing */
    };
    key k;
    key_make(&k, "mimc-11");
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        sl_params params;
        sl_prover *prover;
        sl_proof proof;
        const char *path = sl_test_temp_write("bad.params", k.good, k.n);
        meddler m = {&k, cases[i].stage, path, cases[i].what};
        const sl_observer observer = {.stage = on_stage, .data = &m};
        const sl_prove_options options = {.observer = &observer};
        SL_CHECK_OK(sl_params_open(&params, path, &err));
        SL_CHECK_OK(sl_prover_open(&prover, k.room.r1cs, &params, &sl_kernels_portable, k.room.pool, &err));
        const size_t live = sl_mem_live();
        const sluice_status status = sl_prover_prove(prover, &k.room.witness, &options, &proof, &err);
        SL_CHECK_MSG(status == cases[i].want || (i == 4 && status == SLUICE_E_TRUNCATED), "case %zu: %s: %s", i,
                     sluice_status_name(status), err.text);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
        sl_prover_close(prover);
        sl_params_close(&params);
    }
    key_free(&k);
}
