// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/params_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "math/curve/encoding.h"

static sluice_status identity_read(sl_file_identity *out, const sl_file *file, sluice_error *err) {
    struct stat st;
    if (fstat(file->fd, &st) != 0) {
        return SL_FAIL_ERRNO(err, "%s", file->path);
    }
    out->device = (uint64_t)st.st_dev;
    out->inode = (uint64_t)st.st_ino;
    out->bytes = (uint64_t)st.st_size;
    out->modified_s = (int64_t)st.st_mtim.tv_sec;
    out->modified_ns = (uint32_t)st.st_mtim.tv_nsec;
    out->changed_s = (int64_t)st.st_ctim.tv_sec;
    out->changed_ns = (uint32_t)st.st_ctim.tv_nsec;
    return SLUICE_OK;
}

sluice_status sl_params_vk_path(char *out, size_t out_bytes, const char *path, sluice_error *err) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(name, '.');
    const size_t stem = dot == NULL || dot == name ? strlen(path) : (size_t)(dot - path);
    if (stem + sizeof ".vk" > out_bytes) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: the name is too long", path);
    }
    memcpy(out, path, stem);
    memcpy(out + stem, ".vk", sizeof ".vk");
    return SLUICE_OK;
}

sluice_status sl_params_check_vk(const sl_params *params, const char *vk_path, sluice_error *err) {
    sl_file vk;
    SL_TRY(sl_file_open(&vk, vk_path, err));
    sluice_status status = SLUICE_OK;
    if (vk.bytes != params->layout.vk_bytes) {
        status = SL_FAIL(err, SLUICE_E_MISMATCH,
                         "%s: the head of %s has %" PRIu64 " bytes, found %" PRIu64 ": this is the .vk of another key",
                         vk_path, params->file.path, params->layout.vk_bytes, vk.bytes);
    }
    for (uint64_t at = 0; at < params->layout.vk_bytes && status == SLUICE_OK;) {
        uint8_t want[4096], found[4096];
        const uint64_t left = params->layout.vk_bytes - at;
        const size_t n = left < sizeof want ? (size_t)left : sizeof want;
        status = sl_file_read_at(&params->file, want, n, params->layout.vk_offset + at, err);
        if (status == SLUICE_OK) {
            status = sl_file_read_at(&vk, found, n, at, err);
        }
        for (size_t i = 0; i < n && status == SLUICE_OK; i++) {
            if (want[i] != found[i]) {
                status =
                    SL_FAIL(err, SLUICE_E_MISMATCH,
                            "%s: byte %" PRIu64 ": expected %02x as at the head of %s, found %02x: this is the .vk of "
                            "another key",
                            vk_path, at + i, want[i], params->file.path, found[i]);
            }
        }
        at += n;
    }
    sl_file_close(&vk);
    return status;
}

/* Only a `.vk` that is not there is passed over; one that cannot be read is an error. */
static sluice_status neighbour_check(const sl_params *params, sluice_error *err) {
    char path[sizeof params->file.path + 4];
    SL_TRY(sl_params_vk_path(path, sizeof path, params->file.path, err));
    struct stat st;
    if (strcmp(path, params->file.path) == 0 || (stat(path, &st) != 0 && errno == ENOENT)) {
        return SLUICE_OK;
    }
    return sl_params_check_vk(params, path, err);
}

static sluice_status head_check(const sl_file *file, sluice_error *err) {
    uint8_t head[SL_VK_HEAD_BYTES];
    if (file->bytes < sizeof head) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: a key has at least %d bytes, found %" PRIu64, file->path,
                       SL_VK_HEAD_BYTES, file->bytes);
    }
    SL_TRY(sl_file_read_at(file, head, sizeof head, 0, err));
    if (memcmp(head, SL_FOLD_MAGIC, SL_FOLD_MAGIC_BYTES) == 0) {
        SL_TRY(sl_file_read_at(file, head, sizeof head, SL_FOLD_HEAD_BYTES, err));
    }
    return sl_vk_check_head(head, file->path, err);
}

