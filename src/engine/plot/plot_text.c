// SPDX-License-Identifier: MIT OR Apache-2.0
/* The picture for a terminal. */
#include <string.h>

#include "engine/plot/plot_state.h"

enum { COLUMNS = 64, MEMORY_ROWS = 12, ROWS = 24 };

static const char stage_marks[SL_PLOT_STAGES_MAX + 1] = "=w#-o+*x";

/* Areas are drawn with their first letter, or with their number if another has it. */
static char area_mark(const sl_plot *plot, uint32_t series) {
    for (uint32_t k = 0; k < series; k++) {
        if (plot->style[k] == SL_PLOT_AREA && plot->series[k][0] == plot->series[series][0]) {
            return (char)('0' + series % 10);
        }
    }
    return plot->series[series][0];
}

static void columns_of(const sl_plot *plot, uint32_t column, uint32_t *from, uint32_t *to) {
    *from = column * plot->columns_n / COLUMNS;
    *to = (column + 1) * plot->columns_n / COLUMNS;
    *to = *to == *from ? *from + 1 : *to;
}

/* The area that is there at a height, a line's mark above them, or nothing. */
static char mark_at(const sl_plot *plot, uint32_t column, double level, double height) {
    uint32_t from, to;
    columns_of(plot, column, &from, &to);
    double sum = 0;
    for (uint32_t k = 0; k < plot->series_n; k++) {
        if (plot->style[k] == SL_PLOT_AREA) {
            sum += (double)sl_plot_most(plot, k, from, to);
            if (sum >= level + height / 2) {
                return area_mark(plot, k);
            }
        }
    }
    for (uint32_t k = 0; k < plot->series_n; k++) {
        const double value = (double)sl_plot_most(plot, k, from, to);
        if (plot->style[k] != SL_PLOT_AREA && value > level && value <= level + height) {
            return plot->style[k] == SL_PLOT_LINE ? ':' : '_';
        }
    }
    return ' ';
}

static void memory_add(sl_page *page, const sl_plot *plot) {
    const char *unit_name;
    const double top = (double)sl_plot_top(plot);
    const double unit = sl_plot_unit(sl_plot_top(plot), &unit_name);
    for (int row = MEMORY_ROWS - 1; row >= 0; row--) {
        char line[COLUMNS + 1];
        const double height = top / MEMORY_ROWS;
        for (uint32_t c = 0; c < COLUMNS; c++) {
            line[c] = mark_at(plot, c, row * height, height);
        }
        line[COLUMNS] = 0;
        sl_page_add(page, "%8.1f %s |%s|\n", (row + 1) * height / unit, unit_name, line);
    }
    sl_page_add(page, "%12s  0%*.1f s\n", "", COLUMNS - 1, (double)sl_plot_end(plot) / 1e9);
    sl_page_add(page, "%12s ", "");
    for (uint32_t k = 0; k < plot->series_n; k++) {
        if (sl_plot_most(plot, k, 0, plot->columns_n) > 0) {
            const char mark = plot->style[k] == SL_PLOT_AREA   ? area_mark(plot, k)
                              : plot->style[k] == SL_PLOT_LINE ? ':'
                                                               : '_';
            sl_page_add(page, " %c %s", mark, plot->series[k]);
        }
    }
    sl_page_add(page, "\n");
}

/* A row for some of the partitions, evenly chosen. */
static void rows_add(sl_page *page, const sl_plot *plot) {
    const uint32_t shown = SL_MIN(plot->rows_n, (uint32_t)ROWS);
    const double end_ns = (double)sl_plot_end(plot);
    for (uint32_t i = 0; i < shown; i++) {
        const uint32_t row = (uint32_t)((uint64_t)i * plot->rows_n / shown);
        char line[COLUMNS + 1];
        memset(line, ' ', COLUMNS);
        line[COLUMNS] = 0;
        for (uint32_t p = 0; p < plot->pieces_n; p++) {
            const sl_plot_piece *piece = &plot->pieces[p];
            if (piece->row != row) {
                continue;
            }
            const uint32_t from = (uint32_t)((double)piece->from_ns / end_ns * COLUMNS);
            const uint32_t to = (uint32_t)((double)piece->to_ns / end_ns * COLUMNS);
            for (uint32_t c = from; c < COLUMNS && (c < to || c == from); c++) {
                line[c] = stage_marks[piece->stage];
            }
        }
        sl_page_add(page, "%12u |%s|\n", row, line);
    }
    sl_page_add(page, "%12s ", "");
    for (uint32_t k = 0; k < plot->stages_n; k++) {
        sl_page_add(page, " %c %s", stage_marks[k], plot->stages[k]);
    }
    sl_page_add(page, "%s\n", plot->is_cut ? " (not all rows)" : "");
}

sluice_status sl_plot_text(const sl_plot *plot, sl_buf *out, sluice_error *err) {
    sl_page page;
    SL_TRY(sl_page_open(&page, err));
    sl_page_add(&page, "%s\n", plot->title);
    for (uint32_t i = 0; i < plot->notes_n; i++) {
        sl_page_add(&page, "%s\n", plot->notes[i]);
    }
    memory_add(&page, plot);
    if (plot->rows_n > 0) {
        rows_add(&page, plot);
    }
    const sluice_status status = sl_page_check(&page, err);
    if (status != SLUICE_OK) {
        sl_buf_release(&page.storage);
        return status;
    }
    *out = page.storage; /* a text, with a NUL behind it */
    return SLUICE_OK;
}
