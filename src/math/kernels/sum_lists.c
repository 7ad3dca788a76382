// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The schedule. A round is one call of add_pairs: a pair of every two entries of each list in work, old lists first,
 * then new ones until the call is full; so a call is as large as it may be until references run out. Which pairs a
 * round has follows from the lengths of lists alone, so each round is laid out before the one before it runs, and its
 * new operands are fetched meanwhile.
 */
#include <string.h>

#include "core/par/gate.h"
#include "math/kernels/sum_lists.h"

/* A list in work: entries_n entries from `first` on. */
typedef struct work_list {
    uint32_t first;
    uint32_t entries_n;
    void *sum;
} work_list;

/* Pairs of one call; those from new_from on have operands that are not in the pool. */
typedef struct round_pairs {
    sl_point_pair *pairs; /* pairs_max */
    size_t n;
    size_t new_from;
} round_pairs;

/*
 * Every list in work gives at least one pair a round (all but one that waits for more references), so a round has at
 * most pairs_max + 1 of them with 3 pairs_max + 1 entries, and what it leaves makes at most as many pairs as it had.
 */
typedef struct schedule {
    const sl_curve_kernels *curve;
    size_t lists_n;
    size_t entries_n;
    size_t pairs_n; /* that the lists in work make in the next round */
    size_t copies_n;
    size_t free_n;
    size_t used_n; /* slots of the pool that were ever in use */
    size_t pool_bytes;
    work_list *lists;      /* pairs_max + 1 */
    sl_point_ref *entries; /* list after list */
    sl_point_pair *copies; /* pairs_max: sums that are a single point */
    round_pairs rounds[2];
    char *pool; /* slots: sums of part of a list */
    void **free_slots;
    void **released; /* of the round that is laid out, free from the next one on */
    char *scratch;   /* of add_pairs */
    /* The list that does not fit: its next references go to the last list in work, whose sum is not final before. */
    const uint32_t *rest;
    size_t rest_n;
    /* References not yet looked at, and the list that they begin with. */
    const sl_lists *source;
    char *sums;
    void *head;
    size_t list, at, end;
} schedule;

static size_t round_up(size_t bytes) {
    return (bytes + SL_KERNEL_ALIGN - 1) / SL_KERNEL_ALIGN * SL_KERNEL_ALIGN;
}

/* Entries of all lists in work, and slots of the pool. */
static size_t slots_max(const sl_curve_kernels *curve) {
    return 3 * curve->pairs_max + 1;
}

/* Lays the arrays out from `scratch` on (NULL: only counts) and returns the bytes taken. */
static size_t schedule_layout(schedule *s, const sl_curve_kernels *curve, char *scratch) {
    const size_t n = curve->pairs_max;
    const size_t slots_n = slots_max(curve);
    const size_t sizes[] = {
        (n + 1) * sizeof *s->lists,      slots_n * sizeof *s->entries,  n * sizeof *s->copies,
        n * sizeof *s->copies,           n * sizeof *s->copies,         slots_n * curve->slot_bytes,
        slots_n * sizeof *s->free_slots, slots_n * sizeof *s->released, curve->scratch_bytes,
    };
    size_t at[SL_ARRAY_N(sizes) + 1] = {0};
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        at[i + 1] = at[i] + round_up(sizes[i]);
    }
    if (scratch != NULL) {
        *s = (schedule){
            .curve = curve,
            .pool_bytes = sizes[5],
            .lists = (void *)(scratch + at[0]),
            .entries = (void *)(scratch + at[1]),
            .copies = (void *)(scratch + at[2]),
            .rounds = {{.pairs = (void *)(scratch + at[3])}, {.pairs = (void *)(scratch + at[4])}},
            .pool = scratch + at[5],
            .free_slots = (void *)(scratch + at[6]),
            .released = (void *)(scratch + at[7]),
            .scratch = scratch + at[8],
        };
    }
    return at[SL_ARRAY_N(sizes)];
}

