// SPDX-License-Identifier: MIT OR Apache-2.0
/* params generate, inspect, check, and prove with files that are no keys, or not the right ones. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

#define PROVE_WINDOW(key) "prove", WINDOW_VANILLA, "--params", key, "--out", "p"

/* A small key, k.params and k.vk, of a fixed seed. */
static void small_key(void) {
    CLI_OK("params", "generate", "gadget-poseidon-2", "--seed", SCALAR_3, "--out", "k.params", "-q");
}

/* Moves the time of change back, so that a check may be remembered. */
static void age(const char *path, long seconds) {
    struct stat info;
    SL_CHECK(stat(path, &info) == 0);
    const struct timespec times[2] = {info.st_atim, {info.st_mtim.tv_sec - seconds, info.st_mtim.tv_nsec}};
    SL_CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static void patch(const char *path, long at, const void *bytes, size_t n) {
    FILE *f = fopen(path, "r+b");
    SL_CHECK(f != NULL && fseek(f, at, SEEK_SET) == 0 && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

SL_TEST(generate) {
    cli_enter();
    cli_result run = CLI("params", "generate", "window-2k", "--toxic", TOXIC, "--out", "w.params", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "circuit", "\"window-2KiB\""));
    SL_CHECK(json_is(run.out, "sha256", "\"8a79181fe9e4ff1a278906164a6b425efe6b5fdc1dab92bf856623726e65d0fc\""));
    SL_CHECK_EQ_U64(json_count(run.out, "bytes"), 11501496);
    SL_CHECK(json_number(run.out, "wall_s") > 0 && json_number(run.out, "cpu_s") > 0);
    SL_CHECK(json_count(run.out, "peak_rss_bytes") > 1 << 20);
    SL_CHECK_MSG(strstr(run.err, "test key") != NULL && strstr(run.err, "proves nothing") != NULL, "%s", run.err);
    SL_CHECK(cli_file_is("w.vk", WINDOW_VK));
    SL_CHECK_EQ_U64(cli_files_n("."), 2);
}

SL_TEST(generate_small) {
    cli_enter();
    small_key();
    cli_result run = CLI("params", "generate", "gadget-poseidon-2", "--seed", SCALAR_3, "--out", "-");
    CLI_CHECK_EXIT(run, 0);
    cli_file_write("piped", run.out, run.out_n);
    SL_CHECK(cli_file_is("piped", "k.params"));
    SL_CHECK(strstr(run.err, "-\n") != NULL); /* the digest's line */
    SL_CHECK_EQ_U64(cli_files_n("."), 3);
    /* without secrets: at random, each time another */
    CLI_OK("params", "generate", "gadget-poseidon-2", "--out", "a.b.params");
    CLI_OK("params", "generate", "gadget-poseidon-2", "--out", "c");
    SL_CHECK(cli_file_exists("a.b.vk") && cli_file_exists("c.vk") && !cli_file_is("a.b.vk", "c.vk"));
    const size_t n = cli_files_n(".");
    CLI_FAILS(3, "name of the .vk", "params", "generate", "gadget-poseidon-2", "--out", "x.vk");
    CLI_FAILS(3, "nonsense", "params", "generate", "nonsense", "--out", "x");
    CLI_FAILS(3, "no such folder", "params", "generate", "gadget-poseidon-2", "--out", "no/x");
    CLI_FAILS(3, "missing.json", "params", "generate", "gadget-poseidon-2", "--out", "x", "--toxic", "missing.json");
    cli_file_write("toxic.json", "{\"g1\":\"00\"}", 11);
    CLI_FAILS(3, "toxic.json", "params", "generate", "gadget-poseidon-2", "--out", "x", "--toxic", "toxic.json");
    CLI_FAILS(2, "names this file", "params", "generate", "gadget-poseidon-2", "--out", "toxic.json", "--toxic",
              "toxic.json");
    SL_CHECK_EQ_U64(cli_files_n("."), n + 1);
    run = CLI_IN(TOXIC, "params", "generate", "gadget-poseidon-2", "--toxic", "-", "--out", "x", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0);
}

SL_TEST(generate_folded) {
    cli_enter();
    small_key();
    CLI_OK("params", "fold", "k.params", "--seed", SCALAR_3, "--out", "f", "-q");
    cli_result run =
        CLI("params", "generate", "gadget-poseidon-2", "--seed", SCALAR_3, "--folded", "--out", "g.params", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(cli_file_is("g.params", "f") && cli_file_is("g.vk", "k.vk"));
    SL_CHECK_EQ_U64(cli_files_n("."), 5);
    struct stat info;
    SL_CHECK(stat("f", &info) == 0);
    SL_CHECK_EQ_U64(json_count(run.out, "bytes"), (unsigned long long)info.st_size);
}

SL_TEST(inspect) {
    cli_enter();
    small_key();
    cli_result run = CLI("params", "inspect", "k.params");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(run.err_n == 0 && strstr(run.out, "serves: gadget-poseidon-2\n") != NULL, "%s", run.out);
    run = CLI("params", "inspect", "k.params", "--json", "-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && run.err_n == 0 && json_is(run.out, "circuits", "[\"gadget-poseidon-2\"]"));
    struct stat info;
    SL_CHECK(stat("k.params", &info) == 0);
    SL_CHECK_EQ_U64(json_count(run.out, "bytes"), (unsigned long long)info.st_size);
    static const char *const names[] = {"\"ic\"", "\"h\"", "\"l\"", "\"a\"", "\"b_g1\"", "\"b_g2\""};
    const char *section = json_member(run.out, "sections") + 1;
    unsigned long long end = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        SL_CHECK(json_is(section, "name", names[i]) && json_count(section, "count") > 0);
        end = json_count(section, "offset") + json_count(section, "bytes");
        section = json_value_end(section) + 1;
    }
    SL_CHECK_EQ_U64(end, (unsigned long long)info.st_size);
    CLI_FAILS(3, "missing", "params", "inspect", "missing");
    CLI_FAILS(3, "folder", "params", "inspect", ".");
}

SL_TEST(check_remembers_a_good_key) {
    cli_enter();
    small_key();
    age("k.params", 100);
    cli_result run = CLI("params", "check", "k.params");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strstr(run.out, ": good, ") != NULL && strstr(run.out, "before") == NULL, "%s", run.out);
#define CHECK_JSON(...) CLI("params", "check", "k.params", "--json", __VA_ARGS__)
    run = CHECK_JSON("-q");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_lines(run.out) == 1 && json_is(run.out, "remembered", "true") && run.err_n == 0);
    SL_CHECK(strlen(json_member(run.out, "digest")) > 34 && json_count(run.out, "points") > 300);
    run = CLI("params", "check", "k.params");
    SL_CHECK(strstr(run.out, "(checked before)") != NULL);
    /* asked to, or for more than was checked, or after a touch, the file is read again */
    run = CHECK_JSON("--force");
    SL_CHECK(json_is(run.out, "remembered", "false"));
    run = CHECK_JSON("--subgroup");
    SL_CHECK(json_is(run.out, "remembered", "false") && json_is(run.out, "subgroup", "true"));
    run = CHECK_JSON("--subgroup");
    SL_CHECK(json_is(run.out, "remembered", "true"));
    age("k.params", 1);
    run = CHECK_JSON("-q");
    SL_CHECK(json_is(run.out, "remembered", "false"));
    /* a bad one is never remembered, whatever its time says */
    struct stat info;
    SL_CHECK(stat("k.params", &info) == 0);
    patch("k.params", info.st_size - 10, "\x55", 1);
    age("k.params", 10);
    for (int i = 0; i < 2; i++) {
        CLI_FAILS(3, "E_CORRUPT", "params", "check", "k.params");
    }
    /* nowhere to remember: checked each time */
    small_key();
    age("k.params", 100);
    SL_CHECK(setenv("XDG_CACHE_HOME", "/proc/no/such/folder", 1) == 0);
    for (int i = 0; i < 2; i++) {
        run = CHECK_JSON("-q");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK(json_is(run.out, "remembered", "false"));
    }
}

