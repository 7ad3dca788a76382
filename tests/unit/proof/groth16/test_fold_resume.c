// SPDX-License-Identifier: MIT OR Apache-2.0
/* Folding that is killed, and what it finds when it is called again. */
#include "kept_files.h"
#include "proof/groth16/fold.h"
#include "proof/groth16/setup_state.h"
#include "toys.h"

static sluice_error err;
static const uint8_t seed_1[SL_SETUP_SEED_BYTES] = {1};

enum { REPORTS_MAX = 64 };

/* What a run reports while it folds and checks, and at which report it is killed. */
typedef struct reports {
    uint64_t done[REPORTS_MAX];
    size_t n, kill_at; /* SIZE_MAX: never */
} reports;

typedef struct room {
    toy_room toy;
    kept_files file; /* the folded key */
    reports all;     /* of a run without secrets */
} room;

static int report(void *data, const char *name, uint64_t done, uint64_t total) {
    reports *r = data;
    (void)total;
    if (strncmp(name, "fold", 4) == 0) {
        if (r->n == r->kill_at) {
            (void)raise(SIGKILL);
        }
        SL_CHECK(r->n < REPORTS_MAX);
        r->done[r->n++] = strcmp(name, "fold") == 0 ? done : UINT64_MAX;
    }
    return 0;
}

/* In a pool of its own, since a child of fork has no threads of its parent's. */
static sluice_status fold_seeded(const room *r, const sl_params *key, const uint8_t *seed, reports *seen,
                                 uint64_t *resumed) {
    sl_setup_secrets secrets;
    sl_pool *pool;
    if (seed != NULL) {
        sl_setup_secrets_from_seed(&secrets, seed);
    }
    const sl_observer observer = {.progress = report, .data = seen};
    const sl_fold_options options = {.secrets = seed != NULL ? &secrets : NULL, .observer = &observer};
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    const sluice_status status =
        sl_fold_run(r->toy.r1cs, key, r->file.path, &options, &sl_kernels_portable, pool, resumed, &err);
    sl_pool_close(pool);
    return status;
}

static sluice_status fold_make(const room *r, const sl_params *key, bool with_secrets, reports *seen,
                               uint64_t *resumed) {
    return fold_seeded(r, key, with_secrets ? seed_1 : NULL, seen, resumed);
}

static void room_open(room *r) {
    uint64_t resumed;
    *r = (room){.all = {.kill_at = SIZE_MAX}};
    toy_room_open(&r->toy, toy_named("mimc-11"));
    sl_pool_close(r->toy.pool); /* no other thread may be there when a child is made */
    r->toy.pool = NULL;
    kept_name(&r->file, "k.folded");
    SL_CHECK_OK(fold_make(r, &r->toy.params, false, &r->all, &resumed));
    SL_CHECK(resumed == 0 && r->all.n > 8);
    kept_want(&r->file);
}

static void room_close(room *r) {
    toy_room_close(&r->toy);
    free(r->file.want);
}

typedef struct run {
    const room *r;
    bool with_secrets;
    size_t kill_at;
} run;

static sluice_status run_make(void *data) {
    const run *m = data;
    reports seen = {.kill_at = m->kill_at};
    return fold_make(m->r, &m->r->toy.params, m->with_secrets, &seen, NULL);
}

/* A process that is killed at its n-th report; false if it came to the end before. */
static bool killed(const room *r, bool with_secrets, size_t n) {
    run m = {r, with_secrets, n};
    return kept_killed(&r->file, run_make, &m);
}

/* Goes on, to the right bytes; the reports of that. */
static uint64_t check_resumed(const room *r, bool with_secrets, reports *seen) {
    uint64_t resumed;
    *seen = (reports){.kill_at = SIZE_MAX};
    SL_CHECK_OK(fold_make(r, &r->toy.params, with_secrets, seen, &resumed));
    kept_check(&r->file);
    return resumed;
}

/* Not a step is done twice but the one that was at work. */
SL_TEST(killed_at_each_step) {
    room r;
    reports seen;
    room_open(&r);
    for (size_t n = 0; n < r.all.n; n += SANITIZED ? 3 : 1) {
        SL_CHECK(killed(&r, false, n));
        const uint64_t resumed = check_resumed(&r, false, &seen);
        if (r.all.done[n] == UINT64_MAX) { /* at the check: all is there */
            SL_CHECK_EQ_U64(resumed, r.file.want_n);
            SL_CHECK(seen.done[0] == UINT64_MAX);
        } else {
            SL_CHECK_MSG(seen.n == r.all.n - n && memcmp(seen.done, r.all.done + n, seen.n * sizeof *seen.done) == 0,
                         "killed at %zu, then %zu reports of %zu", n, seen.n, r.all.n);
        }
    }
    SL_CHECK(!killed(&r, false, r.all.n));
    room_close(&r);
}

SL_TEST(killed_while_resuming) {
    room r;
    reports seen;
    room_open(&r);
    size_t steps_n = 0;
    while (r.all.done[steps_n] != UINT64_MAX) {
        steps_n++;
    }
    for (size_t n = 0; n < steps_n; n++) { /* one step each */
        SL_CHECK(killed(&r, false, 1));
    }
    (void)check_resumed(&r, false, &seen);
    SL_CHECK(seen.n == r.all.n - steps_n);
    SL_CHECK(killed(&r, false, 6) && killed(&r, false, 0) && killed(&r, false, 0)); /* and none */
    (void)check_resumed(&r, false, &seen);
    SL_CHECK(seen.n == r.all.n - 6);
    room_close(&r);
}

