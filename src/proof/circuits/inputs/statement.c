// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/statement.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/challenges.h"
#include "proof/circuits/inputs/graph.h"
#include "proof/circuits/inputs/merkle_path.h"

/* Public inputs of a partition before those of its challenges (spec 4.4). */
#define SEAL_HEAD_N 3
#define CHALLENGES_MAX 18

enum {
    UPDATE_H_DEFAULT = 10,    /* of sizes that have more than one */
    UPDATE_DIGEST_BITS = 254, /* of a digest, those that challenges are cut from */
};

sluice_status sl_vanilla_circuit(sl_circuit *out, const char *kind, uint64_t sector_bytes, sluice_error *err) {
    sl_seal_proof known;
    SL_TRY(sl_seal_proof_of(&known, sector_bytes, SL_SEAL_V1, err)); // is it the size of a sector?
    char name[48];
    (void)snprintf(name, sizeof name, "%.15s-%s", kind, sl_sector_name_of(known.sector_bytes));
    return sl_circuit_by_name(out, name, err);
}

static sluice_status canonical(const uint8_t bytes[32], const char *name, sluice_error *err) {
    sl_fr ignored;
    return sl_fr_from_bytes(&ignored, bytes)
               ? SLUICE_OK
               : SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a value below the field's modulus, found %s", name,
                         sl_bytes32_hex(bytes).text);
}

static sluice_status nonzero(const uint8_t bytes[32], const char *name, sluice_error *err) {
    static const uint8_t zero[32];
    return memcmp(bytes, zero, 32) != 0
               ? SLUICE_OK
               : SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a nonzero value, found zero", name);
}

sluice_status sl_seal_statement_check(const sl_seal_statement *seal, sluice_error *err) {
    SL_TRY(nonzero(seal->comm_r, "comm_r", err));
    SL_TRY(nonzero(seal->comm_d, "comm_d", err));
    SL_TRY(nonzero(seal->seed, "seed", err));
    SL_TRY(canonical(seal->comm_r, "comm_r", err));
    SL_TRY(canonical(seal->comm_d, "comm_d", err));
    return canonical(seal->replica_id, "replica_id", err);
}

size_t sl_seal_publics_n(const sl_seal_statement *seal) {
    return sl_circuit_inputs_n(&seal->proof.circuit) - 1;
}

void sl_seal_publics(const sl_seal_statement *seal, unsigned k, sl_fr *out) {
    const sl_circuit *const circuit = &seal->proof.circuit;
    sl_porep_challenge_seed source = {.feature = circuit->feature, .nodes = circuit->tree.leaves};
    memcpy(source.replica_id, seal->replica_id, 32);
    memcpy(source.comm_r, seal->comm_r, 32);
    memcpy(source.seed, seal->seed, 32);
    uint64_t challenges[CHALLENGES_MAX], parents[SL_PARENTS_N];
    SL_ASSERT(circuit->challenges <= CHALLENGES_MAX);
    sl_porep_challenges(challenges, circuit->challenges, &source, k);
    sl_graph graph;
    sl_graph_init(&graph, circuit->tree.leaves, seal->proof.porep_id, sl_seal_variant_api(seal->proof.variant));

    const bool are_canonical = sl_fr_from_bytes(&out[0], seal->replica_id) && sl_fr_from_bytes(&out[1], seal->comm_d) &&
                               sl_fr_from_bytes(&out[2], seal->comm_r);
    SL_ASSERT(are_canonical); // sl_seal_statement_check
    sl_fr *next = out + SEAL_HEAD_N;
    for (unsigned i = 0; i < circuit->challenges; i++) {
        const sl_fr challenge = sl_fr_from_u64(challenges[i]);
        sl_graph_parents(&graph, challenges[i], parents);
        *next++ = challenge; // TreeD
        for (unsigned m = 0; m < SL_PARENTS_N; m++) {
            *next++ = sl_fr_from_u64(parents[m]);
        }
        *next++ = challenge; // the number in the labels, the replica's path, the column's path
        *next++ = challenge;
        *next++ = challenge;
    }
}

sluice_status sl_post_statement_check(const sl_post_statement *post, sluice_error *err) {
    SL_TRY(canonical(post->randomness, "randomness", err));
    SL_TRY(canonical(post->prover_id, "prover_id", err));
    if (post->sectors_n == 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "sectors: expected at least 1, found none");
    }
    if (post->circuit.kind == SL_CIRCUIT_WINNING) {
        if (post->sectors_n != 1) {
            return SL_FAIL(err, SLUICE_E_INPUT, "sectors: expected 1 in a winning PoSt, found %zu", post->sectors_n);
        }
        // With the numbering of 1.2.0 the reference's own prover and verifier disagree.
        if (post->api == SL_API_V1_2) {
            return SL_FAIL(err, SLUICE_E_INPUT, "api_version: expected 1.0.0 or 1.1.0 in a winning PoSt, found 1.2.0");
        }
    }
    // The verifier takes them in this order, whatever order they were given in.
    for (size_t i = 1; i < post->sectors_n; i++) {
        if (post->sectors[i].number <= post->sectors[i - 1].number) {
            return SL_FAIL(err, SLUICE_E_INPUT,
                           "sectors[%zu]: expected a sector number above %" PRIu64 ", the one before, found %" PRIu64,
                           i, post->sectors[i - 1].number, post->sectors[i].number);
        }
    }
    return SLUICE_OK;
}

size_t sl_post_partitions_n(const sl_post_statement *post) {
    if (post->circuit.kind == SL_CIRCUIT_WINNING) {
        return 1;
    }
    return (post->sectors_n - 1) / post->circuit.sectors + 1;
}