size_t sl_sum_lists_scratch_bytes(const sl_curve_kernels *curve) {
    schedule s;
    return schedule_layout(&s, curve, NULL);
}

bool sl_slot_is_identity(const sl_curve_kernels *curve, const void *slot) {
    const uint64_t *words = slot;
    for (size_t i = 0; i < curve->slot_bytes / sizeof *words; i++) {
        if (words[i] != 0) {
            return false;
        }
    }
    return true;
}

static void copies_run(schedule *s) {
    if (s->copies_n > 0) {
        s->curve->copy(s->copies, s->copies_n);
        s->copies_n = 0;
    }
}

SL_INLINE void entries_add(schedule *s, const uint32_t *refs, size_t n) {
    const size_t slot_bytes = s->curve->slot_bytes;
    const char *bases = s->source->bases;
    sl_point_ref *entry = s->entries + s->entries_n;
    for (size_t i = 0; i < n; i++) {
        entry[i] = (sl_point_ref)(bases + (refs[i] & SL_REF_INDEX_MAX) * slot_bytes) + (refs[i] >> 31);
    }
    s->entries_n += n;
}

/* More references for the last list in work, as many as there is room for. */
static void list_continue(schedule *s) {
    work_list *list = &s->lists[s->lists_n - 1];
    s->pairs_n -= list->entries_n / 2;
    const size_t room = 2 * (s->curve->pairs_max - s->pairs_n) + 1 - list->entries_n;
    const size_t taken = SL_MIN(s->rest_n, room);
    entries_add(s, s->rest, taken);
    list->entries_n += (uint32_t)taken;
    s->pairs_n += list->entries_n / 2;
    s->rest += taken;
    s->rest_n -= taken;
}

static void list_begin(schedule *s, const uint32_t *refs, size_t refs_n, void *sum) {
    const bool has_value = !sl_slot_is_identity(s->curve, sum);
    if (refs_n == 1 && !has_value) {
        const char *slot = (const char *)s->source->bases + (*refs & SL_REF_INDEX_MAX) * s->curve->slot_bytes;
        s->copies[s->copies_n++] = (sl_point_pair){(sl_point_ref)slot + (*refs >> 31), 0, sum};
        if (s->copies_n == s->curve->pairs_max) {
            copies_run(s);
        }
        return;
    }
    s->lists[s->lists_n++] = (work_list){(uint32_t)s->entries_n, has_value, sum};
    if (has_value) {
        s->entries[s->entries_n++] = (sl_point_ref)sum;
    }
    s->rest = refs;
    s->rest_n = refs_n;
    list_continue(s);
}

/* Fills the next round with new lists. */
static void lists_take(schedule *s) {
    if (s->rest_n > 0) {
        list_continue(s);
    }
    const uint32_t *ends = s->source->ends;
    for (; s->pairs_n < s->curve->pairs_max && s->at < s->end; s->list++) {
        const size_t stop = SL_MIN(ends[s->list], s->end);
        if (stop > s->at) {
            void *sum = s->head != NULL ? s->head : s->sums + s->list * s->curve->slot_bytes;
            list_begin(s, s->source->refs + s->at, stop - s->at, sum);
            s->at = stop;
        }
        s->head = NULL;
    }
}

SL_INLINE bool is_pooled(const schedule *s, sl_point_ref entry) {
    return entry - (sl_point_ref)s->pool < s->pool_bytes;
}

/* Where the sum of two entries goes: over one that is in the pool, or into a free slot. */
SL_INLINE void *slot_for(schedule *s, sl_point_ref a, sl_point_ref b, size_t *released_n) {
    if (is_pooled(s, a)) {
        if (is_pooled(s, b)) {
            s->released[(*released_n)++] = (void *)b;
        }
        return (void *)a;
    }
    if (is_pooled(s, b)) {
        return (void *)b;
    }
    return s->free_n > 0 ? s->free_slots[--s->free_n] : s->pool + s->used_n++ * s->curve->slot_bytes;
}