/* Truncated, corrupt, unknown and mismatched are different answers, with different words. */
SL_TEST(check_tells_failures_apart) {
    cli_enter();
    small_key();
    CLI_OK("params", "generate", "gadget-poseidon-2", "--out", "other.params", "-q");
    CLI_FAILS(3, "E_UNKNOWN", "params", "check", "missing.params");
    CLI_OK("params", "check", "k.params", "--vk", "k.vk");
    CLI_FAILS(3, "E_MISMATCH", "params", "check", "k.params", "--vk", "other.vk");
    CLI_FAILS(3, "missing.vk", "params", "check", "k.params", "--vk", "missing.vk");

    cli_result run = CLI("params", "check", "k.params", "--json");
    char digest[40], manifest[512];
    (void)snprintf(digest, sizeof digest, "%.32s", json_member(run.out, "digest") + 1);
#define MANIFEST(fmt, ...)                                           \
    do {                                                             \
        (void)snprintf(manifest, sizeof manifest, fmt, __VA_ARGS__); \
        cli_file_write("m.json", manifest, strlen(manifest));        \
    } while (0)
#define CHECK_MANIFEST "params", "check", "k.params", "--manifest", "m.json"
    MANIFEST("{\"x\":{\"digest\":\"%s\"},\"k.params\":{\"cid\":\"Qm\",\"digest\":\"%s\",\"sector_size\":2048}}",
             &SCALAR_2[32], digest);
    CLI_OK(CHECK_MANIFEST);
    MANIFEST("{\"x.params\":{\"digest\":\"%s\"}}", digest);
    CLI_FAILS(3, "E_UNKNOWN", CHECK_MANIFEST);
    MANIFEST("{\"k.params\":{\"digest\":\"%s\"}}", "00112233445566778899aabbccddeeff");
    CLI_FAILS(1, "E_DIFFERS", CHECK_MANIFEST);
    MANIFEST("{\"k.params\":{\"digest\":\"%s\"},\"x.params\":{\"digest\":\"%s\"}}", "00112233445566778899aabbccddeeff",
             digest);
    CLI_FAILS(3, "E_MISMATCH", CHECK_MANIFEST);
    MANIFEST("{\"k.params\":{\"digest\":\"%s\"", digest);
    CLI_FAILS(3, "m.json", CHECK_MANIFEST);
    CLI_FAILS(3, "missing.json", "params", "check", "k.params", "--manifest", "missing.json");
}

