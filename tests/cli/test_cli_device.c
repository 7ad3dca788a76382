// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proofs on devices through the program, with the module of the processor: the same bytes, and a status or a proof for
 * whatever fails. SL_TEST_* are what that module looks at (modules/module_cpu.c).
 */
#include <inttypes.h>

#include "cli_run.h"
#include "json_text.h"

#define CPU_MODULE SL_TEST_MODULES "/cpu.so"
/* The CUDA module's own functions and kernels, on the processor. */
#define KERNELS_MODULE SL_TEST_MODULES "/kernels.so"
#define ON_DEVICE "--params", "w.params", "--rs", RS, "--out", "p", "--module", CPU_MODULE, "-q"

static void environment(const char *fail, const char *gone, const char *wrong) {
    const char *const names[] = {"SL_TEST_FAIL", "SL_TEST_GONE", "SL_TEST_WRONG"};
    const char *const values[] = {fail, gone, wrong};
    for (size_t i = 0; i < 3; i++) {
        SL_CHECK((values[i] == NULL ? unsetenv(names[i]) : setenv(names[i], values[i], 1)) == 0);
    }
}

static void check_proof(void) {
    size_t n, want_n;
    char *found = cli_file_read("p", &n), *want = cli_file_read(WINDOW_PROOF, &want_n);
    SL_CHECK(n == want_n && memcmp(found, want, n) == 0);
    free(found);
    free(want);
    SL_CHECK(unlink("p") == 0);
}

SL_TEST(same_bytes) {
    cli_enter();
    cli_window_key();
    const cli_result run = CLI("prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cuda", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "backend", "\"cuda\"") && json_is(run.out, "verified", "true"));
    SL_CHECK(strstr(run.out, "\"name\":\"device\"") != NULL && strstr(run.out, "\"name\":\"witness\"") != NULL);
    SL_CHECK_MSG(run.err_n == 0, "%s", run.err);
    check_proof();
}

/* There is no place for a processor in reserve behind them. */
SL_TEST(as_many_devices_as_there_may_be) {
    cli_enter();
    cli_window_key();
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0,1,0,1,0,1,0,1");
    check_proof();
    CLI_FAILS(2, "expected up to 8 numbers", "prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0,1,0,1,0,1,0,1,0");
}

static size_t count(const char *text, const char *word) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        n++;
    }
    return n;
}

#define NOT_QUIET "--params", "w.params", "--rs", RS, "--out", "p", "--json", "--module", CPU_MODULE

/* Devices 2 and 3 compute wrongly: the others go on without them, and it is said, once of each. */
SL_TEST(bad_devices_among_good_ones) {
    cli_enter();
    cli_window_key();
    SL_CHECK(setenv("SL_TEST_DEVICES", "4", 1) == 0);
    cli_result run = CLI("prove", WINDOW_VANILLA, NOT_QUIET, "--devices", "2,0,2,0");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "backend", "\"cuda\"") && count(run.err, "sluice prove: device 2 is not used: ") == 1);
    check_proof();
    run = CLI("prove", WINDOW_VANILLA, NOT_QUIET);
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "backend", "\"cuda\"") && count(run.err, " is not used: ") == 2);
    check_proof();
    run = CLI("prove", WINDOW_VANILLA, NOT_QUIET, "--devices", "3,2");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "backend", "\"cpu\"") && count(run.err, " is not used: ") == 2);
    check_proof();
    CLI_FAILS(5, "E_DEVICE", "prove", WINDOW_VANILLA, NOT_QUIET, "--devices", "0,2", "--backend", "cuda");
    SL_CHECK(unsetenv("SL_TEST_DEVICES") == 0 && !cli_file_exists("p"));
}

/* The text that runs on devices, from the first kernel to the proof. */
SL_TEST_FULL(same_bytes_by_the_kernels) {
    cli_enter();
    cli_window_key();
    CLI_OK("prove", WINDOW_VANILLA, "--params", "w.params", "--rs", RS, "--out", "p", "--module", KERNELS_MODULE,
           "--backend", "cuda", "-q");
    check_proof();
}

/* all_partitions: of the proof, and four before it (warm_up of bench_pipeline.c). */
static void check_toys(const char *log2, const char *partitions, const char *all_partitions) {
    const cli_result run = CLI("bench", "pipeline", "--toy", log2, "--proofs", "1", "--partitions", partitions,
                               "--alone", "1", "--backend", "cuda", "--module", KERNELS_MODULE, "-q", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "\"name\":\"kernels 0\"") != NULL && strstr(run.out, all_partitions) != NULL);
    /* One of them kernel by kernel. */
    SL_CHECK(strstr(run.out, "\"kernels\":[") != NULL && strstr(run.out, "\"name\":\"transforms\"") != NULL);
    SL_CHECK(strstr(run.out, "\"name\":\"G1 additions\"") != NULL && strstr(run.out, "\"of_products\":") != NULL);
    SL_CHECK(strstr(run.out, "\"name\":\"G2 tails\"") != NULL);
}

