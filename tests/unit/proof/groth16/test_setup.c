// SPDX-License-Identifier: MIT OR Apache-2.0
/* Secrets from every source, and key generation where it must refuse or fail. */
#include <sys/stat.h>
#include <unistd.h>

#include "core/sys/random.h"
#include "math/curve/encoding.h"
#include "math/hash/chacha.h"
#include "math/hash/sha256.h"
#include "toys.h"

static sluice_error err;

SL_TEST(seeds) {
    /* the derivation as the header words it */
    uint8_t seed[SL_SETUP_SEED_BYTES], bytes[SL_FR_BYTES];
    for (int k = 0; k < 50; k++) {
        sl_setup_secrets secrets;
        sl_chacha stream;
        sl_fr want[5];
        sl_test_bytes(seed, sizeof seed);
        sl_setup_secrets_from_seed(&secrets, seed);
        sl_chacha20_init(&stream, seed, (const uint8_t *)"sluice-setup");
        for (int i = 0; i < 5;) {
            sl_chacha_bytes(&stream, bytes, sizeof bytes);
            bytes[31] &= 0x7f;
            i += sl_fr_from_bytes(&want[i], bytes);
        }
        SL_CHECK(sl_fr_eq(&secrets.alpha, &want[0]) && sl_fr_eq(&secrets.beta, &want[1]));
        SL_CHECK(sl_fr_eq(&secrets.gamma, &want[2]) && sl_fr_eq(&secrets.delta, &want[3]));
        SL_CHECK(sl_fr_eq(&secrets.tau, &want[4]));
        SL_CHECK(sl_g1_affine_eq(&secrets.g1, &sl_g1_generator) && sl_g2_affine_eq(&secrets.g2, &sl_g2_generator));
        SL_CHECK_OK(sl_setup_secrets_check(&secrets, 20, &err));
    }
}

SL_TEST(random_secrets) {
    sl_setup_secrets one, two;
    SL_CHECK_OK(sl_setup_secrets_random(&one, &err));
    SL_CHECK_OK(sl_setup_secrets_random(&two, &err));
    SL_CHECK(!sl_fr_eq(&one.tau, &two.tau) && !sl_fr_eq(&one.alpha, &one.beta));
    SL_CHECK_OK(sl_setup_secrets_check(&one, 20, &err));
    for (size_t i = 0; i < 5; i++) {
        sl_random_fail_after(i);
        SL_CHECK_STATUS(sl_setup_secrets_random(&one, &err), SLUICE_E_RANDOM);
    }
    sl_random_fail_after(SIZE_MAX);
    sl_setup_secrets_wipe(&one);
    SL_CHECK(sl_fr_is_zero(&one.tau));
}

static void check_json(const char *json, const char *word) {
    sl_setup_secrets secrets;
    const sluice_status status =
        sl_setup_secrets_parse(&secrets, (const uint8_t *)json, strlen(json), "toxic.json", &err);
    SL_CHECK_MSG(status == SLUICE_E_INPUT || status == SLUICE_E_TRUNCATED, "%s: %s", word, sluice_status_name(status));
    SL_CHECK_MSG(strstr(err.text, word) != NULL && strncmp(err.text, "toxic.json: ", 12) == 0, "'%s' not in '%s'", word,
                 err.text);
}

/* The value of `name` in a copy of the JSON replaced by the hexadecimal digits `value`. */
static void check_replaced(const char *json, const char *name, const char *value) {
    char key[16], changed[2048];
    (void)snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(json, key);
    SL_CHECK(at != NULL);
    const char *open = strchr(at + strlen(key), '"');
    const char *end = strchr(open + 1, '"');
    (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(open + 1 - json), json, value, end);
    check_json(changed, name);
}

