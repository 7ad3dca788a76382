// SPDX-License-Identifier: MIT OR Apache-2.0
/* Jobs as their owners see them: submit, await, cancel, and what is remembered of those that have ended. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/checked.h"
#include "core/base/clock.h"
#include "core/mem/small.h"
#include "core/sys/scratch.h"
#include "engine/flow/flow_state.h"
#include "proof/groth16/prover_backend.h"

static void source_release(const sl_flow_source *source) {
    if (source->release != NULL) {
        source->release(source->data);
    }
}

static void job_free(sl_flow_job *job) {
    sl_buf_release(&job->work);
    sl_buf storage = SL_BUF_EMPTY;
    sl_buf_move(&storage, &job->storage);
    sl_buf_release(&storage);
}

/* The buffer of the job and what is kept of its partitions, and in it the buffer of what is not. */
static sluice_status record_alloc(sl_buf *out, size_t kept_bytes, size_t work_bytes, sluice_error *err) {
    sl_buf work;
    SL_TRY(sl_buf_alloc(&work, work_bytes, "job", err));
    const sluice_status status = sl_buf_alloc(out, sizeof(sl_flow_job) + kept_bytes, "job", err);
    if (status != SLUICE_OK) {
        sl_buf_release(&work);
        return status;
    }
    sl_buf_mark_secret(&work);
    sl_buf_mark_secret(out);
    sl_buf_move(&((sl_flow_job *)out->data)->work, &work);
    return SLUICE_OK;
}

static sluice_status job_make(const sl_flow *flow, sl_flow_job **out, const sl_flow_spec *spec, sluice_error *err) {
    const size_t n = spec->source.partitions_n;
    size_t publics_bytes = 0;
    if (n == 0 || n > UINT32_MAX || !sl_mul_size(n, spec->source.publics_n, &publics_bytes) ||
        !sl_mul_size(publics_bytes, sizeof(sl_fr), &publics_bytes) || publics_bytes > SIZE_MAX / 2) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a job of %zu partitions with %zu public inputs", n,
                       spec->source.publics_n);
    }
    size_t work_bytes, kept_bytes;
    if (!sl_mul_size(n, SL_FLOW_WORK_BYTES, &work_bytes) || !sl_add_size(work_bytes, publics_bytes, &work_bytes) ||
        !sl_mul_size(n, SL_FLOW_KEPT_BYTES, &kept_bytes) || kept_bytes > SIZE_MAX / 2) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a job of %zu partitions", n);
    }
    /* Within the baseline: while everything else is reserved, jobs can still be queued. */
    sl_buf storage;
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){flow->baseline, SL_MEM_OTHER});
    const sluice_status status = record_alloc(&storage, kept_bytes, work_bytes, err);
    (void)sl_mem_scope_set(before);
    SL_TRY(status);
    sl_flow_job *job = storage.data;
    job->publics = job->work.data;
    job->tries = (sl_flow_try *)((char *)job->publics + publics_bytes);
    job->parts = (uint32_t *)(job + 1);
    job->proofs = (uint8_t *)(job->parts + n);
    sl_buf_move(&job->storage, &storage);
    job->spec = *spec;
    if (spec->r != NULL) {
        job->r = *spec->r;
        job->s = *spec->s;
    }
    for (unsigned k = 0; k < n; k++) {
        job->parts[k] = SL_SCHED_NONE;
        spec->source.publics(spec->source.data, k, job->publics + k * spec->source.publics_n);
    }
    *out = job;
    return SLUICE_OK;
}

/* Of a target's name, what people know it by: up to the first space. */
static int title_n(const sl_flow_job *job) {
    return (int)strcspn(job->resident->target.name, " ");
}

static sluice_status budget_refuse(const sl_flow *flow, const sl_flow_job *job, uint64_t needed, sluice_error *err) {
    return SL_FAIL(err, SLUICE_E_BUDGET, "%.*s: needs a budget of %llu bytes, it is %llu", title_n(job),
                   job->resident->target.name, (unsigned long long)(needed + sl_ledger_unplanned(SL_KIND_HOST)),
                   (unsigned long long)flow->budget_bytes);
}

