// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Bases selected by bits: each task walks a range of words, gathers selected positions until a block is full, decodes
 * them into the cache and adds them, as several lists of neighbours, to sums of its thread.
 */
#include <stdatomic.h>

#include "math/msm/msm_internal.h"

/* Words of bits a task. */
#define RANGE_WORDS ((size_t)1024)

typedef struct bits_job {
    sl_msm *msm;
    const sl_msm_chunk *chunk;
    size_t words_n;
    size_t range_words;
    atomic_size_t bad;
} bits_job;

/* The n positions in the worker's bit_refs. False if a base is bad. */
static bool block_add(bits_job *job, sl_msm_worker *worker, size_t n) {
    const sl_msm *msm = job->msm;
    const void *bases = job->chunk->slots;
    uint32_t *refs = worker->bit_refs;
    if (bases == NULL) {
        const size_t good = msm->curve->decode(worker->bit_slots, job->chunk->bases, refs, n, msm->plan.check_curve);
        if (good < n) {
            size_t old = atomic_load(&job->bad);
            while (refs[good] < old && !atomic_compare_exchange_weak(&job->bad, &old, refs[good])) {
            }
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            refs[i] = (uint32_t)i;
        }
        bases = worker->bit_slots;
    }
    uint32_t ends[SL_BIT_LISTS];
    for (size_t j = 0; j < SL_BIT_LISTS; j++) {
        ends[j] = (uint32_t)(n * (j + 1) / SL_BIT_LISTS);
    }
    const sl_lists lists = {.bases = bases, .refs = refs, .ends = ends, .lists_n = SL_BIT_LISTS};
    sl_sum_lists(msm->curve, worker->bit_sums, &lists, worker->scratch);
    return true;
}

static void range_task(void *data, size_t i, size_t worker_index) {
    bits_job *job = data;
    const sl_msm_chunk *chunk = job->chunk;
    sl_msm_worker *worker = &job->msm->workers[worker_index];
    const size_t block_n = job->msm->bit_block_n;
    const size_t end = SL_MIN((i + 1) * job->range_words, job->words_n);
    size_t n = 0;
    for (size_t w = i * job->range_words; w < end; w++) {
        uint64_t bits = chunk->bits[w];
        if (chunk->n - 64 * w < 64) {
            bits &= (UINT64_C(1) << (chunk->n - 64 * w)) - 1;
        }
        while (bits != 0) {
            worker->bit_refs[n++] = (uint32_t)(64 * w + (size_t)__builtin_ctzll(bits));
            bits &= bits - 1;
            if (n == block_n) {
                if (!block_add(job, worker, n)) {
                    return;
                }
                n = 0;
            }
        }
    }
    if (n > 0) {
        (void)block_add(job, worker, n);
    }
}

void sl_msm_add_bits(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad) {
    bits_job job = {.msm = msm, .chunk = chunk, .words_n = (chunk->n + 63) / 64};
    atomic_init(&job.bad, SIZE_MAX);
    /* Four tasks a thread if the chunk is small, but not below some hundred bases. */
    const size_t share = job.words_n / (4 * msm->plan.threads_n) + 1;
    job.range_words = SL_MIN(share < 16 ? 16 : share, RANGE_WORDS);
    sl_pool_for(msm->pool, (job.words_n + job.range_words - 1) / job.range_words, range_task, &job);
    *bad = atomic_load(&job.bad);
}
