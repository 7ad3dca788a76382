// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Labels and columns of StackedDRG, natively (spec 4.5).
 * Any thread; nothing here can fail.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_LABELS_H
#define SL_PROOF_CIRCUITS_INPUTS_LABELS_H

#include "math/field/fr.h"

/* Slots for parents in the preimage of a label. */
#define SL_LABEL_PARENTS_N 37

/*
 * Which parent stands in slot i < 37 of a label of `layer`, counted from 1: of the 6 DRG parents in layer 1, else of
 * 14.
 */
SL_INLINE unsigned sl_label_parent_at(uint32_t layer, unsigned i) {
    return i % (layer == 1 ? 6 : 14);
}

/*
 * The label of a node: 32 bytes, little-endian, below 2^254. `parents` are labels of the parents in the graph's
 * order: the 6 DRG parents in this layer and, unless it is layer 1, the 8 expander parents in the layer below. Node 0
 * has none (NULL).
 */
void sl_porep_label(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                    const uint8_t (*parents)[32]);

/* As the circuit computes it: node 0 is no exception there. */
void sl_porep_label_of(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                       const uint8_t (*parents)[32]);

/* The hash of a column, layer 1 first. Columns have 2 or 11 layers. */
void sl_porep_column_hash(sl_fr *out, const sl_fr *rows, unsigned layers);

#endif
