// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the scheduler asks for takes its time here, and its end is told back. */
#include "engine/sim/sim_model.h"

#define RETRY_SUBMIT_NS UINT64_C(1000000000) /* after an answer of queue full */

static const sl_sim_shape *shape_of(const sl_sim *m, const sl_sim_part *part) {
    return &m->profile->shapes[part->shape];
}

static const sl_sim_shape *shape_of_job(const sl_sim *m, uint64_t job) {
    return &m->profile->shapes[m->profile->loads[m->jobs[job].load].shape];
}

static uint64_t jittered(sl_sim *m, uint64_t ns, uint32_t percent) {
    const uint64_t reach = ns / 100 * percent;
    return reach == 0 ? ns : ns - reach + sl_sim_below(&m->random, 2 * reach + 1);
}

static uint64_t synthesis_ns(const sl_sim *m, const sl_sim_shape *shape) {
    const uint32_t workers = m->profile->config.workers_n;
    uint32_t i = 0;
    while (i < shape->synthesis_n && shape->synthesis[i].workers < workers) {
        i++;
    }
    if (i == 0 || i == shape->synthesis_n) { /* outside: as at the nearest point */
        return shape->synthesis[i == 0 ? 0 : i - 1].ns;
    }
    const uint64_t from = shape->synthesis[i - 1].ns;
    const uint64_t to = shape->synthesis[i].ns;
    const uint64_t span = shape->synthesis[i].workers - shape->synthesis[i - 1].workers;
    const uint64_t at = workers - shape->synthesis[i - 1].workers;
    return from < to ? from + (to - from) * at / span : from - (from - to) * at / span;
}

/* A step that fails does so somewhere on its way. */
static void step_begin(sl_sim *m, uint32_t id, sl_sim_step step, uint64_t from_ns, uint64_t ns, uint32_t chance) {
    sl_sim_part *part = &m->parts[id];
    part->step = (uint8_t)step;
    part->fails = sl_sim_chance(&m->random, chance);
    part->began_ns = from_ns;
    part->ends_ns = from_ns + (part->fails ? sl_sim_below(&m->random, ns + 1) : ns);
    sl_sim_push(m, part->ends_ns, SIM_STEP, id, part->token);
}

static void bar(const sl_sim *m, const sl_sim_part *part, sl_sim_bar stage, uint64_t from_ns) {
    if (m->options->plot != NULL) {
        sl_plot_bar(m->options->plot, part->row, stage, from_ns, m->now_ns);
    }
}

static void do_reserve(sl_sim *m, const sl_action *action) {
    sl_sim_part *part = &m->parts[action->part];
    const uint32_t job = (uint32_t)action->user;
    *part = (sl_sim_part){.job = job,
                          .index = action->index,
                          .shape = m->profile->loads[m->jobs[job].load].shape,
                          .device = NONE,
                          .token = part->token + 1,
                          .row = m->rows_n++};
    m->proofs[m->jobs[job].first + action->index].part = action->part;
}

static void do_synthesize(sl_sim *m, const sl_action *action) {
    sl_sim_part *part = &m->parts[action->part];
    sl_sim_job *job = &m->jobs[part->job];
    const sl_sim_shape *shape = shape_of(m, part);
    if (!job->has_begun && m->profile->loads[job->load].priority == SL_CRITICAL) {
        m->result->critical_wait_ns_max = SL_MAX(m->result->critical_wait_ns_max, m->now_ns - job->submitted_ns);
    }
    job->has_begun = true;
    m->result->retries += action->attempt > 0;
    sl_sim_live(m, part, SL_MEM_VANILLA);
    step_begin(m, action->part, SIM_SYNTHESIS, m->now_ns,
               jittered(m, synthesis_ns(m, shape), shape->synthesis_jitter_percent), m->profile->faults.synthesis);
    sl_sim_grow(m, part);
}

static void do_start(sl_sim *m, const sl_action *action) {
    sl_sim_part *part = &m->parts[action->part];
    const sl_sim_shape *shape = shape_of(m, part);
    bar(m, part, SIM_BAR_WAITING, part->ready_ns);
    part->device = action->device;
    part->on_device = true;
    sl_sim_live(m, part, SL_MEM_DEVICE);
    sl_sim_live(m, part, SL_MEM_PENDING);
    const uint64_t from = SL_MAX(m->now_ns, m->device_free_ns[action->device]);
    step_begin(m, action->part, SIM_START, from, jittered(m, shape->device_ns, shape->device_jitter_percent),
               m->profile->faults.start);
    m->device_free_ns[action->device] = part->ends_ns;
}

