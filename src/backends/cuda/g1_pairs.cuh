// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Affine additions in G1, one for each of a list of pairs, with one inversion for thousands: the phases of a kernel,
 * each between two barriers, as functions of a thread. g1_kernels.cu joins them for the device; tests run them thread
 * by thread on the processor.
 *
 * A block takes batches of the list. Of a batch, thread t owns the pairs t, t + 256, t + 512, ...
 * 1. forward: the product of the denominators of its pairs, and in scratch memory all products on the way.
 * 2. invert: the threads of one warp multiply eight of these products each, invert, and take the eight apart.
 * 3. backward: the denominators' inverses one by one from the last, and the additions.
 *
 * Exact for all points of the curve, the identity among them, in every position: a thread that meets a zero
 * denominator, or what might be the identity, goes through its pairs again and looks at each.
 *
 * Points: coordinates below 2p; the identity is all zero, and no other point has y = 0. Results likewise.
 */
#ifndef SL_BACKENDS_CUDA_G1_PAIRS_CUH
#define SL_BACKENDS_CUDA_G1_PAIRS_CUH

#include "backends/cuda/g1_work.h"
#include "backends/cuda/inverse.cuh"

#define SL_CUDA_LANES 32
#define SL_CUDA_LANE_PRODUCTS (SL_CUDA_PAIRS_THREADS / SL_CUDA_LANES)

/* What the threads of a block share. */
typedef struct sl_cuda_pairs_shared {
    sl_cuda_fp products[SL_CUDA_PAIRS_THREADS]; /* of each thread; after invert, their inverses */
    sl_cuda_fp partial[SL_CUDA_PAIRS_THREADS];  /* on the way through a lane's eight */
    uint32_t is_careful[SL_CUDA_PAIRS_THREADS];
    uint32_t first, steps; /* of the batch: its first pair, and most pairs of a thread; 0 steps: none is left */
} sl_cuda_pairs_shared;

/* --- memory --------------------------------------------------------------------------------------------------------
 */

typedef struct sl_cuda_piece {
    uint32_t w[4];
} sl_cuda_piece;

/*
 * Points and references are only read; scratch memory is written and read by one thread, far apart, so it is kept out
 * of the nearest cache.
 */
#ifdef __CUDACC__
static __device__ __forceinline__ sl_cuda_piece sl_cuda_piece_from(uint4 piece) {
    return sl_cuda_piece{{piece.x, piece.y, piece.z, piece.w}};
}
#define SL_CUDA_LOAD_POINT(from) sl_cuda_piece_from(__ldg((const uint4 *)(from)))
#define SL_CUDA_LOAD_REFS(from) __ldg((const unsigned long long *)(from))
#define SL_CUDA_LOAD_SCRATCH(from) sl_cuda_piece_from(__ldcg((const uint4 *)(from)))
#define SL_CUDA_STORE(to, a, b, c, d) __stcg((uint4 *)(to), make_uint4(a, b, c, d))
#else
#define SL_CUDA_LOAD_POINT(from) (*(from))
#define SL_CUDA_LOAD_REFS(from) (*(from))
#define SL_CUDA_LOAD_SCRATCH(from) (*(from))
#define SL_CUDA_STORE(to, a, b, c, d) (*(to) = (sl_cuda_piece){{a, b, c, d}})
#endif

SL_CUDA_FN void sl_cuda_piece_put(sl_cuda_fp *out, unsigned i, sl_cuda_piece piece) {
    SL_CUDA_UNROLL
    for (unsigned k = 0; k < 4; k++) {
        out->w[4 * i + k] = piece.w[k];
    }
}

/* To three pieces, `stride` apart. */
SL_CUDA_FN void sl_cuda_fp_store(sl_cuda_piece *to, const sl_cuda_fp *a, uint32_t stride) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 3; i++) {
        SL_CUDA_STORE(to + i * stride, a->w[4 * i], a->w[4 * i + 1], a->w[4 * i + 2], a->w[4 * i + 3]);
    }
}

SL_CUDA_FN void sl_cuda_coordinate_load(sl_cuda_fp *out, const sl_cuda_fp *from) {
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 3; i++) {
        sl_cuda_piece_put(out, i, SL_CUDA_LOAD_POINT((const sl_cuda_piece *)from + i));
    }
}

