// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/meta.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/json_scan.h"
#include "core/mem/load.h"
#include "proof/circuits/inputs/ids.h"

/* Keys of the file; a kind needs some of them. */
enum {
    KEY_KIND,
    KEY_REGISTERED_PROOF,
    KEY_SECTOR_SIZE,
    KEY_PROVER_ID,
    KEY_SECTOR_ID,
    KEY_TICKET,
    KEY_SEED,
    KEY_COMM_D,
    KEY_COMM_R,
    KEY_POREP_ID,
    KEY_API_VERSION,
    KEY_RANDOMNESS,
    KEY_SECTORS,
    KEY_COMM_R_OLD,
    KEY_COMM_D_NEW,
    KEY_COMM_R_NEW,
    KEY_H,
    KEYS_N,
};

static const char *const keys[KEYS_N] = {
    [KEY_KIND] = "kind",
    [KEY_REGISTERED_PROOF] = "registered_proof",
    [KEY_SECTOR_SIZE] = "sector_size",
    [KEY_PROVER_ID] = "prover_id",
    [KEY_SECTOR_ID] = "sector_id",
    [KEY_TICKET] = "ticket",
    [KEY_SEED] = "seed",
    [KEY_COMM_D] = "comm_d",
    [KEY_COMM_R] = "comm_r",
    [KEY_POREP_ID] = "porep_id",
    [KEY_API_VERSION] = "api_version",
    [KEY_RANDOMNESS] = "randomness",
    [KEY_SECTORS] = "sectors",
    [KEY_COMM_R_OLD] = "comm_r_old",
    [KEY_COMM_D_NEW] = "comm_d_new",
    [KEY_COMM_R_NEW] = "comm_r_new",
    [KEY_H] = "h",
};

#define BIT(key) (UINT32_C(1) << (key))
#define SEAL_KEYS                                                                                                   \
    (BIT(KEY_REGISTERED_PROOF) | BIT(KEY_SECTOR_SIZE) | BIT(KEY_PROVER_ID) | BIT(KEY_SECTOR_ID) | BIT(KEY_TICKET) | \
     BIT(KEY_SEED) | BIT(KEY_COMM_D) | BIT(KEY_COMM_R))
#define POST_KEYS \
    (BIT(KEY_SECTOR_SIZE) | BIT(KEY_API_VERSION) | BIT(KEY_RANDOMNESS) | BIT(KEY_PROVER_ID) | BIT(KEY_SECTORS))
#define UPDATE_KEYS (BIT(KEY_SECTOR_SIZE) | BIT(KEY_COMM_R_OLD) | BIT(KEY_COMM_D_NEW) | BIT(KEY_COMM_R_NEW))

typedef struct reader {
    char kind[32], registered_proof[64], api_version[16];
    uint64_t sector_size, sector_id, h;
    uint8_t prover_id[32], ticket[32], seed[32], comm_d[32], comm_r[32], porep_id[32], randomness[32];
    sl_fr comm_r_old, comm_d_new, comm_r_new;
    sl_buf sectors; /* sl_post_public_sector */
    size_t sectors_n;
} reader;

static sluice_status text_read(sl_scan *j, char *out, size_t room, sluice_error *err) {
    sl_scan_text text;
    SL_TRY(sl_scan_text_next(j, &text, err));
    return sl_scan_text_copy(j, text, out, room, err);
}

static int hex_value(char c) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *const at = c != 0 ? strchr(digits, c) : NULL;
    return at == NULL ? -1 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

static sluice_status bytes32_read(sl_scan *j, uint8_t out[32], sluice_error *err) {
    char text[72] = "";
    uint8_t bytes[32];
    SL_TRY(text_read(j, text, sizeof text, err));
    bool is_good = strlen(text) == 64;
    for (unsigned i = 0; is_good && i < 32; i++) {
        const int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);
        is_good = high >= 0 && low >= 0;
        bytes[i] = is_good ? (uint8_t)(high << 4 | low) : 0;
    }
    if (!is_good) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected 64 hexadecimal digits, found %s", text);
    }
    memcpy(out, bytes, 32);
    return SLUICE_OK;
}

