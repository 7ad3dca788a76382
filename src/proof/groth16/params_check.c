// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/params_check.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "core/base/hex.h"
#include "core/base/json_scan.h"
#include "core/mem/load.h"
#include "math/curve/encoding.h"
#include "math/hash/blake2b.h"
#include "math/hash/sha256.h"
#include "proof/groth16/check_memory.h"
#include "proof/groth16/key_reader.h"

#define PIECE_BYTES ((size_t)3 << 20) /* a multiple of 192 */
#define RING_SLOTS_N 3
#define BLOCK_POINTS 256
#define MANIFEST_MAX_BYTES ((size_t)4 << 20)
enum { DIGEST_BYTES = 16 }; /* of a manifest's digest */
static const char stage_name[] = "key check";

typedef struct whole_check {
    sl_blake2b blake2b;
    sl_sha256 sha256;
    unsigned rules;
    /* of the piece at hand */
    const uint8_t *bytes;
    size_t bytes_n, points_n; /* points_n 0: a piece without points */
    size_t element_bytes;
    atomic_size_t bad; /* smallest index of a bad point, SIZE_MAX: none */
} whole_check;

static sl_point_fault point_fault(const whole_check *check, size_t i) {
    const uint8_t *bytes = check->bytes + i * check->element_bytes;
    if (check->element_bytes == SL_G1_UNCOMPRESSED_BYTES) {
        sl_g1_affine p;
        return sl_g1_decode_uncompressed_vt(&p, bytes, check->rules);
    }
    sl_g2_affine p;
    return sl_g2_decode_uncompressed_vt(&p, bytes, check->rules);
}

/* Tasks 0 and 1 hash the piece, the others decode blocks of its points. */
static void piece_task(void *data, size_t i, size_t worker) {
    (void)worker;
    whole_check *check = data;
    if (i == 0) {
        sl_blake2b_update(&check->blake2b, check->bytes, check->bytes_n);
        return;
    }
    if (i == 1) {
        sl_sha256_update(&check->sha256, check->bytes, check->bytes_n);
        return;
    }
    const size_t first = (i - 2) * BLOCK_POINTS, end = SL_MIN(check->points_n, first + BLOCK_POINTS);
    for (size_t p = first; p < end; p++) {
        if (point_fault(check, p) != SL_POINT_OK) {
            size_t least = atomic_load(&check->bad);
            while (p < least && !atomic_compare_exchange_weak(&check->bad, &least, p)) {
            }
            return;
        }
    }
}

/* The file in order: what was checked when the key was opened, then each count and its points. */
static size_t spans_make(sl_key_span *spans, const sl_key_layout *layout) {
    size_t n = 0;
    spans[n++] = (sl_key_span){0, layout->section[SL_KEY_H].offset - 4, PIECE_BYTES};
    for (int s = SL_KEY_H; s < SL_KEY_SECTIONS_N; s++) {
        const sl_key_range *range = &layout->section[s];
        spans[n++] = (sl_key_span){range->offset - 4, 4, 4};
        spans[n++] = (sl_key_span){range->offset, range->bytes, PIECE_BYTES};
    }
    return n;
}

static sluice_status span_check(whole_check *check, const sl_params *params, sl_key_reader *reader, size_t span,
                                uint64_t span_bytes, uint64_t *done, const sl_observer *observer, sl_pool *pool,
                                sluice_error *err) {
    /* Spans 2, 4, ... are the points of h, l, ...: spans_make. Those of ic were checked when the key was opened. */
    const bool has_points = span != 0 && span % 2 == 0;
    const sl_key_section section = (sl_key_section)(SL_KEY_H + (int)span / 2 - 1);
    uint64_t first_point = 0;
    for (uint64_t at = 0; at < span_bytes;) {
        SL_TRY(sl_key_reader_next(reader, &check->bytes, &check->bytes_n, err));
        check->element_bytes = has_points ? params->layout.section[section].element_bytes : 1;
        check->points_n = has_points ? check->bytes_n / check->element_bytes : 0;
        sl_pool_for(pool, 2 + (check->points_n + BLOCK_POINTS - 1) / BLOCK_POINTS, piece_task, check);
        const size_t bad = atomic_load(&check->bad);
        if (bad != SIZE_MAX) {
            return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section %s: point %" PRIu64 ": %s", params->file.path,
                           sl_key_section_name(section), first_point + bad,
                           sl_point_fault_text(point_fault(check, bad)));
        }
        at += check->bytes_n;
        *done += check->bytes_n;
        first_point += check->points_n;
        SL_TRY(sl_observe_progress(observer, stage_name, *done, params->layout.bytes, err));
    }
    return SLUICE_OK;
}

