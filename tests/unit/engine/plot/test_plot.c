// SPDX-License-Identifier: MIT OR Apache-2.0
/* Pictures: peaks survive, texts are escaped, sizes stay bounded. */
#include "engine/plot/plot.h"
#include "harness/test.h"

static sl_plot *open_plot(const char *title) {
    sl_plot *plot;
    sluice_error err;
    SL_CHECK_OK(sl_plot_open(&plot, title, &err));
    return plot;
}

static char *text_of(const sl_plot *plot) {
    static char text[1 << 16];
    sl_buf buf;
    sluice_error err;
    SL_CHECK_OK(sl_plot_text(plot, &buf, &err));
    (void)snprintf(text, sizeof text, "%s", (const char *)buf.data);
    sl_buf_release(&buf);
    return text;
}

static char *svg_of(const sl_plot *plot) {
    static char text[1 << 20];
    sluice_error err;
    const char *path = sl_test_temp_path("p.svg");
    SL_CHECK_OK(sl_plot_svg(plot, path, &err));
    FILE *f = fopen(path, "rb");
    SL_CHECK(f != NULL);
    const size_t n = fread(text, 1, sizeof text - 1, f);
    SL_CHECK(fclose(f) == 0 && n + 1 < sizeof text);
    text[n] = 0;
    return text;
}

/* One high value among a million samples, over a time that grows a thousandfold, is the top of the picture. */
SL_TEST(peaks_survive) {
    sl_plot *plot = open_plot("peaks");
    (void)sl_plot_series(plot, "a", SL_PLOT_AREA);
    const uint64_t low = 1 << 20;
    const uint64_t high = UINT64_C(96) << 30;
    for (uint64_t i = 0; i < 1000000; i++) {
        const uint64_t bytes = i == 777777 ? high : low;
        sl_plot_sample(plot, i * i, &bytes);
    }
    SL_CHECK(strstr(text_of(plot), "96.0 GiB") != NULL);
    SL_CHECK(strlen(svg_of(plot)) < 20000);
    sl_plot_close(plot);
}

SL_TEST(areas_lines_and_rows) {
    sl_plot *plot = open_plot("a <title> & more");
    (void)sl_plot_series(plot, "key", SL_PLOT_AREA);
    (void)sl_plot_series(plot, "witness", SL_PLOT_AREA);
    (void)sl_plot_series(plot, "RSS", SL_PLOT_LINE);
    (void)sl_plot_series(plot, "never", SL_PLOT_DASHED);
    (void)sl_plot_stage(plot, "first");
    (void)sl_plot_stage(plot, "second");
    sl_plot_note(plot, "a note");
    for (uint64_t i = 0; i <= 100; i++) {
        const uint64_t bytes[] = {50, i, 100 + i, 0};
        sl_plot_sample(plot, i * 1000000000, bytes);
    }
    sl_plot_bar(plot, 0, 0, 0, UINT64_C(50000000000));
    sl_plot_bar(plot, 0, 1, UINT64_C(50000000000), UINT64_C(100000000000));
    sl_plot_bar(plot, 1, 0, 5, 5); /* nothing */
    const char *text = text_of(plot);
    SL_CHECK(strstr(text, "a <title> & more\na note\n") == text);
    SL_CHECK(strstr(text, "k key w witness : RSS") != NULL && strstr(text, "never") == NULL);
    SL_CHECK(strstr(text, "0 |================================wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww|") != NULL);
    const char *svg = svg_of(plot);
    SL_CHECK(strncmp(svg, "<svg ", 5) == 0 && strcmp(svg + strlen(svg) - 7, "</svg>\n") == 0);
    SL_CHECK(strstr(svg, "a &lt;title> &amp; more") != NULL && strstr(svg, "never") == NULL);
    SL_CHECK(strstr(svg, "second") != NULL && strstr(svg, "nan") == NULL);
    sl_plot_close(plot);
}

SL_TEST(rows_are_bounded) {
    sl_plot *plot = open_plot("rows");
    (void)sl_plot_series(plot, "a", SL_PLOT_AREA);
    (void)sl_plot_stage(plot, "s");
    for (uint32_t i = 0; i < 100000; i++) {
        sl_plot_bar(plot, i, 0, i, i + 100);
    }
    SL_CHECK(strstr(text_of(plot), "not all rows") != NULL);
    SL_CHECK(strstr(svg_of(plot), "not all rows") != NULL);
    sl_plot_close(plot);
}

SL_TEST(nothing_to_draw) {
    sl_plot *plot = open_plot("nothing");
    SL_CHECK(strstr(text_of(plot), "nothing") != NULL);
    SL_CHECK(strstr(svg_of(plot), "nan") == NULL);
    sl_plot_close(plot);
    sl_plot_close(NULL);
    sluice_error err;
    plot = open_plot("x");
    SL_CHECK(sl_plot_svg(plot, "/nonexistent/p.svg", &err) != SLUICE_OK);
    sl_plot_close(plot);
    for (size_t n = 0; n < 3; n++) {
        sl_mem_fail_after(n);
        SL_CHECK_STATUS(sl_plot_open(&plot, "x", &err), SLUICE_E_NO_MEMORY);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}
