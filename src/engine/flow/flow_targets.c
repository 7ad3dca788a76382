// SPDX-License-Identifier: MIT OR Apache-2.0
/* Targets: circuits with their keys, loaded when they are needed and evicted when their room is. */
#include <string.h>

#include "engine/flow/flow_state.h"

/* With no lock; nobody else uses the resident. Its account holds all that it takes. */
static void resident_unload(sl_flow_resident *resident) {
    sl_prover_close(resident->prover);
    resident->prover = NULL;
    if (resident->loaded.r1cs != NULL) {
        resident->target.unload(resident->target.data, &resident->loaded);
    }
    resident->loaded = (sl_loaded){0};
    sl_account_close(resident->account);
    resident->account = NULL;
    resident->is_reserved = false;
}

/* The account, and what it reserves. */
static sluice_status room_take(sl_flow_resident *resident, sluice_error *err) {
    if (resident->account == NULL) {
        SL_TRY(sl_account_open(&resident->account, 0, 0, SL_STAGE_RESIDENT, err));
    }
    if (!resident->is_reserved) {
        SL_TRY(sl_account_reserve(resident->account, &resident->bytes, err));
        resident->is_reserved = true;
    }
    return SLUICE_OK;
}

void sl_flow_load_reserve(sl_flow_resident *resident) {
    (void)room_take(resident, NULL); /* if it fails, the load tries once more and has the error */
}

/* Into the account, which is open. */
static sluice_status resident_load(sl_flow *flow, sl_flow_resident *resident, sluice_error *err) {
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){resident->account, SL_MEM_CIRCUIT});
    sluice_status status = resident->target.load(resident->target.data, &resident->loaded, err);
    (void)sl_mem_class_set(SL_MEM_SRS);
    if (status == SLUICE_OK) {
        status = sl_prover_open(&resident->prover, resident->loaded.r1cs, resident->loaded.params, flow->config.kernels,
                                NULL, err);
    }
    (void)sl_mem_scope_set(before);
    return status;
}

void sl_flow_run_load(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_resident *resident = (sl_flow_resident *)item;
    sluice_error error = {0};
    sluice_status status = room_take(resident, &error);
    if (status == SLUICE_OK) {
        status = resident_load(flow, resident, &error);
    }
    if (status != SLUICE_OK) {
        resident_unload(resident);
    }
    const bool is_permanent = status == SLUICE_E_MISMATCH || status == SLUICE_E_UNKNOWN || status == SLUICE_E_INPUT;
    (void)pthread_mutex_lock(&flow->lock);
    sl_flow_tell(flow, status == SLUICE_OK ? "loaded" : "load failed", NULL, NULL, 0,
                 status == SLUICE_OK ? resident->target.name : error.text);
    sl_flow_post(flow, (sl_event){.type = status == SLUICE_OK ? SL_EV_LOADED : SL_EV_LOAD_FAILED,
                                  .resident = resident->number,
                                  .permanent = is_permanent,
                                  .status = status});
    (void)pthread_mutex_unlock(&flow->lock);
}

/* Of a target that nobody has a job for. */
static void resident_close(sl_flow_resident *resident) {
    resident_unload(resident);
    sl_verifier_close(resident->verifier);
    resident->verifier = NULL;
}

static void target_release(const sl_flow_target *target) {
    if (target->release != NULL) {
        target->release(target->data);
    }
}

void sl_flow_run_evict(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_resident *resident = (sl_flow_resident *)item;
    resident_unload(resident);
    (void)pthread_mutex_lock(&flow->lock);
    sl_flow_tell(flow, "evicted", NULL, NULL, 0, resident->target.name);
    sl_flow_post(flow, (sl_event){.type = SL_EV_EVICTED, .resident = resident->number});
    (void)pthread_cond_broadcast(&flow->changed);
    (void)pthread_mutex_unlock(&flow->lock);
}

/*
 * Loads it as it goes and notes what it takes. Not kept: the job that asked may yet be refused, and then nobody would
 * evict what no plan counts.
 */
static sluice_status resident_measure(sl_flow *flow, sl_flow_resident *resident, sluice_error *err) {
    SL_TRY(sl_account_open(&resident->account, 0, 0, SL_STAGE_RESIDENT, err));
    SL_TRY(resident_load(flow, resident, err));
    sl_account_state state;
    sl_account_state_get(resident->account, &state);
    resident->bytes = state.live_kind;
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) { /* loading takes more than what stays */
        resident->bytes.bytes[kind] = kind == SL_KIND_MAPPED ? 0 : state.peak[kind];
    }
    sl_r1cs_counts_get(resident->loaded.r1cs, &resident->counts);
    resident->layout = resident->loaded.params->layout;
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){flow->baseline, SL_MEM_OTHER});
    const sluice_status status = sl_verifier_open(&resident->verifier, &resident->loaded.params->vk, err);
    (void)sl_mem_scope_set(before);
    resident_unload(resident);
    return status;
}

static uint32_t name_of(const sl_flow *flow, const sl_flow_resident *resident) {
    return resident->rounds_n * SL_FLOW_TARGETS_MAX + (uint32_t)(resident - flow->residents);
}

