// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vanilla proofs of a sector update without a sector. Challenges follow from comm_r_new, so the trees must be whole:
 * they are repeating ones (repeating_tree.h), of old replica, data and, with a region for each value of the encoding's
 * factor, new replica. The proofs pass sl_update_check, and their circuits are satisfied, also those with a Poseidon
 * TreeD, of which the reference makes none.
 *
 * Everything follows from circuit and seed. Threads: one at a time.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_UPDATE_SYNTH_H
#define SL_PROOF_CIRCUITS_INPUTS_UPDATE_SYNTH_H

#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "math/kernels/kernels.h"
#include "proof/circuits/inputs/statement.h"

typedef struct sl_update_synth sl_update_synth;

/* Of the default h. For 32 GiB about a core-second and 15 MB. */
SL_NODISCARD sluice_status sl_update_synth_open(sl_update_synth **out, const sl_circuit *circuit, uint64_t seed,
                                                const sl_kernels *kernels, sl_pool *pool, sluice_error *err);
void sl_update_synth_close(sl_update_synth *synth); /* NULL is accepted */

const sl_update_statement *sl_update_synth_statement(const sl_update_synth *synth);
/* The blob of partition k < circuit.partitions. */
SL_NODISCARD sluice_status sl_update_synth_partition(const sl_update_synth *synth, unsigned k, sl_buf *blob,
                                                     sluice_error *err);

#endif
