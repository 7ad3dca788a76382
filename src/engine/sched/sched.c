// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/sched/sched.h"

#include <string.h>

#include "core/mem/small.h"
#include "engine/sched/sched_state.h"

const char *sl_sched_stage_name(sl_sched_stage stage) {
    static const char *const names[] = {"queue", "load", "synthesis", "start", "finish", "check", "delivery"};
    return names[stage];
}

static sluice_status config_check(const sl_sched_config *c, sluice_error *err) {
    const char *why = NULL;
    if (c->jobs_max == 0 || c->jobs_max > SL_SCHED_JOBS_MAX) {
        why = "jobs_max is out of range";
    } else if (c->partitions_max == 0 || c->partitions_max > SL_SCHED_PARTITIONS_MAX) {
        why = "partitions_max is out of range";
    } else if (c->residents_max > SL_SCHED_RESIDENTS_MAX) {
        why = "residents_max is out of range";
    } else if (c->workers_n == 0 || c->workers_n > SL_SCHED_WORKERS_MAX || c->workers_critical >= c->workers_n) {
        why = "workers are out of range";
    } else if (c->devices_n == 0 || c->devices_n > SL_MEM_DEVICES_MAX || c->slots_n == 0 || c->slots_n > 32) {
        why = "devices or their slots are out of range";
    } else if (c->slots_critical >= c->slots_n ||
               (c->finishers_critical != 0 && c->finishers_critical >= c->finishers_n)) {
        why = "slots or finishers for CRITICAL are out of range";
    } else if (c->ageing == 1 || c->ageing == 2) { /* turns of lower classes would bring about each other */
        why = "ageing is at least 3";
    }
    for (uint32_t k = 0; why == NULL && k < SL_MEM_KINDS_N; k++) {
        const uint64_t kept = sl_sched_sum(c->baseline.bytes[k], c->reserve.bytes[k]);
        if (c->permit == SL_PERMIT_RESERVATION && c->budget.bytes[k] != 0 && kept > c->budget.bytes[k]) {
            why = "the budget is smaller than baseline and reserve";
        }
    }
    return why == NULL ? SLUICE_OK : SL_FAIL(err, SLUICE_E_USAGE, "scheduler: %s", why);
}

static void lists_empty(sl_sched *s) {
    const sl_sched_list empty = {NONE, NONE, 0};
    for (uint32_t c = 0; c < SL_PRIORITIES_N; c++) {
        s->flight[c] = s->fresh[c] = s->ready[c] = empty;
    }
    s->reserved = s->started[0] = s->started[1] = s->parked = empty;
}

/* The places of all tables are free; storage is zero. */
static void places_free(sl_sched *s) {
    const sl_sched_config *c = &s->config;
    for (uint32_t i = 0; i < c->jobs_max; i++) {
        s->jobs[i].next = i + 1 < c->jobs_max ? i + 1 : NONE;
    }
    for (uint32_t i = 0; i < c->partitions_max; i++) {
        s->parts[i].sibling = i + 1 < c->partitions_max ? i + 1 : NONE;
    }
    for (uint32_t i = 0; i < c->workers_n; i++) {
        s->workers[i] = c->workers_n - 1 - i; /* worker 0 is on top */
    }
    for (uint32_t d = 0; d < c->devices_n; d++) {
        s->device[d].usable = true;
    }
    s->free_job = s->free_part = 0;
    s->parts_free = c->partitions_max;
    s->workers_free = c->workers_n;
    s->next_deadline_ns = UINT64_MAX;
    lists_empty(s);
}

