// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums over sorted lists of elements by runs (runs.cuh): what the launches work on; for CUDA and for C. In G1.
 *
 * A list is cut into runs of run_n elements, whatever their keys are, and a thread adds the points of a run up, in XYZZ
 * form, in registers. Elements of one key in one run are a part: what is left is one point a part, and a list of
 * references to them, again sorted by key. A point is read once and nothing else is, 100 bytes an addition where one of
 * a list of pairs (pairs_work.h) has 600; but an addition has ten products, not six.
 */
#ifndef SL_BACKENDS_CUDA_RUNS_WORK_H
#define SL_BACKENDS_CUDA_RUNS_WORK_H

#include "backends/cuda/sums_work.h"

#define SL_CUDA_RUNS_THREADS 128
#define SL_CUDA_RUNS_BLOCKS 4 /* that fit on a multiprocessor */
#define SL_CUDA_RUN_LEAST 16
#define SL_CUDA_RUN_MOST 128

typedef struct sl_cuda_runs {
    sl_cuda_list list, next;
    const uint32_t *starts; /* keys_n + 1, of the list */
    uint32_t *next_starts;  /* keys_n + 1: parts of the keys before, which is where they begin in the next list */
    uint32_t keys_n, run_n;
    const void *bases; /* sl_cuda_g1 */
    void *pool;
    uint32_t bases_n;     /* references from here on are of the pool */
    void *scales;         /* ZZ and ZZZ of each part, as if they were the coordinates of a point */
    sl_cuda_round *round; /* this one, and the next behind it: parts go to the pool from its pool_used on */
    void *temp;
    size_t temp_bytes;
    uint32_t scratch_steps; /* as of sl_cuda_pairs in G1 */
    void *scratch;
} sl_cuda_runs;

/* Elements of a run, such that all threads have as many runs of up to elements_n elements. */
SL_CUDA_BOTH uint32_t sl_cuda_run_length(uint32_t elements_n, uint32_t blocks_n) {
    const uint64_t threads_n = (uint64_t)blocks_n * SL_CUDA_RUNS_THREADS, most = threads_n * SL_CUDA_RUN_MOST;
    const uint64_t shares = threads_n * ((elements_n + most - 1) / most);
    const uint64_t length = shares == 0 ? 0 : (elements_n + shares - 1) / shares;
    return length < SL_CUDA_RUN_LEAST ? SL_CUDA_RUN_LEAST : (uint32_t)length;
}

/* Parts of a key with so many elements, wherever they begin. */
SL_CUDA_BOTH uint32_t sl_cuda_run_parts_max(uint32_t elements_n, uint32_t run_n) {
    return elements_n == 0 ? 0 : 1 + (uint32_t)((elements_n - 1 + (uint64_t)run_n - 1) / run_n);
}

#endif
