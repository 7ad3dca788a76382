// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Pictures of an engine at work: memory over time, and under it, on the same axis, what each partition did. As SVG for
 * people with a browser and as text for those without.
 *
 * Memory is kept in a fixed number of columns: the highest value of each series in each column. When time goes beyond
 * the last one, columns are joined in pairs, so peaks survive and a minute costs what a day does. A plot belongs to one
 * thread.
 */
#ifndef SL_ENGINE_PLOT_PLOT_H
#define SL_ENGINE_PLOT_PLOT_H

#include "core/mem/buf.h"

#define SL_PLOT_SERIES_MAX 16
#define SL_PLOT_STAGES_MAX 8

/* How a series is drawn: stacked areas from below, in order; lines over them. */
typedef enum sl_plot_style { SL_PLOT_AREA, SL_PLOT_LINE, SL_PLOT_DASHED } sl_plot_style;

typedef struct sl_plot sl_plot;

SL_NODISCARD sluice_status sl_plot_open(sl_plot **out, const char *title, sluice_error *err);
void sl_plot_close(sl_plot *plot); /* accepts NULL */

/* A line under the title. The texts of titles, series and stages are copied and cut after some 120 bytes. */
void sl_plot_note(sl_plot *plot, const char *text);
/* The next series, and the next kind of bar; in all calls they are named by their number. At most the maxima above. */
uint32_t sl_plot_series(sl_plot *plot, const char *name, sl_plot_style style);
uint32_t sl_plot_stage(sl_plot *plot, const char *name);

/* Bytes of every series at a moment that is not before the last one. */
void sl_plot_sample(sl_plot *plot, uint64_t at_ns, const uint64_t *bytes);
/* A piece of row `row`. Rows beyond some thousands are left out, and the picture says so. */
void sl_plot_bar(sl_plot *plot, uint32_t row, uint32_t stage, uint64_t from_ns, uint64_t to_ns);

SL_NODISCARD sluice_status sl_plot_svg(const sl_plot *plot, const char *path, sluice_error *err);
/* *out is the caller's, to be released. */
SL_NODISCARD sluice_status sl_plot_text(const sl_plot *plot, sl_buf *out, sluice_error *err);

#endif
