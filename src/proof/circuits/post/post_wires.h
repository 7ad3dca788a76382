// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The Poseidon wires of a PoSt partition, some sectors' roots and some paths at a time, side by side (path_wires.h).
 */
#ifndef SL_PROOF_CIRCUITS_POST_POST_WIRES_H
#define SL_PROOF_CIRCUITS_POST_POST_WIRES_H

#include "math/kernels/kernels.h"
#include "proof/circuits/partition_input.h"

typedef struct sl_post_wires {
    const sl_kernels *kernels;
    const sl_circuit *circuit;
    const sl_post_partition *partition;
    size_t root_n, path_n; /* elements of the wires of one root and of one path */
    sl_fr *roots, *paths;  /* of the sectors and paths made last */
    sl_buf storage;
} sl_post_wires;

SL_NODISCARD sluice_status sl_post_wires_open(sl_post_wires *out, const sl_kernels *kernels, const sl_circuit *circuit,
                                              const sl_post_partition *partition, sluice_error *err);
void sl_post_wires_close(sl_post_wires *wires);

/*
 * The wires of a sector's comm_r, and of one of its paths. Sectors and paths are asked for in order, from the first
 * on; a result is valid until the next call. NULL for wires == NULL.
 */
const sl_fr *sl_post_root_wires(sl_post_wires *wires, size_t sector);
const sl_fr *sl_post_path_wires(sl_post_wires *wires, size_t sector, size_t challenge);

#endif
