// SPDX-License-Identifier: MIT OR Apache-2.0
/* What holds for every verb: help, usage, options, answers and where they go, kernel sets. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

static const char *const verbs[][3] = {
    {"doctor"},
    {"circuits"},
    {"circuit", "info"},
    {"circuit", "digest"},
    {"circuit", "check"},
    {"circuit", "save"},
    {"witness"},
    {"publics"},
    {"params", "generate"},
    {"params", "fold"},
    {"params", "check"},
    {"params", "inspect"},
    {"prove"},
    {"verify"},
    {"c1", "inspect"},
    {"c1", "synth"},
    {"bench", "fp"},
    {"bench", "msm"},
    {"bench", "ntt"},
    {"bench", "quotient"},
    {"bench", "pairing"},
    {"bench", "witness"},
    {"bench", "rows"},
    {"bench", "prove"},
    {"bench", "pipeline"},
    {"bench", "deadline"},
    {"vanilla", "synth"},
    {"merge"},
    {"sim"},
    {"manual"},
};
#define VERBS_N (sizeof verbs / sizeof verbs[0])

/* The verb with more words behind it. */
static cli_result run_verb(const char *const verb[3], const char *a, const char *b) {
    const char *words[6] = {verb[0]};
    size_t n = 1;
    if (verb[1] != NULL) {
        words[n++] = verb[1];
    }
    words[n++] = a;
    words[n] = a == NULL ? NULL : b;
    return cli_run(words, (cli_streams){0});
}

SL_TEST(help) {
    cli_enter();
    cli_result run = CLI("help");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0);
    for (size_t i = 0; i < VERBS_N; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "\n  %s%s%s ", verbs[i][0], verbs[i][1] == NULL ? "" : " ",
                       verbs[i][1] == NULL ? "" : verbs[i][1]);
        SL_CHECK_MSG(strstr(run.out, name) != NULL, "help does not list%s", name);
    }
    CLI_OK("--help");
    CLI_OK("-h");
    run = CLI("--version");
    SL_CHECK(run.exit_status == 0 && strncmp(run.out, "sluice ", 7) == 0 && run.err_n == 0);
    for (size_t i = 0; i < VERBS_N; i++) {
        run = run_verb(verbs[i], "--help", NULL);
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(strncmp(run.out, "usage: sluice ", 14) == 0 && run.err_n == 0, "%s: %s", verbs[i][0], run.out);
        SL_CHECK(strstr(run.out, "--json") != NULL);
    }
    run = CLI("params", "--help");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "params generate") != NULL && strstr(run.out, "params check") != NULL);
}

SL_TEST(usage) {
    cli_enter();
    cli_result run = cli_run(CLI_ARGS(NULL), (cli_streams){0});
    CLI_CHECK_EXIT(run, 2);
    SL_CHECK(run.out_n == 0 && strstr(run.err, "usage:") != NULL);
    CLI_FAILS(2, "no verb 'nonsense'", "nonsense");
    CLI_FAILS(2, "params generate", "params");
    CLI_FAILS(2, "no verb 'circuit nonsense'", "circuit", "nonsense");
    CLI_FAILS(2, "no verb ''", "");
    for (size_t i = 0; i < VERBS_N; i++) {
        run = run_verb(verbs[i], "--nonsense", NULL);
        CLI_CHECK_EXIT(run, 2);
        SL_CHECK(run.out_n == 0 && strstr(run.err, "usage: sluice ") != NULL);
        run = run_verb(verbs[i], "-x", NULL);
        CLI_CHECK_EXIT(run, 2);
        static const char *const valued[] = {"--threads", "--budget",        "--kernel", "--backend",
                                             "--devices", "--budget-device", "--module"};
        for (size_t k = 0; k < sizeof valued / sizeof valued[0]; k++) {
            run = run_verb(verbs[i], valued[k], NULL);
            CLI_CHECK_EXIT(run, 2);
            SL_CHECK_MSG(strstr(run.err, "needs a value") != NULL, "%s %s: %s", verbs[i][0], valued[k], run.err);
        }
    }
    CLI_FAILS(2, "unexpected 'two'", "circuit", "info", "one", "two");
    CLI_FAILS(2, "missing", "circuit", "info");
    CLI_FAILS(2, "missing", "circuit", "digest");
    CLI_FAILS(2, "missing", "params", "check");
    CLI_FAILS(2, "--json takes no '='", "doctor", "--json=yes");
    CLI_FAILS(2, "--threads needs a number", "doctor", "--threads", "two");
    CLI_FAILS(2, "--threads needs a number", "doctor", "--threads=-1");
    CLI_FAILS(2, "--threads needs a number", "doctor", "--threads=18446744073709551616");
    CLI_FAILS(2, "threads", "doctor", "--threads", "1025");
    CLI_FAILS(2, "threads", "doctor", "--threads", "18446744073709551615");
    CLI_FAILS(2, "auto, cpu and cuda", "doctor", "--backend", "gpu");
    CLI_FAILS(2, "--budget needs a size", "doctor", "--budget", "1.5GiB");
    CLI_OK("doctor", "--threads=2", "--backend=cpu", "--budget", "1GiB");
}

