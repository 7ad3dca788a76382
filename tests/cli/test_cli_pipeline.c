// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench pipeline: the engine from the command line. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

SL_TEST(sweeps_over_a_toy_circuit) {
    cli_enter();
    SL_CHECK(setenv("TMPDIR", ".", 1) == 0);
    cli_result run =
        CLI("bench", "pipeline", "--toy", "5", "--proofs", "3", "--partitions", "2", "--pw", "1,2", "--j", "0,1",
            "--budgets", "1GiB", "--threads", "1", "--compare", "--json", "--picture", "p.svg", "--events", "e.jsonl");
    CLI_CHECK_EXIT(run, 0);
    static const char *const names[] = {"pw",          "j",       "devices",        "budget_bytes", "permit",
                                        "s_per_proof", "cpu_s",   "bare_cpu_s",     "peak_bytes",   "waiting_max",
                                        "killed",      "witness", "peak_rss_bytes", "samples"};
    size_t lines = 0;
    for (const char *at = run.out; *at != 0; lines++) {
        const char *end = json_value_end(at);
        SL_CHECK(*end == '\n');
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            char quoted[32];
            (void)snprintf(quoted, sizeof quoted, "\"%s\":", names[i]);
            const char *found = strstr(at, quoted);
            SL_CHECK_MSG(found != NULL && found < end, "no %s", names[i]);
        }
        SL_CHECK(strstr(at, "\"samples_over_budget\":0") != NULL);
        at = end + 1;
    }
    SL_CHECK_EQ_U64(lines, 4);
    size_t n;
    char *svg = cli_file_read("p.svg", &n);
    SL_CHECK(strncmp(svg, "<svg", 4) == 0 && strstr(svg, "budget") != NULL && strstr(svg, "synthesis") != NULL);
    free(svg);
    char *events = cli_file_read("e.jsonl", &n);
    SL_CHECK(strstr(events, "\"event\":\"delivered\"") != NULL);
    free(events);
    SL_CHECK_EQ_U64(cli_files_n("."), 2); /* the toy's key is gone */
}

SL_TEST(a_table_and_a_picture_for_people) {
    cli_enter();
    SL_CHECK(setenv("TMPDIR", ".", 1) == 0);
    const cli_result run = CLI("bench", "pipeline", "--toy", "4", "--proofs", "1", "--threads", "1");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "peak RSS") != NULL && strstr(run.out, "waiting") != NULL);
    SL_CHECK(strstr(run.err, "reserved") != NULL);
}

SL_TEST(wrong_use_of_the_pipeline) {
    cli_enter();
    CLI_FAILS(2, "--toy", "bench", "pipeline");
    CLI_FAILS(2, "--toy", "bench", "pipeline", "--toy", "5", "--params", "x");
    CLI_FAILS(2, "list", "bench", "pipeline", "--toy", "5", "--pw", "1,,2");
    CLI_FAILS(2, "list", "bench", "pipeline", "--toy", "5", "--budgets", "much");
    CLI_FAILS(2, "--pw", "bench", "pipeline", "--toy", "5", "--pw", "0");
    CLI_FAILS(2, "2^99", "bench", "pipeline", "--toy", "99");
    CLI_FAILS(2, "--proofs", "bench", "pipeline", "--toy", "5", "--proofs", "0");
    CLI_FAILS(2, "needs an input", "bench", "pipeline", "--toy", "5", "--meta", "m");
    CLI_FAILS(2, "goes with --toy", "bench", "pipeline", "--c1", "x", "--params", "y", "--partitions", "2");
    CLI_FAILS(2, "without --budgets", "bench", "pipeline", "--toy", "5", "--budget", "1GiB", "--budgets", "1GiB");
    CLI_FAILS(2, "both want", "bench", "pipeline", "--toy", "5", "--json", "--events", "/dev/stdout");
    cli_file_write("kept", "x", 1);
    CLI_FAILS(2, "names this file", "bench", "pipeline", "--c1", "x", "--params", "kept", "--events", "kept");
    CLI_FAILS(2, "names this file", "bench", "pipeline", "--toy", "5", "--picture", "kept", "--events", "kept");
    CLI_FAILS(5, "nowhere/e", "bench", "pipeline", "--toy", "5", "--proofs", "1", "--events", "nowhere/e");
    CLI_FAILS(4, "/dev/full", "bench", "pipeline", "--toy", "5", "--proofs", "1", "--events", "/dev/full");
    CLI_FAILS(4, "budget", "bench", "pipeline", "--toy", "5", "--budgets", "1MiB");
    CLI_FAILS(3, "nothing.json", "bench", "pipeline", "--c1", "nothing.json", "--params", "x");
}

#define LOAD "--load-vanilla", WINDOW "vanilla-0.bin", WINDOW "vanilla-1.bin", "--load-meta", WINDOW_META

SL_TEST_FULL(an_urgent_proof_beside_others) {
    cli_enter();
    cli_window_key();
    const cli_result run = CLI("bench", "deadline", WINDOW_VANILLA, "--params", "w.params", LOAD, "--load-params",
                               "w.params", "--runs", "2", "--rounds", "1", "--threads", "2", "--json", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "runs", "2") && json_is(run.out, "threads", "2"));
    static const char *const names[] = {"idle_min_s",       "idle_p99_cpu_s", "loaded_median_s",
                                        "loaded_max_cpu_s", "loaded_p99_s",   "p99_of_idle",
                                        "busy_share",       "load_jobs",      "idle_median_s"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        SL_CHECK_MSG(strstr(run.out, names[i]) != NULL, "no %s", names[i]);
    }
}

SL_TEST(wrong_use_of_the_deadline_bench) {
    cli_enter();
    CLI_FAILS(2, "--load-params", "bench", "deadline", WINDOW_VANILLA, "--params", "x");
    CLI_FAILS(2, "--load-c1", "bench", "deadline", WINDOW_VANILLA, "--params", "x", "--load-params", "x");
    CLI_FAILS(2, "--load-c1", "bench", "deadline", WINDOW_VANILLA, "--params", "x", "--load-params", "x", LOAD,
              "--load-c1", "x");
    CLI_FAILS(2, "--load-c1", "bench", "deadline", WINDOW_VANILLA, "--params", "x", "--load-params", "x", "--load-meta",
              "x", "--load-c1", "x");
    CLI_FAILS(2, "--runs", "bench", "deadline", WINDOW_VANILLA, "--params", "x", "--load-params", "x", LOAD, "--runs",
              "0");
    CLI_FAILS(2, "--rounds", "bench", "deadline", WINDOW_VANILLA, "--params", "x", "--load-params", "x", LOAD, "--runs",
              "2", "--rounds", "3");
    CLI_FAILS(3, "no.params", "bench", "deadline", WINDOW_VANILLA, "--params", "no.params", "--load-params", "x", LOAD);
}
