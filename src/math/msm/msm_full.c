// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Full-width scalars, batch by batch: decode bases and add the windows' halves to scalars; when the batch is full, for
 * a group of windows at a time, sort the bases' references by bucket (a window a task), add each bucket's list to its
 * sum (equal parts of the references a task) and, if buckets are not kept, reduce them to the window's sum.
 */
#include <stdatomic.h>
#include <string.h>

#include "math/msm/msm_internal.h"

/* Scalars of one decoding task. */
#define BLOCK_N ((size_t)512)
/* References below which a window is not cut further. */
#define PART_MIN_N ((size_t)8192)

/* Scalars of a chunk on their way into the batch. */
typedef struct intake {
    sl_msm *msm;
    const sl_msm_chunk *chunk;
    size_t first; /* in chunk->full */
    size_t n;
    atomic_size_t bad;
} intake;

/* A group of windows of a batch, in work. */
typedef struct group {
    const sl_msm *msm;
    const sl_msm_batch *batch;
    unsigned first; /* window */
    unsigned n;
    size_t parts_n; /* of each window */
} group;

/* Keeps the least of the positions seen by any task. */
static void bad_set(atomic_size_t *bad, size_t position) {
    size_t old = atomic_load(bad);
    while (position < old && !atomic_compare_exchange_weak(bad, &old, position)) {
    }
}

static void intake_task(void *data, size_t i, size_t worker) {
    (void)worker;
    intake *in = data;
    const sl_msm *msm = in->msm;
    const sl_msm_chunk *chunk = in->chunk;
    const size_t begin = i * BLOCK_N;
    const size_t n = SL_MIN(BLOCK_N, in->n - begin);
    const size_t first = in->first + begin;
    const size_t to = msm->pending_n + begin;
    if (chunk->slots == NULL) {
        const uint32_t *at = chunk->full_at == NULL ? NULL : chunk->full_at + first;
        const uint8_t *keys = chunk->bases + (at == NULL ? first * msm->curve->key_bytes : 0);
        const size_t good =
            msm->curve->decode(msm->slots + to * msm->curve->slot_bytes, keys, at, n, msm->plan.check_curve);
        if (good < n) {
            bad_set(&in->bad, at == NULL ? first + good : at[good]);
            return;
        }
    }
    uint64_t limbs[4 * BLOCK_N];
    msm->kernels->fr_to_limbs(limbs, chunk->full + first, n);
    sl_scalars_bias(msm->rows + to, msm->rows_stride, msm->windows, msm->plan.windows_n, limbs, n);
}

static void sort_task(void *data, size_t i, size_t worker) {
    (void)worker;
    const group *g = data;
    const sl_msm *msm = g->msm;
    const size_t w = g->first + i;
    const sl_window_sort sort = {
        .window = &msm->windows[w],
        .rows = msm->rows,
        .stride = msm->rows_stride,
        .n = g->batch->n,
        .at = g->batch->at,
        .offset = g->batch->offset,
    };
    const size_t batch_n = msm->plan.batch_n;
    sl_window_sort_run(msm->refs + i * batch_n, msm->ends + i * msm->window_buckets, msm->records + i * batch_n, &sort);
    if (msm->plan.is_fresh) {
        memset(sl_msm_buckets(msm, w), 0, msm->curve->slot_bytes << (msm->windows[w].width - 1));
    }
}

static void sum_task(void *data, size_t i, size_t worker) {
    const group *g = data;
    const sl_msm *msm = g->msm;
    const size_t slot_bytes = msm->curve->slot_bytes;
    const size_t row = i / g->parts_n;
    const size_t part = i % g->parts_n;
    const size_t w = g->first + row;
    const sl_lists lists = {
        .bases = g->batch->slots,
        .refs = msm->refs + row * msm->plan.batch_n,
        .ends = msm->ends + row * msm->window_buckets,
        .lists_n = (size_t)1 << (msm->windows[w].width - 1),
    };
    const size_t refs_n = lists.ends[lists.lists_n - 1];
    char *head = msm->heads + (row * msm->parts_max + part) * slot_bytes;
    memset(head, 0, slot_bytes);
    sl_sum_lists_part(msm->curve, sl_msm_buckets(msm, w), head, &msm->head_lists[row * msm->parts_max + part], &lists,
                      refs_n * part / g->parts_n, refs_n * (part + 1) / g->parts_n, msm->workers[worker].scratch);
}

/* Lists that were cut between parts: what later parts found is added to their sums, one after another. */
static void heads_add(const group *g) {
    const sl_msm *msm = g->msm;
    const size_t slot_bytes = msm->curve->slot_bytes;
    for (size_t row = 0; row < g->n; row++) {
        const size_t w = g->first + row;
        const size_t lists_n = (size_t)1 << (msm->windows[w].width - 1);
        for (size_t part = 1; part < g->parts_n; part++) {
            const size_t list = msm->head_lists[row * msm->parts_max + part];
            if (list < lists_n) {
                char *sum = sl_msm_buckets(msm, w) + list * slot_bytes;
                const char *head = msm->heads + (row * msm->parts_max + part) * slot_bytes;
                const sl_point_pair pair = {(sl_point_ref)sum, (sl_point_ref)head, sum};
                msm->curve->add_pairs(&pair, 1, msm->workers[0].scratch);
            }
        }
    }
}

