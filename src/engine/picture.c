// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The picture of a proof: what ran when (bars, one line a stage and partition), and under it, on the same time axis,
 * how much memory there was. Drawn as SVG for people with a browser and as text for those without.
 */
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/mem/small.h"
#include "engine/plot/page.h"
#include "engine/report.h"

enum {
    LEFT = 120,
    PLOT_WIDTH = 760,
    RIGHT = 90,
    TOP = 60,
    LANE_HEIGHT = 20,
    GAP = 30,
    MEMORY_HEIGHT = 200,
    BOTTOM = 40,
    TEXT_COLUMNS = 60,
    TEXT_ROWS = 8,
};

#define MIB (1024.0 * 1024.0)

static const char *const palette[] = {"#4878a8", "#6a9f58", "#d1615d", "#e49444", "#85b6b2",
                                      "#a87c9f", "#967662", "#b8b0ac", "#e7ca60"};

/* What is drawn: the report's parts and the ranges of both axes. */
typedef struct view {
    const sluice_report *report;
    sluice_report_totals totals;
    double span_s, top_mib;
    size_t lanes_n;
} view;

static void view_make(view *out, const sluice_report *report) {
    out->report = report;
    sluice_report_totals_get(report, &out->totals);
    out->span_s = out->totals.wall_s > 0 ? out->totals.wall_s : 1;
    out->lanes_n = 0;
    double top = (double)out->totals.planned_bytes / MIB;
    for (size_t i = 0; i < out->totals.stages_n; i++) {
        sluice_stage stage;
        sluice_report_stage_get(report, i, &stage);
        out->lanes_n = stage.lane + 1 > out->lanes_n ? stage.lane + 1 : out->lanes_n;
    }
    for (size_t i = 0; i < out->totals.samples_n; i++) {
        sluice_sample sample;
        sluice_report_sample_get(report, i, &sample);
        top = fmax(top, fmax((double)sample.live_bytes, (double)sample.rss_bytes) / MIB);
    }
    out->top_mib = top > 1 ? 1.05 * top : 1;
}

static double x_of(const view *v, double at_s) {
    return LEFT + at_s / v->span_s * PLOT_WIDTH;
}

static double memory_bottom(const view *v) {
    return TOP + (double)v->lanes_n * LANE_HEIGHT + GAP + MEMORY_HEIGHT;
}

static double y_of(const view *v, double mib) {
    return memory_bottom(v) - mib / v->top_mib * MEMORY_HEIGHT;
}

static void svg_axes(sl_page *t, const view *v) {
    const sl_page_axes axes = {
        .left = LEFT,
        .width = PLOT_WIDTH,
        .end_s = v->span_s,
        .lines_top = TOP,
        .lines_bottom = memory_bottom(v),
        .zero = memory_bottom(v),
        .height = MEMORY_HEIGHT,
        .top = v->top_mib,
        .unit_name = "MiB",
    };
    sl_page_axes_add(t, &axes);
}

static void svg_stages(sl_page *t, const view *v) {
    for (size_t i = 0; i < v->totals.stages_n; i++) {
        sluice_stage stage;
        sluice_report_stage_get(v->report, i, &stage);
        const double y = TOP + (double)stage.lane * LANE_HEIGHT;
        const double width = fmax(1.5, x_of(v, stage.end_s) - x_of(v, stage.start_s));
        sl_page_add(t, "<rect x='%.1f' y='%.1f' width='%.1f' height='%d' fill='%s'>", x_of(v, stage.start_s), y + 3,
                    width, LANE_HEIGHT - 6, palette[stage.lane % SL_ARRAY_N(palette)]);
        sl_page_add(t, "<title>%s, partition %u: %.3f to %.3f s, at most %.1f MiB</title></rect>\n", stage.name,
                    stage.partition, stage.start_s, stage.end_s, (double)stage.peak_bytes / MIB);
        sl_page_add(t, "<text x='%d' y='%.1f' text-anchor='end'>%s</text>\n", LEFT - 6, y + LANE_HEIGHT - 6.0,
                    stage.name);
    }
}

