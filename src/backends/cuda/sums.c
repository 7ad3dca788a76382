// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/sums.h"

#include "backends/cuda/sums_clock.h"
#include "backends/cuda/sums_internal.h"
#include "core/base/checked.h"

#define BLOCKS_A_MULTIPROCESSOR 16
#define SORTED_BYTES UINT64_C(8) /* a key and a reference */
#define SORTED_BITS 8            /* of keys, by a pass of a sort */
#define CALL(what, call) SL_TRY(sl_cuda_call_check(run->device, (call), (what), run->err))

typedef struct sums_run {
    sl_module_device *device;
    const sl_cuda_sums_plan *plan;
    const sl_cuda_sum *sums;
    sl_cuda_sum_shape shapes[SL_CUDA_SUMS_MAX]; /* of the sums */
    uint32_t sums_n;
    const void *bases;
    uint32_t bases_n;
    const sl_cuda_sums_room *room;
    sluice_error *err;
    const sl_cuda_sums_calls *calls;
    sl_cuda_sums_layout layout;
    uint32_t slots_n;
    uint32_t keeps_n, bucket_keeps_n;                  /* times that something was kept */
    uint32_t area_first, area_slots_n, area_buckets_n; /* slots whose buckets are kept, and how many at most */
} sums_run;

/* A list in work: where it is, and what is known of it. */
typedef struct work_list {
    sl_cuda_list list;
    unsigned buffer; /* of the two for lists; 2: elsewhere */
    unsigned starts; /* which of the two */
    uint32_t round;  /* the next one */
    uint32_t run_n;  /* elements of the runs that it was made by; 0: of none */
    uint32_t keys_n;
    uint64_t elements; /* at most */
} work_list;

#define ELSEWHERE 2

static void *at(const sums_run *run, size_t offset) {
    return (uint8_t *)run->room->workspace + offset;
}

static sl_cuda_list buffer_of(const sums_run *run, unsigned i) {
    return (sl_cuda_list){at(run, run->layout.keys[i]), at(run, run->layout.refs[i])};
}

static unsigned next_buffer(const work_list *w) {
    return w->buffer == 0 ? 1 : 0;
}

static sl_cuda_round *round_at(const sums_run *run, uint32_t i) {
    return (sl_cuda_round *)at(run, run->layout.rounds) + i;
}

static uint32_t *largest_at(const sums_run *run) {
    return at(run, run->layout.largest);
}

/* Blocks for so many pieces of work. */
static uint32_t blocks_for(const sums_run *run, uint64_t n) {
    const uint64_t there = (uint64_t)SL_MAX(1, run->device->multiprocessors_n) * BLOCKS_A_MULTIPROCESSOR;
    return (uint32_t)SL_MAX(1, SL_MIN(there, (n + SL_CUDA_INDEX_THREADS - 1) / SL_CUDA_INDEX_THREADS));
}

/* What was done since the last mark was this stage's. */
static sluice_status mark(const sums_run *run, sl_module_sum_stage stage) {
    return sl_cuda_sums_mark(run->room->clock, run->device, stage, run->room->stream, run->err);
}

/* --- rounds --------------------------------------------------------------------------------------------------------
 */

static sluice_status bounds_run(const sums_run *run, work_list *w, const uint32_t *n_at, const sl_cuda_round *after,
                                bool wants_largest) {
    const sl_cuda_bounds work = {.keys = w->list.keys,
                                 .n_at = n_at,
                                 .n = (uint32_t)w->elements,
                                 .keys_n = w->keys_n,
                                 .heads = at(run, run->layout.halves),
                                 .starts = at(run, run->layout.starts[w->starts]),
                                 .after = after,
                                 .pool_used = run->layout.pool_first,
                                 .round = round_at(run, w->round),
                                 .largest = wants_largest ? largest_at(run) : NULL};
    CALL("kernel of bounds",
         run->calls->bounds(&work, blocks_for(run, SL_MAX(w->elements / 4, w->keys_n)), run->room->stream));
    return SLUICE_OK;
}

