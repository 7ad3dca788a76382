// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What is seen of a flow: its events as they happen, spans (a partition in a stage), and samples of memory beside them.
 * Spans and samples are kept in tables of fixed size; when that of the samples is full, every second one goes and the
 * interval doubles; spans beyond the table are not kept.
 */
#ifndef SL_ENGINE_FLOW_TRACE_H
#define SL_ENGINE_FLOW_TRACE_H

#include "core/mem/buf.h"

/* One event. `name` is static text: submitted, reserved, synthesized, started, finished, failed, checked ... */
typedef struct sl_flow_event {
    const char *name;
    double at_s; /* since the flow was opened */
    uint64_t job;
    uint32_t partition, attempt; /* UINT32_MAX: of the job */
    int device;                  /* -1: none */
    const char *stage;           /* of a partition when it happened; NULL: none */
    double took_s;               /* the step that ended; 0: none */
    const char *text;            /* more, for people; NULL: none */
} sl_flow_event;

typedef struct sl_span {
    uint64_t job;
    uint32_t partition, attempt;
    sl_mem_stage stage;
    int device;
    double start_s, end_s;
} sl_span;

typedef struct sl_trace_sample {
    double at_s;
    uint64_t rss, live, reserved, budget; /* rss: anonymous and shared; the others of host memory */
    uint64_t class_bytes[SL_MEM_CLASSES_N];
} sl_trace_sample;

typedef struct sl_trace sl_trace;

/* Starts a thread that samples every interval_ms. */
SL_NODISCARD sluice_status sl_trace_open(sl_trace **out, unsigned interval_ms, sluice_error *err);
void sl_trace_close(sl_trace *trace); /* accepts NULL */
/* Stops sampling; the trace stays to be read. */
void sl_trace_stop(sl_trace *trace);
void sl_trace_span(sl_trace *trace, const sl_span *span); /* any thread; accepts a NULL trace */

/* Tables; not while they are written. */
const sl_span *sl_trace_spans(const sl_trace *trace, size_t *n);
const sl_trace_sample *sl_trace_samples(const sl_trace *trace, size_t *n);

typedef struct sl_trace_peaks {
    uint64_t rss, live, reserved;
    uint64_t class_bytes[SL_MEM_CLASSES_N];
    uint64_t samples, over_budget; /* samples ever; of them with rss above the budget of that moment */
} sl_trace_peaks;
/* Of all samples ever taken, those that were thinned out included. */
void sl_trace_peaks_get(sl_trace *trace, sl_trace_peaks *out);
double sl_trace_now(const sl_trace *trace);

#endif
