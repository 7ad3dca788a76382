// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_state.h"

#include <string.h>

#include "core/mem/buf.h"
#include "core/sys/random.h"
#include "math/curve/encoding.h"
#include "math/hash/bytes.h"

#define READ_BYTES ((size_t)1 << 20)
enum { BINDING_AT = 32, FLAG_AT = 64, SECRETS_AT = 68, SUM_AT = 516, SCALARS_N = 5 };
static const char magic[BINDING_AT] = "sluice key generation state 1";

static void secrets_write(uint8_t *out, const sl_setup_secrets *secrets) {
    const sl_fr *const scalars[SCALARS_N] = {&secrets->alpha, &secrets->beta, &secrets->gamma, &secrets->delta,
                                             &secrets->tau};
    sl_g1_encode_uncompressed(out, &secrets->g1);
    sl_g2_encode_uncompressed(out + SL_G1_UNCOMPRESSED_BYTES, &secrets->g2);
    out += SL_G1_UNCOMPRESSED_BYTES + SL_G2_UNCOMPRESSED_BYTES;
    for (size_t i = 0; i < SCALARS_N; i++) {
        sl_fr_to_bytes(out + i * SL_FR_BYTES, scalars[i]);
    }
}

static bool secrets_read(sl_setup_secrets *out, const uint8_t *in) {
    sl_fr *const scalars[SCALARS_N] = {&out->alpha, &out->beta, &out->gamma, &out->delta, &out->tau};
    bool is_good =
        sl_g1_decode_uncompressed_vt(&out->g1, in, SL_POINT_SUBGROUP) == SL_POINT_OK &&
        sl_g2_decode_uncompressed_vt(&out->g2, in + SL_G1_UNCOMPRESSED_BYTES, SL_POINT_SUBGROUP) == SL_POINT_OK;
    in += SL_G1_UNCOMPRESSED_BYTES + SL_G2_UNCOMPRESSED_BYTES;
    for (size_t i = 0; i < SCALARS_N; i++) {
        is_good &= sl_fr_from_bytes(scalars[i], in + i * SL_FR_BYTES);
    }
    return is_good;
}

/* The n bytes that the file starts with. */
static sluice_status head_take(sl_setup_state *state, const uint8_t head[SL_SETUP_STATE_HEAD], size_t n,
                               sluice_error *err) {
    uint8_t sum[SL_SHA256_BYTES];
    if (memcmp(head, magic, SL_MIN(n, sizeof magic)) != 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: no state of a key generation, yet of its name; move it away",
                       state->file.temp);
    }
    if (n < SL_SETUP_STATE_HEAD) {
        return SLUICE_OK; /* killed before the first byte of the key */
    }
    sl_sha256_digest(sum, head, SUM_AT);
    state->has_secrets = sl_load32_le(head + FLAG_AT) == 1;
    if (memcmp(sum, head + SUM_AT, sizeof sum) != 0 ||
        (state->has_secrets && !secrets_read(&state->secrets, head + SECRETS_AT))) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: the state is damaged; remove it and the .part beside it",
                       state->file.temp);
    }
    memcpy(state->binding, head + BINDING_AT, sizeof state->binding);
    state->is_found = true;
    return SLUICE_OK;
}

static sluice_status head_read(sl_setup_state *state, sluice_error *err) {
    uint8_t head[SL_SETUP_STATE_HEAD];
    const size_t n = state->file.bytes < sizeof head ? (size_t)state->file.bytes : sizeof head;
    sluice_status status = sl_outfile_read_at(&state->file, head, n, 0, err);
    if (status == SLUICE_OK) {
        status = head_take(state, head, n, err);
    }
    sl_wipe(head, sizeof head);
    return status;
}

sluice_status sl_setup_state_open(sl_setup_state *out, const char *path, sluice_error *err) {
    sl_setup_state state = SL_SETUP_STATE_CLOSED;
    SL_TRY(sl_outfile_open_kept(&state.file, path, ".state", true, err));
    const sluice_status status = head_read(&state, err);
    if (status != SLUICE_OK) {
        sl_setup_state_discard(&state);
        return status;
    }
    *out = state;
    sl_setup_secrets_wipe(&state.secrets);
    return SLUICE_OK;
}

