// SPDX-License-Identifier: MIT OR Apache-2.0
/* The inside of sluice_key, and how the engine hears what groth16 does. */
#ifndef SL_ENGINE_ENGINE_KEY_H
#define SL_ENGINE_ENGINE_KEY_H

#include <sluice/params.h>

#include "engine/engine_circuit.h"
#include "engine/report.h"
#include "proof/groth16/made_key.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/setup_secrets.h"

struct sluice_key {
    sluice_context *context;
    sluice_circuit *circuit; /* borrowed; NULL if the key was opened without one */
    sl_params params;
    sl_made_key *made; /* a key without a file; else NULL */
};

/* Passes stages to a report (may be NULL) and progress to the caller of the library. */
typedef struct sl_engine_observer {
    const sluice_context *context;
    sluice_report *report;
    unsigned partition;
    double told_s; /* when progress was last passed on */
} sl_engine_observer;

sl_observer sl_engine_observer_make(sl_engine_observer *data);

/*
 * A test key of a circuit without a file, for a flow (sl_engine_target_add) on devices whose module makes its points;
 * nothing else can be done with it. Secrets: those of sluice_key_generate, but they must be given.
 */
SL_NODISCARD sluice_status sl_engine_key_make(sluice_circuit *circuit, sluice_key **out,
                                              const sluice_key_secrets *secrets, bool is_folded, sluice_error *err);
/*
 * Whether such a key will do: proofs and points are the module's, whose device fails or does it, without a processor in
 * reserve.
 */
SL_NODISCARD sluice_status sl_engine_keys_need_no_file(const sluice_context *context, bool *out, sluice_error *err);

/* Whether there are secrets (NULL: none), and these; wipe them with sl_setup_secrets_wipe. */
bool sl_engine_secrets_given(const sluice_key_secrets *secrets);
SL_NODISCARD sluice_status sl_engine_secrets_read(sl_setup_secrets *out, const sluice_key_secrets *secrets,
                                                  sluice_error *err);

#endif