SL_TEST(sizes) {
    cli_enter();
    static const char *const good[] = {"134217728", "134217728b", "131072K", "131072kib", "128M",
                                       "128MiB",    "16GiB",      "16g",     "1T"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CLI_OK("doctor", "--budget", good[i]);
    }
    static const char *const bad[] = {"",    "M",     "1MB",  "1 M", "-1",        "0x10",
                                      "1Mi", "1MiBs", "1.0M", "1P",  "16777216T", "99999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CLI_FAILS(2, "--budget needs a size", "doctor", "--budget", bad[i]);
    }
    CLI_FAILS(4, "a budget of 1 MiB", "doctor", "--budget", "1048576");
    /* circuit names take the same spellings and are printed in one */
    static const char *const spellings[] = {"winning-2KiB", "winning-2kib", "winning-2K", "winning-2k"};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        const cli_result run = CLI("circuit", "info", spellings[i], "--json");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(json_is(run.out, "name", "\"winning-2KiB\""), "%s", run.out);
    }
    CLI_FAILS(3, "winning-3KiB", "circuit", "info", "winning-3KiB");
    CLI_FAILS(3, "winning-", "circuit", "info", "winning-");
}

SL_TEST(doctor) {
    cli_enter();
    cli_result run = CLI("doctor");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0 && strstr(run.out, "kernel set in use") != NULL && strstr(run.out, "memory total") != NULL);
    SL_CHECK(setenv("FIL_PROOFS_PARAMETER_CACHE", "/no/\"such\" folder\xff", 1) == 0);
    run = CLI("doctor", "--json", "--threads", "3");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 1);
    SL_CHECK(json_count(run.out, "memory_total") > 1 << 20 && json_count(run.out, "threads") == 3);
    (void)json_member(run.out, "cgroup_limit");
    (void)json_member(json_member(run.out, "features"), "avx512ifma");
    SL_CHECK(strstr(json_member(run.out, "parameter_folder"), "no/\\\"such\\\"") != NULL);
}

SL_TEST(answers_that_cannot_be_written) {
    cli_enter();
    if (access("/dev/full", W_OK) != 0) {
        SL_SKIP("no /dev/full");
    }
    static const char *const runs[][4] = {{"doctor"},
                                          {"doctor", "--json"},
                                          {"help"},
                                          {"--version"},
                                          {"circuit", "digest", "gadget-poseidon-2"},
                                          {"circuit", "info", "gadget-poseidon-2"},
                                          {"circuit", "save", "gadget-poseidon-2", "--out=-"}};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const char *args[5] = {runs[i][0], runs[i][1], runs[i][2], runs[i][3], NULL};
        const cli_result full = cli_run(args, (cli_streams){.out = "/dev/full"});
        SL_CHECK_MSG(full.exit_status == 4, "%s: exit status %d: %s", runs[i][0], full.exit_status, full.err);
        SL_CHECK(strstr(full.err, "No space left") != NULL);
        const cli_result closed = cli_run(args, (cli_streams){.out_is_closed = true});
        SL_CHECK_MSG(closed.exit_status == 5, "%s: exit status %d: %s", runs[i][0], closed.exit_status, closed.err);
    }
    /* a file opened while standard output is closed does not get what is meant for it */
    const cli_result run = cli_run(CLI_ARGS("circuit", "save", "gadget-poseidon-2", "--out", "s", "--json"),
                                   (cli_streams){.out_is_closed = true});
    CLI_CHECK_EXIT(run, 5);
    CLI_OK("circuit", "save", "gadget-poseidon-2", "--out", "t");
    SL_CHECK(cli_file_is("s", "t"));
}

