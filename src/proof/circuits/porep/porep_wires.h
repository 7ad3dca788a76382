// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The Poseidon wires of one challenge of a PoRep partition: fifteen columns and sixteen paths, side by side
 * (path_wires.h). The labels that the last of them depend on are hashed natively for that.
 */
#ifndef SL_PROOF_CIRCUITS_POREP_POREP_WIRES_H
#define SL_PROOF_CIRCUITS_POREP_POREP_WIRES_H

#include "math/kernels/kernels.h"
#include "proof/circuits/partition_input.h"

enum {
    SL_POREP_PARENTS = 14, /* 6 DRG parents, then 8 expander parents */
    SL_POREP_OWN = 14,     /* the challenged node's column, and the path of its hash */
    SL_POREP_REPLICA = 15, /* the path of the encoded node */
    SL_POREP_PATHS = 16,
};

typedef struct sl_porep_wires {
    const sl_kernels *kernels;
    const sl_circuit *circuit;
    const sl_porep_partition *partition;
    sl_fr *columns[SL_POREP_PATHS - 1];
    sl_fr *paths[SL_POREP_PATHS];
    sl_buf storage;
} sl_porep_wires;

SL_NODISCARD sluice_status sl_porep_wires_open(sl_porep_wires *out, const sl_kernels *kernels,
                                               const sl_circuit *circuit, const sl_porep_partition *partition,
                                               sluice_error *err);
void sl_porep_wires_close(sl_porep_wires *wires);

/* Makes the wires of challenge i in place of those before. */
void sl_porep_wires_make(sl_porep_wires *wires, unsigned i);

#endif
