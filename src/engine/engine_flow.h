// SPDX-License-Identifier: MIT OR Apache-2.0
/* How Filecoin's inputs and keys enter the flow: an input becomes a source, a key a target. */
#ifndef SL_ENGINE_ENGINE_FLOW_H
#define SL_ENGINE_ENGINE_FLOW_H

#include "engine/engine_input.h"
#include "engine/engine_key.h"
#include "engine/flow/flow.h"

/*
 * The key must have been opened for a circuit. What the target needs is copied: it opens the file by its path, and
 * builds the circuit, whenever it is loaded, and refuses a file that is not the same any more (SLUICE_E_MISMATCH). A
 * key without a file (sl_engine_key_make) and its circuit are borrowed until the flow is closed.
 */
SL_NODISCARD sluice_status sl_engine_target_add(sl_flow *flow, const sluice_key *key, uint32_t *out, sluice_error *err);

/* Partitions first .. first + partitions_n - 1 of an input that can prove, which is borrowed until the release. */
SL_NODISCARD sluice_status sl_engine_source_make(sl_flow_source *out, const sluice_input *input, unsigned first,
                                                 unsigned partitions_n, sluice_error *err);

#endif
