// SPDX-License-Identifier: MIT OR Apache-2.0
// The JSON forms of C1: what serde accepts, what it refuses, and the wrapper.
#include "harness/test.h"
#include "proof/circuits/inputs/base64.h"
#include "proof/circuits/inputs/c1.h"

static sluice_error err;
static sl_pool *pool;

typedef struct text {
    char *at;
    size_t n;
} text;

static text load(const char *name) {
    char path[160];
    (void)snprintf(path, sizeof path, "filecoin/porep/2KiB-v1_1-seed1/%s", name);
    text t;
    t.at = (char *)sl_test_vector_read(path, &t.n);
    return t;
}

static sluice_status try_c1(const char *bytes, size_t n, const sl_c1_options *options) {
    sl_c1 *c1;
    err.text[0] = 0;
    if (pool == NULL) {
        SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    }
    sluice_status status = sl_c1_parse(&c1, (const uint8_t *)bytes, n, options, &err);
    if (status == SLUICE_OK) {
        status = sl_c1_check(c1, &sl_kernels_portable, pool, &err);
        sl_c1_close(c1);
    }
    return status;
}

/* The text with the first `from` replaced by `to`. */
static text replaced(text t, const char *from, const char *to) {
    const char *const at = strstr(t.at, from);
    SL_CHECK_MSG(at != NULL, "%s", from);
    const size_t head = (size_t)(at - t.at), from_n = strlen(from), to_n = strlen(to);
    text out = {.n = t.n - from_n + to_n};
    out.at = malloc(out.n + 1);
    SL_CHECK(out.at != NULL);
    memcpy(out.at, t.at, head);
    memcpy(out.at + head, to, to_n);
    memcpy(out.at + head + to_n, at + from_n, t.n - head - from_n + 1);
    return out;
}

static void expect_replaced(text t, const char *from, const char *to, sluice_status status, const char *says) {
    const text bad = replaced(t, from, to);
    const sluice_status got = try_c1(bad.at, bad.n, NULL);
    SL_CHECK_MSG(got == status, "%s -> %s: %s: %s", from, to, sluice_status_name(got), err.text);
    SL_CHECK_MSG(strstr(err.text, says) != NULL, "%s -> %s: %s", from, to, err.text);
    free(bad.at);
}

/* Copies the JSON value at *in with the keys of every object in reverse order and blanks around every token. */
static char *reversed(const char **in, char *out) {
    if (**in != '{' && **in != '[') {
        const char *from = *in;
        *in += *from == '"';
        *in += strcspn(*in, *from == '"' ? "\"" : ",]}");
        *in += *from == '"';
        memcpy(out, from, (size_t)(*in - from));
        return out + (*in - from);
    }
    const bool is_object = *(*in)++ == '{';
    *out++ = is_object ? '{' : '[';
    *out++ = '\n';
    char *items[64];
    size_t sizes[64], n = 0;
    for (; **in != '}' && **in != ']'; *in += **in == ',') {
        char *const from = out;
        if (is_object) {
            out = reversed(in, out);
            SL_CHECK(*(*in)++ == ':');
            *out++ = '\t';
            *out++ = ':';
            *out++ = ' ';
        }
        out = reversed(in, out);
        *out++ = ' ';
        SL_CHECK(n < 64);
        items[n] = from;
        sizes[n++] = (size_t)(out - from);
    }
    (*in)++;
    // Put the items in order, with commas, by way of a copy.
    char *const begin = n > 0 ? items[0] : out;
    char *const copy = malloc((size_t)(out - begin) + 1);
    SL_CHECK(copy != NULL);
    memcpy(copy, begin, (size_t)(out - begin));
    out = begin;
    for (size_t k = 0; k < n; k++) {
        const size_t i = is_object ? n - 1 - k : k;
        if (k > 0) {
            *out++ = ',';
        }
        memcpy(out, copy + (items[i] - begin), sizes[i]);
        out += sizes[i];
    }
    free(copy);
    *out++ = is_object ? '}' : ']';
    return out;
}