static sluice_status round_run(const sums_run *run, work_list *w, sl_module_sum_stage schedule_stage,
                               sl_module_sum_stage add_stage) {
    const sl_cuda_sums_layout *l = &run->layout;
    void *stream = run->room->stream;
    const unsigned buffer = next_buffer(w);
    const sl_cuda_halve halve = {.starts = at(run, l->starts[w->starts]),
                                 .halves = at(run, l->halves),
                                 .keys_n = w->keys_n,
                                 .temp = at(run, l->temp),
                                 .temp_bytes = l->temp_bytes};
    CALL("counts of pairs", run->calls->halve(&halve, stream));
    const sl_cuda_schedule schedule = {.list = w->list,
                                       .next = buffer_of(run, buffer),
                                       .starts = halve.starts,
                                       .halves = halve.halves,
                                       .next_starts = at(run, l->starts[1 - w->starts]),
                                       .keys_n = w->keys_n,
                                       .pairs = at(run, l->pairs),
                                       .pool_ref = run->bases_n,
                                       .round = round_at(run, w->round)};
    CALL("kernel of rounds",
         run->calls->schedule(&schedule, blocks_for(run, SL_MAX(w->elements / 4, w->keys_n)), stream));
    SL_TRY(sl_cuda_sums_count_round(run->room->clock, run->device, schedule.round, stream, run->err));
    SL_TRY(mark(run, schedule_stage));
    const sl_cuda_pairs pairs = {.bases = run->bases,
                                 .pool = at(run, l->pool),
                                 .bases_n = run->bases_n,
                                 .pairs = schedule.pairs,
                                 .out = at(run, l->pool),
                                 .n = &schedule.round->pairs_n,
                                 .out_first = &schedule.round->pool_used,
                                 .taken = &schedule.round->taken,
                                 .scratch_steps = l->scratch_steps,
                                 .scratch = at(run, l->scratch)};
    CALL("kernel of pairs", run->device->calls->points->pairs[run->plan->group](&pairs, run->plan->blocks_n, stream));
    SL_TRY(mark(run, add_stage));
    w->list = schedule.next;
    w->buffer = buffer;
    w->starts = 1 - w->starts;
    w->round++;
    w->elements = SL_MIN(w->elements, w->elements / 2 + w->keys_n);
    return SLUICE_OK;
}

static sluice_status rounds_run(const sums_run *run, work_list *w, uint32_t rounds_n,
                                sl_module_sum_stage schedule_stage, sl_module_sum_stage add_stage) {
    for (uint32_t i = 0; i < rounds_n; i++) {
        SL_TRY(round_run(run, w, schedule_stage, add_stage));
    }
    return SLUICE_OK;
}

