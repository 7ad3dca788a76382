// SPDX-License-Identifier: MIT OR Apache-2.0
/* Lives and ends of jobs and partitions: failures, retries, cancelling, and the way out for all of them. */
#include "engine/sched/sched_state.h"

sl_action *sl_sched_emit(sl_sched *s, sl_action_type type) {
    SL_ASSERT(s->actions_n < s->actions_max);
    sl_action *action = &s->actions[s->actions_n++];
    *action = (sl_action){.type = type, .part = NONE, .index = NONE, .device = NONE, .slot = NONE, .resident = NONE};
    return action;
}

void sl_sched_emit_job(sl_sched *s, sl_action_type type, uint32_t job) {
    sl_action *action = sl_sched_emit(s, type);
    action->job = s->jobs[job].name;
    action->user = s->jobs[job].user;
}

void sl_sched_emit_part(sl_sched *s, sl_action_type type, uint32_t part) {
    const sl_sched_part *p = &s->parts[part];
    sl_action *action = sl_sched_emit(s, type);
    action->job = s->jobs[p->job].name;
    action->user = s->jobs[p->job].user;
    action->part = part;
    action->index = p->index;
    action->attempt = p->attempt;
    action->device = p->device;
    action->slot = type == SL_DO_SYNTHESIZE ? p->worker : p->slot;
}

uint32_t sl_sched_job_find(const sl_sched *s, uint64_t name) {
    const uint32_t job = (uint32_t)(name & (SL_SCHED_JOBS_MAX - 1));
    return job < s->config.jobs_max && s->jobs[job].state != JOB_FREE && s->jobs[job].name == name ? job : NONE;
}

static sl_sched_list *list_of_job(sl_sched *s, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    return j->parked ? &s->parked : j->in_flight ? &s->flight[j->priority] : &s->fresh[j->priority];
}

void sl_sched_job_park(sl_sched *s, uint32_t job, bool parked) {
    sl_sched_job *j = &s->jobs[job];
    if (j->queued.n > 0) {
        sl_sched_job_pull(s, list_of_job(s, job), job);
    }
    j->parked = parked;
    if (j->queued.n > 0) {
        sl_sched_job_push(s, list_of_job(s, job), job);
    }
}

void sl_sched_job_queue(sl_sched *s, uint32_t job, uint32_t part) {
    if (s->jobs[job].queued.n == 0) {
        sl_sched_job_push(s, list_of_job(s, job), job);
    }
    s->parts[part].state = SL_PART_QUEUED;
    sl_sched_part_push_queued(s, part);
}

void sl_sched_step_end(sl_sched *s, uint32_t part) {
    sl_sched_part *p = &s->parts[part];
    const bool is_critical = s->jobs[p->job].priority == SL_CRITICAL;
    switch ((sl_sched_step)p->step) {
    case STEP_SYNTHESIS:
        s->workers[s->workers_free++] = p->worker;
        s->synthesis_n[is_critical]--;
        p->worker = NONE;
        break;
    case STEP_START:
        s->device[p->device].starting_n[is_critical]--;
        s->device[p->device].slots &= ~(UINT32_C(1) << p->slot);
        p->slot = NONE;
        break;
    case STEP_FINISH:
        s->finishing_n[is_critical]--;
        break;
    case STEP_NONE:
        break;
    }
    p->step = STEP_NONE;
}

/* From wherever it is; what its step holds (worker, slot) stays taken until the step has ended. */
static void part_drop(sl_sched *s, uint32_t part, bool again) {
    sl_sched_part *p = &s->parts[part];
    sl_sched_job *job = &s->jobs[p->job];
    if (p->state == SL_PART_RESERVED) {
        sl_sched_part_pull(s, &s->reserved, part);
        s->synthesis_n[job->priority == SL_CRITICAL]--;
    } else if (p->state == SL_PART_READY) {
        sl_sched_part_pull(s, &s->ready[job->priority], part);
        s->ready_n--;
    } else if (p->state == SL_PART_STARTED) {
        sl_sched_part_pull(s, &s->started[job->priority == SL_CRITICAL], part);
    } else if (p->state == SL_PART_FINISHED) {
        job->finished_n--;
    }
    p->state = SL_PART_DROPPED;
    p->again = again;
    sl_sched_emit_part(s, SL_DO_DROP, part);
}

void sl_sched_part_again(sl_sched *s, uint32_t part) {
    part_drop(s, part, true);
}

