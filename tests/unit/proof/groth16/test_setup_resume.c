// SPDX-License-Identifier: MIT OR Apache-2.0
/* Key generation that is killed, and what it finds when it is called again. */
#include "core/mem/budget.h"
#include "kept_files.h"
#include "proof/groth16/setup_state.h"
#include "toys.h"

static sluice_error err;
static const uint8_t seed_1[SL_SETUP_SEED_BYTES] = {1}, seed_2[SL_SETUP_SEED_BYTES] = {2};

typedef struct room {
    sl_r1cs *r1cs;
    kept_files file; /* the key of seed_1 */
} room;

static bool makes_folded; /* keys of all that follows */

/* seed NULL: secrets of the state, or random ones. */
static sluice_status setup_make(const sl_r1cs *r1cs, const char *path, const uint8_t *seed, const sl_observer *observer,
                                sl_setup_result *result) {
    const sl_setup_options options = {.is_folded = makes_folded, .observer = observer};
    sl_setup_secrets secrets;
    sl_pool *pool;
    if (seed != NULL) {
        sl_setup_secrets_from_seed(&secrets, seed);
    }
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    const sluice_status status = sl_setup_run_with(r1cs, seed == NULL ? NULL : &secrets, path, &options,
                                                   &sl_kernels_portable, pool, result, &err);
    sl_pool_close(pool);
    return status;
}

static void room_open(room *r) {
    sl_setup_result result;
    r->r1cs = toy_shape(toy_named("bits-33"));
    kept_name(&r->file, "k.params");
    SL_CHECK_OK(setup_make(r->r1cs, r->file.path, seed_1, NULL, &result));
    SL_CHECK_EQ_U64(result.resumed_bytes, 0);
    kept_want(&r->file);
}

static void room_close(room *r) {
    sl_r1cs_close(r->r1cs);
    free(r->file.want);
}

static int kill_at(void *data, const char *name, uint64_t done, uint64_t total) {
    size_t *left = data;
    (void)done;
    (void)total;
    if (strcmp(name, "key") == 0 && (*left)-- == 0) {
        (void)usleep(5000); /* some of it reaches the disk */
        (void)raise(SIGKILL);
    }
    return 0;
}

typedef struct run {
    const room *r;
    const uint8_t *seed;
    size_t kill_at; /* report of progress */
} run;

static sluice_status run_make(void *data) {
    run *m = data;
    sl_setup_result result;
    const sl_observer observer = {.progress = kill_at, .data = &m->kill_at};
    return setup_make(m->r->r1cs, m->r->file.path, m->seed, &observer, &result);
}

/* A process that is killed at its n-th report of progress; false if it came to the end before. */
static bool killed(const room *r, const uint8_t *seed, size_t n) {
    run m = {r, seed, n};
    return kept_killed(&r->file, run_make, &m);
}

/* Resumes with seed_1 and compares. */
static uint64_t check_resumed(const room *r) {
    sl_setup_result result;
    uint8_t digest[32];
    SL_CHECK_OK(setup_make(r->r1cs, r->file.path, seed_1, NULL, &result));
    kept_check(&r->file);
    sl_sha256_digest(digest, r->file.want, r->file.want_n);
    SL_CHECK_MEM(digest, result.sha256, sizeof digest);
    return result.resumed_bytes;
}

static void check_killed_anywhere(void) {
    room r;
    room_open(&r);
    uint64_t most = 0;
    size_t n = 0;
    while (killed(&r, seed_1, n)) {
        const uint64_t resumed = check_resumed(&r);
        most = resumed > most ? resumed : most;
        n += SANITIZED ? 2 : 1;
    }
    SL_CHECK(n > 3 && most > r.file.want_n / 4);
    room_close(&r);
}

SL_TEST(killed_anywhere_and_resumed) {
    check_killed_anywhere();
}

SL_TEST(folded_killed_anywhere_and_resumed) {
    makes_folded = true;
    check_killed_anywhere();
}

/* Killed again and again: each time a little further. */
SL_TEST(killed_while_resuming) {
    room r;
    room_open(&r);
    bool is_killed = true;
    for (int times = 0; times < 4 && is_killed; times++) {
        is_killed = killed(&r, seed_1, 1);
    }
    if (is_killed) {
        SL_CHECK(check_resumed(&r) > 0);
    } else { /* it came to the end in few times: how far each gets is up to the disk */
        kept_check(&r.file);
    }
    room_close(&r);
}

