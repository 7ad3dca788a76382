// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/plot/page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/sys/file.h"

sluice_status sl_page_open(sl_page *out, sluice_error *err) {
    *out = (sl_page){.storage = SL_BUF_EMPTY};
    return sl_buf_alloc(&out->storage, 16384, "picture", err);
}

sluice_status sl_page_check(const sl_page *page, sluice_error *err) {
    return page->failed ? SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for the picture") : SLUICE_OK;
}

void sl_page_add(sl_page *page, const char *fmt, ...) {
    char piece[512];
    va_list args;
    va_start(args, fmt);
    const int n = vsnprintf(piece, sizeof piece, fmt, args);
    va_end(args);
    if (page->failed || n < 0) {
        return;
    }
    const size_t piece_n = SL_MIN((size_t)n, sizeof piece - 1);
    if (page->n + piece_n + 1 > page->storage.bytes &&
        sl_buf_resize(&page->storage, 2 * (page->n + piece_n + 1), NULL) != SLUICE_OK) {
        page->failed = true;
        return;
    }
    memcpy((char *)page->storage.data + page->n, piece, piece_n + 1);
    page->n += piece_n;
}

sluice_status sl_page_save(const sl_page *page, const char *path, sluice_error *err) {
    SL_TRY(sl_page_check(page, err));
    sl_outfile file;
    SL_TRY(sl_outfile_open(&file, path, err));
    sluice_status status = sl_outfile_append(&file, page->storage.data, page->n, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    return status;
}

/* A round step such that about `wanted` of them cover `range`. */
static double step_of(double range, double wanted) {
    if (!(range > 0)) {
        return 1;
    }
    const double rough = range / wanted;
    const double power = pow(10, floor(log10(rough)));
    const double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

void sl_page_axes_add(sl_page *page, const sl_page_axes *axes) {
    const double step_s = step_of(axes->end_s, 8);
    for (unsigned i = 0; i * step_s <= axes->end_s * 1.0001; i++) {
        const double at = i * step_s;
        const double x = axes->left + SL_MIN(at, axes->end_s) / axes->end_s * axes->width;
        sl_page_add(page,
                    "<path class='g' d='M%.1f %.0fV%.0f'/><text x='%.0f' y='%.0f' text-anchor='middle'>%g s</text>\n",
                    x, axes->lines_top, axes->lines_bottom, x, axes->lines_bottom + 16, at);
    }
    const double step = step_of(axes->top, 6);
    for (unsigned i = 0; i * step <= axes->top * 1.0001; i++) {
        const double at = i * step;
        const double y = axes->zero - at / axes->top * axes->height;
        sl_page_add(page,
                    "<path class='g' d='M%.0f %.1fh%.0f'/><text x='%.0f' y='%.0f' text-anchor='end'>%g %s</text>\n",
                    axes->left, y, axes->width, axes->left - 6, y + 4, at, axes->unit_name);
    }
}
