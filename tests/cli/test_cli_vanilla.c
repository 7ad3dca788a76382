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
    CLI_FAILS(4, "budget", SYNTH("update", "32KiB"), "--out", "x", "--threads", "1", "--budget", "9217KiB");
    CLI_FAILS(4, "budget", SYNTH("update", "32KiB"), "--out", "there", "--threads", "1", "--budget", "9217KiB");
    SL_CHECK_EQ_U64(cli_files_n("there"), 0);
    SL_CHECK_EQ_U64(cli_files_n("."), 1);
    const struct rlimit most = {.rlim_cur = 6000, .rlim_max = RLIM_INFINITY};
    SL_CHECK(setrlimit(RLIMIT_FSIZE, &most) == 0);
    CLI_FAILS(4, "meta.json", SYNTH("window", "2KiB"), MINER, "--sectors", "60", "--out", "x");
    CLI_FAILS(4, "meta.json", SYNTH("window", "2KiB"), MINER, "--sectors", "60", "--out", "there");
    SL_CHECK_EQ_U64(cli_files_n("there"), 0);
    SL_CHECK_EQ_U64(cli_files_n("."), 1);
}

#define FIVE_0 "five/vanilla-0.bin"
#define FIVE_1 "five/vanilla-1.bin"
#define FIVE_2 "five/vanilla-2.bin"
#define FIVE_3 "five/vanilla-3.bin"
#define FIVE_4 "five/vanilla-4.bin"
#define FIVE_META "--meta", "five/meta.json"

static void five_make(void) {
    cli_enter();
    cli_window_key();
    cli_file_write("rs", RS "\n", sizeof RS);
    CLI_OK(SYNTH("window", "2KiB"), MINER, "--sectors", "5", "--out", "five");
}

/* The last partition's one sector fills its two places; its own files are enough for a partition. */
SL_TEST_FULL(partitions_by_themselves_and_merged) {
    five_make();
    CLI_OK("prove", "--vanilla", FIVE_0, FIVE_1, FIVE_2, FIVE_3, FIVE_4, FIVE_META, "--params", "w.params", "--out",
           "all", "--rs", "@rs", "-q");
#define PROVE_OWN(k, ...) \
    "prove", "--partition", k, "--vanilla", __VA_ARGS__, FIVE_META, "--params", "w.params", "--rs", "@rs", "-q", "--out"
    CLI_OK(PROVE_OWN("0", FIVE_0, FIVE_1), "p0");
    CLI_OK(PROVE_OWN("1", FIVE_0, FIVE_1, FIVE_2, FIVE_3, FIVE_4), "p1");
    CLI_OK(PROVE_OWN("2", FIVE_4), "p2");
    CLI_FAILS(3, "expected 2, one for each sector of the partition, found 1", PROVE_OWN("1", FIVE_2), "x");
    CLI_FAILS(3, "sector 2 (number 14): sector_id: expected 14, found 12", PROVE_OWN("1", FIVE_0, FIVE_1), "x");
    CLI_FAILS(2, "partition 3", PROVE_OWN("3", FIVE_4), "x");
    CLI_OK("circuit", "check", "--partition", "2", "--vanilla", FIVE_4, FIVE_META);
    CLI_OK("witness", "--partition", "2", "--vanilla", FIVE_4, FIVE_META);

#define MERGE "merge", FIVE_META, "--vk", "w.vk", "--proofs"
    const cli_result run = CLI(MERGE, "p0", "p1", "p2", "--out", "merged", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_count(run.out, "partitions") == 3 && json_is(run.out, "valid", "true"));
    SL_CHECK(cli_file_is("merged", "all"));
    CLI_OK("verify", FIVE_META, "--vk", "w.vk", "--proof", "merged");
    /* In another order no proof is of its partition, and none is written. */
    CLI_FAILS(1, "p1: partition 0", MERGE, "p1", "p0", "p2", "--out", "x");
    CLI_FAILS(3, "expected 3, one for each partition, found 2", MERGE, "p0", "p1", "--out", "x");
    CLI_FAILS(3, "all: ", MERGE, "all", "p1", "p2", "--out", "x");
    cli_file_write("short", "short", 5);
    CLI_FAILS(3, "short: expected a proof of 192 bytes, found 5", MERGE, "p0", "p1", "short", "--out", "x");
    CLI_FAILS(3, "missing", MERGE, "p0", "p1", "missing", "--out", "x");
    CLI_FAILS(2, "another option names this file", MERGE, "p0", "p1", "p2", "--out", "p1");
    CLI_FAILS(2, "another option names this file", MERGE, "p0", "p1", "p2", "--vanilla", FIVE_0, FIVE_1, FIVE_2, FIVE_3,
              FIVE_4, "--out", FIVE_3);
    CLI_FAILS(2, "--proofs", "merge", FIVE_META, "--vk", "w.vk", "--out", "x");
    SL_CHECK(!cli_file_exists("x"));
}

/* A meta file that does not name two of the sectors whose proofs are there. */
SL_TEST(faulty_sectors_are_left_out) {
    five_make();
    CLI_OK(SYNTH("window", "2KiB"), "--miner", "1000", "--sector", "13", "--sectors", "3", "--out", "good");
    const cli_result run = CLI("prove", "--vanilla", FIVE_0, FIVE_1, FIVE_2, FIVE_3, FIVE_4, "--meta", "good/meta.json",
                               "--params", "w.params", "--out", "p");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strstr(run.err, "of sectors that the meta file does not name: 2") != NULL, "%s", run.err);
    CLI_OK("verify", "--meta", "good/meta.json", "--vk", "w.vk", "--proof", "p");
    CLI_FAILS(3, "sector 0 (number 13): sector_id: expected 13, found 12", "prove", "--vanilla", FIVE_0, FIVE_1, FIVE_2,
              "--meta", "good/meta.json", "--params", "w.params", "--out", "x");
    SL_CHECK(!cli_file_exists("x"));
}