SL_TEST(any_order_and_whitespace) {
    const text t = load("c1.json");
    char *const out = malloc(8 * t.n);
    SL_CHECK(out != NULL);
    const char *in = t.at;
    const size_t n = (size_t)(reversed(&in, out) - out);
    SL_CHECK(n > t.n && strstr(out, "registered_proof") > strstr(out, "vanilla_proofs"));
    SL_CHECK_OK(try_c1(out, n, NULL));
    free(out);
    free(t.at);
}

SL_TEST(unknown_keys_and_escapes) {
    const text t = load("c1.json");
    static const char *const good[][2] = {
        {"{\"registered_proof\"", "{\"new\":[{},[1.5e3,\"x\\\"\"],null],\"registered_proof\""},
        {"{\"comm_d_proofs\"", "{\"SectorNum\":-1,\"comm_d_proofs\""},
        {"\"index\":1}", "\"index\":1,\"note\":{\"index\":7}}"},
        {"\"_h\":null", "\"_h\":null,\"_g\":false"},
        {"\"ticket\"", "\"\\u0074icket\""},
        {"\"StackedDrg2KiBV1_1\"", "\"\\u0053tackedDrg2KiBV1_1\""},
    };
    for (size_t i = 0; i < SL_ARRAY_N(good); i++) {
        const text same = replaced(t, good[i][0], good[i][1]);
        SL_CHECK_OK(try_c1(same.at, same.n, NULL));
        free(same.at);
    }
    free(t.at);
}

