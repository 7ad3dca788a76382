// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * One window of a batch without sorting: bases are taken in order, and each is added to its bucket. Memory is read from
 * front to back, and only the window's buckets, which the caches hold, at random.
 *
 * A round is one call of add_pairs and may name a bucket once. What meets its bucket a second time waits for the next
 * pass over what was left; when a pass leaves too much for another one to be worth while (few digits, or one digit
 * only), the rest is sorted and summed as lists. Each round is laid out before the one before it runs, and its operands
 * are fetched meanwhile.
 */
#include <string.h>

#include "core/mem/layout.h"
#include "core/par/gate.h"
#include "math/msm/msm_internal.h"

enum { BLOCK_N = 256 };

/* Rests below this, or above a quarter of what a pass began with, are summed as lists. */
#define REST_LISTS_N ((size_t)2048)
/* Conflicts are few if a round has one bucket in so many. */
#define BUCKETS_PER_PAIR 8

typedef struct round_pairs {
    sl_point_pair *pairs; /* pairs_max */
    size_t n;
} round_pairs;

typedef struct stream {
    const sl_msm *msm;
    const sl_curve_kernels *curve;
    size_t pairs_max; /* of a round */
    const sl_msm_batch *batch;
    const sl_window *window;
    char *buckets;
    uint64_t *known;       /* a bit a bucket: something was added to it before */
    uint64_t *busy;        /* likewise: it is in the round that is laid out */
    size_t marks_n;        /* words of each */
    sl_point_pair *copies; /* pairs_max: first points of buckets */
    size_t copies_n;
    round_pairs rounds[2];
    char *scratch; /* of add_pairs */
    /* What is added: the scalars picked[first .. end), or first .. end - 1 of the batch if NULL. */
    const uint32_t *picked;
    size_t end;
    size_t first; /* of the block of digits */
    size_t block_n;
    size_t next;    /* in the block */
    uint32_t *rest; /* may be the memory of `picked`, behind what was read */
    size_t rest_n;
    uint32_t digits[BLOCK_N];
} stream;

bool sl_msm_streams(const sl_msm *msm, const sl_window *window, size_t n) {
    const size_t buckets_n = (size_t)1 << (window->width - 1);
    const size_t refs = msm->plan.is_fresh ? SL_STREAM_REFS_FRESH : SL_STREAM_REFS_KEPT;
    return buckets_n >= BUCKETS_PER_PAIR * sl_curve_stream_pairs(msm->curve) && n >= refs * buckets_n;
}

static void copies_run(stream *s) {
    if (s->copies_n > 0) {
        s->curve->copy(s->copies, s->copies_n);
        s->copies_n = 0;
    }
}

static bool block_next(stream *s) {
    s->first += s->block_n;
    s->block_n = SL_MIN(s->end - s->first, (size_t)BLOCK_N);
    s->next = 0;
    sl_digits_cut(s->digits, s->window, s->msm->rows, s->msm->rows_stride, s->picked, s->first, s->block_n);
    return s->block_n > 0;
}

/* Fills the next round and makes the first points of buckets known; none of these is in the round before. */
static void round_layout(stream *s, round_pairs *round) {
    const size_t slot_bytes = s->curve->slot_bytes;
    const size_t pairs_max = s->pairs_max;
    const sl_msm_batch *b = s->batch;
    sl_point_pair *pair = round->pairs;
    size_t n = 0;
    memset(s->busy, 0, s->marks_n * sizeof *s->busy);
    while (n < pairs_max && (s->next < s->block_n || block_next(s))) {
        size_t i = s->next;
        for (; i < s->block_n && n < pairs_max; i++) {
            const uint32_t digit = s->digits[i];
            if (digit == SL_DIGIT_ZERO) {
                continue;
            }
            const uint32_t scalar = s->picked == NULL ? (uint32_t)(s->first + i) : s->picked[s->first + i];
            const size_t bucket = digit & SL_REF_INDEX_MAX;
            const uint64_t mark = UINT64_C(1) << bucket % 64;
            if (s->busy[bucket / 64] & mark) {
                s->rest[s->rest_n++] = scalar;
                continue;
            }
            char *sum = s->buckets + bucket * slot_bytes;
            const size_t base = b->at == NULL ? b->offset + scalar : b->at[scalar];
            const sl_point_ref ref = (sl_point_ref)((const char *)b->slots + base * slot_bytes) + (digit >> 31);
            if (s->known[bucket / 64] & mark) {
                s->busy[bucket / 64] |= mark;
                pair[n++] = (sl_point_pair){(sl_point_ref)sum, ref, sum};
            } else {
                s->known[bucket / 64] |= mark;
                s->copies[s->copies_n++] = (sl_point_pair){ref, 0, sum};
                if (s->copies_n == pairs_max) {
                    copies_run(s);
                }
            }
        }
        s->next = i;
    }
    copies_run(s);
    round->n = n;
}

