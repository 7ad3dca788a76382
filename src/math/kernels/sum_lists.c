// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/kernels/sum_lists.h"

/* A list of the chunk that still has more than one point. */
typedef struct active_list {
    uint32_t first; /* of its entries */
    uint32_t entries_n;
    void *sum;
} active_list;

typedef struct chunk {
    const sl_curve_kernels *curve;
    size_t entries_max; /* 2 pairs_max: the first round then fits one call */
    size_t entries_n;
    size_t active_n;
    size_t copies_n;
    sl_point_ref *entries; /* entries_max */
    active_list *active;   /* pairs_max: each has at least two entries */
    sl_point_pair *pairs;  /* pairs_max */
    sl_point_pair *copies; /* pairs_max: sums that are a single point so far */
    char *pool;            /* pairs_max slots: results of the first round; later rounds write over their own operands */
    char *scratch;         /* of add_pairs */
} chunk;

static size_t round_up(size_t bytes) {
    return (bytes + SL_KERNEL_ALIGN - 1) / SL_KERNEL_ALIGN * SL_KERNEL_ALIGN;
}

/* Lays the arrays out from `scratch` on (NULL: only counts) and returns the bytes taken. */
static size_t chunk_layout(chunk *c, const sl_curve_kernels *curve, char *scratch) {
    const size_t n = curve->pairs_max;
    const size_t sizes[] = {2 * n * sizeof *c->entries, n * sizeof *c->active, n * sizeof *c->pairs,
                            n * sizeof *c->copies,      n * curve->slot_bytes, curve->scratch_bytes};
    size_t at[SL_ARRAY_N(sizes) + 1] = {0};
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        at[i + 1] = at[i] + round_up(sizes[i]);
    }
    if (scratch != NULL) {
        *c = (chunk){
            .curve = curve,
            .entries_max = 2 * n,
            .entries = (void *)(scratch + at[0]),
            .active = (void *)(scratch + at[1]),
            .pairs = (void *)(scratch + at[2]),
            .copies = (void *)(scratch + at[3]),
            .pool = scratch + at[4],
            .scratch = scratch + at[5],
        };
    }
    return at[SL_ARRAY_N(sizes)];
}

size_t sl_sum_lists_scratch_bytes(const sl_curve_kernels *curve) {
    chunk c;
    return chunk_layout(&c, curve, NULL);
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

/* Pairs of one round from all active lists; lists that this round finishes write to their sums and leave. */
static size_t round_pairs(chunk *c, bool is_first) {
    const size_t slot_bytes = c->curve->slot_bytes;
    sl_point_pair *pair = c->pairs;
    char *free_slot = c->pool;
    size_t kept = 0;
    for (size_t l = 0; l < c->active_n; l++) {
        active_list list = c->active[l];
        sl_point_ref *entry = c->entries + list.first;
        if (list.entries_n == 2) {
            *pair++ = (sl_point_pair){entry[0], entry[1], list.sum};
            continue;
        }
        const size_t half = list.entries_n / 2;
        for (size_t k = 0; k < half; k++) {
            /* After the first round every first operand is a slot of the pool: only a list's last entry may not be. */
            void *out = free_slot;
            if (is_first) {
                free_slot += slot_bytes;
            } else {
                out = (void *)entry[2 * k];
            }
            *pair++ = (sl_point_pair){entry[2 * k], entry[2 * k + 1], out};
            entry[k] = (sl_point_ref)out;
        }
        if (list.entries_n % 2 != 0) {
            entry[half] = entry[list.entries_n - 1];
        }
        list.entries_n -= (uint32_t)half;
        c->active[kept++] = list;
    }
    c->active_n = kept;
    return (size_t)(pair - c->pairs);
}

static void chunk_run(chunk *c) {
    if (c->copies_n > 0) {
        c->curve->copy(c->copies, c->copies_n);
        c->copies_n = 0;
    }
    for (bool is_first = true; c->active_n > 0; is_first = false) {
        const size_t pairs_n = round_pairs(c, is_first);
        c->curve->add_pairs(c->pairs, pairs_n, c->scratch);
    }
    c->entries_n = 0;
}

/* refs_n >= 1 references to be added to a slot. */
static void chunk_add_list(chunk *c, const void *bases, const uint32_t *refs, size_t refs_n, void *sum) {
    const size_t slot_bytes = c->curve->slot_bytes;
    while (refs_n > 0) {
        if (c->entries_max - c->entries_n < 2 || c->copies_n == c->curve->pairs_max) {
            chunk_run(c);
        }
        const bool has_value = !sl_slot_is_identity(c->curve, sum);
        const size_t room = c->entries_max - c->entries_n - has_value;
        const size_t taken = refs_n < room ? refs_n : room;
        sl_point_ref *entry = c->entries + c->entries_n;
        for (size_t i = 0; i < taken; i++) {
            const char *slot = (const char *)bases + (refs[i] & SL_REF_INDEX_MAX) * slot_bytes;
            entry[i] = (sl_point_ref)slot + (refs[i] >> 31);
        }
        if (taken == 1 && !has_value) {
            c->copies[c->copies_n++] = (sl_point_pair){entry[0], 0, sum};
        } else {
            if (has_value) {
                entry[taken] = (sl_point_ref)sum;
            }
            c->active[c->active_n++] = (active_list){(uint32_t)c->entries_n, (uint32_t)(taken + has_value), sum};
            c->entries_n += taken + has_value;
        }
        refs += taken;
        refs_n -= taken;
        if (refs_n > 0) {
            chunk_run(c); /* the rest continues with the sum so far */
        }
    }
}

void sl_sum_lists_part(const sl_curve_kernels *curve, void *sums, void *head, size_t *head_list, const sl_lists *lists,
                       size_t begin, size_t end, void *scratch) {
    chunk c;
    (void)chunk_layout(&c, curve, scratch);
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
    *head_list = lists->lists_n;
    size_t at = begin;
    if (at < end && at > (list == 0 ? 0 : lists->ends[list - 1])) {
        SL_DEBUG_ASSERT(head != NULL); /* `begin` is inside a list */
        const size_t stop = lists->ends[list] < end ? lists->ends[list] : end;
        chunk_add_list(&c, lists->bases, lists->refs + at, stop - at, head);
        *head_list = list;
        at = stop;
        list++;
    }
    for (; at < end; list++) {
        const size_t stop = lists->ends[list] < end ? lists->ends[list] : end;
        if (stop > at) {
            chunk_add_list(&c, lists->bases, lists->refs + at, stop - at, (char *)sums + list * curve->slot_bytes);
            at = stop;
        }
    }
    chunk_run(&c);
}

void sl_sum_lists(const sl_curve_kernels *curve, void *sums, const sl_lists *lists, void *scratch) {
    size_t head_list;
    const size_t refs_n = lists->lists_n == 0 ? 0 : lists->ends[lists->lists_n - 1];
    sl_sum_lists_part(curve, sums, NULL, &head_list, lists, 0, refs_n, scratch);
}
