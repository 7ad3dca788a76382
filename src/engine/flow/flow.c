// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Opening, closing, and the driver: events go to the scheduler, its actions become items in lanes. Everything here runs
 * under the flow's lock and does nothing that waits.
 */
#include "engine/flow/flow_state.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/budget.h"
#include "core/mem/small.h"

/* How often limits of machine and control group are read again. */
#define PRESSURE_MS 100
/* What a process may hold beside its large buffers: this, and so much for each thread (docs/internals/engine.md). */
#define BASE_BYTES ((uint64_t)16 << 20)
#define THREAD_BYTES ((uint64_t)2 << 20)
/* Workers, starts on a device and finishers that are kept for CRITICAL. */
#define CRITICAL_N 1
/* The scheduler is told of smaller changes only when they add up. */
#define TELL_STEP ((uint64_t)64 << 10)

double sl_flow_now(const sl_flow *flow) {
    return sl_clock_seconds() - flow->began_s;
}

uint64_t sl_flow_now_ns(const sl_flow *flow) {
    return (uint64_t)(sl_flow_now(flow) * 1e9);
}

/* Actions */

static sl_flow_job *job_of(const sl_action *action) {
    return (sl_flow_job *)(uintptr_t)action->user;
}

void sl_flow_part_push(sl_lane *lane, sl_flow_part *part, void (*run)(void *owner, sl_item *item)) {
    part->is_busy = true;
    part->item.run = run;
    sl_lane_push(lane, &part->item, sl_flow_is_urgent(part->job));
}

/* Until sl_flow_urgent_end, others let this job's step pass. */
static void urgent_begin(sl_flow *flow, const sl_flow_job *job) {
    if (sl_flow_is_urgent(job)) {
        sl_gate_close(&flow->gate);
    }
}

/* A step, which has a thread of its own there. */
static void step_push(sl_flow *flow, sl_lane *lane, sl_flow_part *part, void (*run)(void *owner, sl_item *item)) {
    urgent_begin(flow, part->job);
    sl_flow_part_push(lane, part, run);
}

void sl_flow_urgent_end(sl_flow *flow, bool is_urgent) {
    if (is_urgent) {
        sl_gate_open(&flow->gate);
    }
}

/* The ledger follows the scheduler. Where it does not (others in this process were faster), the step asks again. */
static void do_reserve(sl_flow *flow, const sl_action *action) {
    sl_flow_part *part = &flow->parts[action->part];
    sl_flow_job *job = job_of(action);
    SL_ASSERT(part->account == NULL && !part->is_busy);
    part->job = job;
    part->index = action->index;
    part->attempt = action->attempt;
    part->device = SL_SCHED_NONE;
    job->attempts = SL_MAX(job->attempts, action->attempt + 1);
    part->is_reserved = false;
    atomic_store(&part->is_dropped, false);
    job->parts[part->index] = part->id;
    if (job->state == SL_JOB_WAITING) {
        job->state = SL_JOB_RUNNING;
        job->began_s = sl_flow_now(flow);
    }
    sl_mem_vector need;
    sl_sched_need(flow->sched, part->id, &need);
    if (sl_account_open(&part->account, job->id, part->index, SL_STAGE_ADMITTED, NULL) == SLUICE_OK) {
        part->is_reserved = sl_account_reserve(part->account, &need, NULL) == SLUICE_OK;
    } else {
        part->account = NULL;
    }
    sl_flow_tell(flow, "reserved", job, part, 0, NULL);
}

static void do_drop(sl_flow *flow, sl_flow_part *part) {
    const bool is_step = part->item.lane != NULL && part->item.lane != &flow->reaper;
    atomic_store(&part->is_dropped, true);
    if (part->is_busy && !sl_lane_remove(&part->item)) {
        return; /* the step that runs will see it */
    }
    sl_flow_urgent_end(flow, is_step && sl_flow_is_urgent(part->job));
    sl_flow_part_push(&flow->reaper, part, sl_flow_run_drop);
}

static void do_release(sl_flow *flow, sl_flow_part *part) {
    sl_flow_tell(flow, "released", part->job, part, 0, NULL);
    sl_account_close(part->account);
    part->account = NULL;
    part->job->parts[part->index] = SL_SCHED_NONE;
}