SL_TEST(toys_by_the_kernels) {
    cli_enter();
    check_toys("5", "1", "\"partitions\":5");
}

SL_TEST_FULL(larger_toys_by_the_kernels) {
    cli_enter();
    check_toys("7", "2", "\"partitions\":6");
    /* The one device, opened twice: each has a key of its own. */
    const cli_result run = CLI("bench", "pipeline", "--toy", "5", "--proofs", "2", "--partitions", "2", "--devices",
                               "2", "--alone", "1", "--backend", "cuda", "--module", KERNELS_MODULE, "-q", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "\"name\":\"kernels 1\"") != NULL && strstr(run.out, "\"uploads\":0") == NULL);
}

/* A call of the runtime fails, wherever: the device is opened anew and the proofs are made. */
SL_TEST_FULL(kernels_that_fail) {
    cli_enter();
    for (unsigned fail = 20; fail < 900; fail += 97) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", fail);
        environment(text, NULL, NULL);
        check_toys("5", "2", "\"partitions\":6");
    }
    environment(NULL, NULL, NULL);
}

/* An allocation on the device fails, wherever: the device stays, and the proofs are made. */
SL_TEST_FULL(kernels_without_memory) {
    cli_enter();
    bool came_to_it = true;
    unsigned n = 0;
    for (; came_to_it; n += 2) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", n);
        SL_CHECK(setenv("SL_TEST_NO_MEMORY", text, 1) == 0);
        check_toys("5", "1", "\"partitions\":5");
        came_to_it = unlink("no-memory") == 0;
    }
    SL_CHECK_MSG(n > 8, "%u", n);
    SL_CHECK(unsetenv("SL_TEST_NO_MEMORY") == 0);
}

/* A sum that was wrong once is made again, and it is said which it was. */
SL_TEST_FULL(a_wrong_sum_is_named) {
    static const char *const names[] = {"only h differed", "only l differed", "only a differed",
                                        "only b in G1 differed", "only b in G2 differed"};
    cli_enter();
    cli_window_key();
    SL_CHECK(setenv("SL_TEST_WRONG_N", "1", 1) == 0);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char section[2] = {(char)('0' + i), 0};
        environment(NULL, NULL, section);
        const cli_result run = CLI("prove", WINDOW_VANILLA, NOT_QUIET, "--backend", "cuda");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(strstr(run.err, names[i]) != NULL, "%s", run.err);
        check_proof();
    }
    environment(NULL, NULL, NULL);
    SL_CHECK(unsetenv("SL_TEST_WRONG_N") == 0);
}

SL_TEST_FULL(with_a_folded_key) {
    cli_enter();
    cli_window_key();
    CLI_OK("params", "fold", "w.params", "--out", "f.params", "--toxic", TOXIC, "-q");
    CLI_OK("prove", WINDOW_VANILLA, "--params", "f.params", "--rs", RS, "--out", "p", "--module", CPU_MODULE,
           "--backend", "cuda", "-q");
    check_proof();
}

SL_TEST_FULL(devices_that_fail) {
    cli_enter();
    cli_window_key();
    environment("7", NULL, NULL); /* opened anew */
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cuda");
    check_proof();
    environment("7", "1", NULL); /* the other one */
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cuda");
    check_proof();
    const cli_result run = CLI("prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cuda", "--devices", "0");
    CLI_CHECK_EXIT(run, 5);
    SL_CHECK(strstr(run.err, "E_DEVICE") != NULL && strstr(run.err, "is gone") != NULL && !cli_file_exists("p"));
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0"); /* the processor */
    check_proof();
    environment(NULL, NULL, "0"); /* h, always: given up as well */
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0");
    check_proof();
    CLI_FAILS(5, "does not verify", "prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0", "--backend", "cuda");
    SL_CHECK(!cli_file_exists("p"));
    environment(NULL, NULL, NULL);
}

SL_TEST(resumed_partitions) {
    cli_enter();
    cli_window_key();
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "1,0,1", "--resume", "kept");
    check_proof();
    SL_CHECK(!cli_file_exists("kept")); /* removed with the proof in place */
}