size_t sl_post_sector_at(const sl_post_statement *post, size_t k, unsigned i) {
    if (post->circuit.kind == SL_CIRCUIT_WINNING) {
        return 0;
    }
    const size_t sector = k * post->circuit.sectors + i;
    return sector < post->sectors_n ? sector : post->sectors_n - 1;
}

uint64_t sl_post_challenge_at(const sl_post_statement *post, size_t k, unsigned i, unsigned n) {
    const size_t sector = sl_post_sector_at(post, k, i);
    // Winning: challenge i of the one sector. Window: a place that is filled up has the challenges of its sector.
    const uint64_t index = post->circuit.kind == SL_CIRCUIT_WINNING
                               ? i
                               : sl_post_challenge_index(post->api, sector, post->circuit.challenges, n);
    return sl_post_challenge(post->randomness, post->sectors[sector].number, index, post->circuit.tree.leaves);
}

sluice_status sl_post_range(const sl_post_statement *post, int only, size_t *first, size_t *end, sluice_error *err) {
    const size_t partitions_n = sl_post_partitions_n(post);
    if (only < -1 || (only >= 0 && (size_t)only >= partitions_n)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "partition %d: there are %zu, from 0", only, partitions_n);
    }
    *first = only < 0 ? 0 : (size_t)only * post->circuit.sectors;
    *end = only < 0 || (size_t)only + 1 == partitions_n ? post->sectors_n : *first + post->circuit.sectors;
    return SLUICE_OK;
}

bool sl_post_sector_find(const sl_post_statement *post, uint64_t number, size_t *out) {
    size_t low = 0, high = post->sectors_n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (post->sectors[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out = low;
    return low < post->sectors_n && post->sectors[low].number == number;
}

size_t sl_post_publics_n(const sl_post_statement *post) {
    return sl_circuit_inputs_n(&post->circuit) - 1;
}

void sl_post_publics(const sl_post_statement *post, size_t k, sl_fr *out) {
    for (unsigned i = 0; i < post->circuit.sectors; i++) {
        *out++ = post->sectors[sl_post_sector_at(post, k, i)].comm_r;
        for (unsigned n = 0; n < post->circuit.challenges; n++) {
            *out++ = sl_fr_from_u64(sl_post_challenge_at(post, k, i, n));
        }
    }
}

/* The hash of sector updates (Hg of spec 0.2). */
static void update_hash(sl_fr *out, const sl_fr *a, const sl_fr *b) {
    const sl_fr pair[2] = {*a, *b};
    const sl_fr tag = sl_poseidon_update_tag();
    sl_poseidon_hash_tag(sl_poseidon_get(2), out, &tag, pair);
}

static unsigned node_bits(const sl_circuit *circuit) {
    return (unsigned)__builtin_ctzll(circuit->tree.leaves);
}

static unsigned partition_bits(const sl_circuit *circuit) {
    return (unsigned)__builtin_ctz(circuit->partitions);
}

sluice_status sl_update_h_position(unsigned *out, const sl_circuit *circuit, uint64_t h, sluice_error *err) {
    const unsigned first = sl_update_h(circuit, 0), last = sl_update_h(circuit, SL_UPDATE_HS - 1);
    if (h == 0) {
        h = first == last ? first : UPDATE_H_DEFAULT;
    }
    if (h < first || h > last) {
        return SL_FAIL(err, SLUICE_E_INPUT, "h: expected %u to %u for %s, found %" PRIu64, first, last, circuit->name,
                       h);
    }
    *out = (unsigned)(h - first);
    return SLUICE_OK;
}

void sl_update_nodes(const sl_update_statement *update, unsigned k, uint64_t *out) {
    const sl_circuit *const circuit = &update->circuit;
    const unsigned own_bits = node_bits(circuit) - partition_bits(circuit);
    const unsigned per_digest = UPDATE_DIGEST_BITS / own_bits;
    const unsigned digests_n = (circuit->challenges + per_digest - 1) / per_digest;
    for (unsigned j = 0; j < digests_n; j++) {
        const sl_fr number = sl_fr_from_u64((uint64_t)digests_n * k + j);
        sl_fr digest;
        uint64_t limbs[4];
        update_hash(&digest, &update->comm_r_new, &number);
        sl_fr_to_limbs(limbs, &digest);
        for (unsigned i = 0; i < per_digest && j * per_digest + i < circuit->challenges; i++) {
            uint64_t node = (uint64_t)k << own_bits;
            for (unsigned b = 0; b < own_bits; b++) {
                const unsigned at = i * own_bits + b;
                node |= (limbs[at / 64] >> (at % 64) & 1) << b;
            }
            out[j * per_digest + i] = node;
        }
    }
}

void sl_update_rho(const sl_update_statement *update, uint64_t node, sl_fr *out) {
    const unsigned h = sl_update_h(&update->circuit, update->h_position);
    const sl_fr high = sl_fr_from_u64(node >> (node_bits(&update->circuit) - h));
    sl_fr phi;
    update_hash(&phi, &update->comm_d_new, &update->comm_r_old);
    update_hash(out, &phi, &high);
}

size_t sl_update_publics_n(const sl_update_statement *update) {
    return sl_circuit_inputs_n(&update->circuit) - 1;
}

void sl_update_publics(const sl_update_statement *update, unsigned k, sl_fr *out) {
    out[0] = sl_fr_from_u64(k | UINT64_C(1) << (update->h_position + partition_bits(&update->circuit)));
    out[1] = update->comm_r_old;
    out[2] = update->comm_d_new;
    out[3] = update->comm_r_new;
}