/* In place of the first rounds, where reading points again and again takes longer than some more products. */
static sluice_status runs_run(const sums_run *run, work_list *w) {
    const sl_cuda_sums_layout *l = &run->layout;
    const sl_cuda_runs_calls *calls = run->device->calls->runs;
    void *stream = run->room->stream;
    const unsigned buffer = next_buffer(w);
    const uint32_t blocks_n = SL_MAX(1, run->device->multiprocessors_n) * SL_CUDA_RUNS_BLOCKS;
    const sl_cuda_runs runs = {.list = w->list,
                               .next = buffer_of(run, buffer),
                               .starts = at(run, l->starts[w->starts]),
                               .next_starts = at(run, l->starts[1 - w->starts]),
                               .keys_n = w->keys_n,
                               .run_n = sl_cuda_run_length((uint32_t)w->elements, blocks_n),
                               .bases = run->bases,
                               .pool = at(run, l->pool),
                               .bases_n = run->bases_n,
                               .scales = (sl_cuda_g1 *)at(run, l->pool) + (l->pool_max - l->parts_max),
                               .round = round_at(run, w->round),
                               .temp = at(run, l->temp),
                               .temp_bytes = l->temp_bytes,
                               .scratch_steps = l->scratch_steps,
                               .scratch = at(run, l->scratch)};
    const uint64_t runs_n = w->elements / runs.run_n + 1;
    CALL("counts of parts", calls->count(&runs, stream));
    SL_TRY(mark(run, SL_MODULE_SUM_SCHEDULE));
    CALL("kernel of runs", calls->add(&runs, (uint32_t)(runs_n / SL_CUDA_RUNS_THREADS + 1), stream));
    CALL("kernel of parts", calls->settle(&runs, run->plan->blocks_n, stream));
    /* Digits that are zero are few. */
    sl_cuda_sums_count(run->room->clock, SL_MODULE_SUM_ADD, w->elements * (SORTED_BYTES + sizeof(sl_cuda_g1)));
    sl_cuda_sums_count_additions(run->room->clock, SL_MODULE_SUM_ADD, w->elements);
    SL_TRY(mark(run, SL_MODULE_SUM_ADD));
    w->list = runs.next;
    w->buffer = buffer;
    w->starts = 1 - w->starts;
    w->round++;
    w->run_n = runs.run_n;
    w->elements = SL_MIN(w->elements, runs_n + w->keys_n);
    return SLUICE_OK;
}

/*
 * Rounds until each key has one element. How many is known when the largest list is; those that even lists would need
 * do not wait for it, and find nothing to do where many elements were left out.
 */
static sluice_status rounds_run_all(const sums_run *run, work_list *w, sl_module_sum_stage schedule_stage,
                                    sl_module_sum_stage add_stage) {
    const sl_cuda_calls *calls = run->device->calls;
    uint32_t *largest = run->room->host;
    CALL("copy from the device", calls->copy_out(largest, largest_at(run), sizeof *largest, run->room->stream));
    CALL("event", calls->event_record(run->room->event, run->room->stream));
    const uint32_t likely = sl_cuda_log2_up(w->elements / w->keys_n + 1), first = w->round;
    SL_TRY(rounds_run(run, w, likely, schedule_stage, add_stage));
    CALL("wait for the largest list", calls->event_synchronize(run->room->event));
    const uint32_t all = sl_cuda_log2_up(w->run_n == 0 ? *largest : sl_cuda_run_parts_max(*largest, w->run_n));
    return rounds_run(run, w, all - SL_MIN(all, w->round - first), schedule_stage, add_stage);
}

/* Where points are kept: in front of the pool, from point `first` on. */
typedef struct keep_place {
    sl_cuda_list list;
    uint32_t first;
    uint32_t *n;
} keep_place;

/* Puts what is left of a list's points aside: `as` has the places and how keys change. */
static sluice_status keep_run(const sums_run *run, const work_list *w, const keep_place *to, sl_cuda_keep as) {
    const size_t point_bytes = sl_cuda_point_bytes(run->plan->group);
    as.list = w->list;
    as.kept = to->list;
    as.round = round_at(run, w->round);
    as.bases = run->bases;
    as.pool = at(run, run->layout.pool);
    as.bases_n = run->bases_n;
    as.point_pieces = (uint32_t)(point_bytes / 16);
    as.points = (uint8_t *)at(run, run->layout.pool) + to->first * point_bytes;
    as.kept_ref = run->bases_n + to->first;
    as.kept_n = to->n;
    CALL("kernel that keeps points",
         run->calls->keep(&as, blocks_for(run, w->elements * as.point_pieces), run->room->stream));
    return SLUICE_OK;
}

/* Sums of lines, or of lanes, until the end. */
static sluice_status lines_keep(sums_run *run, const work_list *w, uint32_t key_first) {
    const sl_cuda_sums_layout *l = &run->layout;
    const keep_place to = {.list = {at(run, l->kept_keys), at(run, l->kept_refs)},
                           .n = (uint32_t *)at(run, l->kept_n) + run->keeps_n};
    run->keeps_n++;
    return keep_run(run, w, &to, (sl_cuda_keep){.key_first = key_first});
}