static void svg_curve(sl_page *t, const view *v, bool rss, const char *css_class) {
    sl_page_add(t, "<polyline class='%s' points='", css_class);
    if (!rss) {
        sl_page_add(t, "%.1f,%.1f ", x_of(v, 0), y_of(v, 0));
    }
    double last_x = LEFT;
    for (size_t i = 0; i < v->totals.samples_n; i++) {
        sluice_sample sample;
        sluice_report_sample_get(v->report, i, &sample);
        last_x = x_of(v, fmin(sample.at_s, v->span_s));
        sl_page_add(t, "%.1f,%.1f ", last_x, y_of(v, (double)(rss ? sample.rss_bytes : sample.live_bytes) / MIB));
    }
    if (!rss) {
        sl_page_add(t, "%.1f,%.1f", last_x, y_of(v, 0));
    }
    sl_page_add(t, "'/>\n");
}

static void svg_draw(sl_page *t, const view *v) {
    const double height = memory_bottom(v) + BOTTOM;
    sl_page_add(
        t,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%.0f' font-family='sans-serif' font-size='12'>\n",
        LEFT + PLOT_WIDTH + RIGHT, height);
    sl_page_add(t, "<style>.g{stroke:#ddd}.live{fill:#4878a8;fill-opacity:.35;stroke:#4878a8}"
                   ".rss{fill:none;stroke:#d1615d;stroke-width:1.5}.plan{stroke:#333;stroke-dasharray:6 4}</style>\n");
    sl_page_add(t, "<rect width='100%%' height='100%%' fill='white'/>\n");
    sl_page_add(t, "<text x='%d' y='24' font-size='16'>%s: %u partition%s in %.2f s, %.2f core-s</text>\n", LEFT,
                v->totals.circuit, v->totals.partitions, v->totals.partitions == 1 ? "" : "s", v->totals.wall_s,
                v->totals.cpu_s);
    sl_page_add(t, "<text x='%d' y='44'>kernel %s, backend %s, peak RSS %.0f MiB</text>\n", LEFT, v->totals.kernel,
                v->totals.backend, (double)v->totals.peak_rss_bytes / MIB);
    svg_axes(t, v);
    svg_stages(t, v);
    svg_curve(t, v, false, "live");
    svg_curve(t, v, true, "rss");
    const double right = LEFT + PLOT_WIDTH;
    if (v->totals.planned_bytes != 0) {
        const double y = y_of(v, (double)v->totals.planned_bytes / MIB);
        sl_page_add(t, "<line class='plan' x1='%d' y1='%.1f' x2='%.0f' y2='%.1f'/>\n", LEFT, y, right, y);
        sl_page_add(t, "<text x='%.0f' y='%.1f'>planned</text>\n", right + 6, y + 4);
    }
    sl_page_add(t, "<text x='%.0f' y='%.1f' fill='#d1615d'>RSS (anon)</text>\n", right + 6, memory_bottom(v) - 24);
    sl_page_add(t, "<text x='%.0f' y='%.1f' fill='#4878a8'>live buffers</text>\n", right + 6, memory_bottom(v) - 8);
    sl_page_add(t, "</svg>\n");
}

sluice_status sluice_report_svg(const sluice_report *report, const char *path, sluice_error *err) {
    view v;
    view_make(&v, report);
    sl_page t;
    SL_TRY(sl_page_open(&t, err));
    svg_draw(&t, &v);
    const sluice_status status = sl_page_save(&t, path, err);
    sl_buf_release(&t.storage);
    return status;
}

