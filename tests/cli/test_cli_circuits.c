// SPDX-License-Identifier: MIT OR Apache-2.0
/* circuits, circuit info, digest, save, and the benches: what circuits are and what they cost. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

/* The lines of the table of digests that tell about small circuits. */
SL_TEST(digest_is_the_line_of_the_table) {
    cli_enter();
    static const char *const names[] = {"gadget-poseidon-2", "gadget-sha256-block", "window-2KiB", "winning-2KiB"};
    size_t n;
    char *table = cli_file_read(FILECOIN "r1cs-digests.tsv", &n);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char start[64];
        (void)snprintf(start, sizeof start, "\n%s\t", names[i]);
        const char *line = strstr(table, start);
        SL_CHECK_MSG(line != NULL, "no %s in the table", names[i]);
        line++;
        const size_t line_n = strcspn(line, "\n") + 1;
        const cli_result run = CLI("circuit", "digest", names[i]);
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(run.out_n == line_n && strncmp(run.out, line, line_n) == 0, "%s", run.out);
    }
    free(table);
    cli_result run = CLI("circuit", "digest", "gadget-poseidon-2", "gadget-poseidon-4", "--json", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 2 && run.err_n == 0 && json_is(run.out, "name", "\"gadget-poseidon-2\""));
    SL_CHECK(*json_member(run.out, "nonzeros") == '[');
    SL_CHECK(*json_member(run.out, "digest") == '"' && json_count(run.out, "rows") == 311);
    CLI_FAILS(3, "nonsense", "circuit", "digest", "nonsense");
    run = CLI("circuit", "digest", "gadget-poseidon-2", "nonsense");
    CLI_CHECK_EXIT(run, 3);
}

SL_TEST(info) {
    cli_enter();
    cli_result run = CLI("circuit", "info", "porep-2k", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "name", "\"porep-2KiB\""));
    static const struct {
        const char *name;
        unsigned long long value;
    } counts[] = {{"partitions", 1}, {"inputs", 40},      {"aux", 2685673},
                  {"rows", 2687921}, {"domain", 4194304}, {"key_bytes", 1114707768}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        SL_CHECK_MSG(json_count(run.out, counts[i].name) == counts[i].value, "%s", counts[i].name);
    }
    SL_CHECK(json_count(run.out, "structure_bytes") > 0 && json_count(run.out, "witness_bytes") > 0 &&
             json_count(run.out, "templates") > 0 && json_count(run.out, "instances") > 0);
    const char *root = json_member(run.out, "gadgets") + 1;
    SL_CHECK(json_count(root, "rows") == 2687921 && json_count(root, "aux") == 2685673);
    run = CLI("circuit", "info", "window-2KiB");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0 && strncmp(run.out, "window-2KiB\n", 12) == 0 && strstr(run.out, "poseidon") != NULL);
}

SL_TEST(save) {
    cli_enter();
    cli_result run = CLI("circuit", "save", "winning-2KiB", "--out", "s", "--json");
    CLI_CHECK_EXIT(run, 0);
    struct stat info;
    SL_CHECK(json_lines(run.out) == 1 && stat("s", &info) == 0);
    SL_CHECK_EQ_U64(json_count(run.out, "structure_bytes"), (unsigned long long)info.st_size);
    run = CLI("circuit", "save", "winning-2KiB", "--out", "-", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0);
    cli_file_write("t", run.out, run.out_n);
    SL_CHECK(cli_file_is("s", "t"));
    /* And back: the same counts, census and digests as from the name. */
    run = CLI("circuit", "info", "winning-2KiB", "--json");
    CLI_CHECK_EXIT(run, 0);
    char *info_text = strdup(run.out); /* the next command frees what this one wrote */
    run = CLI("circuit", "info", "--structure", "s", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strcmp(run.out, info_text) == 0, "%s", run.out);
    run = CLI("circuit", "digest", "winning-2KiB");
    char *digest_text = strdup(run.out);
    run = CLI("circuit", "digest", "--structure", "s");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strcmp(run.out, digest_text) == 0, "%s", run.out);
    CLI_OK("circuit", "save", "winning-2KiB", "--out", "t", "--digest");
    run = CLI("circuit", "digest", "--structure", "t");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strcmp(run.out, digest_text) == 0 && !cli_file_is("s", "t"), "%s", run.out);
    free(info_text);
    free(digest_text);
    CLI_FAILS(2, "missing", "circuit", "digest");
    CLI_FAILS(2, "not both", "circuit", "info", "winning-2KiB", "--structure", "s");
    CLI_FAILS(3, "nowhere", "circuit", "info", "--structure", "nowhere");
    size_t bytes;
    char *damaged = cli_file_read("s", &bytes);
    damaged[bytes / 2] ^= 4;
    cli_file_write("t", damaged, bytes);
    CLI_FAILS(3, "digest", "circuit", "info", "--structure", "t");
    cli_file_write("t", damaged, bytes / 2);
    CLI_FAILS(3, "beyond the end", "circuit", "info", "--structure", "t");
    free(damaged);
    CLI_FAILS(3, "nonsense", "circuit", "save", "nonsense", "--out", "u");
    CLI_FAILS(3, "no such folder", "circuit", "save", "window-2KiB", "--out", "no/u");
    SL_CHECK_EQ_U64(cli_files_n("."), 2);
}

