// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys whose multiples are made by a backend: the processor's bytes, and nothing left behind where it fails. */
#include <unistd.h>

#include "core/base/failpoint.h"
#include "proof/groth16/fold.h"
#include "toys.h"

static sluice_error err;

/* A backend over the processor's own multiples. */
static struct {
    sl_pool *pool;
    sl_failpoint fails;
    size_t open_n, calls_n, points_n;
} elsewhere = {.fails = SL_FAILPOINT_INIT};

static sluice_status call_result(sluice_error *error) {
    elsewhere.calls_n++;
    return sl_failpoint_hit(&elsewhere.fails) ? SL_FAIL(error, SLUICE_E_DEVICE, "elsewhere: failed") : SLUICE_OK;
}

static sluice_status elsewhere_open(void *data, void **out, sl_group group, const void *base, size_t n,
                                    sluice_error *error) {
    SL_CHECK(data == &elsewhere && n > 0);
    SL_TRY(call_result(error));
    sl_fixed_base *fixed;
    SL_TRY(sl_fixed_base_open(&fixed, group, base, n, &sl_kernels_portable, elsewhere.pool, error));
    elsewhere.open_n++;
    *out = fixed;
    return SLUICE_OK;
}

static sluice_status elsewhere_mul(void *data, void *made, uint8_t *keys, const sl_fr *scalars, size_t n,
                                   sluice_error *error) {
    SL_CHECK(data == &elsewhere);
    SL_TRY(call_result(error));
    elsewhere.points_n += n;
    sl_fixed_base_mul(made, keys, scalars, n);
    return SLUICE_OK;
}

static void elsewhere_close(void *data, void *made) {
    SL_CHECK(data == &elsewhere);
    elsewhere.open_n--;
    sl_fixed_base_close(made);
}

static const sl_multiples_backend backend = {&elsewhere, (size_t)1 << 12, elsewhere_open, elsewhere_mul,
                                             elsewhere_close};

static sl_setup_secrets secrets_1(void) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_setup_secrets secrets;
    sl_setup_secrets_from_seed(&secrets, seed);
    return secrets;
}

static void check_same(const char *path_a, const char *path_b) {
    sl_file a, b;
    SL_CHECK_OK(sl_file_open(&a, path_a, &err));
    SL_CHECK_OK(sl_file_open(&b, path_b, &err));
    SL_CHECK_EQ_U64(a.bytes, b.bytes);
    uint8_t *both = malloc(2 * (size_t)a.bytes);
    SL_CHECK(both != NULL);
    SL_CHECK_OK(sl_file_read_at(&a, both, (size_t)a.bytes, 0, &err));
    SL_CHECK_OK(sl_file_read_at(&b, both + a.bytes, (size_t)a.bytes, 0, &err));
    SL_CHECK(memcmp(both, both + a.bytes, (size_t)a.bytes) == 0);
    free(both);
    sl_file_close(&a);
    sl_file_close(&b);
}

static bool exists(const char *name) {
    return access(sl_test_temp_path(name), F_OK) == 0;
}

static sluice_status key_make(const toy_room *room, const sl_multiples_backend *multiples, bool is_folded) {
    const sl_setup_secrets secrets = secrets_1();
    const sl_setup_options options = {.multiples = multiples, .is_folded = is_folded};
    sl_setup_result result;
    elsewhere.pool = room->pool;
    return sl_setup_run_with(room->r1cs, &secrets, sl_test_temp_path("elsewhere.params"), &options,
                             &sl_kernels_portable, room->pool, &result, &err);
}

static sluice_status folded_make(const toy_room *room, const sl_multiples_backend *multiples, const char *name) {
    const sl_setup_secrets secrets = secrets_1();
    const sl_fold_options options = {.secrets = &secrets, .multiples = multiples};
    elsewhere.pool = room->pool;
    return sl_fold_run(room->r1cs, &room->params, sl_test_temp_path(name), &options, &sl_kernels_portable, room->pool,
                       NULL, &err);
}

