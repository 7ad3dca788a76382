// SPDX-License-Identifier: MIT OR Apache-2.0
/* What an event means in the state that it meets. */
#include "engine/sched/sched_state.h"

#define LOAD_TRIES 2

/* The end of a partition's step; false if that step is not under way. */
static bool part_step_event(sl_sched *s, const sl_event *event, sl_sched_step step) {
    const uint32_t part = event->part;
    sl_sched_part *p = &s->parts[part];
    if (p->step != step) {
        return false;
    }
    sl_sched_step_end(s, part);
    if (p->state == SL_PART_DROPPED) {
        return true;
    }
    switch (step) {
    case STEP_SYNTHESIS:
        sl_sched_part_ready(s, part);
        break;
    case STEP_START:
        p->state = SL_PART_STARTED;
        sl_sched_part_push(s, &s->started[s->jobs[p->job].priority == SL_CRITICAL], part);
        break;
    case STEP_FINISH:
        p->state = SL_PART_FINISHED;
        sl_sched_unpin(s, p);
        sl_sched_job_finished(s, p->job);
        break;
    case STEP_NONE:
        break;
    }
    return true;
}

static bool failed(sl_sched *s, const sl_event *event) {
    const sl_sched_part *p = &s->parts[event->part];
    if (event->device != NONE && event->device >= s->config.devices_n) {
        return false;
    }
    const bool fits = event->stage == SL_AT_SYNTHESIS ? p->step == STEP_SYNTHESIS
                      : event->stage == SL_AT_START   ? p->step == STEP_START
                      : event->stage == SL_AT_FINISH  ? p->step == STEP_FINISH
                      : event->stage == SL_AT_CHECK
                          ? p->state == SL_PART_FINISHED && s->jobs[p->job].state == JOB_CHECKING
                          : false;
    if (fits) {
        sl_sched_part_failed(s, event->part, event);
    }
    return fits;
}

static bool class_died(sl_sched *s, const sl_event *event) {
    sl_sched_part *p = &s->parts[event->part];
    if (!p->holds_host || event->mem_class > SL_MEM_CLASSES_N) {
        return false;
    }
    if (event->mem_class == SL_MEM_CLASSES_N) {
        sl_sched_all_give(s, p);
        p->holds_host = true; /* of nothing, until FREED */
    } else {
        sl_sched_class_give(s, p, event->mem_class);
    }
    return true;
}

static bool part_event(sl_sched *s, const sl_event *event) {
    if (event->part >= s->config.partitions_max) {
        return false;
    }
    switch (event->type) {
    case SL_EV_SYNTHESIZED:
        return part_step_event(s, event, STEP_SYNTHESIS);
    case SL_EV_STARTED:
        return part_step_event(s, event, STEP_START);
    case SL_EV_FINISHED:
        return part_step_event(s, event, STEP_FINISH);
    case SL_EV_FAILED:
        return failed(s, event);
    case SL_EV_CLASS_DIED:
        return class_died(s, event);
    default:
        break;
    }
    if (s->parts[event->part].state != SL_PART_DROPPED) {
        return false;
    }
    sl_sched_part_freed(s, event->part);
    return true;
}

static bool job_event(sl_sched *s, const sl_event *event) {
    const uint32_t job = sl_sched_job_find(s, event->job);
    if (job == NONE) {
        return false;
    }
    const uint8_t state = s->jobs[job].state;
    if (event->type == SL_EV_CANCEL) {
        sl_sched_job_doom(s, job, SL_OUTCOME_CANCELLED);
        return true;
    }
    if (event->type == SL_EV_CHECKED && state == JOB_CHECKING) {
        sl_sched_job_checked(s, job);
        return true;
    }
    if (event->type == SL_EV_DELIVERED && state == JOB_DELIVERING) {
        sl_sched_job_delivered(s, job);
        return true;
    }
    return false;
}

static void resident_loaded(sl_sched *s, uint32_t resident) {
    s->residents[resident].state = RES_LOADED;
    for (uint32_t part = s->reserved.first; part != NONE;) {
        const uint32_t next = s->parts[part].next;
        if (s->jobs[s->parts[part].job].circuit == resident) {
            sl_sched_synthesize(s, part);
        }
        part = next;
    }
}

static bool waits_for(const sl_sched *s, const sl_sched_job *job, uint32_t resident) {
    uint32_t part = job->first_part;
    for (uint32_t i = 0; i < job->partitions_n; i++, part = s->parts[part].sibling) {
        const uint8_t state = s->parts[part].state;
        const bool before_start = state >= SL_PART_RESERVED && state <= SL_PART_READY;
        if (before_start && (job->srs == resident || job->circuit == resident)) {
            return true;
        }
    }
    return false;
}