/* --- full-width scalars --------------------------------------------------------------------------------------------
 */

static sluice_status digits_launch(const sums_run *run, sl_cuda_sum_digits *work) {
    if (work->windows_n > 0) {
        CALL("kernel of digits", run->calls->digits(work, blocks_for(run, work->stride), run->room->stream));
    }
    work->windows_n = 0;
    return SLUICE_OK;
}

static void digits_begin(const sums_run *run, sl_cuda_sum_digits *work, const sl_cuda_slot *slot, uint64_t to) {
    const sl_cuda_sum *sum = &run->sums[slot->sum];
    const sl_cuda_sums_layout *l = &run->layout;
    work->out = (sl_cuda_list){(uint32_t *)at(run, l->digit_keys) + to, (uint32_t *)at(run, l->digit_refs) + to};
    work->scalars = sum->scalars + slot->first;
    work->at = sum->at == NULL ? NULL : sum->at + slot->first;
    work->n = slot->n;
    work->stride = slot->elements;
    work->is_reversed = sum->is_reversed;
    work->first = sum->first + (sum->at != NULL || sum->is_reversed ? 0 : slot->first);
    work->reversed_from = slot->first;
    work->reversed_log2 = sl_cuda_log2_up(sum->n);
    work->position = sl_cuda_window_position(run->plan->windows_n, slot->window);
}

/* Half of each window's range, added up: a bit at the top of each. */
static sl_cuda_fr bias_of(uint32_t windows_n) {
    sl_cuda_fr bias = {{0}};
    for (uint32_t w = 0; w < windows_n; w++) {
        const uint32_t bit = sl_cuda_window_position(windows_n, w) + sl_cuda_window_width(windows_n, w) - 1;
        bias.w[bit / 32] |= (uint32_t)1 << bit % 32;
    }
    return bias;
}

/* Digits of the slots from `first` up to `end`, group by group, one launch a part. */
static sluice_status digits_run(const sums_run *run, uint32_t first, uint32_t end) {
    const uint32_t windows_n = run->plan->windows_n;
    sl_cuda_sum_digits work = {.bias = bias_of(windows_n)};
    sl_cuda_slots group = {0};
    uint32_t group_first = first, group_end = first;
    uint64_t to = 0;
    for (uint32_t i = first; i < end; i++) {
        const sl_cuda_slot slot = sl_cuda_slot_at(run->plan, run->shapes, i);
        if (i == group_end) {
            group = sl_cuda_slots_from(run->plan, run->shapes, i, run->slots_n);
            group_first = i;
            group_end += group.slots_n;
        }
        if (slot.window == 0) {
            SL_TRY(digits_launch(run, &work));
        }
        if (work.windows_n == 0) {
            digits_begin(run, &work, &slot, to);
        }
        work.widths[work.windows_n] = (uint8_t)sl_cuda_window_width(windows_n, slot.window);
        work.key_first[work.windows_n++] = (i - group_first) << group.slot_log2;
        sl_cuda_sums_count(run->room->clock, SL_MODULE_SUM_DIGITS,
                           (slot.window == 0 ? (uint64_t)slot.n * sizeof(sl_cuda_fr) : 0) +
                               slot.elements * SORTED_BYTES);
        to += slot.elements;
    }
    SL_TRY(digits_launch(run, &work));
    return mark(run, SL_MODULE_SUM_DIGITS);
}

static sluice_status sort_run(const sums_run *run, work_list *w, unsigned other) {
    const sl_cuda_sort work = {.list = w->list,
                               .other = buffer_of(run, other),
                               .n = (uint32_t)w->elements,
                               .key_bits = sl_cuda_log2_up((uint64_t)w->keys_n + 1),
                               .temp = at(run, run->layout.temp),
                               .temp_bytes = run->layout.temp_bytes};
    bool is_other;
    CALL("sorting", run->calls->sort(&work, &is_other, run->room->stream));
    if (is_other) {
        w->list = work.other;
        w->buffer = other;
    }
    return SLUICE_OK;
}

