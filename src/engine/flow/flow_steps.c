// SPDX-License-Identifier: MIT OR Apache-2.0
/* The steps of a partition: synthesis, start, finish, and giving everything back. They run in lanes, without the lock.
 */
#include "core/base/clock.h"
#include "engine/flow/flow_state.h"

static sl_mem_vector host_vector(uint64_t bytes) {
    return (sl_mem_vector){.bytes = {[SL_KIND_HOST] = bytes}};
}

/* First in a step: whether it is urgent. Others let urgent ones pass from here on. */
static bool step_enter(sl_flow *flow, const sl_flow_part *part) {
    const bool is_urgent = sl_flow_is_urgent(part->job);
    (void)sl_gate_set(is_urgent ? NULL : &flow->gate);
    sl_gate_pass();
    return is_urgent;
}

/* Begins a step: the account moves on, and what is allocated from here on is the partition's. */
static sl_mem_scope step_begin(sl_flow_part *part, sl_mem_stage stage, sl_mem_class mem_class) {
    part->step_began_s = sl_clock_seconds();
    if (part->account != NULL) {
        sl_account_stage_set(part->account, stage);
    }
    return sl_mem_scope_set((sl_mem_scope){part->account, mem_class});
}

static void step_record(sl_flow *flow, const sl_flow_part *part, sl_mem_stage stage) {
    const double now = sl_clock_seconds();
    const bool on_device = stage == SL_STAGE_START || stage == SL_STAGE_FINISH;
    const sl_span span = {
        .job = part->job->id,
        .partition = part->index,
        .attempt = part->attempt,
        .stage = stage,
        .device = on_device ? (int)part->device : -1,
        .start_s = part->step_began_s - flow->began_s,
        .end_s = now - flow->began_s,
    };
    sl_trace_span(flow->trace, &span);
}

/* With the lock: the partition's item is free; true if it was dropped meanwhile and is on its way to the reaper. */
static bool step_leave(sl_flow *flow, sl_flow_part *part) {
    part->is_busy = false;
    if (!atomic_load(&part->is_dropped)) {
        return false;
    }
    sl_flow_part_push(&flow->reaper, part, sl_flow_run_drop);
    return true;
}

static int step_progress(void *data, const char *name, uint64_t done, uint64_t total) {
    (void)name;
    (void)done;
    (void)total;
    const sl_flow_part *part = data;
    return atomic_load(&part->is_dropped) ? 1 : 0;
}

static sl_device_work work_of(const sl_flow *flow, const sl_flow_part *part, const sl_observer *observer) {
    const sl_flow_job *job = part->job;
    const bool is_given = job->spec.r != NULL;
    const bool is_elsewhere = flow->config.devices[part->device]->is_elsewhere;
    return (sl_device_work){
        .prover = job->resident->prover,
        .plan = is_elsewhere ? &job->plan_elsewhere : &job->plan,
        .scratch_folder = flow->scratch_folder,
        .observer = observer,
        .account = flow->baseline,
        .r = is_given ? &job->r : NULL,
        .s = is_given ? &job->s : NULL,
        .skip_row_check = job->spec.skip_row_check,
        .is_urgent = sl_flow_is_urgent(job),
    };
}

/* The reservation that the scheduler made, if the ledger could not follow at once. */
static sluice_status reservation_make(sl_flow_part *part, const sl_mem_vector *need, sluice_error *err) {
    if (part->account == NULL) {
        SL_TRY(sl_account_open(&part->account, part->job->id, part->index, SL_STAGE_ADMITTED, err));
    }
    if (!part->is_reserved) {
        SL_TRY(sl_account_reserve(part->account, need, err));
        part->is_reserved = true;
    }
    return SLUICE_OK;
}

/* The witness must claim what the public part says. */
static sluice_status publics_check(const sl_flow_part *part, sluice_error *err) {
    const sl_flow_job *job = part->job;
    const size_t n = job->spec.source.publics_n;
    return sl_witness_publics_check(&part->witness, job->publics + (size_t)part->index * n, n, err);
}

static sluice_status synthesize(sl_flow_part *part, const sl_mem_vector *need, sluice_error *err) {
    const sl_flow_source *source = &part->job->spec.source;
    SL_TRY(reservation_make(part, need, err));
    const sl_mem_scope before = step_begin(part, SL_STAGE_SYNTHESIS, SL_MEM_WITNESS);
    sluice_status status =
        source->synthesize(source->data, part->index, part->job->resident->loaded.r1cs, &part->witness, err);
    if (status == SLUICE_OK) {
        part->has_witness = true;
        status = publics_check(part, err);
        if (status != SLUICE_OK) {
            sl_witness_release(&part->witness);
            part->has_witness = false;
        }
    }
    (void)sl_mem_scope_set(before);
    return status;
}

void sl_flow_run_synthesis(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_part *part = (sl_flow_part *)item;
    const bool is_urgent = step_enter(flow, part);
    sluice_error error = {0};
    sl_mem_vector need;
    (void)pthread_mutex_lock(&flow->lock);
    sl_sched_need(flow->sched, part->id, &need);
    (void)pthread_mutex_unlock(&flow->lock);
    part->step_began_s = sl_clock_seconds();
    const sluice_status status = synthesize(part, &need, &error);
    step_record(flow, part, SL_STAGE_SYNTHESIS);
    if (part->account != NULL) {
        sl_account_stage_set(part->account, SL_STAGE_READY);
    }
    (void)pthread_mutex_lock(&flow->lock);
    const double took_s = sl_clock_seconds() - part->step_began_s;
    if (!step_leave(flow, part)) {
        if (status == SLUICE_OK) {
            sl_flow_tell(flow, "synthesized", part->job, part, took_s, NULL);
            sl_flow_post(flow, (sl_event){.type = SL_EV_SYNTHESIZED, .part = part->id});
        } else {
            sl_flow_fail(flow, part, SL_AT_SYNTHESIS, true, SL_SCHED_NONE, &error);
        }
    }
    sl_flow_urgent_end(flow, is_urgent);
    (void)pthread_mutex_unlock(&flow->lock);
}

