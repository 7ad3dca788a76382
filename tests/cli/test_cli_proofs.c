// SPDX-License-Identifier: MIT OR Apache-2.0
/* prove and verify: round trips, selections, wrong partners, and what is on the disk afterwards. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

#define PROVE_WINDOW "prove", WINDOW_VANILLA, "--params", "w.params"
#define VERIFY_WINDOW "verify", "--meta", WINDOW_META, "--vk", "w.vk"
#define TWO FILECOIN "post/window-2KiB-3sectors-2partitions-v1_2/"
#define TWO_VANILLA \
    "--vanilla", TWO "vanilla-0.bin", TWO "vanilla-1.bin", TWO "vanilla-2.bin", "--meta", TWO "meta.json"
#define TWO_PROOF FILECOIN "proofs/window-2KiB-3sectors-2partitions-v1_2.r2-s3.proof"

SL_TEST(window_round_trip) {
    cli_enter();
    cli_window_key();
    cli_result run = CLI(PROVE_WINDOW, "--out", "p", "--rs", RS);
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strncmp(run.out, "window-2KiB: 1 partition", 24) == 0, "%s", run.out);
    SL_CHECK(strstr(run.out, "verified\n") != NULL && strstr(run.err, "warning") != NULL);
    SL_CHECK(cli_file_is("p", WINDOW_PROOF));
    SL_CHECK_EQ_U64(cli_files_n("."), 3);
    run = CLI(VERIFY_WINDOW, "--proof", "p");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strcmp(run.out, "valid\n") == 0 && run.err_n == 0);
    run = CLI("verify", WINDOW_VANILLA, "--vk", "w.params", "--proof", "p", "--json", "--partition", "0");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "valid", "true"));
    /* the proof through a pipe, both ways */
    run = CLI_IN("p", VERIFY_WINDOW, "--proof", "-");
    CLI_CHECK_EXIT(run, 0);
    run = CLI_IN(WINDOW_META, "verify", "--meta", "-", "--vk", "w.vk", "--proof", "p");
    CLI_CHECK_EXIT(run, 0);
}

