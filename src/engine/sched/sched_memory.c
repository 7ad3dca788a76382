// SPDX-License-Identifier: MIT OR Apache-2.0
/* Who holds which memory, and what fits beside it. */
#include "engine/sched/sched_state.h"

uint64_t sl_sched_sum(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static bool reserves(const sl_sched *s) {
    return s->config.permit == SL_PERMIT_RESERVATION;
}

bool sl_sched_is_bound(const sl_sched *s, uint32_t kind) {
    return reserves(s) && s->config.budget.bytes[kind] != 0;
}

uint64_t sl_sched_reserved(const sl_sched *s, uint32_t kind) {
    return s->config.baseline.bytes[kind] + s->held.critical.bytes[kind] + s->held.others.bytes[kind] +
           s->held.residents.bytes[kind];
}

static void give(sl_sched *s, sl_mem_vector *holder, uint32_t kind, uint64_t bytes) {
    holder->bytes[kind] -= bytes; /* what was added: without a budget the sum may have gone round */
    s->ceiling.bytes[kind] =
        SL_MAX(s->config.budget.bytes[kind], SL_MIN(s->ceiling.bytes[kind], sl_sched_reserved(s, kind)));
}

static sl_mem_vector *holder_of(sl_sched *s, const sl_sched_part *part) {
    return s->jobs[part->job].priority == SL_CRITICAL ? &s->held.critical : &s->held.others;
}

void sl_sched_part_bytes(const sl_sched *s, const sl_sched_part *part, sl_mem_vector *out) {
    *out = (sl_mem_vector){0};
    const sl_plan *plan = &s->jobs[part->job].plan;
    for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        if ((part->dead >> c & 1) == 0) {
            out->bytes[SL_KIND_HOST] += part->holds_host ? plan->host[c] : 0;
            out->bytes[SL_KIND_PINNED] += part->holds_host ? plan->pinned[c] : 0;
            if (part->holds_device) {
                out->bytes[SL_KIND_DEVICE + part->device] += plan->device[c];
            }
        }
    }
}

bool sl_sched_part_is_busy(const sl_sched_part *part) {
    const bool has_remains = part->state == SL_PART_FINISHED && part->dead != (1U << SL_MEM_CLASSES_N) - 1;
    return part->step != STEP_NONE || part->state == SL_PART_DROPPED || has_remains;
}

void sl_sched_host_take(sl_sched *s, sl_sched_part *part) {
    const sl_sched_job *job = &s->jobs[part->job];
    sl_mem_vector *holder = holder_of(s, part);
    holder->bytes[SL_KIND_HOST] += job->host;
    holder->bytes[SL_KIND_PINNED] += job->pinned;
    part->holds_host = true;
    part->dead = 0;
}

/* What is left of the device's share when some classes have died before the start. */
static uint64_t device_left(const sl_sched *s, const sl_sched_part *part) {
    const sl_sched_job *job = &s->jobs[part->job];
    uint64_t bytes = job->device;
    for (uint32_t c = 0; part->dead != 0 && c < SL_MEM_CLASSES_N; c++) {
        bytes -= (part->dead >> c & 1) != 0 ? job->plan.device[c] : 0;
    }
    return bytes;
}

void sl_sched_device_take(sl_sched *s, sl_sched_part *part) {
    holder_of(s, part)->bytes[SL_KIND_DEVICE + part->device] += device_left(s, part);
    part->holds_device = true;
}

void sl_sched_device_give(sl_sched *s, sl_sched_part *part) {
    if (part->holds_device) {
        give(s, holder_of(s, part), SL_KIND_DEVICE + part->device, device_left(s, part));
        part->holds_device = false;
    }
}

void sl_sched_class_give(sl_sched *s, sl_sched_part *part, uint32_t mem_class) {
    const uint16_t bit = (uint16_t)(1U << mem_class);
    if ((part->dead & bit) != 0) {
        return;
    }
    const sl_plan *plan = &s->jobs[part->job].plan;
    sl_mem_vector *holder = holder_of(s, part);
    if (part->holds_host) {
        give(s, holder, SL_KIND_HOST, plan->host[mem_class]);
        give(s, holder, SL_KIND_PINNED, plan->pinned[mem_class]);
    }
    if (part->holds_device) {
        give(s, holder, SL_KIND_DEVICE + part->device, plan->device[mem_class]);
    }
    part->dead |= bit;
}