static void do_end(sl_flow *flow, const sl_action *action) {
    static const sl_job_state states[] = {
        [SL_OUTCOME_DELIVERED] = SL_JOB_DELIVERED,
        [SL_OUTCOME_FAILED] = SL_JOB_FAILED,
        [SL_OUTCOME_CANCELLED] = SL_JOB_CANCELLED,
        [SL_OUTCOME_EXPIRED] = SL_JOB_EXPIRED,
    };
    sl_flow_job *job = job_of(action);
    job->state = states[action->outcome];
    if (action->outcome == SL_OUTCOME_CANCELLED) {
        (void)SL_FAIL(&job->error, SLUICE_E_INTERRUPTED, "cancelled");
    } else if (action->outcome == SL_OUTCOME_EXPIRED) {
        (void)SL_FAIL(&job->error, SLUICE_E_INTERRUPTED, "its deadline has passed, %g s after it was submitted",
                      job->spec.deadline_s);
    } else if (action->outcome == SL_OUTCOME_FAILED && job->error.status == SLUICE_OK) {
        (void)SL_FAIL(&job->error, action->status, "%s failed", sl_sched_stage_name(action->stage));
    }
    job->is_ending = true;
    SL_ASSERT(job->item.lane != &flow->check); /* the scheduler waits for the answer */
    if (!job->is_busy || sl_lane_remove(&job->item)) {
        sl_flow_job_leave(flow, job);
    }
}

void sl_flow_job_leave(sl_flow *flow, sl_flow_job *job) {
    job->is_busy = job->is_ending;
    if (job->is_ending) {
        job->item.run = sl_flow_run_end;
        sl_lane_push(&flow->reaper, &job->item, sl_flow_is_urgent(job));
    }
}

static void job_push(sl_lane *lane, sl_flow_job *job, void (*run)(void *owner, sl_item *item)) {
    job->is_busy = true;
    job->item.run = run;
    sl_lane_push(lane, &job->item, sl_flow_is_urgent(job));
}

static sl_flow_resident *resident_of(sl_flow *flow, const sl_action *action) {
    size_t i = 0;
    while (!flow->residents[i].is_used || flow->residents[i].number != action->resident) {
        i++;
        SL_ASSERT(i < SL_FLOW_TARGETS_MAX);
    }
    return &flow->residents[i];
}

static void resident_push(sl_flow *flow, sl_flow_resident *resident, void (*run)(void *owner, sl_item *item)) {
    resident->item.run = run;
    sl_lane_push(&flow->loader, &resident->item, false);
}

static sl_flow_part *part_of(const sl_flow *flow, const sl_action *action) {
    SL_ASSERT(action->part < flow->config.partitions_max);
    return &flow->parts[action->part];
}

static void do_start(sl_flow *flow, const sl_action *action) {
    sl_flow_part *part = part_of(flow, action);
    part->attempt = action->attempt;
    part->device = action->device;
    part->job->attempts = SL_MAX(part->job->attempts, action->attempt + 1);
    step_push(flow, &flow->start[action->device], part, sl_flow_run_start);
}

static void action_take(sl_flow *flow, const sl_action *action) {
    switch (action->type) {
    case SL_DO_RESERVE:
        do_reserve(flow, action);
        break;
    case SL_DO_SYNTHESIZE:
        step_push(flow, &flow->synthesis, part_of(flow, action), sl_flow_run_synthesis);
        break;
    case SL_DO_START:
        do_start(flow, action);
        break;
    case SL_DO_FINISH:
        step_push(flow, &flow->finish, part_of(flow, action), sl_flow_run_finish);
        break;
    case SL_DO_DROP:
        do_drop(flow, part_of(flow, action));
        break;
    case SL_DO_RELEASE:
        do_release(flow, part_of(flow, action));
        break;
    case SL_DO_CHECK:
        urgent_begin(flow, job_of(action));
        job_push(&flow->check, job_of(action), sl_flow_run_check);
        break;
    case SL_DO_DELIVER:
        job_push(&flow->deliver, job_of(action), sl_flow_run_deliver);
        break;
    case SL_DO_END:
        do_end(flow, action);
        break;
    case SL_DO_LOAD:
        sl_flow_load_reserve(resident_of(flow, action));
        resident_push(flow, resident_of(flow, action), sl_flow_run_load);
        break;
    case SL_DO_EVICT:
        resident_push(flow, resident_of(flow, action), sl_flow_run_evict);
        break;
    case SL_DO_QUARANTINE:
        sl_flow_tell(flow, "quarantined", NULL, NULL, 0, flow->config.devices[action->device]->name);
        break;
    }
}

