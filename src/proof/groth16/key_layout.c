// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/key_layout.h"

#include <inttypes.h>
#include <string.h>

#include "math/hash/bytes.h"

static const struct {
    const char *name;
    uint32_t element_bytes;
} sections[SL_KEY_SECTIONS_N] = {
    [SL_KEY_IC] = {"ic", 96}, [SL_KEY_H] = {"h", 96},       [SL_KEY_L] = {"l", 96},
    [SL_KEY_A] = {"a", 96},   [SL_KEY_B_G1] = {"b_g1", 96}, [SL_KEY_B_G2] = {"b_g2", 192},
};

const char *sl_key_section_name(sl_key_section section) {
    return sections[section].name;
}

/* 32-bit counts of at most 192 bytes each keep every sum here far below 2^64. */
static void range_set(sl_key_range *out, sl_key_section section, uint64_t count_offset, uint64_t count) {
    out->count = count;
    out->offset = count_offset + 4;
    out->element_bytes = sections[section].element_bytes;
    out->bytes = count * out->element_bytes;
}

static uint64_t range_end(const sl_key_range *range) {
    return range->offset + range->bytes;
}

/* A section's name in messages; d follows ic. */
#define D_NAME "d"

static sluice_status layout_make(sl_key_layout *out, const uint64_t counts[SL_KEY_SECTIONS_N], bool is_folded,
                                 sluice_error *err) {
    sl_key_layout layout = {.is_folded = is_folded, .vk_offset = is_folded ? SL_FOLD_HEAD_BYTES : 0};
    uint64_t at = layout.vk_offset + SL_VK_HEAD_BYTES - 4;
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        if (counts[s] > UINT32_MAX) {
            return SL_FAIL(err, SLUICE_E_INPUT,
                           "section %s: %" PRIu64 " points do not fit a key file, at most %" PRIu32, sections[s].name,
                           counts[s], UINT32_MAX);
        }
        range_set(&layout.section[s], (sl_key_section)s, at, counts[s]);
        at = range_end(&layout.section[s]);
        if (s == SL_KEY_IC) {
            layout.vk_bytes = at - layout.vk_offset;
        }
        if (s == SL_KEY_IC && is_folded) {
            range_set(&layout.d, SL_KEY_IC, at, counts[SL_KEY_IC]);
            at = range_end(&layout.d);
        }
    }
    layout.bytes = at;
    *out = layout;
    return SLUICE_OK;
}

sluice_status sl_key_layout_make(sl_key_layout *out, const uint64_t counts[SL_KEY_SECTIONS_N], sluice_error *err) {
    return layout_make(out, counts, false, err);
}

sluice_status sl_key_layout_fold(sl_key_layout *out, const sl_key_layout *key, sluice_error *err) {
    uint64_t counts[SL_KEY_SECTIONS_N];
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        counts[s] = key->section[s].count;
    }
    counts[SL_KEY_H] = sl_fold_h_count(counts[SL_KEY_H] + 1);
    return layout_make(out, counts, true, err);
}

/* What must hold between the counts of any key, whatever its circuit. */
static sluice_status counts_check(const sl_key_layout *layout, const char *path, sluice_error *err) {
    const uint64_t inputs = layout->section[SL_KEY_IC].count;
    const uint64_t h = layout->section[SL_KEY_H].count;
    const uint64_t domain = layout->is_folded ? (h == 0 ? 1 : h) : h + 1;
    const uint64_t a = layout->section[SL_KEY_A].count;
    const uint64_t b_g1 = layout->section[SL_KEY_B_G1].count;
    const uint64_t b_g2 = layout->section[SL_KEY_B_G2].count;
    if (inputs == 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section ic: expected at least 1 point, found 0", path);
    }
    if ((domain & (domain - 1)) != 0 || (layout->is_folded && h == 1)) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section h: expected a power of two%s, found %" PRIu64 " points",
                       path, layout->is_folded ? "" : " less one", h);
    }
    if (layout->is_folded && layout->d.count != inputs) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section %s: expected %" PRIu64 " points, found %" PRIu64, path,
                       D_NAME, inputs, layout->d.count);
    }
    if (inputs > domain) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "%s: section h: expected at least %" PRIu64 " points for %" PRIu64 " inputs, found %" PRIu64,
                       path, inputs - 1, inputs, domain - 1);
    }
    if (a < inputs || a - inputs > layout->section[SL_KEY_L].count) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "%s: section a: expected %" PRIu64 " to %" PRIu64 " points, found %" PRIu64, path, inputs,
                       inputs + layout->section[SL_KEY_L].count, a);
    }
    if (b_g1 != b_g2) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "%s: section b_g2: expected %" PRIu64 " points as in b_g1, found %" PRIu64, path, b_g1, b_g2);
    }
    return SLUICE_OK;
}

