// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/sched/sched_check.h"

#include <string.h>

#include "engine/sched/sched_state.h"

static bool within_budget(const sl_sched *s) {
    for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
        if (s->config.budget.bytes[k] != 0 && sl_sched_reserved(s, k) > s->ceiling.bytes[k]) {
            return false;
        }
    }
    return true;
}

static bool reserved_is_the_sum(const sl_sched *s) {
    sl_sched_holders sum = {0};
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        const sl_sched_part *part = &s->parts[i];
        if (!part->holds_host && !part->holds_device) {
            continue;
        }
        sl_mem_vector bytes;
        sl_sched_part_bytes(s, part, &bytes);
        sl_mem_vector *to = s->jobs[part->job].priority == SL_CRITICAL ? &sum.critical : &sum.others;
        for (uint32_t k = 0; k < SL_MEM_KINDS_N; k++) {
            to->bytes[k] += bytes.bytes[k];
        }
    }
    for (uint32_t i = 0; i < s->residents_n; i++) {
        for (uint32_t k = 0; s->residents[i].state != RES_ABSENT && k < SL_MEM_KINDS_N; k++) {
            sum.residents.bytes[k] += s->residents[i].bytes.bytes[k];
        }
    }
    return memcmp(&sum, &s->held, sizeof sum) == 0;
}

static bool idle_holds_nothing(const sl_sched *s) {
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        const sl_sched_part *part = &s->parts[i];
        const bool is_idle = part->state == SL_PART_FREE || part->state == SL_PART_QUEUED;
        if (is_idle && (part->holds_host || part->holds_device || part->pins_circuit || part->pins_srs)) {
            return false;
        }
    }
    return true;
}

/* The worker of a partition in synthesis, the slot of one that starts: each has one, and nobody has two. */
static bool steps_are_bounded(const sl_sched *s) {
    uint32_t synthesis = 0;
    uint32_t finishing[2] = {0};
    uint32_t starting[SL_MEM_DEVICES_MAX][2] = {{0}};
    uint32_t slots[SL_MEM_DEVICES_MAX] = {0};
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        const sl_sched_part *part = &s->parts[i];
        const bool is_critical = part->step != STEP_NONE && s->jobs[part->job].priority == SL_CRITICAL;
        synthesis += part->step == STEP_SYNTHESIS;
        finishing[is_critical] += part->step == STEP_FINISH;
        if (part->step == STEP_START) {
            starting[part->device][is_critical]++;
            slots[part->device] |= UINT32_C(1) << part->slot;
        }
    }
    if (synthesis + s->workers_free != s->config.workers_n ||
        memcmp(finishing, s->finishing_n, sizeof finishing) != 0 ||
        s->synthesis_n[0] + s->synthesis_n[1] != synthesis + s->reserved.n) {
        return false;
    }
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        const sl_sched_device *device = &s->device[d];
        if (memcmp(starting[d], device->starting_n, sizeof starting[d]) != 0 || slots[d] != device->slots ||
            starting[d][0] + s->config.slots_critical > s->config.slots_n ||
            starting[d][0] + starting[d][1] > s->config.slots_n ||
            (uint32_t)__builtin_popcount(slots[d]) != starting[d][0] + starting[d][1]) {
            return false;
        }
    }
    return s->config.finishers_n == 0 || (finishing[0] + finishing[1] <= s->config.finishers_n &&
                                          finishing[0] + s->config.finishers_critical <= s->config.finishers_n);
}

/* Not with the permit `synthesis`, where they pile up. */
static bool waiting_is_bounded(const sl_sched *s) {
    uint32_t back = 0;
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        const sl_sched_part *part = &s->parts[i];
        back += part->state == SL_PART_READY && (part->only_device != NONE || part->avoid_device != NONE);
    }
    return s->synthesis_n[0] + s->synthesis_n[1] + sl_sched_waiting(s) <= s->config.workers_n + back;
}