SL_CUDA_FN void sl_cuda_x_load(sl_cuda_fp *out, const sl_cuda_pairs *work, uint32_t ref) {
    sl_cuda_coordinate_load(out, &work->points[ref & ~SL_CUDA_REF_NEGATIVE].x);
}

/* y, or 2p - y. */
SL_CUDA_FN void sl_cuda_y_load(sl_cuda_fp *out, const sl_cuda_pairs *work, uint32_t ref) {
    const sl_cuda_fp zero = {{0}};
    sl_cuda_coordinate_load(out, &work->points[ref & ~SL_CUDA_REF_NEGATIVE].y);
    if ((ref & SL_CUDA_REF_NEGATIVE) != 0) {
        sl_cuda_fp_sub(out, &zero, out);
    }
}

/* --- one pair ------------------------------------------------------------------------------------------------------
 */

/* a < 4p and a = 0 modulo p. */
SL_CUDA_FN bool sl_cuda_fp_is_zero(const sl_cuda_fp *a) {
    sl_cuda_fp least;
    sl_cuda_fp_reduce(&least, a);
    sl_cuda_fp_canonical(&least, &least);
    uint32_t bits = 0;
    SL_CUDA_UNROLL
    for (int i = 0; i < 12; i++) {
        bits |= least.w[i];
    }
    return bits == 0;
}

/* 2^384 mod p */
SL_CUDA_FN void sl_cuda_fp_one(sl_cuda_fp *out) {
    const sl_cuda_fp one = {{0x0002fffd, 0x76090000, 0xc40c0002, 0xebf4000b, 0x53c758ba, 0x5f489857, 0x70525745,
                             0x77ce5853, 0xa256ec6d, 0x5c071a97, 0xfa80e493, 0x15f65ec3}};
    *out = one;
}

/*
 * The sum from the slope (below 2p): x3 = slope^2 - x1 - x2, y3 = slope (x1 - x3) - y1. Coordinates are below 2p, but
 * for y1, which may be 2p.
 */
SL_CUDA_FN void sl_cuda_sum_store(sl_cuda_g1 *out, const sl_cuda_fp *slope, const sl_cuda_fp *x1, const sl_cuda_fp *y1,
                                  const sl_cuda_fp *x2) {
    sl_cuda_fp x3, y3;
    sl_cuda_fp_sqr(&x3, slope); /* < 1.5p */
    sl_cuda_fp_sub(&x3, &x3, x1);
    sl_cuda_fp_sub(&x3, &x3, x2); /* < 5.5p */
    sl_cuda_fp_reduce(&x3, &x3);
    sl_cuda_fp_reduce(&x3, &x3);
    sl_cuda_fp_sub(&y3, x1, &x3); /* < 4p */
    sl_cuda_fp_mul(&y3, &y3, slope);
    sl_cuda_fp_sub(&y3, &y3, y1); /* < 4p */
    sl_cuda_fp_reduce(&y3, &y3);
    sl_cuda_fp_store((sl_cuda_piece *)&out->x, &x3, 1);
    sl_cuda_fp_store((sl_cuda_piece *)&out->y, &y3, 1);
}

typedef enum sl_cuda_pair_kind {
    SL_CUDA_GENERAL,
    SL_CUDA_EQUAL,
    SL_CUDA_OPPOSITE,    /* the sum is the identity, as it is for two of them */
    SL_CUDA_FIRST_ALONE, /* the other one is the identity */
    SL_CUDA_SECOND_ALONE
} sl_cuda_pair_kind;

