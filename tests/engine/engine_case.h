// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the tests of the engine share: the reference's cases, opened through the public headers. Each test runs in a
 * folder of its own, so files have plain names.
 */
#ifndef SL_TESTS_ENGINE_ENGINE_CASE_H
#define SL_TESTS_ENGINE_ENGINE_CASE_H

#include <sluice/sluice.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/test.h"

#define FILECOIN SL_TEST_VECTORS "/filecoin/"
#define TOXIC FILECOIN "keys/toxic-seed1.json"
#define WINDOW_SHA256 "8a79181fe9e4ff1a278906164a6b425efe6b5fdc1dab92bf856623726e65d0fc"
#define VANILLA_MAX 3

static sluice_error err;

/* A PoSt case of the reference, and the names of its circuit. */
typedef struct post_case {
    const char *meta;
    const char *vanilla[VANILLA_MAX];
    size_t vanilla_n;
} post_case;

#define WINDOW(folder) FILECOIN "post/window-2KiB-" folder
static const post_case window_two_sectors = {
    WINDOW("2sectors-v1/meta.json"), {WINDOW("2sectors-v1/vanilla-0.bin"), WINDOW("2sectors-v1/vanilla-1.bin")}, 2};
static const post_case window_padded = {
    WINDOW("1sector-padded-v1_2/meta.json"), {WINDOW("1sector-padded-v1_2/vanilla-0.bin")}, 1};
static const post_case window_two_partitions = {WINDOW("3sectors-2partitions-v1_2/meta.json"),
                                                {WINDOW("3sectors-2partitions-v1_2/vanilla-0.bin"),
                                                 WINDOW("3sectors-2partitions-v1_2/vanilla-1.bin"),
                                                 WINDOW("3sectors-2partitions-v1_2/vanilla-2.bin")},
                                                3};
static const post_case winning = {
    FILECOIN "post/winning-2KiB/meta.json", {FILECOIN "post/winning-2KiB/vanilla-0.bin"}, 1};

/* Makes a folder of this process's own the current one. */
static inline void engine_enter(void) {
    static const char nothing[1];
    char folder[1024];
    (void)snprintf(folder, sizeof folder, "%s", sl_test_temp_write("work/empty", nothing, 0));
    *strrchr(folder, '/') = 0;
    SL_CHECK(chdir(folder) == 0 && unlink("empty") == 0);
}

/* Files in the current folder. */
static inline size_t engine_files_n(void) {
    DIR *folder = opendir(".");
    SL_CHECK(folder != NULL);
    size_t n = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        n += entry->d_name[0] != '.' || (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0);
    }
    SL_CHECK(closedir(folder) == 0);
    return n;
}

static inline uint8_t *engine_file_read(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    SL_CHECK_MSG(f != NULL, "cannot open %s", path);
    struct stat info;
    SL_CHECK(fstat(fileno(f), &info) == 0);
    *n = (size_t)info.st_size;
    uint8_t *bytes = malloc(*n + 1);
    SL_CHECK(bytes != NULL && fread(bytes, 1, *n, f) == *n && fclose(f) == 0);
    bytes[*n] = 0;
    return bytes;
}

/* Everything a proof needs. `file` is the key, which is made by the first open of a case of its circuit. */
typedef struct engine {
    sluice_context *context;
    sluice_circuit *circuit;
    sluice_input *input;
    sluice_key *key;
} engine;

static inline void engine_key_make(engine *e, const char *file, sluice_key_result *out) {
    const sluice_key_secrets secrets = {.toxic_path = TOXIC};
    sluice_key_result result;
    SL_CHECK_OK(sluice_key_generate(e->circuit, file, &secrets, out == NULL ? &result : out, &err));
}

static inline void engine_open(engine *e, const post_case *which, const char *file, const sluice_options *options) {
    SL_CHECK_OK(sluice_context_open(&e->context, options, &err));
    SL_CHECK_OK(
        sluice_input_open_vanilla(e->context, &e->input, which->vanilla, which->vanilla_n, which->meta, NULL, &err));
    SL_CHECK_OK(sluice_circuit_open(e->context, &e->circuit, sluice_input_circuit(e->input), &err));
    if (access(file, R_OK) != 0) {
        engine_key_make(e, file, NULL);
    }
    SL_CHECK_OK(sluice_key_open(e->context, &e->key, file, e->circuit, &err));
}

static inline void engine_close(engine *e) {
    sluice_key_close(e->key);
    sluice_circuit_close(e->circuit);
    sluice_input_close(e->input);
    sluice_context_close(e->context);
    *e = (engine){0};
}

/* A proof that the caller frees. partition -1: all; rs NULL: random. */
static inline uint8_t *engine_prove(engine *e, int partition, const uint8_t *rs, size_t *n) {
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    options.partition = partition;
    options.rs = rs;
    uint8_t *proof = NULL;
    SL_CHECK_OK(sluice_prove(e->input, e->key, &options, &proof, n, NULL, &err));
    return proof;
}

/* r = 2, s = 3. */
static const uint8_t engine_rs[64] = {[0] = 2, [32] = 3};

static inline void engine_check_proof(const char *name, const uint8_t *proof, size_t n) {
    char path[128];
    size_t want_n;
    (void)snprintf(path, sizeof path, "filecoin/proofs/%s.proof", name);
    uint8_t *want = sl_test_vector_read(path, &want_n);
    SL_CHECK_EQ_U64(n, want_n);
    SL_CHECK_MSG(memcmp(proof, want, n) == 0, "%s differs", name);
    free(want);
}

/* The status of verifying from a meta file alone. */
static inline sluice_status engine_verify(engine *e, const char *meta, const char *vk_path, int partition,
                                          const uint8_t *proof, size_t n) {
    sluice_input *input;
    sluice_vk *vk;
    SL_CHECK_OK(sluice_input_open_meta(e->context, &input, meta, &err));
    SL_CHECK_OK(sluice_vk_open(e->context, &vk, vk_path, &err));
    const sluice_status status = sluice_verify(input, vk, partition, proof, n, &err);
    sluice_vk_close(vk);
    sluice_input_close(input);
    return status;
}

#endif
