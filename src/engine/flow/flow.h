// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The pipeline: many partitions of many jobs on their way through synthesis, devices, finish, check and delivery, at
 * the same time and within one budget. It does what the scheduler says (engine/sched) and tells it what happened; it
 * has no policy of its own. What it knows of circuits is a target (structure and key) and a source (witnesses of one
 * case).
 *
 * While a step of a CRITICAL partition waits for its thread or runs, the steps of all others stand still at their next
 * sl_gate_pass. CRITICAL has a worker, a start on each device and a finisher of its own, beyond the configured ones.
 *
 * No proof is given away that has not been verified with the job's public inputs, which come from the source's public
 * part, never from a witness.
 *
 * Threads: any, except that callbacks must not call back. Names of jobs are never used twice.
 */
#ifndef SL_ENGINE_FLOW_FLOW_H
#define SL_ENGINE_FLOW_FLOW_H

#include "engine/flow/device.h"
#include "engine/flow/trace.h"
#include "engine/sched/sched.h"

typedef struct sl_flow sl_flow;

/* A circuit with its key, in memory. */
typedef struct sl_loaded {
    const sl_r1cs *r1cs;
    const sl_params *params;
    void *handle; /* the target's own */
} sl_loaded;

/* How to get it there, and away again. Called by one thread at a time. */
typedef struct sl_flow_target {
    char name[96]; /* targets of one name are one, shared by all jobs; people are told what is before the first space */
    sluice_status (*load)(void *data, sl_loaded *out, sluice_error *err);
    void (*unload)(void *data, sl_loaded *loaded);
    void (*release)(void *data); /* of the target itself; may be NULL */
    void *data;
} sl_flow_target;

/* One case: what its partitions' witnesses are made from, and what they prove. */
typedef struct sl_flow_source {
    unsigned partitions_n;
    size_t publics_n; /* of a partition, ONE not included */
    /* Any thread, several at a time for different partitions. */
    sluice_status (*synthesize)(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *err);
    void (*publics)(void *data, unsigned k, sl_fr *out); /* called at submit alone */
    void (*release)(void *data);                         /* once, when the job has ended; may be NULL */
    void *data;
} sl_flow_source;

typedef struct sl_flow_config {
    unsigned workers_n;        /* pw: partitions in synthesis at a time; 0: 2 */
    unsigned jobs_in_flight;   /* j; 0: no bound */
    unsigned slots_n;          /* starts at a time on one device; 0: 2 */
    unsigned finishers_n;      /* 0: 1 */
    unsigned handover_n;       /* 0: 1 */
    double hold_s;             /* that steps of CRITICAL hold up all others at a stretch (core/par/gate.h); 0: 10 */
    unsigned jobs_max;         /* accepted and not ended; 0: 1024 */
    unsigned partitions_max;   /* of all of them; 0: 4096 */
    unsigned results_max;      /* ended jobs that are remembered, of partitions_max partitions in all; 0: 256 */
    unsigned quarantine_after; /* 0: 3 */
    uint64_t budget_bytes;     /* 0: what the machine and the control group allow */
    uint64_t reserve_bytes;    /* of the budget, kept for CRITICAL */
    const char *root;          /* before the paths of /proc and /sys, for tests; NULL: "" */
    const sl_kernels *kernels;
    size_t device_threads_n; /* of every device */
    sl_device *devices[SL_MEM_DEVICES_MAX];
    unsigned devices_n;         /* at least 1; closed with the flow, but not if the open fails */
    unsigned standby_n;         /* of these, the last ones, fewer than all: get work when all others are lost */
    const char *scratch_folder; /* for plans with a temporary file; NULL: the environment's TMPDIR, else /var/tmp */
    const char *log_path;       /* one JSON object a line for each event; NULL: none. Ends when it cannot be written */
    unsigned trace_ms;          /* between samples of memory; 0: no trace */
    /* Told of every event, under the lock of the flow: short, and no calls back. */
    void (*watch)(void *data, const sl_flow_event *event);
    void *watch_data;
} sl_flow_config;

/* Pages that buffers of a partition are rounded up to, and what synthesis needs beside the witness. */
#define SL_FLOW_SLACK_BYTES ((uint64_t)256 << 10)
/*
 * What a flow takes of a budget before any circuit or proof, beside buffers that are live now. Looks at all of the
 * config but its devices, which need not be open.
 */
uint64_t sl_flow_least_bytes(const sl_flow_config *config);
SL_NODISCARD sluice_status sl_flow_open(sl_flow **out, const sl_flow_config *config, sluice_error *err);
/* Cancels what has not ended and waits for it. Accepts NULL. */
void sl_flow_close(sl_flow *flow);
/* Waits until every job has ended. */
void sl_flow_drain(sl_flow *flow);

