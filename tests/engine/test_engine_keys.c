// SPDX-License-Identifier: MIT OR Apache-2.0
/* Test keys through the public headers: from given secrets, from a seed, at random; and what is not a key. */
#include "core/sys/random.h"
#include "engine/engine_case.h"

static void circuit_open(engine *e, const char *name, const char *kernel) {
    sluice_options options;
    sluice_options_init(&options);
    options.kernel = kernel;
    SL_CHECK_OK(sluice_context_open(&e->context, &options, &err));
    SL_CHECK_OK(sluice_circuit_open(e->context, &e->circuit, name, &err));
}

static void check_same_file(const char *a, const char *b) {
    size_t a_n, b_n;
    uint8_t *a_bytes = engine_file_read(a, &a_n);
    uint8_t *b_bytes = engine_file_read(b, &b_n);
    SL_CHECK_EQ_U64(a_n, b_n);
    SL_CHECK_MSG(memcmp(a_bytes, b_bytes, a_n) == 0, "%s and %s differ", a, b);
    free(a_bytes);
    free(b_bytes);
}

/* A key of a small circuit; its SHA-256. */
static void seed_key_make(engine *e, const char *file, uint8_t seed_byte, uint8_t sha256[32]) {
    uint8_t seed[32];
    memset(seed, seed_byte, sizeof seed);
    const sluice_key_secrets secrets = {.seed = seed};
    sluice_key_result result;
    SL_CHECK_OK(sluice_key_generate(e->circuit, file, &secrets, &result, &err));
    memcpy(sha256, result.sha256, 32);
}

SL_TEST(given_secrets_give_the_reference_key) {
    engine_enter();
    engine e = {0};
    sluice_key_result result;
    uint8_t want[32];
    circuit_open(&e, "window-2KiB", NULL);
    engine_key_make(&e, "w.params", &result);
    sl_test_unhex(want, sizeof want, WINDOW_SHA256);
    SL_CHECK_MEM(result.sha256, want, sizeof want);
    SL_CHECK_EQ_U64(result.bytes, 11501496);
    SL_CHECK(result.wall_s > 0 && result.cpu_s > 0 && result.peak_rss_bytes > 0);
    SL_CHECK_EQ_U64(engine_files_n(), 2);
    check_same_file("w.vk", FILECOIN "keys/window-2KiB-seed1.vk");
    sluice_circuit_info info;
    SL_CHECK_OK(sluice_circuit_info_get(e.circuit, &info, &err));
    SL_CHECK_EQ_U64(info.key_bytes, result.bytes);
    engine_close(&e);
}

SL_TEST(sections_and_digest_are_those_of_the_file) {
    static const sluice_key_section want[SLUICE_KEY_SECTIONS] = {
        {"ic", 23, 868, 2208},          {"h", 32767, 3080, 3145632},       {"l", 22128, 3148716, 2124288},
        {"a", 16793, 5273008, 1612128}, {"b_g1", 16029, 6885140, 1538784}, {"b_g2", 16029, 8423928, 3077568}};
    engine_enter();
    SL_CHECK(setenv("XDG_CACHE_HOME", sl_test_temp_path("cache"), 1) == 0);
    engine e = {0};
    circuit_open(&e, "window-2KiB", NULL);
    engine_key_make(&e, "w.params", NULL);
    SL_CHECK_OK(sluice_key_open(e.context, &e.key, "w.params", NULL, &err));
    SL_CHECK_EQ_U64(sluice_key_bytes(e.key), 11501496);
    for (size_t i = 0; i < SLUICE_KEY_SECTIONS; i++) {
        sluice_key_section found;
        sluice_key_section_get(e.key, i, &found);
        SL_CHECK(strcmp(found.name, want[i].name) == 0);
        SL_CHECK_EQ_U64(found.count, want[i].count);
        SL_CHECK_EQ_U64(found.offset, want[i].offset);
        SL_CHECK_EQ_U64(found.bytes, want[i].bytes);
    }
    const char *serves[SLUICE_KEY_SERVES_MAX];
    size_t serves_n = 0;
    SL_CHECK_OK(sluice_key_serves(e.key, serves, &serves_n, &err));
    SL_CHECK(serves_n == 1 && strcmp(serves[0], "window-2KiB") == 0);
    uint8_t digest[64], want_digest[16];
    SL_CHECK_OK(sluice_key_digest(e.key, digest, &err));
    sl_test_unhex(want_digest, sizeof want_digest, "c08865b06785de5ad088d3c247833b55");
    SL_CHECK_MEM(digest, want_digest, sizeof want_digest);

    sluice_key_check_options options;
    sluice_key_check_options_init(&options);
    options.vk_path = FILECOIN "keys/window-2KiB-seed1.vk";
    options.force = true;
    sluice_key_check_result result;
    SL_CHECK_OK(sluice_key_check(e.context, "w.params", &options, &result, &err));
    SL_CHECK_MEM(result.blake2b, digest, sizeof digest);
    SL_CHECK(!result.remembered);
    SL_CHECK_EQ_U64(result.points, 23 + 32767 + 22128 + 16793 + 2 * 16029);
    options.vk_path = FILECOIN "keys/winning-2KiB-seed1.vk";
    SL_CHECK_STATUS(sluice_key_check(e.context, "w.params", &options, &result, &err), SLUICE_E_MISMATCH);
    options.struct_size--;
    SL_CHECK_STATUS(sluice_key_check(e.context, "w.params", &options, &result, &err), SLUICE_E_USAGE);
    engine_close(&e);
}

