// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_secrets.h"

#include "core/base/hex.h"
#include "core/base/json_scan.h"
#include "core/sys/random.h"
#include "math/curve/encoding.h"
#include "math/hash/chacha.h"

enum { SCALARS_N = 5 };
static const char *const scalar_names[SCALARS_N] = {"alpha", "beta", "gamma", "delta", "tau"};

static sl_fr *scalar_at(sl_setup_secrets *secrets, size_t i) {
    sl_fr *const at[SCALARS_N] = {&secrets->alpha, &secrets->beta, &secrets->gamma, &secrets->delta, &secrets->tau};
    return at[i];
}

void sl_setup_secrets_wipe(sl_setup_secrets *secrets) {
    sl_wipe(secrets, sizeof *secrets);
}

sluice_status sl_setup_secrets_random(sl_setup_secrets *out, sluice_error *err) {
    sl_setup_secrets secrets = {.g1 = sl_g1_generator, .g2 = sl_g2_generator};
    sluice_status status = SLUICE_OK;
    for (size_t i = 0; i < SCALARS_N && status == SLUICE_OK; i++) {
        do {
            status = sl_fr_random(scalar_at(&secrets, i), err);
        } while (status == SLUICE_OK && sl_fr_is_zero(scalar_at(&secrets, i)));
    }
    if (status == SLUICE_OK) {
        *out = secrets;
    }
    sl_setup_secrets_wipe(&secrets);
    return status;
}

void sl_setup_secrets_from_seed(sl_setup_secrets *out, const uint8_t seed[SL_SETUP_SEED_BYTES]) {
    static const uint8_t nonce[SL_CHACHA_NONCE_BYTES] = {'s', 'l', 'u', 'i', 'c', 'e', '-', 's', 'e', 't', 'u', 'p'};
    sl_chacha stream;
    sl_chacha20_init(&stream, seed, nonce);
    out->g1 = sl_g1_generator;
    out->g2 = sl_g2_generator;
    uint8_t bytes[SL_FR_BYTES];
    for (size_t i = 0; i < SCALARS_N;) {
        sl_chacha_bytes(&stream, bytes, sizeof bytes);
        bytes[SL_FR_BYTES - 1] &= 0x7f;
        sl_fr *scalar = scalar_at(out, i);
        if (sl_fr_from_bytes(scalar, bytes) && !sl_fr_is_zero(scalar)) {
            i++;
        }
    }
    sl_wipe(bytes, sizeof bytes);
    sl_wipe(&stream, sizeof stream);
}

/* Keys of the JSON object: the scalars, then the generators. */
enum { KEY_G1 = SCALARS_N, KEY_G2, KEYS_N };

static sluice_status hex_read(sl_scan *scan, uint8_t *out, size_t n, sluice_error *err) {
    sl_scan_text text;
    SL_TRY(sl_scan_text_next(scan, &text, err));
    if (text.n != 2 * n) {
        return sl_scan_fail(scan, err, SLUICE_E_INPUT, "expected %zu hexadecimal digits, found %zu", 2 * n, text.n);
    }
    if (!sl_hex_decode(out, n, text.bytes)) {
        return sl_scan_fail(scan, err, SLUICE_E_INPUT, "expected hexadecimal digits, found others");
    }
    return SLUICE_OK;
}

static sluice_status field_read(void *ctx, sl_scan *scan, unsigned key, sluice_error *err) {
    sl_setup_secrets *secrets = ctx;
    uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES];
    sl_point_fault fault = SL_POINT_OK;
    sluice_status status;
    if (key < SCALARS_N) {
        status = hex_read(scan, bytes, SL_FR_BYTES, err);
        if (status == SLUICE_OK && !sl_fr_from_bytes(scalar_at(secrets, key), bytes)) {
            status = sl_scan_fail(scan, err, SLUICE_E_INPUT, "the number is not below r");
        }
    } else if (key == KEY_G1) {
        status = hex_read(scan, bytes, SL_G1_UNCOMPRESSED_BYTES, err);
        if (status == SLUICE_OK) {
            fault = sl_g1_decode_uncompressed_vt(&secrets->g1, bytes, SL_POINT_SUBGROUP);
        }
    } else {
        status = hex_read(scan, bytes, SL_G2_UNCOMPRESSED_BYTES, err);
        if (status == SLUICE_OK) {
            fault = sl_g2_decode_uncompressed_vt(&secrets->g2, bytes, SL_POINT_SUBGROUP);
        }
    }
    if (fault != SL_POINT_OK) {
        status = sl_scan_fail(scan, err, SLUICE_E_INPUT, "%s", sl_point_fault_text(fault));
    }
    sl_wipe(bytes, sizeof bytes);
    return status;
}

static sluice_status scalars_check(const sl_setup_secrets *secrets, sluice_error *err) {
    sl_setup_secrets copy = *secrets;
    sluice_status status = SLUICE_OK;
    for (size_t i = 0; i < SCALARS_N && status == SLUICE_OK; i++) {
        if (sl_fr_is_zero(scalar_at(&copy, i))) {
            status = SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a number that is not 0", scalar_names[i]);
        }
    }
    sl_setup_secrets_wipe(&copy);
    return status;
}

sluice_status sl_setup_secrets_parse(sl_setup_secrets *out, const uint8_t *json, size_t json_bytes, const char *name,
                                     sluice_error *err) {
    const char *const keys[KEYS_N] = {
        scalar_names[0], scalar_names[1], scalar_names[2], scalar_names[3], scalar_names[4], "g1", "g2"};
    sl_setup_secrets secrets;
    sl_scan scan;
    sl_scan_start(&scan, json, json_bytes);
    scan.is_secret = true;
    sluice_status status = sl_scan_object(&scan, keys, KEYS_N, 0, field_read, &secrets, err);
    if (status == SLUICE_OK) {
        status = sl_scan_finish(&scan, err);
    }
    if (status == SLUICE_OK) {
        status = scalars_check(&secrets, err);
    }
    if (status == SLUICE_OK) {
        *out = secrets;
    } else {
        status = sl_error_prefix(err, status, "%s", name);
    }
    sl_setup_secrets_wipe(&secrets);
    return status;
}

sluice_status sl_setup_secrets_check(const sl_setup_secrets *secrets, unsigned domain_log2, sluice_error *err) {
    SL_TRY(scalars_check(secrets, err));
    if (sl_g1_affine_is_identity(&secrets->g1) || sl_g2_affine_is_identity(&secrets->g2)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "g1, g2: expected points that are not the identity");
    }
    sl_fr power = secrets->tau;
    for (unsigned i = 0; i < domain_log2; i++) {
        sl_fr_sqr(&power, &power);
    }
    const sl_fr one = sl_fr_one();
    const bool in_domain = sl_fr_eq(&power, &one);
    sl_wipe(&power, sizeof power);
    if (in_domain) {
        return SL_FAIL(err, SLUICE_E_INPUT, "tau: lies in the circuit's domain of 2^%u points", domain_log2);
    }
    return SLUICE_OK;
}
