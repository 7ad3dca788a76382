// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Affine additions in a group, one for each of a list of pairs, with one inversion for thousands: the phases of a
 * kernel, each between two barriers, as functions of a thread. pairs.cuh includes it for each group; the kernels join
 * the phases for the device; tests run them thread by thread on the processor.
 *
 * Included with G_T (points), G_(name) (prefix of the group), G_GROUP, G_THREADS (of a block), C_T (coordinates),
 * C_(name) (prefix of the field), C_PIECES, and MUL and SQR of coordinates.
 *
 * A block takes batches of the list. Of a batch, thread t owns the pairs t, t + G_THREADS, t + 2 G_THREADS, ...
 * 1. forward: the product of the denominators of its pairs, and in scratch memory all products on the way.
 * 2. invert: the threads of one warp multiply some of these products each, invert, and take them apart.
 * 3. backward: the denominators' inverses one by one from the last, and the additions.
 *
 * Exact for all points of the curve, the identity among them, in every position: a thread that meets a zero
 * denominator, or what might be the identity, goes through its pairs again and looks at each.
 */

/* What the threads of a block share. */
typedef struct G_(pairs_shared) {
    C_T products[G_THREADS]; /* of each thread; after invert, their inverses */
    C_T partial[G_THREADS];  /* on the way through a lane's products */
    uint32_t is_careful[G_THREADS];
    uint32_t n, out_first; /* of the list: how many pairs, and where the sums begin */
    uint32_t first, steps; /* of the batch: its first pair, and most pairs of a thread; 0 steps: none is left */
} G_(pairs_shared);

/* --- one pair ------------------------------------------------------------------------------------------------------
 */

SL_CUDA_FN const G_T *G_(point_at)(const sl_cuda_pairs *work, uint32_t ref) {
    const uint32_t i = ref & ~SL_CUDA_REF_NEGATIVE;
    return i < work->bases_n ? (const G_T *)work->bases + i : (const G_T *)work->pool + (i - work->bases_n);
}

SL_CUDA_FN void G_(x_load)(C_T *out, const sl_cuda_pairs *work, uint32_t ref) {
    C_(load)(out, &G_(point_at)(work, ref)->x);
}

/* y, or 2p - y: at most 2p. */
SL_CUDA_FN void G_(y_load)(C_T *out, const sl_cuda_pairs *work, uint32_t ref) {
    C_(load)(out, &G_(point_at)(work, ref)->y);
    C_(negate_if)(out, out, ref & SL_CUDA_REF_NEGATIVE);
}

/*
 * The sum from the slope (below 2p): x3 = slope^2 - x1 - x2, y3 = slope (x1 - x3) - y1. Coordinates are below 2p, but
 * for y1, which may be 2p.
 */
SL_CUDA_FN void G_(sum_store)(G_T *out, const C_T *slope, const C_T *x1, const C_T *y1, const C_T *x2) {
    C_T x3, y3;
    SQR(&x3, slope);
    C_(sub_reduced)(&x3, &x3, x1);
    C_(sub_reduced)(&x3, &x3, x2);
    C_(sub)(&y3, x1, &x3); /* < 4p */
    MUL(&y3, &y3, slope);
    C_(sub_reduced)(&y3, &y3, y1);
    C_(store)((sl_cuda_piece *)&out->x, &x3, 1);
    C_(store)((sl_cuda_piece *)&out->y, &y3, 1);
}

/* What a pair is, and its denominator, which is not 0: x2 - x1, 2 y1 or 1. At most 4p. */
SL_CUDA_FN sl_cuda_pair_kind G_(pair_look)(C_T *denominator, const sl_cuda_pairs *work, uint32_t ref1, uint32_t ref2) {
    C_T x1, y1, x2, y2, difference;
    G_(x_load)(&x1, work, ref1);
    G_(x_load)(&x2, work, ref2);
    G_(y_load)(&y1, work, ref1 & ~SL_CUDA_REF_NEGATIVE);
    G_(y_load)(&y2, work, ref2 & ~SL_CUDA_REF_NEGATIVE);
    C_(one)(denominator);
    const bool first_is_identity = C_(is_zero)(&y1), second_is_identity = C_(is_zero)(&y2);
    if (first_is_identity || second_is_identity) {
        return first_is_identity && second_is_identity ? SL_CUDA_OPPOSITE
               : first_is_identity                     ? SL_CUDA_SECOND_ALONE
                                                       : SL_CUDA_FIRST_ALONE;
    }
    C_(sub)(&difference, &x2, &x1);
    if (!C_(is_zero)(&difference)) {
        *denominator = difference;
        return SL_CUDA_GENERAL;
    }
    G_(y_load)(&y1, work, ref1);
    G_(y_load)(&y2, work, ref2);
    C_(reduce)(&y1, &y1); /* a part of y may be 0, and 2p after its sign is changed */
    C_(sub)(&difference, &y1, &y2);
    if (!C_(is_zero)(&difference)) {
        return SL_CUDA_OPPOSITE;
    }
    C_(add)(denominator, &y1, &y1);
    return SL_CUDA_EQUAL;
}