SL_TEST(prove_to_standard_output) {
    cli_enter();
    cli_window_key();
    cli_file_write("rs", RS "\n", sizeof RS);
    cli_result run = CLI(PROVE_WINDOW, "--out", "-", "--rs", "@rs", "--picture", "p.svg");
    CLI_CHECK_EXIT(run, 0);
    size_t n;
    char *want = cli_file_read(WINDOW_PROOF, &n);
    SL_CHECK(run.out_n == n && memcmp(run.out, want, n) == 0);
    free(want);
    SL_CHECK(strstr(run.err, "verified") != NULL && strstr(run.err, "picture: p.svg") != NULL);
    SL_CHECK(strstr(run.err, "plan: at most ") != NULL && strstr(run.err, ", sum b_g2 ") != NULL);
    SL_CHECK(cli_file_exists("p.svg"));
    run = CLI(PROVE_WINDOW, "--out", "-", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(run.out_n == 192 && run.err_n == 0, "%s", run.err);
}

SL_TEST(prove_json) {
    cli_enter();
    cli_window_key();
    const cli_result run = CLI(PROVE_WINDOW, "--out", "p", "--json", "-q", "--rs", RS);
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(run.err_n == 0, "not quiet: %s", run.err);
    SL_CHECK_EQ_U64(json_lines(run.out), 1);
    SL_CHECK(json_is(run.out, "circuit", "\"window-2KiB\"") && json_is(run.out, "verified", "true"));
    SL_CHECK(json_is(run.out, "backend", "\"cpu\""));
    (void)json_member(run.out, "kernel");
    SL_CHECK_EQ_U64(json_count(run.out, "partitions"), 1);
    SL_CHECK(json_number(run.out, "wall_s") > 0 && json_number(run.out, "cpu_s") > 0);
    SL_CHECK(json_count(run.out, "peak_rss_bytes") > 1 << 20 && json_count(run.out, "planned_bytes") > 1 << 20);
    SL_CHECK(json_count(run.out, "least_bytes") <= json_count(run.out, "planned_bytes") + 4096);
    SL_CHECK(json_count(run.out, "scratch_bytes") == 0 && json_count(run.out, "resumed") == 0);
    SL_CHECK(strstr(run.out, "\"key_wait_s\":") != NULL && strstr(run.out, "\"budget_bytes\":") != NULL);
    const char *stage = json_member(run.out, "stages") + 1;
    size_t stages_n = 0;
    for (; *stage == '{'; stage = json_value_end(stage), stage += *stage == ',') {
        (void)json_member(stage, "name");
        SL_CHECK(json_number(stage, "start_s") <= json_number(stage, "end_s"));
        (void)json_count(stage, "peak_bytes");
        stages_n++;
    }
    SL_CHECK(stages_n >= 8);
}

SL_TEST(two_partitions) {
    cli_enter();
    cli_window_key();
    CLI_OK("prove", TWO_VANILLA, "--params", "w.params", "--out", "p", "--rs", RS, "-q");
    SL_CHECK(cli_file_is("p", TWO_PROOF));
    CLI_OK("prove", TWO_VANILLA, "--params", "w.params", "--out", "second", "--rs", RS, "-q", "--partition", "1");
    size_t n;
    char *both = cli_file_read("p", &n);
    SL_CHECK_EQ_U64(n, 384);
    cli_file_write("want", both + 192, 192);
    free(both);
    SL_CHECK(cli_file_is("second", "want"));
#define VERIFY_TWO "verify", "--meta", TWO "meta.json", "--vk", "w.vk"
    CLI_OK(VERIFY_TWO, "--proof", "p");
    CLI_OK(VERIFY_TWO, "--proof", "second", "--partition", "1");
    const cli_result run = CLI(VERIFY_TWO, "--proof", "second", "--partition", "0");
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK(strcmp(run.out, "invalid\n") == 0);
    CLI_FAILS(3, "proof", VERIFY_TWO, "--proof", "second");
    CLI_FAILS(2, "partition", VERIFY_TWO, "--proof", "second", "--partition", "2");
    CLI_FAILS(2, "partition", VERIFY_TWO, "--proof", "second", "--partition", "4294967296");
    CLI_FAILS(2, "partition", "prove", TWO_VANILLA, "--params", "w.params", "--out", "x", "--partition", "2");
    SL_CHECK(!cli_file_exists("x"));
}

SL_TEST(verify_says_no_or_why_not) {
    cli_enter();
#define VERIFY(vk, proof) "verify", "--meta", WINDOW_META, "--vk", vk, "--proof", proof
    CLI_OK(VERIFY(WINDOW_VK, WINDOW_PROOF));
    cli_result run = CLI(VERIFY(WINDOW_VK, FILECOIN "proofs/window-2KiB-1sector-padded-v1_2.r2-s3.proof"));
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK(strcmp(run.out, "invalid\n") == 0);
    run = CLI(VERIFY(WINDOW_VK, FILECOIN "proofs/window-2KiB-1sector-padded-v1_2.r2-s3.proof"), "--json", "-q");
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "valid", "false") && run.err_n == 0);
    CLI_FAILS(3, "public inputs", VERIFY(FILECOIN "keys/winning-2KiB-seed1.vk", WINDOW_PROOF));

    size_t n;
    char *proof = cli_file_read(WINDOW_PROOF, &n);
    cli_file_write("p", proof, n - 1);
    CLI_FAILS(3, "191", VERIFY(WINDOW_VK, "p"));
    cli_file_write("p", proof, 0);
    CLI_FAILS(3, "192", VERIFY(WINDOW_VK, "p"));
    CLI_FAILS(3, "384", VERIFY(WINDOW_VK, TWO_PROOF));
    proof[48] = (char)(proof[48] ^ 0x20); /* the other root of B: still a point, another proof */
    cli_file_write("p", proof, n);
    run = CLI(VERIFY(WINDOW_VK, "p"));
    CLI_CHECK_EXIT(run, 1);
    proof[48] = (char)(proof[48] & 0x7f);
    cli_file_write("p", proof, n);
    CLI_FAILS(3, "p: proof: partition 0: proof element", VERIFY(WINDOW_VK, "p"));
    memset(proof, 0xff, n);
    cli_file_write("p", proof, n);
    CLI_FAILS(3, "p: proof: partition 0: proof element", VERIFY(WINDOW_VK, "p"));
    free(proof);
    CLI_FAILS(3, "missing.vk", VERIFY("missing.vk", WINDOW_PROOF));
    CLI_FAILS(3, "missing.proof", VERIFY(WINDOW_VK, "missing.proof"));
    CLI_FAILS(3, "missing.json", "verify", "--meta", "missing.json", "--vk", WINDOW_VK, "--proof", WINDOW_PROOF);
    CLI_FAILS(3, "folder", VERIFY(WINDOW_VK, "."));
    cli_file_write("big", "", 0);
    SL_CHECK(truncate("big", (off_t)1 << 40) == 0);
    CLI_FAILS(3, "big", VERIFY(WINDOW_VK, "big"));
    CLI_FAILS(3, "big", "verify", "--meta", "big", "--vk", WINDOW_VK, "--proof", WINDOW_PROOF);
    CLI_FAILS(3, "big", VERIFY("big", WINDOW_PROOF));
}

