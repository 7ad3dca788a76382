// SPDX-License-Identifier: MIT OR Apache-2.0
/* The picture for a browser: memory as stacked areas and lines, and a row of pieces for each partition. */
#include <math.h>

#include "engine/plot/plot_state.h"

enum {
    LEFT = 90,
    WIDTH = 760,
    RIGHT = 130,
    MEMORY_HEIGHT = 260,
    GAP = 30,
    ROWS_HEIGHT = 420,
    BOTTOM = 30,
    TOP = 40,
    NOTE = 18
};

static const char *const palette[] = {"#b8b0ac", "#967662", "#6a9f58", "#e49444",
                                      "#a87c9f", "#e7ca60", "#4878a8", "#85b6b2"};
static const char *const line_palette[] = {"#222222", "#d1615d", "#777777"};
static const char *const stage_palette[] = {"#4878a8", "#d1615d", "#6a9f58", "#b8b0ac",
                                            "#e49444", "#a87c9f", "#85b6b2", "#967662"};

typedef struct frame {
    const sl_plot *plot;
    double unit, top, end_ns, memory_top, row_height, rows_top;
    const char *unit_name;
} frame;

static double x_of(const frame *f, double at_ns) {
    return LEFT + SL_MIN(at_ns, f->end_ns) / f->end_ns * WIDTH;
}

static double y_of(const frame *f, double bytes) {
    return f->memory_top + MEMORY_HEIGHT - bytes / f->top * MEMORY_HEIGHT;
}

static bool is_empty(const sl_plot *plot, uint32_t series) {
    return sl_plot_most(plot, series, 0, plot->columns_n) == 0;
}

/* A dashed line far above everything else is named and not drawn. */
static bool is_beyond(const frame *f, uint32_t series) {
    return (double)sl_plot_most(f->plot, series, 0, f->plot->columns_n) > f->top;
}

/* XML, in single quotes or between tags. */
static void text_add(sl_page *page, const char *text) {
    for (; *text != 0; text++) {
        switch (*text) {
        case '<':
            sl_page_add(page, "&lt;");
            break;
        case '&':
            sl_page_add(page, "&amp;");
            break;
        default:
            sl_page_add(page, "%c", *text);
        }
    }
}

static void label(sl_page *page, double x, double y, const char *attributes, const char *text) {
    sl_page_add(page, "<text x='%.0f' y='%.0f' %s>", x, y, attributes);
    text_add(page, text);
    sl_page_add(page, "</text>\n");
}

static void axes(sl_page *page, const frame *f) {
    const sl_page_axes axes = {
        .left = LEFT,
        .width = WIDTH,
        .end_s = f->end_ns / 1e9,
        .lines_top = f->memory_top,
        .lines_bottom = f->rows_top + f->row_height * f->plot->rows_n,
        .zero = f->memory_top + MEMORY_HEIGHT,
        .height = MEMORY_HEIGHT,
        .top = f->top / f->unit,
        .unit_name = f->unit_name,
    };
    sl_page_axes_add(page, &axes);
}

/* The upper edge of the sum of areas up to `series`, or a line; points only where it changes. */
static void edge(sl_page *page, const frame *f, uint32_t series, bool is_area) {
    const sl_plot *plot = f->plot;
    double last = -1;
    for (uint32_t i = 0; i < plot->columns_n; i++) {
        uint64_t sum = plot->columns[i][series];
        for (uint32_t k = 0; is_area && k < series; k++) {
            sum += plot->style[k] == SL_PLOT_AREA ? plot->columns[i][k] : 0;
        }
        const double y = floor(y_of(f, (double)sum) * 2) / 2;
        if (y != last) {
            const double x = x_of(f, (double)i * (double)plot->column_ns);
            sl_page_add(page, i == 0 ? "M%.1f %.1f" : "H%.1fV%.1f", x, y);
        }
        last = y;
    }
    sl_page_add(page, "H%.1f", x_of(f, f->end_ns));
}

static void series_draw(sl_page *page, const frame *f) {
    const sl_plot *plot = f->plot;
    /* From the highest sum to the lowest, each over the one before. */
    for (uint32_t k = plot->series_n; k-- > 0;) {
        if (plot->style[k] == SL_PLOT_AREA && !is_empty(plot, k)) {
            sl_page_add(page, "<path fill='%s' d='", palette[k % SL_ARRAY_N(palette)]);
            edge(page, f, k, true);
            sl_page_add(page, "V%.1fH%dZ'/>\n", y_of(f, 0), LEFT);
        }
    }
    uint32_t lines = 0;
    for (uint32_t k = 0; k < plot->series_n; k++) {
        if (plot->style[k] == SL_PLOT_AREA) {
            continue;
        }
        const char *color = line_palette[lines++ % SL_ARRAY_N(line_palette)];
        if (!is_empty(plot, k) && !is_beyond(f, k)) {
            sl_page_add(page, "<path fill='none' stroke='%s' stroke-width='1.2'%s d='", color,
                        plot->style[k] == SL_PLOT_DASHED ? " stroke-dasharray='5 3'" : "");
            edge(page, f, k, false);
            sl_page_add(page, "'/>\n");
        }
    }
}