static bool lists_agree(const sl_sched *s) {
    uint32_t by_state[SL_PART_STATES_N] = {0};
    uint32_t queued = 0;
    uint32_t ready = 0;
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        by_state[s->parts[i].state]++;
    }
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        queued += s->jobs[i].state == JOB_FREE ? 0 : s->jobs[i].queued.n;
    }
    for (uint32_t c = 0; c < SL_PRIORITIES_N; c++) {
        ready += s->ready[c].n;
    }
    return queued == by_state[SL_PART_QUEUED] && ready == by_state[SL_PART_READY] && ready == s->ready_n &&
           s->reserved.n == by_state[SL_PART_RESERVED] &&
           s->started[0].n + s->started[1].n == by_state[SL_PART_STARTED];
}

static bool jobs_agree(const sl_sched *s) {
    uint32_t jobs = 0;
    uint32_t in_flight = 0;
    uint32_t parts = 0;
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        const sl_sched_job *job = &s->jobs[i];
        if (job->state == JOB_FREE) {
            continue;
        }
        uint32_t held = 0;
        uint32_t finished = 0;
        uint32_t part = job->first_part;
        for (uint32_t n = 0; n < job->partitions_n; n++, part = s->parts[part].sibling) {
            if (s->parts[part].job != i || s->parts[part].index != n) {
                return false;
            }
            held += s->parts[part].state >= SL_PART_RESERVED;
            finished += s->parts[part].state == SL_PART_FINISHED;
        }
        if (held != job->held_n || finished != job->finished_n || (job->state == JOB_ENDING && held == 0)) {
            return false;
        }
        jobs++;
        parts += job->partitions_n;
        in_flight += job->in_flight && job->priority != SL_CRITICAL;
    }
    return jobs == s->jobs_n && in_flight == s->in_flight_n && parts + s->parts_free == s->config.partitions_max &&
           (s->config.jobs_in_flight == 0 || in_flight <= s->config.jobs_in_flight);
}

static bool pins_agree(const sl_sched *s) {
    for (uint32_t i = 0; i < s->residents_n; i++) {
        uint32_t pins = 0;
        for (uint32_t p = 0; p < s->config.partitions_max; p++) {
            const sl_sched_part *part = &s->parts[p];
            pins += part->pins_circuit && s->jobs[part->job].circuit == i;
            pins += part->pins_srs && s->jobs[part->job].srs == i;
        }
        const uint8_t state = s->residents[i].state;
        if (pins != s->residents[i].pins || (state == RES_EVICTING && pins > 0)) {
            return false;
        }
    }
    return true;
}

/* What runs has what it needs: synthesis its structure, the device part its key. */
static bool residents_are_there(const sl_sched *s) {
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        const sl_sched_part *part = &s->parts[i];
        const sl_sched_job *job = &s->jobs[part->job];
        if (part->state >= SL_PART_SYNTHESIZING && part->state < SL_PART_FINISHED && job->circuit != NONE &&
            s->residents[job->circuit].state != RES_LOADED) {
            return false;
        }
        if (part->state >= SL_PART_STARTING && part->state < SL_PART_FINISHED && job->srs != NONE &&
            s->residents[job->srs].state != RES_LOADED) {
            return false;
        }
    }
    return true;
}

static bool first_waits_for_a_reason(const sl_sched *s) {
    static const sl_mem_vector nothing;
    uint32_t waiting;
    const uint32_t mask = sl_sched_admissible(s, &waiting);
    if (mask == 0) {
        return true;
    }
    const uint32_t turn = sl_sched_turn(s, &s->admission, mask);
    return !sl_sched_host_fits(s, &s->jobs[sl_sched_candidate(s, turn)], false, &nothing);
}

static bool critical_waits_for_a_reason(const sl_sched *s) {
    static const sl_mem_vector nothing;
    const uint32_t job = sl_sched_candidate(s, SL_CRITICAL);
    return job == NONE || !sl_sched_has_permit(s, true) || !sl_sched_host_fits(s, &s->jobs[job], true, &nothing);
}

