// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/poseidon.h"

#include <pthread.h>

#include "harness/test.h"
#include "math/hash/sha256.h"

static const unsigned arities[4] = {2, 4, 8, 11};

static void to_big_endian(uint8_t out[32], const sl_fr *a) {
    uint8_t bytes[32];
    sl_fr_to_bytes(bytes, a);
    for (int i = 0; i < 32; i++) {
        out[i] = bytes[31 - i];
    }
}

static sl_fr from_hex(const char *hex) {
    uint8_t bytes[32];
    sl_fr out;
    sl_test_unhex(bytes, 32, hex);
    SL_CHECK(sl_fr_from_bytes(&out, bytes));
    return out;
}

static sl_fr random_fr(void) {
    uint8_t bytes[32];
    sl_fr out;
    do {
        sl_test_edge_bytes(bytes, sizeof bytes);
        bytes[31] &= 0x7f;
    } while (!sl_fr_from_bytes(&out, bytes));
    return out;
}

/* SHA-256 of values in big-endian bytes, as appendix A.3 of the specification gives it. */
static void check_digest(const char *what, const sl_fr *values, size_t n, const char *want_hex) {
    sl_sha256 ctx;
    sl_sha256_init(&ctx);
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[32];
        to_big_endian(bytes, &values[i]);
        sl_sha256_update(&ctx, bytes, sizeof bytes);
    }
    uint8_t got[32], want[32];
    sl_sha256_final(&ctx, got);
    sl_test_unhex(want, 32, want_hex);
    SL_CHECK_MSG(memcmp(got, want, 32) == 0, "digest of %s, %zu values", what, n);
}

