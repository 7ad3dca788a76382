// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Random profiles, small and crowded: few workers, tight budgets, faults, cancels, budgets that fall and rise, devices
 * that go and come. All sizes are whole MiB and all times whole milliseconds, so a profile can be written and read.
 */
#include <stdio.h>
#include <string.h>

#include "engine/sim/sim.h"
#include "engine/sim/sim_model.h"

#define MIB UINT64_C(1048576)
#define MS UINT64_C(1000000)
#define STEPS_MAX 200000
/* When all budgets are as they were at first, so that what waits for them goes on. */
#define RESTORED_MS 100000

/* From 0 to n - 1. */
static uint32_t pick(uint64_t *r, uint32_t n) {
    return (uint32_t)sl_sim_below(r, n);
}

static uint64_t pick_mib(uint64_t *r, uint32_t n) {
    return pick(r, n) * MIB;
}

static void residents_pick(sl_sim_profile *p, uint64_t *r) {
    p->residents_n = pick(r, 5);
    for (uint32_t i = 0; i < p->residents_n; i++) {
        sl_sim_resident *res = &p->residents[i];
        (void)snprintf(res->name, sizeof res->name, "resident-%u", i);
        res->mem_class = pick(r, 2) == 0 ? SL_MEM_SRS : SL_MEM_CIRCUIT;
        res->host = pick_mib(r, 40);
        res->pinned = pick(r, 3) == 0 ? pick_mib(r, 20) : 0;
        res->device = pick(r, 3) == 0 ? pick_mib(r, 20) : 0;
        res->load_ns = pick(r, 500) * MS;
    }
}

static void shapes_pick(sl_sim_profile *p, uint64_t *r) {
    p->shapes_n = 1 + pick(r, 4);
    for (uint32_t i = 0; i < p->shapes_n; i++) {
        sl_sim_shape *shape = &p->shapes[i];
        (void)snprintf(shape->name, sizeof shape->name, "shape-%u", i);
        shape->partitions_n = 1 + pick(r, 5);
        shape->circuit = p->residents_n > 0 && pick(r, 4) > 0 ? pick(r, p->residents_n) : NONE;
        shape->srs = p->residents_n > 0 && pick(r, 4) > 0 ? pick(r, p->residents_n) : NONE;
        static const sl_mem_class host[] = {SL_MEM_VANILLA, SL_MEM_WITNESS, SL_MEM_ABC, SL_MEM_DEVICE, SL_MEM_PENDING};
        for (size_t k = 0; k < SL_ARRAY_N(host); k++) {
            shape->plan.host[host[k]] = pick_mib(r, 20);
        }
        shape->plan.pinned[SL_MEM_PENDING] = pick_mib(r, 8);
        shape->plan.device[SL_MEM_DEVICE] = pick_mib(r, 30);
        shape->grows_from_percent = pick(r, 101);
        shape->synthesis_n = 1;
        shape->synthesis[0].workers = 1;
        shape->synthesis[0].ns = pick(r, 1000) * MS;
        shape->synthesis_jitter_percent = pick(r, 50);
        shape->device_ns = pick(r, 400) * MS;
        shape->device_jitter_percent = pick(r, 50);
        shape->finish_ns = pick(r, 400) * MS;
        shape->check_ns = pick(r, 50) * MS;
    }
}

/* What the largest shape needs alone, times one to three: some jobs wait, few are refused. */
static uint64_t budget_pick(const sl_sim_profile *p, uint64_t *r, uint32_t kind) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < p->shapes_n; i++) {
        const sl_sim_shape *shape = &p->shapes[i];
        uint64_t need = 0;
        for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
            need += kind == SL_KIND_HOST     ? shape->plan.host[c]
                    : kind == SL_KIND_PINNED ? shape->plan.pinned[c]
                                             : shape->plan.device[c];
        }
        for (uint32_t k = 0; k < 2; k++) {
            const uint32_t id = k == 0 ? shape->circuit : shape->srs;
            if (id != NONE && (k == 0 || id != shape->circuit)) {
                const sl_sim_resident *res = &p->residents[id];
                need += kind == SL_KIND_HOST ? res->host : kind == SL_KIND_PINNED ? res->pinned : res->device;
            }
        }
        most = SL_MAX(most, need);
    }
    const uint64_t scaled = most / MIB * (90 + pick(r, 200)) / 100 * MIB;
    return pick(r, 5) == 0 ? 0 : SL_MAX(scaled, MIB);
}

