// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the files of the flow share (flow.c, flow_*.c); for them only. */
#ifndef SL_ENGINE_FLOW_FLOW_STATE_H
#define SL_ENGINE_FLOW_FLOW_STATE_H

#include <stdatomic.h>
#include <stdio.h>

#include "core/par/gate.h"
#include "engine/flow/flow.h"
#include "engine/flow/lane.h"

#define SL_FLOW_TARGETS_MAX 64

/* A target: in memory, or known by its size. */
typedef struct sl_flow_resident {
    sl_item item;
    sl_flow_target target;
    bool is_used;
    bool is_leaving;     /* to be forgotten: for nobody who asks */
    uint32_t rounds_n;   /* targets that had this place before: part of the name that callers have */
    uint32_t jobs_n;     /* running ones */
    uint64_t asked;      /* when it was asked for last, in turns of the flow */
    sl_account *account; /* of what is loaded or about to be; NULL if nothing is */
    bool is_reserved;    /* the account has its reservation */
    sl_loaded loaded;
    sl_prover *prover;
    /* Known from the first load. The verifier stays when the key goes: a job in check needs no memory any more. */
    sl_verifier *verifier;
    sl_mem_vector bytes;
    sl_r1cs_counts counts;
    sl_key_layout layout;
    uint32_t number; /* of the scheduler */
} sl_flow_resident;

/* What is known of a partition beyond the step that it is in. */
typedef struct sl_flow_try {
    sl_proof proof;
    sl_prove_sums sums, bad_sums; /* of the last finish; of the last one whose proof was bad */
    bool has_bad;
    bool is_good;         /* verified in an earlier check */
    uint64_t unsatisfied; /* digest of what the last run said of an unsatisfied row; 0: nothing */
    uint32_t device;
} sl_flow_try;

typedef struct sl_flow_job {
    sl_item item;
    sl_buf storage;           /* owns this structure, parts and proofs */
    sl_buf work;              /* owns publics and tries, which end with the job */
    struct sl_flow_job *next; /* in the list of the flow, oldest first */
    uint64_t id;
    sl_flow_spec spec;
    sl_fr r, s;
    sl_prove_plan plan, plan_elsewhere; /* by the kind of device; only what there are devices for */
    uint64_t witness_bytes, start_bytes, finish_bytes;
    uint64_t missing_bytes; /* of a budget for `plan`, where there is none for devices in reserve; 0: there is */
    sl_flow_resident *resident;
    sl_fr *publics;
    sl_flow_try *tries;
    uint32_t *parts; /* where each partition stands, SL_SCHED_NONE: nowhere */
    uint8_t *proofs; /* of a delivered job without a deliver function */
    size_t waiters_n;
    sl_job_state state;
    bool is_busy;   /* its item is in a queue or runs */
    bool is_ending; /* the scheduler has ended it */
    bool is_ended;  /* and the source is released: the state is final */
    double submitted_s, began_s, ended_s;
    unsigned failures, rejected, attempts;
    sluice_error error;
    char diagnosis[160];
} sl_flow_job;

/* A partition's part in the record of its job: while it runs beside its public inputs, and as long as it is known. */
#define SL_FLOW_WORK_BYTES sizeof(sl_flow_try)
#define SL_FLOW_KEPT_BYTES (sizeof(uint32_t) + SL_PROOF_BYTES)

typedef struct sl_flow_part {
    sl_item item;
    sl_flow_job *job;
    uint32_t id, index, attempt, device;
    atomic_bool is_dropped; /* the step that runs may end early */
    bool is_busy;           /* its item is in a queue or runs */
    bool is_reserved;       /* the ledger holds what the scheduler reserved */
    sl_account *account;
    sl_witness witness;
    bool has_witness;
    void *pending;
    sl_device *pending_device;
    double step_began_s;
} sl_flow_part;

