// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The scheduler: which partition may do what, when, with which memory. A pure state machine: no clock, no thread, no
 * input or output. Events go in, actions come out; the same events give the same actions. The runtime drives it with
 * real workers, the simulator with modelled ones (engine/sim).
 *
 *     sl_sched_submit(sched, &spec, now, &answer);             // or
 *     sl_sched_post(sched, &(sl_event){...});                  // one event, then all that follows from it:
 *     for (sl_action action; sl_sched_next(sched, &action);) {
 *         drive(&action);                                      // start it; its end comes back as an event
 *     }
 *
 * Life of a partition, with action -> and event <-:
 *
 *     QUEUED  -> RESERVE  RESERVED  -> SYNTHESIZE  SYNTHESIZING  <- SYNTHESIZED  READY  -> START  STARTING
 *     <- STARTED  STARTED  -> FINISH  FINISHING  <- FINISHED  FINISHED  -> DROP  DROPPED  <- FREED  -> RELEASE  GONE
 *
 * and of its job: when all partitions are FINISHED -> CHECK <- CHECKED -> DELIVER <- DELIVERED, then DROP for every
 * partition that was ever reserved, and, after the last FREED, -> END: once for every job that was accepted, with its
 * outcome, and with its memory back. A job that fails, is cancelled or expires goes to DROP from wherever it is.
 *
 * Memory. A plan says how many bytes of each class a partition needs. Before synthesis its host and pinned bytes, and
 * the residents (keys, structures) that are not loaded yet, are reserved all at once or not at all; at START, the bytes
 * of the chosen device, again all at once. Who holds device memory waits for no other memory, so there is no deadlock,
 * and no device memory lies idle during synthesis. The reservation shrinks when the driver says that a class has died
 * (its bytes are gone and will not come again) and ends with FREED. After FINISHED every class has to die without
 * another action: what a finished partition keeps is its proof. Residents are counted from LOAD to EVICTED.
 *
 *     reserved = baseline + residents + partitions <= budget, for every kind
 *
 * Order. CRITICAL > HIGH > NORMAL > LOW; first come first served in a class; the first in order that does not fit makes
 * all others wait (so that it will fit), except CRITICAL within its reserve. After `ageing` admissions that passed over
 * a waiting lower class, the next is that class's; the same at hand-over.
 *
 * All memory is taken at open: events and actions allocate nothing and cannot fail. One thread at a time.
 * Not every event fits every state: sl_sched_post returns false, and nothing has happened, for one that does not.
 */
#ifndef SL_ENGINE_SCHED_SCHED_H
#define SL_ENGINE_SCHED_SCHED_H

#include "core/base/error.h"
#include "core/mem/mem_kind.h"

typedef enum sl_priority { SL_CRITICAL, SL_HIGH, SL_NORMAL, SL_LOW, SL_PRIORITIES_N } sl_priority;

/* What bounds synthesis. The last two are what the reference system did; they reserve no memory. */
typedef enum sl_permit {
    SL_PERMIT_RESERVATION, /* the budget, and workers as with DELIVERY: the only one in the runtime */
    SL_PERMIT_DELIVERY,    /* a worker is free again when its result has entered the hand-over */
    SL_PERMIT_SYNTHESIS,   /* a worker is free again when its synthesis has ended */
} sl_permit;

/* Where something happened; what an error names. */
typedef enum sl_sched_stage {
    SL_AT_QUEUE,
    SL_AT_LOAD,
    SL_AT_SYNTHESIS,
    SL_AT_START,
    SL_AT_FINISH,
    SL_AT_CHECK,
    SL_AT_DELIVERY,
} sl_sched_stage;
const char *sl_sched_stage_name(sl_sched_stage stage);

#define SL_SCHED_NONE UINT32_MAX

typedef struct sl_sched_config {
    sl_permit permit;
    uint32_t jobs_max;       /* accepted and not ended; more is QUEUE_FULL */
    uint32_t partitions_max; /* of all those jobs together; more is QUEUE_FULL */
    uint32_t residents_max;
    uint32_t workers_n;          /* pw: partitions in synthesis */
    uint32_t workers_critical;   /* of these, kept for CRITICAL; less than workers_n */
    uint32_t handover_n;         /* finished partitions that do not hold a worker's permit */
    uint32_t jobs_in_flight;     /* j: jobs with reserved partitions, CRITICAL not counted; 0: no bound */
    uint32_t finishers_n;        /* partitions in FINISHING; 0: no bound */
    uint32_t finishers_critical; /* as workers_critical; 0 without a bound */
    uint32_t devices_n;          /* 1 to SL_MEM_DEVICES_MAX */
    uint32_t slots_n;            /* partitions in STARTING on one device */
    uint32_t slots_critical;     /* as workers_critical */
    uint32_t ageing;             /* see above; at least 3; 0: 8 */
    uint32_t retries_max;        /* of one partition: first on the same device, then elsewhere; 2 is usual */
    uint32_t quarantine_after;   /* faults of a device without a success between them; 0: never */
    sl_mem_vector budget;        /* 0: no bound for this kind */
    sl_mem_vector baseline;      /* what the process needs anyway */
    sl_mem_vector reserve;       /* kept for CRITICAL; part of the budget */
} sl_sched_config;

