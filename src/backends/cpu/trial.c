// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cpu/trial.h"

#include "core/base/clock.h"
#include "core/mem/buf.h"

#define POINTS_N 32
#define PAIRS_N 256
#define ROUNDS_N 6

/* A set with the memory for its additions: operands, results, scratch. */
typedef struct contender {
    const sl_curve_kernels *g1;
    sl_point_pair pairs[PAIRS_N];
    sl_buf memory;
    void *scratch;
    double least_s;
} contender;

static size_t rounded(size_t bytes) {
    return (bytes + SL_KERNEL_ALIGN - 1) / SL_KERNEL_ALIGN * SL_KERNEL_ALIGN;
}

static sluice_status contender_open(contender *c, const sl_kernels *set, const sl_g1_affine *points) {
    *c = (contender){.g1 = set->g1, .least_s = 1e9};
    const size_t slot = c->g1->slot_bytes;
    const size_t operands = rounded(POINTS_N * slot);
    const size_t results = rounded(PAIRS_N * slot);
    SL_TRY(sl_buf_alloc(&c->memory, operands + results + c->g1->scratch_bytes, "trial of kernels", NULL));
    uint8_t *memory = c->memory.data;
    c->scratch = memory + operands + results;
    c->g1->from_affine(memory, points, POINTS_N);
    size_t n = 0;
    for (size_t distance = 1; n < PAIRS_N; distance++) {
        for (size_t i = 0; i + distance < POINTS_N && n < PAIRS_N; i++, n++) {
            c->pairs[n] = (sl_point_pair){.a = (sl_point_ref)(memory + i * slot) | (n & 1),
                                          .b = (sl_point_ref)(memory + (i + distance) * slot),
                                          .out = memory + operands + n * slot};
        }
    }
    return SLUICE_OK;
}

static void contender_run(contender *c) {
    const double start = sl_clock_seconds();
    c->g1->add_pairs(c->pairs, PAIRS_N, c->scratch);
    const double time = sl_clock_seconds() - start;
    c->least_s = time < c->least_s ? time : c->least_s;
}

const sl_kernels *sl_kernels_trial(const sl_kernels *first, const sl_kernels *second) {
    sl_g1_affine points[POINTS_N];
    sl_g1 sum;
    sl_g1_from_affine(&sum, &sl_g1_generator);
    for (size_t i = 0; i < POINTS_N; i++) {
        sl_g1_to_affine_vt(&points[i], &sum);
        sl_g1_add_affine(&sum, &sum, &sl_g1_generator);
    }
    contender a;
    contender b;
    const sl_kernels *best = first;
    if (contender_open(&a, first, points) != SLUICE_OK) {
        return first;
    }
    if (contender_open(&b, second, points) == SLUICE_OK) {
        for (int round = 0; round < ROUNDS_N; round++) {
            contender_run(&a);
            contender_run(&b);
        }
        best = b.least_s < a.least_s ? second : first;
    }
    sl_buf_release(&a.memory);
    sl_buf_release(&b.memory);
    return best;
}