/* Whatever the disk has lost or changed, no wrong byte stays. */
SL_TEST(damaged_parts) {
    room r;
    room_open(&r);
    for (size_t i = 0; i < (SANITIZED ? 6 : 12); i++) {
        SL_CHECK(killed(&r, seed_1, 4));
        const size_t part = file_bytes(r.file.part), state = file_bytes(r.file.state);
        if (i % 3 == 0) {
            file_cut(r.file.part, (size_t)(sl_test_u64() % (part + 1)));
        } else if (i % 3 == 1) {
            file_flip(r.file.part, (size_t)(sl_test_u64() % part));
        }
        if (i % 2 == 0) {
            file_cut(r.file.state, SL_SETUP_STATE_HEAD + (size_t)(sl_test_u64() % (state - SL_SETUP_STATE_HEAD + 1)));
        }
        (void)check_resumed(&r);
    }
    /* a flipped byte of the head is refused, and the files stay */
    sl_setup_result result;
    SL_CHECK(killed(&r, seed_1, 2));
    file_flip(r.file.state, 100);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_CORRUPT);
    SL_CHECK(file_exists(r.file.part) && file_exists(r.file.state));
    file_flip(r.file.state, 100);
    (void)check_resumed(&r);
    room_close(&r);
}

SL_TEST(secrets_come_from_the_state) {
    room r;
    sl_setup_state state;
    sl_setup_result result;
    room_open(&r);
    SL_CHECK(killed(&r, NULL, 3));
    SL_CHECK_OK(sl_setup_state_open(&state, r.file.path, &err));
    SL_CHECK(state.is_found && state.has_secrets);
    const sl_setup_secrets secrets = state.secrets;
    sl_setup_state_discard(&state);
    SL_CHECK(file_exists(r.file.state));
    SL_CHECK(sl_fr_is_zero(&state.secrets.tau));
    /* a seed is not what this was begun with */
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK(file_exists(r.file.part) && file_exists(r.file.state));
    SL_CHECK_OK(setup_make(r.r1cs, r.file.path, NULL, NULL, &result));
    SL_CHECK(result.resumed_bytes > 0 && kept_nothing(&r.file));
    sl_setup_result again;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    SL_CHECK_OK(sl_setup_run(r.r1cs, &secrets, sl_test_temp_path("again.params"), &sl_kernels_portable, pool, NULL,
                             &again, &err));
    SL_CHECK_MEM(again.sha256, result.sha256, 32);
    sl_pool_close(pool);
    room_close(&r);
}

SL_TEST(another_key_is_not_touched) {
    room r;
    sl_setup_result result;
    room_open(&r);
    sl_r1cs *other = toy_shape(toy_named("mimc-11"));
    SL_CHECK(killed(&r, seed_1, 3));
    const size_t part = file_bytes(r.file.part), state = file_bytes(r.file.state);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_2, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, ".state") != NULL);
    SL_CHECK_STATUS(setup_make(other, r.file.path, seed_1, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, NULL, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK(file_bytes(r.file.part) == part && file_bytes(r.file.state) == state && !file_exists(r.file.path));
    SL_CHECK(check_resumed(&r) > 0);
    /* files of these names that are something else */
    (void)sl_test_temp_write("k.params.state", "my diary", 8);
    SL_CHECK(chmod(r.file.state, 0600) == 0);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_INPUT);
    SL_CHECK(file_bytes(r.file.state) == 8 && !file_exists(r.file.part) && unlink(r.file.state) == 0);
    (void)sl_test_temp_write("k.params.part", "part", 4);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_INPUT);
    SL_CHECK(file_bytes(r.file.part) == 4 && !file_exists(r.file.state) && unlink(r.file.part) == 0);
    /* another process is at it */
    sl_outfile busy;
    SL_CHECK_OK(sl_outfile_open_kept(&busy, r.file.path, ".part", false, &err));
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_OS);
    sl_outfile_discard(&busy);
    (void)check_resumed(&r);
    sl_r1cs_close(other);
    room_close(&r);
}

SL_TEST(full_disk) {
    room r;
    room_open(&r);
    run m = {&r, seed_1, SIZE_MAX};
    kept_check_full_disk(&r.file, r.file.want_n / 7, run_make, &m);
    room_close(&r);
}

/* The plan fits any budget down to its least, and the bytes are the same. */
SL_TEST(budgets) {
    room r;
    sl_setup_result result;
    room_open(&r);
    const size_t live = sl_mem_live();
    sl_mem_budget_set(live + 1000);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_BUDGET);
    const char *at = strstr(err.text, "needs ");
    SL_CHECK(at != NULL);
    /* the budget of buffers is without the process itself */
    const size_t least = (size_t)(strtoull(at + 6, NULL, 10) - sl_budget_overhead(2));
    SL_CHECK(least > live && least < live + ((size_t)16 << 20));
    sl_mem_budget_set(least - 1);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.file.path, seed_1, NULL, &result), SLUICE_E_BUDGET);
    for (size_t budget = least; budget < 16 * least; budget *= 2) {
        sl_mem_budget_set(budget);
        sl_mem_peak_reset();
        (void)check_resumed(&r);
        SL_CHECK(sl_mem_peak() <= budget);
    }
    sl_mem_budget_set(0);
    room_close(&r);
}