void sl_sched_all_give(sl_sched *s, sl_sched_part *part) {
    for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        sl_sched_class_give(s, part, c);
    }
    part->holds_host = part->holds_device = false;
}

void sl_sched_resident_take(sl_sched *s, sl_sched_resident *res) {
    for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
        s->held.residents.bytes[k] += res->bytes.bytes[k];
    }
}

void sl_sched_resident_give(sl_sched *s, sl_sched_resident *res) {
    for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
        give(s, &s->held.residents, k, res->bytes.bytes[k]);
    }
}

static void pin(sl_sched *s, uint32_t resident) {
    s->residents[resident].pins++;
    s->residents[resident].used = ++s->stamp;
}

static void unpin(sl_sched *s, uint32_t resident) {
    SL_ASSERT(s->residents[resident].pins > 0);
    s->residents[resident].pins--;
    s->residents[resident].used = ++s->stamp;
}

void sl_sched_pin(sl_sched *s, sl_sched_part *part) {
    const sl_sched_job *job = &s->jobs[part->job];
    if (job->circuit != NONE) {
        pin(s, job->circuit);
        part->pins_circuit = true;
    }
    if (job->srs != NONE) {
        pin(s, job->srs);
        part->pins_srs = true;
    }
}

void sl_sched_unpin(sl_sched *s, sl_sched_part *part) {
    const sl_sched_job *job = &s->jobs[part->job];
    if (part->pins_circuit) {
        unpin(s, job->circuit);
        part->pins_circuit = false;
    }
    if (part->pins_srs) {
        unpin(s, job->srs);
        part->pins_srs = false;
    }
}

static uint64_t resident_bytes(const sl_sched *s, uint32_t resident, uint32_t kind) {
    return resident == NONE ? 0 : s->residents[resident].bytes.bytes[kind];
}

/* What the job's residents take: all of them, or those that are not loaded. */
static uint64_t residents_need(const sl_sched *s, const sl_sched_job *job, uint32_t kind, bool absent_only) {
    const bool counts_circuit =
        job->circuit != NONE && (!absent_only || s->residents[job->circuit].state == RES_ABSENT);
    const bool counts_srs =
        job->srs != NONE && job->srs != job->circuit && (!absent_only || s->residents[job->srs].state == RES_ABSENT);
    return (counts_circuit ? resident_bytes(s, job->circuit, kind) : 0) +
           (counts_srs ? resident_bytes(s, job->srs, kind) : 0);
}

static uint64_t plan_need(const sl_sched_job *job, uint32_t kind) {
    return kind == SL_KIND_HOST     ? job->host
           : kind == SL_KIND_PINNED ? job->pinned
           : kind == SL_KIND_MAPPED ? 0
                                    : job->device;
}

/* The budget of this kind with which the job could run if nothing else did. */
static uint64_t budget_alone(const sl_sched *s, const sl_sched_job *job, uint32_t kind) {
    uint64_t sum = sl_sched_sum(s->config.baseline.bytes[kind], residents_need(s, job, kind, false));
    sum = sl_sched_sum(sum, plan_need(job, kind));
    return job->priority == SL_CRITICAL ? sum : sl_sched_sum(sum, s->config.reserve.bytes[kind]);
}

sl_submit sl_sched_job_judge(const sl_sched *s, sl_sched_job *job, uint32_t *kind, uint64_t *needed, uint64_t *limit) {
    const uint32_t kinds_n = SL_KIND_DEVICE + s->config.devices_n;
    sl_submit verdict = SL_SUBMIT_ACCEPTED;
    job->device_mask = 0;
    for (uint32_t k = 0; k < kinds_n; k++) {
        const uint64_t need = budget_alone(s, job, k);
        const uint64_t budget = sl_sched_is_bound(s, k) ? s->config.budget.bytes[k] : UINT64_MAX;
        bool fails = need > budget;
        if (k >= SL_KIND_DEVICE) {
            job->device_mask |= (uint8_t)((fails ? 0U : 1U) << (k - SL_KIND_DEVICE));
            /* Residents go to every device; for the partition one that is large enough will do. */
            fails = need - job->device > budget || (k + 1 == kinds_n && job->device_mask == 0);
        }
        if (fails && verdict == SL_SUBMIT_ACCEPTED) { /* the first kind is told */
            verdict = SL_SUBMIT_NEVER_FITS;
            *kind = k;
            *needed = need;
            *limit = s->config.budget.bytes[k];
        }
    }
    return verdict;
}

