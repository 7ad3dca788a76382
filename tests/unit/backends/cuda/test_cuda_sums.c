// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums on the device, with all kernels on the processor. Bases are known multiples t_i G, so the sum of k_i t_i G is
 * one multiplication; small, equal and opposite t_i make equal and opposite operands meet, and a t_i of 0 the identity.
 */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_sums.h"
#include "backends/cuda/sums_internal.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "points_run.h"
#include "sums_run.h"

#define BASES_MAX 4608

static const sl_cuda_calls calls = {RUNTIME_CALLS, .points = &runtime_points_calls, .sums = &runtime_sums_calls};
static sluice_error err;

typedef enum scalar_kind { ZEROS, ONES, MINUS_ONES, ONE_HOT, SMALL, SAME, WITNESS, RANDOM, SCALAR_KINDS } scalar_kind;
typedef enum base_kind { SEQUENCE, EQUAL, OPPOSITE, SOME_IDENTITIES, BASE_KINDS } base_kind;

/* --- bases ---------------------------------------------------------------------------------------------------------
 */

static sl_cuda_group group;
static uint32_t bases_n;
static sl_fr logs[BASES_MAX];
static union {
    sl_g1_affine g1[BASES_MAX];
    sl_g2_affine g2[BASES_MAX];
} bases;

static int64_t log_of(base_kind kind, uint32_t i) {
    switch (kind) {
    case EQUAL:
        return 5;
    case OPPOSITE:
        return (i % 2 == 0 ? 1 : -1) * (int64_t)(1 + i / 2 % 3);
    case SOME_IDENTITIES:
        return i % 3 == 0 ? 0 : (int64_t)i / 2;
    default:
        return (int64_t)i + 1;
    }
}

static sl_fr fr_of(int64_t a) {
    sl_fr out = sl_fr_from_u64((uint64_t)(a < 0 ? -a : a));
    if (a < 0) {
        sl_fr_neg(&out, &out);
    }
    return out;
}