void sl_flow_drive(sl_flow *flow) {
    for (sl_action action; sl_sched_next(flow->sched, &action);) {
        action_take(flow, &action);
    }
    flow->waiting_max = SL_MAX(flow->waiting_max, sl_sched_waiting(flow->sched));
    (void)pthread_cond_signal(&flow->clock_wake); /* the next timer may be another one */
}

bool sl_flow_post(sl_flow *flow, sl_event event) {
    event.now_ns = sl_flow_now_ns(flow);
    const bool is_expected = sl_sched_post(flow->sched, &event); /* not if it answers what was dropped meanwhile */
    sl_flow_drive(flow);
    return is_expected;
}

void sl_flow_budget_tell(sl_flow *flow) {
    const uint64_t budget = flow->budget_bytes;
    const uint64_t others = sl_ledger_unplanned(SL_KIND_HOST);
    const uint64_t ours = budget == 0 ? 0 : budget > others + 1 ? budget - others : 1;
    const uint64_t step = ours > flow->told_bytes ? ours - flow->told_bytes : flow->told_bytes - ours;
    if (step == 0 || (step < TELL_STEP && ours > flow->told_bytes)) {
        return;
    }
    flow->told_bytes = ours;
    const sl_mem_vector vector = {.bytes = {[SL_KIND_HOST] = ours}};
    sl_flow_post(flow, (sl_event){.type = SL_EV_PRESSURE, .budget = &vector});
}

/* The clock: timers of the scheduler, and limits that change while we run. */

static uint64_t budget_read(uint64_t configured, const char *root) {
    sl_budget budget;
    sl_budget_read(&budget, configured, root == NULL ? "" : root);
    return budget.bytes;
}

/* With the lock, which is given back for the reading. */
static void budget_look(sl_flow *flow) {
    const uint64_t configured = flow->configured_bytes;
    (void)pthread_mutex_unlock(&flow->lock);
    const uint64_t bytes = budget_read(configured, flow->config.root);
    (void)pthread_mutex_lock(&flow->lock);
    if (configured == flow->configured_bytes && bytes != flow->budget_bytes) {
        flow->budget_bytes = bytes;
        sl_ledger_budget_set(SL_KIND_HOST, bytes);
    }
    sl_flow_budget_tell(flow);
}

static void *clock_main(void *data) {
    sl_flow *flow = data;
    uint64_t looked_ns = 0;
    (void)pthread_mutex_lock(&flow->lock);
    while (!flow->is_stopping) {
        const uint64_t look_ns = looked_ns + (uint64_t)PRESSURE_MS * 1000000;
        const uint64_t due_ns = SL_MIN(sl_sched_timer(flow->sched), look_ns);
        const uint64_t now_ns = sl_flow_now_ns(flow);
        if (now_ns < due_ns) {
            const struct timespec until = sl_clock_after((double)(due_ns - now_ns) * 1e-9);
            (void)pthread_cond_timedwait(&flow->clock_wake, &flow->lock, &until);
            continue;
        }
        if (now_ns >= look_ns) {
            looked_ns = now_ns;
            budget_look(flow);
        }
        if (now_ns >= sl_sched_timer(flow->sched)) {
            sl_flow_post(flow, (sl_event){.type = SL_EV_TIMER});
        }
    }
    (void)pthread_mutex_unlock(&flow->lock);
    return NULL;
}

static sluice_status clock_start(sl_flow *flow, sluice_error *err) {
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int code = pthread_create(&flow->clock, NULL, clock_main, flow);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    flow->has_clock = code == 0;
    return code == 0 ? SLUICE_OK : SL_FAIL(err, SLUICE_E_OS, "cannot start a thread: %s", strerror(code));
}

/* Opening */

static unsigned or_default(unsigned value, unsigned otherwise) {
    return value == 0 ? otherwise : value;
}

static void defaults_fill(sl_flow_config *config) {
    config->workers_n = or_default(config->workers_n, 2);
    config->slots_n = or_default(config->slots_n, 2);
    config->finishers_n = or_default(config->finishers_n, 1);
    config->handover_n = or_default(config->handover_n, 1);
    config->jobs_max = or_default(config->jobs_max, 1024);
    config->partitions_max = or_default(config->partitions_max, 4096);
    config->results_max = or_default(config->results_max, 256);
    config->quarantine_after = or_default(config->quarantine_after, 3);
    config->hold_s = config->hold_s > 0 ? config->hold_s : 10;
    config->workers_n += CRITICAL_N;
    config->slots_n += CRITICAL_N;
    config->finishers_n += CRITICAL_N;
}

