// SPDX-License-Identifier: MIT OR Apache-2.0
/* sluice sim: the table that people know, sweeps, pictures, the search for broken invariants. */
#include "cli_run.h"
#include "json_text.h"

#define GIB (1024.0 * 1024 * 1024)

static const char *line_at(const char *text, size_t n) {
    while (n-- > 0) {
        text = strchr(text, '\n');
        SL_CHECK(text != NULL);
        text++;
    }
    return text;
}

SL_TEST(the_published_table) {
    cli_enter();
    cli_result run = CLI("sim", "reference", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 8);
    const char *killed = line_at(run.out, 6);
    SL_CHECK(json_is(killed, "pw", "12") && json_is(killed, "permit", "\"synthesis\"") &&
             json_is(killed, "killed", "true"));
    SL_CHECK(json_is(killed, "waiting_max", "28") && json_is(killed, "s_per_proof", "null"));
    const char *held = line_at(run.out, 7);
    SL_CHECK(json_is(held, "pw", "12") && json_is(held, "permit", "\"delivery\"") && json_is(held, "killed", "false"));
    SL_CHECK(json_is(held, "j", "0") && json_is(held, "devices", "1"));
    const double peak = json_number(held, "peak_rss_bytes") / GIB;
    SL_CHECK(peak > 0.9 * 294.7 && peak < 1.1 * 294.7);
    SL_CHECK(json_count(json_member(held, "peak_bytes"), "abc") > UINT64_C(100) << 30);
    SL_CHECK(json_number(held, "published_peak_bytes") / GIB > 294 && json_count(held, "budget_bytes") > 0);
    run = CLI("sim", "reference");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "28 killed") != NULL && strstr(run.out, "294.7") != NULL);
    SL_CHECK_EQ_U64(run.err_n, 0);
}

SL_TEST(sweeps) {
    cli_enter();
    cli_result run = CLI("sim", "reference", "--json", "--pw", "1,2", "--j", "0,3", "--devices", "1,2", "--permit",
                         "reservation,delivery", "--jobs", "3", "--budget", "200GiB", "--budget-device", "24GiB");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 16);
    for (size_t i = 0; i < 16; i++) {
        const char *line = line_at(run.out, i);
        SL_CHECK(json_is(line, "delivered", "3") && json_is(line, "budget_bytes", "214748364800"));
        SL_CHECK(json_count(line, "pw") == 1 + i % 2 && json_count(line, "j") == 3 * (i / 2 % 2));
        SL_CHECK(json_count(line, "devices") == 1 + i / 4 % 2);
        SL_CHECK(json_is(line, "permit", i < 8 ? "\"reservation\"" : "\"delivery\""));
    }
    /* a budget that is too small is told by what it refuses */
    run = CLI("sim", "reference", "--json", "--permit", "reservation", "--budget", "50GiB");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "refused", "15") && json_is(run.out, "delivered", "0"));
    SL_CHECK(json_number(run.out, "refused_needed_bytes") > 85 * GIB &&
             json_is(run.out, "refused_limit_bytes", "53687091200"));
    run = CLI("sim", "reference", "--permit", "reservation", "--budget", "50GiB");
    SL_CHECK(strstr(run.out, "needs 85.5 GiB of host memory, and there are 50.0 GiB") != NULL);
    /* the seed is that of the profile, or the one given */
    run = CLI("sim", "reference", "--json", "--pw", "12", "--seed", "5");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "seed", "5"));
}

SL_TEST(pictures) {
    cli_enter();
    cli_result run = CLI("sim", "reference", "--pw", "12", "--permit", "synthesis", "--jobs", "20", "--svg", "p.svg");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "= synthesis w waiting # device - finish") != NULL);
    size_t n;
    char *svg = cli_file_read("p.svg", &n);
    SL_CHECK(n < 100000 && strncmp(svg, "<svg ", 5) == 0 && strstr(svg, "a, b, c") != NULL);
    free(svg);
    CLI_FAILS(2, "--svg draws one", "sim", "reference", "--svg", "q.svg");
    CLI_FAILS(3, "nowhere", "sim", "ours", "--pw", "2", "--json", "--svg", "nowhere/q.svg");
}

SL_TEST(files_as_profiles) {
    cli_enter();
    cli_result run = CLI("sim", "--fuzz", "30", "--permit", "synthesis", "--seed", "1");
    CLI_CHECK_EXIT(run, 1); /* the answer is no */
    SL_CHECK(strstr(run.out, "invariant broken") != NULL && strstr(run.out, "SYNTHESIZE job 0") != NULL);
    const char *profile = strchr(run.out, '{');
    SL_CHECK(profile != NULL);
    cli_file_write("smallest.json", profile, (size_t)(strchr(profile, '\n') - profile));
    run = CLI("sim", "smallest.json", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "profile", "\"seed-1\""));
    CLI_FAILS(3, "no profile is called nonsense; there are mixed ours reference", "sim", "nonsense");
    CLI_FAILS(3, "nonsense.json", "sim", "nonsense.json");
    cli_file_write("bad.json", "{\"name\":1}", 10);
    CLI_FAILS(3, "bad.json: byte 8: name", "sim", "bad.json");
}

SL_TEST(random_schedules) {
    cli_enter();
    const cli_result run = CLI("sim", "--fuzz", "500", "--seed", "42", "--json", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "broken", "false") && json_is(run.out, "schedules", "500"));
    SL_CHECK(json_count(run.out, "events") > 10000 && json_count(run.out, "faults") > 0);
}

SL_TEST(words_that_do_not_fit) {
    cli_enter();
    CLI_FAILS(2, "needs a profile", "sim");
    CLI_FAILS(2, "unexpected", "sim", "reference", "ours");
    CLI_FAILS(2, "--pw", "sim", "reference", "--pw", "1,x");
    CLI_FAILS(2, "--pw", "sim", "reference", "--pw", "0");
    CLI_FAILS(2, "--pw", "sim", "reference", "--pw", "1,");
    CLI_FAILS(2, "--devices", "sim", "reference", "--devices", "9");
    CLI_FAILS(2, "--permit", "sim", "reference", "--permit", "nonsense");
    CLI_FAILS(2, "--jobs", "sim", "reference", "--jobs", "0");
    CLI_FAILS(2, "--fuzz goes with", "sim", "reference", "--fuzz", "3");
    CLI_FAILS(2, "at least 1", "sim", "--fuzz", "0");
    CLI_FAILS(2, "--permit", "sim", "--fuzz", "3", "--permit", "x");
    CLI_FAILS(2, "know no budget", "sim", "reference", "--pw", "2", "--permit", "delivery,synthesis", "--budget",
              "1GiB");
    CLI_FAILS(2, "do nothing here", "sim", "reference", "--threads", "2");
    CLI_FAILS(2, "256 configurations", "sim", "reference", "--pw", "1,2,3,4,5,6,7,8", "--j", "1,2,3,4,5,6,7,8",
              "--devices", "1,2,3,4,5");
    CLI_FAILS(2, "both want", "sim", "ours", "--pw", "1", "--json", "--svg", "-");
}
