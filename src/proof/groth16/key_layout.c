// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/key_layout.h"

#include <inttypes.h>

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

sluice_status sl_key_layout_make(sl_key_layout *out, const uint64_t counts[SL_KEY_SECTIONS_N], sluice_error *err) {
    sl_key_layout layout;
    uint64_t at = SL_VK_HEAD_BYTES - 4;
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        if (counts[s] > UINT32_MAX) {
            return SL_FAIL(err, SLUICE_E_INPUT,
                           "section %s: %" PRIu64 " points do not fit a key file, at most %" PRIu32, sections[s].name,
                           counts[s], UINT32_MAX);
        }
        range_set(&layout.section[s], (sl_key_section)s, at, counts[s]);
        at = layout.section[s].offset + layout.section[s].bytes;
        if (s == SL_KEY_IC) {
            layout.vk_bytes = at;
        }
    }
    layout.bytes = at;
    *out = layout;
    return SLUICE_OK;
}

/* What must hold between the counts of any key, whatever its circuit. */
static sluice_status counts_check(const sl_key_layout *layout, const char *path, sluice_error *err) {
    const uint64_t inputs = layout->section[SL_KEY_IC].count;
    const uint64_t domain = layout->section[SL_KEY_H].count + 1;
    const uint64_t a = layout->section[SL_KEY_A].count;
    const uint64_t b_g1 = layout->section[SL_KEY_B_G1].count;
    const uint64_t b_g2 = layout->section[SL_KEY_B_G2].count;
    if (inputs == 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section ic: expected at least 1 point, found 0", path);
    }
    if ((domain & (domain - 1)) != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "%s: section h: expected a power of two less one, found %" PRIu64 " points", path, domain - 1);
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

sluice_status sl_key_layout_read(sl_key_layout *out, const sl_file *file, sluice_error *err) {
    sl_key_layout layout;
    uint64_t at = SL_VK_HEAD_BYTES - 4;
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        const char *name = sections[s].name;
        uint8_t prefix[4];
        if (file->bytes < at + sizeof prefix) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED,
                           "%s: section %s: its count needs bytes up to %" PRIu64 ", the file has %" PRIu64, file->path,
                           name, at + sizeof prefix, file->bytes);
        }
        SL_TRY(sl_file_read_at(file, prefix, sizeof prefix, at, err));
        range_set(&layout.section[s], (sl_key_section)s, at, sl_load32_be(prefix));
        const sl_key_range *range = &layout.section[s];
        if (file->bytes - range->offset < range->bytes) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED,
                           "%s: section %s: %" PRIu64 " points need %" PRIu64 " bytes at %" PRIu64
                           ", the file has %" PRIu64 " left",
                           file->path, name, range->count, range->bytes, range->offset, file->bytes - range->offset);
        }
        at = range->offset + range->bytes;
        if (s == SL_KEY_IC) {
            layout.vk_bytes = at;
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