#define POREP_2K                                                                       \
    "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-" \
    "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f"

/* A file that has the name of a published key is that key, or the answer is no. */
SL_TEST(check_knows_published_names) {
    cli_enter();
    small_key();
    cli_result run = CLI("params", "check", "k.params");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strstr(run.out, "not published") != NULL, "%s", run.out);
    run = CLI("params", "check", "k.params", "--json");
    SL_CHECK(strstr(run.out, "published") == NULL);
    char digest[33], manifest[512];
    (void)snprintf(digest, sizeof digest, "%.32s", json_member(run.out, "digest") + 1);
    SL_CHECK(rename("k.params", POREP_2K ".params") == 0 && rename("k.vk", POREP_2K ".vk") == 0);
    CLI_FAILS(1, "434fb1338ecfaf0f59256f30dde4968f", "params", "check", POREP_2K ".params");
    CLI_FAILS(1, digest, "params", "check", POREP_2K ".params");
    CLI_FAILS(1, "dc1ade9929ade1708238f155343044ac", "params", "check", POREP_2K ".vk");
    /* another network's list takes the place of the one built in */
    (void)snprintf(manifest, sizeof manifest, "{\"" POREP_2K ".params\":{\"digest\":\"%s\"}}", digest);
    cli_file_write("m.json", manifest, strlen(manifest));
    CLI_OK("params", "check", POREP_2K ".params", "--manifest", "m.json");
    CLI_FAILS(3, "E_UNKNOWN", "params", "check", POREP_2K ".vk", "--manifest", "m.json");
}

