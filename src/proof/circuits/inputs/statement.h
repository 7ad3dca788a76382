// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What a proof states, and the public inputs of its partitions that follow (spec 4.4, 5.1, 5.2). Public inputs are
 * field elements without ONE, in the circuit's order. Any thread.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_STATEMENT_H
#define SL_PROOF_CIRCUITS_INPUTS_STATEMENT_H

#include "proof/circuits/inputs/seal_proof.h"

/* Kind "winning", "window", "update" or "update-poseidon". SLUICE_E_UNKNOWN for a size that no such circuit has. */
SL_NODISCARD sluice_status sl_vanilla_circuit(sl_circuit *out, const char *kind, uint64_t sector_bytes,
                                              sluice_error *err);

typedef struct sl_seal_statement {
    sl_seal_proof proof;
    uint8_t replica_id[32], comm_d[32], comm_r[32], seed[32];
} sl_seal_statement;

/* SLUICE_E_INPUT, with the field's name, for commitments that are zero or not canonical, and for a zero seed. */
SL_NODISCARD sluice_status sl_seal_statement_check(const sl_seal_statement *seal, sluice_error *err);

typedef struct sl_post_public_sector {
    uint64_t number;
    sl_fr comm_r;
} sl_post_public_sector;

typedef struct sl_post_statement {
    sl_circuit circuit; /* winning or window */
    sl_api_version api;
    uint8_t randomness[32], prover_id[32];
    size_t sectors_n;
    const sl_post_public_sector *sectors; /* in the order of the proof: increasing numbers */
} sl_post_statement;

/* Sectors of a window are split in groups of circuit.sectors; winning has one sector and one partition. */
size_t sl_post_partitions_n(const sl_post_statement *post);
/*
 * Which sector stands at place i < circuit.sectors of partition k: the last partition is filled up with its last
 * sector, and the 66 places of winning hold the same one.
 */
size_t sl_post_sector_at(const sl_post_statement *post, size_t k, unsigned i);
/* The most challenges of a sector: winning PoSt has its sector in 66 places with one each. */
#define SL_POST_CHALLENGES_MAX 66
/* Challenged leaf n of that place, n < circuit.challenges. */
uint64_t sl_post_challenge_at(const sl_post_statement *post, size_t k, unsigned i, unsigned n);

/* Sectors [*first, *end) of a partition, or of all for only == -1; SLUICE_E_USAGE if there is no such partition. */
SL_NODISCARD sluice_status sl_post_range(const sl_post_statement *post, int only, size_t *first, size_t *end,
                                         sluice_error *err);
/* The place of the sector with this number among `sectors`. */
bool sl_post_sector_find(const sl_post_statement *post, uint64_t number, size_t *out);

/*
 * SLUICE_E_INPUT, with the field's name: randomness, prover_id not canonical, no sector, two in a winning proof,
 * sectors repeated or in another order.
 */
SL_NODISCARD sluice_status sl_post_statement_check(const sl_post_statement *post, sluice_error *err);

typedef struct sl_update_statement {
    sl_circuit circuit;  /* update, of either TreeD */
    unsigned h_position; /* below SL_UPDATE_HS: which value h has (sl_update_h) */
    sl_fr comm_r_old, comm_d_new, comm_r_new;
} sl_update_statement;

/* The first position that has this h: SLUICE_E_INPUT if the circuit knows no such h. h = 0: the reference's default. */
SL_NODISCARD sluice_status sl_update_h_position(unsigned *out, const sl_circuit *circuit, uint64_t h,
                                                sluice_error *err);
/* The nodes that partition k is asked for: circuit.challenges of them, below circuit.tree.leaves. */
void sl_update_nodes(const sl_update_statement *update, unsigned k, uint64_t *out);
/* The factor of a node's new data: new replica = old replica + data * rho. */
void sl_update_rho(const sl_update_statement *update, uint64_t node, sl_fr *out);

/* Numbers of public inputs of a partition, and they themselves; k is below the number of partitions. */
size_t sl_seal_publics_n(const sl_seal_statement *seal);
void sl_seal_publics(const sl_seal_statement *seal, unsigned k, sl_fr *out);
size_t sl_post_publics_n(const sl_post_statement *post);
void sl_post_publics(const sl_post_statement *post, size_t k, sl_fr *out);
size_t sl_update_publics_n(const sl_update_statement *update);
void sl_update_publics(const sl_update_statement *update, unsigned k, sl_fr *out);

#endif