static void engine_pick(sl_sim_profile *p, uint64_t *r, sl_permit permit) {
    sl_sched_config *c = &p->config;
    c->permit = permit;
    c->devices_n = 1 + pick(r, 3);
    c->workers_n = 1 + pick(r, 4);
    c->workers_critical = pick(r, 3) == 0 ? pick(r, c->workers_n) : 0;
    c->handover_n = pick(r, 3);
    c->slots_n = 1 + pick(r, 3);
    c->slots_critical = pick(r, 3) == 0 ? pick(r, c->slots_n) : 0;
    c->finishers_n = pick(r, 3);
    c->finishers_critical = c->finishers_n > 1 ? pick(r, c->finishers_n) : 0;
    c->jobs_in_flight = pick(r, 4);
    c->ageing = pick(r, 2) == 0 ? 0 : 3 + pick(r, 3);
    c->retries_max = pick(r, 3);
    c->quarantine_after = pick(r, 4);
    c->jobs_max = pick(r, 2) == 0 ? 0 : 2 + pick(r, 8);
    c->partitions_max = c->jobs_max == 0 ? 0 : 5 + pick(r, 20);
    for (uint32_t k = SL_KIND_HOST; k <= SL_KIND_DEVICE; k++) {
        if (k == SL_KIND_MAPPED) {
            continue;
        }
        const uint64_t budget = budget_pick(p, r, k);
        const uint64_t baseline = k == SL_KIND_HOST ? pick_mib(r, 10) : 0;
        const uint64_t reserve = budget != 0 && pick(r, 3) == 0 ? pick_mib(r, 1 + (uint32_t)(budget / MIB / 2)) : 0;
        c->baseline.bytes[k] = baseline;
        c->reserve.bytes[k] = reserve;
        c->budget.bytes[k] = budget == 0 ? 0 : budget + baseline + reserve;
    }
    for (uint32_t d = 1; d < SL_MEM_DEVICES_MAX; d++) {
        c->budget.bytes[SL_KIND_DEVICE + d] = c->budget.bytes[SL_KIND_DEVICE];
        c->reserve.bytes[SL_KIND_DEVICE + d] = c->reserve.bytes[SL_KIND_DEVICE];
    }
    p->reaper_percent = pick(r, 3) == 0 ? pick(r, 200) : 0;
}

static void loads_pick(sl_sim_profile *p, uint64_t *r) {
    p->loads_n = 1 + pick(r, 5);
    for (uint32_t i = 0; i < p->loads_n; i++) {
        sl_sim_load *load = &p->loads[i];
        load->shape = pick(r, p->shapes_n);
        load->jobs_n = 1 + pick(r, 6);
        load->priority = (sl_priority)pick(r, SL_PRIORITIES_N);
        load->at_ns = pick(r, 3000) * MS;
        load->every_ns = pick(r, 2) == 0 ? 0 : pick(r, 1500) * MS;
        load->deadline_ns = pick(r, 4) == 0 ? (1 + pick(r, 20000)) * MS : 0;
    }
}

static uint32_t chance_pick(uint64_t *r) {
    return pick(r, 3) == 0 ? pick(r, 250000) : 0;
}

