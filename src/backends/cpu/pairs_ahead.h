// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Operands of a later call of add_pairs, fetched into the second cache a few lines at a time while the kernel computes:
 * more misses at once than the processor keeps track of would stop it.
 */
#ifndef SL_BACKENDS_CPU_PAIRS_AHEAD_H
#define SL_BACKENDS_CPU_PAIRS_AHEAD_H

#include "math/kernels/kernels.h"

typedef struct pairs_ahead {
    const sl_point_pair *pairs;
    size_t lines_n;
    size_t done;
    size_t due;      /* in 1/256 lines */
    size_t per_step; /* likewise */
} pairs_ahead;

/* All of the n pairs within steps_n steps. */
SL_INLINE pairs_ahead pairs_ahead_begin(const sl_point_pair *pairs, size_t n, size_t slot_bytes, size_t steps_n) {
    const size_t lines_n = n * 2 * slot_bytes / 64;
    return (pairs_ahead){.pairs = pairs, .lines_n = lines_n, .per_step = (256 * lines_n + steps_n - 1) / steps_n};
}

SL_INLINE void pairs_ahead_step(pairs_ahead *ahead, size_t slot_bytes) {
    const size_t slot_lines = slot_bytes / 64;
    ahead->due += ahead->per_step;
    const size_t end = SL_MIN(ahead->due / 256, ahead->lines_n);
    for (; ahead->done < end; ahead->done++) {
        const sl_point_pair *pair = &ahead->pairs[ahead->done / (2 * slot_lines)];
        const size_t line = ahead->done % (2 * slot_lines);
        const char *slot = sl_point_ref_slot(line < slot_lines ? pair->a : pair->b);
        __builtin_prefetch(slot + line % slot_lines * 64, 0, 2);
    }
}

#endif