/* Failures that say that the witness in memory is not what synthesis made, or nothing about it. */
static bool is_witness_suspect(sluice_status status) {
    return status == SLUICE_E_UNSATISFIED || status == SLUICE_E_SELF_CHECK || status == SLUICE_E_MISMATCH ||
           status == SLUICE_E_INPUT;
}

void sl_flow_run_start(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_part *part = (sl_flow_part *)item;
    const bool is_urgent = step_enter(flow, part);
    sluice_error error = {0};
    const sl_observer observer = {.progress = step_progress, .data = part};
    const sl_device_work work = work_of(flow, part, &observer);
    sl_device *device = flow->config.devices[part->device];
    const sl_mem_scope before = step_begin(part, SL_STAGE_START, SL_MEM_DEVICE);
    sluice_status status = sl_flow_plan_check(flow, part, &error);
    if (status == SLUICE_OK) {
        status = sl_device_start(device, &work, &part->witness, &part->pending, &error);
    }
    (void)sl_mem_scope_set(before);
    step_record(flow, part, SL_STAGE_START);
    if (status == SLUICE_OK) {
        const sl_mem_vector rest = host_vector(part->job->witness_bytes + part->job->finish_bytes);
        part->pending_device = device;
        part->has_witness = false;
        sl_account_shrink(part->account, &rest);
        sl_account_stage_set(part->account, SL_STAGE_STARTED);
    } else {
        sl_account_stage_set(part->account, SL_STAGE_READY);
    }
    (void)pthread_mutex_lock(&flow->lock);
    const double took_s = sl_clock_seconds() - part->step_began_s;
    if (!step_leave(flow, part)) {
        if (status == SLUICE_OK) {
            sl_flow_tell(flow, "started", part->job, part, took_s, NULL);
            sl_flow_post(flow, (sl_event){.type = SL_EV_CLASS_DIED, .part = part->id, .mem_class = SL_MEM_ABC});
            sl_flow_post(flow, (sl_event){.type = SL_EV_STARTED, .part = part->id});
        } else {
            sl_flow_fail(flow, part, SL_AT_START, is_witness_suspect(status), part->device, &error);
        }
    }
    sl_flow_urgent_end(flow, is_urgent);
    (void)pthread_mutex_unlock(&flow->lock);
}

/* After finish nothing of the partition is needed but its proof. Runs in the reaper. */
static void run_release(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_part *part = (sl_flow_part *)item;
    const sl_mem_vector nothing = {0};
    sl_account_stage_set(part->account, SL_STAGE_RELEASE);
    sl_device_release(part->pending_device, part->pending);
    part->pending = NULL;
    sl_account_shrink(part->account, &nothing);
    (void)pthread_mutex_lock(&flow->lock);
    if (!step_leave(flow, part)) {
        sl_flow_post(flow, (sl_event){.type = SL_EV_CLASS_DIED, .part = part->id, .mem_class = SL_MEM_WITNESS});
        sl_flow_post(flow, (sl_event){.type = SL_EV_CLASS_DIED, .part = part->id, .mem_class = SL_MEM_PENDING});
    }
    (void)pthread_mutex_unlock(&flow->lock);
}

void sl_flow_run_finish(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_part *part = (sl_flow_part *)item;
    const bool is_urgent = step_enter(flow, part);
    sluice_error error = {0};
    const sl_observer observer = {.progress = step_progress, .data = part};
    const sl_device_work work = work_of(flow, part, &observer);
    sl_flow_try *try = &part->job->tries[part->index];
    const sl_mem_scope before = step_begin(part, SL_STAGE_FINISH, SL_MEM_PENDING);
    const sluice_status status =
        sl_device_finish(part->pending_device, &work, part->pending, &try->proof, &try->sums, &error);
    (void)sl_mem_scope_set(before);
    step_record(flow, part, SL_STAGE_FINISH);
    (void)pthread_mutex_lock(&flow->lock);
    const double took_s = sl_clock_seconds() - part->step_began_s;
    if (!step_leave(flow, part)) {
        if (status == SLUICE_OK) {
            try->device = part->device;
            try->is_good = false;
            sl_flow_part_push(&flow->reaper, part, run_release);
            sl_flow_tell(flow, "finished", part->job, part, took_s, NULL);
            sl_flow_post(flow, (sl_event){.type = SL_EV_FINISHED, .part = part->id});
        } else {
            sl_flow_fail(flow, part, SL_AT_FINISH, true, part->device, &error);
        }
    }
    sl_flow_urgent_end(flow, is_urgent);
    (void)pthread_mutex_unlock(&flow->lock);
}

void sl_flow_run_drop(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_part *part = (sl_flow_part *)item;
    const sl_mem_vector nothing = {0};
    if (part->account != NULL) {
        sl_account_stage_set(part->account, SL_STAGE_RELEASE);
    }
    if (part->pending != NULL) {
        sl_device_release(part->pending_device, part->pending);
        part->pending = NULL;
    }
    if (part->has_witness) {
        sl_witness_release(&part->witness);
        part->has_witness = false;
    }
    if (part->account != NULL) {
        sl_account_shrink(part->account, &nothing);
    }
    (void)pthread_mutex_lock(&flow->lock);
    part->is_busy = false;
    sl_flow_post(flow, (sl_event){.type = SL_EV_FREED, .part = part->id});
    (void)pthread_mutex_unlock(&flow->lock);
}
