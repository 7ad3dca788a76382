// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/graph.h"

#include "math/hash/blake2b.h"
#include "math/hash/bytes.h"
#include "math/hash/chacha.h"
#include "math/hash/sha256.h"

enum { SAMPLED_N = SL_DRG_PARENTS_N - 1 };

static void tagged_digest(uint8_t out[32], const char *tag, const uint8_t porep_id[32]) {
    sl_sha256 ctx;
    sl_sha256_init(&ctx);
    sl_sha256_update(&ctx, tag, strlen(tag));
    sl_sha256_update(&ctx, porep_id, 32);
    sl_sha256_final(&ctx, out);
}

/* Least k with 2^k >= v, v >= 2. */
static unsigned log2_ceil(uint64_t v) {
    return 64 - (unsigned)__builtin_clzll(v - 1);
}

void sl_graph_init(sl_graph *out, uint64_t nodes, const uint8_t porep_id[32], sl_api_version api) {
    SL_ASSERT(nodes >= 2 && nodes <= UINT64_C(1) << 32);
    uint8_t digest[32];
    out->nodes = nodes;
    out->is_v1_0 = api == SL_API_V1_0;
    tagged_digest(digest, "Filecoin_DRSample", porep_id);
    memcpy(out->drg_seed, digest, sizeof out->drg_seed);
    tagged_digest(digest, "Filecoin_Feistel", porep_id);
    for (int i = 0; i < 3; i++) {
        out->feistel_keys[i] = sl_load64_le(digest + 8 * i);
    }
    /* The permutation works on two halves of equal width: the least power of 4 that is not below its domain. */
    out->feistel_half_bits = (log2_ceil(nodes * SL_EXP_PARENTS_N) + 1) / 2;
}

/*
 * Bucket sampling. Each sampled parent lies at a distance, counted in fifths of a node, from a range chosen among
 * [2^(k-1), 2^k]; so near nodes are as likely in total as far ones.
 */
static void drg_parents(const sl_graph *graph, uint64_t node, uint64_t out[SL_DRG_PARENTS_N]) {
    if (node < 2) {
        memset(out, 0, SL_DRG_PARENTS_N * sizeof *out);
        return;
    }
    uint8_t key[SL_CHACHA_KEY_BYTES];
    memcpy(key, graph->drg_seed, sizeof graph->drg_seed);
    sl_store32_le(key + sizeof graph->drg_seed, (uint32_t)node);
    sl_chacha rng;
    sl_chacha8_init(&rng, key);

    const uint64_t meta = node * SAMPLED_N;
    const unsigned buckets = log2_ceil(meta);
    uint64_t *sampled = graph->is_v1_0 ? out : out + 1;
    for (int i = 0; i < SAMPLED_N; i++) {
        const uint64_t bucket_end = UINT64_C(1) << (sl_chacha_next_u64(&rng) % buckets + 1);
        const uint64_t largest = bucket_end < meta ? bucket_end : meta;
        const uint64_t smallest = largest / 2 > 2 ? largest / 2 : 2;
        const uint64_t distance = smallest + sl_chacha_next_u64(&rng) % (largest - smallest + 1);
        const uint64_t parent = (meta - distance) / SAMPLED_N;
        sampled[i] = parent == node ? node - 1 : parent;
    }
    out[graph->is_v1_0 ? SAMPLED_N : 0] = node - 1;
}

/* First 8 bytes, big-endian, of BLAKE2b-512(right | key). */
static uint64_t feistel_round(uint64_t right, uint64_t key) {
    uint8_t message[16], digest[SL_BLAKE2B_MAX_BYTES];
    sl_store64_be(message, right);
    sl_store64_be(message + 8, key);
    sl_blake2b_512(digest, message, sizeof message);
    return sl_load64_be(digest);
}

/* A permutation of 0 .. 8 nodes - 1, by walking the cycle of one on a power of 4 until it is back inside. */
static uint64_t feistel_permute(const sl_graph *graph, uint64_t index) {
    const unsigned bits = graph->feistel_half_bits;
    const uint64_t mask = (UINT64_C(1) << bits) - 1, domain = graph->nodes * SL_EXP_PARENTS_N;
    do {
        uint64_t left = index >> bits, right = index & mask;
        for (int i = 0; i < 3; i++) {
            const uint64_t mixed = left ^ (feistel_round(right, graph->feistel_keys[i]) & mask);
            left = right;
            right = mixed;
        }
        index = left << bits | right;
    } while (index >= domain);
    return index;
}

static void expander_parents(const sl_graph *graph, uint64_t node, uint64_t out[SL_EXP_PARENTS_N]) {
    for (unsigned i = 0; i < SL_EXP_PARENTS_N; i++) {
        const uint64_t place = feistel_permute(graph, node * SL_EXP_PARENTS_N + i);
        /* Version 1.0.0 cuts the place itself to 32 bits, which loses bits of 32 GiB and larger sectors. */
        out[i] = (graph->is_v1_0 ? (uint32_t)place : place) / SL_EXP_PARENTS_N;
    }
}

void sl_graph_parents(const sl_graph *graph, uint64_t node, uint64_t out[SL_PARENTS_N]) {
    SL_ASSERT(node < graph->nodes);
    drg_parents(graph, node, out);
    expander_parents(graph, node, out + SL_DRG_PARENTS_N);
}
