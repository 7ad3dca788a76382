// SPDX-License-Identifier: MIT OR Apache-2.0
/* The inside of sluice_circuit: the description, and the structure once something needs it. */
#ifndef SL_ENGINE_ENGINE_CIRCUIT_H
#define SL_ENGINE_ENGINE_CIRCUIT_H

#include <sluice/circuit.h>

#include "engine/engine_context.h"
#include "proof/circuits/circuits.h"
#include "proof/groth16/params_file.h"
#include "proof/r1cs/r1cs.h"

struct sluice_circuit {
    sluice_context *context;
    sl_circuit spec;
    sl_r1cs *shape; /* NULL until sl_engine_circuit_shape */
    sl_r1cs_label label;
    sl_density density;
    sl_key_layout layout; /* of the circuit's key */
};

/* Builds structure, densities and key layout on first use. */
SL_NODISCARD sluice_status sl_engine_circuit_shape(sluice_circuit *circuit, sluice_error *err);

#endif