static void trouble_pick(sl_sim_profile *p, uint64_t *r) {
    if (pick(r, 2) == 0) {
        p->faults = (sl_sim_faults){.synthesis = chance_pick(r),
                                    .start = chance_pick(r),
                                    .finish = chance_pick(r),
                                    .load = chance_pick(r),
                                    .wrong = chance_pick(r),
                                    .permanent = chance_pick(r)};
    }
    p->faults.cancel = pick(r, 2) == 0 ? pick(r, 500000) : 0;
    const uint32_t pairs = pick(r, 2) == 0 ? 0 : pick(r, 4);
    for (uint32_t i = 0; i < pairs; i++) {
        sl_sim_turn *turn = &p->turns[p->turns_n];
        turn->at_ns = pick(r, 8000) * MS;
        const uint32_t kind = pick(r, 2) == 0 ? SL_KIND_HOST : SL_KIND_DEVICE + pick(r, p->config.devices_n);
        const uint64_t budget = p->config.budget.bytes[kind];
        if (pick(r, 2) == 0 && budget != 0) {
            *turn = (sl_sim_turn){turn->at_ns, SL_SIM_BUDGET, kind, pick_mib(r, 1 + (uint32_t)(budget / MIB))};
            turn->bytes = SL_MAX(turn->bytes, MIB); /* 0 would be no bound */
            turn[1] = (sl_sim_turn){RESTORED_MS * MS, SL_SIM_BUDGET, kind, budget};
        } else {
            const uint32_t device = pick(r, p->config.devices_n);
            *turn = (sl_sim_turn){turn->at_ns, SL_SIM_DEVICE_LOST, device, 0};
            turn[1] = (sl_sim_turn){turn->at_ns + pick(r, 8000) * MS, SL_SIM_DEVICE_BACK, device, 0};
        }
        p->turns_n += 2;
    }
}

void sl_sim_fuzz_profile(sl_sim_profile *out, uint64_t seed, sl_permit permit) {
    uint64_t state = seed;
    uint64_t *r = &state;
    *out = (sl_sim_profile){.seed = seed};
    (void)snprintf(out->name, sizeof out->name, "seed-%llu", (unsigned long long)seed);
    residents_pick(out, r);
    shapes_pick(out, r);
    engine_pick(out, r, permit);
    loads_pick(out, r);
    trouble_pick(out, r);
}

static bool breaks(const sl_sim_profile *profile, sl_sim_result *result, sluice_error *err) {
    const sl_sim_options options = {.seed = profile->seed, .check = true, .steps_max = STEPS_MAX};
    return sl_sim_run_profile(profile, &options, result, err) == SLUICE_E_INTERNAL;
}

static void load_remove(sl_sim_profile *p, uint32_t i) {
    memmove(&p->loads[i], &p->loads[i + 1], (p->loads_n - i - 1) * sizeof p->loads[0]);
    p->loads_n--;
}

/* The n-th way to make a profile smaller; false behind the last one. */
static bool smaller(sl_sim_profile *p, uint32_t n) {
    uint32_t *const zeros[] = {&p->faults.synthesis,
                               &p->faults.start,
                               &p->faults.finish,
                               &p->faults.load,
                               &p->faults.wrong,
                               &p->faults.permanent,
                               &p->faults.cancel,
                               &p->reaper_percent,
                               &p->turns_n,
                               &p->config.workers_critical,
                               &p->config.slots_critical,
                               &p->config.finishers_critical,
                               &p->config.jobs_in_flight,
                               &p->config.finishers_n,
                               &p->config.handover_n,
                               &p->config.quarantine_after,
                               &p->config.retries_max};
    if (n < SL_ARRAY_N(zeros)) {
        *zeros[n] = 0;
        return true;
    }
    n -= (uint32_t)SL_ARRAY_N(zeros);
    uint32_t *const ones[] = {&p->config.devices_n, &p->config.workers_n, &p->config.slots_n};
    if (n < SL_ARRAY_N(ones)) {
        *ones[n] = n == 0 && p->turns_n > 0 ? *ones[n] : 1;
        return true;
    }
    n -= (uint32_t)SL_ARRAY_N(ones);
    if (n < 5 * p->loads_n) {
        sl_sim_load *load = &p->loads[n / 5];
        if (n % 5 == 0 && p->loads_n > 1) {
            load_remove(p, n / 5);
        } else if (n % 5 == 1) {
            load->jobs_n = (load->jobs_n + 1) / 2;
        } else if (n % 5 == 2) {
            load->deadline_ns = 0;
        } else if (n % 5 == 3) {
            load->at_ns = load->every_ns = 0;
        } else {
            load->priority = SL_NORMAL;
        }
        return true;
    }
    n -= 5 * p->loads_n;
    if (n < 4 * p->shapes_n) {
        sl_sim_shape *shape = &p->shapes[n / 4];
        shape->partitions_n = n % 4 == 0 ? (shape->partitions_n + 1) / 2 : shape->partitions_n;
        shape->circuit = n % 4 == 1 ? NONE : shape->circuit;
        shape->srs = n % 4 == 2 ? NONE : shape->srs;
        shape->synthesis_jitter_percent = n % 4 == 3 ? 0 : shape->synthesis_jitter_percent;
        shape->device_jitter_percent = n % 4 == 3 ? 0 : shape->device_jitter_percent;
        return true;
    }
    return false;
}