/* What a pair is, and its denominator, which is not 0: x2 - x1, 2 y1 or 1. Below 4p. */
SL_CUDA_FN sl_cuda_pair_kind sl_cuda_pair_look(sl_cuda_fp *denominator, const sl_cuda_pairs *work, uint32_t ref1,
                                               uint32_t ref2) {
    sl_cuda_fp x1, y1, x2, y2, difference;
    sl_cuda_x_load(&x1, work, ref1);
    sl_cuda_x_load(&x2, work, ref2);
    sl_cuda_y_load(&y1, work, ref1 & ~SL_CUDA_REF_NEGATIVE);
    sl_cuda_y_load(&y2, work, ref2 & ~SL_CUDA_REF_NEGATIVE);
    sl_cuda_fp_one(denominator);
    const bool first_is_identity = sl_cuda_fp_is_zero(&y1), second_is_identity = sl_cuda_fp_is_zero(&y2);
    if (first_is_identity || second_is_identity) {
        return first_is_identity && second_is_identity ? SL_CUDA_OPPOSITE
               : first_is_identity                     ? SL_CUDA_SECOND_ALONE
                                                       : SL_CUDA_FIRST_ALONE;
    }
    sl_cuda_fp_sub(&difference, &x2, &x1);
    if (!sl_cuda_fp_is_zero(&difference)) {
        *denominator = difference;
        return SL_CUDA_GENERAL;
    }
    sl_cuda_y_load(&y1, work, ref1);
    sl_cuda_y_load(&y2, work, ref2);
    sl_cuda_fp_sub(&difference, &y1, &y2);
    if (!sl_cuda_fp_is_zero(&difference)) {
        return SL_CUDA_OPPOSITE;
    }
    sl_cuda_fp_add(denominator, &y1, &y1);
    return SL_CUDA_EQUAL;
}

/* The sum of two points with different x; `inverse` of x2 - x1, below 2p. */
SL_CUDA_FN void sl_cuda_pair_add(sl_cuda_g1 *out, const sl_cuda_pairs *work, uint32_t ref1, uint32_t ref2,
                                 const sl_cuda_fp *inverse) {
    sl_cuda_fp x1, y1, x2, y2, slope;
    sl_cuda_x_load(&x1, work, ref1);
    sl_cuda_y_load(&y1, work, ref1);
    sl_cuda_x_load(&x2, work, ref2);
    sl_cuda_y_load(&y2, work, ref2);
    sl_cuda_fp_sub(&slope, &y2, &y1);
    sl_cuda_fp_mul(&slope, &slope, inverse);
    sl_cuda_sum_store(out, &slope, &x1, &y1, &x2);
}

/* Twice a point; `inverse` of 2 y, below 2p. */
SL_CUDA_FN void sl_cuda_pair_double(sl_cuda_g1 *out, const sl_cuda_pairs *work, uint32_t ref,
                                    const sl_cuda_fp *inverse) {
    sl_cuda_fp x, y, square, slope;
    sl_cuda_x_load(&x, work, ref);
    sl_cuda_y_load(&y, work, ref);
    sl_cuda_fp_sqr(&square, &x); /* < 1.5p */
    sl_cuda_fp_add(&slope, &square, &square);
    sl_cuda_fp_add(&slope, &slope, &square);
    sl_cuda_fp_mul(&slope, &slope, inverse);
    sl_cuda_sum_store(out, &slope, &x, &y, &x);
}

/* A point that is not the identity, or (as_identity) the identity. */
SL_CUDA_FN void sl_cuda_point_copy(sl_cuda_g1 *out, const sl_cuda_pairs *work, uint32_t ref, bool as_identity) {
    sl_cuda_fp x, y;
    sl_cuda_x_load(&x, work, ref);
    sl_cuda_y_load(&y, work, ref);
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 12; i++) {
        x.w[i] = as_identity ? 0 : x.w[i];
        y.w[i] = as_identity ? 0 : y.w[i];
    }
    sl_cuda_fp_store((sl_cuda_piece *)&out->x, &x, 1);
    sl_cuda_fp_store((sl_cuda_piece *)&out->y, &y, 1);
}

/* --- the phases ----------------------------------------------------------------------------------------------------
 */

/* A pair of references, as one word of 64 bits. */
SL_CUDA_FN uint64_t sl_cuda_refs_load(const sl_cuda_pairs *work, const sl_cuda_pairs_shared *shared, uint32_t step,
                                      uint32_t t) {
    const size_t pair = (size_t)shared->first + step * SL_CUDA_PAIRS_THREADS + t;
    return SL_CUDA_LOAD_REFS(work->pairs + pair);
}

#define SL_CUDA_REF1(refs) ((uint32_t)(refs))
#define SL_CUDA_REF2(refs) ((uint32_t)((refs) >> 32))

