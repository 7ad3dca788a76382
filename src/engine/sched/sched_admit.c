// SPDX-License-Identifier: MIT OR Apache-2.0
/* What can move now, moves: finishers, devices, then workers, because each frees what the next one waits for. */
#include "engine/sched/sched_state.h"

uint32_t sl_sched_turn(const sl_sched *s, const sl_sched_turns *turns, uint32_t mask) {
    uint32_t turn = (uint32_t)__builtin_ctz(mask);
    uint32_t most = 0;
    for (uint32_t c = SL_HIGH; c < SL_PRIORITIES_N; c++) {
        const uint32_t passed = turns->passed[c];
        if ((mask >> c & 1) != 0 && passed >= s->config.ageing && passed > most) {
            most = passed;
            turn = c;
        }
    }
    return turn;
}

/*
 * A class is passed over by higher ones, CRITICAL by any. `mask`: who could have had this turn; `waiting`: who waits,
 * perhaps for a place that is not kept for CRITICAL.
 */
static void turn_take(sl_sched_turns *turns, uint32_t taken, uint32_t mask, uint32_t waiting) {
    for (uint32_t c = 0; c < SL_PRIORITIES_N; c++) {
        if (c == taken || (waiting >> c & 1) == 0) {
            turns->passed[c] = 0;
        } else if ((mask >> c & 1) != 0 && (taken < c || c == SL_CRITICAL)) {
            turns->passed[c]++;
        }
    }
}

/* Nobody uses it, and `job` (may be NULL) does not want it. */
static bool is_evictable(const sl_sched *s, const sl_sched_job *job, uint32_t resident) {
    const sl_sched_resident *res = &s->residents[resident];
    return res->state == RES_LOADED && res->pins == 0 &&
           (job == NULL || (resident != job->circuit && resident != job->srs));
}

/* The evictable resident that was used longest ago, later than `after` (0: any); NONE if there is none. */
static uint32_t least_used(const sl_sched *s, const sl_sched_job *job, uint64_t after) {
    uint32_t found = NONE;
    for (uint32_t i = 0; i < s->residents_n; i++) {
        if (is_evictable(s, job, i) && s->residents[i].used > after &&
            (found == NONE || s->residents[i].used < s->residents[found].used)) {
            found = i;
        }
    }
    return found;
}

void sl_sched_evict(sl_sched *s, uint32_t resident) {
    s->residents[resident].state = RES_EVICTING;
    sl_action *action = sl_sched_emit(s, SL_DO_EVICT);
    action->resident = resident;
    action->user = s->residents[resident].user;
}

/* What is on its way out already. */
static void leaving_bytes(const sl_sched *s, sl_mem_vector *out) {
    *out = (sl_mem_vector){0};
    for (uint32_t i = 0; i < s->residents_n; i++) {
        for (uint32_t k = 0; s->residents[i].state == RES_EVICTING && k < SL_MEM_KINDS_N; k++) {
            out->bytes[k] += s->residents[i].bytes.bytes[k];
        }
    }
}

static bool fits_without(const sl_sched *s, const sl_sched_job *job, uint32_t device, const sl_mem_vector *without) {
    return device == NONE ? sl_sched_host_fits(s, job, false, without)
                          : sl_sched_device_fits(s, job, device, false, without->bytes[SL_KIND_DEVICE + device]);
}

/*
 * Evicts residents that nobody uses, least recently used first, if that makes the job's next partition fit: before
 * synthesis (device NONE), or on a device.
 */
static void make_room(sl_sched *s, const sl_sched_job *job, uint32_t device) {
    sl_mem_vector without;
    leaving_bytes(s, &without);
    uint64_t last = 0;
    bool fits = fits_without(s, job, device, &without);
    if (fits) {
        return; /* soon */
    }
    while (!fits) {
        const uint32_t resident = least_used(s, job, last);
        if (resident == NONE) {
            return;
        }
        last = s->residents[resident].used;
        for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
            without.bytes[k] += s->residents[resident].bytes.bytes[k];
        }
        fits = fits_without(s, job, device, &without);
    }
    for (uint32_t resident = least_used(s, job, 0); resident != NONE && s->residents[resident].used <= last;
         resident = least_used(s, job, 0)) {
        sl_sched_evict(s, resident);
    }
}

