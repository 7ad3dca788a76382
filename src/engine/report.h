// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The record of a proof: stages as they begin and end, and a thread that samples memory beside them. The same record
 * becomes the public report.
 */
#ifndef SL_ENGINE_REPORT_H
#define SL_ENGINE_REPORT_H

#include <sluice/prove.h>

#include "core/base/error.h"

/* Starts the clock and the sampler. Ends with sluice_report_close, or stays open as the caller's report. */
SL_NODISCARD sluice_status sl_report_open(sluice_report **out, sluice_error *err);
/* Memory of a report. */
size_t sl_report_bytes(void);
/* The plan, whose figures go to stages and totals. */
void sl_report_plan(sluice_report *report, const sluice_plan *plan);
/* Stages of one thread: the next begin ends the one before. A report out of memory loses stages, never a proof. */
void sl_report_stage_begin(sluice_report *report, const char *name, unsigned partition);
void sl_report_stage_end(sluice_report *report);
/* A stage that is over, at seconds of sl_clock_seconds. Not while one is open. */
void sl_report_stage_add(sluice_report *report, const char *name, unsigned partition, double start_s, double end_s);
/* Stops the sampler and fills the totals; `totals` gives circuit, kernel, backend, partitions, waiting and verdict. */
void sl_report_finish(sluice_report *report, const sluice_report_totals *totals);

#endif
