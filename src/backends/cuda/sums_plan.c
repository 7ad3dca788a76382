// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "backends/cuda/sums_internal.h"
#include "core/base/checked.h"

#define WINDOWS_MIN 10 /* of up to 26 bits */
#define ELEMENTS_MAX ((uint32_t)1 << 28)
#define SORT_KEYS ((uint64_t)1 << 24) /* with so many, or more, sorting takes a fourth pass */
#define ELEMENTS_LEAST ((uint32_t)1 << 12)
#define ADDITIONS_A_BUCKET 1.7         /* one more than without it, two of short lists, and what goes with them */
#define ADDITIONS_A_BUCKET_OF_RUNS 4.0 /* the same by slower pairs, and a part more */
#define LINE_LOG2_OF_BITS 10
#define PARTS_A_STEP 4 /* parts of lines that the host adds while a step of weighted sums takes its time */
#define SLOTS_MAX 4096
#define ALIGNMENT 256

/* --- slots, groups, lanes ------------------------------------------------------------------------------------------
 */

uint32_t sl_cuda_window_width(uint32_t windows_n, uint32_t window) {
    return SL_CUDA_SCALAR_BITS / windows_n + (window < SL_CUDA_SCALAR_BITS % windows_n);
}

uint32_t sl_cuda_window_position(uint32_t windows_n, uint32_t window) {
    return SL_CUDA_SCALAR_BITS / windows_n * window + SL_MIN(window, SL_CUDA_SCALAR_BITS % windows_n);
}

static uint32_t parts_of(const sl_cuda_sums_plan *plan, uint32_t n) {
    return (uint32_t)(sl_cuda_up(n, plan->elements_max) / plan->elements_max);
}

uint32_t sl_cuda_sums_parts(const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t sums_n) {
    uint32_t parts_n = 0;
    for (uint32_t i = 0; i < sums_n; i++) {
        parts_n += parts_of(plan, shapes[i].n);
    }
    return parts_n;
}

sl_cuda_slot sl_cuda_slot_at(const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t i) {
    uint32_t sum = 0, part = i / plan->windows_n;
    while (part >= parts_of(plan, shapes[sum].n)) {
        part -= parts_of(plan, shapes[sum].n);
        sum++;
    }
    const uint32_t n = shapes[sum].n, parts_n = parts_of(plan, n);
    const uint32_t part_n = (uint32_t)sl_cuda_up((n + (uint64_t)parts_n - 1) / parts_n, 4), first = part * part_n;
    const uint32_t own = SL_MIN(part_n, n - first);
    return (sl_cuda_slot){sum, i % plan->windows_n, first, own, (uint32_t)sl_cuda_up(own, 4)};
}

sl_cuda_slots sl_cuda_slots_from(const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t i,
                                 uint32_t slots_n) {
    sl_cuda_slots group = {0};
    for (; i < slots_n; i++) {
        const sl_cuda_slot slot = sl_cuda_slot_at(plan, shapes, i);
        const uint32_t slot_log2 = SL_MAX(group.slot_log2, sl_cuda_window_width(plan->windows_n, slot.window) - 1);
        const uint64_t keys_n = (uint64_t)(group.slots_n + 1) << slot_log2;
        const uint64_t elements_n = (uint64_t)group.elements_n + slot.elements;
        const bool is_full = keys_n > plan->group_keys_max || keys_n >= SORT_KEYS || elements_n > plan->elements_max;
        if (group.slots_n > 0 && is_full) {
            break;
        }
        group = (sl_cuda_slots){group.slots_n + 1, (uint32_t)elements_n, slot_log2};
    }
    return group;
}

