// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/challenges.h"

#include "math/hash/blake2b.h"
#include "math/hash/bytes.h"
#include "math/hash/chacha.h"
#include "math/hash/sha256.h"

/* A 256-bit little-endian number modulo m < 2^32, by long division in 32-bit digits. */
static uint64_t mod_digest(const uint8_t digest[32], uint64_t m) {
    uint64_t rest = 0;
    for (int i = 7; i >= 0; i--) {
        rest = (rest << 32 | sl_load32_le(digest + 4 * i)) % m;
    }
    return rest;
}

static uint64_t challenge_of(const uint8_t digest[32], uint64_t nodes) {
    return mod_digest(digest, nodes - 1) + 1;
}

static uint64_t interactive(const sl_porep_challenge_seed *seed, uint32_t j) {
    uint8_t message[32 + 32 + 4], digest[32];
    memcpy(message, seed->replica_id, 32);
    memcpy(message + 32, seed->seed, 32);
    sl_store32_le(message + 64, j);
    sl_sha256_digest(digest, message, sizeof message);
    return challenge_of(digest, seed->nodes);
}

static uint64_t non_interactive(const sl_porep_challenge_seed *seed, uint32_t j) {
    static const char tag[] = "filecoin.io|PoRep|1|NonInteractive|1";
    uint8_t j_le[4], digest[32];
    sl_store32_le(j_le, j);
    sl_sha256 ctx;
    sl_sha256_init(&ctx);
    sl_sha256_update(&ctx, tag, sizeof tag - 1);
    sl_sha256_update(&ctx, seed->replica_id, 32);
    sl_sha256_update(&ctx, seed->comm_r, 32);
    sl_sha256_update(&ctx, j_le, sizeof j_le);
    sl_sha256_final(&ctx, digest);
    return challenge_of(digest, seed->nodes);
}

/* A ChaCha20 stream whose key is the BLAKE2b hash of replica_id | second, keyed with `purpose`. */
static void synthetic_stream(sl_chacha *out, const char *purpose, const uint8_t replica_id[32],
                             const uint8_t second[32]) {
    static const uint8_t nonce[SL_CHACHA_NONCE_BYTES] = "synth-porep"; /* and one zero byte */
    uint8_t key[SL_CHACHA_KEY_BYTES];
    sl_blake2b ctx;
    sl_blake2b_init(&ctx, sizeof key, purpose, strlen(purpose));
    sl_blake2b_update(&ctx, replica_id, 32);
    sl_blake2b_update(&ctx, second, 32);
    sl_blake2b_final(&ctx, key);
    sl_chacha20_init(out, key, nonce);
}

/*
 * Two streams: replica_id and comm_r make up to 2^18 candidates, replica_id and seed choose among them. Only the chosen
 * candidates are made.
 */
static void synthetic(uint64_t *out, unsigned challenges_n, const sl_porep_challenge_seed *seed, unsigned partition) {
    const uint64_t most = UINT64_C(1) << 18;
    const uint64_t candidates = seed->nodes < most ? seed->nodes : most;
    sl_chacha choice, candidate;
    synthetic_stream(&choice, "filecoin.io|PoRep|1|Synthetic|1|Selection", seed->replica_id, seed->seed);
    synthetic_stream(&candidate, "filecoin.io|PoRep|1|Synthetic|1|Generation", seed->replica_id, seed->comm_r);
    sl_chacha20_seek(&choice, UINT64_C(4) * challenges_n * partition);
    for (unsigned i = 0; i < challenges_n; i++) {
        uint8_t word[4], bytes[32];
        sl_chacha_bytes(&choice, word, sizeof word);
        sl_chacha20_seek(&candidate, sl_load32_le(word) % candidates * sizeof bytes);
        sl_chacha_bytes(&candidate, bytes, sizeof bytes);
        out[i] = challenge_of(bytes, seed->nodes);
    }
}

void sl_porep_challenges(uint64_t *out, unsigned challenges_n, const sl_porep_challenge_seed *seed,
                         unsigned partition) {
    SL_ASSERT(seed->nodes >= 2 && seed->nodes <= UINT64_C(1) << 32);
    if (seed->feature == SL_POREP_SYNTHETIC) {
        synthetic(out, challenges_n, seed, partition);
        return;
    }
    for (unsigned i = 0; i < challenges_n; i++) {
        const uint32_t j = challenges_n * partition + i;
        out[i] = seed->feature == SL_POREP_INTERACTIVE ? interactive(seed, j) : non_interactive(seed, j);
    }
}

uint64_t sl_post_challenge(const uint8_t randomness[32], uint64_t sector, uint64_t index, uint64_t nodes) {
    uint8_t message[32 + 8 + 8], digest[32];
    memcpy(message, randomness, 32);
    sl_store64_le(message + 32, sector);
    sl_store64_le(message + 40, index);
    sl_sha256_digest(digest, message, sizeof message);
    return sl_load64_le(digest) % nodes;
}

uint64_t sl_post_challenge_index(sl_api_version api, uint64_t sector_index, unsigned challenges_n, unsigned n) {
    return api == SL_API_V1_2 ? n : sector_index * challenges_n + n;
}
