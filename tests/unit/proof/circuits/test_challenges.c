// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/challenges.h"

#include "math/hash/blake2b.h"
#include "math/hash/bytes.h"
#include "math/hash/chacha.h"
#include "unit/proof/circuits/case_files.h"

/* Section A.2 of the specification: seed of twos. */
SL_TEST(specification_values) {
    static const uint64_t small[2] = {28, 27};
    static const uint64_t large[18] = {499046160, 712603008, 754804829, 576280792, 73341178,  413961946,
                                       467795942, 577895570, 362444098, 754473614, 654876795, 894433661,
                                       811225642, 741877621, 982062784, 44272971,  148329680, 710260807};
    sl_porep_challenge_seed seed = {.feature = SL_POREP_INTERACTIVE, .nodes = 64};
    memset(seed.seed, 2, sizeof seed.seed);
    sl_test_unhex(seed.replica_id, 32, "3e75e87332cd5d60132c1f9f9a8362e2e4cf190b46f4fd636fd8864b842d170b");
    uint64_t got[18];
    sl_porep_challenges(got, 2, &seed, 0);
    SL_CHECK_MEM(got, small, sizeof small);

    seed.nodes = UINT64_C(1) << 30;
    sl_test_unhex(seed.replica_id, 32, "811d73e7ee9eafa5bc99ab8fe59db4df58732314297c036a8b4f8a571b48a119");
    sl_porep_challenges(got, 18, &seed, 0);
    SL_CHECK_MEM(got, large, sizeof large);
    /* Partitions go on counting. */
    sl_porep_challenges(got, 6, &seed, 2);
    SL_CHECK_MEM(got, large + 12, 6 * sizeof *got);
    /* comm_r does not enter. */
    seed.comm_r[0] = 1;
    sl_porep_challenges(got, 18, &seed, 0);
    SL_CHECK_MEM(got, large, sizeof large);
}

/* The challenges among the public inputs of sealed sectors, all three features, all partitions. */
SL_TEST(public_inputs_of_sectors) {
    int features[3] = {0};
    for (size_t i = 0; i < SL_ARRAY_N(porep_cases); i++) {
        sluice_error err;
        case_files files = case_open(porep_cases[i]);
        char name[64];
        sl_seal_proof proof;
        case_text(&files, "registered_proof", name);
        SL_CHECK_OK(sl_seal_proof_by_name(&proof, name, &err));
        sl_porep_challenge_seed seed = {.feature = proof.circuit.feature, .nodes = proof.sector_bytes / 32};
        features[seed.feature]++;
        case_bytes32(&files, "replica_id", seed.replica_id);
        case_bytes32(&files, "comm_r", seed.comm_r);
        case_bytes32(&files, "seed", seed.seed);
        const char *at = files.inputs;
        uint8_t head[32];
        unsigned partitions = 0;
        for (; case_next_input(&at, head); partitions++) {
            SL_CHECK(case_next_input(&at, head) && case_next_input(&at, head));
            uint64_t got[2];
            sl_porep_challenges(got, 2, &seed, partitions);
            for (int challenge = 0; challenge < 2; challenge++) {
                SL_CHECK_EQ_U64(case_next_number(&at), got[challenge]);
                for (int j = 0; j < 17; j++) {
                    (void)case_next_number(&at);
                }
            }
        }
        SL_CHECK_EQ_U64(partitions, case_u64(&files, "partitions"));
        case_close(&files);
    }
    SL_CHECK(features[0] > 0 && features[1] > 0 && features[2] > 0);
}

static void stream_open(sl_chacha *out, const char *key_text, const uint8_t *a, const uint8_t *b) {
    const uint8_t nonce[12] = {'s', 'y', 'n', 't', 'h', '-', 'p', 'o', 'r', 'e', 'p', 0};
    uint8_t message[64], key[32];
    memcpy(message, a, 32);
    memcpy(message + 32, b, 32);
    sl_blake2b ctx;
    sl_blake2b_init(&ctx, 32, key_text, strlen(key_text));
    sl_blake2b_update(&ctx, message, 64);
    sl_blake2b_final(&ctx, key);
    sl_chacha20_init(out, key, nonce);
}