static sluice_status whole_read(const sl_params *params, const sl_params_check_options *options, sl_pool *pool,
                                sl_params_report *out, sluice_error *err) {
    whole_check check = {.rules = options->subgroup ? SL_POINT_SUBGROUP : SL_POINT_KEY, .bad = SIZE_MAX};
    sl_blake2b_init(&check.blake2b, SL_BLAKE2B_MAX_BYTES, NULL, 0);
    sl_sha256_init(&check.sha256);
    sl_key_span spans[SL_KEY_READER_SPANS_MAX];
    const size_t spans_n = spans_make(spans, &params->layout);
    sl_key_reader *reader;
    SL_TRY(sl_key_reader_open(&reader, &params->file, spans, spans_n, RING_SLOTS_N, err));
    sluice_status status = SLUICE_OK;
    uint64_t done = 0;
    for (size_t i = 0; i < spans_n && status == SLUICE_OK; i++) {
        status = span_check(&check, params, reader, i, spans[i].bytes, &done, options->observer, pool, err);
    }
    sl_key_reader_close(reader);
    SL_TRY(status);
    SL_TRY(sl_params_check_unchanged(params, err));
    sl_blake2b_final(&check.blake2b, out->blake2b);
    sl_sha256_final(&check.sha256, out->sha256);
    out->subgroup = options->subgroup;
    out->remembered = false;
    return SLUICE_OK;
}

sluice_status sl_params_check(const sl_params *params, const sl_params_check_options *options, sl_pool *pool,
                              sl_params_report *out, sluice_error *err) {
    if (options->memory != NULL && !options->force &&
        sl_check_memory_find(options->memory, &params->identity, options->subgroup, out)) {
        return SLUICE_OK;
    }
    sl_params_report report;
    sl_observe_stage(options->observer, stage_name, false);
    const sluice_status status = whole_read(params, options, pool, &report, err);
    sl_observe_stage(options->observer, stage_name, true);
    if (status == SLUICE_E_CORRUPT && options->memory != NULL) {
        (void)sl_check_memory_forget(options->memory, &params->identity, NULL);
    }
    SL_TRY(status);
    if (options->memory != NULL) {
        /* A good key stays good if it cannot be remembered. */
        (void)sl_check_memory_add(options->memory, &params->identity, &report, NULL);
    }
    *out = report;
    return SLUICE_OK;
}

/* Manifest. */

typedef struct manifest_entry {
    char digest[2 * DIGEST_BYTES + 1];
} manifest_entry;

static sluice_status digest_read(void *ctx, sl_scan *scan, unsigned key, sluice_error *err) {
    (void)key;
    manifest_entry *entry = ctx;
    sl_scan_text text;
    SL_TRY(sl_scan_text_next(scan, &text, err));
    if (text.n != 2 * DIGEST_BYTES || strspn((const char *)text.bytes, "0123456789abcdef") < text.n) {
        return sl_scan_fail(scan, err, SLUICE_E_INPUT, "expected a digest of %d lower-case hexadecimal digits",
                            2 * DIGEST_BYTES);
    }
    memcpy(entry->digest, text.bytes, text.n);
    entry->digest[text.n] = 0;
    return SLUICE_OK;
}

static sluice_status entry_read(void *ctx, sl_scan *scan, unsigned key, sluice_error *err) {
    (void)key;
    static const char *const keys[] = {"digest"};
    return sl_scan_object(scan, keys, 1, 0, digest_read, ctx, err);
}

static sluice_status manifest_compare(const char *found, const char *name, const uint8_t *json, size_t json_bytes,
                                      const char *manifest_path, sluice_error *err) {
    const char *const keys[] = {name};
    manifest_entry entry;
    uint32_t seen = 0;
    sl_scan scan;
    sl_scan_start(&scan, json, json_bytes);
    sluice_status status = sl_scan_object_seen(&scan, keys, 1, 1, entry_read, &entry, &seen, err);
    if (status == SLUICE_OK) {
        status = sl_scan_finish(&scan, err);
    }
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "%s", manifest_path);
    }
    if (seen == 0) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: %s is not listed", manifest_path, name);
    }
    if (strcmp(entry.digest, found) == 0) {
        return SLUICE_OK;
    }
    if (memmem(json, json_bytes, found, strlen(found)) != NULL) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: digest expected %s, found %s, which %s lists under another name",
                       name, entry.digest, found, manifest_path);
    }
    return SL_FAIL(err, SLUICE_E_DIFFERS,
                   "%s: digest expected %s by %s, found %s: the file is damaged or of another release", name,
                   entry.digest, manifest_path, found);
}

sluice_status sl_params_check_manifest(const uint8_t blake2b[64], const char *file_name, const char *manifest_path,
                                       sluice_error *err) {
    const char *slash = strrchr(file_name, '/');
    char found[2 * DIGEST_BYTES + 1];
    sl_hex_encode(found, blake2b, DIGEST_BYTES);
    sl_buf json;
    SL_TRY(sl_buf_load(&json, manifest_path, MANIFEST_MAX_BYTES, "manifest", err));
    const sluice_status status =
        manifest_compare(found, slash == NULL ? file_name : slash + 1, json.data, json.bytes, manifest_path, err);
    sl_buf_release(&json);
    return status;
}
