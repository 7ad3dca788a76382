// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The engine in virtual time: the real scheduler (engine/sched), driven by a model of workers, devices and memory. A
 * profile says how large and how slow things are; a run of it takes milliseconds and always gives the same result for
 * the same seed. docs/internals/sim.md describes profiles and model.
 *
 * Times are nanoseconds of virtual time. A run belongs to one thread.
 */
#ifndef SL_ENGINE_SIM_SIM_H
#define SL_ENGINE_SIM_SIM_H

#include <stdio.h>

#include "core/base/json.h"
#include "engine/plot/plot.h"
#include "engine/sched/sched.h"

#define SL_SIM_NAME_MAX 48
#define SL_SIM_SHAPES_MAX 8
#define SL_SIM_RESIDENTS_MAX 16
#define SL_SIM_LOADS_MAX 16
#define SL_SIM_RUNS_MAX 32
#define SL_SIM_POINTS_MAX 16
#define SL_SIM_TURNS_MAX 16

/* Something that is loaded once and shared. Device bytes are taken on every device. */
typedef struct sl_sim_resident {
    char name[SL_SIM_NAME_MAX];
    sl_mem_class mem_class; /* SRS or CIRCUIT */
    uint64_t host, pinned, mapped, device;
    uint64_t load_ns;
} sl_sim_resident;

/* A kind of job. */
typedef struct sl_sim_shape {
    char name[SL_SIM_NAME_MAX];
    uint32_t partitions_n;
    uint32_t circuit, srs; /* residents, or SL_SCHED_NONE */
    sl_plan plan;
    /* Witness and abc are this much of their size when synthesis begins, and grow evenly to all of it. */
    uint32_t grows_from_percent;
    /* Duration of a synthesis when so many workers are configured; in between along the line. */
    struct {
        uint32_t workers;
        uint64_t ns;
    } synthesis[SL_SIM_POINTS_MAX];
    uint32_t synthesis_n, synthesis_jitter_percent;
    uint64_t device_ns; /* one partition at a time on a device; another slot's partition waits prepared */
    uint32_t device_jitter_percent;
    uint64_t finish_ns, check_ns;
} sl_sim_shape;

typedef struct sl_sim_load {
    uint32_t shape, jobs_n;
    sl_priority priority;
    uint64_t at_ns, every_ns;
    uint64_t deadline_ns; /* after it was submitted; 0: none */
} sl_sim_load;

/* Chances in a million, at each step of the kind. */
typedef struct sl_sim_faults {
    uint32_t synthesis, start, finish, load;
    uint32_t wrong;     /* a finish gives a proof that the check refuses */
    uint32_t permanent; /* a failure is permanent */
    uint32_t cancel;    /* a job is cancelled at a random moment after it was submitted */
} sl_sim_faults;

/* At a moment, the budget of a kind changes, or a device is lost or back. */
typedef struct sl_sim_turn {
    uint64_t at_ns;
    enum { SL_SIM_BUDGET, SL_SIM_DEVICE_LOST, SL_SIM_DEVICE_BACK } what;
    uint32_t where; /* kind, or device */
    uint64_t bytes;
} sl_sim_turn;

/* A configuration that the profile wants to be shown, and what was published for it (0: nothing). */
typedef struct sl_sim_run {
    uint32_t workers_n, jobs_n; /* jobs_n: in place of the first load's; 0: as it is */
    sl_permit permit;
    uint64_t budget; /* of host memory; 0: as the profile says */
    uint64_t published_peak, published_ns;
} sl_sim_run;