/* Every proof of the reference, of update circuits, too, against its public inputs alone. */
SL_TEST(verify_given_inputs) {
    static const struct {
        const char *inputs, *vk, *proof;
        size_t partitions_n;
    } cases[] = {
        {FILECOIN "porep/2KiB-v1_1-seed1/public_inputs.json", FILECOIN "keys/porep-2KiB-seed1.vk",
         FILECOIN "proofs/porep-2KiB-seed1.r2-s3.proof", 1},
        {FILECOIN "update/2KiB-seed1/public_inputs.json", FILECOIN "keys/update-2KiB-seed1.vk",
         FILECOIN "proofs/update-2KiB-seed1.r2-s3.proof", 1},
        {FILECOIN "post/winning-2KiB/public_inputs.json", FILECOIN "keys/winning-2KiB-seed1.vk",
         FILECOIN "proofs/winning-2KiB.r2-s3.proof", 1},
        {TWO "public_inputs.json", WINDOW_VK, TWO_PROOF, 2},
    };
    cli_enter();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t n;
        char *json = cli_file_read(cases[i].inputs, &n);
        FILE *f = fopen("inputs", "w");
        SL_CHECK(f != NULL);
        size_t values_n = 0;
        for (const char *at = json; *at != 0; at++) {
            if (*at == ']' && values_n > 0) {
                (void)fprintf(f, "\n");
            } else if (*at == '"') {
                (void)fprintf(f, "%.64s\n", at + 1);
                at += 65;
                values_n++;
            }
        }
        SL_CHECK(fclose(f) == 0);
        free(json);
        cli_result run = CLI("verify", "--inputs", "inputs", "--vk", cases[i].vk, "--proof", cases[i].proof);
        SL_CHECK_MSG(run.exit_status == 0, "%s: %s", cases[i].proof, run.err);
        run = CLI_IN("inputs", "verify", "--inputs", "-", "--vk", cases[i].vk, "--proof", cases[i].proof);
        CLI_CHECK_EXIT(run, 0);
        /* one digit of the first value */
        char *text = cli_file_read("inputs", &n);
        text[0] = text[0] == '0' ? '1' : '0';
        cli_file_write("inputs", text, n);
        run = CLI("verify", "--inputs", "inputs", "--vk", cases[i].vk, "--proof", cases[i].proof);
        CLI_CHECK_EXIT(run, 1);
        /* one value too few, in the last partition */
        n = (size_t)(strstr(text + 65 * (values_n - 2), "\n") - text) + 1;
        cli_file_write("inputs", text, n);
        CLI_FAILS(3, "inputs", "verify", "--inputs", "inputs", "--vk", cases[i].vk, "--proof", cases[i].proof);
        free(text);
    }
}

SL_TEST(bad_lists_of_inputs) {
    cli_enter();
#define VERIFY_INPUTS "verify", "--inputs", "i", "--vk", WINDOW_VK, "--proof", WINDOW_PROOF
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", "no values"},
        {"\n\n\n", "no values"},
        {SCALAR_2 "\n" SCALAR_3 "1\n", "line 2"},
        {SCALAR_2 "\n\n\ng00000000000000000000000000000000000000000000000000000000000000\n", "line 4"},
        {SCALAR_2 "\n" SCALAR_2 "\n\n" SCALAR_3 "\n", "partition 1"},
        {SCALAR_2 "\r\n", "line 1"},
        {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\n", "public input 0"},
        {SCALAR_2, "public inputs"}, /* a good file, but of one value */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cli_file_write("i", cases[i].text, strlen(cases[i].text));
        CLI_FAILS(3, cases[i].said, VERIFY_INPUTS);
    }
}