/* Small multiples by additions: multiples[i] = i G. */
static void bases_make(sl_cuda_group of, base_kind kind, uint32_t n) {
    static sl_g1 g1[BASES_MAX + 1];
    static sl_g2 g2[BASES_MAX + 1];
    static union {
        sl_g1_affine g1[BASES_MAX + 1];
        sl_g2_affine g2[BASES_MAX + 1];
    } multiples;
    static sl_fp2 scratch[BASES_MAX + 1];
    group = of;
    bases_n = n;
    g1[0] = sl_g1_identity();
    g2[0] = sl_g2_identity();
    for (uint32_t i = 0; i < n; i++) {
        if (group == SL_CUDA_G1) {
            sl_g1_add_affine(&g1[i + 1], &g1[i], &sl_g1_generator);
        } else {
            sl_g2_add_affine(&g2[i + 1], &g2[i], &sl_g2_generator);
        }
    }
    if (group == SL_CUDA_G1) {
        sl_g1_batch_to_affine_vt(multiples.g1, g1, &scratch[0].c0, (size_t)n + 1);
    } else {
        sl_g2_batch_to_affine_vt(multiples.g2, g2, scratch, (size_t)n + 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        const int64_t log = log_of(kind, i), size = log < 0 ? -log : log;
        logs[i] = fr_of(log);
        if (group == SL_CUDA_G1) {
            bases.g1[i] = multiples.g1[size];
            if (log < 0) {
                sl_g1_affine_neg(&bases.g1[i], &bases.g1[i]);
            }
        } else {
            bases.g2[i] = multiples.g2[size];
            if (log < 0) {
                sl_g2_affine_neg(&bases.g2[i], &bases.g2[i]);
            }
        }
    }
}

/* --- sums ----------------------------------------------------------------------------------------------------------
 */

static sl_fr random_fr(void) {
    const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
    sl_fr out;
    sl_fr_from_limbs(&out, limbs);
    return out;
}

static sl_fr scalar_of(scalar_kind kind, uint32_t i, uint32_t n) {
    const uint64_t c = sl_test_u64() % 100;
    switch (kind) {
    case ZEROS:
        return sl_fr_zero();
    case ONES:
        return sl_fr_one();
    case MINUS_ONES:
        return fr_of(-1);
    case ONE_HOT:
        return i == n / 2 ? random_fr() : sl_fr_zero();
    case SAME:
        return (sl_fr){{1, 2, 3, 4}};
    case WITNESS:
        return c < 60 ? sl_fr_zero() : c < 97 ? sl_fr_one() : random_fr();
    case RANDOM:
        return random_fr();
    default:
        return fr_of((int64_t)(c % 7) - 3);
    }
}

typedef struct sum_input {
    sl_cuda_sum sum;
    sl_fr *scalars;
    uint32_t *at;
    uint64_t *bits;
} sum_input;

static sl_fr *scalars_make(scalar_kind kind, uint32_t n) {
    sl_fr *scalars = malloc(n * sizeof *scalars + 1);
    SL_CHECK(scalars != NULL);
    for (uint32_t i = 0; i < n; i++) {
        scalars[i] = scalar_of(kind, i, n);
    }
    return scalars;
}

static sum_input full_make(scalar_kind kind, uint32_t first, uint32_t n) {
    sum_input input = {.scalars = scalars_make(kind, n)};
    input.sum = (sl_cuda_sum){.scalars = (const sl_cuda_fr *)input.scalars, .n = n, .first = first};
    return input;
}

/* Bits at random, a part in `of` of them ones; those behind the end are ones. */
static void bits_add(sum_input *input, uint32_t first, uint32_t n, uint32_t of) {
    const uint32_t words_n = (n + 63) / 64;
    input->bits = malloc(words_n * sizeof *input->bits + 1);
    SL_CHECK(input->bits != NULL);
    memset(input->bits, 0xff, words_n * sizeof *input->bits);
    for (uint32_t i = 0; i < n; i++) {
        if (sl_test_u64() % of != 0) {
            input->bits[i / 64] &= ~(UINT64_C(1) << i % 64);
        }
    }
    input->sum.bits = input->bits;
    input->sum.bits_n = n;
    input->sum.bits_first = first;
}

/* Terms of bases anywhere, some of them again. */
static void at_add(sum_input *input) {
    input->at = malloc(input->sum.n * sizeof *input->at + 1);
    SL_CHECK(input->at != NULL);
    for (uint32_t i = 0; i < input->sum.n; i++) {
        input->at[i] = (uint32_t)(sl_test_u64() % (bases_n - input->sum.first));
    }
    input->sum.at = input->at;
}

static void input_free(sum_input *input) {
    free(input->scalars);
    free(input->at);
    free(input->bits);
}

static uint32_t reversed(uint32_t i, uint32_t n) {
    uint32_t out = 0;
    for (uint32_t bit = 1; bit < n; bit *= 2) {
        out = 2 * out + (i / bit & 1);
    }
    return out;
}

/* The sum's logarithm. */
static sl_fr expected_log(const sum_input *input) {
    const sl_cuda_sum *sum = &input->sum;
    sl_fr log = sl_fr_zero(), term;
    for (uint32_t i = 0; i < sum->n; i++) {
        uint32_t base = sum->at != NULL ? sum->at[i] : sum->is_reversed ? reversed(i, sum->n) : i;
        if (!sum->is_reversed || base != sum->n - 1) {
            sl_fr_mul(&term, &input->scalars[i], &logs[sum->first + base]);
            sl_fr_add(&log, &log, &term);
        }
    }
    for (uint32_t i = 0; i < sum->bits_n; i++) {
        if ((sum->bits[i / 64] >> i % 64 & 1) != 0) {
            sl_fr_add(&log, &log, &logs[sum->bits_first + i]);
        }
    }
    return log;
}

static void check_sum(const sum_input *input, const void *sums, uint32_t i) {
    const sl_fr log = expected_log(input);
    if (group == SL_CUDA_G1) {
        sl_g1 want;
        sl_g1_from_affine(&want, &sl_g1_generator);
        sl_g1_mul_vt(&want, &want, &log);
        SL_CHECK_MSG(sl_g1_eq(&want, (const sl_g1 *)sums + i), "sum %u of %u terms, %u bits", i, input->sum.n,
                     input->sum.bits_n);
    } else {
        sl_g2 want;
        sl_g2_from_affine(&want, &sl_g2_generator);
        sl_g2_mul_vt(&want, &want, &log);
        SL_CHECK_MSG(sl_g2_eq(&want, (const sl_g2 *)sums + i), "sum %u of %u terms, %u bits", i, input->sum.n,
                     input->sum.bits_n);
    }
}

/* --- runs ----------------------------------------------------------------------------------------------------------
 */

static sl_module_device *device_open(void) {
    sl_module_device *device;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    return device;
}

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

/* With all the memory there can be, and frees the inputs. */
static void check(sum_input *inputs, uint32_t n) {
    sl_module_device *device = device_open();
    sl_cuda_sum_shape shapes[SL_CUDA_SUMS_MAX];
    sl_cuda_sums_plan plan;
    shapes_of(shapes, inputs, n);
    SL_CHECK_OK(sl_cuda_sums_plan_make(&plan, device, group, shapes, n, SIZE_MAX / 2, &err));
    check_run(device, &plan, inputs, n);
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
    bases_make(SL_CUDA_G2, SEQUENCE, 300);
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
SL_TEST_FULL(small_workspaces) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4600);
    sl_module_device *device = device_open();
    sum_input inputs[2] = {full_make(RANDOM, 0, 1500), full_make(WITNESS, 9, 701)};
    bits_add(&inputs[0], 3, 4500, 2);
    sl_cuda_sum_shape shapes[2];
    sl_cuda_sums_plan plan, last = {0};
    shapes_of(shapes, inputs, 2);
    unsigned plans_n = 0;
    size_t bytes = SIZE_MAX / 2;
    while (sl_cuda_sums_plan_make(&plan, device, group, shapes, 2, bytes, &err) == SLUICE_OK) {
        SL_CHECK(plan.workspace_bytes <= bytes);
        if (plan.elements_max != last.elements_max || plan.windows_n != last.windows_n) {
            check_run(device, &plan, inputs, 2);
            plans_n++;
        }
        last = plan;
        bytes = plan.workspace_bytes - 1;
    }
    SL_CHECK_MSG(plans_n >= 3, "%u plans", plans_n);
    SL_CHECK_STATUS(sl_cuda_sums_plan_make(&plan, device, group, shapes, 2, bytes, &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_MSG(strstr(err.text, "sums take at least") != NULL, "%s", err.text);
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
    static const uint32_t windows[] = {20, 26, 51}, elements[] = {64, 256, 448, 2048};
    for (size_t i = 0; i < SL_ARRAY_N(windows); i++) {
        for (size_t k = 0; k < SL_ARRAY_N(elements); k++) {
            sl_cuda_sums_plan plan = {.group = group, .sums_n = 2, .shapes = {shapes[0], shapes[1]}};
            plan.windows_n = windows[i];
            plan.blocks_n = 2;
            plan.elements_max = elements[k];
            plan.digits_max = elements[k] * (uint32_t)(1 + 3 * (i % 2));
            SL_CHECK_OK(sl_cuda_sums_plan_complete(&plan, device, &err));
            plan.lines_rounds = plan.ones_rounds = (uint32_t)(i + k) % 4; /* which are for large sums */
            sl_cuda_sums_layout layout;
            SL_CHECK_OK(sl_cuda_sums_layout_make(&layout, device, &plan, &err));
            plan.workspace_bytes = layout.all_bytes;
            check_run(device, &plan, inputs, 2);
        }
    }
    input_free(&inputs[0]);
    input_free(&inputs[1]);
    sl_cuda_device_close(device);
}

/* A plan is for sums up to its shapes: every smaller one runs within its memory. */
SL_TEST_FULL(sums_below_their_plan) {
    bases_make(SL_CUDA_G1, SEQUENCE, 4600);
    sl_module_device *device = device_open();
    const sl_cuda_sum_shape shapes[3] = {{1000, 4500}, {64, 3000}, {333, 0}};
    sl_cuda_sums_plan plan;
    SL_CHECK_OK(sl_cuda_sums_plan_make(&plan, device, group, shapes, 3, (size_t)20 << 20, &err));
    for (unsigned turn = 0; turn < 12; turn++) {
        sum_input inputs[3] = {0};
        const uint32_t n = turn == 0 ? 0 : 1 + (uint32_t)(sl_test_u64() % 3);
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
    sum_input inputs[2] = {full_make(RANDOM, 0, 9), full_make(RANDOM, 0, 7)};
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
    for (size_t i = 0; i < SL_ARRAY_N(events); i++) {
        events[i] = &any;
    }
    sl_cuda_sums_clock clock = {.events = events, .stages = stages, .events_n = SL_ARRAY_N(events)};
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
SL_TEST_FULL(every_call_fails_in_turn) {
    bases_make(SL_CUDA_G1, SEQUENCE, 60);
    sum_input input = full_make(RANDOM, 0, 20);
    bits_add(&input, 0, 60, 2);
    sl_cuda_sum_shape shape;
    shapes_of(&shape, &input, 1);
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    for (size_t i = 0; i < SL_ARRAY_N(codes); i++) {
        bool has_failed = true;
        for (size_t n = 0; has_failed; n++) {
            sl_module_device *device = device_open();
            sl_cuda_sums_plan plan;
            sl_g1 sum;
            runtime_fail_after(n, codes[i]);
            sluice_status status = sl_cuda_sums_plan_make(&plan, device, group, &shape, 1, SIZE_MAX / 2, &err);
            if (status == SLUICE_OK) {
                status = sums_run(device, &plan, &sum, &input, 1, NULL);
            }
            has_failed = !sl_failpoint_waits(&runtime.fails) && status != SLUICE_OK;
            SL_CHECK(!has_failed || status == (codes[i] == RUNTIME_BROKEN ? SLUICE_E_DEVICE : SLUICE_E_NO_MEMORY));
            runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
            sl_cuda_device_close(device);
            SL_CHECK(runtime.live == 0);
            SL_CHECK_MSG(has_failed || n > 30, "%zu calls", n);
        }
    }
    input_free(&input);
}

/* --- the module's part ---------------------------------------------------------------------------------------------
 */

/* A sum over a grid of bases, 7 of them times some. */
static sluice_status module_use(sl_module_device *device, bool is_g2, bool has_stages) {
    static sl_fr scalars[40];
    const uint64_t bits = UINT64_C(0x123456789abcdef);
    sl_module_sum_shape shape = {
        .is_g2 = is_g2, .points = &bases, .points_n = 14, .low_n = 7, .bases_n = 45, .n_max = 40, .bits_n_max = 45};
    sl_module_sum *sum;
    union {
        sl_g1 g1;
        sl_g2 g2;
    } got;
    sl_module_sum_times times;
    SL_TRY(sl_cuda_sums_ops.open(device, &sum, &shape, &err));
    for (uint32_t i = 0; i < 40; i++) {
        scalars[i] = random_fr();
    }
    sluice_status status = sl_cuda_sums_ops.put(sum, scalars, 40, &bits, 45, &err);
    if (status == SLUICE_OK) {
        status = sl_cuda_sums_ops.run(sum, &got, &times, has_stages, &err);
    }
    sl_cuda_sums_ops.close(sum);
    if (status == SLUICE_OK) {
        sl_fr log = sl_fr_zero(), term;
        for (uint32_t i = 0; i < 45; i++) {
            sl_fr base;
            sl_fr_add(&base, &logs[i % 7], &logs[7 + i / 7]);
            sl_fr_mul(&term, &base, &scalars[i < 40 ? i : 0]);
            sl_fr_add(&log, &log, i < 40 ? &term : &(sl_fr){{0}});
            sl_fr_add(&log, &log, (bits >> i & 1) != 0 ? &base : &(sl_fr){{0}});
        }
        sum_input one = {.sum.n = 1, .scalars = &log};
        const sl_fr first = logs[0];
        logs[0] = sl_fr_one();
        check_sum(&one, &got, 0);
        logs[0] = first;
        SL_CHECK(times.windows_n > 0 && times.workspace_bytes > 0 && (times.stages[0] > 0) == has_stages);
    }
    return status;
}

SL_TEST(sums_of_the_module) {
    for (unsigned g = 0; g < SL_CUDA_GROUPS_N; g++) {
        bases_make((sl_cuda_group)g, SEQUENCE, 45);
        sl_module_device *device = device_open();
        SL_CHECK_OK(module_use(device, g == SL_CUDA_G2, false));
        SL_CHECK_OK(module_use(device, g == SL_CUDA_G2, true));
        sl_cuda_device_close(device);
        SL_CHECK(runtime.live == 0);
    }
}

SL_TEST(wrong_use_of_the_module) {
    bases_make(SL_CUDA_G1, SEQUENCE, 45);
    sl_module_device *device = device_open();
    sl_module_sum *sum;
    sl_g1 out;
    const sl_fr one = sl_fr_one();
    const sl_module_sum_shape good = {.points = &bases, .points_n = 9, .bases_n = 9, .n_max = 9, .bits_n_max = 9};
    sl_module_sum_shape wrong[5] = {good, good, good, good, good};
    wrong[0].bases_n = 8;
    wrong[1].n_max = 10;
    wrong[2].bits_n_max = 10;
    wrong[3].low_n = 4;
    wrong[4].bases_n = wrong[4].points_n = wrong[4].n_max = wrong[4].bits_n_max = 0;
    for (size_t i = 0; i < SL_ARRAY_N(wrong); i++) {
        SL_CHECK_STATUS(sl_cuda_sums_ops.open(device, &sum, &wrong[i], &err), SLUICE_E_USAGE);
    }
    wrong[0] = good;
    wrong[0].bytes_max = 1000;
    SL_CHECK_STATUS(sl_cuda_sums_ops.open(device, &sum, &wrong[0], &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_OK(sl_cuda_sums_ops.open(device, &sum, &good, &err));
    SL_CHECK_STATUS(sl_cuda_sums_ops.put(sum, &one, 10, NULL, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sl_cuda_sums_ops.run(sum, &out, NULL, false, &err)); /* of no terms */
    SL_CHECK(sl_g1_is_identity(&out));
    SL_CHECK_OK(sl_cuda_sums_ops.put(sum, &one, 1, NULL, 0, &err));
    SL_CHECK_OK(sl_cuda_sums_ops.run(sum, &out, NULL, false, &err));
    sl_g1_affine affine;
    sl_g1_to_affine_vt(&affine, &out);
    SL_CHECK(sl_g1_affine_eq(&affine, &bases.g1[0]));
    sl_cuda_sums_ops.close(sum);
    sl_cuda_sums_ops.close(NULL);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

SL_TEST_FULL(calls_of_the_module_fail) {
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    bases_make(SL_CUDA_G1, SEQUENCE, 45);
    for (size_t i = 0; i < SL_ARRAY_N(codes); i++) {
        bool has_failed = true;
        for (size_t n = 0; has_failed; n++) {
            sl_module_device *device = device_open();
            runtime_fail_after(n, codes[i]);
            const sluice_status status = module_use(device, false, false);
            has_failed = status != SLUICE_OK;
            SL_CHECK(!has_failed || status == (codes[i] == RUNTIME_BROKEN ? SLUICE_E_DEVICE : SLUICE_E_NO_MEMORY));
            runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
            sl_cuda_device_close(device);
            SL_CHECK(runtime.live == 0);
            SL_CHECK_MSG(has_failed || n > 50, "%zu calls", n);
        }
    }
}