sluice_status sl_setup_state_begin(sl_setup_state *state, const uint8_t binding[SL_SHA256_BYTES],
                                   const sl_setup_secrets *secrets, sluice_error *err) {
    uint8_t head[SL_SETUP_STATE_HEAD] = {0};
    memcpy(head, magic, sizeof magic);
    memcpy(head + BINDING_AT, binding, SL_SHA256_BYTES);
    head[FLAG_AT] = secrets != NULL;
    if (secrets != NULL) {
        secrets_write(head + SECRETS_AT, secrets);
    }
    sl_sha256_digest(head + SUM_AT, head, SUM_AT);
    sluice_status status = sl_outfile_cut(&state->file, 0, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_append(&state->file, head, sizeof head, err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_sync(&state->file, err);
    }
    sl_wipe(head, sizeof head);
    return status;
}

sluice_status sl_setup_state_record(sl_setup_state *state, uint64_t bytes, const sl_sha256 *hash, sluice_error *err) {
    uint8_t record[SL_SETUP_STATE_RECORD];
    sl_sha256 copy = *hash;
    sl_store64_le(record, bytes);
    sl_sha256_final(&copy, record + 8);
    return sl_outfile_append(&state->file, record, sizeof record, err);
}

uint64_t sl_setup_order_place(const sl_setup_order *order, uint64_t at, uint64_t *n) {
    *n = order->runs_n == 0 ? UINT64_MAX - at : 0;
    for (size_t i = 0; i < order->runs_n; i++) {
        if (at < order->runs[i].bytes) {
            *n = order->runs[i].bytes - at;
            return order->runs[i].offset + at;
        }
        at -= order->runs[i].bytes;
    }
    return at;
}

/* Hashes bytes *at .. end of the key. SLUICE_E_TRUNCATED if it has none there. */
static sluice_status prefix_hash(const sl_outfile *key, const sl_setup_order *order, sl_sha256 *hash, uint64_t *at,
                                 uint64_t end, uint8_t *buffer, sluice_error *err) {
    while (*at < end) {
        uint64_t run_n;
        const uint64_t place = sl_setup_order_place(order, *at, &run_n);
        const size_t n = (size_t)SL_MIN(SL_MIN(end - *at, run_n), (uint64_t)READ_BYTES);
        if (n == 0 || place > INT64_MAX) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: ends before %llu", key->temp, (unsigned long long)end);
        }
        SL_TRY(sl_outfile_read_at(key, buffer, n, place, err));
        sl_sha256_update(hash, buffer, n);
        *at += n;
    }
    return SLUICE_OK;
}

sluice_status sl_setup_state_verify(sl_setup_state *state, const sl_outfile *key, const sl_setup_order *order,
                                    uint64_t *bytes, sl_sha256 *hash, const sl_observer *observer, sluice_error *err) {
    sl_buf buffer;
    sl_sha256 running, good;
    uint64_t at = 0, good_bytes = 0, good_records = SL_SETUP_STATE_HEAD;
    sl_sha256_init(&running);
    good = running;
    SL_TRY(sl_buf_alloc(&buffer, READ_BYTES, "resumed key", err));
    sluice_status status = SLUICE_OK;
    sl_observe_stage(observer, "resume", false);
    for (uint64_t r = SL_SETUP_STATE_HEAD; r + SL_SETUP_STATE_RECORD <= state->file.bytes && status == SLUICE_OK;
         r += SL_SETUP_STATE_RECORD) {
        uint8_t record[SL_SETUP_STATE_RECORD], digest[SL_SHA256_BYTES];
        status = sl_outfile_read_at(&state->file, record, sizeof record, r, err);
        const uint64_t end = sl_load64_le(record);
        if (status != SLUICE_OK || end <= at) {
            break;
        }
        status = prefix_hash(key, order, &running, &at, end, buffer.data, err);
        if (status != SLUICE_OK) {
            status = status == SLUICE_E_TRUNCATED ? SLUICE_OK : status;
            break;
        }
        sl_sha256 copy = running;
        sl_sha256_final(&copy, digest);
        if (memcmp(digest, record + 8, sizeof digest) != 0) {
            break;
        }
        good = running;
        good_bytes = end;
        good_records = r + sizeof record;
        status = sl_observe_progress(observer, "resume", end, key->bytes, err);
    }
    sl_observe_stage(observer, "resume", true);
    sl_buf_release(&buffer);
    SL_TRY(status);
    SL_TRY(sl_outfile_cut(&state->file, good_records, err));
    *bytes = good_bytes;
    *hash = good;
    return SLUICE_OK;
}

void sl_setup_state_discard(sl_setup_state *state) {
    sl_outfile_discard(&state->file);
    sl_setup_secrets_wipe(&state->secrets);
}
