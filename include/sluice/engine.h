// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The engine: many proofs at once within one memory budget. Jobs are submitted, proven a partition at a time through
 * synthesis, devices, finish and check, and awaited. Whatever is short makes jobs wait, never fail: memory is reserved
 * before it is used, and a job that could never fit is refused at once.
 *
 * No proof is given away that has not been verified. One that fails is computed again, on the same device and then on
 * another; a device that keeps failing gets no more work.
 *
 * Threads: any, unlike other handles. The context must outlive the engine.
 */
#ifndef SLUICE_ENGINE_H
#define SLUICE_ENGINE_H

#include <sluice/input.h>
#include <sluice/params.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_engine sluice_engine;

/* Something happened: the names are those of the event log (docs/internals/engine.md). Texts live for the call. */
typedef struct sluice_engine_event {
    const char *name;
    double at_s;                    /* since the engine was opened */
    uint64_t job;                   /* 0: of no job */
    int partition, attempt, device; /* -1: of none */
    double took_s;                  /* of the step that ended; 0: none did */
    const char *text;               /* NULL: nothing more to say */
} sluice_engine_event;

typedef struct sluice_engine_options {
    size_t struct_size;         /* set by sluice_engine_options_init */
    unsigned workers;           /* partitions in synthesis at a time; 0: 2 */
    unsigned devices;           /* as the context's backend says: of the module (0: all), or CPU devices (0: 1) */
    unsigned jobs_in_flight;    /* jobs whose partitions are under way; 0: as many as fit */
    unsigned jobs_max;          /* accepted and not ended; 0: 1024 */
    unsigned results_max;       /* ended jobs that are remembered, of 4096 partitions in all; 0: 256 */
    uint64_t budget_bytes;      /* of the process; 0: what control group and machine allow, read again while it runs */
    uint64_t reserve_bytes;     /* of the budget, for critical jobs alone: else they wait for memory like others */
    const char *scratch_folder; /* for proofs that need a temporary file; NULL: TMPDIR, else /var/tmp */
    const char *log_path;       /* one JSON object a line for each event; NULL: none */
    /* Told of every event on threads of the engine: must be short and must not call the library. */
    void (*event)(void *data, const sluice_engine_event *event);
    void *event_data;
} sluice_engine_options;

SLUICE_API void sluice_engine_options_init(sluice_engine_options *options);

/* options may be NULL. E_BUDGET: the budget is smaller than what the engine itself needs; the text says how much. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_engine_open(sluice_context *context, sluice_engine **out,
                                                             const sluice_engine_options *options, sluice_error *err);
/* Cancels what has not ended and waits for it. */
SLUICE_API void sluice_engine_close(sluice_engine *engine);
/* Waits until every job has ended. */
SLUICE_API void sluice_engine_drain(sluice_engine *engine);

typedef enum sluice_priority {
    SLUICE_CRITICAL, /* before all others, which stand still meanwhile, with a reserve of memory: winning PoSt */
    SLUICE_HIGH,     /* window PoSt */
    SLUICE_NORMAL,
    SLUICE_LOW,     /* when nothing else is there; does not starve */
    SLUICE_BY_KIND, /* the default: winning PoSt CRITICAL, window PoSt HIGH, PoRep NORMAL, sector updates LOW */
} sluice_priority;

typedef struct sluice_job_options {
    size_t struct_size; /* set by sluice_job_options_init */
    int partition;      /* -1: all */
    sluice_priority priority;
    double deadline_s; /* from now: then the job is given up; 0: none */
    /*
     * A name of the caller's own, key_bytes long, or NULL. The same name for the same input, key and partitions is the
     * same job, running or ended; for anything else it is E_MISMATCH, as long as the job is remembered.
     */
    const void *key;
    size_t key_bytes;
    const uint8_t *rs; /* tests: as in sluice_prove_options */
} sluice_job_options;

#define SLUICE_JOB_KEY_BYTES_MAX 65536