static sluice_status fr_read(sl_scan *j, sl_fr *out, sluice_error *err) {
    uint8_t bytes[32];
    SL_TRY(bytes32_read(j, bytes, err));
    return sl_fr_from_bytes(out, bytes)
               ? SLUICE_OK
               : sl_scan_fail(j, err, SLUICE_E_INPUT, "expected a value below the field's modulus");
}

static sluice_status sector_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    sl_post_public_sector *const sector = ctx;
    if (key == 0) {
        return sl_scan_u64(j, UINT64_MAX, &sector->number, err);
    }
    return fr_read(j, &sector->comm_r, err);
}

static sluice_status sector_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    static const char *const sector_keys[] = {"sector_id", "comm_r"};
    reader *const r = ctx;
    sl_post_public_sector sector;
    SL_TRY(sl_scan_object(j, sector_keys, 2, 0, sector_field, &sector, err));
    const size_t room = r->sectors.bytes / sizeof sector;
    if (i == room) {
        const size_t more = room == 0 ? 64 : 2 * room; // bounded by the file, in which a sector takes some 90 bytes
        SL_TRY(room == 0 ? sl_buf_alloc_n(&r->sectors, more, sizeof sector, "meta sectors", err)
                         : sl_buf_resize(&r->sectors, more * sizeof sector, err));
    }
    memcpy((sl_post_public_sector *)r->sectors.data + i, &sector, sizeof sector);
    return SLUICE_OK;
}

static sluice_status meta_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    reader *const r = ctx;
    switch (key) {
    case KEY_KIND:
        return text_read(j, r->kind, sizeof r->kind, err);
    case KEY_REGISTERED_PROOF:
        return text_read(j, r->registered_proof, sizeof r->registered_proof, err);
    case KEY_SECTOR_SIZE:
        return sl_scan_u64(j, UINT64_MAX, &r->sector_size, err);
    case KEY_PROVER_ID:
        return bytes32_read(j, r->prover_id, err);
    case KEY_SECTOR_ID:
        return sl_scan_u64(j, UINT64_MAX, &r->sector_id, err);
    case KEY_TICKET:
        return bytes32_read(j, r->ticket, err);
    case KEY_SEED:
        return bytes32_read(j, r->seed, err);
    case KEY_COMM_D:
        return bytes32_read(j, r->comm_d, err);
    case KEY_COMM_R:
        return bytes32_read(j, r->comm_r, err);
    case KEY_POREP_ID:
        return bytes32_read(j, r->porep_id, err);
    case KEY_API_VERSION:
        return text_read(j, r->api_version, sizeof r->api_version, err);
    case KEY_RANDOMNESS:
        return bytes32_read(j, r->randomness, err);
    case KEY_COMM_R_OLD:
        return fr_read(j, &r->comm_r_old, err);
    case KEY_COMM_D_NEW:
        return fr_read(j, &r->comm_d_new, err);
    case KEY_COMM_R_NEW:
        return fr_read(j, &r->comm_r_new, err);
    case KEY_H:
        return sl_scan_u64(j, UINT64_MAX, &r->h, err);
    default:
        return sl_scan_array(j, 0, SIZE_MAX, sector_element, r, &r->sectors_n, err);
    }
}

static sluice_status keys_check(uint32_t seen, uint32_t needed, const char *kind, sluice_error *err) {
    for (unsigned key = 0; key < KEYS_N; key++) {
        if (needed & ~seen & BIT(key)) {
            return SL_FAIL(err, SLUICE_E_INPUT, "expected key \"%s\" in a file of kind %s, found none", keys[key],
                           kind);
        }
    }
    return SLUICE_OK;
}

static sluice_status seal_make(sl_seal_statement *out, const reader *r, uint32_t seen, sluice_error *err) {
    SL_TRY(keys_check(seen, SEAL_KEYS, r->kind, err));
    sl_seal_statement seal;
    SL_TRY(sl_seal_proof_by_name(&seal.proof, r->registered_proof, err));
    if (seal.proof.sector_bytes != r->sector_size) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "sector_size: expected %" PRIu64 " for %s, found %" PRIu64,
                       seal.proof.sector_bytes, seal.proof.name, r->sector_size);
    }
    if (seen & BIT(KEY_POREP_ID)) {
        memcpy(seal.proof.porep_id, r->porep_id, 32);
    }
    memcpy(seal.comm_d, r->comm_d, 32);
    memcpy(seal.comm_r, r->comm_r, 32);
    memcpy(seal.seed, r->seed, 32);
    sl_replica_id(seal.replica_id, r->prover_id, r->sector_id, r->ticket, r->comm_d, seal.proof.porep_id);
    SL_TRY(sl_seal_statement_check(&seal, err));
    *out = seal;
    return SLUICE_OK;
}