/* Lays out the next round, which changes the lists in work to what that round will leave. */
static void round_layout(schedule *s, round_pairs *round) {
    const size_t old_n = s->lists_n - (s->rest_n > 0);
    lists_take(s);
    sl_point_pair *pair = round->pairs;
    size_t kept = 0;
    size_t entries_n = 0;
    size_t released_n = 0;
    round->new_from = 0;
    s->pairs_n = 0;
    for (size_t l = 0; l < s->lists_n; l++) {
        const work_list list = s->lists[l];
        const sl_point_ref *entry = s->entries + list.first;
        const size_t half = list.entries_n / 2;
        if (l == old_n) {
            round->new_from = (size_t)(pair - round->pairs);
        }
        if (list.entries_n == 2 && !(s->rest_n > 0 && l + 1 == s->lists_n)) {
            for (int k = 0; k < 2; k++) {
                if (is_pooled(s, entry[k])) {
                    s->released[released_n++] = (void *)entry[k];
                }
            }
            *pair++ = (sl_point_pair){entry[0], entry[1], list.sum};
            continue;
        }
        const size_t first = entries_n;
        for (size_t k = 0; k < half; k++) {
            void *out = slot_for(s, entry[2 * k], entry[2 * k + 1], &released_n);
            *pair++ = (sl_point_pair){entry[2 * k], entry[2 * k + 1], out};
            s->entries[entries_n++] = (sl_point_ref)out;
        }
        if (list.entries_n % 2 != 0) {
            s->entries[entries_n++] = entry[list.entries_n - 1];
        }
        s->lists[kept++] = (work_list){(uint32_t)first, (uint32_t)(entries_n - first), list.sum};
        s->pairs_n += (entries_n - first) / 2;
    }
    round->n = (size_t)(pair - round->pairs);
    if (old_n >= s->lists_n) {
        round->new_from = round->n;
    }
    s->lists_n = kept;
    s->entries_n = entries_n;
    memcpy(s->free_slots + s->free_n, s->released, released_n * sizeof *s->released);
    s->free_n += released_n;
}

static void schedule_run(schedule *s) {
    round_layout(s, &s->rounds[0]);
    for (unsigned r = 0; s->rounds[r].n > 0; r ^= 1) {
        const round_pairs *now = &s->rounds[r];
        round_pairs *next = &s->rounds[r ^ 1];
        round_layout(s, next);
        sl_gate_pass();
        sl_curve_add_pairs(s->curve, now->pairs, now->n, next->pairs + next->new_from, next->n - next->new_from,
                           s->scratch);
    }
    copies_run(s);
}

void sl_sum_lists_part(const sl_curve_kernels *curve, void *sums, void *head, size_t *head_list, const sl_lists *lists,
                       size_t begin, size_t end, void *scratch) {
    schedule s;
    (void)schedule_layout(&s, curve, scratch);
    /* The first list that ends after `begin`. */
    size_t list = 0;
    for (size_t high = lists->lists_n; list < high;) {
        const size_t middle = list + (high - list) / 2;
        if (lists->ends[middle] > begin) {
            high = middle;
        } else {
            list = middle + 1;
        }
    }
    s.source = lists;
    s.sums = sums;
    s.list = list;
    s.at = begin;
    s.end = end;
    *head_list = lists->lists_n;
    if (begin < end && begin > (list == 0 ? 0 : lists->ends[list - 1])) {
        SL_DEBUG_ASSERT(head != NULL); /* `begin` is inside a list */
        s.head = head;
        *head_list = list;
    }
    schedule_run(&s);
}

void sl_sum_lists(const sl_curve_kernels *curve, void *sums, const sl_lists *lists, void *scratch) {
    size_t head_list;
    const size_t refs_n = lists->lists_n == 0 ? 0 : lists->ends[lists->lists_n - 1];
    sl_sum_lists_part(curve, sums, NULL, &head_list, lists, 0, refs_n, scratch);
}