/*
 * Makes a target known, once: an equal name gives the same number. It is loaded for that, so that its bytes are known.
 * 64 are known at a time; for another, the one without jobs that was asked for longest ago is forgotten. E_BUSY:
 * all have jobs. `target` is moved, whatever the result.
 */
SL_NODISCARD sluice_status sl_flow_target_add(sl_flow *flow, const sl_flow_target *target, uint32_t *out,
                                              sluice_error *err);

typedef struct sl_flow_spec {
    uint32_t target;
    sl_flow_source source;
    sl_priority priority;
    double deadline_s;        /* from now; 0: none */
    const sl_fr *r, *s;       /* both NULL: random; tests only */
    bool skip_row_check;      /* tests only */
    unsigned first_partition; /* what messages call the first one */
    /*
     * A name that the caller gives the job, and a digest of what it is to prove: the same name and digest again is the
     * same job, running or ended; with another digest it is a conflict. has_key false: a new job in any case.
     */
    bool has_key;
    uint8_t key[32], payload[32];
    /* The proofs, all verified, once; instead of keeping them for await. On a thread of its own. May be NULL. */
    void (*deliver)(void *data, uint64_t job, const uint8_t *proofs, size_t bytes);
    void *deliver_data;
} sl_flow_spec;

/*
 * E_BUDGET: can never fit; the text says what would be needed. E_BUSY: the queue is full, or the target was forgotten.
 * E_MISMATCH: the key is used for another payload. E_DEVICE: no device is left. The source is moved, whatever the
 * result.
 */
SL_NODISCARD sluice_status sl_flow_submit(sl_flow *flow, const sl_flow_spec *spec, uint64_t *job, sluice_error *err);

typedef enum sl_job_state {
    SL_JOB_WAITING,
    SL_JOB_RUNNING,
    SL_JOB_DELIVERED,
    SL_JOB_FAILED,
    SL_JOB_CANCELLED,
    SL_JOB_EXPIRED,
} sl_job_state;

typedef struct sl_job_report {
    sl_job_state state;
    sl_priority priority;
    unsigned partitions_n;
    unsigned parts[SL_PART_STATES_N]; /* partitions by state, while it runs */
    unsigned attempts;                /* of the partition that took the most, 1: nothing failed */
    unsigned failures, rejected;      /* steps that failed; proofs that did not verify */
    double since_submit_s, run_s;     /* waiting included, or not */
    uint8_t *proofs;                  /* SL_PROOF_BYTES a partition; NULL unless delivered without a deliver function */
    size_t proofs_bytes;
    sluice_error error;  /* of a job that failed, was cancelled or expired */
    char diagnosis[160]; /* what the sums of two runs said; "" if nothing failed */
} sl_job_report;

/*
 * Waits until the job has ended, at most timeout_s (negative: for ever). SLUICE_OK whatever became of it, also if it
 * has not ended yet. E_UNKNOWN: there is no such job, or its result is not remembered any more. report->proofs is a
 * copy that the caller frees; NULL if there is none.
 */
SL_NODISCARD sluice_status sl_flow_await(sl_flow *flow, uint64_t job, double timeout_s, sl_job_report *report,
                                         sluice_error *err);
/* Works in every state; of an ended job nothing changes. E_UNKNOWN as above. */
SL_NODISCARD sluice_status sl_flow_cancel(sl_flow *flow, uint64_t job, sluice_error *err);

typedef struct sl_flow_state {
    sl_sched_state sched;
    sl_ledger_state ledger;
    uint64_t rss_bytes, baseline_bytes;
    uint32_t jobs_done;
    uint32_t waiting_max; /* most partitions that were ready and had no place in the hand-over */
    uint64_t rejected, failures;
    sluice_error log_error; /* of the line with which the event log ends; SLUICE_OK: it goes on */
} sl_flow_state;
void sl_flow_state_get(sl_flow *flow, sl_flow_state *out);

/* Lower or higher from now on; work that is under way drains. 0: what machine and control group allow. */
void sl_flow_budget_set(sl_flow *flow, uint64_t bytes);
/* A device has vanished (its calls fail from now on), or may be used again after loss or quarantine. */
void sl_flow_device_lost(sl_flow *flow, unsigned device);
void sl_flow_device_back(sl_flow *flow, unsigned device);
/* What was recorded; lives as long as the flow, and its tables must not be read while jobs run. NULL without trace_ms.
 */
sl_trace *sl_flow_trace(const sl_flow *flow);

#endif
