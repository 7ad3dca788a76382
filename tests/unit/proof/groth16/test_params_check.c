// SPDX-License-Identifier: MIT OR Apache-2.0
/* Digests, manifests and the memory of good keys. */
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/hex.h"
#include "math/hash/blake2b.h"
#include "math/hash/sha256.h"
#include "proof/groth16/check_memory.h"
#include "proof/groth16/params_check.h"
#include "toys.h"

static sluice_error err;

SL_TEST(digests_of_the_file) {
    toy_room room;
    sl_params_report report;
    toy_room_open(&room, toy_named("bits-150"));
    const size_t n = (size_t)room.params.layout.bytes;
    uint8_t *bytes = malloc(n), digest[64];
    SL_CHECK_OK(sl_file_read_at(&room.params.file, bytes, n, 0, &err));
    const size_t live = sl_mem_live();
    const sl_params_check_options options = {.subgroup = true};
    SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
    SL_CHECK_EQ_U64(sl_mem_live(), live);
    SL_CHECK(report.subgroup && !report.remembered);
    sl_blake2b_512(digest, bytes, n);
    SL_CHECK_MEM(report.blake2b, digest, 64);
    sl_sha256_digest(digest, bytes, n);
    SL_CHECK_MEM(report.sha256, digest, 32);
    /* no memory, at each place */
    const sl_params_check_options quick = {0};
    sluice_status status;
    size_t fails = 0;
    do {
        sl_mem_fail_after(fails++);
        status = sl_params_check(&room.params, &quick, room.pool, &report, &err);
        SL_CHECK(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
    } while (status != SLUICE_OK);
    SL_CHECK(fails > 3);
    sl_mem_fail_after(SIZE_MAX);
    free(bytes);
    toy_room_close(&room);
}

static const char *manifest_write(const char *name, const char *digest, const char *other_digest) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "{\n  \"v28-other.params\": {\"cid\": \"Qm1\", \"digest\": \"%s\", \"sector_size\": 2048},\n"
                   "  \"%s\": {\"sector_size\": 2048, \"digest\": \"%s\", \"cid\": \"Qm2\"}\n}\n",
                   other_digest, name, digest);
    return sl_test_temp_write("parameters.json", text, strlen(text));
}

SL_TEST(manifests) {
    uint8_t blake2b[64];
    char good[129];
    sl_test_bytes(blake2b, sizeof blake2b);
    sl_hex_encode(good, blake2b, 64);
    good[32] = 0;
    const char *none = "00112233445566778899aabbccddeeff";
    const char *path = manifest_write("v28-x.params", good, none);
    SL_CHECK_OK(sl_params_check_manifest(blake2b, "/a/b/v28-x.params", path, &err));
    SL_CHECK_OK(sl_params_check_manifest(blake2b, "v28-x.params", path, &err));
    SL_CHECK_STATUS(sl_params_check_manifest(blake2b, "/a/b/v28-y.params", path, &err), SLUICE_E_UNKNOWN);
    /* another release's manifest */
    path = manifest_write("v28-x.params", none, none);
    SL_CHECK_STATUS(sl_params_check_manifest(blake2b, "v28-x.params", path, &err), SLUICE_E_DIFFERS);
    SL_CHECK_MSG(strstr(err.text, good) != NULL && strstr(err.text, none) != NULL, "%s", err.text);
    /* names swapped */
    path = manifest_write("v28-x.params", none, good);
    SL_CHECK_STATUS(sl_params_check_manifest(blake2b, "v28-x.params", path, &err), SLUICE_E_MISMATCH);
    /* manifests that are none */
    const char *const bad[] = {
        "",
        "{",
        "[]",
        "{\"v28-x.params\": 1}",
        "{\"v28-x.params\": {\"cid\": \"Q\"}}",
        "{\"v28-x.params\": {\"digest\": 5}}",
        "{\"v28-x.params\": {\"digest\": \"0011\"}}",
        "{\"v28-x.params\": {\"digest\": \"00112233445566778899aabbccddeefg\"}}",
        "{\"v28-x.params\": {\"digest\": \"00112233445566778899aabbccddeeff\"}} x",
    };
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        path = sl_test_temp_write("parameters.json", bad[i], strlen(bad[i]));
        const sluice_status status = sl_params_check_manifest(blake2b, "v28-x.params", path, &err);
        SL_CHECK_MSG(status == SLUICE_E_INPUT || status == SLUICE_E_TRUNCATED, "%zu: %s", i,
                     sluice_status_name(status));
        SL_CHECK_MSG(strstr(err.text, "parameters.json") != NULL, "%s", err.text);
    }
    SL_CHECK_STATUS(sl_params_check_manifest(blake2b, "v28-x.params", "/no/parameters.json", &err), SLUICE_E_UNKNOWN);
}

static sl_file_identity identity(uint64_t inode) {
    return (sl_file_identity){.device = 7,
                              .inode = inode,
                              .bytes = 1000 + inode,
                              .modified_s = 1700000000,
                              .modified_ns = 5,
                              .changed_s = 1700000001,
                              .changed_ns = 6};
}

