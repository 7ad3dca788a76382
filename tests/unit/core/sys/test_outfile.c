// SPDX-License-Identifier: MIT OR Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "core/sys/random.h"
#include "harness/test.h"

/* Names in the test's folder. */
static size_t entries(void) {
    size_t n = 0;
    DIR *dir = opendir(sl_test_temp_path("."));
    SL_CHECK(dir != NULL);
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        n += e->d_name[0] != '.';
    }
    (void)closedir(dir);
    return n;
}

static void content_check(const char *path, const char *want) {
    sluice_error err;
    uint8_t *data;
    size_t n;
    SL_CHECK_OK(sl_file_read_all(&data, &n, path, 1000, &err));
    SL_CHECK_MSG(n == strlen(want) && memcmp(data, want, n) == 0, "%s: found %.*s", path, (int)n, (char *)data);
    free(data);
}

static void old_make(const char *path) {
    FILE *f = fopen(path, "w");
    SL_CHECK(f != NULL && fputs("old", f) >= 0 && fclose(f) == 0);
}

SL_TEST(appears_complete_at_commit) {
    sluice_error err;
    char path[600];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("out"));
    sl_outfile file;
    (void)umask(022);
    SL_CHECK_OK(sl_outfile_open(&file, path, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "hello ", 6, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "", 0, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "world", 5, &err));
    SL_CHECK_EQ_U64(file.bytes, 11);
    SL_CHECK_OK(sl_outfile_write_at(&file, "J", 1, 0, &err));
    sl_outfile_push(&file, 0, 11);
    sl_outfile_forget(&file, 0, 11);
    sl_outfile_forget(&file, 3, 0);
    SL_CHECK_OK(sl_outfile_append(&file, "!", 1, &err));
    SL_CHECK(access(path, F_OK) != 0 && entries() == 1);
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    content_check(path, "Jello world!");
    struct stat info;
    SL_CHECK(entries() == 1 && stat(path, &info) == 0 && (info.st_mode & 0777) == 0644);
    sl_outfile_discard(&file); /* nothing more to do, and the file stays */
    content_check(path, "Jello world!");
}

SL_TEST(old_contents_stay_until_commit) {
    sluice_error err;
    char path[600];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("out"));
    old_make(path);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, path, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "new", 3, &err));
    content_check(path, "old");
    sl_outfile_discard(&file);
    sl_outfile_discard(&file);
    content_check(path, "old");
    SL_CHECK(entries() == 1);
    SL_CHECK_OK(sl_outfile_open(&file, path, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "new", 3, &err));
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    content_check(path, "new");
}

SL_TEST(discard_in_every_state) {
    sluice_error err;
    sl_outfile file = SL_OUTFILE_CLOSED;
    sl_outfile_discard(&file);
    SL_CHECK_OK(sl_outfile_open(&file, sl_test_temp_path("out"), &err));
    sl_outfile_discard(&file);
    SL_CHECK(entries() == 0 && file.fd == -1);
    SL_CHECK_OK(sl_outfile_open(&file, "/dev/null", &err));
    sl_outfile_discard(&file);
    SL_CHECK_OK(sl_outfile_open(&file, "-", &err));
    sl_outfile_discard(&file);
    SL_CHECK(fcntl(STDOUT_FILENO, F_GETFD) >= 0); /* standard output is not ours to close */
}

