// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vanilla proofs of winning and window PoSt over sectors that do not exist (spec 8.5). Challenges follow from the
 * randomness and the sectors' numbers, so each sector's replica is a sparse tree (sparse_tree.h) of its challenged
 * leaves. The proofs pass sl_post_check, and their circuits are satisfied.
 *
 * Everything follows from the order: the same order gives the same bytes. Sectors are made one by one.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_POST_SYNTH_H
#define SL_PROOF_CIRCUITS_INPUTS_POST_SYNTH_H

#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "proof/circuits/inputs/statement.h"

typedef struct sl_post_order {
    sl_circuit circuit; /* winning or window */
    sl_api_version api;
    uint64_t miner, seed;
    uint64_t first_sector; /* its number; the others' follow */
    size_t sectors_n;
} sl_post_order;

/*
 * The statement, without comm_r, which follow when their sectors are made. `sectors` has room for order->sectors_n and
 * must outlive the statement. Errors are those of sl_post_statement_check; SLUICE_E_USAGE for numbers above 2^64 - 1.
 */
SL_NODISCARD sluice_status sl_post_synth_begin(sl_post_statement *out, sl_post_public_sector *sectors,
                                               const sl_post_order *order, sluice_error *err);
/* The blob of sector i, and its comm_r into sectors[i]. */
SL_NODISCARD sluice_status sl_post_synth_sector(const sl_post_statement *statement, sl_post_public_sector *sectors,
                                                uint64_t seed, size_t i, sl_pool *pool, sl_buf *blob,
                                                sluice_error *err);

#endif