static sl_params_report report_of(uint8_t fill, bool subgroup) {
    sl_params_report report = {.subgroup = subgroup};
    memset(report.blake2b, fill, sizeof report.blake2b);
    memset(report.sha256, fill + 1, sizeof report.sha256);
    return report;
}

/* A full memory, written by hand: the format is a promise to later versions. */
static const char *memory_write(void) {
    static char text[SL_CHECK_MEMORY_KEYS_MAX * 300];
    size_t n = 0;
    for (uint64_t i = 0; i < SL_CHECK_MEMORY_KEYS_MAX; i++) {
        const sl_file_identity id = identity(i);
        const sl_params_report report = report_of((uint8_t)i, i % 2 == 0);
        char blake2b[129], sha256[65];
        sl_hex_encode(blake2b, report.blake2b, 64);
        sl_hex_encode(sha256, report.sha256, 32);
        n += (size_t)snprintf(text + n, sizeof text - n, "2 %d %d %d %d %d %d %d %d %s %s\n", (int)id.device,
                              (int)id.inode, (int)id.bytes, (int)id.modified_s, (int)id.modified_ns, (int)id.changed_s,
                              (int)id.changed_ns, (int)report.subgroup, blake2b, sha256);
    }
    return sl_test_temp_write("checked-keys", text, n);
}

SL_TEST(memory_keeps_and_forgets) {
    sl_params_report found;
    sl_file_identity id = identity(1);
    SL_CHECK(!sl_check_memory_find(sl_test_temp_path("none"), &id, false, &found));
    const char *path = memory_write();
    for (uint64_t i = 0; i < SL_CHECK_MEMORY_KEYS_MAX + 10; i++) {
        id = identity(i);
        const sl_params_report report = report_of((uint8_t)i, i % 2 == 0);
        if (SANITIZED && i < SL_CHECK_MEMORY_KEYS_MAX && i % 32 != 0) {
            continue;
        }
        if (i >= SL_CHECK_MEMORY_KEYS_MAX) {
            SL_CHECK_OK(sl_check_memory_add(path, &id, &report, &err));
        }
        SL_CHECK(sl_check_memory_find(path, &id, false, &found) && found.remembered);
        SL_CHECK_MEM(found.blake2b, report.blake2b, 64);
        SL_CHECK_MEM(found.sha256, report.sha256, 32);
        SL_CHECK(sl_check_memory_find(path, &id, true, &found) == (i % 2 == 0));
    }
    for (uint64_t i = 0; i < SL_CHECK_MEMORY_KEYS_MAX + 10; i += SANITIZED && i > 12 ? 31 : 1) {
        id = identity(i);
        SL_CHECK(sl_check_memory_find(path, &id, false, &found) == (i >= 10));
    }
    /* any part of the identity */
    const sl_file_identity last = identity(SL_CHECK_MEMORY_KEYS_MAX + 9);
    SL_CHECK(sl_check_memory_find(path, &last, false, &found));
    for (int part = 0; part < 7; part++) {
        id = last;
        id.device += part == 0;
        id.inode += part == 1;
        id.bytes += part == 2;
        id.modified_s += part == 3;
        id.modified_ns += part == 4;
        id.changed_s += part == 5;
        id.changed_ns += part == 6;
        SL_CHECK(!sl_check_memory_find(path, &id, false, &found));
    }
    /* a new state of a file takes the old one's place */
    id = last;
    id.modified_s++;
    const sl_params_report newer = report_of(99, true);
    SL_CHECK_OK(sl_check_memory_add(path, &id, &newer, &err));
    SL_CHECK(!sl_check_memory_find(path, &last, false, &found));
    SL_CHECK(sl_check_memory_find(path, &id, true, &found));
    /* found bad after all: its line goes, the others stay */
    const sl_file_identity other = identity(SL_CHECK_MEMORY_KEYS_MAX + 8);
    SL_CHECK_OK(sl_check_memory_forget(path, &id, &err));
    SL_CHECK(!sl_check_memory_find(path, &id, false, &found));
    SL_CHECK(sl_check_memory_find(path, &other, false, &found));
    SL_CHECK_OK(sl_check_memory_forget(path, &id, &err));
    SL_CHECK_OK(sl_check_memory_forget("/no/such/folder/file", &id, &err));
    /* too young to be trusted */
    id.modified_s = (int64_t)time(NULL);
    SL_CHECK_OK(sl_check_memory_add(path, &id, &newer, &err));
    SL_CHECK(!sl_check_memory_find(path, &id, false, &found));
    SL_CHECK(sl_check_memory_add("/no/such/folder/file", &last, &newer, &err) != SLUICE_OK);
}