/* After a lower budget: what nobody uses goes first. */
static void relieve(sl_sched *s) {
    for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
        if (!sl_sched_is_bound(s, k) || sl_sched_reserved(s, k) <= s->config.budget.bytes[k]) {
            continue;
        }
        sl_mem_vector leaving;
        leaving_bytes(s, &leaving);
        uint64_t last = 0;
        while (sl_sched_reserved(s, k) - leaving.bytes[k] > s->config.budget.bytes[k]) {
            const uint32_t resident = least_used(s, NULL, last);
            if (resident == NONE) {
                break;
            }
            last = s->residents[resident].used;
            if (s->residents[resident].bytes.bytes[k] != 0) {
                leaving.bytes[k] += s->residents[resident].bytes.bytes[k];
                sl_sched_evict(s, resident);
            }
        }
    }
}

uint32_t sl_sched_waiting(const sl_sched *s) {
    return s->ready_n > s->config.handover_n ? s->ready_n - s->config.handover_n : 0;
}

/* One more of `n` places, of which `kept` are for CRITICAL alone. */
static bool has_place(uint32_t others, uint32_t critical, bool is_critical, uint32_t n, uint32_t kept) {
    return others + (is_critical ? critical : SL_MAX(critical, kept)) < n;
}

bool sl_sched_has_permit(const sl_sched *s, bool is_critical) {
    const uint32_t waiting = s->config.permit == SL_PERMIT_SYNTHESIS ? 0 : sl_sched_waiting(s);
    return has_place(s->synthesis_n[0] + waiting, s->synthesis_n[1], is_critical, s->config.workers_n,
                     s->config.workers_critical);
}

bool sl_sched_has_slot(const sl_sched *s, uint32_t device, bool is_critical) {
    const uint32_t *starting_n = s->device[device].starting_n;
    return has_place(starting_n[0], starting_n[1], is_critical, s->config.slots_n, s->config.slots_critical);
}

bool sl_sched_has_finisher(const sl_sched *s, bool is_critical) {
    return s->config.finishers_n == 0 || has_place(s->finishing_n[0], s->finishing_n[1], is_critical,
                                                   s->config.finishers_n, s->config.finishers_critical);
}

uint32_t sl_sched_candidate(const sl_sched *s, uint32_t priority) {
    if (s->flight[priority].n > 0) {
        return s->flight[priority].first;
    }
    const bool may_begin =
        priority == SL_CRITICAL || s->config.jobs_in_flight == 0 || s->in_flight_n < s->config.jobs_in_flight;
    return may_begin ? s->fresh[priority].first : NONE;
}

void sl_sched_synthesize(sl_sched *s, uint32_t part) {
    sl_sched_part *p = &s->parts[part];
    sl_sched_part_pull(s, &s->reserved, part);
    p->state = SL_PART_SYNTHESIZING;
    p->step = STEP_SYNTHESIS;
    p->worker = s->workers[--s->workers_free];
    sl_sched_emit_part(s, SL_DO_SYNTHESIZE, part);
}

static void resident_load(sl_sched *s, uint32_t resident) {
    if (resident == NONE || s->residents[resident].state != RES_ABSENT) {
        return;
    }
    sl_sched_resident *res = &s->residents[resident];
    res->state = RES_LOADING;
    res->tries = 1;
    sl_sched_resident_take(s, res);
    sl_action *action = sl_sched_emit(s, SL_DO_LOAD);
    action->resident = resident;
    action->user = res->user;
}

