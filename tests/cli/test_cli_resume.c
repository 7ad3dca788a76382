// SPDX-License-Identifier: MIT OR Apache-2.0
/* prove --resume: a proof of two partitions, killed after the first, goes on with the second. */
#include <signal.h>
#include <time.h>

#include "cli/cli_run.h"

#define THREE FILECOIN "post/window-2KiB-3sectors-2partitions-v1_2/"
#define THREE_INPUT \
    "--vanilla", THREE "vanilla-0.bin", THREE "vanilla-1.bin", THREE "vanilla-2.bin", "--meta", THREE "meta.json"
#define THREE_PROOF FILECOIN "proofs/window-2KiB-3sectors-2partitions-v1_2.r2-s3.proof"
#define PROVE(...) "prove", THREE_INPUT, "--params", "w.params", "--out", "p", "--resume", "state", __VA_ARGS__
#define FIRST "state/sluice-partition-0.proof"
#define SECOND "state/sluice-partition-1.proof"

static void pause_ms(long ms) {
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    (void)nanosleep(&time, NULL);
}

/* Starts a proof and kills it when the first partition is there and the second is not; false if it was too fast. */
static bool killed_between(void) {
    const pid_t child =
        cli_spawn(CLI_ARGS(PROVE("--rs", RS, "--threads", "1", "--kernel", "portable")), (cli_streams){0});
    for (int i = 0; i < 60000 && !cli_file_exists(FIRST); i++) {
        pause_ms(1);
    }
    SL_CHECK(kill(child, SIGKILL) == 0);
    const cli_result run = cli_wait(child, (cli_streams){0});
    SL_CHECK_MSG(cli_file_exists(FIRST) || run.exit_status == 0, "exit status %d: %s", run.exit_status, run.err);
    return run.exit_status == 128 + SIGKILL && cli_file_exists(FIRST) && !cli_file_exists(SECOND);
}

static void interrupted(void) {
    for (int i = 0; i < 10; i++) {
        if (killed_between()) {
            return;
        }
        (void)unlink("p");
        (void)unlink(FIRST);
        (void)unlink(SECOND);
    }
    sl_test_fail(__FILE__, __LINE__, "never killed between two partitions");
}

static void check_done(const cli_result *run, const char *resumed) {
    CLI_CHECK_EXIT(*run, 0);
    SL_CHECK_MSG(strstr(run->out, resumed) != NULL, "no %s in %s", resumed, run->out);
    SL_CHECK(cli_file_is("p", THREE_PROOF));
    SL_CHECK(!cli_file_exists("state")); /* nothing is kept of a proof that was written */
    SL_CHECK(unlink("p") == 0);
}

static void flip(const char *path, long at) {
    FILE *f = fopen(path, "r+b");
    SL_CHECK(f != NULL && fseek(f, at, SEEK_SET) == 0);
    const int byte = fgetc(f);
    SL_CHECK(fseek(f, at, SEEK_SET) == 0 && fputc(byte ^ 1, f) >= 0 && fclose(f) == 0);
}

SL_TEST_FULL(goes_on_after_kill) {
    cli_enter();
    cli_window_key();
    interrupted();
    SL_CHECK(!cli_file_exists("p"));
    const cli_result run = CLI(PROVE("--rs", RS, "--json"));
    SL_CHECK_MSG(strstr(run.err, "partition 0: finished before") != NULL, "%s", run.err);
    SL_CHECK(strstr(run.out, "\"name\":\"rows\",\"partition\":1") != NULL);
    SL_CHECK(strstr(run.out, "\"name\":\"rows\",\"partition\":0") == NULL);
    check_done(&run, "\"resumed\":1");
    /* nothing to go on from */
    const cli_result whole = CLI(PROVE("--rs", RS, "--json"));
    check_done(&whole, "\"resumed\":0");
}