/* One changed byte of one path, told before any work. */
SL_TEST(changed_byte_is_named_before_proving) {
    five_make();
    size_t n;
    char *blob = cli_file_read(FIVE_3, &n);
    /* sector_id, comm_r, two counts, six paths of 604 bytes; in the next one the highest level's first sibling. */
    const size_t path_bytes = 4 + 32 + 32 + 8 + 2 * (8 + 7 * 32 + 8), at = 56 + 6 * path_bytes + 84 + 7 * 32 + 16;
    blob[at] = (char)(blob[at] ^ 1);
    cli_file_write(FIVE_3, blob, n);
    free(blob);
    CLI_FAILS(3, "five/vanilla-3.bin: sector 3 (number 15): challenge 6: inclusion_proof: path level 1, sibling 0",
              "prove", "--vanilla", FIVE_0, FIVE_1, FIVE_2, FIVE_3, FIVE_4, FIVE_META, "--params", "w.params", "--out",
              "x");
    SL_CHECK(!cli_file_exists("x"));
    /* It does not concern another partition. */
    CLI_OK("witness", "--partition", "0", "--vanilla", FIVE_0, FIVE_1, FIVE_2, FIVE_3, FIVE_4, FIVE_META);
}

SL_TEST(update_partition_by_its_own_file) {
    cli_enter();
    CLI_OK(SYNTH("update", "16KiB"), "--out", "u");
    cli_result run = CLI("witness", "--partition", "1", "--vanilla", "u/vanilla-1.bin", "--meta", "u/meta.json");
    CLI_CHECK_EXIT(run, 0);
    cli_file_write("own", run.out, run.out_n);
    run =
        CLI("witness", "--partition", "1", "--vanilla", "u/vanilla-0.bin", "u/vanilla-1.bin", "--meta", "u/meta.json");
    CLI_CHECK_EXIT(run, 0);
    cli_file_write("all", run.out, run.out_n);
    SL_CHECK(cli_file_is("own", "all"));
    CLI_FAILS(3, "u/vanilla-0.bin: partition 1: challenge 0", "witness", "--partition", "1", "--vanilla",
              "u/vanilla-0.bin", "--meta", "u/meta.json");
}

SL_TEST(benches_make_their_inputs) {
    cli_enter();
    SL_CHECK(setenv("TMPDIR", ".", 1) == 0);
    static const char *const circuits[] = {"winning-2KiB", "window-8MiB", "update-2KiB", "update-poseidon-2KiB"};
    for (size_t i = 0; i < SL_ARRAY_N(circuits); i++) {
        const cli_result run = CLI("bench", "witness", "--circuit", circuits[i], "--synthetic", "--reps", "1");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(strstr(run.out, circuits[i]) != NULL, "%s", run.out);
        SL_CHECK_EQ_U64(cli_files_n("."), 0);
    }
    CLI_FAILS(2, "have synthetic inputs", "bench", "witness", "--circuit", "gadget-poseidon-8", "--synthetic");
}

/* 25,839 public inputs of a partition that one sector fills up. */
SL_TEST(publics_of_a_large_partition) {
    cli_enter();
    CLI_OK(SYNTH("window", "32GiB"), MINER, "--out", "w");
    const cli_result run = CLI("publics", "--vanilla", "w/vanilla-0.bin", "--meta", "w/meta.json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(run.out_n, 2349 * 11 * 65);
    SL_CHECK_MEM(run.out, run.out + (size_t)2348 * 11 * 65, 11 * 65);
    CLI_FAILS(2, "partition", "publics", "--meta", "w/meta.json", "--partition", "1");
}

/* Exchanges two points of the key's l, which begins behind the verifying key and the 2^15 - 1 points of h. */
static void key_points_exchange(const char *path) {
    enum { VK = 3076, POINT = 96, L = VK + 4 + 32767 * POINT + 4 };
    char points[2 * POINT];
    FILE *f = fopen(path, "r+b");
    SL_CHECK(f != NULL && fseek(f, L, SEEK_SET) == 0 && fread(points, 1, sizeof points, f) == sizeof points);
    SL_CHECK(fseek(f, L, SEEK_SET) == 0 && fwrite(points + POINT, 1, POINT, f) == POINT);
    SL_CHECK(fwrite(points, 1, POINT, f) == POINT && fclose(f) == 0);
}

/* Keys of another size with as many public inputs, and of another circuit with all counts equal: the proof fails. */
SL_TEST_FULL(keys_with_equal_counts) {
    static const char toxic[] = TOXIC, meta[] = WINDOW_META;
    five_make();
    CLI_OK("params", "generate", "window-4KiB", "--toxic", toxic, "--out", "other.params", "-q");
    CLI_OK("prove", WINDOW_VANILLA, "--params", "w.params", "--out", "p", "-q");
    const cli_result run = CLI("verify", "--meta", meta, "--vk", "other.vk", "--proof", "p");
    CLI_CHECK_EXIT(run, 1);
    CLI_FAILS(3, "window-2KiB", "prove", WINDOW_VANILLA, "--params", "other.params", "--out", "x");
    CLI_FAILS(1, "p: partition 0", "merge", "--meta", meta, "--vk", "other.vk", "--proofs", "p", "--out", "x");
    key_points_exchange("w.params");
    CLI_FAILS(5, "verif", "prove", WINDOW_VANILLA, "--params", "w.params", "--out", "x");
    SL_CHECK(!cli_file_exists("x"));
}
