// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/porep/publics.h"

#include <string.h>

#include "proof/circuits/inputs/challenges.h"
#include "proof/circuits/inputs/graph.h"

enum {
    HEADER_INPUTS_N = 3,
    CHALLENGE_INPUTS_N = 4 + SL_PARENTS_N, /* the challenge four times, the parents once each */
    CHALLENGES_MAX = 256,
};

size_t sl_porep_public_inputs_n(const sl_circuit *circuit) {
    return HEADER_INPUTS_N + (size_t)CHALLENGE_INPUTS_N * circuit->challenges;
}

static sluice_status read_element(sl_fr *out, const uint8_t bytes[32], const char *name, sluice_error *err) {
    if (!sl_fr_from_bytes(out, bytes)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a field element, found an integer not below r", name);
    }
    return SLUICE_OK;
}

static void put_u64(sl_fr *out, uint64_t value) {
    const uint64_t limbs[4] = {value};
    sl_fr_from_limbs(out, limbs);
}

/* TreeD path, parents, the node of the labels, TreeR path, own column's path. */
static void put_challenge(sl_fr out[CHALLENGE_INPUTS_N], const sl_graph *graph, uint64_t challenge) {
    uint64_t parents[SL_PARENTS_N];
    sl_graph_parents(graph, challenge, parents);
    put_u64(out++, challenge);
    for (size_t i = 0; i < SL_PARENTS_N; i++) {
        put_u64(out++, parents[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        put_u64(out++, challenge);
    }
}

sluice_status sl_porep_public_inputs(sl_fr *out, const sl_porep_statement *statement, unsigned partition,
                                     sluice_error *err) {
    const sl_circuit *circuit = statement->circuit;
    SL_ASSERT(circuit->kind == SL_CIRCUIT_POREP && circuit->challenges <= CHALLENGES_MAX);
    sl_fr header[HEADER_INPUTS_N];
    SL_TRY(read_element(&header[0], statement->replica_id, "replica_id", err));
    SL_TRY(read_element(&header[1], statement->comm_d, "comm_d", err));
    SL_TRY(read_element(&header[2], statement->comm_r, "comm_r", err));
    memcpy(out, header, sizeof header);

    sl_porep_challenge_seed seed = {.feature = circuit->feature, .nodes = circuit->tree.leaves};
    memcpy(seed.replica_id, statement->replica_id, sizeof seed.replica_id);
    memcpy(seed.comm_r, statement->comm_r, sizeof seed.comm_r);
    memcpy(seed.seed, statement->seed, sizeof seed.seed);
    uint64_t challenges[CHALLENGES_MAX];
    sl_porep_challenges(challenges, circuit->challenges, &seed, partition);

    sl_graph graph;
    sl_graph_init(&graph, circuit->tree.leaves, statement->porep_id, statement->api);
    for (size_t i = 0; i < circuit->challenges; i++) {
        put_challenge(out + HEADER_INPUTS_N + i * CHALLENGE_INPUTS_N, &graph, challenges[i]);
    }
    return SLUICE_OK;
}
