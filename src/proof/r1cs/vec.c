// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/vec.h"

#include "core/base/checked.h"

#define BYTES_MIN ((size_t)512)

sluice_status sl_vec_grow(sl_vec *vec, size_t extra, size_t element_bytes, sluice_error *err) {
    size_t n, bytes;
    if (!sl_add_size(vec->n, extra, &n) || !sl_mul_size(n, element_bytes, &bytes)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: more than the address space", vec->tag);
    }
    bytes = SL_MAX(SL_MAX(bytes, BYTES_MIN), vec->buf.bytes + vec->buf.bytes / 2);
    if (vec->buf.data == NULL) {
        return sl_buf_alloc(&vec->buf, bytes, vec->tag, err);
    }
    return sl_buf_resize(&vec->buf, bytes, err);
}

sluice_status sl_vec_shrink(sl_vec *vec, size_t element_bytes, sluice_error *err) {
    const size_t bytes = SL_MAX(vec->n, 1) * element_bytes;
    if (vec->buf.data == NULL) {
        return sl_buf_alloc(&vec->buf, bytes, vec->tag, err);
    }
    return vec->buf.bytes == bytes ? SLUICE_OK : sl_buf_resize(&vec->buf, bytes, err);
}

void sl_vec_release(sl_vec *vec) {
    sl_buf_release(&vec->buf);
    vec->n = 0;
}
