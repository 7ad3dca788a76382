// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/vk.h"

#include "core/mem/load.h"
#include "math/curve/encoding.h"
#include "math/hash/bytes.h"

enum { ALPHA_G1 = 0, BETA_G1 = 96, BETA_G2 = 192, GAMMA_G2 = 384, DELTA_G1 = 576, DELTA_G2 = 672, IC_COUNT = 864 };

static sluice_status g1_parse(sl_g1_affine *out, const uint8_t *bytes, const char *name, const char *field,
                              sluice_error *err) {
    const sl_point_fault fault = sl_g1_decode_uncompressed_vt(out, bytes, SL_POINT_SUBGROUP);
    if (fault != SL_POINT_OK) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: %s: %s", name, field, sl_point_fault_text(fault));
    }
    return SLUICE_OK;
}

static sluice_status g2_parse(sl_g2_affine *out, const uint8_t *bytes, const char *name, const char *field,
                              sluice_error *err) {
    const sl_point_fault fault = sl_g2_decode_uncompressed_vt(out, bytes, SL_POINT_SUBGROUP);
    if (fault != SL_POINT_OK) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: %s: %s", name, field, sl_point_fault_text(fault));
    }
    return SLUICE_OK;
}

static sluice_status head_parse(sl_vk *vk, const uint8_t *bytes, const char *name, sluice_error *err) {
    SL_TRY(g1_parse(&vk->alpha_g1, bytes + ALPHA_G1, name, "alpha_g1", err));
    SL_TRY(g1_parse(&vk->beta_g1, bytes + BETA_G1, name, "beta_g1", err));
    SL_TRY(g2_parse(&vk->beta_g2, bytes + BETA_G2, name, "beta_g2", err));
    SL_TRY(g2_parse(&vk->gamma_g2, bytes + GAMMA_G2, name, "gamma_g2", err));
    SL_TRY(g1_parse(&vk->delta_g1, bytes + DELTA_G1, name, "delta_g1", err));
    return g2_parse(&vk->delta_g2, bytes + DELTA_G2, name, "delta_g2", err);
}

sluice_status sl_vk_check_head(const uint8_t bytes[SL_VK_HEAD_BYTES], const char *name, sluice_error *err) {
    sl_vk vk;
    return head_parse(&vk, bytes, name, err);
}

sluice_status sl_vk_parse(sl_vk *out, const uint8_t *bytes, size_t n, const char *name, sluice_error *err) {
    sl_vk vk = {0};
    if (n < SL_VK_HEAD_BYTES) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: a verifying key has at least %d bytes, found %zu", name,
                       SL_VK_HEAD_BYTES, n);
    }
    SL_TRY(head_parse(&vk, bytes, name, err));
    vk.ic_n = sl_load32_be(bytes + IC_COUNT);
    if (vk.ic_n == 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section ic: expected at least 1 point, found 0", name);
    }
    if (sl_vk_bytes(vk.ic_n) != n) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: section ic: %zu points make %zu bytes in all, found %zu", name,
                       vk.ic_n, sl_vk_bytes(vk.ic_n), n);
    }
    SL_TRY(sl_buf_alloc_n(&vk.storage, vk.ic_n, sizeof *vk.ic, "vk", err));
    vk.ic = vk.storage.data;
    for (size_t i = 0; i < vk.ic_n; i++) {
        const sl_point_fault fault =
            sl_g1_decode_uncompressed_vt(&vk.ic[i], bytes + SL_VK_HEAD_BYTES + 96 * i, SL_POINT_SUBGROUP);
        if (fault != SL_POINT_OK) {
            sl_vk_release(&vk);
            return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section ic: point %zu: %s", name, i, sl_point_fault_text(fault));
        }
    }
    *out = vk;
    return SLUICE_OK;
}

sluice_status sl_vk_read_at_head(sl_vk *out, const sl_file *file, const sl_key_layout *layout, sluice_error *err) {
    sl_buf bytes = SL_BUF_EMPTY;
    SL_TRY(sl_buf_alloc(&bytes, layout->vk_bytes, "vk", err));
    sluice_status status = sl_file_read_at(file, bytes.data, bytes.bytes, layout->vk_offset, err);
    if (status == SLUICE_OK) {
        status = sl_vk_parse(out, bytes.data, bytes.bytes, file->path, err);
    }
    sl_buf_release(&bytes);
    return status;
}

sluice_status sl_vk_read(sl_vk *out, const char *path, sluice_error *err) {
    sl_buf bytes;
    SL_TRY(sl_buf_load(&bytes, path, SL_VK_MAX_BYTES, "vk", err));
    const sluice_status status = sl_vk_parse(out, bytes.data, bytes.bytes, path, err);
    sl_buf_release(&bytes);
    return status;
}

void sl_vk_write(uint8_t *bytes, const sl_vk *vk) {
    sl_g1_encode_uncompressed(bytes + ALPHA_G1, &vk->alpha_g1);
    sl_g1_encode_uncompressed(bytes + BETA_G1, &vk->beta_g1);
    sl_g2_encode_uncompressed(bytes + BETA_G2, &vk->beta_g2);
    sl_g2_encode_uncompressed(bytes + GAMMA_G2, &vk->gamma_g2);
    sl_g1_encode_uncompressed(bytes + DELTA_G1, &vk->delta_g1);
    sl_g2_encode_uncompressed(bytes + DELTA_G2, &vk->delta_g2);
    sl_store32_be(bytes + IC_COUNT, (uint32_t)vk->ic_n);
    for (size_t i = 0; i < vk->ic_n; i++) {
        sl_g1_encode_uncompressed(bytes + SL_VK_HEAD_BYTES + 96 * i, &vk->ic[i]);
    }
}

void sl_vk_release(sl_vk *vk) {
    sl_buf_release(&vk->storage);
    *vk = (sl_vk){0};
}