/* What a folded key has beside the rest: whose it is, and the points of d, which may be the identity. */
static sluice_status fold_read(sl_params *params, sluice_error *err) {
    const sl_key_range *d = &params->layout.d;
    if (!params->layout.is_folded) {
        return SLUICE_OK;
    }
    SL_TRY(sl_file_read_at(&params->file, params->original, sizeof params->original, SL_FOLD_MAGIC_BYTES, err));
    SL_TRY(sl_buf_alloc_n(&params->d, (size_t)d->count, sizeof(sl_g1_affine), "points of d", err));
    sl_g1_affine *points = params->d.data;
    for (uint64_t i = 0; i < d->count; i++) {
        static const uint8_t identity[SL_G1_UNCOMPRESSED_BYTES] = {0x40};
        uint8_t bytes[SL_G1_UNCOMPRESSED_BYTES];
        SL_TRY(sl_file_read_at(&params->file, bytes, sizeof bytes, d->offset + i * sizeof bytes, err));
        if (memcmp(bytes, identity, sizeof bytes) == 0) {
            continue; /* zero is the identity */
        }
        const sl_point_fault fault = sl_g1_decode_uncompressed_vt(&points[i], bytes, SL_POINT_SUBGROUP);
        if (fault != SL_POINT_OK) {
            return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section d: point %" PRIu64 ": %s", params->file.path, i,
                           sl_point_fault_text(fault));
        }
    }
    return SLUICE_OK;
}

sluice_status sl_params_open(sl_params *out, const char *path, sluice_error *err) {
    sl_params params = SL_PARAMS_CLOSED;
    SL_TRY(sl_file_open(&params.file, path, err));
    sluice_status status = identity_read(&params.identity, &params.file, err);
    if (status == SLUICE_OK) {
        status = head_check(&params.file, err);
    }
    if (status == SLUICE_OK) {
        status = sl_key_layout_read(&params.layout, &params.file, err);
    }
    if (status == SLUICE_OK) {
        status = sl_vk_read_at_head(&params.vk, &params.file, &params.layout, err);
    }
    if (status == SLUICE_OK) {
        status = fold_read(&params, err);
    }
    if (status == SLUICE_OK) {
        status = neighbour_check(&params, err);
    }
    if (status != SLUICE_OK) {
        sl_params_close(&params);
        return status;
    }
    *out = params;
    return SLUICE_OK;
}

void sl_params_close(sl_params *params) {
    sl_vk_release(&params->vk);
    sl_buf_release(&params->d);
    sl_file_close(&params->file);
    *params = SL_PARAMS_CLOSED;
}

sluice_status sl_params_check_unchanged(const sl_params *params, sluice_error *err) {
    sl_file_identity now;
    if (params->made != NULL) {
        return SLUICE_OK;
    }
    SL_TRY(identity_read(&now, &params->file, err));
    const sl_file_identity *then = &params->identity;
    if (now.bytes != then->bytes || now.modified_s != then->modified_s || now.modified_ns != then->modified_ns) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: the file was changed while it was in use", params->file.path);
    }
    return SLUICE_OK;
}

sluice_status sl_key_layout_of_circuit(sl_key_layout *out, const sl_r1cs_counts *counts, const sl_density *density,
                                       sluice_error *err) {
    const uint64_t b = (uint64_t)density->b_inputs_n + density->b_aux_n;
    const uint64_t points[SL_KEY_SECTIONS_N] = {
        [SL_KEY_IC] = counts->inputs,
        [SL_KEY_H] = (UINT64_C(1) << counts->domain_log2) - 1,
        [SL_KEY_L] = counts->aux,
        [SL_KEY_A] = counts->inputs + density->a_aux_n,
        [SL_KEY_B_G1] = b,
        [SL_KEY_B_G2] = b,
    };
    return sl_key_layout_make(out, points, err);
}