SL_TEST(bad_targets_are_refused) {
    sluice_error err;
    sl_outfile file = {.fd = 12345};
    SL_CHECK_STATUS(sl_outfile_open(&file, sl_test_temp_path("no/out"), &err), SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sl_outfile_open(&file, sl_test_temp_path("."), &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_outfile_open(&file, "", &err), SLUICE_E_INPUT);
    char path[SL_PATH_BYTES + 1];
    memset(path, 'a', SL_PATH_BYTES);
    path[SL_PATH_BYTES] = 0;
    SL_CHECK_STATUS(sl_outfile_open(&file, path, &err), SLUICE_E_INPUT);
    sl_random_fail_after(0);
    SL_CHECK_STATUS(sl_outfile_open(&file, sl_test_temp_path("out"), &err), SLUICE_E_RANDOM);
    SL_CHECK(file.fd == 12345 && entries() == 0);
}

SL_TEST(a_full_disk_is_a_status) {
    sluice_error err;
    sl_outfile file;
    if (access("/dev/full", W_OK) != 0) {
        SL_SKIP("no /dev/full");
    }
    SL_CHECK_OK(sl_outfile_open(&file, "/dev/full", &err));
    SL_CHECK_STATUS(sl_outfile_append(&file, "x", 1, &err), SLUICE_E_NO_SPACE);
    SL_CHECK(strstr(err.text, "/dev/full") != NULL && file.bytes == 0);
    SL_CHECK(sluice_status_exit(SLUICE_E_NO_SPACE) == 4);
    sl_outfile_discard(&file);
    SL_CHECK(access("/dev/full", W_OK) == 0);
}

SL_TEST(a_file_size_limit_leaves_nothing) {
    sluice_error err;
    (void)signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {.rlim_cur = 4, .rlim_max = 4};
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, sl_test_temp_path("out"), &err));
    SL_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    SL_CHECK_STATUS(sl_outfile_append(&file, "12345678", 8, &err), SLUICE_E_NO_SPACE);
    SL_CHECK_STATUS(sl_outfile_write_at(&file, "1", 1, UINT64_MAX, &err), SLUICE_E_NO_SPACE);
    sl_outfile_discard(&file);
    SL_CHECK(entries() == 0);
}

SL_TEST(a_lost_temporary_file_fails_commit) {
    sluice_error err;
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, sl_test_temp_path("out"), &err));
    SL_CHECK(unlink(file.temp) == 0);
    SL_CHECK_STATUS(sl_outfile_commit(&file, &err), SLUICE_E_OS);
    SL_CHECK(file.fd == -1 && file.slot == -1 && entries() == 0);
}

SL_TEST(links_stay_links) {
    sluice_error err;
    char path[600];
    char link[600];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("target"));
    (void)snprintf(link, sizeof link, "%s", sl_test_temp_path("link"));
    old_make(path);
    SL_CHECK(symlink("target", link) == 0);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, link, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "new", 3, &err));
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    content_check(path, "new");
    struct stat info;
    SL_CHECK(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
}

SL_TEST(streams_are_written_in_order) {
    sluice_error err;
    const char *path = sl_test_temp_path("pipe");
    SL_CHECK(mkfifo(path, 0600) == 0);
    const int reader = open(path, O_RDONLY | O_NONBLOCK);
    SL_CHECK(reader >= 0);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, path, &err));
    SL_CHECK(file.is_stream);
    SL_CHECK_OK(sl_outfile_append(&file, "ab", 2, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "c", 1, &err));
    SL_CHECK_STATUS(sl_outfile_write_at(&file, "x", 1, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    char out[8];
    SL_CHECK(read(reader, out, sizeof out) == 3 && memcmp(out, "abc", 3) == 0);
    SL_CHECK(close(reader) == 0);
}

SL_TEST(standard_output_is_a_stream) {
    sluice_error err;
    int ends[2];
    SL_CHECK(pipe(ends) == 0);
    const int saved = dup(STDOUT_FILENO);
    SL_CHECK(saved >= 0 && dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO && close(ends[1]) == 0);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, "-", &err));
    SL_CHECK_OK(sl_outfile_append(&file, "abc", 3, &err));
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    SL_CHECK(dup2(saved, STDOUT_FILENO) == STDOUT_FILENO && close(saved) == 0);
    char out[8];
    SL_CHECK(read(ends[0], out, sizeof out) == 3 && memcmp(out, "abc", 3) == 0);
    SL_CHECK(close(ends[0]) == 0);
}

SL_TEST(only_so_many_at_a_time) {
    sluice_error err;
    sl_outfile files[65];
    char name[16];
    for (int i = 0; i < 64; i++) {
        (void)snprintf(name, sizeof name, "out%d", i);
        SL_CHECK_OK(sl_outfile_open(&files[i], sl_test_temp_path(name), &err));
    }
    SL_CHECK_STATUS(sl_outfile_open(&files[64], sl_test_temp_path("more"), &err), SLUICE_E_OS);
    SL_CHECK(entries() == 64);
    for (int i = 0; i < 64; i++) {
        sl_outfile_discard(&files[i]);
    }
    SL_CHECK(entries() == 0);
    SL_CHECK_OK(sl_outfile_open(&files[0], sl_test_temp_path("again"), &err));
    sl_outfile_discard(&files[0]);
}