/* The range whose count stands at *at, which moves behind it. */
static sluice_status range_read(sl_key_range *out, const sl_file *file, sl_key_section section, const char *name,
                                uint64_t *at, sluice_error *err) {
    uint8_t prefix[4];
    if (file->bytes < *at + sizeof prefix) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED,
                       "%s: section %s: its count needs bytes up to %" PRIu64 ", the file has %" PRIu64, file->path,
                       name, *at + sizeof prefix, file->bytes);
    }
    SL_TRY(sl_file_read_at(file, prefix, sizeof prefix, *at, err));
    range_set(out, section, *at, sl_load32_be(prefix));
    if (file->bytes - out->offset < out->bytes) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED,
                       "%s: section %s: %" PRIu64 " points need %" PRIu64 " bytes at %" PRIu64 ", the file has %" PRIu64
                       " left",
                       file->path, name, out->count, out->bytes, out->offset, file->bytes - out->offset);
    }
    *at = range_end(out);
    return SLUICE_OK;
}

sluice_status sl_key_layout_read(sl_key_layout *out, const sl_file *file, sluice_error *err) {
    uint8_t magic[SL_FOLD_MAGIC_BYTES] = {0};
    sl_key_layout layout = {0};
    if (file->bytes >= sizeof magic) {
        SL_TRY(sl_file_read_at(file, magic, sizeof magic, 0, err));
    }
    layout.is_folded = memcmp(magic, SL_FOLD_MAGIC, sizeof magic) == 0;
    layout.vk_offset = layout.is_folded ? SL_FOLD_HEAD_BYTES : 0;
    uint64_t at = layout.vk_offset + SL_VK_HEAD_BYTES - 4;
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        SL_TRY(range_read(&layout.section[s], file, (sl_key_section)s, sections[s].name, &at, err));
        if (s == SL_KEY_IC) {
            layout.vk_bytes = at - layout.vk_offset;
        }
        if (s == SL_KEY_IC && layout.is_folded) {
            SL_TRY(range_read(&layout.d, file, SL_KEY_IC, D_NAME, &at, err));
        }
    }
    layout.bytes = at;
    if (at != file->bytes) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected %" PRIu64 " bytes by its counts, found %" PRIu64,
                       file->path, at, file->bytes);
    }
    SL_TRY(counts_check(&layout, file->path, err));
    *out = layout;
    return SLUICE_OK;
}

sluice_status sl_key_layout_match(const sl_key_layout *found, const sl_key_layout *want, const char *path,
                                  sluice_error *err) {
    sl_key_layout folded;
    if (found->is_folded) {
        SL_TRY(sl_key_layout_fold(&folded, want, err));
        want = &folded;
    }
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        if (found->section[s].count != want->section[s].count) {
            return SL_FAIL(err, SLUICE_E_MISMATCH,
                           "%s: section %s: the circuit needs %" PRIu64 " points, found %" PRIu64
                           ": this is the key of another circuit",
                           path, sections[s].name, want->section[s].count, found->section[s].count);
        }
    }
    return SLUICE_OK;
}
