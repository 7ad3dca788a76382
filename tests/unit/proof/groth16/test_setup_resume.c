// SPDX-License-Identifier: MIT OR Apache-2.0
/* Key generation that is killed, and what it finds when it is called again. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/mem/budget.h"
#include "proof/groth16/setup_state.h"
#include "toys.h"

static sluice_error err;
static const uint8_t seed_1[SL_SETUP_SEED_BYTES] = {1}, seed_2[SL_SETUP_SEED_BYTES] = {2};

typedef struct room {
    sl_r1cs *r1cs;
    char key[128], part[136], state[136];
    uint8_t *want; /* the key of seed_1 */
    size_t want_n;
} room;

/* seed NULL: secrets of the state, or random ones. */
static sluice_status setup_make(const sl_r1cs *r1cs, const char *path, const uint8_t *seed, const sl_observer *observer,
                                sl_setup_result *result) {
    sl_setup_secrets secrets;
    sl_pool *pool;
    if (seed != NULL) {
        sl_setup_secrets_from_seed(&secrets, seed);
    }
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    const sluice_status status =
        sl_setup_run(r1cs, seed == NULL ? NULL : &secrets, path, &sl_kernels_portable, pool, observer, result, &err);
    sl_pool_close(pool);
    return status;
}

static void room_open(room *r) {
    sl_setup_result result;
    r->r1cs = toy_shape(toy_named("bits-33"));
    (void)snprintf(r->key, sizeof r->key, "%s", sl_test_temp_path("k.params"));
    (void)snprintf(r->part, sizeof r->part, "%s.part", r->key);
    (void)snprintf(r->state, sizeof r->state, "%s.state", r->key);
    SL_CHECK_OK(setup_make(r->r1cs, r->key, seed_1, NULL, &result));
    SL_CHECK_EQ_U64(result.resumed_bytes, 0);
    SL_CHECK_OK(sl_file_read_all(&r->want, &r->want_n, r->key, 1 << 20, &err));
    SL_CHECK(unlink(r->key) == 0);
}

static void room_close(room *r) {
    sl_r1cs_close(r->r1cs);
    free(r->want);
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
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

/* A process that is killed at its n-th report of progress; false if it came to the end before. */
static bool killed(const room *r, const uint8_t *seed, size_t n) {
    const pid_t child = fork();
    SL_CHECK(child >= 0);
    if (child == 0) {
        sl_setup_result result;
        const sl_observer observer = {.progress = kill_at, .data = &n};
        _exit(setup_make(r->r1cs, r->key, seed, &observer, &result) == SLUICE_OK ? 0 : 1);
    }
    int how;
    SL_CHECK(waitpid(child, &how, 0) == child);
    SL_CHECK(WIFSIGNALED(how) || WEXITSTATUS(how) == 0);
    if (WIFSIGNALED(how)) {
        struct stat info;
        SL_CHECK(!exists(r->key) && exists(r->part) && stat(r->state, &info) == 0 && (info.st_mode & 0777) == 0600);
    }
    return WIFSIGNALED(how);
}

/* Resumes with seed_1 and compares. */
static uint64_t check_resumed(const room *r) {
    sl_setup_result result;
    uint8_t *found;
    size_t n;
    SL_CHECK_OK(setup_make(r->r1cs, r->key, seed_1, NULL, &result));
    SL_CHECK(exists(r->key) && !exists(r->part) && !exists(r->state));
    SL_CHECK_OK(sl_file_read_all(&found, &n, r->key, 1 << 20, &err));
    SL_CHECK(n == r->want_n && memcmp(found, r->want, n) == 0);
    uint8_t digest[32];
    sl_sha256_digest(digest, found, n);
    SL_CHECK_MEM(digest, result.sha256, sizeof digest);
    free(found);
    SL_CHECK(unlink(r->key) == 0);
    return result.resumed_bytes;
}

SL_TEST(killed_anywhere_and_resumed) {
    room r;
    room_open(&r);
    uint64_t most = 0;
    size_t n = 0;
    while (killed(&r, seed_1, n)) {
        const uint64_t resumed = check_resumed(&r);
        most = resumed > most ? resumed : most;
        n += SANITIZED ? 2 : 1;
    }
    SL_CHECK(n > 3 && most > r.want_n / 4);
    room_close(&r);
}

/* Killed again and again: each time a little further. */
SL_TEST(killed_while_resuming) {
    room r;
    room_open(&r);
    for (int times = 0; times < 4 && killed(&r, seed_1, 1); times++) {
    }
    if (!exists(r.key)) {
        SL_CHECK(check_resumed(&r) > 0);
    }
    room_close(&r);
}

static void file_cut(const char *path, size_t n) {
    SL_CHECK(truncate(path, (off_t)n) == 0);
}

static void file_flip(const char *path, size_t at) {
    uint8_t byte;
    FILE *f = fopen(path, "r+");
    SL_CHECK(f != NULL && fseek(f, (long)at, SEEK_SET) == 0 && fread(&byte, 1, 1, f) == 1);
    byte ^= 0x10;
    SL_CHECK(fseek(f, (long)at, SEEK_SET) == 0 && fwrite(&byte, 1, 1, f) == 1 && fclose(f) == 0);
}

static size_t file_bytes(const char *path) {
    struct stat info;
    SL_CHECK(stat(path, &info) == 0);
    return (size_t)info.st_size;
}

/* Whatever the disk has lost or changed, no wrong byte stays. */
SL_TEST(damaged_parts) {
    room r;
    room_open(&r);
    for (size_t i = 0; i < (SANITIZED ? 6 : 12); i++) {
        SL_CHECK(killed(&r, seed_1, 4));
        const size_t part = file_bytes(r.part), state = file_bytes(r.state);
        if (i % 3 == 0) {
            file_cut(r.part, (size_t)(sl_test_u64() % (part + 1)));
        } else if (i % 3 == 1) {
            file_flip(r.part, (size_t)(sl_test_u64() % part));
        }
        if (i % 2 == 0) {
            file_cut(r.state, SL_SETUP_STATE_HEAD + (size_t)(sl_test_u64() % (state - SL_SETUP_STATE_HEAD + 1)));
        }
        (void)check_resumed(&r);
    }
    /* a flipped byte of the head is refused, and the files stay */
    sl_setup_result result;
    SL_CHECK(killed(&r, seed_1, 2));
    file_flip(r.state, 100);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_CORRUPT);
    SL_CHECK(exists(r.part) && exists(r.state));
    file_flip(r.state, 100);
    (void)check_resumed(&r);
    room_close(&r);
}