/* The step under way either ends as it would have, or is cut short at some moment before. */
static void do_drop(sl_sim *m, const sl_action *action) {
    sl_sim_part *part = &m->parts[action->part];
    part->is_dropped = true;
    const bool is_cut = part->step == SIM_IDLE || m->profile->faults.cancel == 0 || sl_sim_chance(&m->random, 500000);
    if (!is_cut) {
        return; /* FREED follows the end of the step */
    }
    const uint64_t left = part->step == SIM_IDLE || part->ends_ns <= m->now_ns ? 0 : part->ends_ns - m->now_ns;
    part->token++;
    sl_sim_push(m, m->now_ns + (left == 0 ? 0 : sl_sim_below(&m->random, left + 1)), SIM_FREED, action->part,
                part->token);
}

static void do_load(sl_sim *m, const sl_action *action) {
    const sl_sim_resident *resident = &m->profile->residents[action->resident];
    m->live[resident->mem_class] += resident->host + resident->pinned;
    for (uint32_t d = 0; d < m->profile->config.devices_n; d++) {
        m->live_device[d] += resident->device;
    }
    m->result->mapped += resident->mapped;
    sl_sim_push(m, m->now_ns + resident->load_ns, SIM_LOADED, action->resident, 0);
}

static void resident_gone(sl_sim *m, uint32_t id) {
    const sl_sim_resident *resident = &m->profile->residents[id];
    m->live[resident->mem_class] -= resident->host + resident->pinned;
    for (uint32_t d = 0; d < m->profile->config.devices_n; d++) {
        m->live_device[d] -= resident->device;
    }
    m->result->mapped -= resident->mapped;
}

static void do_end(sl_sim *m, const sl_action *action) {
    sl_sim_result *r = m->result;
    uint64_t *const counts[SL_OUTCOMES_N] = {&r->delivered, &r->failed, &r->cancelled, &r->expired};
    (*counts[action->outcome])++;
    m->open_n--;
    r->makespan_ns = m->now_ns;
    if (action->outcome == SL_OUTCOME_DELIVERED) {
        r->partitions += shape_of_job(m, action->user)->partitions_n;
    }
}

static void act(sl_sim *m, const sl_action *action) {
    switch (action->type) {
    case SL_DO_RESERVE:
        do_reserve(m, action);
        break;
    case SL_DO_SYNTHESIZE:
        do_synthesize(m, action);
        break;
    case SL_DO_START:
        do_start(m, action);
        break;
    case SL_DO_FINISH:
        step_begin(m, action->part, SIM_FINISH, m->now_ns, shape_of_job(m, action->user)->finish_ns,
                   m->profile->faults.finish);
        break;
    case SL_DO_DROP:
        do_drop(m, action);
        break;
    case SL_DO_CHECK:
        sl_sim_push(m, m->now_ns + shape_of_job(m, action->user)->check_ns, SIM_CHECKED, (uint32_t)action->user, 0);
        break;
    case SL_DO_DELIVER:
        sl_sim_push(m, m->now_ns, SIM_DELIVERED, (uint32_t)action->user, 0);
        break;
    case SL_DO_END:
        do_end(m, action);
        break;
    case SL_DO_LOAD:
        do_load(m, action);
        break;
    case SL_DO_EVICT:
        sl_sim_push(m, m->now_ns, SIM_EVICTED, action->resident, 0);
        break;
    case SL_DO_RELEASE:
    case SL_DO_QUARANTINE:
        break;
    }
}

static sluice_status actions_take(sl_sim *m) {
    for (sl_action action; sl_sched_next(m->sched, &action);) {
        sl_sim_trace_action(m, &action);
        SL_TRY(sl_sim_audit_action(m, &action));
        act(m, &action);
    }
    m->result->events++;
    const uint64_t timer = sl_sched_timer(m->sched);
    if (timer < m->timer_ns) {
        m->timer_ns = timer;
        sl_sim_push(m, timer, SIM_TIMER, 0, 0);
    }
    if (m->options->watch != NULL && !m->options->watch(m->options->watch_data, m->sched)) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "what was watched is not so");
    }
    return m->options->check ? sl_sim_audit_state(m) : SLUICE_OK;
}

static sluice_status post(sl_sim *m, sl_event event) {
    event.now_ns = m->now_ns;
    sl_sim_trace_event(m, &event);
    if (!sl_sched_post(m->sched, &event)) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "the scheduler refuses event %d", (int)event.type);
    }
    return actions_take(m);
}

static sluice_status post_part(sl_sim *m, sl_event_type type, uint32_t part) {
    return post(m, (sl_event){.type = type, .part = part});
}

static sluice_status post_died(sl_sim *m, uint32_t part, sl_mem_class mem_class) {
    return post(m, (sl_event){.type = SL_EV_CLASS_DIED, .part = part, .mem_class = mem_class});
}