SL_TEST(memory_with_bad_lines) {
    sl_params_report found;
    const sl_file_identity id = identity(3);
    const sl_params_report report = report_of(1, true);
    const char *path = sl_test_temp_path("checked-keys");
    SL_CHECK_OK(sl_check_memory_add(path, &id, &report, &err));
    size_t n;
    FILE *f = fopen(path, "rb");
    char line[1024];
    n = fread(line, 1, sizeof line, f);
    (void)fclose(f);
    for (size_t at = 0; at < n; at += 1 + at / 32) { /* a line with any character changed is another key's or none */
        const char old = line[at];
        line[at] = old == 'x' ? 'y' : 'x';
        path = sl_test_temp_write("checked-keys", line, n);
        SL_CHECK(!sl_check_memory_find(path, &id, false, &found));
        line[at] = old;
        path = sl_test_temp_write("checked-keys", line, at); /* torn */
        SL_CHECK(!sl_check_memory_find(path, &id, false, &found));
    }
    static const char junk[] = "2 99999999999999999999999 3 1003 1700000000 5 1700000001 6 1 00\n\n2 7\n# text\n";
    memmove(line + sizeof junk - 1, line, n);
    memcpy(line, junk, sizeof junk - 1);
    path = sl_test_temp_write("checked-keys", line, n + sizeof junk - 1);
    SL_CHECK(sl_check_memory_find(path, &id, false, &found));
}

SL_TEST(remembered_checks) {
    toy_room room;
    sl_params_report report;
    toy_room_open(&room, toy_named("cubic"));
    char memory[160], path[160];
    (void)snprintf(memory, sizeof memory, "%s", sl_test_temp_path("memory"));
    (void)snprintf(path, sizeof path, "%s", room.path);
    sl_params_check_options options = {.memory = memory};
    /* the key must look old enough */
    const struct timespec times[2] = {{1700000000, 0}, {1700000000, 0}};
    SL_CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
    sl_params_close(&room.params);
    SL_CHECK_OK(sl_params_open(&room.params, path, &err));
    for (int round = 0; round < 2; round++) {
        SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
        SL_CHECK(report.remembered == (round == 1));
    }
    options.subgroup = true; /* more than what is remembered */
    SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
    SL_CHECK(!report.remembered && report.subgroup);
    options.subgroup = false;
    SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
    SL_CHECK(report.remembered && report.subgroup);
    options.force = true;
    SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
    SL_CHECK(!report.remembered);
    options.force = false;
    /* a memory that cannot be written does not make a key bad */
    options.memory = "/no/such/folder/memory";
    SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
    SL_CHECK(!report.remembered);
    /* changed afterwards */
    options.memory = memory;
    FILE *f = fopen(path, "r+b");
    SL_CHECK(f != NULL && fseek(f, -1, SEEK_END) == 0 && fputc(1, f) == 1 && fclose(f) == 0);
    SL_CHECK_STATUS(sl_params_check_unchanged(&room.params, &err), SLUICE_E_CORRUPT);
    sl_params_close(&room.params);
    SL_CHECK_OK(sl_params_open(&room.params, path, &err));
    SL_CHECK_STATUS(sl_params_check(&room.params, &options, room.pool, &report, &err), SLUICE_E_CORRUPT);
    /* changed, and its time of modification set back to what is remembered */
    SL_CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
    sl_params_close(&room.params);
    SL_CHECK_OK(sl_params_open(&room.params, path, &err));
    SL_CHECK_STATUS(sl_params_check(&room.params, &options, room.pool, &report, &err), SLUICE_E_CORRUPT);
    /* what identifies a bad file is the same as when it was good: a check that reads it makes it forgotten */
    SL_CHECK_OK(sl_check_memory_add(memory, &room.params.identity, &report, &err));
    SL_CHECK_OK(sl_params_check(&room.params, &options, room.pool, &report, &err));
    SL_CHECK(report.remembered);
    options.force = true;
    SL_CHECK_STATUS(sl_params_check(&room.params, &options, room.pool, &report, &err), SLUICE_E_CORRUPT);
    options.force = false;
    SL_CHECK_STATUS(sl_params_check(&room.params, &options, room.pool, &report, &err), SLUICE_E_CORRUPT);
    toy_room_close(&room);
}

SL_TEST(memory_path) {
    char path[256], want[256];
    (void)snprintf(want, sizeof want, "%s", sl_test_temp_path("cache"));
    SL_CHECK(setenv("XDG_CACHE_HOME", want, 1) == 0);
    SL_CHECK(sl_check_memory_path(path, sizeof path));
    (void)snprintf(want, sizeof want, "%s/sluice/checked-keys", sl_test_temp_path("cache"));
    SL_CHECK(strcmp(path, want) == 0);
    SL_CHECK(!sl_check_memory_path(path, 10));
    SL_CHECK(setenv("XDG_CACHE_HOME", "relative", 1) == 0 && setenv("HOME", sl_test_temp_path("home"), 1) == 0);
    SL_CHECK(!sl_check_memory_path(path, sizeof path)); /* no such home */
    SL_CHECK(mkdir(sl_test_temp_path("home"), 0700) == 0);
    SL_CHECK(sl_check_memory_path(path, sizeof path));
    SL_CHECK(strstr(path, "/home/.cache/sluice/checked-keys") != NULL);
    SL_CHECK(unsetenv("XDG_CACHE_HOME") == 0 && unsetenv("HOME") == 0);
    SL_CHECK(!sl_check_memory_path(path, sizeof path));
}
