// SPDX-License-Identifier: MIT OR Apache-2.0
/* Rows in canonical order, and their digest. */
#include <string.h>

#include "core/base/checked.h"
#include "math/hash/blake2s.h"
#include "proof/r1cs/keysort.h"
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/structure.h"

/*
 * Terms of combination i as keys (wire << 32 | coefficient), ascending, in keys[]; keys has room for twice the longest
 * combination. Terms come in the order of slots, in which only pins can be out of place.
 */
static size_t lc_keys(const sl_instance_view *v, size_t i, uint64_t *keys) {
    const sl_r1cs_term *terms = v->terms + v->lc_ends[i];
    const size_t n = v->lc_ends[i + 1] - v->lc_ends[i];
    bool is_sorted = true;
    uint64_t last = 0;
    for (size_t j = 0; j < n; j++) {
        const uint64_t key = (uint64_t)sl_view_wire(v, terms[j].slot) << 32 | terms[j].coeff;
        is_sorted &= last <= key;
        keys[j] = last = key;
    }
    if (!is_sorted) {
        sl_keys_sort(keys, keys + n, n);
    }
    return n;
}

sluice_status sl_r1cs_rows(const sl_r1cs *r1cs, uint64_t first, uint64_t n, sl_r1cs_row_fn row, void *data,
                           sluice_error *err) {
    if (first > r1cs->rows_n || n > r1cs->rows_n - first) {
        return SL_FAIL(err, SLUICE_E_USAGE, "rows %llu, %llu of them: the system has %u", (unsigned long long)first,
                       (unsigned long long)n, r1cs->rows_n);
    }
    if (n == 0) {
        return SLUICE_OK;
    }
    sl_buf keys_buf = SL_BUF_EMPTY;
    sl_buf terms_buf = SL_BUF_EMPTY;
    const size_t max = SL_MAX(r1cs->lc_terms_max, 1);
    sluice_status status = sl_buf_alloc_n(&keys_buf, max, 2 * sizeof(uint64_t), "keys of a row", err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&terms_buf, max, 3 * sizeof(sl_term), "terms of a row", err);
    }
    uint64_t *keys = keys_buf.data;
    const uint64_t end = first + n;
    for (size_t i = sl_instance_of_row(r1cs, (uint32_t)first); first < end && status == SLUICE_OK; i++) {
        const sl_instance_view v = sl_instance_view_at(r1cs, i);
        const uint64_t stop = SL_MIN(end, (uint64_t)v.instance->first_row + v.t->rows_n);
        for (; first < stop && status == SLUICE_OK; first++) {
            const sl_term *terms[3];
            size_t terms_n[3];
            sl_term *to = terms_buf.data;
            for (size_t lc = 0; lc < 3; lc++) {
                terms[lc] = to;
                terms_n[lc] = lc_keys(&v, 3 * (size_t)(first - v.instance->first_row) + lc, keys);
                for (size_t j = 0; j < terms_n[lc]; j++) {
                    *to++ = (sl_term){(sl_wire)(keys[j] >> 32), r1cs->coeffs[(uint32_t)keys[j]]};
                }
            }
            status = row(data, first, terms, terms_n);
        }
    }
    sl_buf_release(&keys_buf);
    sl_buf_release(&terms_buf);
    return status;
}

#define TERM_BYTES 41
#define BUFFER_BYTES ((size_t)32 * 1024)
/* Up to this many coefficients are kept in the form in which they are hashed. */
#define COEFFS_MAX ((size_t)1 << 20)
#define PROGRESS_ROWS (UINT32_C(1) << 18)

typedef struct digester {
    const sl_r1cs *r1cs;
    sl_blake2s hash;
    sl_buf keys, coeffs, buffer;
    uint8_t *to, *end;
} digester;

static void put_u64(uint8_t *to, uint64_t v) {
    const uint64_t big_endian = __builtin_bswap64(v);
    memcpy(to, &big_endian, sizeof big_endian);
}