SL_TEST(a_reader_that_goes_away) {
    cli_enter();
    int ends[2];
    SL_CHECK(pipe2(ends, O_CLOEXEC) == 0);
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
    /* the child opens the pipe by its name; then nobody reads */
    const pid_t child = cli_spawn(CLI_ARGS("circuit", "save", "window-2KiB", "--out", "-"), (cli_streams){.out = path});
    SL_CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
    const cli_result run = cli_wait(child, (cli_streams){.out = path});
    CLI_CHECK_EXIT(run, 5);
    SL_CHECK(strstr(run.err, "standard output") != NULL);
}

SL_TEST(kernel_sets) {
    cli_enter();
    CLI_FAILS(2, "nonsense", "doctor", "--kernel", "nonsense");
    cli_result run = CLI("doctor", "--kernel", "portable", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "kernel_set_in_use", "\"portable\""));
    SL_CHECK(setenv("SLUICE_KERNEL", "portable", 1) == 0);
    run = CLI("doctor", "--json");
    SL_CHECK(json_is(run.out, "kernel_set_in_use", "\"portable\""));
    SL_CHECK(setenv("SLUICE_KERNEL", "nonsense", 1) == 0);
    CLI_FAILS(2, "SLUICE_KERNEL", "doctor");
    /* the option comes before the environment */
    run = CLI("doctor", "--json", "--kernel", "portable");
    CLI_CHECK_EXIT(run, 0);
    run = CLI("doctor", "--json", "--kernel", "auto");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(unsetenv("SLUICE_KERNEL") == 0);
    run = CLI("doctor", "--json");
    const bool has_ifma = strstr(run.out, "ifma: runs here") != NULL;
    const bool has_fma = strstr(run.out, "; fma: runs here") != NULL;
    const bool has_adx = strstr(run.out, "; adx: runs here") != NULL;
    const char *best = has_ifma ? "\"ifma\"" : has_fma ? "\"fma\"" : has_adx ? "\"adx\"" : "\"portable\"";
    /* between fma and adx a trial decides */
    SL_CHECK(json_is(run.out, "kernel_set_in_use", best) ||
             (!has_ifma && has_fma && has_adx && json_is(run.out, "kernel_set_in_use", "\"adx\"")));
    run = CLI("doctor", "--kernel", "ifma");
    CLI_CHECK_EXIT(run, has_ifma ? 0 : 2);
}