static uint64_t threads_of(const sl_flow_config *config) {
    const uint64_t lanes = config->workers_n + config->finishers_n + 4;
    return lanes + (uint64_t)config->devices_n * (config->slots_n + 2 * config->device_threads_n) +
           3; /* clock, trace, main */
}

/* The records of all jobs that may be known at a time, but for their public inputs. */
static uint64_t records_of(const sl_flow_config *config) {
    return ((uint64_t)config->jobs_max + config->results_max) * sizeof(sl_flow_job) +
           (uint64_t)config->partitions_max * (SL_FLOW_WORK_BYTES + 2 * SL_FLOW_KEPT_BYTES);
}

/* What threads of devices upload keys with, where memory is short. */
static uint64_t uploads_of(const sl_flow_config *config) {
    return config->devices_n * config->device_threads_n * SL_DEVICE_PIECE_BYTES;
}

/* What the scheduler takes for its tables, from above. */
static uint64_t tables_of(const sl_flow_config *config) {
    return ((uint64_t)1 << 20) + (uint64_t)config->jobs_max * 1024 + (uint64_t)config->partitions_max * 512;
}

/* What the process holds and will hold beside its buffers. */
static uint64_t baseline_of(const sl_flow_config *config) {
    sl_rss rss;
    (void)sl_rss_read(&rss);
    const uint64_t live = sl_mem_live();
    const uint64_t held = rss.anon_bytes + rss.shmem_bytes;
    return (held > live ? held - live : 0) + BASE_BYTES + THREAD_BYTES * threads_of(config) + records_of(config) +
           uploads_of(config);
}

uint64_t sl_flow_least_bytes(const sl_flow_config *config) {
    sl_flow_config filled = *config;
    defaults_fill(&filled);
    return baseline_of(&filled) + filled.reserve_bytes + tables_of(&filled);
}

/* A budget that is too small even without a job is refused with one that is not. */
static sluice_status budget_check(const sl_flow *flow, sluice_error *err) {
    const uint64_t mib = (uint64_t)1 << 20;
    const uint64_t least = flow->baseline_bytes + flow->config.reserve_bytes + sl_ledger_unplanned(SL_KIND_HOST) +
                           tables_of(&flow->config);
    if (flow->budget_bytes == 0 || flow->budget_bytes >= least) {
        return SLUICE_OK;
    }
    return SL_FAIL(err, SLUICE_E_BUDGET,
                   "the engine needs a budget of %llu bytes before any circuit or proof, it is %llu",
                   (unsigned long long)((least / mib + 2) * mib), /* what it holds changes a little meanwhile */
                   (unsigned long long)flow->budget_bytes);
}

/* It is reserved, so that nobody plans with it. */
static sluice_status baseline_take(sl_flow *flow, sluice_error *err) {
    flow->baseline_bytes = baseline_of(&flow->config);
    SL_TRY(budget_check(flow, err));
    const sl_mem_vector plan = {.bytes = {[SL_KIND_HOST] = flow->baseline_bytes}};
    SL_TRY(sl_account_open(&flow->baseline, 0, 0, SL_STAGE_RESIDENT, err));
    return sl_account_reserve(flow->baseline, &plan, err);
}

static sluice_status sched_open(sl_flow *flow, sluice_error *err) {
    const sl_flow_config *config = &flow->config;
    const uint64_t others = sl_ledger_unplanned(SL_KIND_HOST);
    flow->told_bytes = flow->budget_bytes == 0 ? 0 : SL_MAX(flow->budget_bytes, others + 1) - others;
    /* A partition may be the one that fails on each device until a processor in reserve takes over. */
    const unsigned first_n = config->standby_n == 0 ? 0 : config->devices_n - config->standby_n;
    const sl_sched_config sched = {
        .permit = SL_PERMIT_RESERVATION,
        .jobs_max = config->jobs_max,
        .partitions_max = config->partitions_max,
        .residents_max = SL_FLOW_TARGETS_MAX,
        .workers_n = config->workers_n,
        .workers_critical = CRITICAL_N,
        .handover_n = config->handover_n,
        .jobs_in_flight = config->jobs_in_flight,
        .finishers_n = config->finishers_n,
        .finishers_critical = CRITICAL_N,
        .devices_n = config->devices_n,
        .slots_n = config->slots_n,
        .slots_critical = CRITICAL_N,
        .retries_max = SL_MAX(3, first_n * config->quarantine_after) - 1,
        .quarantine_after = config->quarantine_after,
        .budget = {.bytes = {[SL_KIND_HOST] = flow->told_bytes}},
        .baseline = {.bytes = {[SL_KIND_HOST] = flow->baseline_bytes}},
        .reserve = {.bytes = {[SL_KIND_HOST] = config->reserve_bytes}},
    };
    return sl_sched_open(&flow->sched, &sched, err);
}