void sl_sched_part_ready(sl_sched *s, uint32_t part) {
    sl_sched_part *p = &s->parts[part];
    p->device = NONE;
    p->state = SL_PART_READY;
    sl_sched_part_push_ready(s, part);
    if (s->jobs[p->job].device_mask == 0) { /* since the budget of devices was lowered: it waits without memory */
        part_drop(s, part, true);
    }
}

/* All memory is back: the one END of the job. */
static void job_end(sl_sched *s, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    sl_sched_emit_job(s, SL_DO_END, job);
    sl_action *action = &s->actions[s->actions_n - 1];
    action->outcome = j->end.outcome;
    action->stage = j->end.stage;
    action->status = j->end.status;
    action->device = j->end.device;
    action->index = j->end.index;
    s->ended[j->end.outcome]++;
    s->parts[j->last_part].sibling = s->free_part;
    s->free_part = j->first_part;
    s->parts_free += j->partitions_n;
    s->in_flight_n -= j->in_flight && j->priority != SL_CRITICAL ? 1 : 0;
    s->jobs_n--;
    j->state = JOB_FREE;
    j->next = s->free_job;
    s->free_job = job;
}

static void job_end_begin(sl_sched *s, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    j->state = JOB_ENDING;
    if (j->queued.n > 0) {
        sl_sched_job_pull(s, list_of_job(s, job), job);
    }
    uint32_t part = j->first_part;
    for (uint32_t i = 0; i < j->partitions_n; i++, part = s->parts[part].sibling) {
        switch ((sl_part_state)s->parts[part].state) {
        case SL_PART_QUEUED:
            sl_sched_part_pull(s, &j->queued, part);
            s->parts[part].state = SL_PART_FREE;
            break;
        case SL_PART_DROPPED:
            s->parts[part].again = false;
            break;
        case SL_PART_FREE:
            break;
        default:
            part_drop(s, part, false);
        }
    }
    if (j->held_n == 0) {
        job_end(s, job);
    }
}

/* False if the job's end is decided already. */
static bool may_end(const sl_sched_job *job) {
    return (job->state == JOB_OPEN || job->state == JOB_CHECKING) && !job->doomed;
}

void sl_sched_job_doom(sl_sched *s, uint32_t job, sl_outcome outcome) {
    sl_sched_job *j = &s->jobs[job];
    if (!may_end(j)) {
        return;
    }
    j->end.outcome = outcome;
    if (j->state == JOB_CHECKING) {
        j->doomed = true;
    } else {
        job_end_begin(s, job);
    }
}

void sl_sched_job_fail(sl_sched *s, uint32_t job, sl_sched_stage stage, sluice_status status, uint32_t device,
                       uint32_t index) {
    sl_sched_job *j = &s->jobs[job];
    if (may_end(j)) {
        j->end.stage = stage;
        j->end.status = status;
        j->end.device = device;
        j->end.index = index;
        sl_sched_job_doom(s, job, SL_OUTCOME_FAILED);
    }
}

void sl_sched_part_freed(sl_sched *s, uint32_t part) {
    sl_sched_part *p = &s->parts[part];
    const uint32_t job = p->job;
    sl_sched_job *j = &s->jobs[job];
    sl_sched_step_end(s, part);
    sl_sched_all_give(s, p);
    sl_sched_unpin(s, p);
    p->state = SL_PART_FREE;
    p->device = NONE;
    sl_sched_emit_part(s, SL_DO_RELEASE, part);
    j->held_n--;
    if (j->state == JOB_ENDING) {
        if (j->held_n == 0) {
            job_end(s, job);
        }
        return;
    }
    if (p->again && !j->doomed) {
        sl_sched_job_queue(s, job, part);
    }
}

static uint32_t usable_mask(const sl_sched *s) {
    uint32_t mask = 0;
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        mask |= (s->device[d].usable ? UINT32_C(1) : 0) << d;
    }
    return mask;
}

static bool needs_device(const sl_sched *s, const sl_sched_job *job) {
    uint32_t part = job->first_part;
    for (uint32_t i = 0; i < job->partitions_n; i++, part = s->parts[part].sibling) {
        const sl_sched_part *p = &s->parts[part];
        if ((p->state >= SL_PART_QUEUED && p->state <= SL_PART_READY) || (p->state == SL_PART_DROPPED && p->again)) {
            return true;
        }
    }
    return false;
}

static bool is_stranded(const sl_sched *s, const sl_sched_job *job) {
    return job->device_mask != 0 && (job->device_mask & usable_mask(s)) == 0 && needs_device(s, job);
}

