// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/bincode.h"

#include <inttypes.h>
#include <string.h>

#include "math/hash/bytes.h"

void sl_bincode_start(sl_bincode *out, const uint8_t *bytes, size_t n, sl_arena *arena) {
    *out = (sl_bincode){.start = bytes, .at = bytes, .end = n > 0 ? bytes + n : bytes, .arena = arena};
}

static size_t left(const sl_bincode *b) {
    return (size_t)(b->end - b->at);
}

static size_t offset(const sl_bincode *b) {
    return (size_t)(b->at - b->start);
}

sluice_status sl_bincode_finish(const sl_bincode *b, sluice_error *err) {
    return left(b) == 0 ? SLUICE_OK
                        : SL_FAIL(err, SLUICE_E_TRUNCATED, "byte %zu: expected the end, found %zu more bytes",
                                  offset(b), left(b));
}

static sluice_status need(const sl_bincode *b, size_t n, const char *field, sluice_error *err) {
    return left(b) >= n ? SLUICE_OK
                        : SL_FAIL(err, SLUICE_E_TRUNCATED, "byte %zu: %s: expected %zu bytes, found %zu", offset(b),
                                  field, n, left(b));
}

sluice_status sl_bincode_u32(sl_bincode *b, uint32_t *out, const char *field, sluice_error *err) {
    SL_TRY(need(b, 4, field, err));
    *out = sl_load32_le(b->at);
    b->at += 4;
    return SLUICE_OK;
}

sluice_status sl_bincode_u64(sl_bincode *b, uint64_t *out, const char *field, sluice_error *err) {
    SL_TRY(need(b, 8, field, err));
    *out = sl_load64_le(b->at);
    b->at += 8;
    return SLUICE_OK;
}

sluice_status sl_bincode_bytes32(sl_bincode *b, uint8_t out[32], const char *field, sluice_error *err) {
    SL_TRY(need(b, 32, field, err));
    memcpy(out, b->at, 32);
    b->at += 32;
    return SLUICE_OK;
}

sluice_status sl_bincode_fr(sl_bincode *b, sl_fr *out, const char *field, sluice_error *err) {
    SL_TRY(need(b, 32, field, err));
    if (!sl_fr_from_bytes(out, b->at)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "byte %zu: %s: expected a value below the field's modulus, found %s",
                       offset(b), field, sl_bytes32_hex(b->at).text);
    }
    b->at += 32;
    return SLUICE_OK;
}

sluice_status sl_bincode_count(sl_bincode *b, size_t min_n, size_t max_n, size_t element_bytes, size_t *out,
                               const char *field, sluice_error *err) {
    uint64_t n;
    SL_TRY(need(b, 8, field, err));
    n = sl_load64_le(b->at);
    if (n < min_n || n > max_n) {
        if (min_n == max_n) {
            return SL_FAIL(err, SLUICE_E_INPUT, "byte %zu: %s: expected %zu elements, found %" PRIu64, offset(b), field,
                           min_n, n);
        }
        return SL_FAIL(err, SLUICE_E_INPUT, "byte %zu: %s: expected %zu to %zu elements, found %" PRIu64, offset(b),
                       field, min_n, max_n, n);
    }
    b->at += 8;
    SL_TRY(need(b, (size_t)n * element_bytes, field, err)); // max_n is small: no overflow
    *out = (size_t)n;
    return SLUICE_OK;
}

sluice_status sl_bincode_fr_list(sl_bincode *b, size_t min_n, size_t max_n, const sl_fr **out, size_t *out_n,
                                 const char *field, sluice_error *err) {
    size_t n;
    SL_TRY(sl_bincode_count(b, min_n, max_n, 32, &n, field, err));
    void *list;
    SL_TRY(sl_arena_take(b->arena, n, sizeof(sl_fr), &list, err));
    for (size_t i = 0; i < n; i++) {
        const sluice_status status = sl_bincode_fr(b, (sl_fr *)list + i, "value", err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s[%zu]", field, i);
        }
    }
    *out = list;
    *out_n = n;
    return SLUICE_OK;
}

static sluice_status part_read(sl_bincode *b, sl_path_part *part, sluice_error *err) {
    size_t levels_n;
    part->levels_n = 0;
    SL_TRY(sl_bincode_count(b, 0, SL_PATH_LEVELS_MAX, 8 + 32 + 8, &levels_n, "path", err));
    for (size_t i = 0; i < levels_n; i++) {
        sl_fr hashes[7];
        size_t n;
        uint64_t index;
        sluice_status status = sl_bincode_count(b, 1, 7, 32, &n, "hashes", err);
        for (size_t k = 0; status == SLUICE_OK && k < n; k++) {
            status = sl_bincode_fr(b, &hashes[k], "hashes", err);
        }
        if (status == SLUICE_OK) {
            status = sl_bincode_u64(b, &index, "index", err);
        }
        if (status == SLUICE_OK) {
            status = sl_path_level_add(part, b->arena, hashes, n, index, err);
        }
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "level %zu", i);
        }
    }
    return SLUICE_OK;
}

static sluice_status path_read(sl_bincode *b, sl_path *out, sl_path_kind *out_kind, sluice_error *err) {
    static const char *const names[] = {"base_proof", "sub_proof", "top_proof"};
    uint32_t tag;
    SL_TRY(sl_bincode_u32(b, &tag, "data", err));
    if (tag > SL_PATH_TOP) {
        return SL_FAIL(err, SLUICE_E_INPUT, "byte %zu: data: expected a tag 0 to 2, found %" PRIu32, offset(b) - 4,
                       tag);
    }
    sl_path_part parts[3];
    if (tag == SL_PATH_SINGLE) {
        SL_TRY(sl_bincode_fr(b, &out->root, "root", err));
        SL_TRY(sl_bincode_fr(b, &out->leaf, "leaf", err));
        SL_TRY(part_read(b, &parts[0], err));
    } else {
        for (unsigned i = 0; i <= tag; i++) {
            const sluice_status status = part_read(b, &parts[i], err);
            if (status != SLUICE_OK) {
                return sl_error_prefix(err, status, "%s", names[i]);
            }
        }
        SL_TRY(sl_bincode_fr(b, &out->root, "root", err));
        SL_TRY(sl_bincode_fr(b, &out->leaf, "leaf", err));
    }
    *out_kind = (sl_path_kind)tag;
    return sl_path_join(out, b->arena, parts, *out_kind, err);
}

sluice_status sl_bincode_path(sl_bincode *b, sl_path *out, sl_path_kind *out_kind, const char *field,
                              sluice_error *err) {
    const sluice_status status = path_read(b, out, out_kind, err);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "%s", field);
}
