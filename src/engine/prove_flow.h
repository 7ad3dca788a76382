// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The partitions of one proof on devices: a flow of their own, in which witnesses, rows, devices and checks overlap.
 * Each partition is a job, so that it can be kept as soon as it is there. One thread.
 */
#ifndef SL_ENGINE_PROVE_FLOW_H
#define SL_ENGINE_PROVE_FLOW_H

#include "engine/engine_devices.h"
#include "engine/engine_input.h"
#include "engine/engine_key.h"

typedef struct sl_prove_flow sl_prove_flow;

/* How a proof goes about it; borrowed until the close. */
typedef struct sl_prove_flow_options {
    const sluice_input *input;
    const sluice_key *key;
    const sl_fr *r, *s; /* both NULL: random */
    const char *scratch_folder;
    bool skip_row_check;
    unsigned partitions_n; /* of the input; more than any number submitted */
} sl_prove_flow_options;

SL_NODISCARD sluice_status sl_prove_flow_open(sl_prove_flow **out, const sl_prove_flow_options *options,
                                              sluice_error *err);
/* Partition k begins as soon as there is room. */
SL_NODISCARD sluice_status sl_prove_flow_submit(sl_prove_flow *flow, unsigned k, sluice_error *err);
/*
 * Waits for its proof, verified, for at most wait_s; *is_over says if it is there. note[0] is then 0 unless something
 * failed on the way. An error: there will be none.
 */
SL_NODISCARD sluice_status sl_prove_flow_look(sl_prove_flow *flow, unsigned k, double wait_s, bool *is_over,
                                              uint8_t proof[SLUICE_PROOF_BYTES], char note[256], sluice_error *err);
/* What has not ended is given up. Tells the report (or NULL) what happened when. Accepts NULL. */
void sl_prove_flow_close(sl_prove_flow *flow, sluice_report *report);

/*
 * What it takes of a budget beside what is live now: the process and what all partitions share, with one witness; a
 * partition's start beyond that; and as many partitions as there may be at a time.
 */
typedef struct sl_prove_flow_bytes {
    uint64_t base, one, most;
} sl_prove_flow_bytes;
void sl_prove_flow_plan(sl_prove_flow_bytes *out, const sluice_input *input, const sluice_key *key,
                        const sl_engine_backend *backend, const sl_prove_plan *plan, uint64_t witness_bytes);

#endif