struct sl_flow {
    sl_flow_config config;
    char scratch_folder[SL_PATH_BYTES];
    sl_buf storage, parts_storage;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job has ended, or the clock has to look again */
    pthread_cond_t clock_wake;
    sl_sched *sched;
    sl_gate gate; /* closed by each step of a CRITICAL partition, from its action to its answer */
    sl_flow_part *parts;
    sl_flow_job *jobs; /* oldest first; running and remembered */
    unsigned jobs_running, jobs_remembered;
    uint64_t partitions_remembered;
    sl_lane synthesis, finish, check, deliver, reaper, loader;
    sl_lane start[SL_MEM_DEVICES_MAX];
    pthread_mutex_t targets_lock; /* one target is added at a time */
    uint64_t asked_n;
    sl_flow_resident residents[SL_FLOW_TARGETS_MAX];
    pthread_t clock;
    bool has_clock, is_stopping, is_closing;
    double began_s;
    uint64_t configured_bytes, budget_bytes, told_bytes; /* told: what the scheduler was told last */
    uint64_t baseline_bytes;
    sl_account *baseline;
    sl_trace *trace;
    FILE *log;
    sluice_error log_error; /* of the first line that could not be written; it was the last one */
    uint64_t rejected, failures;
    uint32_t jobs_done, waiting_max;
    unsigned faults[SL_MEM_DEVICES_MAX]; /* of each device since a proof of it was good */
    bool has_standby;                    /* that wait for the others to be lost */
};

SL_INLINE bool sl_flow_is_urgent(const sl_flow_job *job) {
    return job->spec.priority == SL_CRITICAL;
}

/* flow.c; all with the lock. */
/* The job's item is free again: goes on to its end if the scheduler has ended it meanwhile. */
void sl_flow_job_leave(sl_flow *flow, sl_flow_job *job);
double sl_flow_now(const sl_flow *flow);
uint64_t sl_flow_now_ns(const sl_flow *flow);
/* The partition's item goes to a lane, before those that are not urgent if its job is. */
void sl_flow_part_push(sl_lane *lane, sl_flow_part *part, void (*run)(void *owner, sl_item *item));
/* A step of an urgent partition is over, and what follows from it has been driven. */
void sl_flow_urgent_end(sl_flow *flow, bool is_urgent);
/* Posts, and does what the scheduler wants. False if the event did not fit. */
bool sl_flow_post(sl_flow *flow, sl_event event);
void sl_flow_drive(sl_flow *flow);
/* Tells the scheduler how much it may reserve, if that has changed. */
void sl_flow_budget_tell(sl_flow *flow);

/* flow_standby.c; with the lock. */
void sl_flow_standby_begin(sl_flow *flow);
/* If `device` is the last one in use: those in reserve are there from now on. */
bool sl_flow_standby_take_over(sl_flow *flow, uint32_t device);
/* A fault of the device, before the scheduler hears of it. When it is given up as the last one, others take over. */
void sl_flow_device_blame(sl_flow *flow, uint32_t device);

/* flow_steps.c: what lanes run. */
void sl_flow_run_synthesis(void *owner, sl_item *item);
void sl_flow_run_start(void *owner, sl_item *item);
void sl_flow_run_finish(void *owner, sl_item *item);
void sl_flow_run_drop(void *owner, sl_item *item);

/* flow_check.c */
void sl_flow_run_check(void *owner, sl_item *item);
void sl_flow_run_deliver(void *owner, sl_item *item);
/* With the lock: reports a failed step of a partition. `from_scratch` as in sl_event. */
void sl_flow_fail(sl_flow *flow, sl_flow_part *part, sl_sched_stage stage, bool from_scratch, uint32_t device,
                  const sluice_error *error);

/* flow_targets.c */
/* With the lock: reserves for a load when the scheduler decides it, while its view of the budget holds. */
void sl_flow_load_reserve(sl_flow_resident *resident);
/* With the lock: the target that the caller was given. E_BUSY: it was forgotten. */
sluice_status sl_flow_target_find(sl_flow *flow, uint32_t target, sl_flow_resident **out, sluice_error *err);
void sl_flow_run_load(void *owner, sl_item *item);
void sl_flow_run_evict(void *owner, sl_item *item);
void sl_flow_targets_close(sl_flow *flow);

/* flow_jobs.c */
/* Whether the partition has a plan for its device. */
SL_NODISCARD sluice_status sl_flow_plan_check(const sl_flow *flow, const sl_flow_part *part, sluice_error *err);
void sl_flow_run_end(void *owner, sl_item *item);
void sl_flow_jobs_close(sl_flow *flow);

/* flow_log.c */
/* Tells log and watcher; with the lock. */
void sl_flow_tell(sl_flow *flow, const char *name, const sl_flow_job *job, const sl_flow_part *part, double took_s,
                  const char *text);

#endif
