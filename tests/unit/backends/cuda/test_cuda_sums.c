// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sums on the device, with all kernels on the processor, against known logarithms. */
#include "backends/cuda/sums_clock.h"
#include "sums_input.h"

/* --- runs ----------------------------------------------------------------------------------------------------------
 */

/* What the owner of a plan has. */
static sluice_status room_open(sl_cuda_sums_room *room, sl_module_device *device, const sl_cuda_sums_plan *plan) {
    *room = (sl_cuda_sums_room){.stream = device->stream};
    SL_TRY(sl_cuda_call_check(device, calls.alloc(&room->workspace, plan->workspace_bytes), "workspace", &err));
    SL_TRY(sl_cuda_call_check(device, calls.host_alloc(&room->host, plan->host_bytes), "host memory", &err));
    return sl_cuda_call_check(device, calls.event_open(&room->event), "event", &err);
}

static void room_close(sl_cuda_sums_room *room) {
    void *const blocks[] = {room->workspace, room->host, room->event};
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        if (blocks[i] != NULL) {
            (void)calls.release(blocks[i]);
        }
    }
}

static sluice_status sums_run(sl_module_device *device, const sl_cuda_sums_plan *plan, void *out,
                              const sum_input *inputs, uint32_t n, sl_cuda_sums_clock *clock) {
    sl_cuda_sum sums[SL_CUDA_SUMS_MAX];
    for (uint32_t i = 0; i < n; i++) {
        sums[i] = inputs[i].sum;
    }
    sl_cuda_sums_room room;
    sluice_status status = room_open(&room, device, plan);
    room.clock = clock;
    if (status == SLUICE_OK) {
        status = sl_cuda_sums_run(device, plan, out, sums, n, &bases, bases_n, &room, &err);
    }
    room_close(&room);
    return status;
}

static void shapes_of(sl_cuda_sum_shape *shapes, const sum_input *inputs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        shapes[i] = (sl_cuda_sum_shape){inputs[i].sum.n, inputs[i].sum.bits_n};
    }
}

static void check_run(sl_module_device *device, const sl_cuda_sums_plan *plan, const sum_input *inputs, uint32_t n) {
    union {
        sl_g1 g1[SL_CUDA_SUMS_MAX];
        sl_g2 g2[SL_CUDA_SUMS_MAX];
    } sums;
    memset(&sums, 0xa5, sizeof sums);
    SL_CHECK_OK(sums_run(device, plan, &sums, inputs, n, NULL));
    for (uint32_t i = 0; i < n; i++) {
        check_sum(&inputs[i], &sums, i);
    }
}

static const sl_module_sum_method methods[] = {SL_MODULE_SUM_BY_PAIRS, SL_MODULE_SUM_BY_RUNS};

/* There is one in G2. */
static size_t methods_n(void) {
    return group == SL_CUDA_G1 ? SL_ARRAY_N(methods) : 1;
}

/* With all the memory there can be, and frees the inputs. */
static void check(sum_input *inputs, uint32_t n) {
    sl_module_device *device = device_open();
    sl_cuda_sum_shape shapes[SL_CUDA_SUMS_MAX];
    shapes_of(shapes, inputs, n);
    for (size_t i = 0; i < methods_n(); i++) {
        sl_cuda_sums_plan plan;
        SL_CHECK_OK(sl_cuda_sums_plan_make_by(&plan, device, methods[i], group, shapes, n, SIZE_MAX / 2, &err));
        check_run(device, &plan, inputs, n);
    }
    for (uint32_t i = 0; i < n; i++) {
        input_free(&inputs[i]);
    }
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* --- tests ---------------------------------------------------------------------------------------------------------
 */

SL_TEST(sizes_g1) {
    static const uint32_t sizes[] = {0, 1, 2, 3, 4, 5, 7, 31, 64, 100, 257, 1023};
    bases_make(SL_CUDA_G1, SEQUENCE, 1100);
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        sum_input input = full_make(RANDOM, (uint32_t)i, sizes[i]);
        check(&input, 1);
    }
}

SL_TEST(sizes_g2) {
    static const uint32_t sizes[] = {0, 1, 2, 3, 77, 200};
    bases_make(SL_CUDA_G2, SEQUENCE, 301);
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        sum_input input = full_make(RANDOM, (uint32_t)i, sizes[i]);
        bits_add(&input, 1, 3 * sizes[i] / 2, 2);
        check(&input, 1);
    }
}