/* On processors: without a limit if the budget allows, else with what there is beside `before` bytes. */
static sluice_status plan_here(const sl_flow *flow, sl_flow_job *job, uint64_t before, sluice_error *err) {
    const sl_r1cs_counts *counts = &job->resident->counts;
    const sl_flow_config *config = &flow->config;
    SL_TRY(sl_prove_plan_make(&job->plan, counts, &job->resident->layout, config->kernels, config->device_threads_n, 0,
                              err));
    if (flow->told_bytes != 0 && before + job->plan.peak_bytes > flow->told_bytes) {
        const uint64_t left = flow->told_bytes > before ? flow->told_bytes - before : 1;
        const sluice_status status = sl_prove_plan_make(&job->plan, counts, &job->resident->layout, config->kernels,
                                                        config->device_threads_n, (size_t)left, err);
        if (status == SLUICE_E_BUDGET) {
            return budget_refuse(flow, job, before + job->plan.least_bytes, err);
        }
        SL_TRY(status);
    }
    return job->plan.scratch_bytes == 0 ? SLUICE_OK : sl_scratch_folder_check(flow->scratch_folder, err);
}

static sluice_status plan_elsewhere(const sl_flow *flow, sl_flow_job *job, uint64_t before, sluice_error *err) {
    bool take_witnesses = true;
    for (unsigned d = 0; d < flow->config.devices_n; d++) {
        const sl_device *device = flow->config.devices[d];
        take_witnesses = take_witnesses && (!device->is_elsewhere || device->takes_witness);
    }
    sl_prove_plan_elsewhere(&job->plan_elsewhere, &job->resident->counts, &job->resident->layout,
                            flow->config.device_threads_n, take_witnesses);
    const uint64_t needed = before + job->plan_elsewhere.peak_bytes;
    return flow->told_bytes != 0 && needed > flow->told_bytes ? budget_refuse(flow, job, needed, err) : SLUICE_OK;
}

/*
 * On processors that wait in reserve, and may never be asked: no more than leaves all partitions under way their room,
 * or else the least that will do; nothing if that does not fit.
 */
static sluice_status plan_in_reserve(const sl_flow *flow, sl_flow_job *job, uint64_t before, sluice_error *err) {
    const sl_r1cs_counts *counts = &job->resident->counts;
    const sl_key_layout *layout = &job->resident->layout;
    const sl_flow_config *config = &flow->config;
    const size_t threads_n = config->device_threads_n;
    SL_TRY(sl_prove_plan_make(&job->plan, counts, layout, config->kernels, threads_n, 0, err));
    if (flow->told_bytes == 0) {
        return SLUICE_OK;
    }
    const uint64_t others_n = config->devices_n - config->standby_n;
    const uint64_t parts_n = config->workers_n + config->handover_n + others_n * config->slots_n + config->finishers_n;
    const uint64_t left = flow->told_bytes - before; /* plan_elsewhere fits in */
    const uint64_t share = (left + job->witness_bytes) / parts_n;
    const uint64_t beside = share > job->witness_bytes ? share - job->witness_bytes : 0;
    const uint64_t most = SL_MAX(beside, job->plan_elsewhere.peak_bytes);
    const uint64_t least = job->plan.least_bytes;
    if (job->plan.peak_bytes <= most) {
        return SLUICE_OK;
    }
    if (least > SL_MAX(most, left)) {
        job->plan = (sl_prove_plan){0};
        job->missing_bytes = before + least + sl_ledger_unplanned(SL_KIND_HOST);
        return SLUICE_OK;
    }
    return sl_prove_plan_make(&job->plan, counts, layout, config->kernels, threads_n, (size_t)SL_MAX(most, least), err);
}

sluice_status sl_flow_plan_check(const sl_flow *flow, const sl_flow_part *part, sluice_error *err) {
    const sl_flow_job *job = part->job;
    if (job->missing_bytes == 0 || flow->config.devices[part->device]->is_elsewhere) {
        return SLUICE_OK;
    }
    return SL_FAIL(err, SLUICE_E_BUDGET, "%.*s: without its device it needs a budget of %llu bytes", title_n(job),
                   job->resident->target.name, (unsigned long long)job->missing_bytes);
}

/* Among the first n devices. */
static bool has_device(const sl_flow *flow, unsigned n, bool is_elsewhere) {
    bool found = false;
    for (unsigned d = 0; d < n; d++) {
        found = found || flow->config.devices[d]->is_elsewhere == is_elsewhere;
    }
    return found;
}