SL_TEST(refused) {
    const text t = load("c1.json");
    static const struct {
        const char *from, *to;
        sluice_status status;
        const char *says;
    } bad[] = {
        {",\"_h\":null", "", SLUICE_E_INPUT, "expected key \"_h\""},
        {"\"_h\":null", "\"_h\":0", SLUICE_E_INPUT, "c_x.column._h"},
        {"\"_h\":null", "\"_h\":null,\"_h\":null", SLUICE_E_INPUT, "expected key \"_h\" once"},
        {"\"index\":1}", "\"index\":1,\"index\":1}", SLUICE_E_INPUT, "expected key \"index\" once"},
        {"\"index\":1}", "\"index\":2}", SLUICE_E_INPUT, "expected an index 0 to 1, found 2"},
        {"\"index\":1}", "\"index\":8}", SLUICE_E_INPUT, "path[0].index"},
        {"\"index\":1}", "\"index\":1.0}", SLUICE_E_INPUT, "path[0].index"},
        {"\"index\":1}", "\"index\":-1}", SLUICE_E_INPUT, "path[0].index"},
        {"\"layer_index\":1", "\"layer_index\":4294967296", SLUICE_E_INPUT, "labeling_proofs[0].layer_index"},
        {"\"node\":47", "\"node\":18446744073709551616", SLUICE_E_INPUT, "labeling_proofs[0].node"},
        {"\"node\":47", "\"node\":18446744073709551615", SLUICE_E_CORRUPT, "labeling_proofs[0].node"},
        {"\"node\":47", "\"node\":0", SLUICE_E_CORRUPT, "labeling_proofs[0].node"},
        {"\"root\":[31,", "\"root\":[256,", SLUICE_E_INPUT, "comm_d_proofs.data.Single.root"},
        {"\"root\":[31,", "\"root\":[31,31,", SLUICE_E_INPUT, "after 32 integers"},
        {"\"root\":[31,", "\"root\":[", SLUICE_E_INPUT, "32 integers"},
        {"\"Single\"", "\"Double\"", SLUICE_E_INPUT, "variants Single ... Top"},
        {"\"Single\"", "\"Sub\"", SLUICE_E_INPUT, "expected key \"base_proof\""},
        {"\"comm_r_last_proof\"", "\"comm_r_last\"", SLUICE_E_INPUT, "expected key \"comm_r_last_proof\""},
        {"\"comm_r\":[9", "\"comm_r\":[9,\"comm_r\":9", SLUICE_E_INPUT, "comm_r"},
        {"\"seed\"", "\"sead\"", SLUICE_E_INPUT, "expected key \"seed\""},
        {"StackedDrg2KiBV1_1", "StackedDrg2KiBV1_2", SLUICE_E_UNKNOWN, "found StackedDrg2KiBV1_2"},
        {"StackedDrg2KiBV1_1", "StackedDrg4KiBV1_1", SLUICE_E_MISMATCH, "vanilla_proofs: expected StackedDrg4KiBV1"},
        {"StackedDrg2KiBV1_1", "StackedDrg2KiBV1", SLUICE_E_CORRUPT, "partition 0, challenge 0: drg_parents[0]"},
        {"\"StackedDrg2KiBV1\"", "\"StackedDrg2KiBV2\"", SLUICE_E_INPUT, "vanilla_proofs"},
        {"\"StackedDrg2KiBV1\"", "\"StackedDrg8MiBV1\"", SLUICE_E_MISMATCH, "vanilla_proofs"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(bad); i++) {
        expect_replaced(t, bad[i].from, bad[i].to, bad[i].status, bad[i].says);
    }
    char *const longer = malloc(t.n + 2);
    SL_CHECK(longer != NULL);
    memcpy(longer, t.at, t.n);
    static const char tails[] = "{x,0";
    for (size_t i = 0; i < strlen(tails); i++) {
        longer[t.n] = tails[i];
        SL_CHECK_STATUS(try_c1(longer, t.n + 1, NULL), SLUICE_E_INPUT);
        SL_CHECK(strstr(err.text, "nothing after") != NULL);
    }
    free(longer);
    free(t.at);
}

SL_TEST(counts) {
    const text t = load("c1.json");
    // Partitions: none, an empty one, the same twice; challenges: one, three.
    char *const part = strstr(t.at, "[[{") + 1;
    char *const part_end = strstr(part, "}]]}") + 2;
    char *const second = strstr(part, "},{\"comm_d_proofs\"") + 1;
    const size_t part_n = (size_t)(part_end - part);
    char *const out = malloc(3 * t.n);
    SL_CHECK(out != NULL);
    const int head = (int)(part - t.at);
    int n = snprintf(out, 3 * t.n, "%.*s%s", head, t.at, part_end);
    SL_CHECK_STATUS(try_c1(out, (size_t)n, NULL), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "StackedDrg2KiBV1: expected at least 1 elements, found 0") != NULL);
    n = snprintf(out, 3 * t.n, "%.*s[]%s", head, t.at, part_end);
    SL_CHECK_STATUS(try_c1(out, (size_t)n, NULL), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "StackedDrg2KiBV1[0]: expected at least 1") != NULL);
    n = snprintf(out, 3 * t.n, "%.*s%.*s,%s", head, t.at, (int)part_n, part, part);
    SL_CHECK_STATUS(try_c1(out, (size_t)n, NULL), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "partitions: expected 1 for StackedDrg2KiBV1_1, found 2") != NULL);
    n = snprintf(out, 3 * t.n, "%.*s]%s", (int)(second - t.at - 1 + 1), t.at, part_end);
    SL_CHECK_STATUS(try_c1(out, (size_t)n, NULL), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "partition 0: expected 2 challenges") != NULL);
    n = snprintf(out, 3 * t.n, "%.*s,%s", (int)(part_end - 1 - t.at), t.at, second + 1);
    SL_CHECK_STATUS(try_c1(out, (size_t)n, NULL), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "expected 2 challenges for StackedDrg2KiBV1_1, found 3") != NULL);
    free(out);
    free(t.at);
}