SL_TEST_FULL(damaged_state_is_proven_again) {
    cli_enter();
    cli_window_key();
    interrupted();
    cli_result run;
    /* in the magic, in the proof, in the sum; shorter; empty; the proof of another partition is bound to that */
    const long places[] = {0, 100, 250};
    size_t n;
    char *good = cli_file_read(FIRST, &n);
    SL_CHECK_EQ_U64(n, 264);
    for (size_t i = 0; i < sizeof places / sizeof places[0] + 2; i++) {
        SL_CHECK(mkdir("state", 0700) == 0 || cli_file_exists("state"));
        cli_file_write(FIRST, good, i == 3 ? n - 1 : i == 4 ? 0 : n);
        if (i < 3) {
            flip(FIRST, places[i]);
        }
        run = CLI(PROVE("--rs", RS, "--json", "--partition", "0"));
        SL_CHECK_MSG(strstr(run.err, "partition 0: what was kept of it is damaged") != NULL, "%s", run.err);
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK(strstr(run.out, "\"resumed\":0") != NULL && !cli_file_exists("state"));
    }
    SL_CHECK(mkdir("state", 0700) == 0);
    cli_file_write(FIRST, good, n);
    cli_file_write("state/sluice-partition-0.proof.0123456789abcdef.tmp", good, 3); /* of a write that was cut off */
    cli_file_write("state/mine", good, 1);
    run = CLI(PROVE("--rs", RS, "--json"));
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "\"resumed\":1") != NULL && cli_file_is("p", THREE_PROOF));
    SL_CHECK_EQ_U64(cli_files_n("state"), 1); /* what is not ours stays */
    free(good);
}

SL_TEST_FULL(foreign_state_is_refused) {
    cli_enter();
    cli_window_key();
    interrupted();
    /* other blinding, other input, other partition */
    CLI_FAILS(3, "of another input, circuit, key or blinding", PROVE("--rs", SCALAR_3 "," SCALAR_2));
    CLI_FAILS(3, "of another input, circuit, key or blinding", PROVE("-q"));
    CLI_FAILS(3, "of another input, circuit, key or blinding", "prove", WINDOW_VANILLA, "--params", "w.params", "--out",
              "p", "--resume", "state", "--rs", RS);
    SL_CHECK(rename(FIRST, SECOND) == 0);
    CLI_FAILS(3, "sluice-partition-1.proof: of another", PROVE("--rs", RS, "--partition", "1"));
    SL_CHECK(cli_file_exists(SECOND) && !cli_file_exists("p")); /* nothing of another proof is lost */
    /* a link, which an output would follow: what it points to stays as it is */
    cli_file_write("target", "precious", 8);
    SL_CHECK(unlink(SECOND) == 0 && symlink("../target", SECOND) == 0);
    CLI_FAILS(3, "found a link", PROVE("--rs", RS, "--partition", "1"));
    size_t n;
    char *kept = cli_file_read("target", &n);
    SL_CHECK(n == 8 && memcmp(kept, "precious", 8) == 0);
    free(kept);
    CLI_FAILS(3, "no such folder", "prove", THREE_INPUT, "--params", "w.params", "--out", "p", "--resume",
              "none/state");
    CLI_FAILS(2, "names this file", "prove", THREE_INPUT, "--params", "w.params", "--out", "p", "--resume", "p");
    cli_file_write("file", "x", 1);
    CLI_FAILS(3, "no such folder", "prove", THREE_INPUT, "--params", "w.params", "--out", "p", "--resume", "file");
}

/* On a device: the first proof there waits until the other partition's has been kept, and then the device is gone. */
SL_TEST_FULL(whatever_is_delivered_is_kept) {
    cli_enter();
    cli_window_key();
    SL_CHECK(setenv("SL_TEST_WAIT", "state", 1) == 0);
    CLI_FAILS(5, "is gone",
              PROVE("--rs", RS, "--backend", "cuda", "--module", SL_TEST_MODULES "/cpu.so", "--devices", "0",
                    "--threads", "1", "-q"));
    SL_CHECK(unsetenv("SL_TEST_WAIT") == 0);
    SL_CHECK(!cli_file_exists("p") && cli_files_n("state") == 1);
    const cli_result run = CLI(PROVE("--rs", RS, "--json"));
    check_done(&run, "\"resumed\":1");
}