/* Buckets in work: at most half_n of slots from `first` on, on the device *n of them. */
typedef struct bucket_list {
    const work_list *w;
    const uint32_t *n;
    const sl_cuda_round *after; /* see sl_cuda_bounds */
    uint32_t first, slots_n, slot_log2;
    uint32_t half_n;
} bucket_list;

/* Buckets to rows and columns, added up as far as is worth a launch of their own. */
static sluice_status lines_run(sums_run *run, const bucket_list *buckets) {
    const sl_cuda_sums_plan *plan = run->plan;
    const uint32_t half_n = (uint32_t)sl_cuda_up(buckets->half_n, 2);
    const unsigned buffer = next_buffer(buckets->w);
    const sl_cuda_lines work = {.list = buckets->w->list,
                                .out = buffer_of(run, buffer),
                                .n = buckets->n,
                                .half_n = half_n,
                                .slot_log2 = buckets->slot_log2,
                                .column_log2 = plan->column_log2,
                                .line_log2 = plan->line_log2};
    CALL("kernel of rows and columns", run->calls->lines(&work, blocks_for(run, half_n), run->room->stream));
    work_list lines = {.list = work.out,
                       .buffer = buffer,
                       .starts = 1 - buckets->w->starts,
                       .round = buckets->w->round + 1,
                       .keys_n = 2 * buckets->slots_n << plan->line_log2,
                       .elements = 2 * (uint64_t)half_n};
    SL_TRY(sort_run(run, &lines, 1 - buffer));
    SL_TRY(bounds_run(run, &lines, NULL, buckets->after, false));
    SL_TRY(mark(run, SL_MODULE_SUM_LINES));
    SL_TRY(rounds_run(run, &lines, plan->lines_rounds, SL_MODULE_SUM_LINES_ADD, SL_MODULE_SUM_LINES_ADD));
    SL_TRY(lines_keep(run, &lines, 2 * buckets->first << plan->line_log2));
    return mark(run, SL_MODULE_SUM_LINES);
}

/* Rows and columns of all buckets that were kept. */
static sluice_status area_flush(sums_run *run) {
    const sl_cuda_sums_layout *l = &run->layout;
    if (run->area_slots_n == 0) {
        return SLUICE_OK;
    }
    const work_list w = {.list = {at(run, l->bucket_keys), at(run, l->bucket_refs)}, .buffer = ELSEWHERE};
    const bucket_list buckets = {.w = &w,
                                 .n = (uint32_t *)at(run, l->buckets_n) + run->bucket_keeps_n,
                                 .first = run->area_first,
                                 .slots_n = run->area_slots_n,
                                 .slot_log2 = sl_cuda_window_width(run->plan->windows_n, 0) - 1,
                                 .half_n = run->area_buckets_n};
    SL_TRY(lines_run(run, &buckets));
    CALL("fill", run->device->calls->fill(at(run, l->buckets_n), 0, sizeof(uint32_t), run->room->stream));
    run->area_slots_n = run->area_buckets_n = run->bucket_keeps_n = 0;
    return SLUICE_OK;
}

/* Keeps a group's buckets, of which `w` has one element each. */
static sluice_status area_add(sums_run *run, const work_list *w, const sl_cuda_slots *group, uint32_t first) {
    const sl_cuda_sums_layout *l = &run->layout;
    const uint32_t slot_log2 = sl_cuda_window_width(run->plan->windows_n, 0) - 1;
    if (run->area_slots_n == 0) {
        run->area_first = first;
    }
    const keep_place to = {.list = {at(run, l->bucket_keys), at(run, l->bucket_refs)},
                           .first = l->kept_max,
                           .n = (uint32_t *)at(run, l->buckets_n) + run->bucket_keeps_n};
    SL_TRY(keep_run(run, w, &to,
                    (sl_cuda_keep){.key_first = (first - run->area_first) << slot_log2,
                                   .slot_log2 = group->slot_log2,
                                   .kept_slot_log2 = slot_log2}));
    run->bucket_keeps_n++;
    run->area_slots_n += group->slots_n;
    run->area_buckets_n += sl_cuda_slots_buckets(group);
    return mark(run, SL_MODULE_SUM_LINES);
}