sluice_status sl_flow_target_find(sl_flow *flow, uint32_t target, sl_flow_resident **out, sluice_error *err) {
    sl_flow_resident *at = &flow->residents[target % SL_FLOW_TARGETS_MAX];
    if (at->rounds_n > target / SL_FLOW_TARGETS_MAX || at->is_leaving) {
        return SL_FAIL(err, SLUICE_E_BUSY, "circuit and key were forgotten for others meanwhile");
    }
    if (!at->is_used || name_of(flow, at) != target) {
        return SL_FAIL(err, SLUICE_E_USAGE, "there is no target %u", target);
    }
    *out = at;
    return SLUICE_OK;
}

/* With the lock: true if it is known. */
static bool target_known(sl_flow *flow, const char *name, uint32_t *out) {
    for (size_t i = 0; i < SL_FLOW_TARGETS_MAX; i++) {
        sl_flow_resident *at = &flow->residents[i];
        if (at->is_used && !at->is_leaving && strcmp(at->target.name, name) == 0) {
            at->asked = ++flow->asked_n;
            *out = name_of(flow, at);
            return true;
        }
    }
    return false;
}

/* With the lock: the one without jobs that was asked for longest ago, on its way out; NULL if all have jobs. */
static sl_flow_resident *target_forget(sl_flow *flow) {
    for (uint64_t after = 0;;) {
        sl_flow_resident *oldest = NULL;
        for (size_t i = 0; i < SL_FLOW_TARGETS_MAX; i++) {
            sl_flow_resident *at = &flow->residents[i];
            if (at->is_used && at->jobs_n == 0 && at->asked > after && (oldest == NULL || at->asked < oldest->asked)) {
                oldest = at;
            }
        }
        if (oldest == NULL) {
            return NULL;
        }
        after = oldest->asked;
        oldest->is_leaving = true; /* before the scheduler acts: the driver looks for its number alone */
        if (sl_flow_post(flow, (sl_event){.type = SL_EV_FORGET, .resident = oldest->number})) {
            return oldest;
        }
        oldest->is_leaving = false;
    }
}

/* With both locks, the flow's given back while it waits: a place for one more target, or NULL. */
static sl_flow_resident *place_make(sl_flow *flow) {
    for (size_t i = 0; i < SL_FLOW_TARGETS_MAX; i++) {
        if (!flow->residents[i].is_used) {
            return &flow->residents[i];
        }
    }
    sl_flow_resident *place = target_forget(flow);
    if (place != NULL) {
        while (sl_sched_resident_is_known(flow->sched, place->number)) {
            (void)pthread_cond_wait(&flow->changed, &flow->lock);
        }
        resident_close(place);
        target_release(&place->target);
        *place = (sl_flow_resident){.rounds_n = place->rounds_n + 1};
    }
    return place;
}

static sluice_status target_add(sl_flow *flow, const sl_flow_target *target, uint32_t *out, sluice_error *err) {
    (void)pthread_mutex_lock(&flow->lock); /* the driver looks for those that are used */
    const bool is_known = target_known(flow, target->name, out);
    sl_flow_resident *place = is_known ? NULL : place_make(flow);
    if (place != NULL) {
        *place = (sl_flow_resident){.target = *target, .rounds_n = place->rounds_n, .asked = ++flow->asked_n};
    }
    (void)pthread_mutex_unlock(&flow->lock);
    if (place == NULL) {
        target_release(target);
        return is_known ? SLUICE_OK
                        : SL_FAIL(err, SLUICE_E_BUSY, "jobs of %d circuits and keys are running", SL_FLOW_TARGETS_MAX);
    }
    sluice_status status = resident_measure(flow, place, err);
    (void)pthread_mutex_lock(&flow->lock);
    if (status == SLUICE_E_BUDGET && flow->jobs_running > 0) {
        status = SL_FAIL(err, SLUICE_E_BUSY, "jobs hold the memory that looking at circuit and key takes");
    }
    if (status == SLUICE_OK) {
        if (sl_sched_resident_add(flow->sched, SL_MEM_CIRCUIT, &place->bytes, (uint64_t)(place - flow->residents),
                                  &place->number)) {
            place->is_used = true;
            *out = name_of(flow, place);
        } else {
            status = SL_FAIL(err, SLUICE_E_BUSY, "too many circuits and keys");
        }
        sl_flow_budget_tell(flow);
    }
    (void)pthread_mutex_unlock(&flow->lock);
    if (status != SLUICE_OK) {
        resident_close(place);
        target_release(target);
    }
    return status;
}

sluice_status sl_flow_target_add(sl_flow *flow, const sl_flow_target *target, uint32_t *out, sluice_error *err) {
    /* Who asks for what is known does not wait for others whose keys are measured. */
    (void)pthread_mutex_lock(&flow->lock);
    const bool is_known = target_known(flow, target->name, out);
    (void)pthread_mutex_unlock(&flow->lock);
    if (is_known) {
        target_release(target);
        return SLUICE_OK;
    }
    (void)pthread_mutex_lock(&flow->targets_lock);
    const sluice_status status = target_add(flow, target, out, err);
    (void)pthread_mutex_unlock(&flow->targets_lock);
    return status;
}

void sl_flow_targets_close(sl_flow *flow) {
    for (size_t i = 0; i < SL_FLOW_TARGETS_MAX; i++) {
        sl_flow_resident *resident = &flow->residents[i];
        if (resident->is_used) {
            resident_close(resident);
            target_release(&resident->target);
            resident->is_used = false;
        }
    }
}