SLUICE_API void sluice_job_options_init(sluice_job_options *options);

/*
 * Input and its context must stay open and unused by others until the job has ended; the key may be closed: the engine
 * opens the file by itself, and finds it changed (E_MISMATCH) if it is not the same any more. options may be NULL.
 *
 * E_BUDGET: can never fit, with what would be needed. E_BUSY: the queue is full, or jobs with as many different keys as
 * an engine knows are running; try again later.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_engine_submit(sluice_engine *engine, sluice_input *input,
                                                               sluice_key *key, const sluice_job_options *options,
                                                               uint64_t *job, sluice_error *err);

typedef enum sluice_job_state {
    SLUICE_JOB_WAITING,
    SLUICE_JOB_RUNNING,
    SLUICE_JOB_DELIVERED,
    SLUICE_JOB_FAILED,
    SLUICE_JOB_CANCELLED,
    SLUICE_JOB_EXPIRED,
} sluice_job_state;

typedef struct sluice_job_progress {
    sluice_job_state state;
    sluice_priority priority; /* never SLUICE_BY_KIND */
    unsigned partitions;
    unsigned waiting, synthesis, ready, on_device, finishing, finished; /* partitions, while the job runs */
    unsigned attempts;     /* of the partition that took the most; 1: nothing failed */
    unsigned failed_steps; /* of all partitions */
    unsigned rejected;     /* proofs that did not verify and were computed again */
    double since_submit_s; /* waiting included; stands still when the job has ended */
    double run_s;          /* waiting not included */
    sluice_error error;    /* of a job that failed, was cancelled or expired */
    char diagnosis[160];   /* what the sums of two runs said of a fault; "" if there was none */
} sluice_job_progress;

/*
 * Waits until the job has ended, at most timeout_s (0: looks; negative: for ever). SLUICE_OK whatever became of it.
 * E_UNKNOWN: no such job, or it is not remembered any more. *proof (may be NULL) becomes the proof of a delivered job,
 * 192 bytes a partition, which the caller frees; else NULL.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_engine_await(sluice_engine *engine, uint64_t job, double timeout_s,
                                                              sluice_job_progress *out, uint8_t **proof,
                                                              size_t *proof_bytes, sluice_error *err);
/* In any state; the memory is given back. Nothing changes for a job that has ended. E_UNKNOWN as above. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_engine_cancel(sluice_engine *engine, uint64_t job, sluice_error *err);
/* Another ceiling (0: what control group and machine allow). What is under way drains; nothing is killed. */
SLUICE_API void sluice_engine_budget_set(sluice_engine *engine, uint64_t bytes);

/* What there was and is of one class of buffers in one stage of their life. Names are static. */
typedef struct sluice_memory_cell {
    const char *class_name, *stage_name;
    uint64_t count, bytes;           /* now */
    uint64_t peak_count, peak_bytes; /* at most at a time */
    uint64_t born;                   /* ever */
    double dwell_s, dwell_max_s;     /* of a partition's buffers of this class here: mean and longest */
} sluice_memory_cell;

#define SLUICE_MEMORY_CELLS_MAX 96

typedef struct sluice_engine_snapshot {
    uint64_t budget_bytes, reserved_bytes, live_bytes, rss_bytes, baseline_bytes;
    uint64_t peak_live_bytes, peak_reserved_bytes;
    uint64_t overruns; /* allocations beyond a plan: always 0, or a plan is wrong */
    unsigned jobs_waiting, jobs_running, devices, devices_usable;
    uint64_t jobs_ended, failed_steps, rejected;
    size_t cells_n;
    sluice_memory_cell cells[SLUICE_MEMORY_CELLS_MAX]; /* those that were ever used */
} sluice_engine_snapshot;

/* One consistent moment. */
SLUICE_API void sluice_engine_snapshot_get(sluice_engine *engine, sluice_engine_snapshot *out);

#ifdef __cplusplus
}
#endif
#endif