SL_TEST(toxic_json) {
    size_t n;
    char *json = (char *)sl_test_vector_read("filecoin/keys/toxic-seed1.json", &n);
    sl_setup_secrets secrets;
    SL_CHECK_OK(sl_setup_secrets_parse(&secrets, (const uint8_t *)json, n, "toxic.json", &err));
    uint8_t bytes[SL_FR_BYTES], want[SL_FR_BYTES];
    sl_fr_to_bytes(bytes, &secrets.tau);
    sl_test_unhex(want, sizeof want, "d99f861d549f0ee0ca8a231a51b2fb00cb447a920c3925998f77fbf896ceb944");
    SL_CHECK_MEM(bytes, want, sizeof want);
    SL_CHECK(sl_g1_affine_in_subgroup_vt(&secrets.g1) && sl_g2_affine_on_curve(&secrets.g2));

    static const char *const scalars[] = {"alpha", "beta", "gamma", "delta", "tau"};
    static const char *const bad[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73", /* r */
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "00",
        "",
        "0100000000000000000000000000000000000000000000000000000000000000ff",
        "0x00000000000000000000000000000000000000000000000000000000000000",
    };
    for (size_t i = 0; i < SL_ARRAY_N(scalars); i++) {
        for (size_t k = 0; k < SL_ARRAY_N(bad); k++) {
            check_replaced(json, scalars[i], bad[k]);
        }
        char renamed[2048];
        (void)snprintf(renamed, sizeof renamed, "%s", json);
        *(strstr(renamed, scalars[i])) = 'X';
        check_json(renamed, scalars[i]); /* missing */
    }
    static const char *const groups[] = {"g1", "g2"};
    for (size_t g = 0; g < 2; g++) {
        const size_t point = g == 0 ? 96 : 192;
        char value[385];
        memset(value, '0', 2 * point);
        value[2 * point] = 0;
        check_replaced(json, groups[g], value); /* not on the curve */
        value[0] = '4';
        check_replaced(json, groups[g], value); /* the identity */
        memset(value, 'f', 2 * point);
        value[0] = '1';
        check_replaced(json, groups[g], value); /* not below p */
        value[2 * point - 2] = 0;
        check_replaced(json, groups[g], value); /* short */
    }
    for (size_t cut = 0; cut + 2 < n; cut += 13) { /* but for the newline at the end */
        SL_CHECK(sl_setup_secrets_parse(&secrets, (const uint8_t *)json, cut, "toxic.json", &err) != SLUICE_OK);
    }
    free(json);
}

/* A damaged file of secrets must not end up in a log. */
SL_TEST(errors_quote_no_secrets) {
    static const char json[] = "{\"alpha\": 5ecre7, \"beta\": \"00\"}";
    sl_setup_secrets secrets;
    SL_CHECK_STATUS(sl_setup_secrets_parse(&secrets, (const uint8_t *)json, strlen(json), "toxic.json", &err),
                    SLUICE_E_INPUT);
    SL_CHECK_MSG(strstr(err.text, "alpha") != NULL && strstr(err.text, "5ecre7") == NULL, "%s", err.text);
}

SL_TEST(secrets_that_give_no_key) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_setup_secrets good, bad;
    sl_setup_secrets_from_seed(&good, seed);
    bad = good;
    bad.tau = sl_fr_root_of_unity;
    SL_CHECK_OK(sl_setup_secrets_check(&bad, 31, &err));
    SL_CHECK_STATUS(sl_setup_secrets_check(&bad, 32, &err), SLUICE_E_INPUT);
    bad.tau = sl_fr_one();
    SL_CHECK_STATUS(sl_setup_secrets_check(&bad, 0, &err), SLUICE_E_INPUT);
    bad = good;
    bad.delta = sl_fr_zero();
    SL_CHECK_STATUS(sl_setup_secrets_check(&bad, 3, &err), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "delta") != NULL);
    bad = good;
    memset(&bad.g2, 0, sizeof bad.g2);
    SL_CHECK_STATUS(sl_setup_secrets_check(&bad, 3, &err), SLUICE_E_INPUT);
}

static void toy_unused(sl_cs *cs, unsigned n) {
    const toy_value x = toy_aux(cs, sl_fr_from_u64(2));
    for (unsigned i = 0; i < n; i++) {
        (void)sl_cs_alloc_bit(cs, true);
    }
    toy_row(cs, TOY_LC({x.w, 1}), TOY_ONE, TOY_LC({SL_WIRE_ONE, 2}));
}

static sluice_status setup_toy(const sl_r1cs *r1cs, const char *path, const sl_observer *observer) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_setup_secrets secrets;
    sl_setup_result result;
    sl_pool *pool;
    sl_setup_secrets_from_seed(&secrets, seed);
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    const sluice_status status =
        sl_setup_run(r1cs, &secrets, path, &sl_kernels_portable, pool, observer, &result, &err);
    sl_pool_close(pool);
    return status;
}

static bool exists(const char *name) {
    return access(sl_test_temp_path(name), F_OK) == 0;
}

SL_TEST(unused_wires_are_refused_by_index) {
    const toy unused = {"unused", toy_unused, 70};
    sl_r1cs *r1cs = toy_shape(&unused);
    SL_CHECK_STATUS(setup_toy(r1cs, sl_test_temp_path("k.params"), NULL), SLUICE_E_INPUT);
    SL_CHECK_MSG(strstr(err.text, "wire 1:") != NULL, "%s", err.text);
    SL_CHECK(!exists("k.params") && !exists("k.vk"));
    sl_r1cs_close(r1cs);
}

