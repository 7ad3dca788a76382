// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sorting of 64-bit keys, for the terms of a linear combination: mostly short, or a few ascending runs. */
#ifndef SL_PROOF_R1CS_KEYSORT_H
#define SL_PROOF_R1CS_KEYSORT_H

#include "core/base/compat.h"

#define SL_KEYS_SHORT 24

/* Ascending, in place, n^2 steps in the worst case: for n <= SL_KEYS_SHORT. */
SL_INLINE void sl_keys_sort_short(uint64_t *keys, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const uint64_t key = keys[i];
        size_t j = i;
        for (; j > 0 && keys[j - 1] > key; j--) {
            keys[j] = keys[j - 1];
        }
        keys[j] = key;
    }
}

/* Ascending, n log n steps whatever the keys are. scratch: n keys, not needed (may be NULL) for n <= SL_KEYS_SHORT. */
void sl_keys_sort(uint64_t *keys, uint64_t *scratch, size_t n);

#endif
