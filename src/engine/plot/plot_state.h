// SPDX-License-Identifier: MIT OR Apache-2.0
/* What a plot has gathered. For this room. */
#ifndef SL_ENGINE_PLOT_PLOT_STATE_H
#define SL_ENGINE_PLOT_PLOT_STATE_H

#include "engine/plot/page.h"
#include "engine/plot/plot.h"

#define PLOT_COLUMNS 480
#define PLOT_ROWS_MAX 4096
#define PLOT_BARS_MAX (1U << 15)
#define PLOT_NOTES_MAX 4
#define PLOT_NAME_MAX 124

typedef struct sl_plot_piece {
    uint64_t from_ns, to_ns;
    uint32_t row, stage;
} sl_plot_piece;

struct sl_plot {
    char title[PLOT_NAME_MAX];
    char notes[PLOT_NOTES_MAX][PLOT_NAME_MAX];
    char series[SL_PLOT_SERIES_MAX][PLOT_NAME_MAX];
    char stages[SL_PLOT_STAGES_MAX][PLOT_NAME_MAX];
    sl_plot_style style[SL_PLOT_SERIES_MAX];
    uint32_t notes_n, series_n, stages_n;
    uint64_t column_ns, end_ns;
    uint64_t last[SL_PLOT_SERIES_MAX];
    uint64_t (*columns)[SL_PLOT_SERIES_MAX]; /* PLOT_COLUMNS of them */
    uint32_t columns_n;                      /* with values */
    sl_plot_piece *pieces;
    uint32_t pieces_n, pieces_max, rows_n;
    bool is_cut; /* some pieces were left out */
    sl_buf columns_storage, pieces_storage;
};

/* The unit in which `most` bytes are written: its bytes, and its name. */
double sl_plot_unit(uint64_t most, const char **name);
/* The highest sum of areas, or line, of all columns, dashed ones only if that leaves something to see; at least 1. */
uint64_t sl_plot_top(const sl_plot *plot);
/* A series in columns [from, to): the highest. */
uint64_t sl_plot_most(const sl_plot *plot, uint32_t series, uint32_t from, uint32_t to);
/* Where the time axis ends. */
uint64_t sl_plot_end(const sl_plot *plot);

#endif