/* How many pairs thread t has. */
SL_CUDA_FN uint32_t sl_cuda_pairs_own(const sl_cuda_pairs *work, const sl_cuda_pairs_shared *shared, uint32_t t) {
    const uint32_t left = work->n - shared->first;
    const uint32_t own = left > t ? (left - t + SL_CUDA_PAIRS_THREADS - 1) / SL_CUDA_PAIRS_THREADS : 0;
    return own < shared->steps ? own : shared->steps;
}

/* Where the product before a step is kept: three planes of pieces, so that neighbouring threads have neighbouring ones.
 */
SL_CUDA_FN sl_cuda_piece *sl_cuda_scratch_at(const sl_cuda_pairs *work, uint32_t block, uint32_t step, uint32_t t) {
    const size_t row = (size_t)block * work->scratch_steps + step;
    return (sl_cuda_piece *)work->scratch + row * 3 * SL_CUDA_PAIRS_THREADS + t;
}

SL_CUDA_FN void sl_cuda_scratch_load(sl_cuda_fp *out, const sl_cuda_pairs *work, uint32_t block, uint32_t step,
                                     uint32_t t) {
    const sl_cuda_piece *from = sl_cuda_scratch_at(work, block, step, t);
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 3; i++) {
        sl_cuda_piece_put(out, i, SL_CUDA_LOAD_SCRATCH(from + i * SL_CUDA_PAIRS_THREADS));
    }
}

SL_CUDA_FN void sl_cuda_scratch_store(const sl_cuda_pairs *work, uint32_t block, uint32_t step, uint32_t t,
                                      const sl_cuda_fp *product) {
    sl_cuda_fp_store(sl_cuda_scratch_at(work, block, step, t), product, SL_CUDA_PAIRS_THREADS);
}

/* The product of the thread's denominators, each looked at. Not inlined: it is seldom needed, and long. */
SL_CUDA_SLOW void sl_cuda_pairs_forward_careful(const sl_cuda_pairs *work, sl_cuda_pairs_shared *shared, uint32_t block,
                                                uint32_t t) {
    const uint32_t own = sl_cuda_pairs_own(work, shared, t);
    sl_cuda_fp product, denominator;
    sl_cuda_fp_one(&product);
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < own; i++) {
        const uint64_t refs = sl_cuda_refs_load(work, shared, i, t);
        (void)sl_cuda_pair_look(&denominator, work, SL_CUDA_REF1(refs), SL_CUDA_REF2(refs));
        sl_cuda_scratch_store(work, block, i, t, &product);
        sl_cuda_fp_mul(&product, &denominator, &product);
    }
    shared->products[t] = product;
}

/* Coordinates are on their way a step before they are used, references two steps. */
SL_CUDA_FN void sl_cuda_pairs_forward(const sl_cuda_pairs *work, sl_cuda_pairs_shared *shared, uint32_t block,
                                      uint32_t t) {
    const uint32_t own = sl_cuda_pairs_own(work, shared, t);
    sl_cuda_fp product, denominator, x1 = {{0}}, x2 = {{0}}, next1 = {{0}}, next2 = {{0}};
    uint64_t refs = own > 0 ? sl_cuda_refs_load(work, shared, 0, t) : 0;
    if (own > 0) {
        sl_cuda_x_load(&next1, work, SL_CUDA_REF1(refs));
        sl_cuda_x_load(&next2, work, SL_CUDA_REF2(refs));
        refs = own > 1 ? sl_cuda_refs_load(work, shared, 1, t) : 0;
    }
    sl_cuda_fp_one(&product);
    bool is_careful = false;
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < own; i++) {
        x1 = next1;
        x2 = next2;
        if (i + 1 < own) {
            sl_cuda_x_load(&next1, work, SL_CUDA_REF1(refs));
            sl_cuda_x_load(&next2, work, SL_CUDA_REF2(refs));
            refs = i + 2 < own ? sl_cuda_refs_load(work, shared, i + 2, t) : 0;
        }
        is_careful |= x1.w[0] == 0 || x2.w[0] == 0;
        sl_cuda_scratch_store(work, block, i, t, &product);
        sl_cuda_fp_sub(&denominator, &x2, &x1);
        sl_cuda_fp_mul(&product, &denominator, &product);
    }
    is_careful |= sl_cuda_fp_is_zero(&product);
    shared->is_careful[t] = is_careful;
    shared->products[t] = product;
    if (is_careful) {
        sl_cuda_pairs_forward_careful(work, shared, block, t);
    }
}

