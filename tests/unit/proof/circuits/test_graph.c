// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/graph.h"

#include "math/hash/bytes.h"
#include "math/hash/sha256.h"
#include "proof/circuits/inputs/labels.h"
#include "unit/proof/circuits/case_files.h"

static sl_graph graph_of(uint64_t nodes, uint8_t registered, sl_api_version api) {
    const uint8_t porep_id[32] = {registered};
    sl_graph graph;
    sl_graph_init(&graph, nodes, porep_id, api);
    return graph;
}

/* Check values of section 4.8 of the specification. */
SL_TEST(specification_values) {
    static const struct {
        uint64_t nodes;
        uint8_t registered;
        uint64_t node, parents[SL_PARENTS_N];
    } given[] = {
        {64, 5, 63, {62, 15, 42, 62, 61, 62, 0, 15, 30, 30, 28, 42, 49, 38}},
        {64, 5, 28, {27, 17, 7, 1, 27, 27, 27, 9, 10, 16, 28, 52, 46, 54}},
        {UINT64_C(1) << 30,
         8,
         499046160,
         {499046159, 499045438, 498651706, 499045496, 499046157, 499042472, 1010227056, 200813413, 864190811, 410849878,
          386607397, 305364580, 274428033, 824871935}},
    };
    for (size_t i = 0; i < SL_ARRAY_N(given); i++) {
        const sl_graph graph = graph_of(given[i].nodes, given[i].registered, SL_API_V1_1);
        uint64_t parents[SL_PARENTS_N];
        sl_graph_parents(&graph, given[i].node, parents);
        for (int j = 0; j < SL_PARENTS_N; j++) {
            SL_CHECK_EQ_U64(parents[j], given[i].parents[j]);
        }
    }
}

/* SHA-256 of all parents, u32 little-endian, node by node: the parent cache file of the reference. */
static void check_cache(uint64_t nodes, uint8_t registered, sl_api_version api, const char *want_hex) {
    const sl_graph graph = graph_of(nodes, registered, api);
    sl_sha256 ctx;
    sl_sha256_init(&ctx);
    for (uint64_t node = 0; node < nodes; node++) {
        uint64_t parents[SL_PARENTS_N];
        uint8_t row[4 * SL_PARENTS_N];
        sl_graph_parents(&graph, node, parents);
        for (int i = 0; i < SL_PARENTS_N; i++) {
            sl_store32_le(row + 4 * i, (uint32_t)parents[i]);
        }
        sl_sha256_update(&ctx, row, sizeof row);
    }
    uint8_t got[32], want[32];
    sl_sha256_final(&ctx, got);
    sl_test_unhex(want, 32, want_hex);
    SL_CHECK_MSG(memcmp(got, want, 32) == 0, "%llu nodes, registered %u", (unsigned long long)nodes, registered);
}

SL_TEST(whole_graphs) {
    check_cache(64, 0, SL_API_V1_0, "3da49221e2ed55371b86d0bf3d6526fcf128af61bed904f966428db1b531750d");
    check_cache(64, 5, SL_API_V1_1, "840057702eea7652cf97e04306c30fe57174714d90de156a25eddd6075c25b97");
    check_cache(64, 10, SL_API_V1_2, "0c9ac05c2f3221deff12ab7b098acc90d974c3db61925b8429537e06c6062621");
    check_cache(64, 15, SL_API_V1_2, "3f5bf8010fc1cefce85a00045fad10a7abe09ab9e97d5ad9d1a08ff834ac5590");
    check_cache(128, 200, SL_API_V1_0, "6568085ef4d8b0ba6c5eb7740ee55a2b387c819e4227141a317f61970ac53c64");
    check_cache(1024, 201, SL_API_V1_1, "50030cb9aa2d72e85b21955f0b9ba399120bf16ff7b03827ac364517beb82b40");
}

SL_TEST_FULL(whole_graph_8mib) {
    check_cache(UINT64_C(1) << 18, 6, SL_API_V1_1, "03cd13565ded97c240a5f52e54295ad127bd0461b57904cb3a4d79b097bbecab");
}