SL_TEST(same_bytes) {
    toy_room room;
    char folded[160];
    toy_room_open(&room, toy_named("bits-150"));
    SL_CHECK_OK(key_make(&room, &backend, false));
    uint64_t points_n = 0;
    for (int section = SL_KEY_H; section <= SL_KEY_B_G2; section++) {
        points_n += room.params.layout.section[section].count;
    }
    SL_CHECK_EQ_U64(elsewhere.points_n, points_n);
    check_same(room.path, sl_test_temp_path("elsewhere.params"));
    SL_CHECK_OK(folded_make(&room, NULL, "here.folded"));
    SL_CHECK_OK(folded_make(&room, &backend, "elsewhere.folded"));
    SL_CHECK(elsewhere.points_n > points_n && elsewhere.open_n == 0);
    (void)snprintf(folded, sizeof folded, "%s", sl_test_temp_path("here.folded"));
    check_same(folded, sl_test_temp_path("elsewhere.folded"));
    toy_room_close(&room);
}

/* Folded keys from the secrets alone are those that folding gives. */
SL_TEST(folded_at_once) {
    static const char *const names[] = {"bits-150", "cubic", "one-row", "zero-terms", "chain-4"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        toy_room room;
        char folded[160];
        toy_room_open(&room, toy_named(names[i]));
        SL_CHECK_OK(folded_make(&room, NULL, "here.folded"));
        (void)snprintf(folded, sizeof folded, "%s", sl_test_temp_path("here.folded"));
        for (int with_backend = 0; with_backend < 2; with_backend++) {
            SL_CHECK_OK(key_make(&room, with_backend ? &backend : NULL, true));
            check_same(folded, sl_test_temp_path("elsewhere.params"));
        }
        SL_CHECK(exists("elsewhere.vk") && elsewhere.open_n == 0);
        toy_room_close(&room);
    }
}

SL_TEST(failures) {
    toy_room room;
    toy_room_open(&room, toy_named("bits-33"));
    const size_t live = sl_mem_live();
    for (int way = 0; way < 3; way++) {
        size_t n = 0;
        for (bool has_failed = true; has_failed; n++) {
            sl_failpoint_arm(&elsewhere.fails, n);
            const sluice_status status =
                way == 0 ? folded_make(&room, &backend, "elsewhere.params") : key_make(&room, &backend, way == 2);
            has_failed = !sl_failpoint_waits(&elsewhere.fails);
            SL_CHECK_STATUS(status, has_failed ? SLUICE_E_DEVICE : SLUICE_OK);
            SL_CHECK(elsewhere.open_n == 0 && exists("elsewhere.params") == !has_failed);
            SL_CHECK(!exists("elsewhere.params.part") && !exists("elsewhere.params.state"));
            SL_CHECK_EQ_U64(sl_mem_live(), live);
        }
        SL_CHECK_MSG(n >= (way == 0 ? 4 : 8), "%zu calls", n);
        SL_CHECK(unlink(sl_test_temp_path("elsewhere.params")) == 0);
    }
    sl_failpoint_arm(&elsewhere.fails, SIZE_MAX);
    toy_room_close(&room);
}

SL_TEST(plan_has_no_tables) {
    toy_room room;
    sl_setup_plan here, there;
    sl_r1cs_counts counts;
    toy_room_open(&room, toy_named("bits-150"));
    sl_r1cs_counts_get(room.r1cs, &counts);
    SL_CHECK_OK(sl_setup_plan_now(&here, &counts, &room.params.layout, NULL, &sl_kernels_portable, 2, &err));
    SL_CHECK_OK(sl_setup_plan_now(&there, &counts, &room.params.layout, &backend, &sl_kernels_portable, 2, &err));
    SL_CHECK(here.g1.memory_bytes > 0 && there.g1.memory_bytes == 0 && there.g2.memory_bytes == 0);
    SL_CHECK(there.piece_n < backend.piece_n); /* no larger than the key */
    SL_CHECK(there.memory_bytes < here.memory_bytes);
    SL_CHECK_STATUS(
        sl_setup_plan_make(&there, &counts, &room.params.layout, 1000, 0, &backend, &sl_kernels_portable, 2, &err),
        SLUICE_E_BUDGET);
    toy_room_close(&room);
}