SL_TEST_FULL(scalars_and_bases_of_all_kinds) {
    for (unsigned bases_kind = 0; bases_kind < BASE_KINDS; bases_kind++) {
        for (unsigned g = 0; g < SL_CUDA_GROUPS_N; g++) {
            bases_make((sl_cuda_group)g, (base_kind)bases_kind, 400);
            for (unsigned kind = 0; kind < SCALAR_KINDS; kind++) {
                sum_input input = full_make((scalar_kind)kind, 3, g == SL_CUDA_G1 ? 390 : 150);
                check(&input, 1);
            }
        }
    }
}

/* Bases in any order; in the order of reversed bits, the last one left out, whatever it is. */
SL_TEST(orders_of_bases) {
    bases_make(SL_CUDA_G1, SEQUENCE, 600);
    sum_input input = full_make(RANDOM, 7, 333);
    at_add(&input);
    check(&input, 1);
    for (uint32_t n = 1; n <= 512; n *= n < 16 ? 2 : 8) {
        input = full_make(RANDOM, 11, n);
        input.sum.is_reversed = true;
        check(&input, 1);
    }
}

/* Bits of several sums, and several sums with both, some of them empty. */
SL_TEST(several_sums) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4600);
    static const uint32_t sizes[] = {1, 63, 64, 65, 1000};
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        sum_input input = full_make(ZEROS, 0, 0);
        bits_add(&input, 5, sizes[i], i % 2 == 0 ? 1 : 2);
        check(&input, 1);
    }
    sum_input inputs[5] = {full_make(RANDOM, 0, 150), full_make(WITNESS, 50, 301), full_make(ZEROS, 0, 0),
                           full_make(ZEROS, 0, 0), full_make(SMALL, 100, 77)};
    at_add(&inputs[1]);
    bits_add(&inputs[0], 1, 4500, 2);
    bits_add(&inputs[1], 0, 3333, 100);
    bits_add(&inputs[2], 64, 2048, 3);
    bits_add(&inputs[4], 64, 100, 5000);
    check(inputs, 5);
}

/* Long lists: all terms in one bucket of each window, and all ones equal. */
SL_TEST_FULL(equal_terms) {
    for (unsigned kind = 0; kind < 3; kind++) {
        bases_make(SL_CUDA_G1, kind == 0 ? EQUAL : kind == 1 ? OPPOSITE : SEQUENCE, 2500);
        sum_input input = full_make(SAME, 0, 2048);
        bits_add(&input, 1, 2400, 1);
        check(&input, 1);
    }
}

SL_TEST_FULL(many_terms) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4200);
    sum_input input = full_make(RANDOM, 0, 4096);
    bits_add(&input, 0, 4200, 2);
    check(&input, 1);
}

/* Less and less memory: terms in parts, windows one by one, bits in chunks; down to a least that is named. */
static void check_small_workspaces(sl_module_device *device, sl_module_sum_method method, const sum_input *inputs) {
    sl_cuda_sum_shape shapes[2];
    sl_cuda_sums_plan plan, last = {0};
    shapes_of(shapes, inputs, 2);
    unsigned plans_n = 0;
    size_t bytes = SIZE_MAX / 2;
    while (sl_cuda_sums_plan_make_by(&plan, device, method, group, shapes, 2, bytes, &err) == SLUICE_OK) {
        SL_CHECK(plan.workspace_bytes <= bytes);
        if (plan.elements_max != last.elements_max || plan.windows_n != last.windows_n) {
            check_run(device, &plan, inputs, 2);
            plans_n++;
        }
        last = plan;
        bytes = plan.workspace_bytes - 1;
    }
    SL_CHECK_MSG(plans_n >= 3, "%u plans", plans_n);
    SL_CHECK_STATUS(sl_cuda_sums_plan_make_by(&plan, device, method, group, shapes, 2, bytes, &err),
                    SLUICE_E_NO_MEMORY);
    SL_CHECK_MSG(strstr(err.text, "sums take at least") != NULL, "%s", err.text);
}

SL_TEST_FULL(small_workspaces) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4600);
    sl_module_device *device = device_open();
    sum_input inputs[2] = {full_make(RANDOM, 0, 1500), full_make(WITNESS, 9, 701)};
    bits_add(&inputs[0], 3, 4500, 2);
    for (size_t i = 0; i < SL_ARRAY_N(methods); i++) {
        check_small_workspaces(device, methods[i], inputs);
    }
    input_free(&inputs[0]);
    input_free(&inputs[1]);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* Plans by hand: every way in which slots, parts and digits can be grouped. */