/* How each partition goes about it, on each kind of device that there is; enough is reserved for all of them. */
static sluice_status plan_make(const sl_flow *flow, sl_flow_job *job, sluice_error *err) {
    const sl_r1cs_counts *counts = &job->resident->counts;
    job->witness_bytes =
        (counts->aux + 63) / 64 * 8 + sizeof(sl_fr) * (counts->fields + counts->inputs) + SL_FLOW_SLACK_BYTES;
    const uint64_t before = flow->baseline_bytes + job->resident->bytes.bytes[SL_KIND_HOST] + job->witness_bytes +
                            flow->config.reserve_bytes;
    const unsigned all_n = flow->config.devices_n;
    const unsigned working_n = all_n - (flow->has_standby ? flow->config.standby_n : 0);
    if (has_device(flow, all_n, true)) {
        SL_TRY(plan_elsewhere(flow, job, before, err));
    }
    if (has_device(flow, working_n, false)) {
        SL_TRY(plan_here(flow, job, before, err));
    } else if (has_device(flow, all_n, false)) {
        SL_TRY(plan_in_reserve(flow, job, before, err));
    }
    job->finish_bytes = SL_MAX(job->plan.finish_bytes, job->plan_elsewhere.finish_bytes);
    job->start_bytes = SL_MAX(SL_MAX(job->plan.start_bytes, job->plan_elsewhere.start_bytes), job->finish_bytes);
    return SLUICE_OK;
}

/* With the lock: the job that has this key, or NULL. */
static sl_flow_job *job_by_key(const sl_flow *flow, const sl_flow_spec *spec) {
    for (sl_flow_job *job = flow->jobs; spec->has_key && job != NULL; job = job->next) {
        if (job->spec.has_key && memcmp(job->spec.key, spec->key, sizeof spec->key) == 0) {
            return job;
        }
    }
    return NULL;
}

static sl_flow_job *job_by_id(const sl_flow *flow, uint64_t id) {
    for (sl_flow_job *job = flow->jobs; job != NULL; job = job->next) {
        if (job->id == id) {
            return job;
        }
    }
    return NULL;
}

static void job_append(sl_flow *flow, sl_flow_job *job) {
    sl_flow_job **at = &flow->jobs;
    while (*at != NULL) {
        at = &(*at)->next;
    }
    *at = job;
}

/* With the lock: jobs that have ended stand in the order of their ends. */
static void job_move_last(sl_flow *flow, sl_flow_job *job) {
    sl_flow_job **at = &flow->jobs;
    while (*at != job) {
        at = &(*at)->next;
    }
    *at = job->next;
    job->next = NULL;
    job_append(flow, job);
}

/* With the lock: what ended first is forgotten first. */
static void jobs_forget(sl_flow *flow, unsigned keep) {
    for (sl_flow_job **at = &flow->jobs;
         *at != NULL && (flow->jobs_remembered > keep || flow->partitions_remembered > flow->config.partitions_max);) {
        sl_flow_job *job = *at;
        if (job->is_ended && job->waiters_n == 0) {
            *at = job->next;
            flow->jobs_remembered--;
            flow->partitions_remembered -= job->spec.source.partitions_n;
            job_free(job);
        } else {
            at = &job->next;
        }
    }
}

static sluice_status refusal(const sl_flow *flow, const sl_flow_job *job, const sl_submit_answer *answer,
                             sluice_error *err) {
    switch (answer->verdict) {
    case SL_SUBMIT_QUEUE_FULL:
        return SL_FAIL(err, SLUICE_E_BUSY, "the queue is full: %u jobs, %u partitions at most", flow->config.jobs_max,
                       flow->config.partitions_max);
    case SL_SUBMIT_NO_DEVICE:
        return SL_FAIL(err, SLUICE_E_DEVICE, "all devices are lost or in quarantine");
    case SL_SUBMIT_NEVER_FITS: {
        const uint64_t others = answer->kind == SL_KIND_HOST ? sl_ledger_unplanned(SL_KIND_HOST) : 0;
        return SL_FAIL(err, SLUICE_E_BUDGET, "%.*s: needs a budget of %llu bytes of %s memory, it is %llu",
                       title_n(job), job->resident->target.name, (unsigned long long)(answer->needed + others),
                       sl_mem_kind_name(answer->kind),
                       (unsigned long long)(answer->kind == SL_KIND_HOST ? flow->budget_bytes : answer->limit));
    }
    case SL_SUBMIT_TOO_MANY:
        return SL_FAIL(err, SLUICE_E_USAGE, "%llu partitions in a job, %llu is the most",
                       (unsigned long long)answer->needed, (unsigned long long)answer->limit);
    case SL_SUBMIT_ACCEPTED:
        break;
    }
    return SLUICE_OK;
}

/* 0: none. What is further away than any process lives is none, too. */
static uint64_t deadline_of(double seconds, uint64_t now_ns) {
    return seconds > 0 && seconds < 1e9 ? SL_MAX(now_ns + (uint64_t)(seconds * 1e9), 1) : 0;
}