/* Bytes of one partition by class. `device` is for whichever device it gets. */
typedef struct sl_plan {
    uint64_t host[SL_MEM_CLASSES_N], pinned[SL_MEM_CLASSES_N], device[SL_MEM_CLASSES_N];
} sl_plan;

typedef struct sl_job_spec {
    uint64_t user; /* the driver's own; comes back in every action about the job */
    sl_priority priority;
    uint32_t partitions_n; /* at least 1 */
    uint64_t deadline_ns;  /* on the clock of the events; 0: none */
    uint32_t circuit;      /* resident needed from synthesis on, or SL_SCHED_NONE */
    uint32_t srs;          /* resident needed from start on, or SL_SCHED_NONE */
    sl_plan plan;          /* of each partition */
} sl_job_spec;

typedef enum sl_submit {
    SL_SUBMIT_ACCEPTED,
    SL_SUBMIT_QUEUE_FULL, /* try again later */
    SL_SUBMIT_NEVER_FITS, /* kind, needed and limit say why */
    SL_SUBMIT_NO_DEVICE,  /* those large enough are lost or in quarantine */
    SL_SUBMIT_TOO_MANY,   /* more partitions than there is room for: needed and limit */
} sl_submit;

typedef struct sl_submit_answer {
    sl_submit verdict;
    uint64_t job;           /* ACCEPTED: its name in events and actions; never used again */
    uint32_t kind;          /* NEVER_FITS: the first kind of memory that is too small */
    uint64_t needed, limit; /* bytes: the budget of this kind that would do, and the one there is */
} sl_submit_answer;

typedef enum sl_event_type {
    SL_EV_SYNTHESIZED, /* part */
    SL_EV_STARTED,     /* part: the device is free for the next one */
    SL_EV_FINISHED,    /* part */
    SL_EV_FAILED,      /* part, stage SYNTHESIS, START, FINISH or CHECK, device, permanent, from_scratch, status */
    SL_EV_CLASS_DIED,  /* part, mem_class */
    SL_EV_FREED,       /* part: after DROP; its step has ended and all its bytes are gone */
    SL_EV_CHECKED,     /* job: verified; after FAILED for each partition that was found wrong */
    SL_EV_DELIVERED,   /* job */
    SL_EV_CANCEL,      /* job; false if it has ended. END follows, CANCELLED, or DELIVERED if that was first */
    SL_EV_TIMER,       /* time has passed; see sl_sched_timer */
    SL_EV_PRESSURE,    /* budget: new ceilings. Under lower ones, what is reserved drains, and queued jobs that
                        have become too large wait until the budget is higher again */
    SL_EV_LOADED,      /* resident */
    SL_EV_LOAD_FAILED, /* resident, permanent, status: its bytes are gone */
    SL_EV_EVICTED,     /* resident: its bytes are gone */
    SL_EV_FORGET,      /* resident: its name is free when it is not loaded any more, which may take an EVICT; false if
                        a job names it or it is being loaded */
    SL_EV_DEVICE_LOST, /* device; what it was doing still ends with FAILED */
    SL_EV_DEVICE_BACK, /* device: after loss or quarantine */
} sl_event_type;

typedef struct sl_event {
    sl_event_type type;
    sl_sched_stage stage;
    uint64_t now_ns; /* never goes back; of every event */
    uint64_t job;
    uint32_t part, device, resident;
    sl_mem_class mem_class;
    /*
     * Of a failure. permanent: the job fails (an unsatisfied witness, say). from_scratch: the retry starts with
     * synthesis even if what start needs is still alive. device: whose fault it is, or SL_SCHED_NONE. What the failed
     * step itself had allocated is gone when the event comes.
     */
    bool permanent, from_scratch;
    sluice_status status;
    const sl_mem_vector *budget;
} sl_event;

