// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The Poseidon wires of the replica paths of some challenges of an update, and of its data paths if TreeD is a Poseidon
 * tree, side by side (path_wires.h). Positions are those that the circuit computes, not those of the input.
 */
#ifndef SL_PROOF_CIRCUITS_UPDATE_UPDATE_WIRES_H
#define SL_PROOF_CIRCUITS_UPDATE_UPDATE_WIRES_H

#include "math/kernels/kernels.h"
#include "proof/circuits/partition_input.h"

enum {
    SL_UPDATE_AT_ONCE = 8, /* challenges */
    SL_UPDATE_OLD = 0,
    SL_UPDATE_NEW = 1,
    SL_UPDATE_DATA = 2, /* with a Poseidon TreeD */
    SL_UPDATE_TREES = 3,
};

typedef struct sl_update_wires {
    const sl_kernels *kernels;
    const sl_circuit *circuit;
    const sl_update_partition *partition;
    unsigned trees_n; /* paths of a challenge that are hashed with Poseidon */
    size_t path_n;    /* elements of the wires of one path */
    sl_buf storage;
} sl_update_wires;

SL_NODISCARD sluice_status sl_update_wires_open(sl_update_wires *out, const sl_kernels *kernels,
                                                const sl_circuit *circuit, const sl_update_partition *partition,
                                                sluice_error *err);
void sl_update_wires_close(sl_update_wires *wires);

/*
 * Makes the wires of n <= SL_UPDATE_AT_ONCE challenges from `first` on in place of those before. nodes: the challenged
 * ones; phi: the hash of comm_d_new and comm_r_old.
 */
void sl_update_wires_make(sl_update_wires *wires, unsigned first, unsigned n, const uint64_t *nodes, const sl_fr *phi);
/* Those of one of its trees for the i-th of these challenges. NULL for wires == NULL. */
const sl_fr *sl_update_path_wires(const sl_update_wires *wires, unsigned i, unsigned tree);

#endif