/* The parents among the public inputs of sealed sectors. */
SL_TEST(public_inputs_of_sectors) {
    for (size_t i = 0; i < SL_ARRAY_N(porep_cases); i++) {
        sluice_error err;
        case_files files = case_open(porep_cases[i]);
        char name[64];
        sl_seal_proof proof;
        case_text(&files, "registered_proof", name);
        SL_CHECK_OK(sl_seal_proof_by_name(&proof, name, &err));
        sl_graph graph;
        sl_graph_init(&graph, proof.sector_bytes / 32, proof.porep_id, sl_seal_variant_api(proof.variant));
        const char *at = files.inputs;
        uint8_t head[32];
        while (case_next_input(&at, head)) { /* replica_id, comm_d, comm_r of a partition */
            SL_CHECK(case_next_input(&at, head) && case_next_input(&at, head));
            for (int challenge = 0; challenge < 2; challenge++) {
                uint64_t parents[SL_PARENTS_N];
                const uint64_t node = case_next_number(&at);
                sl_graph_parents(&graph, node, parents);
                for (int j = 0; j < SL_PARENTS_N; j++) {
                    SL_CHECK_EQ_U64(case_next_number(&at), parents[j]);
                }
                for (int j = 0; j < 3; j++) {
                    SL_CHECK_EQ_U64(case_next_number(&at), node);
                }
            }
        }
        case_close(&files);
    }
}

/* In every version the DRG parents lie before the node and the expander is a permutation of 8 places a node. */
SL_TEST(structure) {
    static const uint64_t sizes[] = {2, 3, 8, 100, 512, 1000};
    for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
        const uint64_t nodes = sizes[s];
        const sl_graph v1_0 = graph_of(nodes, 77, SL_API_V1_0), v1_1 = graph_of(nodes, 77, SL_API_V1_1);
        unsigned used[1000] = {0};
        for (uint64_t node = 0; node < nodes; node++) {
            uint64_t a[SL_PARENTS_N], b[SL_PARENTS_N];
            sl_graph_parents(&v1_0, node, a);
            sl_graph_parents(&v1_1, node, b);
            for (int i = 0; i < SL_DRG_PARENTS_N; i++) {
                SL_CHECK(node == 0 ? b[i] == 0 : b[i] < node);
                SL_CHECK(node < 2 || a[(i + 5) % 6] == b[i]);
            }
            SL_CHECK(node == 0 || (a[5] == node - 1 && b[0] == node - 1));
            for (int i = SL_DRG_PARENTS_N; i < SL_PARENTS_N; i++) {
                SL_CHECK(b[i] < nodes && a[i] == b[i]);
                used[b[i]]++;
            }
        }
        for (uint64_t node = 0; node < nodes; node++) {
            SL_CHECK_EQ_U64(used[node], SL_EXP_PARENTS_N);
        }
    }
}

/* Version 1.0.0 cuts places above 2^32: in 32 GiB sectors its parents are below 2^29 and agree where nothing was cut.
 */
SL_TEST(truncation_of_v1_0) {
    const uint64_t nodes = UINT64_C(1) << 30, cut = UINT64_C(1) << 29;
    const sl_graph v1_0 = graph_of(nodes, 3, SL_API_V1_0), v1_1 = graph_of(nodes, 3, SL_API_V1_1);
    int differ = 0;
    for (uint64_t node = nodes - 100; node < nodes; node++) {
        uint64_t a[SL_PARENTS_N], b[SL_PARENTS_N];
        sl_graph_parents(&v1_0, node, a);
        sl_graph_parents(&v1_1, node, b);
        for (int i = SL_DRG_PARENTS_N; i < SL_PARENTS_N; i++) {
            SL_CHECK_EQ_U64(a[i], b[i] % cut);
            differ += a[i] != b[i];
        }
    }
    SL_CHECK(differ > 300 && differ < 500); /* about half of 800 */
}

/* The largest graph and one past the nodes that fit 31 bits. */
SL_TEST(largest) {
    const sl_graph graph = graph_of(UINT64_C(1) << 32, 9, SL_API_V1_1);
    uint64_t parents[SL_PARENTS_N];
    sl_graph_parents(&graph, UINT32_MAX, parents);
    SL_CHECK(parents[0] == UINT32_MAX - 1);
    for (int i = 0; i < SL_PARENTS_N; i++) {
        SL_CHECK(parents[i] <= UINT32_MAX);
    }
}