void sl_sched_stranded(sl_sched *s, uint32_t device) {
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        const sl_sched_job *job = &s->jobs[i];
        if (job->state != JOB_FREE && is_stranded(s, job)) {
            sl_sched_job_fail(s, i, SL_AT_START, SLUICE_E_DEVICE, device, NONE);
        }
    }
}

static void device_fault(sl_sched *s, uint32_t device) {
    sl_sched_device *d = &s->device[device];
    d->faults++;
    if (d->usable && s->config.quarantine_after != 0 && d->faults >= s->config.quarantine_after) {
        d->usable = false;
        sl_sched_emit(s, SL_DO_QUARANTINE)->device = device;
        sl_sched_stranded(s, device);
    }
}

/* Where the next attempt has to go: once more the same way, then another. */
static void retry_route(sl_sched_part *p, uint32_t device) {
    const bool is_first = p->attempt == 1;
    p->only_device = is_first ? device : NONE;
    p->avoid_device = is_first ? NONE : device;
}

void sl_sched_part_failed(sl_sched *s, uint32_t part, const sl_event *event) {
    sl_sched_part *p = &s->parts[part];
    const uint32_t job = p->job;
    const uint32_t index = p->index;
    const uint32_t device = event->device;
    const bool was_usable = device == NONE || s->device[device].usable;
    sl_sched_step_end(s, part);
    if (p->state != SL_PART_DROPPED) {
        s->jobs[job].recheck |= event->stage == SL_AT_CHECK;
        p->attempt += was_usable ? 1 : 0; /* what a lost device fails is not the partition's */
        if (device != NONE) {
            retry_route(p, device);
        }
        const uint16_t needed = 1U << SL_MEM_WITNESS | 1U << SL_MEM_ABC | 1U << SL_MEM_DEVICE | 1U << SL_MEM_PENDING;
        if (event->permanent || p->attempt > s->config.retries_max) {
            sl_sched_job_fail(s, job, event->stage, event->status, device, index);
        } else if ((event->stage == SL_AT_START || event->stage == SL_AT_FINISH) && !event->from_scratch &&
                   (p->dead & needed) == 0) {
            sl_sched_device_give(s, p);
            sl_sched_part_ready(s, part);
        } else {
            part_drop(s, part, true);
        }
        if (is_stranded(s, &s->jobs[job])) {
            sl_sched_job_fail(s, job, SL_AT_START, SLUICE_E_DEVICE, device, index);
        }
    }
    if (device != NONE) {
        device_fault(s, device);
    }
}

void sl_sched_job_finished(sl_sched *s, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    if (++j->finished_n == j->partitions_n && j->state == JOB_OPEN) {
        j->state = JOB_CHECKING;
        sl_sched_emit_job(s, SL_DO_CHECK, job);
    }
}

void sl_sched_job_checked(sl_sched *s, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    if (j->doomed) {
        job_end_begin(s, job);
        return;
    }
    if (j->recheck) {
        j->recheck = false;
        if (j->finished_n == j->partitions_n) { /* proven again while the check was still going on */
            sl_sched_emit_job(s, SL_DO_CHECK, job);
        } else {
            j->state = JOB_OPEN;
        }
        return;
    }
    uint32_t part = j->first_part;
    for (uint32_t i = 0; i < j->partitions_n; i++, part = s->parts[part].sibling) {
        s->device[s->parts[part].device].faults = 0; /* a proof that holds is the device's success */
    }
    j->state = JOB_DELIVERING;
    sl_sched_emit_job(s, SL_DO_DELIVER, job);
}

void sl_sched_job_delivered(sl_sched *s, uint32_t job) {
    s->jobs[job].end.outcome = SL_OUTCOME_DELIVERED;
    job_end_begin(s, job);
}

void sl_sched_deadlines(sl_sched *s) {
    if (s->now_ns < s->next_deadline_ns) {
        return;
    }
    s->next_deadline_ns = UINT64_MAX;
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        const sl_sched_job *job = &s->jobs[i];
        if (job->deadline_ns == 0 || !may_end(job)) {
            continue;
        }
        if (job->deadline_ns <= s->now_ns) {
            sl_sched_job_doom(s, i, SL_OUTCOME_EXPIRED);
        } else {
            s->next_deadline_ns = SL_MIN(s->next_deadline_ns, job->deadline_ns);
        }
    }
}