/* The sum of two points with different x; `inverse` of x2 - x1, below 2p. */
SL_CUDA_FN void G_(pair_add)(G_T *out, const sl_cuda_pairs *work, uint32_t ref1, uint32_t ref2, const C_T *inverse) {
    C_T x1, y1, x2, y2, slope;
    G_(x_load)(&x1, work, ref1);
    G_(y_load)(&y1, work, ref1);
    G_(x_load)(&x2, work, ref2);
    G_(y_load)(&y2, work, ref2);
    C_(sub)(&slope, &y2, &y1);
    MUL(&slope, &slope, inverse);
    G_(sum_store)(out, &slope, &x1, &y1, &x2);
}

/* Twice a point; `inverse` of 2 y, below 2p. */
SL_CUDA_FN void G_(pair_double)(G_T *out, const sl_cuda_pairs *work, uint32_t ref, const C_T *inverse) {
    C_T x, y, square, slope;
    G_(x_load)(&x, work, ref);
    G_(y_load)(&y, work, ref);
    SQR(&square, &x);
    C_(add)(&slope, &square, &square);
    C_(reduce)(&slope, &slope);
    C_(add)(&slope, &slope, &square); /* < 4p */
    MUL(&slope, &slope, inverse);
    G_(sum_store)(out, &slope, &x, &y, &x);
}

/* A point that is not the identity, or (as_identity) the identity. */
SL_CUDA_FN void G_(point_copy)(G_T *out, const sl_cuda_pairs *work, uint32_t ref, bool as_identity) {
    C_T x, y;
    C_(zero)(&x);
    C_(zero)(&y);
    if (!as_identity) {
        G_(x_load)(&x, work, ref);
        G_(y_load)(&y, work, ref);
        C_(reduce)(&y, &y);
    }
    C_(store)((sl_cuda_piece *)&out->x, &x, 1);
    C_(store)((sl_cuda_piece *)&out->y, &y, 1);
}

/* --- the phases ----------------------------------------------------------------------------------------------------
 */

/* The pair of references of a step, as one word of 64 bits. */
SL_CUDA_FN uint64_t G_(refs_load)(const sl_cuda_pairs *work, const G_(pairs_shared) * shared, uint32_t step,
                                  uint32_t t) {
    const size_t pair = (size_t)shared->first + step * G_THREADS + t;
    return SL_CUDA_LOAD_REFS(work->pairs + pair);
}

/* How many pairs thread t has. */
SL_CUDA_FN uint32_t G_(pairs_own)(const G_(pairs_shared) * shared, uint32_t t) {
    const uint32_t left = shared->n - shared->first;
    const uint32_t own = left > t ? (left - t + G_THREADS - 1) / G_THREADS : 0;
    return own < shared->steps ? own : shared->steps;
}

SL_CUDA_FN G_T *G_(out_at)(const sl_cuda_pairs *work, const G_(pairs_shared) * shared, uint32_t step, uint32_t t) {
    return (G_T *)work->out + ((size_t)shared->out_first + shared->first + step * G_THREADS + t);
}

/* Where the product before a step is kept: planes of pieces, so that neighbouring threads have neighbouring ones. */
SL_CUDA_FN sl_cuda_piece *G_(scratch_at)(const sl_cuda_pairs *work, uint32_t block, uint32_t step, uint32_t t) {
    const size_t row = (size_t)block * work->scratch_steps + step;
    return (sl_cuda_piece *)work->scratch + row * C_PIECES * G_THREADS + t;
}

/* The product of the thread's denominators, each looked at. Not inlined: it is seldom needed, and long. */
SL_CUDA_SLOW void G_(pairs_forward_careful)(const sl_cuda_pairs *work, G_(pairs_shared) * shared, uint32_t block,
                                            uint32_t t) {
    const uint32_t own = G_(pairs_own)(shared, t);
    C_T product, denominator;
    C_(one)(&product);
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < own; i++) {
        const uint64_t refs = G_(refs_load)(work, shared, i, t);
        (void)G_(pair_look)(&denominator, work, SL_CUDA_REF1(refs), SL_CUDA_REF2(refs));
        C_(store)(G_(scratch_at)(work, block, i, t), &product, G_THREADS);
        MUL(&product, &denominator, &product);
    }
    shared->products[t] = product;
}

