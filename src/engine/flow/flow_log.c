// SPDX-License-Identifier: MIT OR Apache-2.0
/* Events as they are seen from outside: one JSON object a line, and whoever watches. */
#include "core/base/clock.h"
#include "core/base/json.h"
#include "engine/flow/flow_state.h"

static sluice_status line_write(FILE *out, const sl_flow_event *event, sluice_error *err) {
    sl_rss rss;
    (void)sl_rss_read(&rss);
    const sl_mem_total host = sl_ledger_total(SL_KIND_HOST);
    sl_json json;
    sl_json_open(&json, out);
    sl_json_object_begin(&json, NULL);
    sl_json_f64(&json, "at_s", event->at_s);
    sl_json_string(&json, "event", event->name);
    if (event->job != 0) {
        sl_json_u64(&json, "job", event->job);
    }
    if (event->partition != UINT32_MAX) {
        sl_json_u64(&json, "partition", event->partition);
        sl_json_u64(&json, "attempt", event->attempt);
    }
    if (event->device >= 0) {
        sl_json_i64(&json, "device", event->device);
    }
    if (event->took_s > 0) {
        sl_json_f64(&json, "took_s", event->took_s);
    }
    if (event->text != NULL) {
        sl_json_string(&json, "text", event->text);
    }
    sl_json_u64(&json, "live_bytes", host.live);
    sl_json_u64(&json, "reserved_bytes", host.reserved);
    sl_json_u64(&json, "budget_bytes", host.budget);
    sl_json_u64(&json, "rss_bytes", rss.anon_bytes + rss.shmem_bytes);
    sl_json_object_end(&json);
    return sl_json_close(&json, err);
}

void sl_flow_tell(sl_flow *flow, const char *name, const sl_flow_job *job, const sl_flow_part *part, double took_s,
                  const char *text) {
    if (flow->log == NULL && flow->config.watch == NULL) {
        return;
    }
    const sl_flow_event event = {
        .name = name,
        .at_s = sl_flow_now(flow),
        .job = job == NULL ? 0 : job->id,
        .partition = part == NULL ? UINT32_MAX : part->index,
        .attempt = part == NULL ? UINT32_MAX : part->attempt,
        .device = part == NULL || part->device == SL_SCHED_NONE ? -1 : (int)part->device,
        .took_s = took_s,
        .text = text,
    };
    if (flow->log != NULL && flow->log_error.status == SLUICE_OK) { /* a log that ends does not stop the work */
        (void)line_write(flow->log, &event, &flow->log_error);
    }
    if (flow->config.watch != NULL) {
        flow->config.watch(flow->config.watch_data, &event);
    }
}