sl_cuda_lanes sl_cuda_lanes_of(const sl_cuda_sums_plan *plan, uint32_t bits_n) {
    sl_cuda_lanes lanes = {0};
    if (bits_n > 0) {
        const uint32_t lanes_most = (uint32_t)1 << plan->line_log2;
        lanes.words_n = (bits_n + 63) / 64;
        lanes.words_a_lane = (lanes.words_n + lanes_most - 1) / lanes_most;
        lanes.lanes_n = (lanes.words_n + lanes.words_a_lane - 1) / lanes.words_a_lane;
        lanes.lanes_a_chunk = plan->elements_max / 64 / lanes.words_a_lane;
    }
    return lanes;
}

/* --- how many ------------------------------------------------------------------------------------------------------
 */

/* n / 2^rounds, up. */
static uint64_t left_of(uint64_t n, uint32_t rounds) {
    return (n + ((uint64_t)1 << rounds) - 1) >> rounds;
}

/* Elements that a slot's lines have after so many rounds, at most. */
static uint64_t lines_left(const sl_cuda_sums_plan *plan, uint32_t rounds) {
    const uint32_t slot_log2 = sl_cuda_window_width(plan->windows_n, 0) - 1;
    const uint64_t columns = (uint64_t)1 << plan->column_log2, rows = (uint64_t)1 << (slot_log2 - plan->column_log2);
    return rows * left_of(columns, rounds) + columns * left_of(rows, rounds);
}

/* The same for the ones of all sums. */
static uint64_t ones_left(const sl_cuda_sums_plan *plan, uint32_t rounds) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        const sl_cuda_lanes lanes = sl_cuda_lanes_of(plan, plan->shapes[i].bits_n);
        const uint64_t lanes_n = SL_MIN(lanes.words_n, (uint32_t)1 << plan->line_log2); /* also of fewer bits */
        n += lanes_n * left_of(64 * (uint64_t)lanes.words_a_lane, rounds);
    }
    return n;
}

/*
 * Long lines in parts: no more than run at the same time, and as long as the steps that shorter parts save the device
 * are more than what the host takes for twice as many. Parts are not shorter than a block has teams.
 */
static uint32_t tail_log2_of(const sl_cuda_sums_plan *plan, uint64_t lines_n) {
    uint32_t log2 = SL_MIN(plan->line_log2, SL_CUDA_WEIGHTS_LOG2_MAX);
    while (log2 > SL_CUDA_WEIGHTED_TEAMS_LOG2) {
        const uint64_t parts_n = lines_n << (plan->line_log2 - log2);
        const uint32_t saved = sl_cuda_weighted_steps((uint32_t)1 << log2, false) -
                               sl_cuda_weighted_steps((uint32_t)1 << (log2 - 1), false);
        if (2 * parts_n > plan->blocks_n / SL_CUDA_PAIRS_BLOCKS || parts_n > PARTS_A_STEP * saved) {
            break;
        }
        log2--;
    }
    return log2;
}

/* Groups of a plan. */
typedef struct groups {
    uint32_t n, keys_max;
    uint64_t buckets_all;
} groups;

static groups groups_of(const sl_cuda_sums_plan *plan, uint32_t slots_n) {
    groups all = {0};
    for (uint32_t i = 0; i < slots_n; all.n++) {
        const sl_cuda_slots group = sl_cuda_slots_from(plan, plan->shapes, i, slots_n);
        all.keys_max = SL_MAX(all.keys_max, group.slots_n << group.slot_log2);
        all.buckets_all += sl_cuda_slots_buckets(&group);
        i += group.slots_n;
    }
    return all;
}