/* The group of slots from `first` on, whose digits are there. */
static sluice_status group_run(sums_run *run, const sl_cuda_slots *group, uint32_t first, uint64_t digits_at) {
    const sl_cuda_sums_layout *l = &run->layout;
    work_list w = {
        .list = {(uint32_t *)at(run, l->digit_keys) + digits_at, (uint32_t *)at(run, l->digit_refs) + digits_at},
        .buffer = ELSEWHERE,
        .keys_n = group->slots_n << group->slot_log2,
        .elements = group->elements_n};
    if (run->plan->buckets_max - run->area_buckets_n < sl_cuda_slots_buckets(group)) {
        SL_TRY(area_flush(run));
    }
    SL_TRY(sort_run(run, &w, 0));
    sl_cuda_sums_count(run->room->clock, SL_MODULE_SUM_SORT,
                       2 * w.elements * SORTED_BYTES *
                           (sl_cuda_up(sl_cuda_log2_up((uint64_t)w.keys_n + 1), SORTED_BITS) / SORTED_BITS));
    SL_TRY(mark(run, SL_MODULE_SUM_SORT));
    SL_TRY(bounds_run(run, &w, NULL, NULL, true));
    SL_TRY(mark(run, SL_MODULE_SUM_LISTS));
    if (run->plan->has_runs) {
        SL_TRY(runs_run(run, &w));
    }
    SL_TRY(rounds_run_all(run, &w, SL_MODULE_SUM_SCHEDULE, SL_MODULE_SUM_ADD));
    if (run->plan->buckets_max > 0) {
        return area_add(run, &w, group, first);
    }
    const bucket_list buckets = {.w = &w,
                                 .n = &round_at(run, w.round)->elements_n,
                                 .after = round_at(run, w.round),
                                 .first = first,
                                 .slots_n = group->slots_n,
                                 .slot_log2 = group->slot_log2,
                                 .half_n = sl_cuda_slots_buckets(group)};
    return lines_run(run, &buckets);
}

/* As many groups' digits as there is room for, then group by group. */
static sluice_status full_run(sums_run *run) {
    for (uint32_t first = 0; first < run->slots_n;) {
        uint32_t end = first;
        for (uint64_t digits = 0; end < run->slots_n;) {
            const sl_cuda_slots group = sl_cuda_slots_from(run->plan, run->shapes, end, run->slots_n);
            digits += group.elements_n;
            if (end > first && digits > run->plan->digits_max) {
                break;
            }
            end += group.slots_n;
        }
        SL_TRY(digits_run(run, first, end));
        for (uint64_t digits = 0; first < end;) {
            const sl_cuda_slots group = sl_cuda_slots_from(run->plan, run->shapes, first, run->slots_n);
            SL_TRY(group_run(run, &group, first, digits));
            digits += group.elements_n;
            first += group.slots_n;
        }
    }
    return area_flush(run);
}

/* --- bits ----------------------------------------------------------------------------------------------------------
 */