/* Whether `need` more of a kind fits for a job of this class when `without` has been evicted. */
static bool kind_fits(const sl_sched *s, uint32_t kind, uint64_t need, bool is_critical, bool critical_only,
                      uint64_t without) {
    if (!sl_sched_is_bound(s, kind)) {
        return true;
    }
    const uint64_t critical = s->held.critical.bytes[kind];
    const uint64_t reserve = s->config.reserve.bytes[kind];
    if (critical_only) {
        return sl_sched_sum(critical, need) <= reserve &&
               sl_sched_sum(sl_sched_reserved(s, kind) - without, need) <= s->config.budget.bytes[kind];
    }
    uint64_t used = sl_sched_reserved(s, kind) - without;
    if (!is_critical && critical < reserve) {
        used = sl_sched_sum(used, reserve - critical); /* what CRITICAL has not taken of its reserve stays free */
    }
    return sl_sched_sum(used, need) <= s->config.budget.bytes[kind];
}

/* The largest share of a device that a partition in flight may still ask for. */
static uint64_t device_room(const sl_sched *s, uint32_t device) {
    uint64_t room = 0;
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        const sl_sched_job *job = &s->jobs[i];
        if (job->state != JOB_FREE && job->held_n > job->finished_n && (job->device_mask >> device & 1) != 0) {
            room = SL_MAX(room, job->device);
        }
    }
    return room;
}

/*
 * Residents of a device stay below what leaves room for the largest partition in flight: its others come and go, so
 * each gets its turn.
 */
static bool residents_fit(const sl_sched *s, const sl_sched_job *job, const sl_mem_vector *without) {
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        const uint32_t k = SL_KIND_DEVICE + d;
        if (!sl_sched_is_bound(s, k)) {
            continue;
        }
        const uint64_t more = residents_need(s, job, k, true);
        if (more == 0 && s->held.residents.bytes[k] == without->bytes[k]) {
            continue;
        }
        const uint64_t room = SL_MAX((job->device_mask >> d & 1) != 0 ? job->device : 0, device_room(s, d));
        uint64_t sum = s->config.baseline.bytes[k] + s->held.residents.bytes[k] - without->bytes[k] + more;
        sum = sl_sched_sum(sum, room);
        sum = job->priority == SL_CRITICAL ? sum : sl_sched_sum(sum, s->config.reserve.bytes[k]);
        if (sum > s->config.budget.bytes[k]) {
            return false;
        }
    }
    return true;
}

static bool is_leaving(const sl_sched *s, uint32_t resident) {
    return resident != NONE && s->residents[resident].state == RES_EVICTING;
}

bool sl_sched_host_fits(const sl_sched *s, const sl_sched_job *job, bool critical_only, const sl_mem_vector *without) {
    if (!reserves(s)) {
        return true;
    }
    if (is_leaving(s, job->circuit) || is_leaving(s, job->srs)) {
        return false;
    }
    const bool is_critical = job->priority == SL_CRITICAL;
    for (uint32_t k = SL_KIND_HOST; k <= SL_KIND_PINNED; k++) {
        const uint64_t need = sl_sched_sum(plan_need(job, k), residents_need(s, job, k, true));
        if (!kind_fits(s, k, need, is_critical, critical_only, without->bytes[k])) {
            return false;
        }
    }
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        const uint32_t k = SL_KIND_DEVICE + d;
        const uint64_t more = residents_need(s, job, k, true);
        if (more != 0 && !kind_fits(s, k, more, is_critical, critical_only, without->bytes[k])) {
            return false;
        }
    }
    return residents_fit(s, job, without);
}

bool sl_sched_device_fits(const sl_sched *s, const sl_sched_job *job, uint32_t device, bool critical_only,
                          uint64_t without) {
    return kind_fits(s, SL_KIND_DEVICE + device, job->device, job->priority == SL_CRITICAL, critical_only, without);
}