/* Fills what follows from windows_n and elements_max; returns how many slots there are, which may be too many. */
static uint64_t plan_follow(sl_cuda_sums_plan *plan, bool keeps_buckets) {
    const uint32_t slot_log2 = sl_cuda_window_width(plan->windows_n, 0) - 1;
    const uint64_t slots_n = (uint64_t)sl_cuda_sums_parts(plan, plan->shapes, plan->sums_n) * plan->windows_n;
    uint32_t bits_sums_n = 0;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        bits_sums_n += plan->shapes[i].bits_n > 0;
    }
    plan->column_log2 = slot_log2 / 2;
    plan->line_log2 = slots_n == 0 ? 0 : slot_log2 - plan->column_log2;
    plan->line_log2 = bits_sums_n == 0 ? plan->line_log2 : SL_MAX(plan->line_log2, LINE_LOG2_OF_BITS);
    if (slots_n > SLOTS_MAX) {
        return slots_n;
    }
    plan->group_keys_max = SL_MAX(plan->elements_max, (uint32_t)1 << slot_log2);
    const groups all = groups_of(plan, (uint32_t)slots_n);
    plan->group_keys_max = all.keys_max;
    /* Lists of rows and columns have each bucket twice. There is room for any group. */
    const uint64_t group_buckets = SL_MIN(plan->elements_max, plan->group_keys_max);
    const uint64_t buckets = SL_MIN(SL_MAX(all.buckets_all, group_buckets), plan->elements_max / 2);
    plan->buckets_max = keeps_buckets && all.n > 1 && buckets >= group_buckets ? (uint32_t)buckets : 0;
    const uint64_t turns_n = plan->buckets_max == 0 ? all.n : (all.buckets_all + buckets - 1) / buckets;
    plan->lines_rounds = 0;
    while (plan->lines_rounds < plan->line_log2 &&
           slots_n * lines_left(plan, plan->lines_rounds) > turns_n * SL_CUDA_KEPT_OF_GROUP) {
        plan->lines_rounds++;
    }
    plan->tail_log2 = tail_log2_of(plan, 2 * slots_n + plan->sums_n);
    plan->ones_rounds = 0;
    while (ones_left(plan, plan->ones_rounds) > (uint64_t)bits_sums_n * SL_CUDA_KEPT_OF_GROUP) {
        plan->ones_rounds++;
    }
    return slots_n;
}

/* --- layout --------------------------------------------------------------------------------------------------------
 */

static size_t place(size_t *end, size_t bytes) {
    const size_t at = *end;
    *end = sl_cuda_up(at + bytes, ALIGNMENT);
    return at;
}

static uint32_t chunk_words_max(const sl_cuda_sums_plan *plan) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        const sl_cuda_lanes lanes = sl_cuda_lanes_of(plan, plan->shapes[i].bits_n);
        most = SL_MAX(most, SL_MIN(lanes.words_n, lanes.lanes_a_chunk * lanes.words_a_lane));
    }
    return most;
}

/* Times of keeping, at most. */
static size_t keeps_max(const sl_cuda_sums_plan *plan, uint32_t slots_n) {
    size_t keeps = slots_n;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        keeps += plan->shapes[i].bits_n == 0 ? 0 : (size_t)1 << plan->line_log2;
    }
    return keeps;
}

/* Parts of runs in a group that has so many buckets with a point, at most. */
static uint64_t parts_max(const sl_cuda_sums_plan *plan, uint64_t buckets) {
    const uint64_t runs_n = plan->elements_max / SL_CUDA_RUN_LEAST + 1;
    return plan->has_runs ? SL_MIN(plan->elements_max, runs_n + buckets) : 0;
}

