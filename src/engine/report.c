// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/report.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/buf.h"

/* Samples are kept in a fixed ring of this many: when it is full every second one goes and the interval doubles. */
#define SAMPLES_MAX 1024
#define INTERVAL_START_MS 5
#define STAGES_MAX 4096

struct sluice_report {
    double began_s, began_cpu_s;
    sluice_report_totals totals;
    sluice_plan plan;
    sluice_stage stages[STAGES_MAX];
    sluice_sample samples[SAMPLES_MAX];
    bool stage_is_open;
    bool sampler_runs;
    bool stop; /* guarded by lock, with wake */
    pthread_t sampler;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    sl_buf storage; /* owns this structure */
};

static void sample_take(sluice_report *report) {
    sl_rss rss;
    const sluice_sample sample = {
        .at_s = sl_clock_seconds() - report->began_s,
        .live_bytes = sl_mem_live(),
        .rss_bytes = sl_rss_read(&rss) ? rss.anon_bytes + rss.shmem_bytes : 0,
    };
    report->samples[report->totals.samples_n++] = sample;
}

static void *sampler_run(void *data) {
    sluice_report *report = data;
    unsigned interval_ms = INTERVAL_START_MS;
    (void)pthread_mutex_lock(&report->lock);
    while (!report->stop) {
        if (report->totals.samples_n == SAMPLES_MAX) {
            for (size_t i = 0; i < SAMPLES_MAX / 2; i++) {
                report->samples[i] = report->samples[2 * i];
            }
            report->totals.samples_n = SAMPLES_MAX / 2;
            interval_ms *= 2;
        }
        sample_take(report);
        const struct timespec until = sl_clock_after((double)interval_ms * 1e-3);
        (void)pthread_cond_timedwait(&report->wake, &report->lock, &until);
    }
    if (report->totals.samples_n < SAMPLES_MAX) {
        sample_take(report);
    }
    (void)pthread_mutex_unlock(&report->lock);
    return NULL;
}

size_t sl_report_bytes(void) {
    return (sizeof(sluice_report) + 4095) / 4096 * 4096;
}

sluice_status sl_report_open(sluice_report **out, sluice_error *err) {
    sl_buf storage = SL_BUF_EMPTY;
    SL_TRY(sl_buf_alloc(&storage, sizeof(sluice_report), "report", err));
    sluice_report *report = storage.data;
    report->began_s = sl_clock_seconds();
    report->began_cpu_s = sl_clock_cpu_seconds();
    (void)pthread_mutex_init(&report->lock, NULL);
    sl_clock_cond_init(&report->wake);
    report->sampler_runs = pthread_create(&report->sampler, NULL, sampler_run, report) == 0;
    sl_buf_move(&report->storage, &storage);
    *out = report;
    return SLUICE_OK;
}

static void sampler_stop(sluice_report *report) {
    if (!report->sampler_runs) {
        return;
    }
    (void)pthread_mutex_lock(&report->lock);
    report->stop = true;
    (void)pthread_cond_signal(&report->wake);
    (void)pthread_mutex_unlock(&report->lock);
    (void)pthread_join(report->sampler, NULL);
    report->sampler_runs = false;
}

void sluice_report_close(sluice_report *report) {
    if (report == NULL) {
        return;
    }
    sampler_stop(report);
    (void)pthread_cond_destroy(&report->wake);
    (void)pthread_mutex_destroy(&report->lock);
    sl_buf storage = SL_BUF_EMPTY;
    sl_buf_move(&storage, &report->storage);
    sl_buf_release(&storage);
}

/* The lane of an earlier stage of the same name, or the next new one. */
static unsigned lane_find(const sluice_report *report, const sluice_stage *stage) {
    unsigned next = 0;
    for (const sluice_stage *other = report->stages; other != stage; other++) {
        if (strcmp(other->name, stage->name) == 0) {
            return other->lane;
        }
        next = other->lane >= next ? other->lane + 1 : next;
    }
    return next;
}

void sl_report_plan(sluice_report *report, const sluice_plan *plan) {
    report->plan = *plan;
}

static uint64_t planned_of(const sluice_plan *plan, const char *name) {
    for (size_t i = 0; i < plan->phases_n; i++) {
        if (strcmp(plan->phases[i].name, name) == 0) {
            return plan->phases[i].bytes;
        }
    }
    return plan->base_bytes;
}

void sl_report_stage_begin(sluice_report *report, const char *name, unsigned partition) {
    sl_report_stage_end(report);
    if (report->totals.stages_n == STAGES_MAX) {
        return;
    }
    sl_mem_peak_reset();
    sluice_stage *stage = &report->stages[report->totals.stages_n++];
    (void)snprintf(stage->name, sizeof stage->name, "%s", name);
    stage->partition = partition;
    stage->lane = lane_find(report, stage);
    stage->planned_bytes = planned_of(&report->plan, name);
    stage->start_s = sl_clock_seconds() - report->began_s;
    report->stage_is_open = true;
}

void sl_report_stage_end(sluice_report *report) {
    if (!report->stage_is_open) {
        return;
    }
    sluice_stage *stage = &report->stages[report->totals.stages_n - 1];
    stage->end_s = sl_clock_seconds() - report->began_s;
    stage->peak_bytes = sl_mem_peak();
    report->stage_is_open = false;
}

void sl_report_stage_add(sluice_report *report, const char *name, unsigned partition, double start_s, double end_s) {
    SL_ASSERT(!report->stage_is_open);
    sl_report_stage_begin(report, name, partition);
    if (report->stage_is_open) {
        sl_report_stage_end(report);
        sluice_stage *stage = &report->stages[report->totals.stages_n - 1];
        stage->start_s = start_s - report->began_s;
        stage->end_s = end_s - report->began_s;
    }
}

void sl_report_finish(sluice_report *report, const sluice_report_totals *totals) {
    sl_report_stage_end(report);
    sampler_stop(report);
    const size_t stages_n = report->totals.stages_n;
    const size_t samples_n = report->totals.samples_n;
    report->totals = *totals;
    report->totals.stages_n = stages_n;
    report->totals.samples_n = samples_n;
    report->totals.planned_bytes = report->plan.planned_bytes;
    report->totals.budget_bytes = report->plan.budget_bytes;
    report->totals.least_bytes = report->plan.least_bytes;
    report->totals.scratch_bytes = report->plan.scratch_bytes;
    report->totals.wall_s = sl_clock_seconds() - report->began_s;
    report->totals.cpu_s = sl_clock_cpu_seconds() - report->began_cpu_s;
    sl_rss rss;
    report->totals.peak_rss_bytes = sl_rss_read(&rss) ? rss.peak_bytes : 0;
}

void sluice_report_totals_get(const sluice_report *report, sluice_report_totals *out) {
    *out = report->totals;
}

void sluice_report_stage_get(const sluice_report *report, size_t i, sluice_stage *out) {
    SL_ASSERT(i < report->totals.stages_n);
    *out = report->stages[i];
}

void sluice_report_sample_get(const sluice_report *report, size_t i, sluice_sample *out) {
    SL_ASSERT(i < report->totals.samples_n);
    *out = report->samples[i];
}