/* With the lock. */
static sluice_status job_submit(sl_flow *flow, sl_flow_job *job, sluice_error *err) {
    SL_TRY(sl_flow_target_find(flow, job->spec.target, &job->resident, err));
    sl_flow_budget_tell(flow);
    SL_TRY(plan_make(flow, job, err));
    const uint64_t now_ns = sl_flow_now_ns(flow);
    const sl_job_spec spec = {
        .user = (uint64_t)(uintptr_t)job,
        .priority = job->spec.priority,
        .partitions_n = job->spec.source.partitions_n,
        .deadline_ns = deadline_of(job->spec.deadline_s, now_ns),
        .circuit = job->resident->number,
        .srs = SL_SCHED_NONE,
        .plan = {.host = {[SL_MEM_WITNESS] = job->witness_bytes,
                          [SL_MEM_ABC] = job->start_bytes - job->finish_bytes,
                          [SL_MEM_PENDING] = job->finish_bytes}},
    };
    sl_submit_answer answer;
    sl_sched_submit(flow->sched, &spec, now_ns, &answer);
    const sluice_status status = refusal(flow, job, &answer, err);
    if (status == SLUICE_OK) {
        job->id = answer.job;
        job->submitted_s = sl_flow_now(flow);
        job_append(flow, job);
        flow->jobs_running++;
        job->resident->jobs_n++;
        job->resident->asked = ++flow->asked_n;
        sl_flow_tell(flow, "submitted", job, NULL, 0, NULL);
    }
    sl_flow_drive(flow);
    return status;
}

/* With the lock: true if the key settles it. */
static bool key_settles(sl_flow *flow, const sl_flow_spec *spec, uint64_t *job, sluice_status *status,
                        sluice_error *err) {
    const sl_flow_job *same = job_by_key(flow, spec);
    if (same == NULL) {
        return false;
    }
    if (memcmp(same->spec.payload, spec->payload, sizeof spec->payload) != 0) {
        *status = SL_FAIL(err, SLUICE_E_MISMATCH, "the key of job %llu was given for another payload",
                          (unsigned long long)same->id);
    } else {
        *status = SLUICE_OK;
        *job = same->id;
    }
    return true;
}

sluice_status sl_flow_submit(sl_flow *flow, const sl_flow_spec *spec, uint64_t *job, sluice_error *err) {
    sl_flow_job *made = NULL;
    sluice_status status = SLUICE_OK;
    uint64_t id = 0;
    if ((spec->r == NULL) != (spec->s == NULL)) {
        status = SL_FAIL(err, SLUICE_E_USAGE, "one blinding value alone");
    }
    if (status == SLUICE_OK) {
        status = job_make(flow, &made, spec, err);
    }
    if (status == SLUICE_E_BUDGET) { /* of the baseline, which other jobs' records take */
        status = SL_FAIL(err, SLUICE_E_BUSY, "no memory is free for the record of one more job");
    }
    if (status != SLUICE_OK) {
        source_release(&spec->source);
        return status;
    }
    (void)pthread_mutex_lock(&flow->lock);
    const bool is_settled = key_settles(flow, spec, &id, &status, err);
    if (!is_settled) {
        status = flow->is_closing ? SL_FAIL(err, SLUICE_E_BUSY, "closing") : job_submit(flow, made, err);
        id = made->id;
    }
    const bool is_taken = !is_settled && status == SLUICE_OK;
    (void)pthread_mutex_unlock(&flow->lock);
    if (!is_taken) {
        source_release(&spec->source);
        job_free(made);
    }
    if (status == SLUICE_OK) {
        *job = id;
    }
    return status;
}

/* In the reaper: the job has ended and nothing of it runs. */
void sl_flow_run_end(void *owner, sl_item *item) {
    static const char *const names[] = {"waiting",       "running",          "ended: delivered",
                                        "ended: failed", "ended: cancelled", "ended: expired"};
    sl_flow *flow = owner;
    sl_flow_job *job = (sl_flow_job *)item;
    source_release(&job->spec.source);
    sl_buf_release(&job->work);
    job->publics = NULL;
    job->tries = NULL;
    (void)pthread_mutex_lock(&flow->lock);
    job->ended_s = sl_flow_now(flow);
    sl_flow_tell(flow, names[job->state], job, NULL, 0, job->state == SL_JOB_DELIVERED ? NULL : job->error.text);
    job->is_ended = true;
    job_move_last(flow, job);
    flow->jobs_running--;
    job->resident->jobs_n--;
    flow->jobs_remembered++;
    flow->partitions_remembered += job->spec.source.partitions_n;
    flow->jobs_done++;
    jobs_forget(flow, flow->config.results_max);
    (void)pthread_cond_broadcast(&flow->changed);
    (void)pthread_mutex_unlock(&flow->lock);
}