typedef struct sl_sim_profile {
    char name[SL_SIM_NAME_MAX];
    uint64_t seed; /* for runs for which none is given */
    /*
     * The run is killed when resident memory and what others use have exceeded the machine for so long: at first the
     * system takes back what others only cache.
     */
    uint64_t machine_bytes, other_bytes, grace_ns;
    sl_sched_config config; /* jobs_max and partitions_max are filled by the run */
    sl_sim_resident residents[SL_SIM_RESIDENTS_MAX];
    sl_sim_shape shapes[SL_SIM_SHAPES_MAX];
    sl_sim_load loads[SL_SIM_LOADS_MAX];
    sl_sim_run runs[SL_SIM_RUNS_MAX];
    sl_sim_turn turns[SL_SIM_TURNS_MAX];
    uint32_t residents_n, shapes_n, loads_n, runs_n, turns_n;
    sl_sim_faults faults;
    uint32_t reaper_percent; /* of finish_ns: how much later than its end memory goes */
} sl_sim_profile;

/* Reads a profile: SLUICE_E_INPUT with place and reason. */
SL_NODISCARD sluice_status sl_sim_profile_read(sl_sim_profile *out, const uint8_t *bytes, size_t n, sluice_error *err);
/* One of those that the program carries (schema/sim); NULL if there is none of this name. */
const uint8_t *sl_sim_builtin_find(const char *name, size_t *n);
/* The name of the i-th one; NULL behind the last. */
const char *sl_sim_builtin_name(size_t i);

typedef struct sl_sim_options {
    uint64_t seed;
    /* After each event; false ends the run with E_INTERNAL. May be NULL. */
    bool (*watch)(void *data, const sl_sched *sched);
    void *watch_data;
    bool check;         /* invariants and audit at every step; E_INTERNAL if one does not hold */
    uint64_t steps_max; /* events after which a run is given up as endless; 0: a thousand million */
    FILE *trace;        /* a line for each event and action; may be NULL */
    sl_plot *plot;      /* memory over time and a row for each partition are put in here; may be NULL */
} sl_sim_options;

typedef struct sl_sim_result {
    uint64_t makespan_ns;
    uint64_t delivered, failed, cancelled, expired, refused; /* jobs */
    uint64_t refused_needed, refused_limit; /* of the last one that never fits, and the kind of memory */
    uint32_t refused_kind;
    uint64_t partitions; /* proven and delivered */
    uint64_t retries, faults;
    uint64_t peak_rss, peak_reserved, mapped; /* reserved: of host memory; mapped: at the end */
    uint64_t peak_class[SL_MEM_CLASSES_N];    /* host and pinned; OTHER: the program itself */
    uint64_t peak_device;                     /* largest of the devices */
    uint32_t waiting_max;
    uint64_t critical_wait_ns_max; /* from submission to the first synthesis */
    bool killed;
    uint64_t events;
} sl_sim_result;

SL_NODISCARD sluice_status sl_sim_run_profile(const sl_sim_profile *profile, const sl_sim_options *options,
                                              sl_sim_result *out, sluice_error *err);

/* What a search for broken invariants found. */
typedef struct sl_sim_fuzz {
    uint64_t schedules, events;
    uint64_t jobs, delivered, faults, cancelled;
    bool is_broken;
    uint64_t seed;          /* BROKEN: of the schedule, as given to sl_sim_fuzz_profile */
    sl_sim_profile profile; /* the smallest profile found that still breaks, with the seed in it */
    char what[sizeof((sluice_error){0}).text];
} sl_sim_fuzz;

/* The profile that a seed stands for. */
void sl_sim_fuzz_profile(sl_sim_profile *out, uint64_t seed, sl_permit permit);
/*
 * Runs schedules_n random profiles, from `seed` on, with all invariants checked at every step; stops at the first that
 * breaks one, and makes it smaller. Progress may be NULL; false from it stops.
 */
SL_NODISCARD sluice_status sl_sim_fuzz_run(uint64_t schedules_n, uint64_t seed, sl_permit permit,
                                           bool (*progress)(void *data, uint64_t done, uint64_t total), void *data,
                                           sl_sim_fuzz *out, sluice_error *err);
/* Writes a profile as JSON that sl_sim_profile_read takes. */
void sl_sim_profile_write(sl_json *json, const sl_sim_profile *profile);

const char *sl_permit_name(sl_permit permit);
bool sl_permit_find(const char *name, sl_permit *out);

#endif