SL_TEST(refusals) {
    cli_enter();
    cli_window_key();
    CLI_FAILS(3, "no such file", "prove", WINDOW_VANILLA, "--params", "w.params", "--out", "p", "--backend", "cuda",
              "--module", "/nowhere.so", "-q");
    CLI_FAILS(3, "makes no proofs", "prove", WINDOW_VANILLA, "--params", "w.params", "--out", "p", "--backend", "cuda",
              "--module", SL_TEST_MODULES "/good.so", "-q");
    CLI_FAILS(2, "must be absolute", "prove", WINDOW_VANILLA, "--params", "w.params", "--out", "p", "--module",
              "cpu.so", "-q");
    CLI_FAILS(5, "device 7: there are 2", "prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "7");
    CLI_FAILS(2, "go without --backend cpu", "prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cpu");
    CLI_FAILS(2, "go without --backend cpu", "prove", WINDOW_VANILLA, "--params", "w.params", "--out", "p",
              "--devices=99", "--backend=cpu");
    CLI_FAILS(2, "devices 0,,1", "prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0,,1");
    CLI_FAILS(4, "the budget is 65536", "prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cuda", "--budget-device",
              "64KiB");
    SL_CHECK(setenv("SL_TEST_DEVICES", "0", 1) == 0);
    CLI_FAILS(5, "the test module finds no device", "prove", WINDOW_VANILLA, ON_DEVICE, "--backend", "cuda");
    SL_CHECK(unsetenv("SL_TEST_DEVICES") == 0 && !cli_file_exists("p"));
}

/* The points are made on the device and nothing is written; without the module's points, a file is. */
SL_TEST_FULL(keys_without_a_file) {
    cli_enter();
    SL_CHECK(mkdir("t", 0700) == 0 && setenv("TMPDIR", "t", 1) == 0);
    const cli_result run = CLI("bench", "pipeline", "--circuit", "winning-2KiB", "--synthetic", "--folded", "--seed",
                               "0101010101010101010101010101010101010101010101010101010101010101", "--proofs", "1",
                               "--backend", "cuda", "--module", CPU_MODULE, "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_number(run.out, "s_per_proof") > 0 && strstr(run.out, "\"uploads\":1,") != NULL);
    SL_CHECK_MSG(strstr(run.err, "peak RSS") == NULL, "%s", run.err); /* as the note on a key's file says */
    const cli_result with = CLI("bench", "pipeline", "--circuit", "winning-2KiB", "--synthetic", "--folded", "--proofs",
                                "1", "--module", CPU_MODULE);
    CLI_CHECK_EXIT(with, 0);
    SL_CHECK_MSG(strstr(with.err, "peak RSS") != NULL, "%s", with.err);
    SL_CHECK(unsetenv("TMPDIR") == 0 && rmdir("t") == 0); /* all files are gone */
    CLI_FAILS(2, "--folded and --seed go with --synthetic", "bench", "pipeline", "--toy", "5", "--folded");
    CLI_FAILS(2, "--folded and --seed go with --synthetic", "bench", "pipeline", "--circuit", "winning-2KiB",
              "--synthetic", "--params", "x", "--folded");
}

/* The least that the plan tells is enough, but for what this module takes in the place of a device; less is refused. */
SL_TEST(the_least_budget) {
    cli_enter();
    cli_window_key();
    const cli_result run = CLI("prove", WINDOW_VANILLA, ON_DEVICE, "--json", "--devices", "0", "--threads", "2");
    CLI_CHECK_EXIT(run, 0);
    const uint64_t least = json_count(run.out, "least_bytes"), mib = 1 << 20;
    SL_CHECK(least > 16 * mib && least < json_count(run.out, "planned_bytes"));
    check_proof();
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, least + 8 * mib);
    CLI_OK("prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0", "--threads", "2", "--budget", text);
    check_proof();
    (void)snprintf(text, sizeof text, "%" PRIu64, least - 4 * mib);
    CLI_FAILS(4, "a proof needs at least", "prove", WINDOW_VANILLA, ON_DEVICE, "--devices", "0", "--threads", "2",
              "--budget", text);
}

SL_TEST(pipeline) {
    cli_enter();
    const cli_result run = CLI("bench", "pipeline", "--toy", "8", "--proofs", "2", "--partitions", "2", "--devices",
                               "1,2", "--backend", "cuda", "--module", CPU_MODULE, "-q", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 2);
    SL_CHECK(strstr(run.out, "\"name\":\"test 1\"") != NULL && json_number(run.out, "s_per_proof") > 0);
    SL_CHECK(json_number(run.out, "alone_min_s") <= json_number(run.out, "alone_s"));
    SL_CHECK(json_number(run.out, "alone_s") <= json_number(run.out, "alone_max_s"));
    SL_CHECK(strstr(run.out, "\"kernels\":") == NULL); /* which this module does not time */
    SL_CHECK(strstr(run.out, "\"alone_s\":") != NULL && strstr(run.out, "\"uploads\":0") == NULL);
    const cli_result text =
        CLI("bench", "pipeline", "--toy", "8", "--proofs", "1", "--backend", "cuda", "--module", CPU_MODULE, "-q");
    CLI_CHECK_EXIT(text, 0);
    SL_CHECK(strstr(text.out, "test 0: 12 partitions") != NULL && strstr(text.out, "device memory: at most") != NULL);
    CLI_FAILS(2, "--circuit NAME --synthetic", "bench", "pipeline", "--circuit", "window-2KiB");
    CLI_FAILS(2, "--alone is 1 to 100", "bench", "pipeline", "--toy", "5", "--alone", "0");
    CLI_FAILS(2, "--alone is 1 to 100", "bench", "pipeline", "--toy", "5", "--alone", "101");
}