SL_TEST_FULL(groups_of_windows) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4600);
    sl_module_device *device = device_open();
    sum_input inputs[2] = {full_make(RANDOM, 0, 203), full_make(RANDOM, 0, 64)};
    bits_add(&inputs[1], 3, 4500, 2);
    sl_cuda_sum_shape shapes[2];
    shapes_of(shapes, inputs, 2);
    static const uint32_t windows[] = {20, 40, 51}, elements[] = {64, 256, 448, 2048};
    bool has_kept = false;
    for (size_t i = 0; i < SL_ARRAY_N(windows); i++) {
        for (size_t k = 0; k < SL_ARRAY_N(elements); k++) {
            sl_cuda_sums_plan plan = {.group = group, .sums_n = 2, .shapes = {shapes[0], shapes[1]}};
            plan.has_runs = (i + k) % 2 != 0;
            plan.windows_n = windows[i];
            plan.blocks_n = 2;
            plan.elements_max = elements[k];
            plan.digits_max = elements[k] * (uint32_t)(1 + 3 * (i % 2));
            SL_CHECK_OK(sl_cuda_sums_plan_complete(&plan, device, (i + k) % 3 != 0, &err));
            has_kept |= plan.buckets_max > 0;
            plan.lines_rounds = plan.ones_rounds = (uint32_t)(i + k) % 4; /* which are for large sums */
            plan.tail_log2 -= (uint32_t)(i + k) % 3;                      /* which is for many multiprocessors */
            sl_cuda_sums_layout layout;
            SL_CHECK_OK(sl_cuda_sums_layout_make(&layout, device, &plan, &err));
            plan.workspace_bytes = layout.all_bytes;
            plan.host_bytes = SL_CUDA_SUMS_TAILS_AT + sl_cuda_tails_bytes(&plan, layout.lines_n);
            check_run(device, &plan, inputs, 2);
        }
    }
    SL_CHECK(has_kept);
    input_free(&inputs[0]);
    input_free(&inputs[1]);
    sl_cuda_device_close(device);
}

/* A plan is for sums up to its shapes: every smaller one runs within its memory. */
SL_TEST_FULL(sums_below_their_plan) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4600);
    sl_module_device *device = device_open();
    const sl_cuda_sum_shape shapes[3] = {{1000, 4500}, {64, 3000}, {333, 0}};
    for (unsigned turn = 0; turn < 16; turn++) {
        sl_cuda_sums_plan plan;
        SL_CHECK_OK(
            sl_cuda_sums_plan_make_by(&plan, device, methods[turn % 2], group, shapes, 3, (size_t)20 << 20, &err));
        sum_input inputs[3] = {0};
        const uint32_t n = turn < 2 ? 0 : 1 + (uint32_t)(sl_test_u64() % 3);
        for (uint32_t i = 0; i < n; i++) {
            inputs[i] = full_make(RANDOM, 1, (uint32_t)(sl_test_u64() % (shapes[i].n + 1)));
            bits_add(&inputs[i], 2, (uint32_t)(sl_test_u64() % (shapes[i].bits_n + 1)), 2);
        }
        check_run(device, &plan, inputs, n);
        for (uint32_t i = 0; i < n; i++) {
            input_free(&inputs[i]);
        }
    }
    sl_cuda_device_close(device);
}