/* Synthetic challenges of a large sector as spec 4.7 puts it: all 2^18 candidates in order, then the selection. */
SL_TEST(synthetic_by_enumeration) {
    enum { CANDIDATES = 1 << 18, PARTITIONS = 10, CHALLENGES = 18 };
    sl_porep_challenge_seed seed = {.feature = SL_POREP_SYNTHETIC, .nodes = UINT64_C(1) << 30};
    sl_test_bytes(seed.replica_id, 32);
    sl_test_bytes(seed.comm_r, 32);
    sl_test_bytes(seed.seed, 32);
    sl_chacha stream;
    uint32_t *candidates = malloc(CANDIDATES * sizeof *candidates);
    SL_CHECK(candidates != NULL);
    stream_open(&stream, "filecoin.io|PoRep|1|Synthetic|1|Generation", seed.replica_id, seed.comm_r);
    for (int i = 0; i < CANDIDATES; i++) {
        uint8_t bytes[32];
        uint64_t rest = 0;
        sl_chacha_bytes(&stream, bytes, sizeof bytes);
        for (int byte = 31; byte >= 0; byte--) {
            rest = (rest << 8 | bytes[byte]) % (seed.nodes - 1);
        }
        candidates[i] = (uint32_t)rest + 1;
    }
    stream_open(&stream, "filecoin.io|PoRep|1|Synthetic|1|Selection", seed.replica_id, seed.seed);
    for (unsigned k = 0; k < PARTITIONS; k++) {
        uint64_t got[CHALLENGES];
        sl_porep_challenges(got, CHALLENGES, &seed, k);
        for (int i = 0; i < CHALLENGES; i++) {
            uint8_t word[4];
            sl_chacha_bytes(&stream, word, sizeof word);
            SL_CHECK_EQ_U64(got[i], candidates[sl_load32_le(word) % CANDIDATES]);
        }
    }
    free(candidates);
}

/* Always in 1 .. nodes - 1, down to the smallest sector, where only one node can be meant. */
SL_TEST(range) {
    static const uint64_t sizes[] = {2, 3, 8, (UINT64_C(1) << 32) - 1, UINT64_C(1) << 32};
    for (int feature = 0; feature < 3; feature++) {
        for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
            sl_porep_challenge_seed seed = {.feature = (sl_porep_feature)feature, .nodes = sizes[s]};
            sl_test_bytes(seed.seed, 32);
            uint64_t got[200];
            sl_porep_challenges(got, 200, &seed, 3);
            bool has_first = false, has_last = false;
            for (int i = 0; i < 200; i++) {
                SL_CHECK(got[i] >= 1 && got[i] < sizes[s]);
                has_first |= got[i] == 1;
                has_last |= got[i] == sizes[s] - 1;
            }
            /* Only min(nodes, 2^18) synthetic candidates exist, so small sectors may lack a node there. */
            SL_CHECK(sizes[s] > 8 || feature == SL_POREP_SYNTHETIC || (has_first && has_last));
        }
    }
}

/* Challenged leaves of PoSt cases: both numberings, the padded last sector, and a winning sector's 66. */
static void check_post(const char *folder, unsigned challenges_per_sector, unsigned inputs_per_sector) {
    case_files files = case_open(folder);
    char api_name[64];
    case_text(&files, "api_version", api_name);
    const sl_api_version api = strcmp(api_name, "1.2.0") == 0 ? SL_API_V1_2 : SL_API_V1_0;
    const uint64_t nodes = case_u64(&files, "sector_size") / 32;
    uint8_t randomness[32], comm_r[32], got_comm_r[32];
    case_bytes32(&files, "randomness", randomness);
    const char *at = files.inputs, *meta = files.meta, *next = files.meta;
    for (unsigned position = 0; case_next_input(&at, got_comm_r); position++) {
        /* One entry of meta for each sector but those that repeat the last one. */
        if ((position * inputs_per_sector) % challenges_per_sector == 0 && case_find(&next, "comm_r")) {
            meta = next;
        }
        sl_test_unhex(comm_r, 32, meta + 1);
        SL_CHECK_MEM(got_comm_r, comm_r, 32);
        const char *id = meta;
        SL_CHECK(case_find(&id, "sector_id"));
        const uint64_t sector = strtoull(id, NULL, 10);
        for (unsigned n = 0; n < inputs_per_sector; n++) {
            const uint64_t index = sl_post_challenge_index(api, position, inputs_per_sector, n);
            SL_CHECK_EQ_U64(case_next_number(&at), sl_post_challenge(randomness, sector, index, nodes));
        }
    }
    case_close(&files);
}

SL_TEST(post_public_inputs) {
    check_post("post/window-2KiB-2sectors-v1", 10, 10);
    check_post("post/window-2KiB-3sectors-2partitions-v1_2", 10, 10);
    check_post("post/window-2KiB-1sector-padded-v1_2", 10, 10);
    check_post("post/winning-2KiB", 66, 1);
}