/* Verifying keys by themselves; the digest is that of another program (b2sum). */
SL_TEST(check_of_a_verifying_key) {
    cli_enter();
    cli_result run = CLI("params", "check", WINDOW_VK, "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "digest", "\"1356465a7250ed9ebfd89d72571a0e3c\""));
    SL_CHECK_EQ_U64(json_count(run.out, "points"), 6 + (3076 - 868) / 96);
    CLI_FAILS(2, "takes no other", "params", "check", WINDOW_VK, "--vk", WINDOW_VK);
    CLI_FAILS(3, "missing.vk", "params", "check", "missing.vk");
    size_t n;
    char *bytes = cli_file_read(WINDOW_VK, &n);
    cli_file_write("cut.vk", bytes, n - 1);
    CLI_FAILS(3, "E_TRUNCATED", "params", "check", "cut.vk");
    bytes[n - 1] ^= 1;
    cli_file_write("bad.vk", bytes, n);
    CLI_FAILS(3, "E_CORRUPT", "params", "check", "bad.vk");
    free(bytes);
}

SL_TEST(damaged_files) {
    static const char html[] =
        "<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body>not here</body></html>\n";
    cli_enter();
    small_key();
    size_t n;
    char *good = cli_file_read("k.params", &n);
    SL_CHECK(unlink("k.vk") == 0);
    char *doubled = malloc(2 * n);
    SL_CHECK(doubled != NULL);
    memcpy(doubled, good, n);
    memcpy(doubled + n, good, n);
    static char page[4000];
    for (size_t i = 0; i < sizeof page; i++) {
        page[i] = html[i % (sizeof html - 1)];
    }
    const struct {
        const void *bytes;
        size_t n;
        const char *said;
    } cases[] = {
        {good, 0, "E_TRUNCATED"},         {good, 100, "E_TRUNCATED"},
        {good, 866, "E_TRUNCATED"},       {good, n / 2, "E_TRUNCATED"},
        {good, n - 1, "E_TRUNCATED"},     {doubled, n + 1, "E_TRUNCATED"},
        {doubled, 2 * n, "E_TRUNCATED"},  {html, sizeof html - 1, "E_TRUNCATED"},
        {page, sizeof page, "E_CORRUPT"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cli_file_write("k.params", cases[i].bytes, cases[i].n);
        static const char *const verbs[] = {"inspect", "check"};
        for (size_t v = 0; v < 2; v++) {
            const cli_result run = CLI("params", verbs[v], "k.params");
            SL_CHECK_MSG(run.exit_status == 3 && run.out_n == 0, "%zu bytes: exit status %d", cases[i].n,
                         run.exit_status);
            SL_CHECK_MSG(strstr(run.err, cases[i].said) != NULL && strstr(run.err, "k.params") != NULL,
                         "%zu bytes: %s: no %s", cases[i].n, run.err, cases[i].said);
        }
    }
    /* cut, and filled with zeros to the right length */
    memset(doubled + n / 2, 0, n - n / 2);
    cli_file_write("k.params", doubled, n);
    CLI_FAILS(3, "E_", "params", "check", "k.params");
    free(doubled);
    free(good);
}

/* Counts of sections: each at 0, one less, one more, and so large that sizes wrap. */
SL_TEST(changed_counts) {
    cli_enter();
    small_key();
    SL_CHECK(unlink("k.vk") == 0);
    const cli_result inspected = CLI("params", "inspect", "k.params", "--json");
    CLI_CHECK_EXIT(inspected, 0);
    long at[6];
    uint32_t counts[6];
    const char *section = json_member(inspected.out, "sections") + 1;
    for (size_t i = 0; i < 6; i++) {
        at[i] = (long)json_count(section, "offset") - 4;
        counts[i] = (uint32_t)json_count(section, "count");
        section = json_value_end(section) + 1;
    }
    for (size_t i = 0; i < 6; i++) {
        const uint32_t wrong[] = {0,          counts[i] - 1,       counts[i] + 1,
                                  UINT32_MAX, UINT32_MAX / 96 + 2, UINT32_MAX / 192 + 2};
        for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
            const uint8_t bytes[4] = {(uint8_t)(wrong[k] >> 24), (uint8_t)(wrong[k] >> 16), (uint8_t)(wrong[k] >> 8),
                                      (uint8_t)wrong[k]};
            patch("k.params", at[i], bytes, 4);
            const cli_result run = CLI("params", "inspect", "k.params");
            SL_CHECK_MSG(run.exit_status == 3 && run.out_n == 0, "section %zu with %u points: %d: %s", i, wrong[k],
                         run.exit_status, run.err);
            SL_CHECK(strstr(run.err, "k.params") != NULL);
        }
        const uint8_t right[4] = {(uint8_t)(counts[i] >> 24), (uint8_t)(counts[i] >> 16), (uint8_t)(counts[i] >> 8),
                                  (uint8_t)counts[i]};
        patch("k.params", at[i], right, 4);
    }
    CLI_OK("params", "check", "k.params");
}

