// SPDX-License-Identifier: MIT OR Apache-2.0
/* The inside of sluice_key, and how the engine hears what groth16 does. */
#ifndef SL_ENGINE_ENGINE_KEY_H
#define SL_ENGINE_ENGINE_KEY_H

#include <sluice/params.h>

#include "engine/engine_circuit.h"
#include "engine/report.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/setup_secrets.h"

struct sluice_key {
    sluice_context *context;
    sluice_circuit *circuit; /* borrowed; NULL if the key was opened without one */
    sl_params params;
};

/* Passes stages to a report (may be NULL) and progress to the caller of the library. */
typedef struct sl_engine_observer {
    const sluice_context *context;
    sluice_report *report;
    unsigned partition;
    double told_s; /* when progress was last passed on */
} sl_engine_observer;

sl_observer sl_engine_observer_make(sl_engine_observer *data);

/* Whether there are secrets (NULL: none), and these; wipe them with sl_setup_secrets_wipe. */
bool sl_engine_secrets_given(const sluice_key_secrets *secrets);
SL_NODISCARD sluice_status sl_engine_secrets_read(sl_setup_secrets *out, const sluice_key_secrets *secrets,
                                                  sluice_error *err);

#endif
