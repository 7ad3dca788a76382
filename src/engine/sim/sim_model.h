// SPDX-License-Identifier: MIT OR Apache-2.0
/* A run of the simulator: what it knows about jobs, partitions and memory beside the scheduler. For this room. */
#ifndef SL_ENGINE_SIM_SIM_MODEL_H
#define SL_ENGINE_SIM_SIM_MODEL_H

#include "engine/sched/sched_check.h"
#include "engine/sim/sim.h"

#define NONE SL_SCHED_NONE

/* What comes at a moment of virtual time. */
typedef enum sl_sim_what {
    SIM_ARRIVE, /* of load `id` */
    SIM_STEP,   /* the end of the step of part `id` */
    SIM_DIED,   /* memory of a finished part is gone */
    SIM_FREED,
    SIM_CHECKED, /* job `id` */
    SIM_DELIVERED,
    SIM_CANCEL,
    SIM_LOADED, /* resident `id` */
    SIM_EVICTED,
    SIM_TURN,
    SIM_TIMER,
} sl_sim_what;

typedef struct sl_sim_entry {
    uint64_t at_ns, order;
    uint32_t what, id, token; /* of a part: entries with an older token mean nothing any more */
} sl_sim_entry;

typedef enum sl_sim_step { SIM_IDLE, SIM_SYNTHESIS, SIM_START, SIM_FINISH } sl_sim_step;

typedef struct sl_sim_part {
    uint32_t job, index, shape, device, token, row;
    uint16_t alive; /* classes with live bytes, as bits */
    uint8_t step;
    bool fails, grows, is_dropped, on_device;
    uint64_t began_ns, ends_ns; /* of the step */
    uint64_t ready_ns;
} sl_sim_part;

typedef struct sl_sim_job {
    uint64_t name, submitted_ns;
    uint32_t load, first; /* first: of its partitions in `proofs` */
    bool is_open, has_begun, was_delivered, cancel_wanted;
} sl_sim_job;

/* A partition of a job, whatever became of its attempts. */
typedef struct sl_sim_proof {
    uint32_t part;
    bool is_proven, is_wrong;
} sl_sim_proof;

typedef struct sl_sim {
    const sl_sim_profile *profile;
    const sl_sim_options *options;
    sl_sim_result *result;
    sl_sched *sched;
    uint64_t now_ns, random, order, timer_ns;
    uint64_t short_since_ns; /* the machine has too little memory; UINT64_MAX: it has enough */
    bool reserves_nothing;   /* the permit is one of the reference's */
    sl_mem_vector budget;    /* now */

    sl_sim_entry *heap;
    uint32_t heap_n, heap_max;
    bool heap_failed;
    sl_sim_part *parts;
    sl_sim_job *jobs;
    sl_sim_proof *proofs;
    uint32_t jobs_n, jobs_max, proofs_n, parts_max, open_n;
    uint32_t arrived[SL_SIM_LOADS_MAX];
    uint64_t device_free_ns[SL_MEM_DEVICES_MAX];
    uint32_t rows_n;

    /* Live bytes, host and pinned together; growing ones are base + slope * now. */
    uint64_t live[SL_MEM_CLASSES_N], live_device[SL_MEM_DEVICES_MAX];
    double base[SL_MEM_CLASSES_N], slope[SL_MEM_CLASSES_N];
    uint32_t growing_n;

    sl_buf storage, heap_storage;
    sluice_error *err;
} sl_sim;

/* Pieces of a partition's row in the picture. */
typedef enum sl_sim_bar { SIM_BAR_SYNTHESIS, SIM_BAR_WAITING, SIM_BAR_DEVICE, SIM_BAR_FINISH } sl_sim_bar;

/* sim_steps.c: what happens then. */
sluice_status sl_sim_apply(sl_sim *m, const sl_sim_entry *entry);

/*
 * sim_audit.c: what must be true of the run, whatever the scheduler believes. E_INTERNAL says what is not. The first
 * two always watch; the last looks at everything.
 */
sluice_status sl_sim_audit_action(sl_sim *m, const sl_action *action);
sluice_status sl_sim_audit_proven(sl_sim *m, uint32_t part, bool is_wrong);
sluice_status sl_sim_audit_state(sl_sim *m);

/* sim_trace.c */
void sl_sim_trace_event(const sl_sim *m, const sl_event *event);
void sl_sim_trace_action(const sl_sim *m, const sl_action *action);

/* sim_heap.c. A push without memory is remembered in heap_failed. */
void sl_sim_push(sl_sim *m, uint64_t at_ns, sl_sim_what what, uint32_t id, uint32_t token);
sl_sim_entry sl_sim_pop(sl_sim *m);

/* sim_memory.c */
void sl_sim_live(sl_sim *m, sl_sim_part *part, uint32_t mem_class);
void sl_sim_dead(sl_sim *m, sl_sim_part *part, uint32_t mem_class);
void sl_sim_all_dead(sl_sim *m, sl_sim_part *part);
void sl_sim_grow(sl_sim *m, sl_sim_part *part);     /* witness and abc, from now to ends_ns */
void sl_sim_grow_end(sl_sim *m, sl_sim_part *part); /* they are dead now */
/* The classes as the picture stacks them: what stays is below. */
extern const sl_mem_class sl_sim_plot_order[SL_MEM_CLASSES_N];
/* Peaks, and a column of the plot. False if the machine has no more memory. */
bool sl_sim_look(sl_sim *m);
void sl_sim_plot(const sl_sim *m); /* the column alone */
/* Whether what a partition has live is within what it has reserved. */
bool sl_sim_part_is_covered(const sl_sim *m, uint32_t part);

/* Chance, from sim_heap.c. */
uint64_t sl_sim_random(uint64_t *state);
uint64_t sl_sim_below(uint64_t *state, uint64_t n); /* n > 0 */
bool sl_sim_chance(uint64_t *state, uint32_t in_a_million);

#endif
