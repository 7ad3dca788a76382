// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/keysort.h"

#include <string.h>

/* Merges two neighbouring ascending runs of src into dst. */
static void merge(uint64_t *dst, const uint64_t *src, size_t left_n, size_t right_n) {
    const uint64_t *right = src + left_n;
    if (left_n == 0 || right_n == 0 || src[left_n - 1] <= right[0]) {
        memcpy(dst, src, (left_n + right_n) * sizeof *dst);
        return;
    }
    size_t i = 0, j = 0, k = 0;
    while (i < left_n && j < right_n) {
        dst[k++] = right[j] < src[i] ? right[j++] : src[i++];
    }
    memcpy(dst + k, src + i, (left_n - i) * sizeof *dst);
    k += left_n - i;
    memcpy(dst + k, right + j, (right_n - j) * sizeof *dst);
}

void sl_keys_sort(uint64_t *keys, uint64_t *scratch, size_t n) {
    for (size_t i = 0; i < n; i += SL_KEYS_SHORT) {
        sl_keys_sort_short(keys + i, SL_MIN(SL_KEYS_SHORT, n - i));
    }
    uint64_t *src = keys;
    uint64_t *dst = scratch;
    for (size_t run = SL_KEYS_SHORT; run < n; run *= 2) {
        for (size_t i = 0; i < n; i += 2 * run) {
            const size_t left = SL_MIN(run, n - i);
            merge(dst + i, src + i, left, SL_MIN(run, n - i - left));
        }
        uint64_t *swap = src;
        src = dst;
        dst = swap;
    }
    if (src != keys) {
        memcpy(keys, src, n * sizeof *keys);
    }
}
