// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Runs the real program in a folder of the test's own and keeps what it said. Files of a test have plain names; those
 * of the reference are FILECOIN "...".
 */
#ifndef SL_TESTS_CLI_CLI_RUN_H
#define SL_TESTS_CLI_CLI_RUN_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/test.h"

extern char **environ;

#define FILECOIN SL_TEST_VECTORS "/filecoin/"
#define TOXIC FILECOIN "keys/toxic-seed1.json"
#define WINDOW FILECOIN "post/window-2KiB-2sectors-v1/"
#define WINDOW_META WINDOW "meta.json"
#define WINDOW_VANILLA "--vanilla", WINDOW "vanilla-0.bin", WINDOW "vanilla-1.bin", "--meta", WINDOW_META
#define WINDOW_PROOF FILECOIN "proofs/window-2KiB-2sectors-v1.r2-s3.proof"
#define WINDOW_VK FILECOIN "keys/window-2KiB-seed1.vk"
#define POREP FILECOIN "porep/2KiB-v1_1-seed1/"
#define SCALAR_2 "0200000000000000000000000000000000000000000000000000000000000000"
#define SCALAR_3 "0300000000000000000000000000000000000000000000000000000000000000"
#define RS SCALAR_2 "," SCALAR_3

typedef struct cli_result {
    int exit_status; /* 128 + the signal that ended it */
    char *out, *err; /* NUL appended */
    size_t out_n, err_n;
} cli_result;

/* Where standard input comes from and the others go to; NULL: nothing, and into the result. */
typedef struct cli_streams {
    const char *in, *out, *err;
    bool out_is_closed;
} cli_streams;

/* Makes a folder of this process's own the current one, and the environment a known one. */
static inline void cli_enter(void) {
    static const char nothing[1];
    char folder[1024];
    (void)snprintf(folder, sizeof folder, "%s", sl_test_temp_write("work/empty", nothing, 0));
    *strrchr(folder, '/') = 0;
    SL_CHECK(chdir(folder) == 0 && unlink("empty") == 0);
    SL_CHECK(setenv("XDG_CACHE_HOME", sl_test_temp_path("cache"), 1) == 0);
    SL_CHECK(unsetenv("SLUICE_KERNEL") == 0 && unsetenv("FIL_PROOFS_PARAMETER_CACHE") == 0);
}

static inline char *cli_file_read(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    SL_CHECK_MSG(f != NULL, "cannot open %s", path);
    struct stat info;
    SL_CHECK(fstat(fileno(f), &info) == 0);
    *n = (size_t)info.st_size;
    char *bytes = malloc(*n + 1);
    SL_CHECK(bytes != NULL && fread(bytes, 1, *n, f) == *n && fclose(f) == 0);
    bytes[*n] = 0;
    return bytes;
}

static inline void cli_file_write(const char *path, const void *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    SL_CHECK(f != NULL && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

static inline bool cli_file_exists(const char *path) {
    return access(path, F_OK) == 0;
}

/* Entries of a folder. */
static inline size_t cli_files_n(const char *path) {
    DIR *folder = opendir(path);
    SL_CHECK(folder != NULL);
    size_t n = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    SL_CHECK(closedir(folder) == 0);
    return n;
}

static inline bool cli_file_is(const char *path, const char *other) {
    size_t n, other_n;
    char *bytes = cli_file_read(path, &n);
    char *other_bytes = cli_file_read(other, &other_n);
    const bool same = n == other_n && memcmp(bytes, other_bytes, n) == 0;
    free(bytes);
    free(other_bytes);
    return same;
}

/* Starts the program; its streams go to files beside the work folder. */
static inline pid_t cli_spawn(const char *const *args, cli_streams streams) {
    posix_spawn_file_actions_t actions;
    SL_CHECK(posix_spawn_file_actions_init(&actions) == 0);
    const char *in = streams.in == NULL ? "/dev/null" : streams.in;
    const char *out = streams.out == NULL ? sl_test_temp_path("stdout") : streams.out;
    const int create = O_WRONLY | O_CREAT | O_TRUNC;
    SL_CHECK(posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in, O_RDONLY, 0) == 0);
    const char *err = streams.err == NULL ? sl_test_temp_path("stderr") : streams.err;
    SL_CHECK(posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err, create, 0600) == 0);
    if (streams.out_is_closed) {
        SL_CHECK(posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO) == 0);
    } else {
        SL_CHECK(posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out, create, 0600) == 0);
    }
    char *argv[40] = {0};
    static char program[] = SL_TEST_PROGRAM;
    argv[0] = program;
    size_t n = 1;
    for (; args[n - 1] != NULL; n++) {
        SL_CHECK(n + 1 < sizeof argv / sizeof argv[0]);
        memcpy(&argv[n], &args[n - 1], sizeof argv[n]); /* posix_spawn takes away const, but not more */
    }
    pid_t child;
    SL_CHECK_MSG(posix_spawn(&child, program, &actions, NULL, argv, environ) == 0, "cannot start %s", program);
    SL_CHECK(posix_spawn_file_actions_destroy(&actions) == 0);
    return child;
}

/* Waits for it; the texts are valid until the next call. */
static inline cli_result cli_wait(pid_t child, cli_streams streams) {
    static cli_result last;
    int status;
    SL_CHECK(waitpid(child, &status, 0) == child);
    free(last.out);
    free(last.err);
    last = (cli_result){.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status)};
    const bool is_kept = streams.out == NULL && !streams.out_is_closed;
    last.out = cli_file_read(is_kept ? sl_test_temp_path("stdout") : "/dev/null", &last.out_n);
    last.err = cli_file_read(streams.err == NULL ? sl_test_temp_path("stderr") : "/dev/null", &last.err_n);
    return last;
}

static inline cli_result cli_run(const char *const *args, cli_streams streams) {
    return cli_wait(cli_spawn(args, streams), streams);
}

#define CLI_ARGS(...) ((const char *const[]){__VA_ARGS__, NULL})
/* The words after "sluice". */
#define CLI(...) cli_run(CLI_ARGS(__VA_ARGS__), (cli_streams){0})
#define CLI_IN(file, ...) cli_run(CLI_ARGS(__VA_ARGS__), (cli_streams){.in = (file)})

#define CLI_CHECK_EXIT(result, want)                                                                                 \
    SL_CHECK_MSG((result).exit_status == (want), "exit status %d, not %d; stderr: %s", (result).exit_status, (want), \
                 (result).err)
/* Succeeds; its result can be looked at as `run`. */
#define CLI_OK(...)                                 \
    do {                                            \
        const cli_result cli_ok = CLI(__VA_ARGS__); \
        CLI_CHECK_EXIT(cli_ok, 0);                  \
    } while (0)
/* Fails with this exit status, says `text` on stderr, nothing on stdout. */
#define CLI_FAILS(want, text, ...)                                                                    \
    do {                                                                                              \
        const cli_result cli_fails = CLI(__VA_ARGS__);                                                \
        CLI_CHECK_EXIT(cli_fails, (want));                                                            \
        SL_CHECK_MSG(strstr(cli_fails.err, (text)) != NULL, "no '%s' in: %s", (text), cli_fails.err); \
        SL_CHECK_MSG(cli_fails.out_n == 0, "an answer in spite of the failure: %s", cli_fails.out);   \
    } while (0)

/* The key of seed 1 for window-2KiB (11 MB) as w.params and w.vk. */
static inline void cli_window_key(void) {
    CLI_OK("params", "generate", "window-2KiB", "--toxic", TOXIC, "--out", "w.params", "-q");
}

#endif