SL_TEST(prove_with_what_is_no_key) {
    static const char html[] = "<html>not found</html>";
    cli_enter();
    small_key();
    cli_window_key();
    CLI_FAILS(3, "circuit window-2KiB", PROVE_WINDOW("k.params"));
    const cli_result run = CLI(PROVE_WINDOW("k.params"));
    SL_CHECK_MSG(strstr(run.err, "E_MISMATCH") != NULL && strstr(run.err, "k.params") != NULL &&
                     strstr(run.err, "23") != NULL,
                 "%s", run.err);
    cli_file_write("html.params", html, sizeof html);
    CLI_FAILS(3, "html.params", PROVE_WINDOW("html.params"));
    CLI_FAILS(3, "E_UNKNOWN", PROVE_WINDOW("missing.params"));
    /* the .vk beside the key is not that of the key */
    SL_CHECK(rename("w.vk", "kept.vk") == 0 && rename("k.vk", "w.vk") == 0);
    CLI_FAILS(3, "w.vk", PROVE_WINDOW("w.params"));
    CLI_FAILS(3, "E_MISMATCH", "params", "check", "w.params");
    SL_CHECK(rename("kept.vk", "w.vk") == 0);
    /* a point of l that is none: section and index are named */
    patch("w.params", 3148716 + 96 * 20000 + 50, "\xaa\xbb", 2);
    CLI_FAILS(3, "E_CORRUPT", PROVE_WINDOW("w.params"));
    CLI_FAILS(3, "section l: point 20000", PROVE_WINDOW("w.params"));
    CLI_FAILS(3, "section l: point 20000", "params", "check", "w.params");
    SL_CHECK(truncate("w.params", 5000000) == 0);
    CLI_FAILS(3, "E_TRUNCATED", PROVE_WINDOW("w.params"));
    SL_CHECK(!cli_file_exists("p"));
}