static void on_signal(int number) {
    (void)number;
    sl_outfile_discard_all();
}

SL_TEST(an_interrupt_leaves_nothing) {
    sluice_error err;
    sl_outfile a;
    sl_outfile b;
    sl_outfile c;
    SL_CHECK_OK(sl_outfile_open(&a, sl_test_temp_path("a"), &err));
    SL_CHECK_OK(sl_outfile_append(&a, "a", 1, &err));
    SL_CHECK_OK(sl_outfile_commit(&a, &err));
    SL_CHECK_OK(sl_outfile_open(&b, sl_test_temp_path("b"), &err));
    (void)signal(SIGINT, on_signal);
    SL_CHECK(raise(SIGINT) == 0);
    SL_CHECK(entries() == 1);
    SL_CHECK_STATUS(sl_outfile_commit(&b, &err), SLUICE_E_INTERRUPTED);
    SL_CHECK_STATUS(sl_outfile_open(&c, sl_test_temp_path("c"), &err), SLUICE_E_INTERRUPTED);
    SL_CHECK(entries() == 1);
    content_check(sl_test_temp_path("a"), "a");
}

static void *files_make(void *is_kept) {
    for (;;) {
        sluice_error err;
        sl_outfile file;
        const char *path = sl_test_temp_path("out");
        if ((is_kept != NULL ? sl_outfile_open_kept(&file, path, ".part", false, &err)
                             : sl_outfile_open(&file, path, &err)) == SLUICE_OK) {
            sl_outfile_discard(&file);
        }
    }
    return NULL;
}

/* The handler runs on one thread at any moment of another that makes files. */
static void interrupts_check(void *is_kept) {
    for (int i = 0; i < 100; i++) {
        const pid_t child = fork();
        if (child == 0) {
            pthread_t maker;
            if (pthread_create(&maker, NULL, files_make, is_kept) == 0 && usleep(500 + 13 * (unsigned)i) == 0) {
                sl_outfile_discard_all();
                (void)raise(SIGKILL); /* nothing of a sanitizer's or of the C library's runs at this end */
            }
            _exit(1);
        }
        int status;
        SL_CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
        SL_CHECK_EQ_U64(entries(), 0);
    }
}

SL_TEST(an_interrupt_while_another_thread_makes_a_file) {
    int kept;
    interrupts_check(NULL);
    interrupts_check(&kept);
}

SL_TEST(kept_files_outlive_a_kill) {
    sluice_error err;
    char path[600], part[620];
    uint8_t bytes[5];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("out"));
    (void)snprintf(part, sizeof part, "%s.part", path);
    const pid_t child = fork();
    if (child == 0) {
        sl_outfile file;
        if (sl_outfile_open_kept(&file, path, ".part", false, NULL) == SLUICE_OK &&
            sl_outfile_append(&file, "hello, ", 7, NULL) == SLUICE_OK) {
            (void)raise(SIGKILL);
        }
        _exit(1);
    }
    int how;
    SL_CHECK(waitpid(child, &how, 0) == child && WIFSIGNALED(how) && entries() == 1);
    sl_outfile file, second;
    SL_CHECK_OK(sl_outfile_open_kept(&file, path, ".part", false, &err));
    SL_CHECK_EQ_U64(file.bytes, 7);
    SL_CHECK_STATUS(sl_outfile_open_kept(&second, path, ".part", false, &err), SLUICE_E_OS); /* one at a time */
    SL_CHECK(strstr(err.text, "another process") != NULL);
    SL_CHECK_OK(sl_outfile_read_at(&file, bytes, 5, 0, &err));
    SL_CHECK_MEM(bytes, "hello", 5);
    SL_CHECK_STATUS(sl_outfile_read_at(&file, bytes, 5, 3, &err), SLUICE_E_TRUNCATED);
    SL_CHECK_OK(sl_outfile_cut(&file, 4, &err));
    SL_CHECK_OK(sl_outfile_append(&file, "!", 1, &err));
    SL_CHECK_OK(sl_outfile_sync(&file, &err));
    sl_outfile_discard(&file); /* was found, and not claimed */
    content_check(part, "hell!");
    SL_CHECK_OK(sl_outfile_open_kept(&file, path, ".part", false, &err));
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    SL_CHECK(entries() == 1);
    content_check(path, "hell!");
    SL_CHECK_OK(sl_outfile_open_kept(&file, path, ".part", false, &err));
    SL_CHECK_EQ_U64(file.bytes, 0);
    sl_outfile_discard(&file);
    SL_CHECK(entries() == 1);
    old_make(part);
    SL_CHECK_OK(sl_outfile_open_kept(&file, path, ".part", false, &err));
    sl_outfile_claim(&file);
    sl_outfile_discard(&file);
    SL_CHECK(entries() == 1);
    SL_CHECK_STATUS(sl_outfile_open_kept(&file, "/no/such/folder/out", ".part", false, &err), SLUICE_E_UNKNOWN);
    SL_CHECK(symlink("elsewhere", part) == 0); /* a link in its place is not followed */
    SL_CHECK(sl_outfile_open_kept(&file, path, ".part", false, &err) != SLUICE_OK && entries() == 2);
}