/* With the lock. */
static void report_make(const sl_flow *flow, const sl_flow_job *job, sl_job_report *out) {
    const double until = job->is_ended ? job->ended_s : sl_flow_now(flow);
    *out = (sl_job_report){
        .state = job->is_ended || job->state < SL_JOB_DELIVERED ? job->state : SL_JOB_RUNNING,
        .priority = job->spec.priority,
        .partitions_n = job->spec.source.partitions_n,
        .attempts = job->attempts,
        .failures = job->failures,
        .rejected = job->rejected,
        .since_submit_s = until - job->submitted_s,
        .run_s = job->began_s > 0 ? until - job->began_s : 0,
    };
    memcpy(out->diagnosis, job->diagnosis, sizeof out->diagnosis);
    if (job->is_ended && job->state != SL_JOB_DELIVERED) {
        out->error = job->error;
    }
    for (unsigned k = 0; k < out->partitions_n; k++) {
        const uint32_t part = job->parts[k];
        out->parts[part == SL_SCHED_NONE ? SL_PART_QUEUED : sl_sched_part_state(flow->sched, part)]++;
    }
}

/* With the lock. */
static sluice_status proofs_copy(const sl_flow_job *job, sl_job_report *report, sluice_error *err) {
    if (!job->is_ended || job->state != SL_JOB_DELIVERED || job->spec.deliver != NULL) {
        return SLUICE_OK;
    }
    uint8_t *copy = sl_small_alloc(report->partitions_n, SL_PROOF_BYTES);
    if (copy == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for %u proofs", report->partitions_n);
    }
    report->proofs_bytes = (size_t)report->partitions_n * SL_PROOF_BYTES;
    memcpy(copy, job->proofs, report->proofs_bytes);
    report->proofs = copy;
    return SLUICE_OK;
}

sluice_status sl_flow_await(sl_flow *flow, uint64_t id, double timeout_s, sl_job_report *report, sluice_error *err) {
    const struct timespec until = sl_clock_after(timeout_s < 0 ? 0 : timeout_s);
    (void)pthread_mutex_lock(&flow->lock);
    sl_flow_job *job = job_by_id(flow, id);
    if (job == NULL) {
        (void)pthread_mutex_unlock(&flow->lock);
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "no job %llu, or its result is not remembered any more",
                       (unsigned long long)id);
    }
    job->waiters_n++;
    while (!job->is_ended) {
        if (timeout_s < 0) {
            (void)pthread_cond_wait(&flow->changed, &flow->lock);
        } else if (pthread_cond_timedwait(&flow->changed, &flow->lock, &until) == ETIMEDOUT) {
            break;
        }
    }
    job->waiters_n--;
    sl_job_report made;
    report_make(flow, job, &made);
    const sluice_status status = proofs_copy(job, &made, err);
    jobs_forget(flow, flow->config.results_max);
    (void)pthread_mutex_unlock(&flow->lock);
    if (status == SLUICE_OK) {
        *report = made;
    }
    return status;
}

sluice_status sl_flow_cancel(sl_flow *flow, uint64_t id, sluice_error *err) {
    (void)pthread_mutex_lock(&flow->lock);
    const sl_flow_job *job = job_by_id(flow, id);
    const bool is_known = job != NULL;
    if (is_known && !job->is_ended) {
        sl_flow_post(flow, (sl_event){.type = SL_EV_CANCEL, .job = id});
    }
    (void)pthread_mutex_unlock(&flow->lock);
    return is_known ? SLUICE_OK
                    : SL_FAIL(err, SLUICE_E_UNKNOWN, "no job %llu, or its result is not remembered any more",
                              (unsigned long long)id);
}

void sl_flow_drain(sl_flow *flow) {
    (void)pthread_mutex_lock(&flow->lock);
    while (flow->jobs_running > 0) {
        (void)pthread_cond_wait(&flow->changed, &flow->lock);
    }
    (void)pthread_mutex_unlock(&flow->lock);
}

void sl_flow_jobs_close(sl_flow *flow) {
    (void)pthread_mutex_lock(&flow->lock);
    flow->is_closing = true;
    for (const sl_flow_job *job = flow->jobs; job != NULL; job = job->next) {
        if (!job->is_ended) {
            sl_flow_post(flow, (sl_event){.type = SL_EV_CANCEL, .job = job->id});
        }
    }
    (void)pthread_mutex_unlock(&flow->lock);
    sl_flow_drain(flow);
    (void)pthread_mutex_lock(&flow->lock);
    jobs_forget(flow, 0);
    (void)pthread_mutex_unlock(&flow->lock);
}