static sluice_status ones_run(sums_run *run, uint32_t sum) {
    const sl_cuda_sums_plan *plan = run->plan;
    const sl_cuda_sums_layout *l = &run->layout;
    const sl_cuda_lanes lanes = sl_cuda_lanes_of(plan, run->sums[sum].bits_n);
    const uint32_t rounds_n = SL_MIN(plan->ones_rounds, sl_cuda_log2_up(64 * (uint64_t)lanes.words_a_lane));
    for (uint32_t lane = 0; lane < lanes.lanes_n; lane += lanes.lanes_a_chunk) {
        const uint32_t word = lane * lanes.words_a_lane, lanes_n = SL_MIN(lanes.lanes_n - lane, lanes.lanes_a_chunk);
        const uint32_t words_n = SL_MIN(lanes.words_n - word, lanes_n * lanes.words_a_lane);
        const sl_cuda_ones work = {.out = buffer_of(run, 0),
                                   .words = run->sums[sum].bits + word,
                                   .words_n = words_n,
                                   .bits_n = SL_MIN(run->sums[sum].bits_n - 64 * word, 64 * words_n),
                                   .counts = at(run, l->halves),
                                   .words_a_lane = lanes.words_a_lane,
                                   .lanes_n = lanes_n,
                                   .starts = at(run, l->starts[0]),
                                   .first = run->sums[sum].bits_first + 64 * word,
                                   .pool_used = l->pool_first,
                                   .round = round_at(run, 0),
                                   .temp = at(run, l->temp),
                                   .temp_bytes = l->temp_bytes};
        CALL("kernel of ones", run->calls->ones(&work, blocks_for(run, 8 * (uint64_t)words_n), run->room->stream));
        sl_cuda_sums_count(run->room->clock, SL_MODULE_SUM_BITS, words_n * sizeof(uint64_t));
        SL_TRY(mark(run, SL_MODULE_SUM_BITS));
        work_list w = {.list = work.out, .keys_n = lanes_n, .elements = work.bits_n};
        SL_TRY(rounds_run(run, &w, rounds_n, SL_MODULE_SUM_BITS, SL_MODULE_SUM_BITS_ADD));
        SL_TRY(lines_keep(run, &w, ((2 * run->slots_n + sum) << plan->line_log2) + lane));
        SL_TRY(mark(run, SL_MODULE_SUM_BITS));
    }
    return SLUICE_OK;
}

/* --- the end -------------------------------------------------------------------------------------------------------
 */

/* Rounds after which each line and lane that was kept has one element. */
static uint32_t rounds_left(const sums_run *run) {
    const sl_cuda_sums_plan *plan = run->plan;
    uint32_t rounds_n = 0;
    if (run->slots_n > 0) {
        const uint32_t rows_log2 = sl_cuda_window_width(plan->windows_n, 0) - 1 - plan->column_log2;
        const uint32_t longest = SL_MAX(rows_log2, plan->column_log2);
        rounds_n = longest - SL_MIN(longest, plan->lines_rounds);
    }
    for (uint32_t i = 0; i < run->sums_n; i++) {
        const uint32_t lane_log2 =
            sl_cuda_log2_up(64 * (uint64_t)sl_cuda_lanes_of(plan, run->sums[i].bits_n).words_a_lane);
        rounds_n = SL_MAX(rounds_n, lane_log2 - SL_MIN(lane_log2, plan->ones_rounds));
    }
    return rounds_n;
}

static sluice_status tails_run(sums_run *run, uint32_t lines_n) {
    const sl_cuda_sums_layout *l = &run->layout;
    const sl_cuda_calls *calls = run->device->calls;
    void *stream = run->room->stream;
    work_list w = {.list = {at(run, l->kept_keys), at(run, l->kept_refs)},
                   .buffer = ELSEWHERE,
                   .keys_n = lines_n << run->plan->line_log2,
                   .elements = l->kept_max};
    SL_TRY(bounds_run(run, &w, (uint32_t *)at(run, l->kept_n) + run->keeps_n, NULL, false));
    SL_TRY(rounds_run(run, &w, rounds_left(run), SL_MODULE_SUM_TAIL, SL_MODULE_SUM_TAIL));
    CALL("fill", calls->fill(at(run, l->table), 0xff, w.keys_n * sizeof(uint32_t), stream));
    const sl_cuda_spread spread = {.list = w.list, .round = round_at(run, w.round), .table = at(run, l->table)};
    CALL("kernel of the table", run->calls->spread(&spread, blocks_for(run, w.elements), stream));
    const sl_cuda_weighted weighted = {.bases = run->bases,
                                       .pool = at(run, l->pool),
                                       .bases_n = run->bases_n,
                                       .refs = spread.table,
                                       .weights_n = (uint32_t)1 << run->plan->tail_log2,
                                       .rows_n = lines_n << (run->plan->line_log2 - run->plan->tail_log2),
                                       .out = at(run, l->tails)};
    CALL("kernel of weighted sums", calls->points->weighted[run->plan->group](&weighted, stream));
    CALL("copy from the device", calls->copy_out((uint8_t *)run->room->host + SL_CUDA_SUMS_TAILS_AT, weighted.out,
                                                 sl_cuda_tails_bytes(run->plan, lines_n), stream));
    return mark(run, SL_MODULE_SUM_TAIL);
}