SL_TEST(wrong_use) {
    bases_make(SL_CUDA_G1, SEQUENCE, 100);
    sl_module_device *device = device_open();
    sl_cuda_sums_plan plan;
    const sl_cuda_sum_shape shapes[2] = {{8, 8}, {SL_CUDA_SUM_TERMS_MAX + 1, 0}}, bits = {0, SL_CUDA_SUM_TERMS_MAX + 1};
    SL_CHECK_STATUS(sl_cuda_sums_plan_make(&plan, device, group, shapes, 0, SIZE_MAX / 2, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sl_cuda_sums_plan_make(&plan, device, group, shapes, 9, SIZE_MAX / 2, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sl_cuda_sums_plan_make(&plan, device, group, shapes, 2, SIZE_MAX / 2, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sl_cuda_sums_plan_make(&plan, device, group, &bits, 1, SIZE_MAX / 2, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sl_cuda_sums_plan_make(&plan, device, group, shapes, 1, SIZE_MAX / 2, &err));
    sum_input inputs[3] = {full_make(RANDOM, 0, 9), full_make(RANDOM, 0, 7)}; /* the third one is empty */
    sl_g1 out[2];
    SL_CHECK_STATUS(sums_run(device, &plan, out, inputs, 1, NULL), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sums_run(device, &plan, out, inputs + 1, 2, NULL), SLUICE_E_USAGE);
    inputs[1].sum.is_reversed = true; /* of seven terms */
    SL_CHECK_STATUS(sums_run(device, &plan, out, inputs + 1, 1, NULL), SLUICE_E_USAGE);
    inputs[1].sum.is_reversed = false;
    check_run(device, &plan, inputs + 1, 1);
    input_free(&inputs[0]);
    input_free(&inputs[1]);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* Of a run without runs of elements, whose terms are one part; the scalars are all `same`, or random. */
static void check_counts(const sl_cuda_sums_clock *clock, const sl_cuda_sums_plan *plan, const sum_input *input,
                         bool are_same) {
    const uint64_t n = input->sum.n, add_bytes = 8 + 3 * sl_cuda_point_bytes(group);
    const uint64_t *additions = clock->additions, *bytes = clock->bytes;
    SL_CHECK_EQ_U64(bytes[SL_MODULE_SUM_DIGITS], n * (sizeof(sl_cuda_fr) + plan->windows_n * UINT64_C(8)));
    SL_CHECK(n == 0 || bytes[SL_MODULE_SUM_SORT] % (16 * n * plan->windows_n) == 0);
    SL_CHECK((n == 0) == (bytes[SL_MODULE_SUM_SORT] == 0));
    SL_CHECK_EQ_U64(bytes[SL_MODULE_SUM_ADD], additions[SL_MODULE_SUM_ADD] * add_bytes);
    if (are_same) { /* one bucket a window, but where the digit is 0 */
        const uint64_t full_n = additions[SL_MODULE_SUM_ADD] / (n - 1);
        SL_CHECK(additions[SL_MODULE_SUM_ADD] % (n - 1) == 0 && full_n > 0 && full_n <= plan->windows_n);
    }
    /* Ones are added up until each lane has one. */
    const sl_cuda_lanes lanes = sl_cuda_lanes_of(plan, input->sum.bits_n);
    uint64_t ones = 0, lanes_n = 0;
    for (uint32_t lane = 0; lane < lanes.lanes_n; lane++) {
        uint64_t found = 0;
        for (uint32_t i = lane * lanes.words_a_lane; i < SL_MIN((lane + 1) * lanes.words_a_lane, lanes.words_n); i++) {
            const uint32_t left = input->sum.bits_n - 64 * i;
            const uint64_t mask = left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
            found += (uint64_t)__builtin_popcountll(input->sum.bits[i] & mask);
        }
        ones += found;
        lanes_n += found != 0;
    }
    const uint64_t of_lines = additions[SL_MODULE_SUM_BITS_ADD] + additions[SL_MODULE_SUM_TAIL];
    SL_CHECK_MSG(n != 0 || of_lines == ones - lanes_n, "%llu additions, %llu ones in %llu lanes",
                 (unsigned long long)of_lines, (unsigned long long)ones, (unsigned long long)lanes_n);
    SL_CHECK_EQ_U64(bytes[SL_MODULE_SUM_BITS_ADD], additions[SL_MODULE_SUM_BITS_ADD] * add_bytes);
}

static void check_clock(sl_module_device *device, const sum_input *input, bool are_same) {
    sl_cuda_sum_shape shape;
    sl_cuda_sums_plan plan;
    sl_cuda_sums_clock clock;
    union {
        sl_g1 g1;
        sl_g2 g2;
    } sum;
    shapes_of(&shape, input, 1);
    SL_CHECK_OK(sl_cuda_sums_plan_make(&plan, device, group, &shape, 1, SIZE_MAX / 2, &err));
    SL_CHECK_OK(sl_cuda_sums_clock_open(&clock, device, &err));
    for (int again = 0; again < 2; again++) { /* nothing is left of the run before */
        SL_CHECK_OK(sums_run(device, &plan, &sum, input, 1, &clock));
        check_sum(input, &sum, 0);
        check_counts(&clock, &plan, input, are_same);
    }
    sl_cuda_sums_clock_close(&clock, device);
}

/* By runs: an element is an addition that reads a point, and the rest are of pairs. */
static void check_counts_of_runs(sl_module_device *device, const sum_input *input) {
    sl_cuda_sum_shape shape;
    sl_cuda_sums_plan plan;
    sl_cuda_sums_clock clock;
    sl_g1 sum;
    shapes_of(&shape, input, 1);
    SL_CHECK_OK(sl_cuda_sums_plan_make_by(&plan, device, SL_MODULE_SUM_BY_RUNS, group, &shape, 1, SIZE_MAX / 2, &err));
    SL_CHECK_OK(sl_cuda_sums_clock_open(&clock, device, &err));
    SL_CHECK_OK(sums_run(device, &plan, &sum, input, 1, &clock));
    check_sum(input, &sum, 0);
    const uint64_t elements = (uint64_t)input->sum.n * plan.windows_n;
    const uint64_t additions = clock.additions[SL_MODULE_SUM_ADD], bytes = clock.bytes[SL_MODULE_SUM_ADD];
    SL_CHECK(additions >= elements);
    SL_CHECK_EQ_U64(bytes, elements * (8 + sizeof(sl_cuda_g1)) + (additions - elements) * (8 + 3 * sizeof(sl_cuda_g1)));
    sl_cuda_sums_clock_close(&clock, device);
}

SL_TEST(counts_of_stages) {
    bases_make(SL_CUDA_G1, SEQUENCE, 300);
    sl_module_device *device = device_open();
    sum_input inputs[3] = {full_make(SAME, 0, 200)};
    check_clock(device, &inputs[0], true);
    bits_add(&inputs[1], 0, 300, 2);
    check_clock(device, &inputs[1], false);
    inputs[2] = full_make(RANDOM, 0, 200);
    bits_add(&inputs[2], 0, 300, 2);
    check_clock(device, &inputs[2], false);
    check_counts_of_runs(device, &inputs[2]);
    for (size_t i = 0; i < SL_ARRAY_N(inputs); i++) {
        input_free(&inputs[i]);
    }
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* Times: one for each stage that was. */
SL_TEST(clock_of_stages) {
    bases_make(SL_CUDA_G1, SEQUENCE, 300);
    sl_module_device *device = device_open();
    sum_input input = full_make(RANDOM, 0, 200);
    bits_add(&input, 0, 300, 2);
    sl_cuda_sum_shape shape;
    sl_cuda_sums_plan plan;
    shapes_of(&shape, &input, 1);
    SL_CHECK_OK(sl_cuda_sums_plan_make(&plan, device, group, &shape, 1, SIZE_MAX / 2, &err));
    plan.lines_rounds = plan.ones_rounds = 1; /* before the end, so that these stages are there */
    int any;
    void *events[200];
    uint8_t stages[200];
    sl_cuda_round rounds[200];
    for (size_t i = 0; i < SL_ARRAY_N(events); i++) {
        events[i] = &any;
    }
    sl_cuda_sums_clock clock = {.events = events, .stages = stages, .rounds = rounds, .events_n = SL_ARRAY_N(events)};
    sl_g1 sum;
    SL_CHECK_OK(sums_run(device, &plan, &sum, &input, 1, &clock));
    check_sum(&input, &sum, 0);
    float all = 0;
    for (unsigned i = 0; i < SL_MODULE_SUM_STAGES_N; i++) {
        SL_CHECK_MSG(clock.ms[i] > 0, "stage %u", i);
        all += clock.ms[i];
    }
    SL_CHECK_MSG((uint32_t)all == clock.marks_n - 1 && clock.marks_n < clock.events_n, "%u marks", clock.marks_n);
    input_free(&input);
    sl_cuda_device_close(device);
}

/* The n-th call fails, for good or for lack of memory: a status, nothing left, and the device lost or not. */
static bool call_fails(sl_module_sum_method method, const sum_input *input, size_t n, int code) {
    sl_module_device *device = device_open();
    sl_cuda_sum_shape shape;
    sl_cuda_sums_plan plan;
    sl_g1 sum;
    shapes_of(&shape, input, 1);
    runtime_fail_after(n, code);
    sluice_status status = sl_cuda_sums_plan_make_by(&plan, device, method, group, &shape, 1, SIZE_MAX / 2, &err);
    if (status == SLUICE_OK) {
        status = sums_run(device, &plan, &sum, input, 1, NULL);
    }
    const bool has_failed = !sl_failpoint_waits(&runtime.fails) && status != SLUICE_OK;
    SL_CHECK(!has_failed || status == (code == RUNTIME_BROKEN ? SLUICE_E_DEVICE : SLUICE_E_NO_MEMORY));
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
    SL_CHECK_MSG(has_failed || n > 30, "%zu calls", n);
    return has_failed;
}

SL_TEST_FULL(every_call_fails_in_turn) {
    bases_make(SL_CUDA_G1, SEQUENCE, 60);
    sum_input input = full_make(RANDOM, 0, 20);
    bits_add(&input, 0, 60, 2);
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    for (size_t i = 0; i < SL_ARRAY_N(codes) * SL_ARRAY_N(methods); i++) {
        size_t n = 0;
        while (call_fails(methods[i / 2], &input, n, codes[i % 2])) {
            n++;
        }
    }
    input_free(&input);
}
