// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Which nodes a proof is about: challenges of PoRep (spec 4.7) and of PoSt (spec 5.1).
 * Any thread; nothing here can fail.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_CHALLENGES_H
#define SL_PROOF_CIRCUITS_INPUTS_CHALLENGES_H

#include "proof/circuits/inputs/seal_proof.h"

/* What the challenges of a sector follow from. comm_r counts unless interactive, seed unless non-interactive. */
typedef struct sl_porep_challenge_seed {
    sl_porep_feature feature;
    uint64_t nodes; /* 2 to 2^32 */
    uint8_t replica_id[32], comm_r[32], seed[32];
} sl_porep_challenge_seed;

/* The challenges_n challenges of one partition, each in 1 .. nodes - 1; they may repeat. */
void sl_porep_challenges(uint64_t *out, unsigned challenges_n, const sl_porep_challenge_seed *seed, unsigned partition);

/* The challenged leaf, below `nodes`, for a challenge index (below). */
uint64_t sl_post_challenge(const uint8_t randomness[32], uint64_t sector, uint64_t index, uint64_t nodes);

/*
 * Challenge index of challenge n of the sector_index-th sector of a proof, counted through all partitions and with
 * challenges_n challenges a sector: API version 1.2.0 does not count the sectors before it.
 */
uint64_t sl_post_challenge_index(sl_api_version api, uint64_t sector_index, unsigned challenges_n, unsigned n);

#endif