typedef enum sl_action_type {
    SL_DO_RESERVE,    /* part: sl_sched_need, memory of host and pinned. No answer */
    SL_DO_SYNTHESIZE, /* part on worker `slot`. Answer: SYNTHESIZED or FAILED */
    SL_DO_START,      /* part on device, slot; with its device memory. Answer: STARTED or FAILED */
    SL_DO_FINISH,     /* part. Answer: FINISHED or FAILED */
    SL_DO_DROP,       /* part: end its step early if that can be, give all back. Answer: FREED (its step's own answer
                         may come before it, and is accepted and ignored) */
    SL_DO_RELEASE,    /* part: the reservation is gone. If the job goes on, RESERVE comes again. No answer */
    SL_DO_CHECK,      /* job. Answer: CHECKED, with FAILED of partitions before it */
    SL_DO_DELIVER,    /* job: give the proof away. Answer: DELIVERED */
    SL_DO_END,        /* job: outcome; the name is not used again. No answer */
    SL_DO_LOAD,       /* resident. Answer: LOADED or LOAD_FAILED */
    SL_DO_EVICT,      /* resident. Answer: EVICTED */
    SL_DO_QUARANTINE, /* device: gets no more work until DEVICE_BACK. No answer */
} sl_action_type;

typedef enum sl_outcome {
    SL_OUTCOME_DELIVERED,
    SL_OUTCOME_FAILED,
    SL_OUTCOME_CANCELLED,
    SL_OUTCOME_EXPIRED, /* the deadline came first */
    SL_OUTCOMES_N
} sl_outcome;

typedef struct sl_action {
    sl_action_type type;
    uint32_t part;  /* where it stands in the table: the driver may keep an array of config.partitions_max */
    uint32_t index; /* which partition of its job, from 0 */
    uint32_t device, slot, resident;
    uint64_t job, user;
    uint32_t attempt; /* of the partition, from 0 */
    /* END */
    sl_outcome outcome;
    sl_sched_stage stage; /* FAILED: where; device: on which, or SL_SCHED_NONE; index: of which partition */
    sluice_status status;
} sl_action;

typedef struct sl_sched sl_sched;

/* E_USAGE for a configuration that makes no sense, E_NO_MEMORY. Close accepts NULL, and a scheduler with work in it. */
SL_NODISCARD sluice_status sl_sched_open(sl_sched **out, const sl_sched_config *config, sluice_error *err);
void sl_sched_close(sl_sched *sched);

/*
 * A key or structure by its bytes on each kind; *out is its name in job specifications. It is loaded when a partition
 * needs it and evicted, least recently used first, when no partition does and another needs the room. False if there
 * are residents_max already. A forgotten one's name is given again.
 */
bool sl_sched_resident_add(sl_sched *sched, sl_mem_class mem_class, const sl_mem_vector *bytes, uint64_t user,
                           uint32_t *out);

/* False once it is forgotten and its bytes are gone. */
bool sl_sched_resident_is_known(const sl_sched *sched, uint32_t resident);

/* Both need all actions of the event before taken. */
void sl_sched_submit(sl_sched *sched, const sl_job_spec *spec, uint64_t now_ns, sl_submit_answer *out);
SL_NODISCARD bool sl_sched_post(sl_sched *sched, const sl_event *event);
/* The next action; false if there is none until the next event. */
bool sl_sched_next(sl_sched *sched, sl_action *out);
/* When the next TIMER is due; UINT64_MAX: never. */
uint64_t sl_sched_timer(const sl_sched *sched);

/* What a partition holds reserved now: after RESERVE and START, what the driver may allocate. */
void sl_sched_need(const sl_sched *sched, uint32_t part, sl_mem_vector *out);

typedef enum sl_part_state {
    SL_PART_FREE, /* no partition stands here */
    SL_PART_QUEUED,
    SL_PART_RESERVED, /* waits for its structure to be loaded */
    SL_PART_SYNTHESIZING,
    SL_PART_READY,
    SL_PART_STARTING,
    SL_PART_STARTED, /* waits for a finisher */
    SL_PART_FINISHING,
    SL_PART_FINISHED,
    SL_PART_DROPPED,
    SL_PART_STATES_N
} sl_part_state;
sl_part_state sl_sched_part_state(const sl_sched *sched, uint32_t part);

/* Figures for those who look on. */
typedef struct sl_sched_state {
    uint32_t jobs, jobs_queued, jobs_in_flight;
    uint32_t parts[SL_PART_STATES_N];
    uint32_t waiting; /* READY beyond the hand-over */
    uint32_t device_faults[SL_MEM_DEVICES_MAX];
    bool device_usable[SL_MEM_DEVICES_MAX];
    sl_mem_vector reserved, budget;
    uint64_t ended[SL_OUTCOMES_N]; /* jobs, ever */
} sl_sched_state;
void sl_sched_state_get(const sl_sched *sched, sl_sched_state *out); /* counts the tables */
/* Two of these that cost nothing. */
uint64_t sl_sched_reserved(const sl_sched *sched, uint32_t kind);
uint32_t sl_sched_waiting(const sl_sched *sched);

#endif