SL_TEST(constants_have_the_given_digests) {
    static const struct {
        unsigned arity, constants_n, sparse_n, aux_n;
        const char *first, *constants, *mds, *pre_sparse, *sparse;
    } given[] = {
        {2, 79, 275, 311, "669f064bfa3ae17a23bd51861dbb4a24501eac92a2758b36a7320a009d6ed3d8",
         "642b02f144e164c0104bd7fb097471e2e0384efdc0843b7435b265c0984de5c6",
         "b1b606f5f5d684f95469cd0d81f74dd370cf217da5c8097560367105122f2807",
         "4f68a6ac7d7fde5243871030eb4ec7a7281bf10ceb289f619c9f104d235e0865",
         "3dd0fb337e40c8c682764f97aab670c0c6cbcfca73f418ed68e76b3720db816e"},
        {4, 96, 504, 377, "45c919736a0e5f2ef32c4c7d0a338eb1fed3d9e317b7580921072285c7e215ca",
         "bc4b399a54a3406a26d4a052ef25db111cf6646b4693387d7c51a82b67edb887",
         "d3513fb16b7a96f11026d375defc29c7edb4f2be3966f37ce9e5c8b9757db380",
         "23b428b28121e1245a6276efb8a60c827a895d1dc5bd8946e5603d9cdee96bf6",
         "6c241076739b74d032b3f653bd3a7063c0e414bde05db0484586abfd3a9dcce4"},
        {8, 129, 969, 505, "6ce90d12c4045fe08c3caddb776dd84ac52b4ae7e48cd49443984154f2f4c2f9",
         "552492cc0303c34869ace5bdb2a67b30dcb5a974d53ac0db9c0cb73cc1917793",
         "483e53dc896deb1617857484f930b0616c0c16d3210d081131dd806aba18cc06",
         "7d236c69ffaa7c366d77c59a41fe35f7089462b4d4a1d2065c3dba8635fec3d3",
         "ea02c81e48ba7080a3a4fb883223931bea57d9312d69bf28757f7400ccc489bf"},
        {11, 153, 1311, 598, "1f6c9576e648b5047399bfc5f38902e0d506f18e0f3ab77de6de096bd089bce4",
         "b40532751ee562784c5fa1a6063fe30bd07ad75c1e8c0a00536b94faf1d9cddf",
         "9ce07bdbc6f75f706c8178a23ca57e4a287f2a9f118cd549fcef0f1a6ec7b8fd",
         "eee57c67b155afb3f92d7f350def78eb7093fb4fe47978f31d0e1dc992f83aeb",
         "fb9560fd2bd7d34296b7a29051edc76bfc3e392a08509d5d606907f8b10f2107"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(given); i++) {
        const sl_poseidon *p = sl_poseidon_get(given[i].arity);
        SL_CHECK(p != NULL && p->arity == given[i].arity && p->width == given[i].arity + 1);
        SL_CHECK_EQ_U64(p->constants_n, given[i].constants_n);
        SL_CHECK_EQ_U64(p->partial_rounds * (2 * p->width - 1), given[i].sparse_n);
        SL_CHECK_EQ_U64(p->aux_n, given[i].aux_n);
        uint8_t first[32], want[32];
        to_big_endian(first, &p->constants[0]);
        sl_test_unhex(want, 32, given[i].first);
        SL_CHECK_MEM(first, want, 32);
        check_digest("constants", p->constants, p->constants_n, given[i].constants);
        check_digest("mds", p->mds, p->width * p->width, given[i].mds);
        check_digest("pre_sparse", p->pre_sparse, p->width * p->width, given[i].pre_sparse);
        check_digest("sparse", p->sparse, given[i].sparse_n, given[i].sparse);
    }
    for (unsigned arity = 0; arity < 40; arity++) {
        SL_CHECK((sl_poseidon_get(arity) != NULL) == (arity == 2 || arity == 4 || arity == 8 || arity == 11));
    }
}

/* Vectors of section 3.9 of the specification. */
SL_TEST(specification_vectors) {
    static const char *const want[4] = {
        "159bf70b14cccfa1a5e1b39dac6f59870600eb7fc3f653efb7a78c63b8506ea9",
        "6245155921a941482f4192220d41bb816bf51f2d570bc90e6654d18f7f7808d6",
        "280b11fd5f174eebf66f48322543c238ed8157d70f5f7aa957359f0a9e99c448",
        "15ccecd39cdba7be5bee71b5ab755d49b8389348bc746d75724b37d8c9996f28",
    };
    for (int i = 0; i < 4; i++) {
        sl_fr inputs[11], out;
        for (unsigned j = 0; j < arities[i]; j++) {
            inputs[j] = sl_fr_from_u64(7 + j);
        }
        sl_poseidon_hash(sl_poseidon_get(arities[i]), &out, inputs);
        uint8_t got[32], bytes[32];
        to_big_endian(got, &out);
        sl_test_unhex(bytes, 32, want[i]);
        SL_CHECK_MSG(memcmp(got, bytes, 32) == 0, "arity %u", arities[i]);
    }
    /* H2(H2(1, 0), H2(0, 1)), the output over the inputs. */
    const sl_poseidon *p = sl_poseidon_get(2);
    sl_fr a[2] = {sl_fr_one(), sl_fr_zero()}, b[2] = {sl_fr_zero(), sl_fr_one()};
    uint8_t got[32], bytes[32];
    sl_poseidon_hash(p, &a[0], a);
    to_big_endian(got, &a[0]);
    sl_test_unhex(bytes, 32, "042f94ffbe786bc393c003cc74a24f26ec5907b3dc3094afb339ff6079800b5e");
    SL_CHECK_MEM(got, bytes, 32);
    sl_poseidon_hash(p, &a[1], b);
    sl_poseidon_hash(p, &a[0], a);
    to_big_endian(got, &a[0]);
    sl_test_unhex(bytes, 32, "1effebb7b26ad9eb30eb6385ae6b74ae77cc72b8cb2b5ad2efbb8be3e291e671");
    SL_CHECK_MEM(got, bytes, 32);
}

/* Hashes by the reference implementation, among them inputs of r - 1 and the custom tag. */
SL_TEST(reference_vectors) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read("primitives/poseidon.txt", &bytes);
    int cases = 0;
    char *rest = text;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (line[0] == '#' || line[0] == 0) {
            continue;
        }
        const char *tag_name = strsep(&line, " ");
        const unsigned arity = (unsigned)atoi(strsep(&line, " "));
        const sl_poseidon *p = sl_poseidon_get(arity);
        SL_CHECK(p != NULL);
        const sl_fr want = from_hex(strsep(&line, " "));
        sl_fr inputs[11], out;
        for (unsigned i = 0; i < arity; i++) {
            inputs[i] = from_hex(strsep(&line, " "));
        }
        SL_CHECK(line == NULL);
        const bool is_merkle = strcmp(tag_name, "merkle") == 0;
        SL_CHECK(is_merkle || (strcmp(tag_name, "2^40") == 0 && arity == 2));
        const sl_fr tag = is_merkle ? p->tag : sl_poseidon_update_tag();
        sl_poseidon_hash_tag(p, &out, &tag, inputs);
        SL_CHECK_MSG(sl_fr_eq(&out, &want), "case %d: arity %u, tag %s", cases, arity, tag_name);
        cases++;
    }
    SL_CHECK(cases == 15);
    free(text);
}

/*
 * The wires again from the rows of the circuit (spec 3.9): linear combinations are kept as values, with plain field
 * operations and the textbook order of matrix steps, apart from the code under test.
 */