/* What the ways above make less. */
static uint64_t weight(const sl_sim_profile *p) {
    const sl_sched_config *c = &p->config;
    const sl_sim_faults *f = &p->faults;
    uint64_t sum = (uint64_t)f->synthesis + f->start + f->finish + f->load + f->wrong + f->permanent + f->cancel;
    sum += (uint64_t)p->reaper_percent + p->turns_n + p->loads_n + c->workers_critical + c->jobs_in_flight;
    sum += (uint64_t)c->finishers_n + c->handover_n + c->quarantine_after + c->retries_max + c->devices_n;
    sum += (uint64_t)c->workers_n + c->slots_n + c->slots_critical + c->finishers_critical;
    for (uint32_t i = 0; i < p->loads_n; i++) {
        const sl_sim_load *load = &p->loads[i];
        sum += load->jobs_n + (load->deadline_ns != 0) + (load->at_ns != 0) + (load->every_ns != 0);
        sum += load->priority != SL_NORMAL;
    }
    for (uint32_t i = 0; i < p->shapes_n; i++) {
        const sl_sim_shape *shape = &p->shapes[i];
        sum += (uint64_t)shape->partitions_n + (shape->circuit != NONE) + (shape->srs != NONE);
        sum += (uint64_t)shape->synthesis_jitter_percent + shape->device_jitter_percent;
    }
    return sum;
}

/* Takes every step that keeps it broken, until none does. */
static void shrink(sl_sim_fuzz *fuzz) {
    sluice_error err;
    sl_sim_result result;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t n = 0;; n++) {
            sl_sim_profile candidate = fuzz->profile;
            if (!smaller(&candidate, n)) {
                break;
            }
            if (weight(&candidate) < weight(&fuzz->profile) && breaks(&candidate, &result, &err)) {
                fuzz->profile = candidate;
                (void)snprintf(fuzz->what, sizeof fuzz->what, "%s", err.text);
                again = true;
            }
        }
    }
}

sluice_status sl_sim_fuzz_run(uint64_t schedules_n, uint64_t seed, sl_permit permit,
                              bool (*progress)(void *data, uint64_t done, uint64_t total), void *data, sl_sim_fuzz *out,
                              sluice_error *err) {
    *out = (sl_sim_fuzz){0};
    for (uint64_t i = 0; i < schedules_n; i++) {
        sl_sim_fuzz_profile(&out->profile, seed + i, permit);
        sl_sim_result result;
        const sl_sim_options options = {.seed = seed + i, .check = true, .steps_max = STEPS_MAX};
        sluice_error why;
        const sluice_status status = sl_sim_run_profile(&out->profile, &options, &result, &why);
        if (status == SLUICE_E_INTERNAL) {
            out->is_broken = true;
            out->seed = seed + i;
            (void)snprintf(out->what, sizeof out->what, "%s", why.text);
            shrink(out);
            return SLUICE_OK;
        }
        if (status != SLUICE_OK) {
            return SL_FAIL(err, status, "%s", why.text);
        }
        out->schedules++;
        out->events += result.events;
        out->jobs += result.delivered + result.failed + result.cancelled + result.expired;
        out->delivered += result.delivered;
        out->cancelled += result.cancelled;
        out->faults += result.faults;
        if (progress != NULL && !progress(data, i + 1, schedules_n)) {
            return SL_FAIL(err, SLUICE_E_INTERRUPTED, "interrupted");
        }
    }
    return SLUICE_OK;
}
