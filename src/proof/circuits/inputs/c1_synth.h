// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A C1 without sealing (spec 8.5): the sector holds zeros, columns that no challenge hits are pseudorandom, labels of
 * challenged nodes are true, and the trees are sparse. It passes sl_c1_check, its circuits are satisfied, and a proof
 * of it is accepted by the network's verifier for its comm_r, which no replica stands behind.
 *
 * Everything follows from the order: the same order gives the same bytes.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_C1_SYNTH_H
#define SL_PROOF_CIRCUITS_INPUTS_C1_SYNTH_H

#include "proof/circuits/inputs/c1.h"

typedef struct sl_c1_order {
    uint64_t sector_bytes;
    sl_seal_variant variant; /* V1 or V1_1 */
    uint64_t miner, sector, seed;
} sl_c1_order;

/*
 * SLUICE_E_USAGE for synthetic and non-interactive variants, whose challenges follow from comm_r and so from
 * themselves. About 2 s and 16 MB for 32 GiB on two cores.
 */
SL_NODISCARD sluice_status sl_c1_synth(sl_c1 **out, const sl_c1_order *order, sl_pool *pool, sluice_error *err);

#endif