/* Coordinates are on their way a step before they are used, references two steps. */
SL_CUDA_FN void G_(pairs_forward)(const sl_cuda_pairs *work, G_(pairs_shared) * shared, uint32_t block, uint32_t t) {
    const uint32_t own = G_(pairs_own)(shared, t);
    C_T product, denominator, x1, x2, next1, next2;
    C_(zero)(&next1);
    C_(zero)(&next2);
    uint64_t refs = own > 0 ? G_(refs_load)(work, shared, 0, t) : 0;
    if (own > 0) {
        G_(x_load)(&next1, work, SL_CUDA_REF1(refs));
        G_(x_load)(&next2, work, SL_CUDA_REF2(refs));
        refs = own > 1 ? G_(refs_load)(work, shared, 1, t) : 0;
    }
    C_(one)(&product);
    bool is_careful = false;
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < own; i++) {
        x1 = next1;
        x2 = next2;
        if (i + 1 < own) {
            G_(x_load)(&next1, work, SL_CUDA_REF1(refs));
            G_(x_load)(&next2, work, SL_CUDA_REF2(refs));
            refs = i + 2 < own ? G_(refs_load)(work, shared, i + 2, t) : 0;
        }
        is_careful |= C_(may_be_zero)(&x1) || C_(may_be_zero)(&x2);
        C_(store)(G_(scratch_at)(work, block, i, t), &product, G_THREADS);
        C_(sub)(&denominator, &x2, &x1);
        MUL(&product, &denominator, &product);
    }
    is_careful |= C_(is_zero)(&product);
    shared->is_careful[t] = is_careful;
    shared->products[t] = product;
    if (is_careful) {
        G_(pairs_forward_careful)(work, shared, block, t);
    }
}

SL_CUDA_FN void G_(pairs_invert)(G_(pairs_shared) * shared, uint32_t lane) {
    C_T inverse, product = shared->products[lane];
    SL_CUDA_ROLLED
    for (uint32_t i = 1; i < G_THREADS / SL_CUDA_LANES; i++) {
        const uint32_t t = i * SL_CUDA_LANES + lane;
        shared->partial[t] = product;
        MUL(&product, &product, &shared->products[t]);
    }
    C_(inverse)(&inverse, &product);
    SL_CUDA_ROLLED
    for (uint32_t i = G_THREADS / SL_CUDA_LANES - 1; i > 0; i--) {
        const uint32_t t = i * SL_CUDA_LANES + lane;
        product = shared->products[t];
        MUL(&shared->products[t], &inverse, &shared->partial[t]);
        MUL(&inverse, &inverse, &product);
    }
    shared->products[lane] = inverse;
}

/* The inverse on the way stays in shared memory, for want of registers. */
SL_CUDA_SLOW void G_(pairs_backward_careful)(const sl_cuda_pairs *work, G_(pairs_shared) * shared, uint32_t block,
                                             uint32_t t) {
    C_T *inverse = &shared->products[t], denominator, own_inverse;
    SL_CUDA_ROLLED
    for (uint32_t i = G_(pairs_own)(shared, t); i-- > 0;) {
        const uint64_t refs = G_(refs_load)(work, shared, i, t);
        const uint32_t ref1 = SL_CUDA_REF1(refs), ref2 = SL_CUDA_REF2(refs);
        G_T *out = G_(out_at)(work, shared, i, t);
        const sl_cuda_pair_kind kind = G_(pair_look)(&denominator, work, ref1, ref2);
        C_(restore)(&own_inverse, G_(scratch_at)(work, block, i, t), G_THREADS);
        MUL(&own_inverse, inverse, &own_inverse);
        MUL(inverse, &denominator, inverse);
        if (kind == SL_CUDA_GENERAL) {
            G_(pair_add)(out, work, ref1, ref2, &own_inverse);
        } else if (kind == SL_CUDA_EQUAL) {
            G_(pair_double)(out, work, ref1, &own_inverse);
        } else {
            G_(point_copy)(out, work, kind == SL_CUDA_SECOND_ALONE ? ref2 : ref1, kind == SL_CUDA_OPPOSITE);
        }
    }
}

/* References are on their way a step before they are used. */
SL_CUDA_FN void G_(pairs_backward)(const sl_cuda_pairs *work, G_(pairs_shared) * shared, uint32_t block, uint32_t t) {
    if (shared->is_careful[t] != 0) {
        G_(pairs_backward_careful)(work, shared, block, t);
        return;
    }
    const uint32_t own = G_(pairs_own)(shared, t);
    C_T inverse = shared->products[t], denominator, own_inverse, x1, x2;
    uint64_t next = own > 0 ? G_(refs_load)(work, shared, own - 1, t) : 0;
    SL_CUDA_ROLLED
    for (uint32_t i = own; i-- > 0;) {
        const uint32_t ref1 = SL_CUDA_REF1(next), ref2 = SL_CUDA_REF2(next);
        next = i > 0 ? G_(refs_load)(work, shared, i - 1, t) : 0;
        G_(x_load)(&x1, work, ref1);
        G_(x_load)(&x2, work, ref2);
        C_(sub)(&denominator, &x2, &x1);
        C_(restore)(&own_inverse, G_(scratch_at)(work, block, i, t), G_THREADS);
        MUL(&own_inverse, &inverse, &own_inverse);
        MUL(&inverse, &denominator, &inverse);
        G_(pair_add)(G_(out_at)(work, shared, i, t), work, ref1, ref2, &own_inverse);
    }
}
