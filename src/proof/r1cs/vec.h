// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A growing array in one buffer. The element size is given with each call, always the same for one array; the typed
 * macros below are the way to use it. An array starts as SL_VEC(what). One owner.
 */
#ifndef SL_PROOF_R1CS_VEC_H
#define SL_PROOF_R1CS_VEC_H

#include "core/mem/buf.h"

typedef struct sl_vec {
    sl_buf buf;
    size_t n; /* elements in use */
    const char *tag;
} sl_vec;

#define SL_VEC(what) ((sl_vec){.tag = (what)})

/* Room for `extra` more elements; the contents stay. */
SL_NODISCARD sluice_status sl_vec_grow(sl_vec *vec, size_t extra, size_t element_bytes, sluice_error *err);
/* Gives back what is not in use; an empty array keeps room for one element, so that it has an address. */
SL_NODISCARD sluice_status sl_vec_shrink(sl_vec *vec, size_t element_bytes, sluice_error *err);
void sl_vec_release(sl_vec *vec);

SL_NODISCARD SL_INLINE sluice_status sl_vec_reserve(sl_vec *vec, size_t extra, size_t element_bytes,
                                                    sluice_error *err) {
    if (SL_LIKELY(extra <= vec->buf.bytes / element_bytes - vec->n)) {
        return SLUICE_OK;
    }
    return sl_vec_grow(vec, extra, element_bytes, err);
}

#define SL_VEC_AT(vec, type, i) (((type *)(vec)->buf.data)[i])
#define SL_VEC_RESERVE(vec, type, extra, err) sl_vec_reserve((vec), (extra), sizeof(type), (err))
/* After SL_VEC_RESERVE: appends without a check. */
#define SL_VEC_PUSH(vec, type, value) ((void)(SL_VEC_AT(vec, type, (vec)->n) = (value), (vec)->n++))

#endif