static void put_coeff(uint8_t to[SL_FR_BYTES], const sl_fr *coeff) {
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, coeff);
    for (size_t i = 0; i < 4; i++) {
        put_u64(to + 8 * i, limbs[3 - i]);
    }
}

static void digest_flush(digester *d) {
    uint8_t *start = d->buffer.data;
    sl_blake2s_update(&d->hash, start, (size_t)(d->to - start));
    d->to = start;
}

static void digest_lc(digester *d, const sl_instance_view *v, size_t i) {
    uint64_t *keys = d->keys.data;
    const size_t n = lc_keys(v, i, keys);
    if (d->end - d->to < 8) {
        digest_flush(d);
    }
    put_u64(d->to, n);
    d->to += 8;
    const uint8_t *coeffs = d->coeffs.data;
    for (size_t j = 0; j < n; j++) {
        if (d->end - d->to < TERM_BYTES) {
            digest_flush(d);
        }
        const sl_wire wire = (sl_wire)(keys[j] >> 32);
        const uint32_t coeff = (uint32_t)keys[j];
        d->to[0] = sl_wire_is_aux(wire) ? 'A' : 'I';
        put_u64(d->to + 1, sl_wire_index(wire));
        if (coeffs != NULL) {
            memcpy(d->to + 9, coeffs + (size_t)coeff * SL_FR_BYTES, SL_FR_BYTES);
        } else {
            put_coeff(d->to + 9, &d->r1cs->coeffs[coeff]);
        }
        d->to += TERM_BYTES;
    }
}

static sluice_status digest_open(digester *d, sluice_error *err) {
    const size_t max = SL_MAX(d->r1cs->lc_terms_max, 1);
    SL_TRY(sl_buf_alloc_n(&d->keys, max, 2 * sizeof(uint64_t), "keys of a row", err));
    SL_TRY(sl_buf_alloc(&d->buffer, BUFFER_BYTES, "rows to be hashed", err));
    d->to = d->buffer.data;
    d->end = d->to + BUFFER_BYTES;
    if (d->r1cs->coeffs_n <= COEFFS_MAX) {
        const size_t n = (size_t)d->r1cs->coeffs_n;
        SL_TRY(sl_buf_alloc_n(&d->coeffs, n, SL_FR_BYTES, "coefficients to be hashed", err));
        for (size_t i = 0; i < n; i++) {
            put_coeff((uint8_t *)d->coeffs.data + i * SL_FR_BYTES, &d->r1cs->coeffs[i]);
        }
    }
    return SLUICE_OK;
}

sluice_status sl_r1cs_digest(const sl_r1cs *r1cs, uint8_t out[32], sl_r1cs_progress progress, void *data,
                             sluice_error *err) {
    digester d = {.r1cs = r1cs};
    sluice_status status = digest_open(&d, err);
    if (status == SLUICE_OK) {
        sl_blake2s_init(&d.hash);
        put_u64(d.to, r1cs->inputs_n);
        put_u64(d.to + 8, r1cs->aux_n);
        put_u64(d.to + 16, r1cs->rows_n);
        d.to += 24;
        uint32_t told = 0;
        for (size_t i = 0; i < r1cs->instances_n && status == SLUICE_OK; i++) {
            const sl_instance_view v = sl_instance_view_at(r1cs, i);
            for (size_t lc = 0; lc < 3 * (size_t)v.t->rows_n; lc++) {
                digest_lc(&d, &v, lc);
            }
            const uint32_t done = v.instance->first_row + v.t->rows_n;
            if (progress != NULL && (done - told >= PROGRESS_ROWS || done == r1cs->rows_n)) {
                told = done;
                status = progress(data, done, r1cs->rows_n, err);
            }
        }
    }
    if (status == SLUICE_OK) {
        digest_flush(&d);
        sl_blake2s_final(&d.hash, out);
    }
    sl_buf_release(&d.keys);
    sl_buf_release(&d.coeffs);
    sl_buf_release(&d.buffer);
    return status;
}