SL_TEST(publics_feed_verify) {
    cli_enter();
    cli_result run = CLI("publics", "--meta", TWO "meta.json", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0);
    SL_CHECK_EQ_U64(run.out_n, 2 * 22 * 65 + 1);
    SL_CHECK(strncmp(run.out + 22 * 65, "\n", 1) == 0 && run.out[22 * 65 + 1] != '\n');
    cli_file_write("i", run.out, run.out_n);
    CLI_OK("verify", "--inputs", "i", "--vk", WINDOW_VK, "--proof", TWO_PROOF);
    /* the same from the vanilla proofs, and one partition of two */
    run = CLI("publics", "window-2k", TWO_VANILLA);
    CLI_CHECK_EXIT(run, 0);
    cli_file_write("j", run.out, run.out_n);
    SL_CHECK(cli_file_is("i", "j"));
    run = CLI("publics", "--meta", TWO "meta.json", "--partition", "1");
    CLI_CHECK_EXIT(run, 0);
    size_t n;
    char *all = cli_file_read("i", &n);
    SL_CHECK(run.out_n == 22 * 65 && memcmp(run.out, all + 22 * 65 + 1, run.out_n) == 0);
    free(all);
    run = CLI("publics", "--meta", TWO "meta.json", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 2);
    SL_CHECK(json_count(run.out, "partition") == 0 && json_count(strchr(run.out, '\n') + 1, "partition") == 1);
    CLI_FAILS(3, "window-2KiB", "publics", "winning-2KiB", "--meta", TWO "meta.json");
    CLI_FAILS(2, "partition", "publics", "--meta", TWO "meta.json", "--partition", "2");
}

SL_TEST_FULL(kernel_sets_and_threads_give_the_same_bytes) {
    cli_enter();
    cli_window_key();
    const cli_result doctor = CLI("doctor", "--kernel", "ifma");
    static const char *const threads[] = {"1", "3", "600"};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        CLI_OK(PROVE_WINDOW, "--out", "p", "--rs", RS, "-q", "--threads", threads[i]);
        SL_CHECK_MSG(cli_file_is("p", WINDOW_PROOF), "%s threads", threads[i]);
        SL_CHECK(unlink("p") == 0);
    }
    CLI_OK(PROVE_WINDOW, "--out", "p", "--rs", RS, "-q", "--kernel", "portable", "--threads", "2");
    SL_CHECK(cli_file_is("p", WINDOW_PROOF));
    if (doctor.exit_status == 0) {
        CLI_OK(PROVE_WINDOW, "--out", "p", "--rs", RS, "-q", "--kernel", "ifma");
        SL_CHECK(cli_file_is("p", WINDOW_PROOF));
    }
    CLI_FAILS(2, "nonsense", PROVE_WINDOW, "--out", "x", "--kernel", "nonsense");
    SL_CHECK(!cli_file_exists("x"));
}

/* A key under its published name in the folder of the environment. */
SL_TEST(parameter_folder) {
    cli_enter();
    cli_window_key();
    CLI_FAILS(3, "no key for window-2KiB", "prove", WINDOW_VANILLA, "--params-dir", ".", "--out", "p");
    SL_CHECK(mkdir("keys", 0700) == 0 && setenv("FIL_PROOFS_PARAMETER_CACHE", "keys", 1) == 0);
    const cli_result run = CLI("prove", WINDOW_VANILLA, "--out", "p");
    CLI_CHECK_EXIT(run, 3);
    const char *name = strstr(run.err, "keys/v28-");
    SL_CHECK_MSG(name != NULL, "%s", run.err);
    char path[512];
    const size_t n = strcspn(name, " ");
    SL_CHECK(n < sizeof path);
    memcpy(path, name, n);
    path[n] = 0;
    SL_CHECK(rename("w.params", path) == 0);
    CLI_OK("prove", WINDOW_VANILLA, "--out", "p", "--rs", RS);
    SL_CHECK(cli_file_is("p", WINDOW_PROOF));
}