static sluice_status lanes_open(sl_flow *flow, sluice_error *err) {
    const sl_flow_config *config = &flow->config;
    SL_TRY(sl_lane_open(&flow->synthesis, flow, &flow->lock, config->workers_n, err));
    for (unsigned d = 0; d < config->devices_n; d++) {
        SL_TRY(sl_lane_open(&flow->start[d], flow, &flow->lock, config->slots_n, err));
    }
    SL_TRY(sl_lane_open(&flow->finish, flow, &flow->lock, config->finishers_n, err));
    SL_TRY(sl_lane_open(&flow->check, flow, &flow->lock, 1, err));
    SL_TRY(sl_lane_open(&flow->deliver, flow, &flow->lock, 1, err));
    SL_TRY(sl_lane_open(&flow->reaper, flow, &flow->lock, 1, err));
    SL_TRY(sl_lane_open(&flow->loader, flow, &flow->lock, 1, err));
    return clock_start(flow, err);
}

static sluice_status log_open(sl_flow *flow, sluice_error *err) {
    if (flow->config.log_path == NULL) {
        return SLUICE_OK;
    }
    flow->log = fopen(flow->config.log_path, "we");
    return flow->log != NULL ? SLUICE_OK : SL_FAIL_ERRNO(err, "%s", flow->config.log_path);
}

static sluice_status parts_open(sl_flow *flow, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(&flow->parts_storage, flow->config.partitions_max, sizeof(sl_flow_part), "partitions", err));
    flow->parts = flow->parts_storage.data;
    for (uint32_t i = 0; i < flow->config.partitions_max; i++) {
        flow->parts[i].id = i;
    }
    return SLUICE_OK;
}

static void scratch_choose(sl_flow *flow) {
    const char *folder = flow->config.scratch_folder;
    if (folder == NULL) {
        folder = getenv("TMPDIR");
    }
    (void)snprintf(flow->scratch_folder, sizeof flow->scratch_folder, "%s",
                   folder == NULL || folder[0] == 0 ? "/var/tmp" : folder);
}

sluice_status sl_flow_open(sl_flow **out, const sl_flow_config *config, sluice_error *err) {
    if (config->devices_n == 0 || config->devices_n > SL_MEM_DEVICES_MAX || config->standby_n >= config->devices_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "expected 1 to %d devices, found %u, %u of them in reserve",
                       SL_MEM_DEVICES_MAX, config->devices_n, config->standby_n);
    }
    sl_buf storage;
    SL_TRY(sl_buf_alloc(&storage, sizeof(sl_flow), "flow", err));
    sl_flow *flow = storage.data;
    sl_buf_move(&flow->storage, &storage);
    flow->config = *config;
    defaults_fill(&flow->config);
    flow->began_s = sl_clock_seconds();
    scratch_choose(flow);
    (void)pthread_mutex_init(&flow->lock, NULL);
    (void)pthread_mutex_init(&flow->targets_lock, NULL);
    sl_clock_cond_init(&flow->changed);
    sl_clock_cond_init(&flow->clock_wake);
    sl_gate_init(&flow->gate, flow->config.hold_s);
    flow->configured_bytes = config->budget_bytes;
    flow->budget_bytes = budget_read(config->budget_bytes, config->root);
    sl_ledger_budget_set(SL_KIND_HOST, flow->budget_bytes);
    sluice_status status = parts_open(flow, err);
    if (status == SLUICE_OK && config->trace_ms != 0) {
        status = sl_trace_open(&flow->trace, config->trace_ms, err);
    }
    if (status == SLUICE_OK) {
        status = baseline_take(flow, err);
    }
    if (status == SLUICE_OK) {
        status = sched_open(flow, err);
    }
    if (status == SLUICE_OK) {
        status = log_open(flow, err);
    }
    if (status == SLUICE_OK) {
        status = lanes_open(flow, err);
    }
    if (status == SLUICE_OK && config->standby_n != 0) {
        (void)pthread_mutex_lock(&flow->lock);
        sl_flow_standby_begin(flow);
        (void)pthread_mutex_unlock(&flow->lock);
    }
    if (status != SLUICE_OK) {
        flow->config.devices_n = 0; /* they stay the caller's */
        sl_flow_close(flow);
        return status;
    }
    *out = flow;
    return SLUICE_OK;
}