SL_TEST(a_seed_gives_one_key_on_every_kernel_set) {
    engine_enter();
    engine e = {0}, portable = {0};
    uint8_t first[32], second[32], other[32], on_portable[32];
    circuit_open(&e, "gadget-poseidon-8", "auto");
    circuit_open(&portable, "gadget-poseidon-8", "portable");
    SL_CHECK(strcmp(sluice_context_kernel(portable.context), "portable") == 0);
    seed_key_make(&e, "first.params", 7, first);
    seed_key_make(&e, "second.params", 7, second);
    seed_key_make(&e, "other.params", 8, other);
    seed_key_make(&portable, "portable.params", 7, on_portable);
    SL_CHECK_MEM(first, second, sizeof first);
    SL_CHECK_MEM(first, on_portable, sizeof first);
    SL_CHECK(memcmp(first, other, sizeof first) != 0);
    check_same_file("first.params", "portable.params");
    check_same_file("first.vk", "portable.vk");

    /* from the operating system's generator, no two keys are equal */
    sluice_key_result random_a, random_b;
    SL_CHECK_OK(sluice_key_generate(e.circuit, "a.params", NULL, &random_a, &err));
    SL_CHECK_OK(sluice_key_generate(e.circuit, "b.params", NULL, &random_b, &err));
    SL_CHECK(memcmp(random_a.sha256, random_b.sha256, 32) != 0);
    engine_close(&portable);
    engine_close(&e);
}

SL_TEST(bad_secrets_leave_no_file) {
    engine_enter();
    engine e = {0};
    circuit_open(&e, "gadget-poseidon-2", NULL);
    uint8_t seed[32] = {0};
    sluice_key_result result;
    sluice_key_secrets both = {seed, TOXIC};
    SL_CHECK_STATUS(sluice_key_generate(e.circuit, "k.params", &both, &result, &err), SLUICE_E_USAGE);
    sluice_key_secrets from_file = {NULL, "missing.json"};
    SL_CHECK_STATUS(sluice_key_generate(e.circuit, "k.params", &from_file, &result, &err), SLUICE_E_UNKNOWN);
    static const char *const texts[] = {"", "{", "{}", "[]", "<html>", "{\"tau\":\"00\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        from_file.toxic_path = sl_test_temp_write("toxic.json", texts[i], strlen(texts[i]));
        const sluice_status status = sluice_key_generate(e.circuit, "k.params", &from_file, &result, &err);
        SL_CHECK_MSG(sluice_status_exit(status) == 3, "%s: %s", texts[i], sluice_status_name(status));
        SL_CHECK(strstr(err.text, "toxic.json") != NULL);
    }
    sl_random_fail_after(0);
    SL_CHECK_STATUS(sluice_key_generate(e.circuit, "k.params", NULL, &result, &err), SLUICE_E_RANDOM);
    const sluice_key_secrets seeded = {seed, NULL};
    SL_CHECK_STATUS(sluice_key_generate(e.circuit, "no/such/folder/k.params", &seeded, &result, &err),
                    SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sluice_key_generate(e.circuit, "k.vk", &seeded, &result, &err), SLUICE_E_INPUT);
    SL_CHECK_EQ_U64(engine_files_n(), 0);
    SL_CHECK_OK(sluice_key_generate(e.circuit, "k.params", &seeded, &result, &err));
    SL_CHECK_EQ_U64(engine_files_n(), 2);
    engine_close(&e);
}

SL_TEST(a_missing_key_is_an_error) {
    engine_enter();
    engine e = {0};
    char *path = NULL;
    circuit_open(&e, "porep-32GiB", NULL);
    SL_CHECK_STATUS(sluice_key_find(e.circuit, ".", &path, &err), SLUICE_E_UNKNOWN);
    /* the published name is in the message, and a file of that name is found */
    const char *name = strstr(err.text, "v28-");
    SL_CHECK_MSG(name != NULL && strstr(err.text, "porep-32GiB") != NULL, "%s", err.text);
    char file[256];
    const size_t name_n = strcspn(name, " ");
    SL_CHECK(name_n < sizeof file);
    memcpy(file, name, name_n);
    file[name_n] = 0;
    FILE *f = fopen(file, "w");
    SL_CHECK(f != NULL && fclose(f) == 0);
    SL_CHECK_OK(sluice_key_find(e.circuit, ".", &path, &err));
    SL_CHECK(strstr(path, file) != NULL);
    free(path);
    SL_CHECK(setenv("FIL_PROOFS_PARAMETER_CACHE", "./", 1) == 0);
    SL_CHECK_OK(sluice_key_find(e.circuit, NULL, &path, &err));
    SL_CHECK_STATUS(sluice_key_open(e.context, &e.key, path, NULL, &err), SLUICE_E_TRUNCATED);
    free(path);
    SL_CHECK_STATUS(sluice_key_open(e.context, &e.key, "missing.params", NULL, &err), SLUICE_E_UNKNOWN);
    engine_close(&e);
}