SL_TEST(an_interrupt_leaves_what_was_found_until_it_is_claimed) {
    sluice_error err;
    sl_outfile found, fresh;
    char path[600], part[620];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("out"));
    (void)snprintf(part, sizeof part, "%s.part", path);
    old_make(part);
    SL_CHECK_OK(sl_outfile_open_kept(&found, path, ".part", false, &err));
    SL_CHECK_OK(sl_outfile_open_kept(&fresh, path, ".state", true, &err));
    sl_outfile_discard_all();
    SL_CHECK(entries() == 1);
    content_check(part, "old");
    sl_outfile_claim(&found);
    sl_outfile_discard_all();
    SL_CHECK(entries() == 0);
}

/* A hard link shows what became of the contents. */
static void check_wiped(const char *path) {
    char zeros[9000] = {0};
    uint8_t *data;
    size_t n;
    SL_CHECK(sl_file_read_all(&data, &n, path, sizeof zeros, NULL) == SLUICE_OK);
    SL_CHECK(n == sizeof zeros && memcmp(data, zeros, n) == 0);
    free(data);
}

static void secret_make(sl_outfile *file, const char *path, const char *other) {
    char secret[9000], state[620];
    memset(secret, 's', sizeof secret);
    (void)unlink(other);
    (void)umask(0);
    SL_CHECK(sl_outfile_open_kept(file, path, ".state", true, NULL) == SLUICE_OK);
    (void)umask(022);
    SL_CHECK(sl_outfile_append(file, secret, sizeof secret, NULL) == SLUICE_OK);
    (void)snprintf(state, sizeof state, "%s.state", path);
    struct stat info;
    SL_CHECK(stat(state, &info) == 0 && (info.st_mode & 0777) == 0600);
    SL_CHECK(link(state, other) == 0);
}

SL_TEST(secrets_are_overwritten) {
    sluice_error err;
    char path[600], other[600], state[620];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("out"));
    (void)snprintf(state, sizeof state, "%s.state", path);
    (void)snprintf(other, sizeof other, "%s", sl_test_temp_path("other"));
    sl_outfile file;
    secret_make(&file, path, other);
    sl_outfile_discard(&file);
    check_wiped(other);
    SL_CHECK(access(state, F_OK) != 0);
    /* one that others may read is refused and stays */
    old_make(state);
    SL_CHECK(chmod(state, 0644) == 0);
    SL_CHECK_STATUS(sl_outfile_open_kept(&file, path, ".state", true, &err), SLUICE_E_INPUT);
    content_check(state, "old");
    SL_CHECK(unlink(state) == 0);
    /* and when a signal ends the program */
    secret_make(&file, path, other);
    sl_outfile_discard_all();
    check_wiped(other);
    SL_CHECK(access(state, F_OK) != 0);
}
