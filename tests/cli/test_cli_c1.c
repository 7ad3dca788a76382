// SPDX-License-Identifier: MIT OR Apache-2.0
/* C1 files on the command line: the three forms, what is refused and how, and files made without sealing. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

/* SHA-256 of the witness of the sector with seed 1, by the reference. */
#define WITNESS "3f5c7997cbe25680410030147b94be9f5c0a5d4bba83aff9675ddd8e08aabb81\n"

/* Writes `to` as c1.json is, but with the first `find` replaced. */
static void change(const char *to, const char *find, const char *replace) {
    size_t n;
    char *text = cli_file_read(POREP "c1.json", &n);
    const char *at = strstr(text, find);
    SL_CHECK_MSG(at != NULL, "no %s in c1.json", find);
    FILE *f = fopen(to, "w");
    SL_CHECK(f != NULL && fwrite(text, 1, (size_t)(at - text), f) == (size_t)(at - text));
    SL_CHECK(fprintf(f, "%s%s", replace, at + strlen(find)) > 0 && fclose(f) == 0);
    free(text);
}

/* The first byte of the first path: of the way to comm_d of challenge 0. */
static void change_path_byte(const char *to) {
    change(to, "\"hashes\":[[88,155", "\"hashes\":[[89,155");
}

SL_TEST(inspect_every_form) {
    static const struct {
        const char *path, *form, *circuit, *proof;
    } cases[] = {
        {POREP "c1.json", "\"inner JSON\"", "\"porep-2KiB\"", "\"StackedDrg2KiBV1_1\""},
        {POREP "c1-wrapped.json", "\"wrapper\"", "\"porep-2KiB\"", "\"StackedDrg2KiBV1_1\""},
        {POREP "c1.bin", "\"raw\"", "\"porep-2KiB\"", "\"StackedDrg2KiBV1_1\""},
        {FILECOIN "porep/2KiB-v1-seed21/c1.bin", "\"raw\"", "\"porep-2KiB\"", "\"StackedDrg2KiBV1\""},
        {FILECOIN "porep/2KiB-ni-seed21/c1.bin", "\"raw\"", "\"porep-ni-2KiB\"",
         "\"StackedDrg2KiBV1_2_Feat_NonInteractivePoRep\""},
        {FILECOIN "porep/2KiB-synth-seed21/c1.bin", "\"raw\"", "\"porep-synth-2KiB\"",
         "\"StackedDrg2KiBV1_1_Feat_SyntheticPoRep\""},
    };
    cli_enter();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cli_result run = CLI("c1", "inspect", cases[i].path, "--json", "-q");
        SL_CHECK_MSG(run.exit_status == 0 && run.err_n == 0, "%s: %s", cases[i].path, run.err);
        SL_CHECK_EQ_U64(json_lines(run.out), 1);
        SL_CHECK(json_is(run.out, "form", cases[i].form) && json_is(run.out, "circuit", cases[i].circuit));
        SL_CHECK(json_is(run.out, "registered_proof", cases[i].proof) && json_count(run.out, "sector_size") == 2048);
    }
    cli_result run = CLI_IN(POREP "c1.bin", "c1", "inspect", "-", "--registered-proof", "StackedDrg2KiBV1_1");
    CLI_CHECK_EXIT(run, 0);
    run = CLI("c1", "inspect", POREP "c1.json", "--miner", "1000", "--sector", "1", "--json");
    SL_CHECK(json_is(run.out, "replica_id_checked", "true") &&
             json_is(run.out, "comm_d", "\"1f255ec7c269fe3b40c65797077d82eb5361c03ef04c7507d388126476120436\""));
    CLI_FAILS(3, "replica_id", "c1", "inspect", POREP "c1.json", "--miner", "1001", "--sector", "1");
    CLI_FAILS(3, "SectorNum: expected 2", "c1", "inspect", POREP "c1-wrapped.json", "--sector", "2");
    CLI_FAILS(3, "c1.bin", "c1", "inspect", POREP "c1.bin", "--registered-proof", "StackedDrg32GiBV1_1");
    CLI_FAILS(2, "64 hexadecimal digits", "c1", "inspect", POREP "c1.bin", "--porep-id", "05");
    CLI_FAILS(2, "unknown option --meta", "c1", "inspect", POREP "c1.bin", "--meta", "m");
}