SL_TEST(names) {
    sl_r1cs *r1cs = toy_shape(toy_named("cubic"));
    SL_CHECK_STATUS(setup_toy(r1cs, sl_test_temp_path("k.vk"), NULL), SLUICE_E_INPUT);
    SL_CHECK(setup_toy(r1cs, "/no/such/folder/k.params", NULL) != SLUICE_OK);
    SL_CHECK_OK(setup_toy(r1cs, sl_test_temp_path("plain"), NULL));
    SL_CHECK(exists("plain") && exists("plain.vk"));
    sl_r1cs_close(r1cs);
}

/* The file's SHA-256 is the one that is returned, the `.vk` is its head, and both are the same every time. */
SL_TEST(result_and_vk) {
    toy_room room;
    toy_room_open(&room, toy_named("bits-33"));
    const size_t n = (size_t)room.params.layout.bytes;
    uint8_t *bytes = malloc(n), digest[32];
    SL_CHECK_OK(sl_file_read_at(&room.params.file, bytes, n, 0, &err));
    sl_sha256_digest(digest, bytes, n);
    for (size_t threads = 1; threads <= 3; threads += 2) {
        static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
        sl_setup_secrets secrets;
        sl_setup_result result;
        sl_pool *pool;
        sl_setup_secrets_from_seed(&secrets, seed);
        SL_CHECK_OK(sl_pool_open(&pool, threads, &err));
        SL_CHECK_OK(sl_setup_run(room.r1cs, &secrets, sl_test_temp_path("again.params"), &sl_kernels_portable, pool,
                                 NULL, &result, &err));
        SL_CHECK_MEM(result.sha256, digest, 32);
        SL_CHECK_EQ_U64(result.layout.bytes, n);
        sl_pool_close(pool);
    }
    sl_vk vk;
    SL_CHECK_OK(sl_vk_read(&vk, sl_test_temp_path("again.vk"), &err));
    SL_CHECK_EQ_U64(sl_vk_bytes(vk.ic_n), room.params.layout.vk_bytes);
    sl_vk_release(&vk);
    free(bytes);
    toy_room_close(&room);
}

static int stop_late(void *data, const char *name, uint64_t done, uint64_t total) {
    (void)data;
    SL_CHECK(strcmp(name, "key") == 0);
    return done == total;
}

SL_TEST(nothing_is_left_behind) {
    sl_r1cs *r1cs = toy_shape(toy_named("bits-33"));
    char path[160];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("k.params"));
    const size_t live = sl_mem_live();
    const sl_observer observer = {.progress = stop_late};
    SL_CHECK_STATUS(setup_toy(r1cs, path, &observer), SLUICE_E_INTERRUPTED);
    sluice_status status;
    size_t n = 0;
    do {
        SL_CHECK(!exists("k.params") && !exists("k.vk"));
        SL_CHECK_EQ_U64(sl_mem_live(), live);
        sl_mem_fail_after(n);
        n += SANITIZED ? 7 : 1;
        status = setup_toy(r1cs, path, NULL);
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK_MSG(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY, "%s: %s", sluice_status_name(status),
                     err.text);
    } while (status != SLUICE_OK);
    SL_CHECK(n > 10 && exists("k.params") && exists("k.vk"));
    SL_CHECK_EQ_U64(sl_mem_live(), live);
    sl_r1cs_close(r1cs);
}

SL_TEST(memory_is_planned) {
    sl_r1cs *r1cs = toy_shape(toy_named("bits-150"));
    sl_r1cs_counts counts;
    sl_density density;
    sl_key_layout layout;
    sl_r1cs_counts_get(r1cs, &counts);
    SL_CHECK_OK(sl_r1cs_density(r1cs, &density, &err));
    SL_CHECK_OK(sl_key_layout_of_circuit(&layout, &counts, &density, &err));
    sl_density_release(&density);
    const size_t live = sl_mem_live();
    sl_mem_peak_reset();
    SL_CHECK_OK(setup_toy(r1cs, sl_test_temp_path("k.params"), NULL));
    sl_setup_plan plan;
    SL_CHECK_OK(sl_setup_plan_now(&plan, &counts, &layout, NULL, &sl_kernels_portable, 2, &err));
    SL_CHECK_MSG(sl_mem_peak() - live <= plan.memory_bytes, "%zu, planned %zu", sl_mem_peak() - live,
                 plan.memory_bytes);
    sl_r1cs_close(r1cs);
}