SL_TEST(secrets_come_from_the_state) {
    room r;
    sl_setup_state state;
    sl_setup_result result;
    room_open(&r);
    SL_CHECK(killed(&r, NULL, 3));
    SL_CHECK_OK(sl_setup_state_open(&state, r.key, &err));
    SL_CHECK(state.is_found && state.has_secrets);
    const sl_setup_secrets secrets = state.secrets;
    sl_setup_state_discard(&state);
    SL_CHECK(exists(r.state));
    SL_CHECK(sl_fr_is_zero(&state.secrets.tau));
    /* a seed is not what this was begun with */
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK(exists(r.part) && exists(r.state));
    SL_CHECK_OK(setup_make(r.r1cs, r.key, NULL, NULL, &result));
    SL_CHECK(result.resumed_bytes > 0 && !exists(r.part) && !exists(r.state));
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
    const size_t part = file_bytes(r.part), state = file_bytes(r.state);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_2, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, ".state") != NULL);
    SL_CHECK_STATUS(setup_make(other, r.key, seed_1, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, NULL, NULL, &result), SLUICE_E_MISMATCH);
    SL_CHECK(file_bytes(r.part) == part && file_bytes(r.state) == state && !exists(r.key));
    SL_CHECK(check_resumed(&r) > 0);
    /* files of these names that are something else */
    (void)sl_test_temp_write("k.params.state", "my diary", 8);
    SL_CHECK(chmod(r.state, 0600) == 0);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_INPUT);
    SL_CHECK(file_bytes(r.state) == 8 && !exists(r.part) && unlink(r.state) == 0);
    (void)sl_test_temp_write("k.params.part", "part", 4);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_INPUT);
    SL_CHECK(file_bytes(r.part) == 4 && !exists(r.state) && unlink(r.part) == 0);
    /* another process is at it */
    sl_outfile busy;
    SL_CHECK_OK(sl_outfile_open_kept(&busy, r.key, ".part", false, &err));
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_OS);
    sl_outfile_discard(&busy);
    (void)check_resumed(&r);
    sl_r1cs_close(other);
    room_close(&r);
}

/* A disk that turns out to be too small is a status and leaves nothing. */
SL_TEST(full_disk) {
    room r;
    room_open(&r);
    for (size_t limit = 100; limit < r.want_n; limit += r.want_n / 7) {
        const pid_t child = fork();
        SL_CHECK(child >= 0);
        if (child == 0) {
            const struct rlimit most = {limit, limit};
            sl_setup_result result;
            (void)signal(SIGXFSZ, SIG_IGN);
            if (setrlimit(RLIMIT_FSIZE, &most) != 0) {
                _exit(2);
            }
            _exit(setup_make(r.r1cs, r.key, seed_1, NULL, &result) == SLUICE_E_NO_SPACE ? 0 : 1);
        }
        int how;
        SL_CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0);
        SL_CHECK(!exists(r.key) && !exists(r.part) && !exists(r.state));
    }
    room_close(&r);
}

/* The plan fits any budget down to its least, and the bytes are the same. */
SL_TEST(budgets) {
    room r;
    sl_setup_result result;
    room_open(&r);
    const size_t live = sl_mem_live();
    sl_mem_budget_set(live + 1000);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_BUDGET);
    const char *at = strstr(err.text, "needs ");
    SL_CHECK(at != NULL);
    /* the budget of buffers is without the process itself */
    const size_t least = (size_t)(strtoull(at + 6, NULL, 10) - sl_budget_overhead(2));
    SL_CHECK(least > live && least < live + ((size_t)16 << 20));
    sl_mem_budget_set(least - 1);
    SL_CHECK_STATUS(setup_make(r.r1cs, r.key, seed_1, NULL, &result), SLUICE_E_BUDGET);
    for (size_t budget = least; budget < 16 * least; budget *= 2) {
        sl_mem_budget_set(budget);
        sl_mem_peak_reset();
        (void)check_resumed(&r);
        SL_CHECK(sl_mem_peak() <= budget);
    }
    sl_mem_budget_set(0);
    room_close(&r);
}
