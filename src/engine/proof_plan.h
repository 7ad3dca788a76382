// SPDX-License-Identifier: MIT OR Apache-2.0
/* The plan of a proof within what the process may take. */
#ifndef SL_ENGINE_PROOF_PLAN_H
#define SL_ENGINE_PROOF_PLAN_H

#include "engine/engine_input.h"
#include "engine/engine_key.h"
#include "proof/groth16/prover.h"

/* As sluice_prove_plan, with the prover's part of it. `more_bytes`: what will be allocated before the work begins. */
SL_NODISCARD sluice_status sl_engine_plan(const sluice_input *input, const sluice_key *key, size_t more_bytes,
                                          sluice_plan *out, sl_prove_plan *work, sluice_error *err);

#endif
