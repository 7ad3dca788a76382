// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Affine additions in a group, one for each of a list of pairs, with one inversion for thousands: the phases of a
 * kernel, each between two barriers, as functions of a thread. pairs.cuh includes it for each group; the kernels join
 * the phases for the device; tests run them thread by thread on the processor.
 *
 * Included with G_T (points), G_(name) (prefix of the group), G_THREADS (of a block) and G_FOLDS (they are 2^G_FOLDS
 * warps), C_T (coordinates), C_(name) (prefix of the field), C_PIECES, and MUL and SQR of coordinates.
 *
 * A block takes batches of the list. Of a batch, thread t owns the pairs t, t + G_THREADS, t + 2 G_THREADS, ...
 * 1. forward: the product of the denominators of its pairs, and in scratch memory all products on the way.
 * 2. fold, invert, unfold: these products are multiplied two by two, until there is one for each lane of a warp, which
 *    inverts them; and the inverses are taken apart the same way. A step at a time, for a batch waits for all of it.
 * 3. backward: the denominators' inverses one by one from the last, and the additions.
 *
 * Exact for all points of the curve, the identity among them, in every position: a thread that meets a zero
 * denominator, or what might be the identity, goes through its pairs again and looks at each.
 */

/* What the threads of a block share. */
typedef struct G_(pairs_shared) {
    C_T products[G_THREADS]; /* of each thread; after all has been unfolded, their inverses */
    C_T partial[G_THREADS];  /* of several threads */
    uint32_t is_careful[G_THREADS];
    uint32_t n, out_first; /* of the list: how many pairs, and where the sums begin */
    uint32_t first, steps; /* of the batch: its first pair, and most pairs of a thread; 0 steps: none is left */
} G_(pairs_shared);

/* --- one pair ------------------------------------------------------------------------------------------------------
 */

SL_CUDA_FN const G_T *G_(point_at)(const sl_cuda_pairs *work, uint32_t ref) {
    const uint32_t i = ref & ~SL_CUDA_REF_NEGATIVE;
    const bool is_base = i < work->bases_n;
    const G_T *from = (const G_T *)(is_base ? work->bases : work->pool);
    return from + (i - (is_base ? 0 : work->bases_n));
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

/*
 * Coordinates are on their way a step before they are used, references two steps; at the end some are loaded that are
 * not, for a condition would keep the compiler from loading early.
 */
SL_CUDA_FN void G_(pairs_forward)(const sl_cuda_pairs *work, G_(pairs_shared) * shared, uint32_t block, uint32_t t) {
    const uint32_t own = G_(pairs_own)(shared, t);
    C_T product, denominator, x1, x2;
    C_(one)(&product);
    bool is_careful = false;
    if (own > 0) {
        const uint64_t *pairs = work->pairs + shared->first + t;
        sl_cuda_piece *scratch = G_(scratch_at)(work, block, 0, t);
        uint64_t refs = SL_CUDA_LOAD_REFS(pairs);
        G_(x_load)(&x1, work, SL_CUDA_REF1(refs));
        G_(x_load)(&x2, work, SL_CUDA_REF2(refs));
        pairs += own > 1 ? G_THREADS : 0;
        refs = SL_CUDA_LOAD_REFS(pairs);
        SL_CUDA_ROLLED
        for (uint32_t left = own; left > 0; left--) {
            is_careful |= C_(may_be_zero)(&x1) || C_(may_be_zero)(&x2);
            C_(sub)(&denominator, &x2, &x1);
            G_(x_load)(&x1, work, SL_CUDA_REF1(refs));
            G_(x_load)(&x2, work, SL_CUDA_REF2(refs));
            pairs += left > 2 ? G_THREADS : 0;
            refs = SL_CUDA_LOAD_REFS(pairs);
            C_(store)(scratch, &product, G_THREADS);
            scratch += C_PIECES * G_THREADS;
            MUL(&product, &denominator, &product);
        }
        is_careful |= C_(is_zero)(&product);
    }
    shared->is_careful[t] = is_careful;
    shared->products[t] = product;
    if (is_careful) {
        G_(pairs_forward_careful)(work, shared, block, t);
    }
}

/*
 * The products of level l: those of all threads (0), and of two of the level below each. The last level has one for
 * each lane of a warp.
 */
SL_CUDA_FN C_T *G_(pairs_level)(G_(pairs_shared) * shared, uint32_t level) {
    return level == 0 ? shared->products : shared->partial + (G_THREADS - (G_THREADS >> (level - 1)));
}

/* From level 1 on. */
SL_CUDA_FN void G_(pairs_fold)(G_(pairs_shared) * shared, uint32_t level, uint32_t t) {
    const uint32_t n = G_THREADS >> level;
    if (t < n) {
        const C_T *below = G_(pairs_level)(shared, level - 1);
        C_T a, b;
        C_(take)(&a, &below[t]);
        C_(take)(&b, &below[n + t]);
        MUL(&a, &a, &b);
        C_(put)(&G_(pairs_level)(shared, level)[t], &a);
    }
}

/* The last level. */
SL_CUDA_FN void G_(pairs_invert)(G_(pairs_shared) * shared, uint32_t lane) {
    C_T *product = &G_(pairs_level)(shared, G_FOLDS)[lane], inverse;
    C_(take)(&inverse, product);
    C_(inverse)(&inverse, &inverse);
    C_(put)(product, &inverse);
}

/* From the inverses of a level those of the one below; down to level 1. */
SL_CUDA_FN void G_(pairs_unfold)(G_(pairs_shared) * shared, uint32_t level, uint32_t t) {
    const uint32_t n = G_THREADS >> level;
    if (t < n) {
        C_T *below = G_(pairs_level)(shared, level - 1);
        C_T a, b, inverse;
        C_(take)(&inverse, &G_(pairs_level)(shared, level)[t]);
        C_(take)(&a, &below[t]);
        C_(take)(&b, &below[n + t]);
        MUL(&b, &inverse, &b);
        MUL(&a, &inverse, &a);
        C_(put)(&below[t], &b);
        C_(put)(&below[n + t], &a);
    }
}

/* The inverse on the way stays in shared memory, for want of registers; below as well. */
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
    if (own == 0) {
        return;
    }
    C_T inverse, denominator, own_inverse, x1, x2;
    const uint64_t *pairs = work->pairs + (shared->first + (own - 1) * G_THREADS + t);
    const sl_cuda_piece *scratch = G_(scratch_at)(work, block, own - 1, t);
    G_T *out = G_(out_at)(work, shared, own - 1, t);
    uint64_t next = SL_CUDA_LOAD_REFS(pairs);
    SL_CUDA_ROLLED
    for (uint32_t left = own; left > 0; left--) {
        const uint32_t ref1 = SL_CUDA_REF1(next), ref2 = SL_CUDA_REF2(next);
        G_(x_load)(&x1, work, ref1);
        G_(x_load)(&x2, work, ref2);
        C_(restore)(&own_inverse, scratch, G_THREADS);
        pairs -= left > 1 ? G_THREADS : 0;
        next = SL_CUDA_LOAD_REFS(pairs);
        C_(sub)(&denominator, &x2, &x1);
        C_(take)(&inverse, &shared->products[t]);
        MUL(&own_inverse, &inverse, &own_inverse);
        MUL(&inverse, &denominator, &inverse);
        C_(put)(&shared->products[t], &inverse);
        G_(pair_add)(out, work, ref1, ref2, &own_inverse);
        scratch -= left > 1 ? C_PIECES * G_THREADS : 0;
        out -= left > 1 ? G_THREADS : 0;
    }
}
