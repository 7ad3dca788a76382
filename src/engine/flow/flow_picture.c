// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/flow/flow_picture.h"

/* Lines over the areas of the classes. */
enum { LINE_RSS, LINE_RESERVED, LINE_BUDGET, LINES_N };

#define BUDGET_SHOWN_TO 3

static uint64_t ns_of(double s) {
    return s > 0 ? (uint64_t)(s * 1e9) : 0;
}

static void memory_draw(sl_plot *plot, const sl_trace *trace) {
    uint32_t classes[SL_MEM_CLASSES_N];
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        classes[c] = sl_plot_series(plot, sl_mem_class_name((sl_mem_class)c), SL_PLOT_AREA);
    }
    uint32_t lines[LINES_N];
    lines[LINE_RSS] = sl_plot_series(plot, "resident", SL_PLOT_LINE);
    lines[LINE_RESERVED] = sl_plot_series(plot, "reserved", SL_PLOT_LINE);
    lines[LINE_BUDGET] = sl_plot_series(plot, "budget", SL_PLOT_DASHED);
    size_t n;
    const sl_trace_sample *samples = sl_trace_samples(trace, &n);
    uint64_t top = 0;
    for (size_t i = 0; i < n; i++) {
        top = SL_MAX(top, SL_MAX(samples[i].rss, samples[i].reserved));
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t bytes[SL_PLOT_SERIES_MAX] = {0};
        for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
            bytes[classes[c]] = samples[i].class_bytes[c];
        }
        bytes[lines[LINE_RSS]] = samples[i].rss;
        bytes[lines[LINE_RESERVED]] = samples[i].reserved;
        /* A budget far above everything else would press the picture flat. */
        bytes[lines[LINE_BUDGET]] = samples[i].budget <= BUDGET_SHOWN_TO * top ? samples[i].budget : 0;
        sl_plot_sample(plot, ns_of(samples[i].at_s), bytes);
    }
}

/* The rows of partitions, in the order in which they first did something. */
typedef struct row_key {
    uint64_t job;
    uint32_t partition;
} row_key;

#define ROWS_MAX 2048

static uint32_t row_of(row_key *rows, uint32_t *rows_n, const sl_span *span) {
    for (uint32_t i = *rows_n; i-- > 0;) {
        if (rows[i].job == span->job && rows[i].partition == span->partition) {
            return i;
        }
    }
    if (*rows_n == ROWS_MAX) {
        return UINT32_MAX;
    }
    rows[*rows_n] = (row_key){span->job, span->partition};
    return (*rows_n)++;
}

static sluice_status bars_draw(sl_plot *plot, const sl_trace *trace, sluice_error *err) {
    static const sl_mem_stage drawn[] = {SL_STAGE_SYNTHESIS, SL_STAGE_START, SL_STAGE_FINISH, SL_STAGE_CHECK};
    uint32_t stages[SL_MEM_STAGES_N] = {0};
    for (size_t i = 0; i < SL_ARRAY_N(drawn); i++) {
        stages[drawn[i]] = sl_plot_stage(plot, sl_mem_stage_name(drawn[i]));
    }
    sl_buf storage;
    SL_TRY(sl_buf_alloc_n(&storage, ROWS_MAX, sizeof(row_key), "rows of a picture", err));
    uint32_t rows_n = 0;
    size_t n;
    const sl_span *spans = sl_trace_spans(trace, &n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t row = row_of(storage.data, &rows_n, &spans[i]);
        if (row != UINT32_MAX) {
            sl_plot_bar(plot, row, stages[spans[i].stage], ns_of(spans[i].start_s), ns_of(spans[i].end_s));
        }
    }
    sl_buf_release(&storage);
    return SLUICE_OK;
}

sluice_status sl_flow_picture(sl_plot **out, const sl_trace *trace, const char *title, const char *note,
                              sluice_error *err) {
    sl_plot *plot;
    SL_TRY(sl_plot_open(&plot, title, err));
    if (note != NULL) {
        sl_plot_note(plot, note);
    }
    memory_draw(plot, trace);
    const sluice_status status = bars_draw(plot, trace, err);
    if (status != SLUICE_OK) {
        sl_plot_close(plot);
        return status;
    }
    *out = plot;
    return SLUICE_OK;
}
