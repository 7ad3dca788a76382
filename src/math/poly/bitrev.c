// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The bit-reversal permutation. An index is (high, middle, low) with TILE_BITS high and low bits: the tile of one
 * middle value is 2^TILE_BITS runs of as many adjacent elements, and goes, transposed, to the tile of the reversed
 * middle. Two tiles are exchanged through a buffer that stays in the L1 cache, so memory is read and written once, in
 * whole cache lines.
 */
#include <string.h>

#include "math/poly/ntt_internal.h"

#define TILE_BITS 4
#define TILE ((size_t)1 << TILE_BITS)

/* Middle values of one task. */
#define TASK_TILES ((size_t)64)

typedef struct permute_job {
    sl_fr *a;
    unsigned log2_size;
    unsigned middle_bits;
} permute_job;

size_t sl_bitrev(size_t i, unsigned bits) {
    size_t out = 0;
    for (unsigned b = 0; b < bits; b++) {
        out |= (i >> b & 1) << (bits - 1 - b);
    }
    return out;
}

static void tile_load(sl_fr tile[TILE][TILE], const sl_fr *a, size_t stride) {
    for (size_t high = 0; high < TILE; high++) {
        memcpy(tile[high], a + high * stride, sizeof tile[high]);
    }
}

static void tile_store(sl_fr *a, size_t stride, const sl_fr (*tile)[TILE]) {
    static const uint8_t reversed[TILE] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    for (size_t high = 0; high < TILE; high++) {
        sl_fr *run = a + high * stride;
        for (size_t low = 0; low < TILE; low++) {
            run[low] = tile[reversed[low]][reversed[high]];
        }
    }
}

static void permute_task(void *data, size_t i, size_t worker) {
    (void)worker;
    const permute_job *job = data;
    const size_t stride = (size_t)1 << (job->log2_size - TILE_BITS);
    const size_t end = SL_MIN((i + 1) * TASK_TILES, (size_t)1 << job->middle_bits);
    for (size_t middle = i * TASK_TILES; middle < end; middle++) {
        const size_t other = sl_bitrev(middle, job->middle_bits);
        if (other < middle) {
            continue; /* done with its partner */
        }
        sl_fr tile[2][TILE][TILE];
        sl_fr *here = job->a + (middle << TILE_BITS);
        sl_fr *there = job->a + (other << TILE_BITS);
        tile_load(tile[0], here, stride);
        tile_load(tile[1], there, stride);
        tile_store(here, stride, (const sl_fr(*)[TILE])tile[1]);
        tile_store(there, stride, (const sl_fr(*)[TILE])tile[0]);
    }
}

void sl_ntt_permute(sl_ntt *ntt, sl_fr *a) {
    if (ntt->log2_size < 2 * TILE_BITS) {
        for (size_t i = 0; i < ntt->size; i++) {
            const size_t j = sl_bitrev(i, ntt->log2_size);
            if (i < j) {
                const sl_fr t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
        }
        return;
    }
    permute_job job = {a, ntt->log2_size, ntt->log2_size - 2 * TILE_BITS};
    const size_t tiles_n = (size_t)1 << job.middle_bits;
    sl_pool_for(ntt->pool, (tiles_n + TASK_TILES - 1) / TASK_TILES, permute_task, &job);
}