static sluice_status post_failed(sl_sim *m, uint32_t id, sl_sched_stage stage) {
    const sl_sim_part *part = &m->parts[id];
    m->result->faults++;
    return post(m, (sl_event){.type = SL_EV_FAILED,
                              .part = id,
                              .stage = stage,
                              .device = stage == SL_AT_SYNTHESIS ? NONE : part->device,
                              .permanent = sl_sim_chance(&m->random, m->profile->faults.permanent),
                              .from_scratch = sl_sim_chance(&m->random, 250000),
                              .status = SLUICE_E_DEVICE});
}

static sluice_status synthesis_ended(sl_sim *m, uint32_t id) {
    sl_sim_part *part = &m->parts[id];
    sl_sim_grow_end(m, part);
    bar(m, part, SIM_BAR_SYNTHESIS, part->began_ns);
    if (part->fails) {
        return post_failed(m, id, SL_AT_SYNTHESIS);
    }
    sl_sim_live(m, part, SL_MEM_WITNESS);
    sl_sim_live(m, part, SL_MEM_ABC);
    sl_sim_dead(m, part, SL_MEM_VANILLA);
    part->ready_ns = m->now_ns;
    SL_TRY(post_died(m, id, SL_MEM_VANILLA));
    return post_part(m, SL_EV_SYNTHESIZED, id);
}

static void off_device(sl_sim *m, sl_sim_part *part) {
    sl_sim_dead(m, part, SL_MEM_DEVICE);
    sl_sim_dead(m, part, SL_MEM_PENDING);
    part->on_device = false;
}

static sluice_status start_ended(sl_sim *m, uint32_t id) {
    sl_sim_part *part = &m->parts[id];
    bar(m, part, SIM_BAR_DEVICE, part->began_ns);
    if (part->fails) {
        off_device(m, part);
        part->ready_ns = m->now_ns;
        return post_failed(m, id, SL_AT_START);
    }
    sl_sim_dead(m, part, SL_MEM_ABC);
    sl_sim_dead(m, part, SL_MEM_DEVICE);
    SL_TRY(post_died(m, id, SL_MEM_ABC));
    SL_TRY(post_died(m, id, SL_MEM_DEVICE));
    return post_part(m, SL_EV_STARTED, id);
}

static sluice_status finish_ended(sl_sim *m, uint32_t id) {
    sl_sim_part *part = &m->parts[id];
    bar(m, part, SIM_BAR_FINISH, part->began_ns);
    if (part->fails) {
        off_device(m, part);
        return post_failed(m, id, SL_AT_FINISH);
    }
    const uint64_t later = shape_of(m, part)->finish_ns / 100 * m->profile->reaper_percent;
    if (later == 0 || part->is_dropped) {
        sl_sim_all_dead(m, part);
        part->on_device = false;
        SL_TRY(post_died(m, id, SL_MEM_CLASSES_N));
    } else {
        sl_sim_push(m, m->now_ns + later, SIM_DIED, id, part->token);
    }
    if (!part->is_dropped) {
        SL_TRY(sl_sim_audit_proven(m, id, sl_sim_chance(&m->random, m->profile->faults.wrong)));
    }
    return post_part(m, SL_EV_FINISHED, id);
}

static sluice_status step_ended(sl_sim *m, uint32_t id) {
    sl_sim_part *part = &m->parts[id];
    const sl_sim_step step = (sl_sim_step)part->step;
    const bool was_dropped = part->is_dropped;
    const uint32_t token = part->token;
    part->step = SIM_IDLE;
    SL_TRY(step == SIM_SYNTHESIS ? synthesis_ended(m, id)
           : step == SIM_START   ? start_ended(m, id)
                                 : finish_ended(m, id));
    if (was_dropped) {
        sl_sim_push(m, m->now_ns, SIM_FREED, id, token);
    }
    return SLUICE_OK;
}

static sluice_status freed(sl_sim *m, uint32_t id) {
    sl_sim_part *part = &m->parts[id];
    sl_sim_grow_end(m, part);
    sl_sim_all_dead(m, part);
    part->token++;
    part->step = SIM_IDLE;
    part->on_device = false;
    return post_part(m, SL_EV_FREED, id);
}

static sluice_status checked(sl_sim *m, uint32_t id) {
    const sl_sim_job *job = &m->jobs[id];
    const uint32_t n = shape_of_job(m, id)->partitions_n;
    for (uint32_t i = 0; i < n; i++) {
        sl_sim_proof *proof = &m->proofs[job->first + i];
        if (proof->is_proven && proof->is_wrong) {
            proof->is_proven = false;
            SL_TRY(post_failed(m, proof->part, SL_AT_CHECK));
        }
    }
    return post(m, (sl_event){.type = SL_EV_CHECKED, .job = job->name});
}

static sluice_status loaded(sl_sim *m, uint32_t id) {
    if (!sl_sim_chance(&m->random, m->profile->faults.load)) {
        return post(m, (sl_event){.type = SL_EV_LOADED, .resident = id});
    }
    m->result->faults++;
    resident_gone(m, id);
    return post(m, (sl_event){.type = SL_EV_LOAD_FAILED, .resident = id, .status = SLUICE_E_INPUT});
}

