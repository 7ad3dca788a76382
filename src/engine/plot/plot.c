// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/plot/plot.h"

#include <stdio.h>
#include <string.h>

#include "core/mem/small.h"
#include "engine/plot/plot_state.h"

#define FIRST_COLUMN_NS 1024

sluice_status sl_plot_open(sl_plot **out, const char *title, sluice_error *err) {
    sl_plot *plot = sl_small_alloc(1, sizeof *plot);
    if (plot == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for the picture");
    }
    sluice_status status = sl_buf_alloc_n(&plot->columns_storage, PLOT_COLUMNS, sizeof *plot->columns, "picture", err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&plot->pieces_storage, 256, sizeof *plot->pieces, "picture", err);
    }
    if (status != SLUICE_OK) {
        sl_plot_close(plot);
        return status;
    }
    plot->columns = plot->columns_storage.data;
    plot->pieces = plot->pieces_storage.data;
    plot->pieces_max = 256;
    plot->column_ns = FIRST_COLUMN_NS;
    (void)snprintf(plot->title, sizeof plot->title, "%s", title);
    *out = plot;
    return SLUICE_OK;
}

void sl_plot_close(sl_plot *plot) {
    if (plot != NULL) {
        sl_buf_release(&plot->columns_storage);
        sl_buf_release(&plot->pieces_storage);
        free(plot);
    }
}

void sl_plot_note(sl_plot *plot, const char *text) {
    if (plot->notes_n < PLOT_NOTES_MAX) {
        (void)snprintf(plot->notes[plot->notes_n++], PLOT_NAME_MAX, "%s", text);
    }
}

uint32_t sl_plot_series(sl_plot *plot, const char *name, sl_plot_style style) {
    SL_ASSERT(plot->series_n < SL_PLOT_SERIES_MAX);
    plot->style[plot->series_n] = style;
    (void)snprintf(plot->series[plot->series_n], PLOT_NAME_MAX, "%s", name);
    return plot->series_n++;
}

uint32_t sl_plot_stage(sl_plot *plot, const char *name) {
    SL_ASSERT(plot->stages_n < SL_PLOT_STAGES_MAX);
    (void)snprintf(plot->stages[plot->stages_n], PLOT_NAME_MAX, "%s", name);
    return plot->stages_n++;
}

/* Columns in pairs, until `at_ns` has one. */
static void columns_join(sl_plot *plot, uint64_t at_ns) {
    while (at_ns / plot->column_ns >= PLOT_COLUMNS) {
        for (uint32_t i = 0; i < plot->columns_n; i += 2) {
            const uint32_t other = i + 1 < plot->columns_n ? i + 1 : i;
            for (uint32_t k = 0; k < plot->series_n; k++) {
                plot->columns[i / 2][k] = SL_MAX(plot->columns[i][k], plot->columns[other][k]);
            }
        }
        plot->columns_n = (plot->columns_n + 1) / 2;
        plot->column_ns *= 2;
    }
}

void sl_plot_sample(sl_plot *plot, uint64_t at_ns, const uint64_t *bytes) {
    columns_join(plot, at_ns);
    const uint32_t column = (uint32_t)(at_ns / plot->column_ns);
    for (; plot->columns_n <= column; plot->columns_n++) { /* what was last seen lasted until now */
        memcpy(plot->columns[plot->columns_n], plot->last, sizeof plot->last);
    }
    for (uint32_t k = 0; k < plot->series_n; k++) {
        plot->columns[column][k] = SL_MAX(plot->columns[column][k], bytes[k]);
        plot->last[k] = bytes[k];
    }
    plot->end_ns = SL_MAX(plot->end_ns, at_ns);
}

void sl_plot_bar(sl_plot *plot, uint32_t row, uint32_t stage, uint64_t from_ns, uint64_t to_ns) {
    if (to_ns <= from_ns) {
        return;
    }
    if (row >= PLOT_ROWS_MAX || plot->pieces_n == PLOT_BARS_MAX) {
        plot->is_cut = true;
        return;
    }
    if (plot->pieces_n == plot->pieces_max) {
        if (sl_buf_resize(&plot->pieces_storage, 2 * plot->pieces_storage.bytes, NULL) != SLUICE_OK) {
            plot->is_cut = true;
            return;
        }
        plot->pieces = plot->pieces_storage.data;
        plot->pieces_max *= 2;
    }
    plot->pieces[plot->pieces_n++] = (sl_plot_piece){from_ns, to_ns, row, stage};
    plot->rows_n = SL_MAX(plot->rows_n, row + 1);
    plot->end_ns = SL_MAX(plot->end_ns, to_ns);
}

uint64_t sl_plot_end(const sl_plot *plot) {
    return SL_MAX(plot->end_ns, 1);
}

uint64_t sl_plot_most(const sl_plot *plot, uint32_t series, uint32_t from, uint32_t to) {
    uint64_t most = 0;
    for (uint32_t i = from; i < to && i < plot->columns_n; i++) {
        most = SL_MAX(most, plot->columns[i][series]);
    }
    return most;
}

uint64_t sl_plot_top(const sl_plot *plot) {
    uint64_t top = 1;
    for (uint32_t i = 0; i < plot->columns_n; i++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < plot->series_n; k++) {
            sum += plot->style[k] == SL_PLOT_AREA ? plot->columns[i][k] : 0;
            top = plot->style[k] == SL_PLOT_LINE ? SL_MAX(top, plot->columns[i][k]) : top;
        }
        top = SL_MAX(top, sum);
    }
    const uint64_t near = 4 * top;
    for (uint32_t k = 0; k < plot->series_n; k++) {
        const uint64_t most = plot->style[k] == SL_PLOT_DASHED ? sl_plot_most(plot, k, 0, plot->columns_n) : 0;
        top = most <= near ? SL_MAX(top, most) : top;
    }
    return top;
}

double sl_plot_unit(uint64_t most, const char **name) {
    static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double unit = 1;
    size_t i = 0;
    while (i + 1 < SL_ARRAY_N(names) && (double)most >= 4 * 1024 * unit) {
        unit *= 1024;
        i++;
    }
    *name = names[i];
    return unit;
}
