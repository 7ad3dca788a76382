// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The graph of StackedDRG (spec 4.8): the 14 parents of a node, which are public inputs of a PoRep.
 * Any thread; a graph is constant once made and needs no release. Nothing here can fail.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_GRAPH_H
#define SL_PROOF_CIRCUITS_INPUTS_GRAPH_H

#include "proof/circuits/inputs/seal_proof.h"

#define SL_DRG_PARENTS_N 6
#define SL_EXP_PARENTS_N 8
#define SL_PARENTS_N (SL_DRG_PARENTS_N + SL_EXP_PARENTS_N)

typedef struct sl_graph {
    uint64_t nodes;
    bool is_v1_0; /* parents in the order, and with the truncation, of API version 1.0.0 (spec 4.9) */
    uint8_t drg_seed[28];
    uint64_t feistel_keys[3];
    unsigned feistel_half_bits;
} sl_graph;

/* 2 <= nodes <= 2^32. */
void sl_graph_init(sl_graph *out, uint64_t nodes, const uint8_t porep_id[32], sl_api_version api);

/*
 * The parents of node < graph->nodes: first the DRG parents, in the same layer, then the expander's, in the layer
 * below.
 */
void sl_graph_parents(const sl_graph *graph, uint64_t node, uint64_t out[SL_PARENTS_N]);

#endif
