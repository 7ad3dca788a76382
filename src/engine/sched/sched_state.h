// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the scheduler knows. For this room, and for the checker of invariants, which computes the same again from
 * scratch.
 *
 * Everything stands in tables of fixed size and is named by its place; SL_SCHED_NONE is no place. Lists go through the
 * entries themselves. A partition stands in at most one list (queued of its job, reserved, ready, started), which its
 * state tells.
 */
#ifndef SL_ENGINE_SCHED_SCHED_STATE_H
#define SL_ENGINE_SCHED_SCHED_STATE_H

#include "core/mem/buf.h"
#include "engine/sched/sched.h"

#define NONE SL_SCHED_NONE
#define SL_SCHED_JOBS_MAX (UINT32_C(1) << 20) /* a job's name ends with its place */
#define SL_SCHED_PARTITIONS_MAX (UINT32_C(1) << 24)
#define SL_SCHED_RESIDENTS_MAX 4096
#define SL_SCHED_WORKERS_MAX 65536

typedef struct sl_sched_list {
    uint32_t first, last, n;
} sl_sched_list;

/* What the driver is doing for a partition; it goes on after DROP, until its answer or FREED. */
typedef enum sl_sched_step { STEP_NONE, STEP_SYNTHESIS, STEP_START, STEP_FINISH } sl_sched_step;

typedef struct sl_sched_part {
    uint32_t job, index;
    uint32_t sibling;    /* next of its job, in order of index */
    uint32_t prev, next; /* in its list */
    uint32_t worker, device, slot;
    uint32_t only_device, avoid_device; /* where a retry has to go */
    uint32_t attempt;
    uint16_t dead; /* classes that have died, as bits */
    uint8_t state; /* sl_part_state; FREE: idle, or no job has it */
    uint8_t step;
    bool holds_host, holds_device; /* what of its plan is reserved, dead classes left out */
    bool pins_circuit, pins_srs;
    bool again; /* DROPPED: QUEUED comes next */
} sl_sched_part;

typedef enum sl_sched_job_state { JOB_FREE, JOB_OPEN, JOB_CHECKING, JOB_DELIVERING, JOB_ENDING } sl_sched_job_state;

typedef struct sl_sched_job {
    uint64_t name, user, deadline_ns;
    uint64_t seq; /* order of arrival */
    uint8_t state, priority;
    bool in_flight;      /* has had a reservation */
    bool doomed;         /* ends as `end` says when the driver has answered CHECK */
    bool recheck;        /* a partition was found wrong since CHECK */
    bool parked;         /* too large since the budget was lowered */
    uint8_t device_mask; /* devices large enough */
    uint32_t partitions_n, first_part, last_part;
    uint32_t finished_n, held_n; /* partitions FINISHED; partitions from RESERVE to RELEASE */
    uint32_t circuit, srs;
    uint32_t prev, next; /* in the list of jobs with queued partitions of its class, or of free places */
    sl_sched_list queued;
    uint64_t host, pinned, device; /* sums of the plan */
    sl_plan plan;
    struct {
        sl_outcome outcome;
        sl_sched_stage stage;
        sluice_status status;
        uint32_t device, index;
    } end;
} sl_sched_job;

typedef enum sl_sched_resident_state { RES_ABSENT, RES_LOADING, RES_LOADED, RES_EVICTING } sl_sched_resident_state;

typedef struct sl_sched_resident {
    sl_mem_vector bytes;
    uint64_t user, used; /* used: stamp of the last pin or unpin */
    sl_mem_class mem_class;
    uint8_t state, tries;
    bool is_forgotten; /* when it is ABSENT, its place is free */
    uint32_t pins;
} sl_sched_resident;

typedef struct sl_sched_device {
    bool usable;
    uint32_t faults;
    uint32_t starting_n[2]; /* of others, of CRITICAL */
    uint32_t slots;         /* busy ones, as bits */
} sl_sched_device;

/* Who was passed over how often, at admission or at hand-over. */
typedef struct sl_sched_turns {
    uint32_t passed[SL_PRIORITIES_N];
} sl_sched_turns;

/* Reserved bytes by who has them. */
typedef struct sl_sched_holders {
    sl_mem_vector critical, others, residents;
} sl_sched_holders;

struct sl_sched {
    sl_sched_config config;
    uint64_t now_ns, seq, stamp, next_deadline_ns;
    sl_mem_vector ceiling; /* the budget, or what was reserved when it was lowered, falling with it */
    sl_sched_holders held;
    sl_sched_device device[SL_MEM_DEVICES_MAX];

    sl_sched_part *parts;
    sl_sched_job *jobs;
    sl_sched_resident *residents;
    uint32_t *workers; /* stack of the free ones */
    uint32_t workers_free, residents_n, free_part, parts_free, free_job, jobs_n,
        in_flight_n; /* in_flight_n: without CRITICAL */

    /* Jobs with queued partitions: in flight already, or not, or parked; in order of arrival. */
    sl_sched_list flight[SL_PRIORITIES_N], fresh[SL_PRIORITIES_N], parked;
    sl_sched_list reserved, ready[SL_PRIORITIES_N];
    sl_sched_list started[2]; /* of others, of CRITICAL, as what follows */
    uint32_t ready_n, finishing_n[2];
    uint32_t synthesis_n[2];  /* partitions RESERVED, or with a step of synthesis */
    uint32_t finishes_passed; /* by CRITICAL, while others could have had the place */
    sl_sched_turns admission, handover;
    uint64_t ended[SL_OUTCOMES_N];

    sl_action *actions; /* of the last event */
    uint32_t actions_taken, actions_n, actions_max;
    sl_buf storage;
};