/* Windows as sorted lists, which threads share. */
static void group_run(sl_msm *msm, const sl_msm_batch *b, unsigned first, unsigned n) {
    group g = {msm, b, first, n, SL_MIN(b->n / PART_MIN_N + 1, msm->parts_max)};
    memset(msm->has_known + first, 0, n * sizeof *msm->has_known);
    sl_pool_for(msm->pool, n, sort_task, &g);
    sl_pool_for(msm->pool, n * g.parts_n, sum_task, &g);
    heads_add(&g);
    if (msm->plan.is_fresh) {
        sl_msm_reduce(msm, first, n);
    }
}

/* A batch whose windows stream. */
typedef struct streaming {
    sl_msm *msm;
    const sl_msm_batch *batch;
    size_t half; /* of every thread's share that is in work: 0 or 1 */
} streaming;

/* A window of one thread. */
static void stream_task(void *data, size_t w, size_t worker) {
    const streaming *s = data;
    sl_msm *msm = s->msm;
    const size_t fresh_bytes = msm->window_buckets * msm->curve->slot_bytes;
    char *buckets = msm->plan.is_fresh ? msm->buckets + worker * fresh_bytes : sl_msm_buckets(msm, w);
    sl_msm_stream(msm, s->batch, w, 0, s->batch->n, buckets, worker);
    if (msm->plan.is_fresh) {
        sl_msm_reduce_one(msm, w, buckets, worker);
    }
}

/* Half of the share of one thread: scalars of one window after another, which may begin and end within a window. */
static void share_task(void *data, size_t i, size_t worker) {
    const streaming *s = data;
    sl_msm *msm = s->msm;
    const size_t n = s->batch->n;
    const size_t halves_n = 2 * msm->plan.threads_n;
    const size_t half = 2 * i + s->half;
    const size_t end = msm->plan.windows_n * n * (half + 1) / halves_n;
    for (size_t at = msm->plan.windows_n * n * half / halves_n; at < end;) {
        const size_t w = at / n;
        const size_t count = SL_MIN(n - at % n, end - at);
        sl_msm_stream(msm, s->batch, w, at % n, count, sl_msm_buckets(msm, w), worker);
        at += count;
    }
}

/* Adds the windows that can be streamed, the first ones. Returns how many. */
static unsigned windows_stream(sl_msm *msm, const sl_msm_batch *b) {
    const unsigned threads_n = (unsigned)msm->plan.threads_n;
    const unsigned windows_n = msm->plan.windows_n;
    streaming s = {.msm = msm, .batch = b};
    if (!sl_msm_streams(msm, &msm->windows[0], b->n)) {
        return 0;
    }
    if (msm->plan.is_fresh || windows_n % threads_n == 0 || windows_n < 2 * threads_n) {
        /* As many whole windows for each thread as there are. */
        const unsigned whole_n = windows_n / threads_n * threads_n;
        sl_pool_for(msm->pool, whole_n, stream_task, &s);
        return whole_n;
    }
    /*
     * Equal shares. Half of one is a window at least, so that a window lies in two halves that follow each other: a
     * first and a second one, which are not in work at the same time.
     */
    for (s.half = 0; s.half < 2; s.half++) {
        sl_pool_for(msm->pool, threads_n, share_task, &s);
    }
    return windows_n;
}

static void batch_run(sl_msm *msm, const sl_msm_batch *b) {
    unsigned w = windows_stream(msm, b);
    for (; w < msm->plan.windows_n; w += (unsigned)msm->group_n) {
        group_run(msm, b, w, SL_MIN((unsigned)msm->group_n, msm->plan.windows_n - w));
    }
}

void sl_msm_flush(sl_msm *msm) {
    if (msm->pending_n > 0) {
        sl_msm_batch b = {.slots = msm->slots, .n = msm->pending_n};
        batch_run(msm, &b);
        msm->pending_n = 0;
    }
}

void sl_msm_add_full(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad) {
    intake in = {.msm = msm, .chunk = chunk};
    atomic_init(&in.bad, SIZE_MAX);
    const size_t full_n = chunk->full_at == NULL ? chunk->n : chunk->full_n;
    if (chunk->slots != NULL) {
        sl_msm_flush(msm); /* these bases stay where they are and so make batches of their own */
    }
    for (; in.first < full_n; in.first += in.n) {
        in.n = SL_MIN(full_n - in.first, msm->plan.batch_n - msm->pending_n);
        sl_pool_for(msm->pool, (in.n + BLOCK_N - 1) / BLOCK_N, intake_task, &in);
        if (atomic_load(&in.bad) != SIZE_MAX) {
            break;
        }
        if (chunk->slots != NULL) {
            sl_msm_batch b = {.slots = chunk->slots, .n = in.n};
            b.at = chunk->full_at == NULL ? NULL : chunk->full_at + in.first;
            b.offset = (uint32_t)in.first;
            batch_run(msm, &b);
            continue;
        }
        msm->pending_n += in.n;
        if (msm->pending_n == msm->plan.batch_n) {
            sl_msm_flush(msm);
        }
    }
    *bad = atomic_load(&in.bad);
}