SL_TEST(publics_of_every_form) {
    cli_enter();
    cli_result run = CLI("publics", "--meta", POREP "meta.json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(run.out_n, 39 * 65);
    cli_file_write("want", run.out, run.out_n);
    static const char *const forms[] = {POREP "c1.json", POREP "c1-wrapped.json", POREP "c1.bin"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        run = CLI("publics", "porep-2KiB", "--c1", forms[i]);
        CLI_CHECK_EXIT(run, 0);
        cli_file_write("found", run.out, run.out_n);
        SL_CHECK_MSG(cli_file_is("found", "want"), "%s", forms[i]);
    }
    /* a proof of the reference from each form's public part */
    CLI_OK("verify", "--c1", POREP "c1.json", "--vk", FILECOIN "keys/porep-2KiB-seed1.vk", "--proof",
           FILECOIN "proofs/porep-2KiB-seed1.r2-s3.proof");
    run = CLI("verify", "--c1", FILECOIN "porep/2KiB-v1_1-seed2/c1.json", "--vk", FILECOIN "keys/porep-2KiB-seed1.vk",
              "--proof", FILECOIN "proofs/porep-2KiB-seed1.r2-s3.proof");
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK(strcmp(run.out, "invalid\n") == 0);
    /* what the program does not know how to prove, it can still verify given the inputs; not from the meta file */
    static const char update[] = "{\"kind\":\"update\",\"sector_size\":2048}";
    cli_file_write("u.json", update, sizeof update - 1);
    CLI_FAILS(3, "u.json", "publics", "--meta", "u.json");
}

SL_TEST_FULL(witness_of_every_form) {
    cli_enter();
    static const char *const forms[] = {POREP "c1.json", POREP "c1-wrapped.json", POREP "c1.bin"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const cli_result run = CLI("witness", "--c1", forms[i]);
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(strcmp(run.out, WITNESS) == 0, "%s: %s", forms[i], run.out);
    }
    const cli_result run = CLI_IN(POREP "c1.json", "circuit", "check", "porep-2KiB", "--c1", "-");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strcmp(run.out, "satisfied\n") == 0);
}

SL_TEST_FULL(one_wrong_byte_and_its_row) {
    cli_enter();
    change_path_byte("bad.json");
    cli_result run = CLI("circuit", "check", "--c1", "bad.json");
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK_MSG(strncmp(run.out, "row 272864, challenge[0]/data_path: ", 36) == 0, "%s", run.out);
    SL_CHECK(run.err_n == 0);
    run = CLI("circuit", "check", "--c1", "bad.json", "--json");
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "satisfied", "false"));
    SL_CHECK(strncmp(json_member(run.out, "row"), "\"row 272864, ", 13) == 0);
}

/* One wrong byte in one path: all but `circuit check` refuse before any work. */
SL_TEST(one_wrong_byte) {
    static const char where[] = "partition 0, challenge 0: comm_d_proofs: path";
    cli_enter();
    change_path_byte("bad.json");
    CLI_FAILS(3, where, "prove", "--c1", "bad.json", "--params", "missing.params", "--out", "p");
    CLI_FAILS(3, "bad.json", "prove", "--c1", "bad.json", "--params", "missing.params", "--out", "p");
    CLI_FAILS(3, where, "witness", "--c1", "bad.json", "--out", "w");
    CLI_FAILS(3, where, "c1", "inspect", "bad.json");
    CLI_FAILS(3, where, "publics", "--c1", "bad.json");
    SL_CHECK_EQ_U64(cli_files_n("."), 1);
}