/* Adds what can be added in rounds and leaves the rest. */
static void pass_run(stream *s, const uint32_t *picked, size_t first, size_t end) {
    s->picked = picked;
    s->end = end;
    s->first = first;
    s->block_n = 0;
    s->next = 0;
    s->rest_n = 0;
    round_layout(s, &s->rounds[0]);
    for (unsigned r = 0; s->rounds[r].n > 0; r ^= 1) {
        const round_pairs *now = &s->rounds[r];
        round_pairs *ahead = &s->rounds[r ^ 1];
        round_layout(s, ahead);
        sl_gate_pass();
        sl_curve_add_pairs(s->curve, now->pairs, now->n, ahead->pairs, ahead->n, s->scratch);
    }
}

/* The rest as lists, in pieces whose records and references fit the row `refs`. */
static void rest_sum(const stream *s, uint32_t *refs, uint32_t *ends, void *scratch) {
    const sl_msm *msm = s->msm;
    const size_t room = msm->plan.batch_n / 2;
    for (size_t first = 0; first < s->rest_n; first += room) {
        const sl_window_sort sort = {
            .window = s->window,
            .rows = msm->rows,
            .stride = msm->rows_stride,
            .n = SL_MIN(s->rest_n - first, room),
            .picked = s->rest + first,
            .at = s->batch->at,
            .offset = s->batch->offset,
        };
        sl_window_sort_run(refs + room, ends, refs, &sort);
        const sl_lists lists = {s->batch->slots, refs + room, ends, (size_t)1 << (s->window->width - 1)};
        sl_sum_lists(msm->curve, s->buckets, &lists, scratch);
    }
}

/* A bit for each bucket that has a value. */
static void known_find(stream *s) {
    for (size_t j = 0; j < s->marks_n; j++) {
        uint64_t known = 0;
        for (size_t k = 0; k < 64; k++) {
            const char *slot = s->buckets + (64 * j + k) * s->curve->slot_bytes;
            known |= (uint64_t)!sl_slot_is_identity(s->curve, slot) << k;
        }
        s->known[j] = known;
    }
}

/* Which buckets are known: none (fresh), as it was left by the window's last batch, or as the buckets say. */
static void known_open(stream *s, sl_msm *msm, size_t w, uint64_t *of_worker) {
    if (msm->plan.is_fresh) {
        s->known = of_worker;
        memset(s->buckets, 0, 64 * s->marks_n * s->curve->slot_bytes);
        memset(s->known, 0, s->marks_n * sizeof *s->known);
        return;
    }
    s->known = msm->known + s->window->first_bucket / 64;
    if (!msm->has_known[w]) {
        known_find(s);
        msm->has_known[w] = true;
    }
}

void sl_msm_stream(sl_msm *msm, const sl_msm_batch *b, size_t w, size_t first, size_t n, char *buckets,
                   size_t worker_index) {
    const sl_msm_worker *worker = &msm->workers[worker_index];
    const sl_curve_kernels *curve = msm->curve;
    stream s;
    s.msm = msm;
    s.curve = curve;
    s.pairs_max = sl_curve_stream_pairs(curve);
    s.batch = b;
    s.window = &msm->windows[w];
    s.buckets = buckets;
    s.marks_n = ((size_t)1 << (s.window->width - 1)) / 64;
    s.busy = (uint64_t *)(void *)worker->has_value;
    s.copies_n = 0;
    known_open(&s, msm, w, s.busy + s.marks_n);
    /* The memory of the lists' schedule, which has all that a round has and a pool besides. */
    const size_t pairs_bytes = s.pairs_max * sizeof(sl_point_pair);
    size_t used = 0;
    s.copies = sl_layout_take(worker->scratch, &used, pairs_bytes);
    s.rounds[0].pairs = sl_layout_take(worker->scratch, &used, pairs_bytes);
    s.rounds[1].pairs = sl_layout_take(worker->scratch, &used, pairs_bytes);
    s.scratch = sl_layout_take(worker->scratch, &used, curve->scratch_bytes);
    SL_ASSERT(used <= sl_sum_lists_scratch_bytes(curve));
    s.rest = msm->records + worker_index * msm->plan.batch_n;
    pass_run(&s, NULL, first, first + n);
    for (size_t before = n; s.rest_n > REST_LISTS_N && s.rest_n <= before / 4;) {
        before = s.rest_n;
        pass_run(&s, s.rest, 0, before);
    }
    /* Buckets of the rest are known: they were in a round. */
    rest_sum(&s, msm->refs + worker_index * msm->plan.batch_n, msm->ends + worker_index * msm->window_buckets,
             worker->scratch);
}
