// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Points for tests of the device's kernels, the same for both groups: as the processor has them and as the device does,
 * with coordinates on both sides of p, in an array of bases and in a pool; and the complete group law as the reference.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_POINT_VALUES_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_POINT_VALUES_H

#include "backends/cuda/points.cuh"
#include "harness/test.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"

_Static_assert(sizeof(sl_cuda_g1) == sizeof(sl_g1_affine), "points cross over as they are");
_Static_assert(sizeof(sl_cuda_g2) == sizeof(sl_g2_affine), "points cross over as they are");

typedef union point {
    sl_g1_affine g1;
    sl_g2_affine g2;
    sl_fp fp[4]; /* two of them in G1 */
} point;

typedef union point_sum {
    sl_g1 g1;
    sl_g2 g2;
} point_sum;

static inline unsigned fps_of(sl_cuda_group group) {
    return group == SL_CUDA_G1 ? 2 : 4;
}

static inline point_sum sum_identity(sl_cuda_group group) {
    return group == SL_CUDA_G1 ? (point_sum){.g1 = sl_g1_identity()} : (point_sum){.g2 = sl_g2_identity()};
}

static inline void sum_add(sl_cuda_group group, point_sum *sum, const point *a) {
    if (group == SL_CUDA_G1) {
        sl_g1_add_affine(&sum->g1, &sum->g1, &a->g1);
    } else {
        sl_g2_add_affine(&sum->g2, &sum->g2, &a->g2);
    }
}

static inline point sum_point(sl_cuda_group group, const point_sum *sum) {
    point out = {0};
    if (group == SL_CUDA_G1) {
        sl_g1_to_affine_vt(&out.g1, &sum->g1);
    } else {
        sl_g2_to_affine_vt(&out.g2, &sum->g2);
    }
    return out;
}

static inline point point_neg(sl_cuda_group group, const point *a) {
    point out = *a;
    if (group == SL_CUDA_G1) {
        sl_g1_affine_neg(&out.g1, &a->g1);
    } else {
        sl_g2_affine_neg(&out.g2, &a->g2);
    }
    return out;
}

static inline void words_from(uint32_t out[12], const sl_fp *a) {
    for (int i = 0; i < 12; i++) {
        out[i] = (uint32_t)(a->l[i / 2] >> (32 * (i % 2)));
    }
}

static inline void fp_from(sl_fp *out, const sl_cuda_fp *a) {
    for (int i = 0; i < 6; i++) {
        out->l[i] = a->w[2 * i] | (uint64_t)a->w[2 * i + 1] << 32;
    }
}

/* Below 2p as well: x + p where it is lazy. */
static inline void coordinate_make(sl_cuda_fp *out, const sl_fp *a, bool is_lazy) {
    static const uint32_t p[12] = SL_CUDA_P;
    words_from(out->w, a);
    if (is_lazy) {
        (void)sl_cuda_words_add(out->w, out->w, p, 12);
    }
}

static inline bool fp_is_below_2p(const sl_cuda_fp *a) {
    static const uint32_t p2[12] = SL_CUDA_2P;
    uint32_t difference[12];
    return sl_cuda_words_sub(difference, a->w, p2, 12) != 0;
}

/* The point of coordinates of the device that are below 2p. */
static inline point point_from(sl_cuda_group group, const void *device_point) {
    point out = {0};
    for (unsigned k = 0; k < fps_of(group); k++) {
        sl_cuda_fp least;
        sl_cuda_fp_canonical(&least, (const sl_cuda_fp *)device_point + k);
        fp_from(&out.fp[k], &least);
    }
    return out;
}

#define POINTS_N 64
#define BASES_N 40
#define POOL_N (POINTS_N - BASES_N)
/* The numbers of a point with x = 0, and of its negative; the identity has number 0. */
#define ZERO_X (POINTS_N - 1)
#define ZERO_X_NEG (POINTS_N - 2)

typedef struct point_values {
    sl_cuda_group group;
    point points[POINTS_N];
    sl_cuda_fp bases[4 * BASES_N], pool[4 * POOL_N]; /* as the device has them */
} point_values;

/*
 * Multiples of the generator with their negatives; the identity; a point with x = 0 and its negative. The latter are on
 * no curve that matters in G2, but no sum of two points depends on the curve's constant. Half of their y is 0 there.
 */
static inline void points_make(point_values *v, sl_cuda_group group) {
    const unsigned fps_n = fps_of(group);
    point_sum sum = sum_identity(group);
    const point generator = group == SL_CUDA_G1 ? (point){.g1 = sl_g1_generator} : (point){.g2 = sl_g2_generator};
    memset(v, 0, sizeof *v);
    v->group = group;
    for (size_t i = 0; i < POINTS_N; i++) {
        v->points[i] = sum_point(group, &sum); /* the identity first */
        sum_add(group, &sum, &generator);
        if (i % 8 == 7) {
            v->points[i] = point_neg(group, &v->points[i - 3]);
        }
    }
    memset(&v->points[ZERO_X], 0, sizeof(point));
    v->points[ZERO_X].fp[fps_n / 2] = sl_fp_from_u64(2);
    v->points[ZERO_X_NEG] = point_neg(group, &v->points[ZERO_X]);
    for (size_t i = 0; i < POINTS_N; i++) {
        sl_cuda_fp *to = i < BASES_N ? v->bases + i * fps_n : v->pool + (i - BASES_N) * fps_n;
        for (unsigned k = 0; k < fps_n; k++) {
            coordinate_make(&to[k], &v->points[i].fp[k], i != 0 && (i + k) % 3 == 1 && i < ZERO_X_NEG);
        }
    }
}

static inline point point_of(const point_values *v, uint32_t ref) {
    const point *p = &v->points[ref & ~SL_CUDA_REF_NEGATIVE];
    return (ref & SL_CUDA_REF_NEGATIVE) != 0 ? point_neg(v->group, p) : *p;
}

#endif