static void rows_draw(sl_page *page, const frame *f) {
    const sl_plot *plot = f->plot;
    for (uint32_t stage = 0; stage < plot->stages_n; stage++) {
        sl_page_add(page, "<path stroke='%s' stroke-width='%.2f' d='", stage_palette[stage],
                    f->row_height > 3 ? f->row_height - 1 : f->row_height);
        for (uint32_t i = 0; i < plot->pieces_n; i++) {
            const sl_plot_piece *piece = &plot->pieces[i];
            if (piece->stage == stage) {
                const double from = x_of(f, (double)piece->from_ns);
                sl_page_add(page, "M%.1f %.1fh%.1f", from, f->rows_top + (piece->row + 0.5) * f->row_height,
                            fmax(x_of(f, (double)piece->to_ns) - from, 0.3));
            }
        }
        sl_page_add(page, "'/>\n");
    }
}

static void legend(sl_page *page, const frame *f) {
    const sl_plot *plot = f->plot;
    const double x = LEFT + WIDTH + 12;
    double y = f->memory_top + 10;
    uint32_t lines = 0;
    for (uint32_t k = 0; k < plot->series_n; k++) {
        const bool is_area = plot->style[k] == SL_PLOT_AREA;
        const char *color = is_area ? palette[k % SL_ARRAY_N(palette)] : line_palette[lines % SL_ARRAY_N(line_palette)];
        lines += is_area ? 0 : 1;
        if (!is_empty(plot, k)) {
            sl_page_add(page, "<rect x='%.0f' y='%.0f' width='12' height='%d' fill='%s'/>", x, y - (is_area ? 9 : 5),
                        is_area ? 10 : 2, color);
            label(page, x + 18, y, "", plot->series[k]);
            y += 16;
            if (is_beyond(f, k)) {
                const uint64_t most = sl_plot_most(plot, k, 0, plot->columns_n);
                const char *unit_name;
                const double unit = sl_plot_unit(most, &unit_name);
                sl_page_add(page, "<text x='%.0f' y='%.0f'>at %.4g %s</text>\n", x + 18, y, (double)most / unit,
                            unit_name);
                y += 16;
            }
        }
    }
    y = f->rows_top + 10;
    for (uint32_t k = 0; plot->rows_n > 0 && k < plot->stages_n; k++, y += 16) {
        sl_page_add(page, "<rect x='%.0f' y='%.0f' width='12' height='10' fill='%s'/>", x, y - 9, stage_palette[k]);
        label(page, x + 18, y, "", plot->stages[k]);
    }
    if (plot->is_cut) {
        label(page, x, y + 8, "", "(not all rows)");
    }
}

static void draw(sl_page *page, const sl_plot *plot) {
    frame f = {.plot = plot, .top = 1.05 * (double)sl_plot_top(plot), .end_ns = (double)sl_plot_end(plot)};
    f.unit = sl_plot_unit(sl_plot_top(plot), &f.unit_name);
    f.memory_top = TOP + NOTE * plot->notes_n;
    f.rows_top = f.memory_top + MEMORY_HEIGHT + (plot->rows_n == 0 ? 0 : GAP);
    f.row_height = plot->rows_n == 0 ? 0 : fmin((double)ROWS_HEIGHT / plot->rows_n, 14);
    const double rows_height = SL_MAX(f.row_height * plot->rows_n, plot->rows_n == 0 ? 0 : 16.0 * plot->stages_n);
    sl_page_add(
        page,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%.0f' font-family='sans-serif' font-size='11'>\n",
        LEFT + WIDTH + RIGHT, f.rows_top + rows_height + BOTTOM);
    sl_page_add(page, "<style>.g{stroke:#ddd}</style><rect width='100%%' height='100%%' fill='white'/>\n");
    label(page, LEFT, 22, "font-size='15'", plot->title);
    for (uint32_t i = 0; i < plot->notes_n; i++) {
        label(page, LEFT, 40 + NOTE * i, "", plot->notes[i]);
    }
    axes(page, &f);
    series_draw(page, &f);
    if (plot->rows_n > 0) {
        rows_draw(page, &f);
    }
    legend(page, &f);
    sl_page_add(page, "</svg>\n");
}

sluice_status sl_plot_svg(const sl_plot *plot, const char *path, sluice_error *err) {
    sl_page page;
    SL_TRY(sl_page_open(&page, err));
    draw(&page, plot);
    const sluice_status status = sl_page_save(&page, path, err);
    sl_buf_release(&page.storage);
    return status;
}