static void load_failed(sl_sched *s, const sl_event *event) {
    sl_sched_resident *res = &s->residents[event->resident];
    if (!event->permanent && res->tries < LOAD_TRIES) {
        res->tries++;
        sl_action *action = sl_sched_emit(s, SL_DO_LOAD);
        action->resident = event->resident;
        action->user = res->user;
        return;
    }
    res->state = RES_ABSENT;
    sl_sched_resident_give(s, res);
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        if (s->jobs[i].state == JOB_OPEN && waits_for(s, &s->jobs[i], event->resident)) {
            sl_sched_job_fail(s, i, SL_AT_LOAD, event->status, NONE, NONE);
        }
    }
}

static bool forget(sl_sched *s, uint32_t resident) {
    sl_sched_resident *res = &s->residents[resident];
    if (res->state == RES_LOADING || res->is_forgotten) {
        return false;
    }
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        const sl_sched_job *job = &s->jobs[i];
        if (job->state != JOB_FREE && (job->circuit == resident || job->srs == resident)) {
            return false;
        }
    }
    res->is_forgotten = true;
    if (res->state == RES_LOADED) {
        sl_sched_evict(s, resident);
    }
    return true;
}

static bool resident_event(sl_sched *s, const sl_event *event) {
    if (event->resident >= s->residents_n) {
        return false;
    }
    sl_sched_resident *res = &s->residents[event->resident];
    if (event->type == SL_EV_FORGET) {
        return forget(s, event->resident);
    }
    if (event->type == SL_EV_EVICTED && res->state == RES_EVICTING) {
        res->state = RES_ABSENT;
        sl_sched_resident_give(s, res);
        return true;
    }
    if (res->state != RES_LOADING || event->type == SL_EV_EVICTED) {
        return false;
    }
    if (event->type == SL_EV_LOADED) {
        resident_loaded(s, event->resident);
    } else {
        load_failed(s, event);
    }
    return true;
}

/* No device is large enough for the job any more: what waits for one gives its memory back. */
static void ready_requeue(sl_sched *s, const sl_sched_job *job) {
    uint32_t part = job->first_part;
    for (uint32_t i = 0; i < job->partitions_n; i++, part = s->parts[part].sibling) {
        if (s->parts[part].state == SL_PART_READY) {
            sl_sched_part_again(s, part);
        }
    }
}

/* What is reserved drains; jobs that have become too large wait aside. */
static bool pressure(sl_sched *s, const sl_mem_vector *budget) {
    if (budget == NULL) {
        return false;
    }
    s->config.budget = *budget;
    for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
        s->ceiling.bytes[k] = SL_MAX(budget->bytes[k], sl_sched_reserved(s, k));
    }
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        sl_sched_job *job = &s->jobs[i];
        if (job->state == JOB_FREE || job->state == JOB_ENDING) {
            continue;
        }
        uint32_t kind;
        uint64_t needed, limit;
        const bool fits = sl_sched_job_judge(s, job, &kind, &needed, &limit) == SL_SUBMIT_ACCEPTED;
        if (fits == job->parked) {
            sl_sched_job_park(s, i, !fits);
        }
        if (job->device_mask == 0) {
            ready_requeue(s, job);
        }
    }
    sl_sched_stranded(s, NONE);
    return true;
}

static bool device_event(sl_sched *s, const sl_event *event) {
    if (event->device >= s->config.devices_n) {
        return false;
    }
    sl_sched_device *d = &s->device[event->device];
    d->usable = event->type == SL_EV_DEVICE_BACK;
    if (d->usable) {
        d->faults = 0;
    } else {
        sl_sched_stranded(s, event->device);
    }
    return true;
}

static bool event_apply(sl_sched *s, const sl_event *event) {
    switch (event->type) {
    case SL_EV_SYNTHESIZED:
    case SL_EV_STARTED:
    case SL_EV_FINISHED:
    case SL_EV_FAILED:
    case SL_EV_CLASS_DIED:
    case SL_EV_FREED:
        return part_event(s, event);
    case SL_EV_CHECKED:
    case SL_EV_DELIVERED:
    case SL_EV_CANCEL:
        return job_event(s, event);
    case SL_EV_LOADED:
    case SL_EV_LOAD_FAILED:
    case SL_EV_EVICTED:
    case SL_EV_FORGET:
        return resident_event(s, event);
    case SL_EV_DEVICE_LOST:
    case SL_EV_DEVICE_BACK:
        return device_event(s, event);
    case SL_EV_PRESSURE:
        return pressure(s, event->budget);
    case SL_EV_TIMER:
        return true;
    }
    return false;
}

bool sl_sched_post(sl_sched *s, const sl_event *event) {
    sl_sched_event_begin(s, event->now_ns);
    if (!event_apply(s, event)) {
        return false;
    }
    sl_sched_deadlines(s);
    sl_sched_settle(s);
    return true;
}