/* sched.c. */
void sl_sched_event_begin(sl_sched *s, uint64_t now_ns);

/* sched_list.c: the links are inside parts or jobs. */
void sl_sched_part_push(sl_sched *s, sl_sched_list *list, uint32_t part); /* at the end */
void sl_sched_part_push_queued(sl_sched *s, uint32_t part);               /* by index */
void sl_sched_part_push_ready(sl_sched *s, uint32_t part);                /* by arrival of the job, then index */
void sl_sched_part_pull(sl_sched *s, sl_sched_list *list, uint32_t part);
void sl_sched_job_push(sl_sched *s, sl_sched_list *list, uint32_t job); /* by arrival */
void sl_sched_job_pull(sl_sched *s, sl_sched_list *list, uint32_t job);

/* sched_memory.c: who holds what, and what fits. */
uint64_t sl_sched_sum(uint64_t a, uint64_t b);            /* saturates */
bool sl_sched_is_bound(const sl_sched *s, uint32_t kind); /* a kind with a budget, in a scheduler that reserves */
void sl_sched_part_bytes(const sl_sched *s, const sl_sched_part *part, sl_mem_vector *out);
/* The driver still has an answer to give about it that frees memory. */
bool sl_sched_part_is_busy(const sl_sched_part *part);
void sl_sched_host_take(sl_sched *s, sl_sched_part *part);
void sl_sched_device_take(sl_sched *s, sl_sched_part *part);
void sl_sched_device_give(sl_sched *s, sl_sched_part *part);
void sl_sched_class_give(sl_sched *s, sl_sched_part *part, uint32_t mem_class);
void sl_sched_all_give(sl_sched *s, sl_sched_part *part);
void sl_sched_resident_take(sl_sched *s, sl_sched_resident *res);
void sl_sched_resident_give(sl_sched *s, sl_sched_resident *res);
void sl_sched_pin(sl_sched *s, sl_sched_part *part);
void sl_sched_unpin(sl_sched *s, sl_sched_part *part);
/* The budget that would do for a job alone; fills its device_mask. ACCEPTED or NEVER_FITS. */
sl_submit sl_sched_job_judge(const sl_sched *s, sl_sched_job *job, uint32_t *kind, uint64_t *needed, uint64_t *limit);
/* Whether a partition of the job can be reserved now; critical_only: with the reserve of CRITICAL alone. */
bool sl_sched_host_fits(const sl_sched *s, const sl_sched_job *job, bool critical_only, const sl_mem_vector *without);
bool sl_sched_device_fits(const sl_sched *s, const sl_sched_job *job, uint32_t device, bool critical_only,
                          uint64_t without);

/* sched_admit.c: what can move now, moves. */
void sl_sched_evict(sl_sched *s, uint32_t resident); /* a loaded one that is not pinned */
void sl_sched_settle(sl_sched *s);
/* The next job of a class to be reserved for, or NONE; used by the checker, too. */
uint32_t sl_sched_candidate(const sl_sched *s, uint32_t priority);
bool sl_sched_has_permit(const sl_sched *s, bool is_critical);
bool sl_sched_has_slot(const sl_sched *s, uint32_t device, bool is_critical);
bool sl_sched_has_finisher(const sl_sched *s, bool is_critical);
/* Classes, as bits, that wait for admission, or for a start on this device, and those of them that have a place. */
uint32_t sl_sched_admissible(const sl_sched *s, uint32_t *waiting);
uint32_t sl_sched_startable(const sl_sched *s, uint32_t device, uint32_t *waiting);
void sl_sched_synthesize(sl_sched *s, uint32_t part);
/* The first partition of a class that may go to this device now, or NONE. */
uint32_t sl_sched_next_ready(const sl_sched *s, uint32_t priority, uint32_t device);
/* The class whose turn it is among those of the mask; the turn is not taken yet. */
uint32_t sl_sched_turn(const sl_sched *s, const sl_sched_turns *turns, uint32_t mask);

/* sched_job.c: lives and ends. */
sl_action *sl_sched_emit(sl_sched *s, sl_action_type type);
void sl_sched_emit_part(sl_sched *s, sl_action_type type, uint32_t part);
void sl_sched_emit_job(sl_sched *s, sl_action_type type, uint32_t job);
uint32_t sl_sched_job_find(const sl_sched *s, uint64_t name);
/* Lets the job end: now, or when CHECK is answered; nothing if it ends already. */
void sl_sched_job_doom(sl_sched *s, uint32_t job, sl_outcome outcome);
void sl_sched_job_fail(sl_sched *s, uint32_t job, sl_sched_stage stage, sluice_status status, uint32_t device,
                       uint32_t index);
void sl_sched_job_park(sl_sched *s, uint32_t job, bool parked);
/* Its synthesis is done, or it has to start once more. */
void sl_sched_part_ready(sl_sched *s, uint32_t part);
void sl_sched_part_again(sl_sched *s, uint32_t part); /* from scratch */
void sl_sched_job_queue(sl_sched *s, uint32_t job, uint32_t part);
void sl_sched_part_freed(sl_sched *s, uint32_t part);
void sl_sched_part_failed(sl_sched *s, uint32_t part, const sl_event *event);
void sl_sched_step_end(sl_sched *s, uint32_t part);
void sl_sched_job_finished(sl_sched *s, uint32_t job);
void sl_sched_job_checked(sl_sched *s, uint32_t job);
void sl_sched_job_delivered(sl_sched *s, uint32_t job);
void sl_sched_deadlines(sl_sched *s);
/* Jobs that no usable device can serve any more fail. */
void sl_sched_stranded(sl_sched *s, uint32_t device);

#endif
