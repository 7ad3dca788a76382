// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "proof/r1cs/keysort.h"
#include "proof/r1cs/wire.h"

#define TERMS_MIN ((size_t)8)

void sl_lc_free(sl_lc *lc) {
    sl_buf_release(&lc->storage);
    *lc = SL_LC_EMPTY;
}

void sl_lc_clear(sl_lc *lc) {
    lc->n = 0;
}

static SL_NOINLINE bool grow(sl_lc *lc, size_t extra) {
    const size_t n = SL_MAX(SL_MAX(lc->n + extra, TERMS_MIN), 2 * lc->capacity);
    if (lc->failed || n > SIZE_MAX / sizeof(sl_term)) {
        lc->failed = true;
        return false;
    }
    if (lc->storage.data == NULL) {
        lc->storage.tag = "linear combination";
    }
    if (sl_buf_resize(&lc->storage, n * sizeof(sl_term), NULL) != SLUICE_OK) {
        lc->failed = true;
        return false;
    }
    lc->terms = lc->storage.data;
    lc->capacity = n;
    return true;
}

static bool reserve(sl_lc *lc, size_t extra) {
    return SL_LIKELY(extra <= lc->capacity - lc->n) || grow(lc, extra);
}

void sl_lc_add(sl_lc *lc, sl_wire wire, const sl_fr *coeff) {
    if (reserve(lc, 1)) {
        lc->terms[lc->n++] = (sl_term){wire, *coeff};
    }
}

void sl_lc_add_one(sl_lc *lc, sl_wire wire) {
    const sl_fr one = sl_fr_one();
    sl_lc_add(lc, wire, &one);
}

void sl_lc_sub_one(sl_lc *lc, sl_wire wire) {
    const sl_fr one = sl_fr_one();
    sl_fr minus;
    sl_fr_neg(&minus, &one);
    sl_lc_add(lc, wire, &minus);
}

void sl_lc_add_scaled(sl_lc *lc, const sl_lc *other, const sl_fr *factor) {
    if (other->failed) {
        lc->failed = true;
    }
    if (!reserve(lc, other->n)) {
        return;
    }
    const sl_fr one = sl_fr_one();
    const bool is_plain = sl_fr_eq(factor, &one);
    for (size_t i = 0; i < other->n; i++) {
        sl_term *term = &lc->terms[lc->n++];
        *term = other->terms[i];
        if (!is_plain) {
            sl_fr_mul(&term->coeff, &term->coeff, factor);
        }
    }
}

/* Puts the terms in the order of their wires. False: no memory. */
static bool sort(sl_lc *lc) {
    if (lc->n <= SL_KEYS_SHORT) {
        for (size_t i = 1; i < lc->n; i++) {
            const sl_term term = lc->terms[i];
            size_t j = i;
            for (; j > 0 && lc->terms[j - 1].wire > term.wire; j--) {
                lc->terms[j] = lc->terms[j - 1];
            }
            lc->terms[j] = term;
        }
        return true;
    }
    sl_buf keys_buf, terms_buf;
    if (sl_buf_alloc_n(&keys_buf, lc->n, 2 * sizeof(uint64_t), "keys of a linear combination", NULL) != SLUICE_OK) {
        return false;
    }
    if (sl_buf_alloc_n(&terms_buf, lc->capacity, sizeof(sl_term), "linear combination", NULL) != SLUICE_OK) {
        sl_buf_release(&keys_buf);
        return false;
    }
    uint64_t *keys = keys_buf.data;
    sl_term *terms = terms_buf.data;
    for (size_t i = 0; i < lc->n; i++) {
        keys[i] = (uint64_t)lc->terms[i].wire << 32 | i;
    }
    sl_keys_sort(keys, keys + lc->n, lc->n);
    for (size_t i = 0; i < lc->n; i++) {
        terms[i] = lc->terms[(uint32_t)keys[i]];
    }
    sl_buf_release(&keys_buf);
    sl_buf_release(&lc->storage);
    lc->storage = terms_buf;
    lc->terms = terms;
    return true;
}

void sl_lc_normalize(sl_lc *lc) {
    bool is_sorted = true;
    for (size_t i = 1; i < lc->n && is_sorted; i++) {
        is_sorted = lc->terms[i - 1].wire < lc->terms[i].wire;
    }
    if (!is_sorted && (lc->n > UINT32_MAX || !sort(lc))) {
        lc->failed = true;
        return;
    }
    size_t n = 0;
    for (size_t i = 0; i < lc->n;) {
        sl_term sum = lc->terms[i++];
        while (i < lc->n && lc->terms[i].wire == sum.wire) {
            sl_fr_add(&sum.coeff, &sum.coeff, &lc->terms[i++].coeff);
        }
        if (!sl_fr_is_zero(&sum.coeff)) {
            lc->terms[n++] = sum;
        }
    }
    lc->n = n;
}
