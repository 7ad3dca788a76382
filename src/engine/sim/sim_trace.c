// SPDX-License-Identifier: MIT OR Apache-2.0
/* A run in words, one line an event or action. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/sim/sim_model.h"

static const char *const event_names[] = {
    [SL_EV_SYNTHESIZED] = "synthesized", [SL_EV_STARTED] = "started",
    [SL_EV_FINISHED] = "finished",       [SL_EV_FAILED] = "failed",
    [SL_EV_CLASS_DIED] = "class died",   [SL_EV_FREED] = "freed",
    [SL_EV_CHECKED] = "checked",         [SL_EV_DELIVERED] = "delivered",
    [SL_EV_CANCEL] = "cancel",           [SL_EV_TIMER] = "timer",
    [SL_EV_PRESSURE] = "pressure",       [SL_EV_LOADED] = "loaded",
    [SL_EV_LOAD_FAILED] = "load failed", [SL_EV_EVICTED] = "evicted",
    [SL_EV_FORGET] = "forget",           [SL_EV_DEVICE_LOST] = "device lost",
    [SL_EV_DEVICE_BACK] = "device back",
};
static const char *const action_names[] = {
    [SL_DO_RESERVE] = "RESERVE", [SL_DO_SYNTHESIZE] = "SYNTHESIZE",
    [SL_DO_START] = "START",     [SL_DO_FINISH] = "FINISH",
    [SL_DO_DROP] = "DROP",       [SL_DO_RELEASE] = "RELEASE",
    [SL_DO_CHECK] = "CHECK",     [SL_DO_DELIVER] = "DELIVER",
    [SL_DO_END] = "END",         [SL_DO_LOAD] = "LOAD",
    [SL_DO_EVICT] = "EVICT",     [SL_DO_QUARANTINE] = "QUARANTINE",
};

static void number(FILE *out, const char *name, uint32_t value) {
    if (value != NONE) {
        (void)fprintf(out, " %s %" PRIu32, name, value);
    }
}

static void part(const sl_sim *m, FILE *out, uint32_t id) {
    const sl_sim_part *p = &m->parts[id];
    (void)fprintf(out, " job %" PRIu32 " partition %" PRIu32, p->job, p->index);
}

void sl_sim_trace_event(const sl_sim *m, const sl_event *event) {
    FILE *out = m->options->trace;
    if (out == NULL) {
        return;
    }
    (void)fprintf(out, "%10.3f s  %s", (double)m->now_ns / 1e9, event_names[event->type]);
    if (event->type <= SL_EV_FREED) {
        part(m, out, event->part);
    }
    if (event->type == SL_EV_FAILED) {
        (void)fprintf(out, " at %s%s", sl_sched_stage_name(event->stage), event->permanent ? ", permanent" : "");
    }
    if (event->type >= SL_EV_LOADED && event->type <= SL_EV_EVICTED) {
        number(out, "resident", event->resident);
    } else if (event->type == SL_EV_FAILED || event->type >= SL_EV_DEVICE_LOST) {
        number(out, "device", event->device);
    }
    (void)fputc('\n', out);
}

void sl_sim_trace_action(const sl_sim *m, const sl_action *action) {
    FILE *out = m->options->trace;
    if (out == NULL) {
        return;
    }
    (void)fprintf(out, "%10.3f s      %s", (double)m->now_ns / 1e9, action_names[action->type]);
    if (action->type <= SL_DO_END) {
        (void)fprintf(out, " job %" PRIu64, action->user);
    }
    number(out, "partition", action->index);
    number(out, "resident", action->resident);
    number(out, "device", action->device);
    number(out, "slot", action->slot);
    if (action->type == SL_DO_END) {
        static const char *const outcomes[SL_OUTCOMES_N] = {"delivered", "failed", "cancelled", "expired"};
        (void)fprintf(out, " %s", outcomes[action->outcome]);
    }
    (void)fputc('\n', out);
}
