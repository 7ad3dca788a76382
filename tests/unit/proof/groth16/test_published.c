// SPDX-License-Identifier: MIT OR Apache-2.0
/* The table of published files: found by name and by digest, and what is said of files that are not what they seem. */
#include "core/base/hex.h"
#include "harness/test.h"
#include "proof/groth16/published.h"

#define POREP_32G                                                                      \
    "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-0-sha256_hasher-" \
    "82a357d2f2ca81dc61bb45f4a762807aedee1b0a53fd6c4e77b46a01bfef7820"
#define POREP_32G_DIGEST "6a388072a518cf46ebd661f5cc46900a"
#define POREP_32G_VK_DIGEST "0c7b4aac1c40fdb7eb82bc355b41addf"

static sluice_error err;

/* A BLAKE2b-512 that begins with these digits. */
static const uint8_t *blake2b(const char *hex) {
    static uint8_t digest[64];
    memset(digest, 0xa5, sizeof digest);
    SL_CHECK(sl_hex_decode(digest, SL_PUBLISHED_DIGEST_BYTES, hex));
    return digest;
}

SL_TEST(by_name_and_by_digest) {
    const sl_published *key = sl_published_by_digest(blake2b(POREP_32G_DIGEST));
    SL_CHECK(key != NULL && strcmp(key->name, POREP_32G ".params") == 0);
    SL_CHECK(sl_published_by_path(POREP_32G ".params") == key);
    SL_CHECK(sl_published_by_path("/keys/" POREP_32G ".params") == key);
    const sl_published *vk = sl_published_by_path("./" POREP_32G ".vk");
    SL_CHECK(vk != NULL && vk == sl_published_by_digest(blake2b(POREP_32G_VK_DIGEST)));
    const sl_published *srs = sl_published_by_path("v28-fil-inner-product-v1.srs");
    SL_CHECK(srs != NULL && srs == sl_published_by_digest(blake2b("ae20310138f5ba81451d723f858e3797")));

    static const char *const others[] = {"", "/", POREP_32G, POREP_32G ".params ", POREP_32G ".params/x", "w.params"};
    for (size_t i = 0; i < SL_ARRAY_N(others); i++) {
        SL_CHECK_MSG(sl_published_by_path(others[i]) == NULL, "'%s'", others[i]);
    }
    SL_CHECK(sl_published_by_digest(blake2b("6a388072a518cf46ebd661f5cc46900b")) == NULL);
    SL_CHECK(sl_published_by_digest(blake2b("00000000000000000000000000000000")) == NULL);
}

/* No name and no digest twice: each entry is the one that is found. */
SL_TEST(entries_are_different) {
    size_t n = 0;
    for (const sl_published *file = sl_published_files; file->name != NULL; file++, n++) {
        SL_CHECK_MSG(sl_published_by_path(file->name) == file, "%s", file->name);
        SL_CHECK_MSG(sl_published_by_digest(file->digest) == file, "%s", file->name);
    }
    SL_CHECK_EQ_U64(n, 45); /* 22 keys with their .vk, and the string of reference points */
}

SL_TEST(a_published_name_binds) {
    const uint8_t *right = blake2b(POREP_32G_DIGEST);
    SL_CHECK_OK(sl_published_check(right, "/keys/" POREP_32G ".params", &err));
    SL_CHECK_OK(sl_published_check(right, "any-name", &err));
    SL_CHECK_STATUS(sl_published_check(right, POREP_32G ".vk", &err), SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, POREP_32G ".params") != NULL && strstr(err.text, POREP_32G_VK_DIGEST) != NULL, "%s",
                 err.text);
    const char *wrong = "6a388072a518cf46ebd661f5cc46900b";
    SL_CHECK_STATUS(sl_published_check(blake2b(wrong), "keys/" POREP_32G ".params", &err), SLUICE_E_DIFFERS);
    SL_CHECK_MSG(strstr(err.text, wrong) != NULL && strstr(err.text, POREP_32G_DIGEST) != NULL, "%s", err.text);
    SL_CHECK_OK(sl_published_check(blake2b(wrong), "any-name", &err));
}