static void reserve(sl_sched *s, uint32_t job) {
    sl_sched_job *j = &s->jobs[job];
    const uint32_t part = j->queued.first;
    const bool is_last = j->queued.n == 1;
    if (!j->in_flight || is_last) { /* candidates are not parked */
        sl_sched_job_pull(s, j->in_flight ? &s->flight[j->priority] : &s->fresh[j->priority], job);
    }
    if (!j->in_flight) {
        j->in_flight = true;
        s->in_flight_n += j->priority == SL_CRITICAL ? 0 : 1;
        if (!is_last) {
            sl_sched_job_push(s, &s->flight[j->priority], job);
        }
    }
    sl_sched_part *p = &s->parts[part];
    sl_sched_part_pull(s, &j->queued, part);
    p->state = SL_PART_RESERVED;
    j->held_n++;
    s->synthesis_n[j->priority == SL_CRITICAL]++;
    sl_sched_part_push(s, &s->reserved, part);
    sl_sched_host_take(s, p);
    resident_load(s, j->circuit);
    resident_load(s, j->srs);
    sl_sched_pin(s, p);
    sl_sched_emit_part(s, SL_DO_RESERVE, part);
    if (j->circuit == NONE || s->residents[j->circuit].state == RES_LOADED) {
        sl_sched_synthesize(s, part);
    }
}

static bool admit_class(sl_sched *s, uint32_t priority, bool critical_only) {
    static const sl_mem_vector nothing;
    const uint32_t job = sl_sched_candidate(s, priority);
    if (!sl_sched_host_fits(s, &s->jobs[job], critical_only, &nothing)) {
        if (!critical_only) {
            make_room(s, &s->jobs[job], NONE);
        }
        return false;
    }
    reserve(s, job);
    return true;
}

uint32_t sl_sched_admissible(const sl_sched *s, uint32_t *waiting) {
    uint32_t mask = 0;
    *waiting = 0;
    for (uint32_t c = 0; c < SL_PRIORITIES_N; c++) {
        const uint32_t bit = (sl_sched_candidate(s, c) != NONE ? UINT32_C(1) : 0) << c;
        *waiting |= bit;
        mask |= sl_sched_has_permit(s, c == SL_CRITICAL) ? bit : 0;
    }
    return mask;
}

static bool admit_one(sl_sched *s) {
    uint32_t waiting;
    const uint32_t mask = sl_sched_admissible(s, &waiting);
    if (mask == 0) {
        return false;
    }
    const uint32_t turn = sl_sched_turn(s, &s->admission, mask);
    if (admit_class(s, turn, false)) {
        turn_take(&s->admission, turn, mask, waiting);
        return true;
    }
    /*
     * The first in order does not fit: nobody may take what it waits for, except CRITICAL what is kept for it. That
     * is nobody's turn.
     */
    if (turn == SL_CRITICAL || (mask & 1U << SL_CRITICAL) == 0 || !admit_class(s, SL_CRITICAL, true)) {
        return false;
    }
    s->admission.passed[SL_CRITICAL] = 0;
    return true;
}

static bool serves(const sl_sched *s, const sl_sched_job *job, uint32_t device) {
    return device < s->config.devices_n && s->device[device].usable && (job->device_mask >> device & 1) != 0;
}

static bool is_allowed(const sl_sched *s, const sl_sched_part *part, uint32_t device) {
    const sl_sched_job *job = &s->jobs[part->job];
    if (!serves(s, job, device)) {
        return false;
    }
    if (part->only_device != NONE && part->only_device != device && serves(s, job, part->only_device)) {
        return false;
    }
    if (part->avoid_device != device) {
        return true;
    }
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        if (d != device && serves(s, job, d)) {
            return false;
        }
    }
    return true;
}

uint32_t sl_sched_next_ready(const sl_sched *s, uint32_t priority, uint32_t device) {
    uint32_t part = s->ready[priority].first;
    for (; part != NONE; part = s->parts[part].next) {
        const uint32_t srs = s->jobs[s->parts[part].job].srs;
        if ((srs == NONE || s->residents[srs].state == RES_LOADED) && is_allowed(s, &s->parts[part], device)) {
            break;
        }
    }
    return part;
}

static void start(sl_sched *s, uint32_t part, uint32_t device) {
    sl_sched_part *p = &s->parts[part];
    sl_sched_device *d = &s->device[device];
    sl_sched_part_pull(s, &s->ready[s->jobs[p->job].priority], part);
    s->ready_n--;
    p->state = SL_PART_STARTING;
    p->step = STEP_START;
    p->device = device;
    p->slot = (uint32_t)__builtin_ctz(~d->slots);
    d->slots |= UINT32_C(1) << p->slot;
    d->starting_n[s->jobs[p->job].priority == SL_CRITICAL]++;
    sl_sched_device_take(s, p);
    sl_sched_emit_part(s, SL_DO_START, part);
}