static void clock_stop(sl_flow *flow) {
    (void)pthread_mutex_lock(&flow->lock);
    flow->is_stopping = true;
    (void)pthread_cond_signal(&flow->clock_wake);
    (void)pthread_mutex_unlock(&flow->lock);
    if (flow->has_clock) {
        (void)pthread_join(flow->clock, NULL);
    }
}

void sl_flow_close(sl_flow *flow) {
    if (flow == NULL) {
        return;
    }
    sl_flow_jobs_close(flow);
    clock_stop(flow);
    sl_lane_close(&flow->synthesis);
    for (unsigned d = 0; d < SL_MEM_DEVICES_MAX; d++) {
        sl_lane_close(&flow->start[d]);
    }
    sl_lane_close(&flow->finish);
    sl_lane_close(&flow->check);
    sl_lane_close(&flow->deliver);
    sl_lane_close(&flow->loader);
    sl_lane_close(&flow->reaper);
    sl_flow_targets_close(flow);
    sl_sched_close(flow->sched);
    for (unsigned d = 0; d < flow->config.devices_n; d++) {
        sl_device_close(flow->config.devices[d]);
    }
    if (flow->log != NULL) {
        (void)fclose(flow->log);
    }
    sl_trace_close(flow->trace);
    sl_account_close(flow->baseline);
    sl_buf_release(&flow->parts_storage);
    (void)pthread_cond_destroy(&flow->clock_wake);
    (void)pthread_cond_destroy(&flow->changed);
    (void)pthread_mutex_destroy(&flow->targets_lock);
    (void)pthread_mutex_destroy(&flow->lock);
    sl_gate_destroy(&flow->gate);
    sl_buf storage = SL_BUF_EMPTY;
    sl_buf_move(&storage, &flow->storage);
    sl_buf_release(&storage);
}

void sl_flow_budget_set(sl_flow *flow, uint64_t bytes) {
    const uint64_t found = budget_read(bytes, flow->config.root);
    (void)pthread_mutex_lock(&flow->lock);
    flow->configured_bytes = bytes;
    flow->budget_bytes = found;
    sl_ledger_budget_set(SL_KIND_HOST, found);
    sl_flow_budget_tell(flow);
    (void)pthread_mutex_unlock(&flow->lock);
}

static void device_tell(sl_flow *flow, unsigned device, sl_event_type type, const char *name) {
    SL_ASSERT(device < flow->config.devices_n);
    (void)pthread_mutex_lock(&flow->lock);
    if (type == SL_EV_DEVICE_LOST) {
        (void)sl_flow_standby_take_over(flow, device);
    }
    sl_flow_tell(flow, name, NULL, NULL, 0, flow->config.devices[device]->name);
    sl_flow_post(flow, (sl_event){.type = type, .device = device});
    (void)pthread_mutex_unlock(&flow->lock);
}

void sl_flow_device_lost(sl_flow *flow, unsigned device) {
    device_tell(flow, device, SL_EV_DEVICE_LOST, "device lost");
}

void sl_flow_device_back(sl_flow *flow, unsigned device) {
    device_tell(flow, device, SL_EV_DEVICE_BACK, "device back");
}

void sl_flow_state_get(sl_flow *flow, sl_flow_state *out) {
    sl_rss rss;
    (void)sl_rss_read(&rss);
    (void)pthread_mutex_lock(&flow->lock);
    *out = (sl_flow_state){
        .rss_bytes = rss.anon_bytes + rss.shmem_bytes,
        .baseline_bytes = flow->baseline_bytes,
        .jobs_done = flow->jobs_done,
        .waiting_max = flow->waiting_max,
        .rejected = flow->rejected,
        .failures = flow->failures,
        .log_error = flow->log_error,
    };
    sl_sched_state_get(flow->sched, &out->sched);
    sl_ledger_state_get(&out->ledger);
    (void)pthread_mutex_unlock(&flow->lock);
}

sl_trace *sl_flow_trace(const sl_flow *flow) {
    return flow->trace;
}
