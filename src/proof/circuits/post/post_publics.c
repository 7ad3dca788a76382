// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/post/post_publics.h"

#include <string.h>

#include "proof/circuits/inputs/challenges.h"

/* WinningPoSt's circuit has one sector many times, each with one of its challenges. */
static bool is_winning(const sl_circuit *circuit) {
    return circuit->kind == SL_CIRCUIT_WINNING;
}

size_t sl_post_partitions_n(const sl_post_statement *statement) {
    const size_t per_partition = is_winning(statement->circuit) ? 1 : statement->circuit->sectors;
    return (statement->sectors_n + per_partition - 1) / per_partition;
}

size_t sl_post_public_inputs_n(const sl_circuit *circuit) {
    return (size_t)circuit->sectors * (1 + circuit->challenges);
}

static void put_leaf(sl_fr *out, const sl_post_statement *statement, uint64_t sector, uint64_t index) {
    const uint64_t limbs[4] = {
        sl_post_challenge(statement->randomness, sector, index, statement->circuit->tree.leaves)};
    sl_fr_from_limbs(out, limbs);
}

static sluice_status read_comm_r(sl_fr *out, const sl_post_statement *statement, size_t i, sluice_error *err) {
    if (!sl_fr_from_bytes(out, statement->sectors[i].comm_r)) {
        return SL_FAIL(err, SLUICE_E_INPUT,
                       "%s: sector %zu: comm_r: expected a field element, found an integer not below r",
                       statement->circuit->name, i);
    }
    return SLUICE_OK;
}

sluice_status sl_post_public_inputs(sl_fr *out, const sl_post_statement *statement, size_t partition,
                                    sluice_error *err) {
    const sl_circuit *circuit = statement->circuit;
    const bool winning = is_winning(circuit);
    if (statement->sectors_n == 0 || (winning && statement->sectors_n != 1)) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected %s, found %zu sectors", circuit->name,
                       winning ? "one sector" : "sectors", statement->sectors_n);
    }
    if (partition >= sl_post_partitions_n(statement)) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: %zu sectors have %zu partitions: no partition %zu", circuit->name,
                       statement->sectors_n, sl_post_partitions_n(statement), partition);
    }
    for (size_t i = 0; i < statement->sectors_n; i++) {
        sl_fr comm_r;
        SL_TRY(read_comm_r(&comm_r, statement, i, err));
    }
    const size_t first = winning ? 0 : partition * circuit->sectors;
    for (size_t i = 0; i < circuit->sectors; i++) {
        const size_t k = winning ? 0 : first + i;
        if (k >= statement->sectors_n) { /* padding: as the sector before */
            const size_t sector_inputs_n = 1 + circuit->challenges;
            memcpy(out, out - sector_inputs_n, sector_inputs_n * sizeof *out);
            out += sector_inputs_n;
            continue;
        }
        const sl_post_public_sector *sector = &statement->sectors[k];
        SL_TRY(read_comm_r(out++, statement, k, err));
        for (unsigned n = 0; n < circuit->challenges; n++) {
            put_leaf(out++, statement, sector->sector,
                     winning ? i : sl_post_challenge_index(statement->api, k, circuit->challenges, n));
        }
    }
    return SLUICE_OK;
}