static void arrays_place(sl_cuda_sums_layout *l, const sl_cuda_sums_plan *plan) {
    size_t *end = &l->all_bytes;
    const size_t word = sizeof(uint32_t), point = sl_cuda_point_bytes(plan->group);
    l->digit_keys = place(end, plan->digits_max * word);
    l->digit_refs = place(end, plan->digits_max * word);
    for (unsigned i = 0; i < 2; i++) {
        l->keys[i] = place(end, l->list_max * word);
        l->refs[i] = place(end, l->list_max * word);
        l->starts[i] = place(end, ((size_t)l->keys_max + 1) * word);
    }
    l->halves = place(end, ((size_t)l->keys_max + 1) * word);
    l->kept_keys = place(end, l->kept_max * word);
    l->kept_refs = place(end, l->kept_max * word);
    l->bucket_keys = place(end, plan->buckets_max * word);
    l->bucket_refs = place(end, plan->buckets_max * word);
    l->pairs = place(end, l->list_max / 2 * sizeof(uint64_t));
    l->rounds = place(end, SL_CUDA_ROUNDS_MAX * sizeof(sl_cuda_round));
    l->kept_n = place(end, (keeps_max(plan, l->slots_n) + 1) * word);
    l->buckets_n = place(end, ((size_t)l->slots_n + 1) * word);
    l->largest = place(end, word);
    l->table = place(end, ((size_t)l->lines_n << plan->line_log2) * word);
    l->tails = place(end, sl_cuda_tails_bytes(plan, l->lines_n));
    l->temp = place(end, l->temp_bytes);
    l->scratch_steps = sl_cuda_pairs_scratch_steps(plan->group, l->list_max / 2, plan->blocks_n);
    l->scratch = place(end, sl_cuda_pairs_scratch_bytes(plan->group, plan->blocks_n, l->scratch_steps));
    l->pool = place(end, l->pool_max * point);
}

sluice_status sl_cuda_sums_layout_make(sl_cuda_sums_layout *out, sl_module_device *device,
                                       const sl_cuda_sums_plan *plan, sluice_error *err) {
    sl_cuda_sums_layout l = {0};
    l.slots_n = sl_cuda_sums_parts(plan, plan->shapes, plan->sums_n) * plan->windows_n;
    l.lines_n = 2 * l.slots_n + plan->sums_n;
    const uint64_t lines = l.slots_n == 0 ? 0 : l.slots_n * lines_left(plan, plan->lines_rounds);
    const uint64_t kept = lines + ones_left(plan, plan->ones_rounds);
    /* Of buckets with a point, and of elements in rows and columns. */
    const uint64_t buckets = SL_MIN(plan->elements_max, plan->group_keys_max);
    const uint64_t lists = 2 * SL_MAX(sl_cuda_up(buckets, 2), sl_cuda_up(plan->buckets_max, 2));
    const uint64_t list = SL_MAX(SL_MAX(plan->elements_max, lists), kept);
    const uint64_t first = sl_cuda_up(kept, 4) + plan->buckets_max;
    /* Parts, and their scales, before anything is added to them; parts, additions of them, and of rows and columns. */
    const uint64_t parts = parts_max(plan, buckets);
    const uint64_t pool =
        first + SL_MAX(SL_MAX(SL_MAX(plan->elements_max + buckets, 2 * parts + buckets), lists), kept);
    const uint64_t keys =
        SL_MAX(SL_MAX((uint64_t)l.lines_n << plan->line_log2, plan->group_keys_max), chunk_words_max(plan));
    if (pool >= SL_CUDA_REF_NEGATIVE || list >= SL_CUDA_REF_NEGATIVE || keys >= SL_CUDA_REF_NEGATIVE) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: sums: more than %u points at a time", device->index,
                       SL_CUDA_REF_NEGATIVE);
    }
    l.kept_max = (uint32_t)sl_cuda_up(kept, 4);
    l.list_max = (uint32_t)sl_cuda_up(list, 4);
    l.pool_first = (uint32_t)first;
    l.pool_max = (uint32_t)pool;
    l.keys_max = (uint32_t)keys;
    l.parts_max = (uint32_t)parts;
    size_t add_up_bytes, sort_bytes, count_bytes = 0;
    const sl_cuda_sums_calls *calls = device->calls->sums;
    SL_TRY(sl_cuda_call_check(device, calls->sort_bytes(&sort_bytes, l.list_max), "memory for sorting", err));
    SL_TRY(sl_cuda_call_check(device, calls->add_up_bytes(&add_up_bytes, l.keys_max + 1), "memory for counts", err));
    if (plan->has_runs) {
        const int code = device->calls->runs->count_bytes(&count_bytes, l.keys_max);
        SL_TRY(sl_cuda_call_check(device, code, "memory for counts of parts", err));
    }
    l.temp_bytes = SL_MAX(SL_MAX(sort_bytes, add_up_bytes), count_bytes);
    arrays_place(&l, plan);
    *out = l;
    return SLUICE_OK;
}

