// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/key_name.h"

#include <stdio.h>
#include <string.h>

#include "math/hash/sha256.h"

enum { IDENTIFIER_BYTES = 512 };

/* The text whose hash names a PoRep key; `tree` is the name of the tree shape. */
static int porep_identifier(char out[IDENTIFIER_BYTES], const sl_circuit *circuit, const char *tree) {
    return snprintf(
        out, IDENTIFIER_BYTES,
        "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{expansion_degree: 8 base_graph: "
        "drgraph::BucketGraph{size: %llu; degree: 6; hasher: poseidon_hasher} }, challenges: "
        "LayerChallenges { layers: %u, max_count: %u }, tree: %s }",
        (unsigned long long)circuit->tree.leaves, circuit->layers, circuit->challenges, tree);
}

static int post_identifier(char out[IDENTIFIER_BYTES], const sl_circuit *circuit) {
    return snprintf(out, IDENTIFIER_BYTES,
                    "FallbackPoSt::PublicParams{sector_size: %llu, challenge_count: %u, sector_count: %u}",
                    (unsigned long long)circuit->sector_bytes, circuit->challenges, circuit->sectors);
}

static int update_identifier(char out[IDENTIFIER_BYTES], const sl_circuit *circuit) {
    return snprintf(out, IDENTIFIER_BYTES, "empty_sector_update::PublicParams{ sector_nodes: %llu }",
                    (unsigned long long)circuit->tree.leaves);
}

sluice_status sl_key_name(char out[SL_KEY_NAME_BYTES], const sl_circuit *circuit, sluice_error *err) {
    char tree[48], identifier[IDENTIFIER_BYTES];
    (void)snprintf(tree, sizeof tree, "merkletree-poseidon_hasher-%u-%u-%u", circuit->tree.base, circuit->tree.sub,
                   circuit->tree.top);
    const char *prefix = "", *suffix = "";
    int n = 0;
    switch (circuit->kind) {
    case SL_CIRCUIT_POREP:
        prefix = "stacked-proof-of-replication-";
        suffix = "-sha256_hasher";
        n = porep_identifier(identifier, circuit, tree);
        break;
    case SL_CIRCUIT_WINNING:
    case SL_CIRCUIT_WINDOW:
    case SL_CIRCUIT_POST_TEST:
        prefix = "proof-of-spacetime-fallback-";
        n = post_identifier(identifier, circuit);
        break;
    case SL_CIRCUIT_UPDATE:
        prefix = "empty-sector-update-";
        n = update_identifier(identifier, circuit);
        break;
    case SL_CIRCUIT_UPDATE_POSEIDON:
        prefix = "empty-sector-update-poseidon-";
        n = update_identifier(identifier, circuit);
        break;
    case SL_CIRCUIT_GADGET_SHA256:
    case SL_CIRCUIT_GADGET_POSEIDON:
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: a gadget has no key file", circuit->name);
    }
    SL_ASSERT(n > 0 && n < IDENTIFIER_BYTES);
    uint8_t digest[SL_SHA256_BYTES];
    sl_sha256_digest(digest, identifier, (size_t)n);
    n = snprintf(out, SL_KEY_NAME_BYTES, "v28-%s%s%s-", prefix, tree, suffix);
    for (size_t i = 0; i < sizeof digest; i++) {
        n += snprintf(out + n, SL_KEY_NAME_BYTES - (size_t)n, "%02x", digest[i]);
    }
    SL_ASSERT(n < SL_KEY_NAME_BYTES);
    return SLUICE_OK;
}