static void check_rows(const sl_poseidon *p, const sl_fr *tag, const sl_fr *inputs, const sl_fr *aux) {
    const unsigned t = p->width, rounds = 8 + p->partial_rounds;
    const sl_fr *k = p->constants + t, *wire = aux;
    sl_fr state[12];
    for (unsigned q = 0; q < rounds; q++) {
        const bool is_partial = q >= 4 && q < rounds - 4;
        for (unsigned i = 0; i < (is_partial ? 1 : t); i++) {
            sl_fr x, square, fourth, fifth, post = sl_fr_zero();
            if (q == 0) {
                sl_fr_add(&x, i == 0 ? tag : &inputs[i - 1], &p->constants[i]);
            } else {
                SL_CHECK_MSG(sl_fr_eq(&state[i], wire), "round %u, element %u", q, i);
                x = *wire++;
            }
            if (q + 1 < rounds) {
                post = *k++;
            }
            sl_fr_mul(&square, &x, &x);
            sl_fr_mul(&fourth, &square, &square);
            sl_fr_mul(&fifth, &fourth, &x);
            sl_fr_add(&state[i], &fifth, &post);
            if (q == 0 && i == 0) {
                continue;
            }
            SL_CHECK(sl_fr_eq(&square, &wire[0]) && sl_fr_eq(&fourth, &wire[1]) && sl_fr_eq(&state[i], &wire[2]));
            wire += 3;
        }
        sl_fr next[12];
        for (unsigned j = 0; j < t; j++) {
            next[j] = sl_fr_zero();
            for (unsigned i = 0; i < t; i++) {
                const sl_fr *factor = p->sparse + (q - 4) * (2 * t - 1);
                sl_fr m = q == 3 ? p->pre_sparse[i * t + j] : p->mds[i * t + j];
                if (is_partial) {
                    m = j == 0 ? factor[i] : i == 0 ? factor[t + j - 1] : i == j ? sl_fr_one() : sl_fr_zero();
                }
                sl_fr_mul(&m, &m, &state[i]);
                sl_fr_add(&next[j], &next[j], &m);
            }
        }
        memcpy(state, next, sizeof state);
    }
    SL_CHECK(k == p->constants + p->constants_n);
    SL_CHECK(sl_fr_eq(wire, &state[1]));
    SL_CHECK(wire + 1 == aux + p->aux_n);
}

SL_TEST(witness_satisfies_the_rows) {
    for (int a = 0; a < 4; a++) {
        const sl_poseidon *p = sl_poseidon_get(arities[a]);
        for (int round = 0; round < 40; round++) {
            sl_fr inputs[11], aux[599], hash;
            for (unsigned i = 0; i < p->arity; i++) {
                inputs[i] = random_fr();
                if (round < 2) { /* 0 and r - 1 */
                    inputs[i] = round == 0 ? sl_fr_zero() : sl_fr_one();
                    sl_fr_neg(&inputs[i], &inputs[i]);
                }
            }
            const sl_fr tag = round % 2 == 0 ? p->tag : random_fr();
            memset(aux, 0xa5, sizeof aux);
            const sl_fr beyond = aux[p->aux_n];
            sl_poseidon_witness(p, aux, &tag, inputs);
            SL_CHECK_MEM(&beyond, &aux[p->aux_n], sizeof beyond);
            check_rows(p, &tag, inputs, aux);
            sl_poseidon_hash_tag(p, &hash, &tag, inputs);
            SL_CHECK(sl_fr_eq(&hash, &aux[p->aux_n - 1]));
        }
    }
}

/*
 * A made-up instance whose first matrix step adds 12 products of the largest limbs there are, the bound of the delayed
 * reduction; the rows must still hold.
 */
SL_TEST(largest_sums) {
    static sl_fr values[1311 + 153];
    sl_fr largest = {{sl_fr_modulus[0] - 1, sl_fr_modulus[1], sl_fr_modulus[2], sl_fr_modulus[3]}};
    for (size_t i = 0; i < SL_ARRAY_N(values); i++) {
        values[i] = i < 12 ? sl_fr_zero() : largest; /* x = 0 before the first S-box, the largest after it */
    }
    const sl_poseidon p = {
        .arity = 11,
        .width = 12,
        .partial_rounds = 57,
        .aux_n = 598,
        .constants_n = 153,
        .constants = values,
        .mds = values + 153,
        .pre_sparse = values + 153,
        .sparse = values + 153,
    };
    const sl_fr zeros[11] = {{{0}}};
    sl_fr aux[598];
    sl_poseidon_witness(&p, aux, &zeros[0], zeros);
    check_rows(&p, &zeros[0], zeros, aux);
}

static void *hash_in_thread(void *out) {
    const sl_fr inputs[2] = {sl_fr_one(), sl_fr_zero()};
    sl_poseidon_hash(sl_poseidon_get(2), out, inputs);
    return NULL;
}

/* Threads that all ask for the constants first get the same ones. */
SL_TEST(generated_once_for_all_threads) {
    pthread_t threads[4];
    sl_fr out[4];
    for (int i = 0; i < 4; i++) {
        SL_CHECK(pthread_create(&threads[i], NULL, hash_in_thread, &out[i]) == 0);
    }
    for (int i = 0; i < 4; i++) {
        SL_CHECK(pthread_join(threads[i], NULL) == 0);
    }
    sl_fr want;
    (void)hash_in_thread(&want);
    for (int i = 0; i < 4; i++) {
        SL_CHECK(sl_fr_eq(&out[i], &want));
    }
}