/* --- the plan ------------------------------------------------------------------------------------------------------
 */

/* In additions. */
static double cost_of(const sl_cuda_sums_plan *plan, uint32_t windows_n) {
    double terms = 0, buckets = 0;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        terms += plan->shapes[i].n;
    }
    for (uint32_t w = 0; w < windows_n; w++) {
        buckets += (double)((uint64_t)1 << (sl_cuda_window_width(windows_n, w) - 1));
    }
    buckets *= plan->has_runs ? ADDITIONS_A_BUCKET_OF_RUNS : ADDITIONS_A_BUCKET;
    return terms * windows_n + buckets * sl_cuda_sums_parts(plan, plan->shapes, plan->sums_n);
}

static void windows_choose(sl_cuda_sums_plan *plan) {
    plan->windows_n = WINDOWS_MIN;
    for (uint32_t windows_n = WINDOWS_MIN + 1; windows_n <= SL_CUDA_WINDOWS_MAX; windows_n++) {
        if (cost_of(plan, windows_n) < cost_of(plan, plan->windows_n)) {
            plan->windows_n = windows_n;
        }
    }
}

sluice_status sl_cuda_sums_plan_complete(sl_cuda_sums_plan *plan, sl_module_device *device, bool keeps_buckets,
                                         sluice_error *err) {
    sl_cuda_sums_layout layout;
    const uint64_t slots_n = plan_follow(plan, keeps_buckets);
    bool is_possible = slots_n <= SLOTS_MAX;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        is_possible &= plan->shapes[i].bits_n == 0 || sl_cuda_lanes_of(plan, plan->shapes[i].bits_n).lanes_a_chunk > 0;
    }
    if (!is_possible) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: sums in parts of %u terms are too many", device->index,
                       plan->elements_max);
    }
    SL_TRY(sl_cuda_sums_layout_make(&layout, device, plan, err));
    plan->workspace_bytes = layout.all_bytes;
    plan->host_bytes = SL_CUDA_SUMS_TAILS_AT + sl_cuda_tails_bytes(plan, layout.lines_n);
    return SLUICE_OK;
}

static sluice_status shapes_check(const sl_module_device *device, const sl_cuda_sum_shape *shapes, uint32_t sums_n,
                                  sluice_error *err) {
    if (sums_n == 0 || sums_n > SL_CUDA_SUMS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %u sums at a time, not 1 to %d", device->index, sums_n,
                       SL_CUDA_SUMS_MAX);
    }
    for (uint32_t i = 0; i < sums_n; i++) {
        if (shapes[i].n > SL_CUDA_SUM_TERMS_MAX || shapes[i].bits_n > SL_CUDA_SUM_TERMS_MAX) {
            return SL_FAIL(err, SLUICE_E_USAGE, "device %u: sum of %u scalars and %u bits, not up to %u", device->index,
                           shapes[i].n, shapes[i].bits_n, SL_CUDA_SUM_TERMS_MAX);
        }
    }
    return SLUICE_OK;
}

/* Digits of all windows, and all bits of a sum. */
static uint64_t elements_all(const sl_cuda_sums_plan *plan) {
    uint64_t digits = 0, bits = 0;
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        digits += sl_cuda_up(plan->shapes[i].n, 4) * plan->windows_n;
        bits = SL_MAX(bits, sl_cuda_up(plan->shapes[i].bits_n, 64));
    }
    return SL_MAX(digits, bits);
}