/* Payloads of the requirements: the message names the file, and what was expected where. */
SL_TEST(bad_payloads) {
    cli_enter();
    size_t n;
    char *json = cli_file_read(POREP "c1.json", &n);
    char *deep = malloc(20001);
    SL_CHECK(deep != NULL);
    memset(deep, '[', 10000);
    memset(deep + 10000, ']', 10000);
#define TEXT(literal) (literal), sizeof(literal) - 1
    const struct {
        const char *bytes;
        size_t n;
    } cases[] = {
        {TEXT("")},
        {TEXT("{")},
        {TEXT("{}")},
        {TEXT("null")},
        {TEXT("<html><body>not found</body></html>")},
        {TEXT("{\"SectorNum\":1,\"Phase1Out\":\"!!!!\",\"SectorSize\":2048}")},
        {TEXT("{\"SectorNum\":1,\"Phase1Out\":\"e30=\",\"SectorSize\":2048}")},
        {TEXT("{\"registered_proof\":\"StackedDrg2KiBV1_1\",\"registered_proof\":\"StackedDrg2KiBV1_1\"}")},
        {TEXT("{\"registered_proof\":\"StackedDrg3KiBV1_1\"}")},
        {deep, 20000},
        {json, 10},
        {json, n / 2},
        {json, n - 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cli_file_write("bad", cases[i].bytes, cases[i].n);
        const cli_result run = CLI("c1", "inspect", "bad");
        SL_CHECK_MSG(run.exit_status == 3 && run.out_n == 0, "case %zu: %d: %s", i, run.exit_status, run.err);
        SL_CHECK_MSG(strstr(run.err, "bad: ") != NULL, "case %zu: %s", i, run.err);
    }
    free(deep);
    free(json);
    change("bad", "\"registered_proof\":\"StackedDrg2KiBV1_1\"", "\"registered_proof\":\"StackedDrg32GiBV1_1\"");
    CLI_FAILS(3, "bad: ", "c1", "inspect", "bad");
    change("bad", "\"index\":1", "\"index\":2");
    CLI_FAILS(3, "partition 0, challenge 0", "c1", "inspect", "bad");
    change("bad", "[88,155", "[256,155");
    CLI_FAILS(3, "partition 0, challenge 0", "c1", "inspect", "bad");
    change("bad", "[88,155", "[-1,155");
    CLI_FAILS(3, "partition 0, challenge 0", "c1", "inspect", "bad");
    CLI_FAILS(3, "missing", "c1", "inspect", "missing");
    CLI_FAILS(3, "folder", "c1", "inspect", ".");
    cli_file_write("bad", "", 0);
    SL_CHECK(truncate("bad", (off_t)1 << 40) == 0); /* more than any C1 is: refused unread */
    CLI_FAILS(3, "bad", "c1", "inspect", "bad");
    const cli_result run = CLI_IN("/dev/zero", "c1", "inspect", "-");
    CLI_CHECK_EXIT(run, 3);
}

SL_TEST(synth) {
    cli_enter();
    static const char *const variants[] = {"v1", "v1_1"};
    for (size_t i = 0; i < 2; i++) {
        cli_result run = CLI("c1", "synth", "--size", "2k", "--variant", variants[i], "--miner", "1234", "--sector",
                             "77", "--seed", "5", "--out", "s.json", "-q");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK(strcmp(run.out, "s.json\ns.json.meta.json\n") == 0 && run.err_n == 0);
        run = CLI("c1", "inspect", "s.json", "--miner", "1234", "--sector", "77", "--json");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK(json_is(run.out, "registered_proof", i == 0 ? "\"StackedDrg2KiBV1\"" : "\"StackedDrg2KiBV1_1\""));
        SL_CHECK(json_is(run.out, "replica_id_checked", "true"));
        run = CLI("publics", "--c1", "s.json");
        CLI_CHECK_EXIT(run, 0);
        cli_file_write("a", run.out, run.out_n);
        run = CLI("publics", "--meta", "s.json.meta.json");
        CLI_CHECK_EXIT(run, 0);
        cli_file_write("b", run.out, run.out_n);
        SL_CHECK(cli_file_is("a", "b"));
    }
    /* the same order gives the same file, another seed another */
    CLI_OK("c1", "synth", "--size", "2KiB", "--miner", "1234", "--sector", "77", "--seed", "5", "--out", "t.json");
    SL_CHECK(cli_file_is("s.json", "t.json"));
    const cli_result run = CLI("c1", "synth", "--size", "2KiB", "--miner", "1234", "--sector", "77", "--seed", "6",
                               "--out", "t.json", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "file", "\"t.json\"") && !cli_file_is("s.json", "t.json"));
    const size_t n = cli_files_n(".");
    CLI_FAILS(3, "3072", "c1", "synth", "--size", "3KiB", "--miner", "1", "--sector", "1", "--out", "x");
    CLI_FAILS(3, "no such folder", "c1", "synth", "--size", "2KiB", "--miner", "1", "--sector", "1", "--out", "no/x");
    /* the meta file cannot be written, so there is no C1 file either */
    SL_CHECK(mkdir("x.meta.json", 0700) == 0);
    CLI_FAILS(3, "x.meta.json", "c1", "synth", "--size", "2KiB", "--miner", "1", "--sector", "1", "--out", "x");
    SL_CHECK_EQ_U64(cli_files_n("."), n + 1);
}

SL_TEST_FULL(synth_is_satisfied) {
    cli_enter();
    CLI_OK("c1", "synth", "--size", "2KiB", "--variant", "v1", "--miner", "1234", "--sector", "77", "--out", "s.json");
    const cli_result run = CLI("circuit", "check", "--c1", "s.json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strcmp(run.out, "satisfied\n") == 0);
}

SL_TEST_FULL(synth_large) {
    cli_enter();
    CLI_OK("c1", "synth", "--size", "32GiB", "--miner", "1000", "--sector", "1", "--out", "s.json");
    cli_result run = CLI("c1", "inspect", "s.json", "--miner", "1000", "--sector", "1", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "circuit", "\"porep-32GiB\"") && json_count(run.out, "partitions") == 10 &&
             json_count(run.out, "challenges") == 18);
    run = CLI("circuit", "check", "porep-32G", "--c1", "s.json", "--partition", "9");
    CLI_CHECK_EXIT(run, 0);
    run = CLI("circuit", "check", "--c1", "s.json", "--partition", "10");
    CLI_CHECK_EXIT(run, 2);
}