SL_TEST(post_witness_and_check) {
    cli_enter();
    static const char digest[] = "2e57835abcf05d7a3252d123c18b62f5915540bfd8305bc68e72ccab12e67ce0\n";
    cli_result run = CLI("witness", "window-2KiB", WINDOW_VANILLA, "--out", "w");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strcmp(run.out, digest) == 0, "%s", run.out);
    SL_CHECK(cli_file_is("w", FILECOIN "witness/window-2KiB.bin"));
    run = CLI("witness", WINDOW_VANILLA, "--out", "-");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.out_n == 708832 && strcmp(run.err, digest) == 0);
    run = CLI("witness", WINDOW_VANILLA, "--json", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_count(run.out, "values") == 22151 && run.err_n == 0);
    run = CLI("circuit", "check", WINDOW_VANILLA);
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strcmp(run.out, "satisfied\n") == 0 && run.err_n == 0);
    run = CLI("circuit", "check", WINDOW_VANILLA, "--json", "--partition", "0");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "satisfied", "true"));
    CLI_FAILS(2, "partition", "circuit", "check", WINDOW_VANILLA, "--partition", "1");
    CLI_FAILS(3, "window-2KiB", "circuit", "check", "winning-2KiB", WINDOW_VANILLA);
    CLI_FAILS(3, "no such folder", "witness", WINDOW_VANILLA, "--out", "no/w");
}

SL_TEST(post_with_one_wrong_byte) {
    cli_enter();
    size_t n;
    char *vanilla = cli_file_read(WINDOW "vanilla-1.bin", &n);
    vanilla[3000] ^= 1; /* a sibling on the path of challenge 5 */
    cli_file_write("bad.bin", vanilla, n);
    free(vanilla);
#define BAD_VANILLA "--vanilla", WINDOW "vanilla-0.bin", "bad.bin", "--meta", WINDOW_META
    const cli_result run = CLI("circuit", "check", BAD_VANILLA);
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK_MSG(strncmp(run.out, "row ", 4) == 0 && strstr(run.out, ", sector[1]/challenge[5]: ") != NULL, "%s",
                 run.out);
    CLI_FAILS(3, "bad.bin: sector 1 (number 36): challenge 5: inclusion_proof", "witness", BAD_VANILLA);
    CLI_FAILS(3, "sector 1", "prove", BAD_VANILLA, "--params", "missing.params", "--out", "p");
}

SL_TEST(benches) {
    cli_enter();
    static const char *const ops[] = {"fp", "msm", "ntt", "quotient", "pairing"};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        const bool is_fp = i == 0; /* of one size */
        const cli_result run = is_fp ? CLI("bench", ops[i], "--reps", "1", "--json")
                                     : CLI("bench", ops[i], "--reps", "1", "--json", "--log2", "4");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK(json_lines(run.out) >= 1);
        SL_CHECK(json_number(run.out, "min_ms") <= json_number(run.out, "median_ms"));
        (void)json_number(run.out, "cpu_ms");
        SL_CHECK(*json_member(run.out, "result") == '"' && json_count(run.out, "threads") == 1);
    }
    CLI_FAILS(2, "--reps", "bench", "ntt", "--log2", "4", "--reps", "0");
    CLI_FAILS(2, "unknown option --log2", "bench", "fp", "--log2", "4");
    CLI_FAILS(2, "needs an input", "bench", "witness", "--circuit", "winning-2KiB", "--synthetic", "--meta", "m");
    cli_result run = CLI("bench", "witness", WINDOW_VANILLA, "--reps", "1", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1);
    run = CLI("bench", "rows", "--circuit", "gadget-sha256-block", "--reps", "1", "--json", "--threads", "2");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 2 && json_count(run.out, "rows") > 20000 && json_count(run.out, "threads") == 2);
    SL_CHECK_EQ_U64(json_count(run.out, "output_bytes"), 64 * json_count(run.out, "rows"));
    CLI_FAILS(2, "--circuit or --structure", "bench", "rows");
}

SL_TEST(bench_prove) {
    cli_enter();
    cli_window_key();
    cli_result run = CLI("bench", "prove", WINDOW_VANILLA, "--params", "w.params", "--proofs", "1", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 1);
    SL_CHECK(json_is(run.out, "verified", "true") && json_number(run.out, "wall_s") > 0);
    CLI_FAILS(2, "partition", "bench", "prove", WINDOW_VANILLA, "--params", "w.params", "--partition", "4294967296");
}

SL_TEST_FULL(every_circuit) {
    cli_enter();
    const cli_result run = CLI("circuits", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) > 40);
    size_t known = 0;
    for (const char *line = run.out; *line != 0; line = strchr(line, '\n') + 1) {
        SL_CHECK(json_count(line, "key_bytes") > 0 && json_count(line, "domain") >= json_count(line, "rows"));
        if (json_is(line, "name", "\"porep-32GiB\"")) {
            SL_CHECK(json_count(line, "partitions") == 10 && json_count(line, "rows") == 130278541);
            known++;
        }
        if (json_is(line, "name", "\"window-2KiB\"")) {
            SL_CHECK(json_count(line, "partitions") == 0 && json_count(line, "key_bytes") == 11501496);
            known++;
        }
    }
    SL_CHECK_EQ_U64(known, 2);
}