/* Largest live and resident memory (MiB) in one column of the text picture. */
static void column_memory(const view *v, int column, double *live, double *rss) {
    *live = 0;
    *rss = 0;
    const double begin = v->span_s * column / TEXT_COLUMNS;
    const double end = v->span_s * (column + 1) / TEXT_COLUMNS;
    double last_live = 0;
    double last_rss = 0;
    for (size_t i = 0; i < v->totals.samples_n; i++) {
        sluice_sample sample;
        sluice_report_sample_get(v->report, i, &sample);
        if (sample.at_s < begin) {
            last_live = (double)sample.live_bytes / MIB;
            last_rss = (double)sample.rss_bytes / MIB;
        } else if (sample.at_s <= end) {
            *live = fmax(*live, (double)sample.live_bytes / MIB);
            *rss = fmax(*rss, (double)sample.rss_bytes / MIB);
        }
    }
    *live = *live > 0 ? *live : last_live;
    *rss = *rss > 0 ? *rss : last_rss;
}

static void text_stages(sl_page *t, const view *v) {
    for (size_t lane = 0; lane < v->lanes_n; lane++) {
        char bar[TEXT_COLUMNS + 1];
        memset(bar, ' ', TEXT_COLUMNS);
        bar[TEXT_COLUMNS] = 0;
        char name[sizeof((sluice_stage){0}).name] = "";
        double seconds = 0;
        double peak = 0;
        sluice_stage stage;
        for (size_t i = 0; i < v->totals.stages_n; i++) {
            sluice_report_stage_get(v->report, i, &stage);
            if (stage.lane != lane) {
                continue;
            }
            memcpy(name, stage.name, sizeof name);
            seconds += stage.end_s - stage.start_s;
            peak = fmax(peak, (double)stage.peak_bytes / MIB);
            const int from = (int)(stage.start_s / v->span_s * TEXT_COLUMNS);
            const int to = (int)(stage.end_s / v->span_s * TEXT_COLUMNS);
            for (int c = from; c <= to && c < TEXT_COLUMNS; c++) {
                bar[c] = '#';
            }
        }
        sl_page_add(t, "%-12s |%s| %8.3f s %8.1f MiB\n", name, bar, seconds, peak);
    }
}

sluice_status sluice_report_text(const sluice_report *report, char **out, sluice_error *err) {
    view v;
    view_make(&v, report);
    sl_page t;
    SL_TRY(sl_page_open(&t, err));
    sl_page_add(&t, "%s: %u partition%s, %.2f s, %.2f core-s, kernel %s\n", v.totals.circuit, v.totals.partitions,
                v.totals.partitions == 1 ? "" : "s", v.totals.wall_s, v.totals.cpu_s, v.totals.kernel);
    text_stages(&t, &v);
    for (int row = TEXT_ROWS; row >= 1; row--) {
        char line[TEXT_COLUMNS + 1];
        const double level = v.top_mib * (row - 0.5) / TEXT_ROWS;
        for (int c = 0; c < TEXT_COLUMNS; c++) {
            double live;
            double rss;
            column_memory(&v, c, &live, &rss);
            line[c] = live >= level ? '#' : rss >= level ? '.' : ' ';
        }
        line[TEXT_COLUMNS] = 0;
        sl_page_add(&t, "%8.0f MiB |%s|\n", v.top_mib * row / TEXT_ROWS, line);
    }
    sl_page_add(&t, "%12s  0 s%*.2f s\n", "", TEXT_COLUMNS - 5, v.span_s);
    sl_page_add(&t, "memory: # live buffers, . resident; peak RSS %.0f MiB, planned %.0f MiB; %s\n",
                (double)v.totals.peak_rss_bytes / MIB, (double)v.totals.planned_bytes / MIB,
                v.totals.verified ? "verified" : "not verified");
    sluice_status status = sl_page_check(&t, err);
    char *copy = status == SLUICE_OK ? sl_small_alloc(t.n + 1, 1) : NULL;
    if (status == SLUICE_OK && copy == NULL) {
        status = SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for the picture");
    }
    if (status == SLUICE_OK) {
        memcpy(copy, t.storage.data, t.n + 1);
        *out = copy;
    }
    sl_buf_release(&t.storage);
    return status;
}
