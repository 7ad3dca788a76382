// SPDX-License-Identifier: MIT OR Apache-2.0
/* vanilla synth: what it writes is proven like any other input, and what it refuses leaves nothing behind. */
#include <sys/resource.h>

#include "cli/cli_run.h"
#include "cli/json_text.h"

#define SYNTH(kind, size) "vanilla", "synth", kind, "--size", size, "--seed", "4"
#define MINER "--miner", "1000", "--sector", "12"

SL_TEST(window_is_proven) {
    cli_enter();
    cli_window_key();
    cli_result run = CLI(SYNTH("window", "2KiB"), MINER, "--sectors", "3", "--out", "w");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strcmp(run.out, "w/meta.json\n") == 0);
    SL_CHECK_EQ_U64(cli_files_n("w"), 4);
#define MADE "--vanilla", "w/vanilla-0.bin", "w/vanilla-1.bin", "w/vanilla-2.bin", "--meta", "w/meta.json"
    CLI_OK("prove", MADE, "--params", "w.params", "--out", "p", "-q");
    CLI_OK("verify", "--meta", "w/meta.json", "--vk", "w.vk", "--proof", "p");
    /* The same order again, and another version of the challenges. */
    run = CLI(SYNTH("window", "2k"), MINER, "--sectors", "3", "--out", "again", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "folder", "\"again\""));
    SL_CHECK(cli_file_is("w/meta.json", "again/meta.json") && cli_file_is("w/vanilla-2.bin", "again/vanilla-2.bin"));
    SL_CHECK(mkdir("old", 0700) == 0);
    CLI_OK(SYNTH("window", "2KiB"), MINER, "--sectors", "3", "--out", "old", "--api-version", "1.0.0");
    SL_CHECK(!cli_file_is("w/vanilla-2.bin", "old/vanilla-2.bin"));
    CLI_OK("circuit", "check", "--vanilla", "old/vanilla-0.bin", "old/vanilla-1.bin", "old/vanilla-2.bin", "--meta",
           "old/meta.json", "--partition", "1");
}

SL_TEST(every_kind_is_checked) {
    static const struct {
        const char *kind, *size, *circuit;
        bool is_post;
    } cases[] = {
        {"winning", "8MiB", "winning-8MiB", true},
        {"update", "4KiB", "update-4KiB", false},
        {"update-poseidon", "16KiB", "update-poseidon-16KiB", false},
    };
    cli_enter();
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        if (cases[i].is_post) {
            CLI_OK(SYNTH(cases[i].kind, cases[i].size), MINER, "--out", cases[i].kind);
        } else {
            CLI_OK(SYNTH(cases[i].kind, cases[i].size), "--out", cases[i].kind);
        }
        char blob[64], meta[64];
        (void)snprintf(blob, sizeof blob, "%s/vanilla-0.bin", cases[i].kind);
        (void)snprintf(meta, sizeof meta, "%s/meta.json", cases[i].kind);
        const cli_result run = CLI("circuit", "check", cases[i].circuit, "--vanilla", blob, "--meta", meta);
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(strcmp(run.out, "satisfied\n") == 0, "%s: %s", cases[i].kind, run.out);
    }
}

SL_TEST(refused) {
    cli_enter();
    CLI_FAILS(2, "kind: expected", SYNTH("porep", "2KiB"), "--out", "x");
    CLI_FAILS(2, "--miner and --sector", SYNTH("winning", "2KiB"), "--out", "x");
    CLI_FAILS(2, "belong to winning", SYNTH("update", "2KiB"), MINER, "--out", "x");
    CLI_FAILS(2, "--out", SYNTH("update", "2KiB"));
    CLI_FAILS(2, "sectors: expected 1,", SYNTH("winning", "2KiB"), MINER, "--sectors", "2", "--out", "x");
    CLI_FAILS(2, "sectors: expected 1 to 65536", SYNTH("window", "2KiB"), MINER, "--sectors", "0", "--out", "x");
    CLI_FAILS(2, "sectors: expected 1 to 65536", SYNTH("window", "2KiB"), MINER, "--sectors", "65537", "--out", "x");
    CLI_FAILS(3, "1GiB (but for update)", SYNTH("update", "1GiB"), "--out", "x");
    CLI_FAILS(3, "found 3072 bytes", SYNTH("window", "3KiB"), MINER, "--out", "x");
    CLI_FAILS(3, "api_version", SYNTH("window", "2KiB"), MINER, "--api-version", "1.3.0", "--out", "x");
    CLI_FAILS(3, "found 1.2.0", SYNTH("winning", "2KiB"), MINER, "--api-version", "1.2.0", "--out", "x");
    CLI_FAILS(3, "no such folder", SYNTH("update", "2KiB"), "--out", "no/x");
    SL_CHECK_EQ_U64(cli_files_n("."), 0);
    /* A folder with something in it, and a file. */
    SL_CHECK(mkdir("full", 0700) == 0);
    cli_file_write("full/kept", "x", 1);
    CLI_FAILS(3, "found kept in it", SYNTH("update", "2KiB"), "--out", "full");
    CLI_FAILS(3, "found a file", SYNTH("update", "2KiB"), "--out", "full/kept");
    SL_CHECK_EQ_U64(cli_files_n("full"), 1);
}

/* Too little memory; and a limit on file sizes that the blobs keep to and the meta file, which is last, does not. */
SL_TEST(nothing_is_left_after_a_failure) {
    cli_enter();
    SL_CHECK(mkdir("there", 0700) == 0);
    CLI_FAILS(4, "budget", SYNTH("update", "32KiB"), "--out", "x", "--budget", "64KiB");
    CLI_FAILS(4, "budget", SYNTH("update", "32KiB"), "--out", "there", "--budget", "64KiB");
    SL_CHECK_EQ_U64(cli_files_n("there"), 0);
    SL_CHECK_EQ_U64(cli_files_n("."), 1);
    const struct rlimit most = {.rlim_cur = 6000, .rlim_max = RLIM_INFINITY};
    SL_CHECK(setrlimit(RLIMIT_FSIZE, &most) == 0);
    CLI_FAILS(4, "meta.json", SYNTH("window", "2KiB"), MINER, "--sectors", "60", "--out", "x");
    CLI_FAILS(4, "meta.json", SYNTH("window", "2KiB"), MINER, "--sectors", "60", "--out", "there");
    SL_CHECK_EQ_U64(cli_files_n("there"), 0);
    SL_CHECK_EQ_U64(cli_files_n("."), 1);
}