static sluice_status steps_run(sums_run *run) {
    const sl_cuda_calls *calls = run->device->calls;
    CALL("fill", calls->fill(at(run, run->layout.kept_n), 0, sizeof(uint32_t), run->room->stream));
    CALL("fill", calls->fill(at(run, run->layout.buckets_n), 0, sizeof(uint32_t), run->room->stream));
    SL_TRY(mark(run, SL_MODULE_SUM_TAIL));
    SL_TRY(full_run(run));
    for (uint32_t i = 0; i < run->sums_n; i++) {
        SL_TRY(ones_run(run, i));
    }
    return tails_run(run, 2 * run->slots_n + run->sums_n);
}

/* The shapes of the sums, which must be within the plan's. */
static sluice_status shapes_of(sums_run *run) {
    const sl_cuda_sums_plan *plan = run->plan;
    bool is_within = run->sums_n <= plan->sums_n;
    for (uint32_t i = 0; is_within && i < run->sums_n; i++) {
        const sl_cuda_sum *sum = &run->sums[i];
        run->shapes[i] = (sl_cuda_sum_shape){sum->n, sum->bits_n};
        is_within = sum->n <= plan->shapes[i].n && sum->bits_n <= plan->shapes[i].bits_n &&
                    (!sum->is_reversed || (sum->at == NULL && (sum->n & (sum->n - 1)) == 0));
    }
    if (!is_within || run->bases_n >= SL_CUDA_REF_NEGATIVE - run->layout.pool_max) {
        return SL_FAIL(run->err, SLUICE_E_USAGE, "device %u: sums beyond their plan", run->device->index);
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_sums_run(sl_module_device *device, const sl_cuda_sums_plan *plan, void *out,
                               const sl_cuda_sum *sums, uint32_t sums_n, const void *bases, uint32_t bases_n,
                               const sl_cuda_sums_room *room, sluice_error *err) {
    sums_run run = {.device = device,
                    .plan = plan,
                    .sums = sums,
                    .sums_n = sums_n,
                    .bases = bases,
                    .bases_n = bases_n,
                    .room = room,
                    .err = err,
                    .calls = device->calls->sums};
    SL_TRY(sl_cuda_device_use(device, err));
    SL_TRY(sl_cuda_sums_layout_make(&run.layout, device, plan, err));
    SL_TRY(shapes_of(&run));
    run.slots_n = sl_cuda_sums_parts(plan, run.shapes, sums_n) * plan->windows_n;
    sl_cuda_sums_clock_begin(room->clock);
    sluice_status status = steps_run(&run);
    if (status != SLUICE_OK) {
        (void)device->calls->synchronize(room->stream); /* what is on its way uses the memory */
        return status;
    }
    SL_TRY(sl_cuda_call_check(device, device->calls->synchronize(room->stream), "wait for sums", err));
    SL_TRY(sl_cuda_sums_clock_read(room->clock, device, sl_cuda_point_bytes(plan->group), err));
    sl_cuda_sums_finish(out, plan, run.shapes, sums_n, (const uint8_t *)room->host + SL_CUDA_SUMS_TAILS_AT);
    return SLUICE_OK;
}