/* No output takes the place of an input or of the other output, whatever name it goes by. */
SL_TEST(outputs_replace_no_input) {
    cli_enter();
    cli_window_key();
    size_t n;
    char *meta = cli_file_read(WINDOW_META, &n);
    cli_file_write("m", meta, n);
    free(meta);
    SL_CHECK(symlink("w.params", "link") == 0);
    CLI_FAILS(2, "--out w.params", PROVE_WINDOW, "--out", "w.params");
    CLI_FAILS(2, "--out ./link", PROVE_WINDOW, "--out", "./link");
    CLI_FAILS(2, "--picture link", PROVE_WINDOW, "--out", "p", "--picture", "link");
    CLI_FAILS(2, "--picture p", PROVE_WINDOW, "--out", "p", "--picture", "p");
    CLI_FAILS(2, "--out m", "prove", "--vanilla", WINDOW "vanilla-0.bin", WINDOW "vanilla-1.bin", "--meta", "./m",
              "--params", "w.params", "--out", "m");
    CLI_FAILS(2, "--out m", "prove", "--c1", "m", "--params", "w.params", "--out", "m");
    CLI_FAILS(2, "--out m", "prove", "--vanilla", WINDOW "vanilla-0.bin", "m", "--meta", WINDOW_META, "--params",
              "w.params", "--out", "m");
    SL_CHECK(cli_file_is("m", WINDOW_META));
    SL_CHECK(!cli_file_exists("p"));
    CLI_OK(PROVE_WINDOW, "--out", "p", "-q");
    CLI_OK(VERIFY_WINDOW, "--proof", "p");
}

/* After any failure there is no output file, and an old one is as it was. */
SL_TEST(no_output_after_a_failure) {
    cli_enter();
    cli_window_key();
    static const char old[] = "old";
    for (int pass = 0; pass < 2; pass++) {
        CLI_FAILS(3, "no such folder", PROVE_WINDOW, "--out", "no/folder/p");
        CLI_FAILS(3, "no such folder", PROVE_WINDOW, "--out", "p", "--picture", "no/folder/p.svg");
        CLI_FAILS(3, "folder", PROVE_WINDOW, "--out", ".");
        CLI_FAILS(3, "missing.params", "prove", WINDOW_VANILLA, "--params", "missing.params", "--out", "p");
        CLI_FAILS(3, "missing.bin", "prove", "--vanilla", WINDOW "vanilla-0.bin", "missing.bin", "--meta", WINDOW_META,
                  "--params", "w.params", "--out", "p");
        CLI_FAILS(3, "expected 2, one for each sector", "prove", "--vanilla", WINDOW "vanilla-0.bin", "--meta",
                  WINDOW_META, "--params", "w.params", "--out", "p");
        CLI_FAILS(3, "sector", "prove", "--vanilla", WINDOW "vanilla-1.bin", WINDOW "vanilla-0.bin", "--meta",
                  WINDOW_META, "--params", "w.params", "--out", "p");
        CLI_FAILS(3, "modulus", PROVE_WINDOW, "--out", "p", "--rs",
                  "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff," SCALAR_3);
        CLI_FAILS(4, "MiB", PROVE_WINDOW, "--out", "p", "--budget", "4MiB");
        if (pass == 0) {
            SL_CHECK(!cli_file_exists("p"));
            cli_file_write("p", old, sizeof old);
            cli_file_write("kept", old, sizeof old);
        } else {
            SL_CHECK(cli_file_is("p", "kept"));
        }
    }
    SL_CHECK_EQ_U64(cli_files_n("."), 4);
    CLI_OK(PROVE_WINDOW, "--out", "p", "-q");
    CLI_OK(VERIFY_WINDOW, "--proof", "p");
    SL_CHECK_EQ_U64(cli_files_n("."), 4);
}

SL_TEST_FULL(winning_round_trip) {
    cli_enter();
    CLI_OK("params", "generate", "winning-2KiB", "--toxic", TOXIC, "--out", "n.params", "-q");
#define WINNING FILECOIN "post/winning-2KiB/"
    SL_CHECK(cli_file_is("n.vk", FILECOIN "keys/winning-2KiB-seed1.vk"));
    CLI_OK("prove", "--vanilla", WINNING "vanilla-0.bin", "--meta", WINNING "meta.json", "--params", "n.params",
           "--out", "p", "--rs", RS);
    SL_CHECK(cli_file_is("p", FILECOIN "proofs/winning-2KiB.r2-s3.proof"));
    CLI_OK("verify", "--meta", WINNING "meta.json", "--vk", "n.vk", "--proof", "p");
    const cli_result run = CLI("verify", "--meta", WINNING "meta.json", "--vk", WINDOW_VK, "--proof", "p");
    CLI_CHECK_EXIT(run, 3);
    /* the wrong key for the input, in both directions */
    CLI_FAILS(3, "circuit window-2KiB", "prove", WINDOW_VANILLA, "--params", "n.params", "--out", "x");
    SL_CHECK(!cli_file_exists("x"));
}