SL_TEST(truncated) {
    static const char *const names[] = {"c1.json", "c1-wrapped.json", "c1.bin"};
    for (size_t f = 0; f < SL_ARRAY_N(names); f++) {
        const text t = load(names[f]);
        for (size_t n = 0; n + 1 < t.n; n += n < 300 || n + 300 > t.n ? 1 : 1 + sl_test_u64() % 2000) {
            // A copy of exactly this size, so that a sanitizer sees a read behind it.
            char *const part = malloc(n + (n == 0));
            SL_CHECK(part != NULL);
            memcpy(part, t.at, n);
            SL_CHECK_MSG(try_c1(part, n, NULL) != SLUICE_OK, "%s cut at %zu", names[f], n);
            free(part);
        }
        free(t.at);
    }
}

SL_TEST(zero_and_not_canonical) {
    const text t = load("c1.bin");
    static const char *const names[] = {"comm_r", "comm_d", "replica_id", "seed", "ticket"};
    for (unsigned i = 0; i < 5; i++) {
        char *const field = t.at + t.n - 32 * (5 - i);
        char was[32];
        memcpy(was, field, 32);
        for (int ones = 0; ones < 2; ones++) {
            memset(field, ones ? 0xff : 0, 32);
            const sluice_status status = try_c1(t.at, t.n, NULL);
            // All ones is an ordinary seed, but one that gives other challenges.
            SL_CHECK_MSG(i == 4 ? status == SLUICE_OK : status == SLUICE_E_CORRUPT || status == SLUICE_E_INPUT, "%s",
                         names[i]);
            SL_CHECK_MSG(i == 4 || strstr(err.text, names[i]) != NULL, "%s: %s", names[i], err.text);
        }
        memcpy(field, was, 32);
    }
    free(t.at);
}

SL_TEST(depth) {
    enum { DEEP = 10000 };
    static char deep[2 * DEEP + 64];
    const text t = load("c1.json");
    (void)snprintf(deep, sizeof deep, "{\"x\":%0*d", DEEP, 0);
    memset(deep + 5, '[', DEEP);
    memset(deep + 5 + DEEP, ']', DEEP);
    (void)snprintf(deep + 5 + 2 * DEEP, sizeof deep - 5 - 2 * DEEP, ",\"registered_proof\"");
    expect_replaced(t, "{\"registered_proof\"", deep, SLUICE_E_INPUT, "open brackets");
    free(t.at);
}