sluice_status sl_sched_open(sl_sched **out, const sl_sched_config *config, sluice_error *err) {
    SL_TRY(config_check(config, err));
    sl_sched *s = sl_small_alloc(1, sizeof *s);
    if (s == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for the scheduler");
    }
    s->config = *config;
    s->config.ageing = config->ageing == 0 ? 8 : config->ageing;
    s->ceiling = config->budget;
    /* What one event can bring about: two actions a partition, one a job, one a resident, and a few. */
    s->actions_max = 2 * config->partitions_max + 2 * config->jobs_max + 2 * config->residents_max + 16;
    const size_t parts_bytes = config->partitions_max * sizeof *s->parts;
    const size_t jobs_bytes = config->jobs_max * sizeof *s->jobs;
    const size_t residents_bytes = config->residents_max * sizeof *s->residents;
    const size_t actions_bytes = s->actions_max * sizeof *s->actions;
    const size_t workers_bytes = config->workers_n * sizeof *s->workers;
    const sluice_status status = sl_buf_alloc(
        &s->storage, parts_bytes + jobs_bytes + residents_bytes + actions_bytes + workers_bytes, "scheduler", err);
    if (status != SLUICE_OK) {
        free(s);
        return status;
    }
    char *at = s->storage.data; /* in order of alignment */
    s->jobs = (void *)at;
    s->residents = (void *)(at += jobs_bytes);
    s->actions = (void *)(at += residents_bytes);
    s->parts = (void *)(at += actions_bytes);
    s->workers = (void *)(at + parts_bytes);
    places_free(s);
    *out = s;
    return SLUICE_OK;
}

void sl_sched_close(sl_sched *sched) {
    if (sched != NULL) {
        sl_buf_release(&sched->storage);
        free(sched);
    }
}

bool sl_sched_resident_is_known(const sl_sched *s, uint32_t resident) {
    return !s->residents[resident].is_forgotten || s->residents[resident].state != RES_ABSENT;
}

bool sl_sched_resident_add(sl_sched *s, sl_mem_class mem_class, const sl_mem_vector *bytes, uint64_t user,
                           uint32_t *out) {
    uint32_t place = 0;
    while (place < s->residents_n && sl_sched_resident_is_known(s, place)) {
        place++;
    }
    if (place == s->config.residents_max) {
        return false;
    }
    s->residents_n = SL_MAX(s->residents_n, place + 1);
    s->residents[place] = (sl_sched_resident){.bytes = *bytes, .user = user, .mem_class = mem_class};
    s->residents[place].bytes.bytes[SL_KIND_MAPPED] = 0;
    *out = place;
    return true;
}

void sl_sched_event_begin(sl_sched *s, uint64_t now_ns) {
    SL_ASSERT(s->actions_taken == s->actions_n); /* all of the last event's actions were taken */
    s->actions_taken = s->actions_n = 0;
    s->now_ns = SL_MAX(s->now_ns, now_ns);
}

static void job_fill(sl_sched_job *out, const sl_job_spec *spec) {
    *out = (sl_sched_job){.user = spec->user,
                          .deadline_ns = spec->deadline_ns,
                          .priority = (uint8_t)spec->priority,
                          .partitions_n = spec->partitions_n,
                          .circuit = spec->circuit,
                          .srs = spec->srs,
                          .next = NONE,
                          .prev = NONE,
                          .plan = spec->plan,
                          .queued = {NONE, NONE, 0}};
    out->end.device = out->end.index = NONE;
    for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        out->host = sl_sched_sum(out->host, spec->plan.host[c]);
        out->pinned = sl_sched_sum(out->pinned, spec->plan.pinned[c]);
        out->device = sl_sched_sum(out->device, spec->plan.device[c]);
    }
}

