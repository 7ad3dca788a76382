// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Witnesses and proofs. Every proof is verified before it is returned: one that fails its own check is
 * SLUICE_E_SELF_CHECK, never bytes.
 */
#ifndef SLUICE_PROVE_H
#define SLUICE_PROVE_H

#include <sluice/input.h>
#include <sluice/params.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What happened when: one stage of one partition. Times are seconds since the call began. */
typedef struct sluice_stage {
    char name[24];
    unsigned partition;
    unsigned lane; /* stages of one name share a lane; lanes are numbered as the names first appear */
    double start_s, end_s;
    uint64_t peak_bytes;    /* largest sum of live large buffers during the stage */
    uint64_t planned_bytes; /* of the process, as sluice_plan says; 0: not planned */
} sluice_stage;

/* Memory at one moment. */
typedef struct sluice_sample {
    double at_s;
    uint64_t live_bytes; /* large buffers */
    uint64_t rss_bytes;  /* anonymous and shared resident memory of the process */
} sluice_sample;

typedef struct sluice_report sluice_report;
SLUICE_API void sluice_report_close(sluice_report *report);

typedef struct sluice_report_totals {
    char circuit[48], kernel[16], backend[16];
    unsigned partitions;
    double wall_s, cpu_s;
    uint64_t peak_rss_bytes; /* VmHWM */
    uint64_t planned_bytes;  /* as in sluice_plan, here and below */
    uint64_t budget_bytes, least_bytes, scratch_bytes;
    double key_wait_s; /* that the threads stood because the key had not been read yet */
    bool verified;
    unsigned resumed; /* partitions that an earlier call had finished */
    size_t stages_n, samples_n;
} sluice_report_totals;
SLUICE_API void sluice_report_totals_get(const sluice_report *report, sluice_report_totals *out);
SLUICE_API void sluice_report_stage_get(const sluice_report *report, size_t i, sluice_stage *out);
SLUICE_API void sluice_report_sample_get(const sluice_report *report, size_t i, sluice_sample *out);
/* The picture: stages over time above, memory over time below. As an SVG file, and as text (caller frees *out). */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_report_svg(const sluice_report *report, const char *path,
                                                            sluice_error *err);
SLUICE_API SLUICE_NODISCARD sluice_status sluice_report_text(const sluice_report *report, char **out,
                                                             sluice_error *err);

typedef struct sluice_prove_options {
    size_t struct_size;  /* set by sluice_prove_options_init */
    int partition;       /* -1: all */
    const uint8_t *rs;   /* tests: 64 bytes r | s, little-endian, for every partition; NULL: random */
    bool skip_row_check; /* tests: leaves an unsatisfied witness to the checks of the quotient and of the proof */
    /*
     * Folder for the temporary file of a plan that has one; NULL: the environment's TMPDIR, then /var/tmp. A folder in
     * memory (tmpfs) is refused.
     */
    const char *scratch_folder;
    /*
     * NULL, or a folder that is made if it is not there: each finished partition's proof is kept in it, and found there
     * by a later call for the same input, circuit, key and r and s. See sluice_resume_remove.
     */
    const char *resume_folder;
    void (*note)(void *data, const char *text); /* NULL, or told what the caller should know: damaged files */
    void *note_data;
} sluice_prove_options;

SLUICE_API void sluice_prove_options_init(sluice_prove_options *options);

/* How a proof will go about its work, and what the process will take: anonymous and shared resident memory. */
#define SLUICE_PLAN_PHASES_MAX 8
typedef struct sluice_plan {
    uint64_t budget_bytes;     /* the least of option, control group, address space and available memory; 0: none */
    const char *budget_reason; /* which of them it is; static */
    uint64_t planned_bytes;    /* at most, in the largest phase */
    uint64_t least_bytes;      /* the least budget that can */
    uint64_t base_bytes;       /* of all phases: the process, its circuit, key, input and witness */
    unsigned threads;
    uint64_t scratch_bytes; /* of a temporary file; 0: the vectors of the quotient are in memory */
    uint64_t block_bytes;   /* of each vector, in memory at a time */
    uint64_t piece_bytes;   /* of the key, read at a time */
    size_t phases_n;
    struct {
        char name[24];
        uint64_t bytes; /* base_bytes included */
    } phases[SLUICE_PLAN_PHASES_MAX];
} sluice_plan;

/*
 * The plan that sluice_prove would follow if it were called now. SLUICE_E_BUDGET, with the least that can in the text,
 * if there is none.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_prove_plan(const sluice_input *input, const sluice_key *key,
                                                            sluice_plan *out, sluice_error *err);

/*
 * Proves all partitions of an input (or one). *proof is a new array of *proof_bytes = 192 * partitions bytes, freed by
 * the caller with free(). `report` may be NULL.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_prove(sluice_input *input, sluice_key *key,
                                                       const sluice_prove_options *options, uint8_t **proof,
                                                       size_t *proof_bytes, sluice_report **report, sluice_error *err);

/*
 * Removes what sluice_prove left in options->resume_folder for these partitions, and the folder if it is empty then: to
 * be called when the proof has been written.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_resume_remove(const sluice_input *input,
                                                               const sluice_prove_options *options, sluice_error *err);

/*
 * The witness of one partition: SHA-256 over all values, inputs (ONE first) then aux, 32 bytes little-endian each; with
 * `path` not NULL these bytes are written there, too.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_witness_digest(sluice_input *input, unsigned partition,
                                                                const char *path, uint8_t out[32], uint64_t *values_n,
                                                                sluice_error *err);

/*
 * Evaluates every row on the witness of one partition. SLUICE_E_UNSATISFIED names the first row that does not hold,
 * with its scope path.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_witness_check(sluice_input *input, unsigned partition,
                                                               sluice_error *err);

#ifdef __cplusplus
}
#endif
#endif
