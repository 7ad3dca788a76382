// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A circuit that is quickly proven, for benches and tests of the flow: rounds of eight bits and a multiplication each,
 * so it has bit and field wires in the proportions of real ones turned towards small. A case is a seed; each of its
 * partitions has public inputs of its own.
 */
#ifndef SL_ENGINE_FLOW_TOY_H
#define SL_ENGINE_FLOW_TOY_H

#include "engine/flow/flow.h"

#define SL_TOY_ROWS_LOG2_MIN 4
#define SL_TOY_ROWS_LOG2_MAX 24
#define SL_TOY_PUBLICS_N 2

typedef struct sl_toy {
    unsigned rows_log2; /* the domain is 2^rows_log2 */
    char key_path[SL_PATH_BYTES];
} sl_toy;

/* Makes a test key at key_path unless there is a file. The toy must outlive targets made from it. */
SL_NODISCARD sluice_status sl_toy_open(sl_toy *out, unsigned rows_log2, const char *key_path, const sl_kernels *kernels,
                                       sl_pool *pool, sluice_error *err);
SL_NODISCARD sluice_status sl_toy_shape(const sl_toy *toy, sl_r1cs **out, sluice_error *err);
/* The witness of partition k of the case `seed`, and its public inputs. */
SL_NODISCARD sluice_status sl_toy_witness(const sl_toy *toy, uint64_t seed, unsigned k, const sl_r1cs *r1cs,
                                          sl_witness *out, sluice_error *err);
void sl_toy_publics(const sl_toy *toy, uint64_t seed, unsigned k, sl_fr out[SL_TOY_PUBLICS_N]);

sl_flow_target sl_toy_target(sl_toy *toy);
/* A source of partitions_n partitions; owns a little memory until it is released. */
SL_NODISCARD sluice_status sl_toy_source(const sl_toy *toy, uint64_t seed, unsigned partitions_n, sl_flow_source *out,
                                         sluice_error *err);

#endif
