// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The parts of sums, shared by their files.
 *
 * Terms of a sum are cut into parts of at most plan.elements_max, and each part into windows: a slot is one window of
 * one part. Slots are counted through all sums. Neighbouring slots that are sorted and added together are a group.
 *
 * The buckets of a slot are a rectangle, whose rows and columns are added up; all of their sums, and the
 * lanes into which the ones of a sum are cut, have room in one table: sum i of line g is at g 2^line_log2 + i, where
 * the lines are: sums of the rows of slot 0, of its columns, of the rows of slot 1, ..., of the lanes of sum 0, of sum
 * 1, ... What a line stands for is the sum of its points, and the sum of i times point i: its tail, in parts.
 */
#ifndef SL_BACKENDS_CUDA_SUMS_INTERNAL_H
#define SL_BACKENDS_CUDA_SUMS_INTERNAL_H

#include "backends/cuda/device_state.h"
#include "backends/cuda/sums.h"
#include "backends/cuda/sums_calls.h"

#define SL_CUDA_SCALAR_BITS 256
/* Elements that all groups together leave to the rounds in the end, in the mean: about what the pairs kernel takes in
 * one go. */
#define SL_CUDA_KEPT_OF_GROUP ((uint32_t)1 << 17)
#define SL_CUDA_SUMS_TAILS_AT 256 /* in room.host, behind the largest list */
#define SL_CUDA_ROUNDS_MAX 96     /* of a group's digits, and of its lines */

typedef struct sl_cuda_slot {
    uint32_t sum, window;
    uint32_t first, n; /* terms */
    uint32_t elements; /* n, up to a multiple of four */
} sl_cuda_slot;

typedef struct sl_cuda_slots {
    uint32_t slots_n, elements_n; /* of a group; elements of all its slots */
    uint32_t slot_log2;           /* buckets of its widest slot */
} sl_cuda_slots;

/* Of window w out of windows_n: the wider ones come first. */
uint32_t sl_cuda_window_width(uint32_t windows_n, uint32_t window);
uint32_t sl_cuda_window_position(uint32_t windows_n, uint32_t window);

/* Parts of the terms of all sums. */
uint32_t sl_cuda_sums_parts(const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t sums_n);
/* Slot i of parts x windows. */
sl_cuda_slot sl_cuda_slot_at(const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t i);
/* The group that begins with slot i, with as many slots as there is room for, out of slots_n. */
sl_cuda_slots sl_cuda_slots_from(const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t i,
                                 uint32_t slots_n);

/* Buckets of a group that may have a point. */
SL_INLINE uint32_t sl_cuda_slots_buckets(const sl_cuda_slots *group) {
    const uint32_t keys_n = group->slots_n << group->slot_log2;
    return group->elements_n < keys_n ? group->elements_n : keys_n;
}

/* The bits of a sum: words are cut into at most 2^line_log2 lanes; a chunk is as many whole lanes as there is room for.
 */
typedef struct sl_cuda_lanes {
    uint32_t words_n, words_a_lane, lanes_n, lanes_a_chunk;
} sl_cuda_lanes;

sl_cuda_lanes sl_cuda_lanes_of(const sl_cuda_sums_plan *plan, uint32_t bits_n);

/* The workspace, one after the other: offsets in bytes. */
typedef struct sl_cuda_sums_layout {
    size_t digit_keys, digit_refs;   /* digits_max */
    size_t keys[2], refs[2];         /* list_max: two lists, for rounds in turn */
    size_t kept_keys, kept_refs;     /* kept_max */
    size_t bucket_keys, bucket_refs; /* plan.buckets_max */
    size_t pairs;
    size_t starts[2], halves; /* keys_max + 1 */
    size_t rounds;            /* SL_CUDA_ROUNDS_MAX */
    size_t kept_n, buckets_n; /* one for each time something is kept, and one more */
    size_t largest;           /* list, a word */
    size_t table, tails;
    size_t temp, temp_bytes;
    size_t scratch;
    size_t pool; /* begins with the kept points, of lines and then of buckets */
    size_t all_bytes;
    uint32_t slots_n, lines_n; /* lines: row groups */
    uint32_t list_max, kept_max, keys_max, pool_max;
    uint32_t pool_first; /* behind what is kept */
    uint32_t parts_max;  /* of runs: their scales stand at the end of the pool */
    uint32_t scratch_steps;
} sl_cuda_sums_layout;

/* Of a plan that may lack its bytes. SLUICE_E_USAGE: there is more of something than can be counted. */
SL_NODISCARD sluice_status sl_cuda_sums_layout_make(sl_cuda_sums_layout *out, sl_module_device *device,
                                                    const sl_cuda_sums_plan *plan, sluice_error *err);

/*
 * Fills all else of a plan that has its sums, windows, elements, digits and blocks. Buckets of several groups are kept
 * if keeps_buckets, they are no more than half of the elements, and there are several groups.
 */
SL_NODISCARD sluice_status sl_cuda_sums_plan_complete(sl_cuda_sums_plan *plan, sl_module_device *device,
                                                      bool keeps_buckets, sluice_error *err);

/* Sums, from the tails of all lines, at the host. */
void sl_cuda_sums_finish(void *out, const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t sums_n,
                         const void *tails);

/* What the device leaves of a part of a line. */
SL_INLINE size_t sl_cuda_tail_bytes(sl_cuda_group group) {
    return group == SL_CUDA_G1 ? sizeof(sl_cuda_g1_weighted) : sizeof(sl_cuda_g2_weighted);
}

SL_INLINE size_t sl_cuda_tails_bytes(const sl_cuda_sums_plan *plan, uint32_t lines_n) {
    return ((size_t)lines_n << (plan->line_log2 - plan->tail_log2)) * sl_cuda_tail_bytes(plan->group);
}

SL_INLINE uint32_t sl_cuda_log2_up(uint64_t n) {
    return n <= 1 ? 0 : 64 - (uint32_t)__builtin_clzll(n - 1);
}

SL_INLINE uint64_t sl_cuda_up(uint64_t n, uint64_t step) {
    return (n + step - 1) / step * step;
}

#endif