SL_TEST(wrapper) {
    const text t = load("c1-wrapped.json");
    SL_CHECK_OK(try_c1(t.at, t.n, NULL));
    sl_c1_options options = {.has_sector = true, .sector = 1, .has_miner = true, .miner = 1000};
    SL_CHECK_OK(try_c1(t.at, t.n, &options));
    options.sector = 2;
    SL_CHECK_STATUS(try_c1(t.at, t.n, &options), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, "SectorNum: expected 2 as given, found 1") != NULL);
    options = (sl_c1_options){.registered_proof = "StackedDrg2KiBV1"};
    SL_CHECK_STATUS(try_c1(t.at, t.n, &options), SLUICE_E_MISMATCH);
    // The wrapper's sector is half of what replica_id needs; the miner is the other.
    options = (sl_c1_options){.has_miner = true, .miner = 1001};
    SL_CHECK_STATUS(try_c1(t.at, t.n, &options), SLUICE_E_CORRUPT);
    SL_CHECK(strstr(err.text, "ticket (or miner 1001, sector 1)") != NULL);

    expect_replaced(t, "\"SectorSize\":2048", "\"SectorSize\":4096", SLUICE_E_MISMATCH, "SectorSize");
    expect_replaced(t, "\"SectorNum\":1", "\"SectorNum\":-1", SLUICE_E_INPUT, "SectorNum");
    expect_replaced(t, "\"SectorNum\":1,", "", SLUICE_E_INPUT, "expected key \"SectorNum\"");
    expect_replaced(t, "\"SectorSize\":2048", "\"x\":1", SLUICE_E_INPUT, "expected key \"SectorSize\"");
    expect_replaced(t, "\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"eyI", SLUICE_E_INPUT, "Phase1Out");
    expect_replaced(t, "\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"eJ", SLUICE_E_INPUT, "multiple of 4");
    expect_replaced(t, "\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"ey-", SLUICE_E_INPUT, "base64 character 2");
    expect_replaced(t, "\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"ey\\nJ", SLUICE_E_INPUT, "base64");
    expect_replaced(t, "\"Phase1Out\"", "\"Phase1Out\":\"\",\"Phase1Out\"", SLUICE_E_INPUT, "once");
    // A wrapper in a wrapper is no C1.
    expect_replaced(t, "\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"e30=\",\"x\":\"", SLUICE_E_INPUT, "registered_proof");

    // Escapes in the base64 text mean the same characters.
    text escaped = replaced(t, "\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"\\u0065\\u0079J");
    SL_CHECK_OK(try_c1(escaped.at, escaped.n, NULL));
    free(escaped.at);
    free(t.at);
}

SL_TEST(no_c1_file) {
    static const char *const files[] = {"",
                                        " \n",
                                        "<html><body>404</body></html>",
                                        "[]",
                                        "{}",
                                        "{\"Phase1Out\":\"\"}",
                                        "null",
                                        "\xef\xbb\xbf{}",
                                        "{\"a\":1}x"};
    for (size_t i = 0; i < SL_ARRAY_N(files); i++) {
        SL_CHECK_MSG(try_c1(files[i], strlen(files[i]), NULL) != SLUICE_OK, "%s", files[i]);
        SL_CHECK(err.text[0] != 0);
    }
    sl_c1 *c1;
    SL_CHECK_STATUS(sl_c1_open(&c1, sl_test_vector_path("no-such-file"), NULL, &err), SLUICE_E_UNKNOWN);
}

// A changed digit anywhere in the document is noticed, except in the ticket while miner and sector are not known.
SL_TEST(digits_sampled) {
    const text t = load("c1.json");
    const size_t ticket = (size_t)(strstr(t.at, "\"ticket\"") - t.at);
    const sl_c1_options ids = {.has_miner = true, .miner = 1000, .has_sector = true, .sector = 1};
    for (int i = 0; i < 60; i++) {
        const size_t at = sl_test_u64() % t.n;
        if (t.at[at] < '0' || t.at[at] > '9') {
            continue;
        }
        const char was = t.at[at];
        t.at[at] = (char)('0' + (was - '0' + 1 + (int)(sl_test_u64() % 9)) % 10);
        SL_CHECK_MSG(try_c1(t.at, t.n, &ids) != SLUICE_OK, "digit at %zu", at);
        SL_CHECK_MSG(at >= ticket || try_c1(t.at, t.n, NULL) != SLUICE_OK, "digit at %zu", at);
        t.at[at] = was;
    }
    free(t.at);
}

// Memory comes back after every outcome, and a failing allocation is a status.
SL_TEST(memory) {
    static const char *const names[] = {"c1.json", "c1-wrapped.json", "c1.bin"};
    for (size_t f = 0; f < SL_ARRAY_N(names); f++) {
        const text t = load(names[f]);
        const size_t live = sl_mem_live();
        for (size_t n = 0;; n++) {
            sl_c1 *c1;
            sl_mem_fail_after(n);
            const sluice_status status = sl_c1_parse(&c1, (const uint8_t *)t.at, t.n, NULL, &err);
            sl_mem_fail_after(SIZE_MAX);
            if (status == SLUICE_OK) {
                sl_c1_close(c1);
                SL_CHECK(n > 0);
                break;
            }
            SL_CHECK(status == SLUICE_E_NO_MEMORY && sl_mem_live() == live);
        }
        SL_CHECK(try_c1(t.at, t.n - 2, NULL) != SLUICE_OK);
        SL_CHECK(sl_mem_live() == live);
        free(t.at);
    }
}