/* What the groups of a plan take of its elements: those of whole slots, or all bits of a sum. */
static uint32_t elements_taken(const sl_cuda_sums_plan *plan) {
    const uint64_t slots_n = (uint64_t)sl_cuda_sums_parts(plan, plan->shapes, plan->sums_n) * plan->windows_n;
    sl_cuda_sums_plan rough = *plan;
    if (plan_follow(&rough, false) > SLOTS_MAX) {
        return plan->elements_max;
    }
    uint64_t taken = ELEMENTS_LEAST;
    for (uint32_t i = 0; i < slots_n;) {
        const sl_cuda_slots group = sl_cuda_slots_from(&rough, plan->shapes, i, (uint32_t)slots_n);
        taken = SL_MAX(taken, group.elements_n);
        i += group.slots_n;
    }
    for (uint32_t i = 0; i < plan->sums_n; i++) {
        taken = SL_MAX(taken, sl_cuda_up(plan->shapes[i].bits_n, 64));
    }
    return (uint32_t)SL_MIN(sl_cuda_up(taken, 64), plan->elements_max);
}

sluice_status sl_cuda_sums_plan_make(sl_cuda_sums_plan *out, sl_module_device *device, sl_cuda_group group,
                                     const sl_cuda_sum_shape *shapes, uint32_t sums_n, size_t bytes_max,
                                     sluice_error *err) {
    return sl_cuda_sums_plan_make_by(out, device, SL_MODULE_SUM_BY_CARD, group, shapes, sums_n, bytes_max, err);
}

sluice_status sl_cuda_sums_plan_make_by(sl_cuda_sums_plan *out, sl_module_device *device, sl_module_sum_method method,
                                        sl_cuda_group group, const sl_cuda_sum_shape *shapes, uint32_t sums_n,
                                        size_t bytes_max, sluice_error *err) {
    SL_TRY(shapes_check(device, shapes, sums_n, err));
    sl_cuda_sums_plan plan = {.group = group, .sums_n = sums_n, .elements_max = ELEMENTS_MAX};
    plan.has_runs = group == SL_CUDA_G1 &&
                    (method == SL_MODULE_SUM_BY_CARD ? device->prefers_runs : method == SL_MODULE_SUM_BY_RUNS);
    memcpy(plan.shapes, shapes, sums_n * sizeof *shapes);
    plan.blocks_n = SL_MAX(1, device->multiprocessors_n) * SL_CUDA_PAIRS_BLOCKS;
    windows_choose(&plan);
    size_t least = SIZE_MAX;
    uint64_t elements = SL_MIN(SL_MAX(elements_all(&plan), ELEMENTS_LEAST), ELEMENTS_MAX);
    bool keeps_buckets = true; /* if there is room, and fewer elements only if there is none without */
    while (elements >= ELEMENTS_LEAST) {
        plan.elements_max = plan.digits_max = (uint32_t)sl_cuda_up(elements, 64);
        windows_choose(&plan);
        plan.elements_max = plan.digits_max = elements_taken(&plan);
        const sluice_status status = sl_cuda_sums_plan_complete(&plan, device, keeps_buckets, err);
        if (status == SLUICE_E_NO_MEMORY && least != SIZE_MAX) {
            break;
        }
        SL_TRY(status);
        least = SL_MIN(least, plan.workspace_bytes);
        if (plan.workspace_bytes <= bytes_max) {
            const uint64_t room = (bytes_max - plan.workspace_bytes) / (2 * sizeof(uint32_t)),
                           all = elements_all(&plan);
            const uint64_t more = all > plan.digits_max ? SL_MIN(room, all - plan.digits_max) / 64 * 64 : 0;
            plan.digits_max = (uint32_t)SL_MIN(plan.digits_max + more, UINT32_MAX / 64 * 64);
            SL_TRY(sl_cuda_sums_plan_complete(&plan, device, keeps_buckets, err));
            *out = plan;
            return SLUICE_OK;
        }
        keeps_buckets = !keeps_buckets;
        elements = keeps_buckets ? elements - elements / 4 : elements;
    }
    return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: sums take at least %zu bytes of device memory, and have %zu",
                   device->index, least, bytes_max);
}
