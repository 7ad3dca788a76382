// SPDX-License-Identifier: MIT OR Apache-2.0
/* The report of a proof: stages, samples, totals, and the two pictures. */
#include "engine/engine_case.h"

#define KEY "w.params"

/* A proof with its report; `e` stays open. */
static sluice_report *report_make(engine *e, const post_case *which) {
    engine_open(e, which, KEY, NULL);
    sluice_prove_options options;
    sluice_prove_options_init(&options);
    sluice_report *report;
    uint8_t *proof;
    size_t n;
    SL_CHECK_OK(sluice_prove(e->input, e->key, &options, &proof, &n, &report, &err));
    free(proof);
    return report;
}

SL_TEST(stages_follow_each_other) {
    static const char *const names[] = {"prepare", "witness", "rows",     "quotient", "sum h",
                                        "sum l",   "sum a",   "sum b_g1", "sum b_g2", "check"};
    const size_t names_n = sizeof names / sizeof names[0];
    engine_enter();
    engine e = {0};
    sluice_report *report = report_make(&e, &window_two_partitions);
    sluice_report_totals totals;
    sluice_report_totals_get(report, &totals);
    SL_CHECK(strcmp(totals.circuit, "window-2KiB") == 0 && strcmp(totals.backend, "cpu") == 0);
    SL_CHECK(strcmp(totals.kernel, sluice_context_kernel(e.context)) == 0);
    SL_CHECK(totals.partitions == 2 && totals.verified);
    SL_CHECK(totals.wall_s > 0 && totals.cpu_s > 0);
    SL_CHECK(totals.peak_rss_bytes > 1 << 20);
    /* one preparation, then the others for each partition */
    SL_CHECK_EQ_U64(totals.stages_n, 1 + 2 * (names_n - 1));
    double last_end = 0;
    uint64_t peak = 0;
    for (size_t i = 0; i < totals.stages_n; i++) {
        sluice_stage stage;
        sluice_report_stage_get(report, i, &stage);
        const size_t want = i < names_n ? i : i - names_n + 1;
        SL_CHECK_MSG(strcmp(stage.name, names[want]) == 0, "stage %zu: %s, not %s", i, stage.name, names[want]);
        SL_CHECK_EQ_U64(stage.lane, want);
        SL_CHECK_EQ_U64(stage.partition, i < names_n ? 0 : 1);
        SL_CHECK(stage.start_s >= last_end && stage.end_s >= stage.start_s && stage.end_s <= totals.wall_s);
        last_end = stage.end_s;
        peak = stage.peak_bytes > peak ? stage.peak_bytes : peak;
        SL_CHECK(stage.peak_bytes <= stage.planned_bytes && stage.planned_bytes <= totals.planned_bytes);
    }
    SL_CHECK_MSG(peak <= totals.planned_bytes, "%llu bytes live, %llu planned", (unsigned long long)peak,
                 (unsigned long long)totals.planned_bytes);
    /* the plan is no guess either */
    const uint64_t set_apart = (8 + sluice_context_threads(e.context)) * ((uint64_t)1 << 20);
    SL_CHECK(totals.planned_bytes - set_apart < 2 * peak);
    SL_CHECK(totals.least_bytes <= totals.planned_bytes + 4096 && totals.scratch_bytes == 0);
    SL_CHECK(totals.key_wait_s >= 0 && totals.key_wait_s < totals.wall_s && totals.resumed == 0);

    SL_CHECK(totals.samples_n >= 2);
    double last_at = -1;
    uint64_t live = 0;
    for (size_t i = 0; i < totals.samples_n; i++) {
        sluice_sample sample;
        sluice_report_sample_get(report, i, &sample);
        SL_CHECK(sample.at_s > last_at && sample.at_s <= totals.wall_s);
        last_at = sample.at_s;
        live = sample.live_bytes > live ? sample.live_bytes : live;
        SL_CHECK(sample.rss_bytes > 0);
    }
    SL_CHECK(live > 0 && live <= totals.planned_bytes);
    sluice_report_close(report);
    engine_close(&e);
}

/* Elements nest, attributes are quoted, and no '<' or '&' stands bare. */
static void check_xml(const char *at) {
    char open[32][16];
    size_t depth = 0, elements = 0;
    while (*at != 0) {
        if (*at != '<') {
            SL_CHECK_MSG(*at != '&' && *at != '>', "bare %c", *at);
            SL_CHECK_MSG(depth > 0 || *at == '\n', "text outside the root: %.20s", at);
            at++;
            continue;
        }
        const bool closes = at[1] == '/';
        const char *name = at + 1 + closes;
        const size_t name_n = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        SL_CHECK(name_n > 0 && name_n < sizeof open[0]);
        at = name + name_n;
        if (closes) {
            SL_CHECK(depth > 0 && strlen(open[depth - 1]) == name_n && strncmp(open[depth - 1], name, name_n) == 0);
            SL_CHECK(*at == '>');
            depth--;
            at++;
            continue;
        }
        SL_CHECK_MSG(depth > 0 || elements == 0, "a second root");
        elements++;
        while (*at == ' ') {
            at += 1 + strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789-");
            SL_CHECK_MSG(at[0] == '=' && at[1] == '\'', "an attribute without quotes: %.20s", at);
            const size_t value_n = strcspn(at + 2, "'<&");
            SL_CHECK(at[2 + value_n] == '\'');
            at += 2 + value_n + 1;
        }
        if (at[0] == '/') {
            at++;
        } else {
            SL_CHECK(depth < sizeof open / sizeof open[0]);
            memcpy(open[depth], name, name_n);
            open[depth++][name_n] = 0;
        }
        SL_CHECK(*at == '>');
        at++;
    }
    SL_CHECK(depth == 0 && elements > 20);
}

SL_TEST(pictures) {
    engine_enter();
    engine e = {0};
    sluice_report *report = report_make(&e, &window_two_sectors);
    SL_CHECK_OK(sluice_report_svg(report, "p.svg", &err));
    size_t n;
    char *svg = (char *)engine_file_read("p.svg", &n);
    SL_CHECK_EQ_U64(strlen(svg), n);
    check_xml(svg);
    static const char *const drawn[] = {"window-2KiB: 1 partition in",
                                        ">witness<",
                                        ">sum b_g2<",
                                        "class='live'",
                                        "class='rss'",
                                        "class='plan'",
                                        ">planned<",
                                        "partition 0: 0.0",
                                        "peak RSS"};
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        SL_CHECK_MSG(strstr(svg, drawn[i]) != NULL, "no %s in the picture", drawn[i]);
    }
    SL_CHECK(strstr(svg, "nan") == NULL && strstr(svg, "inf") == NULL);
    free(svg);
    SL_CHECK_STATUS(sluice_report_svg(report, "no/such/folder.svg", &err), SLUICE_E_UNKNOWN);

    char *text = NULL;
    SL_CHECK_OK(sluice_report_text(report, &text, &err));
    static const char *const written[] = {
        "window-2KiB: 1 partition, ", "\nprepare ", "\nsum h ", "\ncheck ", " MiB |", "verified\n"};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        SL_CHECK_MSG(strstr(text, written[i]) != NULL, "no %s in:\n%s", written[i], text);
    }
    for (const char *line = text; *line != 0; line = strchr(line, '\n') + 1) {
        SL_CHECK(strcspn(line, "\n") <= 120);
    }
    SL_CHECK(text[strlen(text) - 1] == '\n');
    free(text);
    sluice_report_close(report);
    sluice_report_close(NULL);
    engine_close(&e);
}