/* Both ways make the same bytes in the same order. */
SL_TEST(one_way_goes_on_from_the_other) {
    room r;
    reports seen;
    room_open(&r);
    for (size_t n = 0; killed(&r, true, n); n++) {
        const uint64_t resumed = check_resumed(&r, n % 2 == 0, &seen);
        SL_CHECK(n < 2 || resumed == r.file.want_n); /* reports of h and l, then the check's */
    }
    SL_CHECK(file_exists(r.file.path) && unlink(r.file.path) == 0);
    for (size_t n = 0; n < r.all.n; n += 5) {
        SL_CHECK(killed(&r, false, n));
        (void)check_resumed(&r, true, &seen);
    }
    room_close(&r);
}

/* Any number of pieces may have reached the disk. */
SL_TEST(any_prefix) {
    room r;
    reports seen;
    room_open(&r);
    const size_t check_first = r.all.n - 1; /* a report of the check */
    size_t records = 1;
    uint64_t before = 0;
    for (size_t k = 0; k <= records; k += SANITIZED ? 2 : 1) {
        SL_CHECK(killed(&r, false, check_first));
        records = (file_bytes(r.file.state) - SL_SETUP_STATE_HEAD) / SL_SETUP_STATE_RECORD;
        SL_CHECK(records > 6);
        file_cut(r.file.state, SL_SETUP_STATE_HEAD + k * SL_SETUP_STATE_RECORD);
        const uint64_t resumed = check_resumed(&r, k % 2 == 1, &seen);
        SL_CHECK(k == 0 ? resumed == 0 : resumed > before);
        SL_CHECK((k == records) == (resumed == r.file.want_n));
        before = resumed;
    }
    room_close(&r);
}

/* Whatever the disk has lost or changed, no wrong byte stays. */
SL_TEST(damaged_parts) {
    room r;
    reports seen;
    room_open(&r);
    for (size_t i = 0; i < (SANITIZED ? 6 : 16); i++) {
        SL_CHECK(killed(&r, false, sl_test_u64() % r.all.n));
        const size_t part = file_bytes(r.file.part), state = file_bytes(r.file.state);
        if (i % 3 == 0 || part == 0) { /* the writer may not have come to the first bytes */
            file_cut(r.file.part, (size_t)(sl_test_u64() % (part + 1)));
        } else {
            file_flip(r.file.part, (size_t)(sl_test_u64() % part));
        }
        if (i % 4 == 0) {
            file_cut(r.file.state, SL_SETUP_STATE_HEAD + (size_t)(sl_test_u64() % (state - SL_SETUP_STATE_HEAD + 1)));
        }
        (void)check_resumed(&r, false, &seen);
    }
    room_close(&r);
}

static sluice_status setup_make(const room *r, const sl_setup_secrets *secrets, const char *path,
                                sl_setup_result *result) {
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    const sluice_status status =
        sl_setup_run(r->toy.r1cs, secrets, path, &sl_kernels_portable, pool, NULL, result, &err);
    sl_pool_close(pool);
    return status;
}

SL_TEST(something_else_is_not_touched) {
    static const uint8_t seed_2[SL_SETUP_SEED_BYTES] = {2};
    room r;
    reports seen = {.kill_at = SIZE_MAX};
    sl_setup_secrets secrets;
    sl_setup_result result;
    sl_setup_state found;
    sl_params other;
    room_open(&r);
    const char *other_path = sl_test_temp_path("other.params");
    sl_setup_secrets_from_seed(&secrets, seed_2);
    SL_CHECK_OK(setup_make(&r, &secrets, other_path, &result));
    SL_CHECK_OK(sl_params_open(&other, other_path, &err));
    SL_CHECK(killed(&r, false, 5));
    const size_t part = file_bytes(r.file.part), state = file_bytes(r.file.state);
    /* no secrets are kept */
    SL_CHECK_OK(sl_setup_state_open(&found, r.file.path, &err));
    SL_CHECK(found.is_found && !found.has_secrets);
    sl_setup_state_discard(&found);
    /* another key is folded here, or one is made */
    SL_CHECK_STATUS(fold_make(&r, &other, false, &seen, NULL), SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, ".state") != NULL, "%s", err.text);
    SL_CHECK_STATUS(setup_make(&r, &secrets, r.file.path, &result), SLUICE_E_MISMATCH);
    /* secrets of another key */
    SL_CHECK_STATUS(fold_seeded(&r, &r.toy.params, seed_2, &seen, NULL), SLUICE_E_MISMATCH);
    SL_CHECK(file_bytes(r.file.part) == part && file_bytes(r.file.state) == state && !file_exists(r.file.path));
    (void)check_resumed(&r, false, &seen);
    SL_CHECK(seen.n == r.all.n - 5);
    /* a part without its state; another process */
    (void)sl_test_temp_write("k.folded.part", "part", 4);
    SL_CHECK_STATUS(fold_make(&r, &r.toy.params, true, &seen, NULL), SLUICE_E_INPUT);
    SL_CHECK(file_bytes(r.file.part) == 4 && !file_exists(r.file.state) && unlink(r.file.part) == 0);
    sl_outfile busy;
    SL_CHECK_OK(sl_outfile_open_kept(&busy, r.file.path, ".part", false, &err));
    SL_CHECK_STATUS(fold_make(&r, &r.toy.params, true, &seen, NULL), SLUICE_E_OS);
    sl_outfile_discard(&busy);
    sl_params_close(&other);
    room_close(&r);
}

SL_TEST(full_disk) {
    room r;
    room_open(&r);
    run m = {&r, false, SIZE_MAX};
    kept_check_full_disk(&r.file, r.file.want_n / 5, run_make, &m);
    room_close(&r);
}