static sluice_status turned(sl_sim *m, uint32_t id) {
    const sl_sim_turn *turn = &m->profile->turns[id];
    switch (turn->what) {
    case SL_SIM_BUDGET:
        m->budget.bytes[turn->where] = turn->bytes;
        return post(m, (sl_event){.type = SL_EV_PRESSURE, .budget = &m->budget});
    case SL_SIM_DEVICE_LOST:
        return post(m, (sl_event){.type = SL_EV_DEVICE_LOST, .device = turn->where});
    case SL_SIM_DEVICE_BACK:
        return post(m, (sl_event){.type = SL_EV_DEVICE_BACK, .device = turn->where});
    }
    return SLUICE_OK;
}

static sluice_status arrived(sl_sim *m, uint32_t id) {
    const sl_sim_load *load = &m->profile->loads[id];
    const sl_sim_shape *shape = &m->profile->shapes[load->shape];
    const sl_job_spec spec = {.user = m->jobs_n,
                              .priority = load->priority,
                              .partitions_n = shape->partitions_n,
                              .deadline_ns = load->deadline_ns == 0 ? 0 : m->now_ns + load->deadline_ns,
                              .circuit = shape->circuit,
                              .srs = shape->srs,
                              .plan = shape->plan};
    sl_submit_answer answer;
    /* The job is entered before the scheduler acts on it. */
    sl_sim_job *job = &m->jobs[m->jobs_n];
    *job = (sl_sim_job){.submitted_ns = m->now_ns, .load = id, .first = m->proofs_n, .is_open = true};
    sl_sched_submit(m->sched, &spec, m->now_ns, &answer);
    if (answer.verdict == SL_SUBMIT_QUEUE_FULL) {
        sl_sim_push(m, m->now_ns + RETRY_SUBMIT_NS, SIM_ARRIVE, id, 0);
        return actions_take(m);
    }
    if (answer.verdict == SL_SUBMIT_ACCEPTED) {
        job->name = answer.job;
        m->proofs_n += shape->partitions_n;
        m->open_n++;
        if (sl_sim_chance(&m->random, m->profile->faults.cancel)) {
            const uint64_t reach = 2 * (synthesis_ns(m, shape) + shape->device_ns + shape->finish_ns) + 1;
            sl_sim_push(m, m->now_ns + sl_sim_below(&m->random, reach), SIM_CANCEL, m->jobs_n, 0);
        }
        m->jobs_n++;
    } else {
        m->result->refused++;
        m->result->refused_kind = answer.kind;
        m->result->refused_needed = answer.needed;
        m->result->refused_limit = answer.limit;
    }
    if (++m->arrived[id] < load->jobs_n) {
        sl_sim_push(m, m->now_ns + load->every_ns, SIM_ARRIVE, id, 0);
    }
    return actions_take(m);
}

static sluice_status part_entry(sl_sim *m, const sl_sim_entry *entry) {
    sl_sim_part *part = &m->parts[entry->id];
    if (part->token != entry->token) {
        return SLUICE_OK;
    }
    if (entry->what == SIM_STEP) {
        return step_ended(m, entry->id);
    }
    if (entry->what == SIM_FREED) {
        return freed(m, entry->id);
    }
    sl_sim_all_dead(m, part);
    part->on_device = false;
    return post_died(m, entry->id, SL_MEM_CLASSES_N);
}

sluice_status sl_sim_apply(sl_sim *m, const sl_sim_entry *entry) {
    switch ((sl_sim_what)entry->what) {
    case SIM_ARRIVE:
        return arrived(m, entry->id);
    case SIM_STEP:
    case SIM_DIED:
    case SIM_FREED:
        return part_entry(m, entry);
    case SIM_CHECKED:
        return checked(m, entry->id);
    case SIM_DELIVERED:
        return post(m, (sl_event){.type = SL_EV_DELIVERED, .job = m->jobs[entry->id].name});
    case SIM_CANCEL: /* of one that may have ended */
        if (m->jobs[entry->id].is_open) {
            return post(m, (sl_event){.type = SL_EV_CANCEL, .job = m->jobs[entry->id].name});
        }
        return SLUICE_OK;
    case SIM_LOADED:
        return loaded(m, entry->id);
    case SIM_EVICTED:
        resident_gone(m, entry->id);
        return post(m, (sl_event){.type = SL_EV_EVICTED, .resident = entry->id});
    case SIM_TURN:
        return turned(m, entry->id);
    case SIM_TIMER:
        m->timer_ns = UINT64_MAX;
        return post(m, (sl_event){.type = SL_EV_TIMER});
    }
    return SLUICE_OK;
}
