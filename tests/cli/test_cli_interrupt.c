// SPDX-License-Identifier: MIT OR Apache-2.0
/* Signals, full disks and folders that cannot be written: a status, nothing left behind, old files as they were. */
#include "cli/cli_run.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

/* Seconds of work, 180 MB, and its files appear at once. */
#define LONG_WORK "params", "generate", "winning-32GiB", "--toxic", TOXIC, "--out", "out/k.params"

static const char old[] = "an old key";

/* Starts the work; returns when its output has begun. */
static pid_t work_start(void) {
    cli_enter();
    SL_CHECK(mkdir("out", 0700) == 0);
    cli_file_write("out/k.params", old, sizeof old);
    cli_file_write("kept", old, sizeof old);
    const pid_t child = cli_spawn(CLI_ARGS(LONG_WORK), (cli_streams){0});
    while (cli_files_n("out") < 3) {
        SL_CHECK_MSG(waitpid(child, NULL, WNOHANG) == 0, "it ended without output");
        SL_CHECK(usleep(1000) == 0);
    }
    return child;
}

static void work_end(pid_t child, int signal_number) {
    SL_CHECK(kill(child, signal_number) == 0);
    const cli_result run = cli_wait(child, (cli_streams){0});
    CLI_CHECK_EXIT(run, 130);
    SL_CHECK(run.out_n == 0);
    SL_CHECK_EQ_U64(cli_files_n("out"), 1);
    SL_CHECK(cli_file_is("out/k.params", "kept"));
}

SL_TEST(interrupt) {
    work_end(work_start(), SIGINT);
}

SL_TEST(terminate) {
    work_end(work_start(), SIGTERM);
}

SL_TEST(hang_up) {
    work_end(work_start(), SIGHUP);
}

/* As with nohup: the parent has chosen that a hangup means nothing. */
SL_TEST(hang_up_under_nohup) {
    SL_CHECK(signal(SIGHUP, SIG_IGN) != SIG_ERR);
    const pid_t child = work_start();
    SL_CHECK(kill(child, SIGHUP) == 0 && usleep(20000) == 0);
    SL_CHECK(waitpid(child, NULL, WNOHANG) == 0);
    work_end(child, SIGTERM);
}

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    SL_CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes;
    SL_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* A limit on the size of files stops a write as a full disk does, in the middle. */
SL_TEST(files_that_may_not_grow) {
    cli_enter();
    struct rlimit before;
    SL_CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    limit_files(100000);
    CLI_FAILS(4, "too large", "params", "generate", "window-2KiB", "--toxic", TOXIC, "--out", "w.params");
    CLI_FAILS(4, "too large", "witness", WINDOW_VANILLA, "--out", "w");
    CLI_FAILS(4, "too large", "circuit", "save", "window-2KiB", "--out", "s");
    limit_files(2000);
    CLI_FAILS(4, "too large", "c1", "synth", "--size", "2KiB", "--miner", "1", "--sector", "1", "--out", "c");
    SL_CHECK_EQ_U64(cli_files_n("."), 0);
    limit_files(before.rlim_cur);
}

SL_TEST(devices_that_are_full) {
    cli_enter();
    if (access("/dev/full", W_OK) != 0) {
        SL_SKIP("no /dev/full");
    }
    CLI_FAILS(4, "/dev/full", "witness", WINDOW_VANILLA, "--out", "/dev/full");
    CLI_FAILS(4, "/dev/full", "circuit", "save", "window-2KiB", "--out", "/dev/full");
}

SL_TEST_FULL(proofs_and_devices_that_are_full) {
    cli_enter();
    if (access("/dev/full", W_OK) != 0) {
        SL_SKIP("no /dev/full");
    }
    cli_window_key();
    CLI_FAILS(4, "/dev/full", "prove", WINDOW_VANILLA, "--params", "w.params", "--out", "/dev/full", "-q");
    /* the report has no place, the proof is there */
    const cli_result run = cli_run(CLI_ARGS("prove", WINDOW_VANILLA, "--params", "w.params", "--out", "p", "-q"),
                                   (cli_streams){.out = "/dev/full"});
    CLI_CHECK_EXIT(run, 4);
    CLI_OK("verify", "--meta", WINDOW_META, "--vk", "w.vk", "--proof", "p");
}

/* A file system of one mebibyte, seen by this process and its children alone. */
static void small_disk(void) {
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mkdir("disk", 0700) != 0 || mount("tmpfs", "disk", "tmpfs", 0, "size=1m") != 0) {
        SL_SKIP("may not mount a small disk");
    }
}

SL_TEST(a_small_disk) {
    cli_enter();
    small_disk();
    const cli_result run = CLI("params", "generate", "window-2KiB", "--toxic", TOXIC, "--out", "disk/w.params");
    CLI_CHECK_EXIT(run, 4);
    SL_CHECK_MSG(strstr(run.err, "E_NO_SPACE") != NULL && strstr(run.err, "needs 11504572 bytes") != NULL, "%s",
                 run.err);
    /* room for one of two, so that the second write meets the full disk */
    CLI_OK("witness", WINDOW_VANILLA, "--out", "disk/w");
    CLI_FAILS(4, "No space left", "witness", WINDOW_VANILLA, "--out", "disk/v");
    SL_CHECK_EQ_U64(cli_files_n("disk"), 1);
    /* a new file is complete before it takes the place of the old, which is kept */
    CLI_FAILS(4, "No space left", "witness", WINDOW_VANILLA, "--out", "disk/w");
    SL_CHECK(cli_file_is("disk/w", FILECOIN "witness/window-2KiB.bin"));
    SL_CHECK(umount("disk") == 0);
}

SL_TEST(a_folder_that_cannot_be_written) {
    cli_enter();
    if (geteuid() == 0) {
        small_disk();
        SL_CHECK(mount(NULL, "disk", NULL, MS_REMOUNT | MS_RDONLY, NULL) == 0);
    } else {
        SL_CHECK(mkdir("disk", 0500) == 0);
    }
    CLI_FAILS(5, "disk/", "witness", WINDOW_VANILLA, "--out", "disk/w");
    CLI_FAILS(5, "disk/", "circuit", "save", "window-2KiB", "--out", "disk/s");
    CLI_FAILS(5, "disk/", "c1", "synth", "--size", "2KiB", "--miner", "1", "--sector", "1", "--out", "disk/c");
    /* found before the key is even looked for */
    CLI_FAILS(5, "disk/", "prove", WINDOW_VANILLA, "--params", "missing.params", "--out", "disk/p");
    SL_CHECK_EQ_U64(cli_files_n("disk"), 0);
    SL_CHECK(geteuid() != 0 || umount("disk") == 0);
}