/* Whatever the verb, bad words end with 2 and nothing else, and no file is made. */
SL_TEST(options_that_do_not_go_together) {
    cli_enter();
    CLI_FAILS(2, "--c1 goes without", "publics", "--c1", POREP "c1.json", "--meta", POREP "meta.json");
    CLI_FAILS(2, "--vanilla needs --meta", "publics", "--vanilla", WINDOW "vanilla-0.bin");
    CLI_FAILS(2, "--vanilla needs a file", "publics", "--vanilla", "--meta", WINDOW_META);
    CLI_FAILS(2, "belong to --c1", "publics", "--meta", WINDOW_META, "--miner", "1000");
    CLI_FAILS(2, "an input is missing", "publics");
    CLI_FAILS(2, "an input is missing", "witness");
    CLI_FAILS(2, "an input is missing", "circuit", "check");
    CLI_FAILS(2, "an input is missing", "prove", "--out", "p", "--params", "w.params");
    CLI_FAILS(2, "--out is missing", "prove", WINDOW_VANILLA);
    CLI_FAILS(2, "exclude", "prove", WINDOW_VANILLA, "--out", "p", "--params", "a", "--params-dir", "b");
    CLI_FAILS(2, "--rs needs", "prove", WINDOW_VANILLA, "--out", "p", "--params", "a", "--rs", "2,3");
    CLI_FAILS(2, "no witness", "prove", "--meta", WINDOW_META, "--out", "p", "--params", "a");
    CLI_FAILS(2, "no witness", "witness", "--meta", WINDOW_META);
    CLI_FAILS(2, "--json and --out", "prove", WINDOW_VANILLA, "--out", "-", "--params", "a", "--json");
    CLI_FAILS(2, "--json and --out", "circuit", "save", "gadget-poseidon-2", "--out", "-", "--json");
    CLI_FAILS(2, "both want", "prove", WINDOW_VANILLA, "--out", "-", "--params", "a", "--picture", "-");
    CLI_FAILS(2, "--vk is missing", "verify", "--meta", WINDOW_META, "--proof", "p");
    CLI_FAILS(2, "--proof is missing", "verify", "--meta", WINDOW_META, "--vk", "v");
    CLI_FAILS(2, "needs either", "verify", "--vk", "v", "--proof", "p");
    CLI_FAILS(2, "needs either", "verify", "--vk", "v", "--proof", "p", "--inputs", "i", "--meta", WINDOW_META);
    CLI_FAILS(2, "--partition goes", "verify", "--vk", "v", "--proof", "p", "--inputs", "i", "--partition", "0");
    CLI_FAILS(2, "--out is missing", "params", "generate", "window-2KiB");
    CLI_FAILS(2, "exclude", "params", "generate", "window-2KiB", "--out", "k", "--toxic", TOXIC, "--seed", SCALAR_2);
    CLI_FAILS(2, "64 hexadecimal digits", "params", "generate", "window-2KiB", "--out", "k", "--seed", "22");
    CLI_FAILS(2, "needed", "c1", "synth", "--size", "2KiB", "--out", "c");
    CLI_FAILS(2, "variant", "c1", "synth", "--size", "2KiB", "--miner", "1", "--sector", "1", "--out", "c", "--variant",
              "v9");
    CLI_FAILS(2, "standard output", "c1", "synth", "--size", "2KiB", "--miner", "1", "--sector", "1", "--out", "-");
    CLI_FAILS(2, "bench pairing", "bench");
    CLI_FAILS(2, "no verb 'bench nonsense'", "bench", "nonsense");
    CLI_FAILS(2, "zsh and fish", "manual", "csh");
    CLI_FAILS(2, "no --json", "manual", "man", "--json");
    CLI_FAILS(2, "--log2", "bench", "ntt", "--log2", "28");
    CLI_FAILS(2, "--circuit NAME --synthetic", "bench", "witness");
    CLI_FAILS(2, "--circuit NAME --synthetic", "bench", "witness", "--synthetic");
    SL_CHECK_EQ_U64(cli_files_n("."), 0);
}

/* What the program writes to a terminal on stderr while it digests a large circuit; NUL appended. */
static size_t terminal_read(char *out, size_t bytes, const char *quiet) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    SL_CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const char *name = ptsname(terminal);
    SL_CHECK(name != NULL);
    const pid_t child = cli_spawn(CLI_ARGS("circuit", "digest", "porep-2KiB", quiet), (cli_streams){.err = name});
    size_t n = 0;
    for (ssize_t got; n + 1 < bytes && (got = read(terminal, out + n, bytes - 1 - n)) > 0;) {
        n += (size_t)got; /* ends with an error when the program has closed its side */
    }
    out[n] = 0;
    const cli_result run = cli_wait(child, (cli_streams){.err = name});
    SL_CHECK(close(terminal) == 0);
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strncmp(run.out, "porep-2KiB\t40\t2685673\t", 22) == 0);
    return n;
}

SL_TEST_FULL(progress_on_a_terminal) {
    static char text[1 << 16];
    cli_enter();
    const size_t n = terminal_read(text, sizeof text, NULL);
    SL_CHECK_MSG(strstr(text, "digest ") != NULL && strstr(text, " s left") != NULL, "%s", text);
    const char *clear = "\r\033[K"; /* the bar is gone when the answer is there */
    SL_CHECK(n > strlen(clear) && strcmp(text + n - strlen(clear), clear) == 0);
    SL_CHECK_EQ_U64(terminal_read(text, sizeof text, "-q"), 0);
}