static uint64_t job_accept(sl_sched *s, const sl_sched_job *accepted) {
    const uint32_t place = s->free_job;
    sl_sched_job *job = &s->jobs[place];
    s->free_job = job->next;
    s->jobs_n++;
    *job = *accepted;
    job->seq = ++s->seq;
    job->name = job->seq * SL_SCHED_JOBS_MAX + place;
    job->state = JOB_OPEN;
    job->first_part = s->free_part;
    s->parts_free -= job->partitions_n;
    uint32_t part = NONE;
    for (uint32_t i = 0; i < job->partitions_n; i++) {
        part = s->free_part;
        s->free_part = s->parts[part].sibling;
        s->parts[part] = (sl_sched_part){.job = place,
                                         .index = i,
                                         .sibling = s->free_part,
                                         .prev = NONE,
                                         .next = NONE,
                                         .worker = NONE,
                                         .device = NONE,
                                         .slot = NONE,
                                         .only_device = NONE,
                                         .avoid_device = NONE};
        sl_sched_job_queue(s, place, part);
    }
    job->last_part = part;
    if (job->deadline_ns != 0) {
        s->next_deadline_ns = SL_MIN(s->next_deadline_ns, job->deadline_ns);
    }
    return job->name;
}

static uint32_t usable_devices(const sl_sched *s, uint32_t mask) {
    uint32_t usable = 0;
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        usable += s->device[d].usable && (mask >> d & 1) != 0;
    }
    return usable;
}

static bool is_resident(const sl_sched *s, uint32_t resident) {
    return resident == NONE || (resident < s->residents_n && !s->residents[resident].is_forgotten);
}

void sl_sched_submit(sl_sched *s, const sl_job_spec *spec, uint64_t now_ns, sl_submit_answer *out) {
    SL_ASSERT(spec->partitions_n > 0 && (unsigned)spec->priority < SL_PRIORITIES_N);
    SL_ASSERT(is_resident(s, spec->circuit) && is_resident(s, spec->srs));
    sl_sched_event_begin(s, now_ns);
    sl_sched_job job;
    job_fill(&job, spec);
    *out = (sl_submit_answer){0};
    out->verdict = sl_sched_job_judge(s, &job, &out->kind, &out->needed, &out->limit);
    if (out->verdict != SL_SUBMIT_ACCEPTED) {
        /* as it is */
    } else if (spec->partitions_n > s->config.partitions_max) {
        out->verdict = SL_SUBMIT_TOO_MANY;
        out->needed = spec->partitions_n;
        out->limit = s->config.partitions_max;
    } else if (usable_devices(s, job.device_mask) == 0) {
        out->verdict = SL_SUBMIT_NO_DEVICE;
    } else if (s->free_job == NONE || spec->partitions_n > s->parts_free) {
        out->verdict = SL_SUBMIT_QUEUE_FULL;
    } else {
        out->job = job_accept(s, &job);
    }
    sl_sched_deadlines(s);
    sl_sched_settle(s);
}

bool sl_sched_next(sl_sched *s, sl_action *out) {
    if (s->actions_taken == s->actions_n) {
        return false;
    }
    *out = s->actions[s->actions_taken++];
    return true;
}

uint64_t sl_sched_timer(const sl_sched *s) {
    return s->next_deadline_ns;
}

void sl_sched_need(const sl_sched *s, uint32_t part, sl_mem_vector *out) {
    sl_sched_part_bytes(s, &s->parts[part], out);
}

sl_part_state sl_sched_part_state(const sl_sched *s, uint32_t part) {
    return (sl_part_state)s->parts[part].state;
}

void sl_sched_state_get(const sl_sched *s, sl_sched_state *out) {
    *out = (sl_sched_state){.jobs = s->jobs_n, .waiting = sl_sched_waiting(s), .budget = s->config.budget};
    for (uint32_t c = 0; c < SL_PRIORITIES_N; c++) {
        out->jobs_queued += s->fresh[c].n;
    }
    out->jobs_in_flight = s->jobs_n - out->jobs_queued;
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        out->parts[s->parts[i].state]++;
    }
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        out->device_faults[d] = s->device[d].faults;
        out->device_usable[d] = s->device[d].usable;
    }
    for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
        out->reserved.bytes[k] = sl_sched_reserved(s, k);
    }
    memcpy(out->ended, s->ended, sizeof out->ended);
}