static bool devices_wait_for_a_reason(const sl_sched *s) {
    for (uint32_t d = 0; d < s->config.devices_n; d++) {
        uint32_t waiting;
        const uint32_t mask = sl_sched_startable(s, d, &waiting);
        if (mask == 0 || !s->device[d].usable) {
            continue;
        }
        const uint32_t part = sl_sched_next_ready(s, sl_sched_turn(s, &s->handover, mask), d);
        if (sl_sched_device_fits(s, &s->jobs[s->parts[part].job], d, false, 0)) {
            return false;
        }
    }
    return (s->started[0].n == 0 || !sl_sched_has_finisher(s, false)) &&
           (s->started[1].n == 0 || !sl_sched_has_finisher(s, true));
}

static bool critical_waits_boundedly(const sl_sched *s) {
    return s->admission.passed[SL_CRITICAL] <= 3 && s->handover.passed[SL_CRITICAL] <= 3;
}

static bool low_progresses(const sl_sched *s) {
    if (s->finishes_passed > s->config.ageing) {
        return false;
    }
    for (uint32_t c = SL_HIGH; c < SL_PRIORITIES_N; c++) {
        if (s->admission.passed[c] > s->config.ageing + 2 || s->handover.passed[c] > s->config.ageing + 2) {
            return false;
        }
    }
    return true;
}

/* Jobs without an answer to wait for are parked, or stand behind some that are. */
static bool something_moves(const sl_sched *s) {
    if (s->jobs_n == 0 || s->parked.n > 0) {
        return true;
    }
    for (uint32_t i = 0; i < s->config.partitions_max; i++) {
        if (sl_sched_part_is_busy(&s->parts[i])) {
            return true;
        }
    }
    for (uint32_t i = 0; i < s->residents_n; i++) {
        if (s->residents[i].state == RES_LOADING || s->residents[i].state == RES_EVICTING) {
            return true;
        }
    }
    for (uint32_t i = 0; i < s->config.jobs_max; i++) {
        if (s->jobs[i].state == JOB_CHECKING || s->jobs[i].state == JOB_DELIVERING) {
            return true;
        }
    }
    return false;
}

static bool end_is_clean(const sl_sched *s) {
    static const sl_mem_vector nothing;
    return s->jobs_n > 0 || (memcmp(&s->held.critical, &nothing, sizeof nothing) == 0 &&
                             memcmp(&s->held.others, &nothing, sizeof nothing) == 0 && s->in_flight_n == 0 &&
                             s->parts_free == s->config.partitions_max && s->workers_free == s->config.workers_n);
}

static const struct {
    const char *text;
    bool (*holds)(const sl_sched *s);
} invariants[] = {
    {"reserved memory is within the budget, or falls to it after it was lowered", within_budget},
    {"reserved memory is the sum over partitions and residents", reserved_is_the_sum},
    {"a partition that is queued or gone holds nothing", idle_holds_nothing},
    {"workers, slots and finishers have one partition each", steps_are_bounded},
    {"ready partitions beyond the hand-over hold their worker's permit, if they are not back from a device",
     waiting_is_bounded},
    {"every partition stands in the list of its state", lists_agree},
    {"every job has all its partitions once", jobs_agree},
    {"keys and structures are pinned by those that need them and not evicted then", pins_agree},
    {"what runs has its key and structure", residents_are_there},
    {"the first in order waits for a permit or for memory", first_waits_for_a_reason},
    {"CRITICAL does not wait for memory while its reserve has room", critical_waits_for_a_reason},
    {"a free slot means that nothing fits that may have it", devices_wait_for_a_reason},
    {"at most three others go before a waiting CRITICAL", critical_waits_boundedly},
    {"LOW has its turn", low_progresses},
    {"while there are jobs, something is under way", something_moves},
    {"without jobs, nothing is reserved but residents", end_is_clean},
};

const char *sl_sched_invariant(size_t i) {
    return i < SL_ARRAY_N(invariants) ? invariants[i].text : NULL;
}

bool sl_sched_invariant_holds(const sl_sched *sched, size_t i) {
    return invariants[i].holds(sched);
}

sluice_status sl_sched_check(const sl_sched *sched, sluice_error *err) {
    for (size_t i = 0; i < SL_ARRAY_N(invariants); i++) {
        if (!invariants[i].holds(sched)) {
            return SL_FAIL(err, SLUICE_E_INTERNAL, "invariant broken: %s", invariants[i].text);
        }
    }
    return SLUICE_OK;
}
