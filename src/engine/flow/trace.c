// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/flow/trace.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "core/base/clock.h"

#define SAMPLES_MAX 2048
#define SPANS_MAX 65536

struct sl_trace {
    double began_s;
    unsigned interval_ms;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool is_running, is_stopping;
    sl_trace_peaks peaks;
    size_t samples_n, spans_n;
    unsigned thinning; /* of so many samples one is kept */
    sl_trace_sample samples[SAMPLES_MAX];
    sl_buf spans;
    sl_buf self;
};

static void peak(uint64_t *at, uint64_t value) {
    *at = SL_MAX(*at, value);
}

static sl_trace_sample sample_now(const sl_trace *trace) {
    sl_ledger_state ledger;
    sl_rss rss;
    (void)sl_rss_read(&rss);
    sl_ledger_state_get(&ledger);
    const sl_mem_total *host = &ledger.kind[SL_KIND_HOST];
    sl_trace_sample sample = {
        .at_s = sl_trace_now(trace),
        .rss = rss.anon_bytes + rss.shmem_bytes,
        .live = host->live,
        .reserved = host->reserved,
        .budget = host->budget,
    };
    memcpy(sample.class_bytes, ledger.class_bytes, sizeof sample.class_bytes);
    return sample;
}

/* With the lock. */
static void sample_keep(sl_trace *trace, const sl_trace_sample *sample) {
    sl_trace_peaks *peaks = &trace->peaks;
    peaks->samples++;
    peaks->over_budget += sample->budget != 0 && sample->rss > sample->budget;
    peak(&peaks->rss, sample->rss);
    peak(&peaks->live, sample->live);
    peak(&peaks->reserved, sample->reserved);
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        peak(&peaks->class_bytes[c], sample->class_bytes[c]);
    }
    if (peaks->samples % trace->thinning != 0) {
        return;
    }
    if (trace->samples_n == SAMPLES_MAX) {
        for (size_t i = 0; i < SAMPLES_MAX / 2; i++) {
            trace->samples[i] = trace->samples[2 * i + 1];
        }
        trace->samples_n = SAMPLES_MAX / 2;
        trace->thinning *= 2;
    }
    trace->samples[trace->samples_n++] = *sample;
}

static void *sampler_main(void *data) {
    sl_trace *trace = data;
    (void)pthread_mutex_lock(&trace->lock);
    while (!trace->is_stopping) {
        (void)pthread_mutex_unlock(&trace->lock);
        const sl_trace_sample sample = sample_now(trace);
        (void)pthread_mutex_lock(&trace->lock);
        sample_keep(trace, &sample);
        const struct timespec until = sl_clock_after(trace->interval_ms * 1e-3);
        if (!trace->is_stopping) {
            (void)pthread_cond_timedwait(&trace->wake, &trace->lock, &until);
        }
    }
    (void)pthread_mutex_unlock(&trace->lock);
    return NULL;
}

static int sampler_start(sl_trace *trace) {
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int code = pthread_create(&trace->thread, NULL, sampler_main, trace);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    trace->is_running = code == 0;
    return code;
}

sluice_status sl_trace_open(sl_trace **out, unsigned interval_ms, sluice_error *err) {
    sl_buf self;
    sl_buf spans;
    SL_TRY(sl_buf_alloc(&self, sizeof(sl_trace), "trace", err));
    const sluice_status status = sl_buf_alloc_n(&spans, SPANS_MAX, sizeof(sl_span), "spans", err);
    if (status != SLUICE_OK) {
        sl_buf_release(&self);
        return status;
    }
    sl_trace *trace = self.data;
    trace->began_s = sl_clock_seconds();
    trace->interval_ms = SL_MAX(interval_ms, 1);
    trace->thinning = 1;
    (void)pthread_mutex_init(&trace->lock, NULL);
    sl_clock_cond_init(&trace->wake);
    sl_buf_move(&trace->spans, &spans);
    sl_buf_move(&trace->self, &self);
    const int code = sampler_start(trace);
    if (code != 0) {
        sl_trace_close(trace);
        return SL_FAIL(err, SLUICE_E_OS, "cannot start a thread: %s", strerror(code));
    }
    *out = trace;
    return SLUICE_OK;
}

void sl_trace_stop(sl_trace *trace) {
    if (!trace->is_running) {
        return;
    }
    (void)pthread_mutex_lock(&trace->lock);
    trace->is_stopping = true;
    (void)pthread_cond_signal(&trace->wake);
    (void)pthread_mutex_unlock(&trace->lock);
    (void)pthread_join(trace->thread, NULL);
    trace->is_running = false;
}

void sl_trace_close(sl_trace *trace) {
    if (trace == NULL) {
        return;
    }
    sl_trace_stop(trace);
    (void)pthread_cond_destroy(&trace->wake);
    (void)pthread_mutex_destroy(&trace->lock);
    sl_buf_release(&trace->spans);
    sl_buf self = SL_BUF_EMPTY;
    sl_buf_move(&self, &trace->self);
    sl_buf_release(&self);
}

void sl_trace_span(sl_trace *trace, const sl_span *span) {
    if (trace == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&trace->lock);
    if (trace->spans_n < SPANS_MAX) {
        sl_span *spans = trace->spans.data;
        spans[trace->spans_n++] = *span;
    }
    (void)pthread_mutex_unlock(&trace->lock);
}

const sl_span *sl_trace_spans(const sl_trace *trace, size_t *n) {
    *n = trace->spans_n;
    return trace->spans.data;
}

const sl_trace_sample *sl_trace_samples(const sl_trace *trace, size_t *n) {
    *n = trace->samples_n;
    return trace->samples;
}

void sl_trace_peaks_get(sl_trace *trace, sl_trace_peaks *out) {
    (void)pthread_mutex_lock(&trace->lock);
    *out = trace->peaks;
    (void)pthread_mutex_unlock(&trace->lock);
}

double sl_trace_now(const sl_trace *trace) {
    return sl_clock_seconds() - trace->began_s;
}