static sluice_status update_make(sl_update_statement *out, const reader *r, uint32_t seen, sluice_error *err) {
    SL_TRY(keys_check(seen, UPDATE_KEYS, r->kind, err));
    sl_update_statement update = {
        .comm_r_old = r->comm_r_old, .comm_d_new = r->comm_d_new, .comm_r_new = r->comm_r_new};
    SL_TRY(sl_vanilla_circuit(&update.circuit, r->kind, r->sector_size, err));
    if ((seen & BIT(KEY_H)) != 0 && r->h == 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "h: expected a number from 1 on, found 0");
    }
    SL_TRY(sl_update_h_position(&update.h_position, &update.circuit, r->h, err));
    *out = update;
    return SLUICE_OK;
}

static sluice_status post_make(sl_post_statement *out, const reader *r, uint32_t seen, sluice_error *err) {
    SL_TRY(keys_check(seen, POST_KEYS, r->kind, err));
    sl_post_statement post = {.sectors_n = r->sectors_n, .sectors = r->sectors.data};
    SL_TRY(sl_vanilla_circuit(&post.circuit, r->kind, r->sector_size, err));
    SL_TRY(sl_api_version_by_name(&post.api, r->api_version, err));
    memcpy(post.randomness, r->randomness, 32);
    memcpy(post.prover_id, r->prover_id, 32);
    SL_TRY(sl_post_statement_check(&post, err));
    *out = post;
    return SLUICE_OK;
}

static sluice_status meta_read(reader *r, sl_meta *out, const uint8_t *bytes, size_t n, sluice_error *err) {
    sl_scan j;
    uint32_t seen;
    sl_scan_start(&j, bytes, n);
    SL_TRY(sl_scan_object_seen(&j, keys, KEYS_N, ~BIT(KEY_KIND), meta_field, r, &seen, err));
    SL_TRY(sl_scan_finish(&j, err));
    if (strcmp(r->kind, "seal") == 0) {
        out->kind = SL_META_SEAL;
        return seal_make(&out->seal, r, seen, err);
    }
    if (strcmp(r->kind, "update") == 0 || strcmp(r->kind, "update-poseidon") == 0) {
        out->kind = SL_META_UPDATE;
        return update_make(&out->update, r, seen, err);
    }
    const bool is_winning = strcmp(r->kind, "winning") == 0;
    if (!is_winning && strcmp(r->kind, "window") != 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "kind: expected seal, winning, window, update or update-poseidon, found %s",
                       r->kind);
    }
    out->kind = is_winning ? SL_META_WINNING : SL_META_WINDOW;
    return post_make(&out->post, r, seen, err);
}

sluice_status sl_meta_parse(sl_meta *out, const uint8_t *bytes, size_t n, sluice_error *err) {
    reader r = {0};
    sl_meta meta = {0};
    const sluice_status status = meta_read(&r, &meta, bytes, n, err);
    if (status != SLUICE_OK || meta.kind == SL_META_SEAL || meta.kind == SL_META_UPDATE) {
        sl_buf_release(&r.sectors);
    } else {
        sl_buf_move(&meta.sectors, &r.sectors);
    }
    if (status == SLUICE_OK) {
        *out = meta;
    }
    return status;
}

sluice_status sl_meta_open(sl_meta *out, const char *path, sluice_error *err) {
    sl_buf text;
    SL_TRY(sl_buf_load(&text, path, SL_META_BYTES_MAX, "meta file", err));
    const sluice_status status = sl_meta_parse(out, text.data, text.bytes, err);
    sl_buf_release(&text);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "%s", path);
}

void sl_meta_release(sl_meta *meta) {
    sl_buf_release(&meta->sectors);
    *meta = (sl_meta){0};
}
