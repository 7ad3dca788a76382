// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/sched/sched_state.h"

/* Links part behind `before` (NONE: at the front). */
static void part_link(sl_sched *s, sl_sched_list *list, uint32_t part, uint32_t before) {
    sl_sched_part *parts = s->parts;
    const uint32_t next = before == NONE ? list->first : parts[before].next;
    parts[part].prev = before;
    parts[part].next = next;
    *(before == NONE ? &list->first : &parts[before].next) = part;
    *(next == NONE ? &list->last : &parts[next].prev) = part;
    list->n++;
}

void sl_sched_part_push(sl_sched *s, sl_sched_list *list, uint32_t part) {
    part_link(s, list, part, list->last);
}

void sl_sched_part_push_queued(sl_sched *s, uint32_t part) {
    sl_sched_list *list = &s->jobs[s->parts[part].job].queued;
    uint32_t before = list->last;
    while (before != NONE && s->parts[before].index > s->parts[part].index) {
        before = s->parts[before].prev;
    }
    part_link(s, list, part, before);
}

static bool is_earlier(const sl_sched *s, const sl_sched_part *a, const sl_sched_part *b) {
    const uint64_t seq_a = s->jobs[a->job].seq;
    const uint64_t seq_b = s->jobs[b->job].seq;
    return seq_a < seq_b || (seq_a == seq_b && a->index < b->index);
}

void sl_sched_part_push_ready(sl_sched *s, uint32_t part) {
    sl_sched_list *list = &s->ready[s->jobs[s->parts[part].job].priority];
    uint32_t before = list->last;
    while (before != NONE && is_earlier(s, &s->parts[part], &s->parts[before])) {
        before = s->parts[before].prev;
    }
    part_link(s, list, part, before);
    s->ready_n++;
}

void sl_sched_part_pull(sl_sched *s, sl_sched_list *list, uint32_t part) {
    sl_sched_part *p = &s->parts[part];
    *(p->prev == NONE ? &list->first : &s->parts[p->prev].next) = p->next;
    *(p->next == NONE ? &list->last : &s->parts[p->next].prev) = p->prev;
    p->prev = p->next = NONE;
    list->n--;
}

void sl_sched_job_push(sl_sched *s, sl_sched_list *list, uint32_t job) {
    sl_sched_job *jobs = s->jobs;
    uint32_t before = list->last;
    while (before != NONE && jobs[before].seq > jobs[job].seq) {
        before = jobs[before].prev;
    }
    const uint32_t next = before == NONE ? list->first : jobs[before].next;
    jobs[job].prev = before;
    jobs[job].next = next;
    *(before == NONE ? &list->first : &jobs[before].next) = job;
    *(next == NONE ? &list->last : &jobs[next].prev) = job;
    list->n++;
}

void sl_sched_job_pull(sl_sched *s, sl_sched_list *list, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    *(j->prev == NONE ? &list->first : &s->jobs[j->prev].next) = j->next;
    *(j->next == NONE ? &list->last : &s->jobs[j->next].prev) = j->prev;
    j->prev = j->next = NONE;
    list->n--;
}