/* Nothing is under way that could free memory: only after a lower budget. */
static bool is_still(const sl_sched *s) {
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        if (sl_sched_part_is_busy(&s->parts[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < s->residents_n; i++) {
        if (s->residents[i].state == RES_LOADING || s->residents[i].state == RES_EVICTING) {
            return false;
        }
    }
    return true;
}

/*
 * After a lower budget, residents that several waiting partitions need may leave no room for any of them. The last one
 * goes back to the queue, so that the first can go on. True if that was it.
 */
static bool give_way(sl_sched *s) {
    if (s->ready_n < 2 || !is_still(s)) {
        return false;
    }
    for (uint32_t c = SL_PRIORITIES_N; c-- > 0;) {
        if (s->ready[c].n > 0) {
            sl_sched_part_again(s, s->ready[c].last);
            return true;
        }
    }
    return false;
}

uint32_t sl_sched_startable(const sl_sched *s, uint32_t device, uint32_t *waiting) {
    uint32_t mask = 0;
    *waiting = 0;
    for (uint32_t c = 0; c < SL_PRIORITIES_N; c++) {
        const uint32_t bit = (sl_sched_next_ready(s, c, device) != NONE ? UINT32_C(1) : 0) << c;
        *waiting |= bit;
        mask |= sl_sched_has_slot(s, device, c == SL_CRITICAL) ? bit : 0;
    }
    return mask;
}

static bool hand_over_to(sl_sched *s, uint32_t device) {
    uint32_t waiting;
    const uint32_t mask = sl_sched_startable(s, device, &waiting);
    if (mask == 0) {
        return false;
    }
    const uint32_t turn = sl_sched_turn(s, &s->handover, mask);
    const uint32_t first = sl_sched_next_ready(s, turn, device);
    const sl_sched_job *job = &s->jobs[s->parts[first].job];
    if (sl_sched_device_fits(s, job, device, false, 0)) {
        start(s, first, device);
        turn_take(&s->handover, turn, mask, waiting);
        return true;
    }
    const uint32_t critical = sl_sched_next_ready(s, SL_CRITICAL, device);
    if (turn != SL_CRITICAL && critical != NONE &&
        sl_sched_device_fits(s, &s->jobs[s->parts[critical].job], device, true, 0)) {
        start(s, critical, device);
        s->handover.passed[SL_CRITICAL] = 0;
        return true;
    }
    make_room(s, job, device);
    return give_way(s);
}

/* To the device with the fewest partitions first. */
static bool hand_over_one(sl_sched *s) {
    if (s->ready_n == 0) {
        return false;
    }
    for (uint32_t n = 0; n < s->config.slots_n; n++) {
        for (uint32_t d = 0; d < s->config.devices_n; d++) {
            const sl_sched_device *device = &s->device[d];
            if (device->usable && device->starting_n[0] + device->starting_n[1] == n && hand_over_to(s, d)) {
                return true;
            }
        }
    }
    return false;
}

/* CRITICAL first, but not for ever while others wait. */
static bool finish_one(sl_sched *s) {
    const bool others = s->started[0].n > 0 && sl_sched_has_finisher(s, false);
    const bool critical = s->started[1].n > 0 && sl_sched_has_finisher(s, true);
    if (!others && !critical) {
        return false;
    }
    const bool is_critical = critical && (!others || s->finishes_passed < s->config.ageing);
    const uint32_t part = s->started[is_critical].first;
    s->finishes_passed = !is_critical || s->started[0].n == 0 ? 0 : s->finishes_passed + others;
    sl_sched_part_pull(s, &s->started[is_critical], part);
    s->parts[part].state = SL_PART_FINISHING;
    s->parts[part].step = STEP_FINISH;
    s->finishing_n[is_critical]++;
    sl_sched_emit_part(s, SL_DO_FINISH, part);
    return true;
}

void sl_sched_settle(sl_sched *s) {
    relieve(s);
    while (finish_one(s)) {
    }
    while (hand_over_one(s)) {
    }
    while (admit_one(s)) {
    }
}
