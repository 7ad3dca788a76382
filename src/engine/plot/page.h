// SPDX-License-Identifier: MIT OR Apache-2.0
/* What pictures are drawn on: a growing text, the axes of time and memory in SVG, and the file that it becomes. */
#ifndef SL_ENGINE_PLOT_PAGE_H
#define SL_ENGINE_PLOT_PAGE_H

#include "core/mem/buf.h"

/* A text with a NUL behind it. That memory ran out is kept and told at the end. Ends with the release of storage. */
typedef struct sl_page {
    sl_buf storage;
    size_t n;
    bool failed;
} sl_page;

SL_NODISCARD sluice_status sl_page_open(sl_page *out, sluice_error *err);
/* At most some 500 bytes at a time. */
void sl_page_add(sl_page *page, const char *fmt, ...) SL_PRINTF(2, 3);
SL_NODISCARD sluice_status sl_page_check(const sl_page *page, sluice_error *err);
/* A file with the whole text, or none. */
SL_NODISCARD sluice_status sl_page_save(const sl_page *page, const char *path, sluice_error *err);

/* Where the axes are, in pixels: time from `left` to the right, memory from `zero` upwards. */
typedef struct sl_page_axes {
    double left, width, end_s;
    double lines_top, lines_bottom; /* of the lines at points in time; their labels are below */
    double zero, height, top;       /* `top`, in the unit of that name, is `height` above zero */
    const char *unit_name;
} sl_page_axes;
/* Grid and labels, at round steps. The SVG has a style for the class g. */
void sl_page_axes_add(sl_page *page, const sl_page_axes *axes);

#endif