SL_CUDA_FN void sl_cuda_pairs_invert(sl_cuda_pairs_shared *shared, uint32_t lane) {
    sl_cuda_fp inverse, product = shared->products[lane];
    SL_CUDA_ROLLED
    for (uint32_t i = 1; i < SL_CUDA_LANE_PRODUCTS; i++) {
        const uint32_t t = i * SL_CUDA_LANES + lane;
        shared->partial[t] = product;
        sl_cuda_fp_mul(&product, &product, &shared->products[t]);
    }
    sl_cuda_fp_inverse(&inverse, &product);
    SL_CUDA_ROLLED
    for (uint32_t i = SL_CUDA_LANE_PRODUCTS - 1; i > 0; i--) {
        const uint32_t t = i * SL_CUDA_LANES + lane;
        product = shared->products[t];
        sl_cuda_fp_mul(&shared->products[t], &inverse, &shared->partial[t]);
        sl_cuda_fp_mul(&inverse, &inverse, &product);
    }
    shared->products[lane] = inverse;
}

/* The inverse on the way stays in shared memory, for want of registers. */
SL_CUDA_SLOW void sl_cuda_pairs_backward_careful(const sl_cuda_pairs *work, sl_cuda_pairs_shared *shared,
                                                 uint32_t block, uint32_t t) {
    sl_cuda_fp *inverse = &shared->products[t], denominator, own_inverse;
    SL_CUDA_ROLLED
    for (uint32_t i = sl_cuda_pairs_own(work, shared, t); i-- > 0;) {
        const uint64_t refs = sl_cuda_refs_load(work, shared, i, t);
        const uint32_t ref1 = SL_CUDA_REF1(refs), ref2 = SL_CUDA_REF2(refs);
        sl_cuda_g1 *out = &work->out[(size_t)shared->first + i * SL_CUDA_PAIRS_THREADS + t];
        const sl_cuda_pair_kind kind = sl_cuda_pair_look(&denominator, work, ref1, ref2);
        sl_cuda_scratch_load(&own_inverse, work, block, i, t);
        sl_cuda_fp_mul(&own_inverse, inverse, &own_inverse);
        sl_cuda_fp_mul(inverse, &denominator, inverse);
        if (kind == SL_CUDA_GENERAL) {
            sl_cuda_pair_add(out, work, ref1, ref2, &own_inverse);
        } else if (kind == SL_CUDA_EQUAL) {
            sl_cuda_pair_double(out, work, ref1, &own_inverse);
        } else {
            sl_cuda_point_copy(out, work, kind == SL_CUDA_SECOND_ALONE ? ref2 : ref1, kind == SL_CUDA_OPPOSITE);
        }
    }
}

SL_CUDA_FN void sl_cuda_pairs_backward(const sl_cuda_pairs *work, sl_cuda_pairs_shared *shared, uint32_t block,
                                       uint32_t t) {
    if (shared->is_careful[t] != 0) {
        sl_cuda_pairs_backward_careful(work, shared, block, t);
        return;
    }
    sl_cuda_fp inverse = shared->products[t], denominator, own_inverse, x1, x2;
    SL_CUDA_ROLLED
    for (uint32_t i = sl_cuda_pairs_own(work, shared, t); i-- > 0;) {
        const uint64_t refs = sl_cuda_refs_load(work, shared, i, t);
        const uint32_t ref1 = SL_CUDA_REF1(refs), ref2 = SL_CUDA_REF2(refs);
        sl_cuda_x_load(&x1, work, ref1);
        sl_cuda_x_load(&x2, work, ref2);
        sl_cuda_fp_sub(&denominator, &x2, &x1);
        sl_cuda_scratch_load(&own_inverse, work, block, i, t);
        sl_cuda_fp_mul(&own_inverse, &inverse, &own_inverse);
        sl_cuda_fp_mul(&inverse, &denominator, &inverse);
        sl_cuda_pair_add(&work->out[(size_t)shared->first + i * SL_CUDA_PAIRS_THREADS + t], work, ref1, ref2,
                         &own_inverse);
    }
}

#endif
