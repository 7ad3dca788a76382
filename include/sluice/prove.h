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
    uint64_t peak_bytes; /* largest sum of live large buffers during the stage */
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
    uint64_t planned_bytes;  /* large buffers, as planned before the work began */
    bool verified;
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
} sluice_prove_options;

SLUICE_API void sluice_prove_options_init(sluice_prove_options *options);

/*
 * Proves all partitions of an input (or one). *proof is a new array of *proof_bytes = 192 * partitions bytes, freed by
 * the caller with free(). `report` may be NULL.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_prove(sluice_input *input, sluice_key *key,
                                                       const sluice_prove_options *options, uint8_t **proof,
                                                       size_t *proof_bytes, sluice_report **report, sluice_error *err);

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