SL_TEST_FULL(fold) {
    cli_enter();
    CLI_OK("params", "generate", "window-2KiB", "--toxic", TOXIC, "--out", "w.params", "-q");
    cli_result run = CLI("params", "fold", "w.params", "--toxic", TOXIC, "--out", "w.folded", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "circuit", "\"window-2KiB\"") && json_is(run.out, "file", "\"w.folded\""));
    SL_CHECK_EQ_U64(json_count(run.out, "bytes"), 11503884);
    SL_CHECK(strstr(run.err, "plan: ") != NULL);
    run = CLI("params", "inspect", "w.folded", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "folded_from", "\"c08865b06785de5ad088d3c247833b55\""));
    run = CLI("params", "inspect", "w.folded");
    SL_CHECK(strstr(run.out, "folded from the key of digest c08865b06785de5ad088d3c247833b55") != NULL);
    CLI_OK("params", "check", "w.folded", "--original", "w.params");
    CLI_OK("prove", WINDOW_VANILLA, "--params", "w.folded", "--out", "p", "--rs", RS);
    SL_CHECK(cli_file_is("p", WINDOW_PROOF));
    const size_t n = cli_files_n(".");
    CLI_FAILS(3, "folded already", "params", "fold", "w.folded", "--out", "x", "--toxic", TOXIC);
    CLI_FAILS(3, "not those of this key", "params", "fold", "w.params", "--out", "x", "--seed", SCALAR_2);
    CLI_FAILS(2, "--out", "params", "fold", "w.params");
    CLI_FAILS(2, "exclude", "params", "fold", "w.params", "--out", "x", "--seed", SCALAR_2, "--toxic", TOXIC);
    CLI_FAILS(3, "circuit", "params", "fold", "w.params", "--out", "x", "--circuit", "gadget-poseidon-2");
    CLI_FAILS(4, "folding this key needs", "params", "fold", "w.params", "--out", "x", "--budget", "16MiB");
    CLI_FAILS(3, "w.params", "params", "check", "w.params", "--original", "w.params");
    CLI_FAILS(2, "goes with --original", "params", "check", "w.folded", "--circuit", "window-2KiB");
    /* the key is not lost to its folded one, by whatever name */
    CLI_FAILS(2, "is the key itself", "params", "fold", "w.params", "--out", "w.params", "--toxic", TOXIC);
    SL_CHECK(symlink("w.params", "link") == 0);
    CLI_FAILS(2, "is the key itself", "params", "fold", "w.params", "--out", "link", "--toxic", TOXIC);
    CLI_OK("params", "check", "w.folded", "--original", "link");
    SL_CHECK(unlink("link") == 0);
    SL_CHECK_EQ_U64(cli_files_n("."), n);
    /* another key's, by its digest */
    CLI_OK("params", "generate", "window-2KiB", "--seed", SCALAR_2, "--out", "v.params", "-q");
    CLI_FAILS(3, "another digest", "params", "check", "w.folded", "--original", "v.params");
}

/* Small enough to be folded without the secrets. */
SL_TEST(fold_without_secrets) {
    cli_enter();
    small_key();
    CLI_OK("params", "fold", "k.params", "--out", "a", "--circuit", "gadget-poseidon-2");
    CLI_OK("params", "fold", "k.params", "--out", "b", "--seed", SCALAR_3);
    SL_CHECK(cli_file_is("a", "b"));
}

/* What a killed process has left is taken up, or refused where it is another's. */
SL_TEST(generate_goes_on) {
    cli_enter();
    small_key();
    cli_file_write("o.params.part", "left", 4);
    CLI_FAILS(3, "without its .state", "params", "generate", "gadget-poseidon-2", "--seed", SCALAR_3, "--out",
              "o.params");
    SL_CHECK(cli_file_exists("o.params.part") && !cli_file_exists("o.params.state"));
    CLI_FAILS(4, "key generation needs", "params", "generate", "gadget-poseidon-2", "--out", "x", "--budget", "11MiB");
    CLI_OK("params", "generate", "gadget-poseidon-2", "--seed", SCALAR_3, "--out", "s.params", "--budget", "24MiB");
    SL_CHECK(cli_file_is("s.params", "k.params"));
}
